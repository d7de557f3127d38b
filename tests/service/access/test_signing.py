"""Signatures: any library can verify them, and no character can be changed."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from joserfc import jws
from joserfc.jwk import KeySet, OKPKey

from domain.record.jws import Jwk, jwks_in, thumbprint
from domain.record.statement import BadSignature, FinalStatement, final_statement, read_statement
from domain.refusal import Malformed
from service.access.signing import Signer, Verifier
from tests.support.games.table import opened
from tests.support.run.long import cases

SECRET = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
"""The key of RFC 8037, appendix A; its thumbprint from there follows."""
KID = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
PUBLIC = {"crv": "Ed25519", "kty": "OKP", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

KEY = Ed25519PrivateKey.from_private_bytes(urlsafe_b64decode(SECRET + "="))
STATEMENT = FinalStatement(
    at="2026-01-02T03:04:07.250000Z",
    game="abcdefgh234567ab",
    ruleset="carolus-magnus@1",
    status="over",
    version=311,
    head="b6f1f6da451daffba16da13f17d79c96b02b066e70f469211ddd7998f7c1d901",
    outcome={
        "reason": "castle_goal",
        "winners": ["white"],
        "castles": {"white": 10, "black": 4},
        "standing": [
            {"side": "white", "rank": 1, "score": 10, "rule": "CM-END-2"},
            {"side": "black", "rank": 2, "score": 4, "rule": "CM-END-12"},
        ],
    },
)
TOKEN = Signer(KEY).sign(STATEMENT)


def encoded(value: Any) -> str:
    """Return base64url of bytes, or of a value as JSON in the format of the service."""
    if not isinstance(value, bytes):
        value = json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def decoded(part: str) -> Any:
    """Return the value of such JSON."""
    return json.loads(urlsafe_b64decode(part + "=="))


def forged(header: Any, payload: Any) -> str:
    """Return a token with a valid signature over any content."""
    signed = f"{encoded(header)}.{encoded(payload)}"
    return f"{signed}.{encoded(KEY.sign(signed.encode()))}"


def refused(token: str, published: tuple[str, ...] = (KID,)) -> BadSignature:
    """Return why a token is refused; fail if it is accepted."""
    with pytest.raises(BadSignature) as bad:
        Verifier(published).verify(token)
    return bad.value


def test_the_header_names_only_the_signing_key() -> None:
    """Its thumbprint matches RFC 8037."""
    header, payload, _ = TOKEN.split(".")
    assert decoded(header) == {"alg": "Ed25519", "jwk": PUBLIC, "kid": KID}
    assert decoded(payload) == msgspec.to_builtins(STATEMENT)


def test_another_library_verifies_a_signature() -> None:
    """With the published keys, and with the key in the signature."""
    keys = KeySet.import_key_set({"keys": [{**PUBLIC, "kid": KID, "alg": "Ed25519"}]})
    carried = OKPKey.import_key(decoded(TOKEN.split(".")[0])["jwk"])
    for key in (keys, carried):
        found = jws.deserialize_compact(TOKEN, key, algorithms=["Ed25519"])
        assert json.loads(found.payload or b"") == msgspec.to_builtins(STATEMENT)


def test_a_signature_by_another_library_is_verified() -> None:
    """If it writes header and statement in the same form."""
    header = {"alg": "Ed25519", "jwk": PUBLIC, "kid": KID}
    payload = urlsafe_b64decode(TOKEN.split(".")[1] + "==")
    key = OKPKey.import_key({**PUBLIC, "d": SECRET})
    token = jws.serialize_compact(header, payload, key, algorithms=["Ed25519"])
    assert token == TOKEN
    assert Verifier().verify(token).statement == STATEMENT


@pytest.mark.parametrize(
    ("published", "known"), [(None, None), ((), False), (("other",), False), ((KID,), True)]
)
def test_a_key_is_published_or_not(published: tuple[str, ...] | None, known: bool | None) -> None:
    """A signature with an unpublished key is valid, but the result says so."""
    verifier = Verifier(published)
    for _ in range(2):
        assert verifier.verify(TOKEN) == (STATEMENT, KID, known)


@pytest.mark.usefixtures("untraced")
def test_every_change_of_a_single_character_is_refused() -> None:
    """Characters are replaced, removed or repeated; spare bits of the last one count, too."""
    verifier = Verifier((KID,))
    verifier.verify(TOKEN)
    step = cases(6, 8)  # each place tries a sixth or an eighth of the other characters
    for place, letter in enumerate(TOKEN):
        others = {*LETTERS, ".", "=", "+", "/", " ", "\n", "é", "\x00"} - {letter}
        changed = [
            f"{TOKEN[:place]}{other}{TOKEN[place + 1 :]}"
            for other in sorted(others)[place % step :: step]
        ]
        changed += [TOKEN[:place] + TOKEN[place + 1 :], f"{TOKEN[:place]}{letter}{TOKEN[place:]}"]
        for token in changed:
            with pytest.raises(BadSignature):
                verifier.verify(token)
    for token in ("", ".", TOKEN + ".", TOKEN + "=", TOKEN + "\n", f" {TOKEN}", TOKEN * 2):
        assert refused(token).reason == "not_a_signature"
    assert refused("..").reason == "header"


def test_the_last_character_of_a_signature_has_spare_bits() -> None:
    """So the test above includes a token that decodes to the same bytes."""
    last = LETTERS.index(TOKEN[-1])
    twin = TOKEN[:-1] + LETTERS[last ^ 1]
    assert urlsafe_b64decode(twin.split(".")[2] + "==") == urlsafe_b64decode(
        TOKEN.split(".")[2] + "=="
    )
    bad = refused(twin)
    assert (bad.reason, bad.facts["part"]) == ("not_a_signature", "signature")


HEADER: dict[str, Any] = {"alg": "Ed25519", "jwk": PUBLIC, "kid": KID}
BUILTINS = msgspec.to_builtins(STATEMENT)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ({**HEADER, "alg": "EdDSA"}, "algorithm"),
        ({**HEADER, "alg": "none"}, "algorithm"),
        ({**HEADER, "alg": "HS256"}, "algorithm"),
        ({**HEADER, "crit": ["exp"]}, "header"),
        ({**HEADER, "typ": "JWT"}, "header"),
        ({**HEADER, "jwk": {**PUBLIC, "use": "sig"}}, "header"),
        ({**HEADER, "jwk": {**PUBLIC, "crv": "X25519"}}, "header"),
        ({**HEADER, "kid": "x" + KID[1:]}, "key_mismatch"),
        ({"alg": "Ed25519", "kid": KID}, "header"),
        ({"alg": "Ed25519", "jwk": PUBLIC}, "header"),
        ({"jwk": PUBLIC, "kid": KID}, "header"),
        (b'{"alg":"Ed25519",', "header"),
        (b"\xff", "header"),
        (b"[" * 5000, "header"),
        (json.dumps(HEADER).encode(), "header"),
        (json.dumps({**HEADER, "x": 1}).replace("x", "alg").encode(), "header"),
    ],
)
def test_a_header_with_anything_else_is_refused(header: Any, reason: str) -> None:
    """Although its signature is valid."""
    assert refused(forged(header, BUILTINS)).reason == reason


@pytest.mark.parametrize("x", ["", "AA", "A" * 44, "not base64url!", PUBLIC["x"][:-1] + "p"])
def test_an_invalid_key_is_refused(x: str) -> None:
    """Even if the thumbprint matches its text."""
    jwk = {**PUBLIC, "x": x}
    kid = thumbprint(Jwk("Ed25519", "OKP", x))
    bad = refused(forged({"alg": "Ed25519", "jwk": jwk, "kid": kid}, BUILTINS))
    assert bad.reason == "header"
    assert "jwk.x" in bad.facts["error"]


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"{}",
        b"null",
        b"\xff",
        json.dumps(BUILTINS).encode(),
        {**BUILTINS, "format": "carolus-statement/2"},
        {**BUILTINS, "more": 1},
        {name: value for name, value in BUILTINS.items() if name != "head"},
        {**BUILTINS, "version": "311"},
        json.dumps(BUILTINS, sort_keys=True, separators=(",", ":")).replace("{", '{"game":"x",', 1),
    ],
)
def test_an_invalid_payload_is_refused(payload: Any) -> None:
    """A signed statement has only one form."""
    payload = payload.encode() if isinstance(payload, str) else payload
    assert refused(forged(HEADER, payload)).reason == "not_a_statement"


def test_a_signature_of_another_statement_is_refused() -> None:
    """Parts of two valid tokens do not form a third."""
    other = Signer(KEY).sign(msgspec.structs.replace(STATEMENT, version=312))
    mixed = ".".join([*TOKEN.split(".")[:2], other.split(".")[2]])
    bad = refused(mixed)
    assert (bad.reason, bad.facts) == ("does_not_verify", {"kid": KID})


def test_the_memory_for_headers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive with a different key for each signature does not fill memory."""
    monkeypatch.setattr("domain.record.jws.HEADERS_MAX", 3)
    verifier = Verifier()
    for number in range(10):
        signer = Signer(Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32))
        assert verifier.verify(signer.sign(STATEMENT)).statement == STATEMENT
        assert verifier._known.cache_info().currsize <= 3


def test_published_keys_are_read_from_a_jwk_set() -> None:
    """Thumbprints are computed, not trusted; other kinds of keys are skipped."""
    keys = [
        {**PUBLIC, "kid": "someone else"},
        {"kty": "RSA", "n": "AQAB", "e": "AQAB"},
        {"kty": "OKP", "crv": "X25519", "x": PUBLIC["x"]},
    ]
    assert set(jwks_in(json.dumps({"keys": keys}).encode())) == {KID}


@pytest.mark.parametrize(
    "text", [b"", b"[]", b'{"keys":1}', b'{"keys":[{}]}', b"\xff", b"[" * 5000]
)
def test_an_invalid_jwk_set_is_reported(text: bytes) -> None:
    """In one line."""
    with pytest.raises(ValueError, match="not a JWK Set: ") as wrong:
        jwks_in(text)
    assert "\n" not in str(wrong.value)


def test_the_statement_of_a_game() -> None:
    """It has the current state of the game."""
    game = opened(2).game
    said = final_statement(game, b"\x01" * 32, "2026-01-02T03:04:07.250000Z")
    assert (said.game, said.ruleset, said.status) == (game.id, game.ruleset, "open")
    assert (said.version, said.head, said.outcome) == (game.version, "01" * 32, None)
    assert said.at == "2026-01-02T03:04:07.250000Z"


def test_an_invalid_statement_is_refused() -> None:
    """With the place."""
    with pytest.raises(Malformed) as wrong:
        read_statement(b'{"format":"carolus-statement/1","game":7}')
    assert wrong.value.where == "$.game"


def parts_of(change: Callable[[bytes], bytes]) -> str:
    """Return the token with its signature bytes changed."""
    header, payload, signature = TOKEN.split(".")
    return f"{header}.{payload}.{encoded(change(urlsafe_b64decode(signature + '==')))}"


def test_a_signature_has_one_form() -> None:
    """The signature is invalid with the group order added to its second half."""
    order = 2**252 + 27742317777372353535851937790883648493

    def twin(signature: bytes) -> bytes:
        scalar = int.from_bytes(signature[32:], "little") + order
        return signature[:32] + scalar.to_bytes(32, "little")

    assert refused(parts_of(twin)).reason == "does_not_verify"
    assert refused(parts_of(lambda signature: signature[:-1])).reason == "does_not_verify"
