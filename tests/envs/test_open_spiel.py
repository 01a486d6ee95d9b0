"""OpenSpiel's own suites on our adapter, and what they do not ask: resampling and the secrecy of half-made moves."""

import random
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import UniformRandomPolicy
from tables import LARGE

import intrigue
from intrigue.bots.bot import Bot
from intrigue.bots.sight import Sight
from intrigue.envs import open_spiel
from intrigue.envs.solving import Tree, policy_of_bot, solve
from intrigue.games import GAMES, YARDSTICKS
from intrigue.games import game as game_named
from intrigue.games.oriflamme.kinds import AMBUSH, CONSPIRACY, NAMES

TABLES = [(name, players) for name in (*YARDSTICKS, *GAMES) for players in game_named(name).seats]
OVER_TINY2 = (9, 25190, 26216)  # chance nodes, choices, ends
INFOSETS_OF_TINY2 = 11780
EVERY = {"tiny2": 1, "tiny3": 1, "richelieu": 41}
"""Of every so many states one is looked at more closely."""


def some_states(name: str, game: Any, seed: int) -> list[Any]:
    every = EVERY.get(name, 9)
    return [state.clone() for number, state in enumerate(random_states(game, seed)) if number % every == 0]


def load(name: str, players: int, **parameters: Any) -> Any:
    return pyspiel.load_game(open_spiel.short_name(name), {"players": players, **parameters})


def random_states(game: Any, seed: int) -> Any:
    """Every state of one random game after the deal."""
    chooser = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
        state.apply_action(chooser.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_sim_test(name: str, players: int, capfd: Any) -> None:
    pyspiel.random_sim_test(load(name, players), num_sims=2, serialize=True, verbose=False)


@pytest.mark.full
class TestTheWholeTree(api_test.EnforceAPIOnFullTreeBase):
    """`api_test` on every node of tiny2."""

    game_name = "intrigue_tiny2"
    game = load("tiny2", 2)

    @classmethod
    def setUpClass(cls) -> None:
        api_test.TOTAL_NUM_STATES[cls.game_name] = OVER_TINY2
        api_test.PERFECT_RECALL_NUM_STATES[cls.game_name] = INFOSETS_OF_TINY2
        super().setUpClass()


class TestSomeStates(api_test.EnforceAPIOnPartialTreeBase):
    """The part of `api_test` for games of any size."""

    game_name = "intrigue_tiny3"
    game = load("tiny3", 3)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_resampled_states_look_the_same_to_their_player(name: str, players: int) -> None:
    game = load(name, players)
    sampler = random.Random(1).random
    different = 0
    for state in some_states(name, game, 7):
        for player in range(0 if state.is_terminal() else players):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            if name != "richelieu":
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
            different += other.history() != state.history()
    assert different


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_half_made_move_is_known_to_its_own_player_only(name: str, players: int) -> None:
    game = load(name, players)
    halves = 0
    for seed in range(3):
        for state in filter(halfway, some_states(name, game, seed)):
            halves += 1
            before, siblings = whole_before(game, state)
            actor = state.current_player()
            for player in range(players):
                for other in siblings:
                    same = everything_shown(other, player, name) == everything_shown(before, player, name)
                    assert same == (player != actor)
    assert halves or name not in LARGE


def halfway(state: Any) -> bool:
    return bool(state.playthrough.half_made)


def whole_before(game: Any, state: Any) -> tuple[Any, list[Any]]:
    """The state before the half, and after each half that could be made there."""
    before = game.new_initial_state()
    for action in state.history()[:-1]:
        before.apply_action(action)
    after = [before.child(action) for action in before.legal_actions()]
    return before, [other for other in after if halfway(other)]


def everything_shown(state: Any, player: int, name: str) -> list[Any]:
    """All that a player is shown."""
    found = [state.information_state_string(player), state.observation_string(player), state.observation_tensor(player)]
    return found if name == "richelieu" else [*found, state.information_state_tensor(player)]


def test_the_last_card_of_a_hand_is_no_choice_and_still_a_secret() -> None:
    state = load("tiny2", 2, first=1).new_initial_state()
    for action in (0, 0, AMBUSH):  # both set their Soldier aside, player 1 places the Ambush
        state.apply_action(action)
    left = []
    for kind in (AMBUSH, CONSPIRACY):
        other = state.child(kind)
        while len(other.playthrough.moves) < 4:
            other.apply_action(other.legal_actions()[-1])
        assert other.current_player() == 1
        left.append(other)
    assert {move.split(" ")[1] for move in left[0].match().moves()} == {"conspiracy"}
    assert everything_shown(left[0], 0, "tiny2") == everything_shown(left[1], 0, "tiny2")
    other = left[0].match().sample(1, 3)
    assert NAMES[other.chosen] == "conspiracy" or other.hand[1] == 1 << AMBUSH


def test_illegal_actions_raise_and_change_nothing() -> None:
    state = load("tiny2", 2).new_initial_state()
    for action in (2, 99):
        with pytest.raises(intrigue.IntrigueError):
            state.apply_action(action)
    for action in (0, 0, 0):
        state.apply_action(action)
    before = state.playthrough.g.copy()
    with pytest.raises(intrigue.IntrigueError):
        state.apply_action(1)
    assert state.playthrough.g == before


def test_wrong_parameters_raise() -> None:
    for parameters in ({"edition": "xx"}, {"first": 9}, {"players": 7}):
        with pytest.raises((intrigue.IntrigueError, pyspiel.SpielError)):
            pyspiel.load_game("intrigue_oriflamme", parameters)
    with pytest.raises((intrigue.IntrigueError, pyspiel.SpielError)):
        pyspiel.load_game("intrigue_oriflamme_mix", {"kinds": "archer+spy"})


def test_the_kinds_of_a_mix_are_given_or_drawn_one_by_one() -> None:
    drawn = load("oriflamme-mix", 3)
    assert drawn.max_chance_nodes_in_history() == 10 + 1 + 3
    kinds = "ambush+archer+bribery+combination+conspiracy+felon+heir+lord+prince+queen"
    given = load("oriflamme-mix", 3, kinds=kinds)
    assert given.max_chance_nodes_in_history() == 1 + 3
    state = next(random_states(given, 1))
    assert set(state.playthrough.match().deal["Kinds"].split(", ")) == set(kinds.split("+"))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_state_is_a_match_too(name: str, players: int) -> None:
    *_, state = random_states(load(name, players), 3)
    match = state.match()
    assert match.over and match.state == state.playthrough.g
    assert [value > 0 for value in state.returns()] == [seat in match.winners for seat in range(1, players + 1)] or (
        set(state.returns()) == {0.0}
    )


@pytest.mark.parametrize("name", ["tiny2", "oriflamme", "richelieu"])
def test_observers_of_public_and_private_parts(name: str) -> None:
    game = load(name, game_named(name).seats[0])
    none, single = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    for recall in (False, True):
        public = game.make_py_observer(pyspiel.IIGObservationType(recall, True, none))
        private = game.make_py_observer(pyspiel.IIGObservationType(recall, False, single))
        for state in some_states(name, game, 5):
            assert public.string_from(state, 0) == public.string_from(state, 1)
            other = state.resample_from_infostate(0, random.Random(2).random) if not state.is_terminal() else state
            assert private.string_from(state, 0) == private.string_from(other, 0)
            public.set_from(state, 0)
    with pytest.raises(ValueError, match="secrets"):
        game.make_py_observer(pyspiel.IIGObservationType(False, True, pyspiel.PrivateInfoType.ALL_PLAYERS))


@pytest.fixture(scope="module")
def tiny2() -> Tree:
    """One half of the game; the other is the same with the seats exchanged."""
    return Tree(load("tiny2", 2, first=1))


@pytest.mark.full
def test_tiny2_is_solved(tiny2: Tree) -> None:
    assert (2 * tiny2.nodes + 1, 2 * len(tiny2.infosets)) == (sum(OVER_TINY2), INFOSETS_OF_TINY2)
    blind = tiny2.uniform()
    assert tiny2.nash_conv(blind) > 0.5
    policy = solve(tiny2, 100)
    assert 0 <= tiny2.nash_conv(policy) < 0.01
    assert tiny2.values(policy)[1] == pytest.approx(0.07, abs=0.01)  # it is better to place last
    assert ((policy > 0.05) & (policy < 0.95)).any()  # and it calls for bluffs


@pytest.mark.parametrize("name", ["kuhn_poker(players=3)", "leduc_poker"])
def test_nash_conv_is_openspiels(name: str) -> None:
    game = pyspiel.load_game(name)
    tree = Tree(game)
    ours = tree.gains(tree.uniform())
    theirs = exploitability.nash_conv(game, UniformRandomPolicy(game), return_only_nash_conv=False)
    assert ours == pytest.approx(list(theirs.player_improvements))


@pytest.mark.full
def test_a_bot_as_a_policy(tiny2: Tree) -> None:
    game = load("tiny2", 2, first=1)

    def first(state: Any) -> dict[int, float]:
        return {state.legal_actions()[0]: 1.0}

    policy = tiny2.policy_of(game, first)
    bot = tiny2.policy_of(game, policy_of_bot(FirstAction("first"), 2))
    asked = tiny2.reaches(policy)
    assert (policy == bot).all() and (asked[:, :2] == 0).any()


class FirstAction(Bot):
    def choose(self, sight: Sight, seed: int) -> str:
        return min(sight.choices, key=lambda move: sight.choices[move])
