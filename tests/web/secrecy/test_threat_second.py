"""Second identities: what cannot be forbidden is seen by everybody, and what can be is (threats 3, 4 and 17)."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect
from web.browsers import Visitors
from web.guests import Site, next_message, playing, running

from intrigue.locale import words


def bots_table(site: Site, **fields: str) -> tuple[str, list]:  # type: ignore[type-arg]
    """A game of two people and a bot."""
    host, other = site.guest(), site.guest()
    table = host.open(players="3", **fields)
    other.sit(table, 2, "Bob")
    assert host.ask(table, do="fill", seat=3, level="page").status_code == 200
    host.ready(table, 1)
    other.ready(table, 2)
    return table, [host, other]


def test_whoever_takes_the_seat_of_a_bot_is_told_to_everybody(site: Site) -> None:
    """One cannot look at a bot's cards in silence, not even with a cookie of one's own for it."""
    table, guests = bots_table(site)
    second = site.guest()
    with guests[1].socket(table, guests[1].version(table)) as line:
        second.sit(table, 3, "Nobody")
        frame = next_message(line, "frame")
        assert "Nobody" in "".join(frame["log"])
        assert second.ask(table, do="rise", seat=3).status_code == 200
        frame = next_message(line, "frame")
        assert "Nobody" in "".join(frame["log"])
    assert "Nobody" in guests[0].page(f"/t/{table}").text


def test_nobody_who_plays_or_played_takes_another_seat(site: Site) -> None:
    table, guests = bots_table(site)
    refused = words("en")("refused.knows_too_much")
    assert guests[1].ask(table, do="sit", seat=3, name="Bob").json() == {"message": refused}
    assert guests[1].ask(table, do="rise", seat=2).status_code == 200
    assert guests[1].ask(table, do="sit", seat=3, name="Bob").json() == {"message": refused}
    assert guests[1].ask(table, do="sit", seat=2, name="Bob").status_code == 200


def test_where_nobody_may_watch_a_stranger_takes_no_seat_either(site: Site) -> None:
    table, guests = bots_table(site, watch="nobody")
    second = site.guest()
    assert second.page(f"/t/{table}").status_code == 403
    assert second.ask(table, do="sit", seat=3, name="Nobody").status_code == 403
    assert guests[1].ask(table, do="rise", seat=2).status_code == 200
    assert guests[1].page(f"/t/{table}").status_code == 403


def test_whoever_watches_is_named_to_those_who_play(site: Site) -> None:
    table, guests = playing(site)
    watcher = site.guest()
    watcher.post("/me", {"name": "Argus"})
    with guests[0].socket(table) as line, watcher.socket(table):
        while "Argus" not in next_message(line, "people")["html"]:
            pass


def test_an_old_request_sent_again_ends_nobody_elses_orders(site: Site) -> None:
    """Who once sat there repeats how they left: it counts once, and the seat is somebody else's now."""
    table, guests = playing(site)
    version, key = guests[1].version(table), site.key()
    assert guests[1].ask(table, version, key, do="rise", seat=2).status_code == 200
    heir = site.guest()
    heir.sit(table, 2, "Heir")
    assert heir.post(f"/t/{table}/orders", {"seat": 2, "things": [4]}).status_code == 200
    again = guests[1].ask(table, version, key, do="rise", seat=2)
    assert again.json() == {"version": version + 1}
    assert site.inside(lambda: site.parts.store.orders_by_seat(table)) == {2: (4,)}


NAMES = ("<img src=x onerror=p()>", "<svg/onload=p()>", "'\"><b id=x1>&lt;", "</script><i id=x1>")
TALK = (
    "<script>window.p()</script>",
    "<img src=x onerror=window.p()>",
    "<iframe srcdoc='<script>parent.p()</script>'>",
    "<a href='javascript:p()'>x</a><template><b id=x1>",
    "&lt;script&gt;p()&lt;/script&gt;",
)


def test_names_and_talk_run_nothing_in_a_browser(tmp_path: Path, visitors: Visitors) -> None:
    """Also where they come by a push, in the log, in buttons that carry requests, and in lists of tables."""
    with running(tmp_path) as site:
        host, mallory = site.guest(), site.guest()
        table = host.open(players="3", listed="on")
        page = visitors(f"{site.url}/about")
        page.context.add_init_script("window.p = () => { window.pwned = true; }")
        page.goto(f"{site.url}/t/{table}")
        mallory.sit(table, 2, NAMES[0])
        for name in NAMES[1:]:
            assert mallory.ask(table, do="rename", seat=2, name=name).status_code == 200
            expect(page.locator("#seat-2 b").first).to_contain_text(name)
        for text in TALK:
            said = {"key": site.key(), "kind": "text", "text": text}
            assert mallory.post(f"/t/{table}/say", said).status_code == 200
        expect(page.locator("#r-talk li")).to_have_count(len(TALK))
        assert [one.strip() for one in page.locator("#r-talk li > span").all_text_contents()] == list(TALK)
        for path in (f"/t/{table}", "/tables", f"/new?name={NAMES[0]}&game={NAMES[1]}"):
            page.goto(f"{site.url}{path}")
            assert page.evaluate("window.pwned") is None
            assert page.locator("#x1, img[src=x], iframe, main script, a[href^=javascript]").count() == 0
        assert re.search(r"&lt;/script&gt;&lt;i id=x1", host.page(f"/t/{table}").text)
