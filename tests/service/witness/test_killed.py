"""SIGKILL a witness between writing and answering: it never gives a link for a second head."""

from pathlib import Path
from random import Random

import httpx
import pytest

from service.access.signing_keys import signing_keys
from tests.support.http.plain import plain_client
from tests.support.run.long import long_after
from tests.support.servers import dying
from tests.support.servers.commands import run
from tests.support.servers.proxy import Proxy, place_of
from tests.support.servers.witnesses import (
    HEADS,
    NAME,
    ServedWitness,
    Service,
    checked,
)

pytestmark = pytest.mark.process

SERVICE = Service()


def call(http: httpx.Client, moment: int, head: bytes) -> httpx.Response:
    return http.post("/v1/links", json={"call": SERVICE.call(moment, head)})


def begun(http: httpx.Client) -> list[httpx.Response]:
    """Register a game, and get its first link."""
    registered = http.post("/v1/games", json={"registration": SERVICE.registration()})
    return [registered, call(http, 1, HEADS[1])]


def test_an_answer_that_was_lost_comes_again(tmp_path: Path, seed: int) -> None:
    """The network loses it and the process dies; afterwards it is there, byte for byte."""
    with ServedWitness(tmp_path) as served:
        served.start_for(SERVICE.kid)
        with served.client() as http:
            answers = begun(http)
        with (
            Proxy(place_of(served.url), Random(seed)) as proxy,
            plain_client(proxy.url) as http,
        ):
            proxy.lose(b"POST /v1/links", 1)
            with pytest.raises(httpx.TransportError):
                call(http, 2, HEADS[2])
            assert proxy.lost == 1
        served.kill()
        served.start_for(SERVICE.kid)
        with served.client() as http:
            public = http.get(f"/v1/games/{NAME.hex()}/moments/2")
            other = call(http, 2, HEADS[3])
            again = call(http, 2, HEADS[2])
            assert public.status_code == again.status_code == 200
            assert public.content == again.content
            assert other.status_code == 409
            assert other.json()["facts"]["call"] == again.json()["request"]
            answers += [again, call(http, 3, HEADS[4])]
            keys = http.get("/.well-known/jwks.json").json()
    assert checked([one.json() for one in answers], keys).known.moment == 3


@pytest.mark.parametrize("place", long_after(1, reversed(dying.PLACES)))
def test_killed_between_the_row_and_the_answer(tmp_path: Path, place: str) -> None:
    """Before the row, another head may still come first; after it, none can."""
    environment = {"CAROLUS_TEST_DIES": place}
    with ServedWitness(tmp_path, "dying", environment, alter=dying.install) as served:
        served.start_for(SERVICE.kid)
        with served.client() as http:
            answers = begun(http)
            with pytest.raises(httpx.TransportError):
                call(http, 2, HEADS[2])
        assert served.wait() == -9
    with ServedWitness(tmp_path) as served:
        served.start_for(SERVICE.kid)
        assert "gives nothing more" not in served.log.read_text("utf-8")
        with served.client() as http:
            first, second = call(http, 2, HEADS[3]), call(http, 2, HEADS[2])
            won, lost = (first, second) if place == "before" else (second, first)
            assert (won.status_code, lost.status_code) == (200, 409)
            assert lost.json()["facts"]["head"] == won.json()["head"]
            answers += [won, call(http, 3, HEADS[4])]
            keys = http.get("/.well-known/jwks.json").json()
    assert checked([one.json() for one in answers], keys).known.moment == 3


def test_a_witness_that_is_killed_again_and_again_keeps_its_word(tmp_path: Path, seed: int) -> None:
    """A service asks for the same moments with many heads while the witness dies; one wins."""
    random = Random(seed)
    given: dict[int, bytes] = {}
    with ServedWitness(tmp_path) as served:
        for _ in range(2):
            served.start_for(SERVICE.kid)
            with served.client() as http:
                if not given:
                    given[0] = begun(http)[0].content
                for _ in range(20):
                    moment = random.randrange(1, 12)
                    answer = call(http, moment, random.choice(HEADS[:4]))
                    if answer.status_code == 200:
                        assert given.setdefault(moment, answer.content) == answer.content
                for moment, content in given.items():
                    kept = http.get(f"/v1/games/{NAME.hex()}/moments/{moment}").content
                    assert kept == content
            served.kill()
    assert served.kills == 2


def test_a_restored_folder_gives_nothing_for_earlier_games(tmp_path: Path) -> None:
    """The command says so, and names its key."""
    with ServedWitness(tmp_path) as served:
        served.start_for(SERVICE.kid)
        with served.client() as http:
            key = http.get("/.well-known/jwks.json").json()["keys"][0]["kid"]
            assert f"(key: {key})" in served.log.read_text("utf-8")
            begun(http)
        in_use = run("witness", "--data", str(served.folder), "--port", "0", "--service", key)
        assert in_use.exit_code == 1
        assert "another process uses" in in_use.stderr
        served.kill()
        served.start_for(SERVICE.kid, options=["--restored"])
        assert "gives nothing more for games that were registered before" in " ".join(
            served.log.read_text("utf-8").split()
        )
        with served.client() as http:
            assert call(http, 2, HEADS[2]).json()["reason"] == "earlier_epoch"


def test_the_folder_of_a_service_is_left_alone(tmp_path: Path) -> None:
    """A witness must not sign with the key of a service."""
    (tmp_path / "carolus.sqlite").touch()
    refused = run("witness", "--data", str(tmp_path), "--port", "0", "--service", SERVICE.kid)
    assert refused.exit_code == 1
    assert "a witness needs its own" in refused.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["carolus.sqlite"]


def test_wrong_usage() -> None:
    for words, expected in (
        ((), "at least one --service"),
        (("--service", "nowhere"), "or a readable file"),
    ):
        wrong = run("witness", "--port", "0", *words)
        assert wrong.exit_code == 2
        assert expected in " ".join(wrong.stderr.split())


def test_rotate_makes_a_key_for_new_games(tmp_path: Path) -> None:
    """The previous key can still sign; the command prints the new one, to be published."""
    made = [run("witness", "rotate", "--data", str(tmp_path)).output.split()[0] for _ in range(2)]
    keys = signing_keys(tmp_path)
    assert [one.content.kid for one in keys] == made
    assert all(one.content.d for one in keys)
