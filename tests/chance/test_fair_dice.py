"""The fair dice against a second implementation, fixed vectors and statistics."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from domain.chance import (
    CONSTRUCTION,
    Contribution,
    MomentLink,
    commitment,
    fair_dice,
    shuffle,
    shuffle_bounds,
)
from domain.rulesets.registry import BY_ID
from tests.support.proof import verifier

SECRET = bytes.fromhex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
DICE = (6,) * 7
NOTHING = (Contribution(), Contribution())
"""Two seats that contribute nothing."""

GAME = "abcdefgh234567ab"
ENTROPY = (Contribution("c0ffee"), Contribution())
TIPS = (
    "43a1438de7014cbeff9c731fe1e2c7a669234b05661b9c0c5720379c29270c50",
    "7bc15bc59faf29ed9de149b6e9fafba4f62120fd847e04fd99de4a45eece6262",
)
CHAINED = (Contribution("c0ffee", TIPS[0]), Contribution("", TIPS[1]))
FIRST_LINKS = (
    (0, bytes.fromhex("2ecc93daba5d0de5066bd319adb5682868920cf15b397d61331991dd972693c9")),
    (1, bytes.fromhex("dc0ecf6c833f843ee0fe6cd8c14027921496a37ad6b087b8c4ebfdb8b787e24a")),
)
SETUP = (2, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 15)


class Vector(NamedTuple):
    """One answer of the published dice."""

    seats: tuple[Contribution, ...]
    key: str
    moment: int
    links: tuple[MomentLink, ...]
    answer: int
    bounds: tuple[int, ...]
    draws: list[int]


BASE_KEY = "d01d053635c29e25ca46c5b5e2d56eb57afd418c1846365be0cbea2bc545bfdb"
LINKS_KEY = "c6486d5c310707a39e89f529ea7486aefb6db8916937b54f0267be37dac68815"
REJECTING = (2147483649,) * 4
REJECTED = [1130905933, 734926613, 1053382118, 725196395]
VECTORS = [
    Vector(ENTROPY, BASE_KEY, 1, (), 0, SETUP, [1, 0, 6, 12, 5, 5, 4, 2, 5, 2, 3, 2, 0, 1, 0, 3]),
    Vector(ENTROPY, BASE_KEY, 1, (), 1, DICE, [5, 3, 0, 1, 0, 1, 1]),
    Vector(ENTROPY, BASE_KEY, 2, (), 0, DICE[:4], [4, 2, 4, 0]),
    Vector(ENTROPY, BASE_KEY, 3, (), 0, REJECTING, REJECTED),
    Vector(CHAINED, LINKS_KEY, 1, FIRST_LINKS, 0, DICE, [3, 3, 1, 4, 1, 4, 3]),
    Vector(CHAINED, LINKS_KEY, 2, (), 0, DICE[:4], [3, 0, 1, 0]),
]


@pytest.mark.parametrize(
    "vector", VECTORS, ids=["set-up", "second-answer", "base", "rejection", "links", "no-links"]
)
def test_vector(vector: Vector) -> None:
    """These are published: authors of verifiers in other languages can start with them."""
    dice = fair_dice(SECRET, GAME, vector.seats)
    drawn = dice(vector.moment, vector.links)(vector.answer, vector.bounds)
    assert list(drawn) == vector.draws
    key = verifier.key_of(SECRET, GAME, vector.seats)
    assert key.hex() == vector.key
    root = verifier.root_of(key, vector.moment, vector.links)
    assert verifier.draws(root, vector.answer, vector.bounds) == vector.draws


def test_the_root_of_a_moment() -> None:
    """The published root of the first moment with both links."""
    root = "84597f569038749f42d0ca1a7d7599c0f5982e12b283f5fb7e7591c4c0dcc58f"
    assert verifier.root_of(bytes.fromhex(LINKS_KEY), 1, FIRST_LINKS).hex() == root
    for (who, link), tip in zip(FIRST_LINKS, TIPS, strict=True):
        name = verifier.name_of(GAME, commitment(SECRET))
        assert verifier.chained_down(name, who, 1, link, 0).hex() == tip


class Cast(NamedTuple):
    """Everything that dice depend on."""

    secret: bytes = SECRET
    game: str = "g"
    seats: tuple[Contribution, ...] = NOTHING
    witnesses: tuple[str, ...] = ()
    moment: int = 1
    links: tuple[MomentLink, ...] = ()
    answer: int = 0

    def draws(self) -> list[int]:
        """Return 40 dice."""
        dice = fair_dice(self.secret, self.game, self.seats, self.witnesses)
        return list(dice(self.moment, self.links)(self.answer, (6,) * 40))


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    """SHA-256 of the 32 bytes, not of their hexadecimal digits."""
    published = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SECRET) == verifier.commitment(SECRET) == published
    assert CONSTRUCTION == verifier.CONSTRUCTION


@pytest.mark.parametrize("bounds", [DICE, (2,) * 40, tuple(range(15, 1, -1)), (3, 2**31 + 1, 1)])
def test_both_implementations_agree(bounds: tuple[int, ...], seed: int) -> None:
    """For many secrets, games, contributions, moments and answers."""
    random = Random(seed)
    for _ in range(200):
        secret = random.randbytes(32)
        game = f"g{random.randrange(10**6)}"
        seats = [
            Contribution(
                random.randbytes(random.randrange(65)).hex(),
                random.choice((None, random.randbytes(32).hex())),
            )
            for _ in range(random.choice((2, 3, 4)))
        ]
        witnesses = [random.randbytes(32).hex() for _ in range(random.randrange(3))]
        moment = random.choice((1, 2, random.randrange(2**32), 2**64 - 1))
        answer = random.choice((0, 1, random.randrange(2**32)))
        links = [(who, random.randbytes(32)) for who in random.choice(((), (0,), (1, 128, 129)))]
        drawn = fair_dice(secret, game, seats, witnesses)(moment, links)(answer, bounds)
        key = verifier.key_of(secret, game, seats, witnesses)
        root = verifier.root_of(key, moment, links)
        assert list(drawn) == verifier.draws(root, answer, bounds)
        assert all(0 <= draw < bound for draw, bound in zip(drawn, bounds, strict=True))


def _words(game: str, moment: int) -> Iterator[int]:
    """Return the words of the first answer of a moment, without end."""
    key = verifier.key_of(SECRET, game, [("", None), ("", None)])
    return verifier.stream(verifier.root_of(key, moment), 0)


def test_words_outside_the_bound_are_skipped() -> None:
    """Just over half of all words are below 2**31 + 1, so the dice skip many."""
    bound = 2**31 + 1
    drawn = fair_dice(SECRET, "g", NOTHING)(1, ())(0, (bound,) * 64)
    words = _words("g", 1)
    first = [next(words) for _ in range(200)]
    kept = [word for word in first if word < bound]
    assert list(drawn) == kept[:64]
    assert kept[:64] != first[:64]


def test_a_bound_that_divides_all_words_skips_none() -> None:
    """With 2**32 the draw is the word itself; with 1 it is always 0, but still takes a word."""
    words = _words("g", 5)
    first = [next(words) for _ in range(3)]
    drawn = fair_dice(SECRET, "g", NOTHING)(5, ())(0, (2**32, 1, 2**32))
    assert list(drawn) == [first[0], 0, first[2]]


@pytest.mark.parametrize("bound", [2, 5, 6, 15])
def test_every_number_is_equally_likely(bound: int) -> None:
    """Chi-squared over 60,000 draws with a fixed secret; one secret in 10,000 exceeds the limit."""
    dice = fair_dice(SECRET, "uniform", NOTHING)
    counts: Counter[int] = Counter()
    for number in range(1000):
        counts.update(dice(1 + number // 3, ())(number % 3, (bound,) * 60))
    expected = 60_000 / bound
    statistic = sum((counts[number] - expected) ** 2 / expected for number in range(bound))
    limits = {2: 15.14, 5: 23.51, 6: 25.74, 15: 42.58}
    assert statistic < limits[bound]


def test_every_order_is_equally_likely() -> None:
    """All 24 orders of four items are equally frequent."""
    dice = fair_dice(SECRET, "orders", NOTHING)
    counts = Counter(
        "".join(shuffle("abcd", dice(moment, ())(0, shuffle_bounds(4))))
        for moment in range(1, 12_001)
    )
    statistic = sum((count - 500) ** 2 / 500 for count in counts.values())
    assert len(counts) == 24
    assert statistic < 57.8


def test_a_shuffle_keeps_all_items(seed: int) -> None:
    """Both implementations put the same items in the same order."""
    random = Random(seed)
    for _ in range(100):
        things = [str(number) for number in range(random.randrange(1, 20))]
        bounds = shuffle_bounds(len(things))
        numbers = [random.randrange(bound) for bound in bounds]
        order = shuffle(things, numbers)
        assert sorted(order) == sorted(things)
        assert order == verifier.shuffled(things, numbers)


@pytest.mark.parametrize(
    "other",
    [
        Cast(secret=SECRET[::-1]),
        Cast(game="h"),
        Cast(seats=(Contribution("00"), Contribution())),
        Cast(seats=(Contribution(), Contribution("00"))),
        Cast(seats=(*NOTHING, Contribution())),
        Cast(seats=(Contribution("", TIPS[0]), Contribution())),
        Cast(witnesses=(TIPS[0],)),
        Cast(moment=2),
        Cast(links=((0, bytes(32)),)),
        Cast(links=((1, bytes(32)),)),
        Cast(answer=1),
    ],
    ids=[
        "secret",
        "game",
        "first-seat",
        "second-seat",
        "seats",
        "tip",
        "witness",
        "moment",
        "link",
        "link-of-another",
        "answer",
    ],
)
def test_the_dice_depend_on_every_input(other: Cast) -> None:
    """Another secret, game, contribution, moment, link or answer gives other dice."""
    assert other.draws() != Cast().draws()


def test_an_answer_does_not_depend_on_earlier_ones() -> None:
    """Each answer has its own stream, so it can be proved alone."""
    one, other = (fair_dice(SECRET, "g", NOTHING) for _ in range(2))
    for number in range(9):
        one(1, ())(number, DICE)
        one(2, ())(number, DICE)
    assert one(2, ())(9, DICE) == other(2, ())(9, DICE)


def test_dice_and_lots_follow_from_the_numbers() -> None:
    """Face number 0 is blue, and the ring is the shuffled paladins, three of each clan."""
    rules = BY_ID["carolus-magnus"]
    position = rules.start(rules.options_type(players=2))
    bounds = rules.asks(position)
    assert bounds == (2, *range(15, 1, -1), 15)
    key = verifier.key_of(SECRET, "g", [("", None), ("", None)])
    numbers = verifier.draws(verifier.root_of(key, 1), 0, bounds)
    action = rules.answer(position, numbers)
    paladins = [clan for clan in ("blue", "green", "pink", "red", "yellow") for _ in range(3)]
    assert action.opening == (numbers[0], 1 - numbers[0])
    assert list(action.paladins) == verifier.shuffled(paladins, numbers[1:15])
    assert action.emperor == numbers[15] + 1
    position = rules.fold(position, rules.decide(position, "chance", action))
    rolled = rules.answer(position, [0, 1, 2, 3, 4, 5, 0])
    assert rolled.faces == ("blue", "green", "pink", "red", "yellow", "crown", "blue")
