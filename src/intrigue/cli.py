"""The command line: `intrigue play`, `serve`, `admin`, `replay`, `verify`, `simulate`, `arena`, `study`, `moves`,
`card`, `games` and `bench`.

Exit codes: 0 all is well, 1 something failed, 2 bad input (one line on standard error says what), 130 interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import intrigue
from intrigue.bots import LEVELS
from intrigue.engine import extras, targets
from intrigue.engine.errors import IntrigueError
from intrigue.locale import LANGUAGES, Words, spoken, words
from intrigue.terminal import (
    admin,
    arena,
    cards,
    files,
    play,
    program,
    registry,
    replay,
    simulate,
    streams,
    study,
    verify,
)
from intrigue.terminal.richelieu.family import with_deck
from intrigue.terminal.style import visible
from intrigue.terminal.usage import Parser, added_by_seat, examples, file_name, fingerprint, seconds, whole_number

Options = argparse.Namespace
Command = Callable[[Options, Words], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    streams.mend()
    language = language_in(arguments)
    try:
        code = run(arguments, language)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read our output has seen enough
        streams.silence()
        return 1
    except OSError as fault:  # files tell their own faults, so this is our output
        streams.silence()
        streams.complain(f"intrigue: {words(language)('cli.output', reason=fault.strerror or fault)}")
        return 1
    except KeyboardInterrupt:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            return 130
        streams.silence()
        return 130


def run(arguments: list[str], language: str) -> int:
    try:
        options = parser(words(language)).parse_args(arguments)
        return int(options.run(options, words(language)))
    except SystemExit as leaving:  # argparse's way to end after --help, --version and bad usage
        return int(leaving.code or 0)
    except IntrigueError as fault:
        sys.stdout.flush()
        where = fault.where if isinstance(fault, files.BadFile) else "intrigue"
        streams.complain(visible(f"{where}: {fault.text(language)}"))
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
        print(f"  {words(f'credits.{name}')}")
        print(f"  {words('games.players', low=game.seats[0], high=game.seats[-1])}")
        usual = game.usual_edition(words.language) if len(game.editions) > 1 else None
        for edition in game.editions:
            key = "games.edition.usual" if edition == usual else "games.edition"
            print(f"  {words(key, id=edition, name=words(f'edition.{edition}'))}")
    print(words("games.unofficial"))
    return 0


def bench(options: Options, words: Words) -> int:
    """Measures speed."""
    if options.out:
        for name in (options.out, str(Path(options.out).with_suffix(".md"))):
            files.check(name)  # before anything is measured
    from intrigue.bench import run as measure  # loads what is only needed for measuring

    bar = streams.Bar()

    def compiling(done: int, total: int) -> None:
        if total > 1:
            bar.draw(done, total, words("bench.compiling", done=done, all=total))

    for name in intrigue.games() if targets.available() else ():
        intrigue.game(name).compiler.progress = compiling
    return int(measure(options.peers, options.out, options.seconds, files.write))


def serve(options: Options, words: Words) -> int:
    """Starts the site."""
    with extras.explain_missing("web"):
        from intrigue.web.commands.serve import (
            run as open_the_site,
        )  # loads the whole site, which no other command needs

    return open_the_site(options, words, with_deck)


def run_admin(options: Options, words: Words) -> int:
    """Does what whoever runs a site asks."""
    with extras.explain_missing("web"):
        from intrigue.web.commands.admin import run as administer  # loads the whole site, which no other command needs

    return administer(options, words, with_deck)


# The parser


def parser(words: Words) -> Parser:
    """The whole command line in one language."""
    whole, file = whole_number(words), file_name(words)
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
    top.option("--version", action="version", version=f"intrigue {intrigue.__version__}", help=words("help.version"))
    top.set_defaults(run=lambda options, words: print(top.format_help(), end="") or 0)
    commands = top.add_subparsers(title=words("help.commands"), metavar="COMMAND")

    def command(name: str, run: Command, *shown: tuple[str, str]) -> Callable[..., argparse.Action]:
        """A command with its examples; returns how to add an option to it."""
        key = f"help.{name}"
        said = words(f"{key}.description" if f"{key}.description" in words else key)
        parser = commands.add_parser(
            name, words=words, help=words(key), description=said, epilog=examples(words, key, *shown)
        )
        parser.set_defaults(run=run)

        def option(*names: str, **settings: Any) -> argparse.Action:
            said = names[-1].lstrip("-").replace("-", "_")
            text = words(f"{key}.{said}", games=", ".join(intrigue.games()), command=program.command("games"))
            return parser.option(*names, **settings, help=text)

        for setting in registry.settings(name):
            parser.settings.add_argument(
                f"--{setting.name}",
                metavar=setting.metavar,
                choices=setting.choices or None,
                type=file if setting.is_file else str,
                help=words(f"help.setting.{setting.name.replace('-', '_')}"),
            )
        return option

    option = command(
        "play",
        play.run,
        ("play", "menu"),
        ("play oriflamme --players 4 --name Ann", "name"),
        ("play oriflamme --players 4 --level duke", "level"),
        ("play richelieu --players 2", "richelieu"),
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
    option("--first", type=whole, metavar="N")
    option("--level", choices=LEVELS, metavar="L")
    option("--bots", metavar="BOTS")
    option("--resume", type=file, metavar="FILE")
    option("--save", type=file, metavar="FILE")
    option("--no-color", action="store_true")

    option = command(
        "serve",
        serve,
        ("serve", "start"),
        ("serve --lan", "lan"),
        ("serve --public-url https://games.example --proxies 127.0.0.1", "public"),
        ("serve --deck mine.toml", "deck"),
    )
    option("--host", metavar="HOST")
    option("--port", type=whole, metavar="PORT")
    option("--lan", action="store_true")
    option("--public-url", metavar="URL")
    option("--database", metavar="DB")
    option("--data", type=file, metavar="DIR")
    option("--bots", type=whole, metavar="N")
    option("--proxies", metavar="LIST")
    option("--hosts", metavar="LIST")
    option("--metrics-from", metavar="LIST")
    option("--deck", type=file, metavar="FILE")
    option("--outside-bots", action="store_true")
    option("--open", action="store_true")
    option("--no-open", action="store_true")

    admin.add(commands, run_admin, words)

    option = command(
        "replay",
        replay.run,
        ("replay my.game", "words"),
        ("replay my.game --json", "json"),
        ("replay my.game --seat 2", "seat"),
        ("replay --json games/*.game > /dev/null", "check"),
    )
    option("file", nargs="+", type=file, metavar="FILE")
    option("--json", action="store_true")
    option("--seat", type=whole, metavar="N")

    option = command("verify", verify.run, ("verify my.game", "file"), ("verify - < my.game", "pipe"))
    option("file", nargs="+", type=file, metavar="FILE")
    option("--commitment", type=fingerprint(words), metavar="C")
    option("--nonce", action="append", type=added_by_seat(words), default=[], metavar="SEAT:N")

    option = command(
        "simulate",
        simulate.run,
        ("simulate oriflamme --players 4 --seed 7", "print"),
        ("simulate ablaze --players 3 --edition ru --record my.game", "file"),
        ("simulate oriflamme --games 100 --record games", "many"),
        ("simulate oriflamme --bots greedy --games 1000 --out data", "out"),
        (f"simulate oriflamme-mix --kinds {','.join(MIXED)}", "kinds"),
        ("simulate richelieu --players 3 --deck mine.toml", "deck"),
    )
    option("game", metavar="GAME")
    option("--players", type=whole, metavar="N")
    option("--edition", metavar="E")
    option("--seed", type=whole, default=0, metavar="S")
    option("--first", type=whole, metavar="N")
    option("--bots", default="random", metavar="BOTS")
    option("--games", type=whole, default=1, metavar="K")
    option("--record", type=file, metavar="FILE")
    option("--out", type=file, metavar="DIR")

    option = command(
        "arena",
        arena.run,
        ("arena oriflamme --players 4 --bots greedy,random", "two"),
        ("arena ablaze --players 3 --bots search,greedy,random --games 3000 --out results", "out"),
        ("arena richelieu --players 2 --bots search,greedy,random --tables duel", "duel"),
    )
    option("game", metavar="GAME")
    option("--players", type=whole, metavar="N")
    option("--bots", required=True, metavar="BOTS")
    option("--games", type=whole, default=1000, metavar="K")
    option("--seed", type=whole, default=0, metavar="S")
    option("--edition", metavar="E")
    option("--tables", choices=("auto", "mixed", "duel"), default="auto", metavar="T")
    option("--out", type=file, metavar="DIR")
    option("--cores", type=whole, metavar="C")
    option("--cluster", metavar="ADDRESS")

    option = command(
        "study",
        study.run,
        ("study oriflamme --out pages", "page"),
        ("study richelieu --players 3 --bot search:sims=50 --games 5000 --out pages", "one"),
    )
    option("game", metavar="GAME")
    option("--players", default="all", metavar="N")
    option("--edition", default="all", metavar="E")
    option("--bot", default="greedy", metavar="BOT")
    option("--games", type=whole, default=1000, metavar="K")
    option("--seed", type=whole, default=0, metavar="S")
    option("--luck-bot", default="greedy:noise=30", metavar="BOT")
    option("--deals", type=whole, default=200, metavar="D")
    option("--replays", type=whole, default=50, metavar="R")
    option("--out", type=file, metavar="DIR")

    option = command(
        "moves",
        replay.moves,
        ("moves my.game", "file"),
        (f"simulate oriflamme | head -8 | {program.name()} moves -", "pipe"),
    )
    option("file", type=file, metavar="FILE")

    option = command(
        "card",
        cards.run,
        ("card", "list"),
        ("card royal decree", "name"),
        ("card spy --lang fr", "lang"),
        ("card lord --edition ru", "edition"),
        ("card R4 --deck mine.toml", "deck"),
    )
    option("name", nargs="*", metavar="NAME")
    option("--edition", metavar="E")

    command("games", games, ("games", "list"))

    option = command("bench", bench, ("bench", "quick"), ("bench --peers --out bench.json", "peers"))
    option("--peers", action="store_true")
    option("--out", type=file, metavar="FILE")
    option("--seconds", type=seconds(words), default=1.0, metavar="S")
    return top


MIXED = ("archer", "spy", "heir", "lord", "ambush", "prince", "queen", "felon", "trap", "bribery")
"""A mix for an example."""


if __name__ == "__main__":
    sys.exit(main())
