"""Queries of what is kept for a seat: its standing orders, and codes by which another device takes it over."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, select

from intrigue.web.store.queries.statements import at_seat, upsert
from intrigue.web.store.schema import codes, orders, tables

# Asked before every turn: built once.
ORDERS = select(orders.c.seat, orders.c.things).where(orders.c.table_id == bindparam("table")).order_by(orders.c.seat)


def set_orders(c: Connection, table: str, seat: int, things: Sequence[int]) -> None:
    """Replace a seat's standing orders; an append in which somebody sits down, rises or resigns there ends them."""
    if things:
        changes = {"things": list(things)}
        c.execute(upsert(c, orders, {"table_id": table, "seat": seat, **changes}, ["table_id", "seat"], changes))
    else:
        c.execute(delete(orders).where(*at_seat(orders, table, seat)))


def orders_by_seat(c: Connection, table: str) -> dict[int, tuple[int, ...]]:
    """Standing orders by seat."""
    return {seat: tuple(things) for seat, things in c.execute(ORDERS, {"table": table})}


def tables_with_orders(c: Connection) -> list[str]:
    """Running games in which somebody has standing orders."""
    joined = select(orders.c.table_id).distinct().join(tables, tables.c.table_id == orders.c.table_id)
    return list(c.scalars(joined.where(tables.c.phase == "playing").order_by(orders.c.table_id)))


def put_code(c: Connection, code_hash: bytes, table: str, seat: int, expires: int) -> None:
    """Let a code hand a seat over once; an earlier code of the seat is void."""
    c.execute(delete(codes).where(*at_seat(codes, table, seat)))
    changes = {"table_id": table, "seat": seat, "expires": expires}
    c.execute(upsert(c, codes, {"code_hash": code_hash, **changes}, ["code_hash"], changes))


def use_code(c: Connection, code_hash: bytes, table: str, now: int) -> int | None:
    """The seat a code opens; it never does again."""
    c.execute(delete(codes).where(codes.c.expires <= now))
    seat: int | None = c.scalar(
        delete(codes).where(codes.c.code_hash == code_hash, codes.c.table_id == table).returning(codes.c.seat)
    )
    return seat
