"""What clients asked and were told, and what must hold of it and of the log."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec

from domain.record.audit import audit
from domain.record.chain import chained, genesis
from domain.table.events import FlagFell
from domain.table.evolve import evolve, opened
from domain.table.game import By, Game
from service.access.signing import Verifier, jwk_of, thumbprint
from service.export import record
from service.handle import Answer
from service.storage.log import Log
from service.storage.rows import Row, Stored, envelope_of, event_of, to_stored
from tests.simulation.store import Store
from tests.support.stores import SIGNING_KEY

_VERIFIER: Final = Verifier([thumbprint(jwk_of(SIGNING_KEY.public_key()))])


class Asked(NamedTuple):
    """A request of a client, under its own key."""

    key: str
    game: str
    by: By
    action: Any
    expected: int | None


class Violation(AssertionError):
    """The service broke a promise."""


class Ledger:
    """The promises that were made in one schedule."""

    def __init__(self, store: Store) -> None:
        self.asked: dict[str, Asked] = {}
        self.answers: dict[str, Answer] = {}
        """The first answer to each request that was carried out, also if nobody got it."""
        self.opened: dict[str, str] = {}
        """The game that each request opened."""
        self.house = 0
        """Decisions of the house."""
        self.wrong: list[str] = []
        self._store = store

    def must(self, holds: bool, told: object) -> None:
        """Keep what does not hold."""
        if not holds:
            self.wrong.append(f"{told}")

    def opens(self, key: str, game: str) -> None:
        """Take note of a worker's answer to who opened a game."""
        first = self.opened.setdefault(key, game)
        self.must(first == game, f"{key} opened {first}, and then {game}")

    def shown(self, game: str, rows: Iterable[Row]) -> None:
        """Take note of events that a worker shows to somebody."""
        for row in rows:
            there = self._store.has(game, row.version, to_stored(game, row).state)
            self.must(there, f"event {row.version} of {game} was shown before its commit")

    def shows(self, stored: Stored) -> None:
        """Take note of a game that a worker shows to somebody."""
        self.shows_event(stored.game.id, stored.head.version, stored.head.hash.hex())

    def shows_event(self, game: str, version: int, digest: str) -> None:
        """Take note of an event that a worker shows to somebody, known by its hash."""
        there = self._store.hash_at(game, version)
        self.must(there == digest, f"event {version} of {game} was shown before its commit")

    def answers_to(self, asked: Asked, answer: Answer) -> None:
        """Take note of a worker's answer, at the moment when it gives it."""
        self.shown(asked.game, answer.rows)
        self.must(bool(answer.rows), f"{asked.key} was answered, and nothing happened")
        first = self.answers.setdefault(asked.key, answer)
        if first is not answer:
            same = (first.rows, first.stored.head) == (answer.rows, answer.stored.head)
            self.must(same, f"{asked.key} was answered in two ways")
        elif answer.rows:
            row = answer.rows[0]
            what = (envelope_of(row).by, row.action)
            wanted = (asked.by, msgspec.json.encode(asked.action))
            self.must(what == wanted, f"{asked.key} asked for {wanted} and got {what}")
            fits = asked.expected is None or row.version == asked.expected + 1
            self.must(fits, f"{asked.key} was for version {asked.expected}, not {row.version - 1}")

    def refuses(self, asked: Asked, *, known: bool, why: Exception) -> None:
        """Take note that a worker refuses; ``known``: it was carried out before it was asked."""
        self.must(not known, f"{asked.key} was carried out, and then refused: {why!r}")

    def must_hold(self, log: Log) -> list[Game]:
        """Compare all that was promised with the log; return the games."""
        streams = {str(one.originator_id) for one in self._store.log.select_notifications(1, 10**9)}
        games = sorted(stream for stream in streams if "/" not in stream)
        self.must(games == sorted(self.opened.values()), f"{games} are there: {self.opened}")
        return [self._must_hold_of(log, game) for game in games]

    def _must_hold_of(self, log: Log, game: str) -> Game:
        rows = log.rows(game)
        self._must_be_a_chain(game, rows)
        covered: dict[int, str] = {}
        for key, answer in self.answers.items():
            if self.asked[key].game != game:
                continue
            for row in answer.rows:
                other = covered.setdefault(row.version, key)
                self.must(other == key, f"event {row.version} was promised to {other} and {key}")
                there = row.version <= len(rows) and rows[row.version - 1] == row
                self.must(there, f"event {row.version} was promised to {key} and is not there")
        now = opened(game, event_of(rows[0]))
        for row in rows[1:]:
            by = envelope_of(row).by
            if row.action and row.version not in covered and isinstance(by, int):
                own = now.seats[by].bot is not None
                self.house += own
                self.must(own, f"event {row.version} of {game}: nobody was told of {row.action!r}")
            now = evolve(now, event_of(row))
        fallen = Counter(one.seat for row in rows if isinstance(one := event_of(row), FlagFell))
        self.must(all(count == 1 for count in fallen.values()), f"flags fell twice: {fallen}")
        self._must_be_clean(log, game)
        return now

    def _must_be_a_chain(self, game: str, rows: list[Row]) -> None:
        head, at = genesis(game), ""
        for number, row in enumerate(rows, 1):
            head = chained(head, row.canonical)
            self.must(row.version == number, f"{game} has {row.version} in place of {number}")
            self.must(row.hash == head.hex(), f"the chain of {game} breaks at {number}")
            self.must(envelope_of(row).at >= at, f"in {game} time goes back at {number}")
            at = envelope_of(row).at

    def _must_be_clean(self, log: Log, game: str) -> None:
        told = record(log, game)
        assert told is not None
        audited = audit(told, _VERIFIER.verify)
        breaches = [one for one in audited.findings if one.weight != "note"]
        self.must(not breaches, f"the audit of {game} finds {breaches}")
        unsigned = audited.status in ("over", "aborted") and told.signature is None
        self.must(not unsigned, f"{game} has ended and is not signed")
