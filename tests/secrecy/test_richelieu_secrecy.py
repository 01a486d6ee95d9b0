"""Two worlds of Richelieu that differ only in what a seat may not know look and sound the same to it, and go on so."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from properties.richelieu_play import PLAYERS, Frame, films, frames

import intrigue
from intrigue.games.richelieu.game import RICHELIEU

AHEAD = 20
"""How many moves two worlds go on together at most."""

KEYS = (
    "for game edition phase first turn to_act actions_left cardinal grey queen zones deck jewels players neutral legal "
    "scores winners"
).split()
ZONE_KEYS = ["richelieu", "opposing", "r", "o"]
PLAYER_KEYS = "prestige income military ecu jewels hand city cards".split()
PILE_KEYS = ["hand", "city"]
AGENT_KEYS = ["player", "value", "up"]
WITH_A_VALUE = ("agent", "neutral", "free")
HALF = {*WITH_A_VALUE, "corrupt"}
"""What moves of two halves begin with."""


def some_frames(players: int, every: int) -> list[Frame]:
    """Decisions of the filmed games, one of so many."""
    return [frame for frame in frames(players) if not frame.over][::every]


def looks(state: Any, seat: int) -> list[Any]:
    """All that a seat is given of a state."""
    legal = RICHELIEU.moves(state) if state.to_act + 1 == seat else None
    return [json.dumps(RICHELIEU.view(state, seat)), RICHELIEU.observe(state, seat), legal]


@PLAYERS
def test_a_sampled_world_looks_the_same(players: int) -> None:
    parted = 0
    for frame in some_frames(players, every=3):
        for seat in range(players + 1):
            other = RICHELIEU.sample(frame.state, seat, frame.number)
            parted += other != frame.state
            assert looks(other, seat) == looks(frame.state, seat), f"seat {seat} {frame}"
    assert parted > 100


# Going on


def play_and_hear(state: Any, move: str, seat: int) -> list[intrigue.Event]:
    """Plays a move; what the seat hears of it."""
    state.listener = []
    RICHELIEU.play(state, RICHELIEU.moves(state)[move])
    return [RICHELIEU.event_for(RICHELIEU.event(*told), seat) for told in state.listener]


def part_of_ways(one: intrigue.Event, other: intrigue.Event, seat: int) -> bool:
    """Whether two events may differ: a hidden value of somebody else came to light, or cards from the decks."""
    if one.name == other.name == "cards_drawn":
        return bool(one.values["zone"] == other.values["zone"])
    if one.name != other.name or one.name != "agent_revealed":
        return False
    agent, twin = one.values["agent"], other.values["agent"]
    same = agent | {"value": None} == twin | {"value": None} and one.values["space"] == other.values["space"]
    return bool(same and agent["player"] != seat and agent["value"] != twin["value"])


def kinds_of_moves(moves: list[str]) -> set[str]:
    """What others may think of: the value of another's agent, also of one that would go face up, is hidden."""
    words = [move.split() for move in moves]
    return {f"{verb} ? {rest[1]}" if verb in WITH_A_VALUE else " ".join([verb, *rest]) for verb, *rest in words}


def go_on(state: Any, other: Any, seat: int, chooser: Random) -> int:
    """Plays moves that look alike in both worlds while they show the same; how many they were."""
    for number in range(AHEAD):
        by = state.to_act + 1
        assert other.to_act + 1 == by
        seen = {move: RICHELIEU.move_for(state, move, seat) for move in RICHELIEU.moves(state)}
        twins = {move: RICHELIEU.move_for(other, move, seat) for move in RICHELIEU.moves(other)}
        if by == seat:
            assert seen == twins
        assert kinds_of_moves(list(seen)) == kinds_of_moves(list(twins))
        both = [move for move, shown in seen.items() if shown in twins.values()]
        move = chooser.choice(both)  # an agent that goes face up must be in both hands
        alike = [twin for twin, shown in twins.items() if shown == seen[move]]
        assert alike == [move] or ("?" in seen[move] and by != seat)
        events, echoes = play_and_hear(state, move, seat), play_and_hear(other, chooser.choice(alike), seat)
        if events != echoes:
            first = next(pair for pair in zip(events, echoes, strict=False) if pair[0] != pair[1])
            assert part_of_ways(*first, seat=seat), first
            return number
        if state.to_act < 0:  # now everybody sees everything
            return number + 1
        assert looks(state, seat) == looks(other, seat)
    return AHEAD


@PLAYERS
def test_two_worlds_go_on_alike_while_they_show_the_same(players: int) -> None:
    games, together = 0, 0
    for number, frame in enumerate(some_frames(players, every=11)):
        seat = number % (players + 1)
        other = RICHELIEU.sample(frame.state, seat, number)
        if number % 3:  # else the worlds part at the next zone that is resolved
            other.deck = frame.state.deck[:]
        games += 1
        together += go_on(frame.state.copy(), other, seat, Random(number))
    assert together > 6 * games  # the worlds do not part at once, else this would show nothing


def test_worlds_that_part_do_so_where_a_hidden_value_comes_to_light() -> None:
    low, high = ({"player": 2, "neutral": False, "value": value, "up": True} for value in (-2, 3))
    revealed = [intrigue.Event("agent_revealed", {"agent": agent, "space": "1.r.1"}) for agent in (low, high)]
    assert part_of_ways(*revealed, seat=1)
    assert not part_of_ways(*revealed, seat=2)
    placed = [intrigue.Event("agent_placed", {"agent": agent, "space": "1.r.1", "amount": 1}) for agent in (low, high)]
    assert not part_of_ways(*placed, seat=1)
    won = [intrigue.Event("card_won", {"player": 1, "card": card}) for card in ("R1", "R2")]
    assert not part_of_ways(*won, seat=1)


@PLAYERS
def test_a_match_shows_each_seat_its_own_moves_and_hides_values_of_others_face_down(players: int) -> None:
    hidden = 0
    for film in films(players):
        match = film[-1].match
        for seat in range(players + 1):
            shown = match.moves_for(seat)
            for frame, (move, by), seen in zip(film, match.played, shown, strict=False):
                verb, *rest = move.split()
                secret = False
                if verb in WITH_A_VALUE and by != seat:
                    zone, side, place = rest[1].split(".")
                    card = frame.state.card_at[(int(zone) - 1) * 2 + "ro".index(side)]
                    secret = RICHELIEU.box.cost[card * 5 + int(place) - 1] > 0
                assert seen == (f"{verb} ? {rest[1]}" if secret else move), str(frame)
                hidden += secret
            for event in match.events_for(seat):
                agent = event.values.get("agent")
                if agent:
                    assert (agent["value"] is None) == (not agent["up"] and agent["player"] != seat)
    assert hidden > 100


# Half-chosen moves


@PLAYERS
def test_a_half_chosen_move_is_seen_by_its_own_seat_only(players: int) -> None:
    halves = set()
    for number, frame in enumerate(some_frames(players, every=1)):
        found = RICHELIEU.moves(frame.state)
        verbs = {actions[0]: move.split()[0] for move, actions in found.items() if len(actions) > 1}
        rare = {"free", "corrupt"} & set(verbs.values())
        for action in verbs if rare or number % 5 == 0 else ():
            half = frame.state.copy()
            RICHELIEU.step(half, action)
            mover = frame.state.to_act + 1
            assert half.to_act + 1 == mover and half.half == 1
            assert RICHELIEU.observe(half, mover) != RICHELIEU.observe(frame.state, mover)
            for seat in range(players + 1):
                if seat != mover:
                    assert RICHELIEU.observe(half, seat) == RICHELIEU.observe(frame.state, seat), str(frame)
                    assert RICHELIEU.sample(half, seat, 1) == RICHELIEU.sample(frame.state, seat, 1), str(frame)
            own = RICHELIEU.sample(half, mover, 1)
            assert RICHELIEU.observe(own, mover) == RICHELIEU.observe(half, mover), str(frame)
            assert RICHELIEU.moves(own) == RICHELIEU.moves(half), str(frame)
            halves.add(verbs[action])
    assert halves == (HALF if players == 2 else HALF - {"neutral"})


# What a view holds


@PLAYERS
def test_a_view_holds_these_keys_in_this_order_and_no_others(players: int) -> None:
    for frame in some_frames(players, every=4):
        for seat in range(players + 1):
            view = RICHELIEU.view(frame.state, seat)
            assert list(view) == KEYS and list(frame.position) == KEYS[1:]
            assert all(list(zone) == ZONE_KEYS for zone in view["zones"])
            assert all(list(player) == PLAYER_KEYS for player in view["players"])
            assert all(list(pile) == PILE_KEYS for pile in view["neutral"])
            agents = [agent for zone in view["zones"] for side in "ro" for agent in zone[side] if agent]
            assert all(list(agent) == AGENT_KEYS + ["set"] * (agent["player"] == 0) for agent in agents)


def expected_view(position: dict[str, Any], seat: int) -> dict[str, Any]:
    """The view that a seat should have of a position that is not the last one."""

    def pile(number: int, one: dict[str, Any]) -> dict[str, Any]:
        return one if number == seat else one | {"hand": len(one["hand"])}

    def agent(one: dict[str, Any] | None) -> dict[str, Any] | None:
        return one if one is None or one["up"] or one.get("set", one["player"]) == seat else one | {"value": None}

    return {
        "for": seat,
        **position,
        "zones": [zone | {side: [agent(one) for one in zone[side]] for side in "ro"} for zone in position["zones"]],
        "players": [pile(number, one) for number, one in enumerate(position["players"], start=1)],
        "neutral": [pile(number, one) for number, one in enumerate(position["neutral"], start=1)],
        "legal": position["legal"] if position["to_act"] == seat else [],
    }


@PLAYERS
def test_a_view_hides_the_values_in_other_hands_and_of_others_face_down_agents_and_nothing_else(players: int) -> None:
    """So coins, jewels, numbers of agents, cities, tracks and figures are in every view (8.8)."""
    for frame in some_frames(players, every=2):
        for seat in range(players + 1):
            assert RICHELIEU.view(frame.state, seat) == expected_view(frame.position, seat), str(frame)


@PLAYERS
def test_when_the_game_is_over_every_view_shows_everything(players: int) -> None:
    for film in films(players):
        last = film[-1]
        for seat in range(players + 1) if last.over else ():
            assert RICHELIEU.view(last.state, seat) == {"for": seat, **last.position}
            assert RICHELIEU.sample(last.state, seat, 1) == last.state


@PLAYERS
def test_observations_tell_all_that_views_tell(players: int) -> None:
    """Two moments that look alike to a network look alike to a person."""
    seen: dict[tuple[int, ...], str] = {}
    for frame in some_frames(players, every=1):
        for seat in range(1, players + 1):
            view = RICHELIEU.view(frame.state, seat)
            told = (seat, *RICHELIEU.observe(frame.state, seat))
            assert all(0 <= number <= 255 for number in told)
            assert seen.setdefault(told, json.dumps(view)) == json.dumps(view), str(frame)
    assert len(seen) > 1000
