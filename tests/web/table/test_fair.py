"""The fair deal: what is promised before it, what it is made of, and the proof in the record."""

from __future__ import annotations

import hashlib
import json
import random

import pytest
from web.table.stories import ANN, GAMES, SECRET, Story, people_at, secret_of
from web.table.test_settings import MIXED

import intrigue
from intrigue.engine.record import Record
from intrigue.web.table import requests
from intrigue.web.table.errors import Denied
from intrigue.web.table.fair import bot_nonce, commitment, deal_seed, verify


def finished_story(name: str = "oriflamme", **more: object) -> Story:
    return people_at(name, **more).play(random.Random(7))  # type: ignore[arg-type]


def wrong(text: str) -> list[str]:
    """What does not fit."""
    return [finding.key for finding in verify(text) if not finding.fits]


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_every_part_changes_the_deal() -> None:
    usual = deal_seed("t", SECRET, ["a", "b"])
    others = [deal_seed("u", SECRET, ["a", "b"]), deal_seed("t", bytes(32), ["a", "b"])]
    others += [deal_seed("t", SECRET, ["b", "a"]), deal_seed("t", SECRET, ["ab", ""]), deal_seed("t", SECRET, ["a"])]
    assert len({usual, *others}) == 6 and len(usual) == 32


def test_every_nonce_changes_the_cards() -> None:
    deals = set()
    for last in range(20):
        story = Story(fill="page")
        story.ask(ANN, requests.Ready(1, f"{last:032x}"))
        assert story.table.match is not None
        deals.add(str(story.table.match.record))
    assert len(deals) == 20


def test_the_nonce_of_a_bot_follows_from_the_commitment() -> None:
    story = Story(fill="page").begin()
    assert story.table.nonces == (f"{1:032x}", *(bot_nonce(commitment(SECRET), seat) for seat in (2, 3)))
    assert bot_nonce("a", 2) != bot_nonce("a", 3) != bot_nonce("b", 3)


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_a_record_with_its_proof(name: str) -> None:
    story = finished_story(name)
    text = story.table.record_text()
    assert wrong(text) == []
    match = intrigue.load(text)
    assert match.over and match.names == ["Ann", "Bob", "Cyd"]
    assert match.state.key() == story.table.match.state.key()  # type: ignore[union-attr]
    assert Record.parse(text).moves == [move for move, _ in story.table.match.played]  # type: ignore[union-attr]


@pytest.mark.parametrize("kinds", [(), MIXED])
def test_the_kinds_of_a_mix_are_proved_too(kinds: tuple[str, ...]) -> None:
    story = finished_story("oriflamme-mix", kinds=kinds)
    text = story.table.record_text()
    assert wrong(text) == [] and f"kinds {'chosen' if kinds else 'drawn'}\n" in text
    other = "drawn" if kinds else "chosen"
    spoiled = text.replace(f"kinds {'chosen' if kinds else 'drawn'}", f"kinds {other}")
    assert wrong(spoiled) == ["verify.deal.wrong"]


def test_an_aborted_game_can_be_checked_too() -> None:
    story = people_at().play(random.Random(1), 9)
    with pytest.raises(Denied) as fault:
        story.table.record_text()
    assert fault.value.key == "refused.no_record_yet"
    for seat, person in ((1, 11), (2, 22), (3, 33)):
        story.ask(person, requests.Vote(seat, True))
    text = story.table.record_text()
    assert wrong(text) == [] and verify(text)[-1].key == "verify.moves.unfinished"
    assert len(intrigue.load(text).played) == 9


def test_a_table_that_closed_before_the_deal_has_no_record() -> None:
    story = Story()
    story.ask(ANN, requests.Close())
    with pytest.raises(Denied) as fault:
        story.table.record_text()
    assert fault.value.key == "refused.no_record"


def test_the_record_is_what_take_backs_leave_standing() -> None:
    story = people_at()
    seat, person = story.acting, story.holder
    story.move(story.moves()[0])
    story.ask(person, requests.TakeBack(seat))
    story.play(random.Random(1))
    assert wrong(story.table.record_text()) == []


def test_bots_are_named_by_their_level_and_no_two_alike() -> None:
    story = Story(fill="knight")
    story.ask(ANN, requests.Rename(1, "Knight"))
    text = story.begin().play(random.Random(2)).table.record_text()
    assert "Names: Knight, knight 2, knight 3\n" in text and "deal: bots 2 3\n" in text and wrong(text) == []


def test_whatever_is_changed_afterwards_does_not_fit() -> None:
    text = finished_story(secret=secret_of(5)).table.record_text()
    lines = text.splitlines()
    secret = next(line for line in lines if "secret" in line)
    assert "verify.secret.wrong" in wrong(text.replace(secret, secret[:-2] + "ff"))
    assert "verify.deal.wrong" in wrong(text.replace(secret, secret[:-2] + "ff"))
    nonces = next(line for line in lines if "nonces" in line)
    assert wrong(text.replace(nonces, nonces[:-1] + "f")) == ["verify.deal.wrong"]
    assert wrong(text.replace("table k3v9q0ab2c", "table k3v9q0ab2d")) == ["verify.deal.wrong"]
    assert wrong(text.replace("deal: bots none", "deal: bots 2")) == ["verify.nonces.wrong"]
    first = next(line for line in lines if line.startswith("First: "))
    assert "verify.deal.wrong" in wrong(text.replace(first, f"First: {int(first[-1]) % 3 + 1}"))
    start = text.index("\n\n") + 2
    assert wrong(text[:start] + "wait\n" + text[start:]) == ["verify.moves.wrong"]
    assert wrong(text + "wait\n") == ["verify.moves.wrong"]


def test_a_position_in_the_place_of_the_deal_does_not_fit() -> None:
    story = people_at().play(random.Random(1), 3)
    for seat, person in ((1, 11), (2, 22), (3, 33)):
        story.ask(person, requests.Vote(seat, True))
    text = story.table.record_text()
    proof = text[: text.index("Game: ")]
    sketched = "Game: oriflamme\nEdition: fr\nPlayers: 3\nPosition: "
    position = intrigue.new("oriflamme", players=3, seed=1).position
    for key in ("legal", "spare", "winners"):
        del position[key]
    assert wrong(f"{proof}{sketched}{json.dumps(position)}\n\n")[0] == "verify.deal.wrong"
