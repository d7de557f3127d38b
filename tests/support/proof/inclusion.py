"""A verifier of proofs of inclusion, written from the pages of the reference alone.

It uses none of the code that it checks.
"""

import json
from base64 import b64decode, b64encode, urlsafe_b64decode
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

Json = dict[str, Any]

_STAGES = {"opened": "opening", "started": "start"}


CLOCKS_SECONDS = 60
"""How far the clock of a witness and that of the service may differ."""


def fault_in(
    inclusion: Json,
    leaves: Mapping[str, bytes],
    keys: Json,
    *,
    whole: bool,
    cosigners: Sequence[str] = (),
) -> str | None:
    """Return what is wrong with a proof of inclusion of these leaves; None if it is valid.

    Unless ``whole``, there may also be proofs of leaves that are not at hand. ``cosigners`` are the
    verifier keys of witnesses.
    """
    try:
        _, size, root = _checkpoint(inclusion["checkpoint"], inclusion["key"], keys)
        proved = {*(leaves if whole else _STAGES.values()), "end"}
        if set(inclusion) - {"checkpoint", "key", "witnessed", *proved}:
            return "the inclusion is of another leaf"
        for about, leaf in leaves.items():
            _prove(leaf, inclusion[about], size, root)
        _check_witnessed(inclusion, leaves.get("opening"), keys)
        for vkey in cosigners:
            _check_clock(inclusion, leaves, vkey)
    except (ValueError, KeyError, TypeError, AttributeError, InvalidSignature) as wrong:
        return f"the inclusion is not valid: {wrong!r}"
    return None


def openings_seen(inclusion: Json, vkey: str) -> list[tuple[int, int]]:
    """Return time and size of each checkpoint with the opening that a witness cosigned.

    The proof must be valid.
    """
    seen = []
    for one in [*inclusion.get("witnessed", []), inclusion]:
        if "opening" in one:
            text, times = cosigned(one["checkpoint"], vkey)
            seen += [(time, int(text.split("\n")[1])) for time in times]
    return seen


def _check_witnessed(inclusion: Json, leaf: bytes | None, keys: Json) -> None:
    """Raise an error unless each earlier checkpoint has the opening where the last one has it."""
    before = 0
    origin, last, _ = _checkpoint(inclusion["checkpoint"], inclusion["key"], keys)
    for one in inclusion.get("witnessed", []):
        if set(one) != {"checkpoint", "key", "opening"}:
            raise ValueError("an earlier checkpoint has other members")
        same, size, root = _checkpoint(one["checkpoint"], one["key"], keys)
        if same != origin:
            raise ValueError("an earlier checkpoint is of another log")
        if not before < size < last:
            raise ValueError("the sizes do not grow")
        before = size
        proof, later = one["opening"], inclusion["opening"]
        if proof["index"] != later["index"]:
            raise ValueError("the opening has two places")
        if leaf is not None:
            _prove(leaf, proof, size, root)
        hashes = _hashes(proof["index"], 0, size, proof["path"])
        others = _hashes(later["index"], 0, last, later["path"])
        if any(hashes[leaves] != others[leaves] for leaves in hashes.keys() & others.keys()):
            raise ValueError("the two trees have other leaves in one place")


def _hashes(index: int, begin: int, end: int, path: Sequence[str]) -> dict[tuple[int, int], str]:
    """Return the hashes of a path, each by the first leaf of its subtree, and the one after it."""
    if end - begin == 1:
        return {}
    *rest, last = path
    split = 1
    while split * 2 < end - begin:
        split *= 2
    middle = begin + split
    if index < middle:
        return {**_hashes(index, begin, middle, rest), (middle, end): last}
    return {**_hashes(index, middle, end, rest), (begin, middle): last}


def _check_clock(inclusion: Json, leaves: Mapping[str, bytes], vkey: str) -> None:
    """Raise an error if the clock of a witness contradicts the time of a leaf."""
    for one in [*inclusion.get("witnessed", []), inclusion]:
        text, times = cosigned(one["checkpoint"], vkey)
        size = int(text.split("\n")[1])
        for about, leaf in leaves.items():
            at = datetime.fromisoformat(json.loads(leaf)["at"]).timestamp()
            for time in times:
                if inclusion[about]["index"] < size and at - time > CLOCKS_SECONDS:
                    raise ValueError(f"the leaf of the {about} is of a later time than the witness")
                if inclusion[about]["index"] >= size and time - at > CLOCKS_SECONDS:
                    raise ValueError(f"the leaf of the {about} came later than it says")


def leaf_of(token: str) -> tuple[str, bytes]:
    """Return what a leaf is about, and the leaf: the payload of a receipt or of a signature."""
    payload = token.split(".")[1]
    leaf = urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    return _STAGES.get(json.loads(leaf).get("stage"), "end"), leaf


def _prove(leaf: bytes, proof: Json, size: int, root: bytes) -> None:
    """Raise an error unless a proof leads from a leaf to the root."""
    if set(proof) != {"index", "path"}:
        raise ValueError("the proof of a leaf has other members")
    path = [_decoded(one) for one in proof["path"]]
    if _root(sha256(b"\0" + leaf).digest(), proof["index"], size, path) != root:
        raise ValueError("the leaf is not in the log")


def _checkpoint(note: str, vkey: str, keys: Json) -> tuple[str, int, bytes]:
    """Return origin, size and root of a checkpoint with a valid signature of a published key."""
    text, signatures = note.rsplit("\n\n", 1)
    text += "\n"
    origin, size, root = text.removesuffix("\n").split("\n")
    name, key_id, material = vkey.split("+", 2)
    kind, public = _decoded(material)[:1], _decoded(material)[1:]
    published = [urlsafe_b64decode(one["x"] + "=") for one in keys["keys"]]
    if name != origin or kind != b"\1" or public not in published:
        raise ValueError("the key is not published")
    identity = sha256(f"{name}\n".encode() + kind + public).digest()[:4]
    if identity.hex() != key_id:
        raise ValueError("the key has another id")
    *lines, end = signatures.split("\n")
    if end:
        raise ValueError("the last line is cut off")
    for line in lines:
        dash, signer, encoded = line.split(" ")
        signed = _decoded(encoded)
        if dash != "—":
            raise ValueError("a line is not a signature")
        if (signer, signed[:4]) == (name, identity):
            Ed25519PublicKey.from_public_bytes(public).verify(signed[4:], text.encode())
            return origin, int(size), _decoded(root)
    raise ValueError("the key did not sign")


def cosigned(note: str, vkey: str) -> tuple[str, list[int]]:
    """Return the text of a checkpoint and the times at which a witness cosigned it.

    Raises an error if a cosignature that names the key of the witness is invalid.
    """
    text, signatures = note.rsplit("\n\n", 1)
    text += "\n"
    name, key_id, material = vkey.split("+", 2)
    public = _decoded(material)[1:]
    *lines, end = signatures.split("\n")
    if end:
        raise ValueError("the last line is cut off")
    times = []
    for line in lines:
        dash, signer, encoded = line.split(" ")
        signed = _decoded(encoded)
        if dash != "—":
            raise ValueError("a line is not a signature")
        if (signer, signed[:4].hex()) == (name, key_id):
            time = int.from_bytes(signed[4:12], "big")
            message = f"cosignature/v1\ntime {time}\n{text}".encode()
            Ed25519PublicKey.from_public_bytes(public).verify(signed[12:], message)
            times.append(time)
    return text, times


def _root(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """Return the root that a path leads to, by the recursive definition of RFC 6962."""
    if size == 1:
        if index or path:
            raise ValueError("the path has another length")
        return leaf
    *rest, last = path
    split = 1
    while split * 2 < size:
        split *= 2
    if index < split:
        return sha256(b"\1" + _root(leaf, index, split, rest) + last).digest()
    return sha256(b"\1" + last + _root(leaf, index - split, size - split, rest)).digest()


def _decoded(text: str) -> bytes:
    content = b64decode(text, validate=True)
    if b64encode(content).decode() != text:
        raise ValueError("not base64")
    return content
