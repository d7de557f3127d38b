"""Long answers are packed for those who can unpack them, and are other representations then."""

import gzip

import httpx
import pytest

from service.http.edge.packing import BYTES_MIN
from tests.support.client import seat_due, start

PLAIN = {"Accept-Encoding": "identity"}
PACKED = {"Accept-Encoding": "br, GZIP;q=0.5"}


def raw(http: httpx.Client, address: str, headers: dict[str, str]) -> tuple[httpx.Response, bytes]:
    """Return an answer, and its body as it went over the wire."""
    with http.stream("GET", address, headers=headers) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize("address", ["/board.svg", "/board.svg?part=board"])
def test_a_long_answer_is_packed_for_who_asks_for_it(http: httpx.Client, address: str) -> None:
    url = start(http).url + address
    plain, whole = raw(http, url, PLAIN)
    packed, pressed = raw(http, url, PACKED)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(pressed) == whole
    assert int(packed.headers["content-length"]) == len(pressed) < len(whole) / 3
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers.get_list("vary", split_commas=True)


@pytest.mark.parametrize("asked", ["", "br", "gzip;q=0", "gzip;q=0.000", "gzip;q=much"])
def test_it_is_not_packed_for_others(http: httpx.Client, asked: str) -> None:
    answer, whole = raw(http, f"{start(http).url}/board.svg", {"Accept-Encoding": asked})
    assert "content-encoding" not in answer.headers
    assert whole.startswith(b"<svg")


def test_a_short_answer_is_not_packed(http: httpx.Client) -> None:
    """The game, its legal actions, refusals: what is asked for at each turn."""
    table = start(http)
    for address in (table.url, f"{table.url}/legal-actions", "/nowhere"):
        answer, whole = raw(http, address, PACKED)
        assert len(whole) < BYTES_MIN
        assert "content-encoding" not in answer.headers


def test_a_stream_is_not_held_back(http: httpx.Client) -> None:
    asked = {**PACKED, "Accept": "application/x-ndjson"}
    answer, lines = raw(http, f"{start(http).url}/events", asked)
    assert "content-encoding" not in answer.headers
    assert len(lines.splitlines()) > 3


def test_head_tells_of_the_plain_answer(http: httpx.Client) -> None:
    url = f"{start(http).url}/board.svg"
    told = http.head(url, headers=PACKED).headers
    assert "content-encoding" not in told
    assert told["etag"] == raw(http, url, PLAIN)[0].headers["etag"]


def test_each_form_has_a_tag_of_its_own(http: httpx.Client) -> None:
    """Either of them says that one has the answer already."""
    url = f"{start(http).url}/board.svg"
    tag = raw(http, url, PLAIN)[0].headers["etag"]
    other = raw(http, url, PACKED)[0].headers["etag"]
    assert other == f'{tag[:-1]}-gzip"'
    for one in (tag, other, f"W/{other}"):
        answer, body = raw(http, url, {**PACKED, "If-None-Match": one})
        assert (answer.status_code, body) == (304, b"")
        assert answer.headers["etag"] == one.removeprefix("W/")


def test_an_action_may_be_made_for_what_was_read_packed(http: httpx.Client) -> None:
    """``If-Match`` understands the tag of a packed answer, as that of any other."""
    table = start(http)
    seat = seat_due(table.now())
    assert seat is not None
    first = table.legal(seat)[0]
    for tag, status in ((f"{table.now()['version'] - 1}", 412), (f"{table.now()['version']}", 200)):
        answer = table.act(seat, first, headers={"If-Match": f'"{tag}-en-gzip"'})
        assert answer.status_code == status, answer.text


def test_very_long_answers_are_packed_too(http: httpx.Client) -> None:
    """Beside the event loop: the document of the API has half a million characters."""
    _, whole = raw(http, "/schema/openapi.json", PLAIN)
    packed, pressed = raw(http, "/schema/openapi.json", PACKED)
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(pressed) == whole
