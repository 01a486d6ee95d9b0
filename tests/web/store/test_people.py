import asyncio
from typing import Any

import pytest
from web.store.deeds import create, move, opening, row
from web.store.test_beside import seat

from intrigue.web.store import Missing, Person, Played, Push, Result, Store
from intrigue.web.table.commands import Filled, HandedOver, Lent, Renamed, Rose, Sat

pytestmark = pytest.mark.anyio

DAY = 24 * 60 * 60 * 1000


async def someone(store: Store, name: str) -> Person:
    return await store.remember(name.encode(), name, "en", {}, 5)


def result(seat: int, person: int | None, **other: Any) -> Result:
    plain = Result(seat, person, "" if person else "page", "oriflamme", "fr", 2, 10 + seat, 3 - seat, 50)
    return plain._replace(**other)


async def finish(store: Store, table: str, *results: Result) -> None:
    version = (await store.read(table))[-1].version
    over = row(table, phase="over", results=results)
    await store.append(table, version, 1, f"end:{version}", 50, [move()], over)


async def names_in_log(store: Store, table: str) -> list[str]:
    return [name for entry in await store.read(table) if (name := getattr(entry.command, "name", None)) is not None]


# Devices and recovery codes


async def test_another_device_becomes_the_same_person(store: Store) -> None:
    ann = await someone(store, "Ann")
    await store.adopt(b"phone", ann.id, 9)
    assert await store.person(b"phone") == ann == await store.person(b"Ann")
    renamed = await store.remember(b"phone", "Anne", "fr", {}, 10)
    assert await store.person(b"Ann") == renamed == Person(ann.id, "Anne", "fr", {})


async def test_a_device_that_was_somebody_else_is_so_no_longer(store: Store) -> None:
    ann, bob = await someone(store, "Ann"), await someone(store, "Bob")
    await store.create("t", b"s", bob.id, "k", 1, opening(bob.id, "Bob"), row("t"))
    await store.adopt(b"Bob", ann.id, 9)
    assert await store.person(b"Bob") == ann
    assert [one.table for one in await store.tables_of(bob.id, 5)] == ["t"]  # who sat there sits there still
    assert (await store.everything(bob.id))["person"]["name"] == "Bob"


async def test_whoever_did_nothing_is_forgotten_when_the_device_becomes_another(store: Store) -> None:
    ann, bob = await someone(store, "Ann"), await someone(store, "Bob")
    await store.adopt(b"Bob", ann.id, 9)
    with pytest.raises(Missing):
        await store.everything(bob.id)


async def test_nobody_becomes_a_person_who_is_not_there(store: Store) -> None:
    with pytest.raises(Missing):
        await store.adopt(b"phone", 77, 9)
    assert await store.person(b"phone") is None


async def test_a_recovery_code_works_once_and_the_newest_only(store: Store) -> None:
    ann = await someone(store, "Ann")
    await store.put_recovery(b"old", ann.id, 1)
    await store.put_recovery(b"new", ann.id, 2)
    assert await store.use_recovery(b"old") is None
    assert await store.use_recovery(b"new") == ann.id
    assert await store.use_recovery(b"new") is None


async def test_a_recovery_code_used_by_several_at_once_works_once(store: Store) -> None:
    ann = await someone(store, "Ann")
    await store.put_recovery(b"code", ann.id, 1)
    used = await asyncio.gather(*(store.use_recovery(b"code") for _ in range(10)))
    assert sorted(used, key=str) == [ann.id] + [None] * 9


# Results


async def test_results_are_written_with_the_end_of_the_game(store: Store) -> None:
    for table in ("a", "b", "c"):
        await create(store, table)
    await finish(store, "a", result(1, 1, ended=50), result(2, None, ended=50))
    await finish(store, "b", result(1, 2, ended=60), result(2, 1, ended=60, resigned=True))
    await finish(store, "c", result(1, 3, ended=70), result(2, None, ended=70))
    assert await store.results_of(1) == [
        Played("b", (result(1, 2, ended=60), result(2, 1, ended=60, resigned=True))),
        Played("a", (result(1, 1, ended=50), result(2, None, ended=50))),
    ]
    assert [one.table for one in await store.results_of(1, limit=1)] == ["b"]
    assert await store.results_of(77) == []


async def test_results_are_written_once(store: Store) -> None:
    await create(store, "a")
    await finish(store, "a", result(1, 1), result(2, None))
    await finish(store, "a", result(1, 5, points=99), result(2, None))
    assert await store.results_of(1) == [Played("a", (result(1, 1), result(2, None)))]
    assert await store.results_of(5) == []


async def test_games_that_an_earlier_program_finished_are_counted_later(store: Store) -> None:
    for table in ("a", "b", "c"):
        await create(store, table, phase="over" if table != "c" else "playing")
    assert await store.uncounted(10) == []
    await uncount(store)
    assert await store.uncounted(10) == ["a", "b"]
    assert await store.uncounted(1) == ["a"]
    await store.count("a", [result(1, 1)])
    await store.count("b", [])
    assert await store.uncounted(10) == []
    assert [one.table for one in await store.results_of(1)] == ["a"]


async def uncount(store: Any) -> None:
    from intrigue.web.store.schema import tables

    await store.write(lambda c: c.execute(tables.update().values(counted=False)) and None)


# Forgetting


async def test_who_is_forgotten_is_nowhere(store: Store) -> None:
    ann, bob = await someone(store, "Ann"), await someone(store, "Bob")
    await store.create("t", b"s", ann.id, "k", 1, opening(ann.id, "Ann"), row("t"))
    await seat(store, "t", Sat(2, bob.id, "Bob"))
    await store.append("t", 3, ann.id, "r", 1, [Renamed(1, "Queen Ann")], row("t"))
    await store.set_orders("t", 1, [4])
    await store.say("t", ann.id, 1, "a", 10, "text", "my word")
    await store.say("t", bob.id, 2, "a", 11, "text", "his word")
    await store.put_recovery(b"code", ann.id, 1)
    await store.put_push(ann.id, "https://push/1", "p", "a", 1)
    await store.set_hook(ann.id, "https://hook")
    await store.set_quiet(ann.id, "t", True)
    await store.claim_notice(ann.id, "t", 3)
    await store.shelve("mine", "Names: Ann", ann.id, 1)
    await finish(store, "t", result(1, ann.id), result(2, bob.id))

    assert await store.forget(ann.id) == ["mine", "t"]

    assert await store.person(b"Ann") is None
    assert await store.use_recovery(b"code") is None
    assert await store.pushes(ann.id) == []
    assert await store.hook(ann.id) == ""
    assert await store.quiet(ann.id) == set()
    assert await store.shelved("mine") is None
    assert await store.orders("t") == {}
    assert await store.tables_of(ann.id, 5) == []
    assert await store.results_of(ann.id) == []
    assert await names_in_log(store, "t") == ["—", "Bob", "— 2"]
    assert [said.text for said in await store.talk("t")] == ["his word"]
    assert await store.results_of(bob.id) == [Played("t", (result(1, None, level=""), result(2, bob.id)))]
    assert await store.person(b"Bob") == bob
    with pytest.raises(Missing):
        await store.everything(ann.id)
    assert (await store.say("t", bob.id, 2, "b", 12, "text", "more")).number == 3  # no number is given twice
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
    assert await names_in_log(store, "u") == ["Ann", "Cyd"]  # a name that another gave the seat


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
    await store.say("t", eve.id, 0, "a", 10, "text", "hello")
    assert await store.forget(eve.id) == ["t"]
    assert await store.talk("t") == []


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
    ann = await store.remember(b"ann", "Ann", "fr", {"theme": "dark"}, 5)
    bob = await someone(store, "Bob")
    await store.adopt(b"phone", ann.id, 7)
    await store.create("t", b"secret", ann.id, "k", 1, opening(ann.id, "Ann"), row("t", phase="playing"))
    await seat(store, "t", Sat(2, bob.id, "Bob"))
    await store.set_orders("t", 1, [4])
    await store.set_orders("t", 2, [9])
    await store.say("t", ann.id, 1, "a", 10, "text", "my word")
    await store.say("t", bob.id, 2, "a", 11, "text", "his word")
    await store.put_recovery(b"code", ann.id, 8)
    await store.put_push(ann.id, "https://push/1", "p", "a", 1)
    await store.set_hook(ann.id, "https://hook")
    await store.set_quiet(ann.id, "t", True)
    await store.shelve("mine", "a record", ann.id, 1)
    assert await store.everything(ann.id) == {
        "person": {"name": "Ann", "language": "fr", "settings": {"theme": "dark"}, "created": 5, "changed": 5},
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
        "push": [{"endpoint": "https://push/1", "at": 1}],
        "webhook": "https://hook",
        "quiet_tables": ["t"],
        "shelved": [{"id": "mine", "text": "a record", "at": 1}],
    }
    await finish(store, "t", result(1, ann.id), result(2, bob.id))
    assert (await store.everything(ann.id))["results"] == [
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
    assert await store.pushes(1) == [Push("https://push/1", "p1", "a1"), Push("https://push/2", "p2", "a2")]
    await store.put_push(2, "https://push/2", "p4", "a4", 30)  # the same browser, another person
    assert await store.pushes(1) == [Push("https://push/1", "p1", "a1")]
    await store.drop_push("https://push/1")
    await store.drop_push("https://push/1")
    assert await store.pushes(1) == []


async def test_a_webhook_for_each_person(store: Store) -> None:
    assert await store.hook(1) == ""
    await store.set_hook(1, "https://a")
    await store.set_hook(1, "https://b")
    await store.set_hook(2, "https://c")
    assert await store.hook(1) == "https://b"
    await store.set_hook(1, "")
    assert (await store.hook(1), await store.hook(2)) == ("", "https://c")


async def test_tables_of_which_a_person_wants_no_notices(store: Store) -> None:
    await create(store, "t")
    await create(store, "u")
    for table in ("t", "u", "t"):
        await store.set_quiet(1, table, True)
    assert await store.quiet(1) == {"t", "u"}
    await store.set_quiet(1, "t", False)
    await store.set_quiet(1, "t", False)
    assert (await store.quiet(1), await store.quiet(2)) == ({"u"}, set())
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
    assert [(ban.id, ban.kind, ban.value, ban.why, ban.at, ban.until) for ban in await store.bans(99)] == [
        (first, "person", "7", "rude", 10, None),
        (second, "network", "192.0.2.0/24", "flood", 11, 100),
    ]
    assert [ban.id for ban in await store.bans(100)] == [first]
    assert await store.unban(first)
    assert not await store.unban(first)
    assert [ban.id for ban in await store.bans(99)] == [second]


async def test_records_that_somebody_brought_lie_for_ninety_days(store: Store) -> None:
    await store.shelve("one", "first", 1, 0)
    await store.shelve("two", "second", None, 5)
    await store.shelve("one", "another", 2, 6)
    assert (await store.shelved("one"), await store.shelved("two"), await store.shelved("x")) == (
        "first",
        "second",
        None,
    )
    await store.shelve("three", "third", 1, 90 * DAY)
    assert (await store.shelved("one"), await store.shelved("two")) == (None, "second")


async def test_tables_of_a_person_that_are_under_way(store: Store) -> None:
    for number, phase in enumerate(("playing", "over", "gathering", "aborted")):
        await create(store, f"t{number}", phase=phase, changed=number)
    assert [one.table for one in await store.tables_of(1, 9)] == ["t3", "t2", "t1", "t0"]
    assert [one.table for one in await store.tables_of(1, 9, under_way=True)] == ["t2", "t0"]
    assert [one.table for one in await store.tables_of(1, 1, under_way=True)] == ["t2"]


async def test_open_tables_are_those_that_gather_or_are_played(store: Store) -> None:
    for number, phase in enumerate(("playing", "over", "gathering", "aborted", "playing")):
        await create(store, f"t{number}", phase=phase, created=10 - number)
    assert await store.all_open() == ["t4", "t2", "t0"]
