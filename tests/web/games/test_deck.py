"""A site that plays with an owner's deck file shows its cards and tracks everywhere, and nothing of ours."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator

import pytest
from web import viewing
from web.decks import OWNERS, TEXT, played_with, with_value
from web.html.elements import read
from web.render.samples import SITE, me
from web.view.worlds import World

from intrigue.bots import process
from intrigue.bots.command import hello
from intrigue.engine.errors import IntrigueError
from intrigue.engine.record import Record
from intrigue.games.richelieu.cards import CARDS
from intrigue.games.richelieu.game import RICHELIEU
from intrigue.games.richelieu.words import SIGN, card_text
from intrigue.lessons import LESSONS, offered_lessons
from intrigue.locale import LANGUAGES, Words, words
from intrigue.web.games import registry
from intrigue.web.games.registry import html_of
from intrigue.web.render import frames, pages, rulebook
from intrigue.web.runtime.sandbox import drafts, sketches
from intrigue.web.runtime.sandbox.answers import page_data
from intrigue.web.view import sandbox_link
from intrigue.web.view.rulebook_examples import open_book
from intrigue.web.view.scene import Scene, Viewer

OWN_WORDS = ("our reconstruction", "reconstructed")


@pytest.fixture
def owners() -> Iterator[None]:
    with played_with(OWNERS):
        yield


def scene() -> Scene:
    return viewing.scene(World("richelieu", "ru", 3, 1).table, Viewer(1, (1,)))


def board(said: Words) -> str:
    shown = scene()
    regions = frames.with_board(frames.regions_of(shown, said), shown, said)
    return "".join(regions[name] for name in ("head", "players", "board", "prompt", "hand"))


def texts(said: Words) -> str:
    """Every text that a reader of the site may meet about cards and tracks."""
    shown = [
        board(said),
        registry.hints("richelieu", "ru", said),
        rulebook.page(me(said.language), SITE, open_book("richelieu", "ru")),
    ]
    shown += [pages.about(me(said.language), SITE), pages.home(me(said.language), SITE, [], "key")]
    shown += [pages.learn(me(said.language), SITE, "key")]
    made = page_data(str(drafts.record_of(drafts.blank_draft("richelieu", "ru"))), said)
    assert made
    return html.unescape("".join([*shown, made["setup"], made["head"]]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_wears_the_sign_or_is_called_ours(owners: None, language: str) -> None:
    said = words(language)
    found = texts(said)
    assert SIGN not in found
    for key in ("text.reconstructed", "text.partly", "sign.name", "sign.text", "reconstruction"):
        assert said(f"richelieu.{key}") not in found, key
    for key in ("web.home.reconstruction", "legend.reconstruction", "learn.ours.reconstructed"):
        assert said(key) not in found, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_tell_the_owners_cards_and_none_of_ours(owners: None, language: str) -> None:
    said = words(language)
    found = html.unescape(registry.hints("richelieu", "ru", said))
    for card in CARDS:
        assert all(line in found for line in card_text(said, OWNERS.box, card, False)), card
        ours = card_text(said, RICHELIEU.box, card, True)[2:6]
        assert not [line for line in ours if f">{line}<" in found], card
    assert "14" in found and "7, 8, 9" in found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_shows_the_owners_numbers(owners: None, language: str) -> None:
    said = words(language)
    cards = [one for one in read(board(said)) if one["data-hint"].startswith("card:")]
    assert len(cards) == 6
    for one in cards:
        card = one["data-hint"].removeprefix("card:")
        assert "9" in one.text and ("11" if card == "R5" else "17") in one.text and "13" in one.text
    first = [one.label for one in read(board(said)) if re.fullmatch(r"space:\d\.[ro]\.1", one["data-at"] or "")]
    assert len(first) == 6 and all(str(said("board.space.free", n=2)) in label for label in first)


def test_the_about_page_and_the_rules_name_the_file(owners: None) -> None:
    for language in LANGUAGES:
        said = words(language)
        assert said("web.about.deck", file="mybox.toml") in html.unescape(pages.about(me(language), SITE))
        text = html.unescape(rulebook.page(me(language), SITE, open_book("richelieu", "ru")))
        assert "mybox.toml" in text and said("rules.richelieu.card_france.deck").split("*")[2].strip() in text
        assert said("rules.richelieu.card_habsburgs", sign="").split("*")[2].strip() not in text
        assert "7, 8, 9" in text


def test_the_search_finds_what_stands_there(owners: None) -> None:
    assert "<mark>mybox</mark>.toml" in rulebook.page(me("en"), SITE, open_book("richelieu", "ru"), "mybox")
    found = rulebook.page(me("en"), SITE, open_book("richelieu", "ru"), "reconstruction")
    assert "takes the place of our" in re.sub(r"</?mark>", "", found) and "25 of the 26" not in found


def test_examples_stay_where_they_go_as_with_our_cards() -> None:
    def example_ids() -> set[str]:
        book = rulebook.book_text(open_book("richelieu", "ru"), words("en"))
        return {one.id for heading in book for one in heading.paragraphs if one.example}

    ours = example_ids()
    with played_with(OWNERS):
        kept = example_ids()
        assert {"how_many"} <= kept < ours and not {"face", "office", "prize_agent", "queen"} & kept
    same = RICHELIEU.with_deck("same.toml", f"{TEXT}# nothing else\n".encode())
    with played_with(same):
        assert example_ids() == ours
    dear = RICHELIEU.with_deck("dear.toml", with_value(TEXT, "E1", "spaces", "[2, 2, 1, 0, 0]").encode())
    with played_with(dear):
        assert ours - example_ids() >= {"face"} and "office" in example_ids()
    step = RICHELIEU.with_deck("step.toml", with_value(TEXT, "E1", "cardinal", "-3").encode())
    with played_with(step):
        assert "nobody" in ours - example_ids()  # its caption says by how many spaces


def test_every_example_that_stays_can_be_drawn_and_tried(owners: None) -> None:
    page = rulebook.page(me("en"), SITE, open_book("richelieu", "ru"))
    for way in re.findall(r'href="/sandbox\?r=([^"]+)"', page):
        text = sandbox_link.unpack(way)
        assert "Deck-file" not in text
        drafts.match_of(drafts.record_from(text))


def test_explanations_are_found_at_an_address_of_their_own() -> None:
    ours = registry.hints_at("richelieu", "ru", "en")
    row = registry.hints_at("oriflamme", "fr", "en")
    with played_with(OWNERS):
        assert OWNERS.deck_file
        mark = OWNERS.deck_file.split()[1][:12]
        assert registry.hints_at("richelieu", "ru", "en") == f"{ours}?deck={mark}"
        assert registry.hints_at("oriflamme", "fr", "en") == row


def test_the_lesson_that_is_written_for_our_cards_is_not_offered(owners: None) -> None:
    assert set(LESSONS) - set(offered_lessons()) == {"richelieu"}
    said = words("en")("lessons.deck")
    page = pages.learn(me("en"), SITE, "key")
    assert page.count(said) == 1 and 'value="richelieu"' not in page
    stranger = pages.home(me("en", known=False), SITE, [], "key")
    assert stranger.count('name="lesson"') == len(LESSONS) - 1


def test_with_our_cards_all_lessons_are_offered() -> None:
    assert offered_lessons() == LESSONS and words("en")("lessons.deck") not in pages.learn(me("en"), SITE, "key")


# The sandbox


def test_a_position_is_shown_with_the_cards_of_the_site(owners: None) -> None:
    found = page_data(drafts.with_deck(str(Record({"Game": "richelieu", "Players": "3", **position()}))), words("en"))
    assert found and found["possible"]
    assert "Deck-file" not in sandbox_link.unpack(found["way"].partition("r=")[2])


def position() -> dict[str, str]:
    return {"Position": sandbox_link.position_text(drafts.blank_draft("richelieu", "ru"))}


def test_a_sketch_is_read_with_the_cards_of_the_site(owners: None) -> None:
    record = sketches.record_of_sketch("richelieu", "R1[. . . . 2:1] E1[. . . 2:2 .]", "income")
    agents = json.loads(record.headers["Position"])["zones"][0]
    assert agents["r"][4]["up"] and not agents["o"][3]["up"]  # with our cards both cost 0
    assert len(drafts.match_of(drafts.record_from(str(record))).played) == 1


def test_pieces_are_turned_as_the_cards_of_the_site_say(owners: None) -> None:
    draft = drafts.blank_draft("richelieu", "ru")
    for space, up in (("1.r.4", False), ("1.r.5", True)):  # with our cards both cost 0
        laid = drafts.change_draft(draft, drafts.DraftChange("move", piece="agent:1:3:hand", to=f"space:{space}"))
        assert drafts.fit_draft(laid)["zones"][0]["r"][int(space[4]) - 1]["up"] == up
    laid = drafts.change_draft(draft, drafts.DraftChange("move", piece="agent:1:3:hand", to="space:1.r.4"))
    turned = drafts.change_draft(laid, drafts.DraftChange("turn", piece="at:1.r.4"))
    with played_with(RICHELIEU), pytest.raises(IntrigueError):
        drafts.change_draft(turned, drafts.DraftChange("turn", piece="at:1.r.4"))
    assert not drafts.change_draft(turned, drafts.DraftChange("turn", piece="at:1.r.4"))["zones"][0]["r"][3]["up"]


def test_moves_of_other_cards_are_refused_in_a_sentence(owners: None) -> None:
    record = Record({"Game": "richelieu", "Edition": "ru", "Players": "3", **position()}, ["income"])
    with pytest.raises(IntrigueError) as fault:
        drafts.record_from(str(record))
    assert fault.value.key == "replay.fault.deck"
    way = sandbox_link.link_to(sketches.record_of_sketch("richelieu", "R1 E1", "income"))
    with played_with(RICHELIEU), pytest.raises(IntrigueError) as fault:
        drafts.record_from(sandbox_link.unpack(way.partition("r=")[2]))
    assert fault.value.key == "replay.fault.deck"


def test_prizes_are_tried_on_cards_that_have_them(owners: None) -> None:
    found = dict(html_of("richelieu").tries("richelieu", "ru"))
    assert set(found) == {"prestige", "agent", "military", "queen"}  # no card of the file wins another first prize
    assert "R5%5B" in found["military"] and "R5%5B" in found["queen"]


# Bots


def test_a_bots_process_thinks_with_the_owners_cards() -> None:
    asked = process.question(OWNERS, "greedy", OWNERS.start(3, "ru", 1, {}), 7)
    assert process.game_with("richelieu", bytes.fromhex(asked["box"])).box == OWNERS.box != RICHELIEU.box


def test_programs_are_told_what_is_printed() -> None:
    assert hello(OWNERS, 3, 1)["box"]["cards"]["R5"] == {
        "spaces": [2, 3, 1, 2, 0],
        "first": "11M QU",
        "second": "13E",
        "cardinal": -9,
    }
    assert hello(OWNERS, 3, 1)["box"]["income"] == {"end": 14}
    assert hello(OWNERS, 3, 1)["box"]["military"] == {"costs": [7, 8, 9], "symbols": ["I", "", ""]}
    json.dumps(hello(OWNERS, 3, 1))
