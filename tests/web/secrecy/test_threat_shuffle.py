"""Nobody guesses a deal: secrets have 256 bits, the cards follow from nothing else, and every deal is as likely as any
other (threat 10)."""

from __future__ import annotations

import ast
import asyncio
import functools
import secrets
from collections import Counter
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest
from web.runtime.made_up import Memory
from web.table.stories import table_settings

import intrigue
from intrigue.engine.match import Match
from intrigue.games import game
from intrigue.web.runtime import tables as runtime_tables
from intrigue.web.runtime.codes import CODE_LENGTH, SIGNS
from intrigue.web.runtime.table_ids import new_id
from intrigue.web.runtime.tokens import new_token
from intrigue.web.table import fair
from intrigue.web.table.log_entries import Opened
from intrigue.web.table.opening import new_table

HOME = Path(intrigue.__file__).parent
DEALING = [path for folder in ("engine", "games", "web") for path in sorted((HOME / folder).rglob("*.py"))]
PREDICTABLE = ("random", "numpy.random", "uuid")
DEALS = 10_000


def imported_names(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_nothing_that_deals_draws_from_a_generator_that_can_be_guessed() -> None:
    guilty = [(path.name, name) for path in DEALING for name in imported_names(path) if name.startswith(PREDICTABLE)]
    assert guilty == [] and len(DEALING) > 100


def test_what_must_not_be_guessed_is_long_and_never_the_same() -> None:
    assert len({new_token() for _ in range(1000)}) == 1000 and len(new_token()) == 43
    assert len({new_id() for _ in range(1000)}) == 1000
    assert len(SIGNS) ** CODE_LENGTH > 10**11


def test_a_secret_is_256_bits_of_the_systems_chance_and_committed_to_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[bytes] = []

    def token_bytes(count: int) -> bytes:
        drawn.append(secrets.token_bytes(count))
        return drawn[-1]

    monkeypatch.setattr(runtime_tables, "secrets", SimpleNamespace(token_bytes=token_bytes))
    store = Memory()

    async def open_tables() -> list[str]:
        tables = runtime_tables.Tables(store, lambda: 1)  # type: ignore[arg-type]
        first = functools.partial(new_table, table_settings(), 1, "Ann", None)
        return [await tables.open(1, "open", lambda id, secret: first(secret)) for _ in range(5)]

    for table in asyncio.run(open_tables()):
        secret = store.secrets[table]
        assert len(secret) == 32 and secret in drawn
        content = store.logs[table][0].content
        assert isinstance(content, Opened) and content.commitment == fair.commitment(secret)
    assert len(set(store.secrets.values())) == 5


def dealt(name: str, number: int, players: int) -> Match:
    """A deal as tables make it, from a secret and a nonce of each seat."""
    seed = fair.deal_seed("table", number.to_bytes(32, "big"), [f"{seat:032x}" for seat in range(players)])
    return Match.new(game(name), players, game(name).editions[0], seed)


def too_far(counted: Counter[tuple[str, ...]], kinds: int) -> float:
    """Chi-square in standard deviations above what is expected of chance."""
    mean = counted.total() / kinds
    missing = kinds - len(counted)
    square = sum((seen - mean) ** 2 / mean for seen in counted.values()) + missing * mean
    return (square - (kinds - 1)) / (2 * (kinds - 1)) ** 0.5


def test_every_hand_is_as_likely_as_any_other() -> None:
    """Oriflamme sets three of ten cards aside: 120 ways for each seat, and for two seats no way they go together."""
    aside: list[Counter[tuple[str, ...]]] = [Counter() for _ in range(3)]
    together: Counter[tuple[str, ...]] = Counter()
    first: Counter[tuple[str, ...]] = Counter()
    for number in range(DEALS):
        position = dealt("oriflamme", number, 3).position
        sets = [tuple(sorted(player["aside"])) for player in position["players"]]
        for seat, cards in enumerate(sets):
            aside[seat][cards] += 1
        for one, other in combinations(sets, 2):
            together["same" if set(one) & set(other) else "apart",] += 1
        first[str(position["first"]),] += 1
    assert all(abs(too_far(counted, 120)) < 4 for counted in aside)
    assert abs(too_far(first, 3)) < 4
    apart = together["apart",] / (3 * DEALS)  # 35 of 120 choices avoid three given cards
    assert abs(apart - 35 / 120) < 4 * (35 / 120 * 85 / 120 / (3 * DEALS)) ** 0.5


def test_every_deck_begins_with_any_card() -> None:
    tops: Counter[tuple[str, ...]] = Counter()
    for number in range(DEALS // 10):
        match = dealt("richelieu", number, 3)
        tops[match.position["zones"][0]["richelieu"],] += 1
    assert len(tops) == 13 and abs(too_far(tops, 13)) < 4


def test_a_bad_shuffle_is_found_out() -> None:
    biased: Counter[tuple[str, ...]] = Counter({(str(way),): 25 for way in range(120)})
    biased["0",] += 100
    assert too_far(biased, 120) > 4
    assert too_far(Counter({(str(way),): 26 for way in range(100)}), 120) > 4
