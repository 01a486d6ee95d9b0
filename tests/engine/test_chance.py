"""One generator: the same numbers everywhere, whoever supplies the seed."""

import os
import subprocess
import sys

import intrigue
from intrigue.engine.chance import any_of, below, draw, some_of, words


class Dice:
    def __init__(self, seed):
        self.generator = words(seed)


def test_the_numbers_never_change():
    """Records with a seed depend on them."""
    dice = Dice(12345)
    assert dice.generator == [3152368512, 3682789614, 870856901, 2200940648]
    assert [draw(dice) for _ in range(5)] == [1181173663, 3915837613, 2711212931, 1024957288, 3595182798]


def test_deals_never_change():
    match = intrigue.new("oriflamme-mix", players=5, seed=2026)
    drawn = "assassination, bribery, combination, cutthroat, felon, heir, queen, royal_decree, schemer, shapeshifter"
    assert (match.deal["First"], match.deal["Kinds"]) == ("5", drawn)
    assert match.deal["Aside-1"] == "heir, royal_decree, shapeshifter"
    assert match.deal["Aside-5"] == "assassination, cutthroat, queen"


def test_deals_do_not_depend_on_the_hash_seed():
    code = "import intrigue; print(intrigue.new('oriflamme-mix', players=4, seed=5).record)"
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(printed) == 1 and "Kinds:" in printed.pop()


def test_secret_bytes_of_any_length_deal_too():
    secret = bytes(range(32))
    assert intrigue.new("ablaze", 3, seed=secret).deal == intrigue.new("ablaze", 3, seed=secret).deal
    assert intrigue.new("ablaze", 3, seed=secret).deal != intrigue.new("ablaze", 3, seed=secret + b"!").deal


def test_below_is_even():
    dice = Dice(1)
    seen = [0] * 7
    for _ in range(70_000):
        seen[below(dice, 7)] += 1
    assert sum((n - 10_000) ** 2 / 10_000 for n in seen) < 22.5  # chi-square, 6 degrees, 0.1 %


def test_subsets_are_even():
    dice = Dice(2)
    seen = {}
    for _ in range(20_000):
        subset = some_of(dice, 0b1011011, 2)
        assert subset & ~0b1011011 == 0 and subset.bit_count() == 2
        seen[subset] = seen.get(subset, 0) + 1
    assert len(seen) == 10 and sum((n - 2000) ** 2 / 2000 for n in seen.values()) < 27.9  # 9 degrees, 0.1 %


def test_any_of_knows_only_the_set():
    dice = Dice(3)
    assert {any_of(dice, 1 << 62 | 1 << 5) for _ in range(100)} == {5, 62}
