"""What the sandbox's page shows and is answered, as data: a record to try, a draft to set up, and what is wrong.

Nothing is kept: whatever is asked brings the whole record along.
"""

from __future__ import annotations

from typing import Any

import msgspec

from intrigue.engine.errors import BadLine, IntrigueError
from intrigue.engine.headers import Position
from intrigue.engine.record import Record
from intrigue.locale import Words
from intrigue.web.render import frames, setup
from intrigue.web.runtime.sandbox import drafts, sketches
from intrigue.web.runtime.sandbox.drafts import DraftChange
from intrigue.web.runtime.sandbox.trial import Trial
from intrigue.web.view import sandbox_link

EVERYTHING = -9
"""Instead of a step: the last one."""


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is looked at: a record, after which step, and with whose eyes; null sees everything. The record may be a
    sketch of the game and edition that the page has."""

    record: str
    game: str = ""
    edition: str = ""
    step: int = EVERYTHING
    seat: int | None = None
    with_steps: bool = msgspec.field(default=False, name="film")
    """Whether the page plays what led there."""


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of what is set up, and whether the rest is put right."""

    record: str
    change: DraftChange
    fit: bool = True


def record_in_address(game: str, asked: dict[str, str]) -> str:
    """The record that an address holds, or nothing."""
    if "r" in asked:
        return drafts.with_deck(sandbox_link.unpack(asked["r"]))
    return str(sketches.record_of_sketch(game, asked["sketch"], asked.get("moves", ""))) if "sketch" in asked else ""


def page_data(text: str, words: Words) -> dict[str, Any] | None:
    """All that a page shows of a record; None if it can neither be tried nor set up."""
    try:
        record = drafts.record_from(text)
        draft = drafts.draft_of(record)
    except IntrigueError:
        return None
    about: dict[str, Any] = {"game": draft["game"], "edition": draft["edition"], "seats": len(draft["players"])}
    about |= draft_data(draft, words) | {"way": sandbox_link.link_to(record)}
    try:
        trial = Trial(record)
    except IntrigueError as wrong:
        about |= impossible_data(wrong, words)
        trial = Trial(drafts.record_of(drafts.blank_draft(draft["game"], draft["edition"], len(draft["players"]))))
    step = trial.first if not record.moves else trial.last
    scene = trial.scene(step, None)
    frame = frames.snapshot(scene, words)
    frame["regions"] |= {
        name: html for name, html in frames.trial_frame(scene, words)["regions"].items() if name != "board"
    }
    return about | {"scene": scene, "frame": frame, "step": step, "first": trial.first, "last": trial.last}


def fault_in(text: str) -> IntrigueError | None:
    """What is wrong with a record."""
    try:
        record = drafts.record_from(text)
        drafts.match_of(record)
        drafts.draft_of(record)
    except IntrigueError as wrong:
        return wrong
    return None


def fault_sentence(fault: IntrigueError, words: Words) -> str:
    """A fault in words, with its line if it has one, for whoever looks at the text."""
    sentence = words(fault.key, **fault.values)
    return words("sandbox.fault.line", line=fault.line, what=sentence) if isinstance(fault, BadLine) else sentence


def draft_data(draft: Position, words: Words) -> dict[str, Any]:
    """A draft as the page shows it, and whether it can be played: a sentence says so, or what is wrong with it."""
    about = {"setup": str(setup.setup(draft, words)), "head": str(setup.head(draft, words))}
    try:
        drafts.match_at(draft)
    except IntrigueError as wrong:
        return about | impossible_data(wrong, words)
    return about | {"possible": True, "message": words("sandbox.possible")}


def impossible_data(fault: IntrigueError, words: Words) -> dict[str, Any]:
    """That a draft cannot be played, and why."""
    return {"possible": False, "message": words("sandbox.impossible", what=setup.fault(fault, words))}


def look_at(asked: Look, words: Words) -> dict[str, Any]:
    """A record at one of its steps: the regions, the moves, the log, and if asked what led there."""
    record = sketches.record_of_text(asked.record, asked.game, asked.edition)
    trial = Trial(record)
    step = trial.last if asked.step == EVERYTHING else min(max(asked.step, trial.first), trial.last)
    if asked.seat is not None and not 0 <= asked.seat <= trial.timeline.table.settings.players:
        raise IntrigueError("sandbox.fault.change")
    change = trial.change(step, asked.seat) if asked.with_steps else None
    scene = change.after if change else trial.scene(step, asked.seat)
    frame = frames.trial_frame(scene, words, change)
    del frame["for"]  # whoever has the record may see all of it
    return frame | record_data(record) | {"step": step, "first": trial.first, "last": trial.last}


def edit_draft(asked: Edit, words: Words) -> dict[str, Any]:
    """A draft after a change: drawn, and whether it can be played."""
    draft = drafts.change_draft(drafts.draft_of(drafts.record_from(asked.record)), asked.change)
    if asked.fit and asked.change.do != "show":
        draft = drafts.fit_draft(draft, asked.change.piece)
    return record_data(drafts.record_of(draft)) | draft_data(draft, words)


def record_data(record: Record) -> dict[str, Any]:
    """What the page must know of a record to go on with it."""
    short = sandbox_link.shorten(record)
    return {
        "text": str(short),
        "way": sandbox_link.link_to(short),
        "game": record.headers["Game"],
        "edition": record.headers.get("Edition", ""),
        "seats": record.headers.get("Players", ""),
    }
