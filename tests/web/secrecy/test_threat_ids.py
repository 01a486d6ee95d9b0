"""What a thing is called on the page tells when it came, and nothing else (threat 6)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from web import viewing
from web.view.worlds import World

from intrigue.games.oriflamme.kinds import NAMES
from intrigue.games.oriflamme.pieces import cards_in_row
from intrigue.locale import words
from intrigue.web.render import frames
from intrigue.web.table import event_steps
from intrigue.web.view.scene import Viewer

GAMES = 1500
CARDS = 6
"""How many cards of each game are looked at: two rounds of three players would show more than one of a family."""
NAMED = re.compile(r"""(?:id|class|data-[a-z]+|href|aria-label|title)=["']([^"']*)["']""")
IDS = re.compile(r"c\d+|s\d+|p\d(-[a-z]+)?|h-[a-z_]+|r-[a-z0-9]+|question|ask|own-aside")


def placed_cards(seed: int) -> Iterator[tuple[int, str]]:
    """The number of each card that was placed and the kind it truly is: a game whose players place at random."""
    world = World("oriflamme", "fr", 3, seed)
    while world.table.moves < CARDS:
        world.move(world.random_move())
    state = world.state
    for cards, numbers in zip(cards_in_row(state), world.table.things["row"], strict=True):
        for card, number in zip(cards, numbers, strict=True):
            yield number, NAMES[card % len(NAMES)]


def tells(seeds: range) -> float:
    """How much the number of a card says about its kind: chi-square of independence, in standard deviations."""
    seen: Counter[tuple[int, str]] = Counter(pair for seed in seeds for pair in placed_cards(seed))
    numbers, kinds = Counter(), Counter()  # type: ignore[var-annotated]
    for (number, kind), many in seen.items():
        numbers[number] += many
        kinds[kind] += many
    square = sum(
        (seen[number, kind] - expected) ** 2 / expected
        for number, of_number in numbers.items()
        for kind, of_kind in kinds.items()
        if (expected := of_number * of_kind / seen.total())
    )
    free = (len(numbers) - 1) * (len(kinds) - 1)
    return float((square - free) / (2 * free) ** 0.5)


def test_the_number_of_a_card_says_nothing_about_its_kind() -> None:
    assert abs(tells(range(GAMES))) < 4


def test_numbers_in_the_order_of_kinds_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted leak: of the cards that lie there, the one that comes first in the box has the lowest number."""
    honest = event_steps.Numbering.look

    def leaky(self: event_steps.Numbering, state: object) -> event_steps.Things:
        honest(self, state)
        lying = sorted(self.numbers, key=lambda card: card % len(NAMES))
        ranks = {card: rank for rank, card in enumerate(lying, start=1)}
        return {"row": [[ranks[card] for card in place] for place in cards_in_row(state)]}  # type: ignore[arg-type]

    monkeypatch.setattr(event_steps.Numbering, "look", leaky)
    assert tells(range(GAMES // 10)) > 4


def test_numbers_count_what_everybody_saw_coming() -> None:
    """The structure behind it: a new thing has the next number, whoever looks, and nothing has a number twice."""
    for seed in range(12):
        world, highest = World("ablaze", "uk", 4, seed), 0
        for moment in world.play():
            numbers = [number for place in moment.things["row"] for number in place]
            fresh = sorted(number for number in numbers if number > highest)
            assert len(set(numbers)) == len(numbers)
            assert fresh == list(range(highest + 1, highest + 1 + len(fresh)))
            highest = max([highest, *numbers])
            things = [viewing.scene(world.table, viewer).things for viewer in world.viewers()]
            assert all(one == things[0] == moment.things for one in things)


@pytest.mark.parametrize(("game", "edition"), [("oriflamme", "fr"), ("ablaze", "uk")])
def test_names_on_the_page_are_of_known_forms_and_name_no_hidden_kind(game: str, edition: str) -> None:
    """Ids, classes, pictures, labels and hints of what lies face down are the same for all kinds."""
    said = words("en")
    for seed in range(3):
        world = World(game, edition, 3, seed)
        for number, _ in enumerate(world.play()):
            if number % 6 or world.table.to_act is None:
                continue
            scene = viewing.scene(world.table, Viewer(0))
            made = frames.snapshot(scene, said)["regions"]
            assert scene.view
            shown = {card["kind"] for cards in scene.view["row"] for card in cards}
            shown |= {kind for player in scene.view["players"] for kind in player["discard"]}
            shown |= {"twin", "combination"} | ({scene.acting} - {None})
            for value in NAMED.findall("".join(made.values())):
                for kind in set(NAMES) - shown:
                    assert not re.search(rf"\b{kind}\b", value), value
            ids = re.findall(r"""\sid=["']([^"']+)["']""", "".join(made[name] for name in ("board", "players", "hand")))
            assert ids and all(IDS.fullmatch(one) for one in ids), ids
            assert not [one for one in ids if one.startswith("h-")]
