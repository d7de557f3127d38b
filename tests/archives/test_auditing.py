"""Test auditing many records: in order, on several cores, and each compared with the others."""

from collections.abc import Iterator
from itertools import islice, repeat
from random import Random

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.chance import commitment
from domain.links import at_registration, name_of, witness_in
from domain.record.jws import to_base64url
from domain.record.record import AnyRecord, RecordedSeat, write_record
from domain.table.actions import AbortGame, TakeSeat
from domain.table.contributions import RegisteredWitness
from domain.table.game import TABLE
from service.access.signing import jwk_of
from service.archives.auditing import PIECE_BYTES, Auditor
from service.archives.examining import AuditOptions, AuditResult, Examined
from service.archives.record_lines import ReadFault, RecordLine
from tests.support.games.table import Table, opened
from tests.support.proof.records import as_recorded, recorded, records, signed
from tests.support.storage.stores import SIGNER

RECORDS = list(records().values())
KEY = Ed25519PrivateKey.from_private_bytes(b"w" * 32)
"""The key of a witness."""
FAULT = ReadFault("games.ndjson", 3, "line_too_long", {"limit": 7})


def lines(*results: AnyRecord | bytes | ReadFault) -> Iterator[RecordLine | ReadFault]:
    """Return these as the lines of an archive."""
    for number, one in enumerate(results, 1):
        if isinstance(one, ReadFault):
            yield one
        else:
            data = one if isinstance(one, bytes) else write_record(one)
            yield RecordLine("games.ndjson", number, data)


def audited(
    *results: AnyRecord | bytes | ReadFault, terms: AuditOptions | None = None
) -> list[AuditResult]:
    """Audit an archive of these on one core."""
    return list(Auditor(terms or AuditOptions(), 1).run(lines(*results)))


def reasons(one: AuditResult) -> list[tuple[str, str]]:
    """Return the weight and the reason of each finding."""
    assert isinstance(one, Examined)
    return [(finding.weight, finding.reason) for finding in one.audited.findings]


def test_every_line_has_a_result_in_order() -> None:
    """There are results for records, invalid records, and lines that could not be read."""
    results = audited(RECORDS[0], b"{}", FAULT, RECORDS[1])
    assert [type(one) for one in results] == [Examined, Examined, ReadFault, Examined]
    assert results[2] == FAULT
    assert [one.audited.is_valid for one in results if isinstance(one, Examined)] == [
        True,
        False,
        True,
    ]
    assert reasons(results[1]) == [("breach", "not_a_record")]
    assert [one.line for one in results if isinstance(one, Examined)] == [1, 2, 4]


@pytest.mark.long
def test_several_cores_return_the_same() -> None:
    """They have the same order and statistics; there are enough records for every process."""
    archive: list[AnyRecord | bytes | ReadFault] = [*RECORDS, b"{", FAULT] * 4
    assert sum(len(write_record(one)) for one in RECORDS) * 4 > 6 * PIECE_BYTES
    terms = AuditOptions(statistics=True)
    alone, together = Auditor(terms, 1), Auditor(terms, 2)
    assert list(together.run(lines(*archive))) == list(alone.run(lines(*archive)))
    assert together.tally == alone.tally
    # A game that appears four times counts once.
    assert together.tally.rulesets["carolus-magnus@1"].games == len(RECORDS)


@pytest.mark.long
def test_an_archive_is_read_while_it_is_audited() -> None:
    """The audit does not wait for the end of an endless archive, on one core or on two."""
    for jobs in (1, 2):
        endless = Auditor(AuditOptions(), jobs).run(lines_without_end())
        assert len(list(islice(endless, 60))) == 60
        endless.close()  # type: ignore[attr-defined] # a generator, whose processes must end


def lines_without_end() -> Iterator[RecordLine | ReadFault]:
    """Yield the same record again and again."""
    for number, record in enumerate(repeat(RECORDS[1]), 1):
        yield RecordLine("games.ndjson", number, write_record(record))


def test_the_same_record_twice_is_noted() -> None:
    """It proves the same game and is harmless, but a list of results must not count it twice."""
    results = audited(RECORDS[1], RECORDS[2], RECORDS[1])
    assert ("note", "duplicate_record") in reasons(results[2])
    assert isinstance(results[2], Examined)
    assert results[2].audited.findings[-1].facts["other"] == "games.ndjson, line 1"
    assert results[2].audited.is_valid


def test_two_games_with_one_id_are_a_breach() -> None:
    """At least one of them is false."""
    results = audited(RECORDS[1], as_recorded(RECORDS[1]))
    assert ("breach", "game_has_another_head") in reasons(results[1])


def begun(record: AnyRecord) -> AnyRecord:
    """Return the record of the same game soon after it was opened."""
    unknown = msgspec.structs.replace(record.chance, secret=None)
    return msgspec.structs.replace(
        record, entries=record.entries[:1], chance=unknown, head=None, outcome=None, seats=EMPTY
    )


EMPTY = tuple(RecordedSeat(seat, None, None, "") for seat in range(2))


@pytest.mark.parametrize("first", [0, 1])
def test_an_unfinished_record_does_not_affect_the_finished_one(first: int) -> None:
    """It may be an earlier export, and anyone can make one from public data."""
    archive = [begun(RECORDS[1]), RECORDS[1]]
    results = audited(archive[first], archive[1 - first], RECORDS[1])
    assert ("note", "unfinished_duplicate") in reasons(results[1])
    assert ("note", "duplicate_record") in reasons(results[2])
    assert all(isinstance(one, Examined) and one.audited.is_valid for one in results)


def test_a_copy_of_a_commitment_does_not_affect_the_game_with_the_secret() -> None:
    """It does not matter whether the copy comes first or last."""
    thief = msgspec.structs.replace(begun(RECORDS[1]), id="thief")
    results = audited(thief, RECORDS[1], msgspec.structs.replace(thief, id="another"))
    assert all(isinstance(one, Examined) and one.audited.is_valid for one in results)
    assert ("note", "secret_of_another_game") in reasons(results[2])


def test_an_invalid_record_does_not_affect_a_valid_one() -> None:
    """A forgery with the id and the commitment of a game precedes the game itself."""
    forged = msgspec.structs.replace(RECORDS[1], head="0" * 64)
    renamed = msgspec.structs.replace(RECORDS[1], id="another-game")
    results = audited(forged, renamed, RECORDS[1])
    assert reasons(results[2]) == [("note", "not_signed")]


def called_off(game: str) -> AnyRecord:
    """Return a game with the secret of all tests, aborted before it started."""
    table = opened(game=game)

    def requests() -> Iterator[Table]:
        yield table.ask(TABLE, AbortGame())

    return recorded(table, requests(), Random(1))


def test_a_secret_is_used_once() -> None:
    """Anyone who knows the dice of the first game would know those of the second in advance."""
    results = audited(called_off("first"), called_off("second"))
    assert ("breach", "secret_of_another_game") in reasons(results[1])
    assert ("breach", "secret_of_another_game") not in reasons(results[0])


TIP = "ab" * 32


def with_chain(game: str, tip: str = TIP, *, of_a_seat: bool = False) -> AnyRecord:
    """Return a game with a secret of its own and this chain, aborted before it started."""
    secret = game.encode().ljust(32, b"-")
    name, service = name_of(game, commitment(secret)), bytes(32)
    state = at_registration(name, witness_in(0), service, bytes.fromhex(tip), 1)
    witness = RegisteredWitness(
        jwk_of(KEY.public_key()).x,
        to_base64url(service),
        tip,
        1,
        to_base64url(KEY.sign(state.signed)),
    )
    table = opened(2, secret, game, links=of_a_seat, witnesses=() if of_a_seat else (witness,))

    def requests() -> Iterator[Table]:
        if of_a_seat:
            yield table.ask(TABLE, TakeSeat(1, tip=tip))
        yield table.ask(TABLE, AbortGame())

    return recorded(table, requests(), Random(1))


def of_chains(one: AuditResult) -> list[tuple[str, str, str]]:
    """Return weight, place and other game of each finding about a shared chain."""
    assert isinstance(one, Examined)
    return [
        (each.weight, each.where, each.facts["other"])
        for each in one.audited.findings
        if each.rule == "RC-ONE-3"
    ]


OF_WITNESS = "$.entries[0].action.witnesses[0].tip"
OF_SEAT = "$.seats[1].tip"


@pytest.mark.parametrize(("of_a_seat", "where"), [(False, OF_WITNESS), (True, OF_SEAT)])
def test_a_chain_serves_one_game(of_a_seat: bool, where: str) -> None:
    """Anyone who has the links of the first game would know those of the second in advance."""
    games = [with_chain(game, of_a_seat=of_a_seat) for game in ("first", "second", "first")]
    other = with_chain("other", "cd" * 32, of_a_seat=of_a_seat)
    first, second, again, own = audited(*games, other)
    assert of_chains(first) == of_chains(again) == of_chains(own) == []
    assert of_chains(second) == [("breach", where, "games.ndjson, line 1")]
    assert isinstance(second, Examined)
    assert not second.audited.is_valid


def test_a_chain_that_a_witness_shares_with_a_seat_is_found() -> None:
    _, second = audited(with_chain("first"), with_chain("second", of_a_seat=True))
    assert of_chains(second) == [("breach", OF_SEAT, "games.ndjson, line 1")]


@pytest.mark.parametrize("first", [0, 1])
def test_an_unfinished_game_with_the_chain_of_another_is_noted(first: int) -> None:
    """Anyone can make one, because tips are public."""
    whole = with_chain("first")
    chance = msgspec.structs.replace(with_chain("thief").chance, secret=None)
    thief = with_chain("thief")
    thief = msgspec.structs.replace(
        thief, entries=thief.entries[:1], chance=chance, head=None, outcome=None, seats=EMPTY
    )
    games = [whole, thief]
    results = audited(games[first], games[1 - first])
    assert all(isinstance(one, Examined) and one.audited.is_valid for one in results)
    (found,) = of_chains(results[1])
    assert found == ("note", OF_WITNESS, "games.ndjson, line 1")


@pytest.mark.parametrize("first", ["signed", "forged"])
def test_a_game_that_is_not_signed_does_not_displace_a_signed_one_with_its_chain(
    first: str,
) -> None:
    proved, forged = signed(with_chain("first"), SIGNER), with_chain("second")
    games = (proved, forged) if first == "signed" else (forged, proved)
    terms = AuditOptions(published=frozenset({SIGNER.kid}), unsigned=True)
    found = {
        one.audited.game: one for one in audited(*games, terms=terms) if isinstance(one, Examined)
    }
    assert found["first"].audited.is_valid
    assert not found["second"].audited.is_valid
    assert of_chains(found["second"]) == [
        ("breach", OF_WITNESS, f"games.ndjson, line {games.index(proved) + 1}")
    ]
    assert found["second"].displaced == (first == "forged")


def test_with_keys_an_unfinished_game_is_a_breach_unless_accepted() -> None:
    """A player who lost could otherwise cut off the end, and have a valid unfinished game."""
    keys = frozenset({"some-key"})
    (results,) = audited(begun(RECORDS[1]), terms=AuditOptions(published=keys))
    assert ("breach", "game_is_not_finished") in reasons(results)
    (results,) = audited(begun(RECORDS[1]), terms=AuditOptions(published=keys, unfinished=True))
    assert isinstance(results, Examined)
    assert results.audited.is_valid


@pytest.mark.parametrize("published", [None, frozenset({"some-key"})])
def test_signatures_are_required_only_with_keys(published: frozenset[str] | None) -> None:
    """An unsigned game is valid, unless the options give keys, with which all must be signed."""
    unsigned = msgspec.structs.replace(RECORDS[1], signature=None)
    (results,) = audited(unsigned, terms=AuditOptions(published=published))
    assert reasons(results) == [("breach" if published else "note", "not_signed")]
