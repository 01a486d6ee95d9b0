import asyncio

import pytest
from web.store.deeds import SECRET, create, move, opening, row

from intrigue.web.store import ChatLine, Person, Stale, Store
from intrigue.web.table.log_entries import AnyContent, Filled, HandedOver, Moved, Opened, Renamed, Resigned, Rose, Sat
from intrigue.web.table.settings import Settings

pytestmark = pytest.mark.anyio


async def seat(store: Store, table: str, *contents: AnyContent, changed: int = 1) -> None:
    version = (await store.read(table))[-1].version
    await store.append(table, version, None, f"seat:{version}", 1, contents, row(table, changed=changed))


async def names_of(store: Store, person: int, limit: int = 10) -> list[str]:
    return [one.table for one in await store.tables_of(person, limit)]


async def test_open_tables_are_listed_gathering_and_have_room_newest_first(store: Store) -> None:
    await create(store, "old", listed=True, created=10)
    await create(store, "new", listed=True, created=30)
    await create(store, "secret", listed=False, created=40)
    await create(store, "full", listed=True, free=0, created=50)
    await create(store, "begun", listed=True, phase="playing", created=60)
    await create(store, "middle", listed=True, created=20)
    assert [one.table for one in await store.joinable_tables(10)] == ["new", "middle", "old"]
    assert [one.table for one in await store.joinable_tables(2)] == ["new", "middle"]


async def test_games_to_watch_are_listed_and_played_newest_first(store: Store) -> None:
    await create(store, "old", listed=True, phase="playing", free=0, created=10)
    await create(store, "new", listed=True, phase="playing", free=0, created=30)
    await create(store, "by link", listed=False, phase="playing", created=40)
    await create(store, "gathers", listed=True, created=50)
    await create(store, "over", listed=True, phase="over", created=60)
    await create(store, "closed", listed=True, phase="aborted", created=70)
    taught = [Opened(Settings("oriflamme", "base", 4), "c0", "a start", "lesson:oriflamme"), Sat(1, 1, "Ann")]
    row_of_lesson = row("lesson", listed=True, phase="playing", created=80)
    await store.create("lesson", SECRET, 1, "creation", 1, taught, row_of_lesson)
    assert [one.table for one in await store.watchable_tables(10)] == ["new", "old"]
    assert [one.table for one in await store.watchable_tables(1)] == ["new"]


async def test_tables_of_a_person_follow_the_seats(store: Store) -> None:
    await create(store, "a", person=1, changed=1)
    await create(store, "b", person=2, changed=2)
    await create(store, "c", person=1, changed=3)
    assert await names_of(store, 1) == ["c", "a"]
    assert await names_of(store, 1, limit=1) == ["c"]
    await seat(store, "b", Sat(2, 1, "Ann"), Sat(3, 1, "Bob"), changed=9)  # two seats on one device are one table
    assert await names_of(store, 1) == ["b", "c", "a"]
    await seat(store, "b", Rose(2), changed=9)
    assert await names_of(store, 1) == ["b", "c", "a"]
    await seat(store, "b", HandedOver(3, 5), changed=9)
    assert await names_of(store, 1) == ["c", "a"]
    assert await names_of(store, 5) == ["b"]
    await seat(store, "c", Rose(1), Sat(1, 5, "Eve"), changed=10)
    assert await names_of(store, 1) == ["a"]
    assert await names_of(store, 5) == ["c", "b"]
    await seat(store, "c", Rose(1), Filled(1, "page"), changed=10)
    assert await names_of(store, 5) == ["b"]
    assert await names_of(store, 77) == []


async def test_a_refused_append_seats_nobody(store: Store) -> None:
    await create(store, "a", person=1)
    with pytest.raises(Exception, match="2"):
        await store.append("a", 1, 2, "k", 1, [Sat(2, 2, "Bob")], row("a"))
    assert await names_of(store, 2) == []


async def test_due_comes_in_the_order_of_time(store: Store) -> None:
    for name, due in (("a", 300), ("b", 100), ("c", None), ("d", 200), ("e", 301)):
        await create(store, name, due=due)
    assert await store.due(99, 10) == []
    assert await store.due(300, 10) == [("b", 100), ("d", 200), ("a", 300)]
    assert await store.due(300, 2) == [("b", 100), ("d", 200)]
    await store.append("b", 2, None, "clock", 300, [move()], row("b", due=None))
    await store.append("d", 2, None, "clock", 300, [move()], row("d", due=900))
    assert await store.due(1000, 10) == [("a", 300), ("e", 301), ("d", 900)]


async def test_people_are_remembered_by_what_their_cookie_hashes_to(store: Store) -> None:
    assert await store.person(b"ann") is None
    ann = await store.save_person(b"ann", "Ann", "fr", {"theme": "dark", "sound": False}, 5)
    assert ann == Person(1, "Ann", "fr", {"theme": "dark", "sound": False})
    assert await store.person(b"ann") == ann
    again = await store.save_person(b"ann", "Anne", "uk", {}, 6)
    assert again == Person(1, "Anne", "uk", {}) == await store.person(b"ann")
    bob = await store.save_person(b"bob", "Боб ’", "ru", {}, 7)
    assert bob == Person(2, "Боб ’", "ru", {}) == await store.person(b"bob")


async def test_one_person_who_comes_several_times_at_once_is_one_person(store: Store) -> None:
    came = await asyncio.gather(*(store.save_person(b"ann", "Ann", "en", {}, 5) for _ in range(10)))
    assert {one.id for one in came} == {came[0].id}


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
async def test_text_that_is_none_is_refused_alike(store: Store, text: str) -> None:
    await create(store, "t")
    with pytest.raises(ValueError):
        await store.save_person(b"ann", text, "en", {}, 5)
    with pytest.raises(ValueError):
        await store.add_chat_line("t", 1, 1, "k", 1, "text", text)
    assert (await store.add_chat_line("t", 1, 1, "k", 1, "text", "fine")).number == 1


async def test_talk_is_numbered_and_keeps_the_name_of_its_time(store: Store) -> None:
    ann = await store.save_person(b"ann", "Ann", "en", {}, 5)
    eve = await store.save_person(b"eve", "Eve", "en", {}, 5)
    await store.create("t", b"s", ann.id, "k", 1, opening(ann.id, "Ann 2"), row("t"))
    assert await store.add_chat_line("t", ann.id, 1, "a", 10, "text", "hello") == ChatLine(
        1, 10, 1, "Ann 2", "text", "hello", 1
    )
    assert await store.add_chat_line("t", eve.id, 0, "a", 11, "phrase", "well_played") == ChatLine(
        2, 11, 0, "Eve", "phrase", "well_played", 2
    )
    assert await store.add_chat_line("t", None, 0, "a", 12, "text", "server") == ChatLine(
        3, 12, 0, "", "text", "server", 3
    )
    await seat(store, "t", Renamed(1, "Queen Ann"))
    await store.save_person(b"eve", "Eva", "en", {}, 13)
    assert (await store.add_chat_line("t", ann.id, 1, "b", 13, "text", "x")).name == "Queen Ann"
    assert (await store.add_chat_line("t", eve.id, 1, "b", 13, "text", "x")).name == "Eva"  # the seat is not hers
    assert [said.name for said in await store.chat_lines("t")] == ["Ann 2", "Eve", "", "Queen Ann", "Eva"]
    assert [said.number for said in await store.chat_lines("t", after=3)] == [4, 5]
    assert [said.number for said in await store.chat_lines("t", limit=2)] == [4, 5]  # the latest, oldest first
    assert [said.speaker for said in await store.chat_lines("t", limit=2)] == [
        1,
        2,
    ]  # whatever they are called, and where
    assert (await store.add_chat_line("t", ann.id, 1, "b", 14, "text", "x")).speaker == 1
    assert await store.chat_lines("u") == []


async def test_said_twice_under_one_key_is_said_once(store: Store) -> None:
    await create(store, "t")
    first = await store.add_chat_line("t", 1, 1, "a", 10, "text", "hello")
    assert await store.add_chat_line("t", 1, 1, "a", 99, "text", "other") == first
    assert await store.add_chat_line("t", 2, 1, "a", 99, "text", "other") != first
    assert len(await store.chat_lines("t")) == 2


async def test_talk_has_no_gaps_when_many_speak_at_once(store: Store) -> None:
    await create(store, "t")
    await create(store, "u")
    said = await asyncio.gather(
        *(
            store.add_chat_line(table, 1, 1, f"k{n % 20}", n, "text", str(n % 20))
            for n in range(40)
            for table in ("t", "u")
        )
    )
    assert sorted({one.number for one in said}) == list(range(1, 21))
    for table in ("t", "u"):
        lines = await store.chat_lines(table)
        assert [line.number for line in lines] == list(range(1, 21))
        assert {line.text for line in lines} == {str(n) for n in range(20)}
    assert [entry.version for entry in await store.read("t")] == [1, 2]  # talk moves no version


async def test_orders_are_replaced(store: Store) -> None:
    await create(store, "t")
    assert await store.orders_by_seat("t") == {}
    await store.set_orders("t", 2, [5, 3])
    await store.set_orders("t", 1, (4,))
    assert await store.orders_by_seat("t") == {1: (4,), 2: (5, 3)}
    await store.set_orders("t", 2, [7])
    await store.set_orders("t", 1, [])
    assert await store.orders_by_seat("t") == {2: (7,)}
    assert (await store.row("t")) == row("t", version=2)  # orders are secret: nothing else moves


@pytest.mark.parametrize("leaving", [Rose(2), Resigned(2), Sat(2, 9, "Cyd")])
async def test_orders_end_with_whoever_gave_them(store: Store, leaving: AnyContent) -> None:
    await create(store, "t")
    await store.set_orders("t", 1, [4])
    await store.set_orders("t", 2, [5, 3])
    await seat(store, "t", HandedOver(2, 7), Renamed(2, "Bob"), Moved(2, "wait"))
    assert await store.orders_by_seat("t") == {1: (4,), 2: (5, 3)}  # the same player, on another device
    await seat(store, "t", leaving)
    assert await store.orders_by_seat("t") == {1: (4,)}


async def test_an_append_that_is_refused_or_repeated_ends_no_orders(store: Store) -> None:
    await create(store, "t")
    await seat(store, "t", Rose(1))
    await store.set_orders("t", 1, [4])
    again = await store.append("t", 2, None, "seat:2", 1, [Rose(1)], row("t"))
    assert again.repeated
    with pytest.raises(Stale):
        await store.append("t", 2, None, "another", 1, [Rose(1)], row("t"))
    assert await store.orders_by_seat("t") == {1: (4,)}


async def test_running_games_with_orders_are_known(store: Store) -> None:
    await create(store, "t", phase="playing")
    await create(store, "u", phase="playing")
    await create(store, "v")
    for table, seat in (("t", 1), ("t", 2), ("u", 1), ("v", 1)):
        await store.set_orders(table, seat, [1])
    await store.set_orders("u", 1, [])
    assert await store.tables_with_orders() == ["t"]


async def test_a_code_works_once_and_in_time_and_at_its_table(store: Store) -> None:
    await create(store, "t")
    await create(store, "u")
    await store.put_code(b"one", "t", 3, 1000)
    assert await store.use_code(b"none", "t", 500) is None
    assert await store.use_code(b"one", "u", 500) is None
    assert await store.use_code(b"one", "t", 999) == 3
    assert await store.use_code(b"one", "t", 999) is None
    await store.put_code(b"two", "t", 3, 1000)
    assert await store.use_code(b"two", "t", 1000) is None
    assert await store.use_code(b"two", "t", 999) is None
    await store.put_code(b"three", "t", 3, 1000)
    await store.put_code(b"four", "t", 3, 1000)
    assert await store.use_code(b"three", "t", 1) is None  # a newer code of the seat
    assert await store.use_code(b"four", "t", 1) == 3


async def test_a_code_used_by_several_at_once_opens_once(store: Store) -> None:
    await create(store, "t")
    await store.put_code(b"one", "t", 2, 1000)
    used = await asyncio.gather(*(store.use_code(b"one", "t", 5) for _ in range(10)))
    assert sorted(used, key=str) == [2] + [None] * 9


async def test_a_silence_over_five_seconds_is_an_outage(store: Store) -> None:
    for now in (1000, 3000, 8000, 13_001, 14_000, 13_500, 60_000, 61_000):
        await store.pulse(now)
    assert await store.outages_since(0) == [(8000, 13_001), (14_000, 60_000)]
    assert await store.outages_since(13_000) == [(8000, 13_001), (14_000, 60_000)]
    assert await store.outages_since(13_001) == [(14_000, 60_000)]
    assert await store.outages_since(60_000) == []


async def test_after_a_break_a_shorter_silence_is_an_outage_too(store: Store) -> None:
    await store.pulse(1000, broken=True)
    for now, broken in ((2500, True), (5500, True), (8500, False), (10_001, True), (9000, True)):
        await store.pulse(now, broken)
    assert await store.outages_since(0) == [(2500, 5500), (8500, 10_001)]


async def test_what_a_wall_clock_goes_forward_is_an_outage(store: Store) -> None:
    assert await store.last_pulse() == 0
    assert await store.pulse(1000, wall=1400) == 1400 == await store.last_pulse()
    assert await store.pulse(2000, wall=2400) == 2400
    assert await store.pulse(3000, wall=60_000) == 60_000 == await store.last_pulse()
    assert await store.outages_since(0) == [(3000, 60_000)]
    assert await store.pulse(9_000, wall=20_000, broken=True) == 60_000  # whoever is behind learns how far the time is
    assert await store.pulse(61_000, wall=4_000) == 61_000  # a clock that is set back changes nothing
    assert await store.pulse(62_000, wall=62_500) == 62_500
    assert await store.pulse(63_000, wall=90_000, broken=True) == 90_000
    assert await store.outages_since(0) == [(3000, 60_000), (63_000, 90_000)]


async def test_pulses_of_several_are_one_pulse(store: Store) -> None:
    await store.pulse(1000)
    await asyncio.gather(*(store.pulse(20_000 + number) for number in range(10)))
    assert [began for began, _ in await store.outages_since(0)] == [1000]
