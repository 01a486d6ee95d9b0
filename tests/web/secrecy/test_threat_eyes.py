"""People come, leave, change seats and devices while a game runs: nobody gets a message for other eyes (threat 5)."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from web.guests import PATIENCE, Guest, Site, running
from websockets.exceptions import ConnectionClosed

from intrigue.locale import LANGUAGES
from intrigue.web.live import hub
from intrigue.web.render import frames
from intrigue.web.runtime.tokens import token_hash
from intrigue.web.table.log_entries import Began, Entry, HandedOver, Rose, Sat
from intrigue.web.table.table import Table, move_by
from intrigue.web.view import viewers as visibility
from intrigue.web.view.scene import Viewer

SEATS = (1, 2, 3, 4, 5)
Heard = tuple[int, str, frozenset[str]]
"""Version, for whom, and the hand that a message holds."""


class Listener:
    """Somebody who reads everything that comes, by socket or by polling, and connects again when told to."""

    def __init__(self, guest: Guest, table: str, polls: bool) -> None:
        self.guest, self.table, self.polls = guest, table, polls
        self.heard: list[Heard] = []
        self.stop = threading.Event()
        self.version = 0
        self.thread = threading.Thread(target=self.poll if polls else self.listen)
        self.thread.start()

    def listen(self) -> None:
        while not self.stop.is_set():
            with self.guest.socket(self.table, self.version) as line:
                while not self.stop.is_set():
                    try:
                        if not self.hear(json.loads(line.recv(0.05))):
                            break
                    except TimeoutError:
                        continue
                    except ConnectionClosed:
                        break

    def poll(self) -> None:
        while not self.stop.is_set():
            for message in self.guest.poll(self.table, self.version):
                self.hear(message)

    def hear(self, message: dict[str, Any]) -> bool:
        """Notes a message; whether the line goes on."""
        if message["type"] in ("frame", "snapshot"):
            hand = frozenset(re.findall(r"""id=["']h-(\w+)""", json.dumps(message["regions"].get("hand", ""))))
            self.heard.append((message["v"], message["for"], hand))
            self.version = message["v"]
        if message["type"] == "resync":
            self.version = 0
            return False
        return True

    def end(self) -> None:
        self.stop.set()
        self.thread.join(PATIENCE)


class Crowd:
    """A table of five, and more people than seats who do whatever they like."""

    def __init__(self, site: Site, seed: int) -> None:
        self.site, self.chance = site, Random(seed)
        self.guests = [site.guest(**{"Accept-Language": LANGUAGES[n % len(LANGUAGES)]}) for n in range(9)]
        self.table = self.guests[0].open(players="5", fill="bots")
        for guest, seat in zip(self.guests[1:4], SEATS[1:], strict=False):
            guest.sit(self.table, seat, f"Guest{seat}")
        for guest in self.guests:
            guest.post("/me", {"speed": "fast"})
        for guest, seat in zip(self.guests[:4], SEATS, strict=False):
            guest.ready(self.table, seat)

    def table_now(self) -> Table:
        return self.site.inside(lambda: self.site.parts.tables.get(self.table))

    def act(self) -> None:
        """One thing that somebody does."""
        guest = self.chance.choice(self.guests)
        seat = self.seat_of(guest)
        what = self.chance.choice(("move", "move", "move", "sit", "rise", "hand over", "vote"))
        if what == "move":
            self.move()
        elif what == "sit":
            guest.ask(self.table, do="sit", seat=self.chance.choice(SEATS), name="Guest")
        elif what == "rise" and seat and sum(one.person is not None for one in self.table_now().seats) > 2:
            guest.ask(self.table, do="rise", seat=seat)
        elif what == "hand over" and seat:
            code = guest.post(f"/t/{self.table}/code", {"seat": seat}).json()["code"]
            other = self.chance.choice([one for one in self.guests if one is not guest])
            other.post(f"/t/{self.table}/takeover", {"code": code})
        elif what == "vote" and seat:
            guest.ask(self.table, do="vote", seat=seat, end=False)

    def move(self) -> None:
        """Whoever is asked moves; bots too."""
        found = self.table_now()
        if found.to_act is None or found.match is None:
            return
        seat, move = found.to_act, self.chance.choice(found.match.moves())
        contents = move_by(found, seat, move, "bot")
        self.site.inside(
            lambda: self.site.parts.tables.act(self.table, found.version, f"bot:{found.version}", contents)
        )

    def seat_of(self, guest: Guest) -> int:
        person = self.person(guest)
        return next((seat.number for seat in self.table_now().seats if seat.person == person), 0)

    def person(self, guest: Guest) -> int:
        found = self.site.inside(lambda: self.site.parts.store.person(token_hash(guest.http.cookies["intrigue"])))
        assert found
        return found.id

    def log(self) -> list[Entry]:
        return self.site.inside(lambda: self.site.parts.store.read(self.table))


class Truth:
    """Who held which seat at which version, and what each seat held in hand."""

    def __init__(self, table: str, secret: bytes, log: list[Entry]) -> None:
        fold = Table(table, secret)
        self.holders: dict[int, dict[int, int | None]] = {}
        self.hands: dict[int, dict[int, frozenset[str]]] = {}
        for entry in log:
            fold.apply(entry)
            self.holders[fold.version] = {seat.number: seat.person for seat in fold.seats}
            if fold.match:
                views = {seat: fold.match.view(seat)["players"][seat - 1]["hand"] for seat in SEATS}
                self.hands[fold.version] = {seat: frozenset(hand) for seat, hand in views.items()}
        self.last = fold.version

    def fault(self, person: int, seat: int, heard: Heard) -> str:
        """Why a message was not for somebody; empty if it was."""
        version, _, hand = heard
        if seat == 0:
            return f"a hand for who has no seat at {version}" if hand else ""
        if not any(self.holders[later][seat] == person for later in range(version, self.last + 1)):
            return f"seat {seat} at {version}, left before"
        if hand and hand != self.hands[version][seat]:
            return f"another hand than that of seat {seat} at {version}"
        return ""


def faults(crowd: Crowd, listeners: list[Listener]) -> list[str]:
    secret = crowd.site.inside(lambda: crowd.site.parts.store.secret(crowd.table))
    assert secret
    truth = Truth(crowd.table, secret, crowd.log())
    found = []
    for number, listener in enumerate(listeners):
        language, person = LANGUAGES[crowd.guests.index(listener.guest) % len(LANGUAGES)], crowd.person(listener.guest)
        viewers = {seat: Viewer(seat, (seat,) if seat else ()) for seat in (0, *SEATS)}
        marks = {frames.mark(crowd.table, viewer, language): seat for seat, viewer in viewers.items()}
        for heard in listener.heard:
            if heard[1] not in marks:
                found.append(f"{number}: somebody else's language or table at {heard[0]}")
            elif fault := truth.fault(person, marks[heard[1]], heard):
                found.append(f"{number}: {fault}")
    return found


def run_crowd(folder: Path, seed: int, steps: int = 70) -> tuple[list[str], list[Entry], int]:
    with running(folder, poll=0.05) as site:
        crowd = Crowd(site, seed)
        listeners = [Listener(guest, crowd.table, polls=False) for guest in crowd.guests]
        listeners += [Listener(guest, crowd.table, polls=True) for guest in crowd.guests[::4]]
        for _ in range(steps):
            crowd.act()
        for listener in listeners:
            listener.end()
        return faults(crowd, listeners), crowd.log(), sum(len(one.heard) for one in listeners)


@pytest.mark.parametrize("seed", [1, 2])
def test_seats_change_while_moves_are_made(tmp_path: Path, seed: int) -> None:
    found, log, heard = run_crowd(tmp_path, seed)
    assert found == []
    changes = [entry for entry in log if isinstance(entry.content, Sat | Rose | HandedOver)]
    began = next(entry.version for entry in log if isinstance(entry.content, Began))
    assert len([entry for entry in changes if entry.version > began]) >= 5 and heard > 200


def test_a_message_remembered_without_its_viewer_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[tuple[str, int], str] = {}
    honest = hub.Hub.frame

    def leaky(self: hub.Hub, table: Table, viewer: Viewer, moment: Any, words: Any) -> str:
        return kept.setdefault((table.id, moment.version), honest(self, table, viewer, moment, words))

    monkeypatch.setattr(hub.Hub, "frame", leaky)
    found, _, _ = run_crowd(tmp_path, 1, 25)
    assert found


def test_eyes_that_are_not_asked_anew_are_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[int, Viewer] = {}

    def leaky(table: Table, person: int | None) -> Viewer:
        viewer = visibility.require_viewer(table, person)
        return kept.setdefault(person or 0, viewer) if table.phase == "playing" else viewer

    monkeypatch.setattr(hub, "viewers", SimpleNamespace(**vars(visibility) | {"require_viewer": leaky}))
    found, _, _ = run_crowd(tmp_path, 1)
    assert found
