"""The game that a record continues, compared with the record of that game (RC-ORIGIN-1)."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from domain.record.finding import Finding, plain
from domain.record.record import AnyRecord
from domain.record.rerun import Decided, Rerun, hashes_of, head_of, other_wordings, rerun
from domain.rulesets.registry import BY_PINNED
from domain.table.continuation import AnyContinuation
from domain.table.opening import OpenGame

RULE: Final = "RC-ORIGIN-1"
_WHERE: Final = "$.entries[0].action.continues"


class Claim(Struct, frozen=True):
    """What a record says about the game that it continues."""

    ruleset: str
    options: Any
    continues: AnyContinuation


class Origin(Struct, frozen=True):
    """A version of a game that others continue: its head and the position there."""

    head: str
    """Empty if it depends on a secret that is not revealed."""
    position: Any
    """With everything that is hidden; None if the game had no position yet."""


class Origins(Struct, frozen=True):
    """The versions of one game that others continue, according to its record."""

    ruleset: str
    options: Any
    finished: bool
    place: str
    """The place of the record."""
    found: dict[int, Origin]
    """By version; without those that the game does not have or that split an action."""


def claim_of(record: AnyRecord) -> Claim | None:
    """Return what a record says about the game that it continues; None if it continues none."""
    first = record.entries[0].action if record.entries else None
    if not isinstance(first, OpenGame) or first.continues is None:
        return None
    return Claim(record.ruleset, record.options, first.continues)


def origins_in(source: AnyRecord, versions: Iterable[int], place: str) -> Origins:
    """Return these versions of the game of a valid record."""
    rules = BY_PINNED[source.ruleset]
    wanted = frozenset(versions)
    positions: dict[int, Any] = {}

    def see(one: Decided) -> None:
        game = one.game
        if game.version in wanted:
            begun = game.status != "open"
            position = rules.freeze(game.position)
            positions[game.version] = rules.view(position, "arbiter") if begun else None

    again = rerun(source, see)
    hashes = _hashes(source, again)
    return Origins(
        source.ruleset,
        source.options,
        again.game is not None and again.game.finished,
        place,
        {
            version: Origin(hashes[version].hex() if hashes else "", position)
            for version, position in positions.items()
        },
    )


def origin_finding(claim: Claim, source: Origins) -> Finding | None:
    """Return what is wrong with a claim, or what cannot be compared; None if it is true."""
    said = claim.continues
    where = {"game": said.game, "version": said.version, "other": source.place}
    if (claim.ruleset, claim.options) != (source.ruleset, source.options):
        recorded = {"ruleset": claim.ruleset, "options": plain(claim.options)}
        derived = {"ruleset": source.ruleset, "options": plain(source.options)}
        return _breach("source_has_other_rules", where, recorded, derived)
    found = source.found.get(said.version)
    if found is None:
        if source.finished:
            return Finding("breach", RULE, "source_has_no_such_version", where, where=_WHERE)
    elif found.head and found.head != said.head:
        return _breach("source_has_another_head", where, said.head, found.head)
    elif found.position != said.position:
        return _breach("source_has_another_position", where, said.position, found.position)
    is_shown = found is not None and found.head
    return None if is_shown else Finding("note", RULE, "source_is_unfinished", where, where=_WHERE)


def absent(claim: Claim, reason: str) -> Finding:
    """Return the note that the source of a claim was not compared, and why."""
    facts = {"game": claim.continues.game, "version": claim.continues.version}
    return Finding("note", RULE, reason, facts, where=_WHERE)


def _breach(reason: str, where: dict[str, Any], recorded: Any, derived: Any) -> Finding:
    facts = {**where, "recorded": plain(recorded), "derived": plain(derived)}
    return Finding("breach", RULE, reason, facts, where=_WHERE)


def _hashes(source: AnyRecord, again: Rerun) -> list[bytes]:
    """Return the hashes of all events, in the wordings of the head of the record."""
    hashes = hashes_of(source, again)
    if again.game is None or not hashes or source.head in (None, hashes[-1].hex()):
        return hashes
    for wordings in other_wordings(again.game):
        if head_of(source, again, wordings).hex() == source.head:
            return hashes_of(source, again, wordings)
    return hashes
