"""The command line's grammar in the chosen language: help that fits the screen, and a fault as one line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, NoReturn

from intrigue.engine import fair
from intrigue.locale import LANGUAGES, Words
from intrigue.terminal import program, streams
from intrigue.terminal.style import visible, wrap

NARROWEST = 40
LONGEST = 200
"""Letters of what was typed that a fault repeats."""

# What argparse says, and our sentence for it. `names` are arguments, `other` is one more, `value` is what was typed,
# `known` what may be.
FAULTS = [
    (r"the following arguments are required: (?P<names>.+)", "usage.missing"),
    (r"one of the arguments (?P<names>.+) is required", "usage.one_of"),
    (r"argument (?P<names>[^:]+): not allowed with argument (?P<other>.+)", "usage.both"),
    (r"unrecognized arguments: (?P<names>.+)", "usage.unknown"),
    (r"argument (?P<names>[^:]+): invalid choice: (?P<value>.+) \(choose from (?P<known>.+)\)", "usage.choice"),
    (r"argument (?P<names>[^:]+): expected one argument", "usage.one"),
    (r"argument (?P<names>[^:]+): expected at least one argument", "usage.one"),
    (r"argument (?P<names>[^:]+): ignored explicit argument (?P<value>.+)", "usage.no_value"),
    (r"argument (?P<names>[^:]+): (?P<fault>.+)", "usage.fault"),
]


class Parser(argparse.ArgumentParser):
    """A command with its help."""

    def __init__(self, *, words: Words, description: str, epilog: str, **settings: Any) -> None:
        super().__init__(
            **settings,
            description="\n".join(wrap(sentence(description), width())),
            epilog=epilog,
            add_help=False,
            allow_abbrev=False,
            formatter_class=lambda prog: Formatter(prog, words),
        )
        self.words = words
        self.arguments = self.add_argument_group(words("help.arguments"))
        self.choices = self.add_argument_group(words("help.options"))
        self.choices.add_argument("-h", "--help", action="help", help=words("help.help"))
        self.choices.add_argument("--lang", choices=LANGUAGES, metavar="L", help=words("help.lang"))

        self.settings = self.add_argument_group(words("help.settings"))

    def option(self, *names: str, **settings: Any) -> argparse.Action:
        """Adds an option or an argument to its part of the help."""
        group = self.choices if names[0].startswith("-") else self.arguments
        return group.add_argument(*names, **settings)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """A command complains itself of what it does not know, so that the hint is about this command."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        said = visible(fault_text(self.words, message))
        hint = self.words("help.hint", command=program.command(*self.prog.split()[1:], "--help"))
        streams.complain(f"{self.prog}: {said} {hint}")
        raise SystemExit(2)


class Formatter(argparse.RawDescriptionHelpFormatter):
    """argparse's own, as wide as the screen and in our language."""

    def __init__(self, prog: str, words: Words) -> None:
        super().__init__(prog, width=width())
        self.words = words

    def start_section(self, heading: str | None) -> None:
        super().start_section(heading and heading.removesuffix(":"))  # argparse adds a colon, with no space before it

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, f"{self.words('help.usage')} " if prefix is None else prefix)


def width() -> int:
    return max(NARROWEST, streams.columns()) - 2


def sentence(text: str) -> str:
    """A line of a list as a sentence of its own."""
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def fault_text(words: Words, message: str) -> str:
    """argparse's fault in our words, or its own where we know none."""
    for pattern, key in FAULTS:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            said = {name: value.replace("'", "")[:LONGEST] for name, value in found.groupdict().items()}
            return words(key, **(said | ({"fault": found["fault"]} if "fault" in said else {})))
    return message


def examples(words: Words, key: str, *shown: tuple[str, str]) -> str:
    """Commands that one can type, each with what it does."""
    lines = [words("help.examples")]
    for command, said in shown:
        lines.append(f"  {program.line(command)}")
        lines += wrap(words(f"{key}.example.{said}"), width(), " " * 6)
    return "\n".join(lines)


# What can be read


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


def file_name(words: Words) -> Callable[[str], str]:
    """Reads the name of a file."""

    def name(value: str) -> str:
        if not value:
            raise argparse.ArgumentTypeError(words("cli.no_file_name"))
        return value

    return name


def fingerprint(words: Words) -> Callable[[str], str]:
    """Reads the commitment to a deal."""

    def fingerprint(value: str) -> str:
        if not re.fullmatch(fair.PATTERNS[fair.COMMITMENT], value.lower()):
            raise argparse.ArgumentTypeError(words("cli.not_a_fingerprint", value=value[:LONGEST]))
        return value.lower()

    return fingerprint


def added_by_seat(words: Words) -> Callable[[str], tuple[int, str]]:
    """Reads a seat and the nonce it added to a deal."""

    def read_nonce(value: str) -> tuple[int, str]:
        found = re.fullmatch(rf"([1-9]):([0-9a-f]{{{fair.NONCE}}})", value.lower())
        if not found:
            raise argparse.ArgumentTypeError(words("cli.not_a_nonce", value=value[:LONGEST]))
        return int(found[1]), found[2]

    return read_nonce
