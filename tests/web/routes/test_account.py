"""Who somebody is here: the recovery code, the export, and being forgotten (threats 4, 12, 13 and 14)."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from web.databases import Postgres
from web.guests import GENEROUS, Guest, Site, move, next_message, playing, running, to_the_end
from web.live.test_two import same

from intrigue.locale import LANGUAGES, words
from intrigue.web.config import RATES
from intrigue.web.runtime.tokens import token_hash
from intrigue.web.store import Forgotten, Full, Unavailable
from intrigue.web.store.queries import people as people_queries
from intrigue.web.store.schema import talk
from intrigue.web.table.log_entries import HandedOver, Sat

SIGNS = "[ABCDEFGHJKMNPQRSTUVWXYZ23456789]"


def code_of(guest: Guest) -> str:
    answer = guest.post("/me/recovery")
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
    return str(answer.json()["code"])


def person_of(site: Site, guest: Guest) -> int | None:
    found = site.inside(lambda: site.parts.store.person(token_hash(guest.http.cookies["intrigue"])))
    return found.id if found else None


# The code


def test_another_browser_becomes_the_same_person(site: Site) -> None:
    phone, laptop = site.guest(), site.guest()
    table = phone.open(name="Ann")
    code = code_of(phone)
    assert re.fullmatch(f"{SIGNS}{{16}}", code)
    cookie = laptop.page().cookies.get("intrigue") or laptop.http.cookies["intrigue"]
    written = f" {code[:4].lower()}-{code[4:8]} {code[8:12]}–{code[12:]} "
    answer = laptop.post("/me/recover", {"code": written})
    assert answer.status_code == 200 and answer.json()["name"] == "Ann"
    fresh = answer.json()["code"]
    assert fresh != code and re.fullmatch(f"{SIGNS}{{16}}", fresh)
    assert laptop.http.cookies["intrigue"] == cookie != phone.http.cookies["intrigue"]
    assert person_of(site, laptop) == person_of(site, phone)
    for guest in (phone, laptop):
        assert f'href="/t/{table}"' in guest.page("/mine").text
    assert laptop.ask(table, do="fill", seat=2, level="page").status_code == 200


def test_a_code_works_once_and_only_the_newest(site: Site) -> None:
    ann = site.guest()
    ann.open(name="Ann")
    old, new = code_of(ann), code_of(ann)
    assert site.guest().post("/me/recover", {"code": old}).status_code == 422
    assert site.guest().post("/me/recover", {"code": new}).status_code == 200
    assert site.guest().post("/me/recover", {"code": new}).status_code == 422
    for wrong in ("", "A" * 16, new[:-1], new + "A", "é" * 16, "\0" * 16):
        assert site.guest().post("/me/recover", {"code": wrong}).status_code == 422


def test_the_page_shows_the_code_in_groups_and_says_what_is_wrong(site: Site) -> None:
    guest = site.guest()
    page = guest.submit("/me/recovery", {})
    assert page.status_code == 200 and page.headers["cache-control"] == "no-store"
    groups = re.findall(rf"<span>({SIGNS}{{4}})</span>", page.text)
    assert len(groups) == 4
    wrong = site.guest().submit("/me/recover", {"code": "nonsense"})
    assert wrong.status_code == 422 and 'role="alert"' in wrong.text and "leads to nobody" in wrong.text
    assert "nonsense" not in wrong.text
    back = site.guest().submit("/me/recover", {"code": "-".join(groups)})
    assert back.status_code == 200 and "You are yourself again" in back.text


def test_codes_cannot_be_tried_without_end(tmp_path: Path) -> None:
    with running(tmp_path, rates={**GENEROUS, "try": RATES["try"], "recovery": RATES["recovery"]}) as site:
        guest = site.guest()
        answers = [guest.post("/me/recover", {"code": "A" * 16}).status_code for _ in range(8)]
        assert answers == [422] * 5 + [429] * 3
        assert [guest.post("/me/recovery").status_code for _ in range(22)].count(429) == 2


def test_codes_need_a_page_of_ours(site: Site) -> None:
    ann = site.guest()
    ann.open(name="Ann")
    code = code_of(ann)
    other = site.guest()
    other.page()
    for path, body in (("/me/recovery", {}), ("/me/recover", {"code": code}), ("/me/delete", {"sure": True})):
        headers = {"Accept": "application/json", "Origin": site.url}
        assert other.http.post(path, json=body, headers=headers).status_code == 403
        assert other.http.post(path, json=body, headers={**headers, "X-Intrigue": ann.form_token}).status_code == 403
    assert other.post("/me/recover", {"code": code}).status_code == 200


def test_who_the_browser_was_is_left_only_on_purpose_and_unfinished_games_come_along(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    ann.open(name="Ann")
    table = bob.open(name="Bob")
    before = person_of(site, bob)
    code = code_of(ann)
    asked = bob.submit("/me/recover", {"code": code})
    assert asked.status_code == 422 and "Tick the box" in asked.text
    assert "This browser already has an identity with 1 table." in asked.text
    assert person_of(site, bob) == before
    answer = bob.post("/me/recover", {"code": code, "sure": True}).json()
    assert (answer["name"], answer["carried"], answer["left"]) == ("Ann", 1, 0)
    seat = site.inside(lambda: site.parts.tables.get(table)).seats[0]
    assert (seat.person, seat.name) == (person_of(site, ann), "Bob")
    assert len(re.findall('class="line" href', ann.page("/mine").text)) == 2


def test_nobody_gets_two_hands_of_one_game_by_a_code(site: Site) -> None:
    """Threat 4: where both identities sit, a bot takes the seat that is left behind."""
    table, guests = playing(site)
    code = code_of(guests[0])
    answer = guests[1].post("/me/recover", {"code": code, "sure": True}).json()
    assert (answer["carried"], answer["left"]) == (0, 1)
    found = site.inside(lambda: site.parts.tables.get(table))
    assert found.seats_of(person_of(site, guests[1])) == (1,)
    assert found.seats[1].person is None and found.driver(2) == "bot"


def test_a_recovery_that_fails_half_way_is_tried_again_with_the_same_code(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = site.guest(), site.guest()
    ann.open(name="Ann")
    tables = [bob.open(name="Bob") for _ in range(2)]
    before, store, code = person_of(site, bob), site.parts.store, code_of(ann)
    real, handed = store.append, 0

    async def append(*given: Any) -> Any:
        nonlocal handed
        handed += 1
        if handed == 2:
            raise Unavailable("away")
        return await real(*given)

    monkeypatch.setattr(store, "append", append)
    assert bob.post("/me/recover", {"code": code, "sure": True}).status_code == 503
    assert person_of(site, bob) == before and handed == 2
    monkeypatch.setattr(people_queries, "adopt", no_room)
    assert bob.post("/me/recover", {"code": code, "sure": True}).status_code == 503
    assert person_of(site, bob) == before
    monkeypatch.undo()
    assert bob.post("/me/recover", {"code": code, "sure": True}).status_code == 200
    for table in tables:
        seat = site.inside(lambda table=table: site.parts.tables.get(table)).seats[0]
        assert seat.person == person_of(site, ann) == person_of(site, bob)


def test_of_two_browsers_with_one_code_the_other_keeps_its_games(site: Site) -> None:
    for _ in range(3):
        ann = site.guest()
        ann.open(name="Ann")
        code, others = code_of(ann), [site.guest(), site.guest()]
        tables = [other.open(name="Bob") for other in others]
        people = [person_of(site, other) for other in others]
        with ThreadPoolExecutor(2) as pool:
            posts = [pool.submit(other.post, "/me/recover", {"code": code, "sure": True}) for other in others]
            answers = [post.result().status_code for post in posts]
        assert sorted(answers) == [200, 422]
        for answer, table, person in zip(answers, tables, people, strict=True):
            seat = site.inside(lambda table=table: site.parts.tables.get(table)).seats[0]
            assert (seat.person == person) == (answer == 422)


def test_where_another_server_was_quicker_games_go_back(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = site.guest(), site.guest()
    ann.open(name="Ann")
    table, code, store = bob.open(name="Bob"), code_of(ann), site.parts.store

    seats: list[int | None] = []
    real = store.append

    async def append(*given: Any) -> Any:
        seats.extend(content.person for content in given[5] if isinstance(content, HandedOver))
        return await real(*given)

    monkeypatch.setattr(store, "append", append)
    before = person_of(site, bob)
    monkeypatch.setattr(store, "recover", late_by)
    assert bob.post("/me/recover", {"code": code, "sure": True}).status_code == 422
    assert seats == [person_of(site, ann), before]
    assert site.inside(lambda: site.parts.tables.get(table)).seats[0].person == person_of(site, bob) == before


async def late_by(*given: Any) -> None:
    """A code that was used up before."""


def no_room(*given: Any) -> None:
    raise Full("full")


def test_who_becomes_another_takes_names_and_notices_along(site: Site) -> None:
    ann, bob, other = site.guest(), site.guest(), site.guest()
    ann.open(name="Ann")
    table = bob.open(name="Bobby")
    other.sit(table, 2, "Cyd")
    bob.post(f"/t/{table}/say", {"key": site.key(), "kind": "text", "text": "my last word"})
    assert bob.post("/me/hook", {"url": "https://hooks.example/bob"}).status_code == 200
    assert bob.post("/me/recover", {"code": code_of(ann), "sure": True}).json()["carried"] == 1
    assert "https://hooks.example/bob" in ann.page("/me/notices").text
    assert "my last word" in ann.get("/me/export").text
    assert "Bobby" in other.page(f"/t/{table}").text
    assert ann.post("/me/delete", {"sure": True}).status_code == 200
    page = other.page(f"/t/{table}").text
    assert "Bobby" not in page and "my last word" not in page


# The export


def test_everything_of_mine_and_nothing_of_others(site: Site) -> None:
    table, guests = playing(site)
    over, _ = playing_again(site, guests)
    me = guests[0]
    for number, guest in enumerate(guests):
        said = {"key": site.key(), "kind": "text", "text": f"word of {number}"}
        assert guest.post(f"/t/{table}/say", said).status_code == 200
    answer = me.get("/me/export")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert "attachment" in answer.headers["content-disposition"]
    content = answer.json()
    assert content["person"]["name"] == "Ann"
    assert {one["table_id"] for one in content["tables"]} == {table, over}
    assert [line["text"] for line in content["talk"]] == ["word of 0"]
    assert list(content["records"]) == [over] and "# intrigue deal: secret" in content["records"][over]
    assert [one["table_id"] for one in content["results"]] == [over]


def playing_again(site: Site, guests: list[Guest]) -> tuple[str, list[Guest]]:
    """Another game of the same people, played to its end."""
    table = guests[0].open(players=str(len(guests)), name="Ann")
    for seat, guest in enumerate(guests[1:], start=2):
        guest.sit(table, seat, f"Guest{seat}")
    for seat, guest in enumerate(guests, start=1):
        guest.ready(table, seat)
    to_the_end(site, table, guests)
    return table, guests


def test_an_export_tells_nothing_of_a_game_that_runs(site: Site) -> None:
    """Threat 12: neither cards nor secrets, of others or to come."""
    table, guests = playing(site)
    for _ in range(4):
        move(site, table, guests)
    found = site.inside(lambda: site.parts.tables.get(table))
    assert found.match
    content = guests[0].get("/me/export").text
    assert found.secret.hex() not in content and "Aside" not in content
    kinds = {kind for seat in (1, 2, 3) for kind in found.match.view(seat)["players"][seat - 1]["hand"]}
    assert kinds and not any(kind in content for kind in kinds)
    assert json.loads(content)["records"] == {}


def test_no_export_for_strangers_and_no_record_that_one_may_not_see(site: Site) -> None:
    stranger = site.guest()
    assert stranger.get("/me/export").status_code == 404
    table, guests = playing(site, 4, watch="nobody")
    left = guests[3]
    assert left.ask(table, do="rise", seat=4).status_code == 200
    for seat, guest in enumerate(guests[:3], start=1):
        assert guest.ask(table, do="vote", seat=seat, end=True).status_code == 200
    assert list(guests[0].get("/me/export").json()["records"]) == [table]
    content = left.get("/me/export").json()
    assert [one["table_id"] for one in content["tables"]] == [table] and content["tables"][0]["seats"] == []
    assert content["records"] == {}


def test_exports_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, rates={**GENEROUS, "export": RATES["export"]}) as site:
        guest = site.guest()
        guest.open()
        assert [guest.get("/me/export").status_code for _ in range(8)] == [200] * 6 + [429] * 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_site_says_that_it_keeps_where_notices_go(site: Site, language: str) -> None:
    page = site.guest(**{"Accept-Language": language}).page("/about").text
    assert words(language)("notices.about") in unescape(page)


# Being forgotten


NAMED = re.compile(r"\bAnn(abella)?\b")
"""The name of who goes, as a word: a random token may hold any three letters."""


def test_who_goes_leaves_no_name_and_no_word(site: Site) -> None:
    table, guests = playing(site)
    over, _ = playing_again(site, guests)
    me, other = guests[0], guests[1]
    me.ask(table, do="rename", seat=1, name="Annabella")
    me.post(f"/t/{over}/say", {"key": site.key(), "kind": "text", "text": "my last word"})
    assert "my last word" in other.page(f"/t/{over}").text
    assert "Annabella" in other.page(f"/t/{table}").text
    with other.socket(table) as line:
        next_message(line, "snapshot")
        answer = me.submit("/me/delete", {"sure": "on"})
        assert answer.status_code == 303 and answer.headers["location"] == "/me/gone"
        assert 'intrigue=""' in answer.headers["set-cookie"] and "Max-Age=0" in answer.headers["set-cookie"]
        while next_message(line)["type"] != "resync":
            pass
    assert "intrigue" not in me.http.cookies
    assert "Everything is deleted" in me.page("/me/gone").text
    found = site.inside(lambda: site.parts.tables.get(table))
    assert found.seats[0].person is None and found.driver(1) == "bot"
    for id in (table, over):
        for page in (f"/t/{id}", f"/t/{id}/poll?since=0", f"/t/{id}/replay"):
            text = other.get(page).text
            assert not NAMED.search(text) and "my last word" not in text, page
    record = other.get(f"/t/{over}/record").text
    assert "Names: —, Guest2, Guest3" in record and "Ann" not in record
    assert re.search(r"Place \d of 3|Won|Victory shared", re.sub("<[^>]*>", "", other.page("/mine").text))


def test_a_page_that_was_away_when_somebody_went_is_told_all_anew(site: Site) -> None:
    table, guests = playing(site)
    me, other = guests[0], guests[1]
    to_the_end(site, table, guests)
    assert me.post(f"/t/{table}/say", {"key": site.key(), "kind": "text", "text": "my last word"}).status_code == 200
    page = other.page(f"/t/{table}").text
    assert "my last word" in page and 'data-rewritten="0"' in page
    version = other.version(table)
    assert me.post("/me/delete", {"sure": True}).status_code == 200
    for ways in (f"since={version}&talk=1&rewritten=0", f"since={version}&talk=0&rewritten=0"):
        assert [one["type"] for one in other.get(f"/t/{table}/poll?{ways}").json()["messages"]][:1] == ["resync"]
    messages = other.get(f"/t/{table}/poll?since=0&talk=0&rewritten=0").json()["messages"]
    assert messages[0]["type"] == "snapshot" and messages[0]["rewritten"] == 1 and "my last word" not in str(messages)
    assert 'data-rewritten="1"' in other.page(f"/t/{table}").text
    with other.socket(table, version) as line:
        assert next_message(line)["type"] != "resync"  # a page that says nothing of it has nothing old


def test_deleting_must_be_meant(site: Site) -> None:
    guest = site.guest()
    guest.open(name="Ann")
    assert "A bot goes on in your unfinished game" in guest.page("/me/delete").text
    assert guest.post("/me/delete", {}).status_code == 422
    page = guest.submit("/me/delete", {})
    assert page.status_code == 422 and "Tick the box" in page.text
    assert person_of(site, guest) is not None
    assert site.guest().get("/me/delete").headers["location"] == "/me"


def test_all_browsers_of_who_goes_are_nobody(site: Site) -> None:
    phone, laptop = site.guest(), site.guest()
    table = phone.open(name="Ann")
    assert laptop.post("/me/recover", {"code": code_of(phone)}).status_code == 200
    again = code_of(phone)
    assert phone.post("/me/delete", {"sure": True}).status_code == 200
    assert person_of(site, laptop) is None
    assert site.guest().post("/me/recover", {"code": again}).status_code == 422
    assert site.inside(lambda: site.parts.tables.get(table)).phase == "aborted"
    assert not NAMED.search(laptop.page("/").text)


def test_a_second_browser_of_who_goes_leaves_nothing_behind(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """It sits down while the first deletes everything, and tries again afterwards."""
    phone, laptop, host = site.guest(), site.guest(), site.guest()
    table = phone.open(name="Ann")
    assert laptop.post("/me/recover", {"code": code_of(phone)}).status_code == 200
    late, never = host.open(name="Bob"), host.open(name="Bob")
    store, person = site.parts.store, person_of(site, phone)
    real = store.forget

    async def forget(person: int) -> list[str]:
        """What was asked before comes through now."""
        await site.parts.tables.act(late, None, "late", [Sat(2, person, "Annabella")], person)
        changed = await real(person)
        with pytest.raises(Forgotten):
            await site.parts.tables.act(never, None, "never", [Sat(2, person, "Annabella")], person)
        return changed

    monkeypatch.setattr(store, "forget", forget)
    assert phone.post("/me/delete", {"sure": True}).status_code == 200
    for id in (table, late, never):
        found = site.inside(lambda id=id: site.parts.tables.get(id))
        assert not found.seats_of(person) and not NAMED.search(host.page(f"/t/{id}").text), id
    said = {"key": site.key(), "kind": "text", "text": "my last word"}
    laptop.post(f"/t/{late}/say", said)  # a stranger by now
    assert person not in site.inside(lambda: store.run_read(lambda c: list(c.scalars(select(talk.c.author)))))
    assert person not in [row.person for row in site.inside(lambda: store.read(never)) if row.person]


def test_a_rematch_goes_on_without_who_is_gone(site: Site) -> None:
    table, guests = playing(site)
    to_the_end(site, table, guests)
    assert guests[1].post("/me/delete", {"sure": True}).status_code == 200
    following = guests[0].post(f"/t/{table}/rematch").json()["table"]
    people = [seat.person for seat in site.inside(lambda: site.parts.tables.get(following)).seats]
    assert sorted(map(bool, people)) == [False, True, True] and person_of(site, guests[0]) in people
    assert guests[2].post(f"/t/{table}/rematch").json()["table"] == following


@pytest.fixture
def sites(postgres: Postgres, tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    name = postgres.create()
    with running(tmp_path, database=postgres.url(name)) as one, running(tmp_path, database=postgres.url(name)) as other:
        yield one, other
    postgres.drop(name)


def test_the_other_server_forgets_too(sites: tuple[Site, Site]) -> None:
    one, other = sites
    table, guests = playing(one)
    me, watcher = guests[0], same(guests[1], other)
    me.post(f"/t/{table}/say", {"key": one.key(), "kind": "text", "text": "my last word"})
    assert "Ann" in watcher.page(f"/t/{table}").text
    with watcher.socket(table) as line:
        next_message(line, "snapshot")
        assert next_message(line, "talk")["n"] == 1
        assert me.post("/me/delete", {"sure": True}).status_code == 200
        while next_message(line)["type"] != "resync":
            pass
    page = watcher.page(f"/t/{table}").text
    assert not NAMED.search(page) and "my last word" not in page


def test_codes_are_in_no_log_and_no_address(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), running(tmp_path) as site:
        ann, other = site.guest(), site.guest()
        ann.open(name="Ann")
        page = ann.submit("/me/recovery", {})
        code = "".join(re.findall(rf"<span>({SIGNS}{{4}})</span>", page.text))
        assert code not in str(page.url) and not page.history
        answer = other.submit("/me/recover", {"code": code})
        assert answer.status_code == 200 and code not in str(answer.url) and code not in answer.text
        other.post("/me/recover", {"code": code})
    assert code not in caplog.text and code[:8] not in caplog.text
