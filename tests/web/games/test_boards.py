"""The HTML of boards at hundreds of random positions: well formed, complete, named, explained, in four languages."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import NamedTuple

import pytest
from tables import LARGE
from web import viewing
from web.html.elements import Element, hint_keys, new_in, read, symbols
from web.view.worlds import TABLES, World

from intrigue.locale import LANGUAGES, words
from intrigue.web.games import registry
from intrigue.web.html import names, panels
from intrigue.web.render import frames
from intrigue.web.table import fair, log_entries
from intrigue.web.table.log_entries import Entry
from intrigue.web.table.settings import Settings
from intrigue.web.table.table import Table
from intrigue.web.view import replay
from intrigue.web.view.scene import Scene, SeatSeen, Viewer

EVERY = 11
"""One of so many moments of a game is looked at."""
OURS = ("head", "players", "board", "prompt", "hand")
SOME = [table for table in TABLES if table[1] in ("fr", "uk", "ru+ru") or table[0] == "richelieu"]
"""Every game with every number of players, in one edition."""

everywhere = pytest.mark.parametrize(("game", "edition", "players"), SOME)


class Shot(NamedTuple):
    """A scene, the language it was told in, and its page."""

    scene: Scene
    language: str
    elements: list[Element]


@cache
def film(game: str, edition: str, players: int) -> list[Shot]:
    """Scenes of a random game for all who look, most often for who is asked; the moments differ between viewers."""
    world, shots = World(game, edition, players, seed=len(game) + players), []
    for number, _ in enumerate(world.play()):
        for viewer in world.viewers():
            asked = viewer.seat and viewer.seat == world.table.to_act
            if (number + 3 * viewer.seat) % EVERY == 0 or (asked and number % 3 == 0) or world.table.phase == "over":
                scene, language = viewing.scene(world.table, viewer), LANGUAGES[len(shots) % len(LANGUAGES)]
                shots.append(Shot(scene, language, page(scene, language)))
    return shots


def page(scene: Scene, language: str) -> list[Element]:
    """All regions that the boards render, one after the other."""
    regions = frames.with_board(frames.regions_of(scene, words(language)), scene, words(language))
    return read("".join(regions[name] for name in OURS))


@everywhere
def test_a_page_is_well_formed_and_every_id_part_and_label_is_its_own(game: str, edition: str, players: int) -> None:
    for _, _, elements in film(game, edition, players):
        ids = [one["id"] for one in elements if one["id"]]
        assert len(ids) == len(set(ids)), sorted(ids)
        parts = [one for one in elements if "data-at" in one.attributes]
        assert len({one["data-at"] for one in parts}) == len(parts)
        labels = [one.label for one in parts]
        assert all(labels) and len(set(labels)) == len(labels), sorted(labels)
        for one in parts:
            assert one.tag == "button" and one["type"] == "button"


@everywhere
def test_nothing_that_a_strict_policy_would_block_or_that_html_forbids(game: str, edition: str, players: int) -> None:
    for _, _, elements in film(game, edition, players):
        for one in elements:
            assert one.tag != "script"
            assert not [name for name in one.attributes if name == "style" or name.startswith("on")]
            if "button" in one.inside:
                assert one.tag in ("span", "svg", "use", "b", "small"), one.tag


@everywhere
def test_every_part_of_every_legal_move_is_on_the_page(game: str, edition: str, players: int) -> None:
    asked = 0
    for scene, language, elements in film(game, edition, players):
        forms = [one for one in elements if one["id"] == "ask"]
        assert len([one for one in elements if one["id"] == "question"]) == 1
        if scene.view is None or scene.view["to_act"] != scene.viewer.seat:
            assert not forms
            continue
        listed = json.loads(forms[0]["data-moves"])
        assert forms[0]["data-version"] == str(scene.version) and forms[0]["data-seat"] == str(scene.viewer.seat)
        assert sorted(move for move, _, _ in listed) == sorted(scene.view["legal"])
        there = {one["data-at"] for one in elements if one["data-at"]}
        for _, parts, _ in listed:
            assert set(parts) <= there, (parts, sorted(there))
        assert len({tuple(parts) for _, parts, _ in listed}) == len(listed)
        sentences = [said for _, _, said in listed]
        speaker = names.speaker_at(scene, words(language))
        assert sentences == [names.sentence(speaker.move(move, scene.view)) for move, _, _ in listed]
        assert len(set(sentences)) == len(sentences) and all(said[0].isupper() for said in sentences)
        asked += 1
    assert asked > 3


@everywhere
def test_every_picture_is_drawn_and_everything_pointed_at_is_explained(game: str, edition: str, players: int) -> None:
    for _, _, elements in film(game, edition, players):
        drawn = {one["href"].partition("#")[2] for one in elements if one.tag == "use"}
        assert drawn <= symbols(), drawn - symbols()
        pointed = {one["data-hint"] for one in elements if "data-hint" in one.attributes}
        assert pointed <= hint_keys(game, edition), pointed - hint_keys(game, edition)
        for one in elements:
            if one.tag == "svg":
                assert one.silent or one["aria-label"], "a picture is hidden from readers, or named"


@everywhere
def test_whatever_explains_a_card_is_reached_by_keyboard(game: str, edition: str, players: int) -> None:
    """It takes the focus or is part of what does; of the cards in a list only the first is a stop of Tab. What says
    that somebody has a card which lies elsewhere is only pointed at."""
    world = World(game, edition, players, seed=2)
    moments = [*world.play()]
    seen_open = [replay.past_scene(world.table, Viewer(0, open=True), moment) for moment in moments[::EVERY]]
    open_hands = [page(scene, "en") for scene in seen_open]
    listed = 0
    for elements in [*open_hands, *(shot.elements for shot in film(game, edition, players))]:
        first = False
        for one in elements:
            if one["data-hint"].startswith(("kind:", "card:", "prize:")) and one["class"] not in ("mark", "spare"):
                assert one.tag == "button" or "button" in one.inside, one["data-hint"]
            if one["class"] == "pile":
                first = True
            if one["class"] == "piled":
                assert one["tabindex"] == ("" if first else "-1")
                first = False
                listed += 1
    assert listed > (20 if game in LARGE else 0)


@everywhere
def test_what_is_there_is_said(game: str, edition: str, players: int) -> None:
    """Every slot or space says in its label what lies there, as far as the viewer knows it."""
    for scene, language, elements in film(game, edition, players):
        view = scene.view
        assert view is not None
        if language != "en":
            continue
        labels = {one["data-at"]: one.label for one in elements if one["data-at"]}
        for number, cards in enumerate(view.get("row", []), start=1):
            top, label = cards[-1], labels[f"slot:{number}"]
            assert label.startswith(f"Slot {number}: ")
            assert ("face-down" in label.partition(". Under it")[0]) == (not top["up"])
            assert words("en")(f"card.{top['kind']}.name") in label if top["kind"] else True
            assert (". Under it: " in label) == (len(cards) > 1)
            assert (f", {top['influence']} influence on it" in label) == (top["influence"] > 0)
            assert ("being resolved" in label) == (view["pointer"] == number)
        for zone, said in enumerate(view.get("zones", []), start=1):
            for side in "ro":
                for at, agent in enumerate(said[side] if said["richelieu"] else [], start=1):
                    label = labels[f"space:{zone}.{side}.{at}"]
                    assert label.startswith(f"Zone {zone}, ") and f"space {at}:" in label
                    figure = f"{zone}.{side}.{at}" in (view["grey"], view["queen"])
                    assert ("free" in label) == (agent is None and not figure)
                    if agent and agent["value"] is not None:
                        assert label.rpartition("value ")[2].replace("−", "-") == str(agent["value"])


@everywhere
def test_lists_are_lists_and_regions_have_headings(game: str, edition: str, players: int) -> None:
    for scene, language, elements in film(game, edition, players):
        regions = frames.with_board(frames.regions_of(scene, words(language)), scene, words(language))
        for name in ("players", "board", *(["hand"] if regions["hand"] else [])):
            assert read(regions[name])[0].tag == "h2", name
        for one in elements:
            assert one.tag != "li" or one.inside[-1] in ("ol", "ul")
            assert one.tag not in ("ol", "ul") or one.inside[-1:] != ["ul"]


NAME_LENGTHS = re.compile("^name long(er)?$")
"""Names on cards: how long they are is a matter of the language."""


@everywhere
def test_every_language_has_the_same_page_in_its_own_words(game: str, edition: str, players: int) -> None:
    for scene, _, _ in film(game, edition, players)[::9]:
        pages = {language: page(scene, language) for language in LANGUAGES}
        shapes = {
            language: [
                (one.tag, one["id"], NAME_LENGTHS.sub("name", one["class"]), one["data-at"], one["data-hint"])
                for one in elements
            ]
            for language, elements in pages.items()
        }
        assert all(shape == shapes["en"] for shape in shapes.values())
        texts = {
            language: " ".join(one.text + one["aria-label"] for one in elements) for language, elements in pages.items()
        }
        assert len(set(texts.values())) == 4
        for language, text in texts.items():
            assert not re.search(r"[{}]|\bNone\b|board\.", text), language
            assert language in ("ru", "uk") or not re.search("[а-яА-Я]", text)


@pytest.mark.parametrize(("game", "edition"), sorted({table[:2] for table in TABLES}))
def test_explanations_are_whole_in_every_language(game: str, edition: str) -> None:
    for language in LANGUAGES:
        found = [one for one in read(registry.hints(game, edition, words(language))) if one.tag == "template"]
        keys = [one["data-hint"] for one in found]
        assert len(keys) == len(set(keys)) and set(keys) == hint_keys(game, edition)
        assert all(one.text.strip() and "{" not in one.text for one in found)


def test_explanations_have_the_values_of_the_edition() -> None:
    said = words("en")
    assert registry.hints("ablaze", "uk", said) != registry.hints("ablaze", "ru", said)
    assert said("card.lord.covered_count") in registry.hints("oriflamme", "fr", said)
    assert said("card.lord.top_only") in registry.hints("oriflamme", "ru", said)
    assert "2, 2, 3, 3, 4, 4, 5, 5, 6, 6 ecus" in registry.hints("richelieu", "ru", said)


# People


WICKED = "<b>'\"&amp;${x}</b>"


def test_names_of_people_are_never_markup() -> None:
    for game, edition, players in (("ablaze", "uk", 3), ("richelieu", "ru", 2)):
        world = World(game, edition, players, 5)
        world.do(log_entries.Renamed(1, WICKED))
        for number, moment in enumerate(world.play()):
            for viewer in world.viewers() if number % 9 == 0 else []:
                made = [
                    frames.snapshot(viewing.scene(world.table, viewer), words("en")),
                    frames.frame(viewing.change(world.table, viewer, moment), words("en")),
                ]
                html = [*made[0]["regions"].values(), *made[0]["log"], *made[1]["regions"].values(), *made[1]["log"]]
                html += [text for step in made[1]["steps"] for text in step["regions"].values()]
                for text in map(new_in, html):
                    assert "<b>'" not in text
                    read(text)
                assert any("&lt;b&gt;&#39;&#34;&amp;amp;" in text for text in html)


def test_seats_without_a_person_are_called_as_the_game_calls_them_but_never_like_somebody_else() -> None:
    world = World("oriflamme", "fr", 3, 1, bots=(2, 3))
    world.do(log_entries.Renamed(1, "Lily"))
    list(zip(range(3), world.play(), strict=False))
    html = frames.snapshot(viewing.scene(world.table, Viewer(0)), words("en"))["regions"]["players"]
    names = [one.text for one in read(html) if one["class"] == "name"]
    assert names == ["Lily", "Lily (2)", "Sun"]
    assert "bot: Knight" in html


def test_what_a_person_did_to_the_seat_is_seen_by_more_than_colour() -> None:
    world = World("ablaze", "uk", 4, 2)
    world.do(log_entries.Lapsed(2))
    world.do(log_entries.Resigned(3), 33)
    world.do(log_entries.Voted(4, True), 44)
    html = frames.snapshot(viewing.scene(world.table, Viewer(0)), words("en"))["regions"]["players"]
    for said in ("is away, a bot plays on", "gave the game up, a bot plays on", "is for ending the game here"):
        assert said in html


# Before and after the game


def test_before_the_deal_there_is_no_board() -> None:
    table = Table("lobby", bytes(32))
    table.apply(Entry(1, 0, 11, log_entries.Opened(Settings("richelieu", "ru", 3), fair.commitment(bytes(32)))))
    made = frames.snapshot(viewing.scene(table, Viewer(0)), words("uk"))["regions"]
    assert [made[name] for name in ("players", "board", "prompt", "hand")] == [""] * 4
    assert words("uk")("board.quiet.gathering") in made["head"] and made["seats"]


@everywhere
def test_when_the_game_is_over_everything_lies_open(game: str, edition: str, players: int) -> None:
    world = World(game, edition, players, seed=9)
    for _ in world.play():
        pass
    for viewer in world.viewers():
        scene = viewing.scene(world.table, viewer)
        made = frames.snapshot(scene, words("en"))
        assert scene.phase == "over" and made["turn"] is False and made["regions"]["hand"] == ""
        assert scene.view is not None
        won = [one for one in read(made["regions"]["players"]) if "won" in one["class"].split()]
        assert [one["id"] for one in won] == [f"p{winner}" for winner in scene.view["winners"]]
        for cards in scene.view.get("row", []):
            assert all(card["kind"] for card in cards)


def test_an_aborted_game_asks_nobody() -> None:
    world = World("oriflamme", "fr", 3, 4)
    list(zip(range(5), world.play(), strict=False))
    world.do(log_entries.Ended("consent"))
    for viewer in world.viewers():
        made = frames.snapshot(viewing.scene(world.table, viewer), words("en"))
        assert made["turn"] is False and "<form" not in made["regions"]["prompt"]
        assert words("en")("board.quiet.aborted") in made["regions"]["prompt"]


# Standing orders


def test_orders_name_the_own_face_down_cards_and_nothing_else() -> None:
    world, seen = World("oriflamme", "fr", 3, 7), 0
    for _ in world.play():
        for viewer in world.viewers():
            scene = viewing.scene(world.table, viewer)
            html = registry.orders(scene, (3, 4), words("en"))
            if not viewer.seat or world.table.phase == "over":
                assert html == ""
                continue
            assert scene.view is not None
            mine = {
                thing
                for cards, numbers in zip(scene.view["row"], scene.things["row"], strict=True)
                for card, thing in zip(cards, numbers, strict=True)
                if card["family"] == viewer.seat and not card["up"]
            }
            boxes = [one for one in read(html) if one.tag == "input"]
            assert {int(one["value"]) for one in boxes} == mine
            assert {int(one["value"]) for one in boxes if "checked" in one.attributes} == mine & {3, 4}
            seen += len(boxes)
    assert seen > 20
    court = World("richelieu", "ru", 2, 1)
    assert registry.orders(viewing.scene(court.table, Viewer(1, (1,))), (), words("en")) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_plays_for_a_program_is_told(language: str) -> None:
    """The program itself has no level; the bot that stands in for it has one, and the program is away."""
    say = words(language)
    seat = SeatSeen(3, "Deep Row", "bot", "knight", True, False, False, False, False, program=True)
    assert panels.badges(seat, say) == (("ui-bot", say("outside.badge")),)
    knight, away = say("board.badge.bot", level=say("level.knight")), say("board.badge.away")
    assert panels.badges(seat._replace(away=True), say) == (("ui-hourglass", away), ("ui-bot", knight))
    assert panels.badges(seat._replace(name="", program=False), say) == (("ui-bot", knight),)
