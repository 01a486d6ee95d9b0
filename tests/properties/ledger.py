"""A bookkeeper of Richelieu who only hears the events: what they add up to is all that a view holds of the court."""

from __future__ import annotations

from typing import Any

import intrigue
from intrigue.games.richelieu.game import RICHELIEU

ALL = -1
"""Nobody's seat: hears everything."""

BOX = RICHELIEU.box
CARDS = [*(f"R{n}" for n in range(1, 14)), "E1", "E2", "E3", "E4", "F1", "F2", "F3", "H1", "H2", "H3", "P1", "P2", "P3"]
OWN_AGENTS = [-2, -2, 1, 1, 1, 2, 2, 2, 3, 3]
NEUTRAL_AGENTS = [-2, 1, 1, 1, 2, 2, 2]
FIGURE = 3
SECOND_AGENT = 2

Space = tuple[int, str, int]


def place_of(space: str) -> Space:
    """The zone, side and place that a space's name tells, zone and place counted from 0."""
    zone, side, place = space.split(".")
    return int(zone) - 1, side, int(place) - 1


class Ledger:
    """The court as a seat knows it from the events alone."""

    def __init__(self, players: int, seat: int) -> None:
        self.seat = seat
        self.turn: int | None = None
        self.actions = 0
        self.sent = 0
        self.cardinal = 7
        self.figures: dict[str, Space | None] = {"grey": None, "queen": None}
        self.zones: list[dict[str, Any]] = [
            {"richelieu": None, "opposing": None, "r": [None] * 5, "o": [None] * 5} for _ in range(3)
        ]
        self.drawn: list[list[str]] = []
        self.gone: list[str] = []
        self.city_jewels = 2
        self.players = [
            {"prestige": 0, "income": 1, "military": 0, "ecu": 7, "jewels": 2, "cards": []} for _ in range(players)
        ]
        self.sets = {(n, False): self.new_set(n, OWN_AGENTS) for n in range(1, players + 1)}
        if players == 2:
            self.sets |= {(n, True): self.new_set(n, NEUTRAL_AGENTS) for n in (1, 2)}
        self.resolving: int | None = None
        self.leaving = False
        self.resolutions = 0

    @classmethod
    def at(cls, position: dict[str, Any]) -> Ledger:
        """For one who hears everything from a set-up on in which all agents are in their hands."""
        ledger = cls(len(position["players"]), ALL)
        ledger.cardinal, ledger.city_jewels = position["cardinal"], position["jewels"]
        for ours, player in zip(ledger.players, position["players"], strict=True):
            assert player["hand"] == OWN_AGENTS
            ours |= {key: player[key] for key in ours}
        for ours, zone in zip(ledger.zones, position["zones"], strict=True):
            ours |= {key: zone[key] for key in ("richelieu", "opposing")}
        ledger.drawn = [["", ""]] * (13 - position["deck"][0])
        ledger.resolutions = len(ledger.drawn) - 3
        return ledger

    def new_set(self, holder: int, agents: list[int]) -> dict[str, Any]:
        known = self.seat in (ALL, holder)
        return {"hand": list(agents) if known else len(agents), "city": []}

    # What may be compared with a position or a view

    def court(self) -> dict[str, Any]:
        """What a view holds, less the question asked."""
        places = {
            figure: None if space is None else f"{space[0] + 1}.{space[1]}.{space[2] + 1}"
            for figure, space in self.figures.items()
        }
        return {
            "turn": self.turn,
            "actions_left": self.actions,
            "cardinal": self.cardinal,
            **places,
            "zones": self.zones,
            "deck": [13 - len(self.drawn)] * 2,
            "jewels": self.city_jewels,
            "players": [
                self.players[n - 1] | {"cards": sorted(self.players[n - 1]["cards"])} | self.pile((n, False))
                for n in range(1, len(self.players) + 1)
            ],
            "neutral": [self.pile((n, True)) for n in (1, 2)] if len(self.players) == 2 else [],
        }

    def pile(self, which: tuple[int, bool]) -> dict[str, Any]:
        hand = self.sets[which]["hand"]
        return {"hand": hand if isinstance(hand, int) else sorted(hand), "city": sorted(self.sets[which]["city"])}

    # Hearing

    def hear(self, events: list[intrigue.Event]) -> None:
        """Books what was told since the last decision."""
        for name, values in events:
            if self.leaving and name not in ("cardinal_followed", "figure_returned"):
                self.clear()
            getattr(self, name)(**values)
        if self.leaving:
            self.clear()

    def clear(self) -> None:
        """A zone is cleared after the cardinal has moved; what becomes of its agents needs no words."""
        zone = self.zones[self.resolving or 0]
        for side in "ro":
            for agent in filter(None, zone[side]):
                assert agent["up"] and agent["value"] is not None
                holder = (agent.get("set", agent["player"]), "set" in agent)
                self.sets[holder]["city"].append(agent["value"])
            zone[side] = [None] * 5
        assert not any(space and space[0] == self.resolving for space in self.figures.values())
        zone["richelieu"] = zone["opposing"] = None
        self.resolving, self.leaving = None, False
        self.resolutions += 1

    def turn_begun(self, player: int, actions: int) -> None:
        self.turn, self.actions, self.sent = player, actions, 0
        assert actions == 1 + (self.players[player - 1]["prestige"] < self.cardinal)

    def turn_ended(self, player: int) -> None:
        assert (player, self.actions) == (self.turn, 1)
        self.actions = 0

    def act(self, player: int) -> dict[str, Any]:
        assert player == self.turn and self.actions > 0 and self.resolving is None
        self.actions -= 1
        return self.players[player - 1]

    def income_taken(self, player: int, amount: int) -> None:
        one = self.act(player)
        assert amount == one["income"]
        one["ecu"] += amount

    def office_bought(self, player: int, amount: int, military: int) -> None:
        one = self.act(player)
        assert one["prestige"] < self.cardinal
        assert military == one["military"] + 1 and amount == BOX.military_cost[military]
        one["ecu"] -= amount

    def jewel_bought(self, player: int, amount: int) -> None:
        one = self.act(player)
        assert amount == 8
        one["ecu"] -= amount
        one["jewels"] += 1
        self.city_jewels -= 1

    def jewel_sold(self, player: int, amount: int) -> None:
        one = self.act(player)
        assert amount == 5
        one["ecu"] += amount
        one["jewels"] -= 1
        self.city_jewels += 1

    def agent_placed(self, agent: dict[str, Any], space: str, amount: int) -> None:
        zone, side, place = place_of(space)
        cost = self.cost(zone, side, place)
        assert self.zones[zone][side][place] is None and zone != self.resolving
        assert (zone, side, place) not in self.figures.values()
        assert agent["up"] == (cost == 0)
        if self.resolving is None and not agent["neutral"]:
            assert amount == cost + (SECOND_AGENT if self.sent else 0)
            self.act(agent["player"])["ecu"] -= amount
            self.sent += 1
        else:
            assert amount == 0 and (not agent["neutral"] or (agent["player"], self.actions) == (self.turn, 0))
        holder = self.sets[agent["player"], agent["neutral"]]
        if isinstance(holder["hand"], int):
            assert agent["up"] or agent["value"] is None
            holder["hand"] -= 1
        else:
            holder["hand"].remove(agent["value"])
        self.zones[zone][side][place] = agent_view(agent)

    def agents_returned(self, set: dict[str, Any], amount: int) -> None:
        holder = self.sets[set["player"], set["neutral"]]
        assert not holder["hand"] and amount == len(holder["city"])
        holder["hand"], holder["city"] = amount if isinstance(holder["hand"], int) else holder["city"], []

    def cost(self, zone: int, side: str, place: int) -> int:
        card = self.zones[zone]["richelieu" if side == "r" else "opposing"]
        return BOX.cost[CARDS.index(card) * 5 + place]

    def agent_revealed(self, agent: dict[str, Any], space: str) -> None:
        zone, side, place = place_of(space)
        lying = self.zones[zone][side][place]
        assert not lying["up"] and lying["value"] in (None, agent["value"])
        assert lying == agent_view(agent | {"up": False, "value": lying["value"]})
        lying |= {"up": True, "value": agent["value"]}

    def agent_moved(self, agent: dict[str, Any], space: str, to: str, by: int) -> None:
        assert agent["neutral"] or agent["player"] != by
        zone, side, place = place_of(space)
        lying = self.zones[zone][side][place]
        assert lying == agent_view(agent) and self.resolving is not None and zone != self.resolving
        self.zones[zone][side][place] = None
        zone, side, place = place_of(to)
        assert self.zones[zone][side][place] is None and zone != self.resolving
        self.zones[zone][side][place] = lying

    def figure_placed(self, figure: str, space: str, player: int) -> None:
        zone, side, place = place_of(space)
        assert zone != self.resolving and self.zones[zone][side][place] is None
        assert side == ("o" if figure == "grey" else "r")
        self.figures[figure] = (zone, side, place)

    def figure_returned(self, figure: str) -> None:
        place = self.figures[figure]
        assert place and place[0] == self.resolving
        self.figures[figure] = None

    def zone_resolved(self, zone: int, strength_for: int, strength_against: int) -> None:
        self.resolving = zone - 1
        assert [self.strength("r"), self.strength("o")] == [strength_for, strength_against]

    def strength(self, side: str) -> int:
        agents = [agent["value"] for agent in self.zones[self.resolving or 0][side] if agent]
        return sum(agents) + FIGURE * sum(
            bool(space and space[:2] == (self.resolving, side)) for space in self.figures.values()
        )

    def side_won(self, zone: int, card: str) -> None:
        won = "opposing" if self.strength("o") > self.strength("r") else "richelieu"
        assert zone - 1 == self.resolving and card == self.zones[zone - 1][won]
        self.won = card
        self.gone += [self.zones[zone - 1][side] for side in ("richelieu", "opposing") if side != won]

    def player_ranked(self, owner: int, rank: int, amount: int) -> None:
        side = "r" if self.won[0] == "R" else "o"
        agents = [agent for agent in self.zones[self.resolving or 0][side] if agent and agent["player"] == owner]
        assert amount == sum(agent["value"] for agent in agents) > 0

    def prestige_gained(self, player: int, amount: int, card: str | None) -> None:
        assert amount > 0 and (card is None or card == self.won)
        self.players[player - 1]["prestige"] += amount

    def ecu_gained(self, player: int, amount: int, card: str) -> None:
        assert amount > 0 and card == self.won
        self.players[player - 1]["ecu"] += amount

    def income_raised(self, player: int, amount: int, card: str | None) -> None:
        assert card is None or card == self.won
        self.players[player - 1]["income"] += amount
        assert amount >= 0 and self.players[player - 1]["income"] <= BOX.income_end

    def military_raised(self, player: int, amount: int, card: str | None) -> None:
        assert card is None or card == self.won
        self.players[player - 1]["military"] += amount
        assert amount >= 0 and self.players[player - 1]["military"] <= BOX.military_end

    def card_won(self, player: int, card: str) -> None:
        assert card == self.won
        self.players[player - 1]["cards"].append(card)

    def card_left(self, card: str) -> None:
        assert card == self.won
        self.gone.append(card)

    def prize_declined(self, player: int, icon: str) -> None:
        assert icon in ("AG", "CO", "GE", "QU") and self.resolving is not None

    def prize_lost(self, player: int, icon: str) -> None:
        assert icon in ("AG", "CO", "GE", "QU") and self.resolving is not None

    def cardinal_moved(self, step: int, cardinal: int, card: str) -> None:
        assert card == self.won and cardinal == max(0, self.cardinal + step) and step == BOX.step[CARDS.index(self.won)]
        self.cardinal, self.leaving = cardinal, True

    def cardinal_followed(self, player: int, cardinal: int) -> None:
        assert self.won[0] == "R" and self.cardinal < cardinal == self.players[player - 1]["prestige"]
        self.cardinal = cardinal

    def cards_drawn(self, zone: int, card: str, opposing: str) -> None:
        assert self.zones[zone - 1]["richelieu"] is None
        self.zones[zone - 1] |= {"richelieu": card, "opposing": opposing}
        self.drawn.append([card, opposing])

    def stall_ended(self) -> None:
        assert self.actions == 0 and self.resolving is None

    def game_ended(self) -> None:
        assert self.resolutions == 13
        self.turn, self.actions = None, 0


def agent_view(agent: dict[str, Any]) -> dict[str, Any]:
    """An agent of an event as a view writes it."""
    if agent["neutral"]:
        return {"player": 0, "value": agent["value"], "up": agent["up"], "set": agent["player"]}
    return {"player": agent["player"], "value": agent["value"], "up": agent["up"]}
