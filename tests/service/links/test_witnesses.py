"""The client of witnesses: asks, asks again, and believes nothing that does not verify."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Any, TypeAlias, TypeVar

import pytest
from cryptography.x509 import DNSName

from domain.links import Chain, Witnessed, at_registration, chain_of
from domain.record.jws import from_base64url, to_base64url
from service.links.addresses import WitnessAddress, witnesses_in
from service.links.witnesses import (
    PAUSES_SECONDS,
    BadWitness,
    Witnesses,
    WitnessLink,
    WitnessRefused,
    WitnessTip,
    WitnessUnavailable,
)
from service.settings import BadSetting, Settings
from tests.support.servers.certificates import Authority
from tests.support.servers.witnesses import (
    HEADS,
    NAME,
    InsideWitness,
    Service,
    answering,
    as_json,
    witness_inside,
)

T = TypeVar("T")
Ask: TypeAlias = Callable[[Witnesses], Coroutine[Any, Any, T]]

SERVICE = Service(1)
KEYS = Service(9)
"""Keys of a false witness: they sign whatever it says."""


class Pauses:
    """Counts the pauses instead of waiting."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def asking(
    addresses: list[WitnessAddress],
    what: Ask[T],
    pauses: Pauses | None = None,
) -> T:
    async def all_of_it() -> T:
        witnesses = Witnesses(addresses, SERVICE.signer, pauses or Pauses())
        try:
            return await what(witnesses)
        finally:
            await witnesses.close()

    return asyncio.run(all_of_it())


# --- with real witnesses -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[InsideWitness]]:
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("witnesses")
        yield [
            stack.enter_context(witness_inside(folder / name, SERVICE.kid))
            for name in ("first", "second")
        ]


def test_a_game_with_two_witnesses(two: list[InsideWitness]) -> None:
    """Each has its place; the links of both fit over gaps, and come again after a restart."""

    async def game(witnesses: Witnesses) -> None:
        tips = await witnesses.register(NAME)
        assert tips == await witnesses.register(NAME)
        assert [one.state.known.who for one in tips] == [128, 129]
        assert [one.key for one in tips] == [one.key for one in two]
        for tip in tips:
            assert tip.service == SERVICE.kid
            first = await ask(witnesses, tip.key, tip.state, 1)
            assert first == await ask(witnesses, tip.key, tip.state, 1)
            later = await ask(witnesses, tip.key, first.state, 7)
            assert later.state.known.link == later.link
            assert later.time >= first.time >= tip.time

    async def ask(witnesses: Witnesses, key: str, state: Witnessed, moment: int) -> WitnessLink:
        call = SERVICE.call(moment, HEADS[moment])
        return await witnesses.link(key, state, moment, HEADS[moment], call)

    asking([WitnessAddress(one.url, one.key) for one in two], game)


def test_a_refusal_has_its_type_and_facts(two: list[InsideWitness]) -> None:
    """Two calls of one moment: the witness proves it to the service itself."""
    name = HEADS[200]

    async def game(witnesses: Witnesses) -> None:
        (tip, *_) = await witnesses.register(name)
        call = SERVICE.call(1, HEADS[1], name)
        await witnesses.link(tip.key, tip.state, 1, HEADS[1], call)
        other = SERVICE.call(1, HEADS[2], name)
        with pytest.raises(WitnessRefused) as refused:
            await witnesses.link(tip.key, tip.state, 1, HEADS[2], other)
        assert refused.value.problem == "other-head"
        assert refused.value.facts["call"] == call

    asking([WitnessAddress(one.url, one.key) for one in two], game)


def test_a_running_game_keeps_its_key(two: list[InsideWitness]) -> None:
    """The setting names another key for new games; the client finds the old one by itself."""
    name = HEADS[201]
    (tip,) = asking(
        [WitnessAddress(two[0].url, two[0].key)], lambda witnesses: witnesses.register(name)
    )
    link = asking(
        [WitnessAddress(two[0].url, KEYS.kid)],
        lambda witnesses: witnesses.link(
            tip.key, tip.state, 1, HEADS[1], SERVICE.call(1, HEADS[1], name)
        ),
    )
    assert link.state.known.moment == 1


def test_a_pinned_key_that_the_witness_does_not_have(two: list[InsideWitness]) -> None:
    with pytest.raises(WitnessUnavailable, match="no configured witness has the key"):
        asking([WitnessAddress(two[0].url, KEYS.kid)], lambda witnesses: witnesses.register(NAME))


# --- false witnesses ---------------------------------------------------------------------------

CHAIN = chain_of(NAME, 128, bytes(32))
TIME = 1767323046500


def tip_answer(**changed: Any) -> dict[str, Any]:
    """The right answer to a registration, with changed members signed again unless they sign."""
    return answer_of(
        at_registration(NAME, 128, from_base64url(SERVICE.kid), CHAIN.tip, TIME), **changed
    )


def link_answer(at: int = 1, chain: Chain = CHAIN, **changed: Any) -> dict[str, Any]:
    state = STATE._replace(known=STATE.known._replace(link=chain.tip))
    after = state.followed_by(at, HEADS[1], chain.link(at), TIME + 1)
    return answer_of(after, **{"head": HEADS[1].hex(), "previous": 0, **changed})


def answer_of(state: Witnessed, **changed: Any) -> dict[str, Any]:
    return {
        "name": NAME.hex(),
        "service": SERVICE.kid,
        "who": 128,
        "moment": state.known.moment,
        "previous": None,
        "head": None,
        "link": state.known.link.hex(),
        "time": state.time,
        "key": KEYS.kid,
        "signature": to_base64url(KEYS.key.sign(state.signed)),
        "request": "",
        **changed,
    }


STATE = at_registration(NAME, 128, from_base64url(SERVICE.kid), CHAIN.tip, TIME)


def from_false(content: Callable[[], Any], what: Ask[T], status: int = 200) -> T:
    """Ask a witness that answers everything but its keys with this content."""

    def answer(path: str, _: bytes) -> tuple[int, dict[str, str], bytes]:
        return as_json(KEYS.jwks) if path.startswith("/.well-known") else as_json(content(), status)

    with answering(answer) as url:
        return asking([WitnessAddress(url, KEYS.kid)], what)


def must_be_false(what: Ask[object], *answers: tuple[Any, str]) -> None:
    """Check that the client believes none of these answers, for the reasons next to them."""
    content: Any = None

    async def ask(witnesses: Witnesses) -> None:
        nonlocal content
        for content, reason in answers:
            with pytest.raises(BadWitness) as wrong:
                await what(witnesses)
            assert wrong.value.reason == reason, content

    from_false(lambda: content, ask)


def register(witnesses: Witnesses) -> Coroutine[Any, Any, tuple[WitnessTip, ...]]:
    return witnesses.register(NAME)


def link(witnesses: Witnesses) -> Coroutine[Any, Any, WitnessLink]:
    return witnesses.link(KEYS.kid, STATE, 1, HEADS[1], SERVICE.call(1, HEADS[1]))


def test_the_right_answers_are_accepted() -> None:
    (tip,) = from_false(tip_answer, register)
    assert (tip.tip, tip.time, tip.state) == (CHAIN.tip, TIME, STATE)
    assert from_false(link_answer, link).link == CHAIN.link(1)
    assert from_false(lambda: link_answer(later="member"), link).link == CHAIN.link(1)


OTHER_CHAIN = chain_of(NAME, 128, b"\x01" * 32)


def test_a_false_tip() -> None:
    must_be_false(
        register,
        (tip_answer(name=HEADS[1].hex()), "other_game"),
        (tip_answer(who=129), "other_game"),
        (tip_answer(moment=1), "other_game"),
        (tip_answer(service=KEYS.kid), "other_game"),
        (tip_answer(key=SERVICE.kid), "other_key"),
        (tip_answer(time=TIME + 1), "does_not_verify"),
        (tip_answer(link=CHAIN.link(1).hex()), "does_not_verify"),
        (tip_answer(signature="A" * 86), "does_not_verify"),
        (tip_answer(signature="_" * 85 + "w"), "does_not_verify"),
        (tip_answer(signature="_" * 86), "not_an_answer"),
        (tip_answer(signature="A"), "not_an_answer"),
        (tip_answer(link="00"), "not_an_answer"),
        (tip_answer(time=-1), "not_an_answer"),
        (tip_answer(time=2**64), "not_an_answer"),
        ([], "not_an_answer"),
        ({}, "not_an_answer"),
    )


def test_a_false_link() -> None:
    must_be_false(
        link,
        (link_answer(name=HEADS[1].hex()), "other_game"),
        (link_answer(head=HEADS[2].hex()), "other_game"),
        (link_answer(head=None), "other_game"),
        (link_answer(2), "other_game"),
        (link_answer(2, moment=1), "link_does_not_fit"),
        (link_answer(1, OTHER_CHAIN), "link_does_not_fit"),
        (link_answer(time=TIME - 1), "time_goes_back"),
        (link_answer(time=TIME), "does_not_verify"),
        (link_answer(signature=tip_answer()["signature"]), "does_not_verify"),
        (link_answer(key=SERVICE.kid), "other_key"),
        (tip_answer(), "other_game"),
        ("a link", "not_an_answer"),
    )


def test_false_keys() -> None:
    """A thumbprint is computed from the key; what the set says of it does not count."""
    (key,) = SERVICE.jwks["keys"]
    sets: list[list[dict[str, str]]] = [[{**key, "kid": KEYS.kid}], [], [{"kty": "RSA"}]]
    for keys in sets:
        answer = as_json({"keys": keys})
        with (
            answering(lambda *_, same=answer: same) as url,
            pytest.raises(WitnessUnavailable, match="no configured witness has the key"),
        ):
            asking([WitnessAddress(url, KEYS.kid)], register)
    with answering(lambda *_: as_json({"no": "set"})) as url, pytest.raises(BadWitness):
        asking([WitnessAddress(url, KEYS.kid)], register)


def test_a_refusal_that_is_not_a_problem() -> None:
    with pytest.raises(BadWitness, match="not_an_answer"):
        from_false(lambda: ["no"], link, status=404)


# --- networks ----------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("status", [500, 502, 503, 429, 408])
def test_a_witness_that_may_answer_later_is_asked_again(status: int) -> None:
    answers = [as_json(KEYS.jwks), as_json({}, status), as_json({}, status), as_json(tip_answer())]
    pauses = Pauses()
    with answering(lambda *_: answers.pop(0)) as url:
        assert asking([WitnessAddress(url, KEYS.kid)], register, pauses)[0].tip == CHAIN.tip
    assert pauses.seconds == list(PAUSES_SECONDS)


@pytest.mark.parametrize(
    "answer",
    [
        (302, {"Location": "http://127.0.0.1:1/"}, b""),
        (307, {"Location": "/.well-known/jwks.json"}, b""),
        (200, {}, b" " * 70_000),
        (503, {}, b""),
    ],
    ids=["redirect", "redirect-to-itself", "too-long", "error"],
)
def test_a_witness_that_gives_no_usable_answer(answer: tuple[int, dict[str, str], bytes]) -> None:
    """Three attempts, no redirect followed, and no more read than a witness sends."""
    asked: list[str] = []

    def answered(path: str, _: bytes) -> tuple[int, dict[str, str], bytes]:
        asked.append(path)
        return answer

    with answering(answered) as url, pytest.raises(WitnessUnavailable):
        asking([WitnessAddress(url, KEYS.kid)], register)
    assert asked == ["/.well-known/jwks.json"] * 3


def test_nobody_listens() -> None:
    pauses = Pauses()
    with answering(lambda *_: as_json({})) as url:
        pass
    with pytest.raises(WitnessUnavailable):
        asking([WitnessAddress(url, KEYS.kid)], register, pauses)
    assert pauses.seconds == list(PAUSES_SECONDS)


def test_a_witness_that_hangs_does_not_hold_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.links.fetching.SECONDS_MAX", 0.05)
    free = Event()

    def hang(*_: object) -> tuple[int, dict[str, str], bytes]:
        free.wait(60)
        return as_json({})

    with answering(hang) as url:
        try:
            with pytest.raises(WitnessUnavailable, match="does not answer within"):
                asking([WitnessAddress(url, KEYS.kid)], register)
        finally:
            free.set()


def test_certificates_are_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of an unknown authority is refused; the operator can add the authority."""
    authority = Authority(tmp_path)
    certificate = tmp_path / "server.pem"
    authority.certify(certificate, DNSName("localhost"))

    def answer(path: str, _: bytes) -> tuple[int, dict[str, str], bytes]:
        return as_json(KEYS.jwks if path.startswith("/.well") else tip_answer())

    with answering(answer, certificate) as url:
        address = [WitnessAddress(url.replace("127.0.0.1", "localhost"), KEYS.kid)]
        with pytest.raises(WitnessUnavailable, match="CERTIFICATE_VERIFY_FAILED"):
            asking(address, register)
        monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
        assert asking(address, register)[0].tip == CHAIN.tip


# --- settings ----------------------------------------------------------------------------------


def test_the_setting_lists_addresses_with_keys() -> None:
    text = f"https://one.example#{KEYS.kid}, http://10.0.0.7:8020/witness/#{SERVICE.kid}"
    expected = (
        WitnessAddress("https://one.example", KEYS.kid),
        WitnessAddress("http://10.0.0.7:8020/witness", SERVICE.kid),
    )
    assert Settings(witnesses=text).witness_addresses == witnesses_in(text) == expected
    assert Settings().witness_addresses == ()


@pytest.mark.parametrize(
    "text",
    [
        "https://one.example",
        "https://one.example#",
        f"one.example#{KEYS.kid}",
        f"ftp://one.example#{KEYS.kid}",
        f"https://#{KEYS.kid}",
        f"https://one.example:x#{KEYS.kid}",
        f"https://one.example:0#{KEYS.kid}",
        f"https://one.example?x#{KEYS.kid}",
        f"https://me:secret@one.example#{KEYS.kid}",
        f"https://one.example#{KEYS.kid}A",
        f"https://one.example#{KEYS.kid[:-1]}_",
        f"https://one.example#{KEYS.kid},https://two.example#{KEYS.kid}",
        ",".join(f"https://{one}.example#{Service(one).kid}" for one in range(1, 130)),
    ],
)
def test_other_settings_are_refused(text: str) -> None:
    with pytest.raises(BadSetting, match="CAROLUS_WITNESSES"):
        Settings(witnesses=text)


def test_a_client_without_witnesses_asks_nobody() -> None:
    assert asking([], register) == ()
