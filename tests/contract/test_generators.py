"""Test that clients made by public generators compile strictly and play a whole game.

``test_generated_client.py`` does the same for openapi-python-client. How-to
``choose-a-client-generator.md`` describes the options that these tests use.
"""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.http.client import good
from tests.support.http.plain import plain_request
from tests.support.run.node import ROOT, done, node
from tests.support.run.tracing import untraced
from tests.support.servers.commands import run
from tests.support.servers.inside import served_inside

PROGRAMS: Final = Path(__file__).with_name("generators")
MODULES: Final = PROGRAMS / "node_modules"
COMPILER: Final = MODULES / "typescript" / "bin" / "tsc"
STRICT: Final = {
    "strict": True,
    "exactOptionalPropertyTypes": True,
    "noUncheckedIndexedAccess": True,
    "module": "nodenext",
    "target": "es2022",
    "lib": ["es2022", "dom", "dom.iterable"],
    "types": [],
    "skipLibCheck": True,
    "rewriteRelativeImportExtensions": True,
}
JVM: Final = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Programs that run for seconds need no second compiler."""
JAVA_PROPERTIES: Final = "openApiNullable=false,hideGenerationTimestamp=true"
"""Without the first, the client depends on a library of the generator."""
NO_DOCS: Final = "apis=Games:Seats:Actions,models,supportingFiles,modelDocs=false,apiDocs=false"
GENERATED: Final = """\
package javax.annotation;

public @interface Generated {
    String[] value();
    String comments() default "";
}
"""
"""The one class that neither the JDK nor the generator's archive contains."""

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a service."""
    with untraced(threads=False), served_inside(tmp_path_factory.mktemp("generators")) as inside:
        yield inside.url


@pytest.fixture(scope="module")
def of_ruleset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the document of Carolus Magnus, as front ends for one game would use it."""
    document = tmp_path_factory.mktemp("document") / "carolus-magnus.json"
    document.write_text(run("openapi", "--ruleset", "carolus-magnus").stdout)
    return document


def compiled(folder: Path, **settings: Any) -> None:
    """Compile the program of a folder strictly."""
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "node_modules").symlink_to(MODULES)
    options = {"compilerOptions": {**STRICT, **settings}, "include": ["*.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(options))
    node(COMPILER, "--project", folder, cwd=folder)


def must_have_played(printed: str, url: str) -> None:
    """Compare what a program prints, game, version and whether it placed, with the service."""
    game, version, placed = printed.split()
    now = good(plain_request("GET", f"{url}/v1/games/{game}"))
    assert (now["status"], now["version"]) == ("over", int(version))
    assert now["outcome"]["winners"]
    assert placed == "true"


def test_openapi_fetch_plays_a_whole_game(tmp_path: Path, url: str) -> None:
    """With the committed types of openapi-typescript, for all rulesets: nothing needs a cast."""
    shutil.copy(PROGRAMS / "play-openapi-fetch.ts", tmp_path)
    shutil.copy(ROOT / "openapi" / "clients" / "typescript" / "src" / "api.ts", tmp_path)
    compiled(tmp_path)
    must_have_played(node("play-openapi-fetch.js", url, cwd=tmp_path), url)


def test_hey_api_plays_a_whole_game(tmp_path: Path, url: str, of_ruleset: Path) -> None:
    settings = {
        "input": str(of_ruleset),
        "output": {"path": str(tmp_path / "client"), "module": {"extension": ".ts"}},
    }
    (tmp_path / "openapi-ts.config.mjs").write_text(f"export default {json.dumps(settings)};")
    generator = MODULES / "@hey-api" / "openapi-ts" / "bin" / "run.js"
    node(generator, "--file", "openapi-ts.config.mjs", cwd=tmp_path)
    shutil.copy(PROGRAMS / "play-hey-api.ts", tmp_path)
    compiled(tmp_path, exactOptionalPropertyTypes=False)
    must_have_played(node("play-hey-api.js", url, cwd=tmp_path), url)


if shutil.which("javac"):  # A JDK is not in the lock, and CI fails for a test that is skipped.

    def test_openapi_generator_plays_a_whole_game_in_java(
        tmp_path: Path, url: str, of_ruleset: Path
    ) -> None:
        archive = _archive()
        options = ["-g", "java", "--library", "native", "-o", str(tmp_path), "-i", str(of_ruleset)]
        options += ["--global-property", NO_DOCS, "--additional-properties", JAVA_PROPERTIES]
        done(["java", *JVM.split(), "-jar", str(archive), "generate", *options], tmp_path)
        sources = tmp_path / "src" / "main" / "java"
        (sources / "javax" / "annotation").mkdir(parents=True)
        (sources / "javax" / "annotation" / "Generated.java").write_text(GENERATED)
        program = str(PROGRAMS / "Play.java")
        flags = [f"-J{flag}" for flag in JVM.split()]
        places = ["-cp", str(archive), "-sourcepath", str(sources), "-d", str(tmp_path / "classes")]
        done(["javac", *flags, "-proc:none", *places, program], tmp_path)
        classes = os.pathsep.join([str(tmp_path / "classes"), str(archive)])
        played = done(["java", *JVM.split(), "-cp", classes, "Play", url], tmp_path)
        must_have_played(played, url)


def _archive() -> Path:
    """Return the archive of the generator, which contains Jackson too."""
    import openapi_generator_cli

    (archive,) = Path(openapi_generator_cli.__file__).parent.glob("*.jar")
    return archive
