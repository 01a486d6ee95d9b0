"""One person plays a match against bots: what happened, the table, a question, an answer, until the game is over."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from intrigue.engine.match import Match
from intrigue.games.oriflamme.words import Card, Speaker
from intrigue.terminal import files, saves
from intrigue.terminal.cards import editions_with, find, told, usual_edition
from intrigue.terminal.ink import BOLD, padded, visible, width
from intrigue.terminal.opponents import random_move
from intrigue.terminal.table import Artist, View
from intrigue.terminal.talk import Leaving, Talk, number_in

HELP = "?"
COMMANDS = ("row", "log", "discards", "save", "quit")
IN_TWO_STEPS = ("place ", "move ")


class Option(NamedTuple):
    """An answer: the moves it stands for (of several the next question chooses) and the card that it is about."""

    text: str
    moves: list[str]
    kind: str | None = None


class Dialogue:
    """A match, a person's seat, and the way to talk to the person."""

    def __init__(self, talk: Talk, match: Match, seat: int, seed: int, save: str | None = None, heard: int = 0) -> None:
        self.talk = talk
        self.words = talk.words
        self.match = match
        self.seat = seat
        self.seed = seed
        self.save = save
        self.heard = heard
        families = Speaker(talk.words, match.players, match.names)
        talk.labels = talk.ink.labels(families.names)
        self.speaker = Speaker(talk.words, match.players, talk.labels)
        self.commands = {name: name for name in COMMANDS}
        self.commands |= {self.words(f"play.command.{name}"): name for name in COMMANDS}

    def run(self) -> None:
        """Plays until the end, or until the person leaves."""
        try:
            while not self.match.over:
                if self.match.to_act == self.seat:
                    self.match.play(self.choice())
                    self.autosave()
                else:
                    self.match.play(random_move(self.match.moves(), self.seed, len(self.match.played)))
            self.end()
        except Leaving:
            self.leave()
        except KeyboardInterrupt:
            self.talk.lines([""])
            self.leave()
            raise

    # What the person sees

    def artist(self) -> Artist:
        return Artist(self.speaker, self.talk.ink, self.talk.columns())

    def view(self) -> View:
        return self.match.view(self.seat)

    def news(self) -> None:
        """What happened since the last question."""
        events = self.match.events[self.heard :]
        self.heard = len(self.match.events)
        self.talk.lines([""])
        self.tell(events)

    def tell(self, events: Sequence[Any]) -> None:
        for event in events:
            sentence = self.speaker.event(self.match.game.heard(event, self.seat))
            if event.name in ("round_begun", "resolution_begun"):
                self.talk.lines([self.talk.ink.paint(line, BOLD) for line in self.artist().text(sentence)])
            else:
                self.talk.text(sentence, "  ", "    ")

    def draw(self) -> None:
        """The table."""
        view = self.view()
        placing = bool(view["legal"]) and view["legal"][0].startswith("place")
        artist = self.artist()
        self.talk.lines(["", *artist.table(view, hand=not placing)])
        if placing:
            aside = view["players"][self.seat - 1]["aside"]
            self.talk.say("table.your_aside", cards=artist.names(aside))
        self.talk.lines([""])

    # What the person answers

    def choice(self) -> str:
        """The move that the person chooses, in one step or two."""
        self.news()
        self.draw()
        legal = self.view()["legal"]
        moves = legal
        while len(moves) > 1:
            narrowed = self.answer(moves, legal)
            moves = narrowed or legal
        return str(moves[0])

    def answer(self, moves: list[str], legal: list[str]) -> list[str]:
        """The moves that are left after one more question; none: the person wants another card."""
        options = self.options(moves)
        back = len(moves) < len(legal)
        self.question(moves, options, back)
        while True:
            typed = " ".join(self.talk.ask(self.words("play.prompt", help=HELP)).split())
            if typed in legal:
                return [typed]
            number = number_in(typed)
            if number is not None:
                if back and number == 0:
                    return []
                if 1 <= number <= len(options):
                    return options[number - 1].moves
            elif named := [option.moves for option in options if option.kind and option.kind == find(typed)]:
                if len(named) == 1:
                    return list(named[0])
            elif self.obeyed(typed, options):
                self.question(moves, options, back)
                continue
            low, high = 0 if back else 1, len(options)
            self.talk.say("play.not_understood", text=visible(typed[:40]), low=low, high=high, help=HELP)

    def options(self, moves: list[str]) -> list[Option]:
        """What can be chosen: whole moves, or cards where each card leaves several moves."""
        view = self.view()
        halves = in_halves(moves)
        if len(halves) > 1:
            return [self.half(half, rest, view) for half, rest in halves.items()]
        text = self.place if halves else self.speaker.move
        return [Option(text(move, view), [move], self.about(move, view)) for move in sorted(moves, key=in_order)]

    def half(self, half: str, moves: list[str], view: View) -> Option:
        """A card to place or to move, before it is asked where to."""
        verb, which = half.split(" ")
        if verb == "place":
            return Option(self.words(f"card.{which}.name"), moves, which)
        top = view["row"][int(which) - 1][-1]
        owner = self.speaker.name(top["controller"])
        text = self.words("play.option.slot", target=Card(self.words, top["kind"]), owner=owner, slot=which)
        return Option(text, moves, top["kind"])

    def place(self, move: str, view: View) -> str:
        """Where a card goes."""
        verb, which, where, *slot = move.split(" ")
        if verb == "move":
            cards = self.between(view, int(which), int(slot[0]))
            return self.words("play.option.move", slot=slot[0], cards=cards)
        if not slot:
            return self.words(f"play.option.place.{where if view['row'] else 'only'}")
        top = view["row"][int(slot[0]) - 1][-1]
        return self.words("play.option.place.on", target=Card(self.words, top["kind"]), slot=slot[0])

    def between(self, view: View, slot: int, to: int) -> str:
        """A card that moves, between the cards that will lie beside it."""
        stacks = [list(stack) for stack in view["row"]]
        moved = stacks[slot - 1].pop()
        tops = [self.artist().card(stack[-1]) for stack in stacks if stack]
        left, right = tops[to - 2 : to - 1] if to > 1 else [], tops[to - 1 : to]
        return "  ".join([*left, f">{self.artist().card(moved)}<", *right])

    def about(self, move: str, view: View) -> str | None:
        """The card that a move is about, if the person may know it."""
        verb, *rest = move.split(" ")
        if verb == "place":
            return rest[0]
        slot = int(rest[0]) if rest and rest[0].isdigit() else view["pointer"]
        kind: str | None = view["row"][slot - 1][-1]["kind"] if slot else None
        return kind

    def question(self, moves: list[str], options: list[Option], back: bool) -> None:
        """The question with its numbered options."""
        view = self.view()
        verb, *which = moves[0].split(" ")
        halves = len(in_halves(moves))
        if not halves:
            text = self.speaker.question(view, self.match.acting)
        elif halves > 1:
            text = self.words(f"play.ask.{'card' if verb == 'place' else 'moved'}", player=self.speaker.name(self.seat))
        elif verb == "place":
            text = self.words("play.ask.where", card=Card(self.words, which[0]))
        else:
            text = self.words("play.ask.where_to")
        artist = self.artist()
        self.talk.lines(artist.text(text))
        self.talk.lines(artist.menu([option.text for option in options], verb == "place" and halves > 1))
        if back:
            self.talk.lines(artist.menu([self.words("play.option.back")], False, start=0))

    # Commands

    def obeyed(self, typed: str, options: Sequence[Option] = ()) -> bool:
        """Does what a command says; False if it is none."""
        if typed.startswith(HELP):
            self.explain(typed[len(HELP) :].strip(), options)
            return True
        word, _, rest = typed.partition(" ")
        name = self.commands.get(word.lower()) if word else "row"
        if name is None or (rest and name != "save"):
            return False
        {"row": self.draw, "log": self.log, "discards": self.discards, "quit": self.quit}.get(
            name, lambda: self.save_as(rest)
        )()
        return True

    def explain(self, what: str, options: Sequence[Option]) -> None:
        if not what:
            self.help()
            return
        number = number_in(what)
        if number is None:
            kind = find(what)
        else:
            kind = options[number - 1].kind if 1 <= number <= len(options) else None
        if kind is None:
            self.talk.say("play.no_text", example=f"{HELP} {self.words('card.spy.name').lower()}")
            return
        edition = self.match.edition
        if edition not in editions_with(kind):  # a card of the other box
            edition = usual_edition(kind, self.words.language)
        title, *rest = told(self.words, kind, edition)
        self.talk.lines(["", self.talk.ink.paint(title, BOLD)])
        for text in rest:
            self.talk.text(text, "  ")
        self.talk.lines([""])

    def help(self) -> None:
        """What can be typed, and what the signs mean."""
        words, signs = self.words, self.talk.ink.signs
        own = f"({words('card.spy.name')})"
        typed = [("1", "number"), (self.match.moves()[0], "move"), (f"{HELP} 1", "card")]
        typed += [(words(f"play.command.{name}"), name) for name in COMMANDS]
        shown = [(signs.pointer, "pointer"), (signs.token, "token"), (signs.card, "card"), (signs.first, "first")]
        shown += [(signs.back, "back"), (own, "own"), (signs.under, "under")]
        if self.match.game.name != "oriflamme":
            shown.append((f"[{self.talk.ink.emblem(1).strip('[]')}]", "bribed"))
        for part, rows in (("help", typed), ("legend", shown)):
            broad = max(width(sign) for sign, _ in rows)
            self.talk.lines([""])
            for sign, key in rows:
                self.talk.text(words(f"play.{part}.{key}", help=HELP), f"  {padded(sign, broad)}  ", " " * (broad + 4))
        self.talk.lines([""])

    def log(self) -> None:
        self.talk.lines([""])
        self.tell(self.match.events)
        self.talk.lines([""])

    def discards(self) -> None:
        self.talk.lines(["", *self.artist().discards(self.view()), ""])

    # Saving and leaving

    def autosave(self) -> None:
        if self.save:
            self.stored(self.save)

    def stored(self, name: str) -> bool:
        """Writes the game down; says so if that fails."""
        try:
            files.write(name, saves.written(self.match, self.seat, self.seed))
        except files.BadFile as fault:
            self.talk.say("play.not_saved", file=visible(name), reason=fault.text(self.words.language))
            return False
        return True

    def save_as(self, name: str) -> bool:
        """Saves to a new file, or to the one that is in use."""
        name = name or self.save or self.usual_file()
        if name != self.save and os.path.lexists(name):
            self.talk.text(f"{visible(name)}: {self.words('file.taken')}")
            return False
        if not self.stored(name):
            return False
        self.save = name
        self.talk.say("play.saved", file=visible(name))
        return True

    def usual_file(self) -> str:
        """A name that is free."""
        name, number = f"{self.match.game.name}-{self.seed}.game", 1
        while os.path.lexists(name):
            number += 1
            name = f"{self.match.game.name}-{self.seed}-{number}.game"
        return name

    def quit(self) -> None:
        """Asks where to save, unless that is known, and leaves."""
        while not self.save:
            file = self.usual_file()
            self.talk.say("play.save_as", file=file)
            name = self.talk.ask(">") or file
            if name == "-":
                break
            self.save_as(name)
        raise Leaving

    def leave(self) -> None:
        """Saves if it is known where, and says how to go on."""
        if not self.save:
            self.talk.command("play.start_again", self.start_again())
        elif self.stored(self.save):
            self.talk.say("play.saved", file=visible(self.save))
            self.talk.command("play.resume_with", saves.command("play", "--resume", self.save))
        self.talk.target.flush()

    def start_again(self) -> str:
        match = self.match
        words = ["play", match.game.name, "--players", str(match.players), "--edition", match.edition]
        words += ["--seed", str(self.seed)] + (["--seat", str(self.seat)] if self.seat != 1 else [])
        return saves.command(*words)

    def end(self) -> None:
        """The result, with all cards open; then the record may be saved."""
        self.news()
        view = self.view()
        artist = self.artist()
        self.talk.lines(["", *artist.table(view, hand=False), ""])
        self.talk.say("play.all_open")
        self.talk.lines(artist.open_cards(view))
        self.talk.lines([""])
        *scores, winner = self.speaker.result(view)
        for score in scores:
            self.talk.text(score, "  ")
        self.talk.lines([self.talk.ink.paint(line, BOLD) for line in artist.text(winner)])
        self.autosave()
        self.after()

    def after(self) -> None:
        """The log, the piles and the record are there until Enter is pressed."""
        try:
            while not self.save:
                self.talk.say("play.record_save")
                typed = " ".join(self.talk.ask(">").split())
                if not typed or not self.obeyed(typed):
                    break
        except Leaving:
            pass
        if self.save:
            self.talk.command("play.record_in", saves.command("replay", self.save), file=visible(self.save))
        self.talk.target.flush()


def in_halves(moves: Sequence[str]) -> dict[str, list[str]]:
    """Moves that are chosen in two steps, by their first halves: `place spy`, `move 3`. Empty for other moves.

    >>> in_halves(["place heir first", "place spy first", "place spy last"])
    {'place heir': ['place heir first'], 'place spy': ['place spy first', 'place spy last']}
    """
    halves: dict[str, list[str]] = {}
    for move in sorted(moves, key=in_order) if moves[0].startswith(IN_TWO_STEPS) else ():
        halves.setdefault(" ".join(move.split(" ")[:2]), []).append(move)
    return halves


def in_order(move: str) -> list[tuple[int, str]]:
    """Slots count as numbers: 2 comes before 10."""
    return [(int(word), "") if word.isdigit() else (0, word) for word in move.split(" ")]
