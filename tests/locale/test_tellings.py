"""Whatever happens in a game can be told in every language: each event, card, move, tie and result is a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import intrigue
from intrigue.engine.events import Event
from intrigue.games import GAMES
from intrigue.games.oriflamme.events import EVENTS, FIELDS
from intrigue.games.oriflamme.kinds import NAMES
from intrigue.games.oriflamme.words import Speaker
from intrigue.games.richelieu import events as richelieu
from intrigue.games.richelieu import words as richelieu_words
from intrigue.games.richelieu.box import OURS, our_box, read_box
from intrigue.games.richelieu.cards import CARDS, FACTIONS, ICONS, VALUES
from intrigue.games.richelieu.words import Speaker as Richelieu
from intrigue.locale import LANGUAGES, words

NUMBERS = (0, 1, 2, 5, 21)


# What Oriflamme tells


def values(field: str) -> list[Any]:
    """What a field of an event may hold."""
    if field == "by":
        return [{"family": 3, "kind": kind} for kind in ("prince", "ambush")] + [None]
    if field in ("card", "face", "copied", "attacker"):
        kinds: list[str | None] = [*NAMES, None]
        return [{"family": 2, "kind": kind} for kind in kinds]
    return {"place": ["first", "last", 3], "amount": list(NUMBERS), "player": [1], "victim": [3]}.get(field, [4])


def tellings(name: str) -> Iterator[Event]:
    fields = [field for field in FIELDS[name] if field != "-"]
    for choice in product(*map(values, fields)):
        yield Event(name, dict(zip(fields, choice, strict=True)))


@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_a_sentence(language: str, name: str) -> None:
    speaker = Speaker(words(language), 5, ["Ann", "Bob", "Cyd", "Dee", "Eve"])
    for event in tellings(name):
        text = speaker.event(event)
        assert re.fullmatch(r"[\w][^{}]*\.", text), text
        assert text[0].isdigit() or text[0].isupper(), text
        if "victim" in event.values:
            assert "Ann" in text and "Cyd" in text
        amount = event.values.get("amount")
        if amount and name != "influence_spent":
            assert re.search(rf"\b{amount}\b", text), text
        if language == "fr":
            assert not re.search(r"\b(de|à) les?\b|\b[Dd]e d", text), text


# What Richelieu tells


OWNERS = [{"player": 2, "neutral": neutral} for neutral in (False, True)]
AGENTS = [owner | {"value": value, "up": up} for owner in OWNERS for value in VALUES for up in (False, True)]
AGENTS += [owner | {"value": None, "up": False} for owner in OWNERS]
SPACES_TOLD = [f"{zone}.{side}.{number}" for zone in (1, 3) for side in "ro" for number in (1, 5)]
FILLINGS: dict[str, list[Any]] = {
    "player": [1, 2, 3, 4],
    "actions": [1, 2],
    "amount": list(NUMBERS),
    "military": [1, 10],
    "agent": AGENTS,
    "set": OWNERS,
    "space": SPACES_TOLD,
    "to": ["2.r.2", "2.o.4"],
    "zone": [1, 2, 3],
    "strength_for": [-2, 0, 5],
    "strength_against": [-2, 0, 9],
    "card": list(CARDS),
    "opposing": list(CARDS[13:]),
    "owner": [0, 1, 4],
    "rank": [1, 2],
    "figure": ["grey", "queen"],
    "by": [3],
    "icon": list(ICONS[1:]),
    "step": [-3, -1, 0, 1, 2, 5, 20],
    "cardinal": [0, 7, 34],
}


def richelieu_tellings(name: str) -> Iterator[Event]:
    fields = [field for field in richelieu.FIELDS[name] if field != "-"]
    by_office = name in ("prestige_gained", "income_raised", "military_raised")
    fillings = FILLINGS | ({"card": [*CARDS, None]} if by_office else {})
    for choice in product(*(fillings[field] for field in fields)):
        event = Event(name, dict(zip(fields, choice, strict=True)))
        bought_nothing = by_office and event.values["card"] is None and event.values["amount"] == 0
        if not bought_nothing and (name != "agent_revealed" or event.values["agent"]["value"] is not None):
            yield event


@pytest.mark.parametrize("name", richelieu.EVENTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_richelieu_is_a_sentence(language: str, name: str) -> None:
    names = ["Ann", "Bob", "Cyd", "Dee"]
    speaker = Richelieu(words(language), 4, names)
    for event in richelieu_tellings(name):
        text, told = speaker.event(event), event.values
        assert re.fullmatch(r"\w[^{}]*\.", text) and text[0].isupper(), text
        assert "None" not in text and "  " not in text and not re.search(r"-\d", text), text
        who = told.get("player") or told.get("owner") or told.get("by")
        assert not who or names[who - 1] in text, text
        agent = told.get("agent")
        if agent:
            value = "" if agent["value"] is None else richelieu_words.number_text(agent["value"])
            assert re.search(rf"(?<!−)\b{value}\b" if value.isdigit() else value, text), text
            assert ("Bob" in text) or (agent["neutral"] and name != "agent_placed"), text
        for field in ("space", "to"):
            if field in told:
                zone, _, number = told[field].split(".")
                assert re.search(rf"\b{zone}\b.*\b{number}\b", text), text
        for field in ("card", "opposing"):
            assert not told.get(field) or name == "side_won" or re.search(rf"\b{told[field]}\b", text), text
        if told.get("amount") and not (name == "agent_placed" and agent and agent["neutral"]):
            assert re.search(rf"\b{told['amount']}\b", text), text
        if language == "fr":
            assert not re.search(r"\b(de|à) les?\b|\b[Dd]e d", text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_telling_differs_where_the_facts_differ(language: str) -> None:
    """Of a hidden agent nothing is told, and whose it is and how it lies can be heard."""
    speaker = Richelieu(words(language), 4)
    told = [speaker.event(Event("agent_placed", {"agent": one, "space": "1.r.1", "amount": 0})) for one in AGENTS]
    assert len(set(told)) == len(AGENTS)
    sides = {speaker.event(Event("side_won", {"zone": 1, "card": card})) for card in CARDS}
    assert len(sides) == len(FACTIONS)
    icons = {speaker.event(Event("prize_lost", {"player": 1, "icon": icon})) for icon in ICONS[1:]}
    assert len(icons) == len(ICONS) - 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_richelieu_has_a_text(language: str) -> None:
    said, ours = words(language), our_box()
    theirs = read_box(OURS.read_bytes())  # an owner's: nothing in it is our guess
    for card in CARDS:
        lines = richelieu_words.card_text(said, ours, card, True)
        assert card in lines[0] and all(line and "{" not in line for line in lines)
        assert richelieu_words.card_text(said, theirs, card, False) == lines[:-1]
        last = "richelieu.text.partly" if card == "E1" else "richelieu.text.reconstructed"
        assert lines[-1] == said(last)
    assert len(richelieu_words.prizes_text(said)) == 8 and len(richelieu_words.actions_text(said)) == 4
    assert not [line for line in richelieu_words.prizes_text(said) + richelieu_words.actions_text(said) if "{" in line]
    assert "25" in said("richelieu.reconstruction") and "26" in said("richelieu.reconstruction")


@pytest.mark.parametrize("language", LANGUAGES)
def test_3_25_only_the_faction_of_four_cards_is_promised_sixteen_points(language: str) -> None:
    said = words(language)
    for card in CARDS:
        text = " ".join(richelieu_words.card_text(said, our_box(), card, True)[5:])
        assert bool(re.search(r"\b16\b", text)) == (card[0] == "E"), text
        assert bool(re.search(r"\b9\b", text)) == (card[0] != "R"), text


def player_told(**told: Any) -> dict[str, Any]:
    return {"prestige": 20, "income": 3, "military": 2, "ecu": 4, "jewels": 1, "cards": ["E1"]} | told


@pytest.mark.parametrize("language", LANGUAGES)
def test_ties_in_richelieu_are_explained(language: str) -> None:
    speaker = Richelieu(words(language), 2, ["Ann", "Bob"])

    def result(winners: list[int], **bob: Any) -> list[str]:
        players = [player_told(), player_told(**bob)]
        return speaker.result({"players": players, "scores": [30, 30], "winners": winners})

    by_ecu, by_cards, shared = result([2], ecu=5), result([2], cards=["E1", "R2"]), result([1, 2])
    assert by_ecu[0].startswith("Bob") and by_cards[0].startswith("Bob")
    assert by_ecu[2] == speaker.words("richelieu.result.tie_break.ecu")
    assert by_cards[2] == speaker.words("richelieu.result.tie_break.cards")
    assert len(shared) == 3 and "Ann" in shared[2] and "Bob" in shared[2]
    assert re.findall(r"\d+", by_ecu[1]) == ["30", "20", "3", "2", "1", "4"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_moves_of_richelieu_tell_the_cost_and_the_card(language: str) -> None:
    match = intrigue.new("richelieu", players=3, seed=1)
    speaker, view = Richelieu(words(language), 3), match.view(match.to_act or 0)
    for move in match.moves():
        text = speaker.move(move, view)
        if move.startswith("agent"):
            _, _, space = move.split(" ")
            zone, side, number = space.split(".")
            card = view["zones"][int(zone) - 1]["richelieu" if side == "r" else "opposing"]
            cost = our_box().cost[CARDS.index(card) * 5 + int(number) - 1]
            assert re.search(rf"\b{card}\b", text)
            assert re.search(rf": {cost} |\u00a0: {cost} ", text) or cost == 0, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_can_be_told(language: str) -> None:
    for game in GAMES.values():
        for players in (game.seats[0], game.seats[-1]):
            match = intrigue.new(game.name, players=players, seed=3)
            speaker = game.speaker(words(language), match.players)
            while not match.over:
                view = match.view(match.to_act or 0)
                texts = [speaker.question(view, match.acting), *(speaker.move(move, view) for move in view["legal"])]
                assert all(text and "{" not in text for text in texts)
                assert len(set(texts)) == len(texts)
                match.play(match.moves()[len(match.played) * 7 % len(match.moves())])
            assert all("{" not in speaker.event(event) for event in match.events)
            assert len(speaker.result(match.position)) > match.players
