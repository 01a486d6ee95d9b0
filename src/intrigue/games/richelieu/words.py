"""Richelieu in words: events, questions, moves and results as sentences of a language, and the texts of its cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from intrigue.engine.events import Event
from intrigue.engine.speaker import Speaker as GameSpeaker
from intrigue.games.richelieu.box import Box, our_box, reconstructed_whole
from intrigue.games.richelieu.cards import CARDS, FACTION_OF, FACTIONS, FIGURE, ICONS, WIDTH
from intrigue.games.richelieu.ending import JEWEL_POINTS, MOST, SECOND
from intrigue.games.richelieu.questions import JEWEL_BOUGHT, JEWEL_SOLD, SECOND_AGENT
from intrigue.locale import Words

PRIZES = dict(
    zip(ICONS[1:], ("prestige", "money", "income", "military", "agent", "corruption", "grey", "queen"), strict=True)
)
ACTIONS = ("income", "agent", "office", "jewel")
SIDE_NAMES = {"r": "richelieu", "o": "opposing"}
SIGN = "≈"
"""Stands beside whatever is shown of our reconstruction; where it stands it explains itself. `Game.is_reconstruction`
says whether it is needed."""
TOLD_OFFICE = 3
"""The only military space whose cost a rulebook tells."""


class Faction:
    """A faction inside a sentence: `{faction}`, and `{faction:card}` beside the word "card"."""

    def __init__(self, words: Words, name: str) -> None:
        self.words = words
        self.name = name

    def __format__(self, form: str) -> str:
        return self.words(f"faction.{self.name}.{form or 'name'}")


class Card:
    """A card inside a sentence: `{card}`, `{card:object}`, and `at`, `to` and `from` it."""

    def __init__(self, words: Words, card: str) -> None:
        self.words = words
        self.card = card

    def __format__(self, form: str) -> str:
        faction = faction_of(self.card)
        key = f"richelieu.card.{form or 'name'}"
        if not form and faction == "richelieu":
            key += ".cardinal"
        return self.words(key, faction=Faction(self.words, faction), number=self.card[1:], id=self.card)


class Space:
    """A space inside a sentence, `at`, `to` or `from` it; with the card it lies on where that is known."""

    def __init__(self, words: Words, space: str, card: str | None = None) -> None:
        self.words = words
        self.zone, self.side, self.number = space.split(".")
        self.card = card

    def __format__(self, form: str) -> str:
        if self.card is not None:
            card = format(Card(self.words, self.card), form)
        else:
            card = self.words(f"richelieu.side.{form}", faction=Faction(self.words, SIDE_NAMES[self.side]))
        return self.words("richelieu.space", card=card, zone=self.zone, number=self.number)


def faction_of(card: str) -> str:
    """The faction of a card's id."""
    return FACTIONS[FACTION_OF[card[0]]]


def number_text(number: int) -> str:
    """A number with the minus of print.

    >>> number_text(-2), number_text(3)
    ('−2', '3')
    """
    return str(number).replace("-", "−")


def side_of_step(step: int) -> str:
    """Where the cardinal goes."""
    if step == 0:
        return "still"
    return "forward" if step > 0 else "back"


# The variants of an event's sentence.


def whose(agent: dict[str, Any]) -> str:
    return "neutral" if agent["neutral"] else "own"


def placing_variant(values: dict[str, Any]) -> str:
    agent = values["agent"]
    face = "up" if agent["up"] else "hidden" if agent["value"] is None else "down"
    paid = ".paid" if values["amount"] and not agent["neutral"] else ""
    return f".{whose(agent)}.{face}{paid}"


def moving_variant(values: dict[str, Any]) -> str:
    known = "hidden" if values["agent"]["value"] is None else "known"
    return f".{whose(values['agent'])}.{known}"


def rank_variant(values: dict[str, Any]) -> str:
    return f".{'first' if values['rank'] == 1 else 'second'}{'' if values['owner'] else '.neutral'}"


def raise_variant(values: dict[str, Any]) -> str:
    return prize_variant(values) if values["amount"] else ".none"


def prize_variant(values: dict[str, Any]) -> str:
    """By a prize of a card, or by an office."""
    return "" if values["card"] else ".office"


def step_variant(values: dict[str, Any]) -> str:
    """A step back is cut at 0, so its length is not told there."""
    if values["step"] < 0 and values["cardinal"] == 0:
        return ".zero"
    return f".{side_of_step(values['step'])}"


VARIANTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "agent_placed": placing_variant,
    "agents_returned": lambda values: f".{whose(values['set'])}",
    "zone_resolved": lambda values: ".tie" if values["strength_for"] == values["strength_against"] else "",
    "agent_revealed": lambda values: f".{whose(values['agent'])}",
    "side_won": lambda values: f".{faction_of(values['card'])}",
    "player_ranked": rank_variant,
    "prestige_gained": prize_variant,
    "income_raised": raise_variant,
    "military_raised": raise_variant,
    "agent_moved": moving_variant,
    "figure_placed": lambda values: f".{values['figure']}",
    "figure_returned": lambda values: f".{values['figure']}",
    "cardinal_moved": step_variant,
}


class Speaker(GameSpeaker):
    """Richelieu; a player without a name is called after the colour. Costs are those of the box in play."""

    def __init__(self, words: Words, players: int, names: Sequence[str] = (), box: Box | None = None) -> None:
        super().__init__(words, players, names)
        self.box: Box = our_box() if box is None else box

    def usual_name(self, player: int) -> str:
        return self.words(f"noble.{player}.name")

    def event(self, event: Event) -> str:
        """What happened, as a sentence."""
        blanks: dict[str, Any] = {}
        for field, value in event.values.items():
            blanks |= self.blanks(field, value)
        variant = VARIANTS[event.name](event.values) if event.name in VARIANTS else ""
        return self.words(f"richelieu.event.{event.name}{variant}", **blanks)

    def blanks(self, field: str, value: Any) -> dict[str, Any]:
        """What a field of an event fills in."""
        if field in ("agent", "set"):
            said = {"player": self.name(value["player"])}
            return said | {"value": number_text(value["value"])} if value.get("value") is not None else said
        if field in ("player", "owner"):
            return {"player": self.name(value)} if value else {}
        if field in ("amount", "actions", "step"):
            return {"n": abs(value)}
        if field in ("space", "to"):
            return {field: Space(self.words, value)}
        if field in ("card", "opposing"):
            return {field: Card(self.words, value)} if value else {}
        if field == "by":
            return {field: self.name(value)}
        if field == "icon":
            return {"prize": self.words(f"prize.{PRIZES[value]}.name")}
        return {field: number_text(value) if isinstance(value, int) else value}

    def question(self, view: dict[str, Any], acting: str | None) -> str:
        """What the player to act is asked, by the phase and, for a prize, by what may be done."""
        asked = view["phase"]
        if asked == "prize":
            asked = next(verb for verb in (move.split(" ")[0] for move in view["legal"]) if verb != "decline")
        return self.words(f"richelieu.ask.{asked}", player=self.name(view["to_act"]), n=view["actions_left"])

    def move(self, move: str, view: dict[str, Any]) -> str:
        """What a legal move means, for a menu."""
        verb, *rest = move.split(" ")
        key = f"richelieu.move.{verb}"
        if verb in ("agent", "neutral", "free"):
            return self.placing(key, rest[0], rest[1], view)
        if verb == "corrupt":
            zone, side, number = rest[0].split(".")
            agent = view["zones"][int(zone) - 1][side][int(number) - 1]
            key += f".{'own' if agent['player'] else 'neutral'}.{'hidden' if agent['value'] is None else 'known'}"
            blanks = self.blanks("player", agent["player"]) | {"value": number_text(agent["value"] or 0)}
            return self.words(key, space=self.space(rest[0], view), to=self.space(rest[2], view), **blanks)
        if verb in ("grey", "queen"):
            return self.words(key, space=self.space(rest[0], view))
        mine = view["players"][view["to_act"] - 1]
        if verb == "office":
            return self.office(key, mine)
        return self.words(key, n={"income": mine["income"], "buy": JEWEL_BOUGHT, "sell": JEWEL_SOLD}.get(verb, 0))

    def placing(self, key: str, value: str, where: str, view: dict[str, Any]) -> str:
        """An agent placed by an action or a prize. A view does not tell whether it is the second agent of the turn."""
        space = self.space(where, view)
        cost = self.box.cost[CARDS.index(space.card) * WIDTH + int(space.number) - 1] if space.card else 0
        key += ".down" if cost else ".up"
        if view["phase"] == "action" and "end" in view["legal"] and "income" in view["legal"]:
            key += ".more"
        return self.words(key, value=number_text(int(value)), space=space, n=cost, more=SECOND_AGENT)

    def office(self, key: str, mine: dict[str, Any]) -> str:
        """The next military space: its cost, and its symbol unless that would be lost."""
        space = mine["military"] + 1
        symbol = PRIZES.get(ICONS[self.box.military_symbol[space]])
        if symbol == "prestige" or (symbol == "income" and mine["income"] < self.box.income_end):
            key += f".{symbol}"
        return self.words(key, n=self.box.military_cost[space], military=space)

    def space(self, space: str, view: dict[str, Any]) -> Space:
        zone, side, _ = space.split(".")
        return Space(self.words, space, view["zones"][int(zone) - 1]["richelieu" if side == "r" else "opposing"])

    def result(self, position: dict[str, Any]) -> list[str]:
        """Who won, with the scores, best first: points, then ecu, then cards (8.7)."""
        players, scores = position["players"], position["scores"]
        order = sorted(range(len(scores)), key=lambda player: rank(players[player], scores[player]), reverse=True)
        lines = [self.score(player + 1, players[player], scores[player]) for player in order]
        winners = [self.name(player) for player in position["winners"]]
        best = [player for player in order if scores[player] == scores[order[0]]]
        if len(winners) < len(best):
            richest = [player for player in best if players[player]["ecu"] == players[order[0]]["ecu"]]
            broken_by = "cards" if len(winners) < len(richest) else "ecu"
            lines.append(self.words(f"richelieu.result.tie_break.{broken_by}"))
        if len(winners) == 1:
            return [*lines, self.words("result.winner", player=winners[0])]
        return [*lines, self.words("result.shared", players=self.words.listing(winners))]

    def score(self, player: int, said: dict[str, Any], points: int) -> str:
        """A player's points, and where they come from."""
        jewels = JEWEL_POINTS * said["jewels"]
        tracks = {track: said[track] for track in ("prestige", "income", "military")}
        cards = points - jewels - sum(tracks.values())
        name = self.name(player)
        return self.words("richelieu.result.score", player=name, n=points, cards=cards, jewels=jewels, **tracks)


def rank(player: dict[str, Any], score: int) -> tuple[int, int, int]:
    return score, player["ecu"], len(player["cards"])


# Texts for a terminal or a site


def card_name(words: Words, card: str) -> str:
    """What a card is called.

    >>> from intrigue.locale import words
    >>> card_name(words("en"), "E1"), card_name(words("en"), "R4")
    ('England 1 (E1)', 'Cardinal’s card R4')
    """
    return format(Card(words, card), "")


def prize_text(words: Words, box: Box, card: str, prize: int) -> str:
    """A card's first (0) or second (1) prize.

    >>> from intrigue.locale import words
    >>> prize_text(words("en"), our_box(), "E1", 0)
    '3 prestige points, +1 income'
    """
    start = CARDS.index(card) * 4 + prize * 2
    won = [
        words(f"prize.{PRIZES[ICONS[box.icon[at]]]}.won", n=box.amount[at])
        for at in range(start, start + 2)
        if box.icon[at]
    ]
    return ", ".join(won) if won else words("prize.none")


def card_text(words: Words, box: Box, card: str, is_reconstruction: bool) -> list[str]:
    """A card's name, faction, spaces, prizes, cardinal's step and worth; and, if it is one, what of it is our guess."""
    number = CARDS.index(card)
    faction = faction_of(card)
    costs = ", ".join(str(cost) for cost in box.cost[number * WIDTH : number * WIDTH + WIDTH])
    step = box.step[number]
    lines = [
        card_name(words, card),
        words("richelieu.text.faction", faction=Faction(words, faction)),
        words("richelieu.text.spaces", costs=costs),
        words("richelieu.text.first", prize=prize_text(words, box, card, 0)),
        words("richelieu.text.second", prize=prize_text(words, box, card, 1)),
        words(f"richelieu.text.cardinal.{side_of_step(step)}", n=abs(step)),
        words(f"richelieu.text.scoring.{scoring(faction)}", most=MOST, second=SECOND),
    ]
    return [*lines, words(f"richelieu.text.{how_reconstructed(card)}")] if is_reconstruction else lines


def scoring(faction: str) -> str:
    """How the cards of a faction score: the cardinal's by majority, others by their number, which is three or four.

    >>> [scoring(faction) for faction in ("richelieu", "england", "protestants")]
    ['richelieu', 'four', 'three']
    """
    if faction == "richelieu":
        return faction
    return {3: "three", 4: "four"}[sum(faction_of(card) == faction for card in CARDS)]


def how_reconstructed(card: str) -> str:
    """Whether all that our box says of a card is our guess, or the rulebook tells part of it.

    >>> how_reconstructed("E1"), how_reconstructed("R1")
    ('partly', 'reconstructed')
    """
    return "reconstructed" if card in reconstructed_whole() else "partly"


def prizes_text(words: Words) -> list[str]:
    """What each kind of prize does."""
    return [
        words("richelieu.item", name=words(f"prize.{kind}.name"), text=words(f"prize.{kind}.text", figure=FIGURE))
        for kind in PRIZES.values()
    ]


def actions_text(words: Words) -> list[str]:
    """What each of the four actions does."""
    numbers = {"more": SECOND_AGENT, "sold": JEWEL_SOLD, "bought": JEWEL_BOUGHT, "points": JEWEL_POINTS}
    return [
        words(
            "richelieu.item",
            name=words(f"richelieu.action.{action}.name"),
            text=words(f"richelieu.action.{action}.text", **numbers),
        )
        for action in ACTIONS
    ]
