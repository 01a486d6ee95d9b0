"""What a table may choose, whatever a stranger sends."""

from __future__ import annotations

from typing import Any

import pytest
from web.table.stories import GAMES, table_settings

from intrigue.locale import LANGUAGES
from intrigue.web.table.errors import Denied
from intrigue.web.table.log_entries import Opened, decode
from intrigue.web.table.settings import Clock, Settings, default_settings, valid_settings

MIXED = ("archer", "spy", "heir", "lord", "ambush", "prince", "queen", "felon", "trap", "bribery")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_defaults_can_be_played(name: str, language: str) -> None:
    settings = default_settings(name, language)
    assert valid_settings(settings) == settings


@pytest.mark.parametrize(
    "wrong, key",
    [
        ({"game": "chess"}, "error.no_game"),
        ({"game": "tiny2"}, "error.no_game"),
        ({"players": 2}, "error.players"),
        ({"players": 99}, "error.players"),
        ({"edition": "de"}, "error.no_edition"),
        ({"level": "cmd:./bot"}, "refused.level"),
        ({"level": "search:sims=100000"}, "refused.level"),
        ({"clock": Clock("live", 9)}, "refused.clock.seconds"),
        ({"clock": Clock("friendly", 10**9)}, "refused.clock.seconds"),
        ({"clock": Clock("days", 3_600)}, "refused.clock.days"),
        ({"clock": Clock("days", 10**9)}, "refused.clock.days"),
        ({"first": 4}, "refused.first"),
        ({"first": -1}, "refused.first"),
        ({"first": 10**9}, "refused.first"),
    ],
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, Any], key: str) -> None:
    with pytest.raises(Denied) as fault:
        valid_settings(
            table_settings(**{"game": "oriflamme"} | wrong) if "game" not in wrong else Settings(wrong["game"], "fr", 3)
        )
    assert fault.value.key == key
    assert all("{" not in fault.value.text(language) for language in LANGUAGES)


@pytest.mark.parametrize(
    "kinds", [MIXED[:9], (*MIXED[:9], "archer"), (*MIXED[:9], "twin"), (*MIXED[:9], "x, y"), ("",)]
)
def test_a_mix_needs_ten_kinds(kinds: tuple[str, ...]) -> None:
    with pytest.raises(Denied) as fault:
        valid_settings(table_settings("oriflamme-mix", kinds=kinds))
    assert fault.value.key == "refused.kinds"


def test_the_kinds_of_a_mix_are_sorted_and_play_no_part_elsewhere() -> None:
    assert valid_settings(table_settings("oriflamme-mix", kinds=MIXED)).kinds == tuple(sorted(MIXED))
    assert valid_settings(table_settings(kinds=MIXED)).kinds == ()
    assert valid_settings(table_settings(screens="closed")).screens == "open"
    assert valid_settings(table_settings("richelieu", screens="closed")).screens == "closed"
    assert valid_settings(table_settings(stall_guard=False)).stall_guard
    assert not valid_settings(table_settings("richelieu", stall_guard=False)).stall_guard
    assert valid_settings(table_settings(clock=Clock("none", 77))).clock == Clock()
    assert not valid_settings(table_settings(hot_seat=True, listed=True)).listed


def test_8_8_the_screens_of_a_new_table_are_closed_and_those_of_a_stored_one_stay_as_they_were() -> None:
    assert [default_settings(name, "en").screens for name in GAMES] == ["open", "open", "open", "closed"]
    old = b'{"did":"opened","settings":{"game":"richelieu","edition":"ru","players":3},"commitment":"5e"}'
    stored = decode(old)
    assert isinstance(stored, Opened)
    assert (stored.settings.screens, stored.settings.stall_guard, stored.settings.first) == ("open", True, 0)
