"""The store: all that may be asked of a site's database, whichever of the two it is, and durable before it answers.

Each thing that may be asked is written once, as a *query*: a function of a module in `queries`
that is given a connection inside a transaction, and whose docstring is the promise. The class `Store` only lists them:
`row = reads(tables.row)` makes of `row(connection, table)` the method `await store.row(table)`, with the types
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

from intrigue.web.store import migrate
from intrigue.web.store.error_log import FaultLog
from intrigue.web.store.errors import Full, Unavailable
from intrigue.web.store.queries import chat, erasure, export, log, notifications, people, seats, site, tables

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

    create = writes(log.create)
    append = writes(log.append)
    version_of_key = reads(log.version_of_key)
    read = reads(log.entries)
    read_many = reads(log.read_many)
    secret = reads(log.secret)

    # The index of tables

    row = reads(tables.row)
    positions = reads(tables.positions)
    erasures_of = reads(tables.erasures_of)
    joinable_tables = reads(tables.joinable_tables)
    watchable_tables = reads(tables.watchable_tables)
    open_table_ids = reads(tables.open_table_ids)
    tables_of = reads(tables.tables_of)
    games_of = reads(tables.games_of)
    due = reads(tables.due)

    # Seats

    set_orders = writes(seats.set_orders)
    orders_by_seat = reads(seats.orders_by_seat)
    tables_with_orders = reads(seats.tables_with_orders)
    put_code = writes(seats.put_code)
    use_code = writes(seats.use_code)

    # Chat

    add_chat_line = writes(chat.add_chat_line)
    chat_lines = reads(chat.chat_lines)

    # People

    person = reads(people.person)
    save_person = writes(people.save_person)
    set_language = writes(people.set_language)
    put_recovery = writes(people.put_recovery)
    recovery = reads(people.recovery)
    recover = writes(people.recover)
    results_of = reads(people.results_of)
    count_results = reads(people.count_results)
    results_at = reads(people.results_at)
    forget = writes(erasure.forget)
    export_person = reads(export.export_person)

    # Notices

    put_push = writes(notifications.put_push)
    pushes_of = reads(notifications.pushes_of)
    drop_push = writes(notifications.drop_push)
    count_push = writes(notifications.count_push)
    set_hook = writes(notifications.set_hook)
    hook_url = reads(notifications.hook_url)
    count_hook = writes(notifications.count_hook)
    set_quiet = writes(notifications.set_quiet)
    quiet_tables = reads(notifications.quiet_tables)
    reachable_people = reads(notifications.reachable_people)
    channels = reads(notifications.channels)
    changed_since = reads(notifications.changed_since)
    due_before = reads(notifications.due_before)
    closed_since = reads(notifications.closed_since)
    claim_notice = writes(notifications.claim_notice)

    # The site

    ban = writes(site.ban)
    bans_in_force = reads(site.bans_in_force)
    unban = writes(site.unban)
    shelve = writes(site.shelve)
    record_on_shelf = reads(site.record_on_shelf)
    delete_expired = writes(site.delete_expired)
    site_key = writes(site.site_key)
    pulse = writes(site.pulse)
    last_pulse = reads(site.last_pulse)
    outages_since = reads(site.outages_since)
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
                await self.run_write(site.try_room)
                self.full = False
        return not self.full

    def is_busy(self) -> bool:
        """Whether the last write was not made because others held what it needed."""
        return self.busy

    def turned_away(self) -> Unavailable:
        """Why a call is not even tried: nothing is, or too many wait."""
        return Unavailable("closed") if self.closed else self.faults.log_failure(Unavailable("queue"))
