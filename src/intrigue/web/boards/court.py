"""Richelieu as HTML: three zones of two cards, the tracks and screens of the players, the own agents, what is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from intrigue.games.richelieu.cards import CARDS, ICONS, WIDTH
from intrigue.games.richelieu.words import PRIZES, Faction, card_name, faction_of, prize_text, side_of_step, signed
from intrigue.locale import Words
from intrigue.web.boards import pieces
from intrigue.web.boards.court_hints import box, hints
from intrigue.web.boards.court_steps import effects, parts, shown
from intrigue.web.boards.pieces import PIECES, join, names_of, piece
from intrigue.web.scene import Scene, SeatSeen

__all__ = [
    "ON_BOARD",
    "board",
    "effects",
    "hand",
    "head",
    "hints",
    "moves",
    "orders",
    "peek",
    "players",
    "prompt",
    "shown",
]

View = dict[str, Any]
ON_BOARD = ("zones", "cardinal", "grey", "queen", "players")
"""What the board is made of, in a view; of the players it shows the prestige."""
Agent = tuple[int, int | None, bool, int]
"""An agent: player (0 is neutral), value if the viewer may know it, whether it lies face up, its number on the page."""
SIDES = {"r": "richelieu", "o": "opposing"}
FIGURES = ("grey", "queen")
TRACKS = ("prestige", "income", "military", "ecu", "jewels", "agents")
PICTURES = {
    "score": "crown",
    "prestige": "prize-prestige",
    "income": "prize-income",
    "military": "prize-military",
    "ecu": "ecu",
    "jewels": "jewel",
    "cards": "cardinal",
}
"""Of what is counted; agents have a picture for each noble."""
PLAIN_HINTS = {
    "do:income": "action:income",
    "do:office": "action:office",
    "do:buy": "action:jewel",
    "do:sell": "action:jewel",
    "do:end": "do:end",
    "do:decline": "do:decline",
}


def head(scene: Scene, words: Words) -> Markup:
    """The game, whose turn it is, and how far the decks are."""
    view = scene.view
    if view is None:
        return pieces.plain_head(scene.phase, words)
    phase = scene.phase if scene.phase == "aborted" else view["phase"]
    turn = names_of(scene, words)[view["turn"] - 1] if view["turn"] else ""
    return turn_head(phase, turn, view["actions_left"], view["deck"][0], view["jewels"], words)


@lru_cache(maxsize=1024)
def turn_head(phase: str, player: str, actions: int, deck: int, jewels: int, words: Words) -> Markup:
    return piece(
        "court",
        "head",
        told=words(f"board.turn.{phase}", player=player, n=actions),
        facts=[
            ("deck", "cardinal", deck, words("board.decks", n=deck)),
            ("city-jewels", "jewel", jewels, words("board.city_jewels", n=jewels)),
        ],
    )


# Players


def players(scene: Scene, view: View, words: Words) -> Markup:
    """Every noble: the tracks, what lies behind the screen as far as it is shown, cards won, agents in the city."""
    names, turn = names_of(scene, words), view["to_act"] if scene.phase == "playing" else None
    over = view["phase"] == "over"
    panels = []
    for number, said in enumerate(view["players"], start=1):
        neutral = view["neutral"][number - 1] if view["neutral"] else None
        facts = (said["prestige"], said["income"], said["military"], said["ecu"], said["jewels"], count(said["hand"]))
        panels.append(
            panel(
                number,
                names[number - 1],
                scene.seats[number - 1],
                (scene.viewer.seat == number, number == turn, over and number in view["winners"]),
                number == view["first"],
                view["scores"][number - 1] if view["scores"] else None,
                facts,
                tuple(said["cards"]),
                tuple(said["city"]),
                (tuple(neutral["city"]), count(neutral["hand"])) if neutral else None,
                words,
            )
        )
    return pieces.player_list(panels, words)


@lru_cache(maxsize=PIECES)
def panel(
    number: int,
    name: str,
    seat: SeatSeen,
    states: tuple[bool, bool, bool],
    first: bool,
    score: int | None,
    tracks: tuple[int | None, ...],
    cards: tuple[str, ...],
    city: tuple[int, ...],
    neutral: tuple[tuple[int, ...], int] | None,
    words: Words,
) -> Markup:
    """A player: of the neutral set what lies in the city, and how many agents are in hand."""
    marks = marks_of(states[1], states[2], first, words)
    who = pieces.who(f"noble-{number}", name, states[0], pieces.badges(seat, words), marks, words)
    facts = [track_fact(number, "score", score, words)] if score is not None else []
    facts += [track_fact(number, track, value, words) for track, value in zip(TRACKS, tracks, strict=True)]
    facts.append(track_fact(number, "cards", len(cards), words))
    return pieces.player(number, f"noble-{number}", states, who, facts, piles_of(number, cards, city, neutral, words))


def count(agents: Any) -> int:
    """How many agents, whether they are known or not."""
    return agents if isinstance(agents, int) else len(agents)


@lru_cache(maxsize=256)
def marks_of(turn: bool, won: bool, first: bool, words: Words) -> tuple[tuple[str, str, str], ...]:
    marks = [("ui-arrow", words("board.mark.turn"), "turn")] if turn else []
    marks += [("crown", words("board.mark.won"), "won")] if won else []
    marks += [("ui-flag", words("board.mark.began"), "first")] if first else []
    return tuple(marks)


@lru_cache(maxsize=PIECES)
def track_fact(number: int, track: str, value: int | None, words: Words) -> Markup:
    """A number of a player; of what lies behind a closed screen only that it does."""
    meaning = words(f"board.hidden.{track}") if value is None else words(f"board.fact.{track}", n=value)
    picture = PICTURES.get(track) or f"agent-{number}"
    about = track if track in ("agents", "score") else f"track:{track}"
    return pieces.fact(number, track, picture, value, meaning, about)


@lru_cache(maxsize=PIECES)
def piles_of(
    number: int,
    cards: tuple[str, ...],
    city: tuple[int, ...],
    neutral: tuple[tuple[int, ...], int] | None,
    words: Words,
) -> Markup:
    won = [(f"faction-{faction_of(card)}", card_name(words, card), f"card:{card}") for card in cards]
    lists = [
        (words("board.pile.cards", n=len(cards)), won),
        (words("board.pile.city", n=len(city)), in_city(f"agent-{number}", city, words)),
    ]
    if neutral is not None:
        title = words("board.pile.neutral", n=len(neutral[0]), hand=neutral[1])
        lists.append((title, in_city("agent-neutral", neutral[0], words)))
    title = words("board.piles.court", cards=len(cards), city=len(city) + len(neutral[0] if neutral else ()))
    return piece("common", "piles", seat=number, title=title, lists=lists)


def in_city(picture: str, values: tuple[int, ...], words: Words) -> list[tuple[str, str, str]]:
    return [(picture, words("board.agent.value", value=signed(value)), "agents") for value in values]


# The zones


def board(scene: Scene, view: View, things: View, words: Words) -> Markup:
    """Three zones, and the prestige track with the cardinal on it."""
    names = names_of(scene, words)
    zones: list[str] = []
    numbers, standing = things["agents"], figures_of(view["grey"], view["queen"])
    for number, said in enumerate(view["zones"], start=1):
        before, after = zone(number, said["richelieu"] is None, words)
        zones.append(before)
        for side, card in (("r", said["richelieu"]), ("o", said["opposing"])):
            place = f"{number}.{side}"
            agents = tuple(
                [
                    agent and (agent["player"], agent["value"], agent["up"], numbers[f"{place}.{at}"])
                    for at, agent in enumerate(said[side], start=1)
                ]
            )
            zones.append(card_side(place, card, agents, standing.get(place, ()), names, words))
        zones.append(after)
    track = prestige_track(view["cardinal"], tuple(said["prestige"] for said in view["players"]), names, words)
    first, second, third = whole_court(words)
    return join([first, track, second, *zones, third])


@lru_cache(maxsize=16)
def whole_court(words: Words) -> tuple[str, ...]:
    return pieces.around("court", "court", zones=pieces.HOLE, track=pieces.HOLE, words=words)


@lru_cache(maxsize=64)
def zone(number: int, empty: bool, words: Words) -> tuple[str, ...]:
    """What stands around the cards of a zone."""
    return pieces.around("court", "zone", number=number, cards=pieces.HOLE, empty=empty, words=words)


Standing = tuple[tuple[str, int], ...]
"""Figures on a card, and on which of its spaces."""


@lru_cache(maxsize=1024)
def figures_of(grey: str | None, queen: str | None) -> dict[str, Standing]:
    """Where the figures stand, by card."""
    found: dict[str, Standing] = {}
    for name, space in zip(FIGURES, (grey, queen), strict=True):
        if space is not None:
            place, _, at = space.rpartition(".")
            found[place] = (*found.get(place, ()), (name, int(at)))
    return found


@lru_cache(maxsize=PIECES)
def card_side(
    place: str,
    card: str | None,
    agents: tuple[Agent | None, ...],
    figures: Standing,
    names: tuple[str, ...],
    words: Words,
) -> Markup:
    """One card of a zone with its five spaces."""
    if card is None:
        return Markup("")
    number, side = int(place[0]), place[2]
    standing = {at: name for name, at in figures}
    at_card = CARDS.index(card) * WIDTH
    spaces = [
        space(number, side, at, card, box().cost[at_card + at - 1], agent, standing.get(at), names, words)
        for at, agent in enumerate(agents, start=1)
    ]
    before, between, after = side_of(number, side)
    return join([before, card_top(card, words), between, *spaces, after])


@lru_cache(maxsize=16)
def side_of(number: int, side: str) -> tuple[str, ...]:
    return pieces.around("court", "side", number=number, side=side, top=pieces.HOLE, spaces=pieces.HOLE)


@lru_cache(maxsize=256)
def card_top(card: str, words: Words) -> Markup:
    """A card's name, faction, prizes and the cardinal's step."""
    number = CARDS.index(card)
    printed, step = box(), box().step[number]
    prizes = []
    for prize, rank in ((0, "first"), (1, "second")):
        at = range(number * 4 + prize * 2, number * 4 + prize * 2 + 2)
        icons = [(PRIZES[ICONS[printed.icon[n]]], printed.amount[n]) for n in at if printed.icon[n]]
        prizes.append((rank, [(kind, amount if kind in COUNTED else "") for kind, amount in icons]))
    label = words(
        "board.card.told",
        card=card_name(words, card),
        first=words("richelieu.text.first", prize=prize_text(words, printed, card, 0)),
        second=words("richelieu.text.second", prize=prize_text(words, printed, card, 1)),
        cardinal=words(f"richelieu.text.cardinal.{side_of_step(step)}", n=abs(step)),
    )
    faction = faction_of(card)
    return piece(
        "court",
        "card_top",
        card=card,
        faction=faction,
        name=format(Faction(words, faction), ""),
        label=label,
        prizes=prizes,
        step=f"{'+' if step > 0 else ''}{signed(step)}",
    )


COUNTED = ("prestige", "money", "income", "military")
"""Prizes that have a number."""


@lru_cache(maxsize=PIECES)
def space(
    zone: int,
    side: str,
    at: int,
    card: str,
    cost: int,
    agent: Agent | None,
    figure: str | None,
    names: tuple[str, ...],
    words: Words,
) -> Markup:
    """A space: what it costs, and who lies or stands there."""
    if figure:
        on = words(f"figure.{figure}.name")
        hint = f"figure:{figure}"
    elif agent:
        on, hint = agent_told(agent, names, words), "agent:up" if agent[2] else "agent:down"
    else:
        on, hint = words("board.space.free", n=cost) if cost else words("board.space.open"), "space"
    label = words("board.space", zone=zone, card=card_name(words, card), space=at, on=on)
    return piece(
        "court",
        "space",
        at=f"{zone}.{side}.{at}",
        cost=cost,
        agent=agent,
        value="" if agent is None or agent[1] is None else signed(agent[1]),
        figure=figure,
        label=label,
        hint=hint,
    )


def agent_told(agent: Agent, names: tuple[str, ...], words: Words) -> str:
    player, value, up, _ = agent
    whose = f"player.{'up' if up else 'down' if value is None else 'own'}" if player else ""
    key = f"board.agent.{whose or ('neutral.up' if up else 'neutral.down' if value is None else 'neutral.own')}"
    blanks = {} if value is None else {"value": signed(value)}
    return words(key, player=names[player - 1] if player else "", **blanks)


@lru_cache(maxsize=2048)
def prestige_track(cardinal: int, prestige: tuple[int, ...], names: tuple[str, ...], words: Words) -> Markup:
    """Where the cardinal and the nobles stand; markers on one space are drawn one above the other."""
    end = max(30, cardinal, *prestige)
    markers, standing = [], Counter[int]()
    for owner, at in [("cardinal", cardinal), *((str(n), at) for n, at in enumerate(prestige, start=1))]:
        markers.append((owner, round(8 + 304 * at / end, 1), standing[at] * 9))
        standing[at] += 1
    told = ", ".join(words("board.track.player", player=name, n=at) for name, at in zip(names, prestige, strict=True))
    label = words("board.track", n=cardinal, players=told)
    height = 20 + 9 * (max(standing.values()) - 1)
    ticks = [(at, round(8 + 304 * at / end, 1)) for at in range(0, end + 1, 5)]
    return piece("court", "track", label=label, markers=markers, ticks=ticks, height=height, at=cardinal)


# The own agents


def hand(scene: Scene, words: Words) -> Markup:
    """The viewer's agents by value, and the neutral ones the seat places; nothing for who has no seat."""
    seat, view = scene.viewer.seat, scene.view
    if view is None or not seat or view["phase"] == "over":
        return Markup("")
    neutral = tuple(view["neutral"][seat - 1]["hand"]) if view["neutral"] else None
    return own_agents(seat, tuple(view["players"][seat - 1]["hand"]), neutral, words)


@lru_cache(maxsize=PIECES)
def own_agents(seat: int, values: tuple[int, ...], neutral: tuple[int, ...] | None, words: Words) -> Markup:
    return piece(
        "court",
        "hand",
        seat=seat,
        agents=held(values, "agent", words),
        neutral=held(neutral, "neutral", words) if neutral is not None else None,
        words=words,
    )


def held(values: tuple[int, ...], part: str, words: Words) -> list[tuple[int, str, int, str]]:
    """Value, how it is printed, how many there are, and that in words."""
    return [
        (value, signed(value), many, words(f"board.hand.{part}", n=many, value=signed(value)))
        for value, many in sorted(Counter(values).items())
    ]


def peek(scene: Scene, words: Words) -> Markup:
    """The own agents."""
    return hand(scene, words)


def orders(scene: Scene, ordered: Sequence[int], words: Words) -> Markup:
    """Nobody is asked at court whether something waits, so there is nothing to order."""
    return Markup("")


# What is asked


def moves(scene: Scene, words: Words) -> list[list[Any]]:
    """Every legal move of whoever may answer: in the notation, as parts of the page, as a sentence."""
    view = scene.view
    if view is None:
        return []
    speaker = pieces.speaker(scene, words)
    return [[move, parts(move), pieces.sentence(speaker.move(move, view))] for move in sorted(view["legal"], key=order)]


LAST = ("end", "decline")


def order(move: str) -> tuple[bool, str]:
    """The cardinal's card before the opposing one, as they lie; what is left undone comes last."""
    return move in LAST, move.replace(".r", ".a")


def prompt(scene: Scene, words: Words) -> Markup:
    """The question with its moves for whoever may answer; for all others, whom they wait for."""
    view = scene.view
    if view is None:
        return Markup("")
    if not pieces.asked(scene):
        return pieces.waiting(scene, words, wait_told(scene, words))
    verb = next((verb for verb in (move.split(" ")[0] for move in view["legal"]) if verb in ASKED_BY), "action")
    about = {"question": f"ask:{verb}", **PLAIN_HINTS}
    question = pieces.speaker(scene, words).question(view, scene.acting)
    return pieces.ask(scene, words, question, moves(scene, words), about)


ASKED_BY = ("neutral", "free", "corrupt", "grey", "queen")
"""Moves whose question is not the usual one about actions."""


def wait_told(scene: Scene, words: Words) -> str:
    """What everybody waits for, by public facts only."""
    view, turn = scene.view, pieces.turn_of(scene)
    if view is None or turn is None:
        return ""
    return words(f"board.wait.{view['phase']}", player=names_of(scene, words)[turn - 1])
