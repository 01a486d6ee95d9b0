"""Every address of the site, split by what it is about. GET changes nothing; a POST needs a page of ours."""

from __future__ import annotations

from starlette.routing import BaseRoute, Route, WebSocketRoute

from intrigue.web.routes import files, lines, pages, seats, tables, talk

ROUTES: list[BaseRoute] = [
    Route("/", pages.home, methods=["GET"]),
    Route("/quick", tables.quick, methods=["POST"]),
    Route("/new", pages.new, methods=["GET"]),
    Route("/new", tables.new, methods=["POST"]),
    Route("/tables", pages.tables, methods=["GET"]),
    Route("/about", pages.about, methods=["GET"]),
    Route("/me", pages.me, methods=["POST"]),
    Route("/t/{table}", tables.table, methods=["GET"]),
    Route("/t/{table}/do", tables.do, methods=["POST"]),
    Route("/t/{table}/rematch", tables.rematch, methods=["POST"]),
    Route("/t/{table}/record", tables.record, methods=["GET"]),
    Route("/t/{table}/qr.svg", tables.qr, methods=["GET"]),
    Route("/t/{table}/private", seats.private, methods=["GET"]),
    Route("/t/{table}/orders", seats.orders, methods=["GET"]),
    Route("/t/{table}/orders", seats.set_orders, methods=["POST"]),
    Route("/t/{table}/code", seats.code, methods=["POST"]),
    Route("/t/{table}/takeover", seats.take_over, methods=["POST"]),
    Route("/t/{table}/say", talk.say, methods=["POST"]),
    Route("/t/{table}/poll", lines.poll, methods=["GET"]),
    WebSocketRoute("/t/{table}/live", lines.live),
    Route("/hints/{game}/{edition}/{language}", files.hints, methods=["GET"]),
    Route("/static/{path:path}", files.static, methods=["GET"]),
    Route("/{path:path}", pages.nothing, methods=["GET"]),
]
