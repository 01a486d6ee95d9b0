"""Pictures: well-formed, without script, and nothing in them that the seat may not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree

import pytest
from envs.tables import everywhere

import intrigue
from intrigue.envs import canvas
from intrigue.envs.drawing import svg, text
from intrigue.games.oriflamme.kinds import NAMES

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"svg", "title", "defs", "pattern", "g", "rect", "circle", "path", "polygon", "text"}


def decisions(name: str, players: int, seed: int) -> Iterator[intrigue.Match]:
    """A random game at each of its decisions, and at its end; patient, so that cards lie face down for long."""
    match, chooser = intrigue.new(name, players, seed=seed), Random(seed)
    while not match.over:
        yield match
        patient = [move for move in match.moves() if move == "wait"]
        match.play(chooser.choice(patient * 2 + match.moves()))
    yield match


@everywhere
def test_pictures_are_well_formed_and_hold_nothing_but_shapes(name: str, players: int) -> None:
    for number, match in enumerate(decisions(name, players, seed=1)):
        if number % 5 and not match.over:
            continue
        for seat in range(players + 1):
            root = ElementTree.fromstring(svg(match.view(seat)))
            assert root.tag == f"{SVG}svg" and root.get("viewBox")
            for element in root.iter():
                assert element.tag.removeprefix(SVG) in SHAPES
                assert not any(key.lower().startswith("on") or "href" in key for key in element.keys())
            identified = [element.get("id") for element in root.iter() if element.get("id")]
            assert len(set(identified)) == len(identified)
            used = set(re.findall(r"url\(#(\w+)\)", svg(match.view(seat))))
            assert used <= set(identified)


@everywhere
def test_worlds_that_a_seat_cannot_tell_apart_are_drawn_alike(name: str, players: int) -> None:
    for seed in range(2):
        for number, match in enumerate(decisions(name, players, seed)):
            if number % 4 or match.over:
                continue
            for seat in range(players + 1):
                twin = match.game.view(match.sample(seat, seed=number), seat)
                view = match.view(seat)
                assert svg(view) == svg(twin) and text(view) == text(twin), str(match.record)


@everywhere
def test_what_lies_on_the_table_is_in_the_picture(name: str, players: int) -> None:
    for number, match in enumerate(decisions(name, players, seed=3)):
        if number % 7:
            continue
        view = match.view(match.to_act or 0)
        drawing, told = svg(view), text(view)
        for card in (card for slot in view.get("row", []) for card in slot):
            if card["kind"]:
                assert card["kind"].replace("_", " ") in drawing and card["kind"] in told.lower()
        for zone in view.get("zones", []):
            for card in filter(None, (zone["richelieu"], zone["opposing"])):
                assert f">{card}<" in drawing and f"{card}[" in told
        for player in view["players"]:
            assert f">{player.get('influence', player.get('ecu'))}<" in drawing
        assert all(move in told for move in view["legal"])


def test_a_spectator_sees_no_kind_that_lies_face_down() -> None:
    match = intrigue.new("oriflamme", players=3, seed=7)
    match.play("place archer first")
    assert not [kind for kind in NAMES if kind.replace("_", " ") in svg(match.view(0)) + text(match.view(0))]
    assert "archer" in svg(match.view(3)) and "3archer" in text(match.view(3))


def test_text_is_escaped() -> None:
    assert canvas.words(0, 0, '<b>&"') == (
        '<text x="0" y="0" font-size="13" fill="#2b241c" text-anchor="start">&lt;b&gt;&amp;"</text>'
    )
    assert canvas.tag("g", fill='"<') == "<g fill='\"&lt;'/>"


@pytest.mark.parametrize(
    "name, sketch, line",
    [
        ("oriflamme", "1heir:1 2Spy 3spy/3lord:1 @1", "row  [1?:1] 2Spy 3?/3?:1"),
        ("richelieu", "R4[1:2 . 2:-2 . .] E1[. G . . .] | R5 H2 | -", "1    R4[1:? . 2:? . .] E1[. G . . .]"),
    ],
)
def test_a_table_in_words_reads_as_a_sketch(name: str, sketch: str, line: str) -> None:
    from intrigue.games.oriflamme import sketch as row
    from intrigue.games.richelieu import sketch as court

    match = intrigue.load((row if name == "oriflamme" else court).record(sketch))
    assert line in text(match.view(0)).splitlines()
