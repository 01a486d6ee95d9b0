"""What one can do at a table, and what the server answers."""

from __future__ import annotations

import re

import pytest
from web.server.guests import Site, move, playing, to_the_end

from intrigue.locale import LANGUAGES, words


def test_one_form_opens_a_game_against_bots(site: Site) -> None:
    guest = site.guest()
    response = guest.submit("/quick", {"game": "ablaze", "players": "4", "level": "squire"})
    assert response.status_code == 303
    table = site.inside(lambda: site.house.desk.table(response.headers["location"].removeprefix("/t/")))
    assert [seat.level for seat in table.seats] == ["", "squire", "squire", "squire"]
    assert table.settings.game == "ablaze" and table.seats[0].name == "Guest"
    assert re.fullmatch(r"[a-z2-7]{10}", table.id)
    page = guest.page(f"/t/{table.id}")
    assert page.status_code == 200 and f'data-table="{table.id}"' in page.text


def test_the_form_of_a_new_table_is_taken_whole(site: Site) -> None:
    fields = {
        "game": "oriflamme-mix",
        "players": "5",
        "kinds": ["archer", "spy", "heir", "lord", "ambush", "prince", "queen", "felon", "trap", "bribery"],
        "clock": "days:3",
        "watch": "nobody",
        "listed": "on",
        "level": "duke",
        "fill": "bots",
        "name": "  Ann   of Ghent ",
    }
    response = site.guest().submit("/new", fields)
    table = site.inside(lambda: site.house.desk.table(response.headers["location"].removeprefix("/t/")))
    settings = table.settings
    assert settings.kinds == tuple(sorted(fields["kinds"])) and settings.players == 5
    assert (settings.clock.kind, settings.clock.seconds) == ("days", 3 * 86_400)
    assert settings.watch == "nobody" and settings.listed and settings.level == "duke"
    assert table.seats[0].name == "Ann of Ghent" and [seat.level for seat in table.seats[1:]] == ["duke"] * 4


def test_a_form_that_cannot_be_is_shown_again_with_what_is_wrong(site: Site) -> None:
    guest = site.guest()
    response = guest.submit("/new", {"game": "richelieu", "players": "5", "name": "Ann"})
    assert response.status_code == 422
    assert 'role="alert"' in response.text and "<form" in response.text
    assert guest.submit("/new", {"game": "chess"}).status_code == 422
    assert guest.submit("/new", {"game": "oriflamme", "clock": "live:soon"}).status_code == 400


def test_outside_bots_cannot_be_named(site: Site) -> None:
    guest = site.guest()
    table = guest.open(level="cmd:touch /tmp/x", fill="bots")
    assert site.inside(lambda: site.house.desk.table(table)).settings.level == "knight"
    refused = guest.ask(table, do="fill", seat=2, level="cmd:true")
    assert refused.status_code == 422
    for level in ("search:sims=9", "random", "cmd:x"):
        settings = {"game": "oriflamme", "edition": "en", "players": 3, "level": level}
        assert guest.ask(table, do="change", settings=settings).status_code == 422


def test_requests_are_answered_with_the_version_they_made(site: Site) -> None:
    guest = site.guest()
    table = guest.open()
    before = guest.version(table)
    answer = guest.ask(table, do="fill", seat=2, level="page")
    assert answer.json() == {"version": before + 1} and guest.version(table) == before + 1


def test_the_same_key_again_gets_the_first_answer(site: Site) -> None:
    guest = site.guest()
    table = guest.open()
    before, key = guest.version(table), site.key()
    first = guest.ask(table, before, key, do="fill", seat=2, level="page")
    assert first.json() == {"version": before + 1}
    for expected in (before, before + 1, before + 7):  # as it was sent first, or after a reload
        again = guest.ask(table, expected, key, do="fill", seat=2, level="page")
        assert (again.status_code, again.json()) == (200, {"version": before + 1})
    assert guest.version(table) == before + 1


def test_a_key_is_one_persons_own(site: Site) -> None:
    host, other = site.guest(), site.guest()
    table, key = host.open(), site.key()
    assert host.ask(table, key=key, do="fill", seat=2, level="page").status_code == 200
    assert other.ask(table, key=key, do="sit", seat=3, name="Bob").status_code == 200


def test_a_stale_version_is_told_the_true_one(site: Site) -> None:
    guest = site.guest()
    table = guest.open()
    version = guest.version(table)
    for expected in (version - 1, version + 1):
        answer = guest.ask(table, expected, do="fill", seat=2, level="page")
        assert answer.status_code == 409
        assert answer.json() == {"version": version, "message": words("en")("serve.fault.stale")}
    assert guest.version(table) == version


def test_a_refusal_is_a_sentence(site: Site) -> None:
    host, other = site.guest(), site.guest(**{"Accept-Language": "fr"})
    table = host.open()
    answer = other.ask(table, do="fill", seat=2, level="page")
    assert answer.status_code == 422
    assert answer.json() == {"message": words("fr")("refused.host_only")}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"key":"12345678","expected":0}',
        b'{"key":"short","expected":0,"request":{"do":"close"}}',
        b'{"key":"12345678","expected":-1,"request":{"do":"close"}}',
        b'{"key":"12345678","expected":0,"request":{"do":"moved","seat":1,"move":"wait"}}',
        b'{"key":"12345678","expected":0,"request":{"do":"close","person":1}}',
        b'{"key":"12345678","expected":0,"request":{"do":"rise","seat":9}}',
        b'{"key":"12345678","expected":0,"request":{"do":"rise","seat":1},"more":1}',
        b'\xff\xfe{"key":1}',
    ],
)
def test_what_is_no_request_is_refused_without_a_trace(site: Site, body: bytes) -> None:
    guest = site.guest()
    table = guest.open()
    headers = {"X-Intrigue": guest.form_token, "Content-Type": "application/json", "Origin": site.url}
    answer = guest.http.post(f"/t/{table}/do", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json() == {"message": words("en")("serve.fault.request")}


def test_a_whole_game_its_record_and_a_rematch(site: Site) -> None:
    table, guests = playing(site)
    assert guests[0].get(f"/t/{table}/record").status_code == 403
    assert guests[0].post(f"/t/{table}/rematch").status_code == 422
    to_the_end(site, table, guests)
    record = guests[1].get(f"/t/{table}/record")
    assert record.status_code == 200 and "attachment" in record.headers["content-disposition"]
    assert "Ann" in record.text
    following = [guest.post(f"/t/{table}/rematch").json()["table"] for guest in guests]
    assert len(set(following)) == 1
    after = site.inside(lambda: site.house.desk.table(following[0]))
    assert [seat.name for seat in after.seats] == ["Guest3", "Ann", "Guest2"]
    assert site.guest().post(f"/t/{table}/rematch").json()["table"] == following[0]


def test_a_move_that_is_none_changes_nothing(site: Site) -> None:
    table, guests = playing(site)
    version = guests[0].version(table)
    for seat, guest in enumerate(guests, start=1):
        assert guest.ask(table, do="move", seat=seat, move="place dragon first").status_code == 422
    assert guests[0].version(table) == version
    assert move(site, table, guests).json() == {"version": version + 1}


def test_the_link_as_a_picture(site: Site) -> None:
    guest = site.guest()
    picture = guest.get(f"/t/{guest.open()}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml" and picture.text.startswith("<?xml")
    assert "style=" not in picture.text


def test_listed_tables_are_found_by_strangers(site: Site) -> None:
    guest = site.guest()
    listed, hidden = guest.open(listed="on"), guest.open()
    page = site.guest().page("/tables").text
    assert f"/t/{listed}" in page and f"/t/{hidden}" not in page
    mine = guest.page("/").text
    assert f"/t/{listed}" in mine and f"/t/{hidden}" in mine


@pytest.mark.parametrize("language", LANGUAGES)
def test_faults_are_told_in_the_readers_language(site: Site, language: str) -> None:
    guest = site.guest(**{"Accept-Language": f"de, {language};q=0.8"})
    for path, key in (("/nowhere", "no_page"), ("/t/aaaaaaaaaa", "no_table"), ("/t/A", "no_table")):
        page = guest.page(path)
        assert page.status_code == 404 and f'lang="{language}"' in page.text
        told = guest.get(path)
        assert told.json() == {"message": words(language)(f"serve.fault.{key}")}


def test_likings_are_kept_and_the_own_language_wins(site: Site) -> None:
    guest = site.guest(**{"Accept-Language": "fr"})
    assert 'lang="fr"' in guest.page().text
    answer = guest.submit("/me", {"language": "uk", "name": "Олена", "theme": "dark", "sound": "off", "back": "/about"})
    assert answer.status_code == 303 and answer.headers["location"] == "/about"
    page = guest.page().text
    assert 'lang="uk"' in page and "Олена" in page and 'data-theme="dark"' in page
    assert guest.post("/me", {"theme": "purple", "speed": "fast"}).status_code == 200
    page = guest.page().text
    assert 'data-theme="dark"' in page and 'lang="uk"' in page


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:x", ""])
def test_forms_never_lead_away_from_the_site(site: Site, back: str) -> None:
    assert site.guest().submit("/me", {"theme": "light", "back": back}).headers["location"] == "/"


def test_explanations_and_files_may_be_kept(site: Site) -> None:
    guest = site.guest()
    hints = guest.get("/hints/oriflamme/fr/en")
    assert hints.status_code == 200 and "public" in hints.headers["cache-control"] and "<template" in hints.text
    assert guest.get("/hints/oriflamme/xx/fr").status_code == 404
    assert guest.get("/hints/chess/en/fr").status_code == 404
    assets = site.server.guard.state.assets
    for name in assets.files:
        fresh = guest.get(assets.address(name))
        if "?v=" in assets.address(name) or name.startswith("js/"):
            assert "immutable" in fresh.headers["cache-control"], name
        old = guest.get(f"/static/{name}?v=old")
        assert old.headers["cache-control"] == "no-cache" and fresh.content == old.content == assets.files[name].body
        kept = guest.http.get(f"/static/{name}", headers={"If-None-Match": old.headers["etag"]})
        assert kept.status_code == 304 and not kept.content
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/", "/static/~x/../../app.py"):
        assert guest.http.get(path).status_code == 404
