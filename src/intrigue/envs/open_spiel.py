"""The games as OpenSpiel knows games: explicit chance nodes, one action a step, observations and information states.

Importing this module registers `intrigue_oriflamme`, `intrigue_ablaze`, `intrigue_oriflamme_mix`, `intrigue_richelieu`
and the yardsticks `intrigue_tiny2` and `intrigue_tiny3`. It needs the package `open_spiel`.

>>> import pyspiel
>>> import intrigue.envs.open_spiel
>>> state = pyspiel.load_game("intrigue_tiny2(first=1)").new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['aside 1: soldier', 'aside 1: ambush', 'aside 1: conspiracy']
>>> for action in (1, 0, 1):
...     state.apply_action(action)
>>> state
1 place soldier first
>>> [state.action_to_string(action) for action in state.legal_actions()]
['place ambush', 'place conspiracy']
"""

from __future__ import annotations

import json
from math import prod
from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.engine.extras import need
from intrigue.engine.match import Match
from intrigue.engine.numbers import ACTIONS, members
from intrigue.engine.record import Record
from intrigue.envs.contract import Dealing, Memory, Move
from intrigue.envs.registry import family_of
from intrigue.games import GAMES, YARDSTICKS
from intrigue.games import game as game_named

pyspiel: Any = need("pyspiel", "openspiel")
np: Any = need("numpy", "openspiel")
SpielState: Any = pyspiel.State
SpielGame: Any = pyspiel.Game

TRIES = 1000
"""How often a sample is drawn until one fits all that a seat remembers; the first nearly always does."""


def short_name(name: str) -> str:
    """What OpenSpiel calls a game.

    >>> short_name("oriflamme-mix")
    'intrigue_oriflamme_mix'
    """
    return f"intrigue_{name.replace('-', '_')}"


class Playthrough:
    """A game being dealt and played action by action, and what each seat was told of it. Copies share what is fixed."""

    def __init__(self, deal: Dealing) -> None:
        self.deal = deal
        self.game = deal.game
        self.dealt: tuple[int, ...] = ()
        self.g: Any = None
        """The state, None while it is being dealt."""
        self.moves: tuple[Move, ...] = ()
        self.heard: list[tuple[str, ...]] = [()] * (deal.players + 1)
        """For each seat, a spectator first: the deal's events, then each move as shown with what was heard then."""
        self.half_made: tuple[int, ...] = ()
        """The first actions of a move that is not whole yet."""
        self.rows: tuple[tuple[int, int, bool], ...] = ()
        """For each action: who, which, whether others may know it."""
        self.seen: tuple[tuple[int, int, int], ...] = ()
        """What came to light: of which player, which one of `Dealing.public`, after which move."""
        self.public: list[int] = []
        """The same as masks, a player each."""
        self.choices: dict[tuple[int, ...], str] = {}
        """See `legal_moves`; copies that stand still fill it together."""
        self.known: dict[Any, Any] = {}
        """What was asked before and holds until the next action: strings and tensors of information states."""
        self.start_if_dealt()

    def __deepcopy__(self, memo: Any) -> Playthrough:
        it = object.__new__(Playthrough)
        it.__dict__.update(self.__dict__)
        if self.g is not None:
            it.g = self.g.copy()
            it.g.listener = []
        return it

    # Playing

    def start_if_dealt(self) -> None:
        if len(self.dealt) == len(self.deal.steps):
            self.g = self.deal.start(self.dealt)
            self.choices = {}
            self.tell(None)

    def act(self, action: int) -> None:
        """An outcome of chance, or an action of the player to act; an illegal one raises and changes nothing."""
        if self.g is None:
            if action not in self.deal.outcomes(self.dealt):
                known = ", ".join(map(str, self.deal.outcomes(self.dealt)))
                raise IntrigueError("error.illegal_action", action=action, legal=known)
            self.dealt = (*self.dealt, action)
            self.known = {}
            self.start_if_dealt()
            return
        player, is_hidden = self.g.to_act, self.deal.hides_choice(self.g)
        made = (*self.half_made, action)
        move = self.legal_moves().get(made)
        shown = self.game.public(self.g, move) if move else ""
        self.game.step(self.g, action)
        self.known = {}
        self.half_made = () if move else made
        self.rows = (*self.rows, (player, action, is_hidden))
        if move:
            self.moves = (*self.moves, (player + 1, move))
            self.choices = {}
            self.tell(shown)

    def legal_moves(self) -> dict[tuple[int, ...], str]:
        """The moves that were legal when the last whole one had been played, by their actions."""
        if not self.choices and not self.half_made:
            self.choices.update({actions: move for move, actions in self.game.moves(self.g).items()})
        return self.choices

    def tell(self, shown: str | None) -> None:
        """Everybody hears what happened since the last move; with `shown` the last move is told too."""
        events, self.g.listener = tuple(self.g.listener), []
        lines = []
        for seat, before in enumerate(self.heard):
            heard = [event_text(self.game, event, seat) for event in events]
            if shown is not None:
                by, move = self.moves[-1]
                heard.insert(0, f"{by} {move if by == seat else shown}")
            lines.append((*before, "; ".join(heard)))
        self.heard = lines
        self.note_public()

    def note_public(self) -> None:
        """Remembers when everything was seen first, for the tensor."""
        public = self.deal.public(self.g)
        known = self.public or [0] * len(public)
        for player, (now, before) in enumerate(zip(public, known, strict=True)):
            if new := now & ~before:
                self.seen += tuple((player, number, len(self.moves) + 1) for number in members(new))
        self.public = [now | before for now, before in zip(public, known, strict=True)]

    def memory(self, seat: int) -> Memory:
        """What a seat (0 is a spectator) remembers, as numbers; of a half-made move only its own player knows."""
        unknown = len(self.half_made) if self.g.to_act != seat - 1 else 0
        told = self.rows[: len(self.rows) - unknown]
        actions = [(player, -1 if hidden and player != seat - 1 else action) for player, action, hidden in told]
        return Memory(self.g, self.dealt, actions, self.seen)

    # In words

    def text(self, action: int) -> str:
        """A choice: the move it completes, or the half that it decides."""
        if self.g is None:
            return self.deal.text(self.dealt, action)
        made = (*self.half_made, action)
        moves = self.legal_moves()
        if made in moves:
            return moves[made]
        move = next(move for actions, move in moves.items() if actions[: len(made)] == made)
        return " ".join(move.split(" ")[:2])

    def half(self, seat: int) -> list[str]:
        """The half-made move, for the seat that makes it."""
        made = self.half_made
        if not made or self.g.to_act + 1 != seat:
            return []
        move = next(move for actions, move in self.choices.items() if actions[: len(made)] == made)
        return [f"{seat} {' '.join(move.split(' ')[:2])} ..."]

    def information(self, seat: int) -> str:
        """All that a seat, counted from 1, ever saw; 0 is a spectator."""
        if seat not in self.known:
            lines = [f"seat {seat}", *self.deal.known_deal(self.dealt, seat), *self.heard[seat], *self.half(seat)]
            self.known[seat] = "\n".join(lines)
        return str(self.known[seat])

    def private(self, seat: int) -> str:
        """What a seat remembers beyond what a spectator does."""
        common = self.deal.known_deal(self.dealt, 0)
        deal = [line for line in self.deal.known_deal(self.dealt, seat) if line not in common]
        own = [line for line, public in zip(self.heard[seat], self.heard[0], strict=True) if line != public]
        return "\n".join([*deal, *own, *self.half(seat)])

    def whole(self) -> str:
        """Everything that happened."""
        if self.g is None:
            return "; ".join(self.deal.text(self.dealt[:n], outcome) for n, outcome in enumerate(self.dealt)) or "deal"
        half = self.half(self.g.to_act + 1)
        return "\n".join([*(f"{seat} {move}" for seat, move in self.moves), *half]) or "dealt"

    def match(self) -> Match:
        """The game up to the last whole move as a match."""
        state = self.deal.start(self.dealt)
        headers = {"Game": self.game.name, "Edition": self.deal.edition, "Players": str(self.deal.players)}
        headers |= self.game.to_headers(state)
        return Match.load(self.game, Record(headers, [move for _, move in self.moves]))


HEARD: dict[tuple[Any, ...], str] = {}


def event_text(game: Any, event: tuple[int, int, int, int], seat: int) -> str:
    """An event as a seat may hear it, in a few words."""
    key = (game.name, event, seat)
    if key not in HEARD:
        heard = game.event_for(game.event(*event), seat)
        HEARD[key] = " ".join([heard.name, *(brief(value) for value in heard.values.values())])
    return HEARD[key]


def brief(value: Any) -> str:
    """A value of an event without blanks.

    >>> brief({"family": 2, "kind": None}), brief(3)
    ('2.?', '3')
    """
    if isinstance(value, dict):
        return ".".join("?" if part is None else str(part) for part in value.values())
    return str(value)


class State(SpielState):  # type: ignore[misc]
    """A node of the tree. Between a move's two halves only its own player knows of the first."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.playthrough = Playthrough(game.deal)

    def current_player(self) -> int:
        if self.playthrough.g is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.playthrough.g.to_act < 0 else int(self.playthrough.g.to_act)

    def is_terminal(self) -> bool:
        return self.playthrough.g is not None and self.playthrough.g.to_act < 0

    def _legal_actions(self, player: int) -> list[int]:
        return members(self.playthrough.g.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        found = self.playthrough.deal.outcomes(self.playthrough.dealt)
        return [(outcome, 1 / len(found)) for outcome in found]

    def _apply_action(self, action: int) -> None:
        self.playthrough.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.playthrough.text(action)

    def returns(self) -> list[float]:
        """Each player's share of the win, less what it would be if nobody played better than the others."""
        players = self.playthrough.deal.players
        if not self.is_terminal():
            return [0.0] * players
        winners = self.playthrough.game.winners(self.playthrough.g) or []
        return [(player in winners) / len(winners) - 1 / players for player in range(1, players + 1)]

    def __str__(self) -> str:
        return self.playthrough.whole()

    __repr__ = __str__

    def match(self) -> Match:
        """The game up to the last whole move, for `Sight` and all else that asks a match."""
        return self.playthrough.match()

    def resample_from_infostate(self, player: int, sampler: Any) -> State:
        """Another state with the same information state for the player; `sampler` gives numbers from 0 to 1.

        What others have half chosen is left out of it.
        """
        seat, before = player + 1, self.playthrough
        wanted = before.information(seat)
        for _ in range(TRIES):
            other = before.game.sample(before.g, seat, int(sampler() * 2**53))
            try:
                dealt, moves = before.deal.redeal(before.dealt, before.moves, before.g, other)
                state = self.replay(dealt, moves, seat)
            except (KeyError, ValueError):  # a choice there that was none here
                continue
            if state.playthrough.information(seat) == wanted:
                return state
        raise RuntimeError("nothing else fits")

    def replay(self, dealt: list[int], moves: list[str], seat: int) -> State:
        """The state after another deal and other moves; a half-made move of the seat's own is made again."""
        state: State = self.get_game().new_initial_state()
        for outcome in dealt:
            state.apply_action(outcome)
        for move in moves:
            for action in state.playthrough.game.moves(state.playthrough.g)[move]:
                state.apply_action(action)
        for action in self.playthrough.half_made if self.playthrough.g.to_act == seat - 1 else ():
            state.apply_action(action)
        return state


class Game(SpielGame):  # type: ignore[misc]
    """A game with its parameters: players, edition, first (0: chance names the first player), and the mix's kinds."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        kind = TYPES[self.name]
        chosen = {**kind.parameter_specification, **params}
        players = chosen["players"]
        game = game_named(self.name)
        self.deal = family_of(game).dealing(game, **chosen)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=self.deal.widest,
            num_players=players,
            min_utility=-1 / players,
            max_utility=1 - 1 / players,
            utility_sum=0.0,
            max_game_length=self.deal.longest,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> State:
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        return len(self.deal.steps)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.deal, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Observer:
    """What a player sees now or remembers, public or private or both, as a string and, where there is one, a tensor."""

    def __init__(self, deal: Dealing, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"no parameters of observers are known: {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no observer sees the secrets of all players")
        self.deal = deal
        self.public = kind.public_info
        self.own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.recall = kind.perfect_recall
        shapes = self.shapes()
        flat: Any = np.zeros(sum(prod(shape) for shape in shapes.values()), np.float32)
        self.tensor = flat if shapes else None
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = flat[at : at + prod(shape)].reshape(shape)
            at += prod(shape)

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The pieces of the tensor; none where there is no tensor."""
        if not self.public:
            return {}
        if not self.recall:
            return {"observation": (self.deal.game.observation_size,)}
        return self.deal.memory_shapes()

    def set_from(self, state: State, player: int) -> None:
        if self.tensor is None:
            return
        self.tensor.fill(0)
        playthrough = state.playthrough
        if playthrough.g is None:
            return
        seat = player + 1 if self.own else 0
        if not self.recall:
            self.tensor[:] = playthrough.game.observe(playthrough.g, seat)
        elif ("tensor", seat) in playthrough.known:
            self.tensor[:] = playthrough.known["tensor", seat]
        else:
            self.deal.write_memory(self.dict, playthrough.memory(seat), seat)
            playthrough.known["tensor", seat] = self.tensor.copy()

    def string_from(self, state: State, player: int) -> str:
        playthrough = state.playthrough
        seat = player + 1
        if playthrough.g is None or self.recall:
            if not self.public:
                return playthrough.private(seat) if self.own else ""
            return playthrough.information(seat if self.own else 0)
        if not self.public:
            return self.secret(playthrough, seat) if self.own else ""
        return json.dumps(playthrough.game.view(playthrough.g, seat if self.own else 0))

    def secret(self, playthrough: Playthrough, seat: int) -> str:
        """What a seat sees and a spectator does not."""
        found = difference(playthrough.game.view(playthrough.g, seat), playthrough.game.view(playthrough.g, 0))
        del found["for"]
        return json.dumps(found) if found else ""


def difference(own: Any, public: Any) -> Any:
    """The parts of one nested value that another of the same make does not have.

    >>> difference({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 0]})
    {'b': {'2': 2}}
    """
    if isinstance(own, list) and isinstance(public, list) and len(own) == len(public):
        own, public = ({str(n): part for n, part in enumerate(parts, 1)} for parts in (own, public))
    if isinstance(own, dict) and isinstance(public, dict):
        return {key: difference(own[key], public[key]) for key in own if own[key] != public[key]}
    return own


def type_of(name: str) -> Any:
    """What OpenSpiel is told of a game."""
    game = game_named(name)
    parameters: dict[str, Any] = {"players": game.seats[0], "edition": game.editions[0], "first": 0}
    dealing = family_of(game).dealing
    has_memory = bool(dealing(game, **parameters).memory_shapes())
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=f"Intrigue: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=has_memory,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters | dealing.choices(game),
    )


TYPES = {name: type_of(name) for name in (*GAMES, *YARDSTICKS)}
for name, kind in TYPES.items():
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, type(kind.short_name, (Game,), {"name": name}))
