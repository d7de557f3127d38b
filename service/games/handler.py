"""THE command handler: load, fold, decide, append, answer.

The handler decides on the game in memory, which may be behind the log if another process writes.
Then the append fails, and the handler decides again on the current game. It reports a refusal, or
that nothing changed, only after it has read the log. So a lost race ends as an ordinary success or
refusal, and a retry of a successful request is answered from the log.
"""

import asyncio
from collections.abc import Callable, Container, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.chance import SCHEME, commitment
from domain.links import name_of
from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, AnyRuleset
from domain.table.actions import DrawMoment, FallFlag
from domain.table.contributions import RegisteredWitness
from domain.table.dealers import FairDealer
from domain.table.decide import Batch, flags_are_due, open_game, perform
from domain.table.game import TABLE
from domain.table.opening import NO_TERMS, OpenGame, OpeningTerms
from domain.table.wording import present
from service.access.actors import Arbiter, Requester, acting, recorded
from service.access.deeds import deed_row
from service.access.game_keys import Keys, Tokens, Vault, locked
from service.access.policy import OPEN, Policy
from service.access.rights import Forbidden, Unauthorized
from service.access.signing import Signer
from service.access.vaults import Vaults
from service.games.statements import Statements
from service.links.witnesses import Witnesses
from service.runtime.sandbox import seed_in_use
from service.storage.idempotency import CarriedOut, KeyedRequest, Note, Notes
from service.storage.log import VAULT, Appended, Log
from service.storage.rows import Head, Row, Stored
from service.storage.stale_version import StaleVersion, must_be_expected

_NEW: Final = "new"
"""The scope of requests that open a game."""


class Performed(NamedTuple):
    """The game after a request, and the rows of the events that it produced."""

    stored: Stored
    rows: list[Row]


class Opened(NamedTuple):
    """A new game and its tokens."""

    stored: Stored
    tokens: Tokens


class NoSuchGame(Exception):
    """The log has no game with this id."""


class NoWitnesses(Exception):
    """A game is to be witnessed, but the operator has configured no witness."""


class ActionRefused(IllegalAction):
    """A rule refuses an action; ``head`` is the head of the log that it was judged on."""

    def __init__(self, no: IllegalAction, head: Head) -> None:
        super().__init__(no.refusal.rule, no.refusal.reason, **no.refusal.facts)
        self.index = no.index
        self.head = head


class Rehearsal(NamedTuple):
    """The effect of actions on a game, up to the first refusal or the next draw."""

    stored: Stored
    """The current game."""
    batch: Batch
    refused: IllegalAction | None


class _Played(Note, frozen=True):
    """The note about a request on a game: the versions that it produced."""

    game: str
    after: int
    version: int


class Handler:
    """Carries out requests on games. ``now`` returns the time in RFC 3339, UTC."""

    def __init__(
        self,
        log: Log,
        keys: Keys,
        signer: Signer,
        now: Callable[[], str],
        witnesses: Witnesses | None = None,
    ) -> None:
        self.log = log
        self._keys = keys
        self.statements = Statements(log, signer)
        self._now = now
        self._witnesses = witnesses or Witnesses((), signer)
        self.listeners: list[Callable[[Appended], None]] = []
        """Called with each batch of a game, after its commit, on the event loop.

        Listeners must not raise, and must be quick: the response waits for them.
        """
        self.vaults = Vaults(log)
        self._notes = Notes(log, _Played)

    async def open(
        self,
        rules: AnyRuleset,
        options: Any,
        request: KeyedRequest | None,
        *,
        terms: OpeningTerms = NO_TERMS,
        policy: Policy = OPEN,
        witnessed: bool = False,
    ) -> Opened:
        """Open a table. All configured witnesses register a game that is to be ``witnessed``.

        Raises IllegalAction for options or a clock that a rule refuses, KeyUsedAgain, TooManyRaces,
        NoWitnesses, an error of a witness, or PersistenceError when the log cannot be read or
        written.
        """

        async def write() -> Stored:
            secret, game = self._keys.secret(), self._keys.game_id()
            witnesses = await self.register(game, secret) if witnessed else ()
            action = OpenGame(
                rules.meta.pinned,
                options,
                SCHEME,
                commitment(secret),
                present(rules),
                *terms._replace(witnesses=witnesses, sandbox=seed_in_use()),
            )
            batch = open_game(game, rules, action)
            note = _Played(
                request.fingerprint if request else "", batch.game.id, 0, batch.game.version
            )
            notes = self._notes.rows(_NEW, request, note)
            return await self.begin(batch, secret, policy, self._now(), notes)

        stored = await self._notes.once(_NEW, request, write, self._stored_at)
        return Opened(stored, self._keys.tokens(stored.game.id, len(stored.game.seats)))

    @property
    def witnesses(self) -> int:
        """How many witnesses register a game that is to be witnessed."""
        return len(self._witnesses.addresses)

    async def register(self, game: str, secret: bytes) -> tuple[RegisteredWitness, ...]:
        """Register a game with all witnesses before it is opened; return what they committed to.

        Raises NoWitnesses, WitnessUnavailable, WitnessRefused or BadWitness.
        """
        if not self._witnesses.addresses:
            raise NoWitnesses
        tips = await self._witnesses.register(name_of(game, commitment(secret)))
        return tuple(one.as_opened for one in tips)

    async def begin(
        self,
        batch: Batch,
        secret: bytes,
        policy: Policy,
        at: str,
        notes: Sequence[StoredEvent] = (),
    ) -> Stored:
        """Store the first batch of a game in one transaction with its vault, receipt and ``notes``.

        Raises Conflict if the game or a note exists already, or PersistenceError when the log
        cannot be written.
        """
        game = batch.game
        vault = locked(secret, self._keys.tokens(game.id, len(game.seats)), policy)
        row = StoredEvent(VAULT + game.id, 1, "vault.v1", msgspec.json.encode(vault))

        def together(done: Appended) -> list[StoredEvent]:
            return [row, *self.statements.of_batch(None, batch, done), *notes]

        def committed(done: Appended) -> None:
            self.vaults.keep(game.id, vault)
            self._committed(done)

        stored, _ = await self.log.append(None, batch, at, secret, together, committed)
        return stored

    async def perform(
        self,
        game: str,
        by: Requester,
        actions: Sequence[Any],
        *,
        expected: Container[int] | None = None,
        request: KeyedRequest | None = None,
        house: bool = False,
    ) -> Performed:
        """Carry out the actions of a seat or the creator, all or none.

        Due flags fall first, even if ``actions`` is empty. They are stored separately, so a request
        that comes too late is refused on the resulting game, and a retry too.

        ``expected`` are the versions that the request accepts. Raises NoSuchGame,
        ActionRefused, StaleVersion, Forbidden, Unauthorized, KeyUsedAgain, TooManyRaces, or
        PersistenceError when the log cannot be read or written.
        """
        actions = recorded(actions, by)

        async def decide(stored: Stored) -> Performed:
            at = self._time(stored)
            try:
                stored = await self._with_flags_fallen(stored, at)
                must_be_expected(stored.head, expected)
                who = acting(stored.game, by)
                dealer = await self._dealer(game)
                batch = perform(stored.game, who, actions, dealer, at=at, house=house)
            except IllegalAction as no:
                raise ActionRefused(no, stored.head) from None
            if not batch.entries:
                return Performed(stored, [])
            judge = by if isinstance(by, Arbiter) else None
            return await self._append(stored, batch, at, request, judge)

        command = CarriedOut(
            lambda: self.log.hot(game),
            lambda: self.load(game),
            decide,
            lambda done: bool(done.rows),
        )
        return await self._notes.carry_out(game, request, command, self._answered_before, _REFUSALS)

    async def draw(self, game: str, moment: DrawMoment, expected: int) -> Performed:
        """Draw a moment with its links, in the game as it is at this version.

        Raises NoSuchGame, StaleVersion, IllegalAction if a rule refuses the links, Conflict, or
        PersistenceError when the log cannot be read or written.
        """
        stored = await self.load(game)
        must_be_expected(stored.head, [expected])
        at = self._time(stored)
        batch = perform(stored.game, CHANCE, [moment], await self._dealer(game), at=at)
        return await self._append(stored, batch, at, None)

    async def rehearse(
        self,
        game: str,
        by: Requester,
        actions: Sequence[Any],
        *,
        expected: Container[int] | None = None,
    ) -> Rehearsal:
        """Return the effect of the actions without storing anything."""
        (effect,) = await self.rehearse_each(game, by, actions, (), expected=expected)
        return effect

    async def rehearse_each(
        self,
        game: str,
        by: Requester,
        actions: Sequence[Any],
        alternatives: Sequence[Any],
        *,
        expected: Container[int] | None = None,
    ) -> list[Rehearsal]:
        """Return the effect of the actions and, if they are legal, of each alternative after them.

        An alternative is the only action after these. Nothing is stored.
        """
        stored = await self.load(game)
        must_be_expected(stored.head, expected)
        at = self._time(stored)
        who = acting(stored.game, by)

        def effect(now: Stored, actions: Sequence[Any]) -> Rehearsal:
            actions = recorded(actions, by)
            try:
                return Rehearsal(now, perform(now.game, who, actions, None, at=at), None)
            except IllegalAction as no:
                before = perform(now.game, who, actions[: no.index], None, at=at)
                return Rehearsal(now, before, no)

        first = effect(stored, actions)
        if first.refused is not None:
            return [first]
        after = stored._replace(game=first.batch.game)
        return [first, *(effect(after, (one,)) for one in alternatives)]

    async def known(self, game: str) -> Stored:
        """Return the game as this worker knows it, which may be behind the log; raise NoSuchGame.

        Good enough for an early refusal; the append decides about rights on the current game.
        """
        return self.log.hot(game) or await self.load(game)

    async def load(self, game: str) -> Stored:
        """Return the current game from the log; raise NoSuchGame."""
        stored = await asyncio.to_thread(self.log.load, game)
        if stored is None:
            raise NoSuchGame(game)
        return stored

    async def vault(self, game: str) -> Vault:
        """Return the secrets of a game; raise NoSuchGame."""
        vault = await self.vault_or_none(game)
        if vault is None:
            raise NoSuchGame(game)
        return vault

    async def vault_or_none(self, game: str) -> Vault | None:
        """Return the secrets of a game; None if there is no such game."""
        return self.vaults.hot(game) or await asyncio.to_thread(self.vaults.load, game)

    async def _dealer(self, game: str) -> FairDealer:
        return FairDealer(await self._secret(game))

    async def _secret(self, game: str) -> bytes:
        return bytes.fromhex((await self.vault(game)).secret)

    def _time(self, stored: Stored) -> str:
        """Return the time of the next event of a game; time in a game never goes back."""
        return max(self._now(), stored.head.at)

    async def _with_flags_fallen(self, stored: Stored, at: str) -> Stored:
        """Make due flags fall, and return the game; raise Conflict."""
        while flags_are_due(stored.game, at):
            dealer = await self._dealer(stored.game.id)
            batch = perform(stored.game, TABLE, [FallFlag()], dealer, at=at)
            stored = (await self._append(stored, batch, at, None)).stored
        return stored

    async def _append(
        self,
        before: Stored,
        batch: Batch,
        at: str,
        request: KeyedRequest | None,
        judge: Arbiter | None = None,
    ) -> Performed:
        secret = await self._secret(before.game.id)

        def notes(done: Appended) -> list[StoredEvent]:
            after = done.stored
            found = self.statements.of_batch(before, batch, done)
            if judge is not None:
                # An arbiter's action ends the game, so there is only one.
                did = batch.entries[0].action
                found.append(deed_row(after.game.id, after.head.version, at, judge.name, did))
            versions = before.head.version, after.head.version
            note = _Played(request.fingerprint if request else "", after.game.id, *versions)
            found.extend(self._notes.rows(after.game.id, request, note))
            return found

        stored, rows = await self.log.append(before, batch, at, secret, notes, self._committed)
        return Performed(stored, rows)

    def _committed(self, done: Appended) -> None:
        for listener in self.listeners:
            listener(done)

    async def _answered_before(self, noted: _Played) -> Performed:
        stored = await self._stored_at(noted)
        rows = await asyncio.to_thread(self.log.rows, noted.game, noted.after, noted.version)
        return Performed(stored, rows)

    async def _stored_at(self, noted: _Played) -> Stored:
        stored = await asyncio.to_thread(self.log.load_at, noted.game, noted.version)
        assert stored is not None, "a note and its batch are in one transaction"
        return stored


_REFUSALS: Final = (ActionRefused, StaleVersion, Forbidden, Unauthorized)
"""What the handler reports only after it has read the log."""


def completes_action(log: Log, stored: Stored) -> bool:
    """Return whether this version has all events of its last action, rather than only the first."""
    following = log.rows(stored.game.id, stored.head.version, limit=1)
    return not following or bool(following[0].action)
