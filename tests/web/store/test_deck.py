"""Games that an earlier program finished are counted, but none is counted for nobody because its deck file is away."""

from __future__ import annotations

import random

import pytest
from web.decks import OWNERS, played_with
from web.store.test_people import uncount
from web.table.stories import SECRET, Story, people_at

from intrigue.web.runtime.counting import count_the_uncounted
from intrigue.web.runtime.tables import Tables
from intrigue.web.store import Row, Store

pytestmark = pytest.mark.anyio


async def finished(store: Store, id: str, story: Story) -> None:
    """A game that came to its end, of which nobody wrote down how."""
    row = Row(**story.table.row() | {"table": id}, results=())
    commands = [entry.command for entry in story.log]
    await store.create(id, SECRET, None, f"open {id}", 1, commands, row)


async def test_a_game_of_another_deck_file_is_counted_when_the_site_has_it_again(store: Store) -> None:
    story = people_at("richelieu", players=2).play(random.Random(2))
    assert story.table.phase == "over"
    await finished(store, "k3v9q0ab2c", story)
    await uncount(store)
    with played_with(OWNERS):
        await count_the_uncounted(Tables(store, lambda: 5))
        assert await store.uncounted(10) == ["k3v9q0ab2c"]
    await count_the_uncounted(Tables(store, lambda: 5))
    assert await store.uncounted(10) == [] and len(await store.results_at("k3v9q0ab2c")) == 2
