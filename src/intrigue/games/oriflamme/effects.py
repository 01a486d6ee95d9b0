"""What an answer does, and what each kind does when it is resolved, copied or used."""

from __future__ import annotations

from intrigue.engine.events import tell
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.ablaze import (
    combination_targets,
    felon,
    prince,
    queen,
    schemer,
    twin,
)
from intrigue.games.oriflamme.base import (
    ambush_revealed,
    heir,
    lord,
)
from intrigue.games.oriflamme.elimination import hit
from intrigue.games.oriflamme.events import (
    CARD_COPIED,
    CARD_LEFT_WAITING,
    CARD_PLACED,
    CARD_REVEALED,
    CHARACTER_USED,
    CONSPIRACY_PAID,
    INFLUENCE_COLLECTED,
    INFLUENCE_KEPT,
    INFLUENCE_SPENT,
    NOTHING_HAPPENED,
    TWIN_PLACED,
)
from intrigue.games.oriflamme.kinds import (
    AMBUSH,
    BRIBERY,
    COMBINATION,
    CONSPIRACY,
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
    SPY,
    TAKE,
    TRAP,
    TWIN,
    kind_of,
)
from intrigue.games.oriflamme.questions import inquire
from intrigue.games.oriflamme.row import bribe, cover, discard, move, open_slot, rob
from intrigue.games.oriflamme.state import (
    AFTERMATH,
    BRIBE_WHICH,
    COPY_WHICH,
    EFFECT,
    HIT_WHICH,
    MOVE_WHERE,
    MOVE_WHICH,
    NOTHING,
    PLACE_WHERE,
    PLACE_WHICH,
    REVEAL_OR_WAIT,
    ROB_WHICH,
    TAKE_OR_AGAIN,
    TWIN_WHERE,
    USE_WHICH,
    State,
)


@rule
def answer(g: State, action: int) -> None:
    """What the answer to the question does."""
    ask = g.ask
    g.ask = NOTHING
    g.half = 0
    if ask == PLACE_WHICH:
        choose_half(g, action, PLACE_WHERE)
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
        rob(g, g.active, g.holder[action - SLOT], 1, g.actor)
    elif ask == COPY_WHICH:
        copy(g, action - SLOT)
    elif ask == MOVE_WHICH:
        choose_half(g, action - SLOT, MOVE_WHERE)
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
def choose_half(g: State, chosen: int, question: int) -> None:
    """The first half of a move; the second is asked next."""
    g.chosen = chosen
    g.half = 1
    inquire(g, question, g.to_act)


@rule
def halfway(g: State) -> bool:
    """The player to act has chosen half a move: positions, views and records do not exist now."""
    return g.half == 1


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
        g.stock[g.active] += 2 * amount
        tell(g, CONSPIRACY_PAID, g.active, 2 * amount, g.card)
    elif amount > 0:
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
    discard(g, g.pointer, NO_CARD)
    g.combining = 1
    if combination_targets(g) != 0:
        inquire(g, USE_WHICH, g.active)
    else:
        tell(g, NOTHING_HAPPENED, g.card, 0, 0)


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
