"""Scenes and changes of tables, with what was made of each before, as a server keeps it."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from intrigue.web.table.table import Moment, Table
from intrigue.web.view import scene_builder
from intrigue.web.view.cache import ViewCache
from intrigue.web.view.scene import Scene, SceneChange, Viewer

CACHES: WeakKeyDictionary[Table, ViewCache] = WeakKeyDictionary()


def views_of(table: Table) -> ViewCache:
    """What was made of a table lately."""
    return CACHES.setdefault(table, ViewCache())


def forget() -> None:
    """Nothing is remembered of any table."""
    CACHES.clear()


def scene(table: Table, viewer: Viewer, moment: Moment | None = None, **more: Any) -> Scene:
    return scene_builder.scene(table, viewer, views_of(table), moment, **more)


def change(table: Table, viewer: Viewer, moment: Moment) -> SceneChange:
    return scene_builder.change(table, viewer, moment, views_of(table))


def private_scene(table: Table, viewer: Viewer, seat: int) -> Scene:
    return scene_builder.private_scene(table, viewer, seat, views_of(table))
