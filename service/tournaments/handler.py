"""The command handler of tournaments: load, fold, decide, append, answer.

It works like that of games (``service.games.handler``), with the same loop for lost races and
repeated requests. Deciding takes up to seconds, because rounds are paired there, so it happens in a
thread. The handler stores nothing before that has finished: a worker that is killed loses nothing,
and the next one pairs the same round, because its seed follows from the secret and the log.
"""

import asyncio
from collections.abc import Callable, Container, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.chance import commitment
from domain.record.statement import Statement, tournament_receipt, tournament_statement
from domain.record.tournaments import ENDS, STAGES
from domain.refusal import IllegalAction
from domain.tournament.stream.actions import OpenTournament
from domain.tournament.stream.alike import NAMES_LATEST
from domain.tournament.stream.announcement import Announcement, must_be_ahead
from domain.tournament.stream.decide import TournamentStep, open_tournament
from domain.tournament.stream.editions import RULES_LATEST
from domain.tournament.stream.people import Acting
from service.access.game_keys import Keys
from service.access.signing import Signer
from service.games.handler import ActionRefused
from service.pairing.programs import Programs
from service.runtime.lru_cache import LruCache
from service.storage.idempotency import CarriedOut, KeyedRequest, Note, Notes
from service.storage.log import RECEIPT, RECEIPT_VERSIONS, SIGNATURE, VAULT
from service.storage.rows import Row
from service.storage.stale_version import StaleVersion, must_be_expected
from service.storage.tournaments import (
    TOURNAMENT,
    TOURNAMENTS_IN_MEMORY_MAX,
    AppendedSteps,
    StoredTournament,
    TournamentLog,
    head_of_row,
)
from service.tournaments.completing import DecidedSteps, decided, rehearsed
from service.tournaments.games import must_be_playable
from service.tournaments.named_accounts import MissingAccounts, must_exist
from service.tournaments.secrets import TournamentVault, read_vault, tournament_vault
from service.tournaments.standings import Standings

_NEW: Final = f"{TOURNAMENT}new"
"""The scope of requests that open a tournament; ids have another length."""


class NoSuchTournament(Exception):
    """The log has no tournament with this id."""


class TournamentRehearsal(NamedTuple):
    """The effect of actions on a tournament, up to the first that depends on chance."""

    stored: StoredTournament
    """The current tournament."""
    decided: DecidedSteps


class _Taken(Note, frozen=True):
    """The note about a request on a tournament: the versions that it produced."""

    tournament: str
    after: int
    version: int


class TournamentHandler:
    """Carries out requests on tournaments. ``now`` returns the time in RFC 3339, UTC."""

    def __init__(
        self,
        log: TournamentLog,
        keys: Keys,
        signer: Signer,
        now: Callable[[], str],
        missing: MissingAccounts,
        programs: Programs | None = None,
    ) -> None:
        self.log = log
        self._missing = missing
        self.programs = programs or Programs()
        self.standings = Standings()
        self._keys = keys
        self._signer = signer
        self._now = now
        self._notes = Notes(log.log, _Taken)
        self._vaults: LruCache[str, TournamentVault] = LruCache(TOURNAMENTS_IN_MEMORY_MAX)
        self.listeners: list[Callable[[AppendedSteps], None]] = []
        """Called with each batch after its commit, on the event loop; they must not raise."""

    async def open(
        self,
        by: Acting,
        announcement: Announcement,
        code: str | None = None,
        request: KeyedRequest | None = None,
    ) -> StoredTournament:
        """Announce a tournament, with a new secret; ``code`` is that of its invitation.

        Raises IllegalAction for terms that a rule refuses, Malformed for games that cannot be
        opened, NoProgram for a missing pairing program, KeyUsedAgain, TooManyRaces, or
        PersistenceError when the log cannot be read or written.
        """

        async def write() -> StoredTournament:
            secret, tournament = self._keys.secret(), self._keys.game_id()
            action = OpenTournament(announcement, commitment(secret), NAMES_LATEST, RULES_LATEST)
            step, state = open_tournament(tournament, by, action)
            must_be_ahead(announcement, self._now())
            must_be_playable(announcement)
            self.programs.must_have(announcement.format)
            vault = tournament_vault(secret, code)
            row = StoredEvent(
                VAULT + TOURNAMENT + tournament, 1, "vault.v1", msgspec.json.encode(vault)
            )
            done = await self._append(None, DecidedSteps((step,), state), _NEW, request, [row])
            return done.stored

        return await self._notes.once(_NEW, request, write, self._stored_at)

    async def perform(
        self,
        tournament: str,
        by: Acting,
        actions: Sequence[Any],
        *,
        expected: Container[int] | None = None,
        request: KeyedRequest | None = None,
    ) -> AppendedSteps:
        """Carry out the actions of someone, all or none.

        ``expected`` are the versions that the request accepts. Raises NoSuchTournament,
        NoSuchNamedAccounts, ActionRefused, StaleVersion, NoProgram, EngineFailed, KeyUsedAgain,
        TooManyRaces, or PersistenceError when the log cannot be read or written.
        """
        vault = await self._vault(tournament)
        asked = tuple(actions)
        await must_exist(asked, self._missing)

        async def decide(stored: StoredTournament) -> AppendedSteps:
            must_be_expected(stored.head, expected)
            try:
                found = await asyncio.to_thread(
                    decided, stored.state, by, asked, vault, self.programs
                )
            except IllegalAction as no:
                raise ActionRefused(no, stored.head) from None
            return await self._append(stored, found, TOURNAMENT + tournament, request)

        command = CarriedOut(
            lambda: self.log.hot(tournament),
            lambda: self.load(tournament),
            decide,
            lambda done: bool(done.rows),
        )
        scope = TOURNAMENT + tournament
        refusals = (ActionRefused, StaleVersion)
        return await self._notes.carry_out(scope, request, command, self._taken_before, refusals)

    async def rehearse(
        self,
        tournament: str,
        by: Acting,
        actions: Sequence[Any],
        *,
        expected: Container[int] | None = None,
    ) -> TournamentRehearsal:
        """Return the effect of the actions without storing anything; raise as ``perform``."""
        stored = await self.load(tournament)
        must_be_expected(stored.head, expected)
        await must_exist(actions, self._missing)
        vault = await self._vault(tournament)
        try:
            found = await asyncio.to_thread(
                rehearsed, stored.state, by, tuple(actions), vault, self.programs
            )
        except IllegalAction as no:
            raise ActionRefused(no, stored.head) from None
        return TournamentRehearsal(stored, found)

    async def load(self, tournament: str) -> StoredTournament:
        """Return the current tournament from the log; raise NoSuchTournament."""
        stored = await asyncio.to_thread(self.log.load, tournament)
        if stored is None:
            raise NoSuchTournament(tournament)
        return stored

    async def at(self, tournament: str, version: int) -> StoredTournament | None:
        """Return the tournament as it was at a version; None if it never had that version."""
        return await asyncio.to_thread(self.log.load_at, tournament, version)

    async def _vault(self, tournament: str) -> TournamentVault:
        found = self._vaults.get(tournament)
        if found is None:
            body = await asyncio.to_thread(self.log.log.vault, TOURNAMENT + tournament)
            if body is None:
                raise NoSuchTournament(tournament)
            found = read_vault(body)
            self._vaults.put(tournament, found)
        return found

    async def _append(
        self,
        before: StoredTournament | None,
        found: DecidedSteps,
        scope: str,
        request: KeyedRequest | None,
        rows: Sequence[StoredEvent] = (),
    ) -> AppendedSteps:
        # Time in a tournament never goes back.
        at = self._now() if before is None else max(self._now(), before.head.at)
        known = 0 if before is None else before.head.version

        def notes(done: AppendedSteps) -> list[StoredEvent]:
            version = done.stored.head.version
            digest = request.fingerprint if request else ""
            note = _Taken(digest, found.state.id, known, version)
            signed = self._statements(found, done.rows)
            return [*rows, *signed, *self._notes.rows(scope, request, note)]

        return await self.log.append(before, found.steps, found.state, at, notes, self._committed)

    def _statements(self, found: DecidedSteps, rows: Sequence[Row]) -> list[StoredEvent]:
        """Return the receipts for opening and start, and the statement about the end."""
        stream = TOURNAMENT + found.state.id
        signed: list[StoredEvent] = []
        for row, event in zip(rows, _events(found.steps), strict=True):
            head = head_of_row(row)
            stage = STAGES.get(type(event))
            if stage is not None:
                said: Statement = tournament_receipt(
                    found.state, stage, head.version, head.hash, head.at
                )
                body = self._signer.sign(said).encode()
                version = RECEIPT_VERSIONS[stage]
                signed.append(StoredEvent(RECEIPT + stream, version, "receipt.v1", body))
            elif type(event) in ENDS:
                said = tournament_statement(found.state, head.version, head.hash, head.at)
                body = self._signer.sign(said).encode()
                signed.append(StoredEvent(SIGNATURE + stream, 1, "signature.v1", body))
        return signed

    def _committed(self, done: AppendedSteps) -> None:
        for listener in self.listeners:
            listener(done)

    async def _taken_before(self, noted: _Taken) -> AppendedSteps:
        stored = await self._stored_at(noted)
        rows = await asyncio.to_thread(self.log.rows, noted.tournament, noted.after, noted.version)
        return AppendedSteps(stored, rows)

    async def _stored_at(self, noted: _Taken) -> StoredTournament:
        stored = await self.at(noted.tournament, noted.version)
        assert stored is not None, "a note and its batch are in one transaction"
        return stored


def _events(steps: Sequence[TournamentStep]) -> list[Any]:
    return [event for step in steps for event in step.events]
