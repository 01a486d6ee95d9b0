"""How a good player of the Oriflamme family judges an action, in hundredths of a point of influence.

Only what the player to act may see is used (see `cards`).
"""

from __future__ import annotations

from intrigue.bots.oriflamme.cards import (
    OWN_TURNS,
    POINT,
    PRICE,
    UNKNOWN,
    after,
    before,
    company,
    grudge,
    later,
    price,
    seen_kind,
    turns,
    value,
)
from intrigue.bots.oriflamme.effects import (
    best_use,
    bribing,
    effect,
    robbing,
    using,
    worth_of_copy,
)
from intrigue.bots.oriflamme.hits import hitting
from intrigue.engine.game import Box
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.kinds import (
    AMBUSH,
    ARCHER,
    ASSASSINATION,
    CONSPIRACY,
    CUTTHROAT,
    FIRST,
    LAST,
    LORD,
    PRINCE,
    REVEAL,
    SLOT,
    SOLDIER,
    TAKE,
    TRAP,
    is_character,
    kind_of,
)
from intrigue.games.oriflamme.row import is_stack, is_up
from intrigue.games.oriflamme.state import (
    COPY_WHICH,
    HIT_WHICH,
    MOVE_WHERE,
    MOVE_WHICH,
    PLACE_WHERE,
    PLACE_WHICH,
    REVEAL_OR_WAIT,
    ROB_WHICH,
    TAKE_OR_AGAIN,
    TWIN_WHERE,
    USE_WHICH,
    State,
)

ASSASSINS = 13  # of a hundred face-down cards fall to an Assassination within a round, if there is one in the game, ...
AT_THE_END = 2  # ... more at the end of the row, if there are Archers, ...
BESIDE_ATTACKER = 25  # ... more beside a revealed attacker, ...
BESIDE_STRANGER = 2  # ... and beside another's face-down card, if there are Soldiers
TEMPTS = 3  # each influence on the card makes it a better target
STRIKES = 400  # what an Ambush or a Trap that is hit is worth
COVERED = 60  # of a hundred points of a card that I cover are lost as long as the upper one stays
SHELTER = 15  # a card of mine at the end of the row that is no longer the end
ARCHERS = 15  # a revealed Archer of a rival threatens both ends
BLOWS = 15  # of a hundred later turns a revealed character loses beside each revealed attacker
WEARS = 80  # the dangers of several rounds are a little less than their sum
LATER = 80  # a card kept in the hand may bring this part of what it brings now, less the round that is gone
ATTACKERS = 1 << SOLDIER | 1 << CUTTHROAT


# Revealing and waiting


@rule
def revealing(g: State, kind: int, influence: int, at: int, left: int, right: int) -> int:
    """What a face-down card of mine brings if it is revealed now."""
    if kind == AMBUSH or kind == TRAP:
        return POINT
    if kind == CONSPIRACY:
        return 2 * POINT * influence
    gain = POINT * influence + effect(g, kind, at, left, right)
    if kind == PRINCE:
        gain += POINT  # the Twin, which acts in this round too if it goes to the end
    if is_character(kind):
        stays = 100 - BLOWS * (attacked_from(g, left) + attacked_from(g, right))
        gain += price(g, kind, g.to_act, left, right) * stays * OWN_TURNS[later(g)] // 10000
    return gain


@rule
def waiting(g: State, kind: int, influence: int, left: int, right: int) -> int:
    """What it brings if it waits: for the last round, or just for the next one."""
    peril = danger(g, influence, left, right)
    if kind == AMBUSH or kind == TRAP:
        return waiting_to_be_hit(g, kind, peril)
    rounds = later(g)
    if rounds == 0:
        return 0
    if kind == CONSPIRACY:
        return 2 * POINT * (influence + rounds) * (100 - peril * rounds * WEARS // 100) // 100
    pays = price(g, kind, g.to_act, left, right)
    at_last = (POINT * (influence + rounds) + pays) * (100 - peril * rounds * WEARS // 100) // 100
    soon = POINT * (influence + 1) + pays
    if is_character(kind):
        soon += pays * OWN_TURNS[rounds - 1] // 100
    return max(at_last, soon * (100 - peril) // 100)


@rule
def waiting_to_be_hit(g: State, kind: int, peril: int) -> int:
    """The strike, as likely as it comes; else the card is revealed at last."""
    hope = peril * STRIKES // 100
    if later(g) > 0:
        hope += PRICE[kind] * (100 - peril) // 100
    return hope


@rule
def danger(g: State, influence: int, left: int, right: int) -> int:
    """The chance in a hundred that a face-down card is eliminated within a round."""
    found = TEMPTS * influence + danger_from(g, left) + danger_from(g, right)
    if (g.kinds >> ASSASSINATION) & 1:
        found += ASSASSINS
    return found


@rule
def danger_from(g: State, slot: int) -> int:
    """What comes from one side."""
    if slot < 0:
        return ((g.kinds >> ARCHER) & 1) * AT_THE_END + ARCHERS * archers(g)
    if g.holder[slot] == g.to_act:
        return 0
    if not is_up(g, g.row[slot]):
        return ((g.kinds >> SOLDIER) & 1) * BESIDE_STRANGER
    return BESIDE_ATTACKER * attacked_from(g, slot)


@rule
def attacked_from(g: State, slot: int) -> int:
    """1 if a revealed Soldier or Cutthroat of a rival stands in the slot."""
    if slot < 0 or g.holder[slot] == g.to_act or not is_up(g, g.row[slot]):
        return 0
    return (ATTACKERS >> kind_of(g.row[slot])) & 1


@rule
def archers(g: State) -> int:
    """How many rivals have a revealed Archer."""
    found = 0
    for player in range(g.players):
        if player != g.to_act:
            found += (g.up[player] >> ARCHER) & 1
    return found


# Placing


@rule
def placing(g: State, kind: int, action: int) -> int:
    """What a card of that kind brings if I place it there."""
    if action == FIRST:
        return at_the_end(g, kind, -1, min(0, g.length - 1))
    if action == LAST:
        return at_the_end(g, kind, g.length - 1, -1)
    return on_top(g, kind, action - SLOT)


@rule
def at_the_end(g: State, kind: int, left: int, right: int) -> int:
    """Before the first slot or after the last."""
    return brings(g, kind, left, right) + joining(g, max(left, right))


@rule
def joining(g: State, slot: int) -> int:
    """What it brings the card that was the end: if it is mine it is sheltered, and a Lord has company."""
    if company(g, g.to_act, slot) == 0:
        return 0
    if seen_kind(g, g.row[slot]) == LORD:
        return SHELTER + POINT * turns(g, slot) // 100
    return SHELTER


@rule
def on_top(g: State, kind: int, slot: int) -> int:
    """On a card of mine: it rests as long as it is covered. An intrigue that is revealed at once covers nothing."""
    left, right = before(slot), after(g, slot)
    rests = value(g, slot) * COVERED // 100
    now = revealing(g, kind, 0, slot, left, right)
    if is_character(kind):
        now -= rests
    return max(now, waiting(g, kind, 0, left, right) - rests)


@rule
def brings(g: State, kind: int, left: int, right: int) -> int:
    """The better of revealing at once and waiting."""
    return max(revealing(g, kind, 0, -1, left, right), waiting(g, kind, 0, left, right))


@rule
def playing(g: State, kind: int) -> int:
    """What it brings to play a card now and not a round later."""
    now = placing(g, kind, FIRST)
    if g.length > 0:
        now = max(now, placing(g, kind, LAST))
    return now - worth_later(g, kind)


@rule
def worth_later(g: State, kind: int) -> int:
    """What a card in the hand may bring if I play it a round later."""
    rounds = later(g)
    if rounds == 0:
        return 0
    if kind == CONSPIRACY:
        return PRICE[kind] * (rounds - 1) * LATER // 100
    if is_character(kind):
        return (PRICE[kind] + PRICE[kind] * OWN_TURNS[rounds - 1] // 100) * LATER // 100
    return PRICE[kind] * LATER // 100


@rule
def placing_twin(g: State, action: int) -> int:
    """The Twin lies open: it acts in this round if it stands after the card being resolved."""
    if action == FIRST:
        return joining(g, 0)
    if action == LAST:
        return joining(g, g.length - 1) + POINT
    slot = action - SLOT
    gain = -value(g, slot) * COVERED // 100
    if slot > g.pointer:
        gain += POINT
    return gain


# Moving


@rule
def moving(g: State, slot: int, forward: bool) -> int:
    """What it brings to move a card: one that has acted acts again, one that has not is passed over."""
    acts = slot > g.pointer
    if acts == forward:
        return 0
    kind = seen_kind(g, g.row[slot])
    pays = POINT
    if kind != UNKNOWN:
        pays = price(g, kind, g.holder[slot], before(slot), after(g, slot))
    if g.holder[slot] != g.to_act:
        pays = -pays * grudge(g, g.holder[slot]) // 100
    if forward:
        return pays
    return -pays


@rule
def moving_to(g: State, slot: int, to: int) -> int:
    """The same with the place, counted in the row without the card."""
    pointer = g.pointer
    if slot < pointer and not is_stack(g, slot):
        pointer -= 1
    return moving(g, slot, to > pointer)


@rule
def worth(g: State, box: Box, action: int) -> int:
    """What an action is worth to the player to act."""
    ask = g.ask
    slot = action - SLOT
    if ask == PLACE_WHICH:
        return playing(g, action)
    if ask == PLACE_WHERE:
        return placing(g, g.chosen, action)
    if ask == REVEAL_OR_WAIT:
        return turning(g, action)
    if ask == HIT_WHICH:
        return hitting(g, g.effect, g.at, slot)
    if ask == ROB_WHICH:
        return robbing(g, slot)
    if ask == COPY_WHICH:
        return worth_of_copy(g, g.at, before(g.at), after(g, g.at), slot)
    if ask == MOVE_WHICH:
        return max(moving(g, slot, True), moving(g, slot, False))
    if ask == MOVE_WHERE:
        return moving_to(g, g.chosen, slot)
    if ask == TWIN_WHERE:
        return placing_twin(g, action)
    if ask == USE_WHICH:
        return using(g, slot)
    if ask == TAKE_OR_AGAIN:
        return taking(g, action)
    return bribing(g, slot)


@rule
def turning(g: State, action: int) -> int:
    """Reveal or wait: the card being resolved is mine."""
    left, right = before(g.at), after(g, g.at)
    kind = kind_of(g.card)
    if action == REVEAL:
        return revealing(g, kind, g.influence[g.card], g.at, left, right)
    return waiting(g, kind, g.influence[g.card], left, right)


@rule
def taking(g: State, action: int) -> int:
    """One influence of a Combination: taken, or spent on another use."""
    if action == TAKE:
        return POINT
    return best_use(g)
