"""THE command handler: load, fold, decide, append, answer.

It decides on the game that it has in memory. That may be behind the log, when another process
writes too: then the append fails and the action is judged anew on the game as it now is; and that
it is refused, or changes nothing, is said only after the log was asked. So a lost race ends as an
ordinary success or refusal, and a retry of a request that was carried out is answered from the log.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from eventsourcing.persistence import StoredEvent
from msgspec import UNSET

from domain.chance import SCHEME, commitment
from domain.record.statement import statement_of
from domain.refusal import IllegalAction
from domain.ruleset import Ruleset, Seat
from domain.table.actions import FallFlag, OpenGame, TakeSeat
from domain.table.chance import FairDealer
from domain.table.clock import Clock
from domain.table.decide import Batch, flags_are_due, open_game, perform
from domain.table.game import TABLE, By, Game
from domain.table.rematch import (
    house_again,
    must_have_ended,
    must_have_sat,
    rematch_of,
    sits_again,
    was_played,
)
from domain.table.wording import present
from service.access.deeds import deed_row
from service.access.keys import Keys, Tokens, Vault, fingerprint, locked
from service.access.policy import OPEN, Policy
from service.access.rights import Caller, Forbidden, Unauthorized
from service.access.signing import Signer
from service.access.vaults import Vaults
from service.storage.log import REQUEST, SIGNATURE, VAULT, Appended, Conflict, Log
from service.storage.rows import Head, Row, Stored

RACES_MAX: Final = 100
"""Lost races in a row after which a request gives up; nothing was stored for it then."""


class Request(NamedTuple):
    """What tells one request from another: its ``Idempotency-Key`` and what it asked."""

    key: str
    fingerprint: str


class Answer(NamedTuple):
    """The game after a request, and the rows of the events that it produced."""

    stored: Stored
    rows: list[Row]


class Opened(NamedTuple):
    """A new game and its tokens."""

    stored: Stored
    tokens: Tokens


class Rematch(NamedTuple):
    """The next game, and the token of who asked for it; an account needs none."""

    stored: Stored
    token: str | None


class Seated(NamedTuple):
    """A seat, asked for by the account that sits there; elsewhere it may have stood up since."""

    seat: Seat
    player: str


class Linked(NamedTuple):
    """A seat, asked for by its link, which may be good for nothing any more (``holds_in``)."""

    seat: Seat


class Judge(NamedTuple):
    """An arbiter, who acts as the table does; ``name`` tells the trail who it was."""

    name: str


Actor: TypeAlias = By | Seated | Linked | Judge
"""Who asks."""


class NoSuchGame(Exception):
    """The log has no game with this id."""


class Refused(IllegalAction):
    """An action that a rule refuses, and the head of the log that it was judged on."""

    def __init__(self, no: IllegalAction, head: Head) -> None:
        super().__init__(no.refusal.rule, no.refusal.reason, **no.refusal.facts)
        self.index = no.index
        self.head = head


class StaleVersion(Exception):
    """The game has gone on since the version that the request was made for, to this head."""

    def __init__(self, head: Head, expected: Sequence[int]) -> None:
        super().__init__(f"the game is at version {head.version}")
        self.head = head
        self.expected = expected


class Rehearsal(NamedTuple):
    """What would happen to a game, up to the first refusal or the next answer of chance."""

    stored: Stored
    """The game as it is."""
    batch: Batch
    refused: IllegalAction | None


class KeyUsedAgain(Exception):
    """The ``Idempotency-Key`` belongs to another request."""


class TooManyRaces(Exception):
    """Others were first, again and again."""


class _Noted(msgspec.Struct, frozen=True):
    """What is kept about a keyed request: what it asked and the versions it produced."""

    fingerprint: str
    game: str
    after: int
    version: int


class Handler:
    """Carries out requests on games. ``now`` gives the time in RFC 3339, UTC."""

    def __init__(
        self,
        log: Log,
        keys: Keys,
        signer: Signer,
        now: Callable[[], str],
    ) -> None:
        self.log = log
        self._keys = keys
        self._signer = signer
        self._now = now
        self.listeners: list[Callable[[Appended], None]] = []
        """Called with each batch of a game, after its commit, on the event loop.

        They must not raise, and are quick: nobody is answered before they have returned.
        """
        self.vaults = Vaults(log)

    async def open(
        self,
        rules: Ruleset[Any, Any, Any, Any, Any],
        options: Any,
        request: Request | None,
        *,
        clock: Clock | None = None,
        take_backs: bool = False,
        policy: Policy = OPEN,
    ) -> Opened:
        """Open a table.

        Raises IllegalAction for options or a clock that a rule refuses, KeyUsedAgain, TooManyRaces,
        or PersistenceError when the log cannot be read or written.
        """
        if request is not None:
            noted = await self._noted("new", request)
            if noted is not None:
                return await self._opened_before(noted)
        secret = self._keys.secret()
        action = OpenGame(
            rules.meta.pinned,
            options,
            SCHEME,
            commitment(secret),
            present(rules),
            clock,
            take_backs,
        )
        game = self._keys.game_id()
        batch = open_game(game, rules, action)
        tokens = self._keys.tokens(game, len(batch.game.seats))
        vault = locked(secret, tokens, policy)
        notes = [StoredEvent(VAULT + game, 1, "vault.v1", msgspec.json.encode(vault))]
        if request is not None:
            notes.append(
                _note("new", request, _Noted(request.fingerprint, game, 0, batch.game.version))
            )
        for _ in range(RACES_MAX):
            try:
                stored, _ = await self.log.append(
                    None, batch, self._now(), secret, lambda _: notes, self._committed
                )
            except Conflict:
                if request is None:
                    raise
                # Ids do not collide: the same request was under way. It may have failed since.
                noted = await self._noted("new", request)
                if noted is not None:
                    return await self._opened_before(noted)
            else:
                return Opened(stored, tokens)
        raise TooManyRaces(game)

    async def play_again(
        self, game: str, seat: Seat, player: str | None, name: str | None, entropy: str
    ) -> Rematch:
        """Let a seat of a game that was played sit down in the next one; open that if need be.

        Raises NoSuchGame, Refused, TooManyRaces, or PersistenceError when the log cannot be read or
        written.
        """
        before = await self.load(game)
        try:
            must_have_ended(before.game)
            must_have_sat(before.game, seat, player)
        except IllegalAction as no:
            raise Refused(no, before.head) from None
        stored = await self._next_game(before.game)
        again = stored.game.id
        if not sits_again(stored.game, seat, player):
            told = before.game.seats[seat].name if name is None else name
            action = TakeSeat(seat, told, None, entropy, UNSET if player is None else player)
            try:
                stored = (await self.perform(again, seat, [action])).stored
            except Refused:
                # The same seat may have asked twice at once, with another name.
                stored = await self.load(again)
                if not sits_again(stored.game, seat, player):
                    raise
        tokens = self._keys.tokens(again, len(stored.game.seats))
        return Rematch(stored, tokens.seats[seat] if player is None else None)

    async def rematch_of(self, game: Game) -> str | None:
        """Return the id of the next game, if somebody has asked for it."""
        if not was_played(game):
            return None
        again = self._keys.rematch_id(game.id)
        if self.vaults.hot(again) is None:
            found = await asyncio.to_thread(self.vaults.load, again)
            return None if found is None else again
        return again

    async def _next_game(self, before: Game) -> Stored:
        """Return the game that follows this one; whoever is first opens it.

        Its id is derived, so that nothing has to be kept and all workers find the same one. Its
        dice are not: they have a secret of their own.
        """
        again = self._keys.rematch_id(before.id)
        stored = await asyncio.to_thread(self.log.load, again)
        if stored is not None:
            return stored
        secret = self._keys.secret()
        at = self._now()
        opening = open_game(again, before.rules, rematch_of(before, commitment(secret)))
        house = perform(opening.game, TABLE, house_again(before), FairDealer(secret), at=at)
        batch = Batch((*opening.entries, *house.entries), house.game)
        was = (await self.vault(before.id)).policy or OPEN
        # Each seat waits for who sat there, so no other account may take it.
        policy = msgspec.structs.replace(was, seating="links")
        vault = locked(secret, self._keys.tokens(again, len(batch.game.seats)), policy)
        note = StoredEvent(VAULT + again, 1, "vault.v1", msgspec.json.encode(vault))
        try:
            stored, _ = await self.log.append(
                None, batch, at, secret, lambda _: [note], self._committed
            )
        except Conflict:
            stored = await self.load(again)
        return stored

    async def perform(
        self,
        game: str,
        by: Actor,
        actions: Sequence[Any],
        *,
        expected: Sequence[int] | None = None,
        request: Request | None = None,
        house: bool = False,
    ) -> Answer:
        """Carry out what a seat or the creator asks of a game, all of it or nothing.

        Flags that are due fall first, also if nothing is asked: they are stored by themselves, so
        that whoever comes too late is refused on the game as it is then, and again at a retry.

        ``expected`` are the versions that the request was made for. Raises NoSuchGame,
        Refused, StaleVersion, Forbidden, Unauthorized, KeyUsedAgain, TooManyRaces, or
        PersistenceError when the log cannot be read or written.
        """
        stored = self.log.hot(game)
        fresh = stored is None
        for _ in range(RACES_MAX):
            if stored is None:
                stored = await self.load(game)
            refused: Refused | StaleVersion | Forbidden | Unauthorized | None = None
            at = self._time(stored)
            try:
                stored = await self._with_flags_fallen(stored, at)
                _must_be_expected(stored, expected)
                who = _who(stored.game, by)
                dealer = await self._dealer(game)
                batch = perform(stored.game, who, actions, dealer, at=at, house=house)
                if batch.entries:
                    judge = by if isinstance(by, Judge) else None
                    return await self._append(stored, batch, at, request, judge)
            except IllegalAction as no:
                refused = Refused(no, stored.head)
            except (StaleVersion, Forbidden, Unauthorized) as no_more:
                refused = no_more
            except Conflict:
                fresh = False
            noted = None if request is None else await self._noted(game, request)
            if noted is not None:
                return await self._answered_before(noted)
            if fresh:
                if refused is not None:
                    raise refused
                return Answer(stored, [])
            stored, fresh = await self.load(game), True
        raise TooManyRaces(game)

    async def rehearse(
        self, game: str, by: Actor, actions: Sequence[Any], *, expected: Sequence[int] | None = None
    ) -> Rehearsal:
        """Return what would happen; store nothing."""
        stored = await self.load(game)
        _must_be_expected(stored, expected)
        at = self._time(stored)
        who = _who(stored.game, by)
        try:
            return Rehearsal(stored, perform(stored.game, who, actions, None, at=at), None)
        except IllegalAction as no:
            before = perform(stored.game, who, actions[: no.index], None, at=at)
            return Rehearsal(stored, before, no)

    async def load(self, game: str) -> Stored:
        """Return the game as the log has it now; raise NoSuchGame."""
        stored = await asyncio.to_thread(self.log.load, game)
        if stored is None:
            raise NoSuchGame(game)
        return stored

    async def vault(self, game: str) -> Vault:
        """Return the secrets of a game; raise NoSuchGame."""
        vault = self.vaults.hot(game) or await asyncio.to_thread(self.vaults.load, game)
        if vault is None:
            raise NoSuchGame(game)
        return vault

    async def _dealer(self, game: str) -> FairDealer:
        return FairDealer(await self._secret(game))

    async def _secret(self, game: str) -> bytes:
        return bytes.fromhex((await self.vault(game)).secret)

    def _time(self, stored: Stored) -> str:
        """Return the time of what happens next in a game: in none of them it ever goes back."""
        return max(self._now(), stored.head.at)

    async def _with_flags_fallen(self, stored: Stored, at: str) -> Stored:
        """Return the game after the flags that are due have fallen; raise Conflict."""
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
        request: Request | None,
        judge: Judge | None = None,
    ) -> Answer:
        secret = await self._secret(before.game.id)

        def notes(after: Stored) -> list[StoredEvent]:
            found = [self._signed(after)] if after.game.finished else []
            if judge is not None:
                # A game ends with what an arbiter does, so there is one such action.
                did = batch.entries[0].action
                found.append(deed_row(after.game.id, after.head.version, at, judge.name, did))
            if request is not None:
                versions = before.head.version, after.head.version
                noted = _Noted(request.fingerprint, after.game.id, *versions)
                found.append(_note(after.game.id, request, noted))
            return found

        stored, rows = await self.log.append(before, batch, at, secret, notes, self._committed)
        return Answer(stored, rows)

    def _committed(self, done: Appended) -> None:
        for listener in self.listeners:
            listener(done)

    def _signed(self, ended: Stored) -> StoredEvent:
        statement = statement_of(ended.game, ended.head.hash)
        body = self._signer.sign(statement).encode()
        return StoredEvent(SIGNATURE + ended.game.id, 1, "signature.v1", body)

    async def _noted(self, scope: str, request: Request) -> _Noted | None:
        """Return what this request produced before; raise KeyUsedAgain for another one's key."""
        body = await asyncio.to_thread(self.log.request, scope, fingerprint(request.key))
        if body is None:
            return None
        noted = msgspec.json.decode(body, type=_Noted)
        if noted.fingerprint != request.fingerprint:
            raise KeyUsedAgain
        return noted

    async def _answered_before(self, noted: _Noted) -> Answer:
        stored = await self._stored_at(noted)
        rows = await asyncio.to_thread(self.log.rows, noted.game, noted.after, noted.version)
        return Answer(stored, rows)

    async def _opened_before(self, noted: _Noted) -> Opened:
        stored = await self._stored_at(noted)
        return Opened(stored, self._keys.tokens(noted.game, len(stored.game.seats)))

    async def _stored_at(self, noted: _Noted) -> Stored:
        stored = await asyncio.to_thread(self.log.load_at, noted.game, noted.version)
        assert stored is not None, "a note and its batch are put in one transaction"
        return stored


def _must_be_expected(stored: Stored, expected: Sequence[int] | None) -> None:
    if expected is not None and stored.head.version not in expected:
        raise StaleVersion(stored.head, expected)


def _who(game: Game, by: Actor) -> By:
    """Return who acts.

    Raises Forbidden if the account does not sit there any more, and Unauthorized if the link is
    good for nothing.
    """
    if isinstance(by, Judge):
        return TABLE
    if isinstance(by, Linked):
        if not Caller(by.seat).holds_in(game):
            raise Unauthorized
        return by.seat
    if not isinstance(by, Seated):
        return by
    if game.seats[by.seat].player != by.player:
        raise Forbidden(f"the token of seat {by.seat}")
    return by.seat


def _note(scope: str, request: Request, noted: _Noted) -> StoredEvent:
    stream = f"{REQUEST}{scope}/{fingerprint(request.key)}"
    return StoredEvent(stream, 1, "request.v1", msgspec.json.encode(noted))
