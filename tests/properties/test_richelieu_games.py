"""What holds in every game of Richelieu, at every moment: random games of two, three and four players."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from properties.ledger import ALL, CARDS, NEUTRAL_AGENTS, OWN_AGENTS, Ledger
from properties.richelieu_play import LONGEST, PLAYERS, Frame, Position, begins_turn, films, frames, walk

import intrigue
from intrigue.games.richelieu import sketch
from intrigue.games.richelieu.cards import SPACE
from intrigue.games.richelieu.events import EVENTS
from intrigue.games.richelieu.events import space as written_space

VERBS = set("income office buy sell agent end neutral free corrupt grey queen decline".split())


def agents(position: Position) -> list[dict[str, Any]]:
    return [agent for zone in position["zones"] for side in "ro" for agent in zone[side] if agent]


def test_everything_happens_in_these_games() -> None:
    everything = [frame for players in (2, 3, 4) for frame in frames(players)]
    assert {event.name for frame in everything for event in frame.events} == set(EVENTS)
    assert {move.split()[0] for frame in everything for move, _ in frame.match.played} == VERBS
    assert {frame.position["phase"] for frame in everything} == {"action", "prize", "neutral", "over"}
    assert max(player["military"] for frame in everything for player in frame.position["players"]) == 10
    assert max(player["prestige"] for frame in everything for player in frame.position["players"]) > 30


# Things


@PLAYERS
def test_every_agent_of_every_set_is_in_one_place(players: int) -> None:
    for frame in frames(players):
        position = frame.position
        for number, player in enumerate(position["players"], start=1):
            lying = [agent["value"] for agent in agents(position) if agent["player"] == number]
            assert sorted(lying + player["hand"] + player["city"]) == OWN_AGENTS, str(frame)
        for number, pile in enumerate(position["neutral"], start=1):
            lying = [agent["value"] for agent in agents(position) if agent.get("set") == number]
            assert sorted(lying + pile["hand"] + pile["city"]) == NEUTRAL_AGENTS, str(frame)
        assert len(position["neutral"]) == (2 if players == 2 else 0)


@PLAYERS
def test_jewels_are_neither_made_nor_lost(players: int) -> None:
    for frame in frames(players):
        jewels = [frame.position["jewels"], *(player["jewels"] for player in frame.position["players"])]
        assert sum(jewels) == 2 + 2 * players and min(jewels) >= 0, str(frame)
        assert min(player["ecu"] for player in frame.position["players"]) >= 0, str(frame)


@PLAYERS
def test_every_card_is_in_exactly_one_place(players: int) -> None:
    for film in films(players):
        ledger = Ledger(players, ALL)
        for frame in film:
            ledger.hear(frame.events)
            drawn, position = frame.state.drawn, frame.position
            left = [CARDS[card] for start in (0, 13) for card in frame.state.deck[start + drawn : start + 13]]
            in_zones = [zone[side] for zone in position["zones"] for side in ("richelieu", "opposing") if zone[side]]
            won = [card for player in position["players"] for card in player["cards"]]
            gone = [card for card in ledger.gone if card not in in_zones]  # the losing card lies there to the end
            in_zones = [card for card in in_zones if card not in won]  # so does the winning one
            assert sorted(left + in_zones + won + gone) == sorted(CARDS), str(frame)
            assert position["deck"] == [13 - drawn] * 2 == [len(left) // 2] * 2


@PLAYERS
def test_what_lies_in_the_zones_is_possible(players: int) -> None:
    for frame in frames(players):
        figures = {frame.position["grey"], frame.position["queen"]}
        for number, zone in enumerate(frame.position["zones"], start=1):
            assert (zone["richelieu"] is None) == (zone["opposing"] is None)
            for side, name in (("r", "richelieu"), ("o", "opposing")):
                spaces = [f"{number}.{side}.{place}" for place in range(1, 6)]
                for place, (agent, space) in enumerate(zip(zone[side], spaces, strict=True)):
                    if agent:
                        assert zone[name] is not None and space not in figures
                        cost = frame.match.game.box.cost[CARDS.index(zone[name]) * 5 + place]
                        assert agent["up"] or cost > 0, str(frame)
                if frame.position["phase"] in ("action", "neutral"):  # a full card is resolved at once
                    assert sum(map(bool, zone[side])) + len(figures & set(spaces)) < 5, str(frame)


@PLAYERS
def test_the_mask_of_free_spaces_is_what_the_spaces_say(players: int) -> None:
    for frame in frames(players):
        g = frame.state
        free = [space for space in range(30) if g.who[space] == -1 and g.card_at[space // 5] != -1]
        assert g.empty == sum(1 << (SPACE + space) for space in free), str(frame)
        for space in range(30):
            if g.who[space] in (-1, 6, 7):  # nothing is left of what lay there
                up = int(g.who[space] != -1)
                assert (g.kind[space], g.up[space], g.filled[space]) == (0, up, 0), str(frame)
            else:
                assert 0 <= g.filled[space] <= g.filling[g.who[space]], str(frame)


# Events


@PLAYERS
def test_what_everybody_hears_adds_up_to_what_everybody_sees(players: int) -> None:
    """Money, tracks, jewels, cards, agents and cardinal, move by move, for every seat and for one who hears all."""
    for film in films(players):
        ledgers = {seat: Ledger(players, seat) for seat in (ALL, *range(players + 1))}
        for frame in film:
            game = frame.match.game
            for seat, ledger in ledgers.items():
                ledger.hear(frame.events if seat == ALL else [game.event_for(event, seat) for event in frame.events])
                if seat == ALL or not frame.over:  # at the end all is seen, also what was never heard
                    seen = frame.position if seat == ALL else game.view(frame.state, seat)
                    court = ledger.court()
                    assert {key: seen[key] for key in court} == court, str(frame)


EXTREMES = "R1 E3 | R8 H3 | R10 P3; income 10 9 9; military 10 9 8; prestige 28 0 31; ecu 9 30 2; cardinal 1"


def test_at_the_ends_of_the_tracks_the_events_add_up_too() -> None:
    """Income and military stop at 10, the cardinal at 0; prestige goes on past 30."""
    ended: Counter[str] = Counter()
    for seed in range(12):
        match = intrigue.load(sketch.record(EXTREMES))
        ledger, told = Ledger.at(match.position), 0
        for _ in chain(walk(match, seed), ["the end"]):
            ledger.hear(match.events[told:])
            told, position, court = len(match.events), match.position, ledger.court()
            assert {key: position[key] for key in court} == court, str(match.record)
        for name, values in match.events:
            ended["cardinal"] += name == "cardinal_moved" and values["cardinal"] == 0 and values["step"] < -1
        ended["income"] += any(player["income"] == 10 for player in position["players"][1:])
        ended["military"] += any(player["military"] == 10 for player in position["players"][1:])
        ended["prestige"] += position["players"][0]["prestige"] > 30
    assert all(ended[one] for one in ("cardinal", "income", "military", "prestige")), ended


@PLAYERS
def test_every_agent_keeps_the_number_of_its_filling(players: int) -> None:
    """It is how often the hand had been refilled when the agent was placed, wherever corruption takes it later."""
    moved = 0
    for film in films(players):
        fillings: Counter[tuple[int, bool]] = Counter()
        placed: dict[str, int] = {}
        for frame in film:
            for name, values in frame.events:
                if name == "agents_returned":
                    fillings[values["set"]["player"], values["set"]["neutral"]] += 1
                elif name == "agent_placed":
                    placed[values["space"]] = fillings[values["agent"]["player"], values["agent"]["neutral"]]
                elif name == "agent_moved":
                    placed[values["to"]] = placed[values["space"]]
                    moved += placed[values["to"]] > 0
            g = frame.state
            for which in range(6):
                assert g.filling[which] == fillings[which % 4 + 1, which >= 4], str(frame)
            for space in range(30):
                if 0 <= g.who[space] < 6:
                    assert g.filled[space] == placed[written_space(space)], str(frame)
    assert moved


@PLAYERS
def test_turns_go_round(players: int) -> None:
    for film in films(players):
        turns = [event.values["player"] for event in film[-1].match.events if event.name == "turn_begun"]
        first = film[0].position["first"]
        assert turns == [(first - 1 + number) % players + 1 for number in range(len(turns))]


# The end


@PLAYERS
def test_with_the_guard_every_game_ends_after_thirteen_resolutions(players: int) -> None:
    for seed in range(15):
        match = intrigue.new("richelieu", players, seed=seed)
        for _ in walk(match, seed):
            assert match.state.resolved < 13
        position = match.position
        assert match.over and position["phase"] == "over"
        assert sum(event.name == "zone_resolved" for event in match.events) == 13
        assert match.events[-1].name == "game_ended"
        assert position["deck"] == [0, 0] and not agents(position)
        assert all(zone["richelieu"] is zone["opposing"] is None for zone in position["zones"])
        assert (position["turn"], position["to_act"], position["actions_left"], position["legal"]) == (
            None,
            None,
            0,
            [],
        )
        assert (position["scores"], position["winners"]) == (match.scores, match.winners)


def idle(moves: list[str]) -> str:
    """A move that places nothing, where there is one."""
    return next((move for move in moves if move in ("end", "decline", "income", "sell")), moves[0])


@pytest.mark.parametrize("players", [3, 4])
def test_games_in_which_nobody_places_anything_end_only_by_the_guard(players: int) -> None:
    match, endless = (intrigue.new("richelieu", players, seed=1, guard=guard) for guard in (True, False))
    while not match.over:
        match.play(idle(match.moves()))
    assert sum(event.name == "stall_ended" for event in match.events) == 5  # 3 + 3 + 3 + 3 + 1 zones
    assert sum(event.name == "turn_begun" for event in match.events) == 5 * 2 * players
    assert all(event.name != "agent_placed" for event in match.events)
    for _ in range(LONGEST):
        endless.play(idle(endless.moves()))
    assert all(event.name not in ("stall_ended", "zone_resolved") for event in endless.events)


def test_two_players_cannot_stall_while_a_neutral_agent_has_a_space() -> None:
    match = intrigue.new("richelieu", 2, seed=1)
    told: Counter[str] = Counter()
    while not told["stall_ended"]:
        told.update(event.name for event in match.play(idle(match.moves())))
    assert told["agent_placed"] == 14  # both neutral sets, and no agent came back
    assert told["turn_begun"] == 14 + 4  # but for the first, told before the first move, and with the one that follows


@PLAYERS
def test_scores_and_winners_are_those_of_the_last_position(players: int) -> None:
    for film in films(players):
        for frame in film[:-1]:
            assert frame.position["winners"] is frame.position["scores"] is None
        position = film[-1].position
        if not film[-1].over:
            continue
        won = [Counter(card[0] for card in player["cards"]) for player in position["players"]]
        most = sorted((cards["R"] for cards in won), reverse=True)
        worth = []
        for player, cards in zip(position["players"], won, strict=True):
            points = player["prestige"] + player["income"] + player["military"] + 4 * player["jewels"]
            points += sum(cards[faction] ** 2 for faction in "EFHP")
            if cards["R"] and cards["R"] == most[0]:
                points += 8 if most[0] > most[1] else 4
            elif cards["R"] and most.count(most[0]) == 1 and cards["R"] == most[1] and most.count(most[1]) == 1:
                points += 4
            worth.append((points, player["ecu"], len(player["cards"])))
        assert position["scores"] == [points for points, _, _ in worth], str(film[-1])
        assert position["winners"] == [number for number, one in enumerate(worth, start=1) if one == max(worth)]


# Moves


@PLAYERS
def test_a_decision_has_two_moves_or_more_all_different_in_plain_order(players: int) -> None:
    for frame in frames(players):
        found = frame.match.game.moves(frame.state)
        moves = frame.position["legal"]
        assert list(found) == sorted(set(moves)) == moves, str(frame)
        assert len(moves) >= 2 or frame.over, str(frame)
        assert not (moves and frame.over)
        assert (frame.position["to_act"] is None) == frame.over == (frame.position["phase"] == "over")
        assert sorted({actions[0] for actions in found.values()}) == frame.match.game.legal(frame.state)


@PLAYERS
def test_every_legal_move_can_be_played_and_is_told(players: int) -> None:
    film = next(films(players))
    for frame in film:
        game, found = frame.match.game, frame.match.game.moves(frame.state)
        some = list(found)[:: 1 if len(found) < 16 else 7]
        for move in some:
            after = frame.state.copy()
            after.listener = []
            game.play(after, found[move])
            assert after.listener and after != frame.state, f"{move} {frame}"
            assert after.half == 0 and (after.to_act < 0 or len(game.moves(after)) >= 2), f"{move} {frame}"


# States


@settings(max_examples=8)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**64 - 1), guard=st.booleans())
def test_bytes_and_copies_are_equal_and_go_their_own_way(players: int, seed: int, guard: bool) -> None:
    match = intrigue.new("richelieu", players, seed=seed, guard=guard)
    for move in walk(match, seed, LONGEST):
        state = match.state
        data = state.to_bytes()
        again, copy = type(state).from_bytes(data), state.copy()
        assert again == copy == state
        assert hash(again) == hash(copy) == hash(state)
        assert again.to_bytes() == copy.to_bytes() == data and len(data) == state.size
        match.game.play(copy, match.game.moves(copy)[move])
        assert copy != state
        assert state.to_bytes() == data
        match.game.play(again, match.game.moves(again)[move])
        assert again == copy


# Records


@PLAYERS
def test_a_record_replays_to_the_same_positions_and_events(players: int) -> None:
    for film in films(players):
        match = film[-1].match
        assert match.record.headers.get("Stall-guard") == (None if film[0].state.guard else "off")
        assert intrigue.Record.parse(str(match.record)) == match.record
        told = 0
        for frame, again in zip(
            film, intrigue.Match.replay(match.game, intrigue.Record.parse(str(match.record))), strict=True
        ):
            assert again.state == frame.state, str(frame)
            assert again.events[told:] == frame.events, str(frame)
            told = len(again.events)
        assert again.position == film[-1].position
        assert (again.events, again.played, again.winners) == (match.events, match.played, match.winners)
        assert str(again.record) == str(match.record)


@PLAYERS
def test_an_unfinished_record_and_a_record_with_a_seed_replay_too(players: int) -> None:
    match = intrigue.new("richelieu", players, seed=2)
    for number, _ in enumerate(walk(match, seed=2)):
        if number % 25 == 0:
            assert intrigue.load(str(match.record)).state == match.state
            headers = {"Game": "richelieu", "Players": str(players), "Seed": "2"}
            again = intrigue.load(str(intrigue.Record(headers, match.record.moves)))
            assert again.state == match.state and str(again.record) == str(match.record)


# Set-ups


def set_up(position: Position) -> Position:
    """What a `Position:` header holds of a position."""
    return {key: value for key, value in position.items() if key not in ("legal", "scores", "winners")}


def match_at(position: Position, guard: bool) -> intrigue.Match:
    """A match that starts at a position."""
    headers = {"Game": "richelieu", "Players": str(len(position["players"])), "Position": json.dumps(set_up(position))}
    return intrigue.load(str(intrigue.Record(headers if guard else headers | {"Stall-guard": "off"})))


def turns(players: int) -> list[Frame]:
    """The frames at which a turn begins."""
    return [frame for frame in frames(players) if frame.begins_turn]


@PLAYERS
def test_a_game_may_start_at_every_turn(players: int) -> None:
    for frame in turns(players):
        again = match_at(frame.position, bool(frame.state.guard))
        assert again.position == frame.position, str(frame)
        assert again.moves() == frame.position["legal"]
        assert again.state.guard == frame.state.guard
        assert intrigue.load(str(again.record)).state == again.state


@PLAYERS
def test_the_decks_of_a_set_up_hold_no_card_that_lies_open_or_was_won(players: int) -> None:
    for frame in turns(players):
        g, position = match_at(frame.position, True).state, frame.position
        known = {card for player in position["players"] for card in player["cards"]}
        known |= {zone[side] for zone in position["zones"] for side in ("richelieu", "opposing")}
        for start in (0, 13):
            assert sorted(g.deck[start : start + 13]) == list(range(start, start + 13))
            assert known.isdisjoint(CARDS[card] for card in g.deck[start + g.drawn : start + 13])


@PLAYERS
def test_a_sketch_says_all_about_a_position(players: int) -> None:
    for frame in turns(players):
        assert sketch.parse(sketch.write(frame.position)) == set_up(frame.position), str(frame)


@settings(max_examples=10)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**32 - 1))
def test_a_game_that_starts_in_the_middle_goes_on_like_the_whole_one(players: int, seed: int) -> None:
    """Until a zone is resolved: what is drawn then, and when the guard fires, no position tells."""
    match = intrigue.new("richelieu", players, seed=seed)
    chooser, later, together = Random(seed), None, 0
    for move in walk(match, seed):
        if later is None and begins_turn(match.state) and chooser.random() < 0.3:
            later = match_at(match.position, True)
        if later is not None:
            assert later.position == match.position
            heard = match.copy().play(move)
            if any(event.name == "zone_resolved" for event in heard):
                later = None
            else:
                assert later.play(move) == heard
                together += 1
    assert together > 10
