"""The handler of tournaments: what it adds, stores, repeats and refuses."""

import asyncio
import itertools
import signal
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.chance import commitment
from domain.record.statement import TournamentReceipt, TournamentStatement
from domain.record.tournaments import (
    TournamentEntry,
    TournamentRecord,
    rerun_tournament,
    statements_of,
)
from domain.refusal import IllegalAction
from domain.tournament.stream import actions as a
from domain.tournament.stream.actions import TournamentAction
from domain.tournament.stream.announcement import RegistrationTerms
from domain.tournament.stream.events import RoundPaired
from domain.tournament.stream.people import Acting
from service.access.signing import Verifier
from service.games.handler import ActionRefused
from service.pairing.programs import NoProgram, Programs
from service.projections.leaves import leaf_of
from service.storage.idempotency import KeyUsedAgain
from service.storage.log import RECEIPT, SIGNATURE, VAULT
from service.storage.stale_version import StaleVersion
from service.storage.tournaments import (
    TOURNAMENT,
    UnreadableTournament,
    envelope_in,
    event_in,
)
from service.tournaments.completing import NO_SEED, decided, rehearsed
from service.tournaments.handler import NoSuchTournament, TournamentHandler
from service.tournaments.requests import PairRequest, StartRequest
from service.tournaments.secrets import read_vault
from tests.support.servers.forking import context
from tests.support.storage.handling import key
from tests.support.storage.stores import OpenStore, on_both_engines, run, sqlite
from tests.support.tournaments import pairing_for_ever
from tests.support.tournaments.desk import DUTCH, FOUR_SEATS, ORGANISER, WHY, announcement, player
from tests.support.tournaments.handling import desks, ended, entered, entering, play_round

ACTION = msgspec.json.Decoder(TournamentAction)


def record_in(handler: TournamentHandler, tournament: str) -> TournamentRecord:
    """Return the record of a tournament, as its rows give it."""
    rows = handler.log.rows(tournament)
    entries = []
    for row in rows:
        if row.action:
            envelope = envelope_in(row)
            entries.append(TournamentEntry(envelope.by, envelope.at, ACTION.decode(row.action)))
    return TournamentRecord("carolus-tournament/1", tournament, tuple(entries), rows[-1].hash)


@on_both_engines
def test_a_whole_tournament_is_stored_and_signed(store: OpenStore) -> None:
    """The rules decide its record again to the same head, and to what was signed."""

    async def scene(handler: TournamentHandler) -> None:
        stored = await ended(handler, 14, 2)
        tournament, log = stored.state.id, handler.log.log
        sizes = sorted(len(one.players) for one in stored.state.rounds[0].tables)
        assert sizes == [3, 3, 4, 4]
        record = record_in(handler, tournament)
        again = rerun_tournament(record)
        assert again.refused is None
        assert (again.tournament, again.head) == (stored.state, stored.head.hash.hex())
        stream = TOURNAMENT + tournament
        receipts = log.read(RECEIPT + stream)
        tokens = [one.state.decode() for one in [*receipts, *log.read(SIGNATURE + stream)]]
        signed = [Verifier().verify(token).statement for token in tokens]
        assert signed == statements_of(record, again)
        kinds = [TournamentReceipt, TournamentReceipt, TournamentStatement]
        assert [type(one) for one in signed] == kinds

    with desks(store) as (handler,):
        run(scene(handler))


def test_a_tournament_has_two_leaves_in_the_transparency_log(store: OpenStore) -> None:
    """Its opening and its end, with the text that was signed."""

    async def scene(handler: TournamentHandler) -> None:
        stream = TOURNAMENT + (await ended(handler, 4, 1)).state.id
        log = handler.log.log
        rows = [*log.read(RECEIPT + stream), *log.read(SIGNATURE + stream)]
        leaves = [leaf_of(row) for row in rows]
        assert [one and (one.kind, one.subject) for one in leaves] == [
            ("opening", stream),
            None,
            ("end", stream),
        ]

    with desks(store) as (handler,):
        run(scene(handler))


def test_the_secret_is_revealed_with_the_end(store: OpenStore) -> None:
    """In the same batch; before, it is in the vault only."""

    async def scene(handler: TournamentHandler) -> None:
        stored = await entered(handler, 4)
        tournament, log = stored.state.id, handler.log.log
        vault = read_vault(log.vault(TOURNAMENT + tournament) or b"")
        assert commitment(bytes.fromhex(vault.secret)) == stored.state.commitment
        await handler.perform(tournament, ORGANISER, [StartRequest()])
        await play_round(handler, tournament)
        rows = handler.log.rows(tournament)
        assert not any(vault.secret.encode() in row.canonical + row.action for row in rows)
        done = await handler.perform(tournament, ORGANISER, [a.AbortTournament(WHY)])
        assert done.stored.state.secret == vault.secret
        assert len(done.rows) == 2

    with desks(store) as (handler,):
        run(scene(handler))


@on_both_engines
def test_a_repeated_request_is_answered_from_the_log(store: OpenStore) -> None:
    """On any worker; a key belongs to one request, and the opening has one, too."""

    async def scene(one: TournamentHandler, other: TournamentHandler) -> None:
        opened = await one.open(ORGANISER, announcement(FOUR_SEATS), request=key("new"))
        again = await other.open(ORGANISER, announcement(FOUR_SEATS), request=key("new"))
        assert again == opened
        tournament = opened.state.id
        first = await one.perform(tournament, ORGANISER, [entering(1)], request=key("k"))
        await other.perform(tournament, ORGANISER, [entering(2)])
        repeated = await other.perform(tournament, ORGANISER, [entering(1)], request=key("k"))
        assert repeated == first
        with pytest.raises(KeyUsedAgain):
            await other.perform(tournament, ORGANISER, [entering(3)], request=key("k", "other"))

    with desks(store, 2) as (one, other):
        run(scene(one, other))


@on_both_engines
def test_a_lost_race_is_decided_again(store: OpenStore) -> None:
    """Two workers enter people at once; each sees what the other did, or is refused for it."""

    async def scene(handlers: list[TournamentHandler]) -> None:
        tournament = (await handlers[0].open(ORGANISER, announcement(FOUR_SEATS))).state.id
        for handler in handlers:
            await handler.load(tournament)
        workers = itertools.cycle(handlers)
        asked = [next(workers).perform(tournament, ORGANISER, [entering(n)]) for n in range(8)]
        await asyncio.gather(*asked)
        state = (await handlers[0].load(tournament)).state
        assert sorted(one.name for one in state.entrants) == [f"Player {n}" for n in range(8)]
        for handler in handlers:
            with pytest.raises(ActionRefused, match="TN-ENTER-3"):
                await handler.perform(tournament, ORGANISER, [entering(3)])

    with desks(store, 2) as handlers:
        run(scene(handlers))


@on_both_engines
def test_all_or_nothing(store: OpenStore) -> None:
    """A refusal says which action; a stale version is refused, and so is an unknown tournament."""

    async def scene(handler: TournamentHandler) -> None:
        stored = await entered(handler, 2)
        tournament = stored.state.id
        with pytest.raises(ActionRefused) as refused:
            await handler.perform(tournament, ORGANISER, [entering(7), entering(1)])
        assert (refused.value.index, refused.value.head) == (1, stored.head)
        with pytest.raises(StaleVersion):
            await handler.perform(tournament, ORGANISER, [entering(7)], expected=[1])
        assert await handler.load(tournament) == stored
        for asked in (handler.load("nothing"), handler.perform("nothing", ORGANISER, [])):
            with pytest.raises(NoSuchTournament):
                await asked

    with desks(store) as (handler,):
        run(scene(handler))


def test_the_code_of_an_invitation(store: OpenStore) -> None:
    """The service compares it; it is in neither the log nor, in clear, in the vault."""
    terms = announcement(FOUR_SEATS, registration=RegistrationTerms("code"))

    async def scene(handler: TournamentHandler) -> None:
        tournament = (await handler.open(ORGANISER, terms, "open sesame")).state.id
        for code in (None, "open", "OPEN SESAME"):
            with pytest.raises(ActionRefused, match="TN-ENTER-2"):
                await handler.perform(tournament, player(1), [entering(1, code=code)])
        await handler.perform(tournament, player(1), [entering(1, code="open sesame")])
        log = handler.log.log
        rows = [*log.read(TOURNAMENT + tournament), *log.read(VAULT + TOURNAMENT + tournament)]
        assert not any(b"sesame" in row.state for row in rows)

    with desks(store) as (handler,):
        run(scene(handler))


def test_a_rehearsal_stores_and_reveals_nothing(store: OpenStore) -> None:
    """It judges a pairing, but does not show it: its organiser could change what it depends on."""

    async def scene(handler: TournamentHandler) -> None:
        stored = await entered(handler, 8)
        tournament = stored.state.id
        rehearsal = await handler.rehearse(tournament, ORGANISER, [entering(9), StartRequest()])
        (step,) = rehearsal.decided.steps
        assert (step.action.people[0].name, rehearsal.stored) == ("Player 9", stored)
        assert not rehearsal.decided.state.started
        started = (await handler.perform(tournament, ORGANISER, [StartRequest()])).stored
        pairing = await handler.rehearse(tournament, ORGANISER, [PairRequest(1), a.OpenRound(1)])
        assert pairing.decided == ((), started.state)
        with pytest.raises(ActionRefused, match="TN-NEXT-1") as refused:
            await handler.rehearse(tournament, ORGANISER, [PairRequest(2)])
        assert NO_SEED not in str(refused.value.refusal.facts)
        assert await handler.load(tournament) == started

    with desks(store) as (handler,):
        run(scene(handler))


def test_every_version_can_be_loaded(store: OpenStore) -> None:
    """It is the fold of its first events, in memory or not."""

    async def scene(handler: TournamentHandler, fresh: TournamentHandler) -> None:
        tournament = (await ended(handler, 4, 1)).state.id
        last = (await handler.load(tournament)).head.version
        for version in range(1, last + 1):
            one, other = await handler.at(tournament, version), await fresh.at(tournament, version)
            assert one == other
            assert one is not None
            assert one.state.version == version
        assert await fresh.at(tournament, last + 1) is None

    with desks(store, 2) as (handler, fresh):
        run(scene(handler, fresh))


@on_both_engines
def test_a_row_of_a_later_version_is_not_guessed(store: OpenStore) -> None:
    """Neither an event that this version does not know, nor a member."""

    async def scene(handler: TournamentHandler) -> None:
        tournament = (await entered(handler, 1)).state.id
        row = handler.log.rows(tournament)[0]
        for form in (
            row.canonical.replace(b"tournament_opened", b"tournament_gone"),
            b'{"added":1,' + row.canonical[1:],
        ):
            with pytest.raises(UnreadableTournament, match=r"does not know event 1"):
                event_in(tournament, row._replace(canonical=form))

    with desks(store) as (handler,):
        run(scene(handler))


class _Program:
    """A program that pairs the first with the last, and so on."""

    most_players = 80

    def __init__(self, name: str = "caissify-pairings", version: str = "0.5.0") -> None:
        self.name = name
        self.version = version

    def pairs(self, entrants: Any, *others: Any) -> list[tuple[int, ...]]:
        """Return the pairs."""
        numbers = [one.number for one in entrants]
        half = len(numbers) // 2
        return [(numbers[at], numbers[-1 - at]) for at in range(half)]


def test_the_service_asks_the_announced_program(store: OpenStore) -> None:
    """Its pairs are in the action, by entries; another version of it is refused."""

    async def scene(handler: TournamentHandler) -> None:
        handler.programs = Programs(load=_Program)
        stored = await entered(handler, 4, announcement(format=DUTCH))
        started = await handler.perform(stored.state.id, ORGANISER, [StartRequest()])
        state = started.stored.state
        vault = read_vault(handler.log.log.vault(TOURNAMENT + state.id) or b"")
        found = decided(state, ORGANISER, (PairRequest(1),), vault, Programs(load=_Program))
        (step,) = found.steps
        order = state.order
        assert step.action.proposal == ((order[0], order[3]), (order[1], order[2]))
        (paired,) = step.events
        assert isinstance(paired, RoundPaired)
        assert paired.algorithm == "caissify-pairings 0.5.0"
        newer = Programs(load=lambda: _Program(version="0.6.0"))
        with pytest.raises(NoProgram, match=r"0\.5\.0 is announced; installed is .* 0\.6\.0"):
            decided(state, ORGANISER, (PairRequest(1),), vault, newer)

    with desks(store) as (handler,):
        run(scene(handler))


def test_no_program_pairs_for_those_who_may_not(tmp_path: Path) -> None:
    """It takes seconds, so anyone with a key could keep the service busy."""

    def load() -> _Program:
        raise AssertionError("a program was asked")

    async def scene(handler: TournamentHandler) -> None:
        handler.programs = Programs(load=_Program)
        stored = await entered(handler, 4, announcement(format=DUTCH))
        started = await handler.perform(stored.state.id, ORGANISER, [StartRequest()])
        state = started.stored.state
        vault = read_vault(handler.log.log.vault(TOURNAMENT + state.id) or b"")
        for by, rule in ((player(1), "TN-ACT-1"), (Acting("organiser", "x" * 26), "TN-ACT-3")):
            for judge in (decided, rehearsed):
                with pytest.raises(IllegalAction) as refused:
                    judge(state, by, (PairRequest(1),), vault, Programs(load=load))
                assert refused.value.refusal.rule == rule

    with desks(lambda: sqlite(tmp_path)) as (handler,):
        run(scene(handler))


@pytest.mark.process
def test_a_worker_that_is_killed_while_pairing_loses_nothing(tmp_path: Path) -> None:
    """The next one pairs the same round, because seed and results are the same."""
    heard, report = Pipe(duplex=False)
    worker = context().Process(
        target=pairing_for_ever.main, args=(str(tmp_path), report), daemon=True
    )
    worker.start()
    report.close()  # so that a worker that fails ends the wait
    tournament, before = heard.recv()
    assert heard.recv() == "pairing"
    worker.kill()
    worker.join()
    assert worker.exitcode == -signal.SIGKILL

    async def scene(handler: TournamentHandler) -> None:
        stored = await handler.load(tournament)
        assert stored.head.hash.hex() == before
        vault = read_vault(handler.log.log.vault(TOURNAMENT + tournament) or b"")
        expected = decided(stored.state, ORGANISER, (PairRequest(1),), vault, Programs())
        done = await handler.perform(tournament, ORGANISER, [PairRequest(1)])
        assert done.stored.state == expected.state

    with desks(lambda: sqlite(tmp_path)) as (handler,):
        run(scene(handler))
