"""The greedy player of the Oriflamme family: it judges by what it may see, and as a good player would."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from properties.boxes import EVERYWHERE, TABLES
from tables import after, table

import intrigue
from intrigue.bots.oriflamme.worth import worth
from intrigue.engine.kernels import score
from intrigue.engine.targets import Compiler
from intrigue.games import GAMES
from intrigue.games.oriflamme.state import GAME_OVER, NOTHING, State

SEEDS = range(2)
LAST_ROUND = "; round 6"


def worths(game: intrigue.Game[Any], g: State) -> dict[int, int]:
    """What each legal action is worth."""
    return {action: worth(g, game.box, action) for action in game.legal(g)}


def best(found: dict[int, int]) -> list[int]:
    return [action for action, value in found.items() if value == max(found.values())]


def decisions(name: str, edition: str, players: int, seed: int) -> Iterator[tuple[intrigue.Game[Any], State]]:
    """A game at each of its decisions, halves of moves too; seat 1 is greedy, all are in games of odd seeds."""
    game, chooser = GAMES[name], Random(seed)
    g = game.start(players, edition, seed, {})
    while g.to_act >= 0:
        yield game, g
        greedy = g.to_act == 0 or seed % 2
        game.step(g, chooser.choice(best(worths(game, g)) if greedy else game.legal(g)))


# Honesty


@EVERYWHERE
def test_what_the_player_cannot_see_changes_nothing(name: str, edition: str, players: int) -> None:
    for seed in SEEDS:
        for number, (game, g) in enumerate(decisions(name, edition, players, seed)):
            twin = game.sample(g, g.to_act + 1, number)
            assert worths(game, twin) == worths(game, g), game.position(g) if not g.half else g.ask


# Every question


def test_every_answer_to_every_question_has_a_worth() -> None:
    asked = set()
    for name, edition, players in (parameters.values for parameters in TABLES):
        for game, g in decisions(name, edition, players, 0):
            asked.add(g.ask)
            assert {type(value) for value in worths(game, g).values()} == {int}
    assert asked == set(range(NOTHING + 1, GAME_OVER))


def weigh_all(states: Any, box: Any, out: Any) -> None:
    """What each legal action of each state is worth; `score` stands for `worth` here."""
    for i in range(len(states)):
        g = states[i]
        for action in range(out.shape[1]):
            if (g.legal >> action) & 1:
                out[i, action] = score(g, box[0], action)


def test_compiled_it_judges_alike() -> None:
    import numpy as np

    games = [decisions(*parameters.values, 0) for parameters in TABLES]
    found = [(g.to_bytes(), worths(game, g)) for one in games for game, g in one]
    states = np.frombuffer(b"".join(state for state, _ in found), State.dtype()).copy()
    out = np.full((len(states), 63), -1, np.int64)
    game = GAMES["oriflamme"]
    Compiler(State, type(game.box), {score: worth}).kernel(weigh_all)(states, game.box_array(), out)
    for (_, plain), compiled in zip(found, out, strict=True):
        assert plain == {action: compiled[action] for action in plain}


# Situations


def likes(match: intrigue.Match) -> list[str]:
    """The moves whose actions are worth most, one after the other."""
    g = match.state.copy()
    moves = match.game.moves(g)
    for number in range(max(map(len, moves.values()))):
        most = best(worths(match.game, g))
        moves = {move: actions for move, actions in moves.items() if actions[number] in most}
        if len({actions[number] for actions in moves.values()}) == 1 and number == 0:
            match.game.step(g, next(iter(moves.values()))[0])
        else:
            break
    return sorted(moves)


@pytest.mark.parametrize("kind", ["spy", "heir", "lord", "conspiracy", "soldier", "archer", "assassination"])
def test_in_the_last_round_a_card_with_influence_is_revealed(kind: str) -> None:
    assert likes(table(f"2lord 1{kind}:2 3spy @2{LAST_ROUND}")) == ["reveal"]


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_a_conspiracy_waits_until_the_last_round(number: int) -> None:
    assert likes(table(f"2Lord 1conspiracy:1 3Heir @2; round {number}")) == ["wait"]


def test_an_ambush_waits_to_be_hit() -> None:
    assert likes(table("2Lord 1ambush:1 3Soldier @2; round 3")) == ["wait"]


def test_an_heir_that_would_pay_nothing_waits() -> None:
    assert likes(table("2Heir 1heir 3spy @2; round 4")) == ["wait"]


def test_it_does_not_hit_its_own_card_when_another_can_be_hit() -> None:
    assert likes(table("1Heir 1Soldier 2spy @2; round 3")) == ["hit 3"]
    assert likes(table("1conspiracy:3 1Soldier 2spy @2; round 3")) == ["hit 3"]


def test_it_hits_the_card_that_pays_most() -> None:
    assert likes(table("2Shapeshifter 1Soldier 3Heir @2; round 3; stock 1 1 1")) == ["hit 3"]
    assert likes(table("2spy:3 1Soldier 3spy @2; round 5; stock 1 1 1")) == ["hit 1"]


def test_it_rather_hits_the_leader() -> None:
    assert likes(table("2Heir 1Soldier 3Heir @2; round 3; stock 1 2 7")) == ["hit 3"]
    assert likes(table("2Heir 1Spy 3Heir @2; round 3; stock 1 7 2")) == ["rob 1"]


def test_an_assassination_spares_its_own_family() -> None:
    match = after("1Heir 1assassination 2Heir @2; round 3", "reveal")
    assert likes(match) == ["hit 3"]


def test_a_stranger_is_feared_while_its_ambush_was_not_seen() -> None:
    feared = table("2heir:1 1Soldier 2spy @2; discard 2 lord")
    harmless = table("2heir:1 1Soldier 2spy @2; discard 2 ambush")
    assert max(worths(feared.game, feared.state).values()) < max(worths(harmless.game, harmless.state).values())


def test_a_shapeshifter_copies_what_pays_more() -> None:
    assert likes(table("2Heir 1Lord 1Shapeshifter 3Spy @3; round 4; stock 1 0 0")) == ["copy 2"]


def test_a_bribery_wins_another_familys_best_character() -> None:
    match = after("1Queen 1bribery 2Felon 3Queen @2; round 3", "reveal")
    assert likes(match) == ["bribe 4"]


def test_a_royal_decree_passes_over_a_rival_or_lets_the_own_card_act_again() -> None:
    match = after("1Heir 1royal_decree 2Shapeshifter 3Shapeshifter @2; round 3", "reveal")
    assert {move[:6] for move in likes(match)} == {"move 1"}


def test_influence_of_a_combination_is_spent_on_what_pays_more() -> None:
    assert likes(after("1Queen 1combination:1 2spy @2; game oriflamme-mix; round 3", "reveal")) == ["again"]
    assert "take" in likes(after("1Prince 1combination:1 2spy @2; game oriflamme-mix; round 3", "reveal"))
