"""Test ``carolus links``: it keeps a chain, gives links, and stops when something does not fit."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.links import name_of
from domain.record.chain import chained, genesis
from domain.record.statement import call_of
from service.access.signing import Signer
from service.cli.link_client import Distrust, GameNamed, Json, LinkFiles, SeatChain, VerifiedLog
from tests.support.http.client import Table, create, good, seat_due
from tests.support.run.waiting import until
from tests.support.servers.commands import run
from tests.support.servers.forking import Forked
from tests.support.servers.served import Served
from tests.support.storage.stores import SIGNER

AT = "2025-01-01T12:00:00.000000Z"
GAME = GameNamed("aaaaaaaaaaaaaaaa", "0" * 64)
NAME = name_of(*GAME)
SECRET = bytes(range(32))
OTHER = Signer(Ed25519PrivateKey.from_private_bytes(bytes([1]) * 32))


# --- with the real service -----------------------------------------------------------------------


@contextmanager
def client(table: Table, seat: int, folder: Path) -> Iterator[Forked]:
    """Run the command for a seat, in a process of its own."""
    folder.mkdir(exist_ok=True)
    (folder / "token").write_text(table.tokens["seats"][seat])
    address = f"{table.http.base_url}".rstrip("/") + table.url
    words = ["links", address, str(seat), "--token-file", "token", "--name", f"Guest {seat}"]
    process = Forked(words, {**os.environ}, folder, folder / "printed")
    try:
        yield process
    finally:
        process.kill()
        process.wait(60)


def decide(table: Table, random: Random) -> None:
    """Make one decision, as soon as a seat is due."""
    until(lambda: isinstance(seat_due(table.now()), int), "a decision")
    seat = seat_due(table.now())
    assert seat is not None
    good(table.act(seat, table.any_action(seat, random)))


@pytest.mark.process
def test_two_clients_give_links_to_the_end(tmp_path: Path, seed: int) -> None:
    """One is killed on the way and goes on; the audit says that both contributed."""
    random = Random(seed)
    with Served(tmp_path) as service, ExitStack() as stack:
        service.start()
        http = stack.enter_context(service.client())
        table = create(http, terms={"links": True}, players=2)
        first = stack.enter_context(client(table, 0, tmp_path / "first"))
        with client(table, 1, tmp_path / "second"):
            for _ in range(3):
                decide(table, random)
        second = stack.enter_context(client(table, 1, tmp_path / "second"))
        for _ in range(3):
            decide(table, random)
        until(lambda: isinstance(seat_due(table.now()), int), "the last moment")
        good(table.act(int(seat_due(table.now()) or 0), {"type": "resign"}))
        for process in (first, second):
            assert process.wait(60) == 0
        drawn = [one for one in table.events() if one["type"] == "moment_drawn"]
        assert drawn
        assert all([one["who"] for one in event["links"]] == [0, 1] for event in drawn)
        record = tmp_path / "game.json"
        record.write_bytes(http.get(f"{table.url}/record").content)
        (tmp_path / "jwks.json").write_bytes(http.get("/.well-known/jwks.json").content)
    calls = tmp_path / "first" / "carolus-links.secret.calls"
    assert len(calls.read_text().splitlines()) == len(drawn)
    audited = run(
        "audit", "--keys", str(tmp_path / "jwks.json"), "--heads", str(calls), str(record)
    )
    assert audited.exit_code == 0, audited.output
    assert "players contributed links to every moment" in audited.stdout
    for folder in ("first", "second"):
        assert (tmp_path / folder / "carolus-links.secret").stat().st_mode & 0o77 == 0


# --- what it does not believe --------------------------------------------------------------------


def event(log: VerifiedLog, **members: Any) -> Json:
    """Return the next event of a log, with its hash."""
    members = {"at": AT, "by": "table", "version": log.version + 1, **members}
    text = msgspec.json.encode(members, order="sorted")
    return {**members, "hash": chained(log.head, text).hex()}


def log_of(*kinds: str) -> VerifiedLog:
    """Return a log of events of these types."""
    log = VerifiedLog(GAME.id)
    for kind in kinds:
        log.take(event(log, type=kind))
    return log


def chain(folder: Path) -> SeatChain:
    """Return the chain of seat 0, with what is in the folder."""
    return SeatChain(GAME, 0, SECRET, frozenset({SIGNER.kid}), LinkFiles(folder / "secret"))


def call(log: VerifiedLog, moment: int = 1, name: bytes = NAME, signer: Signer = SIGNER) -> str:
    """Return a signed call for the head of a log."""
    return signer.sign(call_of(name, moment, log.called, AT))


def drawn(log: VerifiedLog, *links: Json, missing: tuple[int, ...] = ()) -> Json:
    """Return the event of a moment."""
    moment = log.moments + 1
    return event(log, type="moment_drawn", moment=moment, links=links, missing=missing)


def test_a_link_is_given_for_a_signed_head(tmp_path: Path) -> None:
    """The same link again, even after a restart, and the call is kept before it leaves."""
    log = log_of("game_opened", "game_started")
    own = chain(tmp_path)
    answer = own.answer(call(log), log)
    assert (answer.moment, answer.head) == (1, log.head.hex())
    assert answer.link == own.chain.link(1).hex()
    assert (tmp_path / "secret.calls").read_text() == f"{call(log)}\n"
    assert own.answer(call(log), log) == chain(tmp_path).answer(call(log), log) == answer
    assert (tmp_path / "secret.calls").read_text() == f"{call(log)}\n"


def test_offers_to_waive_do_not_change_the_head(tmp_path: Path) -> None:
    """The call names the head before them."""
    log = log_of("game_opened", "game_started")
    before = call(log)
    log.take(event(log, type="waiver_offered"))
    assert chain(tmp_path).answer(before, log).head == log.called.hex() != log.head.hex()


@pytest.mark.parametrize("wrong", ["key", "moment", "game", "head", "text"])
def test_a_call_that_is_not_answered(tmp_path: Path, wrong: str) -> None:
    """It is signed by another key, or is not about the moment, game and head that are due."""
    log, other = log_of("game_opened", "game_started"), log_of("game_opened")
    token = {
        "key": call(log, signer=OTHER),
        "moment": call(log, 2),
        "game": call(log, name=bytes(32)),
        "head": call(other),
        "text": call(log)[:-4] + "AAAA",
    }[wrong]
    own = chain(tmp_path)
    with pytest.raises(Distrust):
        own.answer(token, log)
    assert not (tmp_path / "secret.calls").exists()
    own.answer(call(log), log)


def test_no_link_is_given_for_two_heads(tmp_path: Path) -> None:
    """Not even after a restart: the calls are on disk. So a service with two logs gets one link."""
    one, other = log_of("game_opened", "game_started"), log_of("game_opened", "seat_resigned")
    chain(tmp_path).answer(call(one), one)
    with pytest.raises(Distrust, match="two calls"):
        chain(tmp_path).answer(call(other), other)


def test_the_keys_of_the_beginning_count(tmp_path: Path) -> None:
    """A service that publishes another key later cannot sign calls with it."""
    chain(tmp_path)
    log = log_of("game_opened")
    later = SeatChain(GAME, 0, SECRET, frozenset({OTHER.kid}), LinkFiles(tmp_path / "secret"))
    with pytest.raises(Distrust, match="did not publish"):
        later.answer(call(log, signer=OTHER), log)


@pytest.mark.parametrize("change", [{"version": 7}, {"at": "2026"}, {"hash": "0" * 64}])
def test_an_event_must_follow(change: Json) -> None:
    """The client computes each hash."""
    log = log_of("game_opened")
    good_one = event(log, type="game_started")
    with pytest.raises(Distrust, match="does not follow"):
        log.take({**good_one, **change})
    log.take(good_one)
    assert log.head != genesis(GAME.id)


def test_a_sealed_event_follows_too() -> None:
    """The hash covers the seals in place of the hidden members."""
    log = log_of("game_opened")
    sealed = event(log, type="card_drawn", card="0" * 64)
    log.take({**sealed, "card": None, "sealed": {"card": "0" * 64}})


def test_a_moment_contains_the_link(tmp_path: Path) -> None:
    """It must not leave it out, contain another one, or follow another head."""
    log, own = log_of("game_opened", "game_started"), chain(tmp_path)
    answer = own.answer(call(log), log)
    given = {"who": 0, "link": answer.link}
    own.check(drawn(log, given), answer.head, waived=False)
    with pytest.raises(Distrust, match="leaves out"):
        own.check(drawn(log), answer.head, waived=False)
    with pytest.raises(Distrust, match="leaves out"):
        own.check(drawn(log, missing=(0,)), answer.head, waived=False)
    with pytest.raises(Distrust, match="differs from this seat's"):
        own.check(drawn(log, {"who": 0, "link": "0" * 64}), answer.head, waived=False)
    with pytest.raises(Distrust, match="different head"):
        own.check(drawn(log, given), "0" * 64, waived=False)
    own.check(drawn(log, missing=(0,)), answer.head, waived=True)


def test_links_are_missing_only_if_all_agreed(tmp_path: Path) -> None:
    """This includes links that the client has not given yet."""
    log = log_of("game_opened", "game_started")
    with pytest.raises(Distrust, match="not all agreed"):
        chain(tmp_path).check(drawn(log, missing=(0,)), log.called.hex(), waived=False)
    chain(tmp_path).check(drawn(log), log.called.hex(), waived=False)
