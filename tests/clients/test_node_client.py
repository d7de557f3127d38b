"""Test the client for TypeScript: built as for the registry, compiled strictly, and played with."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from domain.record.audit import audit
from domain.record.record import read_record
from service.access.record_verifier import RecordVerifier
from tests.clients.conftest import CUTS_MIN, example_in
from tests.support.run.node import COMPILER, ROOT, node, npm
from tests.support.servers.proxy import Proxy

SOURCE = ROOT / "openapi" / "clients" / "typescript"
HERE = Path(__file__).parent

STRICT = {
    "strict": True,
    "exactOptionalPropertyTypes": True,
    "noUncheckedIndexedAccess": True,
    "module": "nodenext",
    "target": "es2022",
    "lib": ["es2022", "dom"],
    "types": [],
}

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the package, where another program would find it."""
    folder = tmp_path_factory.mktemp("program") / "node_modules" / "carolus-client"
    folder.mkdir(parents=True)
    node(COMPILER, "--project", SOURCE, "--outDir", folder / "dist", cwd=folder)
    node(SOURCE / "build.mjs", folder / "dist", cwd=folder)
    shutil.copy(SOURCE / "package.json", folder)
    shutil.copy(SOURCE / "README.md", folder)
    return folder


def test_the_client_plays_a_whole_game_while_every_third_connection_is_cut(
    package: Path, line: Proxy
) -> None:
    """It acts once for each choice, sees each event once, and verifies the record."""
    found: Any = json.loads(node(HERE / "playing.mjs", package, line.url, cwd=package))
    assert line.cuts >= CUTS_MIN
    end, events, record = found["end"], found["events"], found["record"]
    assert end["status"] == "over"
    assert [one["version"] for one in events] == [*range(1, end["version"] + 1)]
    assert events[-1]["hash"] == end["head"] == record["head"]
    acted = [one["action"] for one in record["entries"] if one["by"] == 0]
    assert [one for one in acted if one["type"] != "take_seat"] == found["chosen"]
    assert found["verified"]["valid"], found["verified"]
    assert found["changed"] == {
        "die": ["chain", "dice", "end"],
        "receipt": ["receipts"],
        "inclusion": ["inclusion"],
        "trust": ["key", "receipts", "inclusion"],
    }
    assert not found["unchecked"]["valid"]
    checks = {one["id"]: one["finding"] for one in found["unchecked"]["checks"]}
    assert {checks[name]["reason"] for name in ("signature", "receipts", "inclusion")} == {
        "unsupported"
    }
    assert audit(read_record(json.dumps(record).encode()), RecordVerifier()).is_valid


def test_the_client_survives_services_that_misbehave(package: Path) -> None:
    found: Any = json.loads(node(HERE / "misbehaving.mjs", package, cwd=package))
    assert found["waits"]["result"] == {}
    keys = [one["Idempotency-Key"] for one in found["waits"]["asked"]]
    assert len(keys) == 3
    assert len({*keys}) == 1
    assert (found["endless"]["error"], len(found["endless"]["asked"])) == ("TooManyRequests", 1)
    assert (found["keyless"]["error"], len(found["keyless"]["asked"])) == ("ServiceUnreachable", 1)
    assert (found["dead"]["error"], len(found["dead"]["asked"])) == ("ServiceUnreachable", 4)
    assert found["stale"]["error"] == "StaleVersion"
    assert found["stale"]["asked"][0]["If-Match"] == '"8"'
    for case in ("half", "silent"):
        assert found[case]["result"] == [["event", {"a": 1}], ["event", {"a": 2}], ["end", {}]]
        assert [one["Last-Event-ID"] for one in found[case]["asked"]] == ["3", "4"]


def test_the_examples_of_the_client_compile_strictly_and_play(package: Path, url: str) -> None:
    """A program that uses it needs no cast, and no types of node or of other packages."""
    program = package.parents[1]
    shutil.copy(SOURCE / "examples" / "play.ts", program)
    (program / "readme.ts").write_text(example_in(SOURCE / "README.md", "ts", url))
    (program / "package.json").write_text('{"type": "module"}')
    settings = {"compilerOptions": STRICT, "files": ["play.ts", "readme.ts"]}
    (program / "tsconfig.json").write_text(json.dumps(settings))
    node(COMPILER, "--project", program, cwd=program)
    printed = node(program / "play.js", url, cwd=program).splitlines()
    assert printed[0].startswith("over at version ")
    assert printed[1:] == ["the record is true and signed"]
    assert node(program / "readme.js", url, cwd=program).endswith(" true\n")


def test_npm_accepts_the_package(package: Path) -> None:
    """The package contains what its exports name, the licence and the README, and no sources."""
    (packed,) = json.loads(npm("pack", "--dry-run", "--json", cwd=package))
    files = {one["path"] for one in packed["files"]}
    exports = json.loads((SOURCE / "package.json").read_text("utf-8"))["exports"].values()
    assert {named.removeprefix("./") for one in exports for named in one.values()} <= files
    assert {"LICENSE", "README.md", "package.json"} <= files
    assert not any("src" in one or "node_modules" in one for one in files)
