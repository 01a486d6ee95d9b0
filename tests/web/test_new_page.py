"""A page is a template, a function in `render/`, a handler, a line in the routes' table, and its texts: axe, pictures
and the matrix of roles know it from there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from declared import copy_package, with_changes
from sample_pages import fill
from web.secrecy.test_threat_matrix import rule_of

from intrigue.web.render import pages as render
from intrigue.web.routes import pages as routes
from intrigue.web.routes import urls

TESTS = Path(__file__).parents[1]
TOOLS = TESTS.parent / "tools"

TEMPLATE = """{% extends "page.html" %}
{% block title %}{{ say("web.toast.title") }} · {{ say("web.site.name") }}{% endblock %}
{% block content %}
<article class="prose">
  <h1>{{ say("web.toast.title") }}</h1>
  <p class="lead">{{ say("web.toast.to", game=say("game." ~ game)) }}</p>
</article>
{% endblock %}
"""
RENDER = '''
def toast(me: Me, site: SiteInfo, game: str) -> str:
    """A toast to a game."""
    return page("toast", me, site, f"/toast/{game}", game=game)


'''
HANDLER = '''
async def toast(request: Request) -> Response:
    """A toast to a game that we have."""
    visitor, game = await current_visitor(request), request.path_params["game"]
    if game not in GAMES:
        raise Refusal(404, "serve.fault.no_page")
    return page_response(request, visitor, pages.toast(visitor.me, site_info(request), game))


'''
LINE = '    Page("/toast/{game}", pages.toast, "toast"),\n'
TEXTS = {
    "en": ("A toast", "To {game}!"),
    "fr": ("Un toast", "Levons nos verres au jeu {game}."),
    "ru": ("Тост", "За нашу игру «{game}»!"),
    "uk": ("Тост", "За нашу гру «{game}»!"),
}
ALREADY = [
    "web/render/test_words.py",
    "web/test_storeys.py",
    "locale/test_catalogues.py",
    "web/secrecy/test_imports.py",
]
"""Tests that know a page by its files."""
PYTEST = ("-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider")


def follow_the_walk(folder: Path) -> Path:
    """A copy of the package with one page more, as CONTRIBUTING says; returns the folder that it is imported from."""
    copy = copy_package(folder)
    for language, (title, to) in TEXTS.items():
        with (copy / "locale" / language / "web.po").open("a", encoding="utf-8") as catalogue:
            catalogue.write(f'\nmsgid "web.toast.title"\nmsgstr "{title}"\n\nmsgid "web.toast.to"\nmsgstr "{to}"\n')
    (copy / "web" / "templates" / "toast.html").write_text(TEMPLATE, encoding="utf-8")
    changed = {
        "render/pages.py": with_changes(render, ("\ndef about(", f"{RENDER}def about(")),
        "routes/pages.py": with_changes(
            routes,
            ("\nasync def about(", f"{HANDLER}async def about("),
            ("from intrigue.web.errors", "from intrigue.games import GAMES\nfrom intrigue.web.errors"),
        ),
        "routes/urls.py": with_changes(urls, ('    Page("/about"', f'{LINE}    Page("/about"')),
    }
    for path, source in changed.items():
        (copy / "web" / path).write_text(source, encoding="utf-8")
    return copy.parent


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package of one page more."""
    return follow_the_walk(tmp_path_factory.mktemp("page"))


def run(package: Path, *command: str) -> str:
    """What a program says that runs in that package."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (package, TESTS, TOOLS)))}
    done = subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def test_a_page_of_the_routes_is_looked_at_drawn_and_asked_for(package: Path) -> None:
    code = """
from sample_pages import fill
from screenshots import PICTURES
from web.access.test_axe import ALIKE, PLACES
from web.secrecy.test_threat_matrix import ADDRESSES, FREE, Rule, rule_of
path = "/toast/{game}"
assert fill(path) == "/toast/richelieu"
assert PLACES["toast"].path == path and "toast" not in ALIKE
assert [picture.path for picture in PICTURES if picture.name == "toast"] == [path]
assert ("GET", path) in ADDRESSES and rule_of("GET", path) == Rule(*FREE)
"""
    run(package, "-c", code)


def test_an_address_that_nobody_can_fill_or_that_has_no_rule_says_what_to_do() -> None:
    with pytest.raises(
        LookupError, match=r"{guest} of /toast/{guest}. Give SAMPLES in tools/sample_pages.py an example"
    ):
        fill("/toast/{guest}")
    with pytest.raises(AssertionError, match="GET /toast has no rule: say in RULES"):
        rule_of("GET", "/toast")


@pytest.mark.full
def test_axe_and_every_role_look_at_it(package: Path) -> None:
    matrix = "web/secrecy/test_threat_matrix.py::test_every_role_at_every_address"
    tests = ["web/access/test_axe.py::test_axe[toast]", f"{matrix}[nobody-closed]", f"{matrix}[holder-open]"]
    assert "3 passed" in run(package, *PYTEST, *(str(TESTS / path) for path in tests))


@pytest.mark.full
def test_tests_of_texts_and_imports_pass_with_it(package: Path) -> None:
    assert " passed" in run(package, *PYTEST, *(str(TESTS / path) for path in ALREADY))


@pytest.mark.full
def test_its_picture_is_drawn(package: Path, tmp_path: Path) -> None:
    code = f"""
import pathlib, sys
import screenshots
screenshots.OUT = pathlib.Path({str(tmp_path)!r})
sys.argv = "screenshots --only toast --language uk --theme dark --size 360x640".split()
screenshots.main()
"""
    run(package, "-c", code)
    assert (tmp_path / "toast.png").is_file() and (tmp_path / "toast" / "uk-360x640-dark.png").is_file()
