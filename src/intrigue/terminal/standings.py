"""The result of a contest as people read it: tables in columns, remarks, and plots with their titles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from babel.numbers import format_decimal

from intrigue.arena import plots as draw
from intrigue.locale import Words
from intrigue.terminal.streams import columns
from intrigue.terminal.style import SPACE, pad, visible, width, wrap

Told = Mapping[str, Any]
MARK = "†"
LONGEST = 60


class Numbers:
    """Numbers as a language writes them."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def number(self, value: float, form: str = "#,##0") -> str:
        text = str(format_decimal(value, format=form, locale=self.words.language))
        text = text.replace("-", "−").replace("\u202f", SPACE)
        return text if any(sign in text for sign in "123456789") else text.lstrip("−")

    def percent(self, value: float, form: str = "0.0") -> str:
        return self.words("arena.percent", number=self.number(100 * value, form))

    def share(self, told: Told) -> str:
        """A share with its interval."""
        low, high = self.number(100 * told["low"], "0.0"), self.number(100 * told["high"], "0.0")
        return self.words("arena.between", value=self.percent(told["value"]), low=low, high=high)

    def points(self, told: Told) -> str:
        """A rating with its interval."""
        low, high = self.number(told["low"]), self.number(told["high"])
        return self.words("arena.between", value=self.number(told["value"]), low=low, high=high)

    def time(self, value: float | None) -> str:
        """Milliseconds, with as many digits as are worth reading."""
        return "" if value is None else self.number(value, "0.000" if value < 1 else "0.0" if value < 100 else "#,##0")


# The printed result


def lines(told: Told, words: Words) -> list[str]:
    """All that is printed."""
    numbers = Numbers(words)
    parts = [heading(told, words, numbers), one_against_rest(told, words, numbers), of_bots(told, words, numbers)]
    parts += [of_seats(told, words, numbers), of_pairs(told, words, numbers), remarks(told, words, numbers)]
    found = [line for part in parts if part for line in [*part, ""]]
    return [line.replace(SPACE, " ") for line in found]


def heading(told: Told, words: Words, numbers: Numbers) -> list[str]:
    given, games, deals = told["arguments"], told["games"], told["deals"]
    edition = f"edition.{given['edition']}"
    names = {"game": game_name(told, words), "edition": words(edition) if edition in words else given["edition"]}
    title = words(
        "arena.title", **names, players=given["players"], n=games, count=numbers.number(games), seed=given["seed"]
    )
    more = words("arena.deals", n=deals, count=numbers.number(deals), players=given["players"])
    return [*wrap(title, columns()), *wrap(more, columns())]


def game_name(told: Told, words: Words) -> str:
    """The game's name; the small games that only measure bots have none."""
    key = f"game.{told['arguments']['game']}"
    return words(key) if key in words else str(told["arguments"]["game"])


def one_against_rest(told: Told, words: Words, numbers: Numbers) -> list[str]:
    """In duels: how often the one wins."""
    if not told["pairings"]:
        return []
    players = told["arguments"]["players"]
    rows = [[words(f"arena.column.{name}") for name in ("bot", "against", "wins", "score", "games")]]
    for one in told["pairings"]:
        mark = f" {MARK}" if one["knows_policy"] else ""
        rest = words("arena.copies", count=players - 1, bot=bot_name(one["against"]))
        scores = (
            f"{numbers.number(one['score']['value'], '0.0')} : {numbers.number(one['their_score']['value'], '0.0')}"
        )
        wins = numbers.share(one["win_share"])
        rows.append([bot_name(one["bot"]) + mark, rest, wins, scores, numbers.number(one["games"])])
    even = words("arena.even", share=numbers.percent(1 / players))
    return [words("arena.heading.one"), *table(rows, left=2), *wrap(even, columns(), "  ")]


def of_bots(told: Told, words: Words, numbers: Numbers) -> list[str]:
    """Every bot over all its seats, the strongest first."""
    heads = ("bot", "rating", "wins", "score", "time", "slowest")
    rows = [[words(f"arena.column.{name}") for name in heads]]
    for bot in sorted(told["bots"], key=lambda bot: -bot["rating"]["value"]):
        times = told["run"]["decision_ms"].get(bot["bot"], {})
        score = numbers.number(bot["score"]["value"], "0.0")
        spent = [numbers.time(times.get("mean")), numbers.time(times.get("p95"))]
        rows.append(
            [
                marked_name(bot["bot"], told),
                numbers.points(bot["rating"]),
                numbers.share(bot["win_share"]),
                score,
                *spent,
            ]
        )
    return [words("arena.heading.bots"), *table(rows)]


def of_seats(told: Told, words: Words, numbers: Numbers) -> list[str]:
    rows = [[words(f"arena.column.{name}") for name in ("seat", "wins", "rating")]]
    for seat in told["seats"]:
        rows.append([str(seat["seat"]), numbers.share(seat["win_share"]), numbers.points(seat["rating"])])
    return [words("arena.heading.seats"), *table(rows)]


def of_pairs(told: Told, words: Words, numbers: Numbers) -> list[str]:
    """The matrix."""
    if len(told["bots"]) < 2:
        return []
    rows = [["", *(str(number) for number in range(1, len(told["bots"]) + 1))]]
    for number, (bot, row) in enumerate(zip(told["bots"], told["matrix"], strict=True), start=1):
        rows.append([f"{number} {bot_name(bot['bot'])}", *(cell_text(cell, numbers) for cell in row)])
    return [words("arena.heading.matrix"), *table(rows)]


def cell_text(cell: Told | None, numbers: Numbers) -> str:
    if cell is None:
        return "·"
    return numbers.percent(cell["value"]) + (MARK if cell["knows_policy"] else "")


def remarks(told: Told, words: Words, numbers: Numbers) -> list[str]:
    """What to know about the figures, and what to beware of."""
    said = [words("arena.anchor", bot=bot_name(told["anchor"]))]
    bounds = [bot for bot in told["bots"] if bot["won"] != "sometimes" and bot["bot"] != told["anchor"]]
    said += [words(f"arena.{bot['won']}", bot=bot_name(bot["bot"])) for bot in bounds]
    left = told["surprises"]
    if left["pairs"] and not left["found"]:
        said.append(words("arena.explained", errors=numbers.number(left["largest"], "0.0")))
    for one in left["found"][:5]:
        share, errors = numbers.number(100 * one["share"], "+0.0;-0.0"), numbers.number(abs(one["errors"]), "0.0")
        said.append(
            words("arena.surprise", bot=bot_name(one["bot"]), other=bot_name(one["with"]), share=share, errors=errors)
        )
    for bot in dict.fromkeys(one for one, _ in told["knows_policy"]):
        known = [bot_name(other) for one, other in told["knows_policy"] if one == bot]
        said.append(words("arena.knows", bot=bot_name(bot), other=words.listing(known)))
    return [line for sentence in said for line in wrap(sentence, columns())]


def bot_name(bot: str) -> str:
    """A bot as it is written, on one line."""
    shown = visible(bot)
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"


def marked_name(bot: str, told: Told) -> str:
    """The same with a sign if it knows the policy of somebody who plays."""
    return f"{bot_name(bot)} {MARK}" if any(bot == one for one, _ in told["knows_policy"]) else bot_name(bot)


def table(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Rows in columns; the first ones begin together, figures end together."""
    broad = [max(width(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  "
        + "  ".join(
            pad(cell, wide) if at < left else " " * (wide - width(cell)) + cell
            for at, (cell, wide) in enumerate(zip(row, broad, strict=True))
        ).rstrip()
        for row in rows
    ]


# Plots


def plots(told: Told, words: Words) -> list[str]:
    """Win shares, ratings, and the matrix as SVG."""
    return [of_wins(told, words), of_ratings(told, words), of_matrix(told, words)]


def title(told: Told, words: Words, what: str) -> str:
    given = told["arguments"]
    named = {"what": words(f"arena.plot.{what}"), "game": game_name(told, words)}
    return words("arena.plot.title", **named, players=given["players"])


def note(told: Told, words: Words, *before: str) -> str:
    games = told["games"]
    said = [*before, words("arena.plot.note", n=games, count=Numbers(words).number(games))]
    return "; ".join([*said, words("arena.plot.knows")] if told["knows_policy"] else said)


def of_wins(told: Told, words: Words) -> str:
    """In duels the one against the rest, otherwise every bot; the mark is what equal bots would win."""
    numbers, players = Numbers(words), told["arguments"]["players"]
    rows = []
    for one in sorted(told["pairings"] or told["bots"], key=lambda one: -one["win_share"]["value"]):
        name = bot_name(one["bot"])
        if told["pairings"]:
            name += " – " + words("arena.copies", count=players - 1, bot=bot_name(one["against"]))
        knows = one["knows_policy"] if told["pairings"] else marked_name(one["bot"], told) != name
        rows.append(draw.Bar(name, *span(one["win_share"]), remark=MARK if knows else ""))
    return draw.bars(title(told, words, "wins"), rows, whole_percent(numbers), note(told, words), mark=1 / players)


def of_ratings(told: Told, words: Words) -> str:
    rows = [
        draw.Bar(
            bot_name(bot["bot"]),
            *span(bot["rating"]),
            remark=marked_name(bot["bot"], told)[len(bot_name(bot["bot"])) :].strip(),
        )
        for bot in sorted(told["bots"], key=lambda bot: -bot["rating"]["value"])
    ]
    anchor = f"{bot_name(told['anchor'])} = 0"
    numbers = Numbers(words)
    unit = words("arena.plot.points")
    return draw.bars(title(told, words, "ratings"), rows, numbers.number, note(told, words, anchor), unit=unit)


def of_matrix(told: Told, words: Words) -> str:
    names = [bot_name(bot["bot"]) for bot in told["bots"]]
    cells = [[cell and cell["value"] for cell in row] for row in told["matrix"]]
    marks = {
        (row, at)
        for row, line in enumerate(told["matrix"])
        for at, cell in enumerate(line)
        if cell and cell["knows_policy"]
    }
    said = note(told, words, words("arena.plot.rows"))
    return draw.heat(title(told, words, "matrix"), names, cells, whole_percent(Numbers(words)), said, marks=marks)


def whole_percent(numbers: Numbers) -> draw.Number:
    return lambda value: numbers.percent(value, "0").replace(SPACE, " ")


def span(told: Told) -> tuple[float, float, float]:
    return told["value"], told["low"], told["high"]
