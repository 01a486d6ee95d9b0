"""The pages of the rules as a real server answers them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from web.guests import Site, running
from web.html.reading import faults

from intrigue.games import GAMES
from intrigue.locale import LANGUAGES, words
from intrigue.rulebook import book
from intrigue.web.games.registry import html_of
from intrigue.web.html.rule_links import address
from intrigue.web.render import rulebook
from intrigue.web.view.rulebook_examples import open_book

EDITIONS = [(game.name, edition) for game in GAMES.values() for edition in game.editions]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("rules")) as found:
        yield found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_paragraph_stands_on_its_page(site: Site, game: str, edition: str, language: str) -> None:
    answer = site.guest(**{"Accept-Language": language}).page(address(game, edition))
    assert answer.status_code == 200
    ids = re.findall(r' id="([^"]+)"', answer.text)
    assert len(ids) == len(set(ids))
    for section in book(game, edition):
        assert f"section-{section.id}" in ids
        assert {one.id for one in section.paragraphs} <= set(ids)
    assert not re.search(r"\{\w+\}|rules\.(row|court)\.|learn\.", answer.text)
    assert f'<html lang="{language}" data-theme=' in answer.text
    for heading in rulebook.book_text(open_book(game, edition), words(language)):
        for one in heading.paragraphs:
            assert (
                str(html_of(game).with_signs(rulebook.format_text(one.text), game, edition, words(language)))
                in answer.text
            )


@pytest.mark.parametrize(
    "path", ["/rules", "/rules/oriflamme", "/rules/richelieu?q=jewel", "/rules/ablaze?q=qwertyuiop"]
)
def test_a_page_is_well_formed(site: Site, path: str) -> None:
    assert faults(site.guest().page(path).text) == []


def test_the_first_page_leads_to_every_book(site: Site) -> None:
    text = site.guest().page("/rules").text
    for game, edition in EDITIONS:
        assert f'href="/rules/{game}"' in text
        assert f'href="{address(game, edition)}"' in text
    home = site.guest().page("/").text
    assert all(f'href="/rules/{game}"' in home for game in GAMES) and 'href="/rules"' in home


def test_without_a_choice_the_edition_is_that_of_the_language(site: Site) -> None:
    for language, edition in (("fr", "fr"), ("ru", "ru")):
        text = site.guest(**{"Accept-Language": language}).page("/rules/oriflamme").text
        assert f'<input type="hidden" name="edition" value="{edition}">' in text
    assert 'id="lord_covered"' in site.guest().page("/rules/oriflamme?edition=fr").text
    assert 'id="lord_covered"' not in site.guest().page("/rules/oriflamme?edition=ru").text


@pytest.mark.parametrize(
    "path", ["/rules/chess", "/rules/tiny2", "/rules/oriflamme?edition=uk", "/rules/richelieu?edition=x"]
)
def test_what_does_not_exist_is_not_found(site: Site, path: str) -> None:
    assert site.guest().page(path).status_code == 404


def paragraph_ids(text: str) -> list[str]:
    return re.findall(r'<div class="paragraph" id="([^"]+)">', text)


def test_a_search_shows_the_paragraphs_that_hold_all_words(site: Site) -> None:
    text = site.guest().page("/rules/oriflamme?edition=fr&q=archer").text
    assert "archer" in paragraph_ids(text) and 0 < len(paragraph_ids(text)) < 30 and "<mark>Archer" in text
    fewer = site.guest().page("/rules/oriflamme?edition=fr&q=archer+shapeshifter").text
    assert set(paragraph_ids(fewer)) < set(paragraph_ids(text))
    for name in paragraph_ids(text):
        assert f'href="/rules/oriflamme?edition=fr#{name}"' in text, "a found paragraph leads to its place in the whole"


def test_a_search_in_another_case_finds_the_card(site: Site) -> None:
    for language, word in (("ru", "лучником"), ("uk", "лучника"), ("fr", "ARCHERS")):
        guest = site.guest(**{"Accept-Language": language})
        assert "archer" in paragraph_ids(guest.page(f"/rules/oriflamme?edition=fr&q={word}").text), language


SOUGHT = [
    # What French elides before a word is no part of it.
    ("fr", "oriflamme", "égalité", "ties_all"),
    ("fr", "oriflamme", "l'egalite", "ties_all"),
    ("fr", "oriflamme", "attaquant", "ambush"),
    ("fr", "oriflamme", "influence", "influence"),
    ("fr", "richelieu", "égalité", "ties"),
    ("fr", "richelieu", "Éminence", "grey"),
    # An apostrophe within a word is.
    ("uk", "richelieu", "п'ять", "spaces"),
    ("uk", "richelieu", "пʼять", "spaces"),
    ("uk", "oriflamme", "пам'ятає", "no_memory"),
    # Forms of a word that do not begin alike to the last letters.
    ("uk", "oriflamme", "рівність", "ties_all"),
    ("uk", "richelieu", "рівність", "winner"),
    ("ru", "richelieu", "ничья", "ties"),
    ("en", "oriflamme", "winner", "score"),
    # Words that our texts say otherwise.
    ("en", "oriflamme", "tie", "ties_all"),
    ("en", "oriflamme", "draw", "ties_all"),
    ("en", "oriflamme", "kill", "eliminating"),
    ("en", "oriflamme", "steal", "spy"),
    ("en", "oriflamme", "queue", "row"),
    ("en", "oriflamme", "coins", "influence"),
    ("en", "oriflamme", "score", "score"),
    ("en", "oriflamme", "adjacent", "soldier"),
    ("en", "ablaze", "tiebreak", "ties_top"),
    ("en", "ablaze", "swap", "substitution"),
    ("en", "richelieu", "reveal", "count"),
    ("en", "richelieu", "score", "points"),
    ("en", "richelieu", "army", "prize_military"),
    ("en", "richelieu", "bribe", "prize_corruption"),
    ("en", "richelieu", "draw", "ties"),
    ("fr", "oriflamme", "ex aequo", "ties_all"),
    ("fr", "oriflamme", "vainqueur", "ties_all"),
    ("fr", "oriflamme", "tuer", "eliminating"),
    ("fr", "oriflamme", "voler", "spy"),
    ("fr", "oriflamme", "argent", "influence"),
    ("fr", "oriflamme", "pouvoir", "revealing"),
    ("fr", "oriflamme", "effets", "revealing"),
    ("fr", "oriflamme", "imiter", "shapeshifter"),
    ("fr", "oriflamme", "voisin", "soldier"),
    ("fr", "oriflamme", "matériel", "contents_base"),
    ("fr", "ablaze", "soudoyer", "bribery"),
    ("fr", "richelieu", "lot", "neutral"),
    ("fr", "richelieu", "poste", "office"),
    ("fr", "richelieu", "score", "points"),
    ("fr", "richelieu", "vainqueur", "winner"),
    ("fr", "richelieu", "bijou", "jewel"),
    ("ru", "oriflamme", "ничья", "ties_top"),
    ("ru", "oriflamme", "победитель", "ties_top"),
    ("ru", "oriflamme", "убить", "eliminating"),
    ("ru", "oriflamme", "украсть", "spy"),
    ("ru", "oriflamme", "деньги", "influence"),
    ("ru", "oriflamme", "сбросить", "staying"),
    ("ru", "oriflamme", "вскрыть", "revealing"),
    ("ru", "richelieu", "рука", "back"),
    ("ru", "richelieu", "счёт", "points"),
    ("ru", "richelieu", "большинство", "card_cardinal"),
    ("uk", "oriflamme", "нічия", "ties_all"),
    ("uk", "oriflamme", "переможець", "ties_all"),
    ("uk", "oriflamme", "вбити", "eliminating"),
    ("uk", "oriflamme", "вкрасти", "spy"),
    ("uk", "oriflamme", "бали", "score"),
    ("uk", "oriflamme", "кінець", "last_round"),
    ("uk", "richelieu", "нічия", "ties"),
    ("uk", "richelieu", "нагорода", "first_prize"),
    ("uk", "richelieu", "хід", "order"),
    ("uk", "oriflamme", "стопка", "top_only"),
    ("uk", "oriflamme", "ефект", "revealing"),
    ("uk", "oriflamme", "сорочка", "deal"),
    ("uk", "ablaze", "комбінація", "hard_combination"),
    ("uk", "richelieu", "дохід", "track_income"),
    ("uk", "richelieu", "вартість", "second"),
    ("uk", "richelieu", "емісар", "agents"),
]
ONLY = [
    ("uk", "oriflamme", "нічия", {"ties_all", "shared_victory", "editions_base"}),
    ("uk", "oriflamme", "рівність", {"ties_all", "editions_base"}),
    ("fr", "oriflamme", "égalité", {"ties_all", "shared_victory", "editions_base"}),
    ("en", "oriflamme", "E19", {"archer"}),
    ("en", "oriflamme", "D3", {"lord_covered", "editions_base"}),
    ("en", "oriflamme", "r36", {"shared_victory"}),
    ("en", "richelieu", "2.8", {"second"}),
    ("en", "richelieu", "3.24", {"points_cardinal"}),
]


def search_results(site: Site, language: str, game: str, query: str) -> list[str]:
    """The paragraphs that a search shows."""
    return paragraph_ids(
        site.guest(**{"Accept-Language": language}).page(f"/rules/{game}?{urlencode({'q': query})}").text
    )


@pytest.mark.parametrize(("language", "game", "query", "paragraph"), SOUGHT)
def test_a_search_in_words_that_people_type_finds_the_paragraph(
    site: Site, language: str, game: str, query: str, paragraph: str
) -> None:
    assert paragraph in search_results(site, language, game, query)


@pytest.mark.parametrize(("language", "game", "query", "paragraphs"), ONLY)
def test_a_search_finds_nothing_else(site: Site, language: str, game: str, query: str, paragraphs: set[str]) -> None:
    assert set(search_results(site, language, game, query)) == paragraphs


def test_a_word_that_means_the_same_is_marked_and_what_is_elided_is_not(site: Site) -> None:
    guest = site.guest(**{"Accept-Language": "fr"})
    assert "<mark>Éliminez</mark>" in guest.page("/rules/oriflamme?q=tuer").text
    assert "l’<mark>élimination</mark>" in guest.page("/rules/oriflamme?q=élimination").text


def test_a_search_without_result_says_so(site: Site) -> None:
    text = site.guest().page("/rules/oriflamme?q=qwertyuiop").text
    assert paragraph_ids(text) == [] and words("en")("learn.found.none") in text
    assert len(paragraph_ids(site.guest().page("/rules/oriflamme?q=%20%2C").text)) > 40, "no word is no search"


def test_what_is_looked_for_is_never_markup(site: Site) -> None:
    text = site.guest().page("/rules/oriflamme?q=%3Cscript%3E%22%27").text
    assert "<script>" not in text and "&lt;script&gt;&#34;&#39;" in text
    assert site.guest().page("/rules/oriflamme?q=" + "a%20" * 2000).status_code in (200, 414, 400)


def test_pages_of_rules_say_nothing_about_who_reads(site: Site) -> None:
    one, two = (site.guest().page("/rules/oriflamme").text for _ in range(2))
    token = re.compile(r'name="token" value="[^"]*"')
    assert token.sub("", one) == token.sub("", two)
