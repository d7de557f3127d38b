"""Records of games: read from files, made from batches, signed, and checked."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from domain.record.chain import canonical, chained, genesis
from domain.record.record import (
    AnyEntry,
    AnyRecord,
    RecordedChance,
    RecordedEntry,
    read_record,
    record_of,
    write_record,
)
from domain.record.replay import RecordStep, replay
from domain.record.seals import seal_of
from domain.record.statement import final_statement, receipt_of
from domain.ruleset import CHANCE
from domain.table.actions import AbortGame, CallOffGame, DrawMoment
from domain.table.game import Game
from domain.table.hiding import hidden_members
from domain.table.wording import rewording
from service.access.signing import Signer
from tests.support.games.table import Table
from tests.support.proof import verifier

FOLDER = Path(__file__).parents[2] / "rulesets" / "carolus_magnus" / "records"


@cache
def records() -> MappingProxyType[str, AnyRecord]:
    """Return the stored finished games by name; read them only once."""
    files = sorted(FOLDER.glob("*.json"))
    return MappingProxyType({file.stem: read_record(file.read_bytes()) for file in files})


def written(record: AnyRecord) -> str:
    """Return a record as JSON with one entry per line, so that people can compare two."""
    entries = ",\n".join(msgspec.json.encode(entry).decode() for entry in record.entries)
    text = msgspec.json.encode(msgspec.structs.replace(record, entries=())).decode()
    return text.replace('"entries":[]', f'"entries":[\n{entries}\n]', 1) + "\n"


def recorded(table: Table, requests: Iterable[Table], random: Random) -> AnyRecord:
    """Return the record of the game that these requests make, at made-up times.

    If the game has a clock, the times are those of the table. The table must be new; ``requests``
    yields it again after each request that changed something.
    """
    clock = datetime(2025, 1, 1, 12, tzinfo=UTC)
    entries: list[AnyEntry] = []
    head = genesis(table.game.id)
    version = 0
    reword = rewording(table.game.rules, table.game.wordings) or (lambda event: event)
    seal = seal_of(hidden_members(table.game.rules), table.secret)
    for each in itertools.chain((table,), requests):
        assert each.batch is not None, f"refused: {each.refused_with}"
        clock += timedelta(microseconds=random.randrange(1, 60_000_000))
        at = f"{clock:%Y-%m-%dT%H:%M:%S.%f}Z" if each.game.clocks is None else each.at
        for entry in each.batch.entries:
            entries.append(RecordedEntry(entry.by, at, entry.action))
            for event in entry.events:
                version += 1
                head = chained(head, canonical(version, at, entry.by, reword(event), seal))
    return record_of(table.game, entries, head)


def steps_of(record: AnyRecord, wordings: Mapping[str, int] | None = None) -> list[RecordStep]:
    """Return the steps of a record; raise IllegalAction if an entry is refused."""
    replayed = replay(record, wordings=wordings)
    if replayed.refused is not None:
        raise replayed.refused
    return list(replayed.steps)


def signed(record: AnyRecord, signer: Signer) -> AnyRecord:
    """Return the record of a finished game with everything that the service signs."""
    last = steps_of(record)[-1]
    token = signer.sign(final_statement(last.game, last.head, last.entry.at))
    return msgspec.structs.replace(receipted(record, signer), signature=token)


def receipted(
    record: AnyRecord, signer: Signer, wordings: Mapping[str, int] | None = None
) -> AnyRecord:
    """Return the record with the receipts of the service, for the events in these wordings."""
    steps = steps_of(record, wordings)
    opened = steps[0].logged[-1]
    receipts = [receipt_of(steps[0].game, "opened", opened.version, opened.hash, steps[0].entry.at)]
    for step in steps:
        for event in step.logged:
            if event.members["type"] == "game_started":
                at = step.entry.at
                receipts.append(receipt_of(step.game, "started", event.version, event.hash, at))
    return msgspec.structs.replace(record, receipts=tuple(map(signer.sign, receipts)))


def as_recorded(record: AnyRecord) -> AnyRecord:
    """Return the record of the same game with recorded dice, which nobody can prove."""
    opening = record.entries[0]
    action = msgspec.structs.replace(opening.action, scheme="recorded", commitment="")
    rest = (one for one in record.entries[1:] if not isinstance(one.action, DrawMoment))
    entries = (msgspec.structs.replace(opening, action=action), *rest)
    chance = RecordedChance("recorded", "", None)
    last = steps_of(msgspec.structs.replace(record, entries=entries, chance=chance))[-1]
    return record_of(last.game, entries, last.head)


def proved(record: AnyRecord) -> list[RecordStep]:
    """Return the steps of a record, each decided again; fail if the record is not true.

    A record is true if every entry is legal, the events hash to the head, and everything else in it
    (seats, options, commitment, secret, outcome) follows from its entries.
    """
    steps = steps_of(record)
    last = steps[-1]
    # Before the end, computing the head of a game with hidden information needs the secret.
    head = last.head or bytes.fromhex(record.head or "")
    rebuilt = record_of(last.game, record.entries, head, record.signature, record.receipts)
    assert write_record(rebuilt) == write_record(record)
    return steps


def end_of(record: AnyRecord) -> str:
    """Return how the game of a record ended."""
    if record.outcome is not None:
        return str(record.outcome.reason)
    last = record.entries[-1].action
    return "aborted" if isinstance(last, AbortGame | CallOffGame) else "unfinished"


class DrawnAnswer(NamedTuple):
    """An answer of chance in a record: the game before it, and where its numbers come from."""

    game: Game
    action: Any
    root: bytes
    """The root of its moment; empty if the secret is not revealed."""
    number: int
    """Its number in the moment."""

    def draws(self, bounds: Sequence[int]) -> list[int]:
        """Return the numbers that the verifier draws below these bounds."""
        return verifier.draws(self.root, self.number, bounds)


def drawn_answers(record: AnyRecord) -> Iterator[DrawnAnswer]:
    """Yield all answers of fair dice in a record, each of which draws something."""
    seats = [(seat.entropy, seat.tip) for seat in record.seats]
    secret = record.chance.secret
    key = secret and verifier.key_of(bytes.fromhex(secret), record.id, seats)
    root, number = b"", 0
    for before, step in itertools.pairwise(steps_of(record)):
        if isinstance(step.entry.action, DrawMoment):
            root, number = verifier.root_of(key, step.entry.action.moment) if key else b"", 0
        elif step.entry.by == CHANCE:
            yield DrawnAnswer(before.game, step.entry.action, root, number)
            number += 1
