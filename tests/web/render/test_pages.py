"""Every page in every language: it renders, it is well-formed, and what people typed stays text."""

from __future__ import annotations

import html
import re
import struct
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import escape
from web.html.reading import faults, read
from web.render.samples import LINES, SCENES, SITE, Said, all_pages, me, scene, scene_after, seats, table_page

import intrigue.web
from intrigue.bots.levels import LEVELS
from intrigue.games import GAMES
from intrigue.locale import LANGUAGES, words
from intrigue.web.games.registry import html_of
from intrigue.web.render import pages
from intrigue.web.render.pages import Me, TableLine
from intrigue.web.table.settings import Clock
from intrigue.web.view.scene import SeatSeen, Viewer

NASTY = '<script>alert(1)</script><img src=x onerror=alert(1)>" onload="x\' {{7*7}} {% raw %} &lt;b&gt;'


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_well_formed(language: str) -> None:
    for name, page in all_pages(language).items():
        assert faults(page) == [], name
        assert f'<html lang="{language}" data-theme=' in page, name


def test_the_reader_finds_what_is_wrong() -> None:
    """The checker itself: each of these is a fault it must see."""
    bad = {
        "stands twice": '<p id="a"></p><p id="a"></p>',
        "no label": '<input type="text" id="a">',
        "style": '<p style="color:red"></p>',
        "onclick": '<p onclick="x()"></p>',
        "inline <script>": "<script>1</script>",
        "closes": "<p><b></p></b>",
        "never closed": "<div>",
        "no alt": '<img src="/x">',
        "no name": "<button></button>",
        "no token": '<form method="post"></form>',
        "attribute twice": '<p id="a" id="b"></p>',
    }
    for fault, page in bad.items():
        assert any(fault in one for one in faults(page, whole=False)), fault
    assert any("no such id" in one for one in faults('<label for="x">x</label>'))
    assert any("<h1> stands 0" in one for one in faults("<p></p>"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_an_open_blank(language: str) -> None:
    for name, page in all_pages(language).items():
        reader = read(page)
        inside = [one for one in reader.elements if one.tag == "span" and "data-say" in one.attributes]
        told = html.unescape(re.sub(r'<div id="says".*?</div>', "", page, flags=re.DOTALL))
        seen = re.sub(r"<[^>]*>", "", told)
        assert not re.search(r"\{\w+(:\w+)?\}", seen), name
        assert inside or "table:" not in name


# Home


def test_one_click_starts_each_game() -> None:
    page = read(pages.home(me(), SITE, [], "k3y"))
    forms = [one for one in page.elements if one.tag == "form" and one.attributes.get("action") == "/quick"]
    assert len(forms) == len(GAMES)
    for form in forms:
        fields = {
            str(one.attributes["name"]): one
            for one in page.elements
            if one.within("form") is form and one.attributes.get("name")
        }
        assert set(fields) == {"token", "key", "game", "players", "level"}
        assert fields["token"].attributes["value"] == "t0ken" and fields["key"].attributes["value"] == "k3y"
        game = GAMES[str(fields["game"].attributes["value"])]
        chosen = [one for one in page.elements if one.within("form") is form and "selected" in one.attributes]
        players, level = (one.attributes.get("value") or one.text for one in chosen)
        assert int(players) in game.seats and level in LEVELS


def read_in(page: str) -> list[str]:
    """The words of a part of a page; those in closed lists, and what is said of their choices, do not count."""
    choices = '<option.*?</option>|<small[^>]* class="levels">.*?</small>'
    return re.findall(r"[^\W\d_]+", re.sub(f"{choices}|<[^>]*>", " ", page, flags=re.DOTALL))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_visit_reads_one_sentence_a_game_and_little_before_playing(language: str) -> None:
    page = pages.home(replace(me(language), name=""), SITE, [])
    before, *others = page[page.index("<main") :].split('<button class="main"')
    assert 10 < len(read_in(before)) <= 60
    assert len(others) == len(GAMES)
    for game in page.split("<article")[1:]:
        about = re.search('<p class="game-about">(.*?)</p>', game)
        assert about and re.fullmatch("[^.!?…]+[.!?…]", about[1])
        assert len(read_in(f"<article{game}".partition('<button class="main"')[0])) <= 30


def main_buttons(page: str) -> list[str]:
    return [one.text for one in read(page).elements if one.tag == "button" and one.attributes.get("class") == "main"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_newcomer_is_shown_where_to_start_and_met_by_the_easiest(language: str) -> None:
    said, page = words(language), pages.home(me(language), SITE, [])
    articles = page.split("<article")[1:]
    assert [said("web.home.start") in article for article in articles] == [True, *[False] * (len(GAMES) - 1)]
    assert articles[0].index('action="/learn"') < articles[0].index('action="/quick"')
    assert main_buttons(page) == [said("lessons.home"), *[said("web.home.quick")] * (len(GAMES) - 1)]
    assert page.count(f'<option value="page" selected>{said("level.page")}</option>') == len(GAMES)
    assert page.count(f'<span data-level="page">{escape(said("level.page.is"))}</span>') == len(GAMES)
    drawn = (Path(intrigue.web.__file__).parent / "static" / "art" / f"table-{language}.webp").exists()
    assert f'alt="{escape(said("web.home.picture"))}"' in page
    assert f"art/table-{language if drawn else 'en'}.webp" in page


def test_whoever_has_played_meets_better_bots_and_no_lesson_stands_in_the_way() -> None:
    for experience, level in ((1, "squire"), (5, "knight"), (99, "knight")):
        page = pages.home(me(), SITE, [], experience=experience)
        assert page.count(f'<option value="{level}" selected>') == len(GAMES)
        assert main_buttons(page) == [words("en")("web.home.quick")] * len(GAMES)
        assert "table-picture" not in page and 'action="/learn"' not in page and 'href="/learn"' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_game_says_for_how_many_it_is_how_long_it_takes_and_how_hard_it_is(language: str) -> None:
    said = words(language)
    page = html.unescape(re.sub(r"<[^>]*>", " ", pages.home(me(language), SITE, []))).replace("\u00a0", " ")
    for game in GAMES.values():
        about = html_of(game.name)
        seats, minutes = {"few": game.seats[0], "n": game.seats[-1]}, about.MINUTES[game.name]
        facts = (said("web.home.players", **seats), said("web.home.minutes", n=minutes))
        assert " · ".join((*facts, said(f"web.weight.{about.WEIGHTS[game.name]}"))).replace("\u00a0", " ") in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_goes_on_in_the_open_is_told_in_numbers_or_something_useful_is(language: str) -> None:
    said = words(language)
    busy = pages.InTheOpen(free=3, games=2, join=[LINES[2]], watch=[replace(LINES[0], table="tbl7", my_turn=False)])
    page = pages.home(me(language), SITE, [], in_the_open=busy)
    assert str(escape(said("web.line.free", n=3))) in page and str(escape(said("web.home.watch", n=2))) in page
    assert "/t/tbl3" in page and "/t/tbl7" in page and said("web.line.watch") in page
    quiet = pages.home(me(language), SITE, [])
    assert "signs-of-life" not in quiet and 'href="/new?listed=on"' in quiet and 'class="lines"' not in quiet


def test_my_turn_stands_first() -> None:
    later = replace(LINES[0], table="tbl9", changed=1)
    page = pages.home(me(), SITE, [LINES[1], LINES[2], later])
    assert page.index("/t/tbl9") < page.index("/t/tbl2") and words("en")("web.line.turn") in page


def test_languages_are_offered_in_their_own_words() -> None:
    for language in LANGUAGES:
        page = read(pages.home(me(language), SITE, []))
        offered = [one for one in page.elements if one.tag == "button" and one.attributes.get("name") == "language"]
        assert [one.attributes["value"] for one in offered] == list(LANGUAGES)
        assert [one.text for one in offered] == ["English", "Français", "Русский", "Українська"]
        assert [one.attributes["aria-pressed"] for one in offered].count("true") == 1


# New


def test_the_form_of_a_new_table_has_what_the_server_reads() -> None:
    known = {"token", "name", "game", "edition", "players", "kinds", "clock", "watch", "listed", "screens", "level"}
    known |= {"hot_seat", "fill", "people", "key", "first", "stall_guard"}
    for game in GAMES.values():
        page = read(pages.new(me(), SITE, {"game": game.name}))
        form = next(one for one in page.elements if one.tag == "form" and one.attributes.get("action") == "/new")
        names = {
            str(one.attributes["name"])
            for one in page.elements
            if one.within("form") is form and "name" in one.attributes
        }
        only = {"kinds": "oriflamme-mix", "screens": "richelieu", "stall_guard": "richelieu"}
        assert names == known - {name for name, one in only.items() if one != game.name}
        kinds = [one for one in page.elements if one.attributes.get("name") == "kinds"]
        assert len(kinds) == (20 if game.name == "oriflamme-mix" else 0)


def test_what_was_chosen_stays_chosen() -> None:
    chosen = {
        "game": "richelieu",
        "players": "4",
        "clock": "days:3",
        "level": "duke",
        "screens": "open",
        "stall_guard": "off",
        "first": "3",
        "listed": "on",
    }
    page = read(pages.new(me(), SITE, chosen, "Too many."))
    picked = {str(one.attributes["value"]) for one in page.elements if "selected" in one.attributes}
    assert {"4", "days:3", "duke", "open", "off", "3"} <= picked
    ticked = {one.attributes["name"] for one in page.elements if "checked" in one.attributes}
    assert ticked == {"listed"}
    assert "Too many." in next(one.text for one in page.elements if one.attributes.get("role") == "alert")


def test_of_a_new_table_the_screens_are_closed_the_guard_is_on_and_the_lot_decides_who_begins() -> None:
    for game in ("oriflamme", "richelieu"):
        page = read(pages.new(me(), SITE, {"game": game}))
        picked = {
            str(one.within("select").attributes["name"]): one.attributes["value"]  # type: ignore[union-attr]
            for one in page.elements
            if "selected" in one.attributes
        }
        assert picked["first"] == "0"
        assert [picked.get("screens"), picked.get("stall_guard")] == (
            ["closed", "on"] if game == "richelieu" else [None, None]
        )


def test_any_seat_of_the_game_can_be_chosen_to_begin() -> None:
    for game in GAMES.values():
        page = read(pages.new(me(), SITE, {"game": game.name}))
        first = next(one for one in page.elements if one.attributes.get("name") == "first")
        offered = [one.attributes["value"] for one in page.elements if one.within("select") is first]
        assert offered == [str(number) for number in range(game.seats[-1] + 1)]


def test_nonsense_in_the_address_of_a_new_table_is_harmless() -> None:
    page = pages.new(me(), SITE, {"game": NASTY, "players": NASTY, "kinds": NASTY, "nonsense": NASTY})
    assert faults(page) == [] and "<script>alert" not in page


@pytest.mark.parametrize("written", pages.CLOCKS)
def test_every_clock_offered_is_read_and_told(written: str) -> None:
    clock = pages.read_clock(written)
    assert clock.kind == written.partition(":")[0]
    told = {pages.clock_words(clock, words(language)) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)


# Faults


@pytest.mark.parametrize("status", [*pages.FAULTS, 405, 422, 502])
def test_a_fault_says_what_to_do(status: int) -> None:
    page = read(pages.fault(me("uk"), SITE, status, "Речення."))
    text = next(one.text for one in page.elements if one.tag == "main")
    assert str(status) in text and "Речення." in text
    assert any(one.tag == "a" and one.attributes.get("href") == "/" for one in page.elements)


# Table


def test_the_table_has_all_regions_and_marks() -> None:
    page = read(table_page("fr", SCENES["oriflamme playing"], sound=False, speed="fast", confirm="on"))
    ids = {one.attributes.get("id") for one in page.elements}
    regions = ("head", "players", "board", "prompt", "hand", "seats", "result", "controls", "log", "talk", "people")
    assert {f"r-{name}" for name in regions} <= ids
    assert {
        "announcer",
        "line",
        "notice",
        "says",
        "confirm",
        "curtain",
        "dialog-sure",
        "film-again",
        "film-skip",
    } <= ids
    body = next(one.attributes for one in page.elements if one.tag == "body")
    assert body["data-page"] == "table" and body["data-table"] == "tbl1" and body["data-token"] == "t0ken"
    assert body["data-version"] == "3" and body["data-talk"] == "3" and body["data-sound"] == "off"
    assert body["data-speed"] == "fast" and body["data-confirm"] == "on" and body["data-theme"] == "auto"
    main = next(one.attributes for one in page.elements if one.tag == "main")
    assert main["data-game"] == "oriflamme" and main["data-family"] == "oriflamme" and main["data-phase"] == "playing"


def test_the_client_finds_all_its_sentences() -> None:
    for language in LANGUAGES:
        page = read(table_page(language, SCENES["oriflamme playing"]))
        found = {str(one.attributes["data-say"]): one.text for one in page.elements if "data-say" in one.attributes}
        ours = {key for key in words(language).sentences if key.startswith("client.")}
        assert set(found) == ours and all(found.values())


def test_whoever_is_alone_with_bots_need_not_say_ready() -> None:
    def ready(**changes: object) -> str | None:
        page = read(table_page("en", scene(**changes)))
        return next(one.attributes.get("data-auto-ready") for one in page.elements if one.tag == "main")

    bots = seats(4, names=("Ann", "", "", ""))
    free = SeatSeen(4, "", "nobody", "", False, False, False, False, False)
    assert ready(seats=bots) == "1"
    assert ready(seats=seats(4)) is None
    assert ready(seats=(*bots[:3], free)) is None
    assert ready(seats=(bots[0]._replace(ready=True), *bots[1:])) is None
    assert ready(seats=(bots[0]._replace(mine=False), *bots[1:]), viewer=Viewer(0)) is None


def test_a_device_that_is_passed_round_is_marked() -> None:
    page = read(table_page("en", SCENES["a device for all"]))
    assert "data-hot" in next(one.attributes for one in page.elements if one.tag == "main")


def test_the_link_is_the_public_one_and_holds_no_secret() -> None:
    page = table_page("en", SCENES["a guest before the deal"])
    assert 'data-copy="http://192.0.2.7:8000/t/tbl1"' in page and 'src="/t/tbl1/qr.svg"' in page
    assert "t0ken" not in "".join(re.findall(r'(?:href|src|action)="[^"]*"', page))


# Links


def meta(page: str) -> dict[str, str]:
    found = [one.attributes for one in read(page).elements if one.tag == "meta"]
    return {str(one.get("property") or one.get("name")): str(one.get("content")) for one in found}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_to_any_page_has_a_title_a_text_and_a_picture_that_is_there(language: str) -> None:
    for name, page in all_pages(language).items():
        told = meta(page)
        assert told["og:title"] and told["og:description"] and told["twitter:card"] == "summary_large_image", name
        found = re.fullmatch(r"http://192\.0\.2\.7:8000/static/(art/card[a-z-]*\.png)\?v=0", told["og:image"])
        assert found and (pages.PICTURES / found[1]).exists(), name


@pytest.mark.parametrize("game", GAMES)
def test_a_link_to_a_table_invites_and_tells_nothing_of_the_table(game: str) -> None:
    said = words("ru")
    fewest = GAMES[game].seats[0]
    every = [
        meta(table_page("ru", shown))
        for shown in (
            scene(game, players=fewest, seats=seats(fewest)),
            SCENES[f"{game} playing"],
            SCENES[f"{game} over"],
        )
    ]
    assert all(told == every[0] | {"color-scheme": told["color-scheme"]} for told in every)
    assert every[0]["og:title"] == said("web.table.invitation", game=said(f"game.{game}"))
    assert every[0]["og:description"] == said("web.table.invitation.text")
    assert re.search(f"/art/card(-{game})?.png", every[0]["og:image"])


def test_the_pictures_of_links_and_phones_have_the_size_they_are_asked_for() -> None:
    cards = [path.stem for path in (pages.PICTURES / "art").glob("card*.png")]
    assert {"card", "card-oriflamme", "card-richelieu"} <= set(cards)
    sizes = dict.fromkeys(cards, (1200, 630)) | {f"icon-{size}": (size, size) for size in (180, 192, 512)}
    for name, size in sizes.items():
        body = (pages.PICTURES / "art" / f"{name}.png").read_bytes()
        assert body[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", body[16:24]) == size, name
        assert len(body) < 64 * 1024, name


# What people typed


def pages_with(text: str) -> list[str]:
    """Pages with a text wherever people can put one."""
    line = TableLine("tbl1", "ablaze", "uk", 5, 1, Clock(), (text, text), "gathering", True, False, 1)
    named = seats(3, names=(text, f"{text}2", ""))
    talk = [Said(1, 1, text, "text", text), Said(2, 0, text, "text", text), Said(3, 2, text, "phrase", text)]
    return [
        pages.home(Me(text, "en", token="t"), SITE, [line]),
        pages.tables(Me(text, "ru", token="t"), SITE, [line]),
        pages.new(Me(text, "fr", token="t"), SITE, {"name": text, "game": text, "kinds": text}, text),
        pages.fault(Me(text, "uk", token="t"), SITE, 404, text),
        table_page("en", scene(players=3, seats=named), talk),
        table_page("ru", scene_after("oriflamme", 3, 12, seats=named), talk),
        table_page("uk", scene_after("richelieu", 3, 10**6, seats=named), talk),
    ]


def test_markup_in_names_and_talk_stays_text() -> None:
    plain = [[(one.tag, sorted(one.attributes)) for one in read(page).elements] for page in pages_with("Plain")]
    for page, expected in zip(pages_with(NASTY), plain, strict=True):
        assert faults(page) == []
        assert [(one.tag, sorted(one.attributes)) for one in read(page).elements] == expected
        assert "<script>alert" not in page and "{{7*7}}" in page


@given(st.text(max_size=24))
def test_any_text_stays_text(text: str) -> None:
    page = pages.fault(Me(text, "en", token="t"), SITE, 404, text)
    assert faults(page) == []
    assert (f'<p class="lead">{escape(text)}</p>' in page) == bool(text)


# Style


@pytest.mark.parametrize("name", ["tokens", "site", "table"])
def test_sheets_load_nothing_and_close_what_they_open(name: str) -> None:
    sheet = (Path(intrigue.web.__file__).parent / "static" / "css" / f"{name}.css").read_text(encoding="utf-8")
    assert "url(" not in sheet and "@import" not in sheet and "expression(" not in sheet
    assert sheet.count("{") == sheet.count("}") > 5


def test_reduced_motion_forced_colours_and_focus_are_cared_for() -> None:
    folder = Path(intrigue.web.__file__).parent / "static" / "css"
    site, tokens = (folder / "site.css").read_text(), (folder / "tokens.css").read_text()
    assert "prefers-reduced-motion: reduce" in site and ":focus-visible" in site
    assert "forced-colors: active" in tokens and "[hidden] { display: none !important; }" in site
