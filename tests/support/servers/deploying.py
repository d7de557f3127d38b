"""The files of deploy/ as the programs that read them see them."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.support.docs.pages import ROOT

DEPLOY: Final = ROOT / "deploy"

_INSTRUCTION: Final = re.compile(r"^([A-Z]+)\s+((?:[^\\\n]|\\\n?)+)$", re.MULTILINE)
_VARIABLE: Final = re.compile(r"\$\{(\w+):([-?])([^}]*)\}")


def yaml(name: str) -> Any:
    """Return the content of a YAML file in deploy/."""
    return msgspec.yaml.decode((DEPLOY / name).read_bytes())


def compose(environment: Mapping[str, str]) -> Any:
    """Return the compose file, with environment variables filled in as Compose does."""

    def value(found: re.Match[str]) -> str:
        name, kind, otherwise = found.groups()
        assert name in environment or kind == "-", otherwise
        return environment.get(name, otherwise)

    def filled(content: Any) -> Any:
        if isinstance(content, dict):
            return {name: filled(one) for name, one in content.items()}
        if isinstance(content, list):
            return [filled(one) for one in content]
        return _VARIABLE.sub(value, content) if isinstance(content, str) else content

    return filled(yaml("compose.yaml"))


def manifests() -> Iterator[Any]:
    """Yield every object for Kubernetes."""
    for name in yaml("kubernetes/kustomization.yaml")["resources"]:
        for document in (DEPLOY / "kubernetes" / name).read_text("utf-8").split("\n---\n"):
            yield msgspec.yaml.decode(document)


def manifest(kind: str, name: str = "carolus") -> Any:
    """Return one object for Kubernetes."""
    return next(
        one for one in manifests() if one["kind"] == kind and one["metadata"]["name"] == name
    )


def variables(name: str) -> dict[str, str]:
    """Return the variables of an environment file, including those commented out."""
    lines = (DEPLOY / name).read_text("utf-8").splitlines()
    found = (re.fullmatch(r"#?([A-Z_]+)=(.*)", line) for line in lines)
    return {one[1]: one[2] for one in found if one}


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Containerfile, in order."""
    lines = (DEPLOY / "Containerfile").read_text("utf-8").splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith("#"))
    return [(one[1], one[2].replace("\\\n", " ")) for one in _INSTRUCTION.finditer(text)]


def words_of_image(instruction: str) -> list[str]:
    """Return the words of the last CMD, ENTRYPOINT or HEALTHCHECK of the image."""
    content = [text for name, text in instructions() if name == instruction][-1]
    return list(json.loads(content[content.index("[") :]))


def settings_of_image() -> dict[str, str]:
    """Return the variables that the image sets for the service."""
    content = " ".join(text for name, text in instructions() if name == "ENV")
    return dict(re.findall(r"(CAROLUS_\w+)=(\S+)", content))


def unit() -> dict[str, list[str]]:
    """Return the settings of the systemd unit, with all values of each."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / "systemd" / "carolus@.service").read_text("utf-8").splitlines():
        name, sign, value = line.partition("=")
        if sign and not name.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def packages(lock: Path) -> dict[str, str]:
    """Return the packages of a lock file, each with its whole line, hashes included."""
    text = lock.read_text("utf-8")
    lines = re.sub(r" \\\n\s+", " ", text).splitlines()
    return {line.partition("==")[0]: line for line in lines if "==" in line}
