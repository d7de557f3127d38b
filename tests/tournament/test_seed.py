"""The seed of a round: a fixed vector, a second writing, and what has no part in it."""

import hmac
from collections import Counter
from hashlib import sha256

from domain.tournament.seed import initial_turn, lots_of, seed_of_round

SECRET = bytes(range(32))
ENTROPY = {1: "c0ffee", 2: "", 10: "00ff"}
VECTOR = "35080d27e1dd97ad81866575f994b2e81868b41c49031410e5828acb4117bf8b"


def test_the_published_vector() -> None:
    assert seed_of_round(SECRET, "spring-open", 3, ENTROPY).hex() == VECTOR


def test_the_published_vector_is_one_hmac() -> None:
    message = (
        b"carolus-tournament-seed/1\nspring-open\nround 3\n"
        b"entrant 1 c0ffee\nentrant 2 -\nentrant 10 00ff"
    )
    assert hmac.digest(SECRET, message, sha256).hex() == VECTOR


def test_the_order_of_entries_does_not_change_the_seed() -> None:
    backwards = dict(reversed(ENTROPY.items()))
    assert seed_of_round(SECRET, "spring-open", 3, backwards).hex() == VECTOR


def test_every_other_input_changes_the_seed() -> None:
    seeds = {
        seed_of_round(secret, tournament, number, entropy)
        for secret in (SECRET, bytes(32))
        for tournament in ("spring-open", "autumn-open")
        for number in (1, 2)
        for entropy in (ENTROPY, ENTROPY | {2: "00"}, {1: "c0ffee"})
    }
    assert len(seeds) == 24


def test_lots() -> None:
    lots = lots_of(b"seed", [30, 10, 20])
    assert lots == lots_of(b"seed", [10, 20, 30])
    assert sorted(lots) == [10, 20, 30]
    assert sorted(lots.values()) == [1, 2, 3]
    firsts = Counter(
        min(lots_of(b"%d" % one, range(3)).items(), key=lambda lot: lot[1])[0] for one in range(300)
    )
    assert min(firsts.values()) > 70


def test_the_initial_turn_is_a_coin() -> None:
    found = Counter(initial_turn(b"%d" % one) for one in range(200))
    assert min(found.values()) > 70
