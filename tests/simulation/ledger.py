"""What clients asked, what the service answered, and whether the log agrees."""

from collections import Counter
from typing import Any, Final, NamedTuple

import msgspec

from domain.record.audit import Audited, audit
from domain.record.chain import chained, genesis
from domain.record.jws import thumbprint
from domain.record.record import AnyRecord
from domain.ruleset import Seat
from domain.table.apply import evolve, opened
from domain.table.events import FlagFell
from domain.table.game import By, Game
from service.access.accounts import ACCOUNT
from service.access.record_verifier import RecordVerifier
from service.access.signing import jwk_of
from service.access.visibility import STARTED
from service.records.export import record
from service.storage.log import Log
from service.storage.rows import Row, envelope_of, event_of, to_row
from tests.simulation.http import Request
from tests.simulation.store import Store
from tests.support.storage.stores import SIGNING_KEY

VERIFIER: Final = RecordVerifier([thumbprint(jwk_of(SIGNING_KEY.public_key()))])


class _Event(msgspec.Struct):
    version: int
    hash: str


class _Answer(msgspec.Struct):
    """The response to an action, or to taking a seat; the latter contains only the game."""

    version: int
    head: str
    events: tuple[_Event, ...] | None = None


class _Thing(msgspec.Struct):
    id: str


class _Made(msgspec.Struct):
    game: _Thing | None = None
    player: _Thing | None = None


_ANSWER: Final = msgspec.json.Decoder(_Answer).decode
_MADE: Final = msgspec.json.Decoder(_Made).decode


class Asked(NamedTuple):
    """A client's request, under its own key."""

    key: str
    game: str
    by: By
    action: Any
    expected: int | None
    request: Request


class Answered(NamedTuple):
    """A response: the versions that it promises, and its body."""

    first: int
    last: int
    body: bytes


class Violation(AssertionError):
    """The service broke a promise."""


class Ledger:
    """The promises that the service made in one schedule."""

    def __init__(self, store: Store) -> None:
        self.asked: dict[str, Asked] = {}
        self.answers: dict[str, Answered] = {}
        """The first response to each request that succeeded, even if no client received it."""
        self.made: dict[str, bytes] = {}
        """The first response to each request that created a game or an account."""
        self.rematches: dict[str, dict[Seat, tuple[str, str | None]]] = {}
        """For each game, the rematch and the token in it, as each seat received them."""
        self.house = 0
        """Decisions of the house."""
        self.wrong: list[str] = []
        self._store = store

    def must(self, condition: bool, message: object) -> None:
        """Record a message if the condition is false."""
        if not condition:
            self.wrong.append(f"{message}")

    def game(self, game: str) -> Game:
        """Return a game as it stands."""
        return self._store.games[game].game

    def version(self, game: str) -> int:
        """Return how many events a game has."""
        return self._store.games[game].head.version

    def makes(self, key: str, body: bytes) -> None:
        """Record a worker's response to a request that created something."""
        first = self.made.setdefault(key, body)
        self.must(first == body, f"{key} was answered by {first!r} and by {body!r}")

    def plays_again(self, before: str, seat: Seat, game: str, token: str | None) -> None:
        """Record a worker's response to a seat that asked for a rematch."""
        seats = self.rematches.setdefault(before, {})
        first = seats.setdefault(seat, (game, token))
        self.must(first == (game, token), f"seat {seat} got another rematch of {before}")
        games = {one for one, _ in seats.values()}
        self.must(len(games) == 1, f"{before} has the rematches {games}")
        sits = self.game(game).seats[seat].taken
        self.must(sits, f"seat {seat} got {game} as its rematch, and is not seated there")

    def shows_event(self, game: str, version: int, digest: str) -> None:
        """Record that a worker showed an event; the hash identifies it."""
        there = self._store.hash_at(game, version)
        self.must(there == digest, f"event {version} of {game} was shown before its commit")

    def answers_to(self, asked: Asked, body: bytes) -> None:
        """Record a worker's response, at the moment when the worker gives it."""
        known = self.answers.get(asked.key)
        if known is not None:
            same = known.body == body
            self.must(same, f"{asked.key} was answered by {known.body!r} and by {body!r}")
            return
        answer = _ANSWER(body)
        for event in answer.events or (_Event(answer.version, answer.head),):
            self.shows_event(asked.game, event.version, event.hash)
        first = self._begin_of(asked, answer.version)
        self.must(first is not None, f"{asked.key} was answered, and nothing happened")
        first = answer.version if first is None else first
        self.answers[asked.key] = Answered(first, answer.version, body)
        if answer.events is not None:
            versions = [event.version for event in answer.events]
            same = versions == list(range(first, answer.version + 1))
            self.must(same, f"{asked.key} got {versions}, and it began at {first}")
        fits = asked.expected is None or first == asked.expected + 1
        self.must(fits, f"{asked.key} was for version {asked.expected}, not {first - 1}")

    def _begin_of(self, asked: Asked, last: int) -> int | None:
        """Return the first version of the requested action, at or before ``last``."""
        wanted = (asked.by, msgspec.json.encode(asked.action))
        rows = map(to_row, self._store.log.select_events(asked.game, lte=last, desc=True))
        found = (row.version for row in rows if (envelope_of(row).by, row.action) == wanted)
        return next(found, None)

    def refuses(self, asked: Asked, *, known: bool, why: Exception) -> None:
        """Record a refusal; ``known`` means that the action had succeeded before this request."""
        self.must(not known, f"{asked.key} was carried out, and then refused: {why!r}")

    def keeps_its_promises(self, log: Log) -> list[Game]:
        """Compare all promises with the log; return the games."""
        rows = self._store.log.select_notifications(1, 10**9)
        streams = {str(row.originator_id) for row in rows}
        made = [_MADE(body) for body in self.made.values()]
        games = sorted(stream for stream in streams if "/" not in stream)
        again = {game for seats in self.rematches.values() for game, _ in seats.values()}
        opened = sorted([*again, *(one.game.id for one in made if one.game is not None)])
        self.must(games == opened, f"{games} are there, and {opened} were opened")
        accounts = sorted(stream for stream in streams if stream.startswith(ACCOUNT))
        players = sorted(ACCOUNT + one.player.id for one in made if one.player is not None)
        self.must(accounts == players, f"{accounts} are there, and {players} were made")
        return [self._must_hold_of(log, game) for game in games]

    def _must_hold_of(self, log: Log, game: str) -> Game:
        rows = log.rows(game)
        self.must_be_a_chain(game, rows)
        covered: dict[int, str] = {}
        for key, answer in self.answers.items():
            if self.asked[key].game != game:
                continue
            for version in range(answer.first, answer.last + 1):
                other = covered.setdefault(version, key)
                self.must(other == key, f"event {version} was promised to {other} and {key}")
            self.must(answer.last <= len(rows), f"{answer.last} was promised and is not there")
        now = opened(game, event_of(rows[0]))
        again = self._seats_again(game)
        for row in rows[1:]:
            by = envelope_of(row).by
            if now.status == "open" and by in again:
                again.remove(by)
            elif row.action and row.version not in covered and isinstance(by, int):
                own = now.seats[by].bot is not None
                self.house += own
                self.must(
                    own, f"event {row.version} of {game}: no response promised {row.action!r}"
                )
            now = evolve(now, event_of(row))
        fallen = Counter(one.seat for row in rows if isinstance(one := event_of(row), FlagFell))
        self.must(all(count == 1 for count in fallen.values()), f"flags fell twice: {fallen}")
        self.must_be_clean(log, game)
        return now

    def _seats_again(self, game: str) -> set[Seat]:
        """Return the seats that got this game as their rematch."""
        return {
            seat
            for seats in self.rematches.values()
            for seat, (following, _) in seats.items()
            if following == game
        }

    def must_be_a_chain(self, game: str, rows: list[Row]) -> None:
        """Check versions, hashes and times of a game."""
        head, at = genesis(game), ""
        for number, row in enumerate(rows, 1):
            head = chained(head, row.canonical)
            self.must(row.version == number, f"{game} has {row.version} in place of {number}")
            self.must(row.hash == head.hex(), f"the chain of {game} breaks at {number}")
            self.must(envelope_of(row).at >= at, f"in {game} time goes back at {number}")
            at = envelope_of(row).at

    def must_be_clean(self, log: Log, game: str) -> tuple[AnyRecord, Audited]:
        """Check that the audit of a game finds nothing, and that it has what is signed.

        Return its record and the audit.
        """
        exported = record(log, game)
        assert exported is not None
        audited = audit(exported, VERIFIER)
        breaches = [one for one in audited.findings if one.weight != "note"]
        self.must(not breaches, f"the audit of {game} finds {breaches}")
        unsigned = audited.status in ("over", "aborted") and exported.signature is None
        self.must(not unsigned, f"{game} has ended and is not signed")
        started = any(row.topic.startswith(STARTED) for row in log.rows(game))
        found = len(exported.receipts)
        self.must(found == 1 + started, f"{game} has {found} receipts")
        return exported, audited
