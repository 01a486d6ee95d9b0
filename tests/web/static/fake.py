"""A server that says what a test tells it to: the page of a made-up table, numbered frames, and every kind of fault."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

import intrigue
from intrigue.locale import words
from intrigue.web.http.middleware import CSP

STATIC = Path(intrigue.__file__).parent / "web" / "static"
PATIENCE = 60
CARDS = ("archer", "spy", "soldier")
VIEWER = "viewer-one"
COMMITMENT = "5e" * 32
Move = tuple[str, list[str], str]


def attribute(value: Any) -> str:
    return escape(json.dumps(value))


def hand(kinds: tuple[str, ...] = CARDS) -> str:
    cards = "".join(
        f'<li><button type="button" class="held" id="h-{kind}" data-at="hand:{kind}" data-hint="kind:{kind}">'
        f"{kind}</button></li>"
        for kind in kinds
    )
    return f'<ul class="hand" data-group="hand">{cards}</ul>'


def board(things: tuple[int, ...] = (1, 2, 3, 4)) -> str:
    """A row of slots; the things in it keep their ids wherever they lie."""
    slots = "".join(
        f'<li id="s{number}"><button type="button" data-at="slot:{number}" aria-label="slot {number}">'
        f'<span class="card" id="c{thing}" data-flip data-hint="hidden">{thing}</span></button></li>'
        for number, thing in enumerate(things, start=1)
    )
    first = '<li><button type="button" data-at="to:first">first</button></li>'
    last = '<li><button type="button" data-at="to:last">last</button></li>'
    return f'<ol class="slots" data-group="row">{first}{slots}{last}</ol>'


def players(influence: int = 1, more: str = "") -> str:
    return (
        f'<ol><li id="p1">Ann <b>{influence}</b></li><li id="p2">Bob <b>2</b>'
        f'<details id="piles"><summary>piles</summary><p>spy</p></details></li></ol>{more}'
    )


def moves(kinds: tuple[str, ...] = CARDS) -> list[Move]:
    """Every card goes before the row, behind it, or onto slot 2; and there is one plain move."""
    placing: list[Move] = [
        (f"place {kind} {place}", [f"hand:{kind}", part], f"Place {kind} {place}")
        for kind in kinds
        for place, part in (("first", "to:first"), ("last", "to:last"), ("2", "slot:2"))
    ]
    return [*placing, ("wait", ["do:wait"], "Wait")]


def ask(version: int, listed: list[Move], question: str = "Place a card.", more: str = "") -> str:
    return (
        f'<form id="ask" data-version="{version}" data-seat="1" data-moves="{attribute(listed)}">'
        f'<p id="question">{question}</p><button type="button" data-at="do:wait">Wait</button>{more}</form>'
    )


def waiting(who: str = "Bob") -> str:
    return f'<p id="question">{who} is to act.</p>'


class Server(uvicorn.Server):
    """Says when it serves."""

    def __init__(self, config: uvicorn.Config, started: Callable[[uvicorn.Server], None]) -> None:
        super().__init__(config)
        self.tell = started

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        self.tell(self)


class Fake:
    """A table; tests change it from their own thread while the server's thread serves it."""

    def __init__(self) -> None:
        self.version = 7
        self.viewer = VIEWER
        self.attributes = ""  # more of the body
        self.table = ""  # more of <main>
        self.regions = {"head": "<p>Round 1</p>", "players": players(), "board": board(), "hand": hand()}
        self.regions |= {"prompt": ask(7, moves()), "seats": "", "result": "", "controls": ""}
        self.log = ["<li>The game begins.</li>"]
        self.frames: list[dict[str, Any]] = []
        self.talk: list[str] = []
        """What was said, as HTML by its number; empty where it was taken out."""
        self.rewritten = 0  # how often somebody was taken out
        self.posts: list[tuple[str, dict[str, Any]]] = []
        """Every POST that came, also those whose answer was lost."""
        self.joins: list[tuple[str, int]] = []
        """How and since which version browsers came."""
        self.done: dict[str, int] = {}
        """Keys that were taken, with the version each made."""
        self.react: Callable[[dict[str, Any]], dict[str, Any]] = lambda request: {"prompt": waiting()}
        """Which regions a request changes."""
        self.answers: dict[str, Any] = {}
        """What other addresses answer, by the end of the address."""
        self.no_sockets = False
        self.refuse: tuple[int, dict[str, Any]] | None = None
        """The answer to the next request, in place of doing it."""
        self.changed = threading.Condition()
        self.sockets: dict[WebSocket, tuple[asyncio.Queue[dict[str, Any]], int]] = {}
        self.polls: list[asyncio.Event] = []
        self.loop: asyncio.AbstractEventLoop | None = None
        self.server: Server | None = None
        self.port = 0

    # For tests

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/t/x"

    def wait(self, condition: Callable[[], bool]) -> None:
        """Waits until something is so here; the browser goes on meanwhile."""
        with self.changed:
            assert self.changed.wait_for(condition, PATIENCE)

    def push(self, regions: dict[str, str] | None = None, **more: Any) -> None:
        """A new version with these regions, sent to everybody."""
        self.call(lambda: self.advance(regions, **more))

    def send(self, message: dict[str, Any]) -> None:
        """A message as it is, to everybody."""
        self.call(lambda: self.tell(message))

    def every(self, pause: float, times: int, make: Callable[[int], dict[str, str]]) -> None:
        """Pushes by itself, so often and so many times."""
        loop = self.loop
        assert loop

        def work() -> None:
            for number in range(times):
                loop.call_later(pause * number, self.advance, make(number))

        loop.call_soon_threadsafe(work)

    def kick(self, code: int) -> None:
        """Closes every socket."""

        async def work() -> None:
            for socket in list(self.sockets):
                await socket.close(code)

        assert self.loop
        asyncio.run_coroutine_threadsafe(work(), self.loop).result(PATIENCE)
        self.wait(lambda: not self.sockets)

    def call(self, what: Callable[[], Any]) -> None:
        if self.loop is None:
            what()
            return
        done = threading.Event()

        def work() -> None:
            what()
            done.set()

        self.loop.call_soon_threadsafe(work)
        assert done.wait(PATIENCE)

    # What happens at the table

    def advance(self, regions: dict[str, str] | None = None, **more: Any) -> None:
        self.version += 1
        self.regions |= regions or {}
        self.log += more.get("log", [])
        frame = {
            "type": "frame",
            "v": self.version,
            "for": self.viewer,
            "steps": [],
            "regions": regions or {},
            "log": [],
        }
        frame |= {"title": "Oriflamme", "turn": "<form" in self.regions["prompt"], "clock": None} | more
        frame |= {"phase": "playing", "sound": ""} | more
        self.frames.append(frame)
        self.tell(frame)

    def tell(self, message: dict[str, Any]) -> None:
        for queue, _ in self.sockets.values():
            queue.put_nowait(message)
        for poll in self.polls:
            poll.set()
        with self.changed:
            self.changed.notify_all()

    def snapshot(self) -> dict[str, Any]:
        told = {"type": "snapshot", "v": self.version, "for": self.viewer, "regions": self.regions, "log": self.log}
        return told | {
            "title": "Oriflamme",
            "turn": "<form" in self.regions["prompt"],
            "clock": None,
            "phase": "playing",
            "rewritten": self.rewritten,
        }

    def since(self, version: int, talk: int) -> list[dict[str, Any]]:
        said = [{"type": "talk", "n": n, "html": html} for n, html in enumerate(self.talk, 1) if html and n > talk]
        if version == 0:
            return [self.snapshot(), *said]
        return [frame for frame in self.frames if frame["v"] > version] + said

    # Addresses

    async def page(self, request: Request) -> Response:
        says = "".join(
            f'<span data-say="{key}">{escape(words("en")(key))}</span>'
            for key in words("en").sentences
            if key.startswith("client.")
        )
        region = {name: f'<div id="r-{name}">{html}</div>' for name, html in self.regions.items()}
        html = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Oriflamme</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/fake.css">
<script src="/static/js/early_input.js"></script><script type="module" src="/static/js/table.js"></script></head>
<body data-page="table" data-table="x" data-version="{self.version}" data-viewer="{self.viewer}" data-token="secret"
 data-hints="/hints/oriflamme/first/en" data-talk="{len(self.talk)}" data-theme="auto" {self.attributes}>
<header>{region["head"]}<p id="line" role="status"></p>
<button type="button" class="tool" popovertarget="drawer-talk">talk<span data-unread-words></span></button>
<span data-clock hidden></span></header>
<main id="table" data-game="oriflamme" data-family="oriflamme" data-phase="playing" {self.table}>
{region["players"]}{region["board"]}{region["seats"]}{region["result"]}{region["prompt"]}
<p id="short"></p><div id="confirm" hidden><p id="confirm-text"></p><button type="button" id="confirm-no">No</button>
<button type="button" id="confirm-yes">Yes</button></div>{region["hand"]}<p id="notice" role="alert" hidden></p></main>
<button type="button" id="film-again">again</button><button type="button" id="film-skip">skip</button>
<ol id="r-log" role="log" aria-live="off" tabindex="0">{"".join(self.log)}</ol>
<section id="drawer-talk" popover><div id="r-people"></div><ol id="r-talk">{"".join(self.talk)}</ol>
<form id="say"><input name="text" aria-label="text"><button>Send</button></form>
<button type="button" data-phrase="hello">Hello!</button></section>{region["controls"]}
<details><code id="commitment">{COMMITMENT}</code></details><p id="own-numbers" hidden><code></code></p>
<form id="likes" method="post" action="/me"><input type="hidden" name="token" value="secret">
<select name="speed" aria-label="speed"><option>normal</option><option>fast</option><option>none</option></select>
</form>
<form method="post" action="/me"><input type="hidden" name="token" value="secret">
<button name="theme" value="dark" aria-pressed="false">dark</button></form>
<button type="button" data-copy="http://table.example/t/x"><span>Copy</span></button>
<div id="hint" role="tooltip" hidden></div>
<dialog id="dialog-sure"><p id="sure-text"></p><form method="dialog"><button value="no">no</button>
<button value="yes">yes</button></form></dialog>
<dialog id="dialog-code"><p id="code"></p><form method="dialog"><button>close</button></form></dialog>
<dialog id="dialog-orders"><div id="orders"></div><form method="dialog"><button>close</button></form></dialog>
<dialog id="curtain"><p id="curtain-text"></p><button type="button" id="curtain-open">open</button></dialog>
<div id="announcer" aria-live="polite"></div><div id="says" hidden>{says}</div></body></html>"""
        return HTMLResponse(html, headers={"Content-Security-Policy": CSP, "Cache-Control": "no-store"})

    async def style(self, request: Request) -> Response:
        css = (
            "button{min-width:60px;min-height:44px;touch-action:manipulation}ol,ul{list-style:none;display:flex;"
            "margin:4px;padding:0}[hidden]{display:none!important}.card{display:block}#hint{background:#fff}"
            "body{margin:0}#confirm{position:fixed;bottom:0;left:0}#short{position:fixed;top:0;right:0;margin:0;pointer-events:none}"
        )
        return Response(css, media_type="text/css")

    async def do(self, request: Request) -> Response:
        posted = self.note("do", await request.json(), request)
        if self.refuse:
            (status, answer), self.refuse = self.refuse, None
            return JSONResponse(answer, status)
        if posted["key"] in self.done:
            return JSONResponse({"version": self.done[posted["key"]]})
        if posted["expected"] != self.version:
            return JSONResponse({"version": self.version, "message": "The table went on."}, 409)
        self.done[posted["key"]] = self.version + 1
        self.advance(self.react(posted["request"]))
        return JSONResponse({"version": self.version})

    async def other(self, request: Request) -> Response:
        end = request.url.path.rsplit("/", 1)[-1]
        if request.method == "POST":
            body = await request.body()
            kind = request.headers["content-type"]
            self.note(end, json.loads(body) if "json" in kind else {"form": body.decode()}, request)
        answer = self.answers.get(end, {})
        status, answer = answer if isinstance(answer, tuple) else (200, answer)
        return JSONResponse(answer, status)

    async def hints(self, request: Request) -> Response:
        self.note("hints", {}, None)
        blocks = [
            f'<template data-hint="kind:{kind}"><h3>{kind}</h3><p>About the {kind}.</p></template>' for kind in CARDS
        ]
        return HTMLResponse("".join([*blocks, '<template data-hint="hidden"><p>Face down.</p></template>']))

    def note(self, where: str, posted: dict[str, Any], request: Request | None) -> dict[str, Any]:
        if request is not None:
            assert request.headers.get("x-intrigue") == "secret"
        with self.changed:
            self.posts.append((where, posted))
            self.changed.notify_all()
        return posted

    def posted_bodies(self, where: str = "do") -> list[dict[str, Any]]:
        """What was posted to an address."""
        return [posted for end, posted in self.posts if end == where]

    async def live(self, socket: WebSocket) -> None:
        since, talk = int(socket.query_params["since"]), int(socket.query_params["talk"])
        with self.changed:
            self.joins.append(("socket", since))
            self.changed.notify_all()
        if self.no_sockets:
            await socket.send_denial_response(Response(status_code=403))
            return
        await socket.accept()
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        old = since and int(socket.query_params["rewritten"]) < self.rewritten
        for message in [{"type": "resync"}] if old else self.since(since, talk):
            queue.put_nowait(message)
        self.sockets[socket] = (queue, since)
        with self.changed:
            self.changed.notify_all()

        async def write() -> None:
            while True:
                await socket.send_text(json.dumps(await queue.get()))

        writing = asyncio.create_task(write())
        try:
            while True:
                if await socket.receive_text() == ".":
                    queue.put_nowait({"type": "alive"})
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            del self.sockets[socket]
            with self.changed:
                self.changed.notify_all()

    async def poll(self, request: Request) -> Response:
        since, talk = int(request.query_params["since"]), int(request.query_params["talk"])
        with self.changed:
            self.joins.append(("poll", since))
            self.changed.notify_all()
        news = asyncio.Event()
        self.polls.append(news)
        try:
            if not self.since(since, talk):
                await news.wait()
        finally:
            self.polls.remove(news)
        return JSONResponse({"messages": self.since(since, talk)})

    # Starting and stopping

    def start(self) -> None:
        """Serves; the port stays the same over restarts."""
        routes = [
            Route("/t/x", self.page),
            Route("/fake.css", self.style),
            Route("/t/x/do", self.do, methods=["POST"]),
            Route("/t/x/poll", self.poll),
            WebSocketRoute("/t/x/live", self.live),
            Route("/hints/oriflamme/first/en", self.hints),
            Mount("/static", StaticFiles(directory=STATIC)),
            Route("/t/x/{end}", self.other, methods=["GET", "POST"]),
            Route("/mine/{end}", self.other, methods=["GET"]),
            Route("/{end}", self.other, methods=["GET", "POST"]),
        ]
        config = uvicorn.Config(
            Starlette(routes=routes),
            "127.0.0.1",
            self.port,
            log_config=None,  # the log is shared with every other test of the process
            ws="websockets-sansio",
            lifespan="off",
        )
        self.server = Server(config, self.note_start)
        self.thread = threading.Thread(target=asyncio.run, args=(self.server.serve(),))
        self.thread.start()
        self.wait(lambda: self.loop is not None)

    def note_start(self, server: uvicorn.Server) -> None:
        with self.changed:
            self.port = server.servers[0].sockets[0].getsockname()[1]
            self.loop = asyncio.get_running_loop()
            self.changed.notify_all()

    def stop(self) -> None:
        """Stops; whoever is connected is told that this is a restart."""
        if self.server is None or self.loop is None:
            return
        server, self.server = self.server, None
        server.force_exit = True
        server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        self.loop = None
