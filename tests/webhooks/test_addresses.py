"""Test where webhooks may be sent, and that nothing goes anywhere else."""

import asyncio
import ipaddress
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis.strategies import ip_addresses, lists, sampled_from
from litestar.testing import TestClient

from service.webhooks.destinations import BadAddress, Guard, checked_url, host_of, is_public
from service.webhooks.hooks import Hook
from service.webhooks.sending import Delivery, Sender
from tests.support.http.client import Json, create, good
from tests.support.servers.applications import application_on
from tests.support.servers.receiver import Receiver
from tests.support.storage.stores import settings_of

SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"


class Names:
    """A resolver that returns these answers, one after the other."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.asked: list[str] = []
        self._answers = list(answers)

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self._answers.pop(0)


def hook_to(url: str) -> Hook:
    """Return a webhook to an address."""
    return Hook("h", "a", "me", url, ("game.over",), SECRET, "", 0)


def send(guard: Guard, url: str) -> Delivery:
    """Try to deliver."""
    return asyncio.run(Sender(guard).send(hook_to(url), "h-1", "{}"))


SPECIAL = """
    0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
    192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
    198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4 255.255.255.255/32
    ::1/128 ::/128 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23
    2001::/32 2001:1::1/128 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28
    2001:30::/28 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10
    224.0.0.0/4 ff00::/8 fec0::/10 ::/96
"""
"""The special-purpose registries of IANA as of 2025, and multicast and the like."""


@pytest.mark.parametrize("block", SPECIAL.split())
def test_no_special_purpose_block_is_public(block: str) -> None:
    """The test checks the first and the last address of each block, and some between."""
    network = ipaddress.ip_network(block)
    size = network.num_addresses
    for number in {0, 1, size // 2, size - 2, size - 1}:
        assert not is_public(str(network[number % size]))


@pytest.mark.parametrize(
    "address",
    [
        *("1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.32.0.0"),
        *("192.0.1.0", "192.88.98.255", "192.88.100.0", "198.17.255.255", "223.255.255.255"),
        *("2001:200::", "2001:db7:ffff::", "2001:db9::", "2003::", "2606:2800:220:1::1946"),
        *("2a00::", "3ffe:ffff::", "3fff:1000::"),
    ],
)
def test_public_addresses(address: str) -> None:
    """They are the rest of the internet, up to the edge of each block."""
    assert is_public(address)


@given(ip_addresses())
def test_an_address_that_is_public_is_global_for_the_library(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> None:
    """The library has its own list, which depends on its version."""
    assert address.is_global >= is_public(str(address))


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",  # noqa: S104 - nothing binds it
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:10.0.0.1",
        "::ffff:93.184.216.34",
        "64:ff9b::a00:1",
        "64:ff9b:1::1",
        "2001:db8::1",
        "2001:0:53aa:64c:0:0:f5ff:fffe",
        "2002:7f00:1::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
    ],
)
def test_addresses_that_are_not_public(address: str) -> None:
    """They are private, local, reserved, multicast or cloud addresses, or lead to IPv4."""
    assert not is_public(address)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://xn--a/", "a host name"),
        ("https://hook.xn--a.example/", "a host name"),
        ("https://a..example/", "a host name"),
        ("https://.example/", "a host name"),
        ("https://hook.example./", "a host name"),
        ("https://-a.example/", "a host name"),
        ("https://a-.example/", "a host name"),
        (f"https://{'a' * 64}.example/", "a host name"),
        (f"https://{'.'.join(['a' * 50] * 6)}/", "a host name"),
        ("https://ho%6Fk.example/", "a host name"),
        ("https://hook example/", "a host name"),
        ("https://hook.example\\@1.1.1.1/", "no user"),
        ("https://hook.example\\.evil/", "a host name"),
        ("https://*.example/", "a host name"),
        ("https://127.1/", "a host name"),
        ("https://0x7f000001/", "a host name"),
        ("https://0177.0.0.1/", "a URL such as"),
        ("https://2130706433/", "a host name"),
        ("https://256.1.1.1/", "a URL such as"),
        ("https://1.1.1.1.1/", "a host name"),
        ("https://hook.0x1/", "a host name"),
        ("https://[fe80::1%25eth0]/", "a host name"),
        ("https://[::1", "a URL such as"),
        ("https://[v1.x]/", "a URL such as"),
        ("https://\u200d.example/", "a URL such as"),
        ("https://hook.example/\n", "a URL such as"),
        ("https://hook.example/\x00", "a URL such as"),
        ("https://hook.example/\x7f", "a URL such as"),
        ("https://hook\t.example/", "a URL such as"),
        (" https://hook.example/", "begins with https://"),
        ("https:/hook.example/", "begins with https://"),
        ("https:///hook.example", "begins with https://"),
        ("https://:443/", "begins with https://"),
        ("//hook.example/", "begins with https://"),
        ("ws://hook.example/", "begins with https://"),
        ("https://hook.example:0/", "a port from 1 to 65535"),
        ("https://hook.example:65536/", "a port from 1 to 65535"),
        ("https://hook.example:99999/", "a port from 1 to 65535"),
        ("https://hook.example:-1/", "a port from 1 to 65535"),
        ("https://hook.example:https/", "a URL such as"),
        ("https://a@hook.example/", "no user"),
        ("https://:@hook.example/", "no user"),
        ("https://hook.example/#", "no fragment"),
        ("https://hook.example/#a", "no fragment"),
        (f"https://hook.example/{'é' * 1000}", "at most 2000 characters"),
    ],
)
def test_urls_that_are_refused(url: str, expected: str) -> None:
    """The service refuses them before any look-up."""
    with pytest.raises(BadAddress, match=f"expected .*{expected}"):
        checked_url(url, private=False)


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        *((f"a:{port}/", "a port") for port in ("٣", "+1", " 80", "80 ", "8_0", "-1", "0x1")),
        *((f"[2606:4700::1111]:{port}", "a port") for port in ("٣", "+1", "8_0")),
        *((f"{dots}/", "a host name") for dots in ("1。1。1。1", "1．1．1．1", "1｡1.1.1")),
        ("xn--ls8h.la/", "a host name"),
    ],
)
def test_only_plain_ports_and_addresses_are_accepted(rest: str, expected: str) -> None:
    """The service refuses a URL that does not mean the place that it seems to; it rewrites none."""
    with pytest.raises(BadAddress, match=f"expected {expected}|expected a URL"):
        checked_url(f"https://{rest}", private=True)


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://hook.example", "https://hook.example"),
        ("HTTPS://Hook.Example/A?b=%41&c=@", "https://hook.example/A?b=%41&c=@"),
        ("https://hook.example:8443/", "https://hook.example:8443/"),
        ("https://münchen.example/ö", "https://xn--mnchen-3ya.example/%C3%B6"),
        ("https://xn--mnchen-3ya.example/", "https://xn--mnchen-3ya.example/"),
        ("https://a_b.example/", "https://a_b.example/"),
        ("https://3com.4.a5/", "https://3com.4.a5/"),
        ("https://1.1.1.1/", "https://1.1.1.1/"),
        ("https://[2606:4700::1111]:1/", "https://[2606:4700::1111]:1/"),
    ],
)
def test_urls_that_are_kept(url: str, kept: str) -> None:
    """The service stores one form, which stays the same when it is checked again."""
    assert checked_url(url, private=False) == kept == checked_url(kept, private=False)


PIECES = (*"htps:/?#@[].%-_0129aAxnzé\u3002\u2044\uff0e \t\\", "://", "xn--", "::", ".example")


@given(lists(sampled_from(PIECES), max_size=20).map("".join))
def test_any_accepted_url_can_be_used(rest: str) -> None:
    """No such URL causes an error later: the host can be looked up, port and path can be sent."""
    try:
        url = httpx.URL(checked_url(f"https://{rest}", private=False))
    except BadAddress:
        return
    host = host_of(str(url))
    assert host == url.raw_host.decode() == url.raw_host.decode("idna").encode("idna").decode()
    assert 0 < (url.port or 443) < 65536
    assert url.raw_path.isascii()
    assert not set(url.raw_path) & {*range(33), 127}


def test_one_private_address_among_others_is_enough() -> None:
    """The connection could use any of them."""
    guard = Guard(private=False, resolve=Names(["1.1.1.1", "10.0.0.1"]))
    with pytest.raises(BadAddress, match="public addresses only"):
        asyncio.run(guard.must_be_allowed("https://hook.example/"))


def test_a_name_that_changes_its_address(receiver: Receiver) -> None:
    """A name that is public for the check and private for the delivery gets nothing."""
    names = Names(["1.1.1.1"], ["127.0.0.1"])
    guard = Guard(private=False, resolve=names)
    url = f"http://hook.example:{receiver.port}/hook"
    asyncio.run(guard.must_be_allowed(url))
    outcome = send(guard, url)
    assert not outcome.taken
    assert "public addresses only" in outcome.error
    assert receiver.got() == []
    assert names.asked == ["hook.example", "hook.example"]


def test_the_connection_goes_to_the_checked_address(receiver: Receiver) -> None:
    """The sender looks up the name only once, and sends it to the receiver."""
    names = Names(["127.0.0.1"])
    host = f"hook.example:{receiver.port}"
    outcome = send(Guard(private=True, resolve=names), f"http://{host}/hook?key=1")
    assert outcome == Delivery(taken=True)
    assert names.asked == ["hook.example"]
    (got,) = receiver.got()
    assert got.headers["host"] == host
    assert got.path == "/hook?key=1"


def test_redirects_are_not_followed(receiver: Receiver) -> None:
    """A redirect is a failure like any other."""
    receiver.answers("307")
    outcome = send(Guard(private=True), receiver.url)
    assert outcome == Delivery(taken=False, error="the answer was 307")
    assert [one.path for one in receiver.got()] == ["/hook"]


# --- over HTTP, with the default settings ---------------------------------------------------------


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Yield a client of the service, which is not started and sends nothing."""
    with application_on(settings_of(tmp_path_factory.mktemp("data"))) as app:
        yield TestClient(app)


def join(http: httpx.Client) -> Json:
    """Create an account; return the headers of its requests."""
    made = good(http.post("/v1/players", json={"name": "Ana"}))
    return {"Authorization": f"Bearer {made['secret']}"}


def ask(http: httpx.Client, headers: Json, **asked: object) -> httpx.Response:
    """Request a webhook."""
    body = {"url": "https://1.1.1.1/hook", "about": "me", "events": ["game.over"], **asked}
    return http.post("/v1/webhooks", json=body, headers=headers)


@pytest.mark.parametrize(
    "url",
    [
        "http://1.1.1.1/",
        "ftp://1.1.1.1/",
        "https://",
        "/hook",
        "https://user:password@1.1.1.1/",
        "https://1.1.1.1/#part",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://0x7f000001/",
        "https://localhost/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://nowhere.invalid/",
        "https://xn--a/",
        "https://1.1.1.1:99999/",
    ],
)
def test_addresses_that_are_refused(http: httpx.Client, url: str) -> None:
    """The answer is 422, names the field and says what was expected."""
    answer = ask(http, join(http), url=url)
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/unusable-url")
    (error,) = answer.json()["errors"]
    assert error["where"] == "$.url"
    assert error["message"].startswith("expected ")


def test_webhooks_belong_to_an_account(http: httpx.Client) -> None:
    """Only the owner sees them, and may only choose their own games."""
    mine, other = join(http), join(http)
    made = good(ask(http, mine))["webhook"]
    address = f"/v1/webhooks/{made['id']}"
    for method, path in (("GET", ""), ("DELETE", ""), ("POST", "/test")):
        assert http.request(method, address + path, headers=other).status_code == 404
    assert good(http.get("/v1/webhooks", headers=other)) == {"webhooks": []}
    assert good(http.get("/v1/webhooks", headers=mine))["webhooks"] == [made]

    refused = ask(http, mine, about="lobby")
    assert refused.status_code == 403
    assert refused.json()["facts"] == {"needs": "scope", "scopes": ["organise"]}
    opened, theirs = create(http, mine), create(http)
    assert ask(http, mine, about=opened.id).status_code == 201
    assert ask(http, other, about=opened.id).status_code == 403
    assert ask(http, mine, about="aaaaaaaaaaaaaaaa").status_code == 404
    assert ask(http, mine, about=theirs.id).status_code == 403
    seat, creator = theirs.tokens["seats"][0], theirs.tokens["creator"]
    assert ask(http, mine, about=theirs.id, creator_token=seat).status_code == 403
    assert ask(http, mine, about=theirs.id, creator_token="nonsense").status_code == 403
    assert ask(http, mine, about=theirs.id, creator_token=creator).status_code == 201

    assert http.delete(address, headers=mine).status_code == 204
    assert http.get(address, headers=mine).status_code == 404


def test_the_number_of_webhooks_is_limited(http: httpx.Client) -> None:
    """The limit is twenty for an account, and twenty about one game, for all accounts together."""
    game = create(http)
    about_game = {"about": game.id, "creator_token": game.tokens["creator"]}
    first, second = join(http), join(http)
    for _ in range(20):
        good(ask(http, first, **about_game))
    assert ask(http, first).json()["type"] == "/problems/too-many-webhooks"
    assert ask(http, second, **about_game).status_code == 409
    good(ask(http, second))


def test_private_addresses_are_a_setting(tmp_path: Path) -> None:
    """Closed networks may have no TLS."""
    url = "http://127.0.0.1:9/hook"
    with application_on(settings_of(tmp_path, webhooks_private=True)) as app:
        private = TestClient(app)
        assert good(ask(private, join(private), url=url))["webhook"]["url"] == url
