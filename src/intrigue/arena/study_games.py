"""Games of equal bots in all seats: played, then lived through again action by action, with somebody who listens.

A game is the same in both ways of playing it: inside the compiled loop, or through `Match` and `Sight`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from intrigue.arena.play import make_bot, plan_of, play_game
from intrigue.engine import targets
from intrigue.engine.game import Game


class Table(NamedTuple):
    """Where equal bots sit down."""

    game: Game[Any]
    players: int
    edition: str


class PlayedGames(NamedTuple):
    """Played games, one entry a game in every list."""

    deals: list[int]
    won: list[int]
    """The winners, as masks of seats."""
    scores: list[list[int]]
    moves: list[int]
    actions: list[list[int]]
    """Every game as its actions, if they were asked for."""


def is_compiled(table: Table, bot: str) -> bool:
    return targets.available() and plan_of(bot, table.game) is not None


def play(table: Table, bot: str, deals: Sequence[int], seeds: Sequence[int], trails: bool = True) -> PlayedGames:
    """A game for every deal, by the choices of the seed beside it."""
    way = in_one_loop if is_compiled(table, bot) else one_by_one
    return way(table, bot, list(deals), list(seeds), trails)


def in_one_loop(table: Table, bot: str, deals: list[int], seeds: list[int], trails: bool) -> PlayedGames:
    from intrigue.bots.compiled import contest  # loads numba

    game, players, edition = table
    plan = plan_of(bot, game)
    assert plan is not None
    seats = [[0] * players] * len(deals)
    played = contest(game, players, edition, [plan], deals, seeds, seats, trails)
    made = played.made.tolist()
    actions = [trail[:length].tolist() for trail, length in zip(played.trails, made, strict=True)] if trails else []
    return PlayedGames(deals, played.won.tolist(), played.scores.tolist(), played.moves.tolist(), actions)


def one_by_one(table: Table, bot: str, deals: list[int], seeds: list[int], trails: bool) -> PlayedGames:
    games = PlayedGames(deals, [], [], [], [])
    for deal, seed in zip(deals, seeds, strict=True):
        match = play_game(table.game, table.edition, [make_bot(bot)] * table.players, deal, seed)
        games.won.append(sum(1 << winner - 1 for winner in match.winners or ()))
        games.scores.append(match.scores)
        games.moves.append(len(match.played))
        if trails:
            games.actions.append(actions_of(table, deal, [move for move, _ in match.played]))
    return games


def actions_of(table: Table, deal: int, moves: Sequence[str]) -> list[int]:
    """The actions that moves are made of."""
    g = table.game.start(table.players, table.edition, deal, {})
    found: list[int] = []
    for move in moves:
        made = table.game.moves(g)[move]
        table.game.play(g, made)
        found += made
    return found


def live_through(game: Game[Any], g: Any, actions: Sequence[int], listener: Any) -> None:
    """The game of a state from here on; the listener hears every fact when it happens."""
    g.listener = listener
    for action in actions:
        game.rules["step"](g, game.box, action)
