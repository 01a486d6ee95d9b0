"""What a browser keeps shows nothing to whoever sits before it next (threat 19).

A device that is passed round: `tests/web/journeys/test_hot_seat.py` and `tests/web/static/test_hot_seat.py`.
"""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect
from web.browsers import Visitors
from web.guests import Guest, playing, running

HAND = "#r-hand .held"
KEPT = """async () => JSON.stringify([
    {...localStorage}, {...sessionStorage}, document.cookie, await caches.keys(),
    (await navigator.serviceWorker.getRegistrations()).length, (await indexedDB.databases()).length,
])"""


def sit_before(visitors: Visitors, guest: Guest, table: str) -> Page:
    """A browser with a guest's cookie, at a table."""
    page = visitors(f"{guest.site.url}/about")
    token = guest.http.cookies["intrigue"]
    page.context.add_cookies([{"name": "intrigue", "value": token, "url": guest.site.url, "httpOnly": True}])
    page.goto(f"{guest.site.url}/t/{table}")
    expect(page.locator(HAND)).to_have_count(7)
    return page


def test_the_way_back_to_a_seat_that_was_left_shows_no_hand(tmp_path: Path, visitors: Visitors) -> None:
    with running(tmp_path) as site:
        table, guests = playing(site)
        page = sit_before(visitors, guests[1], table)
        page.goto(f"{site.url}/about")
        assert guests[1].ask(table, do="rise", seat=2).status_code == 200
        page.go_back()
        expect(page.locator(HAND)).to_have_count(0)
        expect(page.locator("#ask")).to_have_count(0)
        assert "data-moves" not in page.content()


def test_the_way_back_to_a_seat_that_was_handed_over_shows_no_hand(tmp_path: Path, visitors: Visitors) -> None:
    with running(tmp_path) as site:
        table, guests = playing(site)
        page = sit_before(visitors, guests[1], table)
        code = guests[1].post(f"/t/{table}/code", {"seat": 2}).json()["code"]
        assert site.guest().post(f"/t/{table}/takeover", {"code": code}).status_code == 200
        expect(page.locator(HAND)).to_have_count(0)
        page.goto(f"{site.url}/about")
        page.go_back()
        page.go_forward()
        page.go_back()
        expect(page.locator(HAND)).to_have_count(0)


def test_nothing_of_a_table_stays_in_the_browser(tmp_path: Path, visitors: Visitors) -> None:
    with running(tmp_path) as site:
        table, guests = playing(site)
        kept = []
        page = sit_before(visitors, guests[1], table)
        page.on("response", lambda answer: kept.append(answer) if f"/t/{table}" in answer.url else None)
        page.reload()
        expect(page.locator(HAND)).to_have_count(7)
        stored = json.loads(page.evaluate(KEPT))
        assert stored[2:] == ["", [], 0, 0]
        for text in (json.dumps(stored), json.dumps(page.context.storage_state()["origins"])):
            assert "place" not in text and "archer" not in text and guests[1].form_token not in text
        assert kept and all(answer.headers["cache-control"] == "no-store" for answer in kept)
