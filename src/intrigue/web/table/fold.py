"""What each entry of the log does to a table: one function a content, which returns the new lines of the log and the
board at each of its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from intrigue.games import game
from intrigue.lessons import of_table
from intrigue.web.table import clocks, event_steps, fair, log_entries, takeback_limits
from intrigue.web.table.errors import OtherDeck
from intrigue.web.table.event_steps import EventStep
from intrigue.web.table.log_entries import AnyContent, Entry, EntryContent, tag_of
from intrigue.web.table.moment import LogLine
from intrigue.web.table.notices import TableNotice
from intrigue.web.table.seats import Seat, free_seats, resize

if TYPE_CHECKING:
    from intrigue.web.table.table import Table

Done = tuple[Sequence[LogLine], Sequence[EventStep]]


def put(table: Table, seat: int, **changes: Any) -> None:
    table.seats[seat - 1] = replace(table.seats[seat - 1], **changes)


def hand_on_host(table: Table) -> None:
    """If the host holds no seat any more, the first person who does is the host."""
    holders = [seat.person for seat in table.seats if seat.person is not None]
    if holders and table.host not in holders:
        table.host = holders[0]


def open_table(table: Table, content: log_entries.Opened, entry: Entry) -> Done:
    table.settings = content.settings
    table.commitment = content.commitment
    table.start, table.origin = content.start, content.origin
    table.seats = free_seats(content.settings.players)
    table.host = entry.person
    table.created = entry.at
    return [notice(table, content)], []


def change_settings(table: Table, content: log_entries.Changed, entry: Entry) -> Done:
    table.settings = content.settings
    table.seats = resize(table.seats, content.settings.players)
    return [notice(table, content)], []


def sit(table: Table, content: log_entries.Sat, entry: Entry) -> Done:
    table.seats[content.seat - 1] = Seat(content.seat, content.person, content.name)
    let_know(table, content.person, content.seat)
    if table.to_act == content.seat:
        take_up_decision(table, entry.at)
    if table.host is None:
        table.host = content.person
    return [notice(table, content, name=content.name)], []


def rise(table: Table, content: log_entries.Rose, entry: Entry) -> Done:
    line = notice(table, content)
    level = table.settings.level if table.phase == "playing" else ""
    table.seats[content.seat - 1] = Seat(content.seat, level=level)
    hand_on_host(table)
    leave_to_bot(table, content.seat, entry.at)
    return [line], []


def fill(table: Table, content: log_entries.Filled, entry: Entry) -> Done:
    instead = {"instead": True} if table.seats[content.seat - 1].level else {}
    table.seats[content.seat - 1] = Seat(content.seat, level=content.level)
    return [notice(table, content, level=content.level, **instead)], []


def lend(table: Table, content: log_entries.Lent, entry: Entry) -> Done:
    table.seats[content.seat - 1] = Seat(content.seat, name=content.name, level=content.level, key=content.key)
    return [notice(table, content, name=content.name)], []


def empty(table: Table, content: log_entries.Emptied, entry: Entry) -> Done:
    line = notice(table, content, level=table.seats[content.seat - 1].level)
    table.seats[content.seat - 1] = Seat(content.seat)
    return [line], []


def rename(table: Table, content: log_entries.Renamed, entry: Entry) -> Done:
    line = notice(table, content, before=table.seats[content.seat - 1].name, name=content.name)
    put(table, content.seat, name=content.name)
    return [line], []


def make_ready(table: Table, content: log_entries.Readied, entry: Entry) -> Done:
    put(table, content.seat, ready=True, nonce=content.nonce)
    return [notice(table, content)], []


def begin(table: Table, content: log_entries.Began, entry: Entry) -> Done:
    if not game(table.settings.game).is_played_with(content.deck):
        raise OtherDeck
    deal_in(table, content)
    match, numbering = table.deal_cards()
    table.sealed = table.before = table.moves
    steps = [] if table.before else event_steps.steps_of_deal(match, numbering)
    table.things = numbering.look(match.state)
    begin_decision(table, entry.at)
    return [notice(table, content), *match.events], steps


def deal_in(table: Table, content: log_entries.Began) -> None:
    """Whoever sits now is dealt cards, from what each has added."""
    table.bots_at_deal = tuple(seat.number for seat in table.seats if seat.level)
    table.nonces = tuple(seat.nonce or fair.bot_nonce(table.commitment, seat.number) for seat in table.seats)
    table.phase = "playing"
    table.rules, table.deck = content.rules, content.deck
    for seat in table.seats:
        if seat.person is not None:
            let_know(table, seat.person, seat.number)


def begin_decision(table: Table, at: int, spent: tuple[clocks.Span, ...] = ()) -> None:
    table.began_at, table.spent, table.lapses = at, spent, 0


def leave_to_bot(table: Table, seat: int, at: int) -> None:
    """A bot decides for a seat from now on; what was used of the clock stays used."""
    if table.to_act == seat:
        table.began_at, table.spent, table.lapses = at, (*table.spent, (table.began_at, at)), table.lapses + 1


def take_up_decision(table: Table, at: int) -> None:
    """A person decides instead of a bot: with a whole clock, unless a person let this very decision go before."""
    if table.lapses:
        return_to_decision(table, at)
    else:
        begin_decision(table, at)


def move(table: Table, content: log_entries.Moved, entry: Entry) -> Done:
    assert table.match is not None and table.numbering is not None
    if table.moves and table.match.played[-1][1] != content.seat:
        table.sealed = table.moves  # somebody else acts: what stands, stands
    steps = event_steps.record_move(table.match, content.move, table.numbering)
    table.things = table.numbering.look(table.match.state)
    events = [step.event for step in steps]
    if content.by != "person" or takeback_limits.seals(table.match.game, steps):
        table.sealed = table.moves
    table.decisions.append((*table.spent, (table.began_at, entry.at)))
    table.choices.append((content.seat if content.by == "person" else 0, len(table.lines)))
    begin_decision(table, entry.at)
    if table.match.over:
        table.phase, table.ended_at = "over", entry.at
    return events, steps


def take_back(table: Table, content: log_entries.TookBack, entry: Entry) -> Done:
    assert table.match is not None
    standing = [move for move, _ in table.match.played[table.before : content.standing]]
    spent, events = table.decisions[content.standing - table.before], len(table.match.events)
    del table.decisions[content.standing - table.before :]
    del table.choices[content.standing - table.before :]
    table.taken_back += 1
    match, numbering = table.deal_cards()
    for move in standing:
        event_steps.record_move(match, move, numbering)
    table.things = numbering.look(match.state)
    begin_decision(table, entry.at, spent)
    return [notice(table, content, undone=events - len(match.events))], []


def lapse(table: Table, content: log_entries.Lapsed, entry: Entry) -> Done:
    put(table, content.seat, away=True)
    leave_to_bot(table, content.seat, entry.at)
    return [notice(table, content, **({"by": table.seats[content.by - 1].name} if content.by else {}))], []


def come_back(table: Table, content: log_entries.Returned, entry: Entry) -> Done:
    put(table, content.seat, away=False)
    if table.to_act == content.seat and table.lapses:
        return_to_decision(table, entry.at)
    return [notice(table, content)], []


def return_to_decision(table: Table, at: int) -> None:
    """Who comes back before the bot has moved finds the time of the warning left, but only once: nobody stalls."""
    clock = table.settings.clock
    if table.lapses == 1:
        table.spent = ((clocks.warning(clock) - clock.seconds * clocks.SECOND, 0),)  # no outage was so long ago
    table.began_at = at


def hand_over(table: Table, content: log_entries.HandedOver, entry: Entry) -> Done:
    old = table.seats[content.seat - 1].person
    put(table, content.seat, person=content.person)
    let_know(table, content.person, content.seat)
    if table.seats[content.seat - 1].resigned:
        note_resigned(table, content.person, content.seat)
    if old == table.host and not table.seats_of(old):
        table.host = content.person
    return [notice(table, content)], []


def resign(table: Table, content: log_entries.Resigned, entry: Entry) -> Done:
    put(table, content.seat, resigned=True, away=False, for_ending=False)
    note_resigned(table, table.seats[content.seat - 1].person, content.seat)
    leave_to_bot(table, content.seat, entry.at)
    return [notice(table, content)], []


def vote(table: Table, content: log_entries.Voted, entry: Entry) -> Done:
    put(table, content.seat, for_ending=content.end)
    return [] if table.alone else [notice(table, content, end=content.end)], []  # with nobody to ask it is the end


def end(table: Table, content: log_entries.Ended, entry: Entry) -> Done:
    table.phase, table.ended_at = "aborted", entry.at
    table.why, table.note = content.why, content.note
    about: dict[str, Any] = {"note": content.note} if content.note else {}
    if content.why == "consent" and table.alone:  # nobody had to agree
        table.why = "left" if of_table(table.origin) else "alone"
        about = {"seat": table.alone.number, "name": table.alone.name}
    return [notice(table, content, why=table.why, **about)], []


def follow(table: Table, content: log_entries.Followed, entry: Entry) -> Done:
    table.next_table = content.table
    return [notice(table, content, table=content.table)], []


def let_know(table: Table, person: int, seat: int) -> None:
    """A person who holds a seat after the deal knows what it knows, for good."""
    if table.phase == "playing":
        table.knows.setdefault(person, set()).add(seat)


def note_resigned(table: Table, person: int | None, seat: int) -> None:
    """Whoever resigned a seat does not sit down there again in this game."""
    if person is not None:
        table.given_up.setdefault(person, set()).add(seat)


def notice(table: Table, content: AnyContent, /, **values: Any) -> TableNotice:
    """An entry as a line of the log: its tag, its seat with the name it then had, and other public values."""
    number = getattr(content, "seat", None)
    about: dict[str, Any] = {}
    if number is not None:
        seat = table.seats[number - 1]
        about = {"seat": number, "name": seat.name} | ({"program": True} if seat.key else {})
    return TableNotice(tag_of(content), about | values)


Fold: TypeAlias = Mapping[type[EntryContent], Callable[[Any, Any, Entry], Done]]
FOLD: Fold = {
    log_entries.Opened: open_table,
    log_entries.Changed: change_settings,
    log_entries.Sat: sit,
    log_entries.Rose: rise,
    log_entries.Filled: fill,
    log_entries.Lent: lend,
    log_entries.Emptied: empty,
    log_entries.Renamed: rename,
    log_entries.Readied: make_ready,
    log_entries.Began: begin,
    log_entries.Moved: move,
    log_entries.TookBack: take_back,
    log_entries.Lapsed: lapse,
    log_entries.Returned: come_back,
    log_entries.HandedOver: hand_over,
    log_entries.Resigned: resign,
    log_entries.Voted: vote,
    log_entries.Ended: end,
    log_entries.Followed: follow,
}
