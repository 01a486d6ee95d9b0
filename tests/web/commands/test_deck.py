"""`intrigue serve --deck`: a site plays Richelieu with an owner's deck file, and knows games of other files as such."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest
from quick import quick
from web.decks import OWNERS, TEXT, owners
from web.guests import PATIENCE, Guest, until
from web.guests import Site as InThread
from web.servers import Site

from intrigue.cli import main
from intrigue.games.richelieu.game import RICHELIEU
from intrigue.games.richelieu.words import SIGN, card_text
from intrigue.locale import LANGUAGES, words

SAID = words("en")
KEYS = count(1)


VISITORS: list[Visitor] = []


class Visitor(Guest):
    """Somebody at a site that is a process of its own; the cookie stays the same over restarts."""

    def __init__(self, site: Site) -> None:
        site.key = lambda: f"key-{next(KEYS):08}"  # type: ignore[attr-defined]
        super().__init__(cast(InThread, site), {})

    def version(self, table: str) -> int:
        found = re.search(r'data-version="(\d+)"', self.page(f"/t/{table}").text)
        assert found
        return int(found[1])

    def begin(self, game: str = "richelieu", **fields: str) -> str:
        """A game against bots, the cards dealt."""
        answer = self.post("/quick", {"game": game, "players": "3", "level": "page", "name": "Ann", **fields})
        assert answer.status_code == 200, answer.text
        table = str(answer.json()["table"])
        self.ready(table, 1)
        return table

    def legal(self, table: str) -> list[str]:
        """The moves that the page offers, if it asks for one."""
        found = re.search(r"data-moves='([^']+)'", self.page(f"/t/{table}").text)
        return [move for move, *_ in json.loads(unescape(found[1]))] if found else []

    def abort(self, table: str) -> None:
        until(lambda: self.ask(table, do="vote", seat=1, end=True).status_code == 200)  # bots may move meanwhile


def visitor(site: Site) -> Visitor:
    VISITORS.append(Visitor(site))
    return VISITORS[-1]


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    made = tmp_path / "mybox.toml"
    made.write_bytes(owners())
    return made


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site that each test starts as it likes; no request, no bot and no log of a table fails in it."""
    one = Site(tmp_path, None, "--bots", "1")
    yield one
    one.stop()
    while VISITORS:
        VISITORS.pop().http.close()
    assert not [line for line in one.log.read_text().splitlines() if re.search("failed|followed|read:", line)]


def start(site: Site, deck: Path | None = None) -> None:
    """Starts it (again), with a deck file or without."""
    site.stop()
    site.options = ("--bots", "1", *(("--deck", str(deck)) if deck else ()))
    site.start()


def sentence(key: str, **values: Any) -> str:
    return SAID(key, **values)


def page_text(visitor: Visitor, path: str) -> str:
    answer = visitor.page(path)
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def list_entry(page: str, table: str) -> str:
    """What a list of tables says of how one stands that waits for nobody."""
    found = re.search(rf'class="line" href="/t/{table}">.*?<small>(.*?) · ', page, re.DOTALL)
    return found[1] if found else ""


# Games over a restart with other cards


def test_games_wait_for_their_deck_file_and_go_on_with_it(site: Site, deck: Path) -> None:
    start(site)
    ann = visitor(site)
    ours, other = ann.begin(), ann.begin("oriflamme")
    gathering = ann.open(game="richelieu")
    version = ann.version(ours)

    start(site, deck)
    for path in (f"/t/{ours}", f"/t/{ours}/past?version=9", f"/t/{ours}/qr.svg"):
        answer = ann.page(path)
        assert answer.status_code == 409 and sentence("serve.fault.deck") in unescape(answer.text), path
        assert sentence("web.fault.409") not in answer.text and sentence("web.fault.409.do") not in answer.text
    refused = ann.ask(ours, version, do="move", seat=1, move="income")
    assert refused.status_code == 409 and refused.json()["message"] == sentence("serve.fault.deck")
    assert ann.get(f"/t/{ours}/poll?since=0").status_code == 409
    for page in ("/", "/mine", "/mine/next", "/me", "/rules/richelieu", "/sandbox?game=richelieu"):
        assert ann.http.get(page, headers={"Accept": "text/html"}, follow_redirects=True).status_code == 200, page
    assert ann.get("/me/export").status_code == 200
    for page in ("/", "/mine"):
        assert list_entry(page_text(ann, page), ours) == sentence("serve.fault.deck"), page
    assert ours not in page_text(visitor(site), "/tables")
    assert ann.page(f"/t/{other}").status_code == 200 and ann.page(f"/t/{gathering}").status_code == 200
    theirs = ann.begin()
    page = page_text(ann, f"/t/{theirs}")
    assert SIGN not in page and 'data-phase="playing"' in page

    deck = deck.rename(deck.with_name("renamed.toml"))
    start(site, deck)
    assert ann.page(f"/t/{theirs}").status_code == 200 and ann.page(f"/t/{ours}").status_code == 409

    deck.write_bytes(owners() + b"# corrected\n")
    start(site, deck)
    assert ann.page(f"/t/{theirs}").status_code == 409 and ann.page(f"/t/{ours}").status_code == 409

    start(site)
    assert ann.page(f"/t/{theirs}").status_code == 409
    assert ann.version(ours) >= version and SIGN in page_text(ann, f"/t/{ours}")
    ann.abort(ours)


@pytest.mark.full
def test_games_that_have_ended_keep_their_record(site: Site, deck: Path) -> None:
    start(site)
    ann = visitor(site)
    ours = ann.begin()
    ann.abort(ours)
    record = ann.get(f"/t/{ours}/record").text
    shelved = ann.post("/replay", {"text": record}).json()["record"]

    start(site, deck)
    assert ann.get(f"/t/{ours}/record").text == record and "Deck-file" not in record
    assert ann.get("/me/export").json()["records"][ours] == record
    for language in LANGUAGES:
        ann.post("/me", {"language": language})
        assert words(language)("serve.fault.earlier_deck") in page_text(ann, f"/t/{ours}")
    ann.post("/me", {"language": "en"})
    assert ann.get(f"/t/{ours}/replay").headers["location"] == f"/t/{ours}"
    assert f"/t/{ours}/replay" not in ann.page("/mine").text and ours in ann.page("/mine").text
    assert sentence("serve.fault.earlier_deck") in page_text(ann, f"/replay/{shelved}")
    assert ann.get(f"/replay/{shelved}/step?step=0").status_code == 409
    brought = ann.post("/replay", {"text": record})
    assert brought.status_code == 422 and sentence("replay.fault.deck") in brought.json()["message"]
    assert ann.post(f"/t/{ours}/rematch").status_code == 409

    theirs = ann.begin()
    ann.abort(theirs)
    record = ann.get(f"/t/{theirs}/record").text
    assert f"\nDeck-file: {OWNERS.deck_file}\n" in record
    watched = ann.post("/replay", {"text": record}).json()["record"]
    assert SIGN not in page_text(ann, f"/replay/{watched}") and SIGN not in page_text(ann, f"/t/{theirs}/replay")
    assert f"intrigue verify intrigue-{theirs}.game<span data-given></span> --deck mybox.toml<" in page_text(
        ann, f"/t/{theirs}"
    )
    (site.folder / "their.game").write_text(record)
    assert main(["verify", str(site.folder / "their.game"), "--deck", str(deck)]) == 0
    assert main(["verify", str(site.folder / "their.game")]) == 2

    start(site)
    assert ann.get(f"/t/{theirs}/record").text == record
    assert sentence("serve.fault.earlier_deck") in page_text(ann, f"/t/{theirs}")
    assert sentence("serve.fault.earlier_deck") in page_text(ann, f"/replay/{watched}")
    assert SIGN in page_text(ann, f"/t/{ours}/replay") and SIGN in page_text(ann, f"/replay/{shelved}")


# What is shown


def test_pages_show_the_owners_cards_and_browsers_keep_none_of_ours(site: Site, deck: Path) -> None:
    start(site)
    ann = visitor(site)
    before = re.search(r'data-hints="([^"]+)"', ann.page(f"/t/{ann.begin()}").text)
    assert before and "max-age" in ann.get(before[1]).headers["cache-control"]
    lines = [card_text(SAID, game.box, "R5", False)[3:6] for game in (RICHELIEU, OWNERS)]
    ours, theirs = ([f">{line}<" for line in one] for one in lines)
    assert not set(ours) & set(theirs) and all(line in unescape(ann.get(before[1]).text) for line in ours)
    old = ann.get(before[1]).headers["etag"]

    start(site, deck)
    table = ann.begin()
    found = re.search(r'data-hints="([^"]+)"', ann.page(f"/t/{table}").text)
    assert found and unescape(found[1]) != before[1]
    for address, kept in ((unescape(found[1]), "max-age"), (before[1], "no-cache")):  # a page may have stayed open
        answer = ann.http.get(address, headers={"If-None-Match": old})
        assert answer.status_code == 200 and kept in answer.headers["cache-control"]
        assert all(line in unescape(answer.text) for line in theirs)
        assert not any(line in unescape(answer.text) for line in ours) and SIGN not in answer.text
    for page in (f"/t/{table}", "/", "/about", "/rules/richelieu", "/sandbox?game=richelieu", "/learn"):
        assert ann.page(page).headers["cache-control"] in ("no-store", "private, no-store"), page
        assert SIGN not in ann.page(page).text, page
    assert sentence("web.about.deck", file="mybox.toml") in page_text(ann, "/about")
    assert "mybox.toml" in page_text(ann, "/rules/richelieu")


@pytest.mark.full
def test_the_lesson_says_why_it_is_not_there(site: Site, deck: Path) -> None:
    start(site, deck)
    ann = visitor(site)
    refused = ann.post("/learn", {"lesson": "richelieu"})
    assert refused.status_code == 409 and refused.json()["message"] == sentence("lessons.deck")
    assert sentence("lessons.deck") in page_text(ann, "/learn")
    assert ann.post("/learn", {"lesson": "oriflamme"}).status_code == 200


@pytest.mark.full
def test_a_sandbox_is_played_on_with_the_owners_cards(site: Site, deck: Path) -> None:
    start(site, deck)
    ann = visitor(site)
    page = page_text(ann, "/sandbox?game=richelieu&sketch=R5%20E1&moves=income")
    found = re.search(r"Deck-file: mybox\.toml [0-9a-f]{64}", page)
    assert found
    asked = {"record": "R5 E1\n\nincome\n", "game": "richelieu", "edition": "ru"}
    looked = ann.post("/sandbox/look", asked)
    assert looked.status_code == 200 and "Deck-file" in looked.json()["text"]
    made = ann.post("/sandbox/play", {"record": looked.json()["text"], "seat": "1", "level": "page"})
    assert made.status_code == 200, made.text
    assert SIGN not in page_text(ann, f"/t/{made.json()['table']}")


@pytest.mark.parametrize("level", quick({"page"}, ["page", "duke"]))
def test_bots_play_with_the_owners_cards(site: Site, deck: Path, level: str) -> None:
    start(site, deck)
    ann = visitor(site)
    table = ann.begin(level=level)
    for _ in range(4):
        until(lambda: ann.legal(table))  # the bots have moved; a worker that failed stands in the server's log
        assert ann.ask(table, do="move", seat=1, move=ann.legal(table)[0]).status_code == 200


# At the start


@pytest.mark.parametrize("by_environment", quick({False}, [False, True]))
@pytest.mark.parametrize(
    ("name", "text", "key", "values"),
    [
        ("none.toml", None, "file.missing", {}),
        ("broken.toml", "card = 26\n", "deck.cards", {}),
        ("costs.toml", TEXT.replace("spaces = [3", "spaces = [4"), "deck.spaces", {"card": "R1"}),
    ],
    ids=["missing", "no deck", "a cost of 4"],
)
def test_a_bad_deck_file_is_one_sentence_and_no_server(
    tmp_path: Path, name: str, text: str | None, key: str, values: dict[str, Any], by_environment: bool
) -> None:
    deck = tmp_path / name
    if text is not None:
        deck.write_text(text)
    command = [sys.executable, "-P", "-m", "intrigue", "serve", "--no-open", "--lang", "en", "--data", str(tmp_path)]
    given = {**os.environ, **({"INTRIGUE_DECK": str(deck)} if by_environment else {})}
    more = [] if by_environment else ["--deck", str(deck)]
    ran = subprocess.run([*command, *more], capture_output=True, text=True, env=given, timeout=PATIENCE)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"{deck}: {sentence(key, **values)}\n"
    assert not (tmp_path / "intrigue.db").exists()


@pytest.mark.full
def test_the_environment_names_the_deck_file_too(site: Site, deck: Path) -> None:
    site.environment["INTRIGUE_DECK"] = str(deck)
    site.start()
    assert "mybox.toml" in page_text(visitor(site), "/about")


# `intrigue admin`


def admin(site: Site, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "intrigue", "admin", *arguments, "--database", site.database, "--lang", "en"]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.full
def test_a_check_closes_nothing_that_waits_for_its_deck_file(site: Site, deck: Path) -> None:
    start(site)
    ann = visitor(site)
    ours = ann.begin()
    start(site, deck)
    theirs = ann.begin()
    site.stop()
    assert OWNERS.deck_file
    file, mark = OWNERS.deck_file.split()
    told = {
        theirs: sentence("admin.check.deck", table=theirs, game="Richelieu", file=file, hash=mark),
        ours: sentence("admin.check.our_deck", table=ours, game="Richelieu"),
    }
    for options, waiting in (((), theirs), (("--deck", str(deck)), ours)):
        for close in ((), ("--close",)):
            ran = admin(site, "check", *options, *close)
            lines = ran.stdout.splitlines()
            assert lines[0] == told[waiting] and ran.returncode == 1 and ran.stderr == "", ran
            assert lines[-1] == sentence("admin.check.other_deck", n=1) and len(lines) == 3
    missing = admin(site, "check", "--deck", "none.toml")
    assert (missing.returncode, missing.stderr) == (2, f"none.toml: {sentence('file.missing')}\n")
    start(site, deck)
    assert 'data-phase="playing"' in page_text(ann, f"/t/{theirs}")


@pytest.mark.full
def test_a_person_is_forgotten_when_their_games_can_be_folded(site: Site, deck: Path) -> None:
    start(site, deck)
    ann = visitor(site)
    theirs = ann.begin()
    person = re.search(r"person (\d+)", admin(site, "people", theirs).stdout)
    assert person
    refused = admin(site, "forget", person[1])
    assert refused.returncode == 2 and refused.stderr == f"intrigue: {sentence('admin.fault.deck', table=theirs)}\n"
    assert ann.page(f"/t/{theirs}").status_code == 200
    assert admin(site, "forget", person[1], "--deck", str(deck)).returncode == 0
    assert admin(site, "people", theirs).stdout.count("person") == 0
