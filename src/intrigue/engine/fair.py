"""The fair deal: a secret that is committed to, a nonce from every seat, and the proof in a record's comments.

The cards are a function of the secret and the nonces. The secret's hash is shown before any seat sends its nonce, so
neither whoever keeps the secret nor the seats choose the deal by themselves. Afterwards everybody can deal it again;
that the commitment and a nonce are those of before, only who kept them can tell (`Kept`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from intrigue.engine.errors import BadLine, IllegalMove, IntrigueError
from intrigue.engine.game import Game
from intrigue.engine.match import Match
from intrigue.engine.record import Record

NONCE = 32
"""Hexadecimal digits of a nonce."""
MARK = "# intrigue deal: "
LINE = re.compile(rf"^{MARK}([a-z]+) (.*?) *\r?$")
TABLE, COMMITMENT, SECRET, NONCES, BOTS, KINDS = "table", "commitment", "secret", "nonces", "bots", "kinds"
PATTERNS = {
    TABLE: r"[0-9A-Za-z_-]{1,64}",
    COMMITMENT: r"[0-9a-f]{64}",
    SECRET: r"([0-9a-f]{2}){16,64}",
    NONCES: rf"[0-9a-f]{{{NONCE}}}( [0-9a-f]{{{NONCE}}})*",
    BOTS: r"none|[1-9]( [1-9])*",
    KINDS: r"drawn|chosen|fixed",
}
"""The lines of a proof and what each may hold."""


def commitment(secret: bytes) -> str:
    """What is shown of a secret before the deal: nobody finds the secret from it, and no other secret fits it."""
    return hashlib.sha256(secret).hexdigest()


def bot_nonce(committed: str, seat: int) -> str:
    """The nonce of a bot's seat: it follows from the commitment, so nobody can choose it afterwards."""
    return hashlib.sha256(f"intrigue nonce of a bot 1\n{committed}\n{seat}\n".encode()).hexdigest()[:NONCE]


def deal_seed(table: str, secret: bytes, nonces: Sequence[str]) -> bytes:
    """What the cards are dealt from."""
    told = "".join(f"{part}\n" for part in ("intrigue fair deal 1", table, secret.hex(), *nonces))
    return hashlib.sha256(told.encode()).digest()


class Proof(NamedTuple):
    """All that a deal can be made again from."""

    table: str
    commitment: str
    secret: bytes
    nonces: tuple[str, ...]
    bots: tuple[int, ...]
    """The seats that bots held when the cards were dealt."""
    kinds: str
    """`fixed` by the game, `chosen` by the table, or `drawn` with the deal."""

    def __str__(self) -> str:
        told = {
            TABLE: self.table,
            COMMITMENT: self.commitment,
            SECRET: self.secret.hex(),
            NONCES: " ".join(self.nonces),
            BOTS: " ".join(map(str, self.bots)) or "none",
            KINDS: self.kinds,
        }
        return "".join(f"{MARK}{key} {value}\n" for key, value in told.items())

    @classmethod
    def read(cls, text: str, players: int) -> Proof:
        """The proof in the comments of a record; a fault raises `BadLine`, a record without any `IntrigueError`."""
        found: dict[str, str] = {}
        where: dict[str, int] = {}
        for number, line in enumerate(text.split("\n"), start=1):
            told = LINE.match(line.removeprefix("\ufeff"))
            if told is None:
                if line.removeprefix("\ufeff").startswith(MARK.rstrip()):
                    raise BadLine(number, IntrigueError("verify.bad_proof"))
                continue
            key, value = told.groups()
            if key not in PATTERNS or key in found or not re.fullmatch(PATTERNS[key], value):
                raise BadLine(number, IntrigueError("verify.bad_proof"))
            found[key], where[key] = value, number
        if not found:
            raise IntrigueError("verify.no_proof")
        for key in PATTERNS:
            if key not in found:
                raise BadLine(max(where.values()), IntrigueError("verify.part_missing", part=key))
        nonces = tuple(found[NONCES].split(" "))
        if len(nonces) != players:
            raise BadLine(where[NONCES], IntrigueError("verify.bad_proof"))
        bots = () if found[BOTS] == "none" else tuple(map(int, found[BOTS].split(" ")))
        if list(bots) != sorted({seat for seat in bots if seat <= players}):
            raise BadLine(where[BOTS], IntrigueError("verify.bad_proof"))
        return cls(found[TABLE], found[COMMITMENT], bytes.fromhex(found[SECRET]), nonces, bots, found[KINDS])


class Kept(NamedTuple):
    """What a player kept of a deal, to be held against its proof: what was shown, and what the own seats added."""

    commitment: str = ""
    """Empty if it was not kept."""
    nonces: tuple[tuple[int, str], ...] = ()
    """Seats and their nonces."""


NOTHING = Kept()


class Finding(NamedTuple):
    """One thing that was checked: whether it fits, and the sentence that says so."""

    fits: bool
    key: str
    values: dict[str, Any]
    line: int = 0
    """The line of the record it is about, 0 for the whole."""


def verify(game: Game[Any], text: str | bytes, kept: Kept = NOTHING) -> list[Finding]:
    """Checks a record with a proof: secret, nonces of bots, deal and moves, and whatever a player kept. A text that
    cannot be read at all raises `BadLine` or `IntrigueError`."""
    record = Record.parse(text)
    if record.fault:
        raise record.fault
    match = Match.begin(game, record)
    proof = Proof.read(text if isinstance(text, str) else text.decode(), match.players)
    found = [secret_of(proof), nonces_of(proof), deal_of(proof, match, record), *first_of(match, record)]
    return [*found, moves_of(match, record), *kept_of(proof, kept)]


def secret_of(proof: Proof) -> Finding:
    """The secret is the one that was committed to."""
    fits = commitment(proof.secret) == proof.commitment
    return Finding(fits, "verify.secret" if fits else "verify.secret.wrong", {"commitment": proof.commitment})


def nonces_of(proof: Proof) -> Finding:
    """No bot's nonce was chosen."""
    wrong = [seat for seat in proof.bots if proof.nonces[seat - 1] != bot_nonce(proof.commitment, seat)]
    if wrong:
        return Finding(False, "verify.nonces.wrong", {"seats": ", ".join(map(str, wrong))})
    told = ", ".join(f"{seat}: {nonce}" for seat, nonce in enumerate(proof.nonces, start=1) if seat not in proof.bots)
    return Finding(True, "verify.nonces", {"nonces": told}) if told else Finding(True, "verify.nonces.bots", {})


def deal_of(proof: Proof, match: Match, record: Record) -> Finding:
    """The cards are those that follow from the secret and the nonces."""
    options = match.game.options_of(match.state)
    if proof.kinds == "chosen":
        options["kinds"] = [kind.strip() for kind in record.headers.get("Kinds", "").split(",")]
    seed = deal_seed(proof.table, proof.secret, proof.nonces)
    dealt = match.game.to_headers(match.game.start(match.players, match.edition, seed, options))
    for header, value in dealt.items():
        if match.deal.get(header) != value:
            return Finding(False, "verify.deal.wrong", {"header": header}, record.line_of(header))
    if set(match.deal) != set(dealt):
        return Finding(False, "verify.deal.other", {})
    return Finding(True, "verify.deal", {})


def first_of(match: Match, record: Record) -> list[Finding]:
    """That the table had chosen who begins; nothing where the deal draws it."""
    if "First-drawn" not in match.deal:
        return []
    return [Finding(True, "verify.first", {"first": match.deal["First"]}, record.line_of("First-drawn"))]


def moves_of(match: Match, record: Record) -> Finding:
    """Every move could be played where it stands."""
    for index, move in enumerate(record.moves):
        try:
            match.play(move)
        except IllegalMove:
            return Finding(False, "verify.moves.wrong", {"move": move[:60]}, record.line_of_move(index))
    key = "verify.moves" if match.over else "verify.moves.unfinished"
    return Finding(True, key, {"n": len(record.moves)})


def kept_of(proof: Proof, kept: Kept) -> list[Finding]:
    """The proof names what a player kept from before the deal."""
    found = []
    if kept.commitment:
        fits = proof.commitment == kept.commitment
        found.append(Finding(fits, "verify.kept.commitment" if fits else "verify.kept.commitment.wrong", {}))
    for seat, nonce in kept.nonces:
        if seat > len(proof.nonces):
            found.append(Finding(False, "verify.kept.no_seat", {"seat": seat}))
        elif proof.nonces[seat - 1] == nonce:
            found.append(Finding(True, "verify.kept.nonce", {"seat": seat}))
        else:
            found.append(Finding(False, "verify.kept.nonce.wrong", {"seat": seat, "nonce": proof.nonces[seat - 1]}))
    return found
