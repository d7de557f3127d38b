"""What an audit finds in what witnesses signed (RC-WITNESS-1)."""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from domain.chance import commitment
from domain.links import at_registration, chain_of, name_of, witness_in
from domain.record.audit import Audited, audit
from domain.record.jws import thumbprint, to_base64url
from domain.record.record import AnyRecord, RecordedEntry, record_of
from domain.record.replay import replay
from domain.record.synopsis import summarised
from domain.ruleset import CHANCE
from domain.table.actions import AbortGame, DrawMoment, Resign, TakeSeat
from domain.table.contributions import GivenLink, RegisteredWitness, WitnessNote
from domain.table.game import TABLE
from service.access.record_verifier import RecordVerifier
from service.access.signing import jwk_of
from service.records.checks import Checks
from tests.support.games.table import AT, ID, SECRET, Table, action_of, due, opened

KEY: Final = Ed25519PrivateKey.from_private_bytes(b"w" * 32)
OTHER: Final = Ed25519PrivateKey.from_private_bytes(b"o" * 32)
KEYS: Final = (KEY, OTHER)
"""The keys of witnesses by place."""
NAME: Final = name_of(ID, commitment(SECRET))
SERVICE: Final = bytes(range(32))
TIME: Final = 1767323046500

Change = Callable[[DrawMoment], DrawMoment]


class Witness:
    """A witness that signs as the reference says, for the head of the log or ``another``."""

    def __init__(
        self,
        place: int = 0,
        another: bytes | None = None,
        *,
        name: bytes = NAME,
        service: bytes = SERVICE,
        time: int = TIME,
    ) -> None:
        """Register the game of this name for a service, at a time in milliseconds since 1970."""
        self._who = witness_in(place)
        self._key = KEYS[place]
        self._chain = chain_of(name, self._who, bytes(32))
        self._another = another
        self._service = service
        self._time = time
        self._state = at_registration(name, self._who, service, self._chain.tip, time)

    @property
    def registration(self) -> RegisteredWitness:
        """What it gave at the opening."""
        public = to_base64url(self._key.public_key().public_bytes_raw())
        tip = self._chain.tip.hex()
        service = to_base64url(self._service)
        return RegisteredWitness(public, service, tip, self._time, self._signature())

    def give(self, number: int, head: bytes) -> tuple[GivenLink, WitnessNote]:
        """Give the link of a moment for this head."""
        link, time = self._chain.link(number), self._time + number
        self._state = self._state.followed_by(number, self._another or head, link, time)
        return GivenLink(self._who, link.hex()), WitnessNote(self._who, time, self._signature())

    def _signature(self) -> str:
        return to_base64url(self._key.sign(self._state.signed))


def drawn_by(witnesses: Sequence[Witness], number: int, head: bytes) -> DrawMoment:
    """Return the action that draws a moment on the links of all witnesses."""
    links, notes = zip(*(one.give(number, head) for one in witnesses), strict=True)
    return DrawMoment(number, links, notes)


@cache
def witnessed_game() -> AnyRecord:
    """Return the record of a game with a witness."""
    return game_of(Witness())


def game_of(*witnesses: Witness) -> AnyRecord:
    """Return the record of a game; the seat that is due resigns after some turns."""
    table = opened(witnesses=tuple(one.registration for one in witnesses))
    entries = list(entries_of(table))
    random = Random(1)
    requests: list[tuple[Any, Any]] = [(0, TakeSeat(0)), (1, TakeSeat(1))]
    while not table.game.finished:
        if table.game.awaits_chance:
            head = bytes.fromhex(head_of(table, entries))
            table.ask(CHANCE, drawn_by(witnesses, table.game.moments + 1, head))
        elif requests:
            by, action = requests.pop(0)
            table.ask(by, action)
        elif table.game.moments > 4:
            table.ask(due(table.game), Resign())
        else:
            seat = due(table.game)
            table.ask(seat, action_of(table.game, seat, random))
        entries += entries_of(table)
    return record_of(table.game, entries, bytes.fromhex(head_of(table, entries)))


def entries_of(table: Table) -> list[RecordedEntry[Any]]:
    """Return the entries of the last request."""
    assert table.batch is not None, table.refused_with
    return [RecordedEntry(entry.by, AT, entry.action) for entry in table.batch.entries]


def head_of(table: Table, entries: list[RecordedEntry[Any]]) -> str:
    """Return the hash of the last event of these entries."""
    return replay(record_of(table.game, entries, b"")).head


def audited(record: AnyRecord) -> Audited:
    """Audit a record."""
    return audit(record, RecordVerifier())


def reasons(record: AnyRecord) -> set[tuple[str, str, str]]:
    """Return weight, rule and reason of what an audit finds about witnesses."""
    findings = audited(record).findings
    return {
        (one.weight, one.rule, one.reason)
        for one in findings
        if one.rule in ("RC-WITNESS-1", "TB-MOMENT-3", "RC-DICE-2")
    }


def changed(change: Change, number: int = 2) -> AnyRecord:
    """Return the record with another action that draws a moment, and the head that follows."""
    record = witnessed_game()

    def altered(entry: RecordedEntry[Any]) -> RecordedEntry[Any]:
        action = entry.action
        if isinstance(action, DrawMoment) and action.moment == number:
            return replace(entry, action=change(action))
        return entry

    other = replace(record, entries=tuple(map(altered, record.entries)), head=None)
    return replace(other, head=replay(other).head or None)


def last_moment() -> int:
    """Return the number of the last moment."""
    return sum(isinstance(entry.action, DrawMoment) for entry in witnessed_game().entries)


def test_a_witnessed_game_is_valid() -> None:
    """Nothing is wrong, and the game counts as witnessed."""
    assert reasons(witnessed_game()) == set()
    found = audited(witnessed_game())
    _, brief = summarised(witnessed_game(), found)
    assert brief is not None
    assert brief.strength == "witness"


def with_note(**other: Any) -> Change:
    """Change what the witness signed."""
    return lambda action: replace(action, witness=(replace(action.witness[0], **other),))


def by_another_key(action: DrawMoment) -> DrawMoment:
    signature = to_base64url(OTHER.sign(b"anything"))
    return with_note(signature=signature)(action)


@pytest.mark.parametrize(
    ("change", "last", "expected"),
    [
        (with_note(time=TIME + 1_000), False, {("breach", "RC-WITNESS-1", "time_goes_back")}),
        (with_note(time=TIME), False, {("breach", "RC-WITNESS-1", "time_goes_back")}),
        (by_another_key, True, {("breach", "RC-WITNESS-1", "does_not_verify")}),
        (with_note(time=TIME + 1_000), True, {("breach", "RC-WITNESS-1", "does_not_verify")}),
    ],
    ids=["later", "earlier", "another-key", "another-time"],
)
def test_alterations_that_a_witness_did_not_sign_are_found(
    change: Change, last: bool, expected: set[tuple[str, str, str]]
) -> None:
    """The last signature covers every moment, so each alteration is found."""
    assert reasons(changed(change, last_moment() if last else 2)) == expected


def test_the_statement_of_a_witness_is_verified_once() -> None:
    """The last signature covers everything that the witness gave in the game."""

    class Counting(RecordVerifier):
        verified = 0

        def verify_witness(self, key: str, signature: str, text: bytes) -> bool:
            self.verified += 1
            return super().verify_witness(key, signature, text)

    counting = Counting()
    assert audit(witnessed_game(), counting).is_valid
    assert last_moment() > 1
    assert counting.verified == 1


def test_a_witness_that_signed_another_head_is_found(seed: int) -> None:
    """One signed for a head that is not the log's, and so not the other witness's."""
    honest, liar = Witness(), Witness(1, another=Random(seed).randbytes(32))
    assert audited(game_of(Witness(), Witness(1))).is_valid
    record = game_of(honest, liar)
    (breach,) = [one for one in audited(record).findings if one.weight == "breach"]
    assert (breach.rule, breach.reason) == ("RC-WITNESS-1", "does_not_verify")
    key = to_base64url(OTHER.public_key().public_bytes_raw())
    moments = [
        number
        for number, entry in enumerate(record.entries)
        if isinstance(entry.action, DrawMoment)
    ]
    assert breach.facts == {"who": 129, "key": key, "moment": len(moments)}
    assert breach.where == f"$.entries[{moments[-1]}].action.witness[1].signature"


def test_a_witness_that_did_not_register_the_game() -> None:
    """A game that ends before its first moment has one signature of each witness."""
    witnesses = tuple(one.registration for one in (Witness(), Witness(1)))
    forged = replace(witnesses[1], signature=witnesses[0].signature)
    table = opened(witnesses=(witnesses[0], forged))
    entries = entries_of(table) + entries_of(table.ask(TABLE, AbortGame()))
    record = record_of(table.game, entries, bytes.fromhex(head_of(table, entries)))
    (breach,) = [one for one in audited(record).findings if one.weight == "breach"]
    assert (breach.reason, breach.facts["who"], breach.facts["moment"]) == (
        "does_not_verify",
        129,
        0,
    )
    assert breach.where == "$.entries[0].action.witnesses[1].signature"


def test_another_head_is_found() -> None:
    """The witness gave its links for the log as it was, so no earlier event can change."""
    record = witnessed_game()
    renamed = tuple(
        replace(entry, action=replace(entry.action, name="Ana"))
        if isinstance(entry.action, TakeSeat) and entry.action.seat == 0
        else entry
        for entry in record.entries
    )
    other = replace(record, entries=renamed, head=None, seats=())
    assert ("breach", "RC-WITNESS-1", "does_not_verify") in reasons(other)


def noted(audited: Audited) -> set[tuple[str, str, str]]:
    """Return the notes about keys of witnesses, with their places."""
    return {
        (one.rule, one.reason, one.where)
        for one in audited.findings
        if one.rule in ("RC-WITNESS-2", "RC-WITNESS-3") and one.weight == "note"
    }


FOREIGN: Final = (
    "RC-WITNESS-2",
    "key_is_not_published",
    "$.entries[0].action.witnesses[0].service",
)
STRANGER: Final = (
    "RC-WITNESS-3",
    "witness_is_not_trusted",
    "$.entries[0].action.witnesses[0].key",
)


def test_every_audit_compares_the_keys_that_it_has() -> None:
    """With published keys or trusted witnesses, not only in the audit of an archive."""
    ours, theirs = to_base64url(SERVICE), thumbprint(jwk_of(KEY.public_key()))
    record = witnessed_game()
    assert noted(audit(record, RecordVerifier())) == set()
    assert noted(audit(record, RecordVerifier([ours], [theirs]))) == set()
    assert noted(audit(record, RecordVerifier([theirs], [ours]))) == {FOREIGN, STRANGER}
    assert noted(audit(record, RecordVerifier([]))) == {FOREIGN}


def test_the_service_compares_the_keys_of_a_record_that_it_checks() -> None:
    """The witness may have registered the game for another service."""
    for kids, expected in (((), {FOREIGN}), ((to_base64url(SERVICE),), set())):
        checks = Checks(RecordVerifier(kids))
        assert noted(checks.audit(witnessed_game())) == expected
        checks.close()


def test_a_witness_has_its_own_key() -> None:
    """A signature by the key of another witness proves nothing about this game."""
    assert thumbprint(jwk_of(KEY.public_key())) != thumbprint(jwk_of(OTHER.public_key()))
    opening = witnessed_game().entries[0]
    assert opening.by == TABLE
    public = to_base64url(OTHER.public_key().public_bytes_raw())
    action = replace(opening.action, witnesses=(replace(opening.action.witnesses[0], key=public),))
    record = witnessed_game()
    entries = (replace(opening, action=action), *record.entries[1:])
    assert ("breach", "RC-WITNESS-1", "does_not_verify") in reasons(
        replace(record, entries=entries, head=None)
    )
