"""The pictures: all there, all different, up to date, and nothing in them but drawing."""

import gzip
import itertools
import re
from xml.etree import ElementTree

import pytest
from art.__main__ import FOLDER, files
from art.sprite import symbols

from intrigue.games.oriflamme.kinds import FAMILIES, NAMES
from intrigue.games.richelieu.cards import FACTIONS, PLAYERS

WEB = FOLDER.parent.parent
SVG = "{http://www.w3.org/2000/svg}"
PRIZES = ("prestige", "money", "income", "military", "agent", "corruption", "grey", "queen")
ICONS = (
    "menu close link sound mute speed skip again undo chat log text eye clock bot person check info share qr moon sun"
    " globe flag hand arrow hourglass crowned download cards pin play pause"
).split()
EXPECTED = [
    *(f"kind-{kind}" for kind in NAMES),
    *(f"{what}-{n}" for what in ("family", "back", "pattern") for n in range(1, FAMILIES + 1)),
    *("coin", "crown", "banner", "rule"),
    *(f"{what}-{n}" for what in ("noble", "agent") for n in range(1, PLAYERS + 1)),
    *(f"faction-{name}" for name in FACTIONS),
    *(f"prize-{name}" for name in PRIZES),
    *("agent-neutral", "figure-grey", "figure-queen", "cardinal", "ecu", "jewel", "shield-office"),
    *(f"ui-{name}" for name in ICONS),
]
ELEMENTS = {"svg", "symbol", "g", "path", "circle", "rect"}
ATTRIBUTES = {
    *("id", "viewBox", "transform", "d", "cx", "cy", "r", "x", "y", "width", "height", "rx"),
    *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity"),
    *("stroke-linecap", "stroke-linejoin", "stroke-dasharray"),
}
PAINT = re.compile(r"none|currentColor|#[0-9a-f]{3}|#[0-9a-f]{6}|var\(--[a-z0-9-]+,#[0-9a-f]{3,6}\)")
DRAWN = {f"{SVG}path", f"{SVG}circle", f"{SVG}rect"}


@pytest.fixture(scope="module")
def sprite() -> ElementTree.Element:
    return ElementTree.parse(FOLDER / "sprite.svg").getroot()


def find_symbol(sprite: ElementTree.Element, name: str) -> ElementTree.Element:
    found = [symbol for symbol in sprite if symbol.get("id") == name]
    assert len(found) == 1, name
    return found[0]


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name)
def test_files_are_what_the_module_draws(path):
    assert path.read_text(encoding="utf-8") == files()[path], "run: python -m art"


@pytest.mark.parametrize("name", EXPECTED)
def test_every_symbol_is_there_and_drawn(name, sprite):
    symbol = find_symbol(sprite, name)
    assert re.fullmatch(r"0 0 \d+ \d+", symbol.get("viewBox", ""))
    assert [child for child in symbol.iter() if child.tag in DRAWN]


def test_no_name_twice_and_none_without_use(sprite):
    names = [element.get("id") for element in sprite.iter() if element.get("id")]
    assert sorted(names) == sorted(EXPECTED)


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name)
def test_nothing_but_drawing(path):
    """No script, style, text, picture, link or reference: elements, attributes and paints are all on a list."""
    for element in ElementTree.parse(path).getroot().iter():
        assert element.tag.removeprefix(SVG) in ELEMENTS
        assert set(element.attrib) <= ATTRIBUTES
        assert not (element.text or "").strip()
        for paint in ("fill", "stroke"):
            assert PAINT.fullmatch(element.get(paint, "none")), element.attrib


def test_no_reference_in_the_text():
    for path in files():
        text = path.read_text(encoding="utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not re.search(r"url\(|http|data:|@import|<!DOCTYPE|<!ENTITY", text)


def test_the_favicon_needs_no_style_sheet():
    assert "var(" not in (FOLDER / "favicon.svg").read_text(encoding="utf-8")


def test_size():
    text = (FOLDER / "sprite.svg").read_bytes()
    assert len(text) < 90_000
    assert len(gzip.compress(text)) < 18_000


def strokes(sprite: ElementTree.Element, name: str) -> set[str]:
    """The forms of a symbol, without the panel that all kinds of its sort share."""
    forms = [tuple(sorted(child.attrib.items())) for child in find_symbol(sprite, name).iter() if child.tag in DRAWN]
    return {str(form) for form in forms[1:]}


def test_no_two_kinds_are_drawn_alike(sprite):
    drawn = {kind: strokes(sprite, f"kind-{kind}") for kind in NAMES}
    for one, other in itertools.combinations(NAMES, 2):
        shared = drawn[one] & drawn[other]
        assert len(shared) * 5 < min(len(drawn[one]), len(drawn[other])), (one, other)


def test_all_symbols_differ():
    bodies = {name: text.split(">", 1)[1] for name, text in symbols().items()}
    assert len(set(bodies.values())) == len(bodies)


def test_every_kind_takes_the_colour_of_its_family(sprite):
    for kind in NAMES:
        fills = [
            child.get("fill", "") + child.get("stroke", "") for child in find_symbol(sprite, f"kind-{kind}").iter()
        ]
        assert sum("--fam," in fill for fill in fills[2:]) >= 1, kind


def test_signs_follow_the_colour_of_the_text(sprite):
    for name in [*(f"ui-{name}" for name in ICONS), *(f"family-{n}" for n in range(1, FAMILIES + 1))]:
        paints = {child.get(key) for child in find_symbol(sprite, name).iter() for key in ("fill", "stroke")}
        assert paints <= {None, "none", "currentColor"}, name


def test_every_picture_a_page_names_exists():
    """Names in templates and boards, as far as they are written out."""
    pattern = re.compile(
        r"""(?:icon\((?:(?:site\.)?asset, )?["']|sprite\.svg'\) }}#|["'](?=ui-))([a-z]+(?:-[a-z_]+)?)["']"""
    )
    for path in [*(WEB / "templates").rglob("*.html"), *(WEB / "boards").glob("*.py")]:
        for name in pattern.findall(path.read_text(encoding="utf-8")):
            assert name in EXPECTED, f"{path.name}: {name}"
