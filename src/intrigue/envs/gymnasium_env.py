"""One seat of a game as a Gymnasium environment; bots sit on the others and play whole moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete, Space

from intrigue.bots import make
from intrigue.bots.bot import Bot
from intrigue.bots.sight import Sight, decision_seed
from intrigue.bots.spec import specs
from intrigue.engine.errors import IntrigueError
from intrigue.engine.match import Match, check_table
from intrigue.engine.numbers import ACTIONS
from intrigue.envs.drawing import check_mode, draw
from intrigue.envs.table import LOWEST, Episodes, Observation, metadata, observation_of, reward, seen_space
from intrigue.envs.walk import Walk
from intrigue.games import game as game_of

Info = dict[str, Any]


class Single(gymnasium.Env[Observation, int]):
    """The learner chooses action by action; `step` comes back when it is asked again or the game is over.

    >>> env = Single("oriflamme", players=3, seat=2, bots="random")
    >>> observation, info = env.reset(seed=5)
    >>> over = False
    >>> while not over:
    ...     observation, reward, over, _, info = env.step(int(observation["action_mask"].argmax()))
    >>> reward + 1 / 3 in (0, 1 / 3, 1 / 2, 1), info
    (True, {'illegal': False})
    """

    def __init__(
        self,
        game: str,
        players: int,
        seat: int = 1,
        bots: str | Sequence[str] = "random",
        edition: str | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = game_of(game)
        self.players = players
        self.edition = check_table(self.game, players, edition, ())
        self.seat = seat
        self.options = options
        self.bots = {other: make(spec) for other, spec in line_up(players, seat, bots).items()}
        self.sitting: dict[int, Bot] = {}
        self.walk: Walk | None = None
        self.over = True
        self.episodes = Episodes()
        self.game_seed = 0
        """The seed of this episode: `intrigue.new` deals the same game from it. It tells every secret."""
        self.render_mode = check_mode(render_mode)
        self.metadata = metadata(self.game)
        self.observation_space = seen_space(self.game)
        self.action_space: Space[Any] = Discrete(ACTIONS)
        chosen = {"game": game, "players": players, "seat": seat, "bots": bots, "edition": edition, **options}
        self.spec = EnvSpec(f"intrigue/{game}-v{self.game.version}", "intrigue.envs:single", kwargs=chosen)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Deals a game and lets the bots play up to the learner's first choice.

        Without a seed it is the next game of the sequence that the last seed began.
        """
        super().reset(seed=seed)
        self.leave()
        self.game_seed = self.episodes.next(seed)
        self.walk = Walk(Match.new(self.game, self.players, self.edition, self.game_seed, **self.options))
        self.sitting = {seat: bot.sit(self.game, self.players, seat) for seat, bot in self.bots.items()}
        self.over = False
        self.answer(self.walk)
        return self.observe(self.walk), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """One action of the learner. An illegal one ends the episode with the lowest reward."""
        if self.over or self.walk is None:
            raise ResetNeeded
        illegal = not self.walk.act(int(action))
        if not illegal:
            self.answer(self.walk)
        self.over = illegal or self.walk.match.over
        earned = LOWEST if illegal else self.reward_of(self.walk.match)
        if self.over:
            self.leave()
        return self.observe(self.walk), earned, self.over, False, {"illegal": illegal} if self.over else {}

    def answer(self, walk: Walk) -> None:
        """The bots play until the learner is asked or the game is over."""
        match = walk.match
        while match.to_act is not None and match.to_act != self.seat:
            seed = decision_seed(self.game_seed, len(match.played), match.to_act)
            walk.play(self.sitting[match.to_act].choose(Sight(match), seed))

    def reward_of(self, match: Match) -> float:
        """What the learner gets: nothing before the end."""
        if match.winners is None:
            return 0.0
        return reward(sum(1 << winner - 1 for winner in match.winners), self.seat - 1, self.players)

    def observe(self, walk: Walk) -> Observation:
        return observation_of(self.game, walk.state, self.seat - 1)

    def information_state(self) -> str:
        """All that the learner was ever shown, as text: its first view, moves, events, its half-made move."""
        if self.walk is None:
            raise ResetNeeded
        return self.walk.information_state(self.seat)

    def render(self) -> str | None:
        """The table as the learner sees it."""
        if self.walk is None:
            raise ResetNeeded
        return draw(self.render_mode, self.game, self.walk.state, self.seat)

    def leave(self) -> None:
        """The bots get up."""
        for bot in self.sitting.values():
            bot.leave()
        self.sitting = {}

    def close(self) -> None:
        """Ends what bots may have started."""
        self.leave()


def line_up(players: int, seat: int, bots: str | Sequence[str]) -> dict[int, str]:
    """Which bot sits where: one for all other seats, or one for each, in order of seats.

    >>> line_up(3, 2, "greedy"), line_up(3, 2, "greedy,random")
    ({1: 'greedy', 3: 'greedy'}, {1: 'greedy', 3: 'random'})
    """
    if seat not in range(1, players + 1):
        raise IntrigueError("error.seat", seat=seat, count=players)
    others = [other for other in range(1, players + 1) if other != seat]
    named = specs(bots) if isinstance(bots, str) else list(bots)
    named = named * len(others) if len(named) == 1 else named
    if len(named) != len(others):
        raise IntrigueError("error.bots_at_table", count=len(others), given=len(named))
    return dict(zip(others, named, strict=True))
