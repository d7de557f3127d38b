"""Snapshots: the folded state of a game now and then, so that loading takes constant time.

No request waits for a snapshot: the writer of the log stores them when it has nothing else to do.
They are only a cache. A snapshot that does not fit the present types of a game is ignored, and you
can delete all of them at any time.
"""

from collections import deque
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any, Final, get_args

import msgspec
import structlog
from eventsourcing.persistence import AggregateRecorder, IntegrityError, StoredEvent
from msgspec.structs import fields, replace

from domain.rulesets.registry import BY_PINNED
from domain.table.clock import Clock, Clocks
from domain.table.continuation import Continuation, StoredContinuation, typed
from domain.table.contributions import KnownChain, RegisteredWitness
from domain.table.game import Game, SeatState
from domain.table.reserving import TournamentTable
from domain.table.terms import Decision, Terms
from domain.table.wording import unknown
from service.storage.rows import Head, Stored

TOPIC: Final = "snapshot.v1"

_ENCODER: Final = msgspec.msgpack.Encoder()

_LOG = structlog.get_logger("carolus.storage")


class Snapshots:
    """The snapshots of all games."""

    def __init__(self, recorder: AggregateRecorder) -> None:
        self._recorder = recorder
        self._taken: deque[Stored] = deque()

    def take(self, stored: Stored) -> None:
        """Take a snapshot; ``keep`` stores it later."""
        self._taken.append(stored)

    def keep(self) -> None:
        """Store the snapshots that were taken; failures are logged, as the log has the events."""
        taken = []
        while self._taken:
            taken.append(self._taken.popleft())
        try:
            self._keep([_row(one) for one in taken])
        except Exception:  # noqa: BLE001 - whatever it is, the writer of the log goes on
            _LOG.exception("snapshots_not_kept", games=[one.game.id for one in taken])

    def _keep(self, rows: Sequence[StoredEvent]) -> None:
        if not rows:
            return
        try:
            self._recorder.insert_events(rows)
        except IntegrityError:
            # One of them exists already. Store the others one by one.
            if len(rows) > 1:
                for row in rows:
                    self._keep([row])

    def last(self, game: str, up_to: int | None = None) -> Stored | None:
        """Return the latest snapshot of a game, up to a version; None if none fits."""
        found = self._recorder.select_events(game, lte=up_to, desc=True, limit=1)
        return _stored(found[0]) if found else None


def _row(stored: Stored) -> StoredEvent:
    game, head = stored
    body = {"shape": _shape(game.ruleset), "hash": head.hash, "at": head.at, "game": game}
    return StoredEvent(game.id, head.version, TOPIC, _ENCODER.encode(body))


def _stored(row: StoredEvent) -> Stored | None:
    body = msgspec.msgpack.decode(row.state)
    members: dict[str, Any] = body["game"]
    rules = BY_PINNED.get(members["ruleset"])
    if rules is None or body["shape"] != _shape(members["ruleset"]):
        return None
    if unknown(rules, members["wordings"]) is not None:
        return None  # a newer version took it, and more events in its wording may follow
    outcome = members["outcome"]
    terms = members["terms"]
    continues = members["continues"]
    tournament = members["tournament"]
    game = Game(
        **members
        | {
            "options": msgspec.convert(members["options"], rules.options_type),
            "seats": _seats(members["seats"], rules.orders_type),
            "position": msgspec.convert(members["position"], rules.position_type),
            "witnesses": msgspec.convert(members["witnesses"], tuple[RegisteredWitness, ...]),
            "chains": msgspec.convert(members["chains"], tuple[KnownChain, ...]),
            "terms": None if terms is None else _terms(terms, rules.position_type),
            "continues": None
            if continues is None
            else typed(rules, StoredContinuation(**continues)),
            "tournament": None if tournament is None else TournamentTable(**tournament),
            "reserved": tuple(members["reserved"]),
            "reserved_names": tuple(members["reserved_names"]),
            "outcome": None if outcome is None else msgspec.convert(outcome, rules.outcome_type),
        }
    )
    return Stored(game, Head(row.originator_version, body["hash"], body["at"]))


def _seats(members: list[Any], orders: type[Any] | None) -> tuple[SeatState, ...]:
    seats = msgspec.convert(members, tuple[SeatState, ...])
    return tuple(
        one if one.orders is None else replace(one, orders=msgspec.convert(one.orders, orders))
        for one in seats
    )


def _terms(members: dict[str, Any], position: type[Any]) -> Terms:
    terms = msgspec.convert(members, Terms)
    if terms.decisions is None:
        return terms
    decisions = tuple(
        replace(one, position=msgspec.convert(one.position, position)) for one in terms.decisions
    )
    return replace(terms, decisions=decisions)


@cache
def _shape(ruleset: str) -> str:
    """Return a fingerprint of the types that make up a game of this ruleset."""
    rules = BY_PINNED[ruleset]
    kinds = (
        Game,
        SeatState,
        RegisteredWitness,
        KnownChain,
        Terms,
        Decision,
        Clocks,
        *get_args(Clock),
        Continuation,
        TournamentTable,
        rules.options_type,
        rules.position_type,
        rules.outcome_type,
        rules.view_type,
        *(() if rules.orders_type is None else (rules.orders_type,)),
    )
    shape = [[(field.name, repr(field.type)) for field in fields(kind)] for kind in kinds]
    return sha256(repr(shape).encode()).hexdigest()[:16]
