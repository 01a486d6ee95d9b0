"""People at a table, as tests drive them: they read what the page asks and answer by mouse, touch, keyboard or by name.

Whoever plays here uses only what a person has: what is on the page, and ways to press it.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

OVER = "main[data-phase='over']"


class Player:
    """Somebody in front of a page; chooses at random among what is asked, the same for the same seed."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page = page
        self.chooser = Random(seed)
        self.moves: list[str] = []

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.page.locator(OVER).count() > 0

    def asked(self) -> dict[str, Any] | None:
        """The question on the page, if one is open to be answered."""
        found: dict[str, Any] | None = self.page.evaluate(
            """() => {
                const ask = document.querySelector("#ask[data-moves]");
                if (!ask || ask.getAttribute("aria-busy") === "true") return null;
                return {version: Number(ask.dataset.version), moves: JSON.parse(ask.dataset.moves)};
            }"""
        )
        return found

    def wait(self) -> dict[str, Any] | None:
        """Waits until something is asked; None when the game is over."""
        self.page.wait_for_function(
            """over => document.querySelector(over)
                || document.querySelector("#ask[data-moves]:not([aria-busy='true'])")""",
            arg=OVER,
        )
        return None if self.over else self.asked()

    def choose(self, question: dict[str, Any]) -> tuple[str, list[str]]:
        """A move and its parts."""
        move, parts, _ = self.chooser.choice(question["moves"])
        return str(move), list(parts)

    def press(self, part: str) -> None:
        """Picks a part as this person does."""
        self.page.locator(f"[data-at={json.dumps(part)}]").click()

    def answer(self, question: dict[str, Any]) -> None:
        """One whole move, and the page's word that it was taken."""
        move, parts = self.choose(question)
        for part in parts:
            self.press(part)
        self.confirm()
        self.moves.append(move)
        self.page.wait_for_function(
            """([version, over]) => document.querySelector(over)
                || !document.querySelector("#ask[data-moves]")
                || Number(document.querySelector("#ask").dataset.version) > version""",
            arg=[question["version"], OVER],
        )

    def confirm(self) -> None:
        """Confirms the move where the page asks for it."""
        yes = self.page.locator("[data-choice=yes]")
        if yes.count():
            yes.click()

    def play(self, moves: int = 10_000) -> None:
        """Plays to the end of the game, or so many moves."""
        for _ in range(moves):
            question = self.wait()
            if question is None:
                return
            self.answer(question)


class Toucher(Player):
    """Somebody with a finger."""

    def press(self, part: str) -> None:
        self.page.locator(f"[data-at={json.dumps(part)}]").tap()

    def confirm(self) -> None:
        self.page.locator("[data-choice=yes]").tap()


class Keyboarder(Player):
    """Somebody without a mouse: Tab and the arrows go everywhere, Enter presses."""

    def press(self, part: str) -> None:
        for _ in range(400):
            at = self.page.evaluate("() => document.activeElement?.dataset?.at ?? ''")
            if at == part:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {part}")

    def confirm(self) -> None:
        if self.page.locator("[data-choice=yes]").count():
            expect(self.page.locator("[data-choice=yes]")).to_be_focused()
            self.page.keyboard.press("Enter")


def together(players: list[Player], moves: int = 10_000) -> None:
    """Several people at one table, each answering when asked, until the game is over everywhere or so many moves."""
    done = 0
    while done < moves and not all(player.over for player in players):
        for player in players:
            question = player.asked()
            if question is not None and not player.over:
                player.answer(question)
                done += 1
        players[0].page.wait_for_timeout(20)
