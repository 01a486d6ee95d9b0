"""A game's half of the site stands in `web/games/<game>`, and in templates of its name; nothing else of it speaks of a
game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_one_place import FAMILIES, GAMES, own_keys, spoken_of

import intrigue
from intrigue.web.games.contract import GameHtml
from intrigue.web.games.registry import FAMILIES as LISTED
from intrigue.web.games.registry import html_of

WEB = Path(intrigue.__file__).parent / "web"
MODULES = [
    path
    for path in sorted(WEB.rglob("*.py"))
    if path.relative_to(WEB).parts[:2] not in [("games", family) for family in FAMILIES]
]
TEMPLATES = [
    path
    for path in sorted((WEB / "templates").rglob("*.html"))
    if not any(path.stem.endswith(family) for family in FAMILIES)
]
SCRIPTS = sorted((WEB / "static" / "js").glob("*.js"))
NAMES = re.compile(rf"\b({'|'.join(sorted({*FAMILIES, *GAMES, 'court'}, key=len, reverse=True))})\b")

LISTS = {"games/registry.py": {*FAMILIES}}
"""The list of games, which must name them all."""
ELSEWHERE = {"deck", "player", "r"}
"""Keys that only one game's views have, but addresses and blanks of sentences have, too."""


@pytest.fixture(scope="module")
def only_one_has() -> set[str]:
    return own_keys() - ELSEWHERE


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(WEB)))
def test_no_module_beside_the_games_speaks_of_a_game(path: Path, only_one_has: set[str]) -> None:
    name = str(path.relative_to(WEB))
    assert spoken_of(path, only_one_has) == LISTS.get(name, set())


@pytest.mark.parametrize("path", [*TEMPLATES, *SCRIPTS], ids=lambda path: str(path.relative_to(WEB)))
def test_no_template_or_script_beside_the_games_names_one(path: Path) -> None:
    assert not NAMES.findall(path.read_text(encoding="utf-8"))


def test_every_family_offers_what_the_site_asks() -> None:
    assert set(LISTED) == set(FAMILIES)
    asked = {name for name in vars(GameHtml) if not name.startswith("_")}
    for family, html in LISTED.items():
        assert asked - set(vars(html)) == set(), family
        assert set(html.SIGNS) == set(FAMILIES[family])
        assert all(html_of(game) is html for game in FAMILIES[family])
