"""What went wrong is written down without cards, moves or tokens, and told to nobody (threat 13)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from web.guests import PATIENCE, Site, move, playing
from websockets.exceptions import ConnectionClosed

from intrigue.engine.errors import IllegalMove
from intrigue.locale import words
from intrigue.web.observe.logging import Discreet
from intrigue.web.store import Full, Unavailable
from intrigue.web.table.table import Table
from intrigue.web.view import scene_builder

CANARY = "canary-of-a-hidden-card"


@pytest.fixture
def written() -> Iterator[list[str]]:
    """Every line of the log as a handler with our filter writes it."""
    lines: list[str] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    handler = Handler()
    handler.addFilter(Discreet())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield lines
    root.removeHandler(handler)
    root.setLevel(level)


class Broken(Exception):
    """A fault that says too much."""


def test_a_fault_inside_is_a_page_and_a_discreet_line(
    site: Site, monkeypatch: pytest.MonkeyPatch, written: list[str]
) -> None:
    table, guests = playing(site)
    guest = guests[0]

    def breaks(*given: Any, **named: Any) -> Any:
        raise Broken(CANARY, given, guest.http.cookies["intrigue"])

    monkeypatch.setattr(scene_builder, "scene", breaks)
    page = guest.page(f"/t/{table}")
    assert page.status_code == 500 and "<html" in page.text
    assert words("en")("serve.fault.inside") in page.text
    assert guest.get(f"/t/{table}/poll?since=0").json() == {"message": words("en")("serve.fault.inside")}
    monkeypatch.undo()
    monkeypatch.setattr(Table, "answer", breaks)
    assert move(site, table, guests).status_code == 500
    monkeypatch.undo()
    assert move(site, table, guests).status_code == 200
    text = "\n".join(written)
    assert text.count("Broken") >= 3 and "test_logging.py" in text
    assert CANARY not in text and guest.http.cookies["intrigue"] not in text
    for told in (page.text, text):
        assert "Traceback" not in told and CANARY not in told


def test_a_socket_that_breaks_is_closed(site: Site, monkeypatch: pytest.MonkeyPatch, written: list[str]) -> None:
    guest = site.guest()
    table = guest.open()

    def breaks(*given: Any, **named: Any) -> Any:
        raise Broken(CANARY)

    monkeypatch.setattr(scene_builder, "scene", breaks)
    with guest.socket(table) as line, pytest.raises(ConnectionClosed) as closed:
        line.recv(PATIENCE)
    assert closed.value.rcvd and closed.value.rcvd.code == 1011
    assert CANARY not in "".join(written)


@pytest.mark.parametrize(("fault", "key"), [(Unavailable, "away"), (Full, "full")])
def test_a_database_that_is_away_is_said_so_and_nothing_is_half_done(
    site: Site, monkeypatch: pytest.MonkeyPatch, fault: type[Exception], key: str
) -> None:
    guest = site.guest()
    table = guest.open()
    version, used = guest.version(table), site.key()
    store = type(site.parts.store)

    async def away(*given: Any, **named: Any) -> Any:
        raise fault(CANARY)

    monkeypatch.setattr(store, "append", away)
    answer = guest.ask(table, version, used, do="fill", seat=2, level="page")
    assert answer.status_code == 503 and answer.headers["retry-after"]
    assert answer.json() == {"message": words("en")(f"serve.fault.{key}"), "why": key}
    assert guest.version(table) == version
    monkeypatch.undo()
    again = guest.ask(table, version, used, do="fill", seat=2, level="page")
    assert again.json() == {"version": version + 1}


def test_a_whole_game_leaves_no_move_and_no_token_in_the_log(site: Site, written: list[str]) -> None:
    table, guests = playing(site)
    lines = [guest.socket(table) for guest in guests]
    for _ in range(12):
        assert move(site, table, guests).status_code == 200
        guests[0].ask(table, do="move", seat=1, move="place archer first")
        guests[0].post(f"/t/{table}/takeover", {"code": "ABCDEFGH"})
    for line in lines:
        line.close()
    text = "\n".join(written)
    for guest in guests:
        assert guest.http.cookies["intrigue"] not in text and guest.form_token not in text
    for word in ("archer", "place ", "reveal", "ABCDEFGH", "Guest2"):
        assert word not in text


def test_the_filter_hides_what_others_write() -> None:
    log = logging.getLogger("asyncio")
    made = log.makeRecord(
        "asyncio",
        logging.ERROR,
        "x",
        1,
        "Task exception was never retrieved\nfuture: <Task exception=IllegalMove('place archer first')>",
        (),
        None,
    )
    assert Discreet().filter(made) and "archer" not in made.getMessage()
    try:
        raise IllegalMove("place archer first", ["place spy first"])
    except IllegalMove as fault:
        found = (type(fault), fault, fault.__traceback__)
    made = log.makeRecord("uvicorn.error", logging.ERROR, "x", 1, "broken by %s: %r", ("archer", fault_like()), found)
    assert Discreet().filter(made)
    text = logging.Formatter().format(made)
    assert "archer" not in text and "spy" not in text and "IllegalMove" in text
    made = log.makeRecord("intrigue.web", logging.ERROR, "x", 1, "%s at %d", ("a" * 43, 7), None)
    Discreet().filter(made)
    assert made.getMessage() == "… at 7"


def fault_like() -> object:
    return {"hand": ["archer"]}
