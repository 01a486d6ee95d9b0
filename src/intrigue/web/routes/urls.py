"""Every address of the site, split by what it is about. GET changes nothing; a POST needs a page of ours.

A `Page` is looked at by axe, drawn and asked for in every role without being listed anywhere else: see "A page" in
CONTRIBUTING.md.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from intrigue.web.routes import (
    account,
    assets,
    bot_seats,
    chat,
    health,
    lessons,
    live,
    my_games,
    notifications,
    pages,
    replay,
    rulebook,
    sandbox,
    seats,
    tables,
)


class Page(Route):
    """What people look at, under a name of its own."""

    def __init__(self, path: str, handler: Callable[[Request], Awaitable[Response]], name: str) -> None:
        super().__init__(path, handler, methods=["GET"], name=name)


ROUTES: list[BaseRoute] = [
    Route("/t/{table}/do", tables.do, methods=["POST"]),  # the first that fits answers, and this is asked most
    Page("/", pages.home, "home"),
    Route("/quick", tables.quick, methods=["POST"]),
    Page("/new", pages.new, "new"),
    Route("/new", tables.new, methods=["POST"]),
    Page("/tables", pages.tables, "tables"),
    Page("/about", pages.about, "about"),
    Page("/rules", rulebook.choose, "rules"),
    Page("/rules/{game}", rulebook.read, "rulebook"),
    Page("/learn", lessons.choose, "learn"),
    Route("/learn", lessons.begin, methods=["POST"]),
    Route("/me", pages.me, methods=["POST"]),
    Page("/me", account.me, "identity"),
    Route("/me/recovery", account.make_code, methods=["POST"]),
    Route("/me/recover", account.use_code, methods=["POST"]),
    Route("/me/export", account.export, methods=["GET"]),
    Page("/me/delete", account.ask_delete, "delete"),
    Route("/me/delete", account.delete, methods=["POST"]),
    Page("/me/gone", account.gone, "gone"),
    Page("/me/notices", notifications.settings, "notices"),
    Route("/me/notices/trial", notifications.trial, methods=["POST"]),
    Route("/me/push", notifications.subscribe, methods=["POST"]),
    Route("/me/push/stop", notifications.unsubscribe, methods=["POST"]),
    Route("/me/hook", notifications.set_hook, methods=["POST"]),
    Route("/worker.js", notifications.worker, methods=["GET"]),
    Page("/mine", my_games.games, "mine"),
    Route("/mine/next", my_games.onto_next, methods=["GET"]),
    Route("/mine/waiting", my_games.others_wait, methods=["GET"]),
    Page("/mine/statistics", my_games.statistics, "statistics"),
    Page("/ladder", my_games.ladder, "ladder"),
    Page("/t/{table}", tables.table, "table"),
    Route("/t/{table}/rematch", tables.rematch, methods=["POST"]),
    Route("/t/{table}/record", tables.record, methods=["GET"]),
    Route("/t/{table}/qr.svg", tables.qr, methods=["GET"]),
    Route("/t/{table}/past", replay.past, methods=["GET"]),
    Page("/t/{table}/replay", replay.watch, "replay"),
    Route("/t/{table}/replay/step", replay.step, methods=["GET"]),
    Route("/t/{table}/replay/what-if", replay.what_if, methods=["POST"]),
    Page("/replay", replay.ask, "upload"),
    Route("/replay", replay.bring, methods=["POST"]),
    Page("/replay/{record}", replay.watch, "replay-record"),
    Route("/replay/{record}/step", replay.step, methods=["GET"]),
    Route("/replay/{record}/record", replay.record, methods=["GET"]),
    Route("/replay/{record}/what-if", replay.what_if, methods=["POST"]),
    Page("/sandbox", sandbox.see, "sandbox"),
    Route("/sandbox/look", sandbox.look, methods=["POST"]),
    Route("/sandbox/edit", sandbox.edit, methods=["POST"]),
    Route("/sandbox/play", sandbox.play_on, methods=["POST"]),
    Route("/sandbox/qr.svg", sandbox.qr, methods=["GET"]),
    Route("/t/{table}/private", seats.private, methods=["GET"]),
    Route("/t/{table}/orders", seats.orders, methods=["GET"]),
    Route("/t/{table}/orders", seats.set_orders, methods=["POST"]),
    Route("/t/{table}/code", seats.code, methods=["POST"]),
    Route("/t/{table}/takeover", seats.take_over, methods=["POST"]),
    Route("/t/{table}/say", chat.say, methods=["POST"]),
    Route("/t/{table}/notices", notifications.of_table, methods=["GET"]),
    Route("/t/{table}/notices", notifications.set_table, methods=["POST"]),
    Route("/t/{table}/poll", live.poll, methods=["GET"]),
    WebSocketRoute("/t/{table}/live", live.live),
    Route("/t/{table}/lend", bot_seats.lend, methods=["POST"]),
    WebSocketRoute("/t/{table}/bot", bot_seats.play),
    Route("/healthz", health.lives, methods=["GET"]),
    Route("/readyz", health.ready, methods=["GET"]),
    Route("/metrics", health.metrics, methods=["GET"]),
    Route("/hints/{game}/{edition}/{language}", assets.hints, methods=["GET"]),
    Route("/manifest/{language}", assets.manifest, methods=["GET"]),
    Route("/static/{path:path}", assets.static, methods=["GET"]),
    Page("/{path:path}", pages.nothing, "fault"),
]
