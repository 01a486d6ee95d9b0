"""Everything on a table leads to its paragraph: hints, questions, lines of the log, and reasons why not."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module

import pytest
from tables import LARGE
from web import viewing
from web.html.elements import Element, read
from web.view.worlds import World

from intrigue.games import GAMES
from intrigue.games.oriflamme.events import EVENTS as ROW_EVENTS
from intrigue.games.richelieu.events import EVENTS as COURT_EVENTS
from intrigue.locale import LANGUAGES, words
from intrigue.rulebook import book, links
from intrigue.rulebook.registry import family_of
from intrigue.web.games import registry
from intrigue.web.games.oriflamme import reasons as row_why
from intrigue.web.games.richelieu import reasons as court_why
from intrigue.web.html import rule_links
from intrigue.web.render import frames
from intrigue.web.runtime.sandbox import sketches
from intrigue.web.runtime.sandbox.trial import Trial
from intrigue.web.view.scene import Scene

EDITIONS = [(game.name, edition) for game in GAMES.values() for edition in game.editions]
OTHER_BOX = {
    "oriflamme": ("twin", "bribe", "use", "take", "again"),
    "ablaze": ("rob", "copy", "move"),
}
"""Verbs that no move of a game has."""
everywhere = pytest.mark.parametrize(("game", "edition"), EDITIONS)


@cache
def ids(game: str, edition: str) -> set[str]:
    return {one.id for section in book(game, edition) for one in section.paragraphs}


@everywhere
def test_every_hint_leads_to_its_paragraph(game: str, edition: str) -> None:
    for language in LANGUAGES:
        html = str(registry.hints(game, edition, words(language)))
        for key, block in re.findall(r"<template data-hint='([^']+)'>(.*?)</template>", html):
            if key.partition(":")[0] in ("ask", "do") and key.partition(":")[2] in OTHER_BOX.get(game, ()):
                continue
            link = next(one for one in read(block) if one.tag == "a")
            page, _, paragraph = link["href"].partition("#")
            assert (page, link["target"], link["rel"]) == (rule_links.address(game, edition), "_blank", "noopener"), key
            assert paragraph in ids(game, edition), key


def test_every_event_of_both_families_has_its_paragraph() -> None:
    for edition in GAMES["oriflamme-mix"].editions:
        assert {*ROW_EVENTS} - links("oriflamme-mix", edition).events.keys() == set()
    assert {*COURT_EVENTS} - links("richelieu", "ru").events.keys() == set()
    assert "prince" not in links("oriflamme", "fr").cards and "prince" in links("ablaze", "uk").cards
    assert "corrupt" in links("richelieu", "ru").prompts and "corrupt" not in links("ablaze", "uk").prompts
    for game, edition in EDITIONS:
        found = links(game, edition)
        assert {*found.cards.values(), *found.events.values(), *found.prompts.values()} <= ids(game, edition)


PLAYERS = {"oriflamme": (3, 5), "ablaze": (3, 5), "oriflamme-mix": (4,), "richelieu": (2, 4)}


def players_of(game: str) -> Sequence[int]:
    """The numbers of players that a game is played with here: one that is not named with the fewest."""
    return PLAYERS.get(game, GAMES[game].seats[:1])


@pytest.mark.parametrize(("game", "edition"), [*EDITIONS])
def test_log_lines_and_questions_of_whole_games_lead_to_their_paragraphs(game: str, edition: str) -> None:
    said = words("uk")
    reasons = {one["data-hint"] for one in read(str(registry.hints(game, edition, said))) if one.tag == "template"}
    why = import_module(f"intrigue.web.games.{family_of(game)}.reasons").REASONS
    for number, players in enumerate(players_of(game)):
        world = World(game, edition, players, seed=31 + number)
        for moment in world.play():
            for viewer in world.viewers():
                frame = frames.frame(viewing.change(world.table, viewer, moment), said)
                for line in frame["log"]:
                    if "ev-table-" not in line:
                        law = next(one for one in read(line) if one["class"] == "law")
                        paragraph = law["href"].partition("#")[2]
                        assert paragraph in ids(game, edition), line
                        if "ev-influence_gained" in line or "ev-nothing_happened" in line:
                            kinds = [kind for kind, told in links(game, edition).cards.items() if told == paragraph]
                            assert any(said(f"card.{kind}.name") in line for kind in kinds), line
                        assert law["aria-label"] and law["target"] == "_blank" and not law.text
                scene = viewing.scene(world.table, viewer)
                prompt = read(frames.regions_of(scene, said)["prompt"])
                for shown in (prompt, read(frames.past_frame(scene, said)["regions"]["prompt"])):
                    assert signs(shown) <= ids(game, edition) and len(signs(shown)) == (scene.phase == "playing")
                told = [one for one in prompt if one["data-why"] and one.tag != "button"]
                asked = [one for one in prompt if one["id"] == "ask"]
                assert bool(told) == (scene.phase == "playing" and viewer.seat > 0)
                for one in told:
                    assert {f"why:{key}" for key in json.loads(one["data-why"]).values()} <= reasons
                    assert set(json.loads(one["data-why"]).values()) <= set(why)
                if asked:
                    barred = [one for one in prompt if "barred" in one["class"].split()]
                    assert {f"why:{one['data-why']}" for one in barred} <= reasons
                    check_barred(scene, [one["data-why"] for one in barred])


def signs(prompt: list[Element]) -> set[str]:
    """The paragraphs to which a question leads."""
    return {one["href"].partition("#")[2] for one in prompt if one["class"] == "law"}


@pytest.mark.parametrize(("game", "edition"), [*EDITIONS])
@pytest.mark.parametrize("hot", [False, True], ids=["apart", "hot"])
def test_whoever_waits_is_led_to_what_is_done_by_public_facts(game: str, edition: str, hot: bool) -> None:
    """Those who wait, spectators and a device that is passed round see one sign: the same for all of them."""
    said, seen = words("en"), set()
    world = World(game, edition, players_of(game)[0], seed=43, hot_seat=hot)
    for _ in world.play():
        for viewer in world.viewers():
            scene = viewing.scene(world.table, viewer)
            view = scene.view
            if view is None or view["legal"] or scene.phase != "playing":
                continue
            told = ("prompt", view["phase"]) if scene.acting is None else ("card", scene.acting)
            prompt = read(frames.regions_of(scene, said)["prompt"])
            assert signs(prompt) == {rule_links.paragraph(game, edition, told)}
            law = next(one for one in prompt if one["class"] == "law")
            assert law.inside[-1] == "p" and law["aria-label"] == said("learn.sign") and not law.text
            assert [one for one in prompt if one["data-curtain"]] == [] or viewer.hot
            seen.add(told)
    assert len(seen) > (game in LARGE)


def check_barred(scene: Scene, reasons: list[str]) -> None:
    """Of the five plain actions those that are not offered have a reason, and it is true as far as the table shows."""
    view = scene.view
    assert view is not None
    if view["phase"] != "action":
        assert reasons == []
        return
    assert len(reasons) == sum(action not in view["legal"] for action in court_why.PLAIN)
    mine = view["players"][view["to_act"] - 1]
    assert ("office_ahead" in reasons) == ("office" not in view["legal"] and mine["prestige"] >= view["cardinal"])
    assert ("sell_none" in reasons) == (mine["jewels"] == 0)
    assert ("end_first" in reasons) == ("end" not in view["legal"])


def test_the_archer_says_that_only_the_ends_are_hit() -> None:
    assert row_why.reasons({"legal": ["hit 1", "hit 5"]}, "archer") == {"hand": "placed", "slot": "archer"}
    assert row_why.reasons({"legal": ["hit 1", "hit 2"]}, "assassination")["slot"] == "hit"
    assert row_why.reasons({"legal": ["place spy first"]}, None) == {"slot": "place", "first": "first"}


@pytest.mark.parametrize("kind", ["archer", "soldier"])
def test_whoever_copies_a_card_reads_the_reason_of_that_card(kind: str) -> None:
    laid = sketches.record_of_sketch("oriflamme", f"2Lord 1Shapeshifter 3{kind.capitalize()} 2Heir 3Spy @2", "copy 3")
    scene = Trial(laid).scene(1, None)
    assert scene.acting == "shapeshifter" and scene.view and "hit 1" in scene.view["legal"]
    (form,) = (one for one in read(str(frames.regions_of(scene, words("en"))["prompt"])) if one["id"] == "ask")
    assert json.loads(form["data-why"])["slot"] == kind


def things_without_reason(scene: Scene) -> list[tuple[list[str], str]]:
    """Whatever the page shows and does not let be picked without a reason, by what was picked before (`choose.js`)."""
    regions = frames.regions_of(scene, words("en"))
    shown = [one for html in regions.values() for one in read(str(html))]
    form = next(one for one in shown if one["id"] == "ask")
    moves = [parts for _, parts, _ in json.loads(form["data-moves"])]
    reasons = json.loads(form["data-why"])
    ends = any(part.startswith("to:") for parts in moves for part in parts)
    places = [one for one in shown if one["data-at"] and (ends or not one["data-at"].startswith("to:"))]
    found = []
    for picked in {tuple(parts[:count]) for parts in moves for count in range(len(parts))}:
        following = {parts[len(picked)] for parts in moves if tuple(parts[: len(picked)]) == picked}
        pickable = following | {*picked} | {parts[0] for parts in moves}
        for one in places:
            part = one["data-at"]
            later = not picked and any(part in parts for parts in moves)
            told = (later and "first" in reasons) or ("taken" in one["class"].split() and "taken" in reasons)
            if part not in pickable and not told and part.partition(":")[0] not in reasons:
                found.append(([*picked], part))
    return found


@pytest.mark.parametrize(("game", "edition"), [*EDITIONS])
def test_whatever_is_shown_and_cannot_be_picked_says_why(game: str, edition: str) -> None:
    looked = 0
    for seed in range(6):
        world = World(game, edition, GAMES[game].seats[seed % len(GAMES[game].seats)], seed=70 + seed)
        for _ in world.play():
            for viewer in world.viewers():
                scene = viewing.scene(world.table, viewer)
                if scene.view and scene.view["legal"]:
                    assert things_without_reason(scene) == []
                    looked += 1
    assert looked > (100 if game in LARGE else 0)


def test_the_decree_says_how_a_card_gets_to_an_end_of_the_row() -> None:
    legal = ["move 1 to 2", "move 2 to 1", "move 2 to 4"]
    assert row_why.reasons({"legal": legal}, "royal_decree") == {"hand": "placed", "slot": "move", "to": "move_end"}


def test_what_a_question_bars_depends_on_nothing_hidden() -> None:
    """The reasons of a turn are made of the viewer's own things and of what lies open."""
    world = World("richelieu", "ru", 3, seed=5)
    for number, _ in enumerate(world.play()):
        for viewer in world.viewers():
            scene = viewing.scene(world.table, viewer)
            view = scene.view
            if view is None or not view["legal"] or view["phase"] != "action":
                continue
            others = [
                player if seat == viewer.seat else player | {"hand": 0, "ecu": None, "jewels": None}
                for seat, player in enumerate(view["players"], start=1)
            ]
            blind = view | {"players": others, "zones": None, "neutral": None, "deck": None}
            assert court_why.missing(blind) == court_why.missing(view)
        if number > 60:
            break
