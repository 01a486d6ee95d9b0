"""What has happened since a viewer's last choice: right after every move, after a reload, looking back, a take-back."""

from __future__ import annotations

from typing import Any

import pytest
from web import viewing
from web.html.elements import read
from web.view.worlds import World

from intrigue.engine.events import Event
from intrigue.locale import words
from intrigue.web.games.registry import html_of
from intrigue.web.render import frames
from intrigue.web.table import log_entries
from intrigue.web.table.table import Table
from intrigue.web.view import replay
from intrigue.web.view.scene import Viewer

GAMES = [("oriflamme", "fr", 3), ("ablaze", "uk", 4), ("richelieu", "ru", 3)]


def numbers(players: list[dict[str, Any]]) -> list[dict[str, int]]:
    """What panels count of each player, in whichever game."""
    names = ("influence", "prestige", "income", "military", "ecu", "jewels")
    return [{name: player[name] for name in names if player.get(name) is not None} for player in players]


def panel_changes(html: str) -> dict[str, int]:
    """The changes that panels show, by the id of the number."""
    found, last = {}, ""
    for element in read(html):
        last = element["id"] if "fact" in (element["class"] or "").split() else last
        if "since" in (element["class"] or "").split():
            found[last] = int(element.text.replace("−", "-"))
    return found


@pytest.mark.parametrize(("game", "edition", "players"), GAMES)
def test_what_changed_since_my_choice_is_the_difference_to_what_i_saw_then(
    game: str, edition: str, players: int
) -> None:
    world, viewer = World(game, edition, players, seed=6), Viewer(2, (2,))
    seen: list[dict[str, int]] = []
    shown = 0
    for moment in world.play():
        content = moment.content
        before = viewing.scene(world.table, viewer, world.table.moments[-2]) if len(world.table.moments) > 1 else None
        if not seen or isinstance(content, log_entries.Moved) and content.seat == 2:
            seen = numbers(((before and before.view) or viewing.scene(world.table, viewer).view or {})["players"])
        frame = frames.frame(viewing.change(world.table, viewer, moment), words("en"))
        scene = viewing.scene(world.table, viewer)
        if scene.phase == "over":
            assert scene.recent == () and frame["regions"].get("since", "") == ""
            break
        assert scene.view is not None
        now = numbers(scene.view["players"])
        expected = {
            f"p{seat}-{name}": here[name] - then[name]
            for seat, (then, here) in enumerate(zip(seen, now, strict=True), start=1)
            for name in here
            if here[name] != then.get(name, here[name])
        }
        panels = panel_changes(str(html_of(game).players(scene, scene.view, words("en"))))
        assert {at: change for at, change in panels.items() if not at.endswith("-cards")} == expected
        assert all(isinstance(event, Event) for event in scene.recent)
        shown += bool(expected)
        if moment.version % 15 == 0:
            reloaded = Table.of(world.table.id, world.table.secret, world.entries)
            assert viewing.scene(reloaded, viewer).recent == scene.recent
        past = replay.past_scene(world.table, viewer, moment)
        assert (past.recent, past.chosen) == (scene.recent, scene.chosen)
    assert shown > 5


@pytest.mark.parametrize(("game", "edition", "players"), GAMES)
def test_every_step_shows_what_had_changed_by_then(game: str, edition: str, players: int) -> None:
    world, viewer = World(game, edition, players, seed=9), Viewer(1, (1,))
    for moment in world.play():
        change = viewing.change(world.table, viewer, moment)
        if change.after.phase == "over" or change.after.view is None:
            continue
        for step in change.steps:
            panels = panel_changes(str(html_of(game).players(change.after, step.view, words("en"))))
            last = panel_changes(str(html_of(game).players(change.after, change.after.view, words("en"))))
            ends, here = numbers(change.after.view["players"]), numbers(step.view["players"])
            for seat, (end, then) in enumerate(zip(ends, here, strict=True), start=1):
                for name in end.keys() & then.keys():
                    at = f"p{seat}-{name}"
                    assert panels.get(at, 0) == last.get(at, 0) - (end[name] - then[name])


def test_a_move_that_is_taken_back_is_no_choice() -> None:
    world = World("oriflamme", "fr", 3, seed=3)
    first = world.table.to_act or 0
    viewer = Viewer(first, (first,))
    world.move(world.moves()[0])
    assert [event.name for event in viewing.scene(world.table, viewer).recent] == ["card_placed"]
    world.do(log_entries.TookBack(first, 0), world.table.seat(first).person)
    scene = viewing.scene(world.table, viewer)
    assert scene.chosen == 0 and "card_placed" not in [event.name for event in scene.recent]
    world.move(world.moves()[1])
    assert [event.name for event in viewing.scene(world.table, viewer).recent] == ["card_placed"]


def test_who_holds_no_seat_is_shown_no_changes() -> None:
    world = World("oriflamme", "fr", 3, seed=3)
    for _ in world.play():
        scene = viewing.scene(world.table, Viewer(0))
        assert (scene.chosen, scene.recent) == (0, ())
        snapshot = frames.snapshot(scene, words("en"))
        assert snapshot["regions"]["since"] == "" and panel_changes(snapshot["regions"]["players"]) == {}


def test_on_a_device_that_is_passed_round_each_seat_sees_what_happened_since_its_own_choice() -> None:
    world = World("oriflamme", "fr", 3, seed=5, hot_seat=True)
    device = Viewer(0, (1, 2, 3), True)
    for _ in world.play():
        seat = world.table.to_act
        if seat is None:
            break
        own = viewing.private_scene(world.table, device, seat)
        shared = viewing.scene(world.table, device)
        assert own.chosen == shared.chosen == world.table.last_choices()[seat - 1]
        assert [event.name for event in own.recent] == [event.name for event in shared.recent]
        hidden = [event for event in shared.recent if event.name == "card_placed"]
        assert all(event.values["card"]["kind"] is None for event in hidden)


def test_a_digest_leaves_out_what_is_plain_to_see() -> None:
    world, viewer = World("ablaze", "uk", 4, seed=2), Viewer(3, (3,))
    for _ in world.play():
        scene = viewing.scene(world.table, viewer)
        lines = [one for one in read(frames.snapshot(scene, words("en"))["regions"]["since"]) if one.tag == "li"]
        plain = html_of("ablaze").PLAIN
        assert len(lines) == sum(event.name not in plain for event in scene.recent)
