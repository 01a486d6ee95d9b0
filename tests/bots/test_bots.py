"""Bots: honest, reproducible, the same in every way of running."""

from collections.abc import Iterator
from typing import Any

import pytest

import intrigue
from intrigue.bots import Sight, decision_seed, family, make, specs
from intrigue.bots.compiled import contest
from intrigue.bots.thought import Thought
from intrigue.engine import targets
from intrigue.engine.match import Match

BOTS = ["random", "greedy", "greedy:noise=80", "search:sims=12,playout=random", "search:sims=8,worlds=2,noise=30"]
TABLES = [(name, players) for name in intrigue.games() for players in intrigue.game(name).seats]


def positions(name: str, players: int, games: int = 2) -> Iterator[Match]:
    """Matches at many moments of random games; one object that goes on."""
    dice = make("random")
    for seed in range(games):
        match = intrigue.new(name, players=players, seed=seed)
        while not match.over:
            yield match
            match.play(dice.choose(Sight(match), decision_seed(seed, len(match.played), match.to_act or 0)))


def twin(match: Match, seed: int) -> Match:
    """The same match with all that the player to act cannot know dealt anew."""
    other = match.copy()
    other.state = match.sample(match.to_act or 0, seed)
    other.known_moves = None
    return other


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.xdist_group("numba")
def test_twin_worlds_give_the_same_moves(name: str, players: int) -> None:
    """What a seat may not know does not change what its bot does."""
    bots = [make(spec) for spec in BOTS]
    for number, match in enumerate(positions(name, players)):
        other = twin(match, number)
        for bot in bots:
            assert bot.choose(Sight(match), number) == bot.choose(Sight(other), number), bot


def test_a_bot_that_peeks_is_caught() -> None:
    """The twin worlds above differ in what matters."""
    differ = 0
    for number, match in enumerate(positions("oriflamme", 4, games=1)):
        differ += match.state.hand != twin(match, number).state.hand
    assert differ > 30


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("name", ["oriflamme", "richelieu"])
@pytest.mark.xdist_group("numba")
def test_compiled_and_interpreted_bots_choose_alike(name: str, spec: str) -> None:
    bot = make(spec)
    for number, match in enumerate(positions(name, 3, games=1)):
        if number % 9 == 0:
            sight = Sight(match)
            world = sight.sample(number)
            plan = bot.plan(match.game)
            assert plan is not None
            slow = Thought(match.game, plan, world.copy(), fast=False)
            assert Thought(match.game, plan, world.copy(), fast=True).decide(number) == slow.decide(number)
            assert sight.choices[bot.choose(sight, number)] == slow.decide(number)


@pytest.mark.parametrize("name", intrigue.games())
@pytest.mark.xdist_group("numba")
def test_the_compiled_loop_plays_the_games_of_the_public_interface(name: str) -> None:
    game = intrigue.game(name)
    bots = [make(spec) for spec in (*BOTS[:1], *BOTS[2:])]
    deals, seeds = [5, 6, 7, 8], [70, 80, 90, 100]
    seats = [[(i + p) % 4 for p in range(4)] for i in range(4)]
    plans = [bot.plan(game) for bot in bots]
    played = contest(game, 4, game.editions[0], [plan for plan in plans if plan], deals, seeds, seats, trails=True)
    for i in range(4):
        match = Match.new(game, 4, game.editions[0], deals[i])
        trail: list[int] = []
        while seat := match.to_act:
            sight = Sight(match)
            move = bots[seats[i][seat - 1]].choose(sight, decision_seed(seeds[i], len(match.played), seat))
            trail += sight.choices[move]
            match.play(move)
        assert played.trails[i][: played.made[i]].tolist() == trail
        assert played.moves[i] == len(match.played)
        assert played.scores[i].tolist() == match.scores
        assert [seat for seat in range(1, 5) if played.won[i] >> seat - 1 & 1] == match.winners


@pytest.mark.xdist_group("numba")
def test_games_do_not_depend_on_the_number_of_cores() -> None:
    game = intrigue.game("ablaze")
    plan = make("search:sims=5").plan(game)
    arguments: Any = (game, 3, "uk", [plan], range(50), range(50), [[0] * 3] * 50)
    assert contest(*arguments).scores.tolist() == contest(*arguments, workers=1).scores.tolist()


def test_bots_work_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets, "available", lambda: False)
    for name in ("oriflamme", "richelieu"):
        match = intrigue.new(name, players=3, seed=1)
        for number in range(6):
            match.play(make(BOTS[number % len(BOTS)]).choose(Sight(match), number))
        assert len(match.played) == 6


@pytest.mark.xdist_group("numba")
def test_a_search_with_a_clock_plays_a_legal_move() -> None:
    match = intrigue.new("oriflamme", players=4, seed=3)
    assert make("search:ms=5").choose(Sight(match), 1) in match.moves()


@pytest.mark.xdist_group("numba")
def test_a_search_takes_a_win_at_hand() -> None:
    """The last decision of a game: only one answer wins, and every world agrees."""
    found = 0
    for match in positions("oriflamme", 3, games=40):
        seat = match.to_act or 0
        after = {}
        for move in match.moves():
            other = match.copy()
            other.play(move)
            after[move] = other.winners
        if None not in after.values():
            wins = [move for move, winners in after.items() if winners == [seat]]
            if 0 < len(wins) < len(after):
                found += 1
                assert make("search:sims=400").choose(Sight(match), 1) in wins
    assert found > 2


def test_lists_of_bots() -> None:
    assert specs("random") == ["random"]
    assert specs("greedy:noise=3,search:sims=4,worlds=2,random") == [
        "greedy:noise=3",
        "search:sims=4,worlds=2",
        "random",
    ]


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("", 'There is no bot ""; there are: '),
        ("best", 'There is no bot "best"; there are: '),
        ("greedy:", '"greedy:" is not how a bot is written: name:option=value,option=value.'),
        ("greedy:noise", '"greedy:noise" is not how a bot is written: '),
        ("greedy:noise=1,noise=2", "is not how a bot is written"),
        ("search:sims=0", "search: sims must be a whole number from 1 to 1000000."),
        ("search:sims=many", "search: sims must be a whole number from 1 to 1000000."),
        ("search:playout=best", "search: playout must be one of: random, greedy."),
        ("search:depth=3", 'search has no option "depth"; it has: '),
        ("random:sims=3", 'random has no option "sims"; it has: -.'),
    ],
)
def test_bots_that_are_not_written_well_are_told(spec: str, told: str) -> None:
    with pytest.raises(intrigue.IntrigueError) as fault:
        make(spec)
    assert told in fault.value.text("en")


def test_nobody_is_asked_when_the_game_is_over() -> None:
    match = intrigue.new("oriflamme", players=3, seed=1)
    while not match.over:
        match.play(match.moves()[0])
    with pytest.raises(intrigue.IntrigueError, match="over"):
        Sight(match)


@pytest.mark.parametrize("name", intrigue.games())
def test_every_game_leaves_the_number_of_the_hidden_edge_free(name: str) -> None:
    game = intrigue.game(name)
    assert game.state in family.FAMILIES
