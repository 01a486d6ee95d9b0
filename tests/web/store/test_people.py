import asyncio
from typing import Any

import pytest
from sqlalchemy import Connection, delete, event, insert, inspect, select
from web.store.deeds import create, move, opening, row
from web.store.test_beside import seat

from intrigue.web.runtime.people import People
from intrigue.web.runtime.tokens import token_hash
from intrigue.web.runtime.visitor import Visitor
from intrigue.web.store import FinishedGame, Forgotten, Missing, Person, Push, SeatResult, Store
from intrigue.web.store.queries.tables import games_of
from intrigue.web.store.schema import codes, log, recoveries, shelf
from intrigue.web.table.log_entries import Changed, Filled, HandedOver, Lent, Opened, Renamed, Rose, Sat
from intrigue.web.table.settings import Settings

pytestmark = pytest.mark.anyio

DAY = 24 * 60 * 60 * 1000


async def someone(store: Store, name: str) -> Person:
    return await store.save_person(name.encode(), name, "en", {}, 5)


def result(seat: int, person: int | None, **other: Any) -> SeatResult:
    plain = SeatResult(seat, person, "" if person else "page", "oriflamme", "fr", 2, 10 + seat, 3 - seat, 50)
    return plain._replace(**other)


async def finish(store: Store, table: str, *results: SeatResult) -> None:
    version = (await store.read(table))[-1].version
    over = row(table, phase="over", results=results)
    await store.append(table, version, 1, f"end:{version}", 50, [move()], over)


async def names_in_log(store: Store, table: str) -> list[str]:
    return [name for entry in await store.read(table) if (name := getattr(entry.content, "name", None)) is not None]


async def adopt(store: Store, device: bytes, person: int, at: int = 9) -> None:
    """A device becomes a person, by a code."""
    await store.put_recovery(b"code of %d" % person, person, at)
    assert await store.recover(b"code of %d" % person, device, b"next of %d" % person, at) == person


# Devices and recovery codes


async def test_another_device_becomes_the_same_person(store: Store) -> None:
    ann = await someone(store, "Ann")
    await adopt(store, b"phone", ann.id)
    assert await store.person(b"phone") == ann == await store.person(b"Ann")
    renamed = await store.save_person(b"phone", "Anne", "fr", {}, 10)
    assert await store.person(b"Ann") == renamed == Person(ann.id, "Anne", "fr", {})


async def test_a_new_language_changes_nothing_else_and_not_even_that_where_settings_are_others_by_now(
    store: Store,
) -> None:
    ann = await store.save_person(b"Ann", "Ann", "en", {"theme": "dark"}, 5)
    await adopt(store, b"phone", ann.id)
    await store.save_person(b"phone", "Anne", "en", {"theme": "dark"}, 10)
    spoken = await store.set_language(b"Ann", {"theme": "dark"}, "fr", 11)
    assert spoken == await store.person(b"phone") == Person(ann.id, "Anne", "fr", {"theme": "dark"})
    await store.save_person(b"phone", "Anne", "uk", {"theme": "light"}, 12)
    assert await store.set_language(b"Ann", {"theme": "dark"}, "ru", 13) == Person(
        ann.id, "Anne", "uk", {"theme": "light"}
    )
    assert await store.set_language(b"nobody", {}, "ru", 14) is None


@pytest.mark.parametrize("chosen", [{"name": "Anne"}, {"theme": "dark"}, {"language": "uk"}])
async def test_a_move_on_one_device_does_not_undo_what_its_person_changes_on_another(
    store: Store, monkeypatch: pytest.MonkeyPatch, chosen: dict[str, Any]
) -> None:
    """Their browsers like other languages best, and what the phone writes comes a little later."""
    people = People(store, lambda: 20)
    desk = await people.keep(Visitor("desk", True, None, "en"))
    assert desk.id
    await adopt(store, token_hash("phone"), desk.id)

    def late(write: Any) -> Any:
        async def write_late(hash: bytes, *told: Any) -> Any:
            if hash == token_hash("phone"):
                await people.change(desk, chosen)
            return await write(hash, *told)

        return write_late

    for name in ("save_person", "set_language"):
        monkeypatch.setattr(store, name, late(getattr(store, name)))
    await people.keep(Visitor("phone", False, desk.person, "fr"))
    kept = await store.person(token_hash("phone"))
    assert kept and {"name": kept.name, "language": kept.language, **kept.settings}.items() >= chosen.items()


async def test_a_device_that_was_somebody_else_is_so_no_longer(store: Store) -> None:
    ann, bob = await someone(store, "Ann"), await someone(store, "Bob")
    await store.create("t", b"s", bob.id, "k", 1, opening(bob.id, "Bob"), row("t"))
    await adopt(store, b"Bob", ann.id)
    assert await store.person(b"Bob") == ann
    assert [one.table for one in await store.tables_of(bob.id, 5)] == ["t"]  # who sat there sits there still
    assert (await store.export_person(bob.id))["person"]["name"] == "Bob"


async def test_whoever_did_nothing_is_forgotten_when_the_device_becomes_another(store: Store) -> None:
    ann, bob = await someone(store, "Ann"), await someone(store, "Bob")
    await adopt(store, b"Bob", ann.id)
    with pytest.raises(Missing):
        await store.export_person(bob.id)


async def test_nobody_becomes_a_person_who_is_not_there(store: Store) -> None:
    with pytest.raises(Missing):
        await adopt(store, b"phone", 77)
    assert await store.person(b"phone") is None
    assert await store.recovery(b"code of 77") == 77  # nothing of it was written


async def test_a_recovery_code_works_once_and_the_newest_only(store: Store) -> None:
    ann = await someone(store, "Ann")
    await store.put_recovery(b"old", ann.id, 1)
    await store.put_recovery(b"new", ann.id, 2)
    assert await store.recovery(b"old") is await store.recover(b"old", b"phone", b"next", 3) is None
    assert await store.recovery(b"new") == await store.recovery(b"new") == ann.id  # to look is not to use
    assert await store.person(b"phone") is None
    assert await store.recover(b"new", b"phone", b"next", 3) == ann.id
    assert await store.recovery(b"new") is await store.recover(b"new", b"tablet", b"other", 3) is None
    assert await store.recovery(b"next") == ann.id
    assert await store.person(b"phone") == ann and await store.person(b"tablet") is None


async def test_a_recovery_code_used_by_several_at_once_works_once(store: Store) -> None:
    ann = await someone(store, "Ann")
    await store.put_recovery(b"code", ann.id, 1)
    used = await asyncio.gather(*(store.recover(b"code", b"%d" % n, b"next %d" % n, 2) for n in range(10)))
    assert sorted(used, key=str) == [ann.id] + [None] * 9
    assert [await store.person(b"%d" % n) is not None for n in range(10)] == [person is not None for person in used]


async def settle(store: Store, name: str) -> Person:
    """Somebody who sits, speaks, and asked for notices."""
    person, table = await someone(store, name), f"table of {name}"
    await store.create(table, b"s", person.id, "k", 1, opening(person.id, name), row(table))
    await store.add_chat_line(table, person.id, 1, "a", 10, "text", f"word of {name}")
    await store.put_push(person.id, f"https://push/{name}", "p", "a", 1)
    await store.set_hook(person.id, f"https://hook/{name}")
    await store.set_quiet(person.id, table, True)
    await store.shelve(f"record of {name}", f"Names: {name}", person.id, 1)
    return person


async def test_what_belongs_to_a_browser_goes_on_with_whom_it_becomes(store: Store) -> None:
    ann, bob = await someone(store, "Ann"), await settle(store, "Bob")
    await adopt(store, b"Bob", ann.id)
    assert [one.endpoint for one in await store.pushes_of(ann.id)] == ["https://push/Bob"]
    assert await store.hook_url(ann.id) == "https://hook/Bob"
    assert await store.quiet_tables(ann.id) == {"table of Bob"}
    assert (await store.pushes_of(bob.id), await store.hook_url(bob.id), await store.quiet_tables(bob.id)) == (
        [],
        "",
        set(),
    )
    assert await store.reachable_people() == {ann.id}
    everything = await store.export_person(ann.id)
    assert [line["text"] for line in everything["talk"]] == ["word of Bob"]
    assert [one["id"] for one in everything["shelved"]] == ["record of Bob"]
    assert [one["table_id"] for one in everything["tables"]] == ["table of Bob"]


async def test_who_has_a_webhook_keeps_it_and_no_more_browsers_than_allowed(store: Store) -> None:
    ann, _ = await settle(store, "Ann"), await settle(store, "Bob")
    for number in range(2, 11):
        await store.put_push(ann.id, f"https://push/{number}", "p", "a", number)
    await adopt(store, b"Bob", ann.id)
    assert await store.hook_url(ann.id) == "https://hook/Ann" and await store.reachable_people() == {ann.id}
    assert len(await store.pushes_of(ann.id)) == 10


async def test_whoever_was_left_behind_is_forgotten_with_whom_they_became(store: Any) -> None:
    """Also over several steps: nobody else could ever ask for it."""
    ann, bob, cyd = await settle(store, "Ann"), await settle(store, "Bob"), await settle(store, "Cyd")
    await adopt(store, b"Bob", cyd.id)
    await store.run_write(lambda c: c.execute(delete(recoveries).where(recoveries.c.person == cyd.id)) and None)
    await adopt(store, b"Cyd", ann.id)
    assert await names_in_log(store, "table of Bob") == ["Bob"]
    await adopt(store, b"Bob", ann.id)
    tables = ["table of Ann", "table of Bob", "table of Cyd"]
    assert await store.forget(ann.id) == ["record of Ann", "record of Bob", "record of Cyd", *tables]
    for table in tables:
        assert await names_in_log(store, table) == ["—"] and await store.chat_lines(table) == []
    for one in (ann, bob, cyd):
        with pytest.raises(Missing):
            await store.export_person(one.id)


async def test_nobody_is_left_behind_who_can_come_back(store: Store) -> None:
    ann, bob = await someone(store, "Ann"), await settle(store, "Bob")
    await adopt(store, b"phone", bob.id)
    await adopt(store, b"Bob", ann.id)
    assert await store.hook_url(bob.id) == "https://hook/Bob" and await store.hook_url(ann.id) == ""
    await adopt(store, b"phone", ann.id)  # notices go where the last browser goes, but a code still leads to Bob
    assert await store.hook_url(bob.id) == "" and await store.hook_url(ann.id) == "https://hook/Bob"
    await store.forget(ann.id)
    assert await names_in_log(store, "table of Bob") == ["Bob"]
    assert await store.recover(b"next of %d" % bob.id, b"phone", b"other", 9) == bob.id


# Results


async def test_results_are_written_with_the_end_of_the_game(store: Store) -> None:
    for table in ("a", "b", "c"):
        await create(store, table)
    await finish(store, "a", result(1, 1, ended=50), result(2, None, ended=50))
    await finish(store, "b", result(1, 2, ended=60), result(2, 1, ended=60, resigned=True))
    await finish(store, "c", result(1, 3, ended=70), result(2, None, ended=70))
    assert await store.results_of(1) == [
        FinishedGame("b", (result(1, 2, ended=60), result(2, 1, ended=60, resigned=True))),
        FinishedGame("a", (result(1, 1, ended=50), result(2, None, ended=50)), ("Ann", "")),
    ]
    assert [one.table for one in await store.results_of(1, limit=1)] == ["b"]
    assert await store.results_of(77) == []
    assert [await store.count_results(person, 9) for person in (1, 77)] == [len(await store.results_of(1)), 0]
    assert await store.count_results(1, 1) == 1


async def test_results_are_written_once(store: Store) -> None:
    await create(store, "a")
    await finish(store, "a", result(1, 1), result(2, None))
    await finish(store, "a", result(1, 5, points=99), result(2, None))
    assert await store.results_of(1) == [FinishedGame("a", (result(1, 1), result(2, None)), ("Ann", ""))]
    assert await store.results_of(5) == []


# Forgetting


async def test_who_is_forgotten_is_nowhere(store: Store) -> None:
    ann, bob = await someone(store, "Ann"), await someone(store, "Bob")
    await store.create("t", b"s", ann.id, "k", 1, opening(ann.id, "Ann"), row("t"))
    await seat(store, "t", Sat(2, bob.id, "Bob"))
    await store.append("t", 3, ann.id, "r", 1, [Renamed(1, "Queen Ann")], row("t"))
    await store.set_orders("t", 1, [4])
    await store.add_chat_line("t", ann.id, 1, "a", 10, "text", "my word")
    await store.add_chat_line("t", bob.id, 2, "a", 11, "text", "his word")
    await store.put_recovery(b"code", ann.id, 1)
    await store.put_push(ann.id, "https://push/1", "p", "a", 1)
    await store.set_hook(ann.id, "https://hook")
    await store.set_quiet(ann.id, "t", True)
    await store.claim_notice(ann.id, "t", 3)
    await store.shelve("mine", "Names: Ann", ann.id, 1)
    await finish(store, "t", result(1, ann.id), result(2, bob.id))

    assert await store.forget(ann.id) == ["mine", "t"]

    assert await store.person(b"Ann") is None
    assert await store.recovery(b"code") is None
    assert await store.pushes_of(ann.id) == []
    assert await store.hook_url(ann.id) == ""
    assert await store.quiet_tables(ann.id) == set()
    assert await store.record_on_shelf("mine", 1) is None
    assert await store.orders_by_seat("t") == {}
    assert await store.tables_of(ann.id, 5) == []
    assert await store.results_of(ann.id) == []
    assert await names_in_log(store, "t") == ["—", "Bob", "— 2"]
    assert [said.text for said in await store.chat_lines("t")] == ["his word"]
    assert await store.results_of(bob.id) == [
        FinishedGame("t", (result(1, None, level=""), result(2, bob.id)), ("", "Bob"))
    ]
    assert await store.person(b"Bob") == bob
    with pytest.raises(Missing):
        await store.export_person(ann.id)
    assert (await store.add_chat_line("t", bob.id, 2, "b", 12, "text", "more")).number == 3  # no number is given twice
    assert (await someone(store, "Ann")).id not in (ann.id, bob.id)


async def test_whoever_rose_long_ago_is_forgotten_too(store: Store) -> None:
    ann = await someone(store, "Ann")
    await create(store, "t", person=7)
    await seat(store, "t", Sat(2, ann.id, "Ann"), Rose(2))
    await create(store, "u", person=8)
    await seat(store, "u", Sat(2, 9, "Cyd"), HandedOver(2, ann.id))
    await create(store, "v", person=8)
    assert await store.forget(ann.id) == ["t", "u"]
    assert await names_in_log(store, "t") == ["Ann", "—"]  # another who is called so
    assert await names_in_log(store, "u") == ["Ann", "—"]  # the seat was handed over with its name


async def test_names_of_a_seat_follow_whom_it_was_handed_to(store: Store) -> None:
    ann = await someone(store, "Ann")
    await create(store, "t", person=7)
    await seat(store, "t", Sat(2, 8, "Old"), Rose(2), Sat(2, 9, "Cyd"), Renamed(2, "Cyd II"), HandedOver(2, ann.id))
    await seat(store, "t", Rose(2), Sat(2, 8, "New"))
    await create(store, "u", person=7)
    smaller = Changed(Settings("oriflamme", "base", 3))
    await seat(store, "u", Sat(2, 8, "Old"), Rose(2), Sat(4, 9, "Cyd"), smaller, HandedOver(2, ann.id))
    await store.forget(ann.id)
    assert await names_in_log(store, "t") == ["Ann", "Old", "—", "— 2", "New"]
    assert await names_in_log(store, "u") == ["Ann", "Old", "—"]


async def test_whoever_took_a_seat_over_does_not_keep_the_name_of_who_is_forgotten(store: Store) -> None:
    ann, bob = await someone(store, "Ann"), await someone(store, "Bob")
    await store.create("t", b"s", ann.id, "k", 1, opening(ann.id, "Ann"), row("t"))
    await seat(store, "t", Sat(2, 9, "Ann 2"), HandedOver(1, bob.id))
    await store.add_chat_line("t", bob.id, 1, "a", 10, "text", "my first word")
    await store.add_chat_line("t", 9, 2, "a", 11, "text", "hello")
    await seat(store, "t", Rose(1), Sat(1, 7, "Ann"))  # another who is called so
    await store.add_chat_line("t", 7, 1, "a", 12, "text", "I am new")
    assert [said.name for said in await store.chat_lines("t")] == ["Ann", "Ann 2", "Ann"]
    await store.forget(ann.id)
    assert [said.name for said in await store.chat_lines("t")] == ["—", "Ann 2", "Ann"]
    assert await names_in_log(store, "t") == ["—", "Ann 2", "Ann"]


async def test_a_seat_that_was_taken_over_has_another_name_from_then_on(store: Store) -> None:
    ann, bob = await someone(store, "Ann"), await someone(store, "Bob")
    await store.create("t", b"s", ann.id, "k", 1, opening(ann.id, "Ann"), row("t"))
    await seat(store, "t", HandedOver(1, bob.id))
    await store.forget(ann.id)
    await store.add_chat_line("t", bob.id, 1, "a", 12, "text", "my word")
    assert [said.name for said in await store.chat_lines("t")] == ["—"]


async def test_who_is_forgotten_goes_from_a_log_that_cannot_be_read(store: Any) -> None:
    ann = await someone(store, "Ann")
    await store.create("t", b"s", ann.id, "k", 1, opening(ann.id, "Ann"), row("t"))
    await unreadable(store, f'{{"did":"sat","seat":2,"person":{ann.id},"name":"Anne","of":"later"}}')
    await unreadable(store, "no entry at all")
    assert await store.forget(ann.id) == ["t"]
    texts = await store.run_read(lambda c: list(c.scalars(select(log.c.command).order_by(log.c.version))))
    assert not any("Ann" in text for text in texts) and '"of":"later"' in texts[2]


async def unreadable(store: Any, text: str) -> None:
    """An entry that a later program might have written."""
    version = len(await store.run_read(lambda c: list(c.scalars(select(log.c.version))))) + 1
    put = insert(log).values(table_id="t", version=version, at=1, author=0, key=None, command=text)
    await store.run_write(lambda c: c.execute(put) and None)


async def test_names_that_somebody_gave_in_other_ways_go_too(store: Store) -> None:
    ann, bob = await someone(store, "Ann"), await someone(store, "Bob")
    await create(store, "t", person=bob.id)
    await seat(store, "t", Sat(2, ann.id, "Ann"), Sat(3, ann.id, "Ann’s son"))  # seated by the server: a rematch
    version = (await store.read("t"))[-1].version
    await store.append("t", version, ann.id, "x", 1, [Lent(4, "Annbot", "page", "00"), Renamed(2, "Ann")], row("t"))
    await store.append("t", version + 2, bob.id, "x", 1, [Renamed(1, "—")], row("t"))
    await store.forget(ann.id)
    assert await names_in_log(store, "t") == ["Ann", "— 2", "— 3", "— 4", "— 2", "—"]


async def test_who_only_watched_and_spoke_is_forgotten(store: Store) -> None:
    eve = await someone(store, "Eve")
    await create(store, "t", person=7)
    await store.add_chat_line("t", eve.id, 0, "a", 10, "text", "hello")
    assert await store.forget(eve.id) == ["t"]
    assert await store.chat_lines("t") == []


async def test_nothing_is_written_of_who_is_forgotten(store: Store) -> None:
    """What another browser of theirs asked for before, and what comes after."""
    ann, bob, eve = await someone(store, "Ann"), await someone(store, "Bob"), await someone(store, "Eve")
    await create(store, "t", person=bob.id)
    for person in (ann.id, eve.id):  # not the newest, and the newest
        await store.forget(person)
        for work in (
            lambda who: seat(store, "t", Sat(2, who, "Ann")),
            lambda who: seat(store, "t", HandedOver(1, who)),
            lambda who: store.create("u", b"s", who, "k", 1, opening(who, "Ann"), row("u")),
            lambda who: store.add_chat_line("t", who, 0, "a", 10, "text", "my word"),
            lambda who: store.shelve("mine", "Names: Ann", who, 1),
            lambda who: store.put_push(who, "https://push/1", "p", "a", 1),
            lambda who: store.set_hook(who, "https://hook"),
            lambda who: store.put_recovery(b"code", who, 1),
            lambda who: store.set_quiet(who, "t", True),
            lambda who: store.append("t", 2, who, "k", 1, [Renamed(1, "Annabella")], row("t")),
        ):
            with pytest.raises(Forgotten) as fault:
                await work(person)
            assert fault.value.person == person
        assert not await store.claim_notice(person, "t", 2)
    assert await names_in_log(store, "t") == ["Ann"] and await store.chat_lines("t") == []
    assert await store.secret("u") is None and await store.record_on_shelf("mine", 1) is None
    await seat(store, "t", Sat(2, bob.id, "Bob"))
    assert (await store.add_chat_line("t", bob.id, 2, "a", 10, "text", "mine")).number == 1


async def test_who_is_being_forgotten_sits_down_before_or_not_at_all(store: Store) -> None:
    for number in range(5):
        ann = await someone(store, f"Ann {number}")
        id = f"t{number}"
        await create(store, id, person=7)
        sitting = seat(store, id, Sat(2, ann.id, "Ann"))
        _, changed = await asyncio.gather(sitting, store.forget(ann.id), return_exceptions=True)
        names = await names_in_log(store, id)
        assert names in (["Ann"], ["Ann", "—"]) and (changed == [id]) == (len(names) == 2)


async def test_forgetting_somebody_who_is_not_there_changes_nothing(store: Store) -> None:
    await create(store, "t")
    assert await store.forget(77) == []
    assert await names_in_log(store, "t") == ["Ann"]


async def test_a_forgotten_persons_log_folds_on(store: Store) -> None:
    ann = await someone(store, "Ann")
    await store.create("t", b"s", ann.id, "k", 1, opening(ann.id, "Ann"), row("t"))
    await store.forget(ann.id)
    written = await store.append("t", 2, 5, "k", 2, [Filled(2, "page")], row("t"))
    assert written.version == 3
    assert await store.append("t", 0, ann.id, "k", 2, [move()], row("t")) == (2, True)  # keys still hold


# The export


async def test_everything_of_a_person_and_nothing_else(store: Store) -> None:
    ann = await store.save_person(b"ann", "Ann", "fr", {"theme": "dark"}, 5)
    bob = await someone(store, "Bob")
    await adopt(store, b"phone", ann.id, 7)
    await store.create("t", b"secret", ann.id, "k", 1, opening(ann.id, "Ann"), row("t", phase="playing"))
    await seat(store, "t", Sat(2, bob.id, "Bob"))
    await store.set_orders("t", 1, [4])
    await store.set_orders("t", 2, [9])
    await store.add_chat_line("t", ann.id, 1, "a", 10, "text", "my word")
    await store.add_chat_line("t", bob.id, 2, "a", 11, "text", "his word")
    await store.put_recovery(b"code", ann.id, 8)
    for number, one in enumerate((ann, bob), start=1):
        await store.put_push(one.id, f"https://push/{number}", f"p{number}", f"a{number}", number, "https://site")
        await store.set_hook(one.id, f"https://hook/{number}", "https://site")
        await store.count_push("https://push/1", worked=False, at=number)
        await store.count_hook(one.id, "https://hook/1", worked=False, at=number)
        await store.claim_notice(one.id, "t", 6 + number)
        await store.ban("person", str(one.id), f"note {number}", number, 9)
    await store.ban("network", str(ann.id), "another", 1, None)
    await store.set_quiet(ann.id, "t", True)
    await store.shelve("mine", "a record", ann.id, 1)
    assert await store.export_person(ann.id) == {
        "person": {
            "number": ann.id,
            "name": "Ann",
            "language": "fr",
            "settings": {"theme": "dark"},
            "created": 5,
            "changed": 5,
        },
        "devices": [{"since": 5}, {"since": 7}],
        "recovery_code_since": 8,
        "tables": [
            {
                "table_id": "t",
                "game": "oriflamme",
                "phase": "gathering",
                "created": 1,
                "changed": 1,
                "seats": [{"seat": 1, "name": "Ann", "standing_orders": [4]}],
            }
        ],
        "results": [],
        "talk": [{"table_id": "t", "at": 10, "seat": 1, "name": "Ann", "kind": "text", "text": "my word"}],
        "push": [
            {
                "endpoint": "https://push/1",
                "p256dh": "p1",
                "auth": "a1",
                "at": 1,
                "site": "https://site",
                "failures": 1,
                "failed": 1,
            }
        ],
        "webhook": {"url": "https://hook/1", "site": "https://site", "failures": 1, "failed": 1},
        "quiet_tables": ["t"],
        "last_told": [{"table_id": "t", "version": 7}],
        "shelved": [{"id": "mine", "text": "a record", "at": 1}],
        "bans": [{"at": 1, "until": 9, "why": "note 1"}],
    }
    await finish(store, "t", result(1, ann.id), result(2, bob.id))
    assert (await store.export_person(ann.id))["results"] == [
        {
            "table_id": "t",
            "seat": 1,
            "game": "oriflamme",
            "edition": "fr",
            "players": 2,
            "points": 11,
            "place": 2,
            "ended": 50,
            "resigned": False,
        }
    ]


# Notices


async def test_push_addresses(store: Store) -> None:
    await store.put_push(1, "https://push/2", "p2", "a2", 20)
    await store.put_push(1, "https://push/1", "p1", "a1", 10)
    await store.put_push(2, "https://push/3", "p3", "a3", 10)
    assert await store.pushes_of(1) == [Push("https://push/1", "p1", "a1"), Push("https://push/2", "p2", "a2")]
    await store.put_push(2, "https://push/2", "p4", "a4", 30)  # the same browser, another person
    assert await store.pushes_of(1) == [Push("https://push/1", "p1", "a1")]
    await store.drop_push("https://push/1")
    await store.drop_push("https://push/1")
    assert await store.pushes_of(1) == []


async def test_a_webhook_for_each_person(store: Store) -> None:
    assert await store.hook_url(1) == ""
    await store.set_hook(1, "https://a")
    await store.set_hook(1, "https://b")
    await store.set_hook(2, "https://c")
    assert await store.hook_url(1) == "https://b"
    await store.set_hook(1, "")
    assert (await store.hook_url(1), await store.hook_url(2)) == ("", "https://c")


async def test_tables_of_which_a_person_wants_no_notices(store: Store) -> None:
    await create(store, "t")
    await create(store, "u")
    for table in ("t", "u", "t"):
        await store.set_quiet(1, table, True)
    assert await store.quiet_tables(1) == {"t", "u"}
    await store.set_quiet(1, "t", False)
    await store.set_quiet(1, "t", False)
    assert (await store.quiet_tables(1), await store.quiet_tables(2)) == ({"u"}, set())
    with pytest.raises(Missing):
        await store.set_quiet(1, "nowhere", True)


async def test_of_many_processes_one_tells_a_person(store: Store) -> None:
    await create(store, "t")
    for version in (3, 9):
        claimed = await asyncio.gather(*(store.claim_notice(1, "t", version) for _ in range(10)))
        assert claimed.count(True) == 1
    assert not await store.claim_notice(1, "t", 8)  # somebody has told of a later one
    assert await store.claim_notice(2, "t", 8)


# The house


async def test_bans_last_as_long_as_they_were_meant_to(store: Store) -> None:
    first = await store.ban("person", "7", "rude", 10, None)
    second = await store.ban("network", "192.0.2.0/24", "flood", 11, 100)
    assert [(ban.id, ban.kind, ban.value, ban.why, ban.at, ban.until) for ban in await store.bans_in_force(99)] == [
        (first, "person", "7", "rude", 10, None),
        (second, "network", "192.0.2.0/24", "flood", 11, 100),
    ]
    assert [ban.id for ban in await store.bans_in_force(100)] == [first]
    assert await store.unban(first)
    assert not await store.unban(first)
    assert [ban.id for ban in await store.bans_in_force(99)] == [second]


async def on_the_shelf(store: Any) -> list[str]:
    """What lies there, whether anybody may still see it or not."""
    found: list[str] = await store.run_read(lambda c: list(c.scalars(select(shelf.c.id).order_by(shelf.c.id))))
    return found


async def test_records_that_somebody_brought_lie_for_ninety_days(store: Store) -> None:
    await store.shelve("one", "first", 1, 0)
    await store.shelve("two", "second", None, 5)
    await store.shelve("one", "another", 2, 6)
    late = 90 * DAY
    assert [await store.record_on_shelf(id, late - 1) for id in ("one", "two", "x")] == ["first", "second", None]
    assert [await store.record_on_shelf(id, late) for id in ("one", "two")] == [None, "second"]
    await store.delete_expired(late - 1)
    assert await on_the_shelf(store) == ["one", "two"]
    await store.delete_expired(late)
    assert await on_the_shelf(store) == ["two"]
    await store.delete_expired(late + 5)
    assert await on_the_shelf(store) == []


async def test_codes_that_ran_out_are_taken_out(store: Any) -> None:
    await create(store, "t")
    await store.put_code(b"old", "t", 1, 99)
    await store.put_code(b"new", "t", 2, 100)
    await store.delete_expired(99)
    assert await store.run_read(lambda c: list(c.scalars(select(codes.c.code_hash)))) == [b"new"]
    assert await store.use_code(b"new", "t", 99) == 2


async def test_tables_of_a_person_that_are_under_way(store: Store) -> None:
    for number, phase in enumerate(("playing", "over", "gathering", "aborted")):
        await create(store, f"t{number}", phase=phase, changed=number)
    assert [one.table for one in await store.tables_of(1, 9)] == ["t3", "t2", "t1", "t0"]
    assert [one.table for one in await store.tables_of(1, 9, under_way=True)] == ["t2", "t0"]
    assert [one.table for one in await store.tables_of(1, 1, under_way=True)] == ["t2"]
    assert [one.table for one in await store.tables_of(1, 9, under_way=False)] == ["t3", "t1"]


async def test_games_of_a_person_that_are_no_exercises(store: Store) -> None:
    for number, phase in enumerate(("playing", "gathering", "playing", "over", "playing")):
        await create(store, f"t{number}", phase=phase, changed=9 - number)
    lesson = [Opened(Settings("oriflamme", "base", 4), "c0", "a start", "lesson:oriflamme"), *opening()[1:]]
    await store.create("lesson", b"s", 1, "k", 1, lesson, row("lesson", phase="playing", changed=1))
    assert [one.table for one in await store.games_of(1, 9)] == ["t4", "t2", "t0", "t1"]
    assert [one.table for one in await store.games_of(1, 2)] == ["t4", "t2"]
    assert await store.games_of(2, 9) == []


async def test_what_pages_ask_for_at_every_turn_reads_no_logs_and_is_found_by_an_index(store: Any) -> None:
    def statement_of_games(c: Connection) -> str:
        statements: list[str] = []

        def note(*told: Any) -> None:
            statements.append(told[2])

        event.listen(c, "before_cursor_execute", note)
        games_of(c, 1, 2)
        event.remove(c, "before_cursor_execute", note)
        (statement,) = statements
        return statement

    statement = await store.run_read(statement_of_games)
    assert " log" not in statement and "LIMIT" in statement
    indexed = await store.run_read(lambda c: [one["column_names"] for one in inspect(c).get_indexes("rewritings")])
    assert indexed == [["id"]]


async def test_open_tables_are_those_that_gather_or_are_played(store: Store) -> None:
    for number, phase in enumerate(("playing", "over", "gathering", "aborted", "playing")):
        await create(store, f"t{number}", phase=phase, created=10 - number)
    assert await store.open_table_ids() == ["t4", "t2", "t0"]


async def test_how_often_somebody_was_taken_out_of_a_table_is_counted(store: Store) -> None:
    ann, bob = await settle(store, "Ann"), await settle(store, "Bob")
    table = "table of Ann"
    await store.add_chat_line(table, bob.id, 0, "b", 11, "text", "hello")
    assert await store.erasures_of(table) == 0
    for number, person in enumerate((ann, bob), start=1):
        await store.forget(person.id)
        assert await store.erasures_of(table) == number
    assert await store.erasures_of("table of Bob") == 1
