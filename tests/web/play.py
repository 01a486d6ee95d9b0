"""People at a table, as tests drive them: they read what the page asks and answer by mouse, touch or keyboard.

Whoever plays here uses only what a person has: what is on the page, and ways to press it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

OVER = "main[data-phase='over'], main[data-phase='aborted']"
ASKED = """over => {
    if (document.querySelector(over)) return {moves: null};
    const ask = document.querySelector("#ask[data-moves]");
    if (!ask || ask.getAttribute("aria-busy") === "true") return null;
    return {version: Number(ask.dataset.version), seat: Number(ask.dataset.seat), moves: JSON.parse(ask.dataset.moves)};
}"""
ANSWERED = """([version, over]) => document.querySelector(over)
    || !document.querySelector("#ask[data-moves]")
    || Number(document.querySelector("#ask").dataset.version) > version"""
TURN = """([version, over]) => {
    if (document.querySelector(over)) return {seat: 0};
    if (Number(document.body.dataset.version) < version || document.body.hasAttribute("data-playing")) return null;
    const panel = document.querySelector("#r-players .player.turn");
    return panel && {seat: Number(panel.id.slice(1)), version: Number(document.body.dataset.version)};
}"""

Question = dict[str, Any]


class Player:
    """Somebody with a mouse; chooses at random among what is asked, the same for the same seed."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page = page
        self.chooser = Random(seed)
        self.moves: list[str] = []
        self.made = 0
        """The version that the last move made."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.page.locator(OVER).count() > 0

    @property
    def seat(self) -> int:
        """The own seat at a table where the game has begun."""
        panel = self.page.locator("#r-players .player.mine").get_attribute("id")
        assert panel
        return int(panel[1:])

    def question(self) -> Question | None:
        """The question on the page, if one is open to be answered."""
        found: Question | None = self.page.evaluate(ASKED, OVER)
        return found if found and found["moves"] else None

    def wait(self) -> Question | None:
        """Waits until something is asked; None when the game is over."""
        found: Question = self.page.wait_for_function(ASKED, arg=OVER).json_value()
        return found if found["moves"] else None

    def choose(self, question: Question) -> tuple[str, list[str]]:
        """A move and its parts."""
        move, parts, _ = self.chooser.choice(question["moves"])
        return str(move), list(parts)

    def press(self, part: str) -> None:
        """Picks a part as this person does."""
        if self.page.locator("#hint").is_visible():  # it explains what the mouse rests on, and may cover the rest
            self.page.mouse.move(0, 0)
            expect(self.page.locator("#hint")).to_be_hidden()
        self.page.locator(at(part)).click()

    def answer(self, question: Question, move: str | None = None) -> str:
        """One whole move, chosen or given, and the page's word that it was taken."""
        if move is None:
            move, parts = self.choose(question)
        else:
            parts = next(parts for text, parts, _ in question["moves"] if text == move)
        for part in parts:
            self.press(part)
        self.confirm()
        self.moves.append(move)
        self.made = question["version"] + 1
        self.page.wait_for_function(ANSWERED, arg=[question["version"], OVER])
        return move

    def confirm(self) -> None:
        """Confirms the move where the page asks for it."""
        yes = self.page.locator("#confirm-yes")
        if yes.is_visible():
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
        self.page.locator(at(part)).tap()

    def confirm(self) -> None:
        """Taps once more, unless there were but two buttons to choose from."""
        yes = self.page.locator("#confirm-yes")
        if yes.is_visible():
            yes.tap()


def at(part: str) -> str:
    """The selector of a part of a move."""
    return f"[data-at={json.dumps(part)}]"


def together(players: Sequence[Player], moves: int = 10_000, until: int = 0) -> None:
    """Several people at one table, each answering when asked: until the game is over everywhere, so many moves, or
    until it is a seat's turn. The first one's page says whose turn it is, once it shows the last move of anybody here;
    seats that nobody here holds are waited for.
    """
    seats = {player.seat: player for player in players}
    done, version = 0, max(player.made for player in players)
    while done < moves:
        turn = players[0].page.wait_for_function(TURN, arg=[version, OVER]).json_value()
        if not turn["seat"]:
            break
        if turn["seat"] == until:
            return
        version = turn["version"] + 1
        if player := seats.get(turn["seat"]):
            question = player.wait()
            if question is not None:
                player.answer(question)
                version = player.made
                done += 1
    else:
        return
    for player in players:
        player.page.wait_for_selector(OVER)
