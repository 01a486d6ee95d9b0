"""`intrigue verify`: whether a game of the site was dealt from what was promised, and played by the rules."""

from __future__ import annotations

from argparse import Namespace

from intrigue.engine import fair
from intrigue.engine.errors import BadLine, IntrigueError
from intrigue.engine.record import Record
from intrigue.locale import Words
from intrigue.terminal import files, saves
from intrigue.terminal.style import visible


def run(options: Namespace, words: Words) -> int:
    """Says of each file, sentence by sentence, what was checked; 1 if something does not fit."""
    codes = []
    for number, name in enumerate(options.file):
        if number:
            print()
        codes.append(report(name, findings_of(name, options), words))
    return max(codes)


def findings_of(name: str, options: Namespace) -> list[fair.Finding]:
    """What there is to say about a file; a fault in it names the file and the line."""
    data = files.read(name)
    try:
        kept = fair.Kept(options.commitment or "", tuple(options.nonce))
        return fair.verify(saves.game_of(Record.parse(data), options), data, kept)
    except BadLine as fault:
        raise files.BadFile(f"{name}:{fault.line}", fault.key, **fault.values) from None
    except files.BadFile:
        raise
    except IntrigueError as fault:
        raise files.BadFile(name, fault.key, **fault.values) from None


def report(name: str, findings: list[fair.Finding], words: Words) -> int:
    """One line each; what does not fit says where it stands."""
    for finding in findings:
        sentence = words(finding.key, **finding.values)
        where = f"{name}:{finding.line}: " if finding.line else f"{name}: "
        print(visible(sentence if finding.fits else f"{where}{sentence}"))
    fits = all(finding.fits for finding in findings)
    print(words("verify.fits" if fits else "verify.wrong"))
    return 0 if fits else 1
