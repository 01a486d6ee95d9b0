"""Tables and how they are found: choices of a new one, the list of open ones, links that are only looked at."""

from __future__ import annotations

import re
import urllib.request

import pytest
from playwright.sync_api import expect
from web.browsers import Visitors
from web.journeys.ways import QUICK, dealt, host_table, join_table, open_table, say_ready, table_of
from web.play import Player
from web.servers import Site

from intrigue.locale import words

SAY = words("en")
KINDS = ["archer", "spy", "heir", "lord", "ambush", "prince", "queen", "felon", "trap", "bribery"]


def test_an_open_table_is_found_by_strangers(inn: Site, visitors: Visitors) -> None:
    hidden = host_table(visitors, inn, "oriflamme", "Hugo", players="3", level="page")
    ann = host_table(visitors, inn, "richelieu", "Ann", players="2", level="page", listed=True, clock="live:60")
    stranger = visitors(f"{inn.url}/tables", language="fr", likes=QUICK | {"name": "Zoé"})
    lines = stranger.locator("ul.lines a")
    expect(lines).to_have_count(1)
    assert table_of(hidden) not in stranger.content()
    expect(lines).to_contain_text("Ann")
    lines.click()
    expect(stranger.locator("body")).to_have_attribute("data-line", "online")
    stranger.locator("#seat-2 button[data-with]").click()
    expect(stranger.locator("#seat-2")).to_have_attribute("data-mine", "")
    assert stranger.request.get(f"{inn.url}/tables").text().count('class="line') == 0
    say_ready(ann, stranger)
    assert (Player(ann).seat, Player(stranger).seat) == (1, 2)


@pytest.mark.full
def test_kinds_edition_and_watching_are_chosen(inn: Site, visitors: Visitors) -> None:
    mix = host_table(visitors, inn, "oriflamme-mix", "Ann", players="3", level="page", kinds=KINDS, watch="nobody")
    told = mix.locator("dl.choices").inner_text()
    assert all(SAY(f"card.{kind}.name") in told for kind in KINDS) and SAY("web.watch.nobody") in told
    for seat in (2, 3):
        mix.locator(f"#seat-{seat} form button").click()
        expect(mix.locator(f"#seat-{seat}")).to_have_attribute("data-held", "bot")
    say_ready(mix)
    hand = mix.locator("#r-hand .held").evaluate_all("cards => cards.map(card => card.id.slice(2))")
    assert hand and set(hand) <= set(KINDS)
    # Whoever has the link but no seat may not watch this one.
    stranger = visitors("about:blank")
    assert stranger.request.get(mix.url).status == 403

    # A card explains itself with the values of the edition, whatever the reader's language.
    hints = []
    for edition in ("fr", "ru"):
        page = host_table(visitors, inn, "oriflamme", "Ann", players="3", level="page", edition=edition, fill=True)
        dealt(page)
        expect(page.locator("main")).to_have_attribute("data-edition", edition)
        hints.append(page.request.get(inn.url + (page.locator("body").get_attribute("data-hints") or "")).text())
    assert hints[0] != hints[1]


def test_closed_screens_hide_what_lies_behind_them(inn: Site, visitors: Visitors) -> None:
    for screens, shown in (("closed", re.compile(r"^\?$")), ("open", re.compile(r"^\d+$"))):
        page = host_table(visitors, inn, "richelieu", "Ann", players="2", level="page", screens=screens, fill=True)
        dealt(page)
        for fact in ("ecu", "jewels"):
            expect(page.locator(f"#p1-{fact} b")).to_have_text(re.compile(r"^\d+$"))
            expect(page.locator(f"#p2-{fact} b")).to_have_text(shown)


def test_the_seat_that_was_chosen_begins_and_the_form_says_what_that_means(inn: Site, visitors: Visitors) -> None:
    page = visitors(f"{inn.url}/new?game=richelieu", likes=QUICK)
    page.locator("details.more summary").click()
    hint, guards = page.locator("#new-first-is span"), page.locator("#new-stall_guard-is span")
    expect(hint).to_be_hidden()
    expect(guards.and_(page.locator(":visible"))).to_have_attribute("data-guard", "on")
    page.locator("#new-first").select_option("2")
    page.locator("#new-stall_guard").select_option("off")
    expect(hint).to_be_visible()
    expect(guards.and_(page.locator(":visible"))).to_have_attribute("data-guard", "off")
    open_table(page, name="Ann", players="2")
    expect(page.locator("#seat-2")).to_contain_text(SAY("web.seats.first"))
    bob = join_table(visitors, page.url, 2, "Bob")
    say_ready(page, bob)
    expect(bob.locator("header").first).to_contain_text("Bob")
    expect(page.locator("header").first).to_contain_text("Bob")


def test_who_only_looks_at_a_link_takes_no_seat(inn: Site, visitors: Visitors) -> None:
    """Chat programs fetch links to show what they lead to; browsers fetch pages before anybody clicks."""
    host = host_table(visitors, inn, "ablaze", "Ann", players="3", level="page", listed=True)
    before = host.locator("body").get_attribute("data-version")
    for path in ("", "/qr.svg", "/poll?since=0"):
        for method in ("GET", "HEAD"):
            asked = urllib.request.Request(host.url + path, headers={"User-Agent": "preview"}, method=method)
            with urllib.request.urlopen(asked) as answer:
                page = answer.read().decode()
                assert answer.status == 200
                if not path and method == "GET":
                    assert "og:title" in page
    for path in ("/", "/new?game=ablaze", "/tables", "/about"):
        with urllib.request.urlopen(inn.url + path) as answer:
            assert answer.status == 200
    friend = visitors(host.url)
    expect(friend.locator("#seat-2")).to_have_attribute("data-held", "nobody")
    expect(friend.locator("#seat-3")).to_have_attribute("data-held", "nobody")
    assert friend.locator("body").get_attribute("data-version") == before
