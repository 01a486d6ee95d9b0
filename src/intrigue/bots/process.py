"""A process of its own that thinks for bots: it is asked in JSON, one question a line, and answers likewise.

`python -m intrigue.bots.process` is started by whoever talks to people and must never stand still. A question holds a
world that the bot's seat cannot tell from the true one, never the true one. The process ends with its input, whatever
it is doing: an answer that nobody waits for is not worth the heat.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from copy import copy
from typing import Any

from intrigue.bots import loops, make, registry
from intrigue.bots.builtin import Thinker
from intrigue.bots.decision_memory import Thought
from intrigue.bots.sight import Sight
from intrigue.engine import targets
from intrigue.engine.game import Game
from intrigue.engine.match import Match
from intrigue.games import game

# For those who ask; `client.Client` talks to it


def command() -> list[str]:
    """How the process is started."""
    return [sys.executable, "-P", "-m", "intrigue.bots.process"]


def environment() -> dict[str, str]:
    """The environment it is started in: it imports from where we do."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def question(game: Game[Any], spec: str, world: Any, seed: int, fast: bool | None = None) -> dict[str, Any]:
    """A question for a bot's move; `fast` says whether compiled, if that is not left to the process."""
    box, told = game.box.to_bytes().hex(), world.to_bytes().hex()
    return {"game": game.name, "box": box, "bot": spec, "world": told, "seed": seed, "fast": fast}


# The process itself


def main() -> None:
    """Answers every message of standard input: a question, or an order to be nice or to be ready for a game."""
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(lines,), daemon=True).start()
    while True:
        told = json.loads(lines.get())
        if "nice" in told:
            os.nice(told["nice"])
        elif "compile" in told:
            asked = game(told["compile"])
            tell({"kept": is_compiled(asked) or compile_rules(asked)})
        elif "load" in told:
            tell({"loaded": load_rules(game(told["load"]))})
        else:
            tell({"actions": answer(told)})


def listen(lines: queue.SimpleQueue[bytes]) -> None:
    """Takes the lines as they come, and ends the process with the last."""
    for told in sys.stdin.buffer:
        lines.put(told)
    os._exit(0)


def answer(question: dict[str, Any]) -> tuple[int, ...]:
    """The actions of the bot's move."""
    asked = game_with(question["game"], bytes.fromhex(question["box"]))
    fast = question.get("fast")
    if fast is not False and targets.available():
        registry.compiler(asked).progress = lambda done, total: tell({"compiled": [done, total]})
    bot = make(question["bot"])
    assert isinstance(bot, Thinker)
    world = asked.state.from_bytes(bytes.fromhex(question["world"]))
    return bot.decide(Thought(asked, bot.plan_of(asked), world, fast), question["seed"])


def game_with(name: str, box: bytes) -> Game[Any]:
    """The game with what is printed in the box of whoever asks: it may be a deck file's."""
    found = copy(game(name))
    found.box = type(found.box).from_bytes(box)
    return found


def is_compiled(game: Game[Any]) -> bool:
    """Whether compiled decisions of a game lie in the cache."""
    note = registry.compiler(game).note(loops.decide_one) if targets.available() else None
    return note is not None and note.exists()


def compile_rules(game: Game[Any]) -> bool:
    """Compiles the decisions of a game, unless they are in the cache; whether they are there now."""
    if targets.available():
        make("search:sims=1").choose(Sight(Match.new(game, game.seats[0])), 0)
    return is_compiled(game)


def load_rules(game: Game[Any]) -> bool:
    """Loads what another process compiled; without it nothing happens, for compiling would take half a minute."""
    return is_compiled(game) and compile_rules(game)


def tell(what: dict[str, Any]) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    main()
