"""Tournaments, verified by an independent program that was written from the docs alone.

It accepts what files and the service publish, and detects alterations, even those by an organiser
who hashes and signs again but cannot change what was committed to.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, get_args

import msgspec
import pytest
from msgspec.structs import replace

from domain.links import chain_of, name_of
from domain.record.chain import canonical, chained, genesis
from domain.record.tournaments import TournamentRecord, rerun_tournament
from domain.ruleset import tag_of
from domain.tournament.stream import actions as a
from domain.tournament.stream.events import TournamentEvent
from domain.tournament.stream.people import SERVICE
from domain.tournament.stream.rights import RIGHTS
from service.access.signing import jwk_of
from service.clubs.site import published_keys_of
from tests.records.test_tournament_audit import record, signed
from tests.records.test_tournament_proofs import OTHER, WHOLE, with_proof
from tests.support.proof.included import KID
from tests.support.proof.tournament_verifier import (
    CAUSES,
    ENDS,
    INSTEAD,
    STAGES,
    verify_tournament,
)
from tests.support.proof.verifier import Json, Wrong
from tests.support.storage.stores import SIGNER, SIGNING_KEY
from tests.support.tournaments.desk import (
    ARBITER,
    FOUR_SEATS,
    ID,
    ORGANISER,
    SECRET,
    WHY,
    Desk,
    opened,
    person,
    player,
    started,
)
from tests.support.tournaments.evenings import ended

KEYS: Final[Json] = {"keys": [msgspec.to_builtins(jwk_of(SIGNING_KEY.public_key())) | {"kid": KID}]}


def events_of(found: TournamentRecord) -> list[Json]:
    """Return the events of a record as the API has them."""
    head, version, events = genesis(found.id), 0, []
    for entry, step in zip(found.entries, rerun_tournament(found).entries, strict=False):
        for event in step.events:
            version += 1
            form = canonical(version, entry.at, step.by, event)
            head = chained(head, form)
            events.append({**json.loads(form), "hash": head.hex()})
    return events


def as_json(found: TournamentRecord) -> Json:
    """Return a record as it is published."""
    published: Json = json.loads(msgspec.json.encode(found))
    return published


def verify(found: TournamentRecord) -> None:
    """Verify a record with its events."""
    verify_tournament(events_of(found), as_json(found), KEYS)


def with_links() -> TournamentRecord:
    """Return a tournament with a chain, a link that came late, and rounds that are paired twice."""
    chain = chain_of(name_of(ID, SECRET_COMMITMENT), 0, bytes(32))
    desk = opened(check_in=True).register(person(1), tip=chain.tip.hex(), entropy="c0ffee")
    desk.register(person(2), person(3), person(4)).start()
    for number in (1, 2):
        desk.ask(ORGANISER, a.OpenCheckIn(), *(a.CheckIn(one) for one in (2, 3, 4)))
        link = a.CheckIn(1, chain.link(number).hex(), WHY)
        if number == 1:
            desk.ask(player(1), replace(link, reason=None)).ask(ORGANISER, a.CloseCheckIn())
        else:
            desk.ask(ORGANISER, a.CloseCheckIn()).ask(ARBITER, link)
        desk.pair().ask(ARBITER, a.UnpairRound(number, WHY)).pair().open_round().play()
    return signed(record(_over(desk)), SIGNER)


SECRET_COMMITMENT: Final = opened().state.commitment


def _over(desk: Desk) -> Desk:
    desk.ask(ORGANISER, a.EndTournament(WHY)).ask(SERVICE, a.RevealSecret(SECRET.hex()))
    assert desk.refused_with is None
    return desk


def test_the_verifier_accepts_tournaments() -> None:
    """Whole ones, with a chain, with a proof of the log; one that goes on; one that is aborted."""
    verify(WHOLE)
    verify(with_proof())
    verify(with_links())
    going_on = started(8, FOUR_SEATS).round().pair()
    verify(signed(record(going_on), SIGNER))
    desk = started(4).ask(ORGANISER, a.AbortTournament(WHY))
    verify(signed(record(desk.ask(SERVICE, a.RevealSecret(SECRET.hex()))), SIGNER))


def _kind(events: list[Json], kind: str) -> Json:
    return next(one for one in events if one["type"] == kind)


Alter = Callable[[list[Json], Json], object]

ALTERED: Final[dict[str, tuple[Alter, str]]] = {
    "a name": (lambda e, r: _kind(e, "entrant_registered")["people"][0].update(name="Eve"), "hash"),
    "a result": (lambda e, r: _kind(e, "result_entered").update(ranks=[4, 3, 2, 1]), "hash"),
    "a lost event": (lambda e, r: e.pop(5), "number"),
    "another head": (lambda e, r: r.update(head=OTHER), "another head"),
    "an entry left out": (lambda e, r: r["entries"].pop(3), "actor or time|did not cause"),
    "an entry too many": (lambda e, r: r["entries"].append(r["entries"][-1]), "did not cause"),
    "a reason in the record": (
        lambda e, r: next(
            one["action"] for one in r["entries"] if one["action"]["type"] == "enter_result"
        ).update(reason="None"),
        "another reason",
    ),
    "another actor": (lambda e, r: r["entries"][4].update(by={"role": "service"}), "actor or time"),
    "no signature": (lambda e, r: r.update(signature=None), "another final statement"),
    "no receipt": (lambda e, r: r.update(receipts=r["receipts"][:1]), "other receipts"),
    "a member more": (lambda e, r: r.update(note="x"), "other members"),
    "another place in the log": (
        lambda e, r: r["inclusion"]["end"].update(index=1), "the inclusion is not valid",
    ),
    "no place in the log": (lambda e, r: r["inclusion"].pop("end"), "the inclusion is not valid"),
}  # fmt: skip


@pytest.mark.parametrize(("alter", "said"), ALTERED.values(), ids=ALTERED)
def test_the_verifier_detects_alterations(alter: Alter, said: str) -> None:
    found = with_proof()
    events, published = events_of(found), as_json(found)
    alter(events, published)
    with pytest.raises(Wrong, match=said):
        verify_tournament(events, published, KEYS)


EARLY: Final = "2020-01-01T00:00:00.000000Z"
COMMITTED: Final = ("seed", "entropy", "secret")
"""What an action and its event both have, and the organiser changes in both."""

REWRITTEN: Final[dict[str, tuple[Alter, str]]] = {
    "the seed of a round": (
        lambda e, r: _kind(e, "round_paired").update(seed=OTHER), "another seed",
    ),
    "the seed of the lots": (
        lambda e, r: _kind(e, "tournament_started").update(seed=OTHER), "another seed of lots",
    ),
    "what someone contributed": (
        lambda e, r: _kind(e, "entrant_registered").update(entropy="00"), "another seed",
    ),
    "another secret": (
        lambda e, r: _kind(e, "tournament_secret_revealed").update(secret=OTHER),
        "another commitment",
    ),
    "a time": (lambda e, r: _kind(e, "round_opened").update(at=EARLY), "time goes back"),
}  # fmt: skip


@pytest.mark.parametrize(("alter", "said"), REWRITTEN.values(), ids=REWRITTEN)
def test_hashing_again_cannot_change_what_was_committed_to(alter: Alter, said: str) -> None:
    """Events and record agree, and the chain is whole; the committed chance does not fit."""
    found = with_links()
    events, published = events_of(found), as_json(found)
    alter(events, published)
    for entry, event in zip(published["entries"], events, strict=True):
        entry["at"] = event["at"]
        entry["action"] |= {name: event[name] for name in COMMITTED if name in event}
    head = genesis(found.id)
    for event in events:
        event.pop("hash")
        form = json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        head = chained(head, form.encode())
        event["hash"] = head.hex()
    published["head"] = head.hex()
    with pytest.raises(Wrong, match=said):
        verify_tournament(events, published, KEYS)


def test_a_key_that_nobody_published() -> None:
    with pytest.raises(Wrong, match="not published"):
        verify_tournament(events_of(WHOLE), as_json(WHOLE), {"keys": []})


def test_the_verifier_knows_every_action_and_event() -> None:
    kinds = {tag_of(kind): {tag_of(one) for one in get_args(TournamentEvent)} for kind in RIGHTS}
    assert set(CAUSES) == set(kinds)
    events = {tag_of(one) for one in get_args(TournamentEvent)}
    assert {one for some in CAUSES.values() for one in some} | {*INSTEAD.values()} == events
    assert {*STAGES, *ENDS} <= events


def test_the_file_of_a_club(tmp_path: Path) -> None:
    """The program alone proves what a club publishes, with the events that a command prints."""
    evening = ended(tmp_path / "club.json")
    events = tmp_path / "events.ndjson"
    events.write_text(evening.do("export", "--events"), "utf-8")
    keys = tmp_path / "jwks.json"
    keys.write_bytes(msgspec.json.encode(published_keys_of(evening.club)))
    words = (sys.executable, "-m", "tests.support.proof.tournament_verifier")
    done = subprocess.run(
        (*words, events, evening.path, keys), capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("valid\n", 0), done.stderr
    events.write_text(events.read_text("utf-8").replace("Berta", "Betta"), "utf-8")
    again = subprocess.run((*words, events, evening.path, keys), capture_output=True, check=False)
    assert again.returncode == 1
