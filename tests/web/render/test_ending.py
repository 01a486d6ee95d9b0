"""The end begins with the viewer: their place in a sentence, and which moves decided the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from web import viewing
from web.html.elements import read
from web.render.samples import ENDLESS, SCENES, scene_after, seats
from web.view.worlds import World

from intrigue.engine.events import Event
from intrigue.games import GAMES
from intrigue.locale import LANGUAGES, words
from intrigue.web.games.registry import html_of
from intrigue.web.html.points import Points
from intrigue.web.render import ending, regions
from intrigue.web.table.notices import TableNotice
from intrigue.web.view.scene import Scene, Viewer

EN = words("en")
OVER = SCENES["oriflamme over"]


def place_of(own: int, totals: list[int], winners: list[int], ties: list[tuple[int, ...]] | None = None) -> str:
    """The sentence for who holds a seat in a game that ended so."""
    sitting = seats(len(totals), names=["Ann", "Bob", "Cyd", "Dee", "Eve"][: len(totals)], mine=False)
    held = tuple(seat._replace(mine=seat.number == own) for seat in sitting)
    scene = replace(OVER, seats=held, settings=replace_players(OVER, len(totals)))
    points = Points((), [], totals, ties or [()] * len(totals))
    return ending.own_place(scene, points, winners, EN)


def replace_players(scene: Scene, players: int) -> Any:
    return msgspec.structs.replace(scene.settings, players=players)


def test_the_end_begins_with_the_viewer() -> None:
    totals = [5, 17, 9, 9, 1]
    assert place_of(1, totals, [2]) == "You are 4th, 12 behind Bob."
    assert place_of(2, totals, [2]) == "You win, 8 ahead of Cyd and Dee."
    assert place_of(3, totals, [2]) == place_of(4, totals, [2]) == "You are 2nd, 8 behind Bob."
    assert place_of(5, totals, [2]) == "You are 5th, 16 behind Bob."


def test_ties_are_told_as_they_were_broken() -> None:
    ties = [(3,), (2,), (1,)]
    assert place_of(1, [9, 9, 4], [1], ties) == "You win on the tie-break, level with Bob."
    assert place_of(2, [9, 9, 4], [1], ties) == "You are 2nd, level with Ann but behind on the tie-break."
    assert place_of(1, [9, 9, 4], [1, 2]) == "You share the victory with Bob."
    assert place_of(3, [9, 9, 4], [1, 2]) == "You are 3rd, 5 behind Ann and Bob."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_seat_of_every_game_has_its_sentence(game: str, language: str) -> None:
    say = words(language)
    over = scene_after(game, GAMES[game].seats[-1], ENDLESS, seed=3)
    assert over.view is not None
    points = html_of(over.settings.game).points(over)
    told = set()
    for own in over.seats:
        held = tuple(seat._replace(mine=seat.number == own.number) for seat in over.seats)
        scene = replace(over, seats=held)
        sentence = ending.own_place(scene, points, over.view["winners"], say)
        assert sentence.endswith(".") and "{" not in sentence
        told.add(sentence)
        first, *_ = [one for one in read(str(regions.result(scene, say))) if one.tag == "h2"]
        assert first.text == sentence
    assert len(told) > 1


def test_who_holds_no_seat_or_several_reads_who_won() -> None:
    over = scene_after("oriflamme", 3, ENDLESS)
    assert over.view is not None
    watched = replace(over, seats=tuple(seat._replace(mine=False) for seat in over.seats), viewer=Viewer(0))
    passed = replace(over, seats=tuple(seat._replace(mine=True) for seat in over.seats))
    for scene in (watched, passed):
        heading, *_ = [one for one in read(str(regions.result(scene, EN))) if one.tag == "h2"]
        assert heading["class"] == "winner" and heading.text.endswith(("wins.", "victory."))
    assert 'class="place"' not in str(regions.result(SCENES["ended by consent"], EN))


def gain_of(player: int, amount: int, kind: str = "heir") -> Event:
    return Event("influence_gained", {"player": player, "amount": amount, "card": {"family": player, "kind": kind}})


def scene_of(*lines: tuple[int, Event | TableNotice]) -> Scene:
    return replace(OVER, lines=tuple(line for _, line in lines), line_versions=tuple(version for version, _ in lines))


def test_the_moves_that_shifted_most_decided_it_in_the_order_they_came() -> None:
    begun = Event("round_begun", {"round": 2, "player": 1})
    robbed = Event("influence_robbed", {"player": 2, "amount": 2, "victim": 1, "card": {"family": 2, "kind": "spy"}})
    scene = scene_of(
        *((1, begun), (2, gain_of(1, 3)), (3, gain_of(1, 1)), (4, gain_of(3, 2)), (4, gain_of(3, 1))),
        *((5, robbed), (6, gain_of(2, 9)), (7, TableNotice("tookback", {"seat": 2, "undone": 1}))),
    )
    found = ending.decisive_moves(scene, EN)
    assert [one.version for one in found] == [2, 4, 5]
    assert [one.changes for one in found] == [((1, "+3"),), ((3, "+3"),), ((2, "+2"), (1, "−2"))]
    assert [one.round for one in found] == [2, 2, 2]
    assert "takes 2 influence from" in found[2].words


def test_a_log_without_versions_tells_no_moments() -> None:
    assert ending.decisive_moves(replace(scene_of((1, gain_of(1, 9))), line_versions=()), EN) == []


def test_cards_of_a_faction_are_worth_more_from_one_to_the_next() -> None:
    def won(card: str) -> Event:
        return Event("card_won", {"player": 1, "card": card})

    swings = html_of("richelieu").swings([[won("E1")], [won("R2")], [won("E3")]])
    assert [swing.points for swing in swings] == [{1: 1}, {}, {1: 3}]


@pytest.mark.parametrize(("game", "edition", "players"), [("oriflamme", "fr", 4), ("richelieu", "ru", 3)])
def test_a_finished_game_leads_to_its_moments(game: str, edition: str, players: int) -> None:
    world, made = World(game, edition, players, seed=7), set()
    for moment in world.play():
        made.add(moment.version)
    over = viewing.scene(world.table, Viewer(1, (1,)))
    found = ending.decisive_moves(over, EN)
    assert 0 < len(found) <= ending.MOST_MOMENTS
    ways = [one["href"] for one in read(str(regions.result(over, EN))) if "version=" in one["href"]]
    assert ways == [f"/t/{over.table}/replay?version={one.version}" for one in found]
    assert {one.version for one in found} <= made
    pushed = viewing.change(world.table, Viewer(1, (1,)), world.table.moments[-1]).after
    assert ending.decisive_moves(pushed, EN) == found
