"""The signing keys: created once, rotated, published for ever, and private to their owner."""

import json
import os
import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.record.jws import Jwk, jwks_in, thumbprint
from domain.record.statement import BadSignature, FinalStatement
from service.access.secret_files import BadKey
from service.access.signing import Verifier
from service.access.signing_keys import (
    FOLDER,
    published_keys,
    ready_keys,
    rotate_keys,
    signer_of,
    signing_keys,
)
from service.cli import main
from tests.support.storage.stores import Ticks

STATEMENT = FinalStatement(
    at="2026-01-02T03:04:07.250000Z",
    game="a" * 16,
    head="00" * 32,
    outcome=None,
    ruleset="carolus-magnus@1",
    status="aborted",
    version=2,
)


def test_the_first_key_is_created_once_and_private_to_its_owner(tmp_path: Path) -> None:
    """A file of mode 0600 in a folder of mode 0700, and no other file."""
    before = os.umask(0)
    try:
        (key,) = ready_keys(tmp_path, Ticks())
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / FOLDER).stat().st_mode) == 0o700
    assert stat.S_IMODE(key.path.stat().st_mode) == 0o600
    assert [one.name for one in (tmp_path / FOLDER).iterdir()] == ["1.json"]
    assert ready_keys(tmp_path, Ticks()) == (key,)
    content = json.loads(key.path.read_text())
    assert sorted(content) == ["crv", "d", "kid", "kty", "since", "x"]
    assert content["since"] == "2025-01-01T12:00:00.000000Z"


def test_many_threads_agree_on_the_first_key(tmp_path: Path) -> None:
    """The first one creates it; none ever sees another key or a partial one."""
    for number in range(20):
        folder = tmp_path / str(number)
        with ThreadPoolExecutor(8) as threads:
            found = set(threads.map(lambda where: ready_keys(where, Ticks()), [folder] * 8))
        assert len(found) == 1
        assert len(signing_keys(folder)) == 1


@pytest.mark.long
@pytest.mark.process
def test_two_processes_that_start_together_agree_on_the_first_key(tmp_path: Path) -> None:
    """Each prints its key; both start at the same moment."""
    script = (
        "import sys, pathlib; from service.access.signing_keys import ready_keys; "
        "from service.runtime.timestamps import now; sys.stdin.read(1); "
        "print(*(key.content.kid for key in ready_keys(pathlib.Path(sys.argv[1]), now)))"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[3],
            text=True,
        )
        for _ in range(2)
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.write("!")
        process.stdin.flush()
    printed = [process.communicate(timeout=60)[0].strip() for process in started]
    (key,) = signing_keys(tmp_path)
    assert printed == [key.content.kid] * 2


def test_a_new_key_signs_and_the_old_ones_stay_published(tmp_path: Path) -> None:
    """Their signatures stay valid for ever, although they cannot sign any more."""
    first = ready_keys(tmp_path, Ticks())
    later = (rotate_keys(tmp_path, Ticks()) for _ in range(11))
    tokens = [signer_of(keys).sign(STATEMENT) for keys in (first, *later)]
    keys = signing_keys(tmp_path)
    assert [key.number for key in keys] == [*range(1, 13)]
    assert keys[0].content.kid == first[0].content.kid
    kids = [key.kid for key in published_keys(keys).keys]
    verifier = Verifier(kids)
    assert [verifier.verify(token).kid for token in tokens] == kids
    assert all(verifier.verify(token).published for token in tokens)
    assert [key.content.d is None for key in keys] == [True] * 11 + [False]
    assert all(stat.S_IMODE(key.path.stat().st_mode) == 0o600 for key in keys)


def test_concurrent_rotations_create_one_key_each(tmp_path: Path) -> None:
    """No number is used twice, and no key is lost."""
    ready_keys(tmp_path, Ticks())
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: rotate_keys(tmp_path, Ticks()), range(8)))
    keys = signing_keys(tmp_path)
    assert [key.number for key in keys] == [*range(1, 10)]
    assert len({key.content.kid for key in keys}) == 9
    signer_of(keys)


GOOD = {
    "kty": "OKP",
    "crv": "Ed25519",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    "kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
    "since": "2026-01-01T00:00:00.000000Z",
    "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "not JSON: the text ends too early"),
        ('{"kty":', "not JSON: the text ends too early"),
        ("ÿ", "not JSON: invalid character at byte 1"),
        ("[]", "expected an object, got a list"),
        (json.dumps({**GOOD, "kty": "RSA"}), re.escape('$.kty: "RSA" is not a valid')),
        (json.dumps({**GOOD, "p": "x"}), "unknown field `p`"),
        (json.dumps({**GOOD, "kid": "x"}), "kid is not the thumbprint of x"),
        (json.dumps({**GOOD, "d": GOOD["x"]}), "d is not the private part of x"),
        (json.dumps({**GOOD, "d": "short"}), "d is not the private part of x"),
        (
            json.dumps({**GOOD, "x": "AA", "kid": thumbprint(Jwk("Ed25519", "OKP", "AA"))}),
            "x is not a public key",
        ),
    ],
)
def test_a_broken_key_file_is_reported_and_not_changed(
    tmp_path: Path, content: str, why: str
) -> None:
    """In one line with its name, at the start of the service and by the commands."""
    (tmp_path / FOLDER).mkdir()
    file = tmp_path / FOLDER / "1.json"
    file.write_text(content)
    with pytest.raises(BadKey, match=why) as wrong:
        ready_keys(tmp_path, Ticks())
    assert str(wrong.value).startswith(f"{file} is not a signing key: ")
    for command in ((), ("rotate",), ("export",)):
        result = carolus(tmp_path, "keys", *command)
        assert result.exit_code == 1
        assert result.stderr.count("\n") == 1
        assert str(wrong.value) in result.stderr
    assert file.read_text() == content


def test_a_newest_key_without_a_private_part_is_reported(tmp_path: Path) -> None:
    """The error names the command that fixes it."""
    (key,) = ready_keys(tmp_path, Ticks())
    content = json.loads(key.path.read_text())
    del content["d"]
    key.path.write_text(json.dumps(content))
    with pytest.raises(BadKey, match="carolus keys rotate"):
        signer_of(ready_keys(tmp_path, Ticks()))
    assert carolus(tmp_path, "keys", "rotate").exit_code == 0
    signer_of(ready_keys(tmp_path, Ticks()))


# --- carolus keys --------------------------------------------------------------------------------


def carolus(folder: Path, *arguments: str) -> Result:
    """Run a command on this data folder."""
    return CliRunner(env={"CAROLUS_DATA": str(folder)}).invoke(main, arguments)


def test_the_keys_are_listed(tmp_path: Path) -> None:
    """With their start times, and which one signs."""
    ready_keys(tmp_path, Ticks())
    rotated = carolus(tmp_path, "keys", "rotate")
    old, new = signing_keys(tmp_path)
    assert rotated.stdout == (f"{new.content.kid} signs from the next start of the service on\n")
    assert carolus(tmp_path, "keys").stdout.splitlines() == [
        f"{old.content.kid}  since {old.content.since}  published",
        f"{new.content.kid}  since {new.content.since}  in use",
    ]
    assert json.loads(carolus(tmp_path, "keys", "--json").stdout) == [
        {"kid": old.content.kid, "since": old.content.since, "in_use": False},
        {"kid": new.content.kid, "since": new.content.since, "in_use": True},
    ]
    assert carolus(tmp_path, "keys", "--json", "rotate").exit_code == 2


def test_the_keys_can_be_created_before_the_first_start(tmp_path: Path) -> None:
    """For a service that cannot write to its folder. Existing keys stay as they are."""
    folder = tmp_path / "keys"
    printed = f"service.key and signing-keys/ are in {folder}\n"
    assert carolus(folder, "keys", "make").stdout == printed
    made = {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert made.keys() == {"service.key", "1.json"}
    assert carolus(folder, "keys", "make").stdout == printed
    assert {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == made


def test_the_keys_are_exported(tmp_path: Path) -> None:
    """Their public parts, as a JWK Set that a verifier can read."""
    token = signer_of(ready_keys(tmp_path, Ticks())).sign(STATEMENT)
    secret = signing_keys(tmp_path)[0].content.d
    rotate_keys(tmp_path, Ticks())
    text = carolus(tmp_path, "keys", "export").stdout
    known = set(jwks_in(text.encode()))
    assert known == {key.content.kid for key in signing_keys(tmp_path)}
    assert Verifier(known).verify(token).published
    assert secret is not None
    assert secret not in text
    assert [sorted(key) for key in json.loads(text)["keys"]] == [
        ["alg", "crv", "kid", "kty", "use", "x"]
    ] * 2


@pytest.mark.parametrize("command", [(), ("rotate",), ("export",)])
def test_commands_create_no_missing_keys(tmp_path: Path, command: tuple[str, ...]) -> None:
    """The folder may be the wrong one."""
    folder = tmp_path / "other"
    result = carolus(folder, "keys", *command)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: there are no signing keys in {folder}: ")
    assert not folder.exists()


def test_a_token_with_a_foreign_key_is_recognised(tmp_path: Path) -> None:
    """It verifies, but its key is not published."""
    ready_keys(tmp_path / "a", Ticks())
    foreign = signer_of(ready_keys(tmp_path / "b", Ticks())).sign(STATEMENT)
    ours = [key.content.kid for key in signing_keys(tmp_path / "a")]
    assert not Verifier(ours).verify(foreign).published
    with pytest.raises(BadSignature):
        Verifier(ours).verify(foreign[:-1])
