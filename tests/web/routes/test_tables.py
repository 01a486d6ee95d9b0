"""What one can do at a table, and what the server answers."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from web.guests import Site, move, playing, running, to_the_end

from intrigue.locale import LANGUAGES, words
from intrigue.web.runtime.listings import LIVELY
from intrigue.web.runtime.tables import RESENT
from intrigue.web.store import TableRow


def test_one_form_opens_a_game_against_bots(site: Site) -> None:
    guest = site.guest()
    response = guest.submit("/quick", {"game": "ablaze", "players": "4", "level": "squire"})
    assert response.status_code == 303
    table = site.inside(lambda: site.parts.tables.get(response.headers["location"].removeprefix("/t/")))
    assert [seat.level for seat in table.seats] == ["", "squire", "squire", "squire"]
    assert table.settings.game == "ablaze" and table.seats[0].name == "Guest"
    assert re.fullmatch(r"[a-z2-7]{10}", table.id)
    page = guest.page(f"/t/{table.id}")
    assert page.status_code == 200 and f'data-table="{table.id}"' in page.text


@pytest.mark.parametrize("path", ["/", "/new?game=ablaze"])
def test_a_form_that_is_sent_twice_leads_to_one_table(site: Site, path: str) -> None:
    guest, other = site.guest(), site.guest()
    way = "/quick" if path == "/" else "/new"
    key = key_in(guest.page(path).text)
    assert key != key_in(guest.page(path).text)
    form = {"game": "ablaze", "players": "4", "level": "squire", "key": key}
    first = guest.submit(way, form)
    table = first.headers["location"]
    assert first.status_code == 303 and re.fullmatch(r"/t/[a-z2-7]{10}", table)
    guest.ready(table.removeprefix("/t/"), 1)  # what was done since stays
    assert guest.submit(way, form).headers["location"] == table
    assert f"{1:032x}" == site.inside(lambda: site.parts.tables.get(table.removeprefix("/t/"))).seats[0].nonce
    for answer in (
        guest.submit(way, form | {"players": "5"}),
        guest.submit(way, form | {"key": key_in(guest.page(path).text)}),
        guest.submit(way, form | {"key": ""}),
        other.submit(way, form),
    ):
        assert answer.status_code == 303 and answer.headers["location"] != table
    for rubbish in ("x", "x" * 65, "0123 4567"):
        assert guest.submit(way, form | {"key": rubbish}).status_code == 400


def test_two_sendings_of_one_form_at_once_lead_to_one_table(site: Site) -> None:
    guest = site.guest()
    form = {"game": "oriflamme", "players": "3", "key": key_in(guest.page("/").text)}
    with ThreadPoolExecutor() as pool:
        answers = list(pool.map(lambda _: guest.submit("/quick", form), range(4)))
    assert len({answer.headers["location"] for answer in answers}) == 1


def test_a_form_whose_table_has_ended_opens_another(site: Site) -> None:
    guest = site.guest()
    form = {"game": "oriflamme", "players": "3", "key": key_in(guest.page("/").text)}
    known = [guest.submit("/quick", form).headers["location"]]
    for _ in range(2):
        assert guest.ask(known[-1].removeprefix("/t/"), do="close").status_code == 200
        following = guest.submit("/quick", form).headers["location"]
        assert following not in known
        assert guest.submit("/quick", form).headers["location"] == following  # its answer may be lost as well
        known.append(following)


def test_a_form_that_comes_again_much_later_opens_another_table(tmp_path: Path) -> None:
    clock = [1_000_000]
    with running(tmp_path, now=lambda: clock[0]) as site:
        guest = site.guest()
        form = {"game": "oriflamme", "players": "3", "key": key_in(guest.page("/").text)}
        first = guest.submit("/quick", form).headers["location"]
        clock[0] += RESENT
        assert guest.submit("/quick", form).headers["location"] == first
        clock[0] += 1
        second = guest.submit("/quick", form).headers["location"]
        assert second != first
        assert guest.submit("/quick", form).headers["location"] == second


def test_lessons_positions_and_moments_are_opened_once_by_one_form(site: Site) -> None:
    over, guests = playing(site)
    to_the_end(site, over, guests)
    position = "Game: oriflamme\nEdition: fr\nPlayers: 3\nSeed: 1\n"
    seat = {"seat": "1", "level": "page"}
    for way, action, fields in (
        ("/", "/learn", {"lesson": "oriflamme"}),
        ("/learn", "/learn", {"lesson": "oriflamme"}),
        ("/sandbox", "/sandbox/play", {"record": position, **seat}),
        (f"/t/{over}/replay", f"/t/{over}/replay/what-if", {"step": "2", **seat}),
    ):
        guest = site.guest()
        keys = [key_in(guest.page(way).text, action) for _ in range(2)]
        made = [guest.submit(action, fields | {"key": key}) for key in (keys[0], keys[0], keys[1], "")]
        assert [one.status_code for one in made] == [303] * 4, made[0].text
        first, again, *others = (one.headers["location"] for one in made)
        assert first == again and len({first, *others}) == 3
        assert guest.submit(action, fields | {"key": "short"}).status_code == 400
        assert guest.post(action, fields | {"key": 12345678}).status_code == 400


def test_one_key_sent_in_two_forms_opens_two_tables(site: Site) -> None:
    guest = site.guest()
    form = {"game": "oriflamme", "lesson": "oriflamme", "key": site.key()}
    made = [guest.submit(way, form) for way in ("/quick", "/new", "/learn")]
    assert [one.status_code for one in made] == [303] * 3
    assert len({one.headers["location"] for one in made}) == 3


def key_in(page: str, action: str = "") -> str:
    """The key of the first form on a page, or of the first that posts somewhere."""
    found = re.search(rf'action="{action}.*?name="key" value="([0-9a-f]{{32}})"', page, re.DOTALL)
    assert found
    return found[1]


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
    table = site.inside(lambda: site.parts.tables.get(response.headers["location"].removeprefix("/t/")))
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
    assert site.inside(lambda: site.parts.tables.get(table)).settings.level == "knight"
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
    after = site.inside(lambda: site.parts.tables.get(following[0]))
    assert [seat.name for seat in after.seats] == ["Guest3", "Ann", "Guest2"]
    assert site.guest().post(f"/t/{table}/rematch").json()["table"] == following[0]


@pytest.mark.parametrize(
    ("people", "mine", "bots"), [("2", 2, 2), ("3", 3, 1), ("4", 4, 0), ("9", 4, 0), ("", 4, 0), ("x", 4, 0)]
)
def test_bots_sit_beside_those_who_share_a_device(site: Site, people: str, mine: int, bots: int) -> None:
    host = site.guest()
    table = host.open(players="4", hot_seat="on", people=people, level="squire")
    found = site.inside(lambda: site.parts.tables.get(table))
    assert [seat.person is not None for seat in found.seats] == [True] * mine + [False] * bots
    assert [seat.level for seat in found.seats[mine:]] == ["squire"] * bots
    other = host.open(players="4", people=people)
    assert [seat.free for seat in site.inside(lambda: site.parts.tables.get(other)).seats] == [False, True, True, True]


def test_whoever_has_no_name_sits_down_as_a_guest(site: Site) -> None:
    table, guests = playing(site)
    for seat, guest in enumerate(guests[1:], start=2):
        assert guest.ask(table, do="rise", seat=seat).status_code == 200
    for language, seat, name in (("fr", 2, "Invité"), ("uk", 3, "Гість")):
        nameless = site.guest(**{"Accept-Language": language})
        nameless.sit(table, seat, " ")
        assert nameless.ask(table, do="rise", seat=seat).status_code == 200
        nameless.sit(table, seat, "")  # and back again
        found = site.inside(lambda: site.parts.tables.get(table))
        assert found.seat(seat).name == name
        assert (
            'id="my-name" type="text" maxlength="24" autocomplete="nickname" value=""'
            in nameless.page(f"/t/{table}").text
        )
    assert guests[0].ask(table, do="rename", seat=1, name=" ").status_code == 422


def test_a_blank_name_is_the_one_that_is_known(site: Site) -> None:
    table = site.guest().open()
    guest = site.guest()
    assert guest.post("/me", {"name": "Dora"}).status_code == 200
    guest.sit(table, 2, "")
    assert site.inside(lambda: site.parts.tables.get(table)).seat(2).name == "Dora"


def test_the_field_for_talk_takes_what_may_be_said(site: Site) -> None:
    guest = site.guest()
    table = guest.open()
    found = re.search(r'id="say-text"[^>]* maxlength="(\d+)"', guest.page(f"/t/{table}").text)
    assert found
    longest = int(found[1])
    said = {
        length: guest.post(f"/t/{table}/say", {"key": site.key(), "kind": "text", "text": "x" * length})
        for length in (longest, longest + 1)
    }
    assert [answer.status_code for answer in said.values()] == [200, 422]
    assert said[longest + 1].json() == {"message": words("en")("serve.fault.say", longest=longest)}


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


def test_games_that_anybody_may_watch_are_found_by_strangers_and_no_others(site: Site) -> None:
    games = {watch: playing(site, watch=watch)[0] for watch in ("anyone", "link", "nobody")}
    own = site.guest().open(watch="anyone")  # it is not played yet, and nobody is invited
    site.parts.listings.seen = None
    for path in ("/tables", "/"):
        page = site.guest().page(path).text
        assert f"/t/{games['anyone']}" in page and words("en")("web.line.watch") in page
        assert not any(f"/t/{table}" in page for table in (games["link"], games["nobody"], own))
    over, guests = playing(site, watch="anyone")
    assert f"/t/{over}" in site.guest().page("/tables").text
    for seat, guest in enumerate(guests, start=1):
        assert guest.ask(over, do="vote", seat=seat, end=True).status_code == 200
    assert f"/t/{over}" not in site.guest().page("/tables").text


def test_the_first_page_counts_what_is_open_but_not_at_each_look(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    listings, seen = site.parts.listings, site.parts.listings.store.joinable_tables

    async def joinable(limit: int) -> list[TableRow]:
        asked.append(limit)
        return await seen(limit)

    monkeypatch.setattr(listings.store, "joinable_tables", joinable)
    listings.seen = None
    site.guest().open(listed="on")
    for _ in range(5):
        assert site.guest().page("/").status_code == 200
    assert len(asked) < 5
    listings.seen = None
    page = site.guest().page("/").text
    free = sum(row.free for row in site.inside(lambda: seen(50)))
    assert free >= 2 and words("en")("web.line.free", n=free) in page


def test_a_game_that_nobody_goes_on_with_is_not_shown_to_watch(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = playing(site, watch="anyone")
    real = site.parts.listings.now
    monkeypatch.setattr(site.parts.listings, "now", lambda: real() + LIVELY)
    assert f"/t/{table}" not in site.guest().page("/tables").text


def test_a_new_table_has_bots_for_a_beginner_until_something_else_is_asked_for(site: Site) -> None:
    guest = site.guest()
    assert '<option value="page" selected' in guest.page("/new").text
    assert '<option value="duke" selected' in guest.page("/new?level=duke").text


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


def test_until_somebody_chooses_a_language_the_browser_does(site: Site) -> None:
    guest = site.guest(**{"Accept-Language": "fr"})
    table = guest.open()
    person = site.inside(lambda: site.parts.tables.get(table)).host
    assert person is not None
    assert guest.submit("/me", {"theme": "dark", "name": "Ann"}).status_code == 303

    def speaks(language: str, told: str) -> None:
        """What pages, refusals and notices are told in."""
        page = guest.page().text
        assert f'<html lang="{language}"' in page and 'data-theme="dark"' in page and "Ann" in page
        refusal = guest.ask(table, do="move", seat=1, move="wait")
        assert refusal.json() == {"message": words(language)("refused.before_deal")}
        assert site.inside(lambda: site.parts.store.channels(person, table)).language == told

    speaks("fr", "fr")
    guest.http.headers["Accept-Language"] = "uk"
    assert '<html lang="uk"' in guest.page().text
    assert site.inside(lambda: site.parts.store.channels(person, table)).language == "fr", "reading changes nothing"
    speaks("uk", "uk")
    assert guest.submit("/me", {"language": "ru"}).status_code == 303
    speaks("ru", "ru")
    guest.http.headers["Accept-Language"] = "fr"
    speaks("ru", "ru")
    assert guest.submit("/me", {"name": "Ann"}).status_code == 303
    speaks("ru", "ru")


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
