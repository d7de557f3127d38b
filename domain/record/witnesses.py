"""What the witnesses of a game gave, computed from its events.

A witness signs for which head of the log it gave each link, and a signature covers everything that
it gave before in the same game. So to verify the last signature is to verify them all.
"""

from base64 import urlsafe_b64decode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from domain.links import BadLink, Witnessed, at_registration, name_of, witness_in
from domain.record.checkpoint_findings import CLOCKS_SECONDS
from domain.record.finding import Finding
from domain.record.receipts import Derived
from domain.record.record import AnyRecord
from domain.record.signatures import Signatures
from domain.table.actions import DrawMoment
from domain.table.contributions import RegisteredWitness, Strength
from domain.table.events import MomentDrawn
from domain.table.opening import OpenGame
from domain.table.times import MILLISECOND, SECOND, micros, rfc3339


class GivenByWitness(NamedTuple):
    """What a witness gave up to some moment, and its signature of that."""

    key: str
    """Its public key, in base64url."""
    state: Witnessed
    signature: str
    """In base64url."""


GivenByWitnesses: TypeAlias = Mapping[int, GivenByWitness]
"""By contributor: 128 plus the place of the witness."""


def at_the_opening(
    game: str, commitment: str, witnesses: Sequence[RegisteredWitness]
) -> GivenByWitnesses:
    """Return what the witnesses gave when they registered the game: the tips of their chains."""
    name = name_of(game, commitment)
    given: dict[int, GivenByWitness] = {}
    for place, one in enumerate(witnesses):
        who, service = witness_in(place), urlsafe_b64decode(f"{one.service}=")
        state = at_registration(name, who, service, bytes.fromhex(one.tip), one.time)
        given[who] = GivenByWitness(one.key, state, one.signature)
    return given


def after_moment(given: GivenByWitnesses, head: bytes, drawn: MomentDrawn) -> GivenByWitnesses:
    """Return the same after a moment; ``head`` is the hash of the event before it.

    Raises BadLink if a link does not fit, or a witness's time goes back.
    """
    links = {one.who: bytes.fromhex(one.link) for one in drawn.links}
    after = dict(given)
    for note in drawn.witness:
        key, state, _ = given[note.who]
        state = state.followed_by(drawn.moment, head, links[note.who], note.time)
        after[note.who] = GivenByWitness(key, state, note.signature)
    return after


def tips_of(record: AnyRecord) -> Mapping[str, str]:
    """Return the tips of the chains in a record, by their places as JSON paths."""
    found = {f"$.seats[{seat.seat}].tip": seat.tip for seat in record.seats if seat.tip is not None}
    for place, one in enumerate(registered_in(record)):
        found[f"$.entries[0].action.witnesses[{place}].tip"] = one.tip
    return found


def strength_of(moments: Iterable[DrawMoment]) -> Strength | None:
    """Return what protects the weakest answer of a game; None if nothing was drawn."""
    weakest: Strength | None = None
    for one in moments:
        if not one.links:
            return "base"
        if weakest is None or not one.witness:
            weakest = "witness" if one.witness else "links"
    return weakest


def witness_findings(derived: Derived, signatures: Signatures) -> Iterator[Finding]:
    """Yield what is wrong with the signatures of witnesses (RC-WITNESS-1).

    The last signature of a witness covers everything that it gave, so it is verified alone, each
    witness by itself. A head that depends on a secret that is not revealed cannot be compared.
    """
    game = derived.game
    given = at_the_opening(game.id, game.commitment, game.witnesses)
    if not given:
        return
    places = {
        witness_in(place): f"$.entries[0].action.witnesses[{place}].signature"
        for place in range(len(given))
    }
    for version, drawn in derived.moments:
        head = derived.hash_of(version - 1)
        where = f"$.entries[{derived.entry_of(version)}].action"
        if not head:
            yield Finding("note", "RC-WITNESS-1", "heads_need_the_secret", where=where)
            return
        try:
            given = after_moment(given, head, drawn)
        except BadLink as bad:
            yield Finding("breach", "RC-WITNESS-1", bad.reason, bad.facts, where=where)
            return
        for number, note in enumerate(drawn.witness):
            places[note.who] = f"{where}.witness[{number}].signature"
    for who, (key, state, signature) in given.items():
        facts = {"who": who, "key": key, "moment": state.known.moment}
        if not signatures.verify_witness(key, signature, state.signed):
            where = places[who]
            yield Finding("breach", "RC-WITNESS-1", "does_not_verify", facts, where=where)


class _WitnessTime(NamedTuple):
    """A time of a witness, and the times of the events around it."""

    who: int
    moment: int
    """0 for the registration."""
    time: int
    since: str | None
    """When the head that it signed for was in the log."""
    until: str
    """When what it gave was in the log."""
    where: str

    @property
    def reason(self) -> str | None:
        """Why the time does not fit; None if it does."""
        at = self.time * MILLISECOND
        if self.since is not None and at < micros(self.since) - _TOLERATED:
            return "given_before_the_decision"
        if at <= micros(self.until) + _TOLERATED:
            return None
        return "given_after_the_answer" if self.moment else "registered_after_the_opening"


def time_findings(derived: Derived) -> Iterator[Finding]:
    """Note the first time of each witness that does not fit those of the events (RC-WITNESS-4).

    A witness registers a game before it is opened, and gives a link after the event that it signs
    for, and before the moment is drawn; the clocks may differ by a minute. It is a note, because
    the signatures bind each link to its head whatever a clock says, and a clock can be wrong.
    """
    noted: set[int] = set()
    for one in _times_of_witnesses(derived):
        reason = None if one.who in noted else one.reason
        if reason is not None:
            noted.add(one.who)
            facts = {"who": one.who, "moment": one.moment, "time": rfc3339(one.time * MILLISECOND)}
            facts |= {"since": one.since, "until": one.until}
            yield Finding("note", "RC-WITNESS-4", reason, facts, where=one.where)


def _times_of_witnesses(derived: Derived) -> Iterator[_WitnessTime]:
    """Yield the times of all witnesses, in the order of the record."""
    witnesses = derived.game.witnesses
    for place, one in enumerate(witnesses):
        where = f"$.entries[0].action.witnesses[{place}].time"
        yield _WitnessTime(witness_in(place), 0, one.time, None, derived.at_of(1), where)
    for version, drawn in derived.moments if witnesses else ():
        since, until = derived.at_of(version - 1), derived.at_of(version)
        for number, note in enumerate(drawn.witness):
            where = f"$.entries[{derived.entry_of(version)}].action.witness[{number}].time"
            yield _WitnessTime(note.who, drawn.moment, note.time, since, until, where)


_TOLERATED: Final = CLOCKS_SECONDS * SECOND


def registered_in(record: AnyRecord) -> Sequence[RegisteredWitness]:
    """Return the witnesses that registered the game of a record, by place."""
    opening = record.entries[0].action if record.entries else None
    return opening.witnesses if isinstance(opening, OpenGame) else ()


def key_findings(record: AnyRecord, signatures: Signatures) -> Iterator[Finding]:
    """Yield the witnesses that registered the game for another service, or are not trusted.

    RC-WITNESS-2 compares with the published keys of the service, and RC-WITNESS-3 with the keys of
    trusted witnesses, if there are any to compare with.
    """
    for place, one in enumerate(registered_in(record)):
        where = f"$.entries[0].action.witnesses[{place}]"
        witness = signatures.thumbprint(one.key)
        facts = {"who": witness_in(place), "witness": witness}
        if signatures.is_published(one.service) is False:
            reason, more = "key_is_not_published", {**facts, "key": one.service}
            yield Finding("note", "RC-WITNESS-2", reason, more, where=f"{where}.service")
        if signatures.is_trusted(witness) is False:
            yield Finding(
                "note", "RC-WITNESS-3", "witness_is_not_trusted", facts, where=f"{where}.key"
            )
