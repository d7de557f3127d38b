"""Nobody in a tournament has a name that reads like another person's, or cannot be read.

TN-ENTER-4, TN-ARBITER-2 and TN-REPLACE-5 are about the first, TN-NAME-1 is about the second.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from domain.names.readability import fault_of
from domain.refusal import IllegalAction
from domain.tournament.stream.alike import are_alike, readings
from domain.tournament.stream.people import Acting, Person
from domain.tournament.stream.state import Tournament


class Bearer(NamedTuple):
    """Someone who has a name in the tournament."""

    name: str
    key: str
    """The account or guest key; empty for a house bot, which may enter several times."""
    facts: Mapping[str, Any]
    """Who it is, for a refusal."""


def bearers(state: Tournament) -> Iterator[Bearer]:
    """Yield everybody with a name: those who ever entered, then the arbiters.

    Tournaments from before there were editions compare entrants alone.
    """
    for entrant, person in state.everybody():
        yield Bearer(person.name, "" if person.bot else person.key, {"entrant": entrant})
    if state.names:
        for account, name in state.arbiters:
            yield Bearer(name, account, {"arbiter": account})


def must_read_like_nobody(
    state: Tournament, rule: str, by: Acting, person: Person, also: tuple[Person, ...] = ()
) -> None:
    """Refuse a name that people can take for that of someone else, by this rule.

    ``also`` are others who enter with the person. A guest whom an official enters under the very
    name of an arbiter is this arbiter: at a real table, arbiters can play, too.
    """
    _must_be_readable(state, rule, person.name)
    official = person.guest is not None and by.role != "player"
    mine = readings(state.names, person.name)
    own = "" if person.bot else person.key
    number = len(state.entrants) + 1
    others = (Bearer(one.name, "", {"entrant": number}) for one in also)
    for other in (*bearers(state), *others):
        if own and own == other.key:
            continue
        if official and "arbiter" in other.facts and other.name == person.name:
            continue
        if are_alike(mine, readings(state.names, other.name)):
            raise IllegalAction(
                rule, "name_is_taken", name=person.name, like=other.name, **other.facts
            )


def must_be_named_apart(state: Tournament, account: str, name: str) -> None:
    """Refuse an arbiter whose name people can take for someone else's (TN-ARBITER-2).

    Arbiters who play have the same name there: under the same account, or as a guest.
    """
    if not state.names:
        return
    _must_be_readable(state, "TN-ARBITER-2", name)
    guests = {person.name for _, person in state.everybody() if person.guest is not None}
    mine = readings(state.names, name)
    for other in bearers(state):
        plays = other.key == account or (name in guests and other.name == name)
        if not plays and are_alike(mine, readings(state.names, other.name)):
            raise IllegalAction(
                "TN-ARBITER-2", "name_is_taken", name=name, like=other.name, **other.facts
            )


def _must_be_readable(state: Tournament, rule: str, name: str) -> None:
    """Refuse a name that people cannot read (TN-NAME-1), or one without anything to compare."""
    fault = fault_of(name) if state.names else None
    if fault is not None and fault.at:
        facts = {"flaw": fault.flaw, "at": fault.at, "character": fault.character}
        raise IllegalAction("TN-NAME-1", "name_is_unreadable", name=name, **facts)
    if fault is not None or not all(readings(state.names, name)):
        raise IllegalAction(rule, "name_is_invisible", name=name)
