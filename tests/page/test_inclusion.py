"""The proof in the browser that a transparency log has a game, as in the audit (RC-LOG)."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any, Final

from domain.record.inclusion_audit import leaves_of
from domain.record.record import AnyRecord, write_record
from domain.table.times import SECOND
from service.access.signing import jwk_of
from tests.page.test_proof import PROVING
from tests.records.test_inclusion import FIRST
from tests.records.test_inclusion import SECOND as OTHER
from tests.support.browser import javascript
from tests.support.proof.included import KID, included, log_with, witnessed_at
from tests.support.storage.stores import SIGNING_KEY

Json = dict[str, Any]

BEFORE: Final = 300
KEYS: Final = {"keys": [{"kid": KID, "x": jwk_of(SIGNING_KEY.public_key()).x}]}


def record_of(game: AnyRecord) -> Json:
    found: Json = json.loads(write_record(game))
    return found


def judged(*records: Json, keys: Json = KEYS) -> list[str]:
    found: list[str] = javascript.call(str(PROVING), "included", records, keys)
    return found


def proved() -> Json:
    """Return a record whose log other games continue, and that a witness saw before the start."""
    log = log_with(FIRST, OTHER, before=BEFORE)
    seen = [witnessed_at(FIRST, log, BEFORE + 1 + more, time=SECOND) for more in (0, 2)]
    return record_of(included(FIRST, log, *seen))


def test_every_proof_is_valid() -> None:
    """In logs of all forms; one without earlier checkpoints, and a record without a proof."""
    sizes = [record_of(included(FIRST, log_with(FIRST, before=size))) for size in range(9)]
    whole = [proved(), *sizes, record_of(included(FIRST, log_with(OTHER, FIRST, OTHER)))]
    assert judged(*whole, record_of(FIRST)) == ["ok"] * len(whole) + ["no_inclusion"]
    assert judged(proved(), keys={"keys": []}) == ["unknown_key"]


def _with_another_hash(proof: Json) -> None:
    path = proof["path"]
    changed = bytearray(b64decode(path[0]))
    changed[0] ^= 1
    path[0] = b64encode(changed).decode()


def _with_another_signature(one: Json) -> None:
    text, _, line = one["checkpoint"].rpartition(" ")
    changed = bytearray(b64decode(line))
    changed[-1] ^= 1
    one["checkpoint"] = f"{text} {b64encode(changed).decode()}\n"


def _without_the_signature(one: Json) -> None:
    one["checkpoint"] = one["checkpoint"].replace("\u2014 carolus/", "\u2014 someone/")


def _with_another_size(one: Json) -> None:
    name, size, rest = one["checkpoint"].split("\n", 2)
    one["checkpoint"] = f"{name}\n{int(size) + 1}\n{rest}"


def _of_another_game(one: Json) -> None:
    log = log_with(OTHER, before=BEFORE)
    one.clear()
    one.update(record_of(included(OTHER, log))["inclusion"])


FORGERIES: Final[dict[str, tuple[Callable[[Json], Any], str]]] = {
    "index": (lambda one: one["end"].update(index=one["end"]["index"] + 1), "not_in_log"),
    "size of index": (lambda one: one["end"].update(index=1 << 40), "not_in_log"),
    "hash": (lambda one: _with_another_hash(one["start"]), "not_in_log"),
    "longer path": (lambda one: one["end"]["path"].append(one["end"]["path"][0]), "not_in_log"),
    "shorter path": (lambda one: one["end"]["path"].pop(), "not_in_log"),
    "leaf": (lambda one: one.update(end=one["start"]), "leaf_order"),
    "game": (_of_another_game, "not_in_log"),
    "signature": (_with_another_signature, "does_not_verify"),
    "unsigned": (_without_the_signature, "does_not_verify"),
    "size": (_with_another_size, "does_not_verify"),
    "note": (lambda one: one.update(checkpoint="checkpoint"), "not_a_checkpoint"),
    "blank line": (lambda one: one.update(checkpoint="\n" + one["checkpoint"]), "not_a_checkpoint"),
    "key": (lambda one: one.update(key="key"), "not_a_log_key"),
    "id of key": (
        lambda one: one.update(key=one["key"].replace("+", "+0", 1)[:-1]),
        "not_a_log_key",
    ),
    "earlier signature": (
        lambda one: _with_another_signature(one["witnessed"][0]),
        "does_not_verify",
    ),
    "earlier hash": (
        lambda one: _with_another_hash(one["witnessed"][1]["opening"]),
        "not_a_history",
    ),
    "order": (lambda one: one["witnessed"].reverse(), "not_a_history"),
    "the same": (
        lambda one: one["witnessed"].append(
            {key: one[key] for key in ("checkpoint", "key", "opening")}
        ),
        "not_a_history",
    ),
}


def test_a_false_proof_is_found() -> None:
    records = []
    for forge, _ in FORGERIES.values():
        record = proved()
        forge(record["inclusion"])
        records.append(record)
    found = dict(zip(FORGERIES, judged(*records), strict=True))
    assert found == {name: reason for name, (_, reason) in FORGERIES.items()}


def test_trees_of_two_histories_are_found() -> None:
    """Both are signed, and have the opening in the same place, after other leaves."""
    log, forked = log_with(FIRST, OTHER, before=BEFORE), log_with(OTHER, before=BEFORE - 3)
    forked.append(leaves_of(FIRST)["opening"])
    seen = witnessed_at(FIRST, forked, BEFORE + 1, time=SECOND)
    assert judged(record_of(included(FIRST, log, seen))) == ["not_a_history"]
