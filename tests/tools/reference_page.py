"""Generates a reference page of actions and events from their types and some texts.

The types, their bounds and their first sentences come from the code; the texts of the page describe
the fields.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from domain.ruleset import kinds_of, tag_of

DOCS: Final = Path(__file__).parents[2] / "docs"

_PAGES_OF_RULES: Final = {
    "CA": "ancients",
    "CM": "carolus-magnus",
    "LA": "lancaster",
    "TG": "teg",
}
"""The page where a rule is a heading, by the first part of its id."""
_ID: Final = re.compile(r"\b(?:CA|CM|LA|TB|TG)(?:-[A-Z]+)+(?:-[A-Z]?\d+)?\b")
_VALUES_MAX: Final = 16
"""How many values a page lists at most."""


class Words(NamedTuple):
    """What the types of a page do not say."""

    refusing: Mapping[str, str]
    """By tag: the rules that refuse an action, in addition to those in the head of its section."""
    rules: Mapping[str, str]
    """By tag: the rules from which an event follows, in addition to those in its docstring."""
    fields: Mapping[str, str]
    """By name: what a field means …"""
    own_fields: Mapping[tuple[str, str], str]
    """… and by tag and name, where that differs."""


class Page(NamedTuple):
    """One page of the reference."""

    file: Path
    head: str
    sections: Sequence[tuple[str, str, Any]]
    """Title, text and union of types."""
    words: Words
    examples: Callable[[set[str]], Mapping[str, Any]]
    """An action or event of each of these tags."""
    hidden: Mapping[type[Any], tuple[str, ...]]
    """By type of event: the members that not everyone may see."""
    tail: str = ""


def text_of(page: Page) -> str:
    """Return the text of the page."""
    wanted = {tag_of(kind) for _, _, union in page.sections for kind in kinds_of(union)}
    examples = page.examples(wanted)
    parts = [page.head]
    for title, text, union in page.sections:
        parts.append(f"\n## {title}\n" + (f"\n{text}" if text else ""))
        parts += [_kind(page, kind, examples[tag_of(kind)]) for kind in kinds_of(union)]
    return "".join(parts) + page.tail


def _kind(page: Page, kind: type[Any], example: Any) -> str:
    tag = tag_of(kind)
    doc = cleandoc(kind.__doc__ or "")
    # Write each sentence of the docstring on its own line, as elsewhere in the docs.
    text = _sentences(re.sub(r"``([^`]+)``", r"`\1`", _without_ids(doc)).replace("None", "null"))
    lines = [f"\n### {tag}\n", text]
    if fields := msgspec.structs.fields(kind):
        lines.append("\n| field | type | meaning |\n| --- | --- | --- |")
        schema = msgspec.json.schema(kind)
        own = schema["$defs"][kind.__name__]
        names = [field.encode_name for field in fields]
        lines += [_field(page, kind, name, own, schema["$defs"]) for name in names]
    if tag in page.words.refusing:
        lines.append(f"\nCan be refused by {_links(page.words.refusing[tag].split())}.")
    elif ids := [*page.words.rules.get(tag, "").split(), *_ID.findall(doc)]:
        lines.append(f"\nRules: {_links(list(dict.fromkeys(ids)))}.")
    lines.append(f"\n```json\n{msgspec.json.encode(example).decode()}\n```\n")
    return "\n".join(lines)


def _field(
    page: Page, kind: type[Any], name: str, schema: Mapping[str, Any], defs: Mapping[str, Any]
) -> str:
    meaning = page.words.own_fields.get((tag_of(kind), name)) or page.words.fields[name]
    # A request may omit members with a default; an event always contains them.
    config = kind.__struct_config__
    may_lack = config.forbid_unknown_fields or config.omit_defaults
    optional = "; optional" if may_lack and name not in schema.get("required", ()) else ""
    hidden = "; **hidden**" if name in page.hidden.get(kind, ()) else ""
    return f"| `{name}` | {_type(schema['properties'][name], defs)}{optional} | {meaning}{hidden} |"


def _type(schema: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    """Return a JSON Schema in a few words."""
    match schema:
        case {"$ref": str(name)}:
            result = _members(defs[name.rpartition("/")[2]], defs)
        case {"anyOf": [*kinds]}:
            result = " or ".join(_type(one, defs) for one in kinds)
        case {"enum": [*values]} if len(values) > _VALUES_MAX:
            result = f"one of {len(values)}: `{values[0]}` … `{values[-1]}`"
        case {"enum": [*values]}:
            result = ", ".join(f"`{one}`" for one in values)
        case {"prefixItems": [first, *_] as items}:
            result = f"list of {len(items)}: {_type(first, defs)}"
        case {"type": "array", "items": items}:
            most = f", at most {schema['maxItems']}" if "maxItems" in schema else ""
            inner = _type(items, defs)
            result = f"list of: {f'({inner})' if 'anyOf' in items else inner}{most}"
        case {"type": "integer"}:
            result = f"integer{_bounds(schema, 'minimum', 'maximum')}"
        case {"type": "string"}:
            result = f"string{_bounds(schema, 'minLength', 'maxLength', ' characters')}"
        case _:
            result = str(schema.get("type", "object"))
    return result


def _members(schema: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    members = (f"`{name}` ({_type(one, defs)})" for name, one in schema["properties"].items())
    return f"object with {' and '.join(members)}"


def _bounds(schema: Mapping[str, Any], least: str, most: str, unit: str = "") -> str:
    if most in schema:
        return f", {schema.get(least, 0)} to {schema[most]}{unit}"
    return f", at least {schema[least]}{unit}" if least in schema else ""


def _links(ids: Sequence[str]) -> str:
    """Return rules, with links to those that have a page."""
    result = []
    for one in ids:
        rules = _PAGES_OF_RULES.get(one.partition("-")[0])
        result.append(f"[{one}](../rules/{rules}.md#{one.lower()})" if rules else one)
    return ", ".join(result)


def _without_ids(text: str) -> str:
    """Remove the rules in brackets at the end of a sentence; the page lists them separately."""
    found = rf"(?:{_ID.pattern})"
    return re.sub(rf"\s*\((?:in the set-up )?{found}[^)]*\)", "", text)


def _sentences(text: str) -> str:
    """Return the text with one sentence per line."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        re.sub(r"(?<=[.:]) (?=[A-Z`])", "\n", " ".join(paragraph.split()))
        for paragraph in paragraphs
    )
