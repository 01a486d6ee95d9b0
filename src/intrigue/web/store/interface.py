"""The store: all that may be asked of a site's database, whichever of the two it is, and durable before it answers.

Each thing that may be asked is written once, as a *query*: a function of the modules `*_queries`, `erasure` or `export`
that is given a connection inside a transaction, and whose docstring is the promise. The class `Store` only lists them:
`row = reads(table_queries.row)` makes of `row(connection, table)` the method `await store.row(table)`, with the types
and defaults of the query. What it takes to run a query (a thread or a connection, the transaction, waiting, a second
try, faults in our own words) is written once for each database, as `run_read` and `run_write`. To add a question:
write the query, and name it in the list.

Times are milliseconds from the caller. Any call may raise `Full` or `Unavailable`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from intrigue.web.store import (
    chat_queries,
    erasure,
    export,
    log_queries,
    migrate,
    notification_queries,
    people_queries,
    seat_queries,
    site_queries,
    table_queries,
)
from intrigue.web.store.error_log import FaultLog
from intrigue.web.store.errors import Full, Unavailable

P = ParamSpec("P")
T = TypeVar("T")


def reads(query: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate[Store, P], Coroutine[Any, Any, T]]:
    """The method of a store that runs a query which changes nothing."""

    @wraps(query)
    async def method(store: Store, /, *args: P.args, **named: P.kwargs) -> T:
        return await store.run_read(lambda connection: query(connection, *args, **named))

    return method


def writes(query: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate[Store, P], Coroutine[Any, Any, T]]:
    """The method of a store that runs a query in a transaction, and answers when that is durable."""

    @wraps(query)
    async def method(store: Store, /, *args: P.args, **named: P.kwargs) -> T:
        return await store.run_write(lambda connection: query(connection, *args, **named))

    return method


class Store(ABC):
    """What both databases share. How each of them runs a query is said in `sqlite` and `postgres`."""

    closed: bool
    faults: FaultLog
    """What is said of it where it fails."""
    full = False
    """Whether a write found no room, and none was tried since that did."""
    busy = False
    """Whether others held what the last write needed."""

    # Logs

    create = writes(log_queries.create)
    append = writes(log_queries.append)
    version_of_key = reads(log_queries.version_of_key)
    read = reads(log_queries.entries)
    read_many = reads(log_queries.read_many)
    secret = reads(log_queries.secret)

    # The index of tables

    row = reads(table_queries.row)
    positions = reads(table_queries.positions)
    erasures_of = reads(table_queries.erasures_of)
    joinable_tables = reads(table_queries.joinable_tables)
    open_table_ids = reads(table_queries.open_table_ids)
    tables_of = reads(table_queries.tables_of)
    games_of = reads(table_queries.games_of)
    due = reads(table_queries.due)

    # Seats

    set_orders = writes(seat_queries.set_orders)
    orders_by_seat = reads(seat_queries.orders_by_seat)
    tables_with_orders = reads(seat_queries.tables_with_orders)
    put_code = writes(seat_queries.put_code)
    use_code = writes(seat_queries.use_code)

    # Chat

    add_chat_line = writes(chat_queries.add_chat_line)
    chat_lines = reads(chat_queries.chat_lines)

    # People

    person = reads(people_queries.person)
    save_person = writes(people_queries.save_person)
    set_language = writes(people_queries.set_language)
    put_recovery = writes(people_queries.put_recovery)
    recovery = reads(people_queries.recovery)
    recover = writes(people_queries.recover)
    results_of = reads(people_queries.results_of)
    results_at = reads(people_queries.results_at)
    forget = writes(erasure.forget)
    export_person = reads(export.export_person)

    # Notices

    put_push = writes(notification_queries.put_push)
    pushes_of = reads(notification_queries.pushes_of)
    drop_push = writes(notification_queries.drop_push)
    count_push = writes(notification_queries.count_push)
    set_hook = writes(notification_queries.set_hook)
    hook_url = reads(notification_queries.hook_url)
    count_hook = writes(notification_queries.count_hook)
    set_quiet = writes(notification_queries.set_quiet)
    quiet_tables = reads(notification_queries.quiet_tables)
    reachable_people = reads(notification_queries.reachable_people)
    channels = reads(notification_queries.channels)
    changed_since = reads(notification_queries.changed_since)
    due_before = reads(notification_queries.due_before)
    closed_since = reads(notification_queries.closed_since)
    claim_notice = writes(notification_queries.claim_notice)

    # The site

    ban = writes(site_queries.ban)
    bans_in_force = reads(site_queries.bans_in_force)
    unban = writes(site_queries.unban)
    shelve = writes(site_queries.shelve)
    record_on_shelf = reads(site_queries.record_on_shelf)
    delete_expired = writes(site_queries.delete_expired)
    site_key = writes(site_queries.site_key)
    pulse = writes(site_queries.pulse)
    last_pulse = reads(site_queries.last_pulse)
    outages_since = reads(site_queries.outages_since)
    is_up_to_date = reads(migrate.is_up_to_date)

    # The database itself

    @abstractmethod
    async def run_write(self, work: Callable[[Connection], T]) -> T:
        """Run work in a transaction, and answer when it is durable."""

    @abstractmethod
    async def run_read(self, work: Callable[[Connection], T]) -> T:
        """Run work that changes nothing."""

    @abstractmethod
    def queue_lengths(self) -> tuple[int, int]:
        """How many writes and how many reads are under way."""

    @abstractmethod
    def listen(self, listener: Callable[[str, int], None]) -> None:
        """Be told (table, version) of what other processes append, (table, 0) of talk, (table, -1) of a table that is
        not as it was because somebody was forgotten, or of a record that left the shelf. It may come twice or late."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was begun and let go of the database."""

    async def has_room(self) -> bool:
        """Whether the database takes what is written, as far as is known: after a write found no room, one is tried."""
        if self.full:
            with suppress(Full):
                await self.run_write(site_queries.try_room)
                self.full = False
        return not self.full

    def is_busy(self) -> bool:
        """Whether the last write was not made because others held what it needed."""
        return self.busy

    def turned_away(self) -> Unavailable:
        """Why a call is not even tried: nothing is, or too many wait."""
        return Unavailable("closed") if self.closed else self.faults.log_failure(Unavailable("queue"))
