"""What a game of Richelieu tells of its cards and tracks: which side won, who took what, where points came from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from intrigue.arena.intervals import SURE, Interval, mean_interval, share_interval
from intrigue.arena.study_figures import interval_json, mean, share
from intrigue.arena.study_games import live_through
from intrigue.engine.game import Game
from intrigue.games.richelieu import ending, events
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import CARD_PLACES, CARDS, DECK, MILITARY_STEP, NEUTRAL, PLAYERS, SIDES, WIDTH
from intrigue.games.richelieu.effects import icon_now
from intrigue.games.richelieu.flow import INCOME_START
from intrigue.games.richelieu.resolution import winning_card
from intrigue.games.richelieu.state import State

Array = Any
SOURCES = ("first", "second", "offices", "military", "income", "jewels", "sets", "majority")
"""Where points come from: prestige of first and of second prizes; military spaces bought and won, each with what their
symbols give; income at the start and of prizes; jewels; opposing cards; most of the cardinal's cards."""
COUNTS = ("turns", "quiet", "two_actions", "declined", "guard", "offices", "income", "bought", "sold", "agents", "lost")
"""What is counted in a game: turns, those with nothing placed, those of two actions, second actions declined, uses of
the stall guard, offices bought, income taken, jewels bought and sold, own agents placed by actions or prizes, prizes
that nobody could use or that were declined."""
LOST, NOBODY, NEUTRAL_FIRST = -3, -2, -1
"""Who took a card, if no player did."""
HIGH_PRESTIGE = 30


class Story:
    """Listens to one game; seats are those of the state."""

    def __init__(self, g: State, box: Box) -> None:
        self.g, self.box = g, box
        self.points = np.zeros((g.players, len(SOURCES)), int)
        self.points[:, SOURCES.index("income")] = INCOME_START
        self.counts = dict.fromkeys(COUNTS, 0)
        self.takers = [LOST] * len(CARDS)
        self.seconds = [NOBODY] * len(CARDS)
        self.prices = [0] * len(CARDS)
        self.spent = [[0] * PLAYERS for _ in range(CARD_PLACES)]
        self.turn_is_quiet = True
        """Of the turn under way; the first one begins with the deal."""
        self.counts["turns"] = 1
        self.counts["two_actions"] = int(g.actions_left == 2)

    def append(self, fact: tuple[int, int, int, int]) -> None:
        code, a, b, c = fact
        if code in HEARD:
            HEARD[code](self, a, b, c)
        if code in COUNTED:
            self.counts[COUNTED[code]] += 1

    def earn(self, player: int, source: str, amount: int) -> None:
        self.points[player, SOURCES.index(source)] += amount

    def track(self) -> str:
        """Where a step on the military track, or what it gives, comes from."""
        return "offices" if self.g.zone < 0 else "military"

    def is_symbol(self) -> bool:
        """Whether prestige or income comes from a military space, not from a prize."""
        return self.g.zone < 0 or icon_now(self.g, self.box) == MILITARY_STEP

    # What is heard

    def turn_begun(self, player: int, actions: int, _: int) -> None:
        self.turn_over()
        self.counts["turns"] += 1
        self.counts["two_actions"] += actions == 2
        self.turn_is_quiet = True

    def turn_over(self) -> None:
        self.counts["quiet"] += self.turn_is_quiet

    def game_ended(self, *_: int) -> None:
        self.turn_over()

    def agent_placed(self, agent: int, space: int, amount: int) -> None:
        self.turn_is_quiet = False
        which = agent // events.SETS_BY
        if which < NEUTRAL:
            self.counts["agents"] += 1
            self.spent[space // WIDTH][which] += amount

    def something_placed(self, *_: int) -> None:
        self.turn_is_quiet = False

    def prestige_gained(self, player: int, amount: int, _: int) -> None:
        prize = ("first", "second")[min(self.g.prize, 1)]
        self.earn(player, self.track() if self.is_symbol() else prize, amount)

    def income_raised(self, player: int, amount: int, _: int) -> None:
        self.earn(player, self.track() if self.is_symbol() else "income", amount)

    def military_raised(self, player: int, amount: int, _: int) -> None:
        self.earn(player, self.track(), amount)

    def player_ranked(self, owner: int, rank: int, total: int) -> None:
        if rank == 1 and owner < NEUTRAL:
            self.seconds[winning_card(self.g)] = owner

    def card_won(self, player: int, card: int, _: int) -> None:
        self.takers[card] = player
        self.prices[card] = self.spent[self.g.zone * SIDES + self.g.winner][player]

    def card_left(self, card: int, _: int, __: int) -> None:
        self.takers[card] = NEUTRAL_FIRST if self.g.ranked[0] >= NEUTRAL else NOBODY

    def cards_drawn(self, zone: int, card: int, opposing: int) -> None:
        for side in range(SIDES):
            self.spent[zone * SIDES + side] = [0] * PLAYERS

    def finish(self) -> None:
        """What is counted when the game is over."""
        g, box = self.g, self.box
        for player in range(g.players):
            majority = ending.majority_points(g, box, player)
            self.earn(player, "majority", majority)
            self.earn(player, "sets", ending.card_points(g, box, player) - majority)
            self.earn(player, "jewels", ending.JEWEL_POINTS * g.jewels[player])


HEARD: dict[int, Callable[[Story, int, int, int], None]] = {
    events.TURN_BEGUN: Story.turn_begun,
    events.GAME_ENDED: Story.game_ended,
    events.AGENT_PLACED: Story.agent_placed,
    events.AGENT_MOVED: Story.something_placed,
    events.FIGURE_PLACED: Story.something_placed,
    events.PRESTIGE_GAINED: Story.prestige_gained,
    events.INCOME_RAISED: Story.income_raised,
    events.MILITARY_RAISED: Story.military_raised,
    events.PLAYER_RANKED: Story.player_ranked,
    events.CARD_WON: Story.card_won,
    events.CARD_LEFT: Story.card_left,
    events.CARDS_DRAWN: Story.cards_drawn,
}
COUNTED = {
    events.TURN_ENDED: "declined",
    events.STALL_ENDED: "guard",
    events.OFFICE_BOUGHT: "offices",
    events.INCOME_TAKEN: "income",
    events.JEWEL_BOUGHT: "bought",
    events.JEWEL_SOLD: "sold",
    events.PRIZE_DECLINED: "lost",
    events.PRIZE_LOST: "lost",
}


def story(game: Game[Any], g: State, actions: Sequence[int]) -> Story:
    """A game, lived through from its first question to its last action."""
    assert isinstance(game.box, Box)
    heard = Story(g, game.box)
    live_through(game, g, actions, heard)
    heard.finish()
    return heard


# Figures


def figures(stories: Sequence[Story], won: Array) -> dict[str, Any]:
    """What all games together say; `won[game, seat]` is the win share."""
    takers = np.array([one.takers for one in stories])
    seconds = np.array([one.seconds for one in stories])
    points = np.stack([one.points for one in stories]).astype(float)
    worth = worths(takers, seconds, points.sum(axis=2))
    return {
        "sources": source_figures(points, won),
        "cardinal_wins": interval_json(cardinal_wins(takers)),
        "cards": [
            {"card": name, **card_figures(stories, takers[:, card], won, card), **worth[card]}
            for card, name in enumerate(CARDS)
        ],
        "course": course_figures(stories),
    }


def cardinal_wins(takers: Array) -> Interval:
    wins = (takers[:, :DECK] != LOST).sum(axis=1).astype(float)
    return share_interval(wins, np.full(len(wins), float(DECK)), np.arange(len(wins)))


def source_figures(points: Array, won: Array) -> list[dict[str, Any]]:
    """Points by source: of all seats, and how much more winners have than the others at their table."""
    games, players = won.shape
    edge = won - (1 - won) / (players - 1)
    return [
        {
            "source": source,
            "points": mean(points[:, :, at].mean(axis=1)),
            "winner_more": mean((points[:, :, at] * edge).sum(axis=1)),
        }
        for at, source in enumerate(SOURCES)
    ]


def card_figures(stories: Sequence[Story], takers: Array, won: Array, card: int) -> dict[str, Any]:
    """How often a card's side wins, who takes it, what the taker paid there, and how often the taker wins."""
    wins, taken = takers != LOST, takers >= 0
    rows = np.flatnonzero(taken)
    first = np.array([one.g.first for one in stories])
    players = won.shape[1]
    places = (takers - first) % players
    prices = np.array([one.prices[card] for one in stories], float)
    whose = [int((taken & (places == place)).sum()) for place in range(players)]
    return {
        "side_wins": share(wins),
        "taken_by": {
            "seats": [round(count / max(1, int(wins.sum())), 5) for count in whose],
            "neutral": round(float((takers == NEUTRAL_FIRST).sum()) / max(1, int(wins.sum())), 5),
            "nobody": round(float((takers == NOBODY).sum()) / max(1, int(wins.sum())), 5),
        },
        "taker_paid": mean(prices[rows]) if len(rows) else None,
        "taker_wins": share(won[rows, takers[rows]]) if len(rows) else None,
    }


def worths(takers: Array, seconds: Array, scores: Array) -> list[dict[str, Any]]:
    """What taking a card, and its second prize, goes with in points, all others held equal.

    Least squares of each seat's score less its table's mean on who was first and who was second on which card, likewise
    less the table's means; errors clustered by game. Whatever follows counts: prize, sets, what the prize buys.
    """
    games, players = scores.shape
    seats = np.arange(players)
    marks = [(one[:, None, :] == seats[None, :, None]).astype(float) for one in (takers, seconds)]
    x = np.concatenate(marks, axis=2)
    x -= x.mean(axis=1, keepdims=True)
    y = scores - scores.mean(axis=1, keepdims=True)
    flat = x.reshape(-1, x.shape[2])
    bread = np.linalg.pinv(flat.T @ flat)
    found = bread @ (flat.T @ y.reshape(-1))
    left = y - x @ found
    sums = np.einsum("gsk,gs->gk", x, left)
    errors = np.sqrt(np.maximum(0, np.diag(bread @ (sums.T @ sums) @ bread)))

    def at(number: int) -> dict[str, float]:
        value, error = float(found[number]), float(errors[number])
        return interval_json(Interval(value, value - SURE * error, value + SURE * error))

    return [{"first_worth": at(card), "second_worth": at(len(CARDS) + card)} for card in range(len(CARDS))]


def course_figures(stories: Sequence[Story]) -> dict[str, Any]:
    """How games go: turns, stalling, money, tracks."""

    def counts(name: str) -> Array:
        return np.array([one.counts[name] for one in stories], float)

    def seats(values: Any) -> Array:
        return np.array([[values(one.g, seat) for seat in range(one.g.players)] for one in stories], float)

    def by_seat(values: Array) -> dict[str, float]:
        games, players = values.shape
        return interval_json(share_interval(values.sum(axis=1), np.full(games, float(players)), np.arange(games)))

    turns, players = counts("turns"), stories[0].g.players
    many = np.arange(len(stories))
    end_of = stories[0].box
    return {
        "turns": mean(turns),
        "quiet_turns": interval_json(mean_interval(counts("quiet"), turns, many)),
        "two_actions": interval_json(mean_interval(counts("two_actions"), turns, many)),
        "games_with_guard": share(counts("guard") > 0),
        "guard_uses": mean(counts("guard")),
        "second_declined": mean(counts("declined")),
        "prizes_unused": mean(counts("lost")),
        **{name: mean(counts(name) / players) for name in ("offices", "income", "bought", "sold", "agents")},
        "ecu_left": mean(seats(lambda g, seat: g.ecu[seat]).mean(axis=1)),
        "income_end": mean(seats(lambda g, seat: g.income[seat]).mean(axis=1)),
        "income_full": by_seat(seats(lambda g, seat: g.income[seat] == end_of.income_end)),
        "military_end": mean(seats(lambda g, seat: g.military[seat]).mean(axis=1)),
        "military_full": by_seat(seats(lambda g, seat: g.military[seat] == end_of.military_end)),
        "prestige_end": mean(seats(lambda g, seat: g.prestige[seat]).mean(axis=1)),
        "prestige_tile": by_seat(seats(lambda g, seat: g.prestige[seat] >= HIGH_PRESTIGE)),
        "cardinal_end": mean(np.array([one.g.cardinal for one in stories], float)),
    }
