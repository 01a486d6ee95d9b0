"""Bots: honest, reproducible, the same in every way of running."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import intrigue
from intrigue.bots import LEVELS, Sight, decision_seed, make, registry, specs, tree
from intrigue.bots.compiled import contest
from intrigue.bots.decision_memory import Thought
from intrigue.bots.tree import HIDDEN
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
def test_twin_worlds_give_the_same_moves(name: str, players: int) -> None:
    """What a seat may not know does not change what its bot does."""
    bots = [make(spec) for spec in BOTS]
    for number, match in enumerate(positions(name, players, games=1 if name == "richelieu" else 2)):
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
def test_compiled_and_interpreted_bots_choose_alike(name: str, spec: str) -> None:
    bot = make(spec)
    apart = 9 if name == "oriflamme" else 25  # a game at court is three times as long
    for number, match in enumerate(positions(name, 3, games=1)):
        if number % apart == 0:
            sight = Sight(match)
            world = sight.sample(number)
            plan = bot.plan(match.game)
            assert plan is not None
            slow = Thought(match.game, plan, world.copy(), fast=False)
            assert Thought(match.game, plan, world.copy(), fast=True).decide(number) == slow.decide(number)
            assert sight.choices[bot.choose(sight, number)] == slow.decide(number)


@pytest.mark.parametrize("name", intrigue.games())
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


def test_a_search_with_a_clock_plays_a_legal_move() -> None:
    match = intrigue.new("oriflamme", players=4, seed=3)
    assert make("search:ms=5").choose(Sight(match), 1) in match.moves()


def test_a_search_takes_a_win_at_hand() -> None:
    """The last decision of a game: only one answer wins, and every world agrees."""
    found = 0
    for match in positions("oriflamme", 3, games=80):
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
    assert found >= 3


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


def test_the_hidden_edge_is_no_action() -> None:
    """Games number their actions below that of the hidden edge."""
    for name, players in TABLES:
        for match in positions(name, players, games=1):
            assert match.state.legal >> HIDDEN == 0


@pytest.mark.parametrize("name", intrigue.games())
def test_every_level_plays_every_game(name: str) -> None:
    game = intrigue.game(name)
    played = [make(level).plan(game) for level in LEVELS]
    assert None not in played and len({plan.to_bytes() for plan in played if plan}) == len(LEVELS)
    match = intrigue.new(name, players=game.seats[0], seed=1)
    assert make(LEVELS[0]).choose(Sight(match), 1) in match.moves()


def test_a_search_keeps_within_its_memory() -> None:
    """Where there is no room for more nodes it goes on with those it has."""
    match = intrigue.new("oriflamme", players=4, seed=3)
    plan = make("search:sims=300").plan(match.game)
    assert plan is not None
    plan.nodes = 12
    world = Sight(match).sample(1)
    fast, slow = Thought(match.game, plan, world, fast=True), Thought(match.game, plan, world.copy(), fast=False)
    assert fast.decide(1) == slow.decide(1)
    assert slow.nodes[0].offered == 12


def test_a_search_that_goes_on_ends_like_one_in_one_piece() -> None:
    match = intrigue.new("ablaze", players=3, seed=3)
    plan = make("search:sims=60").plan(match.game)
    assert plan is not None
    whole = Thought(match.game, plan, Sight(match).sample(1))
    parts = Thought(match.game, plan, Sight(match).sample(1))
    assert [parts.go_on(5, 0, 20), parts.go_on(5, 20, 60)][-1] == whole.decide(5)


def test_equal_values_are_drawn_and_dear_errors_are_rare() -> None:
    """Noise makes small losses likely and great ones unlikely."""
    match = intrigue.new("oriflamme", players=3, seed=2)
    sure = {make("greedy").choose(Sight(match), seed) for seed in range(30)}
    shaky = [make("greedy:noise=60").choose(Sight(match), seed) for seed in range(60)]
    wild = [make("greedy:noise=5000").choose(Sight(match), seed) for seed in range(60)]
    assert len(sure) < len(set(shaky)) <= len(set(wild))
    assert sum(move in sure for move in shaky) > sum(move in sure for move in wild)


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**32 - 1, 2**62, 2**63 - 1])
def test_seeds_of_all_sizes_work_alike_compiled(seed: int) -> None:
    match = intrigue.new("oriflamme", players=3, seed=1)
    plan = make("greedy:noise=200").plan(match.game)
    assert plan is not None
    world = Sight(match).sample(seed)
    fast = Thought(match.game, plan, world.copy(), fast=True)
    assert fast.decide(seed) == Thought(match.game, plan, world.copy(), fast=False).decide(seed)
    assert 0 <= decision_seed(seed, 70, 5) < 2**62
    assert make("greedy").choose(Sight(match), seed + 2**63) == make("greedy").choose(Sight(match), seed)


def test_the_document_tells_how_the_levels_play() -> None:
    text = (Path(__file__).parents[2] / "docs" / "bots.md").read_text()
    for level in LEVELS:
        oriflamme, richelieu, *_ = (family.levels[level] for family in registry.FAMILIES.values())
        assert f"| `{level}` | `{oriflamme}` | `{richelieu}` |" in text


@pytest.mark.parametrize(
    "changed", ["decide.py", "loops.py", "tree.py", "policies.py", "information_sets.py", "flow.py"]
)
def test_compiled_bots_are_made_anew_when_a_source_changes(
    changed: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """All that a decision is made of belongs to the mark of the cache."""
    monkeypatch.setenv("INTRIGUE_CACHE", str(tmp_path))
    game = intrigue.game("oriflamme")
    made = registry.make_compiler.__wrapped__
    arguments: Any = (game.state, type(game.box), tuple(game.rules.items()))
    before = made(*arguments).folder
    assert made(*arguments).folder == before
    plain = Path.read_bytes
    edited = {changed: b"# edited"}
    monkeypatch.setattr(Path, "read_bytes", lambda path: plain(path) + edited.get(path.name, b""))
    assert made(*arguments).folder != before


@pytest.mark.parametrize("name", intrigue.games())
def test_an_edge_tells_no_more_than_a_seat_is_shown(name: str) -> None:
    """Moves that look alike to a seat have the same edges, whatever is hidden."""
    game = intrigue.game(name)
    rules = registry.plain(game)
    edge, veil = rules.of(tree.edge), rules.of(tree.veil)
    for match in positions(name, game.seats[0], games=1):
        mover = match.state.to_act
        other = (mover + 1) % match.players
        shown: dict[str, set[tuple[int, ...]]] = {}
        for move, actions in match.choices().items():
            g = match.state.copy()
            path: tuple[int, ...] = ()
            for action in actions:
                hidden = veil(g, other) >> action & 1
                path += () if hidden else (edge(g, game.box, other, action),)
                game.step(g, action)
            shown.setdefault(game.public(match.state, move), set()).add(path)
        assert all(len(paths) == 1 for paths in shown.values()), shown


def test_a_search_has_one_kind_of_budget() -> None:
    with pytest.raises(intrigue.IntrigueError, match="sims or ms"):
        make("search:sims=10,ms=10")
