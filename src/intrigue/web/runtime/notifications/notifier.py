"""Tells people that it is their move, where they asked for it: by web push and by a webhook.

A notice is sent once for a decision, some seconds after it began and only while it is pending. Nothing but a tab at
that table where its reader is active keeps it back; a tab that is only open does not. Of several processes one sends:
first whichever sees the reader active, then any. Where a clock counts days, a second notice warns before it runs out:
nobody need have a page open, or the table in memory, to be warned.

When whoever runs the site closed a table, or new rules did, everybody who sat there is told once, at the latest when it
is next looked for such tables.

At most once: a notice is marked as told right before it goes out and never sent again, so a server that dies in that
moment loses it, and one that dies before leaves it to another process or to its next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from intrigue.engine.errors import IntrigueError
from intrigue.locale import LANGUAGES, Words, words
from intrigue.web.observe.logging import safe_summary
from intrigue.web.runtime.clock import SiteClock
from intrigue.web.runtime.notifications.http_client import NOTHING, Outbound, Outcome
from intrigue.web.runtime.notifications.notes import (
    Note,
    closed_note,
    hook_body,
    push_body,
    trial_note,
    turn_note,
    warning_note,
)
from intrigue.web.runtime.notifications.web_push import BadKeys, Signer, encrypt, keys, new_key, text64
from intrigue.web.store import Channels, Full, Hook, Push, Unavailable
from intrigue.web.table.clocks import warning
from intrigue.web.table.log_entries import CLOSED
from intrigue.web.table.seats import people
from intrigue.web.table.settings import LONGEST
from intrigue.web.table.settings import Clock as TableClock
from intrigue.web.view import scene_builder
from intrigue.web.view.scene import Scene, Viewer

if TYPE_CHECKING:
    from intrigue.web.runtime.bans import Bans
    from intrigue.web.runtime.rate_limit import Limits
    from intrigue.web.runtime.tables import Tables
    from intrigue.web.store import Store
    from intrigue.web.table.table import Table

PAUSE = 6_000
"""Milliseconds from the beginning of a decision to its notice: whoever plays at once hears nothing."""
CHARGE = 3_000
"""So early a process that sees the person active takes the notice over, before any other sends it."""
ACTIVE = 60_000
"""Milliseconds after which a sign of its reader no longer makes a tab an active one."""
READ = 15.0
"""Seconds between two looks at who can be told at all."""
MISSED = 60_000
"""Milliseconds before a stop of the server whose notices may not have been sent."""
CAUGHT_UP = 500
"""The most tables that are looked at for such notices."""
CLOSING = 8
"""Closed tables that are told of at a time: whoever closes all of them fills no queue."""
LOOK = 10 * 60_000
"""Milliseconds between two looks for clocks of days that run out at tables nobody has in memory."""
AHEAD = warning(TableClock("days", LONGEST)) + LOOK
"""How far such a look reaches."""
FAILURES = 5
"""Days on which no call worked and one did not, after which a webhook is off and a browser is forgotten. Days, because
whatever fails for hours may be this server's network, or a push service, and nobody's address."""
LASTS = 24 * 60 * 60
"""Seconds that a push service keeps a notice for a browser that is away."""
SEEN_TO, TOLD, WARNED = 1, 2, 3
"""How far a person was told of a decision: a process sees to it, it was told, and its clock runs out."""

END = 100_000_000
"""The number of a table's end in place of a decision's: no decision has so high a one, and nothing that comes after the
end moves it."""


log = logging.getLogger("intrigue.web")


class Presence(Protocol):
    """Who knows which people have a page open: a hub."""

    def active_at(self, table: str, person: int) -> int:
        """When a person last was active before a page of a table that is still open and seen; 0 if none is."""


class Decision(NamedTuple):
    """A decision that a person is asked for."""

    table: str
    person: int
    number: int
    """Of the decision in its game: whatever else happens at the table meanwhile, it stays the same."""
    since: int


def decision_of(table: Table) -> Decision | None:
    """The decision that a person is asked for, if one is; of an exercise nobody is told."""
    seat = table.to_act
    if seat is None or table.origin or table.driver(seat) != "person":
        return None
    person = table.seat(seat).person
    return None if person is None else Decision(table.id, person, table.moves + 1, table.began_at)


class Notifier:
    """All notices of a server."""

    pause, charge = PAUSE, CHARGE

    def __init__(
        self,
        store: Store,
        tables: Tables,
        presence: Presence,
        bans: Bans,
        limits: Limits,
        site: str,
        clock: SiteClock,
        outbound: Outbound | None = None,
    ) -> None:
        self.store, self.tables, self.presence, self.bans = store, tables, presence, bans
        self.limits, self.site = limits, site
        self.outbound = outbound or Outbound()
        self.clock = clock
        self.signer: Signer | None = None
        self.reachable: set[int] = set()
        """Who has any way to be told."""
        self.pending: dict[str, tuple[Decision, asyncio.Task[None]]] = {}
        """Of each table the decision that is waited for, or was told."""
        self.looked = 0
        """When it last looked for clocks that run out."""
        self.reading: asyncio.Task[None] | None = None
        self.closing = asyncio.Semaphore(CLOSING)
        self.leaving: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begins."""
        await self.attempt(self.read_reachable())
        self.tables.listeners.change.append(self.on_change)
        self.tables.interests.follows.append(self.follows)
        self.reading = asyncio.create_task(self.run(), name="notices")

    async def stop(self) -> None:
        """Ends; what was not sent is found again after the next start."""
        if self.on_change in self.tables.listeners.change:
            self.tables.listeners.change.remove(self.on_change)
            self.tables.interests.follows.remove(self.follows)
        tasks = [task for _, task in self.pending.values()] + list(self.leaving)
        tasks += [self.reading] if self.reading else []
        self.pending, self.reading = {}, None
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def attempt(self, work: Coroutine[Any, Any, object]) -> None:
        """Does something whose failure harms nothing else."""
        try:
            await work
        except (Unavailable, Full):
            pass  # the store says so
        except IntrigueError:
            pass  # the table is gone
        except Exception as fault:
            log.error("a notice failed: %s", safe_summary(fault))

    # Who can be told

    async def run(self) -> None:
        """Learns every few seconds who can be told; after a start also what was not told before the stop."""
        caught_up = False
        while True:
            await asyncio.sleep(READ)
            await self.attempt(self.read_reachable())
            if not caught_up:
                caught_up = True
                await self.attempt(self.catch_up())
            await self.look()

    async def look(self) -> None:
        """Looks every few minutes for clocks that run out and for tables that were closed since the last look, however
        far the time went meanwhile."""
        now = self.clock.now()
        if now < self.looked + LOOK:
            return
        before, self.looked = self.looked or now - LOOK, now
        await self.attempt(self.look_ahead())
        await self.attempt(self.look_for_closed(before - MISSED))

    async def read_reachable(self) -> None:
        if self.signer is None:
            self.signer = Signer(await self.store.site_key("push", new_key()))
        self.reachable = await self.store.reachable_people()

    async def catch_up(self) -> None:
        """Looks at the games that changed shortly before the server stopped, or were closed since."""
        now = self.clock.now()
        began = [began for began, ended in self.tables.outages if ended > now - MISSED]
        since = min([now, *began]) - MISSED
        for id in await self.store.changed_since(since, CAUGHT_UP):
            try:
                self.on_change(await self.tables.get(id))
            except IntrigueError:
                continue  # it cannot be played on
        await self.look_for_closed(since)

    async def look_ahead(self) -> None:
        """Sees to the warnings at tables that last changed before this process began, or at another one."""
        for id in await self.store.due_before(self.clock.now() + AHEAD, CAUGHT_UP):
            try:
                of = decision_of(await self.tables.get(id))
            except IntrigueError:
                continue  # it cannot be played on
            before = self.pending.get(id)
            if of and of.person in self.reachable and not (before and before[0][:3] == of[:3]):
                if before:
                    self.forget(id)
                self.pending[id] = of, asyncio.create_task(self.attempt(self.warn(of)))

    async def look_for_closed(self, since: int) -> None:
        """Sees to the tables that were closed since, whether or not anybody has them in memory; waits for none."""
        for id in await self.store.closed_since(since):
            self.keep_task(asyncio.create_task(self.attempt(self.tell_closed(id))))

    # When

    def follows(self, table: Table) -> bool:
        """Whether a table is followed though nobody looks at it here: somebody there may have to be told, and another
        process that should die."""
        return bool(people(table.seats) & self.reachable)

    def on_change(self, table: Table) -> None:
        """A table has a new version; called by `Tables`."""
        if not self.reachable and not self.pending:
            return
        now, before = decision_of(table), self.pending.get(table.id)
        if before and now and before[0][:3] == now[:3]:
            return
        if before:
            self.forget(table.id)
        if now and now.person in self.reachable:
            self.pending[table.id] = now, asyncio.create_task(self.see_to(now))
        if table.why in CLOSED and table.changed == table.ended_at:  # what comes later is no news
            self.keep_task(asyncio.create_task(self.attempt(self.tell_closed(table.id))))

    def forget(self, table: str) -> None:
        """A decision is over."""
        _, task = self.pending.pop(table)
        task.cancel()
        self.keep_task(task)

    def keep_task(self, task: asyncio.Task[None]) -> None:
        """A task that no decision waits for is kept until it has ended."""
        self.leaving.add(task)
        task.add_done_callback(self.leaving.discard)

    def last_active(self, of: Decision) -> int | None:
        """When the person last was active at the table, if that is not long ago."""
        last = self.presence.active_at(of.table, of.person)
        return last if last and self.clock.now() - last < ACTIVE else None

    async def see_to(self, of: Decision) -> None:
        """Tells of a decision, and warns before its clock runs out."""
        await self.attempt(self.tell(of))
        await self.attempt(self.warn(of))

    async def tell(self, of: Decision) -> None:
        """Tells of a decision once it has been pending for a while, unless its person is seen to know."""
        await self.clock.until(of.since + self.charge)
        if self.last_active(of) is None:
            await self.clock.until(of.since + self.pause)
        if not await self.claim(of, SEEN_TO):  # another process does it, unless it dies meanwhile
            await self.clock.until(of.since + ACTIVE + PAUSE)
        while sign := self.last_active(of):
            if sign >= of.since:
                await self.claim(of, TOLD)
                return
            await self.clock.until(min(sign + ACTIVE, self.clock.now() + PAUSE))
        await self.send(of, TOLD)

    async def warn(self, of: Decision) -> None:
        """Tells of a clock of days before it runs out, unless its person is seen at the table then."""
        while True:
            table = await self.tables.get(of.table)
            now, at = decision_of(table), table.warning(self.tables.outages)
            if now is None or now[:3] != of[:3] or at is None or table.settings.clock.kind != "days":
                return
            if self.clock.now() >= at:  # it is later than it was, if the server was away meanwhile
                break
            await self.clock.until(at)
        if self.last_active(of):
            await self.claim(of, WARNED)
            return
        await self.clock.until(self.clock.now() + self.pause)
        await self.send(of, WARNED)

    async def tell_closed(self, id: str) -> None:
        """Tells everybody who sat at a table that it was closed. Of many tables a few are told of at a time."""
        async with self.closing:
            table = await self.tables.skim(id, "aborted")
            if table.why not in CLOSED or table.origin:
                return
            scene, since = (
                scene_builder.scene(table, Viewer(0), self.tables.views_of(table)),
                min(table.ended_at, self.clock.now()),
            )
            them = sorted(people(table.seats) & self.reachable)
            calls = (self.tell_of_the_end(Decision(id, person, END, since), scene) for person in them)
            await asyncio.gather(*map(self.attempt, calls))

    async def tell_of_the_end(self, of: Decision, scene: Scene) -> None:
        """Tells a person that a table was closed, unless they are seen there: by this process, or by another, which
        then sees to it first."""
        await self.clock.until(of.since + self.charge)
        if self.last_active(of) is None:
            await self.clock.until(of.since + self.pause)
        channels = await self.store.channels(of.person, of.table)
        if await self.claim(of, TOLD) and channels and not self.last_active(of):
            await self.deliver(of.person, channels, lambda said: closed_note(scene, said))

    async def claim(self, of: Decision, stage: int) -> bool:
        """Whether this process is the one that brings a decision to a stage."""
        return await self.store.claim_notice(of.person, of.table, WARNED * (of.number - 1) + stage)

    # Sending

    async def send(self, of: Decision, stage: int) -> None:
        """Tells a person on all their ways, if they want to hear of this table."""
        channels = await self.store.channels(of.person, of.table)
        await self.tables.refresh(of.table)
        table = await self.tables.get(of.table)
        now = decision_of(table)
        if now is None or now[:3] != of[:3] or channels is None or channels.quiet:
            return
        left = table.left(self.clock.now(), self.tables.outages)
        if stage == WARNED and not left:
            return
        if not await self.claim(of, stage):
            return
        scene, seats = scene_builder.scene(table, Viewer(0), self.tables.views_of(table)), table.seats_of(of.person)
        if stage == WARNED:
            await self.deliver(of.person, channels, lambda said: warning_note(scene, left, said))
        else:
            await self.deliver(of.person, channels, lambda said: turn_note(scene, seats, said))

    async def deliver(self, person: int, channels: Channels, make: Callable[[Words], Note]) -> None:
        """Brings a notice to a person in their language, unless they want none of that table or had too many."""
        if channels.quiet or person in self.bans.people or self.limits.passes("notice", person):
            return
        note = make(words(channels.language if channels.language in LANGUAGES else "en"))
        calls = [self.push(person, to, note) for to in channels.pushes]
        if channels.hook and channels.hook.failures < FAILURES:
            calls.append(self.call_hook(person, channels.hook, note))
        await asyncio.gather(*map(self.attempt, calls))  # one way that fails does not close the others

    async def push(self, person: int, to: Push, note: Note) -> Outcome:
        """Pushes a notice to one browser; one that is no more, or fails for days, is forgotten."""
        if self.signer is None:
            return NOTHING
        site = self.site or to.site
        try:
            body = encrypt(push_body(note, site), keys(to.p256dh, to.auth))
        except BadKeys:
            return NOTHING
        topic = text64(sha256(f"{to.endpoint}\n{note.table}".encode()).digest()[:18])
        headers = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LASTS),
            "Urgency": "high",
            "Topic": topic,
            "Authorization": self.signer.authorization(to.endpoint, site, self.clock.wall()),
        }
        outcome = await self.outbound.post(to.endpoint, body, headers, person)
        if outcome.gone or await self.days_failed(to, outcome) >= FAILURES:
            await self.store.drop_push(to.endpoint)
        return outcome

    async def days_failed(self, to: Push, outcome: Outcome) -> int:
        """On how many days a browser could not be told, after a call; what was not tried says nothing."""
        if not outcome.sent or outcome.is_success and not to.failures:
            return 0
        return await self.store.count_push(to.endpoint, outcome.is_success, self.clock.now())

    async def call_hook(self, person: int, hook: Hook, note: Note) -> Outcome:
        """Calls a person's webhook; one that fails for days is off."""
        headers = {"Content-Type": "application/json"}
        outcome = await self.outbound.post(hook.url, hook_body(note, self.site or hook.site), headers, person)
        if outcome.sent and (hook.failures or not outcome.is_success):
            await self.store.count_hook(person, hook.url, outcome.is_success, self.clock.now())
        return outcome

    async def test(self, person: int, channel: str, said: Words) -> bool:
        """Sends a person a notice that says only that notices come; whether it went out."""
        channels = await self.store.channels(person, "")
        if channels is None:
            return False
        if channel == "hook":
            if channels.hook is None:
                return False
            return (await self.call_hook(person, channels.hook, trial_note(said))).is_success
        outcomes = await asyncio.gather(*(self.push(person, to, trial_note(said)) for to in channels.pushes))
        return any(outcome.is_success for outcome in outcomes)
