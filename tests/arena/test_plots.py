"""Plots are well-formed, hold what they are given, and need nothing from outside."""

from __future__ import annotations

import xml.etree.ElementTree as tree

import pytest

from intrigue.arena.plots import Bar, Point, Scale, apart, bars, heat, histogram, lines

PLOTS = {
    "bars": bars("Wins <&>", [Bar('a"b<c>', 0.2, 0.1, 0.3, "†"), Bar("d", -0.1, -0.2, 0.0)], note="n & m", mark=0.25),
    "one": bars("One", [Bar("a", 0.0, 0.0, 0.0)]),
    "lines": lines(
        "Lines", {"a <b>": [Point(1, 2, 1, 3), Point(100, 4, 3, 5)], "c": [Point(10, 3)]}, "x", "y", log_x=True
    ),
    "histogram": histogram("Scores", {"a": [(0, 3), (1, 5)], "b": [(1, 2)]}, "points"),
    "heat": heat("Who", ["a", "b<"], [[None, 0.7], [0.3, None]], marks={(0, 1)}),
    "wide": heat("Who", [f"search:sims={10**n}" for n in range(7)], [[0.5] * 7] * 7, note="row"),
}


@pytest.mark.parametrize("name", PLOTS)
def test_well_formed_and_alone(name: str) -> None:
    root = tree.fromstring(PLOTS[name])
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "http" not in PLOTS[name].replace("http://www.w3.org/2000/svg", "") and "nan" not in PLOTS[name]
    width, height = float(root.get("width") or 0), float(root.get("height") or 0)
    for text in root.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 <= float(text.get("x") or 0) <= width and 0 <= float(text.get("y") or 0) <= height


def test_texts_are_there_as_given() -> None:
    said = [element.text for element in tree.fromstring(PLOTS["bars"]).iter()]
    assert {"Wins <&>", 'a"b<c> †', "n & m", "0.2"} <= {*said}
    assert {"0.7 †", "0.3"} <= {element.text for element in tree.fromstring(PLOTS["heat"]).iter()}


def test_ticks_are_round_and_inside() -> None:
    assert Scale(0, 0.43, 0, 1).ticks() == [0, 0.1, 0.2, 0.3, 0.4]
    assert Scale(-52, 440, 0, 1).ticks() == [0, 100, 200, 300, 400]
    assert Scale(8, 20000, 0, 1, log=True).ticks() == [10, 100, 1000, 10000]


def test_names_do_not_cover_each_other() -> None:
    places = sorted(apart({"a": 10, "b": 12, "c": 13}, 16).values())
    assert all(b - a >= 16 for a, b in zip(places, places[1:], strict=False))
