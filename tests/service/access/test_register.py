"""The register of accounts, with several workers on one log."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from domain.table.actions import CallOffRequest, LeaveSeat, TakeSeat
from domain.table.events import GameCalledOff
from domain.table.game import TABLE
from service.access.accounts import ACCOUNT, OPERATOR
from service.access.actors import Arbiter, Seated
from service.access.game_keys import Keys
from service.access.register import (
    Issued,
    NewToken,
    NoSuchToken,
    Register,
    TooManyTokens,
)
from service.access.rights import Forbidden, Unauthorized
from service.storage.idempotency import KeyedRequest
from service.storage.log import Conflict, Log
from service.storage.rows import event_of
from tests.support.games.table import RULES
from tests.support.storage import stores
from tests.support.storage.stores import KEY, OpenStore, on_both_engines

PLAY = NewToken("x", ("play",))


def worker(log: Log) -> Register:
    """Return the register of one worker; all workers have the same key."""
    return Register(log, Keys(KEY), stores.Ticks())


def test_a_new_token_is_valid_on_all_workers_at_once(store: OpenStore) -> None:
    """Even on a worker that has just loaded the account."""

    async def work(log: Log) -> None:
        one, other = worker(log), worker(log)
        first = await one.open("Ana", PLAY)
        assert (await other.identity(first.secret)).account == first.account.id
        second = await one.make(first.account.id, PLAY, OPERATOR)
        assert (await other.identity(second.secret)).token == second.token.id
        rotated = await one.rotate(second.token.id, 0, OPERATOR)
        assert (await other.identity(rotated.secret)).token == second.token.id

    with store() as log:
        stores.run(work(log))


@on_both_engines
def test_a_revoked_or_rotated_token_is_refused_on_all_workers(
    store: OpenStore,
) -> None:
    """Even on a worker that has just accepted it."""

    async def work(log: Log) -> None:
        one, other = worker(log), worker(log)
        revoked, rotated = await one.open("Ana", PLAY), await one.open("Eva", PLAY)
        for issued in (revoked, rotated):
            await other.identity(issued.secret)
        await one.revoke(revoked.token.id, OPERATOR)
        await one.rotate(rotated.token.id, 0, OPERATOR)
        for register in (one, other):
            for issued in (revoked, rotated):
                with pytest.raises(Unauthorized):
                    await register.identity(issued.secret)

    with store() as log:
        stores.run(work(log))


def test_a_change_does_not_ask_for_the_version_of_the_account(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker decides on the state that it knows: the log takes nothing after an old version.

    It asks before it refuses, because another worker may have changed the account.
    """

    async def work(log: Log) -> None:
        register = worker(log)
        first = await register.open("Ana", PLAY)
        asked: list[Sequence[str]] = []
        select = log.versions

        def counted(streams: Sequence[str]) -> Mapping[str, int]:
            asked.append(streams)
            return select(streams)

        monkeypatch.setattr(log, "versions", counted)
        made = await register.make(first.account.id, PLAY, OPERATOR)
        rotated = await register.rotate(made.token.id, 0, OPERATOR)
        await register.revoke(made.token.id, OPERATOR)
        assert not asked
        assert rotated.token.rotations == 1
        with pytest.raises(NoSuchToken):
            await register.revoke(made.token.id, OPERATOR)
        assert len(asked) == 1
        for missing in (made.token.id, f"{'a' * 26}-{'b' * 16}", "\0"):
            with pytest.raises(NoSuchToken):
                await register.rotate(missing, 0, OPERATOR, KeyedRequest("k", "f"))
            with pytest.raises(NoSuchToken):
                await register.revoke(missing, OPERATOR)

    with store() as log:
        stores.run(work(log))


@on_both_engines
def test_racing_workers_lose_nothing(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each event is decided on the latest state of the account, so no limit is exceeded."""
    limit = 20
    monkeypatch.setattr("service.access.register.TOKENS_MAX", limit)

    async def made(register: Register, account: str) -> Issued | None:
        try:
            return await register.make(account, PLAY, OPERATOR)
        except TooManyTokens:
            return None

    async def work(log: Log) -> None:
        one, other = worker(log), worker(log)
        account = (await one.open("Ana", PLAY)).account.id
        found = await asyncio.gather(
            *(made(who, account) for _ in range(limit) for who in (one, other))
        )
        issued = [each for each in found if each is not None]
        assert len(issued) == limit - 1
        assert len({each.secret for each in issued}) == limit - 1
        for each in issued[:3]:
            assert (await other.identity(each.secret)).token == each.token.id
        versions = [row.originator_version for row in log.read(ACCOUNT + account)]
        assert versions == list(range(1, limit + 2))

    with store() as log:
        stores.run(work(log))


@on_both_engines
def test_concurrent_duplicates_create_one_account(store: OpenStore) -> None:
    """Both workers return the same response."""

    async def work(log: Log) -> None:
        request = KeyedRequest("k", "asked")
        one, other = await asyncio.gather(
            *(worker(log).open("Ana", PLAY, request=request) for _ in "ab")
        )
        assert one == other
        asked = KeyedRequest("k2", "asked")
        first, second = await asyncio.gather(
            *(worker(log).make(one.account.id, PLAY, OPERATOR, asked) for _ in "ab")
        )
        assert first.secret == second.secret
        assert len((await worker(log).account(one.account.id)).tokens) == 2

    with store() as log:
        stores.run(work(log))


def test_an_account_is_created_even_if_a_duplicate_request_failed(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The duplicate caused a conflict, but was not stored itself."""

    async def work(log: Log) -> None:
        write = log.write

        async def in_the_way(_: object) -> None:
            monkeypatch.setattr(log, "write", write)
            raise Conflict("new")

        monkeypatch.setattr(log, "write", in_the_way)
        request = KeyedRequest("k", "asked")
        made = await worker(log).open("Ana", PLAY, request=request)
        assert await worker(log).open("Ana", PLAY, request=request) == made

    with store() as log:
        stores.run(work(log))


def test_a_missing_token_is_not_found(store: OpenStore) -> None:
    """A revoked token can be neither rotated nor revoked again; nor can an unknown one."""

    async def work(log: Log) -> None:
        register = worker(log)
        token = (await register.open("Ana", PLAY)).token.id
        await register.revoke(token, OPERATOR)
        for gone in (token, f"{'a' * 26}-{'b' * 16}", "nonsense", "x/y-z"):
            with pytest.raises(NoSuchToken):
                await register.revoke(gone, OPERATOR)
            with pytest.raises(NoSuchToken):
                await register.rotate(gone, 0, OPERATOR)
            with pytest.raises(NoSuchToken):
                await register.token(gone)

    with store() as log:
        stores.run(work(log))


def test_an_account_acts_for_a_seat_as_long_as_it_sits_there(store: OpenStore) -> None:
    """Even if it stood up, and another player sat down, on a different worker."""
    ana, eva = "a" * 26, "b" * 26

    async def work(log: Log, other_log: Log) -> None:
        here, there = stores.handler_of(log, 1), stores.handler_of(other_log, 2)
        game = (await here.open(RULES, RULES.options_type(), None)).stored.game.id
        await here.perform(game, 0, [TakeSeat(0, player=ana)])
        await there.perform(game, Seated(0, ana), [LeaveSeat(0)])
        await there.perform(game, 0, [TakeSeat(0, player=eva)])
        with pytest.raises(Forbidden):
            await here.perform(game, Seated(0, ana), [LeaveSeat(0)])
        assert (await here.load(game)).game.seats[0].player == eva
        await here.perform(game, Seated(0, eva), [LeaveSeat(0)])

    with store() as log, store() as other_log:
        stores.run(work(log, other_log))


def test_an_arbiter_cannot_judge_their_own_game(store: OpenStore) -> None:
    """Even if they sat down on a different worker."""
    ana, eva = "a" * 26, "b" * 26

    async def work(log: Log, other_log: Log) -> None:
        here, there = stores.handler_of(log, 1), stores.handler_of(other_log, 2)
        game = (await here.open(RULES, RULES.options_type(), None)).stored.game.id
        await there.perform(game, TABLE, [TakeSeat(0, player=ana), TakeSeat(1)])
        for ask in (here.rehearse, here.perform):
            with pytest.raises(Forbidden, match="arbiter"):
                await ask(game, Arbiter(ana, "token"), [CallOffRequest()])
        assert (await here.load(game)).game.status == "running"
        done = await here.perform(game, Arbiter(eva, "token"), [CallOffRequest("Rain")])
        assert done.stored.game.status == "aborted"
        assert event_of(done.rows[0]) == GameCalledOff("Rain", eva)

    with store() as log, store() as other_log:
        stores.run(work(log, other_log))
