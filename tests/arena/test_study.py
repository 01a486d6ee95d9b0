"""What a study counts: games that are known by heart, points that add up to scores, luck of a known size."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tables import LARGE

from intrigue.arena.oriflamme import story as oriflamme
from intrigue.arena.registry import family_of
from intrigue.arena.richelieu import story as richelieu
from intrigue.arena.study import Plan, first_first, general, plan_study, study, win_shares
from intrigue.arena.study_figures import difference, luck
from intrigue.arena.study_games import PlayedGames, Table, actions_of, in_one_loop, live_through, one_by_one
from intrigue.engine.errors import IntrigueError
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.games import GAMES, game
from intrigue.games.oriflamme import sketch
from intrigue.games.oriflamme.kinds import KINDS, NAMES
from intrigue.games.richelieu import sketch as court_sketch
from intrigue.games.richelieu.cards import CARDS, DECK

TABLES = [Table(one, players, edition) for one in GAMES.values() for players in one.seats for edition in one.editions]


def play_to(match: Match, story: Any, *moves: str) -> Any:
    """The story after some moves of a match."""
    for move in moves:
        live_through(match.game, match.state, match.game.moves(match.state)[move], story)
    return story


def oriflamme_story(text: str, *moves: str) -> oriflamme.Story:
    record = sketch.record(text)
    match = Match.load(game(record.headers["Game"]), record)
    return play_to(match, oriflamme.Story(match.state), *moves)  # type: ignore[no-any-return]


def richelieu_story(text: str, *moves: str) -> richelieu.Story:
    match = Match.load(game("richelieu"), court_sketch.record(text))
    story = play_to(match, richelieu.Story(match.state, match.game.box), *moves)  # type: ignore[arg-type]
    story.finish()
    return story  # type: ignore[no-any-return]


def numbers(story: oriflamme.Story, seat: int, kind: str, *fields: str) -> list[int]:
    """What was noted of a kind for a seat, counted from 1."""
    return [int(story.cards[seat - 1, NAMES.index(kind), oriflamme.AT[field]]) for field in fields]


def effects(story: oriflamme.Story) -> dict[tuple[int, str], int]:
    """What every card but those that earned nothing brought by its effect."""
    found = story.cards[:, :, oriflamme.AT["effect"]]
    return {(int(seat) + 1, NAMES[kind]): int(found[seat, kind]) for seat, kind in zip(*np.nonzero(found), strict=True)}


# Oriflamme

KNOWN = """Game: tiny2
Players: 2
First: 1
Aside-1: conspiracy
Aside-2: soldier

place ambush first
place conspiracy last
wait
wait
place ambush last
place soldier last
reveal
reveal
wait
reveal
"""


def known_story() -> tuple[Match, oriflamme.Story]:
    record = Record.parse(KNOWN)
    match = Match.begin(game("tiny2"), record)
    return match, play_to(match, oriflamme.Story(match.state), *record.moves)


def test_a_known_game_gives_known_numbers() -> None:
    match, story = known_story()
    assert match.over and match.scores == [3, 7]
    fields = ("in_hand", "placed", "revealed", "collected", "effect", "wasted", "wait")
    assert numbers(story, 1, "ambush", *fields) == [1, 1, 1, 0, 1, 1, 1]
    assert numbers(story, 1, "soldier", *fields) == [1, 1, 1, 0, 1, 0, 0]
    assert numbers(story, 1, "conspiracy", *fields) == [0, 0, 0, 0, 0, 0, -1]
    assert numbers(story, 2, "conspiracy", *fields) == [1, 1, 1, 2, 0, 0, 1]
    assert numbers(story, 2, "ambush", *fields) == [1, 1, 0, 0, 4, 1, -1]
    ends = [numbers(story, seat, kind, "end") for seat, kind in ((1, "ambush"), (1, "soldier"), (2, "ambush"))]
    assert ends == [[oriflamme.DISCARDED], [oriflamme.DISCARDED], [oriflamme.HIT_HIDDEN]]


def test_known_games_give_known_figures() -> None:
    _, story = known_story()
    cards = {card["kind"]: card for card in oriflamme.figures([story, story], np.array([[0.0, 1.0]] * 2))["cards"]}
    assert set(cards) == {"ambush", "soldier", "conspiracy"}
    assert cards["ambush"]["placed"] == 4 and cards["ambush"]["points"]["value"] == 2.5
    assert cards["ambush"]["wait"]["rounds"]["value"] == 1 and cards["ambush"]["wait"]["shares"][:2] == [0, 1]
    assert cards["ambush"]["ends"]["hit_hidden"]["value"] == 0.5
    assert cards["ambush"]["win_in_hand"] is None and cards["ambush"]["win_revealed"]["value"] == -1
    assert cards["soldier"]["win_in_hand"]["value"] == -1 and cards["soldier"]["wait"]["shares"][0] == 1
    assert cards["conspiracy"]["collected"]["value"] == 2 and cards["conspiracy"]["effect"]["value"] == 0


def test_a_trap_takes_what_its_victim_loses() -> None:
    story = oriflamme_story("1substitution 2trap 3queen @1; stock 5 1 1", "reveal")
    assert numbers(story, 2, "trap", "effect", "taken") == [3, 3] and story.lost == [3, 0, 0]
    assert numbers(story, 1, "substitution", "effect", "taken") == [1, 0]


def test_the_reward_for_a_queen_is_her_attackers() -> None:
    story = oriflamme_story("1cutthroat 2Queen 3Queen 3trap @1; discard 3 felon", "reveal")
    assert effects(story)[1, "cutthroat"] == 4 and (1, "queen") not in effects(story)


def test_a_used_character_earns_for_the_combination() -> None:
    story = oriflamme_story("1combination:1 1Queen 2trap @1", "reveal", "take")
    assert numbers(story, 1, "combination", "effect", "collected") == [2, 1]


def test_a_bribed_card_earns_for_bribery() -> None:
    story = oriflamme_story("1bribery 2trap 2Queen 3trap @1", "reveal", "wait")
    assert numbers(story, 1, "bribery", "effect") == [2] and (2, "queen") not in effects(story)


def test_a_substitute_earns_for_the_substitution() -> None:
    story = oriflamme_story("1substitution 2queen:2 3trap @1; aside 1 queen felon schemer", "reveal")
    assert numbers(story, 1, "substitution", "effect") == [4]
    assert numbers(story, 2, "queen", "wasted") == [2]


# Richelieu


def test_a_resolution_at_court_is_counted() -> None:
    story = richelieu_story("- | - | R1[1:3 2:1 1:1 2:1 .] E1", "agent 2 3.r.5")
    first, opposing = CARDS.index("R1"), CARDS.index("E1")
    assert (story.takers[first], story.seconds[first], story.takers[opposing]) == (0, 1, richelieu.LOST)
    points = dict(zip(richelieu.SOURCES, story.points[0], strict=True))
    assert (points["first"], points["income"], points["majority"], points["sets"]) == (3, 2, 8, 0)
    assert story.points[1, richelieu.SOURCES.index("first")] == 0


# Whole games


def random_game(table: Table, seed: int) -> tuple[Any, list[int]]:
    """A state after the deal, and the actions of a random game from there."""
    choose = random.Random(seed)
    start = table.game.start(table.players, table.edition, seed, {})
    g, actions = start.copy(), []
    while g.to_act >= 0:
        actions.append(choose.choice(table.game.legal(g)))
        table.game.step(g, actions[-1])
    return start, actions


def stories(table: Table, games: int) -> Iterator[Any]:
    family = family_of(table.game)
    for seed in range(games):
        g, actions = random_game(table, seed)
        yield family.story(table.game, g, actions)


COUNTED = [table for table in TABLES if table.game.name in LARGE]
"""Tables whose stories are looked into here."""


@pytest.mark.parametrize("table", COUNTED, ids=lambda table: f"{table.game.name} {table.players} {table.edition}")
def test_contributions_add_up_to_scores(table: Table) -> None:
    for story in stories(table, 8):
        scores = table.game.scores(story.g)
        if table.game.name == "richelieu":
            assert story.points.sum(axis=1).tolist() == scores
            assert sum(taker != richelieu.LOST for taker in story.takers) == DECK == story.g.resolved
            for seat in range(table.players):
                assert story.takers.count(seat) == story.g.cards[seat].bit_count()
            assert 0 <= story.counts["quiet"] <= story.counts["turns"]
        else:
            gained = story.cards[:, :, [oriflamme.AT["collected"], oriflamme.AT["effect"]]].sum(axis=(1, 2))
            assert [1 + won - lost for won, lost in zip(gained, story.lost, strict=True)] == scores
            assert story.cards[:, :, oriflamme.AT["taken"]].sum() == sum(story.lost)
            assert (story.cards[:, : KINDS - 1, oriflamme.AT["placed"]].sum(axis=1) == 6).all()
            ended, placed = (story.cards[:, :, oriflamme.AT[name]] for name in ("end", "placed"))
            assert ((ended >= 0) == (placed == 1)).all()


def test_the_worth_of_a_card_is_found() -> None:
    """Scores that are made of known worths, with noise."""
    rng = np.random.default_rng(1)
    takers, seconds = rng.integers(-3, 3, (3000, 26)), rng.integers(-2, 3, (3000, 26))
    worth = np.arange(26) / 4
    scores = rng.normal(0, 2, (3000, 3))
    for seat in range(3):
        scores[:, seat] += (takers == seat) @ worth + (seconds == seat) @ (worth / 2)
    found = richelieu.worths(takers, seconds, scores)
    inside = [one["first_worth"]["low"] <= w <= one["first_worth"]["high"] for one, w in zip(found, worth, strict=True)]
    assert sum(inside) >= 22
    assert found[24]["first_worth"]["value"] == pytest.approx(6, abs=0.3)
    assert found[24]["second_worth"]["value"] == pytest.approx(3, abs=0.3)


# Figures of every game


def test_seats_are_counted_from_whoever_begins() -> None:
    won = win_shares([0b001, 0b110], 3)
    assert won.tolist() == [[1, 0, 0], [0, 0.5, 0.5]]
    assert first_first(won, np.array([2, 1])).tolist() == [[0, 1, 0], [0.5, 0.5, 0]]


def test_scores_margins_and_seats_of_known_games() -> None:
    told = general(np.array([[1.0, 0, 0], [0.5, 0, 0.5]]), np.array([[9, 4, 2], [5, 3, 5]]), np.array([40, 50]))
    assert [seat["win_share"]["value"] for seat in told["seats"]] == [0.75, 0, 0.25]
    assert told["score"]["histogram"] == [[2, 1], [3, 1], [4, 1], [5, 2], [9, 1]]
    assert (told["winner"]["mean"]["value"], told["margin"]["mean"]["value"]) == (7, 2.5)
    assert (told["shared"]["value"], told["moves"]["mean"]["value"]) == (0.5, 45)


def test_differences_take_the_seats_of_a_game_together() -> None:
    values, group = np.array([1.0, 0, 1, 0]), np.array([True, False, True, False])
    everybody, games = np.ones(4, bool), np.array([0, 0, 1, 1])
    assert difference(values, group, everybody, games) == {"value": 1, "low": 1, "high": 1}
    assert difference(values, everybody, everybody, games) is None
    rng = np.random.default_rng(2)
    group, games = rng.random(40_000) < 0.7, np.repeat(np.arange(10_000), 4)
    values = 0.25 + 0.1 * group + rng.normal(0, 0.4, 40_000)
    found = difference(values, group, np.ones(40_000, bool), games)
    assert found is not None and found["low"] < 0.1 < found["high"] < 0.12


# Luck


def games_with_luck(strength: float, deals: int, replays: int) -> tuple[np.ndarray[Any, Any], float]:
    """Win shares of four seats whose chances the deal decides, and the true share of luck."""
    rng = np.random.default_rng(3)
    chances = rng.dirichlet([strength] * 4, deals)
    winners = np.stack([rng.choice(4, replays, p=chance) for chance in chances])
    return (winners[:, :, None] == np.arange(4)).astype(float), 1 / (4 * strength + 1)


@pytest.mark.parametrize("strength", [0.5, 4.0, 30.0])
def test_luck_of_a_known_size_is_recovered(strength: float) -> None:
    """Chances drawn from a Dirichlet distribution of strength a have variance (3/16) / (4a + 1); the total is 3/16."""
    won, true = games_with_luck(strength, deals=600, replays=20)
    found = luck(won)
    assert found["share"]["low"] <= true <= found["share"]["high"]
    assert found["share"]["value"] == pytest.approx(true, rel=0.15, abs=0.004)
    assert abs(found["seat"]["value"]) < 0.005


def test_luck_of_the_seat_alone_is_told_apart() -> None:
    rng = np.random.default_rng(4)
    winners = rng.choice(3, (500, 30), p=[0.6, 0.3, 0.1])
    found = luck((winners[:, :, None] == np.arange(3)).astype(float))
    true = sum((p - 1 / 3) ** 2 for p in (0.6, 0.3, 0.1)) / (2 / 3)
    assert found["share"]["value"] == pytest.approx(true, abs=0.01)
    assert found["seat"]["value"] == pytest.approx(true, abs=0.01) and abs(found["deal"]["value"]) < 0.005


def test_no_luck_and_nothing_but_luck() -> None:
    rng = np.random.default_rng(5)
    fair = (rng.integers(0, 3, (300, 20))[:, :, None] == np.arange(3)).astype(float)
    assert luck(fair)["share"]["low"] < 0 < luck(fair)["share"]["high"] < 0.02
    decided = (np.repeat(rng.integers(0, 3, (300, 1)), 20, axis=1)[:, :, None] == np.arange(3)).astype(float)
    assert luck(decided)["share"]["value"] == pytest.approx(1)


# Playing


@pytest.mark.parametrize("name", ["oriflamme-mix", "richelieu"])
def test_both_ways_of_playing_give_the_same_games(name: str) -> None:
    table = Table(game(name), 3, game(name).editions[0])
    arguments: tuple[Any, ...] = (table, "random", [5, 6], [1, 2], True)
    assert in_one_loop(*arguments) == one_by_one(*arguments)


def test_actions_are_those_of_the_moves() -> None:
    table = Table(game("richelieu"), 2, "ru")
    played: PlayedGames = one_by_one(table, "random", [3], [1], True)
    g = table.game.start(2, "ru", 3, {})
    live_through(table.game, g, played.actions[0], None)
    assert table.game.scores(g) == played.scores[0] and g.to_act == -1
    assert actions_of(table, 3, []) == []


def test_a_study_is_the_same_every_time() -> None:
    plan = Plan("oriflamme", (3,), ("fr", "ru"), "greedy", games=20, seed=4, deals=4, replays=5)
    seen: list[tuple[int, int]] = []
    told = study(plan, "1.0", lambda done, total: seen.append((done, total)))
    assert told == study(plan, "1.0")
    assert [(one["edition"], one["players"]) for one in told["tables"]] == [("fr", 3), ("ru", 3)]
    assert seen[-1] == (80, 80) and told["arguments"]["games"] == 20
    assert told["tables"] != study(Plan("oriflamme", (3,), ("fr", "ru"), games=20, deals=4, replays=5), "1.0")["tables"]
    for table in told["tables"]:
        assert sum(seat["win_share"]["value"] for seat in table["seats"]) == pytest.approx(1, abs=1e-4)
        earned = sum(card["points"]["value"] * card["placed"] for card in table["cards"]) / 60
        lost = sum(card["taken"]["value"] * card["placed"] for card in table["cards"]) / 60
        assert 1 + earned - lost == pytest.approx(table["score"]["mean"]["value"], abs=1e-3)


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"name": "chess"}, "error.no_game"),
        ({"players": "2"}, "error.players"),
        ({"players": "three"}, "error.study_players"),
        ({"edition": "uk"}, "error.no_edition"),
        ({"bot": "gready"}, "error.no_bot"),
        ({"luck_bot": "greedy:noise=x"}, "error.bot_number"),
        ({"games": 1}, "error.study_games"),
        ({"deals": 1}, "error.study_deals"),
        ({"deals": 1_000_000}, "error.study_deals"),
    ],
)
def test_bad_studies_are_refused(changed: dict[str, Any], key: str) -> None:
    asked = {"name": "oriflamme", "players": "all", "edition": "all", "bot": "greedy", "games": 10, "seed": 0}
    with pytest.raises(IntrigueError) as fault:
        plan_study(**(asked | {"luck_bot": "greedy", "deals": 2, "replays": 2} | changed))  # type: ignore[arg-type]
    assert fault.value.key == key
