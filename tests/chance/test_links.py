"""Chains of links and the statements of witnesses: fixed vectors, and properties of every chain."""

from hashlib import sha256
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from domain.chance import commitment
from domain.links import (
    EVERY,
    LINKS,
    BadLink,
    Chain,
    KnownLink,
    at_registration,
    chain_of,
    name_of,
    seed_of,
    witness_in,
)
from domain.record.jws import from_base64url, to_base64url
from tests.support.run.long import long_after

SECRET = bytes(range(32))
GAME = "abcdefgh234567ab"
NAME = bytes.fromhex("cfd93397ade2b6f5d4e18601ad944b7119696d9de1c56a34ac5bbe85ebbd73da")
WITNESS = 128
SEEDS = {0: bytes(32), 1: b"\x01" * 32, WITNESS: b"\x80" * 32}
CHAINS = {who: chain_of(NAME, who, seed) for who, seed in SEEDS.items()}

TIPS = {
    0: "43a1438de7014cbeff9c731fe1e2c7a669234b05661b9c0c5720379c29270c50",
    1: "7bc15bc59faf29ed9de149b6e9fafba4f62120fd847e04fd99de4a45eece6262",
    WITNESS: "ac96e248f3db01b025c5d1979d6c5a70d986d3b6767dc514b24c94aba8150bd3",
}
FIRST = {
    0: "2ecc93daba5d0de5066bd319adb5682868920cf15b397d61331991dd972693c9",
    1: "dc0ecf6c833f843ee0fe6cd8c14027921496a37ad6b087b8c4ebfdb8b787e24a",
    WITNESS: "5edc4c39e73a1b9136970518caf208a9d486597a08ce343c629b76f43700c00d",
}

SERVICE = sha256(b"service").digest()
HEAD = bytes.fromhex("b6f1f6da451daffba16da13f17d79c96b02b066e70f469211ddd7998f7c1d901")
AT = (1767323046500, 1767323047500)
ACC = (
    "bc185fabbdec7c1e42c41d83d923cda76d0f5c8dc99bf0925f211f6623d6b09f",
    "f0db572f841e26a173ebaf35e4501d3209b9661bff3aa2a641c58c5bfec0b131",
)
PRIVATE_KEY_OF_RFC_8037 = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
SIGNATURE = "0Lss-YGFcxC6zCP8NjPaxXBfid16FdSOVYiHQJ-RAOxuRber9P_Dg1Ks3KQz2wbTbHhWsSdkrlHWw48PT0K_Ag"


def links_of(name: bytes, who: int, seed: bytes) -> list[bytes]:
    """All links of a chain, the tip first, written down a second time without checkpoints."""
    links = [seed]
    for number in range(LINKS, 0, -1):
        step = b"".join(
            (b"carolus-link/1", b"\x0a", name, bytes([who]), number.to_bytes(8, "big"), links[-1])
        )
        links.append(sha256(step).digest())
    return links[::-1]


def known(who: int = 0) -> KnownLink:
    return KnownLink(NAME, who, CHAINS[who].tip)


# --- vectors -----------------------------------------------------------------------------------


def test_the_name_of_a_game() -> None:
    assert name_of(GAME, commitment(SECRET)) == NAME


@pytest.mark.parametrize("who", [0, 1, WITNESS])
def test_tip_and_first_link(who: int) -> None:
    assert CHAINS[who].tip.hex() == TIPS[who]
    assert CHAINS[who].link(1).hex() == FIRST[who]
    assert known(who).followed_by(1, bytes.fromhex(FIRST[who])).moment == 1


def test_what_a_witness_signs() -> None:
    """The key is that of RFC 8037, appendix A.1."""
    at_first = at_registration(NAME, WITNESS, SERVICE, CHAINS[WITNESS].tip, AT[0])
    then = at_first.followed_by(1, HEAD, CHAINS[WITNESS].link(1), AT[1])
    assert [at_first.acc.hex(), then.acc.hex()] == list(ACC)
    key = Ed25519PrivateKey.from_private_bytes(from_base64url(PRIVATE_KEY_OF_RFC_8037))
    assert to_base64url(key.sign(then.signed)) == SIGNATURE


def test_the_seed_of_a_chain() -> None:
    """The seed is an HMAC of the name in hexadecimal and the contributor in decimal."""
    text = f"carolus-seed/1 {NAME.hex()} 128".encode()
    padded = SECRET.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + text).digest()
    assert seed_of(SECRET, NAME, WITNESS) == (
        sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()
    )


# --- properties --------------------------------------------------------------------------------


@pytest.mark.parametrize("who", long_after(1, [0, 1, WITNESS]))
def test_every_link_is_that_of_the_whole_chain(who: int) -> None:
    links = links_of(NAME, who, SEEDS[who])
    assert CHAINS[who].tip == links[0]
    assert [CHAINS[who].link(moment) for moment in range(1, LINKS + 1)] == links[1:]


def test_a_chain_keeps_4_kib() -> None:
    kept = CHAINS[0].checkpoints
    assert len(b"".join(kept)) == 4096
    assert kept == tuple(CHAINS[0].link(moment) for moment in range(EVERY, LINKS + 1, EVERY))


@given(st.sets(st.integers(1, LINKS), min_size=1, max_size=8))
def test_links_fit_over_any_gap(moments: set[int]) -> None:
    one = known()
    for moment in sorted(moments):
        one = one.followed_by(moment, CHAINS[0].link(moment))
    assert one.moment == max(moments)


@given(st.integers(1, LINKS), st.integers(0, 255))
def test_no_other_link_fits(moment: int, bit: int) -> None:
    wrong = bytearray(CHAINS[0].link(moment))
    wrong[bit // 8] ^= 1 << bit % 8
    with pytest.raises(BadLink, match="link_does_not_fit"):
        known().followed_by(moment, bytes(wrong))


@given(st.integers(1, LINKS), st.integers(1, LINKS))
def test_a_link_fits_its_own_moment_only(moment: int, other: int) -> None:
    if moment == other:
        return
    with pytest.raises(BadLink, match="link_does_not_fit") as refused:
        known().followed_by(moment, CHAINS[0].link(other))
    assert refused.value.facts == {"who": 0, "moment": moment, "last": 0}


def test_a_link_of_another_contributor_or_game_does_not_fit() -> None:
    """Even if they have the same seed."""
    others = [
        chain_of(NAME, 1, SEEDS[0]),
        chain_of(name_of(GAME, commitment(SECRET[::-1])), 0, SEEDS[0]),
        chain_of(name_of("abcdefgh234567ac", commitment(SECRET)), 0, SEEDS[0]),
    ]
    for other in others:
        with pytest.raises(BadLink, match="link_does_not_fit"):
            known().followed_by(1, other.link(1))
    assert len({CHAINS[0].tip, *(other.tip for other in others)}) == 4


@pytest.mark.parametrize(
    ("moment", "link", "reason", "facts"),
    [
        (3, b"", "not_a_link", {"who": 0, "moment": 3, "bytes": 0}),
        (3, bytes(33), "not_a_link", {"who": 0, "moment": 3, "bytes": 33}),
        (2, bytes(32), "moment_not_after", {"who": 0, "moment": 2, "last": 2}),
        (1, bytes(32), "moment_not_after", {"who": 0, "moment": 1, "last": 2}),
        (0, bytes(32), "moment_not_after", {"who": 0, "moment": 0, "last": 0}),
        (-1, bytes(32), "moment_not_after", {"who": 0, "moment": -1, "last": 0}),
        (LINKS + 1, bytes(32), "beyond_the_chain", {"who": 0, "moment": 16385, "last": 16384}),
        (3, bytes(32), "link_does_not_fit", {"who": 0, "moment": 3, "last": 2}),
    ],
)
def test_a_refusal_has_a_reason(
    moment: int, link: bytes, reason: str, facts: dict[str, int]
) -> None:
    second = known().followed_by(2, CHAINS[0].link(2))
    with pytest.raises(BadLink) as refused:
        second.followed_by(moment, link)
    assert (refused.value.reason, refused.value.facts) == (reason, facts)


@pytest.mark.parametrize("moment", [0, LINKS + 1])
def test_a_chain_has_no_other_links(moment: int) -> None:
    with pytest.raises(BadLink):
        CHAINS[0].link(moment)


def test_a_chain_does_not_show_its_links() -> None:
    shown = repr(CHAINS[0])
    assert not any(link.hex() in shown or repr(link) in shown for link in CHAINS[0].checkpoints)


def test_seeds_differ_by_game_contributor_and_secret(seed: int) -> None:
    random = Random(seed)
    secrets = [random.randbytes(32) for _ in range(4)]
    names = [random.randbytes(32) for _ in range(4)]
    seeds = {seed_of(one, name, who) for one in secrets for name in names for who in (0, 1, 128)}
    assert len(seeds) == 48


def test_the_contributors_of_witnesses() -> None:
    assert [witness_in(0), witness_in(127)] == [128, 255]
    for place in (-1, 128):
        with pytest.raises(ValueError, match="not a place of a witness"):
            witness_in(place)


# --- what a witness signs ----------------------------------------------------------------------

STARTED = at_registration(NAME, WITNESS, SERVICE, CHAINS[WITNESS].tip, AT[0])


def test_a_signature_covers_everything_before() -> None:
    """Any change of what was given, or of its order, changes what is signed at the end."""

    def signed(
        *given: tuple[int, bytes, int],
        service: bytes = SERVICE,
        at: int = AT[0],
        chain: Chain = CHAINS[WITNESS],
    ) -> bytes:
        one = at_registration(chain.name, chain.who, service, chain.tip, at)
        for moment, head, time in given:
            one = one.followed_by(moment, head, chain.link(moment), time)
        return one.signed

    first, second = (1, HEAD, AT[1]), (2, HEAD, AT[1])
    others = [
        signed(first),
        signed(second),
        signed(),
        signed((1, HEAD[::-1], AT[1]), second),
        signed((1, HEAD, AT[1] - 1), second),
        signed(first, (3, HEAD, AT[1])),
        signed(first, second, service=HEAD),
        signed(first, second, at=AT[0] + 1),
        signed(first, second, chain=chain_of(NAME, WITNESS, SEEDS[0])),
    ]
    assert len({signed(first, second), *others}) == len(others) + 1


def test_a_witness_cannot_go_back_in_time() -> None:
    link = CHAINS[WITNESS].link(1)
    with pytest.raises(BadLink, match="time_goes_back"):
        STARTED.followed_by(1, HEAD, link, AT[0] - 1)
    assert STARTED.followed_by(1, HEAD, link, AT[0]).time == AT[0]


def test_a_witness_gives_only_links_of_its_chain() -> None:
    with pytest.raises(BadLink, match="link_does_not_fit"):
        STARTED.followed_by(1, HEAD, CHAINS[0].link(1), AT[1])
