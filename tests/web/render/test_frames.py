"""Frames: played one after the other they make the same page as a snapshot, and each holds only what changed."""

from __future__ import annotations

import html
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from typing import Any

import pytest
from web import viewing
from web.html.elements import new_in, put, read, sewn
from web.view.worlds import TABLES, World

from intrigue.games import GAMES
from intrigue.locale import LANGUAGES, words
from intrigue.web.games import registry
from intrigue.web.html import templates
from intrigue.web.render import frames
from intrigue.web.table import log_entries
from intrigue.web.table.log_entries import AnyContent
from intrigue.web.table.table import Moment
from intrigue.web.view.scene import Viewer

SOME = [("oriflamme", "ru", 4), ("ablaze", "uk", 5), ("oriflamme-mix", "fr+uk", 3), ("richelieu", "ru", 2)]
SOME += [("richelieu", "ru", 4)]
assert set(SOME) <= set(TABLES)
SOUNDS = {"", *frames.LOUDEST}

somewhere = pytest.mark.parametrize(("game", "edition", "players"), SOME)


@somewhere
def test_frames_one_after_the_other_make_the_page_of_a_snapshot(game: str, edition: str, players: int) -> None:
    world = World(game, edition, players, seed=21)
    pages: dict[Viewer, dict[str, str]] = {}
    logs: dict[Viewer, list[str]] = {}
    for number, moment in enumerate(world.play()):
        for viewer in world.viewers():
            said = words(LANGUAGES[viewer.seat % len(LANGUAGES)])
            frame = frames.frame(viewing.change(world.table, viewer, moment), said)
            page = pages.setdefault(viewer, {})
            assert number == 0 or all(page[name] != sewn(page[name], fresh) for name, fresh in frame["regions"].items())
            show(page, frame)
            logs.setdefault(viewer, []).extend(frame["log"])
            if number % 6 == 0 or world.table.phase == "over":
                scene = viewing.scene(world.table, viewer)
                whole = frames.snapshot(scene, said)
                assert without_board(whole["regions"]) == without_board(page)
                assert whole["log"][-len(logs[viewer]) :] == logs[viewer]
                same = ("v", "for", "title", "turn", "clock", "phase")
                assert [whole[key] for key in same] == [frame[key] for key in same]


def show(page: dict[str, str], frame: dict[str, Any]) -> None:
    """What a frame leaves changed on a page, by its steps or after them."""
    for shown in (*frame["steps"], frame):
        put(page, shown["regions"])


def without_board(page: dict[str, str]) -> dict[str, str]:
    """A page of regions; a board that has parts is changed part by part, and its first HTML is no longer the truth."""
    return {name: html for name, html in page.items() if name != "board" or "track" not in page}


def test_when_the_game_is_over_the_own_cards_are_told_as_those_of_all() -> None:
    """Also if the row lies as it did one event earlier: the pointer was gone, and only own cards lie face down."""
    world, ann, page = World("ablaze", "uk", 3, seed=45), Viewer(1, (1,), True), dict[str, str]()
    while (seat := world.table.to_act) is not None:
        assert world.table.match
        legal = list(world.table.match.moves())
        wanted = "wait" if seat == 1 else "reveal"
        moment = world.move(wanted if wanted in legal else world.chooser.choice(legal))
        made = viewing.change(world.table, ann, moment)
        show(page, frames.frame(made, words("en")))
    last, end = made.steps[-2:]
    assert last.view["row"] == end.view["row"] and (last.view["phase"], end.view["phase"]) == ("resolution", "over")
    assert page["board"] == frames.snapshot(viewing.scene(world.table, ann), words("en"))["regions"]["board"]


class Watched(World):
    """A table that somebody watches from its first entry on."""

    def __init__(self, *settings: Any) -> None:
        self.pages: dict[Viewer, dict[str, str]] = {Viewer(0): {}, Viewer(2, (2,)): {}}
        super().__init__(*settings)

    def do(self, content: AnyContent, person: int | None = None) -> Moment:
        moment = super().do(content, person)
        for viewer, page in self.pages.items():
            frame = frames.frame(viewing.change(self.table, viewer, moment), words("en"))
            for shown in (*frame["steps"], frame):
                for name, fresh in shown["regions"].items():  # a region must be there, at the top or in another
                    assert name in REGIONS or f"id='r-{name}'" in page["board"], name
                    put(page, {name: fresh})
        return moment


REGIONS = ("head", "since", "players", "board", "prompt", "hand", "seats", "result", "controls")


@somewhere
def test_who_watches_from_the_lobby_on_sees_the_board_when_the_cards_are_dealt(
    game: str, edition: str, players: int
) -> None:
    world = Watched(game, edition, players, 12)
    for number, _ in zip(range(12), world.play(), strict=False):
        for viewer, page in world.pages.items():
            whole = frames.snapshot(viewing.scene(world.table, viewer), words("en"))["regions"]
            assert without_board(page) == without_board(whole)
            assert page["board"] and page["players"], number


def test_a_board_with_parts_is_made_of_them() -> None:
    world = World("richelieu", "ru", 2, seed=2)
    for number, moment in enumerate(world.play()):
        made = frames.frame(viewing.change(world.table, Viewer(0), moment), words("en"))
        assert ("board" in made["regions"]) == (number == 0)
        whole = frames.snapshot(viewing.scene(world.table, Viewer(0)), words("en"))["regions"]
        assert [name for name in whole if whole[name] and whole[name] in whole["board"]] == [
            *("board", "track"),
            *("zone1", "zone2", "zone3"),
        ]
        if number > 40:
            break


@somewhere
def test_of_what_is_sewn_only_what_changed_is_sent(game: str, edition: str, players: int) -> None:
    world, single = World(game, edition, players, seed=5), 0
    for number, moment in enumerate(world.play()):
        frame = frames.frame(viewing.change(world.table, Viewer(1, (1,)), moment), words("en"))
        for shown in (*frame["steps"], frame):
            for name, fresh in shown["regions"].items():
                if isinstance(fresh, dict):
                    single += 1
                    assert name in ("players", "board", "zone1", "zone2", "zone3")
                elif number and name == "players":
                    assert world.table.phase == "over"  # all of them open their hands
    assert single > 20


@somewhere
def test_what_moves_is_on_the_page(game: str, edition: str, players: int) -> None:
    moved: set[str] = set()
    world = World(game, edition, players, seed=4)
    pages: dict[Viewer, dict[str, str]] = {}
    for moment in world.play():
        for viewer in world.viewers()[-3:]:
            change = viewing.change(world.table, viewer, moment)
            frame = frames.frame(change, words("en"))
            page = pages.setdefault(viewer, {})
            for step, seen in zip(frame["steps"], change.steps, strict=True):
                before = ids(page)
                put(page, step["regions"])
                there = ids(page)
                assert step["say"] and step["pause"] > 0
                for fx in step["fx"]:
                    moved.add(fx["do"])
                    assert fx["do"] in ("fly", "turn", "strike", "coins", "glow", "arrow")
                    assert fx.get("at", "supply") in there | {"supply"}, (seen.event, fx)
                    assert fx.get("to", "supply") in there | {"supply"}, (seen.event, fx)
                    assert fx.get("from", "supply") in before | there | {"supply"}, (seen.event, fx)
            put(page, frame["regions"])
            assert frame["sound"] in SOUNDS
            events = [line for line in frame["log"] if "ev-table-" not in line]
            assert [read(line)[0].text for line in events] == [step["say"] for step in frame["steps"]]
    assert {"fly", "turn", "coins", "glow", "arrow"} <= moved


@somewhere
def test_one_looks_longer_at_what_others_do_to_oneself(game: str, edition: str, players: int) -> None:
    longer = 0
    world = World(game, edition, players, seed=9)
    for moment in world.play():
        films = {
            seat: frames.frame(viewing.change(world.table, Viewer(seat, (seat,) if seat else ()), moment), words("en"))
            for seat in range(players + 1)
        }
        for number, usual in enumerate(films[0]["steps"]):
            pauses = {seat: film["steps"][number]["pause"] for seat, film in films.items()}
            assert {*pauses.values()} <= {usual["pause"], round(1.5 * usual["pause"])}
            longer += [*pauses.values()].count(round(1.5 * usual["pause"]))
            if isinstance(moment.content, log_entries.Moved):
                assert pauses[moment.content.seat] == usual["pause"], "whoever acts knows what they do"
    assert longer > 20


def ids(page: dict[str, str]) -> set[str]:
    return {found for html in page.values() for found in re.findall(r"\bid=['\"]([^'\"]+)", html)}


@somewhere
def test_a_card_that_is_placed_lies_on_the_board_of_its_own_step(game: str, edition: str, players: int) -> None:
    placed = 0
    world = World(game, edition, players, seed=8)
    for moment in world.play():
        frame = frames.frame(viewing.change(world.table, Viewer(0), moment), words("en"))
        for step in frame["steps"]:
            for fx in step["fx"]:
                if fx["do"] == "fly" and fx["to"][0] in "ca":
                    placed += 1
                    assert f"id='{fx['to']}'" in "".join(map(new_in, step["regions"].values()))
    assert placed > 10


@somewhere
def test_somebody_who_comes_back_gets_frames_that_lead_to_the_same_page(game: str, edition: str, players: int) -> None:
    world = World(game, edition, players, seed=3)
    for number, _ in enumerate(world.play()):
        if number % 25 == 20:
            for viewer in world.viewers():
                page: dict[str, str] = {}
                for moment in list(world.table.moments)[-6:]:
                    show(page, frames.frame(viewing.change(world.table, viewer, moment), words("fr")))
                assert without_board(page) == without_board(
                    frames.snapshot(viewing.scene(world.table, viewer), words("fr"))["regions"]
                )


def test_who_looks_with_the_same_eyes_gets_the_same_frame() -> None:
    world = World("ablaze", "ru", 3, seed=1)
    moment = world.move(world.random_move())
    changes = [viewing.change(world.table, Viewer(0), moment) for _ in range(3)]
    assert changes[0] is changes[1] is changes[2]
    made = [frames.frame(change, words("en")) for change in changes]
    assert made[0] == made[1] == made[2] != frames.frame(changes[0], words("ru"))


MADE_OF = ("intrigue.web.html", "intrigue.web.games", "intrigue.web.render")
"""Where what is rendered is remembered."""


def forget() -> None:
    """Nothing that was rendered before is remembered."""
    for module in [one for name, one in sys.modules.items() if name.startswith(MADE_OF)]:
        for made in vars(module).values():
            if isinstance(made, _lru_cache_wrapper):
                made.cache_clear()
    frames.RENDERED.clear()


@somewhere
def test_what_is_public_is_rendered_once_a_language(
    game: str, edition: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each piece that somebody without a seat sees is filled in once, however many others look with their own eyes."""
    filled: Counter[tuple[str, str, str]] = Counter()
    macro = templates.macro

    def count(file: str, name: str) -> Any:
        return lambda **values: filled.update([(file, name, repr(values))]) or macro(file, name)(**values)

    monkeypatch.setattr(templates, "macro", count)
    forget()
    world, seen = World(game, edition, players, seed=14), Counter[str]()
    for moment in world.play():
        for language in ("en", "fr"):
            filled.clear()
            stranger, *others = reversed(world.viewers())
            frames.frame(viewing.change(world.table, stranger, moment), words(language))
            public = set(filled)
            for viewer in others:
                frames.frame(viewing.change(world.table, viewer, moment), words(language))
            assert [piece for piece in public if filled[piece] > 1] == []
            seen.update(name for _, name, _ in public)
    assert seen["head"] and seen["who"] and any(seen[name] for name in ("taken", "slot", "table")), seen


EXPLAINED = re.compile("<template data-hint=.(?!card:)[^>]*>(.*?)</template>", re.DOTALL)


def explanations(game: str, edition: str) -> set[str]:
    """All that hints explain, in every language; but for what is printed on Richelieu's cards, which the board tells of
    those that lie there."""
    blocks = [
        block for language in LANGUAGES for block in EXPLAINED.findall(registry.hints(game, edition, words(language)))
    ]
    return {html.unescape(text) for block in blocks for text in re.findall("<p>(.*?)</p>", block)}


def strings(part: Any) -> Iterator[str]:
    """Every text in a message."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict | list):
        for one in part.values() if isinstance(part, dict) else part:
            yield from strings(one)


@somewhere
def test_no_frame_explains_what_hints_explain(game: str, edition: str, players: int) -> None:
    texts = explanations(game, edition)
    assert len(texts) > 4 * 30
    world = World(game, edition, players, seed=17)
    for number, moment in enumerate(world.play()):
        for viewer in world.viewers():
            said = words(LANGUAGES[(number + viewer.seat) % len(LANGUAGES)])
            sent = html.unescape("\n".join(strings(frames.frame(viewing.change(world.table, viewer, moment), said))))
            assert [text for text in texts if text in sent] == []


def test_a_frame_says_for_whose_eyes_it_is() -> None:
    worlds = [World("oriflamme", "fr", 3, seed) for seed in (1, 2)]
    hot = World("oriflamme", "fr", 3, 3, hot_seat=True)
    marks = [
        frames.snapshot(viewing.scene(world.table, viewer), words(language))["for"]
        for world in (*worlds, hot)
        for viewer in world.viewers()
        for language in LANGUAGES
    ]
    assert len(set(marks)) == len(marks)


def test_turn_is_told_to_whoever_is_asked_and_to_nobody_else() -> None:
    world = World("oriflamme", "fr", 4, 6, bots=(4,))
    asked = 0
    for moment in world.play():
        for viewer in world.viewers():
            frame = frames.frame(viewing.change(world.table, viewer, moment), words("en"))
            assert frame["turn"] == (viewer.seat == world.table.to_act and viewer.seat != 0)
            assert (
                "<form" in frames.regions_of(viewing.change(world.table, viewer, moment).after, words("en"))["prompt"]
            ) == (frame["turn"])
            asked += frame["turn"]
    assert asked > 10


def test_somebody_for_whom_a_bot_plays_is_not_asked_until_coming_back() -> None:
    world = World("oriflamme", "fr", 3, 6)
    seat = world.table.to_act
    assert seat is not None
    viewer = Viewer(seat, (seat,))
    for content, turn in ((log_entries.Lapsed(seat), False), (log_entries.Returned(seat), True)):
        frame = frames.frame(viewing.change(world.table, viewer, world.do(content)), words("en"))
        assert frame["turn"] is turn and ("<form" in frame["regions"]["prompt"]) is turn
        assert frame["steps"] == [] and "players" in frame["regions"]


def test_the_clock_stands_beside_the_regions() -> None:
    from intrigue.web.table.settings import Clock

    world = World("oriflamme", "fr", 3, 6, clock=Clock("live", 60))
    moment = world.move(world.random_move())
    frame = frames.frame(viewing.change(world.table, Viewer(0), moment), words("en"))
    assert frame["clock"] == {"kind": "live", "seat": world.table.to_act, "left": 60_000, "whole": 60_000}
    later = frames.snapshot(viewing.scene(world.table, Viewer(0), now=moment.at + 20_000), words("en"))
    assert later["clock"]["left"] == 40_000
    away = [(moment.at + 5_000, moment.at + 10_000)]
    assert viewing.scene(world.table, Viewer(0), now=moment.at + 20_000, outages=away).clock.left == 45_000


def test_taking_back_shows_the_board_as_it_was() -> None:
    world = World("oriflamme", "fr", 3, 6)
    seat = world.table.to_act
    assert seat is not None
    viewer = Viewer(seat, (seat,))
    before = frames.regions_of(viewing.scene(world.table, viewer), words("en"))
    page = dict(before)
    moment = world.move(world.random_move())
    assert viewing.scene(world.table, viewer).taker == seat and viewing.scene(world.table, Viewer(0)).taker == 0
    show(page, frames.frame(viewing.change(world.table, viewer, moment), words("en")))
    assert page["board"] != before["board"]
    back = frames.frame(viewing.change(world.table, viewer, world.do(log_entries.TookBack(seat, 0), 11)), words("en"))
    put(page, back["regions"])
    assert page["board"] == before["board"] and page["hand"] == before["hand"]


@pytest.mark.parametrize("game", ["oriflamme", "richelieu"])
def test_nobody_is_asked_any_more_at_a_game_that_was_ended(game: str) -> None:
    world = World(game, GAMES[game].editions[0], 3, seed=2)
    for _ in range(9):
        world.move(world.random_move())
    viewer, said = Viewer(1, (1,)), words("en")
    page = dict(frames.snapshot(viewing.scene(world.table, viewer), said)["regions"])
    moment = world.do(log_entries.Ended("consent"))
    show(page, frames.frame(viewing.change(world.table, viewer, moment), said))
    assert without_board(page) == without_board(frames.snapshot(viewing.scene(world.table, viewer), said)["regions"])
