"""The command line: `intrigue play`, `replay`, `simulate`, `moves`, `card`, `games` and `bench`.

Exit codes: 0 all is well, 1 something failed, 2 bad input (one line on standard error says what), 130 interrupted.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import intrigue
from intrigue.engine.errors import IntrigueError
from intrigue.locale import LANGUAGES, Words, spoken, words
from intrigue.terminal import cards, play, replay, simulate
from intrigue.terminal.files import BadFile
from intrigue.terminal.ink import visible, wrapped

Options = argparse.Namespace
Command = Callable[[Options, Words], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = run(arguments, language_in(arguments))
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read our output has seen enough; nothing is left to say at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def run(arguments: list[str], language: str) -> int:
    try:
        options = parser(words(language)).parse_args(arguments)
        return int(options.run(options, words(language)))
    except SystemExit as leaving:  # argparse's way to end after --help, --version and bad usage
        return int(leaving.code or 0)
    except IntrigueError as fault:
        sys.stdout.flush()
        where = fault.where if isinstance(fault, BadFile) else "intrigue"
        print(visible(f"{where}: {fault.text(language)}"), file=sys.stderr)
        return 1 if fault.key == "file.other" else 2


def language_in(arguments: Sequence[str]) -> str:
    """The language that is asked for, or the terminal's; decided before anything is said.

    >>> language_in(["games", "--lang", "uk"]), language_in(["card", "spy", "--lang=fr"])
    ('uk', 'fr')
    """
    for index, argument in enumerate(arguments):
        option, equals, value = argument.partition("=")
        if option == "--lang":
            asked = value if equals else "".join(arguments[index + 1 : index + 2])
            return asked if asked in LANGUAGES else spoken()
    return spoken()


# The commands


def games(options: Options, words: Words) -> int:
    """Lists the games."""
    for name in intrigue.games():
        game = intrigue.game(name)
        print(f"{name}: {words(f'game.{name}')}")
        print(f"  {words('games.players', low=game.seats[0], high=game.seats[-1])}")
        usual = game.usual_edition(words.language)
        for edition in game.editions:
            key = "games.edition.usual" if edition == usual else "games.edition"
            print(f"  {words(key, id=edition, name=words(f'edition.{edition}'))}")
    return 0


def bench(options: Options, words: Words) -> int:
    """Measures speed."""
    from intrigue.bench import run as measure  # loads what is only needed for measuring

    return int(measure(options.peers, options.out, options.seconds))


# The parser


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, and where to read on."""

    def __init__(self, *, words: Words, **settings: Any) -> None:
        super().__init__(
            **settings, add_help=False, allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        self.words = words
        self.add_argument("-h", "--help", action="help", help=words("help.help"))
        self.add_argument("--lang", choices=LANGUAGES, metavar="L", help=words("help.lang"))

    def error(self, message: str) -> NoReturn:
        hint = self.words("help.hint", command=self.prog)
        self.exit(2, visible(f"{self.prog}: {message}") + f"\n{hint}\n")


def parser(words: Words) -> Parser:
    """The whole command line in one language."""
    whole = whole_number(words)
    top = Parser(
        prog="intrigue",
        words=words,
        description=words("help.description"),
        epilog=examples(
            words,
            "help",
            ("play", "play"),
            ("card spy", "card"),
            ("simulate oriflamme --players 4 --record my.game", "simulate"),
            ("replay my.game", "replay"),
        ),
    )
    top.add_argument(
        "--version", action="version", version=f"intrigue {intrigue.__version__}", help=words("help.version")
    )
    top.set_defaults(run=lambda options, words: print(top.format_help(), end="") or 0)
    commands = top.add_subparsers(metavar="COMMAND")

    def command(name: str, run: Command, *shown: tuple[str, str]) -> Callable[..., argparse.Action]:
        """A command with its examples; returns how to add an option to it."""
        key = f"help.{name}"
        said = "\n".join(wrapped(words(f"{key}.description" if f"{key}.description" in words else key), 78))
        parser = commands.add_parser(
            name, words=words, help=words(key), description=said, epilog=examples(words, key, *shown)
        )
        parser.set_defaults(run=run)

        def option(*names: str, **settings: Any) -> argparse.Action:
            said = names[-1].lstrip("-").replace("-", "_")
            return parser.add_argument(*names, **settings, help=words(f"{key}.{said}"))

        return option

    option = command(
        "play",
        play.run,
        ("play", "menu"),
        ("play oriflamme --players 4 --name Ann", "name"),
        ("play ablaze --players 3 --save evening.game", "save"),
        ("play --resume evening.game", "resume"),
        ("play --lang uk", "lang"),
    )
    option("game", nargs="?", metavar="GAME")
    option("--players", type=whole, metavar="N")
    option("--edition", metavar="E")
    option("--seed", type=whole, metavar="S")
    option("--name", metavar="NAME")
    option("--seat", type=whole, metavar="N")
    option("--resume", metavar="FILE")
    option("--save", metavar="FILE")
    option("--no-color", action="store_true")

    option = command(
        "replay",
        replay.run,
        ("replay my.game", "words"),
        ("replay my.game --json", "json"),
        ("replay my.game --seat 2", "seat"),
        ("replay --json games/*.game > /dev/null", "check"),
    )
    option("file", nargs="+", metavar="FILE")
    option("--json", action="store_true")
    option("--seat", type=whole, metavar="N")

    option = command(
        "simulate",
        simulate.run,
        ("simulate oriflamme --players 4 --seed 7", "print"),
        ("simulate ablaze --players 3 --edition ru --record my.game", "file"),
        ("simulate oriflamme --games 100 --record games", "many"),
        (f"simulate oriflamme-mix --kinds {','.join(MIXED)}", "kinds"),
    )
    option("game", metavar="GAME")
    option("--players", type=whole, default=4, metavar="N")
    option("--edition", metavar="E")
    option("--seed", type=whole, default=0, metavar="S")
    option("--bots", default="random", metavar="BOTS")
    option("--kinds", metavar="KINDS")
    option("--games", type=whole, default=1, metavar="K")
    option("--record", metavar="FILE")

    option = command(
        "moves",
        replay.moves,
        ("moves my.game", "file"),
        ("simulate oriflamme | head -8 | intrigue moves -", "pipe"),
    )
    option("file", metavar="FILE")

    option = command(
        "card",
        cards.run,
        ("card", "list"),
        ("card royal decree", "name"),
        ("card spy --lang fr", "lang"),
        ("card lord --edition ru", "edition"),
    )
    option("name", nargs="*", metavar="NAME")
    option("--edition", metavar="E")

    command("games", games, ("games", "list"))

    option = command("bench", bench, ("bench", "quick"), ("bench --peers --out bench.json", "peers"))
    option("--peers", action="store_true")
    option("--out", metavar="FILE")
    option("--seconds", type=seconds(words), default=1.0, metavar="S")
    return top


MIXED = ("archer", "spy", "heir", "lord", "ambush", "prince", "queen", "felon", "trap", "bribery")
"""A mix for an example."""


def examples(words: Words, key: str, *shown: tuple[str, str]) -> str:
    """Commands that one can type, each with what it does."""
    lines = [words("help.examples")]
    for command, said in shown:
        lines += [f"  intrigue {command}", f"      {words(f'{key}.example.{said}')}"]
    return "\n".join(lines)


def whole_number(words: Words) -> Callable[[str], int]:
    """Reads a number that counts something."""

    def whole(value: str) -> int:
        if not (value.isascii() and value.isdigit() and len(value) <= 40):
            raise argparse.ArgumentTypeError(words("cli.not_a_number", value=value[:60]))
        return int(value)

    return whole


def seconds(words: Words) -> Callable[[str], float]:
    """Reads a length of time."""

    def seconds(value: str) -> float:
        try:
            number = float(value)
        except ValueError:
            number = 0.0
        if not 0 < number < 86400:
            raise argparse.ArgumentTypeError(words("cli.not_seconds", value=value[:60]))
        return number

    return seconds


if __name__ == "__main__":
    sys.exit(main())
