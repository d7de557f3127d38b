"""A keyed request opens one game, with its own id and tokens."""

import pytest

from domain.refusal import IllegalAction
from domain.table.actions import Resign, TakeSeat
from service.access.game_keys import role_of
from service.games.handler import Handler, NoSuchGame
from service.storage.idempotency import KeyUsedAgain
from service.storage.log import Conflict
from tests.support.games.table import RULES
from tests.support.storage.handling import key, must_be_whole, open_game, outcomes, workers
from tests.support.storage.stores import OpenStore, handler_of, on_both_engines, run


def test_opening_again_returns_the_same_game(store: OpenStore) -> None:
    """With the same tokens, on every worker, concurrently and later."""

    async def scene(one: Handler, other: Handler) -> None:
        options = RULES.options_type(players=3)
        answers = await outcomes(
            *(worker.open(RULES, options, key("k")) for worker in (one, other) * 10)
        )
        first = answers[0]
        assert not isinstance(first, BaseException)
        assert all(answer == first for answer in answers), answers
        game = first.stored.game.id
        await one.perform(game, 0, [TakeSeat(0)])
        assert await other.open(RULES, options, key("k")) == first
        vault = await other.vault(game)
        assert role_of(vault, first.tokens.creator) == "creator"
        assert [role_of(vault, token) for token in first.tokens.seats] == [0, 1, 2]
        assert role_of(vault, "seat0_x") is None
        with pytest.raises(KeyUsedAgain):
            await other.open(RULES, options, key("k", "another body"))
        assert (await one.open(RULES, options, key("other"))).stored.game.id != game
        streams = {one.stream for one in one.log.notices(0, 1000) if "/" not in one.stream}
        assert len(streams) == 2

    with workers(store, 2) as (one, other):
        run(scene(one, other))


@on_both_engines
def test_a_game_is_opened_even_if_a_duplicate_request_failed(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The duplicate caused a conflict, but was not stored itself."""

    async def scene(handler: Handler) -> None:
        append = handler.log.append

        async def in_the_way(*_: object) -> None:
            monkeypatch.setattr(handler.log, "append", append)
            raise Conflict("new")

        monkeypatch.setattr(handler.log, "append", in_the_way)
        opened = await handler.open(RULES, RULES.options_type(), key("k"))
        assert await handler.open(RULES, RULES.options_type(), key("k")) == opened

    with workers(store, 1) as (handler,):
        run(scene(handler))


@on_both_engines
def test_an_id_is_never_used_twice(store: OpenStore) -> None:
    """If, against all odds, two draws are equal, the second game is not opened."""

    async def scene(handler: Handler, twin: Handler) -> None:
        game = await open_game(handler)
        with pytest.raises(Conflict):
            await open_game(twin, players=3)
        assert must_be_whole(handler.log, game) == 1

    with store() as log:
        run(scene(handler_of(log, "twin"), handler_of(log, "twin")))


def test_the_worker_that_opens_a_game_does_not_read_its_vault(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has just written it. Another worker reads the same one."""

    async def scene(one: Handler, other: Handler) -> None:
        asked: list[str] = []
        read = one.log.vault

        def counted(game: str) -> bytes | None:
            asked.append(game)
            return read(game)

        monkeypatch.setattr(one.log, "vault", counted)
        game = await open_game(one)
        await one.perform(game, 0, [TakeSeat(0)])
        assert await one.vault(game) == await other.vault(game)
        assert asked == []

    with workers(store, 2) as (one, other):
        run(scene(one, other))


def test_tokens_are_found_again_when_memory_is_full(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of many games keeps its own tokens."""
    monkeypatch.setattr("service.access.vaults.GAMES_IN_MEMORY_MAX", 2)

    async def scene(handler: Handler) -> None:
        opened = [await handler.open(RULES, RULES.options_type(), None) for _ in range(5)]
        for one in [*opened, *opened]:
            vault = await handler.vault(one.stored.game.id)
            assert role_of(vault, one.tokens.seats[1]) == 1

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_refused_options_open_nothing(store: OpenStore) -> None:
    """The key stays unused."""

    async def scene(handler: Handler) -> None:
        with pytest.raises(IllegalAction, match="CM-OPT-1"):
            await handler.open(RULES, RULES.options_type(players=7), key("k"))
        assert handler.log.notices(0, 10) == []
        assert await handler.open(RULES, RULES.options_type(), key("k", "right"))

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_games_that_do_not_exist(store: OpenStore) -> None:
    """Streams that are not games count as missing, too."""

    async def scene(handler: Handler) -> None:
        game = await open_game(handler)
        for name in ("aaaaaaaaaaaaaaaa", "", f"vault/{game}x"):
            for asked in (
                handler.load(name),
                handler.vault(name),
                handler.perform(name, 0, [Resign()]),
                handler.rehearse(name, 0, [Resign()]),
            ):
                with pytest.raises(NoSuchGame):
                    await asked

    with workers(store, 1) as (handler,):
        run(scene(handler))
