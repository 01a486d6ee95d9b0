"""The stall guard, who begins and closed screens: from the form over the lobby to the game and its record."""

from __future__ import annotations

from html import unescape

import pytest
from web.guests import Site, to_the_end

from intrigue.locale import LANGUAGES, words
from intrigue.web.table.fair import verify
from intrigue.web.table.table import Table

SAID = words("en")


def inside(site: Site, table: str) -> Table:
    return site.inside(lambda: site.parts.tables.get(table))


@pytest.mark.parametrize("way", ["/quick", "/new"])
def test_8_8_every_new_table_of_richelieu_has_closed_screens_unless_it_says_otherwise(site: Site, way: str) -> None:
    guest = site.guest()
    for fields, screens in (({}, "closed"), ({"screens": "open"}, "open"), ({"screens": "ajar"}, "closed")):
        answer = guest.submit(way, {"game": "richelieu", "players": "3", **fields})
        table = inside(site, answer.headers["location"].removeprefix("/t/"))
        assert (table.settings.screens, table.settings.stall_guard, table.settings.first) == (screens, True, 0)
    assert inside(site, guest.open()).settings.screens == "open"  # Oriflamme has none


def test_lessons_keep_their_open_screens(site: Site) -> None:
    where = site.guest().submit("/learn", {"lesson": "richelieu"}).headers["location"]
    assert inside(site, where.removeprefix("/t/")).settings.screens == "open"


def test_what_the_form_says_is_played_and_written_down(site: Site) -> None:
    guest, other = site.guest(), site.guest()
    table = guest.open(game="richelieu", players="2", stall_guard="off", first="2")
    other.sit(table, 2, "Bob")
    guest.ready(table, 1)
    other.ready(table, 2)
    match = inside(site, table).match
    assert match and not match.state.guard and match.to_act == 2
    to_the_end(site, table, [guest, other])
    record = guest.get(f"/t/{table}/record").text
    assert "\nFirst: 2\nFirst-drawn: no\n" in record and "\nStall-guard: off\n" in record
    assert all(finding.fits for finding in verify(record))
    page = unescape(guest.page(f"/t/{table}").text)
    assert SAID("web.result.first", seat=2) in page
    assert "Finish a game" not in guest.page("/mine/statistics").text  # it counts as any other game of its player
    again = guest.post(f"/t/{table}/rematch", {}).json()["table"]
    settings = inside(site, again).settings
    assert (settings.first, settings.stall_guard) == (2, False)


def test_a_seat_that_is_not_there_is_refused_and_the_form_shown_again(site: Site) -> None:
    guest = site.guest()
    answer = guest.submit("/new", {"game": "oriflamme", "players": "3", "first": "5", "name": "Ann"})
    assert answer.status_code == 422 and 'role="alert"' in answer.text
    assert '<option value="5" selected>' in answer.text
    assert inside(site, guest.open(first="x")).settings.first == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_says_what_was_chosen_and_which_seat_begins(site: Site, language: str) -> None:
    guest, said = site.guest(**{"Accept-Language": language}), words(language)
    table = guest.open(game="richelieu", stall_guard="off", first="3")
    page = unescape(guest.page(f"/t/{table}").text)
    assert said("web.first.seat", seat=3) in page and said("web.field.stall_guard") in page
    assert f"<dd>{said('web.stall_guard.off')}</dd>" in page
    seats = page.split('<li id="seat-')[1:]
    assert [f"· {said('web.seats.first')}" in seat.partition("</li>")[0] for seat in seats] == [False, False, True]


def test_a_seat_that_is_taken_away_does_not_begin(site: Site) -> None:
    guest = site.guest()
    table = guest.open(players="4", first="4")
    settings = inside(site, table).settings
    kept = {name: getattr(settings, name) for name in settings.__struct_fields__} | {"kinds": [], "players": 3}
    kept["clock"] = {"kind": "none", "seconds": 0}
    assert guest.ask(table, do="change", settings=kept).status_code == 422
    assert guest.ask(table, do="change", settings=kept | {"first": 0}).status_code == 200
    page = unescape(guest.page(f"/t/{table}").text)
    assert SAID("web.first.drawn") in page
