import asyncio

import pytest
from web.store.deeds import SECRET, create, move, opening, row

from intrigue.web.store import Appended, Missing, Stale, Store, open_store
from intrigue.web.table.log_entries import Began, Entry, Readied

pytestmark = pytest.mark.anyio


async def test_a_table_begins_with_its_first_commands(store: Store) -> None:
    given = row("t", game="richelieu", phase="gathering", listed=True, free=2, version=7, created=5, changed=6, due=9)
    assert await store.create("t", SECRET, 4, "first", 1234, opening(4), given) == Appended(2, False)
    first, second = opening(4)
    assert await store.read("t") == [Entry(1, 1234, 4, first), Entry(2, 1234, 4, second)]
    assert await store.secret("t") == SECRET
    assert await store.row("t") == given._replace(version=2)  # the store counts, not the caller


async def test_no_such_table(store: Store) -> None:
    assert await store.read("t") == []
    assert await store.secret("t") is None
    assert await store.row("t") is None
    with pytest.raises(Stale) as stale:
        await store.append("t", 3, 1, "key", 1, [move()], row("t"))
    assert stale.value.version == 0
    for call in (
        store.add_chat_line("t", 1, 1, "key", 1, "text", "hello"),
        store.set_orders("t", 1, [3]),
        store.put_code(b"code", "t", 1, 99),
    ):
        with pytest.raises(Missing):
            await call


async def test_created_twice_under_one_key_is_created_once(store: Store) -> None:
    await create(store, "t")
    await store.append("t", 2, 1, "k", 2, [move()], row("t"))
    again = await store.create("t", b"another", 1, "creation", 3, opening(), row("t", changed=3))
    assert again == Appended(2, True)
    assert await store.secret("t") == SECRET
    assert (await store.row("t")) == row("t", version=3)


async def test_a_name_that_is_taken(store: Store) -> None:
    await create(store, "t")
    with pytest.raises(Stale) as stale:
        await store.create("t", b"another", 2, "other", 3, opening(2), row("t", changed=3))
    assert stale.value.version == 2
    assert await store.secret("t") == SECRET
    assert await store.row("t") == row("t", version=2)


async def test_all_commands_of_an_append_come_one_after_another(store: Store) -> None:
    await create(store, "t")
    contents = [Readied(1, "00"), Began(), move()]
    fresh = row("t", phase="playing", free=0, changed=50, due=77)
    assert await store.append("t", 2, None, "bot:2", 50, contents, fresh) == Appended(5, False)
    assert await store.read("t", after=2) == [
        Entry(version, 50, None, content) for version, content in enumerate(contents, 3)
    ]
    assert await store.row("t") == fresh._replace(version=5)


async def test_an_append_without_commands_is_a_mistake(store: Store) -> None:
    await create(store, "t")
    with pytest.raises(ValueError):
        await store.append("t", 2, 1, "k", 1, [], row("t"))


@pytest.mark.parametrize("expected", [0, 1, 3, 100])
async def test_stale_tells_the_version_and_writes_nothing(store: Store, expected: int) -> None:
    await create(store, "t")
    with pytest.raises(Stale) as stale:
        await store.append("t", expected, 1, "k", 9, [move()], row("t", phase="over", changed=9))
    assert stale.value.version == 2
    assert len(await store.read("t")) == 2
    assert await store.row("t") == row("t", version=2)


async def test_the_same_key_again_gets_the_version_it_got(store: Store) -> None:
    await create(store, "t")
    first = await store.append("t", 2, 1, "k", 2, [move(1), move(2)], row("t"))
    await store.append("t", 4, 1, "other", 3, [move(3)], row("t"))
    for expected in (2, 4, 5, 99):  # stale, stale, current, of no time
        assert await store.append("t", expected, 1, "k", 9, [move(9)], row("t", changed=9)) == Appended(4, True)
    assert first == Appended(4, False)
    assert [entry.content for entry in await store.read("t", 2)] == [move(1), move(2), move(3)]
    assert await store.row("t") == row("t", version=5)


async def test_keys_are_each_persons_own_and_each_tables_own(store: Store) -> None:
    await create(store, "t")
    await create(store, "u")
    assert await store.append("t", 2, 1, "k", 2, [move()], row("t")) == Appended(3, False)
    assert await store.append("t", 3, 2, "k", 2, [move()], row("t")) == Appended(4, False)
    assert await store.append("t", 4, None, "k", 2, [move()], row("t")) == Appended(5, False)
    assert await store.append("t", 4, None, "k", 2, [move()], row("t")) == Appended(5, True)
    assert await store.append("u", 2, 1, "k", 2, [move()], row("u")) == Appended(3, False)
    assert [entry.person for entry in await store.read("t", 2)] == [1, 2, None]


async def test_which_version_a_key_led_to_can_be_asked_and_nothing_is_written(store: Store) -> None:
    await create(store, "t")
    await store.append("t", 2, 1, "k", 2, [move(1), move(2)], row("t"))
    await store.append("t", 4, None, "k", 3, [move(3)], row("t"))
    assert [await store.version_of_key("t", person, "k") for person in (1, None, 2)] == [4, 5, None]
    assert await store.version_of_key("t", 1, "creation") == 2
    assert await store.version_of_key("t", 1, "other") is await store.version_of_key("u", 1, "k") is None
    assert len(await store.read("t")) == 5


async def test_of_many_who_expect_the_same_version_one_wins(store: Store) -> None:
    await create(store, "t")
    for version in range(2, 12):
        tried = await asyncio.gather(
            *(store.append("t", version, person, f"k{version}", 2, [move(person)], row("t")) for person in range(1, 9)),
            return_exceptions=True,
        )
        assert tried.count(Appended(version + 1, False)) == 1
        assert [one.version for one in tried if isinstance(one, Stale)] == [version + 1] * 7
    assert [entry.version for entry in await store.read("t")] == list(range(1, 13))


async def test_one_key_sent_many_times_at_once_is_written_once(store: Store) -> None:
    await create(store, "t")
    sent = (store.append("t", 2, 1, "k", 2, [move(1), move(2)], row("t")) for _ in range(12))
    tried = await asyncio.gather(*sent)
    assert sorted(tried) == [Appended(4, False)] + [Appended(4, True)] * 11
    assert len(await store.read("t")) == 4


async def test_one_table_opened_many_times_at_once_is_opened_once(store: Store) -> None:
    sent = (store.create("t", bytes([n]), 1, "k", 1, opening(), row("t")) for n in range(12))
    assert sorted(await asyncio.gather(*sent)) == [Appended(2, False)] + [Appended(2, True)] * 11
    assert len(await store.read("t")) == 2


async def test_many_tables_at_once(store: Store) -> None:
    names = [f"t{number}" for number in range(10)]
    await asyncio.gather(*(create(store, name) for name in names))

    async def play(name: str) -> None:
        for version in range(2, 22):
            written = await store.append(name, version, 1, f"k{version}", version, [move(version)], row(name))
            assert written == Appended(version + 1, False)
            entry = (await store.read(name, version))[0]  # what was answered can be read
            assert entry.content == move(version)

    await asyncio.gather(*(play(name) for name in names))
    for name in names:
        log = await store.read(name)
        assert [entry.version for entry in log] == list(range(1, 23))
        assert [entry.content for entry in log[2:]] == [move(version) for version in range(2, 22)]


async def test_a_stale_append_does_not_hurt_those_it_waits_with(store: Store) -> None:
    names = [f"t{number}" for number in range(8)]
    await asyncio.gather(*(create(store, name) for name in names))
    tried = await asyncio.gather(
        *(store.append(name, 2 + number % 2, 1, "k", 2, [move()], row(name)) for number, name in enumerate(names)),
        return_exceptions=True,
    )
    assert [one == Appended(3, False) for one in tried] == [True, False] * 4
    assert [len(await store.read(name)) for name in names] == [3, 2] * 4


async def test_who_leaves_while_waiting_hurts_nobody(store: Store) -> None:
    await create(store, "t")
    leaving = [
        asyncio.create_task(store.append("t", 2, person, "k", 2, [move(person)], row("t"))) for person in range(1, 30)
    ]
    staying = asyncio.create_task(store.add_chat_line("t", 1, 1, "s", 2, "text", "still here"))
    await asyncio.wait(leaving, return_when=asyncio.FIRST_COMPLETED)
    for task in leaving:
        task.cancel()
    await asyncio.gather(*leaving, return_exceptions=True)
    assert (await staying).number == 1
    version = (await store.read("t"))[-1].version
    assert version == 3
    assert await store.append("t", 3, 99, "k", 2, [move()], row("t")) == Appended(4, False)


async def test_what_was_written_is_there_when_the_store_is_opened_again(store_url: str) -> None:
    store = await open_store(store_url)
    await create(store, "t")
    await store.append("t", 2, 1, "k", 2, [move()], row("t"))
    await store.close()
    store = await open_store(store_url)
    assert [entry.version for entry in await store.read("t")] == [1, 2, 3]
    assert await store.append("t", 2, 1, "k", 2, [move()], row("t")) == Appended(3, True)
    await store.close()
