"""What makes pages and frames cannot reach a state: it imports neither tables nor matches nor states."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import intrigue

WEB = Path(intrigue.__file__).parent / "web"
SOURCE = WEB.parent.parent
TABLE = "intrigue.web.table"
ALLOWED = {f"{TABLE}.settings", f"{TABLE}.notices", f"{TABLE}.errors"}
"""What holds values that everybody at a table may see, and how wrong ones are refused; sealed like what imports it."""
VIEW = "intrigue.web.view"
PURE = {f"{VIEW}.scene", f"{VIEW}.rulebook", f"{VIEW}.sandbox_link", f"{VIEW}.statistics"}
"""What of the views holds what one viewer may see, or nothing of any table."""
ROWS = "intrigue.web.store.types"
"""What a store gives back: those views may be made of it, pages may not."""
MAKERS = ("games", "html", "render")
VIEWS, VALUES = (
    [SOURCE.joinpath(*name.split(".")).with_suffix(".py") for name in sorted(names)] for names in (PURE, ALLOWED)
)
SEALED = [*(path for folder in MAKERS for path in sorted((WEB / folder).rglob("*.py"))), *VIEWS, *VALUES]
OUTSIDE = {
    "intrigue": {"games", "lessons", "locale", "rulebook"},
    "intrigue.bots": {"ladder", "levels"},
    "intrigue.engine": {"drafts", "errors", "events", "game", "record", "speaker"},
    "intrigue.games.oriflamme": {"editions", "flow", "game", "kinds", "words"},
    "intrigue.games.richelieu": {"box", "cards", "ending", "questions", "words"},
    "intrigue.locale": {"languages"},
    "intrigue.rulebook": {"facts", "search", "sources"},
}
"""The only modules outside the site that sealed ones import."""
SECRET_OF_GAMES = (
    "state",
    "view",
    "moves",
    "sample_hidden",
    "observation",
    "deal",
    "setup",
    "sketch",
    "pieces",
    "hidden",
    "drafts",
)
SECRET = (
    "intrigue.engine.match",
    "intrigue.engine.state",
    "intrigue.web.view.scene_builder",
    "intrigue.web.view.cache",
    "intrigue.web.view.replay",
    "intrigue.web.view.viewers",
    "intrigue.web.store",
    "intrigue.web.runtime.tables",
)


def imports(source: str) -> set[str]:
    """Every module that a source names, also as `from package import module`."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, "a relative import names no module"
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def is_module(name: str) -> bool:
    """Whether a name is that of a module or a package, and not of something in one."""
    place = SOURCE.joinpath(*name.split("."))
    return place.with_suffix(".py").is_file() or place.is_dir()


def own_modules(source: str) -> set[str]:
    """The modules of ours that a source imports, and packages only where it takes something of their own."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if is_module(name) else node.module for name in names}
    return {name for name in found if name.partition(".")[0] == "intrigue"}


def may_import(module: str) -> bool:
    """Whether sealed modules may import a module of ours."""
    if module.startswith("intrigue.web."):
        return module.split(".")[2] in MAKERS or module in ALLOWED | PURE
    package, _, name = module.rpartition(".")
    return name in OUTSIDE.get(package, ())


def secret(module: str) -> bool:
    """Whether a module holds what only the server knows, or leads to it."""
    if module == TABLE or module.startswith(f"{TABLE}."):
        return not any(module == one or module.startswith(f"{one}.") for one in ALLOWED)
    if module == VIEW or module.startswith(f"{VIEW}."):
        return not any(module == one or module.startswith(f"{one}.") for one in PURE)
    parts = module.split(".")
    if module.startswith("intrigue.games.") and len(parts) > 3:
        return parts[3] in SECRET_OF_GAMES
    return any(module == one or module.startswith(f"{one}.") for one in SECRET)


def test_every_secret_module_of_a_game_is_there() -> None:
    """So that one with another name is not forgotten here."""
    games = [path for path in sorted((SOURCE / "intrigue" / "games").iterdir()) if (path / "game.py").is_file()]
    assert games and all((game / f"{name}.py").is_file() for game in games for name in SECRET_OF_GAMES)


@pytest.mark.parametrize("path", SEALED, ids=lambda path: path.name)
def test_nothing_that_makes_pages_reaches_a_state(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    named = {name for name in imports(source) if not (path in VIEWS and f"{name}.".startswith(f"{ROWS}."))}
    assert [module for module in sorted(named) if secret(module)] == []
    own = own_modules(source) - ({ROWS} if path in VIEWS else set())
    assert [module for module in sorted(own) if not may_import(module)] == []


@pytest.mark.parametrize(
    "source",
    [
        "from intrigue.web.store import open_store",
        "from intrigue.web import store",
        "import intrigue.web.view.replay",
        "from intrigue.bots import Sight",
        "from intrigue.engine import match",
        "def later():\n    from intrigue.games.richelieu import state",
        "from intrigue.datasets import anything",
        "from intrigue.web.routes import assets",
        "import intrigue",
    ],
)
def test_what_is_not_listed_may_not_be_imported(source: str) -> None:
    assert not all(map(may_import, own_modules(source)))


def test_a_relative_import_escapes_nobody() -> None:
    for source in ("from . import state", "from ..store import open_store"):
        with pytest.raises(AssertionError, match="relative"):
            imports(source)


def test_the_list_of_what_lies_outside_only_shrinks() -> None:
    used = set[str]().union(*(own_modules(path.read_text(encoding="utf-8")) for path in SEALED))
    assert {f"{package}.{name}" for package, names in OUTSIDE.items() for name in names} <= used


def test_what_is_secret_is_known() -> None:
    leads = [
        "intrigue.web.table.table",
        "intrigue.web.table",
        "intrigue.games.richelieu.state",
        "intrigue.engine.match",
    ]
    assert all(map(secret, [*leads, "intrigue.games.oriflamme.view.position_for", "intrigue.web.view.scene_builder"]))
    assert not any(
        map(secret, ["intrigue.games.oriflamme.words", "intrigue.web.table.settings.Clock", "intrigue.games"])
    )


@pytest.mark.parametrize("path", sorted((WEB / "templates").rglob("*.html")), ids=lambda path: path.name)
def test_templates_trust_nothing_and_hold_no_script_or_style(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "|safe" not in text.replace(" ", "") and "autoescapefalse" not in text.replace(" ", "")
    assert " style=" not in text and " onclick=" not in text and "<style" not in text
