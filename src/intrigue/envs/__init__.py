"""The games as environments for research: PettingZoo and Gymnasium. Each needs its package, which extras bring.

>>> import intrigue.envs
>>> env = intrigue.envs.aec("oriflamme", players=4, target="interpreted")
>>> env.reset(seed=1)
>>> env.agents, env.agent_selection
(['player_1', 'player_2', 'player_3', 'player_4'], 'player_4')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from intrigue.engine.extras import need

if TYPE_CHECKING:
    from gymnasium.vector import VectorEnv

    from intrigue.envs.aec_env import Aec
    from intrigue.envs.gymnasium_env import Single

__all__ = ["aec", "single", "vector"]


def aec(
    game: str,
    players: int,
    edition: str | None = None,
    target: str = "compiled",
    render_mode: str | None = None,
    **options: Any,
) -> Aec:
    """A PettingZoo environment for all seats: agents `player_1`, `player_2` and so on choose one after the other."""
    need("pettingzoo", "envs")
    from intrigue.envs.aec_env import Aec

    return Aec(game, players, edition, target, render_mode, **options)


def single(
    game: str,
    players: int,
    seat: int = 1,
    bots: str | Sequence[str] = "random",
    edition: str | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> Single:
    """A Gymnasium environment for one seat, counted from 1, against bots.

    `bots` are written as everywhere: one for all other seats, or one for each of them, in order of seats.
    """
    need("gymnasium", "envs")
    from intrigue.envs.gymnasium_env import Single

    return Single(game, players, seat, bots, edition, render_mode, **options)


def vector(
    game: str,
    n: int,
    players: int,
    seat: int = 1,
    bots: str | Sequence[str] = "random",
    edition: str | None = None,
    **options: Any,
) -> VectorEnv[Any, Any, Any]:
    """n environments of the kind `single` side by side, on the compiled rules where the bots can run there.

    They are the same episodes, step by step, as those of n single ones whose first seeds are seed, seed + 1 and so on.
    A game that ends is dealt anew in the same step (`AutoresetMode.SAME_STEP`).
    """
    need("gymnasium", "envs")
    from intrigue.envs.vector_env import vector_of

    return vector_of(game, n, players, seat, bots, edition, **options)
