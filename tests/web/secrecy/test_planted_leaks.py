"""Leaks planted on purpose: the comparison of twin worlds must catch every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from web.secrecy.twins import compare, forget, language_of, moments

from intrigue.games.oriflamme.game import Oriflamme
from intrigue.games.oriflamme.kinds import NAMES, NO_CARD, kind_of
from intrigue.games.oriflamme.pieces import cards_in_row
from intrigue.locale import Words
from intrigue.web.render import frames
from intrigue.web.table.table import Moment, Table
from intrigue.web.view import replay, scene_builder
from intrigue.web.view.cache import ViewCache
from intrigue.web.view.scene import ClockSeen, Scene, Viewer

Plant = Callable[[pytest.MonkeyPatch], None]
LEAKS: dict[str, tuple[str, Plant]] = {}
"""By what they give away: the game that shows it, and how it is planted."""


def leak(game: str) -> Callable[[Plant], Plant]:
    def register(plant: Plant) -> Plant:
        LEAKS[plant.__name__] = (game, plant)
        return plant

    return register


def looking(patch: pytest.MonkeyPatch, more: Callable[[dict[str, Any], Any, Any], dict[str, Any]]) -> None:
    """Plants a leak into the views of scenes: `more` gets the view, the true state and its position."""
    honest = scene_builder.view_for

    def leaky(state: Any, viewer: Viewer, moment: Moment, *face: Any) -> dict[str, Any]:
        return more(
            honest(state, viewer, moment, *face), state, scene_builder.game(moment.settings.game).position(state)
        )

    patch.setattr(scene_builder, "view_for", leaky)


def building(patch: pytest.MonkeyPatch, more: Callable[[Scene, Moment], Scene]) -> None:
    """Plants a leak into scenes."""
    honest = scene_builder.build_scene

    def leaky(table: Table, viewer: Viewer, moment: Moment, *face: Any) -> Scene:
        return more(honest(table, viewer, moment, *face), moment)

    patch.setattr(scene_builder, "build_scene", leaky)


def looking_back(patch: pytest.MonkeyPatch) -> None:
    """Plants a leak into looks back: all lies open there."""
    honest = scene_builder.build_scene

    def leaky(table: Table, viewer: Viewer, moment: Moment) -> Scene:
        return honest(table, viewer._replace(open=True), moment, ViewCache())

    patch.setattr(replay, "past_scene", leaky)


def first_hidden(state: Any) -> int:
    """The kind of the first face-down card of the row, as a number; 0 where there is none."""
    for cards in cards_in_row(state):
        for card in cards:
            if not state.up[card // len(NAMES)] >> kind_of(card) & 1:
                return kind_of(card)
    return 0


@leak("oriflamme")
def kinds_of_face_down_cards(patch: pytest.MonkeyPatch) -> None:
    looking(patch, lambda view, state, position: view | {"row": position["row"]})


@leak("oriflamme")
def hands_of_others(patch: pytest.MonkeyPatch) -> None:
    looking(patch, lambda view, state, position: view | {"players": position["players"]})


@leak("oriflamme")
def the_order_of_cards_set_aside(patch: pytest.MonkeyPatch) -> None:
    def more(view: dict[str, Any], state: Any, position: dict[str, Any]) -> dict[str, Any]:
        spread = sorted(range(len(view["players"])), key=lambda player: position["players"][player]["aside"])
        return view | {"order": spread}

    looking(patch, more)


@leak("oriflamme")
def legal_moves_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    looking(patch, lambda view, state, position: view | {"legal": position["legal"]})


@leak("oriflamme")
def the_truth_about_a_placed_card_in_the_log(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(scene_builder, "line_for", lambda line, viewer, rules: line)


@leak("richelieu")
def the_truth_about_a_placed_agent_in_the_log(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(scene_builder, "line_for", lambda line, viewer, rules: line)


@leak("oriflamme")
def ids_made_from_cards(patch: pytest.MonkeyPatch) -> None:
    building(patch, lambda scene, moment: replace(scene, things={"row": cards_in_row(moment.state)}))


@leak("oriflamme")
def the_card_that_is_asked_about(patch: pytest.MonkeyPatch) -> None:
    def acting(self: Oriflamme, g: Any) -> str | None:
        return NAMES[kind_of(g.actor)] if g.actor != NO_CARD else None

    patch.setattr(Oriflamme, "acting", acting)


@leak("oriflamme")
def boards_of_steps_from_the_true_state(patch: pytest.MonkeyPatch) -> None:
    def leaky(recent: Any, viewer: Viewer, moment: Moment, before: Any, after: Any) -> list[dict[str, Any]]:
        rules = scene_builder.game(moment.settings.game)
        return [{"for": viewer.seat, **rules.position(step.state)} for step in moment.steps]

    patch.setattr(scene_builder, "views_of_steps", leaky)


@leak("oriflamme")
def a_version_that_depends_on_a_hidden_card(patch: pytest.MonkeyPatch) -> None:
    building(patch, lambda scene, moment: replace(scene, version=scene.version + first_hidden(moment.state) % 2))


@leak("oriflamme")
def a_clock_that_depends_on_a_hidden_card(patch: pytest.MonkeyPatch) -> None:
    def leaky(moment: Moment, now: int, outages: Any) -> ClockSeen:
        return ClockSeen("live", 1, 60_000 - first_hidden(moment.state), 60_000)

    patch.setattr(scene_builder, "clock_of", leaky)


@leak("oriflamme")
def a_take_back_that_depends_on_a_hidden_card(patch: pytest.MonkeyPatch) -> None:
    building(patch, lambda scene, moment: replace(scene, can_take_back=first_hidden(moment.state) % 2 == 1))


@leak("oriflamme")
def numbers_of_another_kind_that_look_the_same(patch: pytest.MonkeyPatch) -> None:
    def more(view: dict[str, Any], state: Any, position: dict[str, Any]) -> dict[str, Any]:
        return view | {"spare": float(view["spare"]) if first_hidden(state) % 2 else view["spare"]}

    looking(patch, more)


@leak("oriflamme")
def a_scene_remembered_without_its_viewer(patch: pytest.MonkeyPatch) -> None:
    kept: dict[tuple[int, int], tuple[Table, Scene]] = {}

    def leaky(table: Table, viewer: Viewer, moment: Moment, views: ViewCache) -> Scene:
        made = (table, scene_builder.build_scene(table, viewer, moment, views))
        return kept.setdefault((id(table), moment.version), made)[1]

    patch.setattr(scene_builder, "scene_after", leaky)


@leak("oriflamme")
def regions_remembered_without_their_viewer(patch: pytest.MonkeyPatch) -> None:
    looked_at: list[Table] = []
    kept: dict[tuple[int, int, str], dict[str, str]] = {}
    seen, rendered = scene_builder.scene_after, frames.all_regions

    def seeing(table: Table, viewer: Viewer, moment: Moment, views: ViewCache) -> Scene:
        looked_at.append(table)
        return seen(table, viewer, moment, views)

    def leaky(scene: Scene, words: Words) -> dict[str, str]:
        made = rendered(scene, words)
        return kept.setdefault((id(looked_at[-1]), scene.version, words.language), made)

    patch.setattr(scene_builder, "scene_after", seeing)
    patch.setattr(frames, "all_regions", leaky)


@leak("richelieu")
def values_of_face_down_agents(patch: pytest.MonkeyPatch) -> None:
    looking(patch, lambda view, state, position: view | {"zones": position["zones"]})


@leak("richelieu")
def agents_in_another_hand(patch: pytest.MonkeyPatch) -> None:
    looking(patch, lambda view, state, position: view | {"players": position["players"]})


@leak("richelieu")
def the_next_card_of_the_deck(patch: pytest.MonkeyPatch) -> None:
    looking(patch, lambda view, state, position: view | {"deck": [state.deck[state.drawn % 13], *view["deck"]]})


@leak("oriflamme")
def what_lies_open_to_who_looks_back(patch: pytest.MonkeyPatch) -> None:
    looking_back(patch)


@leak("richelieu")
def what_lies_open_at_court_to_who_looks_back(patch: pytest.MonkeyPatch) -> None:
    looking_back(patch)


def is_caught(game: str) -> bool:
    edition, players = ("fr", 3) if game == "oriflamme" else ("ru", 3)
    for seed in (1, 2):
        for world, number in moments(game, edition, players, seed, every=2):
            viewers = world.viewers()
            try:
                compare(world, viewers[number // 2 % len(viewers)], number, language_of(number))
            except AssertionError:
                return True
    return False


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    forget()
    yield
    forget()


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, plant = LEAKS[name]
    plant(monkeypatch)
    assert is_caught(game)


@pytest.mark.parametrize("game", ["oriflamme", "richelieu"])
def test_without_a_leak_nothing_is_caught(game: str) -> None:
    assert not is_caught(game)
