"""What a stranger gets of a game: its public events, proof, keys and record.

Records are the source, so that ``verifier.py`` can also check games with a clock, an arbiter or
an old version.
"""

import copy
import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.record.jws import thumbprint
from domain.record.record import AnyRecord, with_events, write_record
from domain.record.statement import read_statement
from domain.ruleset import CHANCE
from domain.rulesets.registry import BY_PINNED
from domain.table.hiding import hidden_members
from service.access.signing import Signer, jwk_of
from tests.support.docs import pages
from tests.support.proof import verifier
from tests.support.proof.records import steps_of
from tests.support.proof.verifier import Json

CHEAT: Final = Ed25519PrivateKey.from_private_bytes(b"cheat" * 6 + b"!!")

_REFERENCE: Final = pages.ROOT / "docs" / "reference"
_IN_ALL: Final = {"type", "version", "at", "by", "hash"}

Events: TypeAlias = Sequence[Json]


class Evidence(NamedTuple):
    """What the service publishes about a game; ``record`` is parsed from its text."""

    events: list[Json]
    proof: Json
    keys: Json
    record: Json


def evidence_from(record: AnyRecord, keys: Json) -> Evidence | None:
    """Return what the service would publish of this game; None if that needs an unknown secret."""
    events = _events(record)
    fair = record.chance.scheme == "fair"
    if fair and record.chance.secret is None and any("sealed" in event for event in events):
        return None
    signature = record.signature
    payload = signature and msgspec.json.decode(verifier._bytes(signature.split(".")[1]))
    found: Json = verifier.read(write_record(record).decode())
    head = found["head"] or events[-1]["hash"]  # the log has a head even if a record has none
    proof = {
        "game": record.id,
        "version": len(events),
        "head": head,
        "chance": found["chance"],
        "statement": payload,
        "signature": signature,
    }
    return Evidence(events, proof, keys, found | {"head": head})


def archived(record: AnyRecord) -> bytes:
    """Return the line of this game in an archive with events, which ``verifier.py`` computed."""
    return write_record(with_events(record, map(_as_stored, _events(record))))


def _as_stored(event: Json) -> msgspec.Raw:
    """Return an event as the service writes it: hash, members by name, sealed."""
    order = sorted(event, key=lambda name: (name != "hash", name == "sealed", name))
    whole = {name: event[name] for name in order}
    return msgspec.Raw(json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode())


def _events(record: AnyRecord) -> list[Json]:
    """Return the events as everyone sees them after the end."""
    events: list[Json] = []
    hidden = hidden_members(BY_PINNED[record.ruleset])
    for step in steps_of(record):
        for event in step.events:
            place = {"version": len(events) + 1, "at": step.entry.at, "by": step.entry.by}
            shown = json.loads(msgspec.json.encode(event)) | place
            if type(event) in hidden:
                shown["sealed"] = dict.fromkeys(hidden[type(event)], "")
            events.append(shown)
    secret = record.chance.secret
    seal_and_hash(record.id, events, bytes.fromhex(secret or "00" * 32))
    return events


def seal_and_hash(game: str, events: Events, secret: bytes) -> None:
    """Number, seal and hash these events as the service does."""
    for version, event in enumerate(events, start=1):
        event["version"] = version
        for name in event.get("sealed", {}):
            event["sealed"][name] = verifier.seal(secret, version, name, event[name])
    for event, digest in zip(events, verifier.hashes(game, events)[1:], strict=True):
        event["hash"] = digest


def forged(before: Evidence, events: Events, **statement: Any) -> Evidence:
    """Return what a service would publish with these events, validly sealed, hashed and signed."""
    changed = [copy.deepcopy(event) for event in events]
    secret = before.proof["chance"]["secret"] or "00" * 32
    seal_and_hash(before.proof["game"], changed, bytes.fromhex(secret))
    last = changed[-1]
    place = {"version": len(changed), "head": last["hash"]}
    said = before.proof["statement"] | place | {"at": last["at"]} | statement
    token = Signer(CHEAT).sign(read_statement(verifier.canonical(said)))
    jwk = jwk_of(CHEAT.public_key())
    keys = {"keys": [{"kid": thumbprint(jwk), "x": jwk.x, "kty": "OKP", "crv": "Ed25519"}]}
    proof = before.proof | place | {"statement": said, "signature": token}
    proof.pop("inclusion", None)  # the log has what was signed before
    record = before.record | {"head": place["head"], "signature": token, "receipts": []}
    return Evidence(changed, proof, keys, record)


# --- the reference pages -----------------------------------------------------------------------


@cache
def members_of_events() -> Mapping[str, list[tuple[set[str], set[str]]]]:
    """Return the required and the optional members that the pages list, by type of event.

    All rulesets have a ``game_ended``.
    """
    found: dict[str, list[tuple[set[str], set[str]]]] = {}
    for page in sorted(_REFERENCE.glob("events-and-actions*.md")):
        for title, text in _sections(page.read_text("utf-8")):
            rows = [line.split("|") for line in text.splitlines() if line.startswith("| `")]
            optional = {row[1].strip(" `") for row in rows if row[2].strip().endswith("; optional")}
            every = {row[1].strip(" `") for row in rows}
            found.setdefault(title, []).append((every - optional, optional))
    return found


def _sections(text: str) -> list[tuple[str, str]]:
    """Return the third-level headings below those of the second level that name events."""
    parts = text.split("\n## ")
    of_events = [part for part in parts if "vents" in part.partition("\n")[0]]
    sections = [section for part in of_events for section in part.split("\n### ")[1:]]
    return [(title.strip(), rest) for title, _, rest in (one.partition("\n") for one in sections)]


def must_be_listed(event: Json) -> None:
    """Fail unless an event has the members that its page lists, and no others."""
    sealed = {"sealed"} if event["type"] in verifier.HIDDEN else set()
    own = set(event) - _IN_ALL - sealed
    kinds = members_of_events()[event["type"]]
    assert any(needed <= own <= needed | optional for needed, optional in kinds), event
    assert set(event) >= _IN_ALL | sealed, event


def decided_by_rules(record: Json) -> set[int]:
    """Return the entries whose actions only the rules can judge: the game actions of seats."""
    known = {action for action, _ in (*verifier.ASKED.values(), *verifier.ANSWERS.values())}
    return {
        number
        for number, entry in enumerate(record["entries"])
        if entry["by"] != CHANCE and entry["action"]["type"] not in known
    }
