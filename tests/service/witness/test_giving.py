"""The rules of a witness: one link for each moment, for one head, and the same answer for ever."""

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.record.registration import registration_of
from domain.record.statement import Call, call_of, of_kind
from service.access.signing import Verifier
from service.access.signing_keys import add_key, rotate_keys
from service.links.messages import WitnessAnswer
from service.witness.giving import Client, LinkRefused, Witness
from tests.service.witness.conftest import CLIENT, OpenWitness
from tests.support.servers.witnesses import HEADS, NAME, Service, checked
from tests.support.storage.stores import AT

OTHER = Client("other", frozenset({"other"}))


def register(
    witness: Witness, name: bytes = NAME, who: int = 128, client: Client = CLIENT
) -> WitnessAnswer:
    return witness.register(registration_of(name, who), f"registration {who}", client)


def give(
    witness: Witness,
    moment: int,
    head: bytes,
    name: bytes = NAME,
    *,
    client: Client = CLIENT,
    at: str = AT,
) -> WitnessAnswer:
    return witness.give(call_of(name, moment, head, at), f"call {moment} {head.hex()}", client)


def refused(what: Callable[[], Any]) -> tuple[str, dict[str, Any]]:
    with pytest.raises(LinkRefused) as problem:
        what()
    return problem.value.name, problem.value.facts


def test_links_fit_their_chain_and_are_signed(open_witness: OpenWitness) -> None:
    opened = open_witness()
    answers = [register(opened.witness)]
    answers += [give(opened.witness, moment, HEADS[5]) for moment in (1, 2, 5, 200, 16384)]
    jwks = msgspec.to_builtins(opened.keys.published)
    state = checked(msgspec.to_builtins(answers), jwks)
    assert state.known.moment == 16384


def test_each_row_of_the_rules(open_witness: OpenWitness) -> None:
    witness = open_witness().witness
    tip = register(witness)
    first = give(witness, 3, HEADS[1])
    assert register(witness) == tip
    assert give(witness, 3, HEADS[1]) == first
    name = NAME.hex()
    assert refused(lambda: give(witness, 3, HEADS[2])) == (
        "other-head",
        {
            "name": name,
            "moment": 3,
            "head": HEADS[1].hex(),
            "call": f"call 3 {HEADS[1].hex()}",
            "time": first.time,
        },
    )
    assert refused(lambda: give(witness, 2, HEADS[1])) == (
        "moment-passed",
        {"name": name, "moment": 2, "last": 3},
    )
    assert refused(lambda: give(witness, 1, HEADS[1], HEADS[9])) == (
        "unknown-name",
        {"name": HEADS[9].hex()},
    )
    assert refused(lambda: witness.given(name, 2)) == (
        "moment-not-given",
        {"name": name, "moment": 2, "last": 3},
    )
    assert refused(lambda: witness.given(HEADS[9].hex(), 0)) == (
        "unknown-name",
        {"name": HEADS[9].hex()},
    )
    assert witness.given(name, 3) == first
    assert witness.given(name, 0) == tip


def test_a_call_at_another_time_gets_the_same_answer(open_witness: OpenWitness) -> None:
    """Moment and head decide; the first call stays the one that it shows."""
    witness = open_witness().witness
    register(witness)
    first = give(witness, 1, HEADS[1])
    assert give(witness, 1, HEADS[1], at="2026-01-01T00:00:00.000000Z") == first


def test_no_second_service_gets_a_link_of_a_chain(open_witness: OpenWitness) -> None:
    """Otherwise an operator with two services could see links before the action stands."""
    witness = open_witness().witness
    register(witness)
    taken = ("name-taken", {"name": NAME.hex(), "who": 128})
    assert refused(lambda: register(witness, client=OTHER)) == taken
    assert refused(lambda: register(witness, who=129)) == taken
    assert refused(lambda: give(witness, 1, HEADS[1], client=OTHER))[0] == "unknown-name"


def test_a_service_can_change_its_key(open_witness: OpenWitness) -> None:
    """All keys that a service publishes are that service."""
    witness = open_witness().witness
    tip = register(witness)
    later = Client("second", frozenset({CLIENT.kid, "second"}))
    assert register(witness, client=later) == tip
    assert give(witness, 1, HEADS[1], client=later).service == CLIENT.kid


def test_tips_differ_by_game_and_place(open_witness: OpenWitness) -> None:
    witness = open_witness().witness
    tips = {register(witness, name, who).link for name in HEADS[:3] for who in [128]}
    tips |= {register(witness, name, who).link for name in HEADS[3:6] for who in [129]}
    assert len(tips) == 6


def test_the_times_of_a_game_never_go_back(open_witness: OpenWitness) -> None:
    opened = open_witness()
    tip = register(opened.witness)
    opened.clock.at -= 3_600_000
    assert give(opened.witness, 1, HEADS[1]).time == tip.time
    opened.clock.at += 7_200_000
    assert give(opened.witness, 2, HEADS[1]).time > tip.time


def test_a_restart_changes_nothing(open_witness: OpenWitness) -> None:
    witness = open_witness().witness
    answers = [register(witness), give(witness, 1, HEADS[1]), give(witness, 4, HEADS[2])]
    again = open_witness()
    assert not again.table.began
    assert [again.witness.given(NAME.hex(), one.moment) for one in answers] == answers
    assert give(again.witness, 1, HEADS[1]) == answers[1]
    answers.append(give(again.witness, 5, HEADS[3]))
    jwks = msgspec.to_builtins(again.keys.published)
    assert checked(msgspec.to_builtins(answers), jwks).known.moment == 5


GAMES = itertools.count()
CALLS = st.lists(st.tuples(st.integers(1, 6), st.sampled_from(HEADS[:3])), max_size=12)


@pytest.mark.long
@given(calls=CALLS)
@settings(
    max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
def test_in_any_order_of_calls_a_moment_has_one_head(
    open_witness: OpenWitness, calls: list[tuple[int, bytes]]
) -> None:
    """Compared with a model: a dictionary of what was given. Each example is a new game."""
    name = next(GAMES).to_bytes(32, "big")
    opened = open_witness()
    witness = opened.witness
    answers = [register(witness, name)]
    model: dict[int, WitnessAnswer] = {}
    for moment, head in calls:
        same = model.get(moment)
        if same is not None and same.head == head.hex():
            assert give(witness, moment, head, name) == same
        elif same is not None:
            assert refused(lambda: give(witness, moment, head, name))[0] == "other-head"  # noqa: B023 - called at once
        elif moment < max(model, default=0):
            assert refused(lambda: give(witness, moment, head, name))[0] == "moment-passed"  # noqa: B023 - called at once
        else:
            model[moment] = give(witness, moment, head, name)
            answers.append(model[moment])
    checked(msgspec.to_builtins(answers), msgspec.to_builtins(opened.keys.published))


def test_of_calls_that_race_one_wins(open_witness: OpenWitness) -> None:
    """Sixteen threads with sixteen heads: one gets the link, the others the proof."""
    witness = open_witness().witness
    register(witness)
    start = Barrier(16)

    def race(number: int) -> WitnessAnswer | str:
        start.wait()
        try:
            return give(witness, 1, HEADS[number])
        except LinkRefused as problem:
            return problem.name

    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(race, range(16)))
    (winner,) = (one for one in found if isinstance(one, WitnessAnswer))
    assert found.count("other-head") == 15
    assert witness.given(NAME.hex(), 1) == winner


def test_a_new_signing_key_is_for_new_games(open_witness: OpenWitness, tmp_path: Path) -> None:
    first = open_witness()
    old = register(first.witness).key
    add_key(tmp_path, lambda: AT)
    again = open_witness()
    assert give(again.witness, 1, HEADS[1]).key == old
    assert register(again.witness, HEADS[7]).key == again.keys.newest != old
    assert [one.kid for one in again.keys.published.keys] == [old, again.keys.newest]


def test_a_game_whose_key_was_deleted_gets_nothing_more(
    open_witness: OpenWitness, tmp_path: Path
) -> None:
    witness = open_witness().witness
    register(witness)
    first = give(witness, 1, HEADS[1])
    rotate_keys(tmp_path, lambda: AT)
    witness = open_witness().witness
    assert give(witness, 1, HEADS[1]) == first
    with pytest.raises(LinkRefused) as problem:
        give(witness, 2, HEADS[1])
    assert (problem.value.name, problem.value.reason) == ("game-closed", "key_deleted")


def test_the_stored_call_proves_what_the_service_asked(open_witness: OpenWitness) -> None:
    """It is the signed request as it came."""
    service = Service()
    token = service.call(1, HEADS[1])
    witness = open_witness().witness
    register(witness)
    call = of_kind(Verifier().verify(token), Call)
    assert witness.give(call, token, CLIENT).request == token
