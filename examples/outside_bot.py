#!/usr/bin/env python3
"""A program that plays on a site: `outside_bot.py ADDRESS TOKEN`, both as the lobby shows them (docs/bots.md).

It needs `pip install websockets`. Until its game is over it connects again whenever the line is cut.
"""

import json
import sys
import time

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect


def choose(asked):
    """The move to play: here is the place for your own thoughts."""
    moves = [move for move in asked["legal"] if move != "wait"]
    return moves[len(asked["moves"]) % len(moves)]


def play(address, token):
    """Plays until the site closes the line, and returns the code it gave: 1000 after the end of the game."""
    try:
        with connect(address, max_size=None) as line:
            line.send(json.dumps({"token": token}))
            for message in line:
                asked = json.loads(message)
                if "error" in asked:
                    sys.exit(asked["error"])
                if "legal" in asked:  # the first message only says what is played, and where we sit
                    line.send(json.dumps({"move": choose(asked)}))
            return 1000
    except ConnectionClosed as closed:
        return closed.code
    except InvalidStatus as refused:
        status = refused.response.status_code
        if status < 500 and status != 429:  # a proxy whose site starts anew says 502
            sys.exit(f"The site refuses this line ({status}). Is the table still there, and may programs play?")
        return 1006
    except (InvalidHandshake, OSError):
        return 1006


if __name__ == "__main__":
    while play(*sys.argv[1:]) != 1000:
        time.sleep(2)
