"""Twin worlds over what is around the frames: whole pages, the curtain, downloads, who is asked where (threats 1, 3, 8,
12 and 18)."""

from __future__ import annotations

import zlib
from typing import Any

import pytest
from web import viewing
from web.secrecy.twins import copy_table, language_of, moments, twin_of
from web.table.stories import ANN, Story, people_at, table_settings
from web.view.worlds import PEOPLE

from intrigue.locale import words
from intrigue.web.render import frames, pages, regions
from intrigue.web.render.pages import Me, SiteInfo
from intrigue.web.store import ChatLine
from intrigue.web.table import requests
from intrigue.web.table.errors import Denied
from intrigue.web.table.table import Table
from intrigue.web.view import replay, scene_builder
from intrigue.web.view import viewers as visibility
from intrigue.web.view.scene import Viewer

SITE = SiteInfo("https://games.example", lambda path: f"/static/{path}")
TALK = [ChatLine(1, 0, 1, "Ann", "text", "archer, heir, spy", 1), ChatLine(2, 0, 0, "Eve", "phrase", "hello", 2)]
TABLES = [("oriflamme", "fr", 3), ("ablaze", "uk", 4), ("oriflamme-mix", "fr+uk", 3), ("richelieu", "ru", 2)]


def page(table: Table, viewer: Viewer, language: str) -> str:
    """The page of a table as its route makes it."""
    said, scene = words(language), viewing.scene(table, viewer)
    lines = [str(regions.talk_line(one, scene, said)) for one in TALK]
    me = Me("Ann", language, token="token", known=True)
    return pages.table(me, SITE, scene, frames.snapshot(scene, said), lines)


@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_pages_are_the_same_in_twin_worlds_and_so_is_their_size(name: str, edition: str, players: int) -> None:
    looked = 0
    for world, number in moments(name, edition, players, seed=21, every=4):
        for viewer in world.viewers():
            true, twin = copy_table(world.table), twin_of(world.table, viewer.seat, number)
            one, other = (page(table, viewer, language_of(number)) for table in (true, twin))
            assert one == other
            assert len(zlib.compress(one.encode())) == len(zlib.compress(other.encode()))
            looked += 1
    assert looked > 30


def test_a_page_that_names_a_card_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = scene_builder.view_for

    def leaky(state: Any, viewer: Viewer, moment: Any, *face: Any) -> dict[str, Any]:
        position = scene_builder.game(moment.settings.game).position(state)
        return honest(state, viewer, moment, *face) | {"row": position["row"]}

    monkeypatch.setattr(scene_builder, "view_for", leaky)
    with pytest.raises(AssertionError):
        test_pages_are_the_same_in_twin_worlds_and_so_is_their_size("oriflamme", "fr", 3)


@pytest.mark.parametrize(("name", "edition", "players"), [("oriflamme", "fr", 4), ("richelieu", "ru", 2)])
def test_behind_the_curtain_a_seat_sees_the_same_in_its_twin_worlds(name: str, edition: str, players: int) -> None:
    said, looked, parted = words("en"), 0, 0
    for world, number in moments(name, edition, players, seed=9, every=3, hot_seat=True):
        seat = world.table.to_act
        assert seat
        device = visibility.viewer_of(world.table, PEOPLE[0])
        assert device and device.hot
        true, twin = copy_table(world.table), twin_of(world.table, seat, number)
        other = twin_of(world.table, seat % players + 1, number + 1)
        made = [frames.private_frame(viewing.private_scene(table, device, seat), said) for table in (true, twin, other)]
        assert made[0] == made[1]
        parted += made[0] != made[2]
        looked += 1
    assert looked > 8 and parted, "the curtain hides nothing"


@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_nothing_is_downloaded_while_a_game_runs(name: str, edition: str, players: int) -> None:
    for world, number in moments(name, edition, players, seed=3, every=7):
        for table in (world.table, twin_of(world.table, 0, number)):
            with pytest.raises(Denied) as refused:
                table.record_text()
            assert refused.value.key == "refused.no_record_yet"


def test_what_each_adds_to_the_deal_is_sealed_until_the_end() -> None:
    """The one thing that people choose at the same time: numbers for the deal. Others learn only who is ready."""
    nonces, said, texts = ("0" * 31 + "1", "f" * 31 + "e"), words("en"), []
    for nonce in nonces:
        story = Story(table_settings()).seat_all()
        story.ask(ANN, requests.Ready(1, nonce))
        viewers = (Viewer(0), Viewer(1, (1,), True), Viewer(2, (2,)))
        seen = [
            (viewing.scene(story.table, one), viewing.change(story.table, one, story.table.moments[-1]))
            for one in viewers
        ]
        texts.append(
            "".join(
                f"{scene!r}{change!r}{frames.snapshot(scene, said)!r}{frames.frame(change, said)!r}"
                for scene, change in seen
            )
        )
    assert texts[0] == texts[1] and not any(nonce in text for nonce in nonces for text in texts)


def test_what_each_added_to_the_deal_is_told_when_the_game_is_over_and_not_before() -> None:
    """Then by the page as by the record, so that everybody can look for their own."""
    story, said = people_at(), words("en")
    nonces = tuple(f"{seat:032x}" for seat in (1, 2, 3))
    assert story.table.nonces == nonces
    running = viewing.scene(story.table, Viewer(1, (1,), True))
    assert not any(nonce in f"{running!r}{frames.snapshot(running, said)!r}" for nonce in nonces)
    for seat, person in ((1, 11), (2, 22), (3, 33)):
        story.ask(person, requests.Vote(seat, True))
    over = viewing.scene(story.table, Viewer(0))
    assert over.nonces == nonces and " ".join(nonces) in frames.snapshot(over, said)["regions"]["result"]
    earlier = replay.past_scene(story.table, Viewer(1, (1,), True), story.table.moments[-2])
    assert earlier.nonces == ()
