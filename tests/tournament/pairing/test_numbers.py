"""The numbers of a round against the published vector and a second writing."""

from collections import Counter
from hashlib import sha256
from itertools import islice

from domain.tournament.pairing.numbers import below, shuffled, words


def test_the_published_vector() -> None:
    assert list(islice(words(b"TN-1"), 4)) == [2734490882, 784262114, 3981258292, 3167206964]
    assert shuffled(words(b"TN-1"), 7) == [3, 6, 1, 0, 5, 2, 4]


def test_the_second_block_follows_the_first() -> None:
    digest = sha256(b"seed" + (1).to_bytes(8, "big")).digest()
    last = int.from_bytes(digest[28:], "big")
    assert next(islice(words(b"seed"), 8, None)) == last


def test_words_at_the_end_are_left_out() -> None:
    """A draw below 3 · 2**30 rejects a quarter of the words, so that none is more likely."""
    assert below(iter([2**32 - 1, 3 * 2**30, 3 * 2**30 - 1]), 3 * 2**30) == 3 * 2**30 - 1


def test_every_order_is_about_equally_likely() -> None:
    found = Counter(tuple(shuffled(words(b"%d" % seed), 3)) for seed in range(600))
    assert len(found) == 6
    assert min(found.values()) > 70
