"""The sandbox over the wire: stateless, bounded, and clear about what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web.guests import GENEROUS, Guest, Site, running

from intrigue.engine.record import Record
from intrigue.games import GAMES
from intrigue.locale import LANGUAGES
from intrigue.web.config import Rate
from intrigue.web.runtime.sandbox import sketches
from intrigue.web.runtime.sandbox.drafts import MOST_MOVES, blank_draft, record_of
from intrigue.web.runtime.sandbox.sketches import LONGEST_SKETCH
from intrigue.web.view import sandbox_link
from intrigue.web.view.sandbox_link import LONGEST

ASKED = sketches.record_of_sketch("oriflamme", "1lord 2spy 3heir @1")
LAID = sketches.record_of_sketch("oriflamme", "1Soldier 2ambush:2 3lord @1")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("sandbox")) as found:
        yield found


@pytest.fixture
def guest(site: Site) -> Guest:
    return site.guest()


def look(guest: Guest, record: object, **more: Any) -> Any:
    return guest.post("/sandbox/look", {"record": str(record), **more})


def edit(guest: Guest, record: object, fit: bool = True, **change: Any) -> Any:
    return guest.post("/sandbox/edit", {"record": str(record), "change": change, "fit": fit})


# The page


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_an_empty_position(site: Site, game: str, language: str) -> None:
    page = site.guest(**{"Accept-Language": language}).page(f"/sandbox?game={game}")
    assert page.status_code == 200 and f'data-game="{game}"' in page.text and "data-moves=" in page.text


def test_a_link_a_sketch_and_moves_open_the_same(guest: Guest) -> None:
    record = sketches.record_of_sketch("oriflamme", "1lord 2spy 3heir @1", "wait")
    by_link = guest.page(sandbox_link.link_to(record))
    by_sketch = guest.page(sandbox_link.link_to_sketch("oriflamme", "1lord 2spy 3heir @1", "wait"))
    assert by_link.status_code == by_sketch.status_code == 200
    assert 'data-seat="2"' in by_link.text
    assert [line for line in by_link.text.splitlines() if "data-moves" in line] == [
        line for line in by_sketch.text.splitlines() if "data-moves" in line
    ]


@pytest.mark.parametrize(
    ("way", "told"),
    [
        ("/sandbox?r=zzz", "This link is damaged"),
        ("/sandbox?r=1zzz", "This link is damaged"),
        ("/sandbox?game=oriflamme&sketch=1King", "1King"),
        ("/sandbox?game=oriflamme&sketch=" + "1spy " * 300, "A sketch has at most 1024 signs"),
        ("/sandbox?game=oriflamme&sketch=1lord 2spy 3heir @1&moves=dance", "Line 6: "),
    ],
)
def test_what_is_wrong_with_an_address_is_told_on_the_page(guest: Guest, way: str, told: str) -> None:
    page = guest.page(way)
    assert page.status_code == 422 and told in page.text and 'id="record"' in page.text


def test_a_text_that_cannot_be_played_is_kept(guest: Guest) -> None:
    record = Record(ASKED.headers, ["dance <b>&"])
    page = guest.page(sandbox_link.link_to(record))
    assert page.status_code == 422
    assert "dance &lt;b&gt;&amp;" in page.text and "<b>&" not in page.text
    assert page.text.count("cannot be played now") == 2, "over the board, and beside the text"


def test_an_impossible_position_opens_where_it_is_set_up(guest: Guest) -> None:
    position = blank_draft("oriflamme", "fr")
    position["players"][0]["hand"].append(position["players"][0]["aside"].pop())
    page = guest.page(sandbox_link.link_to(record_of(position)))
    assert page.status_code == 200 and 'data-mode="setup"' in page.text
    assert "must have 7 cards in hand" in page.text


def test_no_table_comes_of_looking(site: Site, guest: Guest) -> None:
    before = len(site.parts.tables.cached), len(site.parts.replays.timelines)
    for answer in (guest.page(sandbox_link.link_to(LAID)), look(guest, LAID), edit(guest, LAID, do="show")):
        assert answer.status_code == 200
    assert (len(site.parts.tables.cached), len(site.parts.replays.timelines)) == before


# Looking and changing


def test_a_move_is_played_and_filmed(guest: Guest) -> None:
    found = look(guest, f"{ASKED}reveal\n", film=True).json()
    assert [step["say"] for step in found["steps"]][:1] == ["Tower reveals the Lord in slot 1."]
    assert (found["step"], found["last"], found["first"]) == (1, 1, 0)
    assert 'data-seat="2"' in found["regions"]["prompt"] and "for" not in found
    assert found["text"] == f"{Record.parse(found['text'])}" and found["text"].endswith("reveal\n")
    assert guest.page(found["way"]).status_code == 200


SKETCH = "1Lord/1spy 2heir 3lord @3; round 6; stock 4 4 2"
COURT = "R4[1:3 2:1 1:1 2:1 .] E1; prestige 3"


@pytest.mark.parametrize(
    ("game", "edition", "text", "becomes"),
    [
        ("oriflamme", "fr", SKETCH, ("oriflamme", "fr", "3")),
        ("oriflamme", "ru", f"  {SKETCH}  # from the rulings\r\n", ("oriflamme", "ru", "3")),
        ("oriflamme", "ru", f"{SKETCH}; edition fr", ("oriflamme", "fr", "3")),
        ("oriflamme-mix", "ru+ru", SKETCH, ("oriflamme-mix", "ru+ru", "3")),
        ("ablaze", "ru", "; players 4", ("ablaze", "ru", "4")),
        # Cards of another box, as the rulings link them from Oriflamme.
        ("oriflamme", "ru", "2Queen 1substitution 3trap @2", ("ablaze", "uk", "3")),
        ("oriflamme", "ru", "2Schemer 1Shapeshifter 3spy/3lord @2", ("oriflamme-mix", "fr+uk", "3")),
        ("richelieu", "ru", COURT, ("richelieu", "ru", "3")),
        ("richelieu", "ru", "R4 E1 |\n| ;\nplayers 2", ("richelieu", "ru", "2")),
    ],
)
def test_a_sketch_is_taken_for_a_record(
    guest: Guest, game: str, edition: str, text: str, becomes: tuple[str, str, str]
) -> None:
    answer = look(guest, text, game=game, edition=edition)
    assert answer.status_code == 200
    found = answer.json()
    assert (found["game"], found["edition"], found["seats"]) == becomes
    assert json.loads(Record.parse(found["text"]).headers["Position"])["edition"] == becomes[1]
    assert look(guest, found["text"]).status_code == 200


def test_a_sketch_has_the_lines_of_a_record(guest: Guest) -> None:
    """It may begin with the sign of an encoding; only an empty line ends it, and only \\n ends a line."""
    for text in (
        "\ufeff1lord 2spy 3heir @1\n\nreveal\n",
        "1lord\n# the second card\n2spy 3heir @1\n\nreveal\n",
        "1lord 2spy 3heir @1\n\n# what comes\u2028of it\nreveal\n",
    ):
        found = look(guest, text, game="oriflamme", edition="fr")
        assert found.status_code == 200 and found.json()["text"].endswith("\n\nreveal\n"), text
    assert look(guest, f"\ufeff{ASKED}", game="oriflamme", edition="fr").status_code == 200


def test_a_sketch_as_long_as_may_be_needs_not_name_its_game(guest: Guest) -> None:
    short = look(guest, "1lord 2spy 3heir @1", game="oriflamme", edition="fr").json()["text"]
    long = "1lord 2spy 3heir @1".ljust(LONGEST_SKETCH - 9, "\n") + "; round 1"
    longer = look(guest, long.replace("\n", " "), game="oriflamme", edition="fr")
    assert longer.status_code == 200 and longer.json()["text"] == short


def test_moves_stand_under_a_sketch_as_in_a_record(guest: Guest) -> None:
    page = {"game": "oriflamme", "edition": "fr"}
    text = "# a ruling\n1lord 2spy\n3heir @1\n\n\nreveal\n"
    found = look(guest, text, **page).json()
    assert found["step"] == found["last"] == 1 and found["text"].endswith("\n\nreveal\n")
    wrong = look(guest, f"{text}# what is this?\ndance\n", **page)
    assert wrong.status_code == 422 and wrong.json()["line"] == 8 and '"dance"' in wrong.json()["message"]


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        ("oriflamme", "1lord 2king @1", 'Line 1: The sketch cannot be read at "2king".'),
        ("oriflamme", "1lord 2spy @1; stocks 3", 'Line 1: The sketch cannot be read at "stocks 3".'),
        ("oriflamme", "# mine\n1lord 2spy\n@1; rund 3", 'Line 2: The sketch cannot be read at "rund 3".'),
        ("oriflamme", COURT, "The sketch cannot be read at "),
        ("oriflamme", "1spy; players 1000000", 'The sketch cannot be read at "players 1000000".'),
        ("oriflamme", "2heir 1Soldier>3 1spy @2; players 2", 'The sketch cannot be read at "players 2".'),
        ("richelieu", "R4[1:3] E1", 'The sketch cannot be read at "R4[1:3]".'),
        ("oriflamme", "1lord 1lord 2spy @1", "Line 1: lord of player 1 is in two places."),
        ("oriflamme", "", "Line 1: The header Game is missing"),
        ("oriflamme", "Edition: fr", "Line 2: The header Game is missing"),
        ("chess", SKETCH, "Line 1: "),
        ("oriflamme", "1spy " * 300, "Line 1: A sketch has at most 1024 signs"),
        ("oriflamme", f"{SKETCH}\n\n" + "wait\n" * (MOST_MOVES + 1), f"Line {MOST_MOVES + 3}: "),
    ],
)
def test_a_broken_sketch_is_told_what_is_wrong_with_it(guest: Guest, game: str, text: str, message: str) -> None:
    answer = look(guest, text, game=game, edition="fr")
    assert answer.status_code == 422 and message in answer.json()["message"]


def test_a_seats_own_eyes_see_what_that_seat_sees(guest: Guest) -> None:
    everything, own, other = (look(guest, ASKED, seat=seat).json()["regions"] for seat in (None, 1, 2))
    assert "kind-lord" in everything["board"] and "kind-lord" in own["board"] and "kind-lord" not in other["board"]
    assert "kind-spy" in everything["board"] and "kind-spy" not in own["board"]
    assert "data-moves" in everything["prompt"] and "data-moves" in own["prompt"]
    assert "data-moves" not in other["prompt"]
    assert look(guest, ASKED, seat=9).status_code == 422


def test_whoever_looks_with_other_eyes_is_told_whose_choice_it_is(guest: Guest) -> None:
    prompts = [look(guest, ASKED, seat=seat).json()["regions"]["prompt"] for seat in (None, 1, 2)]
    assert [prompt.count("id='open-all'") for prompt in (one.replace('"', "'") for one in prompts)] == [0, 0, 1]
    assert "Tower is to choose here" in prompts[2] and "deciding" not in prompts[2]


def test_what_happens_by_itself_waits_until_it_is_wanted(guest: Guest) -> None:
    before = look(guest, LAID, step=-1).json()
    assert "id='run'" in before["regions"]["prompt"].replace('"', "'") and before["log"] == []
    after = look(guest, LAID, step=0, film=True).json()
    assert len(after["steps"]) > 3 and len(after["log"]) >= len(after["steps"])


@pytest.mark.parametrize(
    ("text", "line"),
    [("", 1), ("hello", 1), (f"{ASKED}\x00\n", 6), (f"{ASKED}wait\n<script>\n", 7), ("Game: x\n" * 3, 2)],
)
def test_a_text_with_a_fault_is_answered_with_its_line(guest: Guest, text: str, line: int) -> None:
    answer = look(guest, text)
    assert (answer.status_code, answer.json()["line"]) == (422, line)
    assert answer.json()["message"].startswith(f"Line {line}: ")


def test_what_is_sent_is_bounded(guest: Guest) -> None:
    assert look(guest, str(ASKED) + "#" * LONGEST).status_code == 422
    assert look(guest, str(ASKED) + "wait\n" * (MOST_MOVES + 1)).json()["line"] == 6 + MOST_MOVES
    assert look(guest, "#" * 20_000).status_code == 413
    deep = {**ASKED.headers, "Position": "[" * 5000}
    assert look(guest, Record(deep)).status_code == 422
    assert edit(guest, Record(deep), do="show").status_code == 422
    for body in ({}, {"record": 7}, {"record": "", "x": 1}, {"record": "", "step": "a"}):
        assert guest.post("/sandbox/look", body).status_code == 400
    assert guest.post("/sandbox/edit", {"record": str(ASKED), "change": {"do": "set", "value": [1]}}).status_code == 400


def test_a_change_answers_with_the_new_position_and_whether_it_can_be_played(guest: Guest) -> None:
    found = edit(guest, ASKED, do="set", what="round", value=3).json()
    assert found["possible"] and json.loads(Record.parse(found["text"]).headers["Position"])["round"] == 3
    assert "data-piece='1:lord'" in found["setup"]
    found = edit(guest, ASKED, fit=False, do="set", what="round", value=3).json()
    assert not found["possible"] and "cards in hand" in found["message"]
    answer = edit(guest, ASKED, do="turn", piece="1:archer")
    assert (answer.status_code, answer.json()["message"]) == (422, "That card does not lie in the row.")


def test_the_head_of_the_page_follows_what_is_set_up(guest: Guest) -> None:
    for fit in (True, False):  # without the rest it cannot be played
        found = edit(guest, ASKED, fit, do="set", what="round", value=4).json()
        assert "Round 4 of 6" in found["head"] and found["possible"] is fit
        page = guest.page(f"{found['way']}&mode=setup").text
        assert "Round 4 of 6" in page and "Round 1 of 6" not in page
    court = edit(guest, record_of(blank_draft("richelieu", "ru")), do="set", what="turn", value=2).json()
    assert "Blue" in court["head"] and "Red" not in court["head"]


def test_the_page_says_from_the_beginning_whether_it_can_be_played(guest: Guest) -> None:
    assert "This position can be played." in guest.page("/sandbox?game=ablaze&mode=setup").text


STACKED = {"do": "move", "piece": "1:lord", "to": "on:2"}


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Not yet possible. Slot 1 holds cards of two controllers, which no rule can bring about."),
        ("ru", "Так пока нельзя. На месте 1 лежат карты двух игроков, а по правилам так не бывает."),
    ],
)
def test_whoever_does_not_see_the_text_is_told_of_no_line(site: Site, language: str, told: str) -> None:
    guest = site.guest(**{"Accept-Language": language})
    found = edit(guest, ASKED, **STACKED).json()
    assert found["message"] == told and told in guest.page(found["way"]).text
    answer = look(guest, found["text"]).json()
    assert f" {answer['plain']}" in told and answer["message"].endswith(f" 4: {answer['plain']}")
    refusal = guest.post("/sandbox/play", {"record": found["text"], "seat": "1", "level": "page"})
    assert (refusal.status_code, refusal.json()["message"]) == (422, answer["plain"])


def test_cards_and_numbers_are_called_as_the_page_calls_them(site: Site) -> None:
    guest = site.guest(**{"Accept-Language": "ru"})
    for value in (-3, "2.5", 999999999, ""):
        answer = edit(guest, ASKED, do="set", what="influence:1", value=value)
        assert (answer.status_code, answer.json()["plain"]) == (422, "Влияние: целое число от 0 до 999.")
    income = edit(guest, record_of(blank_draft("richelieu", "ru")), do="set", what="income:1", value=0).json()
    assert income["message"].startswith("Так пока нельзя. Доход: целое число от 1 до ")
    lost = json.loads(ASKED.headers["Position"])
    del lost["players"][1]["aside"][0]
    told = edit(guest, record_of(lost), fit=False, do="show").json()["message"]
    assert "проверьте: " in told and not re.search("[a-z]", told), told


def test_who_asks_too_often_waits(tmp_path: Path) -> None:
    with running(tmp_path, rates={**GENEROUS, "sandbox": Rate(3, 60)}, now=lambda: 1_000_000) as site:
        guest = site.guest()
        answers = [look(guest, ASKED).status_code for _ in range(5)]
        assert answers == [200, 200, 200, 429, 429]


def test_a_post_needs_a_page_of_ours(site: Site) -> None:
    stranger = site.guest()
    for way in ("look", "edit", "play"):
        assert stranger.http.post(f"/sandbox/{way}", json={"record": str(ASKED)}).status_code == 403


# Sharing and playing on


def test_a_link_can_be_scanned(guest: Guest) -> None:
    way = sandbox_link.link_to(ASKED).replace("?", "/qr.svg?")
    answer = guest.get(way)
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("image/svg")
    assert guest.get("/sandbox/qr.svg?r=zzz").status_code == 422
    assert guest.get(f"/sandbox/qr.svg?r={'z' * 1001}").status_code == 404, "no phone reads so much"


def test_a_position_that_is_no_position_gets_a_sentence(guest: Guest) -> None:
    record = "Game: oriflamme\nEdition: fr\nPlayers: 3\nPosition: {\n\n"
    answer = guest.post("/sandbox/play", {"record": record, "seat": "1", "level": "page"})
    assert (answer.status_code, answer.json()["message"]) == (422, "Position must be one line of JSON.")


def test_a_table_goes_on_from_a_sandbox(site: Site, guest: Guest) -> None:
    fields = {"record": f"{ASKED}wait\n".replace("\n", "\r\n"), "seat": "3", "level": "page"}
    answer = guest.post("/sandbox/play", fields)
    assert answer.status_code == 200, answer.text
    table = site.inside(lambda: site.parts.tables.get(answer.json()["table"]))
    assert (table.origin, table.phase, table.to_act) == ("sandbox", "playing", 2)
    for seat in ("all", "1"):  # from here on it is a game with secrets
        assert guest.get(f"/t/{table.id}/replay?seat={seat}").status_code == 403
    assert [seat.level for seat in table.seats] == ["page", "page", ""] and table.seats[2].person is not None
    assert guest.page(f"/t/{table.id}").status_code == 200
    submitted = guest.submit("/sandbox/play", fields)
    assert submitted.status_code == 303 and submitted.headers["location"].startswith("/t/")


@pytest.mark.parametrize(
    "change",
    [{"seat": "0"}, {"seat": "4"}, {"seat": "x"}, {"level": "god"}, {"record": "x"}, {"record": f"{ASKED}dance\n"}],
)
def test_a_table_that_cannot_begin_is_refused(guest: Guest, change: dict[str, str]) -> None:
    answer = guest.post("/sandbox/play", {"record": str(ASKED), "seat": "1", "level": "page"} | change)
    assert answer.status_code == 422 and answer.json()["message"]


def test_the_rules_and_every_page_lead_there(guest: Guest) -> None:
    for way in ("/", "/rules", "/learn"):
        assert 'href="/sandbox"' in guest.page(way).text
    for game in ("oriflamme", "richelieu"):
        ways = {part.split('"')[0] for part in guest.page(f"/rules/{game}").text.split('href="')[1:]}
        tried = [way for way in ways if way.startswith("/sandbox?r=")]
        assert len(tried) > 5
        assert all(guest.page(way).status_code == 200 for way in tried)
