"""The reference of pictures lists every name that a style sheet can use."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from domain.rulesets.registry import RULESETS
from tests.tools.make_reference import PICTURES, Picture

REFERENCE = Path(__file__).parents[2] / "docs/reference/pictures.md"
FAMILIES = ("clan-", "side-", "owner-", "color-", "continent-", "seat-")
"""How names begin that end in a clan, a colour, a number …: the reference has an example."""


def named() -> set[str]:
    """Return the names in the reference."""
    text = REFERENCE.read_text("utf-8")
    return set(re.findall(r"`([\w-]+)`", text)) | set(re.findall(r'class="([\w-]+)"', text))


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.file.stem)
def test_every_class_is_in_the_reference(picture: Picture) -> None:
    """Of the pictures in the docs, which show the middle of a game."""
    drawn = ET.parse(picture.file)  # noqa: S314 - our own file
    classes = {name for one in drawn.iter() for name in one.get("class", "").split()}
    assert len(classes) > 40
    known = named() | {rules.meta.id for rules in RULESETS}
    missing = {name for name in classes if not name.startswith(FAMILIES)} - known
    assert not missing
    families = {f"{name.partition('-')[0]}-" for name in classes if name.startswith(FAMILIES)}
    assert not {one for one in families if not any(name.startswith(one) for name in known)}
