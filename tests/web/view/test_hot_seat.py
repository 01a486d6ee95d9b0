"""A device that is passed round: public questions are asked openly, private ones behind a curtain."""

from __future__ import annotations

import json

import pytest
from web import viewing
from web.html.elements import read
from web.view.worlds import World

from intrigue.locale import words
from intrigue.web.render import frames
from intrigue.web.table.errors import Denied
from intrigue.web.view import viewers
from intrigue.web.view.scene import Viewer

OPEN = ("reveal", "hit", "rob", "copy", "move", "twin", "bribe", "use", "take", "corrupt", "grey", "queen")
SECRET = ("place", "agent", "income", "neutral", "free")


@pytest.mark.parametrize(
    ("game", "edition", "players"), [("oriflamme", "fr", 3), ("ablaze", "uk", 4), ("richelieu", "ru", 2)]
)
def test_the_curtain_falls_only_before_what_is_private(game: str, edition: str, players: int) -> None:
    world = World(game, edition, players, 2, hot_seat=True)
    device = viewers.viewer_of(world.table, 11)
    assert device == Viewer(0, tuple(range(1, players + 1)), True) and device.hot
    asked: dict[str, int] = {}
    for _ in world.play():
        seat = world.table.to_act
        if seat is None:
            break
        scene = viewing.scene(world.table, device)
        made = frames.snapshot(scene, words("en"))
        elements = {one["id"]: one for one in read(made["regions"]["prompt"])}
        verbs = {move.split(" ")[0] for move in world.moves()}
        is_open = bool(verbs & set(OPEN)) and not verbs & set(SECRET)
        asked["open" if is_open else "secret"] = asked.get("open" if is_open else "secret", 0) + 1
        assert made["turn"] is True and made["regions"]["hand"] == ""
        buttons = [one for one in read(made["regions"]["prompt"]) if one.tag == "button"]
        if is_open:
            assert scene.view is not None and sorted(scene.view["legal"]) == sorted(world.moves())
            assert elements["ask"]["data-seat"] == str(seat)
            assert [one["data-peek"] for one in buttons if one["class"] == "peek"] == [str(seat)]
        else:
            assert scene.view is not None and scene.view["legal"] == []
            assert "ask" not in elements and [one["data-curtain"] for one in buttons] == [str(seat)]
        name = world.table.seat(seat).name
        assert name in elements["question"].text

        own = frames.private_frame(viewing.private_scene(world.table, device, seat), words("en"))
        form = next(one for one in read(own["regions"]["prompt"]) if one["id"] == "ask")
        listed = json.loads(form["data-moves"])
        assert sorted(move for move, _, _ in listed) == sorted(world.moves())
        there = {one["data-at"] for html in own["regions"].values() for one in read(html)}
        assert all(set(parts) <= there for _, parts, _ in listed)
        assert own["seat"] == seat and own["for"] != made["for"]
        if "reveal" in world.moves():
            view = world.table.match.view(seat) if world.table.match else {}
            kind = view["row"][view["pointer"] - 1][-1]["kind"]
            assert words("en")(f"card.{kind}.name") in own["peek"]
    assert set(asked) == {"open", "secret"}


def test_nobody_looks_behind_another_curtain() -> None:
    world = World("oriflamme", "fr", 3, 2, hot_seat=True)
    device = Viewer(0, (1, 2, 3), True)
    seat = world.table.to_act
    assert seat is not None
    viewing.private_scene(world.table, device, seat)
    others = [number for number in (1, 2, 3) if number != seat]
    refused = [(device, other) for other in others]
    refused += [(Viewer(0), seat), (Viewer(0, (*others,)), seat), (Viewer(others[0], (others[0],)), seat)]
    refused += [(Viewer(seat, (seat,)), seat)]  # it sees its own cards as it is
    for viewer, number in refused:
        with pytest.raises(Denied):
            viewing.private_scene(world.table, viewer, number)


def test_a_device_with_one_seat_needs_no_curtain() -> None:
    world = World("oriflamme", "fr", 3, 2, bots=(2, 3), hot_seat=True)
    assert viewers.viewer_of(world.table, 11) == Viewer(1, (1,), True)


def test_on_a_shared_device_nobody_is_peeked_at_before_the_deal_or_after_the_end() -> None:
    world = World("oriflamme", "fr", 3, 2, hot_seat=True)
    for _ in world.play():
        pass
    with pytest.raises(Denied):
        viewing.private_scene(world.table, Viewer(0, (1, 2, 3)), 1)
