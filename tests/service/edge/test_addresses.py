"""Each resource has one address; other spellings of it are not found."""

from collections.abc import Iterator

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from service.http.static.files import FILES, FRONT_DOOR
from tests.support.http.addresses import addresses, got, other_names, other_spellings
from tests.support.http.client import Table, good, start
from tests.support.http.plain import plain_client
from tests.support.run.long import cases
from tests.support.servers.inside import Inside, served_inside
from tests.support.tournaments.over_http import Member, of_two_bots


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """Yield a service on a real socket."""
    with served_inside(
        tmp_path_factory.mktemp("addresses"),
        embed_origins="*",
        security_contact="mailto:security@club.example",
    ) as served:
        yield served


@pytest.fixture(scope="module")
def table(inside: Inside) -> Iterator[Table]:
    """Yield a game of that service."""
    with plain_client(inside.url) as http:
        yield start(http)


@pytest.fixture(scope="module")
def known(inside: Inside, table: Table) -> list[str]:
    """Return every address of the service, but only a few of the page's files."""
    account = good(table.http.post("/v1/players", json={"name": "Ana"}))
    player = account["player"]["id"]
    organiser = Member(inside.parts, "Olga", ("organise",))
    cup = of_two_bots(table.http, organiser.headers)
    named = {
        "game": table.id,
        "tournament": cup,
        "round": 1,
        "seat": 0,
        "moment": 1,
        "version": 1,
        "ruleset": "teg",
        "name": "malformed",
    }
    named |= {"player": player, "token": "x", "webhook": "x", "subscription": "x"}
    named |= {"unsubscription": "a" * 32}
    named |= {"path": "openapi.json"}
    files = [one for one in FILES if one.startswith("/page/")]
    return [one for one in dict.fromkeys(addresses(named)) if one not in files[2:]]


@pytest.mark.long
def test_every_address_exists(inside: Inside, known: list[str]) -> None:
    """Some need a token or another method."""
    answers = dict(zip(known, got(inside.url, known), strict=True))
    assert {path for path, one in answers.items() if one.status == 404} == set()
    assert {one.status for one in answers.values()} == {200, 303, 401, 405, 406, 426}
    assert len(answers) > 40


@pytest.mark.long
def test_other_spellings_of_an_address_are_not_found(inside: Inside, known: list[str]) -> None:
    """Extra slashes, dots, percent-encoding or another case, exactly as sent."""
    asked = cases(known, known[::4])
    for address, answer in zip(asked, got(inside.url, asked), strict=True):
        tried = list(other_spellings(address))
        if answer.status == 200 and address != FRONT_DOOR:
            tried += other_names(address)
        answers = got(inside.url, tried)
        found = {path: one for path, one in zip(tried, answers, strict=True) if one.status != 404}
        assert found == {}


@pytest.mark.parametrize("seat", ["00", "-0", "+0", "0_0", "%30", "0.0", "٠", "0%20"])
def test_a_seat_has_one_spelling(table: Table, seat: str) -> None:
    """Only the plain decimal number works."""
    answer = table.http.put(f"{table.url}/seats/{seat}", json={}, headers=table.headers(0))
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("moment", ["01", "-01", "+1", "0_1", "1.0", "١", "1%20"])
def test_a_moment_has_one_spelling(table: Table, moment: str) -> None:
    """Like a seat."""
    url = f"{table.url}/seats/0/links/{moment}"
    given = {"head": "00" * 32, "link": "00" * 32}
    answer = table.http.put(url, json=given, headers=table.headers(0))
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_websocket_has_one_address(inside: Inside, table: Table) -> None:
    """Like every other resource."""
    url = inside.url.replace("http", "ws", 1)
    with connect(f"{url}{table.url}/live", proxy=None):
        pass
    for address in other_spellings(f"{table.url}/live"):
        with pytest.raises(InvalidStatus) as refused, connect(f"{url}{address}", proxy=None):
            pass
        assert refused.value.response.status_code == 404
