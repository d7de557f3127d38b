"""Witnesses of a running service: real servers, which cosign, refuse, or are not there."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from domain.transparency.checkpoints import Checkpoint, checkpoint_in, cosignatures
from domain.transparency.notes import NoteKey, SignedNote, read_note
from domain.transparency.tiles import TiledTree
from domain.transparency.witnessing import CosigningWitness, Reply, read_submission
from service.access.ed25519 import verify_bytes
from service.access.note_keys import note_keys
from service.transparency.cosigners import Cosigner as Client
from service.transparency.cosigners import NotCosigned
from service.transparency.stored import PublishedCheckpoint
from tests.support.http.client import create, good, start
from tests.support.proof.inclusion import fault_in, leaf_of, openings_seen
from tests.support.run.waiting import until
from tests.support.servers.applications import application_on
from tests.support.servers.commands import run
from tests.support.storage.stores import settings_of
from tests.transparency.logs import Cosigner, LogInMemory

NOW = 1_700_000_000


class WitnessServer(ThreadingHTTPServer):
    """A witness that trusts the first key of each log that it meets."""

    daemon_threads = True

    def __init__(self, key: Cosigner) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.key = key
        self.latest: dict[str, Checkpoint] = {}
        self.logs: dict[str, list[NoteKey]] = {}
        self.answers: list[Reply] = []
        self.now: Callable[[], int] = lambda: NOW
        self.lock = threading.Lock()

    @property
    def address(self) -> str:
        """The submission prefix."""
        return f"http://127.0.0.1:{self.server_port}/witness"

    @property
    def setting(self) -> str:
        """The witness as the service is configured with it."""
        return f"{self.key.key.vkey} {self.address}"

    def answer(self, body: bytes) -> Reply:
        """Answer a call, one at a time."""
        with self.lock:
            witness = CosigningWitness(self.logs, self.key.key, self.key.sign, verify_bytes)
            reply = witness.answer(body, self.latest.get, self.now())
            if reply.latest is not None:
                self.latest[reply.latest.origin] = reply.latest
            self.answers.append(reply)
            return reply


class _Handler(BaseHTTPRequestHandler):
    server: WitnessServer

    def do_POST(self) -> None:
        """Answer ``add-checkpoint``."""
        assert self.path == "/witness/add-checkpoint"
        reply = self.server.answer(self.rfile.read(int(self.headers["Content-Length"])))
        content = reply.body.encode()
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.media_type)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def witness(name: str, seed: int) -> Iterator[WitnessServer]:
    """Run a witness."""
    with WitnessServer(Cosigner(name, seed)) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def cosigned_by(http: httpx.Client, *witnesses: WitnessServer) -> int:
    """Wait until all these witnesses cosigned the present checkpoint, and return its size."""
    keys = [one.key.key for one in witnesses]

    def present() -> SignedNote:
        return read_note(http.get("/v1/transparency/checkpoint").content)

    until(lambda: len(cosignatures(present(), keys, verify_bytes)) == len(keys))
    return checkpoint_in(present()).size


@pytest.mark.long
def test_witnesses_cosign_as_the_log_grows(tmp_path: Any) -> None:
    """The checkpoint is published with all cosignatures, and so are records."""
    with witness("one.example/w", 7) as one, witness("two.example/w", 8) as two:
        at = settings_of(tmp_path, cosigners=f"{one.setting}, {two.setting}")
        with application_on(at) as app, TestClient(app) as http:
            keys = good(http.get("/.well-known/jwks.json"))["keys"]
            origin = f"carolus/{keys[0]['kid']}"
            for each in (one, two):
                each.logs[origin] = note_keys(origin, [keys[0]["x"]])
            assert cosigned_by(http, one, two) == 1
            table = start(http)
            good(table.act(0, {"type": "resign"}))
            assert cosigned_by(http, one, two) == 4
            inclusion = good(http.get(f"{table.url}/record"))["inclusion"]
            note = read_note(inclusion["checkpoint"].encode())
            assert len(note.signatures) == 3
            assert one.latest[origin] == checkpoint_in(note)
        # A witness that lost its table gets the checkpoint again; it says which size it has.
        one.latest.clear()
        since = len(one.answers)
        with application_on(at) as app, TestClient(app) as http:
            table = start(http)
            good(table.act(0, {"type": "resign"}))
            assert cosigned_by(http, one, two) == 7
        # The log may have grown in several steps, of which the witness cosigned each.
        first, *others = [reply.status for reply in one.answers[since:]]
        assert (first, {*others}) == (409, {200})


def test_a_witness_saw_a_game_before_anyone_sat_down(tmp_path: Path) -> None:
    """The record proves it to an auditor, and to a stranger who has only the reference."""
    with witness("one.example/w", 7) as one:
        one.now = lambda: int(time.time())
        at = settings_of(tmp_path / "data", cosigners=one.setting)
        with application_on(at) as app, TestClient(app) as http:
            keys = good(http.get("/.well-known/jwks.json"))
            origin = f"carolus/{keys['keys'][0]['kid']}"
            one.logs[origin] = note_keys(origin, [keys["keys"][0]["x"]])
            table = create(http)
            assert cosigned_by(http, one) == 2
            seen = one.latest[origin]
            for seat in range(2):
                good(table.sit(seat, entropy="ab" * 16))
            running = http.get(f"{table.url}/proof")
            assert [*good(running)["inclusion"]] == [
                "checkpoint",
                "key",
                "opening",
                "start",
                "witnessed",
            ]
            good(table.act(0, {"type": "resign"}))
            record = http.get(f"{table.url}/record")
            text = http.get(f"{table.url}/record", headers={"Accept": "text/plain"})
        inclusion = good(record)["inclusion"]
        (first,) = inclusion["witnessed"]
        assert checkpoint_in(read_note(first["checkpoint"].encode())) == seen
        tokens = [*good(record)["receipts"], good(record)["signature"]]
        leaves = dict(map(leaf_of, tokens))
        key = one.key.key.vkey
        assert fault_in(inclusion, leaves, keys, whole=True, cosigners=[key]) is None
        assert min(openings_seen(inclusion, key))[1] == seen.size
        (tmp_path / "jwks.json").write_text(json.dumps(keys))
        for name, content in (("game.json", record.content), ("game.txt", text.content)):
            (tmp_path / name).write_bytes(content)
            paths = ("--keys", f"{tmp_path}/jwks.json", f"{tmp_path}/{name}")
            result = run("audit", "--json", "--jobs", "1", "--cosigner", key, *paths)
            assert result.exit_code == 0, result.output
            (said,) = json.loads(result.stdout.splitlines()[0])["opening_seen"]
            assert (said["cosigner"], said["size"]) == (key, 2)
            assert said["seconds_to_first_seat"] >= 0
        # The witness may have seen the end, too, by now.
        assert record.headers["etag"].partition("-log")[2] in {'4-1-2-2"', '4-2-2-2"'}


# --- the client by itself ----------------------------------------------------------------------


def published(log: LogInMemory) -> PublishedCheckpoint:
    """Return the latest checkpoint of a log."""
    return PublishedCheckpoint(log.checkpoint(), log.key.vkey, log.note())


def consistent(log: LogInMemory, old: int, size: int) -> list[bytes]:
    """Return a proof."""
    return TiledTree(log.read, size).consistency(old)


def asked(log: LogInMemory, key: NoteKey, *answers: httpx.Response, old: int = 0) -> Any:
    """Ask a witness that gives these answers."""
    left = list(answers)

    def answer(request: httpx.Request) -> httpx.Response:
        assert read_submission(request.content).note == str(log.note())
        if not left:
            raise httpx.ConnectError("nobody is there")
        return left.pop(0)

    async def scene() -> Any:
        client = Client(
            key,
            "https://witness.example/",
            lambda old, size: consistent(log, old, size),
            httpx.MockTransport(answer),
        )
        try:
            return await client.cosign(published(log), old)
        finally:
            await client.close()

    return asyncio.run(scene())


def test_each_invalid_answer_of_a_witness_has_a_reason() -> None:
    """Each failure has its reason; a larger tree shows that the log was rolled back."""
    log, cosigner, stranger = LogInMemory(), Cosigner(), Cosigner("witness.example/w1", 9)
    log.grow(10)
    good_line = cosigner.cosigned(log.note(), NOW).signatures[-1].line
    size = {"Content-Type": "text/x.tlog.size"}
    line = asked(
        log,
        cosigner.key,
        httpx.Response(409, headers=size, text="7\n"),
        httpx.Response(200, text=good_line),
    )
    assert line.line == good_line
    other = stranger.cosigned(log.note(), NOW).signatures[-1].line
    forged = log.note()._replace(text="other\n1\nAAAA\n")
    wrong: list[tuple[list[httpx.Response], str]] = [
        ([], "unreachable"),
        ([httpx.Response(404, text="unknown_origin")], "refused"),
        ([httpx.Response(409, text="7\n")], "conflict_without_size"),
        ([httpx.Response(409, headers=size, text="-7\n")], "conflict_without_size"),
        ([httpx.Response(409, headers=size, text="11\n")], "witness_has_a_larger_tree"),
        ([httpx.Response(409, headers=size, text="7\n")] * 2, "refused"),
        ([httpx.Response(200, text="")], "not_a_signature_line"),
        ([httpx.Response(200, text=other)], "cosignature_of_another_key"),
        (
            [httpx.Response(200, text=cosigner.cosigned(forged, NOW).signatures[-1].line)],
            "cosignature_does_not_verify",
        ),
        ([httpx.Response(200, text=good_line * 1_000)], "answer_too_long"),
    ]
    for answers, reason in wrong:
        with pytest.raises(NotCosigned) as failure:
            asked(log, cosigner.key, *answers)
        assert failure.value.reason == reason
        assert json.dumps(failure.value.facts), "it can be logged"
