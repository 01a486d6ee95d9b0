"""Friends at one table, each with a browser: by link, in four languages, with somebody who only watches."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from web.browsers import Visitors
from web.journeys.ways import (
    QUICK,
    dealt,
    download_record,
    host_table,
    join_table,
    load_match,
    log_of,
    own_moves,
    say_ready,
)
from web.play import Player, together
from web.servers import Site

from intrigue.cli import main
from intrigue.locale import LANGUAGES, words

NAMES = ("Ann", "Bastien", "Вера", "Ґалина")


@pytest.mark.full
def test_four_browsers_and_four_languages_at_one_table(known_inn: Site, visitors: Visitors, tmp_path: Path) -> None:
    # Two clicks from the first page make a table with a link and a QR code.
    host = visitors(known_inn.url, likes=QUICK | {"name": NAMES[0]})
    host.locator("article[data-game=oriflamme] a[href='/new?game=oriflamme']").click()
    host.locator("form.new button.main").first.click()
    host.wait_for_url("**/t/*")
    link = host.locator("#lobby input.link").input_value()
    assert link == host.url
    assert host.locator("#lobby img.qr").evaluate("picture => picture.complete && picture.naturalWidth > 0")

    guests = [join_table(visitors, link, seat, NAMES[seat - 1], LANGUAGES[seat - 1]) for seat in range(2, 5)]
    everybody = [host, *guests]
    for page in everybody:
        for seat, name in enumerate(NAMES, 1):
            expect(page.locator(f"#seat-{seat} b")).to_contain_text(name)

    # The ready check: all but one are ready, and nothing is dealt.
    for page in everybody[:3]:
        page.locator('button[data-do*=\'"do":"ready"\']').click()
    expect(host.locator(".seats-all [role=status]")).to_contain_text(NAMES[3])
    expect(host.locator("main")).to_have_attribute("data-phase", "gathering")
    watcher = visitors(link, likes=QUICK)
    say_ready(guests[2])
    for page in (*everybody, watcher):
        dealt(page)
    assert [Player(page).seat for page in everybody] == [1, 2, 3, 4]

    players = [Player(page, seed) for seed, page in enumerate(everybody)]
    for _ in range(6):
        together(players, 6)
        assert_watches_only(watcher)
    together(players)
    watcher.wait_for_selector("main[data-phase=over]")

    # The same facts, each told in the reader's language.
    logs = [log_of(page) for page in everybody]
    told = [
        page.locator("#r-log > li").evaluate_all("lines => lines.map(line => line.className)") for page in everybody
    ]
    assert told[0] == told[1] == told[2] == told[3]
    assert len(logs[0]) > 60
    for lines in zip(*logs, strict=True):
        assert len({tuple(name for name in NAMES if name in line) for line in lines}) == 1, lines
    for first, second in ((0, 1), (0, 2), (1, 2), (2, 3)):
        same = [line for line, other in zip(logs[first], logs[second], strict=True) if line == other]
        assert len(same) < len(logs[0]) / 10, same
    winners = {page.locator("#r-result .winner").inner_text() for page in everybody}
    assert len(winners) == 4
    for heard, line in zip(log_of(watcher), logs[0], strict=True):
        assert heard == line or NAMES[0] in line  # what Ann alone knows is about her own cards

    # One record for all; everybody's moves are in it.
    files = {download_record(page, tmp_path).read_bytes() for page in everybody}
    assert len(files) == 1
    record = tmp_path / "one.game"
    record.write_bytes(files.pop())
    match = load_match(record)
    assert all(own_moves(match, player, seat) for seat, player in enumerate(players, 1))
    assert main(["verify", str(record)]) == 0

    # One of them asks for a rematch; the others follow the link, and all have moved on by one seat.
    guests[0].locator("#r-result button[data-post$='/rematch']").click()
    guests[0].wait_for_url(lambda url: url != link)
    for page in (host, *guests[1:]):
        page.locator("#r-result a.main").click()
    for seat, page in enumerate(everybody, 2):
        expect(page.locator(f"#seat-{seat % 4 or 4}")).to_have_attribute("data-mine", "")


def assert_watches_only(page: Page) -> None:
    """Who watches sees no hand, no face-down card's face, and is asked nothing."""
    expect(page.locator("#r-hand")).to_be_empty()
    expect(page.locator("#ask, .known, .mine, #r-prompt button, [data-at^='hand:']")).to_have_count(0)
    board = page.locator("#r-board").inner_html()
    assert not re.search(r"class='card[^']* down[^>]*>(?:(?!</span>).)*kind-", board)


def test_who_watches_cannot_act(inn: Site, visitors: Visitors) -> None:
    host = host_table(visitors, inn, "ablaze", "Ann", players="3", level="page", fill=True)
    dealt(host)
    Player(host).play(1)
    question = Player(host).wait()
    assert question
    watcher = visitors(host.url, language="uk", likes=QUICK)
    dealt(watcher)
    assert_watches_only(watcher)
    expect(watcher.locator("#question")).to_contain_text("Ann")

    # Not by pressing what lies there, and not by sending what only Ann may send.
    for place in watcher.locator("[data-at]").all():
        if place.is_visible():
            place.click(force=True)  # a person presses what is marked as not to be pressed too
    expect(watcher.locator("#confirm")).to_be_hidden()
    token = watcher.locator("body").get_attribute("data-token") or ""
    headers = {"X-Intrigue": token, "Origin": inn.url, "Accept-Language": "uk"}
    for seat in (1, 2):
        body = {
            "key": f"nobodyskey{seat}",
            "expected": question["version"],
            "request": {"do": "move", "seat": seat, "move": question["moves"][0][0]},
        }
        answer = watcher.request.post(f"{watcher.url}/do", data=body, headers=headers)
        assert answer.status == 422 and answer.json()["message"] == words("uk")("refused.stranger")
    assert watcher.request.get(f"{watcher.url}/private?seat=1").status == 403
    assert watcher.request.get(f"{watcher.url}/orders?seat=1").status == 403
    again = Player(host).question()
    assert again and again["version"] == question["version"]


def test_talk_phrases_and_mute(inn: Site, visitors: Visitors) -> None:
    ann = host_table(visitors, inn, "oriflamme", "Ann", players="3", level="page", watch="link")
    cleo = join_table(visitors, ann.url, 2, "Clément", "fr")
    watcher = visitors(ann.url, language="ru", likes=QUICK | {"name": "Вера"})
    everybody = (ann, cleo, watcher)

    expect(ann.locator("#r-people")).to_contain_text("Clément")
    expect(ann.locator("#r-people")).to_contain_text("Вера")

    # What is written stays as it is, whatever signs it has; a phrase is told in the reader's language.
    text = "<b>Bonjour</b> & 'salut' ♥"
    cleo.locator("#say-text").fill(text)
    cleo.locator("#say-text").press("Enter")
    for page in everybody:
        expect(page.locator("#r-talk li span").last).to_have_text(text)
    expect(cleo.locator("#say-text")).to_have_value("")
    ann.locator("summary", has_text=words("en")("web.talk.phrases")).click()
    ann.locator("[data-phrase=luck]").click()
    for page, language in zip(everybody, ("en", "fr", "ru"), strict=True):
        line = page.locator("#r-talk li").last
        expect(line.locator("span")).to_have_text(words(language)("web.phrase.luck"))
        expect(line.locator("b")).to_have_text("Ann")
    watcher.locator("#say-text").fill("Привет")
    watcher.locator("#say-text").press("Enter")
    expect(ann.locator("#r-talk li b").last).to_contain_text("Вера")
    expect(ann.locator("#r-talk li b small").last).to_have_text(words("en")("web.talk.watching"))

    # Ann mutes Clément: what he said and says is gone from her page only, also after she comes back.
    ann.locator("summary", has_text=words("en")("client.talk.mute")).click()
    ann.locator("[data-mute]", has_text="Clément").click()
    expect(ann.locator("#r-talk li", has_text="Bonjour")).to_be_hidden()
    cleo.locator("#say-text").fill("Encore")
    cleo.locator("#say-text").press("Enter")
    expect(watcher.locator("#r-talk li").last).to_contain_text("Encore")
    expect(ann.locator("#r-talk li", has_text="Encore")).to_be_hidden()
    ann.reload()
    expect(ann.locator("#r-talk li", has_text="Encore")).to_be_hidden()
    expect(ann.locator("#r-talk li", has_text="Привет")).to_be_visible()
    ann.locator("summary", has_text=words("en")("client.talk.mute")).click()
    ann.locator("[data-mute]", has_text="Clément").click()
    expect(ann.locator("#r-talk li", has_text="Encore")).to_be_visible()
    # Talk and log stay apart.
    assert not any("Bonjour" in line for line in log_of(ann))
