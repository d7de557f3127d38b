"""Make the golden archive of games with links of seats, with witnesses, and with events.

    python -m tests.tools.make_archive_of_strengths FILE

Each line has everything that a record can have: the events, the receipts, the proof that a log has
the game, and an earlier checkpoint that a witness of the log cosigned before the first seat.
"""

import sys
from base64 import urlsafe_b64decode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from domain.chance import commitment
from domain.links import chain_of, name_of
from domain.record.chain import canonical, chained, genesis
from domain.record.inclusion_audit import leaves_of
from domain.record.record import AnyRecord, RecordedEntry, record_of
from domain.record.seals import seal_of
from domain.ruleset import CHANCE, AnyRuleset, tag_of
from domain.rulesets.registry import RULESETS
from domain.table.actions import AcceptWaiver, DrawMoment, OfferWaiver, Resign, TakeSeat
from domain.table.contributions import GivenLink, WitnessNote
from domain.table.game import TABLE
from domain.table.hiding import hidden_members
from domain.table.times import SECOND, micros
from tests.records.test_witnesses import Witness
from tests.support.games.table import Table, action_of, due, opened
from tests.support.proof.included import KID, included, log_with, witnessed_at
from tests.support.proof.records import signed
from tests.support.proof.stranger import archived
from tests.support.storage.stores import SIGNER
from tests.tools.make_archive import put
from tests.transparency.logs import Cosigner

SERVICE: Final = urlsafe_b64decode(f"{KID}=")
COSIGNER: Final = Cosigner("club.example/w")
MOMENTS: Final = 6
"""How many moments a game has before the seat that is due resigns, unless it ends before."""
EVENTS: Final = 300
"""The same for events."""
HOUR: Final = 3600


class Strength(NamedTuple):
    """Who contributes links to a game, and whether the first moment goes on without."""

    seats: tuple[int, ...] = ()
    witnesses: int = 0
    waived: bool = False


STRENGTHS: Final = (
    Strength(seats=(0, 1)),
    Strength(seats=(1,)),
    Strength(witnesses=1),
    Strength(witnesses=2),
    Strength(seats=(0, 1), witnesses=1),
    Strength(seats=(0, 1), waived=True),
)


class Game:
    """A game that is played with links: a request each second, some hours after the first day."""

    def __init__(self, rules: AnyRuleset, number: int, strength: Strength) -> None:
        seed = f"strength {rules.meta.id} {number}"
        secret = sha256(seed.encode()).digest()
        self._id = f"strength-{rules.meta.id}-{number}"
        self._random = Random(seed)
        self._strength = strength
        self._name = name_of(self._id, commitment(secret))
        self._witnesses = [
            Witness(place, name=self._name, service=SERVICE) for place in range(strength.witnesses)
        ]
        self._table = opened(
            2,
            secret,
            self._id,
            rules=rules,
            links=bool(strength.seats),
            witnesses=tuple(one.registration for one in self._witnesses),
        )
        self._entries: list[RecordedEntry[Any]] = []
        self._chains = {
            seat: chain_of(self._name, seat, bytes([seat]) * 32) for seat in strength.seats
        }
        self._head = genesis(self._id)
        self._version = 0
        self._seal = seal_of(hidden_members(rules), secret)
        self._table.wait(number * HOUR)
        self._note(self._table)

    def played(self) -> AnyRecord:
        """Play the game to its end, and return its record, signed."""
        table = self._table
        for seat in (0, 1):
            tip = self._chains[seat].tip.hex() if seat in self._chains else UNSET
            entropy = self._random.randbytes(16).hex()
            name = f"player {seat}"
            self._ask(TABLE, TakeSeat(seat, name=name, entropy=entropy, tip=tip))
        while not table.game.finished:
            if table.game.awaits_chance:
                self._draw()
            elif table.game.moments >= MOMENTS or self._version > EVENTS:
                self._ask(due(table.game), Resign())
            else:
                seat = due(table.game)
                self._ask(seat, self._action(seat))
        return signed(record_of(table.game, self._entries, self._head), SIGNER)

    def _action(self, seat: int) -> Any:
        """Return a legal action; attacks, which call for dice, are more likely."""
        some = [action_of(self._table.game, seat, self._random) for _ in range(10)]
        return next((one for one in some if tag_of(one) == "attack"), some[0])

    def _draw(self) -> None:
        """Draw the next moment, with all links or with none."""
        moment = self._table.game.moments + 1
        if self._strength.waived and moment == 1:
            self._ask(0, OfferWaiver())
            self._ask(1, AcceptWaiver())
            if self._table.game.awaits_chance:
                self._ask(CHANCE, DrawMoment(moment, missing=self._strength.seats))
            return
        playing = set(self._table.game.playing)
        links = [
            GivenLink(seat, chain.link(moment).hex())
            for seat, chain in self._chains.items()
            if seat in playing and self._table.game.seats[seat].is_played_by_a_person
        ]
        given = [one.give(moment, self._head) for one in self._witnesses]
        links += [link for link, _ in given]
        notes: tuple[WitnessNote, ...] = tuple(note for _, note in given)
        self._ask(CHANCE, DrawMoment(moment, tuple(links), notes))

    def _ask(self, by: Any, action: Any) -> None:
        self._note(self._table.wait(1).ask(by, action))

    def _note(self, table: Table) -> None:
        assert table.batch is not None, table.refused_with
        for one in table.batch.entries:
            self._entries.append(RecordedEntry(one.by, table.at, one.action))
            for event in one.events:
                self._version += 1
                form = canonical(self._version, table.at, one.by, event, self._seal)
                self._head = chained(self._head, form)


def games() -> list[AnyRecord]:
    """Return all games of the archive, in the order of their openings."""
    wanted = enumerate(product(RULESETS, STRENGTHS))
    return [Game(rules, number, strength).played() for number, (rules, strength) in wanted]


def lines(played: Sequence[AnyRecord]) -> Iterator[bytes]:
    """Yield the games with events and proofs: one log has them all, and a witness saw it grow."""
    log = log_with(*played)
    for game in played:
        size = log.leaves.index(leaves_of(game)["opening"]) + 1
        time = micros(game.entries[0].at) // SECOND + 1
        seen = witnessed_at(game, log, size, COSIGNER, time=time)
        yield archived(included(game, log, seen))


if __name__ == "__main__":
    made = games()
    put(Path(sys.argv[1]), made, lines(made))
