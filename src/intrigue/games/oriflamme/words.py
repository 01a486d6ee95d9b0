"""Oriflamme in words: events, questions, moves and results as sentences of a language."""

from __future__ import annotations

from typing import Any

from intrigue.engine.events import Event
from intrigue.engine.speaker import Speaker as GameSpeaker
from intrigue.games.oriflamme.editions import Edition
from intrigue.games.oriflamme.kinds import INTRIGUES, NAMES
from intrigue.locale import Words

NUMBERED = {"influence_lost", "influence_robbed", "conspiracy_paid"}
DOERS = {
    "card_moved": "royal_decree",
    "character_used": "combination",
    "card_replaced": "substitution",
    "replacement_missing": "substitution",
}
"""Of events that only one kind of card brings about, and which therefore do not name it: that kind."""
PARTNERS = ("prince", "twin")


class Card:
    """A card's name inside a sentence: `{card}` in the nominative, `{card:object}` and so on in another form, and
    `{card:Object}` where that form begins the sentence."""

    def __init__(self, words: Words, kind: str | None) -> None:
        self.words = words
        self.kind = kind

    def __format__(self, form: str) -> str:
        name = self.words(f"card.{self.kind or 'hidden'}.{form.lower() or 'name'}")
        return name if form.islower() or not form else name[:1].upper() + name[1:]


class Speaker(GameSpeaker):
    """Oriflamme and Ablaze; a player without a name is called after the family."""

    def usual_name(self, player: int) -> str:
        return self.words(f"family.{player}.name")

    def event(self, event: Event) -> str:
        """What happened, as a sentence."""
        values = dict(event.values)
        key = f"event.{event.name}"
        blanks: dict[str, Any] = {}
        for field, value in values.items():
            if field in ("card", "copied", "attacker", "face", "by"):
                blanks["card" if field == "face" else field] = Card(self.words, value and value["kind"])
                if field in ("card", "face"):
                    blanks["owner"] = self.name(value["family"])
                    blanks.setdefault("player", blanks["owner"])
            elif field in ("player", "victim"):
                blanks[field] = self.name(value)
            else:
                blanks["n" if field == "amount" else field] = value
        if event.name in ("card_placed", "twin_placed"):
            place = values["place"]
            key += f".{place}" if isinstance(place, str) else ".on"
        elif event.name == "card_eliminated" and values["card"] == values["attacker"]:
            key += ".itself"
        elif event.name == "card_discarded":
            key += discard_variant(values["card"], values["by"])
        elif event.name in NUMBERED and values["amount"] == 0:
            key += ".none"
        if event.name in DOERS:
            blanks["by"] = Card(self.words, DOERS[event.name])
        return self.words(key, **blanks)

    def question(self, view: dict[str, Any], acting: str | None) -> str:
        """What the player to act is asked, by the card that acts (`Game.acting`)."""
        verb = view["legal"][0].split(" ")[0]
        verb = {"wait": "reveal", "again": "take"}.get(verb, verb)
        card = asking_card(view, acting)
        return self.words(
            f"ask.{verb}", player=self.name(view["to_act"]), card=Card(self.words, card), slot=view["pointer"]
        )

    def move(self, move: str, view: dict[str, Any]) -> str:
        """What a legal move means, for a menu."""
        verb, *rest = move.split(" ")
        if verb in ("place", "twin"):
            kind, place = (rest[0], rest[1]) if verb == "place" else ("twin", rest[0])
            return self.words(f"move.{verb}.{place}", card=Card(self.words, kind), slot=rest[-1])
        if not rest:
            return self.words(f"move.{verb}")
        target = view["row"][int(rest[0]) - 1][-1]
        return self.words(
            f"move.{verb}",
            target=Card(self.words, target["kind"]),
            owner=self.name(target["controller"]),
            slot=rest[0],
            to=rest[-1],
        )

    def result(self, position: dict[str, Any]) -> list[str]:
        """Who won, with the scores, best first."""
        scores = sorted(((player["influence"], -n) for n, player in enumerate(position["players"], 1)), reverse=True)
        lines = [self.words("result.score", player=self.name(-n), n=score) for score, n in scores]
        winners = [self.name(player) for player in position["winners"]]
        if len(winners) < [score for score, _ in scores].count(scores[0][0]):
            lines.append(self.words("result.tie_break"))
        if len(winners) == 1:
            return [*lines, self.words("result.winner", player=winners[0])]
        return [*lines, self.words("result.shared", players=self.words.listing(winners))]


def discard_variant(card: dict[str, Any], by: dict[str, Any] | None) -> str:
    """The variant of the sentence: an intrigue has done its work, a character stands beside a stack (the Schemer's
    rule), a partner falls with the other, or a card that was eliminated strikes back.

    >>> spy, ambush = {"family": 1, "kind": "spy"}, {"family": 2, "kind": "ambush"}
    >>> discard_variant(ambush, None), discard_variant(spy, None), discard_variant(spy, ambush)
    ('', '.stack', '.struck')
    """
    if by is not None:
        return ".fallen" if by["kind"] in PARTNERS else ".struck"
    return "" if card["kind"] is None or INTRIGUES >> NAMES.index(card["kind"]) & 1 else ".stack"


def asking_card(view: dict[str, Any], acting: str | None) -> str | None:
    """The card that a question comes from: the one that acts, or else lies in the slot that is resolved."""
    if view["legal"][0].split(" ")[0] in ("use", "take", "again"):
        return "combination"  # it has left, and asks all the same
    kind: str | None = acting or (view["row"][view["pointer"] - 1][-1]["kind"] if view["pointer"] else None)
    return kind


def card_short(words: Words, kind: str, edition: Edition) -> str:
    """What a card does, in one breath."""
    return words(f"card.{kind}.short", **({"n": edition.schemer_gain} if kind == "schemer" else {}))


def card_text(words: Words, kind: str, edition: Edition) -> list[str]:
    """A card's name and type, its text and its notes, with the edition's own values."""
    intrigue = INTRIGUES >> NAMES.index(kind) & 1
    lines = [f"{words(f'card.{kind}.name')} ({words('type.intrigue' if intrigue else 'type.character')})"]
    lines.append(words(f"card.{kind}.text", **({"n": edition.schemer_gain} if kind == "schemer" else {})))
    if kind == "lord":
        lines.append(words("card.lord.covered_count" if edition.lord_counts_covered else "card.lord.top_only"))
    if kind == "ambush":
        lines.append(words("card.ambush.own_leaves" if edition.own_ambush_leaves else "card.ambush.own_stays"))
    return [*lines, words(f"card.{kind}.notes")]
