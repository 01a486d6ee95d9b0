"""Whole games by somebody who hears the page: only roles and names are known, nothing of how it looks or is written."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect
from web.access.looking import House
from web.access.positions import GAMES
from web.browsers import PATIENCE

from intrigue.locale import words

SAID = words("en")
BUTTON = re.compile(r"- '?button \"((?:[^\"\\]|\\.)*)\"((?: \[[^\]]*\])*)")
QUESTION = re.compile(r"- (?:paragraph|text): \"?(Guest, .*\?.*?)\"?$", re.MULTILINE)
FILM = re.compile(rf'^( *)- group "{SAID("web.film")}".*\n(?:\1 +.*\n)*', re.MULTILINE)
MINE_OR_OVER = re.compile(f"^●|^({'|'.join(SAID(f'game.{game}') for game in GAMES)})$")
"""The title of the page tells whose turn it is; in the end it is the game's name."""
PRIZES = SAID("richelieu.text.first", prize="").rstrip(". ")
"""What can be pressed at a table and is no move: what shows events again, cancelling, cards that tell their prizes."""


class Listener:
    """Somebody with a screen reader; chooses at random among what can be pressed, the same for the same seed."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.chooser = Random(seed)
        self.questions: list[str] = []
        self.said = ""
        self.offered: set[str] = set()

    @property
    def table(self) -> Locator:
        return self.page.get_by_role("main")

    def sit_down(self, game: str, players: int) -> None:
        """From the first page to a game with bots, shown at once."""
        offer = self.page.get_by_role("article", name=SAID(f"game.{game}"), exact=True)
        offer.get_by_role("combobox", name=SAID("web.field.players")).select_option(str(players))
        offer.get_by_role("combobox", name=SAID("web.field.level")).select_option(SAID("level.page"))
        offer.get_by_role("button", name=SAID("web.home.quick")).click()
        self.page.get_by_role("button", name=SAID("web.table.menu")).click()
        menu = self.page.get_by_role("region", name=SAID("web.table.menu"))
        menu.get_by_role("combobox", name=SAID("web.me.speed")).select_option(SAID("web.me.speed.none"))
        menu.get_by_role("button", name=SAID("web.close")).click()
        expect(self.page).to_have_title(re.compile("^●"), timeout=PATIENCE)

    def listen(self) -> list[tuple[str, bool]]:
        """Reads the table until something new can be pressed: names, and whether they are pressed; none at the end."""
        while True:
            expect(self.page).to_have_title(MINE_OR_OVER, timeout=PATIENCE)
            said = FILM.sub("", self.table.aria_snapshot())
            heard = [
                (name.replace('\\"', '"'), "[pressed]" in states)
                for name, states in BUTTON.findall(said)
                if "[disabled]" not in states and name != SAID("web.confirm.no") and PRIZES not in name
            ]
            if (SAID("web.result.rematch"), False) in heard:
                return []
            if said != self.said and not all(pressed for _, pressed in heard):
                self.said = said
                return heard

    def choose(self, heard: list[tuple[str, bool]]) -> str:
        """The next press: to a new question any, in the middle of a move what could not be pressed before."""
        names = {name for name, pressed in heard if not pressed}
        if any(pressed for _, pressed in heard):
            return self.chooser.choice(sorted(names - self.offered or names))
        asked = QUESTION.search(self.said)
        assert asked, f"nothing says what is asked: {self.said}"
        self.questions.append(asked[1])
        self.offered = names
        return self.chooser.choice(sorted(names))

    def play(self) -> None:
        while heard := self.listen():
            self.table.get_by_role("button", name=self.choose(heard), exact=True, disabled=False).click()


@pytest.mark.full
@pytest.mark.parametrize(("game", "players"), [("oriflamme", 3), ("ablaze", 3), ("oriflamme-mix", 3), ("richelieu", 2)])
def test_a_whole_game(house: House, game: str, players: int) -> None:
    page = house.visitors(house.url)
    listener = Listener(page, seed=players)
    listener.sit_down(game, players)
    listener.play()
    expect(listener.table.get_by_role("heading", level=2, name=re.compile("^You "))).to_be_visible()
    expect(listener.table.get_by_role("paragraph").filter(has_text=re.compile("wins|share"))).to_be_visible()
    expect(listener.table.get_by_role("table").get_by_role("row")).to_have_count(players + 1)
