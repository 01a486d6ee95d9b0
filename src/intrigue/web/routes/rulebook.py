"""The rulebook: which game, and its rules, whole or searched."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from intrigue.games import GAMES
from intrigue.rulebook.search import LONGEST
from intrigue.web.errors import Refusal
from intrigue.web.http.requests import current_visitor, page_response, site_info
from intrigue.web.render import rulebook
from intrigue.web.view.rulebook_examples import open_book


async def choose(request: Request) -> Response:
    """All games."""
    visitor = await current_visitor(request)
    return page_response(request, visitor, rulebook.choose(visitor.me, site_info(request)))


async def read(request: Request) -> Response:
    """The rules of one game, in the edition that is asked for or that the reader's language plays with."""
    visitor = await current_visitor(request)
    game = GAMES.get(request.path_params["game"])
    if game is None:
        raise Refusal(404, "serve.fault.no_page")
    edition = request.query_params.get("edition") or game.usual_edition(visitor.me.language)
    if edition not in game.editions:
        raise Refusal(404, "serve.fault.no_page")
    query = request.query_params.get("q", "")[:LONGEST]
    return page_response(
        request, visitor, rulebook.page(visitor.me, site_info(request), open_book(game.name, edition), query)
    )
