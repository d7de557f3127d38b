"""A witness cosigns transparency logs over HTTP: C2SP tlog-witness, with every refusal."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any, Final

import httpx
import pytest

from domain.record.jws import to_base64url
from domain.transparency.checkpoints import Checkpoint, checkpoint_in, cosignatures
from domain.transparency.notes import read_note, read_signatures, read_vkey
from domain.transparency.tiles import TiledTree
from domain.transparency.witnessing import Submission
from service.access.ed25519 import verify_bytes
from service.witness.app import create_witness
from service.witness.problem_kinds import KINDS
from service.witness.table import Table
from tests.support.http.client import good, start
from tests.support.http.plain import plain_client, plain_request
from tests.support.run.long import long_after
from tests.support.run.waiting import until
from tests.support.servers import dying
from tests.support.servers.commands import run
from tests.support.servers.served import Served
from tests.support.servers.witnesses import (
    ServedWitness,
    Service,
    answering,
    as_json,
    witness_inside,
)
from tests.support.storage.stores import settings_of
from tests.transparency.logs import LogInMemory

SERVICE: Final = Service(1)
ORIGIN: Final = f"carolus/{SERVICE.kid}"


def log_of(service: Service = SERVICE, origin: str = ORIGIN) -> LogInMemory:
    """Return a log that this service signs."""
    log = LogInMemory(origin)
    log._private = service.signer._key  # the log of the tests takes its key from a seed
    return log


def asked(log: LogInMemory, old: int, size: int | None = None, since: int | None = None) -> bytes:
    """Return the body of a call: from a size that the witness cosigned, to another."""
    to = len(log.leaves) if size is None else size
    proof = TiledTree(log.read, to).consistency(old if since is None else since)
    return Submission(old, tuple(proof), str(log.note(to))).body


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "jwks.json").write_text(json.dumps(SERVICE.jwks))
    return tmp_path


class Caller:
    """Calls a witness as a log does, and verifies what it gets."""

    def __init__(self, url: str, vkey: str) -> None:
        self._url = url
        self._key = read_vkey(vkey)

    def cosign(self, body: bytes) -> httpx.Response:
        """Return the answer to a call."""
        headers = {"Content-Type": "text/plain"}
        with plain_client(self._url) as http:
            return http.post("/add-checkpoint", content=body, headers=headers)

    def cosigned(self, log: LogInMemory, body: bytes) -> None:
        """Call, and verify the cosignature of the log's latest checkpoint."""
        answer = self.cosign(body)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("text/plain")
        note = log.note()._replace(signatures=read_signatures(answer.text))
        assert len(cosignatures(note, [self._key], verify_bytes)) == 1


@pytest.fixture
def witness(folder: Path) -> Iterator[Caller]:
    with witness_inside(folder / "data", str(folder / "jwks.json")) as inside:
        yield Caller(inside.url, inside.cosigner)


def refused(answer: httpx.Response, kind: str, reason: str) -> Any:
    assert answer.status_code == KINDS[kind].status, answer.text
    found = answer.json()
    assert (found["type"], found["reason"]) == (f"/problems/{kind}", reason)
    return found["facts"]


def size_in(answer: httpx.Response) -> int:
    assert answer.status_code == 409, answer.text
    assert answer.headers["content-type"].split(";")[0] == "text/x.tlog.size"
    return int(answer.text.removesuffix("\n"))


# --- what it answers ---------------------------------------------------------------------------


def test_a_witness_cosigns_a_log_as_it_grows(witness: Caller) -> None:
    log = log_of()
    log.grow(3)
    witness.cosigned(log, asked(log, 0))
    log.grow(300)
    witness.cosigned(log, asked(log, 3))
    witness.cosigned(log, asked(log, 303))  # the same again, with a new time


def test_another_old_size_gets_the_size_that_it_cosigned(witness: Caller) -> None:
    log = log_of()
    log.grow(5)
    assert size_in(witness.cosign(asked(log, 2))) == 0
    witness.cosigned(log, asked(log, 0))
    log.grow(4)
    assert size_in(witness.cosign(asked(log, 0))) == 5
    assert size_in(witness.cosign(asked(log, 7))) == 5
    witness.cosigned(log, asked(log, 5))


def test_a_second_history_is_not_cosigned(witness: Caller) -> None:
    log, other = log_of(), log_of()
    log.grow(6)
    other.grow(2)
    other.grow(7, "other")
    witness.cosigned(log, asked(log, 0))
    facts = refused(witness.cosign(asked(other, 6)), "not-consistent", "not_consistent")
    assert facts == {"old": 6, "size": 9}
    refused(witness.cosign(asked(other, 6, 6)), "not-consistent", "not_consistent")
    log.grow(1)
    witness.cosigned(log, asked(log, 6))


def test_unknown_logs_and_signers(witness: Caller) -> None:
    other = LogInMemory("elsewhere.example/log")
    other.grow(1)
    refused(witness.cosign(asked(other, 0)), "unknown-log", "unknown_origin")
    forged = LogInMemory(ORIGIN, seed=9)
    forged.grow(1)
    refused(witness.cosign(asked(forged, 0)), "log-did-not-sign", "no_signature_by_a_known_key")
    log = log_of()
    log.grow(2)
    note = str(log.note())
    changed = f"{note[:-6]}{'A' if note[-6] != 'A' else 'B'}{note[-5:]}"
    body = asked(log, 0).replace(note.encode(), changed.encode())
    refused(witness.cosign(body), "log-did-not-sign", "signature_does_not_verify")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "not_an_old_size"),
        (b"old x\n\n", "not_an_old_size"),
        (b"old 01\n\n", "not_an_old_size"),
        (b"old 0\n", "checkpoint_is_cut_off"),
        (b"old 0\nAAAA\n\nx", "not_a_hash"),
        (b"old 0\n" + b"A" * 43 + b"=\n", "checkpoint_is_cut_off"),
        (b"old 0\n\n", "note_has_no_signature"),
        (b"old 0\n\nx\n1\ny\n", "note_has_no_signature"),
        (b"\xff", "not_utf_8"),
        (b"old 0\n" + (b"A" * 43 + b"=\n") * 64 + b"\nx\n", "proof_too_long"),
    ],
)
def test_bodies_that_are_not_calls(witness: Caller, body: bytes, reason: str) -> None:
    found = witness.cosign(body)
    assert (found.status_code, found.json()["type"]) == (400, "/problems/not-a-checkpoint")
    assert found.json()["reason"] == reason


def test_limits_of_the_body(witness: Caller) -> None:
    assert witness.cosign(b"x" * (68 << 10)).status_code == 400
    assert witness.cosign(b"x" * ((68 << 10) + 1)).status_code == 413
    address = f"{witness._url}/add-checkpoint"
    packed = plain_request("POST", address, content=b"x", headers={"Content-Encoding": "gzip"})
    assert packed.status_code == 415
    assert plain_request("GET", address).status_code == 405


def test_of_calls_that_race_only_one_history_wins(folder: Path) -> None:
    logs = [log_of() for _ in range(6)]
    for number, log in enumerate(logs):
        log.grow(4, f"history {number}")
    start_line = Barrier(len(logs))
    with witness_inside(folder / "data", str(folder / "jwks.json")) as inside:

        def race(log: LogInMemory) -> httpx.Response:
            body = asked(log, 0)
            start_line.wait()
            return Caller(inside.url, inside.cosigner).cosign(body)

        with ThreadPoolExecutor(len(logs)) as pool:
            answers = list(pool.map(race, logs))
    assert sorted(one.status_code for one in answers) == [200, *[409] * 5]


# --- keys --------------------------------------------------------------------------------------


def test_new_keys_of_a_service_are_fetched(folder: Path) -> None:
    """A service that rotated its key signs checkpoints of the same log with the new one."""
    later = Service(3)
    published = {"keys": [*SERVICE.jwks["keys"], *later.jwks["keys"]]}
    with (
        answering(lambda path, _: as_json(published)) as address,
        witness_inside(folder / "data", f"{address}/jwks.json") as inside,
    ):
        witness = Caller(inside.url, inside.cosigner)
        log = log_of(later)
        log.grow(1)
        witness.cosigned(log, asked(log, 0))
        own = log_of(later, f"carolus/{later.kid}")
        own.grow(1)
        refused(witness.cosign(asked(own, 0)), "unknown-log", "unknown_origin")


def test_a_bare_thumbprint_gives_no_key_to_verify_with(folder: Path) -> None:
    log = log_of()
    log.grow(1)
    with (
        witness_inside(folder / "data", SERVICE.kid) as inside,
    ):
        witness = Caller(inside.url, inside.cosigner)
        refused(witness.cosign(asked(log, 0)), "unknown-log", "unknown_origin")


def test_the_key_is_lost_with_the_table(folder: Path) -> None:
    """Otherwise it could cosign a second history with the key that cosigned the first."""

    def vkey(**options: Any) -> str:
        made = create_witness(folder / "data", [SERVICE.kid], settings_of(folder), **options)
        made.app.state["witness"].witness._table.close()
        return made.cosigner

    first = vkey()
    assert vkey() == first
    named = read_vkey(vkey(name="witness.example/w1"))
    assert (named.name, named.public) == ("witness.example/w1", read_vkey(first).public)
    assert vkey(restored=True) != first
    second = vkey()
    for file in (folder / "data").glob("witness.*"):
        file.unlink()
    assert vkey() not in {first, second}


def test_an_older_table_is_noticed(tmp_path: Path) -> None:
    """The mark counts what was cosigned, too."""
    key = bytes(32)
    table = Table(tmp_path, key, 0)
    table.cosign(Checkpoint("log", 1, bytes(32)), 0)
    table.close()
    old = (tmp_path / "witness.sqlite").read_bytes()
    table = Table(tmp_path, key, 0)
    assert not table.began
    assert table.cosigned("log") == Checkpoint("log", 1, bytes(32))
    table.cosign(Checkpoint("log", 2, bytes(32)), 0)
    table.cosign(Checkpoint("log", 3, bytes(32)), 0)
    before = table.cosigner
    table.close()
    (tmp_path / "witness.sqlite").write_bytes(old)
    table = Table(tmp_path, key, 0)
    assert table.began
    assert table.cosigner != before
    table.close()


# --- processes ---------------------------------------------------------------------------------


def vkey_in(output: str) -> str:
    found = re.search(r"cosigns logs as (\S+)", output)
    assert found is not None
    return found[1]


@pytest.mark.long
@pytest.mark.process
@pytest.mark.parametrize("place", long_after(1, reversed(dying.PLACES)))
def test_killed_while_it_cosigns(folder: Path, place: str) -> None:
    """Before the row, another history may still come first; after it, none can."""
    environment = {"CAROLUS_TEST_DIES": place}
    keys = str(folder / "jwks.json")
    log, other = log_of(), log_of()
    log.grow(2)
    other.grow(2)
    with ServedWitness(folder, "dying", environment, alter=dying.install) as served:
        served.start_for(keys)
        cosigner = vkey_in(served.log.read_text("utf-8"))
        witness = Caller(served.url, cosigner)
        witness.cosigned(log, asked(log, 0))
        log.grow(2)
        other.grow(2, "other")
        with pytest.raises(httpx.TransportError):
            witness.cosign(asked(log, 2))
        assert served.wait() == -9
    with ServedWitness(folder) as served:
        served.start_for(keys)
        assert vkey_in(served.log.read_text("utf-8")) == cosigner
        witness = Caller(served.url, cosigner)
        if place == "before":
            witness.cosigned(other, asked(other, 2))
            refused(witness.cosign(asked(log, 4)), "not-consistent", "not_consistent")
        else:
            assert size_in(witness.cosign(asked(log, 2))) == 4
            refused(witness.cosign(asked(other, 4)), "not-consistent", "not_consistent")
            witness.cosigned(log, asked(log, 4))


@pytest.mark.process
def test_a_service_and_its_witness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``CAROLUS_COSIGNERS`` names a ``carolus witness``; records have its cosignature."""
    monkeypatch.setenv("CAROLUS_DATA", str(tmp_path / "data"))
    assert run("keys", "make").exit_code == 0
    (tmp_path / "jwks.json").write_text(run("keys", "export").stdout)
    (tmp_path / "witness").mkdir()
    with ServedWitness(tmp_path / "witness", "witness") as witness:
        witness.start_for(str(tmp_path / "jwks.json"), options=["--name", "club.example/w1"])
        vkey = vkey_in(witness.log.read_text("utf-8"))
        settings = {"CAROLUS_COSIGNERS": f"{vkey} {witness.url}"}
        with Served(tmp_path, environment=settings) as service:
            service.start()
            with service.client() as http:

                def sizes() -> list[int]:
                    note = read_note(http.get("/v1/transparency/checkpoint").content)
                    found = cosignatures(note, [read_vkey(vkey)], verify_bytes)
                    return [checkpoint_in(note).size] * len(found)

                until(lambda: sizes() == [1])
                witness.kill()
                table = start(http)
                good(table.act(0, {"type": "resign"}))
                port = witness.url.rpartition(":")[2].strip("/")
                options = ["--name", "club.example/w1", "--port", port]
                witness.start_for(str(tmp_path / "jwks.json"), options=options)
                until(lambda: sizes() == [4])
                note = good(http.get(f"{table.url}/record"))["inclusion"]["checkpoint"]
                assert (
                    len(cosignatures(read_note(note.encode()), [read_vkey(vkey)], verify_bytes))
                    == 1
                )


def test_names_of_keys(tmp_path: Path) -> None:
    for name in ("a b", "a+b"):
        key = to_base64url(bytes(32))
        wrong = run("witness", "--data", str(tmp_path), "--service", key, "--name", name)
        assert wrong.exit_code == 2
        assert "without whitespace and plus signs" in " ".join(wrong.stderr.split())
