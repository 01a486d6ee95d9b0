"""What all boards are made with: the templates, the pictures, the players' names, and moves written for the page."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from intrigue.engine.speaker import Speaker
from intrigue.games import game
from intrigue.locale import Words
from intrigue.web.html import rule_links
from intrigue.web.html.rule_links import About
from intrigue.web.view.scene import Scene, SeatSeen

HERE = Path(__file__).parent.parent
SPRITE = HERE / "static" / "art" / "sprite.svg"
HOLE = Markup("\0")
"""Stands in a template for what is put in later; a page cannot hold it."""
PIECES = 2048
"""How many pieces of boards are remembered; what they are made of is the whole key, so nothing can go stale."""
LARGE_PIECES = 512
"""Of those with kilobytes each, whose keys hold people's names: a table needs some dozens at a time."""


@cache
def sprite() -> str:
    """Where the pictures are, with a mark that changes when they do."""
    if not SPRITE.exists():
        return "/static/art/sprite.svg"
    return f"/static/art/sprite.svg?v={hashlib.sha256(SPRITE.read_bytes()).hexdigest()[:12]}"


@lru_cache(maxsize=1024)
def icon(name: str, kind: str = "fig", hidden: bool = True) -> Markup:
    """A picture of the sprite, hidden from screen readers unless what it stands in is. The names are ours, never a
    person's."""
    silent = " aria-hidden='true'" if hidden else ""
    return Markup(f"<svg class='{kind}'{silent}><use href='{sprite()}#{name}'/></svg>")


class Templates(FileSystemLoader):
    """The templates without the spaces that lay them out; those of large regions with quotes that JSON need not
    escape."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, name, fresh = super().get_source(environment, template)
        source = "".join(line.strip() for line in source.splitlines())
        return source if template == "boards/ask.html" else source.replace('"', "'"), name, fresh


@cache
def environment() -> Environment:
    made = Environment(
        loader=Templates(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
    )
    made.globals |= {"sprite": sprite(), "icon": icon, "length_of": length_of}
    return made


def length_of(name: str) -> str:
    """The class of a name on a card, by its longest word, which smaller letters keep whole.

    >>> [length_of(name) for name in ("Royal Decree", "Schemer", "Conspiracy", "Assassination")]
    ['', '', ' long', ' longer']
    """
    longest = max(map(len, name.split()), default=0)
    return " longer" if longest > 10 else " long" if longest > 9 else ""


@cache
def macro(file: str, name: str) -> Any:
    return getattr(environment().get_template(f"boards/{file}.html").module, name)


def piece(file: str, name: str, /, **values: Any) -> Markup:
    """A macro of a template, filled in; values are escaped by the template."""
    return Markup(macro(file, name)(**values))


def around(file: str, name: str, /, **values: Any) -> tuple[str, ...]:
    """A macro with holes in it, cut into what stands before, between and after them."""
    return tuple(str(macro(file, name)(**values)).split(HOLE))


SEAM = "<!--|-->"


class Sewn(NamedTuple):
    """A region of several pieces with seams between them, so that a page can be given single ones anew."""

    number: int
    """How many pieces it has."""
    pieces: dict[int, str]
    """All of them by place, or only those that may have changed."""

    def __str__(self) -> str:
        """The whole region.

        >>> str(Sewn(2, {0: "<b>", 1: "</b>"}))
        '<b><!--|--></b>'
        """
        return SEAM.join([self.pieces[place] for place in range(self.number)])


def join(parts: Sequence[str]) -> Markup:
    """Pieces that are already safe, one after the other."""
    return Markup("".join(parts))


@lru_cache(maxsize=512)
def named(game_name: str, names: tuple[str, ...], words: Words) -> tuple[str, ...]:
    """What each seat is called: by its person's name, else as the game calls it, but never like somebody else."""
    usual = game(game_name).speaker(words, len(names)).names
    found = []
    for number, name in enumerate(names, start=1):
        called = name or usual[number - 1]
        found.append(f"{called} ({number})" if not name and called in names else called)
    return tuple(found)


def name_of(name: str, program: bool, words: Words) -> str:
    """What whoever holds a seat is called: a program is told from people wherever its name stands."""
    return words("outside.name", name=name) if name and program else name


def names_of(scene: Scene, words: Words) -> tuple[str, ...]:
    """What the seats of a scene are called."""
    if words.language not in scene.called:
        names = [name_of(seat.name, seat.program, words) for seat in scene.seats]
        scene.called[words.language] = named(scene.settings.game, tuple(names), words)
    return scene.called[words.language]


@lru_cache(maxsize=512)
def speaker_of(game_name: str, names: tuple[str, ...], words: Words) -> Speaker:
    return game(game_name).speaker(words, len(names), names)


def speaker(scene: Scene, words: Words) -> Speaker:
    """Who tells this table's game to the viewer."""
    return speaker_of(scene.settings.game, names_of(scene, words), words)


def sentence(text: str) -> str:
    """A text that begins as sentences do.

    >>> sentence("reveal it"), sentence("«ход»"), sentence("")
    ('Reveal it', '«ход»', '')
    """
    return text[:1].upper() + text[1:]


def attribute(value: Any) -> Markup:
    """A value as JSON inside an attribute in single quotes.

    >>> str(attribute(["a<b", "it's & \\"so\\""]))
    '["a&lt;b","it&#39;s &amp; \\\\"so\\\\""]'
    """
    text = msgspec.json.encode(value).decode()
    for sign, written in (("&", "&amp;"), ("'", "&#39;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(sign, written)
    return Markup(text)


# Who acts


def asked(scene: Scene) -> bool:
    """Whether the viewer may answer now; the door leaves legal moves only in the scenes of those who may."""
    return bool(scene.view and scene.view["legal"])


def turn_of(scene: Scene) -> int | None:
    """The seat that everybody waits for."""
    return scene.view["to_act"] if scene.view and scene.phase == "playing" else None


def plain_buttons(listed: list[list[Any]], hints: dict[str, str]) -> list[tuple[str, str, str]]:
    """Moves without a place on the board: part, sentence, explanation."""
    return [
        (parts[0], said, hints.get(parts[0], "")) for _, parts, said in listed if len(parts) == 1 and is_plain(parts[0])
    ]


def is_plain(part: str) -> bool:
    return part.startswith("do:")


def ask(
    scene: Scene,
    words: Words,
    question: str,
    listed: list[list[Any]],
    hints: dict[str, str],
    law: About,
    why: dict[str, str],
    barred: Sequence[tuple[str, str]] = (),
    signs: Mapping[str, str] = MappingProxyType({}),
) -> Markup:
    """The question with its moves, for whoever may answer; on a shared device with a way to peek.

    `law` is what its paragraph is about, `why` are the reasons for what cannot be chosen, by what is pointed at, and
    `barred` are moves that one would look for, each with the reason why it is not offered. `signs` stand beside
    answers, by their parts.
    """
    assert scene.view is not None
    seat = scene.view["to_act"]
    name = names_of(scene, words)[seat - 1]
    return piece(
        "ask",
        "ask",
        version=scene.version,
        seat=seat,
        moves=attribute(listed),
        why=attribute(why),
        question=question,
        about=hints.get("question", ""),
        law=sign(scene, law, words),
        plain=plain_buttons(listed, hints),
        barred=barred,
        signs=signs,
        peek=words("board.peek", player=name) if scene.viewer.hot else "",
    )


def waiting(scene: Scene, words: Words, told: str, law: About) -> Markup:
    """Whom everybody waits for; on a shared device that seat may lift its curtain. `told` and its paragraph follow from
    public facts."""
    seat = turn_of(scene)
    if seat is None:
        return quiet(words(f"board.quiet.{scene.phase}"), False, Markup(""))
    name = names_of(scene, words)[seat - 1]
    if scene.viewer.hot and scene.seats[seat - 1].mine and driven(scene, seat):
        return curtain(seat, name, sign(scene, law, words), words)
    return quiet(told, bool(scene.viewer.seat), sign(scene, law, words))


def sign(scene: Scene, law: About, words: Words) -> Markup:
    """The way to the paragraph that tells of a question."""
    return rule_links.sign(scene.settings.game, scene.settings.edition, *law, words)


def driven(scene: Scene, seat: int) -> bool:
    """Whether a person plays the seat now."""
    one = scene.seats[seat - 1]
    return one.held_by == "person" and not one.away and not one.resigned


@lru_cache(maxsize=PIECES)
def quiet(told: str, plays: bool, law: Markup) -> Markup:
    return piece("ask", "quiet", told=told, why=attribute({"all": "turn"}) if plays else "", law=law)


@lru_cache(maxsize=PIECES)
def curtain(seat: int, name: str, law: Markup, words: Words) -> Markup:
    lift = words("board.curtain.lift", player=name)
    return piece("ask", "curtain", seat=seat, told=words("board.curtain", player=name), law=law, lift=lift)


def own_eyes(scene: Scene, view: dict[str, Any]) -> bool:
    """Whether what the viewer knows of things that lie face down is known because they are the viewer's own."""
    return not scene.viewer.open and view["phase"] != "over"


# Explanations


def explained(game: str, edition: str, key: str, title: str, texts: Sequence[str], words: Words) -> Markup:
    """An explanation as a template, with the way to its paragraph in the rules."""
    law = rule_links.told_at(game, edition, rule_links.about(game, key))
    return piece("common", "hint", key=key, title=title, texts=texts, law=law, link=words("learn.in_rules"))


def reason(game: str, edition: str, key: str, asked: tuple[str, str], words: Words) -> Markup:
    """Why something cannot be chosen, as a template that stands before the explanation of the thing itself; nothing in
    a game whose rules do not speak of it."""
    law = rule_links.told_at(game, edition, asked)
    if not law:
        return Markup("")
    texts = [words(f"learn.why.{key}")]
    return piece("common", "hint", key=f"why:{key}", title="", texts=texts, law=law, link=words("learn.in_rules"))


# Who sits where


@lru_cache(maxsize=1024)
def badges(seat: SeatSeen, words: Words) -> tuple[tuple[str, str], ...]:
    """What is to be known about who plays a seat: pictures with their meaning."""
    found = []
    stands_in = seat.program and seat.away
    if stands_in:
        found.append(("ui-hourglass", words("board.badge.away")))
    if seat.program and not stands_in:
        found.append(("ui-bot", words("outside.badge")))
    elif seat.held_by == "bot":
        found.append(("ui-bot", words("board.badge.bot", level=words(f"level.{seat.level}"))))
    elif seat.resigned:
        found.append(("ui-flag", words("board.badge.resigned")))
    elif seat.away:
        found.append(("ui-hourglass", words("board.badge.away")))
    if seat.for_ending:
        found.append(("ui-hand", words("board.badge.ending")))
    return tuple(found)


def player(
    seat: int, colour: str, states: tuple[bool, bool, bool], who: Markup, facts: list[Markup], piles: Markup
) -> str:
    """A player's panel: whether it is the viewer's own, to act, a winner's; who it is, numbers, piles."""
    before, after = panel(seat, colour, *states)
    return "".join([before, who, "<ul class='facts'>", *facts, "</ul>", piles, after])


@lru_cache(maxsize=256)
def panel(seat: int, colour: str, mine: bool, turn: bool, won: bool) -> tuple[str, ...]:
    states = [state for state, so in (("mine", mine), ("turn", turn), ("won", won)) if so]
    return around("common", "panel", seat=seat, classes=" ".join([colour, *states]), inner=HOLE)


@lru_cache(maxsize=PIECES)
def who(
    emblem: str,
    name: str,
    mine: bool,
    badges: tuple[tuple[str, str], ...],
    marks: tuple[tuple[str, str, str], ...],
    words: Words,
) -> Markup:
    """The head of a panel: emblem, name, pictures with their meaning."""
    you = words("board.you") if mine else ""
    return piece("common", "who", emblem=emblem, name=name, you=you, badges=badges, marks=marks)


@lru_cache(maxsize=PIECES)
def fact(seat: int, name: str, picture: str, value: int | None, meaning: str, about: str) -> Markup:
    """A number of a panel with its sentence; a hidden one is a question mark."""
    shown = "?" if value is None else value
    return piece("common", "fact", seat=seat, name=name, picture=picture, value=shown, meaning=meaning, about=about)


def of_all_players(view: dict[str, Any]) -> tuple[Any, ...]:
    """What a view of either family says that may change the panel of every player."""
    return view["first"], view["phase"], view["winners"], view.get("neutral"), view.get("scores")


def who_plays(view: dict[str, Any]) -> tuple[Any, ...]:
    """What the region of the players is made of."""
    return view["players"], view["to_act"], of_all_players(view)


def news_of_players(view: dict[str, Any], old: dict[str, Any] | None) -> Iterator[tuple[int, dict[str, Any]]]:
    """What a view says of every player, or of those of whom an old one said something else."""
    if old and of_all_players(view) != of_all_players(old):
        old = None
    turns = () if old is None or old["to_act"] == view["to_act"] else (old["to_act"], view["to_act"])
    for number, said in enumerate(view["players"], start=1):
        if old is None or number in turns or said != old["players"][number - 1]:
            yield number, said


def player_list(number: int, panels: dict[int, str], words: Words) -> Sewn:
    """All panels, or those that may be new, by seat."""
    if len(panels) < number:
        return Sewn(number + 2, panels)
    before, after = list_of_players(words)
    return Sewn(number + 2, {0: before, **panels, number + 1: after})


@lru_cache(maxsize=16)
def list_of_players(words: Words) -> tuple[str, ...]:
    return around("common", "players", title=words("board.players"), panels=HOLE)


@lru_cache(maxsize=1024)
def plain_head(phase: str, words: Words) -> Markup:
    """The head of a table at which nothing was dealt."""
    return piece("common", "plain_head", told=words(f"board.quiet.{phase}"))
