"""Test the page on signatures: its example verifies a game, and its vector is correct."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.record.statement import read_statement
from service.access.signing import Signer, Verifier, from_base64url
from tests.support.docs import pages
from tests.support.http.client import create, good

PAGE = pages.ROOT / "docs" / "reference" / "signatures.md"


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


def test_the_page_has_every_reason() -> None:
    """The table has each reason in the code."""
    code = (pages.ROOT / "service" / "access" / "signing.py").read_text(encoding="utf-8")
    given = {part.partition('"')[0] for part in code.split('BadSignature("')[1:]}
    assert len(given) >= 6
    page = PAGE.read_text(encoding="utf-8")
    for reason in given:
        assert f"| `{reason}` |" in page


@pytest.mark.process
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_example_verifies_a_game(address: str, tmp_path: Path) -> None:
    """It works word for word, against the service, and fails if the proof is changed."""
    with httpx.Client(base_url=address) as http:
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
