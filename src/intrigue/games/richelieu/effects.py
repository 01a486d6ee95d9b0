"""What an answer does, and what each icon of a prize pays."""

from __future__ import annotations

from intrigue.engine.events import tell
from intrigue.engine.rules import rule
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import (
    BUY,
    CORRUPTION,
    DECLINE,
    ECU,
    END,
    GREY,
    INCOME,
    INCOME_STEP,
    MILITARY_STEP,
    NEUTRAL,
    NO_CARD,
    OFFICE,
    PLACE_AGENT,
    PLACE_GREY,
    PLACE_QUEEN,
    PRESTIGE,
    QUEEN,
    SELL,
    SPACE,
)
from intrigue.games.richelieu.court import (
    corrupt,
    gain_ecu,
    gain_prestige,
    put_agent,
    put_figure,
    raise_income,
    raise_military,
)
from intrigue.games.richelieu.events import (
    INCOME_TAKEN,
    JEWEL_BOUGHT,
    JEWEL_SOLD,
    OFFICE_BOUGHT,
    PRIZE_DECLINED,
    TURN_ENDED,
)
from intrigue.games.richelieu.questions import JEWEL_BOUGHT as BUYING
from intrigue.games.richelieu.questions import JEWEL_SOLD as SELLING
from intrigue.games.richelieu.questions import inquire, price_of
from intrigue.games.richelieu.resolution import winning_card
from intrigue.games.richelieu.state import (
    ACT_HOW,
    ACTION,
    AGENT_WHERE,
    CORRUPT_WHERE,
    CORRUPT_WHICH,
    FREE_WHERE,
    FREE_WHICH,
    GREY_WHERE,
    NEUTRAL_WHERE,
    NEUTRAL_WHICH,
    NOTHING,
    QUEEN_WHERE,
    RESOLUTION,
    State,
)


@rule
def answer(g: State, box: Box, action: int) -> None:
    """What the answer to the question does."""
    ask = g.ask
    g.ask = NOTHING
    g.half = 0
    if action == DECLINE:
        tell(g, PRIZE_DECLINED, g.to_act, icon_now(g, box), 0)
    elif ask == ACT_HOW:
        act(g, box, action)
    elif ask == AGENT_WHERE:
        send_agent(g, box, action - SPACE)
    elif ask == NEUTRAL_WHICH:
        choose_half(g, action, NEUTRAL_WHERE)
    elif ask == NEUTRAL_WHERE:
        put_agent(g, box, NEUTRAL + g.turn, g.chosen, action - SPACE, 0)
        g.chosen = 0
    elif ask == FREE_WHICH:
        choose_half(g, action, FREE_WHERE)
    elif ask == FREE_WHERE:
        put_agent(g, box, g.to_act, g.chosen, action - SPACE, 0)
        g.chosen = 0
    elif ask == CORRUPT_WHICH:
        choose_half(g, action - SPACE, CORRUPT_WHERE)
    elif ask == CORRUPT_WHERE:
        corrupt(g, box, g.chosen, action - SPACE)
        g.chosen = 0
    elif ask == GREY_WHERE:
        put_figure(g, GREY, action - SPACE)
    elif ask == QUEEN_WHERE:
        put_figure(g, QUEEN, action - SPACE)


@rule
def choose_half(g: State, chosen: int, question: int) -> None:
    """The first half of a move; the second is asked next."""
    g.chosen = chosen
    g.half = 1
    inquire(g, question, g.to_act)


@rule
def halfway(g: State) -> bool:
    """The player to act has chosen half a move: positions, views and records do not exist now."""
    return g.half == 1


# The four actions


@rule
def act(g: State, box: Box, action: int) -> None:
    player = g.turn
    if action < SPACE:
        choose_half(g, action, AGENT_WHERE)
        return
    if action == END:
        g.actions_left = 0
        tell(g, TURN_ENDED, player, 0, 0)
        return
    if action == INCOME:
        g.took_income = 1
        g.ecu[player] += g.income[player]
        tell(g, INCOME_TAKEN, player, g.income[player], 0)
    elif action == OFFICE:
        cost = box.military_cost[g.military[player] + 1]
        g.took_office = 1
        g.ecu[player] -= cost
        tell(g, OFFICE_BOUGHT, player, cost, g.military[player] + 1)
        raise_military(g, box, player, 1, NO_CARD)
    elif action == BUY:
        g.traded = 1
        g.ecu[player] -= BUYING
        g.city_jewels -= 1
        g.jewels[player] += 1
        tell(g, JEWEL_BOUGHT, player, BUYING, 0)
    elif action == SELL:
        g.traded = 1
        g.ecu[player] += SELLING
        g.city_jewels += 1
        g.jewels[player] -= 1
        tell(g, JEWEL_SOLD, player, SELLING, 0)
    count_action(g)


@rule
def send_agent(g: State, box: Box, space: int) -> None:
    price = price_of(g, box, space)
    g.ecu[g.turn] -= price
    g.agents_sent += 1
    put_agent(g, box, g.turn, g.chosen, space, price)
    g.chosen = 0
    count_action(g)


@rule
def count_action(g: State) -> None:
    """8.13: an action is made; what it filled is resolved before the next one."""
    g.actions_left -= 1
    g.acted += 1
    g.stage = RESOLUTION
    g.resume = ACTION


# The prizes


@rule
def icon_now(g: State, box: Box) -> int:
    """The icon that is being paid."""
    return box.icon[winning_card(g) * 4 + g.prize * 2 + g.icon - 1]


@rule
def pay(g: State, box: Box, player: int) -> None:
    """One icon of a prize: paid at once, or by asking its player."""
    icon = icon_now(g, box)
    amount = box.amount[winning_card(g) * 4 + g.prize * 2 + g.icon - 1]
    if icon == PRESTIGE:
        gain_prestige(g, player, amount, winning_card(g))
    elif icon == ECU:
        gain_ecu(g, player, amount, winning_card(g))
    elif icon == INCOME_STEP:
        raise_income(g, box, player, amount, winning_card(g))
    elif icon == MILITARY_STEP:
        raise_military(g, box, player, amount, winning_card(g))
    elif icon == PLACE_AGENT:
        inquire(g, FREE_WHICH, player)
    elif icon == CORRUPTION:
        inquire(g, CORRUPT_WHICH, player)
    elif icon == PLACE_GREY:
        inquire(g, GREY_WHERE, player)
    elif icon == PLACE_QUEEN:
        inquire(g, QUEEN_WHERE, player)
