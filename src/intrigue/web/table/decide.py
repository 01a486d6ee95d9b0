"""What a request becomes: who may do what at a table, as entries or as a refusal that says what to do.

Rights are looked at first: a stranger's move is refused before anything about the position is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from intrigue.bots import LEVELS
from intrigue.games import game
from intrigue.web.table import clocks, lesson_script, log_entries, requests
from intrigue.web.table.errors import Denied
from intrigue.web.table.log_entries import AnyContent
from intrigue.web.table.seats import Seat, check_name, people, unique_name
from intrigue.web.table.settings import LAPSING, valid_settings

if TYPE_CHECKING:
    from intrigue.web.table.table import Table

Answer = list[AnyContent]
QUOTED = 40
"""Signs of a move that a refusal quotes."""
LONGEST_LOG = 3000
"""A game takes some hundred entries. Beyond so many only what ends by itself is done: whoever comes loads them all."""
MOST_TAKEN_BACK = 100
"""Moves that a table takes back: for each the game is played again whenever somebody loads the table."""
ENDING = (requests.Move, requests.Rise, requests.Resign)
"""What can be done only so often before the game is over."""


def answer(
    table: Table, request: requests.AnyRequest, person: int | None, now: int, outages: Sequence[clocks.Span] = ()
) -> Answer:
    """The entries that a person's request becomes."""
    if person is None:
        raise Denied("refused.stranger")
    if table.version >= LONGEST_LOG and not isinstance(request, ENDING):
        raise Denied("refused.log_full")
    if isinstance(request, requests.StandIn):
        return stand_in(table, request, person, table.patience(now, outages))
    return ANSWERS[type(request)](table, request, person)


# Rights


def require_gathering(table: Table) -> None:
    if table.phase != "gathering":
        raise Denied("refused.after_deal" if table.phase == "playing" else "refused.ended")


def require_playing(table: Table) -> None:
    if table.phase != "playing":
        raise Denied("refused.before_deal" if table.phase == "gathering" else "refused.ended")


def require_under_way(table: Table) -> None:
    if table.phase not in ("gathering", "playing"):
        raise Denied("refused.ended")


def require_host(table: Table, person: int) -> None:
    if person != table.host:
        raise Denied("refused.host_only")


def held_seat(table: Table, number: int, person: int) -> Seat:
    """The seat, if the person holds it."""
    seat = table.seat(number)
    if seat.person != person:
        raise Denied("refused.not_your_seat" if table.seats_of(person) else "refused.stranger")
    return seat


def playing_seat(table: Table, number: int, person: int) -> Seat:
    """The seat, if the person holds it in a running game and has not given up."""
    seat = held_seat(table, number, person)
    require_playing(table)
    if seat.resigned:
        raise Denied("refused.resigned")
    return seat


def is_too_late(table: Table, number: int) -> bool:
    """Whether the pending decision of a seat is the bot's for good: its people let it go twice. Else whoever comes back
    again and again before the bot has moved would hold up everybody."""
    return table.to_act == number and table.lapses > 1 and table.settings.clock.kind in LAPSING


def require_in_time(table: Table, number: int) -> None:
    if is_too_late(table, number):
        raise Denied("refused.too_late")


def check_level(level: str) -> str:
    if level not in LEVELS:
        raise Denied("refused.level", known=", ".join(LEVELS))
    return level


def free_name(table: Table, name: str, seat: int) -> str:
    """The name a person may have in a seat, beside the others'."""
    others = [other.name for other in table.seats if other.number != seat and other.name]
    return unique_name(check_name(name), others)


# Seats


def sit(table: Table, request: requests.Sit, person: int) -> Answer:
    require_under_way(table)
    seat = table.seat(request.seat)
    if seat.person == person:
        raise Denied("refused.already_yours")
    if seat.person is not None:
        raise Denied("refused.taken")
    if why := why_not_sit(table, seat.number, person):
        raise Denied(why)
    hot, mine = table.settings.hot_seat, table.seats_of(person)
    require_in_time(table, seat.number)
    leaving: Answer = [] if hot else [log_entries.Rose(number) for number in mine]
    others = [other.name for other in table.seats if other.number != seat.number and (hot or other.person != person)]
    return [log_entries.Sat(seat.number, person, unique_name(check_name(request.name), others)), *leaving]


def why_not_sit(table: Table, seat: int, person: int) -> str:
    """Why a person may not take a seat that nobody holds; empty if they may."""
    hot = table.settings.hot_seat
    if seat in table.given_up.get(person, set()):
        return "refused.resigned"
    if hot and people(table.seats) - {person}:
        return "refused.hot_seat"
    knows = table.seats_of(person) or table.knows.get(person, set()) - {seat}
    return "refused.knows_too_much" if table.phase == "playing" and not hot and knows else ""


def rise(table: Table, request: requests.Rise, person: int) -> Answer:
    held_seat(table, request.seat, person)
    require_under_way(table)
    return leave(table, request.seat, log_entries.Rose(request.seat))


def leave(table: Table, number: int, content: AnyContent) -> Answer:
    """A person leaves a seat; if nobody is left, or all who are left want to end, the game ends here."""
    rest = [seat for seat in table.seats if seat.playing and seat.number != number]
    if not rest:
        return [content, log_entries.Ended("deserted")]
    if table.phase == "playing" and all_agree(rest):
        return [content, log_entries.Ended("consent")]
    return [content]


def fill(table: Table, request: requests.Fill, person: int) -> Answer:
    """Puts a bot into a seat that no person holds, or one of another level in a bot's place, also during the game."""
    require_host(table, person)
    require_under_way(table)
    seat = table.seat(request.seat)
    if seat.person is not None:
        raise Denied("refused.taken")
    filled = log_entries.Filled(seat.number, check_level(request.level))
    if filled.level == seat.level and not seat.key:
        return []
    return with_deal(table, filled, replace(seat, level=filled.level))


def with_deal(table: Table, content: AnyContent, changed: Seat) -> Answer:
    """The entry, and the deal if the table waited for nothing else."""
    seats = [changed if seat.number == changed.number else seat for seat in table.seats]
    complete = table.phase == "gathering" and all(seat.set_to_go for seat in seats)
    if not complete:
        return [content]
    rules = game(table.settings.game)
    return [content, log_entries.Began(rules.version, rules.deck_file or "")]


def empty(table: Table, request: requests.Empty, person: int) -> Answer:
    """Takes a bot from its seat; a person who does not come any more is taken from it likewise."""
    require_host(table, person)
    require_gathering(table)
    seat = table.seat(request.seat)
    if seat.free:
        raise Denied("refused.nobody_there")
    if seat.person == person:
        raise Denied("refused.own_seat")
    return [log_entries.Emptied(seat.number) if seat.person is None else log_entries.Rose(seat.number)]


def rename(table: Table, request: requests.Rename, person: int) -> Answer:
    held_seat(table, request.seat, person)
    require_under_way(table)
    name = free_name(table, request.name, request.seat)
    return [] if name == table.seat(request.seat).name else [log_entries.Renamed(request.seat, name)]


def change_settings(table: Table, request: requests.ChangeSettings, person: int) -> Answer:
    require_host(table, person)
    require_gathering(table)
    wanted = valid_settings(request.settings)
    holding = [seat.person for seat in table.seats if seat.person is not None]
    if len(holding) > wanted.players:
        raise Denied("refused.too_many", n=len(holding))
    if wanted.hot_seat and len(set(holding)) > 1:
        raise Denied("refused.hot_seat_others")
    if not wanted.hot_seat and len(set(holding)) < len(holding):
        raise Denied("refused.hot_seat_several")
    return [log_entries.Changed(wanted)]


def ready(table: Table, request: requests.Ready, person: int) -> Answer:
    seat = held_seat(table, request.seat, person)
    require_gathering(table)
    if seat.ready:
        raise Denied("refused.ready_already")
    return with_deal(table, log_entries.Readied(seat.number, request.nonce), replace(seat, ready=True))


def close(table: Table, request: requests.Close, person: int) -> Answer:
    require_host(table, person)
    require_gathering(table)
    return [log_entries.Ended("closed")]


# The game


def move(table: Table, request: requests.Move, person: int) -> Answer:
    seat = playing_seat(table, request.seat, person)
    moved = move_by(table, seat.number, request.move, "person")
    lesson_script.check_move(table, request.move)
    return [log_entries.Returned(seat.number), *moved] if seat.away else moved


def move_by(table: Table, seat: int, move: str, by: Literal["person", "bot", "order"]) -> Answer:
    """The entry of a move that is legal now; for bots and standing orders too."""
    require_playing(table)
    assert table.match is not None
    if table.to_act != seat:
        raise Denied("refused.not_your_turn")
    if move not in table.match.choices():
        raise Denied("refused.illegal_move", move=move[:QUOTED])
    return [log_entries.Moved(seat, move, by)]


def take_back(table: Table, request: requests.TakeBack, person: int) -> Answer:
    seat = playing_seat(table, request.seat, person)
    if not table.can_take_back(seat.number) or table.taken_back >= MOST_TAKEN_BACK:
        raise Denied("refused.no_take_back")
    return [log_entries.TookBack(seat.number, table.moves - 1)]


def come_back(table: Table, request: requests.Return, person: int) -> Answer:
    seat = playing_seat(table, request.seat, person)
    if not seat.away:
        raise Denied("refused.not_away")
    require_in_time(table, seat.number)
    return [log_entries.Returned(seat.number)]


def resign(table: Table, request: requests.Resign, person: int) -> Answer:
    seat = playing_seat(table, request.seat, person)
    return leave(table, seat.number, log_entries.Resigned(seat.number))


def vote(table: Table, request: requests.Vote, person: int) -> Answer:
    seat = playing_seat(table, request.seat, person)
    if seat.for_ending == request.end:
        raise Denied("refused.voted")
    if seat.away:
        require_in_time(table, seat.number)
    voted: Answer = [log_entries.Returned(seat.number)] if seat.away else []
    voted.append(log_entries.Voted(seat.number, request.end))
    mine = replace(seat, for_ending=request.end, away=False)
    agreed_now = all_agree([mine if other is seat else other for other in table.seats])
    return [*voted, log_entries.Ended("consent")] if agreed_now else voted


def stand_in(table: Table, request: requests.StandIn, person: int, left: int) -> Answer:
    """Whoever left without a word must not hold up the others, who have been patient if none is `left` of the time that
    takes; where a clock runs out it sees to that."""
    seat = playing_seat(table, request.seat, person)
    late = table.to_act
    if late is None or table.driver(late) != "person" or late in table.seats_of(person):
        raise Denied("refused.nobody_late")
    if table.settings.clock.kind in LAPSING:
        raise Denied("refused.clock_decides")
    if left > 0:
        raise Denied("refused.patience", n=-(-left // clocks.MINUTE))
    lapsed = log_entries.Lapsed(late, by=seat.number)
    rest = [other for other in table.seats if other.number != late]
    return [lapsed, log_entries.Ended("consent")] if all_agree(rest) else [lapsed]


def all_agree(seats: list[Seat]) -> bool:
    """Whether everybody who plays wants to end here; whoever is away is not waited for."""
    asked = [seat for seat in seats if seat.driver == "person"]
    return bool(asked) and all(seat.for_ending for seat in asked)


# What does not come as a request


def hand_over(table: Table, seat: int, person: int) -> Answer:
    """Another device takes a seat by a code from the first; at a hot-seat table all seats of that device go along."""
    require_under_way(table)
    old = table.seat(seat)
    if old.person is None:
        raise Denied("refused.code_void")
    if old.person == person:
        raise Denied("refused.already_yours")
    going = table.seats_of(old.person)
    if table.seats_of(person) or table.knows.get(person, set()) - set(going):
        raise Denied("refused.knows_too_much")
    found: Answer = []
    for number in going:
        found.append(log_entries.HandedOver(number, person))
        if table.seat(number).away and not is_too_late(table, number):
            found.append(log_entries.Returned(number))
    return found


def follow(table: Table, person: int | None, new: str) -> Answer:
    """A rematch goes on at another table: whoever holds a seat may ask for it, once, when the game is over."""
    if not table.seats_of(person):
        raise Denied("refused.stranger")
    if table.phase not in ("over", "aborted"):
        raise Denied("refused.not_over")
    if table.next_table:
        raise Denied("refused.followed")
    return [log_entries.Followed(new)]


ANSWERS: dict[type[requests.Request], Callable[[Table, Any, int], Answer]] = {
    requests.Sit: sit,
    requests.Rise: rise,
    requests.Fill: fill,
    requests.Empty: empty,
    requests.Rename: rename,
    requests.ChangeSettings: change_settings,
    requests.Ready: ready,
    requests.Close: close,
    requests.Move: move,
    requests.TakeBack: take_back,
    requests.Return: come_back,
    requests.Resign: resign,
    requests.Vote: vote,
}
