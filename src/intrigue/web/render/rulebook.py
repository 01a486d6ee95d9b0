"""The rulebook as pages: chosen by game and edition, searched, its examples drawn with the pieces of the table.

An example is a position that lies in the book for everybody to read; it is seen as its seat would see it at a table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from intrigue.games import GAMES
from intrigue.locale import Words, words
from intrigue.rulebook import Example, Paragraph, facts, family_of
from intrigue.rulebook import book as sections_of
from intrigue.rulebook.search import Query, fitting, had, meanings, query_from, spans, with_corrections, words_of
from intrigue.rulebook.sources import PRINCIPLES, REASONS, Mark, mark, order
from intrigue.web.games.registry import html_of
from intrigue.web.html import rule_links
from intrigue.web.html.names import names_of
from intrigue.web.html.templates import SEAM
from intrigue.web.render import pages
from intrigue.web.view.rulebook import Book
from intrigue.web.view.scene import Scene

EMPHASIS = re.compile(r"\*([^*\n]+)\*")
TAKEN_OUT = re.compile(
    r"<details.*?</details>|<h2 class='sr-only'>.*?</h2>|<span class='sr-only'>.*?</span>"
    r"| (?:id|data-(?!length)[\w-]+|aria-[\w-]+|role|title)='[^']*'| data-flip"
)
LABEL = re.compile(r"<span class='sr-only'>(.*?)</span>|<svg class='track'[^>]* aria-label='([^']*)'")
ENDS = re.compile(r"<li class='gap'>.*?</li>")
BUTTON = (("<button type='button'", "<span"), ("</button>", "</span>"))


@dataclass(frozen=True)
class ParagraphText:
    """A paragraph in a language, its blanks filled in."""

    id: str
    rules: tuple[str, ...]
    text: str
    caption: str
    example: Example | None

    @property
    def numbers(self) -> str:
        """Of the rules that it tells."""
        return ", ".join(self.rules)

    @property
    def whole(self) -> str:
        """All that is searched."""
        return f"{self.text}\n{self.caption}\n{self.numbers}"


class Heading(NamedTuple):
    """A heading and what stands under it."""

    id: str
    title: str
    paragraphs: tuple[ParagraphText, ...]


# Pages


def choose(me: pages.Me, site: pages.SiteInfo) -> str:
    """Which rules one would like to read."""
    return pages.page("rules_all", me, site, "/rules", address=rule_links.address)


def page(me: pages.Me, site: pages.SiteInfo, book: Book, query: str = "") -> str:
    """The rules of a game in an edition, or those paragraphs that have all the words of a query; where none has, those
    that have most."""
    say, game, edition = words(me.language), book.game, book.edition
    whole = book_text(book, say)
    wanted = with_corrections(query_from(query, meanings(say("learn.search.same"))), vocabulary(whole))
    headings, complete = find_paragraphs(whole, wanted)
    return pages.page(
        "rules",
        me,
        site,
        rule_links.address(game, edition),
        link=game,
        game=GAMES[game],
        edition=edition,
        query=query.strip() if wanted else "",
        contents=whole,
        headings=headings,
        complete=complete,
        number=sum(len(heading.paragraphs) for heading in headings),
        origins=origins(game, edition, say),
        mark=lambda number: mark(game, edition, number),
        label=lambda source: label(source, game, say),
        meaning=lambda source: meaning(source, game, say),
        marked=lambda text: html_of(game).with_signs(format_text(text, wanted), game, edition, say),
        drawn=lambda example: draw_example(book, example.key, say),
        tried=lambda example: book.examples[example.key].link,
        address=rule_links.address,
    )


def find_paragraphs(whole: tuple[Heading, ...], wanted: Query) -> tuple[list[Heading], bool]:
    """The paragraphs that have most of the words, under their headings, and whether that is all of them; none where no
    paragraph has any."""
    fit = fitting(wanted, vocabulary(whole))
    count = {paragraph.id: had(paragraph.whole, fit) for heading in whole for paragraph in heading.paragraphs}
    most = max(count.values())
    if not most and wanted:
        return [], False
    headings = [
        heading._replace(paragraphs=paragraphs)
        for heading in whole
        if (paragraphs := tuple(paragraph for paragraph in heading.paragraphs if count[paragraph.id] == most))
    ]
    return headings, most == len(wanted)


@lru_cache(maxsize=64)
def vocabulary(whole: tuple[Heading, ...]) -> frozenset[str]:
    """All words of a book."""
    return frozenset(
        word for heading in whole for paragraph in heading.paragraphs for word in words_of(paragraph.whole)
    )


@lru_cache(maxsize=64)
def book_text(book: Book, say: Words) -> tuple[Heading, ...]:
    """A whole book in a language."""
    game, edition = book.game, book.edition
    numbers = facts(game, edition)
    return tuple(
        Heading(
            section.id,
            say(section.key, **numbers),
            tuple(paragraph_text(paragraph, book, say, numbers) for paragraph in section.paragraphs),
        )
        for section in sections_of(game, edition)
    )


def paragraph_text(paragraph: Paragraph, book: Book, say: Words, numbers: dict[str, Any]) -> ParagraphText:
    example = paragraph.example
    if example and example.key not in book.examples:
        example = None
    caption = say(example.key, **numbers) if example else ""
    return ParagraphText(paragraph.id, paragraph.rules, say(paragraph.key, **numbers), caption, example)


# Where rules come from


class Origin(NamedTuple):
    """One origin of rules that their marks lead to, and the marks, each with the paragraph that tells its rule."""

    text: str
    marks: tuple[tuple[Mark, str], ...]


@lru_cache(maxsize=64)
def origins(game: str, edition: str, say: Words) -> tuple[Origin, ...]:
    """Why rules are ours, with the numbers of these rules, and then in which other books the rest stand."""
    by_meaning: dict[str, list[tuple[Mark, str]]] = {why(reason, say): [] for reason in REASONS}
    for number, paragraph in where(game, edition).items():
        if source := mark(game, edition, number):
            by_meaning.setdefault(meaning(source, game, say), []).append((source, paragraph))
    return tuple(Origin(text, tuple(marks)) for text, marks in by_meaning.items() if marks)


def where(game: str, edition: str) -> dict[str, str]:
    """By number, sorted: the paragraph that tells what is printed, if one does, otherwise the first that tells it."""
    first: dict[str, str] = {}
    printed: dict[str, str] = {}
    for paragraph in (paragraph for section in sections_of(game, edition) for paragraph in section.paragraphs):
        for paragraphs, numbers in ((first, paragraph.rules), (printed, paragraph.printed)):
            for number in numbers:
                paragraphs.setdefault(number, paragraph.id)
    return {number: printed.get(number, first[number]) for number in sorted(first, key=order)}


def label(source: Mark, game: str, say: Words) -> str:
    """What stands beside a number: a word, or where else the rule is printed."""
    if source.kind != "elsewhere":
        return say(f"learn.mark.{source.kind}")
    return " ".join(dict.fromkeys(say(f"learn.book.{family_of(game)}.{book}.short") for book in source.books))


def meaning(source: Mark, game: str, say: Words) -> str:
    """What a mark says when one points at it: why the rule is ours, or where else it is printed."""
    if source.kind != "elsewhere":
        return why(source.reason, say)
    books = ", ".join(say(f"learn.book.{family_of(game)}.{book}") for book in source.books)
    return say("learn.mark.elsewhere.told", books=books)


def why(reason: str, say: Words) -> str:
    """Why a rule is ours."""
    return say(f"learn.ours.{reason}", rule=PRINCIPLES.get(reason, ""))


# Text


def format_text(text: str, wanted: Query = ()) -> Markup:
    """A text as HTML: blank lines part paragraphs, lines that begin with a dash are a list, *stars* emphasise.

    >>> format_text("One *or* <two>:\\n- a\\n- b\\n\\nEnd.")
    Markup('<p>One <em>or</em> &lt;two&gt;:</p><ul><li>a</li><li>b</li></ul><p>End.</p>')
    """
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = [line.strip() for line in block.splitlines()]
        while lines:
            listed = lines[0].startswith("- ")
            end = next((n for n, line in enumerate(lines) if line.startswith("- ") != listed), len(lines))
            if listed:
                items = Markup("").join(Markup("<li>{}</li>").format(inline(line[2:], wanted)) for line in lines[:end])
                blocks.append(Markup("<ul>{}</ul>").format(items))
            else:
                blocks.append(Markup("<p>{}</p>").format(inline(" ".join(lines[:end]), wanted)))
            lines = lines[end:]
    return Markup("").join(blocks)


def inline(text: str, wanted: Query) -> Markup:
    """A line with its emphasis, and what was looked for marked."""
    pieces, end = [], 0
    for emphasis in EMPHASIS.finditer(text):
        pieces += [
            highlight(text[end : emphasis.start()], wanted),
            Markup("<em>{}</em>").format(highlight(emphasis[1], wanted)),
        ]
        end = emphasis.end()
    return Markup("").join([*pieces, highlight(text[end:], wanted)])


def highlight(text: str, wanted: Query) -> Markup:
    pieces, end = [], 0
    for start, stop in spans(text, wanted):
        pieces += [escape(text[end:start]), Markup("<mark>{}</mark>").format(text[start:stop])]
        end = stop
    return Markup("").join([*pieces, escape(text[end:])])


# Examples


class Picture(NamedTuple):
    """One picture of an example: in words, its parts as HTML that nothing can be done with, and the family's name."""

    title: str
    description: str
    parts: tuple[Markup, ...]
    family: str


@lru_cache(maxsize=512)
def draw_example(book: Book, key: str, say: Words) -> tuple[Picture, ...]:
    """The pictures of an example: one, or before and after its moves."""
    scenes = book.examples[key].scenes
    titles = [say("learn.before"), say("learn.after")] if len(scenes) > 1 else [say("learn.picture")]
    return tuple(picture(scene, title, scenes, say) for scene, title in zip(scenes, titles, strict=True))


def picture(scene: Scene, title: str, scenes: Sequence[Scene], say: Words) -> Picture:
    """What lies on the table, in the pieces of the table."""
    family = html_of(scene.settings.game)
    view = scene.view or {}
    parts_of_board = family.board_parts(scene, view, scene.things, say)
    laid = {part: ENDS.sub("", str(html).replace(SEAM, "")) for part, html in parts_of_board.items()}
    wanted = family.parts_in_example([each.view or {} for each in scenes])
    if wanted is not None:
        laid = {part: html for part, html in laid.items() if part in wanted}
    parts = [str(family.players(scene, view, say)).replace(SEAM, ""), *laid.values()]
    if scene.viewer.seat and view["phase"] in ("placement", "action"):
        parts.append(str(family.hand(scene, say)))
    labels = [Markup(label or track).striptags() for html in laid.values() for label, track in LABEL.findall(html)]
    labels = [f"{label.removesuffix('.')}." for label in labels if not family.is_empty_place(label, say)]
    labels += purses(parts[0], names_of(scene, say))
    return Picture(
        title, " ".join(labels), tuple(without_controls(part) for part in parts), family_of(scene.settings.game)
    )


def purses(players: str, names: tuple[str, ...]) -> list[str]:
    """What everybody has, as the panels say it."""
    panels = [LABEL.findall(panel) for panel in players.split("<li class='player")[1:]]
    return [
        f"{name}: {', '.join(Markup(label).striptags() for label, _ in panel)}."
        for name, panel in zip(names, panels, strict=True)
    ]


def without_controls(html: str) -> Markup:
    """A piece of a table that nothing can be done with: no ids, nothing to press, nothing to explain."""
    for sign, plain in BUTTON:
        html = html.replace(sign, plain)
    return Markup(TAKEN_OUT.sub("", html))
