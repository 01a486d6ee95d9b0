"""A whole site with bots: one person plays, everybody else moves by themselves."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from web.guests import Site, next_message, running

from intrigue.web.runtime.automation import BotsAndClocks
from intrigue.web.runtime.bot_pool import BotPool
from intrigue.web.runtime.scheduler import PACE


def team(*parts: Any) -> BotsAndClocks:
    """One process that thinks, and no compiler."""
    made = BotsAndClocks(*parts)
    made.thinking = made.scheduler.thinking = BotPool(1, compiles=False)
    return made


def choices(scene: dict[str, Any]) -> list[str]:
    """The moves that a page is asked to choose from."""
    found = re.search(r"data-moves='([^']*)'", scene["regions"].get("prompt", ""))
    return [move for move, *_ in json.loads(unescape(found[1]))] if found else []


def test_a_person_plays_a_game_against_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PACE, "0")
    with running(tmp_path, automation=team) as site:
        play_game(site)


def play_game(site: Site) -> None:
    guest = site.guest()
    answer = guest.submit("/quick", {"game": "oriflamme", "players": "3", "level": "page"})
    table = answer.headers["location"].removeprefix("/t/")
    with guest.socket(table) as line:
        scene = next_message(line, "snapshot")
        assert guest.ask(table, scene["v"], do="ready", seat=1, nonce="0" * 32).status_code == 200
        versions, mine = [scene["v"]], 0
        while scene["phase"] != "over":
            scene = next_message(line, "frame", "snapshot", "resync")
            versions.append(scene["v"])
            if scene["turn"] and (moves := choices(scene)):
                sent = guest.ask(table, scene["v"], do="move", seat=1, move=moves[0])
                assert sent.status_code == 200, sent.text
                mine += 1
    assert versions == list(range(versions[0], versions[0] + len(versions)))
    assert 6 <= mine < len(versions) - 12
    assert guest.get(f"/t/{table}/record").status_code == 200
