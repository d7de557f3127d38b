"""Archives to audit: random games, as the service would export them, with signatures."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.chance import SCHEME, commitment
from domain.record.chain import ChainEntry, linked
from domain.record.record import AnyEntry, AnyRecord, RecordedEntry, record_of, write_record
from domain.record.seals import seal_of
from domain.record.statement import final_statement
from domain.ruleset import CHANCE, AnyRuleset
from domain.rulesets.carolus_magnus import RULESET as CAROLUS_MAGNUS
from domain.table.actions import TakeSeat
from domain.table.dealers import FairDealer
from domain.table.decide import Batch, open_game, perform
from domain.table.opening import OpenGame
from service.access.signing import Signer
from tests.benchmarks.seam import any_legal, one_by_one
from tests.support.games.play import options_of

AT: Final = "2026-01-02T03:04:05.{:06d}Z"
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz234567"


@cache
def _signer() -> Signer:
    return Signer(Ed25519PrivateKey.from_private_bytes(bytes(32)))


def game(number: int, rules: AnyRuleset = CAROLUS_MAGNUS) -> AnyRecord:
    """Return the record of the random game with this number, with the options of house bots."""
    random = Random(f"archive {number}")
    secret = random.randbytes(32)
    dealer = FairDealer(secret)
    opening: OpenGame[Any, Any] = OpenGame(
        rules.meta.pinned, options_of(rules), SCHEME, commitment(secret)
    )
    batch = open_game("".join(random.choices(_LETTERS, k=16)), rules, opening)
    entries: list[AnyEntry] = []
    events: list[ChainEntry] = []
    choose = one_by_one if rules is CAROLUS_MAGNUS else any_legal

    def note(batch: Batch) -> None:
        at = AT.format(len(entries))
        for entry in batch.entries:
            entries.append(RecordedEntry(entry.by, at, entry.action))
            events.append((at, entry.by, entry.events))

    note(batch)
    for seat in range(len(batch.game.seats)):
        taken = TakeSeat(seat, name=f"player {seat}", entropy=random.randbytes(16).hex())
        batch = perform(batch.game, seat, [taken], dealer, at=AT.format(len(entries)))
        note(batch)
    while not batch.game.finished:
        due = batch.game.awaits[0].seat
        assert due != CHANCE
        action = choose(rules.legal(batch.game.position, due), random.randrange)
        batch = perform(batch.game, due, [action], dealer, at=AT.format(len(entries)))
        note(batch)
    head = linked(batch.game.id, events, seal_of(rules.hidden, secret))[-1]
    signature = _signer().sign(final_statement(batch.game, head, entries[-1].at))
    return record_of(batch.game, entries, head, signature)


def lines(numbers: range, rules: AnyRuleset = CAROLUS_MAGNUS) -> Iterator[bytes]:
    """Yield these games as the lines of an archive, without line feeds."""
    for number in numbers:
        yield write_record(game(number, rules))
