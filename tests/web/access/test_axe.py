"""axe finds no fault with any page of the routes' table in one look, nor with its later states there; the full run sees
every state of every page in every look."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect
from sample_pages import PAGES, fill
from web.access.looking import SIZES, THEMES, House, Look, table
from web.access.positions import ANN, BOB, EVE, GAMES

from intrigue.locale import LANGUAGES
from intrigue.web.view.sandbox_link import link_to_sketch

AXE = Path(__file__).parents[3] / "build" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """on => axe.run({include: on, exclude: "#r-log > li:nth-child(n + 9)"},
    {resultTypes: ["violations"], preload: false, rules: {"target-size": {enabled: true}}})"""
"""All of axe's rules but those on trial, and that about the size of targets, which is off unless one asks for it. Of a
log of hundreds of lines a few are enough."""


def faults(page: Page, on: str) -> list[str]:
    """What axe says about an element. Its source is evaluated from outside: the page itself may load nothing."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: Any = page.evaluate(RUN, on)
    return [f"{one['id']}: {node['html'][:200]}" for one in found["violations"] for node in one["nodes"]]


# The states of a page, each coming from the one before; each says where on the page it shows

ALL = "html"


def leave_open(page: Page) -> str:
    """As the page opens."""
    return ALL


def pick_part(page: Page) -> str:
    """A part of a move is chosen."""
    page.locator("#r-hand .can").first.click()
    expect(page.locator(".picked").first).to_be_visible()
    return "#table"


def miss(page: Page) -> str:
    """A choice that the lesson does not wait for is taken back, and it says so."""
    page.locator("#r-hand .can:not(.taught)").first.click()
    expect(page.locator("#lesson .lesson-missed")).to_be_visible()
    return "#table"


def do_as_taught(page: Page) -> str:
    """The part of a move that the lesson waits for is chosen."""
    page.locator("#r-hand .taught").first.click()
    expect(page.locator(".picked").first).to_be_visible()
    return "#table"


def explain_thing(page: Page) -> str:
    """Nothing is chosen any more, and something explains itself."""
    page.keyboard.press("Escape")
    expect(page.locator(".picked")).to_have_count(0)
    page.locator("#question").click()
    expect(page.locator("#hint")).to_be_visible()
    return "#hint"


def drawer(page: Page) -> str:
    """The menu is open."""
    page.locator("[popovertarget=drawer-menu]").first.click()
    expect(page.locator("#drawer-menu")).to_be_visible()
    page.wait_for_function("() => document.querySelector('main > .dock, main > .trying').inert || innerWidth >= 1000")
    return "#drawer-menu"


def dialog(page: Page) -> str:
    """Something is asked twice."""
    page.locator("#drawer-menu [data-sure]").first.click()
    expect(page.locator("#dialog-sure")).to_be_visible()
    return "#dialog-sure"


def talk(page: Page) -> str:
    """The talk, which is beside the table where there is room."""
    opener = page.locator(".tools [popovertarget=drawer-talk]")
    if opener.is_visible():
        opener.click()
    page.locator("#drawer-talk summary").first.click()
    expect(page.locator("[data-phrase]").first).to_be_visible()
    return "#drawer-talk"


def curtain(page: Page) -> str:
    """The device is handed to somebody."""
    expect(page.locator("#curtain")).to_be_visible()
    return ALL


def raise_curtain(page: Page) -> str:
    """The curtain is up."""
    page.locator("#curtain-open").click()
    expect(page.locator("#r-hand .can").first).to_be_visible()
    return ALL


def show_code(page: Page) -> str:
    """A recovery code is shown."""
    page.locator("form[action='/me/recovery'] button").click()
    expect(page.locator(".recovery-code")).to_be_visible()
    return ALL


def looking_back(page: Page) -> str:
    """An earlier moment is shown."""
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#past")).to_be_visible()
    return ALL


def step_forward(page: Page) -> str:
    """Some steps into a game that is watched."""
    page.keyboard.press("ArrowRight")
    expect(page.locator("body")).to_have_attribute("data-step", "1")
    return ALL


def what_if(page: Page) -> str:
    """Playing on from there is offered."""
    page.locator("#what-if-open").click()
    expect(page.locator("#dialog-what-if")).to_be_visible()
    return "#dialog-what-if"


def to_the_end(page: Page) -> str:
    """The game has ended."""
    page.locator("#dialog-what-if button.plain").click()
    page.locator("#reel-last").click()
    expect(page.locator("#r-result h2").first).to_be_visible()
    return ALL


def broken(page: Page) -> str:
    """A record that is none was brought."""
    page.locator("#upload-text").fill("Game: chess")
    page.locator(".upload button.main").click()
    expect(page.locator("#upload-fault")).to_be_visible()
    return ALL


def setting_up(page: Page) -> str:
    """A piece is chosen while a position is set up."""
    page.locator("#mode").click()
    page.locator("#r-setup [data-piece]").first.click()
    expect(page.locator("#piece-tools")).to_be_visible()
    return ALL


def as_text(page: Page) -> str:
    """A sandbox as text, with something wrong."""
    page.keyboard.press("Escape")
    page.locator("#text-open").click()
    page.locator("#record").fill("Game: chess")
    page.locator("#text-form .main").click()
    expect(page.locator("#text-fault")).to_be_visible()
    return "#dialog-text"


def share_link(page: Page) -> str:
    """Its link."""
    page.locator("#text-form [data-close]").click()
    page.locator("#share-open").click()
    expect(page.locator("#dialog-share")).to_be_visible()
    return "#dialog-share"


class Place(NamedTuple):
    """A page, who looks at it, and what they do there."""

    path: str
    person: int = ANN
    states: tuple[Callable[[Page], str], ...] = (leave_open,)


DEEDS: dict[str, tuple[Callable[[Page], str], ...]] = {
    "identity": (leave_open, show_code),
    "replay": (leave_open, step_forward, what_if, to_the_end),
    "upload": (leave_open, broken),
}
"""What they do on a page that opens with nothing to do more than to look."""
MORE = {
    "new mix": Place("/new?game=oriflamme-mix"),
    "new richelieu": Place("/new?game=richelieu&hot_seat=on"),
    "rules of the row": Place("/rules/oriflamme"),
    "rules of the court": Place("/rules/richelieu?q=agent"),
    "oriflamme lesson": Place(table("oriflamme lesson"), ANN, (leave_open, miss, do_as_taught)),
    "richelieu lesson": Place(table("richelieu lesson"), ANN, (leave_open, miss)),  # it waits for a choice of one part
    "lesson over": Place(table("ablaze lesson over")),
    "no such table": Place("/t/nosuchtabl"),
    "lobby of the host": Place(table("lobby")),
    "lobby of a guest": Place(table("lobby"), BOB),
    **{
        f"{game} asked": Place(table(f"{game} place"), ANN, (leave_open, pick_part, explain_thing, drawer, dialog))
        for game in GAMES
    },
    **{f"{game} waiting": Place(table(f"{game} target"), BOB, (leave_open, talk)) for game in GAMES},
    "watched": Place(table("richelieu target"), EVE),
    **{
        f"{game} hot seat": Place(table(f"{game} hot"), ANN, (curtain, raise_curtain))
        for game in ("oriflamme", "richelieu")
    },
    **{f"{game} over": Place(table(f"{game} over")) for game in ("oriflamme", "richelieu")},
    "aborted": Place(table("aborted")),
    **{
        f"{game} looking back": Place(
            table(f"{game} reveal" if game == "oriflamme" else f"{game} free"), BOB, (looking_back,)
        )
        for game in ("oriflamme", "richelieu")
    },
    **{
        f"{game} replay": Place(
            f"{table(f'{game} over')}/replay?seat={seat}", ANN, (leave_open, step_forward, what_if, to_the_end)
        )
        for game, seat in (("oriflamme", "all"), ("richelieu", "2"))
    },
    "sandbox of the row": Place(
        link_to_sketch("oriflamme", "2Soldier 1Lord/1spy 3Lord 3archer 2heir:2 @2"),
        ANN,
        (leave_open, setting_up, as_text, share_link),
    ),
    "sandbox of the court": Place(
        link_to_sketch("richelieu", "R9[1:3 2:1 n1:1 2:1 .] E1[G . . . .]"), ANN, (leave_open, setting_up, drawer)
    ),
}
"""Pages once more: with other things on them, for other people, or with more to do there."""
PLACES = {name: Place(path, ANN, DEEDS.get(name, (leave_open,))) for name, path in PAGES.items()} | MORE
"""Every page of the routes, whatever stands there, and more."""
ALIKE = {
    *("new mix", "new richelieu", "rules of the row", "rules of the court", "richelieu lesson", "no such table"),
    *("lobby of a guest", "oriflamme over", "oriflamme replay", "richelieu hot seat", "richelieu looking back"),
    *(f"{game} {state}" for game in ("ablaze", "oriflamme-mix") for state in ("asked", "waiting")),
}
"""Places whose page is the same as another's, with other things on it."""
LOOKS = [Look(*look) for look in product(LANGUAGES, THEMES, tuple(SIZES))]


def look_at(name: str) -> Look:
    """One look for each place, another from place to place: all languages, themes and sizes come about."""
    return LOOKS[list(PLACES).index(name) * 7 % len(LOOKS)]


def check(house: House, name: str, looks: list[Look], whole: bool = False) -> None:
    """Goes to a place in all these looks, and through all its states: sees what each shows, or the whole page."""
    path, person, states = PLACES[name]
    path = fill(path)
    found: list[str] = []
    for look in looks:
        page = house.show(path, look, person)
        for state in states:
            on = state(page)
            found += [f"{state.__name__} {' '.join(look)}: {said}" for said in faults(page, ALL if whole else on)]
    assert not found, "\n".join(found)
    if name in ("fault", "no such table", "upload", "sandbox of the row"):
        house.visitors.complaints.clear()  # the browser's, about an answer that says no


def test_no_place_hides_a_page() -> None:
    assert PAGES.keys() >= DEEDS.keys() and PAGES.keys().isdisjoint(MORE)
    assert PLACES.keys() >= ALIKE


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.full) if name in ALIKE else name for name in PLACES]
)
def test_axe(house: House, name: str) -> None:
    check(house, name, [look_at(name)])


@pytest.mark.full
@pytest.mark.parametrize("name", PLACES)
def test_axe_in_every_look(house: House, name: str) -> None:
    check(house, name, LOOKS, whole=True)
