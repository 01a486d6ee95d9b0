"""How greedy thinks about Richelieu: it knows only what it may see, and it plays like somebody who knows the game."""

import pytest
from games.richelieu.tables import after, table

from intrigue.bots.richelieu.worth import worth
from intrigue.engine.chance import any_of
from intrigue.engine.kernels import score
from intrigue.engine.numbers import ACTIONS, members
from intrigue.engine.targets import Compiler
from intrigue.games.richelieu.cards import SELL
from intrigue.games.richelieu.game import RICHELIEU
from intrigue.games.richelieu.state import State

BOX = RICHELIEU.box


def worths(g):
    """What every legal action is worth."""
    return {action: worth(g, BOX, action) for action in members(g.legal)}


def favourite(g):
    """The action that greedy would choose; of equal ones the first."""
    return max(members(g.legal), key=lambda action: worth(g, BOX, action))


def game_states(players, seed, greedy):
    """The states of one game in which somebody is asked: played at random, or by greedy with a slip now and then."""
    g = RICHELIEU.start(players, "ru", seed, {})
    while g.to_act >= 0:
        yield g
        slip = any_of(g, (1 << 8) - 1) == 0
        RICHELIEU.step(g, favourite(g) if greedy and not slip else any_of(g, g.legal))


def best_move(match):
    """The whole move that greedy would choose."""
    g = match.state.copy()
    actions = []
    while not actions or (g.half == 1 and g.to_act == match.state.to_act):
        actions.append(favourite(g))
        RICHELIEU.step(g, actions[-1])
    return next(move for move, made in RICHELIEU.moves(match.state).items() if list(made) == actions)


# What it may know


@pytest.mark.parametrize("players", RICHELIEU.seats)
@pytest.mark.parametrize("greedy", [False, True], ids=["random", "greedy"])
def test_worth_is_the_same_in_every_world_the_player_cannot_tell_apart(players, greedy):
    questions, hidden = set(), 0
    for seed in range(4):
        for number, g in enumerate(game_states(players, seed, greedy)):
            twin = RICHELIEU.sample(g, g.to_act + 1, number)
            assert worths(twin) == worths(g)
            questions.add(g.ask)
            hidden += twin.kind != g.kind
    assert hidden > 100 and len(questions) >= 8 + 2 * (players == 2)


# What it does


def test_takes_the_zone_it_can_win_now():
    """Player 2 would win the tie of 3; one more is enough."""
    match = table("R2[2:3+ 1:2 1:1 3:1+ .] E1 | R6 E2 | R3 E4; prestige 9 0 0; hand 1 1 1 2")
    assert best_move(match) == "agent 1 1.r.5"


def test_fills_no_card_for_another_player():
    """Whatever player 1 adds, 2 and 3 are first and second."""
    match = table("R5[2:3+ 2:3+ 3:3+ 3:2+ .] H2; prestige 9 0 0; ecu 0 7 7")
    assert not best_move(match).endswith(" 1.r.5")
    assert space_worth(match, "agent 3 1.r.5") < space_worth(match, "agent 2 1.r.5") < 0


def test_sinks_the_side_that_others_lead():
    """5 against 6: with a -2 in the last space Richelieu wins with 5 against 4, and player 1 is first there."""
    assert best_move(table("R2[1:3 1:2 . . .] E2[2:3+ 3:2+ 2:1+ 3:-2+ .]; hand 1 -2 1 2; prestige 9 0 0")) == (
        "agent -2 1.o.5"
    )


def test_pays_for_the_left_where_that_wins_a_tie():
    """2 and 2: first is who lies furthest left, which costs 3 here and 2 there."""
    wins, loses = "R2[. 2:2+ Q 3:1+ 3:1+] E1; prestige 9 0 0", "R2[2:2+ . Q 3:1+ 3:1+] E1; prestige 9 0 0"
    assert space_worth(table(wins), "agent 2 1.r.1") > space_worth(table(loses), "agent 2 1.r.2")


def test_a_tie_of_the_sides_is_enough_for_richelieu():
    """3 to 2 with one space left against him: even a 1 there is no loss to who leads for him, a 2 is."""
    match = table("R2[1:3+ . . . .] E2[2:3+ 2:-2+ 2:3+ 3:-2+ .]; prestige 9 0 0; hand 1 1 2")
    assert space_worth(match, "agent 1 1.o.5") > 0 > space_worth(match, "agent 2 1.o.5")


LAST = "- | - | R13[1:-2 . . . .] P3; prestige 20 20 20; deck 0"


def test_spends_money_on_a_jewel_in_the_last_round():
    assert best_move(table(f"{LAST}; ecu 9 0 0")) == "buy"


def test_sells_no_jewel_at_the_end():
    found = worths(table(f"{LAST}; ecu 0 0 0").state)
    assert found[SELL] == min(found.values()) < 0


def test_wants_the_step_of_income_early_and_the_points_late():
    """The same in both zones but for the prizes: 3P 1I first, or 6P."""
    zones = "R1[2:1+ 1:2 . 3:1+ .] E1 | R5[2:1+ 1:2 . 3:1+ .] E2"
    assert best_move(table(f"{zones}; prestige 9 0 0")).split()[-1][0] == "1"
    assert best_move(table(f"{zones} | -; prestige 9 0 0")).split()[-1][0] == "2"


def test_the_queen_stands_where_she_turns_the_zone():
    """R7 pays 4P and the Queen. In zone 2 she makes 5 of 2, against 3, for player 1; nobody cares in zone 3."""
    match = after("R7[1:3 1:2 2:1 . 3:1] E1 | R2[1:2 . . . .] E2[2:3+ . . . .]; prestige 9 0 0", "agent 1 1.r.4")
    assert best_move(match).startswith("queen 2.r.")


def test_corruption_takes_the_rivals_best_agent_off_the_card_that_counts():
    match = after("R9[1:3 2:2 1:1 . 3:-2] E1 | R2[1:2 3:3+ . . .] E2; prestige 9 0 0", "agent 1 1.r.4")
    assert best_move(match).startswith("corrupt 2.r.2 ")


def space_worth(match, move):
    """What the second half of a move with an agent is worth, when its first half is chosen."""
    g = match.state.copy()
    value, space = RICHELIEU.moves(g)[move]
    RICHELIEU.step(g, value)
    return worth(g, BOX, space)


# Compiled


def weigh_all(states, box, out):
    """What each legal action of each state is worth; `score` stands for `worth` here."""
    for i in range(len(states)):
        for action in range(out.shape[1]):
            if (states[i].legal >> action) & 1:
                out[i, action] = score(states[i], box[0], action)


def test_compiled_it_judges_alike():
    import numpy as np

    games = [game_states(players, 5, greedy) for players in RICHELIEU.seats for greedy in (False, True)]
    found = [(g.to_bytes(), worths(g)) for one in games for g in one]
    states = np.frombuffer(b"".join(state for state, _ in found), State.dtype()).copy()
    out = np.zeros((len(states), ACTIONS), np.int64)
    Compiler(State, type(BOX), {score: worth}).kernel(weigh_all)(states, RICHELIEU.box_array(), out)
    for (_, plain), compiled in zip(found, out, strict=True):
        assert plain == {action: compiled[action] for action in plain}
