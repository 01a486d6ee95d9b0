"""What belongs to a seat alone: the device that is passed round, standing orders, and handing a seat over."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from intrigue.web.errors import Refusal
from intrigue.web.games import registry
from intrigue.web.http.requests import (
    client_network,
    current_visitor,
    json_body,
    json_response,
    number_in,
    site_of,
    table_and_viewer,
    table_id,
)
from intrigue.web.render import frames
from intrigue.web.site import Site
from intrigue.web.table.log_entries import AnyContent
from intrigue.web.table.requests import Key, Seat
from intrigue.web.table.table import Table, hand_over
from intrigue.web.view import scene_builder

Thing = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which own things wait until told otherwise."""

    seat: Seat
    things: Annotated[tuple[Thing, ...], msgspec.Meta(max_length=20)]


class OfSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something about a seat."""

    seat: Seat


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code from another device."""

    code: Annotated[str, msgspec.Meta(max_length=20)]
    key: Key | None = None


async def private(request: Request) -> Response:
    """What one seat of a passed device knows, when its curtain is up."""
    visitor, site = await current_visitor(request), site_of(request)
    table, viewer = await table_and_viewer(request, visitor)
    seat = own_seat(table, visitor.id, number_in(request.query_params, "seat"))
    scene = scene_builder.private_scene(table, viewer, seat, site.tables.views_of(table))
    return json_response(frames.private_frame(scene, visitor.words))


async def orders(request: Request) -> Response:
    """The own standing orders, as a form."""
    visitor, site = await current_visitor(request), site_of(request)
    standing = await site.store.orders_by_seat(table_id(request))
    table, viewer = await table_and_viewer(request, visitor)
    seat = own_seat(table, visitor.id, number_in(request.query_params, "seat", viewer.seat))
    scene = scene_builder.scene(table, viewer, site.tables.views_of(table))
    return json_response({"html": str(registry.orders(scene, standing.get(seat, ()), visitor.words))})


async def set_orders(request: Request) -> Response:
    """New standing orders in place of the old. They change no version: nobody else learns of them."""
    visitor, wanted = await json_body(request, Orders)
    site = site_of(request)
    table, _ = await table_and_viewer(request, visitor)
    seat = own_seat(table, visitor.id, wanted.seat)
    await site.store.set_orders(table.id, seat, sorted(set(wanted.things)))
    site.automation.reorder(table.id)
    return json_response({})


async def code(request: Request) -> Response:
    """A code by which another device may take the own seat."""
    visitor, wanted = await json_body(request, OfSeat)
    site = site_of(request)
    site.limits.check("code", visitor.token_hash)
    table, _ = await table_and_viewer(request, visitor)
    seat = own_seat(table, visitor.id, wanted.seat)
    assert visitor.id is not None
    return json_response({"code": await site.people.offer_code(table.id, seat, visitor.id)})


async def take_over(request: Request) -> Response:
    """Takes a seat by a code; the device that had it only watches from then on. Sent again, it has the same answer."""
    site, id = site_of(request), table_id(request)
    visitor, wanted = await json_body(request, Code)
    person = visitor.id
    assert person is not None

    async def handed_over(table: Table) -> Sequence[AnyContent]:
        site.limits.check("try", client_network(request))
        site.limits.check("tries", id)
        return hand_over(table, await seat_from_code(site, table, person, wanted.code), person)

    key = f"takeover:{wanted.key or secrets.token_hex(8)}"
    return json_response({"version": await site.tables.act_once(id, person, key, handed_over)})


async def seat_from_code(site: Site, table: Table, person: int, code: str) -> int:
    """The seat that a code gives to a person; the code is used up."""
    if table.phase in ("over", "aborted"):
        raise Refusal(403, "serve.fault.ended")
    if table.seats_of(person) and not table.settings.hot_seat:
        raise Refusal(403, "serve.fault.has_seat")
    holders = {seat.number: seat.person for seat in table.seats if seat.person is not None}
    return await site.people.use_code(table.id, holders, code)


def own_seat(table: Table, person: int | None, seat: int) -> int:
    """A seat that this person holds."""
    mine = table.seats_of(person)
    if seat not in mine:
        raise Refusal(403, "refused.not_your_seat" if mine else "refused.stranger")
    return seat
