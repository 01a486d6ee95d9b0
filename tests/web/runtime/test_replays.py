"""A game unrolled shows to everybody what they saw when it was played, and to nobody more."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from msgspec import structs
from web import viewing
from web.html.elements import put
from web.runtime.replay_games import FOUR, Logged
from web.secrecy.twins import forget, otherwise
from web.view.worlds import PEOPLE

from intrigue.engine.events import Event
from intrigue.games import game as game_of
from intrigue.locale import words
from intrigue.web.errors import Refusal
from intrigue.web.render import frames, game_log
from intrigue.web.runtime.replays import Replays, Timeline
from intrigue.web.table import event_steps, log_entries, opening
from intrigue.web.table.errors import Denied
from intrigue.web.table.log_entries import UNREADABLE, Entry, Moved
from intrigue.web.table.settings import Settings
from intrigue.web.table.table import Moment, Table
from intrigue.web.view import replay
from intrigue.web.view import viewers as visibility
from intrigue.web.view.scene import Viewer

SHOWN = ("head", "players", "board", "track", "zone1", "zone2", "zone3", "hand")


@pytest.mark.parametrize(("game", "edition", "players"), FOUR)
def test_the_past_is_what_the_page_showed_then(game: str, edition: str, players: int) -> None:
    """The same regions and the same log for the same eyes, from frames that came one by one and from the timeline."""
    world, said = Logged(game, edition, players, seed=4), words("en")
    viewers = world.viewers()
    pages: dict[Viewer, dict[str, str]] = {}
    logs: dict[Viewer, list[str]] = {}
    seen: dict[tuple[int, Viewer], tuple[dict[str, str], list[str]]] = {}
    for viewer in viewers:
        made = frames.snapshot(viewing.scene(world.table, viewer), said)
        pages[viewer], logs[viewer] = dict(made["regions"]), list(made["log"])
    for moment in world.play():
        for viewer in viewers:
            if moment.version > world.log[-1].version - 1 and isinstance(moment.content, log_entries.Moved):
                made = frames.frame(viewing.change(world.table, viewer, moment), said)
                for shown in (*made["steps"], made):
                    put(pages[viewer], shown["regions"])
                logs[viewer] += made["log"]
            seen[moment.version, viewer] = dict(pages[viewer]), list(logs[viewer])
    forget()
    timeline = world.timeline()
    assert len(seen) == len(viewers) * len(timeline.moments) > 50
    for (version, viewer), (regions, log) in seen.items():
        scene = replay.past_scene(timeline.table, viewer, timeline.at(version))
        made = frames.past_frame(scene, said)
        parts = [name for name in SHOWN if name in made["regions"]]
        assert "hand" in parts and len(parts) >= 4
        for name in parts:
            if name == "board" or name in regions:
                assert made["regions"][name] == regions[name], (version, viewer, name)
        assert game_log.log_lines(scene, said) == log
        assert "data-moves" not in made["regions"]["prompt"] and "<button" not in made["regions"]["prompt"]


@pytest.mark.parametrize(("game", "edition", "players"), FOUR)
def test_every_moment_is_reached_by_its_steps(game: str, edition: str, players: int) -> None:
    """Going on step by step leads to the same table as looking at it, whoever looks."""
    timeline, said = Logged(game, edition, players, seed=8).finish().timeline(), words("fr")
    eyes = [visibility.open_viewer(timeline.table, seat) for seat in (None, 0, 1, 2)]
    steps = 0
    for viewer in eyes:
        told = len(replay.past_scene(timeline.table, viewer, timeline.stop(0)).lines)
        for number in range(1, timeline.last + 1):
            change = replay.past_change(timeline.table, viewer, timeline.stop(number - 1), timeline.stop(number))
            made = frames.replay_frame(change, said)
            told += len(change.lines)
            assert told == len(change.after.lines) == len(change.after.line_versions)
            assert "seats" not in made["regions"] and "controls" not in made["regions"]
            steps += len(made["steps"])
            if number < timeline.last:
                assert not made["regions"]["result"] and made["phase"] == "playing"
    assert made["phase"] == "over" and "<table" in made["regions"]["result"] and steps > 100


def test_the_log_of_a_take_back_stays_and_its_move_does_not_stand() -> None:
    world = Logged("oriflamme", "fr", 3, seed=8).finish()
    timeline = world.timeline()
    backs = [step for step, stop in enumerate(timeline.stops) if isinstance(stop.content, log_entries.TookBack)]
    assert backs
    for step in backs:
        assert timeline.moves(step) == timeline.moves(step - 2)
    assert world.table.match is not None
    assert timeline.moves(timeline.last) == [move for move, _ in world.table.match.played]
    assert [timeline.step_of(stop.version) for stop in timeline.stops] == list(range(timeline.last + 1))


# Secrets


def twin_of(table: Table, moment: Moment, seat: int, seed: int) -> tuple[Table, Moment]:
    """A table that a seat could not tell from the true one at a moment."""
    state = game_of(moment.settings.game).sample(moment.state, seat, seed)
    twin, chooser = copy.copy(table), Random(seed)
    twin.lines = [otherwise(line, seat, chooser) for line in table.lines]
    return twin, replace(moment, packed_state=event_steps.PackedState(type(state), state.to_bytes()))


@pytest.mark.parametrize(("game", "edition", "players"), FOUR)
def test_twin_worlds_have_the_same_past(game: str, edition: str, players: int) -> None:
    """At every version, whatever came to light later: nobody looks back with more knowledge than they had."""
    world = Logged(game, edition, players, seed=12)
    for _ in world.play():
        pass
    timeline, looked, differ = world.timeline(), 0, 0
    said = words("en")
    for moment in timeline.moments[:-1]:
        for viewer in world.viewers():
            twin, other = twin_of(timeline.table, moment, viewer.seat, moment.version)
            texts = [
                json.dumps(frames.past_frame(replay.past_scene(table, viewer, at), said))
                + repr(replay.past_scene(table, viewer, at))
                for table, at in ((timeline.table, moment), (twin, other))
            ]
            assert texts[0] == texts[1], (moment.version, viewer)
            looked += 1
            differ += other.packed_state != moment.packed_state
    assert looked > 60 and differ > looked / 2


@pytest.mark.parametrize(("game", "edition", "players"), [("oriflamme", "fr", 4), ("richelieu", "ru", 3)])
def test_a_device_that_is_passed_round_sees_the_public_past(game: str, edition: str, players: int) -> None:
    world = Logged(game, edition, players, seed=3, hot_seat=True)
    for _, _moment in zip(range(25), world.play(), strict=False):
        pass
    timeline, device = world.timeline(), visibility.viewer_of(world.table, PEOPLE[0])
    assert device and device.hot
    told = 0
    for moment in timeline.moments:
        scene, public = (replay.past_scene(timeline.table, viewer, moment) for viewer in (device, Viewer(0)))
        made, seen = (frames.past_frame(replace(one, chosen=0, recent=()), words("en")) for one in (scene, public))
        assert made["regions"]["hand"] == "" and "curtain" not in made["regions"]["prompt"]
        assert made["regions"]["board"] if game == "oriflamme" else made["regions"]["zone1"]
        assert {name: made["regions"][name] for name in SHOWN if name in seen["regions"]} == {
            name: seen["regions"][name] for name in SHOWN if name in seen["regions"]
        }
        # Besides, what changed since the last choice of whoever was asked: of that, what everybody heard.
        assert list(scene.recent) == [line for line in public.lines[scene.chosen :] if isinstance(line, Event)]
        twin, other = twin_of(timeline.table, moment, 0, moment.version)
        pasts = [replay.past_scene(table, device, at) for table, at in ((timeline.table, moment), (twin, other))]
        assert repr(pasts[0]) == repr(pasts[1])
        frames_then = [frames.past_frame(past, words("en")) for past in pasts]
        assert json.dumps(frames_then[0]) == json.dumps(frames_then[1])
        told += "class='since'" in frames_then[0]["regions"]["players"] and bool(frames_then[0]["regions"]["since"])
    assert told > 3


@pytest.mark.parametrize(("game", "edition", "players"), FOUR)
def test_a_running_game_lies_open_to_nobody(game: str, edition: str, players: int) -> None:
    world = Logged(game, edition, players, seed=5)
    for _, _moment in zip(range(15), world.play(), strict=False):
        pass
    timeline = world.timeline()
    for seat in (None, 0, 1, 2):
        with pytest.raises(Denied, match="still being played"):
            visibility.open_viewer(timeline.table, seat)
    with pytest.raises(Denied, match="still being played"):
        replay.past_scene(timeline.table, Viewer(0, open=True), timeline.stop(0))
    world.do(log_entries.Ended("consent"))
    timeline = world.timeline()
    view = replay.past_scene(timeline.table, visibility.open_viewer(timeline.table, None), timeline.stop(3)).view
    assert view is not None and all(isinstance(player["hand"], list) for player in view["players"])
    assert view["legal"] == []


def test_open_eyes_read_whose_cards_lie_face_down_and_every_hand() -> None:
    for game, edition, players in FOUR:
        timeline, said = Logged(game, edition, players, seed=6).finish().timeline(), words("en")
        texts = []
        for stop in timeline.stops[:-1]:
            regions = frames.past_frame(
                replay.past_scene(timeline.table, visibility.open_viewer(timeline.table, None), stop), said
            )["regions"]
            assert "open-hands" in regions["hand"]
            texts.append("".join(regions.values()))
        whole = "".join(texts)
        assert "your face-down" not in whole and "that you placed" not in whole
        assert "face-down card of" in whole or "face-down agent of" in whole


# The same position again


@pytest.mark.parametrize(("game", "edition", "players"), FOUR)
def test_what_if_begins_with_the_very_same_position(game: str, edition: str, players: int) -> None:
    timeline = Logged(game, edition, players, seed=9).finish().timeline()
    rules = game_of(game)
    for step in range(0, timeline.last, 3):
        made = opening.table_from_start(
            timeline.record_up_to(step), "what-if", settings(timeline), 7, "Zoe", 2, bytes(32)
        )
        table = Table.of("other", bytes(32), [log_entries.Entry(n, 0, 7, one) for n, one in enumerate(made, start=1)])
        assert table.match is not None and table.phase == "playing" and table.origin == "what-if"
        assert table.match.position == rules.position(timeline.stop(step).state)
        assert table.seat(2).person == 7 and [seat.level for seat in table.seats if seat.number != 2] == ["page"] * (
            players - 1
        )
    with pytest.raises(Denied):
        opening.table_from_start(
            timeline.record_up_to(timeline.last), "what-if", settings(timeline), 7, "Zoe", 2, bytes(32)
        )


def settings(timeline: Timeline) -> Settings:
    chosen = timeline.table.settings
    return Settings(chosen.game, chosen.edition, chosen.players, level="page")


def test_what_a_closed_table_passes_over_is_passed_over_here_too() -> None:
    """Whoever runs the site closed it because of entries that this program cannot follow."""
    world = Logged("oriflamme", "fr", 3, seed=2)
    for _, _moment in zip(range(8), world.play(), strict=False):
        pass
    kept = world.log[-3].version
    beyond = [Entry(kept + 3 + n, 0, None, content) for n, content in enumerate((Moved(1, "nonsense"), UNREADABLE))]
    ended = Entry(kept + 5, 0, None, log_entries.Ended("rules", kept=kept))
    timeline = Timeline.of(world.table.id, world.table.secret, [*world.log, *beyond, ended])
    table = Table.of(world.table.id, world.table.secret, [*world.log, *beyond, ended])
    assert (timeline.version, timeline.table.phase, timeline.table.moves) == (table.version, "aborted", table.moves)
    assert (
        timeline.at(kept).version == kept
        and timeline.at(kept + 5) is timeline.stop(timeline.last) is timeline.moments[-1]
    )
    assert len(timeline.moves(timeline.last)) == table.moves
    for version in range(kept + 1, kept + 5):
        with pytest.raises(Refusal):
            timeline.at(version)


class Kept:
    """A store with one log, which something happens to while it is read."""

    def __init__(self, world: Logged) -> None:
        self.world, self.log = world, list(world.log)
        self.meanwhile: list[Callable[[], None]] = []

    async def secret(self, table: str) -> bytes:
        return self.world.table.secret

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        found = self.log[after:]
        for happens in self.meanwhile:
            happens()
        self.meanwhile = []
        return found


@pytest.mark.anyio
async def test_a_reel_that_grows_passes_over_what_it_had_followed() -> None:
    world = Logged("oriflamme", "fr", 3, seed=2)
    for _, _moment in zip(range(8), world.play(), strict=False):
        pass
    store: Any = Kept(world)
    replays, id = Replays(store), world.table.id
    version = (await replays.of_table(id, 1)).version
    store.log.append(Entry(version + 1, 0, None, log_entries.Ended("rules", kept=version - 2)))
    timeline = await replays.of_table(id, version + 1)
    assert timeline.version == version + 1 and timeline.moments[-2].version == version - 2
    assert replays.cached_timeline(id) is timeline


@pytest.mark.anyio
async def test_nobody_who_was_forgotten_meanwhile_is_in_a_reel() -> None:
    world = Logged("oriflamme", "fr", 3, seed=2)
    store: Any = Kept(world)
    replays, id = Replays(store), world.table.id

    def forget() -> None:
        """Somebody is taken out of the log after it was read, before the timeline is made."""
        at = next(n for n, entry in enumerate(store.log) if isinstance(entry.content, log_entries.Sat))
        store.log[at] = store.log[at]._replace(content=structs.replace(store.log[at].content, name="—"))
        replays.drop("another table")
        replays.drop(id)

    store.meanwhile.append(forget)
    timeline = await replays.of_table(id, 1)
    assert timeline.table.seats[0].name == "—" and replays.cached_timeline(id) is timeline


@pytest.mark.anyio
async def test_a_record_that_left_the_shelf_meanwhile_is_not_kept() -> None:
    store: Any = Kept(Logged("oriflamme", "fr", 3, seed=2))
    replays = Replays(store)

    async def take_from_shelf(id: str, now: int) -> str | None:
        found, store.record = store.record, None
        replays.drop(id)
        return found

    store.record, store.record_on_shelf = str(store.world.table.match.record), take_from_shelf
    with pytest.raises(Refusal):
        await replays.of_shelf("record", 0)
    assert replays.cached_timeline("record") is None


def test_only_moments_since_the_deal_can_be_looked_at() -> None:
    world = Logged("oriflamme", "fr", 3, seed=2)
    timeline = world.timeline()
    assert timeline.last == 0 and timeline.at(timeline.version) is timeline.stop(0)
    for version in (0, 1, timeline.version - 1, timeline.version + 1):
        with pytest.raises(Refusal):
            timeline.at(version)
    lobby = Timeline.of(world.table.id, world.table.secret, world.log[:3])
    with pytest.raises(Refusal):
        lobby.at(2)
    with pytest.raises(Refusal):
        lobby.stop(0)
