"""Copies of a transparency log that contradict each other prove that the service split it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner, Result
from msgspec import to_builtins

from domain.record.jws import Jwk, thumbprint
from domain.transparency.notes import read_note
from service.access.signing import jwk_of
from service.archives.mirrors import Mirrors
from service.cli import main
from tests.transparency.logs import ORIGIN, Cosigner, LogInMemory, private_key

KEY: Final[Jwk] = jwk_of(private_key(1).public_key())
STRANGER: Final[Jwk] = jwk_of(private_key(2).public_key())

Grow = Callable[[LogInMemory], None]


def mirror(folder: Path, *sizes: tuple[int, str], seed: int = 1) -> Path:
    """Write a copy of a log that grew by these numbers of leaves with these texts."""
    log = LogInMemory(seed=seed)
    for count, prefix in sizes:
        log.grow(count, prefix)
    log.write(folder)
    (folder / "checkpoint").write_text(str(log.note()))
    return folder


def found(*folders: Path, keys: tuple[Jwk, ...] = (KEY,)) -> list[tuple[str, str, str]]:
    """Return weight, rule and reason of each result."""
    results = Mirrors(folders, keys).results()
    return [(one.finding.weight, one.finding.rule, one.finding.reason) for one in results]


def test_copies_of_different_ages_agree(tmp_path: Path) -> None:
    folders = [
        mirror(tmp_path / f"{size}", (3, "a"), (size, "b")) for size in (0, 400, 400, 1, 70_000)
    ]
    assert found(*folders) == []
    assert Mirrors(folders, (KEY,)).count == 5


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(("one", "other"), [(4, 4), (4, 300), (300, 301)])
def test_a_split_view_is_proved(tmp_path: Path, one: int, other: int, first: int) -> None:
    """Equal sizes have equal roots, and the larger copy has the tree of the smaller one."""
    folders = [
        mirror(tmp_path / "a", (2, "same"), (one, "for Ann")),
        mirror(tmp_path / "b", (2, "same"), (other, "for Bob")),
    ]
    seen = [folders[first], folders[1 - first]]
    assert found(*seen) == [("breach", "RC-LOG-4", "mirrors_contradict")]
    (result,) = Mirrors(seen, (KEY,)).results()
    assert (result.source, result.subject) == (str(seen[1] / "checkpoint"), f"log {ORIGIN}")
    facts = result.finding.facts
    assert facts["other"] == str(seen[0] / "checkpoint")
    assert (facts["size"], facts["larger"]) == (min(one, other) + 2, max(one, other) + 2)
    assert facts["root"] != facts["other_root"]


def test_a_damaged_mirror_proves_nothing(tmp_path: Path) -> None:
    """The notes say what could not be compared; the other copies still are."""
    good = mirror(tmp_path / "good", (300, "a"))
    damaged = mirror(tmp_path / "damaged", (400, "a"))
    split = mirror(tmp_path / "split", (290, "b"))
    tile = damaged / "tile" / "0" / "000"
    tile.write_bytes(bytes(len(tile.read_bytes())))
    expected = ("breach", "RC-LOG-4", "mirrors_contradict")
    assert found(good, split) == [expected]
    assert found(damaged, good, split)[-1] == expected
    cut = mirror(tmp_path / "cut", (300, "a"))
    tile = cut / "tile" / "0" / "001.p" / "44"
    tile.write_bytes(tile.read_bytes()[:-1])
    small = mirror(tmp_path / "small", (280, "a"))
    assert found(small, cut) == [("note", "RC-LOG-4", "tile_is_truncated")]
    (cut / "checkpoint").unlink()
    (small / "checkpoint").write_text("no checkpoint")
    assert found(small, cut, good) == [
        ("note", "RC-LOG-1", "note_has_no_signature"),
        ("note", "RC-LOG-1", "checkpoint_is_unreadable"),
    ]


def test_only_what_the_service_signed_counts(tmp_path: Path) -> None:
    """Anyone can sign a history with a key of their own."""
    own = mirror(tmp_path / "own", (4, "a"))
    forged = mirror(tmp_path / "forged", (4, "b"), seed=2)
    assert found(own, forged) == [("note", "RC-LOG-1", "no_signature_by_a_known_key")]
    assert found(own, forged, keys=(KEY, STRANGER)) == [
        ("breach", "RC-LOG-4", "mirrors_contradict")
    ]
    assert {weight for weight, _, _ in found(own, forged, keys=())} == {"note"}


def test_witnesses_cosigned_the_copies(tmp_path: Path) -> None:
    """A missing cosignature is a note, and a false one makes the copy worthless."""
    club = Cosigner("club.example/w")
    seen, unseen = mirror(tmp_path / "seen", (4, "a")), mirror(tmp_path / "unseen", (4, "a"))
    note = read_note((seen / "checkpoint").read_bytes())
    (seen / "checkpoint").write_text(str(club.cosigned(note, 1_767_225_600)))
    (missing,) = Mirrors((seen, unseen), (KEY,), (club.key,)).results()
    assert missing.source == str(unseen / "checkpoint")
    finding = missing.finding
    assert (finding.weight, finding.rule, finding.reason) == ("note", "RC-LOG-7", "not_cosigned")
    assert finding.facts == {"origin": ORIGIN, "cosigner": club.key.vkey, "size": 4}
    other = read_note((mirror(tmp_path / "other", (5, "b")) / "checkpoint").read_bytes())
    line = club.cosigned(other, 1_767_225_600).signatures[-1]
    forged = note._replace(signatures=(*note.signatures, line))
    (unseen / "checkpoint").write_text(str(forged))
    (wrong,) = Mirrors((seen, unseen), (KEY,), (club.key,)).results()
    assert (wrong.finding.rule, wrong.finding.reason) == ("RC-LOG-1", "cosignature_does_not_verify")
    keys = jwks(tmp_path)
    single = audit("--keys", keys, "--log", seen, "--cosigner", club.key.vkey, tmp_path)
    assert "RC-LOG" not in single.output
    single = audit("--keys", keys, "--log", unseen, "--cosigner", club.key.vkey, tmp_path)
    assert "1 statement: note, cosignature does not verify (RC-LOG-1)" in single.output


def jwks(folder: Path) -> Path:
    """Write the key of the service."""
    keys = folder / "jwks.json"
    jwk = {**to_builtins(KEY), "kid": thumbprint(KEY), "alg": "Ed25519", "use": "sig"}
    keys.write_text(json.dumps({"keys": [jwk]}))
    return keys


def audit(*words: object) -> Result:
    return CliRunner().invoke(main, ["audit", *map(str, words)])


def test_the_command_compares_several_mirrors(tmp_path: Path) -> None:
    keys = jwks(tmp_path)
    ann = mirror(tmp_path / "ann", (2, "same"), (5, "for Ann"))
    bob = mirror(tmp_path / "bob", (2, "same"), (9, "for Bob"))
    later = mirror(tmp_path / "later", (2, "same"), (5, "for Ann"), (1, "more"))
    split = audit("--keys", keys, "--log", ann, "--log", bob)
    assert split.exit_code == 1
    assert f"log {ORIGIN}" in split.stdout
    assert "RC-LOG-4" in split.stdout
    assert "1 breach follows from these statements alone." in split.stdout
    assert audit("--keys", keys, "--log", ann, "--log", later).exit_code == 0
    unsigned = audit("--unsigned", "--log", ann, "--log", bob)
    assert unsigned.exit_code == 2
    assert "need --keys" in unsigned.stderr
    report = audit("--json", "--keys", keys, "--log", ann, "--log", later, "--log", bob)
    assert report.exit_code == 1
    *lines, last = map(json.loads, report.stdout.splitlines())
    assert [one["finding"]["reason"] for one in lines] == ["mirrors_contradict"] * 2
    assert last["summary"]["proved_by_statements"] == 2
    assert last["run"]["options"]["log"] == [str(ann), str(later), str(bob)]
