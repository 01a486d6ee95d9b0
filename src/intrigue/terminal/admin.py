"""The grammar of `intrigue admin`: its deeds, each with its options and examples."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from intrigue.locale import Words
from intrigue.terminal.usage import Parser, examples, file_name, whole_number

Run = Callable[[argparse.Namespace, Words], int]

EXAMPLES: dict[str, tuple[str, ...]] = {
    "check": ("admin check", "admin check --close"),
    "close": ('admin close abcdefgh23 --reason "A player asked for it."',),
    "ban": ("admin ban --person 12 --until 7d", "admin ban --network 192.0.2.0/24"),
    "bans": ("admin bans",),
    "unban": ("admin unban 3",),
    "people": ("admin people abcdefgh23",),
    "find": ("admin find Ann",),
    "forget": ("admin forget 12",),
    "backup": ("admin backup intrigue-monday.db",),
    "stats": ("admin stats",),
}
"""What one can type; the sentence of each is numbered."""


def add(commands: Any, run: Run, words: Words) -> None:
    """Adds the command with all its deeds."""
    whole, file = whole_number(words), file_name(words)
    said = words("help.admin.description")
    shown = examples(words, "help.admin", ("admin check", "check"), ("admin backup intrigue-monday.db", "backup"))
    top = commands.add_parser("admin", words=words, help=words("help.admin"), description=said, epilog=shown)
    top.set_defaults(run=lambda options, words: print(top.format_help(), end="") or 0)
    deeds = top.add_subparsers(title=words("help.commands"), metavar="COMMAND")

    def deed(name: str) -> Parser:
        key = f"help.admin.{name}"
        lines = examples(words, key, *((line, str(number)) for number, line in enumerate(EXAMPLES[name], start=1)))
        parser: Parser = deeds.add_parser(name, words=words, help=words(key), description=words(key), epilog=lines)
        parser.set_defaults(run=run, deed=name)
        parser.option("--database", metavar="DB", help=words("help.serve.database"))
        parser.option("--data", type=file, metavar="DIR", help=words("help.serve.data"))
        return parser

    def option(add: Callable[..., argparse.Action], name: str, **settings: Any) -> None:
        add(name, **settings, help=words(f"help.admin.option.{name.lstrip('-')}"))

    checking = deed("check")
    option(checking.option, "--close", action="store_true")
    option(checking.option, "--reason", metavar="TEXT")
    option(checking.option, "--deck", type=file, metavar="FILE")
    closing = deed("close")
    option(closing.option, "table", metavar="TABLE")
    option(closing.option, "--reason", metavar="TEXT")
    banning = deed("ban")
    whom = banning.choices.add_mutually_exclusive_group(required=True)
    option(whom.add_argument, "--person", type=whole, metavar="N")
    option(whom.add_argument, "--network", metavar="NET")
    option(banning.option, "--until", metavar="TIME")
    option(banning.option, "--why", metavar="TEXT")
    deed("bans")
    option(deed("unban").option, "number", type=whole, metavar="N")
    option(deed("people").option, "table", metavar="TABLE")
    option(deed("find").option, "name", metavar="NAME")
    forgetting = deed("forget")
    option(forgetting.option, "person", type=whole, metavar="N")
    option(forgetting.option, "--deck", type=file, metavar="FILE")
    option(deed("backup").option, "file", type=file, metavar="FILE")
    deed("stats")
