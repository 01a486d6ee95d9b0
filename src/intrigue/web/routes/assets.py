"""Files that are the same for everybody: scripts, styles, pictures, and the explanations of cards."""

from __future__ import annotations

import json
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

from intrigue.games import GAMES
from intrigue.locale import LANGUAGES, words
from intrigue.web.errors import Refusal
from intrigue.web.games import registry
from intrigue.web.http import static_files

ICON = "art/favicon.svg"
SIZES = (192, 512)
"""Of the same icon as PNG, with room around it for masks; some telephones take no other."""
PAPER = "#f4ead2"
"""What a telephone shows before the page is there (see static/css/tokens.css)."""


async def static(request: Request) -> Response:
    """One of our files."""
    assets: static_files.Assets = request.app.state.assets
    return assets.response(request, request.path_params["path"])


def for_an_hour(request: Request, file: static_files.File, lasting: bool = True) -> Response:
    """A file that was made here; browsers may keep it for a while without asking, unless it does not last."""
    lifetime = "public, max-age=3600" if lasting else "no-cache"
    headers = {"Cache-Control": lifetime, "ETag": f'"{file.mark}"', "Vary": "Accept-Encoding"}
    return static_files.file_response(request, file, headers)


async def hints(request: Request) -> Response:
    """What every card, prize and prompt of a game says of itself."""
    game, edition, language = (request.path_params[name] for name in ("game", "edition", "language"))
    if game not in GAMES or edition not in GAMES[game].editions or language not in LANGUAGES:
        raise Refusal(404, "serve.fault.no_page")
    of_this_deck = request.query_params.get("deck", "") == registry.deck_mark(game)
    return for_an_hour(request, hints_file(game, edition, language), of_this_deck)


@lru_cache(maxsize=200)
def hints_file(game: str, edition: str, language: str) -> static_files.File:
    """The explanations as a file."""
    return static_files.file_of(
        str(registry.hints(game, edition, words(language))).encode(), "text/html; charset=utf-8"
    )


async def manifest(request: Request) -> Response:
    """How the site is called and looks on a home screen, which some telephones ask for before they take notices."""
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise Refusal(404, "serve.fault.no_page")
    assets: static_files.Assets = request.app.state.assets
    icons = tuple(assets.address(f"art/icon-{size}.png") for size in SIZES)
    return for_an_hour(request, manifest_file(language, assets.address(ICON), icons))


def manifest_file(language: str, icon: str, icons: tuple[str, ...]) -> static_files.File:
    """How the site is called and looks on a home screen, as a file."""
    say = words(language)
    manifest_fields = {
        "id": "/",
        "name": say("web.site.name"),
        "description": say("web.site.about"),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": icon, "type": "image/svg+xml", "sizes": "any"},
            *(
                {"src": png, "type": "image/png", "sizes": f"{size}x{size}", "purpose": purpose}
                for size, png in zip(SIZES, icons, strict=True)
                for purpose in ("any", "maskable")
            ),
        ],
    }
    return static_files.file_of(json.dumps(manifest_fields, ensure_ascii=False).encode(), "application/manifest+json")
