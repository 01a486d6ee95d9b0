"""What is our reconstruction is marked wherever it is shown, for every reader; an owner's deck has no marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from web import viewing
from web.html.elements import Element, read
from web.render.samples import SITE, me
from web.view.worlds import World

from intrigue.envs.drawing import svg
from intrigue.games import GAMES
from intrigue.games.richelieu.box import OURS
from intrigue.games.richelieu.game import RICHELIEU, Richelieu
from intrigue.games.richelieu.words import SIGN
from intrigue.locale import LANGUAGES, Words, words
from intrigue.rulebook import facts
from intrigue.web.games import registry
from intrigue.web.games.richelieu import board as richelieu
from intrigue.web.games.richelieu import box, questions
from intrigue.web.render import frames, pages, rulebook, setup
from intrigue.web.runtime.sandbox.drafts import blank_draft
from intrigue.web.view.rulebook_examples import open_book
from intrigue.web.view.scene import Scene, Viewer

REMEMBERING: tuple[Callable[..., object], ...] = (richelieu.turn_head, richelieu.card_top, richelieu.card_side)
OWNERS = RICHELIEU.with_deck("mine.toml", OURS.read_bytes())


def forget() -> None:
    """Pieces that were made with another deck."""
    for made in REMEMBERING:
        made.cache_clear()


@pytest.fixture
def owners_deck(monkeypatch: pytest.MonkeyPatch) -> Iterator[Richelieu]:
    """A site that plays with an owner's deck file."""
    forget()
    monkeypatch.setattr(box, "game_of", lambda name: OWNERS)
    yield OWNERS
    forget()


def scene() -> Scene:
    return viewing.scene(World("richelieu", "ru", 3, 1).table, Viewer(1, (1,)))


def page(said: Words) -> list[Element]:
    shown = scene()
    regions = frames.with_board(frames.regions_of(shown, said), shown, said)
    return read("".join(regions[name] for name in ("head", "players", "board", "prompt", "hand")))


def hint_texts(said: Words) -> str:
    return str(registry.html_of("richelieu").hints("richelieu", "ru", said))


def test_only_our_own_deck_is_a_reconstruction() -> None:
    assert RICHELIEU.is_reconstruction and not OWNERS.is_reconstruction
    assert [name for name, game in GAMES.items() if game.is_reconstruction] == ["richelieu"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_the_court_wears_the_sign_and_says_so_to_readers(language: str) -> None:
    said = words(language)
    cards = [one for one in page(said) if one.tag == "button" and one["data-hint"].startswith("card:")]
    assert len(cards) == 6
    for one in cards:
        how = "partly" if one["data-hint"] == "card:E1" else "reconstructed"
        assert one.text.count(SIGN) == 1 and SIGN not in one.label
        assert f", {said(f'richelieu.sign.{how}')}." in one.label, one.label


def test_the_sign_stands_once_in_the_head_and_explains_itself() -> None:
    said = words("en")
    (sign,) = [one for one in page(said) if one["id"] == "reconstruction"]
    assert sign["data-hint"] == "reconstruction" and sign.label == "Our reconstruction"
    assert said("richelieu.sign.text") in hint_texts(said) and "/rules/richelieu#guess" in hint_texts(said)


@pytest.mark.parametrize(("military", "signs"), [(0, ["do:office"]), (2, []), (4, ["do:office"])])
def test_offices_wear_the_sign_but_for_the_one_that_the_rulebook_prices(military: int, signs: list[str]) -> None:
    view = {"to_act": 1, "players": [{"military": military}]}
    assert list(questions.guesses(view)) == signs


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_tell_what_of_spaces_and_tracks_is_reconstructed(language: str) -> None:
    said = words(language)
    for part, times in (("spaces", 1), ("income", 1), ("military", 2)):
        assert hint_texts(said).count(str(said(f"board.hint.reconstruction.{part}"))) == times


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_owners_deck_has_no_marks(owners_deck: Richelieu, language: str) -> None:
    said = words(language)
    elements = page(said)
    assert not [one for one in elements if SIGN in one.text or one["id"] == "reconstruction"]
    for key in ("reconstructed", "partly", "name"):
        assert said(f"richelieu.sign.{key}") not in "".join(one.label for one in elements)
    for key in ("richelieu.text.reconstructed", "richelieu.text.partly", "richelieu.sign.text"):
        assert said(key) not in hint_texts(said)
    assert not questions.guesses({"to_act": 1, "players": [{"military": 0}]})
    assert SIGN not in str(setup.setup(blank_draft("richelieu", "ru", 3), said))


def test_the_sandbox_says_it_where_cards_are_chosen() -> None:
    assert str(setup.setup(blank_draft("richelieu", "ru", 3), words("en"))).count(SIGN) == 1


def test_the_rulebook_wears_the_sign_and_leads_to_what_it_means() -> None:
    html = rulebook.page(me("en"), SITE, open_book("richelieu", "ru"))
    assert html.count(f">{SIGN}</a>") > 10 and 'href="/rules/richelieu#guess"' in html
    assert facts("richelieu", "ru")["sign"] == SIGN
    assert SIGN not in rulebook.page(me("en"), SITE, open_book("oriflamme", "fr"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_says_it_in_about_four_words(language: str) -> None:
    said = words(language)("web.home.reconstruction")
    assert pages.home(me(language), SITE, [], "key").count(said) == 1
    assert 2 <= len([one for one in said.split() if one not in "—:"]) <= 5


def test_pictures_of_environments_say_it() -> None:
    drawn = svg(scene().view or {})
    assert drawn.count(SIGN) == 7 and "not the printed card" in drawn
