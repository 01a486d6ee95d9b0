"""Twin worlds: tables that differ only in what a viewer may not know send that viewer the same bytes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tables import LARGE
from web import viewing
from web.secrecy.twins import all_sent_to, compare, language_of, moments, twin_of
from web.view.worlds import TABLES, World

from intrigue.games.richelieu.cards import DECK
from intrigue.locale import words
from intrigue.web.render import frames
from intrigue.web.view import scene_builder
from intrigue.web.view.scene import Viewer

SOME = [table for table in TABLES if table[1] in ("fr", "uk", "fr+uk") or table[0] == "richelieu"]


@pytest.mark.parametrize(("game", "edition", "players"), SOME)
def test_twin_worlds_send_the_same_bytes(game: str, edition: str, players: int) -> None:
    looked = together = 0
    for world, number in moments(game, edition, players, seed=31 + players, every=2):
        viewers = world.viewers()
        viewer = viewers[number // 2 % len(viewers)]
        looked += 1
        together += compare(world, viewer, number, language_of(number))
    assert looked > (20 if game in LARGE else 0) and together > looked / 3


@pytest.mark.parametrize(("game", "edition", "players"), [("oriflamme", "fr", 4), ("richelieu", "ru", 2)])
def test_twin_worlds_on_a_device_that_is_passed_round(game: str, edition: str, players: int) -> None:
    device = Viewer(0, tuple(range(1, players + 1)), True)
    for world, number in moments(game, edition, players, seed=5, every=3, hot_seat=True):
        compare(world, device, number, language_of(number))


def test_worlds_do_differ() -> None:
    """Else the tests above would show nothing."""
    parted = looked = 0
    for game, edition, players in (("oriflamme", "fr", 3), ("richelieu", "ru", 3)):
        for world, number in moments(game, edition, players, seed=2, every=4):
            twin = twin_of(world.table, 1, number)
            assert twin.match is not None and world.table.match is not None
            looked += 1
            parted += twin.match.state != world.table.match.state and twin.lines != world.table.lines
    assert parted > 0.8 * looked


def test_each_world_is_told_apart_by_the_eyes_that_may() -> None:
    """What one seat must not see, another sees: the twin of seat 1 is another world to seat 2."""
    seen = 0
    for world, number in moments("oriflamme", "fr", 3, seed=3, every=5):
        twin = twin_of(world.table, 1, number)
        seen += all_sent_to(world.table, Viewer(2, (2,)), "en") != all_sent_to(twin, Viewer(2, (2,)), "en")
    assert seen > 3


def other_cards(won: int) -> int:
    """As many cards of the cardinal and as many opposing ones, but others: each the next of its deck."""
    decks = won % 2**DECK, won >> DECK
    red, yellow = ((deck << 1 | deck >> DECK - 1) % 2**DECK for deck in decks)
    return red | yellow << DECK


def test_closed_screens_hide_what_lies_behind_them() -> None:
    """Purses and the cards won differ, and nobody but their owner can tell: 8.8, 8.18."""
    told_apart = 0
    for world, number in moments("richelieu", "ru", 3, seed=6, every=9, screens="closed"):
        for viewer in world.viewers():

            def enrich(state: Any, seat: int = viewer.seat) -> None:
                for purse in range(3):
                    if purse + 1 != seat:
                        state.ecu[purse] += 3
                        state.jewels[purse] += 1
                        state.cards[purse] = other_cards(state.cards[purse])

            twin = twin_of(world.table, viewer.seat, number, enrich)
            assert all_sent_to(world.table, viewer, "en") == all_sent_to(twin, viewer, "en")
            other = Viewer(viewer.seat % 3 + 1, (viewer.seat % 3 + 1,))
            told_apart += all_sent_to(world.table, other, "en") != all_sent_to(twin, other, "en")
    assert told_apart > 5


# Canaries


@pytest.mark.parametrize(("game", "edition"), [("oriflamme", "fr"), ("ablaze", "uk")])
def test_the_name_of_a_hidden_kind_is_nowhere(game: str, edition: str) -> None:
    """A kind that nobody showed yet, and that is not the viewer's own, is in nothing the viewer is sent."""
    said, looked = words("en"), 0
    kinds = {
        kind: said(f"card.{kind}.name")
        for kind in scene_builder.game(game).view(World(game, edition, 3, 1).state, 1)["players"][0]["hand"]
    }
    for world, number in moments(game, edition, 3, seed=12, every=3):
        for viewer in world.viewers():
            scene = viewing.scene(world.table, viewer)
            assert scene.view is not None
            shown = {card["kind"] for cards in scene.view["row"] for card in cards}
            shown |= {kind for player in scene.view["players"] for kind in player["discard"]}
            shown |= {line.values["card"]["kind"] for line in scene.lines if "card" in line.values}
            shown |= {line.values["copied"]["kind"] for line in scene.lines if "copied" in line.values}
            if viewer.seat:
                shown |= {
                    *scene.view["players"][viewer.seat - 1]["hand"],
                    *scene.view["players"][viewer.seat - 1]["aside"],
                }
            made = frames.snapshot(scene, said)
            text = repr(made)
            for kind, name in kinds.items():
                if kind not in shown:
                    looked += 1
                    assert not re.search(rf"\b{kind}\b", text) and name not in text, (kind, number)
    assert looked > 30


def test_what_only_the_server_knows_is_nowhere() -> None:
    for game, edition, players in (("oriflamme", "fr", 3), ("richelieu", "ru", 2)):
        world = World(game, edition, players, 77_777_777)
        for number, moment in enumerate(world.play()):
            if number % 10 == 0:
                for viewer in world.viewers():
                    text = repr(frames.snapshot(viewing.scene(world.table, viewer), words("en")))
                    text += repr(frames.frame(viewing.change(world.table, viewer, moment), words("en")))
                    assert world.table.secret.hex() not in text
                    assert not [seat.nonce for seat in world.table.seats if seat.nonce in text]


def test_people_are_told_by_names_not_by_numbers() -> None:
    world = World("oriflamme", "fr", 3, 5, people=(918_273_641, 918_273_642, 918_273_643))
    for viewer in world.viewers():
        assert "918273" not in repr(frames.snapshot(viewing.scene(world.table, viewer), words("en")))
        assert "918273" not in repr(viewing.scene(world.table, viewer))
