"""The services of a witness: by thumbprint, by file, by address."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from service.witness.services import FETCHED_AGAIN_SECONDS, BadService, Services
from tests.support.servers.witnesses import Service, answering, as_json

ONE, TWO, THREE = Service(1), Service(2), Service(3)


def test_each_thumbprint_is_a_service(tmp_path: Path) -> None:
    services = Services([ONE.kid, TWO.kid])
    for one in (ONE, TWO):
        client = asyncio.run(services.client(one.kid))
        assert client is not None
        assert (client.kid, client.keys) == (one.kid, frozenset({one.kid}))
    assert asyncio.run(services.client(THREE.kid)) is None


def test_all_keys_of_a_file_are_one_service(tmp_path: Path) -> None:
    file = tmp_path / "jwks.json"
    file.write_text(json.dumps({"keys": [*ONE.jwks["keys"], *TWO.jwks["keys"]]}))
    client = asyncio.run(Services([str(file)]).client(TWO.kid))
    assert client is not None
    assert client.keys == {ONE.kid, TWO.kid}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nowhere.json", "or a readable file: No such file"),
        (".", "or a readable file: Is a directory"),
        (ONE.kid[:-1], "is not a thumbprint, an address or a readable file"),
        ("text", "not a JWK Set"),
        ("empty", "contains no Ed25519 key"),
    ],
)
def test_other_texts_are_refused(
    text: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("no keys")
    Path("empty").write_text('{"keys": [{"kty": "RSA"}]}')
    with pytest.raises(BadService, match=expected):
        Services([text])


class Clock:
    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def test_keys_at_an_address_are_fetched_again_for_an_unknown_key() -> None:
    """At most once a minute; a key that disappears stays known."""
    published: dict[str, Any] = ONE.jwks
    asked: list[str] = []

    def answer(path: str, _: bytes) -> tuple[int, dict[str, str], bytes]:
        asked.append(path)
        return as_json(published)

    async def known(services: Services, *kids: str) -> list[bool]:
        return [await services.client(kid) is not None for kid in kids]

    clock = Clock()
    with answering(answer) as address:
        services = Services([f"{address}/jwks.json"], clock)

        async def scenario() -> None:
            nonlocal published
            await services.start()
            assert await known(services, ONE.kid, TWO.kid, THREE.kid) == [True, False, False]
            assert asked == ["/jwks.json"]
            published = TWO.jwks
            clock.at = FETCHED_AGAIN_SECONDS - 1
            assert await known(services, TWO.kid) == [False]
            clock.at = FETCHED_AGAIN_SECONDS
            assert await known(services, TWO.kid, ONE.kid, THREE.kid) == [True, True, False]
            assert len(asked) == 2
            client = await services.client(TWO.kid)
            assert client is not None
            assert client.keys == {ONE.kid, TWO.kid}

        asyncio.run(scenario())


@pytest.mark.long
@pytest.mark.parametrize(
    "answer",
    [
        as_json({"keys": "none"}),
        as_json({}, 503),
        (302, {"Location": "http://127.0.0.1:1/"}, b""),
        (200, {}, b" " * 70_000),
    ],
    ids=["no-set", "error", "redirect", "long"],
)
def test_a_service_that_does_not_answer_is_tried_later(
    answer: tuple[int, dict[str, str], bytes],
) -> None:
    answers = [answer, as_json(ONE.jwks)]
    clock = Clock()
    with answering(lambda *_: answers.pop(0)) as address:
        services = Services([f"{address}/jwks.json", TWO.kid], clock)

        async def scenario() -> None:
            await services.start()
            assert await services.client(TWO.kid) is not None
            assert await services.client(ONE.kid) is None
            clock.at = FETCHED_AGAIN_SECONDS
            assert await services.client(ONE.kid) is not None

        asyncio.run(scenario())
