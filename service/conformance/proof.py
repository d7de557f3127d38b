"""What proves a game: its hash chain, and its record with the signature of the service."""

from collections.abc import Sequence
from typing import Final

import msgspec

from domain.record.audit import audit
from domain.record.canonical_text import canonical_text
from domain.record.chain import chained, genesis
from domain.record.record import AnyRecord, read_record
from domain.refusal import Malformed
from domain.rulesets.registry import BY_PINNED
from service.access.record_verifier import RecordVerifier
from service.conformance.check_results import NonConforming, NotChecked
from service.conformance.client import body_of, must, type_of
from service.conformance.played_game import CheckedGame
from service.conformance.schemas import JsonMap

TEXT: Final = "text/plain"
SANDBOX: Final = "RC-SANDBOX-1"


def must_be_chained(game: CheckedGame, events: Sequence[JsonMap]) -> None:
    """Raise NonConforming unless the hash of each event follows from the events before it."""
    head = genesis(game.id)
    for number, event in enumerate(events, 1):
        members = {key: value for key, value in event.items() if key not in ("hash", "sealed")}
        head = chained(head, canonical_text({**members, **event.get("sealed", {})}))
        must(event["version"] == number, f"event {number} has the version {event['version']}")
        must(event["hash"] == head.hex(), f"the hash of event {number} does not follow")
    must(
        body_of(game.state())["head"] == head.hex(),
        "the head of the game differs from that of its events",
    )


def must_have_a_true_record(game: CheckedGame) -> None:
    """Raise NonConforming unless the record proves the game, signed by a published key.

    A record of a ruleset or an edition that this version does not know is not checked, and neither
    is one with a member that it does not know.
    """
    client = game.client
    answer = client.ask("getRecord", 200, game.place)
    raw = msgspec.json.decode(answer.content)
    keys = body_of(client.ask("getKeys", 200))["keys"]
    must(raw.get("signature") is not None, "the record of the ended game is not signed")
    if raw["ruleset"] not in BY_PINNED:
        raise NotChecked(f"this version has no rules of {raw['ruleset']}")
    found = audit(_read(answer.content), RecordVerifier([one["kid"] for one in keys]))
    for one in found.findings:
        if one.rule == SANDBOX:
            continue
        if one.weight != "note" or one.rule.startswith("RC-SIGN-"):
            raise NonConforming(
                f"the record: {one.where}: {one.rule} {one.reason} {one.facts!r:.200}"
            )


def must_be_judged(game: CheckedGame) -> None:
    """Raise NonConforming unless the service itself finds a false record, and no other."""
    client = game.client
    raw = body_of(client.ask("getRecord", 200, game.place))
    found = body_of(client.ask("checkRecords", 200, json=raw))
    breaches = {one["rule"] for one in found["findings"] if one["weight"] == "breach"}
    must(breaches <= {SANDBOX}, f"checkRecords finds {breaches} in a true record")
    must(found["valid"] is (not breaches), "checkRecords: valid contradicts the findings")
    false = {**raw, "head": "0" * len(raw["head"])}
    found = body_of(client.ask("checkRecords", 200, json=false))
    must(found["valid"] is False, "checkRecords does not find a false head")
    if TEXT in client.operation("getRecord")[2]["responses"]["200"]["content"]:
        text = client.ask("getRecord", 200, game.place, headers={"Accept": TEXT})
        must(type_of(text) == TEXT, f"getRecord has the type {type_of(text)}, not {TEXT}")


def _read(content: bytes) -> AnyRecord:
    try:
        return read_record(content)
    except Malformed as wrong:
        if "unknown field" in str(wrong):
            raise NotChecked(f"this version cannot read the record: {wrong}") from None
        raise NonConforming(f"the record cannot be read: {wrong}") from None
