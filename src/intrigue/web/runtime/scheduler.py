"""Whatever happens by itself at a table: bots move, standing orders are carried out, clocks warn and run out.

When it happens follows from public facts and a delay drawn beforehand (`Facts`, `time_to_show`): never from what a bot
thinks about, or for how long, and never later than its own length after it was first seen to come. Two processes may do
the same thing at the same time; the expected version and a key made of it let one succeed.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Protocol

from intrigue.bots.sight import Sight
from intrigue.web.errors import NoTable
from intrigue.web.observe.logging import safe_summary
from intrigue.web.runtime.bot_pool import BotPool
from intrigue.web.runtime.clock import SiteClock, Step
from intrigue.web.runtime.pacing import Facts, bot_seed, time_to_show
from intrigue.web.runtime.tables import Tables, keep_no_time
from intrigue.web.store import GAP, SILENCE, STEP, Full, Stale, Store, Unavailable
from intrigue.web.table import lesson_script
from intrigue.web.table.log_entries import AnyContent, Ended, Lapsed, Moved
from intrigue.web.table.settings import LAPSING
from intrigue.web.table.standing_orders import WAIT, order_applies, pending_card
from intrigue.web.table.standstill import stands_still
from intrigue.web.table.table import Table

PULSE = 1000
"""Milliseconds between two signs of life, and between two looks at what is due elsewhere."""
STILL = 10_000
"""Milliseconds without a sign of life after which the scheduler counts as standing still."""
GRACE = 3000
"""Tables that are overdue by so much are taken over from whichever process had them in memory."""
POLLED = 100
"""The most tables taken over in one pulse, so that a start with thousands of them does not stop the pages."""
REST, LONGEST_REST = 1000, 30_000
"""Milliseconds before what failed is tried again, and what they grow to."""
PACE = "INTRIGUE_SHOWN_DELAY"
"""In the environment: 0 lets bots answer as fast as they can, for tests and trials."""

LOG = logging.getLogger(__name__)


class Reminder(Protocol):
    """Who can be told that a clock runs out: a hub. Pages count down by themselves; this sets them right in time."""

    def remind(self, table: str, seat: int, left: int) -> None:
        """Tells everybody at a table that a seat has so many milliseconds left; 0: none."""


async def ready_move(move: str) -> str:
    """A move that needs no thought."""
    return move


@dataclass
class TableWork:
    """A table where something happens by itself."""

    task: asyncio.Task[None] | None = None
    decision: tuple[Any, ...] = ()
    seen: int = 0
    """When it was first seen to be pending."""
    thought: asyncio.Task[str] | None = None
    """The bot's thought about the decision; it survives what others do at the table meanwhile."""
    level: str = ""
    """Of the bot, when it began to think."""
    reminded: set[str] = field(default_factory=set)
    """Of what the seat was reminded in this decision."""

    def turn(self, decision: tuple[Any, ...], now: int = 0) -> None:
        """Another decision is pending: thoughts about the last one are forgotten."""
        if decision != self.decision:
            self.decision, self.seen = decision, now
            self.reminded.clear()
            if self.thought:
                self.thought.cancel()
                self.thought = None


class Scheduler:
    """Everything that happens by itself, on one server."""

    def __init__(self, tables: Tables, store: Store, hub: Reminder, thinking: BotPool, clock: SiteClock) -> None:
        self.tables, self.store, self.reminder, self.thinking = tables, store, hub, thinking
        self.clock = clock
        self.shows_at_once = os.environ.get(PACE) == "0"
        self.works: dict[str, TableWork] = {}
        self.with_orders: set[str] = set()
        """Tables at which somebody has standing orders, as far as is known here."""
        self.pulsing = asyncio.Lock()
        self.pulsed: int | None = None
        """When the last sign of life was written, in the site's time."""
        self.lead = 0
        """By how much the wall clock was ahead then; below zero, if it was behind."""
        self.broken = True
        """Whether the next sign of life is the first, or the last one could not be written."""
        self.failed = 0
        """How many signs of life the store could not write."""
        self.fault: Unavailable | Full = Unavailable()
        """Why not, the last time."""
        self.grace = -GRACE  # at the start nobody has them in memory
        self.task: asyncio.Task[None] | None = None
        self.leaving: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Begins; the time that the server was away is known before any clock is read."""
        if self.task is None:
            await self.attempt(self.pulse())
            self.tables.listeners.change.append(self.on_change)
            self.tables.interests.follows.append(self.follows)
            self.tables.listeners.departure.append(self.forget)
            self.tables.keep_time = self.keep_time
            self.task = asyncio.create_task(self.run(), name="scheduler")

    async def stop(self) -> None:
        """Ends; what was begun is done by whoever comes next."""
        if self.on_change in self.tables.listeners.change:
            self.tables.listeners.change.remove(self.on_change)
            self.tables.interests.follows.remove(self.follows)
            self.tables.listeners.departure.remove(self.forget)
            self.tables.keep_time = keep_no_time
        tasks = [
            self.task,
            *(task for work in self.works.values() for task in (work.task, work.thought)),
            *self.leaving,
        ]
        self.works, self.task = {}, None
        left = [task for task in tasks if task]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    @property
    def alive(self) -> bool:
        """Whether it beats: its last sign of life reached the database not long ago."""
        running = self.task is not None and not self.task.done()
        return running and self.pulsed is not None and self.clock.now() - self.pulsed < STILL

    # Signs of life

    async def run(self) -> None:
        """Every second: a sign of life, and a look at tables that nobody has in memory."""
        while True:
            await self.attempt(self.read_orders())
            await self.attempt(self.take_over_overdue())
            await self.clock.until(self.clock.now() + PULSE)
            await self.attempt(self.beat())

    async def attempt(self, work: Coroutine[Any, Any, None]) -> None:
        """Does what the next second does again; a database that is away must not end it."""
        try:
            await work
        except (Unavailable, Full):
            pass  # the store says so
        except Exception as fault:
            LOG.error("%s", safe_summary(fault))

    async def beat(self) -> None:
        """A sign of life; where it cannot be written, everybody at the site is told."""
        try:
            await self.pulse()
        except (Unavailable, Full) as fault:
            self.tables.announce_trouble("", fault)
            raise

    async def pulse(self) -> None:
        """Writes that the server lives, and learns how late it is; after a silence or a step of a wall clock also for
        how long clocks stood still. Whoever waited for a try that failed has failed: nobody waits for one after the
        other."""
        tries = self.failed
        async with self.pulsing:
            if self.failed != tries:
                raise type(self.fault)(*self.fault.args)
            now, lead = self.clock.now(), self.clock.lead
            if self.pulsed is not None and 0 <= now - self.pulsed < PULSE and lead <= STEP:
                return
            try:
                at = await self.store.pulse(now, self.broken, now + lead)
                if self.pulsed is None or self.broken or at - now > STEP or now - self.pulsed > GAP:
                    await self.tables.read_outages(at)
            except Exception as fault:
                self.broken = True
                if isinstance(fault, Unavailable | Full):
                    self.failed, self.fault = self.failed + 1, type(fault)(*fault.args)
                raise
            # Nothing is awaited from here on: nobody sees an outage that the time has not come to the end of.
            self.clock.advance(lead)
            self.clock.reach(at)
            self.broken, self.pulsed = False, at
            self.note_step(now, lead)

    def note_step(self, now: int, lead: int) -> None:
        """Says so where the wall clock of this machine was set, or went on while the machine did not."""
        if lead > STEP and any(ended > now for _, ended in self.tables.outages):
            self.clock.step = Step(lead, self.clock.steady())
            LOG.warning("this machine's clock went forward by %.1f s: an outage", lead / 1000)
        elif lead > STEP:
            LOG.warning("this machine slept for %.1f s: other servers went on", lead / 1000)
        elif lead < self.lead - 2 * PULSE:  # servers learn of each other once a second, so a little is usual
            LOG.warning("this machine's clock is behind the site's time by %.1f s, which goes on", -lead / 1000)
        self.lead = min(lead, 0)

    async def keep_time(self) -> None:
        """Before anything is written: after a step of the wall clock, or a silence, all agree first how late it is."""
        if self.clock.lead > STEP or self.pulsed is None or self.clock.now() - self.pulsed > SILENCE:
            await self.pulse()

    async def read_orders(self) -> None:
        """Learns where standing orders are: after a start nobody has that in memory, later other processes may have
        been told some."""
        found = set(await self.store.tables_with_orders())
        fresh, self.with_orders = found - self.with_orders, found
        for table in fresh:
            self.reconsider(table)

    def note_orders(self, id: str) -> None:
        """A seat gave other orders."""
        self.with_orders.add(id)
        self.reconsider(id)

    async def take_over_overdue(self) -> None:
        """Goes on with tables where something is overdue: after a start all of them are in the database only."""
        due = await self.store.due(self.clock.now() - self.grace, POLLED + len(self.works))
        self.grace = GRACE
        fresh = [table for table, _ in due if table not in self.works]
        for table in fresh[:POLLED]:
            try:
                await self.tables.get(table)  # one after the other: pages are answered in between
            except (Unavailable, Full):
                raise
            except Exception:
                pass  # whoever looks at it says so
            self.reconsider(table)

    # Tables

    def on_change(self, table: Table) -> None:
        """A table has a new version; called by `Tables`."""
        if self.may_go_on(table):
            self.reconsider(table.id)
        else:
            self.forget(table.id)

    def follows(self, table: Table) -> bool:
        """Whether a table is followed though nobody looks at it here: no index tells when an order is due, so another
        process that dies could leave it undone."""
        return table.id in self.with_orders

    def may_go_on(self, table: Table) -> bool:
        """Whether something may happen by itself: most tables wait for a person, without a clock."""
        if table.to_act is None:
            return False
        timed = table.settings.clock.kind != "none"
        return timed or table.driver(table.to_act) != "person" or table.id in self.with_orders

    def reconsider(self, id: str) -> None:
        """Considers a table anew: it changed, there are other orders, or something is overdue."""
        work = self.works.setdefault(id, TableWork())
        if work.task:
            self.end_task(work.task)
        work.task = asyncio.create_task(self.run_table(id, work))

    def forget(self, id: str) -> None:
        """Nothing happens by itself at a table any more."""
        if work := self.works.pop(id, None):
            work.turn(())
            if work.task:
                self.end_task(work.task)

    def end_task(self, task: asyncio.Task[Any]) -> None:
        """Ends a task that another one replaces; it is kept until it has ended."""
        if task is not asyncio.current_task():
            task.cancel()
        self.leaving.add(task)
        task.add_done_callback(self.leaving.discard)

    async def run_table(self, id: str, work: TableWork) -> None:
        """Does what comes next at a table, tries again what failed, and ends when nothing is left to wait for."""
        rest = REST
        while self.works.get(id) is work and work.task is asyncio.current_task():
            try:
                if await self.do_next(id, work):
                    break
                rest = REST
                continue
            except Stale:  # another process was quicker, and its word has not come yet
                pass
            except NoTable:
                break
            except (Unavailable, Full):
                pass  # the store says so
            except Exception as fault:
                LOG.error("%s", safe_summary(fault))
            await self.clock.until(self.clock.now() + rest)
            rest = min(2 * rest, LONGEST_REST)
        if self.works.get(id) is work and work.task is asyncio.current_task():
            del self.works[id]
            work.turn(())

    async def do_next(self, id: str, work: TableWork) -> bool:
        """Waits for the next thing at a table and does it; whether nothing is left to wait for."""
        table = await self.tables.get(id)
        # Nothing is awaited until all that is needed of the table was read: it may go on at any time.
        facts = Facts.of(table, self.tables.outages)
        work.turn(facts.decision, self.clock.now())
        facts = facts.counted_from(work.seen, self.clock.now(), self.tables.outages)
        if facts.seat is None:
            return True
        if stands_still(table):
            await self.act(facts, "stall", [Ended("stalled")])
            return False
        if facts.driver == "bot" or facts.driver == "program" and table.match and len(table.match.choices()) == 1:
            assert table.match
            if work.thought is None or (work.thought.done() and (work.thought.cancelled() or work.thought.exception())):
                work.level = facts.level
                work.thought = asyncio.create_task(self.bot_answer(table, facts, work.level))
            pace = self.thinking.pace(table.match.game, work.level)
            return await self.let_bot_move(facts, work.thought, pace)
        if facts.driver == "program":
            return await self.wait_for_program(facts)
        if pending_card(table) is not None and lesson_script.line(table) is None and await self.has_order(facts):
            return await self.carry_out_order(facts)
        return await self.watch_clock(facts, work)

    async def act(self, facts: Facts, key: str, contents: list[AnyContent]) -> None:
        await self.tables.act(facts.table, facts.version, f"{key}:{facts.version}", contents)

    # Bots and orders

    def bot_answer(self, table: Table, facts: Facts, level: str) -> Coroutine[Any, Any, str]:
        """What a bot plays: in a lesson what its script says, else what it thinks best."""
        assert table.match
        if (move := lesson_script.scripted_move(table)) is not None:
            return ready_move(move)
        return self.thinking.ask(self.thinking.question(table.id, Sight(table.match), level, bot_seed(table, facts)))

    async def let_bot_move(self, facts: Facts, thought: asyncio.Task[str], pace: int) -> bool:
        """Shows a bot's move at the planned time."""
        assert facts.seat
        await asyncio.wait([thought])  # which goes on if we are called away
        if thought.cancelled():
            return False
        if not self.shows_at_once:
            await self.clock.until(time_to_show(facts, self.clock.now(), pace))
        await self.act(facts, "bot", [Moved(facts.seat, thought.result(), "bot")])
        return False

    async def has_order(self, facts: Facts) -> bool:
        """Whether the seat has ordered to wait with the card it is asked about."""
        assert facts.seat
        if facts.table not in self.with_orders:
            return False
        orders = await self.store.orders_by_seat(facts.table)
        table = await self.tables.get(facts.table)
        return table.version == facts.version and order_applies(table, orders.get(facts.seat, ()))

    async def carry_out_order(self, facts: Facts) -> bool:
        """Waits with a card, as its player ordered, when a bot's answer would be shown."""
        assert facts.seat
        if not self.shows_at_once:
            await self.clock.until(time_to_show(facts, self.clock.now()))
        if await self.has_order(facts):  # its player may have said otherwise meanwhile
            await self.act(facts, "order", [Moved(facts.seat, WAIT, "order")])
        return False

    async def wait_for_program(self, facts: Facts) -> bool:
        """Lets a program outside answer, which it does by itself; if it does not in time, a bot plays on."""
        assert facts.seat and facts.deadline is not None
        if self.clock.now() < facts.deadline:
            return await self.wait(facts.deadline)
        await self.act(facts, "lapse", [Lapsed(facts.seat)])
        return False

    # Clocks

    async def watch_clock(self, facts: Facts, work: TableWork) -> bool:
        """Warns the seat in time; at zero a bot plays on, unless the clock is friendly."""
        if facts.deadline is None or facts.warning is None or facts.seat is None:
            return True
        warned = "warning" in work.reminded
        coming = facts.deadline if warned else facts.warning
        if self.clock.now() < coming:
            return await self.wait(coming)
        if not warned:
            return self.remind(facts, work, "warning")
        if facts.clock not in LAPSING:
            return self.remind(facts, work, "end")
        await self.act(facts, "lapse", [Lapsed(facts.seat)])
        return False

    async def wait(self, at: int) -> bool:
        """Waits for what people and programs have until a moment; not for the last time, for they may have longer."""
        await self.clock.until(at)
        await self.pulse()  # if the machine slept, that was an outage: the clock stood still, and we look again
        return False

    def remind(self, facts: Facts, work: TableWork, of: str) -> bool:
        """Reminds the seat of something, once a decision; whether that was the last thing."""
        assert facts.seat and facts.deadline is not None
        if of not in work.reminded:
            work.reminded.add(of)
            self.reminder.remind(facts.table, facts.seat, max(0, facts.deadline - self.clock.now()))
        return of == "end"
