"""How a game goes: the deal, turns of one or two actions, resolutions as soon as a card is full, the end.

`step` applies one answer and goes on until somebody has a real choice: two options or more.
"""

from __future__ import annotations

from intrigue.engine.chance import any_of, below
from intrigue.engine.events import tell
from intrigue.engine.numbers import lowest
from intrigue.engine.rules import rule
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import (
    CARD_PLACES,
    DECK,
    KINDS,
    NEUTRAL,
    NO_CARD,
    NOBODY,
    SETS,
    SIDES,
    SPACES,
    ZONES,
)
from intrigue.games.richelieu.court import clear_space, draw_cards, is_behind, is_full
from intrigue.games.richelieu.effects import answer, icon_now, pay
from intrigue.games.richelieu.events import GAME_ENDED, PRIZE_LOST, STALL_ENDED, TURN_BEGUN
from intrigue.games.richelieu.questions import inquire, options
from intrigue.games.richelieu.resolution import award_card, clear_zone, move_cardinal, resolve
from intrigue.games.richelieu.state import (
    ACT_HOW,
    ACTION,
    CLEARING,
    GAME_OVER,
    NEUTRAL_STEP,
    NEUTRAL_WHICH,
    NOTHING,
    PRIZES,
    RESOLUTION,
    THE_END,
    TURN,
    TURN_END,
    State,
)

CARDINAL_START = 7
MONEY, INCOME_START, JEWELS = 7, 1, 2


# The deal


@rule
def deal(g: State, box: Box) -> None:
    """A new game of the same kind, drawn from the state's generator: first player, then both decks."""
    g.first = below(g, g.players)
    if g.chosen_first:  # what is drawn is drawn all the same: the cards do not depend on who begins
        g.first = g.chosen_first - 1
    shuffle(g, 0, (1 << DECK) - 1, 0)
    shuffle(g, DECK, ((1 << DECK) - 1) << DECK, 0)
    begin(g, box)


@rule
def shuffle(g: State, start: int, cards: int, drawn: int) -> None:
    """Lays cards in random order into a deck, after those drawn already."""
    at = start + drawn
    while cards != 0:
        card = any_of(g, cards)
        cards &= ~(1 << card)
        g.deck[at] = card
        at += 1


@rule
def begin(g: State, box: Box) -> None:
    """The first question of a game whose first player and decks are known."""
    for player in range(g.players):
        g.cards[player] = 0
        g.prestige[player] = 0
        g.ecu[player] = MONEY
        g.income[player] = INCOME_START
        g.military[player] = 0
        g.jewels[player] = JEWELS
    g.city_jewels = JEWELS
    g.cardinal = CARDINAL_START
    for which in range(SETS):
        g.filling[which] = 0
        for kind in range(KINDS):
            g.hand[which * KINDS + kind] = set_size(g, which, kind)
            g.city[which * KINDS + kind] = 0
    for place in range(CARD_PLACES):
        g.card_at[place] = NO_CARD
    g.empty = 0
    for space in range(SPACES):
        clear_space(g, space)
    g.quiet = 0
    g.marked = 0
    g.resolved = 0
    g.drawn = 0
    g.zone = -1
    g.winner = 0
    g.ranked[0] = NOBODY
    g.ranked[1] = NOBODY
    g.prize = 0
    g.icon = 0
    for zone in range(ZONES):
        draw_cards(g, zone)
    g.turn = (g.first - 1 + g.players) % g.players
    g.chosen = 0
    g.half = 0
    g.resume = TURN
    g.stage = TURN
    g.ask = NOTHING
    settle(g, box)


@rule
def set_size(g: State, which: int, kind: int) -> int:
    """How many agents of a kind a set has; neutral sets exist in a game of two only (4.10)."""
    if which < g.players:
        return 2 + (kind == 1 or kind == 2)
    if which >= NEUTRAL and g.players == 2:
        if kind == 0:
            return 1
        return 3 * (kind < 3)
    return 0


# The loop


@rule
def step(g: State, box: Box, action: int) -> None:
    """One answer to the question, and everything that follows without a choice."""
    answer(g, box, action)
    settle(g, box)


@rule
def settle(g: State, box: Box) -> None:
    """Goes on until somebody has two options or more, or the game is over."""
    while True:
        while g.ask == NOTHING:
            go_on(g, box)
        g.legal = options(g, box)
        if g.ask == GAME_OVER or g.legal & (g.legal - 1) != 0:
            return
        if g.legal == 0:
            if g.zone >= 0:
                tell(g, PRIZE_LOST, g.to_act, icon_now(g, box), 0)
            g.ask = NOTHING
        else:
            answer(g, box, lowest(g.legal))
            g.half = 0


@rule
def go_on(g: State, box: Box) -> None:
    """The next thing that happens when nobody is asked."""
    if g.stage == TURN:
        begin_turn(g)
    elif g.stage == ACTION:
        next_action(g)
    elif g.stage == NEUTRAL_STEP:
        g.stage = TURN_END
        if g.players == 2:
            inquire(g, NEUTRAL_WHICH, g.turn)
    elif g.stage == TURN_END:
        end_turn(g)
    elif g.stage == RESOLUTION:
        next_zone(g)
    elif g.stage == PRIZES:
        next_icon(g, box)
    elif g.stage == CLEARING:
        finish_zone(g, box)
    else:
        g.ask = GAME_OVER
        g.to_act = -1


# 8.1: two actions if strictly behind the cardinal, else one; fixed when the turn starts (5.4).
@rule
def begin_turn(g: State) -> None:
    g.turn = (g.turn + 1) % g.players
    g.actions_left = 1 + is_behind(g, g.turn)
    g.acted = 0
    g.took_income = 0
    g.took_office = 0
    g.traded = 0
    g.agents_sent = 0
    g.placed = 0
    g.stage = ACTION
    tell(g, TURN_BEGUN, g.turn, g.actions_left, 0)


@rule
def next_action(g: State) -> None:
    if g.actions_left > 0:
        inquire(g, ACT_HOW, g.turn)
    else:
        g.stage = NEUTRAL_STEP


# 8.6, 8.12: after 2 x players turns in a row with nothing placed, every zone that holds cards is resolved as it stands.
@rule
def end_turn(g: State) -> None:
    g.stage = RESOLUTION
    g.resume = TURN
    if g.placed or not g.guard:
        g.quiet = 0
        return
    g.quiet += 1
    if g.quiet == 2 * g.players:
        g.quiet = 0
        tell(g, STALL_ENDED, 0, 0, 0)
        for zone in range(ZONES):
            if g.card_at[zone * SIDES] != NO_CARD:
                g.marked |= 1 << zone


# 5.14, 8.3: one zone after the other, lowest number first, each fully finished before the next.
@rule
def next_zone(g: State) -> None:
    for zone in range(ZONES):
        if is_full(g, zone) or (g.marked >> zone) & 1:
            resolve(g, zone)
            g.stage = PRIZES
            return
    g.stage = g.resume


# 5.16: the first prize wholly, its icons from left to right, then the card; then the second prize.
@rule
def next_icon(g: State, box: Box) -> None:
    if g.prize == 2:
        g.stage = CLEARING
        return
    player = g.ranked[g.prize]
    if player == NOBODY or player >= NEUTRAL or g.icon == 2:
        if g.prize == 0:
            award_card(g)
        g.prize += 1
        g.icon = 0
        return
    g.icon += 1
    pay(g, box, player)


# 5.11: the game ends at once after the 13th resolution.
@rule
def finish_zone(g: State, box: Box) -> None:
    move_cardinal(g, box)
    clear_zone(g)
    g.stage = RESOLUTION
    if g.resolved == DECK:
        g.stage = THE_END
        g.turn = -1
        g.actions_left = 0
        tell(g, GAME_ENDED, 0, 0, 0)
