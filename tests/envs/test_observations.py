"""Observations are bytes: whatever a position holds, every number is from 0 to 255, and there are at most 1,024."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from tables import after

import intrigue
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.games import GAMES
from intrigue.games.oriflamme import sketch as row
from intrigue.games.oriflamme.kinds import QUEEN
from intrigue.games.oriflamme.observation import PLAYER, SEATS_AT
from intrigue.games.richelieu import sketch as court
from intrigue.games.richelieu.box import OURS
from intrigue.games.richelieu.game import RICHELIEU
from intrigue.games.richelieu.observation import CARD, CARDS_AT

LARGE = {"prestige": 9999, "ecu": 99999, "influence": 999}


def with_large_numbers(position: dict[str, Any]) -> dict[str, Any]:
    for player in position["players"]:
        player.update({name: number for name, number in LARGE.items() if name in player})
    if "cardinal" in position:
        position["cardinal"] = 9998
        position["actions_left"] = 1
    for card in (card for slot in position.get("row", []) for card in slot):
        card["influence"] = 0 if card["up"] else 99
    return position


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_observation_is_at_most_1024_numbers(game: intrigue.Game[Any]) -> None:
    assert game.observation_size <= 1024


@pytest.mark.parametrize(
    "position", [row.parse("1Spy 2heir 3lord/3spy @2"), court.parse("R4[1:2 . . 2:-2 .] E1[. G . . .] | R5 H2 | -")]
)
def test_large_numbers_are_told_as_255(position: dict[str, Any]) -> None:
    told = with_large_numbers(position)
    headers = {"Game": told["game"], "Edition": told["edition"], "Players": str(len(told["players"]))}
    match = intrigue.load(Record(headers | {"Position": json.dumps(told)}))
    for seat in range(match.players + 1):
        numbers = match.observe(seat)
        assert min(numbers) == 0 and max(numbers) == 255
        assert np.array(numbers, np.uint8).tolist() == numbers


def test_what_is_known_not_to_be_aside_is_told_until_it_lies_in_the_discard() -> None:
    match = after("2substitution 1Queen 3felon @1; round 6; hand 2 queen", "reveal")
    start = SEATS_AT + PLAYER + 5  # of the player after player 1
    assert match.observe(1)[start + QUEEN] == 2
    match.state.discard[1] |= 1 << QUEEN
    assert match.observe(1)[start + QUEEN] == 1


@pytest.mark.parametrize("step", [-20, 20])
def test_every_step_of_the_cardinal_can_be_told(step: int) -> None:
    lines = [f"cardinal = {step}" if line.startswith("cardinal") else line for line in OURS.read_text().splitlines()]
    game = RICHELIEU.with_deck("mine", "\n".join(lines).encode())
    numbers = Match.new(game, 4, seed=1).observe(1)
    assert {numbers[CARDS_AT + place * CARD + 2] for place in range(6)} == {step + 20}
    assert min(numbers) >= 0


def test_the_games_of_a_batch_are_seen_as_bytes() -> None:
    for name in ("oriflamme", "richelieu"):
        assert intrigue.Batch(name, size=2, players=3).observations.dtype == np.uint8
