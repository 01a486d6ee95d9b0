"""Colours of families, nobles and drawings, as the style sheet has them: contrast in both themes, and for every eye."""

import itertools
import math
import re

import pytest
from art.__main__ import FOLDER

from intrigue.games.oriflamme.kinds import FAMILIES
from intrigue.games.richelieu.cards import PLAYERS

CSS = (FOLDER.parent / "css" / "art.css").read_text(encoding="utf-8")
SPRITE = (FOLDER / "sprite.svg").read_text(encoding="utf-8")
PAIRS = {
    name: {"light": light, "dark": dark}
    for name, light, dark in re.findall(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\);", CSS)
}
THEMES = ("light", "dark")
OWNERS = [f"family-{n}" for n in range(1, FAMILIES + 1)], [f"noble-{n}" for n in range(1, PLAYERS + 1)]

# Full loss of one kind of cone, in linear RGB (Machado, Oliveira and Fernandes 2009).
SIGHTS = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
Triple = tuple[float, float, float]


def linear(colour: str) -> Triple:
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """As WCAG 2 counts it."""
    low, high = sorted(
        sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))
        for colour in (one, other)
    )
    return (high + 0.05) / (low + 0.05)


def oklab_place(colour: str, sight: str) -> Triple:
    """Where a colour lies in Oklab for somebody of that sight."""
    parts = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, parts, strict=True)))) for row in SIGHTS[sight]
    )
    long = (0.4122 * red + 0.5363 * green + 0.0514 * blue) ** (1 / 3)
    middle = (0.2119 * red + 0.6807 * green + 0.1074 * blue) ** (1 / 3)
    short = (0.0883 * red + 0.2817 * green + 0.6300 * blue) ** (1 / 3)
    return (
        0.2105 * long + 0.7936 * middle - 0.0041 * short,
        1.9780 * long - 2.4286 * middle + 0.4506 * short,
        0.0259 * long + 0.7828 * middle - 0.8087 * short,
    )


def test_contrast_is_counted_as_wcag_does():
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("family", OWNERS[0])
def test_families_stand_out_from_cards(family, theme):
    assert contrast(PAIRS[family][theme], PAIRS["card-ground"][theme]) >= 3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("owner", [*OWNERS[0], *OWNERS[1], "noble-none"])
def test_letters_on_a_colour_can_be_read(owner, theme):
    assert contrast(PAIRS[owner][theme], PAIRS[f"{owner}-ink"][theme]) >= 4.5


def test_letters_are_never_drawn_on_the_pattern():
    """Where the pattern would take contrast away: the name stands on a plain layer above it."""
    rule = re.search(r"\.held \.name \{(.*?)\}", CSS, re.S)
    assert rule and rule[1].index("linear-gradient(var(--fam) 0 0)") < rule[1].index("var(--fam-laid)")


@pytest.mark.parametrize("theme", THEMES)
def test_text_on_cards_can_be_read(theme):
    assert contrast(PAIRS["art-ink"][theme], PAIRS["card-ground"][theme]) >= 7


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("fill", ["art-paper", "art-gold", "art-steel", "art-leaf", "art-red", "art-earth"])
def test_fills_have_an_edge(fill, theme):
    """Either the fill or its outline stands out from the ground, and the outline from the fill."""
    ground, line, tone = (PAIRS[name][theme] for name in ("card-ground", "art-line", fill))
    assert max(contrast(tone, ground), contrast(line, ground)) >= 3
    assert contrast(tone, line) >= 3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("owners", OWNERS, ids=("families", "nobles"))
def test_colours_are_told_apart_by_every_eye(owners, sight, theme):
    for one, other in itertools.combinations(owners, 2):
        assert math.dist(oklab_place(PAIRS[one][theme], sight), oklab_place(PAIRS[other][theme], sight)) > 0.08, (
            one,
            other,
        )


def test_each_family_has_a_pattern_of_its_own():
    laid = re.findall(r"\.fam-(\d) \{[^}]*--fam-laid: ([^;]+);", CSS)
    assert [number for number, _ in laid] == [str(n) for n in range(1, FAMILIES + 1)]
    assert len({pattern for _, pattern in laid}) == FAMILIES


def test_the_sprite_uses_only_tones_of_the_sheet_and_falls_back_to_the_light_ones():
    used = set(re.findall(r"var\(--([a-z0-9-]+),(#[0-9a-f]+)\)", SPRITE))
    own = {"fam": "family-1", "fam-ink": "family-1-ink"}
    assert used == {(name, PAIRS[own.get(name, name)]["light"]) for name, _ in used}
    assert f"--fam: var(--{own['fam']});" in CSS and f"--fam-ink: var(--{own['fam-ink']});" in CSS


def test_the_sheet_loads_nothing():
    assert not re.search(r"url\(|@import|expression", CSS)
