"""Who asks too often waits, and nobody's asking fills the memory (threat 20)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from web.guests import GENEROUS, PATIENCE, Site, running, until
from websockets.exceptions import ConnectionClosed, InvalidStatus

from intrigue.locale import words
from intrigue.web import app
from intrigue.web.config import Rate
from intrigue.web.errors import TooMany
from intrigue.web.runtime.rate_limit import Limits, neighbourhood

STANDING = 1_000_000


@pytest.fixture
def strict(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Site]:
    """A server on which time stands still, strict in one thing."""
    with running(tmp_path, now=lambda: STANDING, rates=GENEROUS | {request.param: Rate(3, 60)}, lines=3) as site:
        yield site


def refused(answer: httpx.Response) -> bool:
    if answer.status_code == 429:
        assert answer.headers["retry-after"] == "20"
        assert answer.json() == {"message": words("en")("serve.too_many", n=20)}
    return answer.status_code == 429


@pytest.mark.parametrize("strict", ["post"], indirect=True)
def test_a_person_posts_only_so_much(strict: Site) -> None:
    guest, other = strict.guest(), strict.guest()
    assert [refused(guest.post("/me", {"speed": "fast"})) for _ in range(5)] == [False] * 3 + [True] * 2
    assert not refused(other.post("/me", {"speed": "fast"}))


@pytest.mark.parametrize("strict", ["table"], indirect=True)
def test_an_address_opens_only_so_many_tables(strict: Site) -> None:
    answers = [strict.guest().post("/new", {"game": "oriflamme"}) for _ in range(5)]
    assert [refused(answer) for answer in answers] == [False] * 3 + [True] * 2
    page = strict.guest().submit("/quick", {"game": "oriflamme"})
    assert page.status_code == 429 and "<html" in page.text


@pytest.mark.parametrize("strict", ["say"], indirect=True)
def test_a_person_says_only_so_much(strict: Site) -> None:
    guest = strict.guest()
    table = guest.open()
    said = [guest.post(f"/t/{table}/say", {"key": strict.key(), "kind": "text", "text": "hm"}) for _ in range(5)]
    assert [refused(answer) for answer in said] == [False] * 3 + [True] * 2


@pytest.mark.parametrize("strict", ["try"], indirect=True)
def test_codes_are_not_guessed(strict: Site) -> None:
    host, thief = strict.guest(), strict.guest()
    table = host.open()
    code = host.post(f"/t/{table}/code", {"seat": 1}).json()["code"]
    tried = [thief.post(f"/t/{table}/takeover", {"code": "AAAAAAAA"}) for _ in range(4)]
    assert [answer.status_code for answer in tried] == [422, 422, 422, 429]
    assert thief.post(f"/t/{table}/takeover", {"code": code}).status_code == 429


@pytest.mark.parametrize("strict", ["request"], indirect=True)
def test_an_address_asks_only_so_much(strict: Site) -> None:
    guest = strict.guest()
    assert [refused(guest.get("/static/css/site.css")) for _ in range(5)] == [False] * 3 + [True] * 2


@pytest.mark.parametrize("strict", ["message"], indirect=True)
def test_a_line_is_for_listening(strict: Site) -> None:
    guest = strict.guest()
    with guest.socket(guest.open()) as line:
        for _ in range(4):
            line.send("x")
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                line.recv(PATIENCE)
    assert closed.value.rcvd and closed.value.rcvd.code == 1008


@pytest.mark.parametrize("strict", ["message"], indirect=True)
def test_a_message_over_a_line_has_an_end(strict: Site) -> None:
    guest = strict.guest()
    with guest.socket(guest.open()) as line:
        line.send("x" * 5000)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                line.recv(PATIENCE)
    assert closed.value.rcvd and closed.value.rcvd.code == 1009


@pytest.mark.parametrize("strict", ["socket"], indirect=True)
def test_an_address_holds_only_so_many_lines(strict: Site) -> None:
    guest = strict.guest()
    table = guest.open()
    lines = [guest.socket(table) for _ in range(3)]
    with pytest.raises(InvalidStatus) as over:
        guest.socket(table)
    assert over.value.response.status_code == 429
    assert guest.get(f"/t/{table}/poll?since=0").status_code == 429
    for line in lines:
        line.close()


def test_buckets_are_bounded() -> None:
    limits = Limits({"a": Rate(1, 60)}, lambda: 0, kept=100)
    for number in range(10_000):
        limits.check("a", number)
    assert len(limits.buckets["a"]) == 100
    with pytest.raises(TooMany):
        limits.check("a", 9_999)


def test_many_buckets_of_one_kind_cost_others_none() -> None:
    limits = Limits({"a": Rate(1, 60), "b": Rate(1, 60)}, lambda: 0, kept=100)
    limits.check("b", "ann")
    for number in range(1_000):
        limits.check("a", number)
    assert len(limits.buckets["a"]) == 99
    with pytest.raises(TooMany):
        limits.check("b", "ann")


def test_buckets_that_are_full_again_are_not_kept() -> None:
    clock = [0]
    limits = Limits({"a": Rate(1, 60)}, lambda: clock[0])
    for number in range(10):
        assert limits.passes("a", number) == 0
    clock[0] = 59_999
    assert limits.passes("a", 0) > 0 and len(limits.buckets["a"]) == 10
    clock[0] = 60_000
    for number in range(10, 20):
        limits.passes("a", number)
    assert set(limits.buckets["a"]) == {0, *range(10, 20)}


def test_who_need_not_wait_any_more_is_forgotten_though_nobody_asks() -> None:
    clock = [0]
    limits = Limits({"a": Rate(1, 60), "b": Rate(1, 600)}, lambda: clock[0])
    for number in range(10):
        clock[0] = number * 1000
        limits.check("a", number)
        limits.check("b", number)
    clock[0] = 64_000
    limits.sweep()
    assert set(limits.buckets["a"]) == {5, 6, 7, 8, 9} and len(limits.buckets["b"]) == 10


def test_a_server_forgets_addresses_by_and_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SWEPT", 0.01)
    clock = [STANDING]
    with running(tmp_path, now=lambda: clock[0]) as site:
        site.guest().open()
        counted = site.parts.limits.buckets
        assert any(counted.values())
        clock[0] += 1000 * max(rate.seconds for rate in GENEROUS.values())
        until(lambda: not any(counted.values()))


def test_a_bucket_that_is_slow_to_fill_keeps_no_others_from_being_thrown_away() -> None:
    clock = [0]
    limits = Limits({"slow": Rate(1, 3600), "quick": Rate(1, 1)}, lambda: clock[0])
    limits.check("slow", "ann")
    for who in range(20):
        limits.check("quick", who)
        clock[0] += 1000
    assert len(limits.buckets["quick"]) < 3


def test_a_clock_that_goes_back_gives_nothing() -> None:
    clock = [60_000]
    limits = Limits({"a": Rate(1, 60)}, lambda: clock[0])
    limits.check("a", 1)
    clock[0] = 0
    assert limits.passes("a", 1) == 60


def test_lines_that_are_given_back_leave_nothing() -> None:
    limits = Limits({}, lambda: 0)
    with limits.hold_connection("a", 1), pytest.raises(TooMany), limits.hold_connection("a", 1):
        pass
    assert not limits.open


@pytest.mark.parametrize("address", ["", "unix", "1.2.3", "::zz"])
def test_what_is_no_address_is_counted_as_one(address: str) -> None:
    assert neighbourhood(address) == "?"
