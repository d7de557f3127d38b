"""``carolus-domain``: the domain in an environment that has msgspec and nothing else."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from importlib.metadata import distribution
from pathlib import Path

import pytest

from tests.support.docs.pages import ROOT
from tests.support.run.long import long_rows_after

README = ROOT / "domain" / "README.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, and install it into a new environment; return its Python."""
    home, built = tmp_path_factory.mktemp("alone"), tmp_path_factory.mktemp("built")
    venv.create(home, symlinks=True)
    (site,) = home.glob("lib/python*/site-packages")
    for file in distribution("msgspec").files or ():
        if "__pycache__" not in file.parts:
            target = site / str(file)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), target)
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    subprocess.run([*build, built], cwd=ROOT / "domain", check=True, capture_output=True)
    (wheel,) = built.iterdir()
    alone = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(alone), "install", "--no-index"]
    subprocess.run([*pip, wheel], check=True, capture_output=True)
    return alone


@pytest.mark.long
@pytest.mark.process
@pytest.mark.parametrize(
    ("program", "printed"),
    long_rows_after(
        1, list(zip(PROGRAMS, [r"Outcome\(reason=.*", "CM-TURN-1 .*", "True True"], strict=True))
    ),
    ids=["a random game", "a checker", "an audit"],
)
def test_the_programs_of_its_readme_work(
    python: Path, tmp_path: Path, program: str, printed: str
) -> None:
    record = ROOT / "tests" / "rulesets" / "carolus_magnus" / "records" / "2-castle-goal.json"
    shutil.copy(record, tmp_path / "game.json")
    done = subprocess.run(
        [python, "-I", "-c", program], cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert re.fullmatch(printed + "\n", done.stdout), done.stdout + done.stderr


@pytest.mark.process
def test_every_module_can_be_imported(python: Path) -> None:
    """None of them needs the service or its libraries."""
    program = (
        "import domain, pkgutil, sys\n"
        "for one in pkgutil.walk_packages(domain.__path__, 'domain.'): __import__(one.name)\n"
        "print(domain.__file__, 'service' in sys.modules)"
    )
    done = subprocess.run([python, "-I", "-c", program], check=True, capture_output=True, text=True)
    file, service = done.stdout.split()
    assert Path(file).is_relative_to(python.parents[1])
    assert service == "False"


def test_all_distributions_have_one_version() -> None:
    """The extra of the client requires the rules in this version."""
    whole, domain, client = (
        tomllib.loads((ROOT / folder / "pyproject.toml").read_text("utf-8"))["project"]
        for folder in ("", "domain", "openapi/clients/python")
    )
    node = json.loads((ROOT / "openapi/clients/typescript/package.json").read_text("utf-8"))
    version = whole["version"]
    assert {domain["version"], client["version"], node["version"]} == {version}
    assert f"carolus-domain=={version}" in client["optional-dependencies"]["verify"]
    assert f"carolus-domain=={domain['version']}" in whole["dependencies"]
    assert set(domain["dependencies"]) < set(whole["dependencies"])
