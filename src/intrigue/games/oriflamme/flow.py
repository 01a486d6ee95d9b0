"""How a game goes: placement, resolution slot by slot, the end; which question is asked, and what an answer does.

`step` applies one answer and goes on until somebody has a real choice: two options or more.
"""

from __future__ import annotations

from intrigue.engine.chance import below, some_of
from intrigue.engine.events import tell
from intrigue.engine.numbers import lowest
from intrigue.engine.rules import rule
from intrigue.games.oriflamme import events
from intrigue.games.oriflamme.ablaze import (
    apothecary_targets,
    bribery_targets,
    combination_targets,
    cutthroat_targets,
    felon,
    prince,
    queen,
    schemer,
    substitution_targets,
    twin,
    twin_places,
)
from intrigue.games.oriflamme.base import (
    ambush_revealed,
    archer_targets,
    assassination_targets,
    heir,
    lord,
    royal_decree_places,
    royal_decree_targets,
    shapeshifter_targets,
    soldier_targets,
    spy_targets,
)
from intrigue.games.oriflamme.elimination import hit
from intrigue.games.oriflamme.kinds import (
    AGAIN,
    ALL_ABLAZE,
    ALL_BASE,
    AMBUSH,
    APOTHECARY,
    ARCHER,
    ASSASSINATION,
    BRIBERY,
    CARDS,
    COMBINATION,
    CONSPIRACY,
    CUTTHROAT,
    FELON,
    FIRST,
    HEIR,
    KINDS,
    LAST,
    LORD,
    NO_CARD,
    PRINCE,
    QUEEN,
    REVEAL,
    ROYAL_DECREE,
    SCHEMER,
    SHAPESHIFTER,
    SLOT,
    SOLDIER,
    SPY,
    SUBSTITUTION,
    TAKE,
    TRAP,
    TWIN,
    WAIT,
    is_character,
    kind_of,
)
from intrigue.games.oriflamme.row import bribe, cover, discard, gain, height, is_up, move, open_slot, rob, throw_away
from intrigue.games.oriflamme.state import (
    AFTERMATH,
    ARRIVAL,
    BRIBE_WHICH,
    COPY_WHICH,
    EFFECT,
    GAME_OVER,
    HIT_WHICH,
    MOVE_WHERE,
    MOVE_WHICH,
    NOTHING,
    PLACE_WHERE,
    PLACE_WHICH,
    PLACEMENT,
    REVEAL_OR_WAIT,
    ROB_WHICH,
    TAKE_OR_AGAIN,
    THE_END,
    TWIN_WHERE,
    USE_WHICH,
    State,
)

ROUNDS = 6  # R10
ASIDE = 3  # R4
IN_PLAY = 10  # R2
START = 1  # R6

CARD_COPIED, CARD_LEFT_WAITING, CARD_PLACED = events.CARD_COPIED, events.CARD_LEFT_WAITING, events.CARD_PLACED
CARD_REVEALED, CHARACTER_USED, GAME_ENDED = events.CARD_REVEALED, events.CHARACTER_USED, events.GAME_ENDED
INFLUENCE_COLLECTED, INFLUENCE_KEPT = events.INFLUENCE_COLLECTED, events.INFLUENCE_KEPT
INFLUENCE_SPENT, NOTHING_HAPPENED = events.INFLUENCE_SPENT, events.NOTHING_HAPPENED
RESOLUTION_BEGUN, ROUND_BEGUN, TWIN_PLACED = events.RESOLUTION_BEGUN, events.ROUND_BEGUN, events.TWIN_PLACED


# The deal


@rule
def deal(g: State) -> None:
    """A new game of the same kind, drawn from the state's generator: kinds (mix), first player, cards set aside."""
    if g.draws_kinds:
        g.kinds = some_of(g, ALL_BASE | ALL_ABLAZE, IN_PLAY)
    g.first = below(g, g.players)
    for player in range(g.players):
        g.aside[player] = some_of(g, g.kinds, ASIDE)
    begin(g)


@rule
def begin(g: State) -> None:
    """The first question of a game whose kinds, first player and cards set aside are known."""
    for player in range(g.players):
        g.hand[player] = g.kinds & ~g.aside[player]
        g.discard[player] = 0
        g.up[player] = 0
        g.never_aside[player] = 0
        g.stock[player] = START
    for card in range(CARDS):
        g.below[card] = NO_CARD
        g.influence[card] = 0
    for slot in range(g.length):
        g.row[slot] = 0
        g.holder[slot] = 0
    g.length = 0
    g.twins = 0
    if (g.kinds >> PRINCE) & 1:  # R3
        g.twins = (1 << g.players) - 1
    g.round = 1
    rest(g)
    g.placed = 0
    g.stage = PLACEMENT
    g.ask = NOTHING
    tell(g, ROUND_BEGUN, g.round, g.first, 0)
    settle(g)


@rule
def rest(g: State) -> None:
    """Nothing is being resolved."""
    g.pointer = -1
    g.gap = 0
    g.card = NO_CARD
    g.active = 0
    g.actor = NO_CARD
    g.at = -1
    g.effect = 0
    g.combining = 0
    g.spare = 0
    g.chosen = 0


# The loop


@rule
def step(g: State, action: int) -> None:
    """One answer to the question, and everything that follows without a choice."""
    answer(g, action)
    settle(g)


@rule
def settle(g: State) -> None:
    """Goes on until somebody has two options or more, or the game is over."""
    while True:
        while g.ask == NOTHING:
            go_on(g)
        g.legal = options(g)
        if g.ask == GAME_OVER or g.legal & (g.legal - 1) != 0:
            return
        if g.legal == 0:
            g.ask = NOTHING
            tell(g, NOTHING_HAPPENED, g.actor, 0, 0)
        else:
            answer(g, lowest(g.legal))


@rule
def go_on(g: State) -> None:
    """The next thing that happens when nobody is asked."""
    if g.stage == PLACEMENT:
        next_placement(g)
    elif g.stage == ARRIVAL:
        arrive(g)
    elif g.stage == EFFECT:
        g.stage = AFTERMATH
        apply_effect(g)
    elif g.stage == AFTERMATH:
        move_on(g)
    else:
        g.ask = GAME_OVER
        g.to_act = -1


@rule
def inquire(g: State, question: int, player: int) -> None:
    g.ask = question
    g.to_act = player


# R12: from the first player, clockwise, each player places one card.
@rule
def next_placement(g: State) -> None:
    if g.placed < g.players:
        inquire(g, PLACE_WHICH, (g.first + g.placed) % g.players)
    else:
        g.stage = ARRIVAL
        g.pointer = 0
        tell(g, RESOLUTION_BEGUN, 0, 0, 0)


# R19, R20, R23: the top card of the slot is resolved by its controller: face down reveal or wait, face up the effect.
@rule
def arrive(g: State) -> None:
    if g.pointer >= g.length:
        end_round(g)
        return
    g.card = g.row[g.pointer]
    g.active = g.holder[g.pointer]
    g.actor = g.card
    g.at = g.pointer
    g.effect = kind_of(g.card)
    if is_up(g, g.card):
        g.stage = EFFECT
    else:
        inquire(g, REVEAL_OR_WAIT, g.active)


# R25: the card under one that left is next. R26: else the slot after the gap. Otherwise the next slot.
@rule
def move_on(g: State) -> None:
    if g.combining and combination_goes_on(g):
        return
    if g.gap == 0 and g.row[g.pointer] == g.card and is_up(g, g.card) and not is_character(kind_of(g.card)):
        discard(g, g.pointer)  # R24
    if g.gap:
        g.gap = 0
    elif g.row[g.pointer] == g.card:
        g.pointer += 1
    g.combining = 0
    g.stage = ARRIVAL


# R11, R33: six rounds. G18: when the game is over the round and the first player stay.
@rule
def end_round(g: State) -> None:
    rest(g)
    if g.round == ROUNDS:
        g.stage = THE_END
        tell(g, GAME_ENDED, 0, 0, 0)
    else:
        g.round += 1
        g.first = (g.first + 1) % g.players
        g.placed = 0
        g.stage = PLACEMENT
        tell(g, ROUND_BEGUN, g.round, g.first, 0)


# The tables: what may be answered, what an answer does, what each kind does.


@rule
def options(g: State) -> int:
    """The answers to the question, as a mask of actions. None: the effect does nothing."""
    ask = g.ask
    if ask == PLACE_WHICH:
        return g.hand[g.to_act]
    if ask == PLACE_WHERE:
        return places(g)
    if ask == REVEAL_OR_WAIT:
        return 1 << REVEAL | 1 << WAIT
    if ask == HIT_WHICH:
        return hit_targets(g)
    if ask == ROB_WHICH:
        return spy_targets(g)
    if ask == COPY_WHICH:
        return shapeshifter_targets(g)
    if ask == MOVE_WHICH:
        return royal_decree_targets(g)
    if ask == MOVE_WHERE:
        return royal_decree_places(g, g.chosen)
    if ask == TWIN_WHERE:
        return twin_places(g)
    if ask == BRIBE_WHICH:
        return bribery_targets(g)
    if ask == USE_WHICH:
        return combination_targets(g)
    if ask == TAKE_OR_AGAIN:
        return 1 << TAKE | 1 << AGAIN
    return 0


# R13, R14: an empty row is started; else before the first slot, after the last, or on a card of the own family (E98).
@rule
def places(g: State) -> int:
    if g.length == 0:
        return 1 << FIRST
    found = 1 << FIRST | 1 << LAST
    for slot in range(g.length):
        if g.holder[slot] == g.to_act:
            found |= 1 << (SLOT + slot)
    return found


@rule
def hit_targets(g: State) -> int:
    if g.effect == ARCHER:
        return archer_targets(g)
    if g.effect == SOLDIER:
        return soldier_targets(g)
    if g.effect == ASSASSINATION:
        return assassination_targets(g)
    if g.effect == CUTTHROAT:
        return cutthroat_targets(g)
    if g.effect == APOTHECARY:
        return apothecary_targets(g)
    return substitution_targets(g)


@rule
def answer(g: State, action: int) -> None:
    """What the answer to the question does."""
    ask = g.ask
    g.ask = NOTHING
    if ask == PLACE_WHICH:
        g.chosen = action
        inquire(g, PLACE_WHERE, g.to_act)
    elif ask == PLACE_WHERE:
        place(g, action)
    elif ask == REVEAL_OR_WAIT:
        if action == REVEAL:
            reveal(g)
        else:
            wait(g)
    elif ask == HIT_WHICH:
        hit(g, action - SLOT)
    elif ask == ROB_WHICH:
        rob(g, g.active, g.holder[action - SLOT], 1)
    elif ask == COPY_WHICH:
        copy(g, action - SLOT)
    elif ask == MOVE_WHICH:
        g.chosen = action - SLOT
        inquire(g, MOVE_WHERE, g.active)
    elif ask == MOVE_WHERE:
        move(g, g.chosen, action - SLOT)
        g.chosen = 0
    elif ask == TWIN_WHERE:
        place_twin(g, action)
    elif ask == BRIBE_WHICH:
        bribe(g, action - SLOT, g.active)
    elif ask == USE_WHICH:
        use(g, action - SLOT)
    elif ask == TAKE_OR_AGAIN:
        take_or_again(g, action)


@rule
def apply_effect(g: State) -> None:
    """What each kind does when it is resolved, copied or used: at once, or by asking its controller."""
    kind = g.effect
    if kind == SPY:
        inquire(g, ROB_WHICH, g.active)
    elif kind == HEIR:
        heir(g)
    elif kind == LORD:
        lord(g)
    elif kind == SHAPESHIFTER:
        inquire(g, COPY_WHICH, g.active)
    elif kind == ROYAL_DECREE:
        inquire(g, MOVE_WHICH, g.active)
    elif kind == AMBUSH or kind == TRAP:
        ambush_revealed(g)
    elif kind == CONSPIRACY:
        return
    elif kind == PRINCE:
        prince(g)
    elif kind == TWIN:
        twin(g)
    elif kind == QUEEN:
        queen(g)
    elif kind == FELON:
        felon(g)
    elif kind == SCHEMER:
        schemer(g)
    elif kind == BRIBERY:
        inquire(g, BRIBE_WHICH, g.active)
    elif kind == COMBINATION:
        combine(g)
    else:
        inquire(g, HIT_WHICH, g.active)


# The answers


@rule
def place(g: State, action: int) -> None:
    """R12-R16: a card of the hand goes face down into the row."""
    card = g.to_act * KINDS + g.chosen
    g.hand[g.to_act] &= ~(1 << g.chosen)
    tell(g, CARD_PLACED, card, action, 0)
    put(g, card, action)
    g.chosen = 0
    g.placed += 1


@rule
def put(g: State, card: int, action: int) -> None:
    """Before the first slot, after the last, or on a slot of the player who is asked."""
    if action == FIRST:
        open_slot(g, 0, card, g.to_act)
    elif action == LAST:
        open_slot(g, g.length, card, g.to_act)
    else:
        cover(g, action - SLOT, card)


@rule
def wait(g: State) -> None:
    """R20: the card stays face down and gets 1 influence."""
    g.influence[g.card] += 1
    g.stage = AFTERMATH
    tell(g, CARD_LEFT_WAITING, g.active, g.pointer, g.influence[g.card])


@rule
def reveal(g: State) -> None:
    """R20-R22: the card is turned up, its influence collected; a Prince brings the Twin (G13); then the effect."""
    g.up[g.active] |= 1 << kind_of(g.card)
    tell(g, CARD_REVEALED, g.card, g.pointer, 0)
    collect(g)
    g.stage = EFFECT
    if g.effect == PRINCE and (g.twins >> g.active) & 1:
        inquire(g, TWIN_WHERE, g.active)


# R22: the influence on a revealed card. Conspiracy pays double; Ambush and Trap throw it away with their effect;
# a Combination keeps it for its own decisions (G6).
@rule
def collect(g: State) -> None:
    amount = g.influence[g.card]
    if g.effect == AMBUSH or g.effect == TRAP:
        return
    g.influence[g.card] = 0
    if g.effect == COMBINATION:
        g.spare = amount
        return
    if g.effect == CONSPIRACY:
        amount *= 2
    if amount > 0:
        g.stock[g.active] += amount
        tell(g, INFLUENCE_COLLECTED, g.active, amount, g.card)


@rule
def place_twin(g: State, action: int) -> None:
    """The Twin enters the row face up (D16)."""
    card = g.active * KINDS + TWIN
    g.twins &= ~(1 << g.active)
    g.up[g.active] |= 1 << TWIN
    tell(g, TWIN_PLACED, card, action, 0)
    put(g, card, action)


@rule
def copy(g: State, slot: int) -> None:
    """The Shapeshifter applies the effect of a neighbour as its own; nothing else of it."""
    g.effect = kind_of(g.row[slot])
    g.stage = EFFECT
    tell(g, CARD_COPIED, g.actor, g.row[slot], 0)


# Combination: B2, E103-E108, G6, G8


@rule
def combine(g: State) -> None:
    """It leaves first; then one use is compulsory, if there is anything to use."""
    discard(g, g.pointer)
    g.combining = 1
    if combination_targets(g) != 0:
        inquire(g, USE_WHICH, g.active)


@rule
def use(g: State, slot: int) -> None:
    """The chosen character acts from its own place."""
    g.actor = g.row[slot]
    g.at = slot
    g.effect = kind_of(g.actor)
    g.stage = EFFECT
    tell(g, CHARACTER_USED, g.actor, g.active, 0)


@rule
def combination_goes_on(g: State) -> bool:
    """Each influence left is decided on while a character can be used; if none can, the rest is taken."""
    if g.spare == 0:
        return False
    if combination_targets(g) == 0:
        keep(g, g.spare)
        return False
    inquire(g, TAKE_OR_AGAIN, g.active)
    return True


@rule
def take_or_again(g: State, action: int) -> None:
    if action == TAKE:
        keep(g, 1)
    else:
        g.spare -= 1
        tell(g, INFLUENCE_SPENT, g.active, 1, g.card)
        inquire(g, USE_WHICH, g.active)


@rule
def keep(g: State, amount: int) -> None:
    g.spare -= amount
    g.stock[g.active] += amount
    tell(g, INFLUENCE_KEPT, g.active, amount, g.card)


# The end


@rule
def standing(g: State, player: int) -> int:
    """R35, D2: how many cards of the family are in the row, as the edition counts."""
    cards = 0
    for slot in range(g.length):
        if g.holder[slot] == player:
            if g.ties_count_covered:
                cards += height(g, slot)
            else:
                cards += 1
    return cards


@rule
def score(g: State, player: int) -> int:
    """R34: influence in the stock; what still lies on cards counts nothing."""
    return g.stock[player]


@rule
def winners(g: State) -> int:
    """R34-R36: most influence, then most cards in the row, then shared; as a mask of players."""
    best = -1
    found = 0
    for player in range(g.players):
        worth = g.stock[player] * 64 + standing(g, player)
        if worth > best:
            best = worth
            found = 0
        if worth == best:
            found |= 1 << player
    return found
