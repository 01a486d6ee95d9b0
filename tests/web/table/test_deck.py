"""Which deck file a table was begun with stands in its log, and no other deck file goes on with it."""

from __future__ import annotations

import asyncio
import random

import pytest
from web.decks import OWNERS, owners, played_with
from web.table.stories import SECRET, Story, people_at, table_settings

from intrigue.engine.errors import BadLine
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.games.richelieu.game import RICHELIEU, Richelieu
from intrigue.lessons import ORIGIN, lesson
from intrigue.web.errors import Unplayable
from intrigue.web.runtime import replays
from intrigue.web.runtime.table_loading import fold_playable
from intrigue.web.table import fair, opening
from intrigue.web.table.errors import OtherDeck
from intrigue.web.table.log_entries import Began, Ended, Entry, Opened, decode, encode
from intrigue.web.table.table import Table
from intrigue.web.table.unreplayable import fold_bygone, foreign_part

RENAMED = RICHELIEU.with_deck("renamed.toml", owners())
ANOTHER = RICHELIEU.with_deck("mybox.toml", owners() + b"# another edition\n")


def court(game: Richelieu, moves: int = 6, ended: bool = False) -> Story:
    """A game at a site with that deck."""
    with played_with(game):
        story = people_at("richelieu").play(random.Random(3), moves)
        if ended:
            story.write([Ended("consent")], None)
        return story


def began(story: Story) -> Began:
    (found,) = [one.content for one in story.log if isinstance(one.content, Began)]
    return found


def test_the_log_names_the_deck_file_and_its_hash() -> None:
    assert began(court(OWNERS)).deck == OWNERS.deck_file and OWNERS.deck_file
    assert began(court(RICHELIEU)).deck == ""
    with played_with(OWNERS):
        assert began(people_at("oriflamme")).deck == ""


def test_what_the_first_logs_hold_is_our_deck() -> None:
    assert decode(b'{"did":"began"}') == decode(b'{"did":"began","rules":1}') == Began(1, "")
    assert decode(encode(Began(1, "mine.toml 00ff"))) == Began(1, "mine.toml 00ff")


@pytest.mark.parametrize("game", [RICHELIEU, OWNERS], ids=["ours", "an owner's"])
def test_a_game_goes_on_with_its_own_deck_file(game: Richelieu) -> None:
    story = court(game)
    with played_with(game):
        assert foreign_part(story.log) == ""
        table = story.again()
        assert table.match and story.table.match and table.match.position == story.table.match.position
        assert table.match.game.box == game.box


def test_a_deck_file_may_be_renamed() -> None:
    story = court(OWNERS)
    with played_with(RENAMED):
        assert foreign_part(story.log) == "" and story.again().moves == 6


@pytest.mark.parametrize(
    ("then", "now"),
    [(RICHELIEU, OWNERS), (OWNERS, RICHELIEU), (OWNERS, ANOTHER)],
    ids=["ours, now an owner's", "an owner's, now ours", "another file of the same name"],
)
def test_a_game_of_another_deck_file_is_not_followed(then: Richelieu, now: Richelieu) -> None:
    story = court(then)
    with played_with(now):
        assert foreign_part(story.log) == "deck"
        with pytest.raises(OtherDeck):
            story.again()
        with pytest.raises(Unplayable) as fault:
            asyncio.run(fold_playable(story.table.id, SECRET, story.log))
        assert (fault.value.key, fault.value.status) == ("serve.fault.deck", 409)


def test_other_games_do_not_mind() -> None:
    story = people_at("oriflamme").play(random.Random(3), 6)
    with played_with(OWNERS):
        assert foreign_part(story.log) == "" and story.again().moves == 6


def test_a_table_that_has_not_begun_is_dealt_with_the_deck_of_then() -> None:
    story = Story(table_settings("richelieu")).seat_all()
    with played_with(OWNERS):
        assert foreign_part(story.log) == ""
        assert began(story.begin()).deck == OWNERS.deck_file


def test_what_closed_a_table_before_it_began_is_passed_over() -> None:
    story = court(OWNERS)
    last = story.log[-1]
    kept = next(one.version for one in story.log if isinstance(one.content, Began)) - 1
    closed = [*story.log, Entry(last.version + 1, last.at, None, Ended("rules", "", kept))]
    assert foreign_part(closed) == "" and Table.of(story.table.id, SECRET, closed).phase == "aborted"


@pytest.mark.parametrize(("then", "now"), [(RICHELIEU, OWNERS), (OWNERS, RICHELIEU)], ids=["ours", "an owner's"])
def test_a_game_that_ended_keeps_its_record_under_another_deck_file(then: Richelieu, now: Richelieu) -> None:
    story = court(then, ended=True)
    with played_with(then):
        record = story.table.record_text()
        assert fold_bygone(story.table.id, SECRET, story.log, "aborted").can_be_replayed
    with played_with(now):
        table = fold_bygone(story.table.id, SECRET, story.log, "aborted")
        assert table.record_text() == record and not table.can_be_replayed
    assert ("Deck-file: mybox.toml" in record) == (then is OWNERS)


def test_records_name_the_deck_file_and_are_verified_with_it() -> None:
    story = court(OWNERS, ended=True)
    for game in (OWNERS, RENAMED):
        with played_with(game):
            assert all(one.fits for one in fair.verify(story_record(story)))
    with pytest.raises(BadLine) as fault:
        fair.verify(story_record(story))
    assert fault.value.key == "error.deck_file"


def story_record(story: Story) -> str:
    with played_with(OWNERS):
        return story.table.record_text()


@pytest.mark.parametrize(("then", "now"), [(RICHELIEU, OWNERS), (OWNERS, RICHELIEU)], ids=["ours", "an owner's"])
def test_a_record_that_is_brought_needs_the_deck_file_of_the_site(then: Richelieu, now: Richelieu) -> None:
    text = str(Match.new(then, players=3, seed=4).record)
    with played_with(then):
        kept = replays.check_record(text.encode())
        assert replays.timeline_of_record("abcdefgh23", kept).last == 0
    with played_with(now):
        with pytest.raises(BadLine) as fault:
            replays.check_record(text.encode())
        assert fault.value.key == "replay.fault.deck"
        with pytest.raises(replays.OldRecord) as old:
            replays.timeline_of_record("abcdefgh23", kept)
        assert old.value.key == "serve.fault.earlier_deck"


def test_a_game_goes_on_from_a_moment_with_the_same_deck() -> None:
    story = court(OWNERS, ended=True)
    with played_with(OWNERS):
        start = replays.Timeline.of(story.table.id, SECRET, story.log).record_up_to(3)
        assert Record.parse(start).headers["Deck-file"] == OWNERS.deck_file
        made = opening.table_from_start(start, "what-if", table_settings("richelieu"), 11, "Ann", 1, SECRET)
        assert isinstance(made[0], Opened) and made[-1] == Began(1, OWNERS.deck_file)
        Table.of("t", SECRET, [Entry(at, 0, 11, content) for at, content in enumerate(made, 1)])
    with pytest.raises(OtherDeck):
        Table.of("t", SECRET, [Entry(at, 0, 11, content) for at, content in enumerate(made, 1)])


def test_a_lesson_is_of_our_deck() -> None:
    taught = lesson("richelieu")
    start = taught.start("ru")
    made = opening.table_from_start(
        start, f"{ORIGIN}richelieu", table_settings("richelieu", players=2), 11, "Ann", 1, SECRET
    )
    assert made[-1] == Began(1, "")
    entries = [Entry(at, 0, 11, content) for at, content in enumerate(made, 1)]
    with played_with(OWNERS):
        assert foreign_part(entries) == "deck"
