"""The rulebook: which game, and its rules, whole or searched."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from intrigue.games import GAMES
from intrigue.rulebook.search import LONGEST
from intrigue.web.errors import Refusal
from intrigue.web.http.requests import asker, shown, site_info
from intrigue.web.render import rulebook


async def choose(request: Request) -> Response:
    """All games."""
    who = await asker(request)
    return shown(request, who, rulebook.choose(who.me, site_info(request)))


async def read(request: Request) -> Response:
    """The rules of one game, in the edition that is asked for or that the reader's language plays with."""
    who = await asker(request)
    game = GAMES.get(request.path_params["game"])
    if game is None:
        raise Refusal(404, "serve.fault.no_page")
    edition = request.query_params.get("edition") or game.usual_edition(who.me.language)
    if edition not in game.editions:
        raise Refusal(404, "serve.fault.no_page")
    query = request.query_params.get("q", "")[:LONGEST]
    return shown(request, who, rulebook.page(who.me, site_info(request), game.name, edition, query))
