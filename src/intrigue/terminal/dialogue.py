"""One person plays a match against bots: what happened, the table, a question, an answer, until the game is over."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from typing import Any, NamedTuple

from intrigue.engine.match import Match
from intrigue.terminal import files, program, saves
from intrigue.terminal.console import Leaving, Talk, number_in
from intrigue.terminal.contract import Artist, Menu, Option, View
from intrigue.terminal.opponents import Opponents
from intrigue.terminal.registry import family_of
from intrigue.terminal.style import BOLD, pad, visible, width

HELP = "?"


class Home(NamedTuple):
    """Where a game is saved, if anywhere, and the words that start it again and that it takes to read it or go on.

    A game that goes on has a file it comes from, and the text that it had there.
    """

    save: str | None = None
    again: Sequence[str] = ()
    reading: Sequence[str] = ()
    going_on: Sequence[str] = ()
    origin: str | None = None
    base: saves.Base | None = None


class Dialogue:
    """A match, a person's seat, and the way to talk to the person."""

    def __init__(
        self,
        talk: Talk,
        match: Match,
        seat: int,
        seed: int,
        home: Home | None = None,
        heard: int = 0,
        opponents: Opponents | None = None,
    ) -> None:
        self.talk = talk
        self.words = talk.words
        self.match = match
        self.seat = seat
        self.seed = seed
        self.opponents = opponents or Opponents("random", match.players, seat, seed)
        self.home = home or Home()
        self.save = self.home.save
        self.kept = len(match.played) if self.home.base and self.save == self.home.origin else -1
        self.heard = heard
        self.family = family_of(match.game.name)
        talk.ink.colours = self.family.colours
        names = match.game.speaker(talk.words, match.players, match.names).names
        talk.labels = talk.ink.labels(names)
        self.speaker = match.game.speaker(talk.words, match.players, talk.labels)
        self.shown = [self.family.redraw, "log", *self.family.piles]
        self.commands = {name: name for name in (*self.shown, "save", "quit")}
        self.commands |= {self.words(f"play.command.{name}"): name for name in (*self.shown, "save", "quit")}

    def run(self) -> None:
        """Plays until the end, or until the person leaves."""
        try:
            self.opponents.sit(self.match, self.talk)
            while not self.match.over:
                if self.match.to_act == self.seat:
                    self.match.play(self.choice())
                    self.autosave()
                else:
                    self.match.play(self.opponents.move(self.match))
            self.end()
        except Leaving:
            self.leave()
        except KeyboardInterrupt:
            self.talk.lines([""])
            self.leave()
            raise
        finally:
            self.opponents.leave()

    # What the person sees

    def artist(self) -> Artist:
        return self.family.artist(self.speaker, self.talk.ink, self.talk.columns(), self.match.game)

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
            sentence = self.speaker.event(self.match.game.event_for(event, self.seat))
            if event.name in self.family.headings:
                self.bold(self.artist().text(sentence))
            else:
                self.talk.text(sentence, "  ", "    ")

    def bold(self, lines: Sequence[str]) -> None:
        self.talk.lines([self.talk.ink.paint(line, BOLD) for line in lines])

    def draw(self) -> None:
        """The table."""
        self.talk.lines(["", *self.artist().table(self.view()), ""])

    # What the person answers

    def choice(self) -> str:
        """The move that the person chooses, in one step or several."""
        self.news()
        self.draw()
        legal = self.view()["legal"]
        moves = legal
        while len(moves) > 1:
            moves = self.answer(moves, legal) or legal
        return str(moves[0])

    def answer(self, moves: list[str], legal: list[str]) -> list[str]:
        """The moves that are left after one more question; none: the person wants to choose anew."""
        menu = self.artist().menu(moves, self.view(), self.match.acting)
        back = len(moves) < len(legal)
        self.question(menu, back)
        while True:
            typed = " ".join(self.talk.ask(self.words("play.prompt", help=HELP)).split())
            if typed in legal:
                return [typed]
            number = number_in(typed)
            if number is not None:
                if back and number == 0:
                    return []
                if 1 <= number <= len(menu.options):
                    return menu.options[number - 1].moves
            elif named := self.options_named(typed, menu.options):
                if len(named) == 1:
                    return named[0].moves
            elif self.obey(typed, menu.options):
                self.question(menu, back)
                continue
            low, high = 0 if back else 1, len(menu.options)
            self.talk.say("play.not_understood", text=visible(typed[:40]), low=low, high=high, help=HELP)

    def options_named(self, typed: str, options: Sequence[Option]) -> list[Option]:
        """The options about the card of that name."""
        card = self.family.find(typed)
        return [option for option in options if card and option.card == card]

    def question(self, menu: Menu, back: bool) -> None:
        """The question with its numbered options."""
        artist = self.artist()
        self.talk.lines(artist.text(menu.question))
        self.talk.lines(artist.number_options([option.text for option in menu.options], menu.side_by_side))
        if back:
            self.talk.lines(artist.number_options([self.words("play.option.back")], start=0))

    # Commands

    def obey(self, typed: str, options: Sequence[Option] = ()) -> bool:
        """Does what a command says; False if it is none."""
        if typed.startswith(HELP):
            self.explain(typed[len(HELP) :].strip(), options)
            return True
        word, _, rest = typed.partition(" ")
        name = self.commands.get(word.lower()) if word else self.family.redraw
        if name is None or (rest and name != "save"):
            return False
        if name == "save":
            self.save_as(rest)
        elif name == "quit":
            self.quit()
        elif name == "log":
            self.log()
        elif name == self.family.redraw:
            self.draw()
        else:
            self.talk.lines(["", *self.artist().pile(name, self.view()), ""])
        return True

    def explain(self, what: str, options: Sequence[Option]) -> None:
        if not what:
            self.help()
            return
        number = number_in(what)
        if number is None:
            card = self.family.find(what)
        else:
            card = options[number - 1].card if 1 <= number <= len(options) else None
        if card is None:
            self.talk.say("play.no_text", example=f"{HELP} {self.family.example(self.words)}")
            return
        title, *rest = self.family.card_text_in(self.words, card, self.match)
        self.talk.lines([""])
        self.bold(self.artist().text(title))
        for text in rest:
            self.talk.text(text, "  ")
        self.talk.lines([""])

    def help(self) -> None:
        """What can be typed, and what the signs mean. When the game is over there is nothing to choose."""
        words, legal = self.words, self.match.moves()
        choosing = [("1", "number"), (legal[0], "move")] if legal else []
        asking = (f"{HELP} {1 if legal else self.family.example(words)}", "card")
        typed = [(sign, words(f"play.help.{key}", help=HELP)) for sign, key in (*choosing, asking)]
        typed += [(words(f"play.command.{name}"), words(f"play.help.{name}")) for name in (*self.shown, "save", "quit")]
        for rows in (typed, self.artist().legend()):
            broad = max(width(sign) for sign, _ in rows)
            self.talk.lines([""])
            for sign, text in rows:
                self.talk.text(text, f"  {pad(sign, broad)}  ", " " * (broad + 4))
        self.talk.lines([""])

    def log(self) -> None:
        self.talk.lines([""])
        self.tell(self.match.events)
        self.talk.lines([""])

    # Saving and leaving

    @property
    def is_saved(self) -> bool:
        """Whether every move is in the file."""
        return self.kept == len(self.match.played)

    def autosave(self) -> bool:
        """Saves where that is known and there is something to save; False if it fails."""
        return not self.save or self.is_saved or self.store(self.save)

    def store(self, name: str) -> bool:
        """Writes the game down; says so if that fails."""
        try:
            files.write(name, saves.save_text(self.match, self.seat, self.seed, self.opponents.text, self.home.base))
        except files.BadFile as fault:
            self.talk.say("play.not_saved", file=visible(name), reason=fault.text(self.words.language))
            return False
        self.kept = len(self.match.played)
        return True

    def save_as(self, name: str) -> None:
        """Saves to a new file, or to the one that is in use, and says so."""
        if self.save_to(name):
            self.talk.say("play.saved", file=visible(self.save or ""))

    def save_to(self, name: str) -> bool:
        """Saves to a file that is used from then on; says why if that cannot be."""
        name = os.path.expanduser(name) if name else self.save or self.usual_file()
        if name != self.save and os.path.lexists(name):
            self.talk.text(f"{visible(name)}: {self.words('file.taken')}")
            return False
        if not self.store(name):
            return False
        self.save = name
        return True

    def usual_file(self, folder: str = "") -> str:
        """A name that is free."""
        stem = os.path.join(folder, f"{self.match.game.name}-{self.seed}")
        name, number = f"{stem}.game", 1
        while os.path.lexists(name):
            number += 1
            name = f"{stem}-{number}.game"
        return name

    def quit(self) -> None:
        """Asks where to save, unless that is known and works, and leaves."""
        if not self.autosave():
            self.save = None
        while not self.save:
            file = self.usual_file()
            self.talk.say("play.save_as", file=file)
            name = self.talk.ask(">") or file
            if name == "-":
                break
            self.save_to(name)
        raise Leaving

    def leave(self) -> None:
        """Saves if it is known where, and says how to go on. Nobody can be asked any more."""
        if not self.autosave():
            self.save = next(filter(self.store, self.shelters()), None)
        if not self.save:
            self.talk.command("play.start_again", program.command(*self.home.again))
        else:
            self.talk.say("play.saved", file=visible(self.save))
            self.talk.command("play.resume_with", program.command("play", "--resume", self.save, *self.home.going_on))
        self.talk.target.flush()

    def shelters(self) -> list[str]:
        """Where a game may lie whose own file cannot be written."""
        return [self.usual_file(), self.usual_file(tempfile.gettempdir())]

    def end(self) -> None:
        """The result, with all cards open; then the record may be saved."""
        self.news()
        view, artist = self.view(), self.artist()
        self.talk.lines(["", *artist.table(view), "", *artist.ending(view), ""])
        *scores, winner = self.speaker.result(view)
        for score in scores:
            self.talk.text(score, "  ", "    ")
        self.bold(artist.text(winner))
        if not self.autosave():
            self.save = None
        self.after()

    def after(self) -> None:
        """The log, the piles and the record are there until Enter is pressed."""
        kept = self.save
        if self.home.base and self.home.base.moves == len(self.match.played):
            kept = self.home.origin  # it was over already
        try:
            while not kept:
                self.talk.say("play.record_save", save=self.words("play.command.save"))
                typed = " ".join(self.talk.ask(">").split())
                if not typed or number_in(typed) is not None:  # the hand may still be used to numbers
                    break
                self.obey(typed)
                kept = self.save
        except Leaving:
            kept = self.save
        if kept:
            read = program.command("replay", kept, *self.home.reading)
            self.talk.command("play.record_in", read, file=visible(kept))
        self.talk.target.flush()
