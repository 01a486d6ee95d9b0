"""Two worlds that differ only in what a seat may not know look and sound the same to it, now and as they go on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from properties.boxes import EVERYWHERE

import intrigue
from intrigue.games.oriflamme.words import Speaker
from intrigue.locale import words

SEEDS = range(3)
AHEAD = 25
"""How many moves two worlds go on together at most."""

KEYS = "for game edition round phase first to_act pointer spare row players legal winners".split()
PLAYER_KEYS = ["influence", "hand", "aside", "discard", "twin"]
CARD_KEYS = ["family", "kind", "up", "influence", "controller"]
HALF = {"place", "move"}
"""What moves of two halves begin with."""


def decisions(name: str, edition: str, players: int, seed: int) -> Iterator[intrigue.Match]:
    """A random game, at each of its decisions."""
    match, chooser = intrigue.new(name, players, edition, seed), Random(seed)
    while not match.over:
        yield match
        patient = [move for move in match.moves() if move == "wait"]
        match.play(chooser.choice(patient * (seed % 3) + match.moves()))


def looks(game: intrigue.Game[Any], state: Any, seat: int) -> list[Any]:
    """All that a seat is given of a state."""
    legal = game.moves(state) if state.to_act + 1 == seat else None
    return [json.dumps(game.view(state, seat)), game.observe(state, seat), legal]


@EVERYWHERE
def test_a_sampled_world_looks_the_same(name: str, edition: str, players: int) -> None:
    for seed in SEEDS:
        for number, match in enumerate(decisions(name, edition, players, seed)):
            for seat in range(players + 1):
                other = match.sample(seat, seed=number)
                assert looks(match.game, other, seat) == looks(match.game, match.state, seat), str(match.record)


# Going on


def play_and_hear(game: intrigue.Game[Any], state: Any, move: str, seat: int) -> list[intrigue.Event]:
    """Plays a move; what the seat hears of it."""
    state.listener = []
    game.play(state, game.moves(state)[move])
    return [game.event_for(game.event(*told), seat) for told in state.listener]


def part_of_ways(one: intrigue.Event, other: intrigue.Event, seat: int) -> bool:
    """Whether two events may differ: another's hidden card came to light, or was not there to replace one."""
    card, twin = one.values.get("card", {}), other.values.get("card", {})
    if not card or card["family"] == seat or card["family"] != twin["family"]:
        return False
    if one.name == other.name and one.name in ("card_revealed", "card_turned_up"):
        return bool(one.values["slot"] == other.values["slot"] and card["kind"] != twin["kind"])
    return {one.name, other.name} == {"card_replaced", "replacement_missing"} and card["kind"] == twin["kind"]


def go_on(game: intrigue.Game[Any], state: Any, other: Any, seat: int, chooser: Random) -> int:
    """Plays moves that look alike in both worlds while they show the same; how many they were."""
    speaker = Speaker(words("en"), game.players(state))
    for number in range(AHEAD):
        by = state.to_act + 1
        assert other.to_act + 1 == by
        seen = {move: game.move_for(state, move, seat) for move in game.moves(state)}
        twins = {move: game.move_for(other, move, seat) for move in game.moves(other)}
        assert set(seen.values()) == set(twins.values())
        quiet = ["wait"] if "wait" in seen and by != seat and chooser.random() < 0.8 else []
        move = chooser.choice(quiet or list(seen))
        alike = [twin for twin, shown in twins.items() if shown == seen[move]]
        assert alike == [move] or ("?" in seen[move] and by != seat)
        events, echoes = play_and_hear(game, state, move, seat), play_and_hear(game, other, chooser.choice(alike), seat)
        if events != echoes:
            first = next(pair for pair in zip(events, echoes, strict=False) if pair[0] != pair[1])
            assert part_of_ways(*first, seat=seat), first
            return number
        assert [speaker.event(event) for event in events] == [speaker.event(event) for event in echoes]
        if state.to_act < 0:  # now everybody sees everything
            return number + 1
        assert looks(game, state, seat) == looks(game, other, seat)
    return AHEAD


@EVERYWHERE
def test_two_worlds_go_on_alike_while_they_show_the_same(name: str, edition: str, players: int) -> None:
    games, together = 0, 0
    for seed in SEEDS:
        for number, match in enumerate(decisions(name, edition, players, seed)):
            if number % 2:
                continue
            seat = number // 2 % (players + 1)
            other = match.sample(seat, seed=number)
            games += 1
            together += go_on(match.game, match.state.copy(), other, seat, Random(number))
    assert together > 4 * games  # the worlds do not part at once, else this would show nothing


def test_worlds_that_part_do_so_where_a_hidden_card_comes_to_light() -> None:
    spy, lord = ({"family": 2, "kind": kind} for kind in ("spy", "lord"))
    revealed = [intrigue.Event("card_revealed", {"card": card, "slot": 1}) for card in (spy, lord)]
    assert part_of_ways(*revealed, seat=1)
    assert not part_of_ways(*revealed, seat=2)
    placed = [intrigue.Event("card_placed", {"card": card, "place": "first"}) for card in (spy, lord)]
    assert not part_of_ways(*placed, seat=1)


# Half-chosen moves


@EVERYWHERE
def test_a_half_chosen_move_is_seen_by_its_own_seat_only(name: str, edition: str, players: int) -> None:
    halves = set()
    for seed in SEEDS:
        for match in decisions(name, edition, players, seed):
            game, state, mover = match.game, match.state, match.to_act
            for action in {actions[0] for actions in game.moves(state).values() if len(actions) > 1}:
                half = state.copy()
                game.step(half, action)
                assert half.to_act + 1 == mover
                assert game.observe(half, mover) != game.observe(state, mover)
                for seat in range(players + 1):
                    if seat != mover:
                        assert game.observe(half, seat) == game.observe(state, seat), str(match.record)
                        assert game.sample(half, seat, seed) == game.sample(state, seat, seed), str(match.record)
                halves.add(match.moves()[0].split()[0])
    assert halves == (HALF if name == "oriflamme" else halves & HALF | {"place"})


# What a view holds


@EVERYWHERE
def test_a_view_holds_these_keys_in_this_order_and_no_others(name: str, edition: str, players: int) -> None:
    for match in decisions(name, edition, players, seed=1):
        for seat in range(players + 1):
            view = match.view(seat)
            assert list(view) == KEYS
            assert all(list(player) == PLAYER_KEYS for player in view["players"])
            assert all(list(card) == CARD_KEYS for slot in view["row"] for card in slot)


@EVERYWHERE
def test_a_view_hides_hands_cards_set_aside_and_the_kinds_of_face_down_cards(
    name: str, edition: str, players: int
) -> None:
    for match in decisions(name, edition, players, seed=2):
        position = match.position
        for seat in range(players + 1):
            view = match.view(seat)
            assert view["for"] == seat
            assert view["legal"] == (match.moves() if seat == match.to_act else [])
            for number, (seen, player) in enumerate(zip(view["players"], position["players"], strict=True), start=1):
                for pile in ("hand", "aside"):
                    assert seen[pile] == (player[pile] if number == seat else len(player[pile]))
                assert seen["discard"] == player["discard"]
            for slot, whole in zip(view["row"], position["row"], strict=True):
                for seen, card in zip(slot, whole, strict=True):
                    assert seen == card | ({} if card["up"] or card["family"] == seat else {"kind": None})


@EVERYWHERE
def test_when_the_game_is_over_every_view_shows_everything(name: str, edition: str, players: int) -> None:
    *_, match = decisions(name, edition, players, seed=3)
    assert match.over
    for seat in range(players + 1):
        assert match.view(seat) == {"for": seat, **match.position}
        assert match.sample(seat, seed=1) == match.state
