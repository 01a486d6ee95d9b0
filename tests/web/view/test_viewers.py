"""Who may look at a table, and with which eyes."""

from __future__ import annotations

from typing import Any

from web import viewing
from web.view.worlds import World

from intrigue.web.table import fair, log_entries
from intrigue.web.table.log_entries import Entry
from intrigue.web.table.settings import Settings
from intrigue.web.table.table import Table
from intrigue.web.view import scene_builder, viewers
from intrigue.web.view.scene import Viewer


def test_a_person_looks_from_the_own_seat_and_strangers_from_outside() -> None:
    world = World("oriflamme", "fr", 3, 1)
    assert viewers.viewer_of(world.table, 11) == Viewer(1, (1,), True)
    assert viewers.viewer_of(world.table, 22) == Viewer(2, (2,), False)
    assert viewers.viewer_of(world.table, 99) == viewers.viewer_of(world.table, None) == Viewer(0, (), False)


def test_where_nobody_may_watch_strangers_see_only_who_gathers() -> None:
    world = World("oriflamme", "fr", 3, 1, watch="nobody")
    assert viewers.viewer_of(world.table, 99) is None and viewers.viewer_of(world.table, None) is None
    assert viewers.viewer_of(world.table, 22) is not None
    table = Table("lobby", bytes(32))
    table.apply(
        Entry(1, 0, 11, log_entries.Opened(Settings("oriflamme", "fr", 3, watch="nobody"), fair.commitment(b"")))
    )
    assert viewers.viewer_of(table, 99) == Viewer(0, (), False)


def test_whoever_gave_the_seat_away_looks_from_outside() -> None:
    world = World("oriflamme", "fr", 3, 1)
    world.do(log_entries.HandedOver(2, 77), 77)
    assert viewers.viewer_of(world.table, 22) == Viewer(0, (), False)
    assert viewers.viewer_of(world.table, 77) == Viewer(2, (2,), False)
    world.do(log_entries.Rose(1), 11)
    assert viewers.viewer_of(world.table, 11) == Viewer(0, (), False)


def test_who_may_not_sit_down_somewhere_is_told_so() -> None:
    """A seat one resigned stays with a bot; who knows one hand sees no other; a passed device is not shared."""
    world = World("oriflamme", "fr", 4, 1)
    world.do(log_entries.Rose(3), 33)
    world.do(log_entries.Resigned(2), 22)
    assert viewers.viewer_of(world.table, 22) == Viewer(2, (2,), False)
    world.do(log_entries.Rose(2), 22)
    assert viewers.viewer_of(world.table, 22) == Viewer(0, (), False, barred=(2, 3))
    assert viewers.viewer_of(world.table, 33) == Viewer(0, (), False, barred=(2,))
    assert viewers.viewer_of(world.table, 99) == viewers.viewer_of(world.table, None) == Viewer(0)
    table = Table("lobby", bytes(32))
    hot = Settings("oriflamme", "fr", 3, hot_seat=True)
    table.apply(Entry(1, 0, 11, log_entries.Opened(hot, fair.commitment(b""))))
    assert viewers.viewer_of(table, 99) == Viewer(0)
    table.apply(Entry(2, 0, 11, log_entries.Sat(1, 11, "Ann")))
    assert viewers.viewer_of(table, 99) == viewers.viewer_of(table, None) == Viewer(0, barred=(2, 3))
    assert viewers.viewer_of(table, 11) == Viewer(1, (1,), True)


def purses(world: World, viewer: Viewer) -> list[tuple[Any, Any]]:
    view = viewing.scene(world.table, viewer).view
    assert view is not None
    return [(player["ecu"], player["jewels"]) for player in view["players"]]


def test_behind_closed_screens_only_the_own_purse_is_seen_until_the_end() -> None:
    world = World("richelieu", "ru", 3, 1, screens="closed")
    for number, moment in enumerate(world.play()):
        assert world.table.match is not None
        true = [(player["ecu"], player["jewels"]) for player in world.table.match.position["players"]]
        for viewer in world.viewers() if number % 10 == 0 or world.table.phase == "over" else []:
            hidden = [(None, None) if seat != viewer.seat else purse for seat, purse in enumerate(true, start=1)]
            assert purses(world, viewer) == (true if world.table.phase == "over" else hidden)
            for step in viewing.change(world.table, viewer, moment).steps:
                if step.view["phase"] != "over":
                    known = [player["ecu"] is not None for player in step.view["players"]]
                    assert known == [seat == viewer.seat for seat in (1, 2, 3)]


def won(world: World, viewer: Viewer) -> list[list[str]]:
    view = viewing.scene(world.table, viewer).view
    assert view is not None
    return [player["cards"] for player in view["players"]]


def test_8_18_behind_closed_screens_cards_won_lie_face_down_until_the_end() -> None:
    world, hidden = World("richelieu", "ru", 3, 1, screens="closed"), 0
    for number, moment in enumerate(world.play()):
        assert world.table.match is not None
        over = world.table.phase == "over"
        true = [player["cards"] for player in world.table.match.position["players"]]
        down = [sorted("r" if card.startswith("R") else "o" for card in cards) for cards in true]
        for viewer in world.viewers() if number % 10 == 0 or over else []:
            shown = [true[n] if over or n == viewer.seat - 1 else down[n] for n in range(3)]
            assert won(world, viewer) == shown
            hidden += not over and shown != true
            for step in viewing.change(world.table, viewer, moment).steps:
                if step.view["phase"] != "over":
                    others = [player["cards"] for n, player in enumerate(step.view["players"], 1) if n != viewer.seat]
                    assert {card for cards in others for card in cards} <= {"r", "o"}
    assert hidden > 10 and any(true)


def test_8_18_open_screens_show_the_cards_won() -> None:
    world = World("richelieu", "ru", 3, 1)
    for _ in world.play():
        assert world.table.match is not None
        true = [player["cards"] for player in world.table.match.position["players"]]
        if any(true) and world.table.phase == "playing":
            assert all(won(world, viewer) == true for viewer in world.viewers())
            break
    else:
        raise AssertionError("nobody won a card")


def test_open_screens_show_every_purse() -> None:
    world = World("richelieu", "ru", 3, 1)
    assert all(None not in purse for viewer in world.viewers() for purse in purses(world, viewer))


def test_a_scene_holds_nothing_that_only_the_server_knows() -> None:
    world = World("oriflamme", "fr", 3, 1)
    for _, _moment in zip(range(12), world.play(), strict=False):
        for viewer in world.viewers():
            told = repr(viewing.scene(world.table, viewer))
            assert world.table.secret.hex() not in told and repr(world.table.secret) not in told
            assert not [seat for seat in world.table.seats if seat.nonce in told]
            assert "person=" not in told and "generator" not in told


def test_steps_show_what_the_own_eyes_saw() -> None:
    """The boards of steps are put together from what everybody saw and what the viewer knows; that is what the game's
    own view of each state says."""
    for game, edition, players in (("ablaze", "uk", 4), ("richelieu", "ru", 3), ("richelieu", "ru", 2)):
        world, steps = World(game, edition, players, 5), 0
        for moment in world.play():
            for viewer in world.viewers():
                change = viewing.change(world.table, viewer, moment)
                for step, recorded in zip(change.steps, moment.steps, strict=True):
                    view = scene_builder.game(game).view(recorded.state, viewer.seat)
                    if "row" in view:
                        assert step.view["row"] == view["row"]
                    elif step.event.name != "agent_placed":  # one that falls in the same move is in no scene
                        assert mask(step.view["zones"], view["zones"]) == view["zones"]
                    steps += 1
        assert steps > 100


def mask(shown: list[Any], true: list[Any]) -> list[Any]:
    """The zones as shown, but for own agents that were placed and resolved in one move: shown as others see them."""
    return [
        zone
        | {
            side: [
                own if one and own and one | {"value": None} == own | {"value": None} and one["value"] is None else one
                for one, own in zip(zone[side], seen[side], strict=True)
            ]
            for side in "ro"
        }
        for zone, seen in zip(shown, true, strict=True)
    ]
