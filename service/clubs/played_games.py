"""Games that were played at a real table and written down: checked records that give places."""

from pathlib import Path
from typing import Final

import msgspec

from domain.catalogue import sentence
from domain.ruleset import Language, Place
from domain.table.ranking import ranks
from domain.tournament.stream.people import same_name
from domain.tournament.stream.state import TableState, Tournament
from service.archives.auditing import Auditor
from service.archives.examining import AuditOptions, Examined
from service.archives.sources import lines
from service.clubs.entries import Places
from service.clubs.files import ClubFileError

_ACCEPTED: Final = AuditOptions(unsigned=True)
"""Nobody signs a game at a real table."""


class WrittenGame(msgspec.Struct, frozen=True):
    """What a valid record proves about the table at which it was played."""

    places: Places
    head: str


def checked_game(
    state: Tournament, number: int, table: TableState, path: Path, language: Language
) -> WrittenGame:
    """Return the places that the record of a game gives; raise ClubFileError if it proves none.

    It is one finished game of the announced ruleset, every move follows the rules, and its seats
    have the names of the players of the table in turn order.
    """
    one = _only_record(path)
    if one.breaches:
        first = one.breaches[0]
        place = first.where if first.entry is None else f"entry {first.entry}"
        raise ClubFileError(
            f"{path} is invalid at {place}: {first.rule}: {sentence(first.rule, language)}"
        )
    brief, announced = one.brief, state.announcement.ruleset
    if brief is None or brief.outcome is None:
        raise ClubFileError(f"{path} has no result: the game is not over, or was called off")
    if one.audited.ruleset != announced:
        raise ClubFileError(f"{path} is a game of {one.audited.ruleset}; expected {announced}")
    if table.forfeits:
        raise ClubFileError("a player forfeits at this table; enter the places of the others")
    seated = [seat.name or "" for seat in brief.seats]
    expected = [person.name for person in state.seats_at(number, table)]
    if [*map(same_name, seated)] != [*map(same_name, expected)]:
        raise ClubFileError(
            f"{path} has the players {', '.join(seated)}; expected {', '.join(expected)}"
        )
    standing = msgspec.convert(brief.outcome["standing"], tuple[Place, ...])
    found = ranks(standing, ((seat.side, seat.left) for seat in brief.seats))
    scores = {one.side: one.score for one in standing}
    sides = [seat.side for seat in brief.seats][: len(table.players)]
    placed = [found[side] for side in sides]
    if len(set(sides)) < len(sides):
        raise ClubFileError("partners have one result; enter the places by hand")
    assert one.audited.head is not None, "a valid record has a head"
    order = tuple(1 + sum(other < rank for other in placed) for rank in placed)
    return WrittenGame(Places(order, tuple(scores[side] for side in sides)), one.audited.head)


def _only_record(path: Path) -> Examined:
    results = [*Auditor(_ACCEPTED, 1).run(lines([str(path)]))]
    if len(results) != 1:
        raise ClubFileError(f"{path} has {len(results)} records; expected one game")
    (found,) = results
    if not isinstance(found, Examined):
        raise ClubFileError(found.sentence)
    return found
