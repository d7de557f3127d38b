"""Compare the OpenAPI document with that of the last release; fail if its clients could break.

No maintained tool for this is in a registry that the locks use. What may change is in
docs/reference/versions.md: requests may allow more, answers may have more.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DOCUMENT = "openapi/openapi.json"
RELEASES = "v[0-9]*"

Json = Mapping[str, Any]

BOUNDS = (
    ("minimum", "minLength", "minItems"),
    ("maximum", "maxLength", "maxItems", "maxProperties"),
)
KINDS = ("type", "$ref", "const", "format")


def main() -> int:
    """Print what could break, and return 1 if there is anything."""
    tag = _git("describe", "--tags", "--abbrev=0", "--match", RELEASES)
    if not tag:
        print("Breaking changes: nothing is released yet.")
        return 0
    old = json.loads(_git("show", f"{tag}:{DOCUMENT}"))
    found = list(breaking(old, json.loads((ROOT / DOCUMENT).read_text("utf-8"))))
    for one in found:
        print(f"Breaks clients of {tag}: {one}")
    return 1 if found else 0


def _git(*arguments: str) -> str:
    git = shutil.which("git")
    if git is None:
        return ""
    done = subprocess.run([git, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def breaking(old: Json, new: Json) -> Iterator[str]:
    """Yield what a client of the old document could not do with the new one."""
    for path, item in old["paths"].items():
        for method, operation in item.items():
            where = f"{method.upper()} {path}"
            now = new["paths"].get(path, {}).get(method)
            if now is None:
                yield f"{where} is gone"
            else:
                yield from _operation(where, operation, now, old, new)
    for name, message in old.get("webhooks", {}).items():
        now = new.get("webhooks", {}).get(name)
        if now is None:
            yield f"the webhook {name} is gone"
        else:
            was, now = message["post"]["requestBody"], now["post"]["requestBody"]
            yield from _contents(f"the webhook {name}", was, now, _wider)
    yield from _schemas(old, new)


def _schemas(old: Json, new: Json) -> Iterator[str]:
    sent, received = _directions(old)
    now = new["components"]["schemas"]
    for name, schema in old["components"]["schemas"].items():
        if name not in now:
            yield f"the schema {name} is gone"
        elif schema != now[name]:  # most are equal, and comparing their parts takes far longer
            if name in sent:
                yield from _narrower(name, schema, now[name])
            if name in received:
                yield from _wider(name, schema, now[name])


def _operation(where: str, was: Json, now: Json, old: Json, new: Json) -> Iterator[str]:
    if was["operationId"] != now["operationId"]:
        yield f"{where} has another id"
    yield from _inputs(where, was, now, old, new)
    for one in was.get("security", ({},)):
        if one not in now.get("security", ({},)):
            yield f"{where} no longer admits {', '.join(one) or 'anyone'}"
    for status, answer in was["responses"].items():
        if status.startswith(("2", "3")):
            found = now["responses"].get(status)
            if found is None:
                yield f"{where}: no answer has status {status}"
            else:
                yield from _contents(f"{where}: {status}", answer, found, _wider)
                yield from _headers(f"{where}: {status}", answer, found, old, new)


def _headers(where: str, was: Json, now: Json, old: Json, new: Json) -> Iterator[str]:
    before, after = _shared(was, "headers", old), _shared(now, "headers", new)
    for name, one in before.items():
        if name not in after:
            yield f"{where} has no {name}"
        elif one.get("required") and not after[name].get("required"):
            yield f"{where} may lack {name}"


def _inputs(where: str, was: Json, now: Json, old: Json, new: Json) -> Iterator[str]:
    before, after = _parameters(was, old), _parameters(now, new)
    for key in before.keys() - after.keys():
        yield f"{where}: the parameter {key[1]} is gone"
    for key, one in after.items():
        known = before.get(key)
        if one.get("required") and not (known and known.get("required")):
            yield f"{where}: the parameter {key[1]} is required"
        if known:
            yield from _narrower(f"{where}: {key[1]}", known["schema"], one["schema"])
    body, other = was.get("requestBody"), now.get("requestBody")
    if other and other.get("required") and not (body and body.get("required")):
        yield f"{where}: a body is required"
    if body:
        yield from _contents(f"{where}: the body", body, other or {}, _narrower)


def _contents(where: str, was: Json, now: Json, compare: Any) -> Iterator[str]:
    for media_type, content in was.get("content", {}).items():
        found = now.get("content", {}).get(media_type)
        if found is None:
            yield f"{where} is no longer {media_type}"
        else:
            yield from compare(f"{where} as {media_type}", content["schema"], found["schema"])


def _narrower(where: str, was: Any, now: Any) -> Iterator[str]:
    """Yield what a schema of requests no longer allows."""
    yield from _same_kind(where, was, now)
    yield from _fewer_values(where, was, now)
    for name in set(now.get("required", ())) - set(was.get("required", ())):
        yield f"{where}.{name} is required"
    for name in was.get("properties", {}).keys() - now.get("properties", {}).keys():
        yield f"{where}.{name} is gone"
    for key in ("default", "uniqueItems", "propertyNames"):
        if now.get(key) != was.get(key):
            yield f"{where} has another {key}"
    if now.get("pattern") != was.get("pattern"):
        yield f"{where} has another pattern"
    for names, sign in zip(BOUNDS, (1, -1), strict=True):
        for name in names:
            if name in now and (name not in was or sign * now[name] > sign * was[name]):
                yield f"{where} has another {name}"
    yield from _parts(where, was, now, _narrower)


def _fewer_values(where: str, was: Json, now: Json) -> Iterator[str]:
    if "enum" in now and "enum" not in was:
        yield f"{where} is no longer allowed to be any value"
    for value in _values(was) - _values(now) if "enum" in now else ():
        yield f"{where} is no longer allowed to be {value}"
    for one in _variants(was) - _variants(now):
        yield f"{where} is no longer allowed to be {one}"


def _wider(where: str, was: Any, now: Any) -> Iterator[str]:
    """Yield what a schema of answers no longer promises."""
    yield from _same_kind(where, was, now)
    for name in set(was.get("required", ())) - set(now.get("required", ())):
        yield f"{where}.{name} may be missing"
    # Variants that are schemas of their own have a type that clients can skip.
    before, after = _inline(was), _inline(now)
    for kind in after.keys() - before.keys():
        yield f"{where} may be {kind}"
    for kind in before.keys() & after.keys():
        yield from _wider(where, before[kind], after[kind])
    yield from _parts(where, was, now, _wider)


def _same_kind(where: str, was: Json, now: Json) -> Iterator[str]:
    for key in KINDS:
        if was.get(key) != now.get(key):
            yield f"{where} is {now.get(key)}, not {was.get(key)}"


def _parts(where: str, was: Json, now: Json, compare: Any) -> Iterator[str]:
    for name, one in was.get("properties", {}).items():
        if name in now.get("properties", {}):
            yield from compare(f"{where}.{name}", one, now["properties"][name])
    for key in ("items", "additionalProperties"):
        if isinstance(was.get(key), Mapping):
            found = now.get(key)
            yield from compare(f"{where}[]", was[key], found if isinstance(found, Mapping) else {})
    places = zip(was.get("prefixItems", ()), now.get("prefixItems", ()), strict=False)
    for number, (one, other) in enumerate(places):
        yield from compare(f"{where}[{number}]", one, other)


def _inline(schema: Json) -> dict[str, Json]:
    """Return the variants of a union that are not schemas of their own, by their types."""
    variants = [one for key in ("anyOf", "oneOf") for one in schema.get(key, ())]
    return {str(one["type"]): one for one in variants if "type" in one and "const" not in one}


def _values(schema: Json) -> set[str]:
    return {json.dumps(one) for one in schema.get("enum", ())}


def _variants(schema: Json) -> set[str]:
    return {json.dumps(one) for key in ("anyOf", "oneOf") for one in schema.get(key, ())}


def _parameters(operation: Json, document: Json) -> dict[tuple[str, str], Json]:
    found = (_resolved(one, "parameters", document) for one in operation["parameters"])
    return {(one["in"], one["name"]): one for one in found}


def _shared(part: Json, kind: str, document: Json) -> dict[str, Json]:
    found = part.get(kind, {}).items()
    return {name: _resolved(one, kind, document) for name, one in found}


def _resolved(one: Json, kind: str, document: Json) -> Json:
    shared: Json = document["components"].get(kind, {})
    return shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one


def _directions(document: Json) -> tuple[set[str], set[str]]:
    """Return the names of the schemas in requests, and of those in answers and messages."""
    operations = [one for item in document["paths"].values() for one in item.values()]
    sent = [one.get("requestBody") for one in operations]
    received = [one["responses"] for one in operations]
    others = [document.get("webhooks"), document["components"].get("responses")]
    return _reached(sent, document), _reached([received, others], document)


def _reached(part: Any, document: Json) -> set[str]:
    found: set[str] = set()
    waiting = [part]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            name = str(node.get("$ref", "")).partition("#/components/schemas/")[2]
            if name and name not in found:
                found.add(name)
                waiting.append(document["components"]["schemas"][name])
            waiting += [one for key, one in node.items() if key != "examples"]
        elif isinstance(node, list):
            waiting += node
    return found


if __name__ == "__main__":
    sys.exit(main())
