"""Lobby, end, controls, talk, people, and the sentences of what happens at a table."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from random import Random
from typing import Any

import msgspec
import pytest
from web import viewing
from web.html.reading import faults, read
from web.render.samples import ENDLESS, SCENES, Said, scene, scene_after, seats
from web.table.stories import people_at

from intrigue.games import GAMES
from intrigue.locale import LANGUAGES, words
from intrigue.web.render import regions
from intrigue.web.table import log_entries
from intrigue.web.table.notices import TableNotice
from intrigue.web.table.requests import AnyRequest, TakeBack
from intrigue.web.table.settings import Clock, Settings
from intrigue.web.view.scene import Scene, SeatSeen, Viewer

EN = words("en")
NOBODY = SeatSeen(4, "", "nobody", "", False, False, False, False, False)
PROGRAM = SeatSeen(3, "Deep Row", "bot", "knight", True, False, False, False, False, program=True)


def requests_in(html: str) -> list[dict[str, Any]]:
    """The requests that the buttons and forms of a region make."""
    return [json.loads(one.attributes["data-do"] or "") for one in read(html).elements if "data-do" in one.attributes]


def deeds_in(html: str) -> set[str]:
    return {request["do"] for request in requests_in(html)}


@pytest.mark.parametrize("name", SCENES)
def test_every_region_is_well_formed_in_every_language(name: str) -> None:
    for language in LANGUAGES:
        for region in (regions.seats, regions.result, regions.controls):
            assert faults(str(region(SCENES[name], words(language))), whole=False) == []


@pytest.mark.parametrize("name", SCENES)
def test_every_button_asks_for_something_the_server_understands(name: str) -> None:
    filled = {
        "ready": {"nonce": "0" * 32},
        "sit": {"name": "Ann"},
        "rename": {"name": "Ann"},
        "fill": {"level": "duke"},
    }
    for region in (regions.seats, regions.controls, regions.result):
        for request in requests_in(region(SCENES[name], EN)):
            msgspec.convert(request | filled.get(request["do"], {}), AnyRequest)


# Lobby


def test_the_host_may_fill_empty_resize_and_close() -> None:
    html = regions.seats(scene(seats=(*seats(3), NOBODY)), EN)
    assert deeds_in(html) == {"ready", "rename", "rise", "fill", "empty", "change", "close"}
    sizes = {request["settings"]["players"] for request in requests_in(html) if request["do"] == "change"}
    assert sizes == {3, 5}


def test_the_host_frees_the_seat_of_somebody_who_does_not_come() -> None:
    html = regions.seats(scene(), EN)
    others = {seat.number for seat in scene().seats if seat.held_by == "person" and not seat.mine}
    assert others and others <= {request["seat"] for request in requests_in(html) if request["do"] == "empty"}
    assert 1 not in {request["seat"] for request in requests_in(html) if request["do"] == "empty"}


def test_who_waits_for_others_may_let_a_bot_play_where_no_clock_does() -> None:
    ask = {"do": "standin", "seat": 1}
    assert ask in requests_in(regions.controls(scene(phase="playing"), EN))
    bots = tuple(seat if seat.mine else seat._replace(held_by="bot", level="page") for seat in scene().seats)
    assert ask not in requests_in(regions.controls(scene(phase="playing", seats=bots), EN))
    live = msgspec.structs.replace(scene().settings, clock=Clock("live", 60))
    assert ask not in requests_in(regions.controls(scene(phase="playing", settings=live), EN))


def test_a_guest_may_sit_down_and_nothing_else() -> None:
    guest = scene(seats=(*seats(3, mine=False), NOBODY), viewer=Viewer(0))
    assert requests_in(regions.seats(guest, EN)) == [{"do": "sit", "seat": 3}, {"do": "sit", "seat": 4}]


def test_no_seat_is_offered_to_who_may_not_take_it() -> None:
    barred = Viewer(0, barred=(3,))
    lobby = scene(seats=(*seats(3, mine=False), NOBODY), viewer=barred)
    assert requests_in(regions.seats(lobby, EN)) == [{"do": "sit", "seat": 4}]
    playing = scene(phase="playing", seats=seats(4, mine=False), viewer=barred)
    assert requests_in(regions.controls(playing, EN)) == [{"do": "sit", "seat": 4}]


def test_a_player_who_is_no_host_looks_after_the_own_seat_only() -> None:
    html = regions.seats(scene(viewer=Viewer(1, (1,))), EN)
    assert deeds_in(html) == {"ready", "rename", "rise"}
    assert {request["seat"] for request in requests_in(html)} == {1}


def test_a_device_for_all_says_ready_for_each() -> None:
    wishes = requests_in(regions.seats(SCENES["a device for all"], EN))
    ready = [request["seat"] for request in wishes if request["do"] == "ready"]
    assert ready == [1, 2, 3]


def test_on_a_device_for_all_one_button_deals_and_nobody_is_you() -> None:
    html = regions.seats(SCENES["a device for all"], EN)
    assert html.count('class="main"') == 1 and f'data-each=".each-ready">{EN("web.seats.deal")}</button>' in html
    assert EN("web.seats.you") not in html and all(name in html for name in ("Ann", "Bob", "Cyd"))
    first, *rest = SCENES["a device for all"].seats
    last = [first, *(seat._replace(ready=True) for seat in rest)]
    html = regions.seats(replace(SCENES["a device for all"], seats=tuple(last)), EN)
    assert "data-each" not in html and html.count('class="main"') == 1


def test_a_guest_is_asked_first_whether_they_are_ready_and_a_host_sees_the_seats_first() -> None:
    guest, host = (regions.seats(scene(viewer=Viewer(1, (1,), host=is_host)), EN) for is_host in (False, True))
    assert guest.index(EN("web.seats.ready")) < guest.index('<ol class="seats"')
    assert host.index('<ol class="seats"') < host.index(EN("web.seats.ready"))
    assert "data-host" in host and "data-host" not in guest


def test_whoever_waits_is_told_for_whom() -> None:
    first, *rest = seats(4)
    html = regions.seats(scene(seats=(first._replace(ready=True), *rest)), EN)
    assert EN("web.seats.wait", players="Bob") in html
    assert EN("web.seats.begins") in regions.seats(scene(seats=seats(4, ready=True)), EN)


def test_those_who_join_see_what_was_chosen_and_the_commitment() -> None:
    chosen = Settings(
        "richelieu", "ru", 3, clock=Clock("days", 3 * 86400), screens="closed", watch="nobody", level="duke"
    )
    html = regions.seats(scene("richelieu", settings=chosen, seats=seats(3)), words("ru"))
    for text in ("по переписке, 3 дня", "скрыты за ширмами", "никто", "Герцог", "5e" * 32):
        assert text in html
    mix = regions.seats(SCENES["kinds of the mix"], EN)
    assert "Archer, Queen" in mix and EN("edition.fr+uk") in mix
    assert EN("web.kinds.drawn") in regions.seats(SCENES["oriflamme-mix gathering"], EN)


def test_there_is_no_lobby_during_the_game_and_no_result_before_its_end() -> None:
    assert regions.seats(SCENES["oriflamme playing"], EN) == ""
    assert regions.result(SCENES["oriflamme playing"], EN) == ""
    assert regions.result(SCENES["oriflamme gathering"], EN) == ""


# The end


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_the_breakdown_adds_up_to_the_points(game: str, seed: int) -> None:
    over = scene_after(game, GAMES[game].seats[-1], ENDLESS, seed=seed)
    columns, rows = regions.breakdown(over, EN)
    assert over.view is not None
    points = over.view.get("scores") or [player["influence"] for player in over.view["players"]]
    assert len(columns) in (1, 4, 5) and all(len(parts) == len(columns) for _, parts, _ in rows)
    assert [sum(parts) for _, parts, _ in rows] == [all_of_them for *_, all_of_them in rows]
    assert {seat.number: total for seat, _, total in rows} == dict(enumerate(points, start=1))
    assert [total for *_, total in rows] == sorted(points, reverse=True)
    assert rows[0][0].number in over.view["winners"]


def test_what_was_taken_back_counts_for_nothing() -> None:
    story, chooser, taken_back = people_at(), Random(5), 0
    while story.table.phase == "playing":
        seat, person = story.acting, story.holder
        story.move(chooser.choice(story.moves()))
        if story.table.can_take_back(seat) and chooser.random() < 0.3:
            story.ask(person, TakeBack(seat))
            taken_back += 1
    columns, rows = regions.breakdown(viewing.scene(story.table, Viewer(0)), EN)
    assert taken_back > 3 and columns
    assert all(sum(parts) == points for _, parts, points in rows)


def test_a_log_that_is_not_whole_tells_points_without_a_breakdown() -> None:
    over = scene_after("oriflamme", 3, ENDLESS)
    columns, rows = regions.breakdown(replace(over, lines=over.lines[40:]), EN)
    assert columns == [] and all(parts == [] for _, parts, _ in rows)


def tied_scene(ecu: int) -> Scene:
    over = scene_after("richelieu", 3, ENDLESS)
    assert over.view is not None
    one = {"prestige": 9, "income": 1, "military": 1, "ecu": 3, "jewels": 0, "cards": []}
    players = [one, one | {"ecu": ecu}, one | {"prestige": 1}]
    return replace(
        over, view=over.view | {"players": players, "scores": [11, 11, 3], "winners": [1] if ecu < 3 else [1, 2]}
    )


def test_a_tie_break_is_told_and_a_shared_victory_too() -> None:
    broken, shared = regions.result(tied_scene(2), EN), regions.result(tied_scene(3), EN)
    assert EN("richelieu.result.tie_break.ecu") in broken and EN("result.winner", player="Ann") in broken
    assert EN("result.shared", players="Ann and Bob") in shared and "tie is broken" not in shared
    assert broken.count("data-winner") == 1 and shared.count("data-winner") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_says_who_is_a_bot_and_for_whom_one_played_on(language: str) -> None:
    say = words(language)
    bots = seats(4, names=["Ann", "", "Cyd", "Dee"])
    held = (*bots[:2], bots[2]._replace(resigned=True), bots[3])
    shown = unescape(regions.result(scene_after("oriflamme", 4, ENDLESS, seats=held), say))
    assert shown.count(say("web.seats.bot", level=say("level.knight"))) == 1
    assert shown.count(say("board.badge.resigned")) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_credits_a_program_with_what_it_played_itself(language: str) -> None:
    say = words(language)
    knight, away = say("web.seats.bot", level=say("level.knight")), say("board.badge.away")
    over = scene_after("oriflamme", 3, ENDLESS, seats=(*seats(2), PROGRAM))
    shown = unescape(regions.result(over, say))
    assert say("outside.name", name="Deep Row") in shown and shown.count(say("outside.badge")) == 1
    assert knight not in shown and away not in shown
    left = unescape(regions.result(replace(over, seats=(*seats(2), PROGRAM._replace(away=True))), say))
    assert say("outside.name", name="Deep Row") in left and say("outside.badge") not in left
    assert left.count(knight) == left.count(away) == 1


@pytest.mark.parametrize("game", ["oriflamme", "richelieu"])
def test_no_number_before_a_name_could_be_taken_for_a_rank(game: str) -> None:
    html, sign = regions.result(SCENES[f"{game} over"], EN), "noble" if game == "richelieu" else "family"
    rows = re.findall(r"<th scope=\"row\".*?</th>", html, re.DOTALL)
    assert rows and all(f"#{sign}-" in row for row in rows)
    assert not any(re.search(r">\s*\d", row) for row in rows)


def test_what_one_can_do_at_the_end() -> None:
    over = SCENES["oriflamme over"]
    html = regions.result(over, EN)
    assert 'data-post="/t/tbl1/rematch"' in html and 'href="/t/tbl1/record"' in html and "intrigue verify" in html
    watched = replace(over, seats=seats(3, mine=False), viewer=Viewer(0))
    assert "rematch" not in regions.result(watched, EN)
    followed = regions.result(replace(over, next_table="tbl2"), EN)
    assert 'href="/t/tbl2"' in followed and "rematch" not in followed


def test_the_end_shows_what_the_deal_was_made_of_and_which_seats_are_mine() -> None:
    html = regions.result(replace(SCENES["oriflamme over"], bots_at_deal=(2, 3)), EN)
    assert (
        f'data-commitment="{"5e" * 32}" data-nonces="{1:032x} {2:032x} {3:032x}" data-mine="1" data-bots="2 3"' in html
    )
    assert "intrigue verify intrigue-tbl1.game<" in html  # the file that the record is downloaded as
    assert "data-nonces" not in regions.result(SCENES["closed"], EN)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_aborted_game_says_why(language: str) -> None:
    said = words(language)
    for name, why in (("ended by consent", "consent"), ("deserted", "deserted"), ("closed", "closed")):
        assert said(f"web.aborted.{why}") in regions.result(SCENES[name], said)
    assert "/record" not in regions.result(SCENES["closed"], said)
    alone = replace(SCENES["ended by consent"], why="alone")
    assert said("web.aborted.alone") in regions.result(alone, said)
    seen = replace(alone, seats=seats(3, mine=False), viewer=Viewer(0))
    assert said("web.aborted.alone.seen") in regions.result(seen, said)


# Controls


def test_a_program_leaves_its_seat_to_a_bot_only_when_a_level_is_chosen_for_it() -> None:
    playing = scene(phase="playing", viewer=Viewer(1, (1,), host=True), seats=(*seats(2), PROGRAM))
    chosen = [one for one in read(regions.controls(playing, EN)).elements if "selected" in one.attributes]
    assert [(one.attributes["value"], "disabled" in one.attributes) for one in chosen] == [("", True)]
    select = next(one for one in read(regions.controls(playing, EN)).elements if one.attributes.get("name") == "level")
    assert "required" in select.attributes
    options = [one for one in read(regions.controls(playing, EN)).elements if one.tag == "option"]
    assert options[0].attributes["value"] == "", "a browser asks for a choice only if nothing is chosen by the first"


def test_controls_of_a_player() -> None:
    playing = SCENES["oriflamme playing"]
    assert deeds_in(regions.controls(playing, EN)) == {"vote", "resign", "rise", "standin", "fill"}
    guest = replace(playing, viewer=Viewer(1, (1,)))
    assert deeds_in(regions.controls(guest, EN)) == {"vote", "resign", "rise", "standin"}
    away = requests_in(regions.controls(SCENES["away"], EN))
    assert {"do": "takeback", "seat": 1} in away and {"do": "return", "seat": 1} in away
    voted = requests_in(regions.controls(SCENES["for ending"], EN))
    assert {"do": "vote", "seat": 1, "end": False} in voted
    assert 'href="/t/tbl2"' in regions.controls(SCENES["for ending"], EN)


def test_what_cannot_be_undone_asks_first() -> None:
    for one in read(regions.controls(SCENES["oriflamme playing"], EN)).elements:
        if "data-do" in one.attributes and "fill" not in str(one.attributes["data-do"]):
            assert one.attributes.get("data-sure")


def test_standing_orders_are_offered_where_cards_wait() -> None:
    assert "dialog-orders" in regions.controls(SCENES["oriflamme playing"], EN)
    assert "dialog-orders" not in regions.controls(SCENES["richelieu playing"], EN)
    assert "dialog-orders" not in regions.controls(SCENES["a spectator"], EN)


def test_whoever_watches_may_take_a_bots_seat_or_the_own_one_by_a_code() -> None:
    html = regions.controls(SCENES["a spectator"], EN)
    assert requests_in(html) == [{"do": "sit", "seat": 3}] and 'data-post="/t/tbl1/takeover"' in html
    assert "data-code" not in html and "takeover" not in regions.controls(SCENES["oriflamme playing"], EN)


def test_whoever_resigned_has_nothing_left_to_decide() -> None:
    resigned = scene_after("oriflamme", 3, 9, seats=seats(3, resigned=True))
    assert deeds_in(regions.controls(resigned, EN)) == {"fill"}, "a host stays the host"


def test_the_host_changes_the_levels_of_bots_and_of_nobody_else() -> None:
    html = regions.controls(SCENES["oriflamme playing"], EN)
    assert [one for one in requests_in(html) if one["do"] == "fill"] == [{"do": "fill", "seat": 3}]
    assert '<option value="knight" selected>' in html
    assert "fill" not in deeds_in(regions.controls(SCENES["oriflamme over"], EN))
    assert "fill" not in deeds_in(regions.controls(scene(), EN)), "before the deal the lobby does that"


# Talk and people


@pytest.mark.parametrize("phrase", regions.PHRASES)
def test_a_phrase_is_told_in_the_readers_language(phrase: str) -> None:
    said = Said(4, 2, "Bob", "phrase", phrase)
    lines = {str(regions.talk_line(said, SCENES["oriflamme playing"], words(language))) for language in LANGUAGES}
    assert len(lines) == len(LANGUAGES)


def test_a_line_of_talk_tells_who_said_it() -> None:
    shown = SCENES["oriflamme playing"]
    line = regions.talk_line(Said(4, 1, "Ann", "text", "Hm"), shown, EN)
    assert line.startswith('<li id="talk-4"') and "fam-1" in line and "Ann" in line
    guest = regions.talk_line(Said(5, 0, "", "text", "Hm"), shown, EN)
    assert EN("web.talk.guest") in guest and EN("web.talk.watching") in guest
    assert "noble-2" in regions.talk_line(Said(6, 2, "Bob", "text", "Hm"), SCENES["richelieu playing"], EN)
    assert faults(line, whole=False) == []


def test_what_somebody_said_is_not_said_by_who_has_the_seat_now() -> None:
    line = regions.talk_line(Said(4, 3, "Cyd", "text", "Hm"), scene(seats=(*seats(2), PROGRAM)), EN)
    assert "<b>Cyd</b>" in line and "Deep Row" not in line
    shown = SCENES["oriflamme playing"]
    line = regions.talk_line(Said(4, 1, "Dee", "text", "Hm"), shown, EN)
    assert "<b>Dee</b>" in line and "Ann" not in line
    line = regions.talk_line(Said(4, 5, "Eve", "text", "Hm"), scene(seats=seats(4)), EN)  # the host took a seat away
    assert "<b>Eve</b>" in line


def test_an_unknown_phrase_is_silence() -> None:
    assert "nonsense" not in regions.talk_line(Said(4, 2, "Bob", "phrase", "nonsense"), SCENES["oriflamme playing"], EN)


def test_people_are_named_and_guests_counted() -> None:
    html = regions.people(["Cyd", "", "", "", "", ""], ["Ann", "Bob"], words("ru"))
    assert "Ann и Bob" in html and "Cyd и 5 гостей" in html
    assert regions.people([], [], EN).strip() == ""


# Events of the table


EVENTS: list[tuple[str, dict[str, Any]]] = [
    ("opened", {}),
    ("changed", {}),
    ("sat", {"seat": 2, "name": "Bob"}),
    ("rose", {"seat": 2, "name": "Bob"}),
    ("filled", {"seat": 3, "name": "", "level": "duke"}),
    ("emptied", {"seat": 3, "name": "", "level": "duke"}),
    ("renamed", {"seat": 2, "name": "Rob", "before": "Bob"}),
    ("readied", {"seat": 1, "name": "Ann"}),
    ("began", {}),
    ("tookback", {"seat": 1, "name": "Ann", "standing": 4}),
    ("lapsed", {"seat": 1, "name": "Ann"}),
    ("returned", {"seat": 1, "name": "Ann"}),
    ("handedover", {"seat": 1, "name": "Ann"}),
    ("resigned", {"seat": 1, "name": "Ann"}),
    ("voted", {"seat": 1, "name": "Ann", "end": True}),
    ("voted", {"seat": 1, "name": "Ann", "end": False}),
    ("ended", {"why": "consent"}),
    ("ended", {"why": "left", "seat": 1, "name": "Ann"}),
    ("ended", {"why": "alone", "seat": 1, "name": "Ann"}),
    ("ended", {"why": "deserted"}),
    ("ended", {"why": "closed"}),
    ("followed", {"table": "tbl2"}),
    ("lent", {"seat": 2, "name": "Nimble"}),
]


def test_every_command_but_a_move_has_a_sentence() -> None:
    names = {content.__name__.lower() for content in log_entries.AnyContent.__args__}
    assert {name for name, _ in EVENTS} == names - {"moved"}


@pytest.mark.parametrize(("name", "values"), EVENTS)
def test_what_happens_at_a_table_is_a_sentence(name: str, values: dict[str, Any]) -> None:
    for language in LANGUAGES:
        text = regions.table_event(TableNotice(name, values), SCENES["oriflamme playing"], words(language))
        assert re.fullmatch(r"\w[^{}]*\.", text) and text[0].isupper(), text
        assert str(values.get("name", "")) in text and str(values.get("before", "")) in text
        if "level" in values and name == "filled":
            assert words(language)("level.duke") in text


def test_moves_are_told_by_the_game_and_not_twice() -> None:
    event = TableNotice("moved", {"seat": 1, "by": "bot"})
    assert regions.table_event(event, SCENES["oriflamme playing"], EN) == ""


def test_a_seat_without_a_name_is_called_after_its_family() -> None:
    event = TableNotice("lapsed", {"seat": 3, "name": ""})
    assert EN("family.3.name") in regions.table_event(event, SCENES["oriflamme playing"], EN)


# What a table chose


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_joins_reads_of_screens_guard_and_start(language: str) -> None:
    said = words(language)
    chosen = Settings("richelieu", "ru", 3, screens="closed", stall_guard=False, first=2)
    told = dict(regions.choices(chosen, said))
    assert told[said("web.field.screens")] == said("web.screens.closed")
    assert told[said("web.field.stall_guard")] == said("web.stall_guard.off")
    assert told[said("web.field.first")] == said("web.first.seat", seat=2)
    row = dict(regions.choices(Settings("oriflamme", "fr", 3), said))
    assert row[said("web.field.first")] == said("web.first.drawn") and said("web.field.stall_guard") not in row


def test_a_button_that_takes_the_beginning_seat_away_leaves_the_start_to_the_lot() -> None:
    chosen = Settings("richelieu", "ru", 3, stall_guard=False, first=3)
    fewer, more = regions.settings_with(chosen, -1), regions.settings_with(chosen, 1)
    assert fewer and more and (fewer["first"], more["first"]) == (0, 3)
    assert fewer["stall_guard"] is more["stall_guard"] is False
