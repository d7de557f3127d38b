"""The fair dice against a second implementation, fixed vectors and statistics."""

from collections import Counter
from random import Random

import pytest

from domain.chance import CONSTRUCTION, commitment, fair_chance, shuffle, shuffle_bounds
from domain.rulesets.registry import BY_ID
from tests.support.proof import verifier

SECRET = bytes.fromhex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
DICE = (6,) * 7

VECTORS: list[tuple[str, tuple[str, ...], int, tuple[int, ...], list[int]]] = [
    ("aaaaaaaaaaaaaaaa", ("", ""), 0, (6, 6, 6, 6, 6, 6, 6), [4, 2, 2, 3, 1, 0, 5]),
    ("aaaaaaaaaaaaaaaa", ("00ff", ""), 4, (6, 6, 6, 6, 6, 6, 6), [2, 0, 3, 2, 0, 4, 2]),
    (
        "aaaaaaaaaaaaaaaa",
        ("00ff", "c0ffee", "", ""),
        12345678901,
        (6, 6, 6, 6, 6, 6, 6),
        [5, 5, 3, 0, 1, 4, 3],
    ),
    (
        "aaaaaaaaaaaaaaaa",
        ("", ""),
        3,
        (2, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 15),
        [0, 9, 7, 10, 8, 8, 0, 4, 5, 4, 2, 3, 2, 1, 1, 5],
    ),
    (
        "aaaaaaaaaaaaaaaa",
        ("", ""),
        7,
        (2147483649, 2147483649, 2147483649, 2147483649),
        [1647731167, 1886455652, 500120038, 1178112787],
    ),
]


@pytest.mark.parametrize(("game", "entropy", "index", "bounds", "expected"), VECTORS)
def test_vector(
    game: str, entropy: tuple[str, ...], index: int, bounds: tuple[int, ...], expected: list[int]
) -> None:
    """These are published: authors of verifiers in other languages can start with them."""
    assert list(fair_chance(SECRET, game, entropy)(index, bounds)) == expected
    assert verifier.draws(SECRET, game, entropy, index, bounds) == expected


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    """SHA-256 of the 32 bytes, not of their hexadecimal digits."""
    published = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SECRET) == verifier.commitment(SECRET) == published
    assert CONSTRUCTION == verifier.CONSTRUCTION


@pytest.mark.parametrize("bounds", [DICE, (2,) * 40, tuple(range(15, 1, -1)), (3, 2**31 + 1, 1)])
def test_both_implementations_agree(bounds: tuple[int, ...], seed: int) -> None:
    """For many secrets, games, entropies and indices."""
    random = Random(seed)
    for _ in range(200):
        secret = random.randbytes(32)
        game = f"g{random.randrange(10**6)}"
        entropy = [
            random.randbytes(random.randrange(65)).hex() for _ in range(random.choice((2, 3, 4)))
        ]
        index = random.choice((0, 1, random.randrange(2**32), 2**64 - 1))
        drawn = fair_chance(secret, game, entropy)(index, bounds)
        assert list(drawn) == verifier.draws(secret, game, entropy, index, bounds)
        assert all(0 <= draw < bound for draw, bound in zip(drawn, bounds, strict=True))


def test_words_outside_the_bound_are_skipped() -> None:
    """Just over half of all words are below 2**31 + 1, so the dice skip many."""
    bound = 2**31 + 1
    drawn = fair_chance(SECRET, "g", ["", ""])(0, (bound,) * 64)
    words = verifier.stream(verifier.key_of(SECRET, "g", ["", ""]), 0)
    first = [next(words) for _ in range(200)]
    kept = [word for word in first if word < bound]
    assert list(drawn) == kept[:64]
    assert kept[:64] != first[:64]


def test_a_bound_that_divides_all_words_skips_none() -> None:
    """With 2**32 the draw is the word itself; with 1 it is always 0, but still takes a word."""
    words = verifier.stream(verifier.key_of(SECRET, "g", ["", ""]), 5)
    first = [next(words) for _ in range(3)]
    assert list(fair_chance(SECRET, "g", ["", ""])(5, (2**32, 1, 2**32))) == [
        first[0],
        0,
        first[2],
    ]


@pytest.mark.parametrize("bound", [2, 5, 6, 15])
def test_every_number_is_equally_likely(bound: int) -> None:
    """Chi-squared over 60,000 draws with a fixed secret; one secret in 10,000 exceeds the limit."""
    dice = fair_chance(SECRET, "uniform", ["", ""])
    counts: Counter[int] = Counter()
    for index in range(1000):
        counts.update(dice(index, (bound,) * 60))
    expected = 60_000 / bound
    statistic = sum((counts[number] - expected) ** 2 / expected for number in range(bound))
    limits = {2: 15.14, 5: 23.51, 6: 25.74, 15: 42.58}
    assert statistic < limits[bound]


def test_every_order_is_equally_likely() -> None:
    """All 24 orders of four items are equally frequent."""
    dice = fair_chance(SECRET, "orders", ["", ""])
    counts = Counter(
        "".join(shuffle("abcd", dice(index, shuffle_bounds(4)))) for index in range(12_000)
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
        (SECRET[::-1], "g", ("", ""), 0),
        (SECRET, "h", ("", ""), 0),
        (SECRET, "g", ("00", ""), 0),
        (SECRET, "g", ("", "00"), 0),
        (SECRET, "g", ("", "", ""), 0),
        (SECRET, "g", ("", ""), 1),
    ],
    ids=["secret", "game", "first-seat", "second-seat", "seats", "index"],
)
def test_the_dice_depend_on_every_input(other: tuple[bytes, str, tuple[str, ...], int]) -> None:
    """Another secret, game, index or entropy of any seat gives other dice."""
    secret, game, entropy, index = other
    same = fair_chance(SECRET, "g", ("", ""))(0, (6,) * 40)
    assert fair_chance(secret, game, entropy)(index, (6,) * 40) != same


def test_an_answer_does_not_depend_on_earlier_ones() -> None:
    """Each answer has its own stream, so it can be proved alone."""
    one, other = (fair_chance(SECRET, "g", ["", ""]) for _ in range(2))
    for index in range(9):
        one(index, DICE)
    assert one(9, DICE) == other(9, DICE)


def test_dice_and_lots_follow_from_the_numbers() -> None:
    """Face number 0 is blue, and the ring is the shuffled paladins, three of each clan."""
    rules = BY_ID["carolus-magnus"]
    position = rules.start(rules.options_type(players=2))
    bounds = rules.asks(position)
    assert bounds == (2, *range(15, 1, -1), 15)
    numbers = verifier.draws(SECRET, "g", ("", ""), 4, bounds)
    action = rules.answer(position, numbers)
    paladins = [clan for clan in ("blue", "green", "pink", "red", "yellow") for _ in range(3)]
    assert action.opening == (numbers[0], 1 - numbers[0])
    assert list(action.paladins) == verifier.shuffled(paladins, numbers[1:15])
    assert action.emperor == numbers[15] + 1
    position = rules.fold(position, rules.decide(position, "chance", action))
    rolled = rules.answer(position, [0, 1, 2, 3, 4, 5, 0])
    assert rolled.faces == ("blue", "green", "pink", "red", "yellow", "crown", "blue")
