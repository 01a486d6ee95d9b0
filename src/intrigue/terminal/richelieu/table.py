"""The court as lines of text, drawn from a view, and the questions at it: pure functions, nothing is printed here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import CARDS, FACTION_OF, FACTIONS, ICONS, WIDTH
from intrigue.games.richelieu.words import PRIZES, SIGN, TOLD_OFFICE
from intrigue.locale import Words
from intrigue.terminal import contract
from intrigue.terminal.contract import Menu, Option, View, align, in_order, number_of
from intrigue.terminal.style import BOLD, DIM, SPACE, cut, pad, width

CELL = 4
"""Columns of a space: emblem, face down, a value of two signs."""
INSIDE = WIDTH * (CELL + 1) - 1
TRACKS = ("prestige", "income", "military", "ecu", "jewels")
WITH_A_VALUE = ("agent", "neutral", "free")
FIGURES = ("grey", "queen")
LAST = ("decline", "end")
ACTIONS = {"income": "action income", "office": "action office", "buy": "action jewel", "sell": "action jewel"}
ACTIONS |= {"agent": "action agent"}
"""Moves that are about an action, by what their texts are found under."""


class MoreSigns(NamedTuple):
    """What Richelieu adds to the signs of every table."""

    neutral: str
    down: str
    free: str
    reconstruction: str


FINE, PLAIN = MoreSigns("◇", "░", "·", SIGN), MoreSigns("n", "#", ".", "~")


def short_icon(words: Words, icon: int, amount: int) -> str:
    name = words(f"table.icon.{PRIZES[ICONS[icon]]}")
    return f"{amount}{name}" if icon < ICONS.index("AG") else name


def short_card(words: Words, box: Box, card: str) -> str:
    """The prizes of a card in short: first, second, and the cardinal's step."""
    number = CARDS.index(card)
    prizes = []
    for prize in range(2):
        at = range(number * 4 + prize * 2, number * 4 + prize * 2 + 2)
        prizes.append(" ".join(short_icon(words, box.icon[n], box.amount[n]) for n in at if box.icon[n]) or "-")
    return f"{prizes[0]} | {prizes[1]} | {box.step[number]:+}"


class Artist(contract.Artist):
    """Draws zones, tracks and what lies before and behind the screens."""

    @property
    def box(self) -> Box:
        printed = self.game.box
        assert isinstance(printed, Box)
        return printed

    @property
    def signs(self) -> MoreSigns:
        return FINE if self.ink.fine else PLAIN

    @property
    def sign(self) -> str:
        """What stands beside our reconstruction, if that is played with."""
        return self.signs.reconstruction if self.game.is_reconstruction else ""

    def table(self, view: View) -> list[str]:
        """Players and tracks, the three zones, the city, and the own agents."""
        return [*self.title(view), *self.players(view), *self.zones(view), *self.city(view), *self.own(view)]

    def ending(self, view: View) -> list[str]:
        return self.pile("cards", view)

    def pile(self, name: str, view: View) -> list[str]:
        """The intrigue cards that everybody has won."""
        lines: list[str] = []
        for number, said in enumerate(view["players"], start=1):
            key = "table.cards_of" if said["cards"] else "table.cards_of.none"
            lines += self.text(self.words(key, player=self.speaker.name(number), cards=", ".join(said["cards"])))
        return lines

    def title(self, view: View) -> list[str]:
        words, game = self.words, self.words("game.richelieu")
        who = self.speaker.name(view["to_act"]) if view["to_act"] else ""
        text = words(f"table.richelieu.{view['phase']}", game=game, player=who, n=view["actions_left"])
        return [self.ink.paint(line, BOLD) for line in self.text(text)]

    # Players

    def players(self, view: View) -> list[str]:
        """A line for each player and one for the cardinal: tracks, screen, agents in hand, cards won."""
        for kind in ("head", "short"):
            columns = [self.words(f"table.{kind}.{name}") for name in (*TRACKS, "hand", "cards")]
            room = self.columns - sum(max(2, width(column)) + 2 for column in columns)
            rows = [["", *columns], [f"  {self.words('table.cardinal')}", str(view["cardinal"]), *[""] * 6]]
            rows += [self.player(view, number) for number in range(1, len(view["players"]) + 1)]
            if max(width(row[0]) for row in rows) <= room:
                break
        rows = [[cut(row[0], max(room, 8), self.ink.signs.more), *row[1:]] for row in rows]
        return [cut(line, self.columns, self.ink.signs.more) for line in align(rows, right=True)]

    def player(self, view: View, number: int) -> list[str]:
        said, name = view["players"][number - 1], self.speaker.name(number)
        turn = self.ink.signs.pointer if number == view["to_act"] else " "
        label = self.words("table.you", player=name) if number == view.get("for") else name
        values = [*(said[track] for track in TRACKS), number_of(said["hand"]), len(said["cards"])]
        return [f"{turn}{SPACE}{label}", *map(str, values)]

    # Zones

    def zones(self, view: View) -> list[str]:
        """Three boxes, as many side by side as fit; nothing when the last intrigue is resolved."""
        if not any(said["richelieu"] for said in view["zones"]):
            return []
        boxes = [self.zone(view, number) for number in (1, 2, 3)]
        each = max(1, self.columns // (INSIDE + 2))
        lines: list[str] = []
        for start in range(0, len(boxes), each):
            lines += ["".join(parts) for parts in zip(*boxes[start : start + each], strict=True)]
        return lines

    def zone(self, view: View, number: int) -> list[str]:
        """A zone: above the cardinal's card, below the opposing one, their spaces between them."""
        said, signs = view["zones"][number - 1], self.ink.signs
        across, side = signs.across, signs.up
        top_left, top_right, bottom_left, bottom_right = list(signs.corners)
        names = [self.words("table.zone", zone=number)]
        names += [self.faction(said["opposing"])] if said["opposing"] else []
        edges = [cut(f"{across} {name} ", INSIDE, signs.more) for name in names] + [""]
        upper, lower = (edge + across * (INSIDE - width(edge)) for edge in edges[:2])
        if said["richelieu"] is None:
            inner = ["", "", "", self.words("table.no_cards"), "", "", ""]
            lines = [f"{side}{pad(cut(line, INSIDE, signs.more), INSIDE)}{side}" for line in inner]
        else:
            for_him, against = said["richelieu"], said["opposing"]
            lines = [
                self.line(f"{for_him}{self.sign} {short_card(self.words, self.box, for_him)}"),
                self.costs(for_him),
                self.agents(view, number, "r"),
                f"{side}{across * INSIDE}{side}",
                self.agents(view, number, "o"),
                self.costs(against),
                self.line(f"{against}{self.sign} {short_card(self.words, self.box, against)}"),
            ]
        return [f"{top_left}{upper}{top_right}", *lines, f"{bottom_left}{lower}{bottom_right}"]

    def line(self, text: str) -> str:
        side = self.ink.signs.up
        return f"{side}{pad(cut(text, INSIDE, self.ink.signs.more), INSIDE)}{side}"

    def costs(self, card: str) -> str:
        side = self.ink.signs.up
        first = CARDS.index(card) * WIDTH
        cells = " ".join(pad(str(cost), CELL) for cost in self.box.cost[first : first + WIDTH])
        return f"{side}{self.ink.paint(cells, DIM)}{side}"

    def agents(self, view: View, zone: int, on: str) -> str:
        side = self.ink.signs.up
        cells = []
        for at, agent in enumerate(view["zones"][zone - 1][on], start=1):
            text = pad(self.space(view, f"{zone}.{on}.{at}"), CELL)
            cells.append(self.ink.family(agent["player"], text) if agent and agent["player"] else text)
        return f"{side}{' '.join(cells)}{side}"

    def space(self, view: View, space: str) -> str:
        """Who stands on a space: a figure, nobody, or an agent with its value, if that is known."""
        for figure in FIGURES:
            if view[figure] == space:
                return self.words(f"table.icon.{figure}")
        zone, side, at = space.split(".")
        agent: dict[str, Any] | None = view["zones"][int(zone) - 1][side][int(at) - 1]
        if agent is None:
            return self.signs.free
        emblem = self.ink.emblem(agent["player"]).strip("[]") if agent["player"] else self.signs.neutral
        value = "" if agent["value"] is None else str(agent["value"])
        return f"{emblem}{'' if agent['up'] else self.signs.down}{value}"

    def faction(self, card: str) -> str:
        return self.words(f"faction.{FACTIONS[FACTION_OF[card[0]]]}.name")

    # Beside the zones

    def city(self, view: View) -> list[str]:
        """Decks, jewels, and the agents that have come back."""
        lines = self.text(self.words("table.decks", deck=view["deck"][0], jewels=view["jewels"]))
        back = [(self.speaker.name(number), said["city"]) for number, said in enumerate(view["players"], start=1)] + [
            (self.signs.neutral, sorted(value for said in view["neutral"] for value in said["city"]))
        ]
        told = [f"{name} {' '.join(map(str, values))}".replace(" ", SPACE) for name, values in back if values]
        return [*lines, *(self.text(self.words("table.city", agents=", ".join(told))) if told else [])]

    def own(self, view: View) -> list[str]:
        """The agents in hand of the seat that looks, and its neutral ones."""
        seat = view.get("for", 0)
        if not seat or view["phase"] == "over":
            return []
        lines: list[str] = []
        for key, piles in (("table.your_agents", view["players"]), ("table.your_neutral", view["neutral"])):
            if piles:
                values = SPACE.join(map(str, piles[seat - 1]["hand"])) or "-"
                lines += self.text(self.words(key, values=values))
        return lines

    def legend(self) -> list[tuple[str, str]]:
        words, signs = self.words, self.signs
        emblem = self.ink.emblem(1).strip("[]")
        shown = [(self.ink.signs.pointer, "turn"), (f"{emblem}3", "up"), (f"{emblem}{signs.down}3", "down")]
        shown += [(f"{emblem}{signs.down}", "hidden"), (signs.neutral, "neutral"), (signs.free, "free")]
        lines = [(sign, words(f"legend.{key}")) for sign, key in shown]
        lines.append((short_card(words, self.box, CARDS[0]), words("legend.prizes")))
        lines += [(self.sign, words("legend.reconstruction"))] if self.sign else []
        lines += [(words(f"table.short.{head}"), words(f"table.head.{head}")) for head in ("jewels", "hand", "cards")]
        return lines + [(words(f"table.icon.{kind}"), words(f"prize.{kind}.name")) for kind in PRIZES.values()]

    # Questions

    def path(self, move: str) -> tuple[str, ...]:
        """First what, then on which card, then on which of its spaces.

        >>> Artist.path(None, "agent 3 1.r.2"), Artist.path(None, "grey 2.o.1")
        (('agent 3', 'agent 3 1.r', 'agent 3 1.r.2'), ('grey 2.o', 'grey 2.o.1'))
        """
        verb, *rest = move.split(" ")
        if not rest:
            return (move,)
        card = move.rpartition(".")[0]
        if verb in FIGURES:
            return (card, move)
        return (f"{verb} {rest[0]}", card, move)

    def order(self, move: str) -> Any:
        """The cardinal's card before the opposing one, as they lie; what is left undone comes last."""
        return move in LAST, in_order(move.replace(".r", ".a"))

    def menu(self, moves: Sequence[str], view: View, acting: str | None) -> Menu:
        step, groups = self.groups(moves)
        options = [self.option(part, group, view) for part, group in groups.items()]
        if step == 0:
            return Menu(self.speaker.question(view, acting), options, side_by_side=True)
        if step < len(self.path(moves[0])) - 1:
            key = "play.ask.side"
        else:
            key = "play.ask.paid_space" if moves[0].startswith("agent") else "play.ask.space"
        return Menu(self.words(key), options, side_by_side=True)

    def option(self, part: str, moves: list[str], view: View) -> Option:
        """A part of a path, as an answer."""
        verb, *words = part.split(" ")
        if not words:
            office = verb == "office" and view["players"][view["to_act"] - 1]["military"] + 1 != TOLD_OFFICE
            return Option(f"{self.speaker.move(part, view)}{self.sign if office else ''}", moves, ACTIONS.get(verb))
        if verb in WITH_A_VALUE and len(words) == 1:
            key = "play.option.agent" if verb == "agent" else "play.option.value"
            return Option(self.words(key, value=words[0]), moves, ACTIONS.get(verb))
        zone, side, *space = words[-1].split(".")
        card = view["zones"][int(zone) - 1]["richelieu" if side == "r" else "opposing"]
        if verb == "corrupt" and len(words) == 1:
            agent = self.space(view, words[0])
            text = self.words("play.option.agent_on", agent=agent, zone=zone, card=card, space=space[0])
            return Option(text, moves)
        if space:
            return Option(self.place(verb, card, int(space[0])), moves)
        prizes = f"{card}{self.sign} {short_card(self.words, self.box, card)}"
        text = self.words("play.option.side", zone=zone, faction=self.faction(card), card=prizes)
        return Option(text, moves, card)

    def place(self, verb: str, card: str, space: int) -> str:
        """A space as an answer: what it costs, and how an agent will lie there."""
        cost = self.box.cost[CARDS.index(card) * WIDTH + space - 1]
        if verb == "agent":
            key = "play.option.space" if cost else "play.option.space.free"
        elif verb in FIGURES or (verb == "corrupt" and cost):
            key = "play.option.space.only"
        else:
            key = "play.option.space.down" if cost else "play.option.space.up"
        return self.words(key, space=space, n=cost)
