"""Test the page on signatures: its example verifies a game, and its vector is correct."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.record.jws import from_base64url, thumbprint
from domain.record.statement import (
    Call,
    FinalStatement,
    Receipt,
    SignedHead,
    Statement,
    TournamentReceipt,
    TournamentStatement,
    read_statement,
)
from domain.ruleset import tag_of
from service.access.signing import Signer, Verifier, jwk_of
from tests.support.docs import pages
from tests.support.http.client import create, good
from tests.support.http.plain import plain_client
from tests.support.proof import verifier

PAGE = pages.ROOT / "docs" / "reference" / "signatures.md"
CHAIN = pages.ROOT / "docs" / "reference" / "chained-log.md"


def marked(mark: str) -> list[pages.Block]:
    """Return the blocks with this mark."""
    return [block for block in pages.blocks(PAGE) if block.mark == mark]


def test_the_vector_is_correct() -> None:
    """The key produces this signature of the statement, and it verifies."""
    (block,) = marked("vector")
    vector = json.loads(block.text)
    key = Ed25519PrivateKey.from_private_bytes(from_base64url(vector["key"]["d"]))
    statement = read_statement(vector["statement"].encode())
    assert Signer(key).sign(statement) == vector["signature"]
    signed = Verifier([vector["kid"]]).verify(vector["signature"])
    assert signed == (statement, vector["kid"], True)


def test_the_other_vectors_are_correct() -> None:
    """One of each kind, and they are about the game of the example of the log."""
    (vector,), (block,) = marked("vector"), marked("statements")
    key = Ed25519PrivateKey.from_private_bytes(from_base64url(json.loads(vector.text)["key"]["d"]))
    lines = block.text.splitlines()
    statements = [read_statement(line.encode()) for line in lines[::2]]
    assert [Signer(key).sign(one).split(".")[2] for one in statements] == lines[1::2]
    assert [type(one) for one in statements] == [Receipt, Receipt, SignedHead, Call]
    (example,) = [one for one in pages.blocks(CHAIN) if one.mark == "example"]
    game, *_ = example.text.split(" ")
    _, *rest = example.text.splitlines()
    events = [json.loads(event) for event in rest[::2]]
    for event, digest in zip(events, rest[1::2], strict=True):
        event["hash"] = digest
    opened, started, head, call = (Signer(key).sign(one) for one in statements)
    jwk = jwk_of(key.public_key())
    keys = {"keys": [{"kid": thumbprint(jwk), "x": jwk.x}]}
    verifier.check_receipts([opened, started], game, events, keys)
    verifier.check_head(head, game, events, keys)
    said = verifier.signed(call, keys)
    assert said["name"] == verifier.name_of(game, events[0]["commitment"]).hex()
    assert (said["head"], said["at"]) == (events[-1]["hash"], events[-1]["at"])


def test_the_page_has_the_members_of_every_statement() -> None:
    """In the order of their canonical form, which is also that of the types."""
    headings = {
        "Receipts": Receipt,
        "Signed heads": SignedHead,
        "Calls": Call,
        "The final statement": FinalStatement,
        "Receipts of tournaments": TournamentReceipt,
        "The end of a tournament": TournamentStatement,
    }
    assert set(get_args(Statement)) == set(headings.values())
    for heading, kind in headings.items():
        rows = pages.table(PAGE, heading)
        listed = [row[0] for row in rows]
        assert listed == sorted([*kind.__struct_fields__, "format"])
        formats = [json.loads(row[1]) for row in rows if row[0] == "format"]
        assert formats == [tag_of(kind)]


def test_the_page_has_every_reason() -> None:
    """The table has each reason in the code."""
    code = (pages.ROOT / "domain" / "record" / "jws.py").read_text(encoding="utf-8")
    code += (pages.ROOT / "domain" / "record" / "statement.py").read_text(encoding="utf-8")
    given = {part.partition('"')[0] for part in code.split('BadSignature("')[1:]}
    assert len(given) >= 6
    page = PAGE.read_text(encoding="utf-8")
    for reason in given:
        assert f"| `{reason}` |" in page


@pytest.mark.long
@pytest.mark.process
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_example_verifies_a_game(address: str, tmp_path: Path) -> None:
    """It works word for word, against the service, and fails if the proof is changed."""
    with plain_client(address) as http:
        table = create(http)
        good(table.act("creator", {"type": "abort_game"}))
    shell, python = marked("verify")
    environment = os.environ | {"CAROLUS": address, "GAME": f"{address}{table.url}"}
    subprocess.run(["sh", "-e", "-c", shell.text], cwd=tmp_path, env=environment, check=True)

    def verified() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", python.text],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    done = verified()
    assert done.returncode == 0, done.stderr
    assert f"```text\n{done.stdout}```" in PAGE.read_text(encoding="utf-8")
    proof = json.loads((tmp_path / "proof.json").read_text())
    proof["head"] = "00" * 32
    (tmp_path / "proof.json").write_text(json.dumps(proof))
    assert verified().returncode != 0
