"""What makes pages and frames cannot reach a state: it imports neither tables nor matches nor states."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import intrigue

WEB = Path(intrigue.__file__).parent / "web"
SEALED = [
    *(path for folder in ("games", "html", "render") for path in sorted((WEB / folder).rglob("*.py"))),
    *(WEB / "view" / f"{name}.py" for name in ("scene", "book", "sandbox_link")),
]
TABLE = "intrigue.web.table"
ALLOWED = {f"{TABLE}.settings", f"{TABLE}.notices"}
"""What holds values that everybody at a table may see."""
VIEW = "intrigue.web.view"
PURE = {f"{VIEW}.scene", f"{VIEW}.book", f"{VIEW}.sandbox_link", f"{VIEW}.statistics"}
"""What of the views holds what one viewer may see, or nothing of any table."""
SECRET_OF_GAMES = (
    "state",
    "view",
    "moves",
    "sample",
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


def imports(path: Path) -> set[str]:
    """Every module that a file names, also as `from package import module`."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


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


@pytest.mark.parametrize("path", SEALED, ids=lambda path: path.name)
def test_nothing_that_makes_pages_reaches_a_state(path: Path) -> None:
    assert [module for module in sorted(imports(path)) if secret(module)] == []


def test_what_is_secret_is_known() -> None:
    leads = [
        "intrigue.web.table.table",
        "intrigue.web.table",
        "intrigue.games.richelieu.state",
        "intrigue.engine.match",
    ]
    assert all(map(secret, [*leads, "intrigue.games.oriflamme.view.seen", "intrigue.web.view.scene_builder"]))
    assert not any(
        map(secret, ["intrigue.games.oriflamme.words", "intrigue.web.table.settings.Clock", "intrigue.games"])
    )


@pytest.mark.parametrize("path", sorted((WEB / "templates").rglob("*.html")), ids=lambda path: path.name)
def test_templates_trust_nothing_and_hold_no_script_or_style(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "|safe" not in text.replace(" ", "") and "autoescapefalse" not in text.replace(" ", "")
    assert " style=" not in text and " onclick=" not in text and "<style" not in text
