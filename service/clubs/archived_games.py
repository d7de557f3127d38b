"""The games of a tournament in an archive: audited before they are published with it."""

from collections.abc import Mapping
from typing import Final

from domain.record.finding import Finding
from domain.record.tournament_audit import AuditedTournament
from domain.record.tournament_games import AuditedGame
from domain.ruleset import Language
from service.archives.auditing import Auditor
from service.archives.examining import AuditOptions, Examined
from service.archives.record_lines import RecordLine
from service.clubs.auditing import breach_lines, game_of
from service.clubs.files import ClubFileError

_LANGUAGE: Final[Language] = "en"
"""That of messages on the command line."""


def audited_games(
    archive: bytes, kid: str, jobs: int, *, unfinished: bool
) -> Mapping[str, AuditedGame]:
    """Return the valid games of an archive, one record a line, by their ids, with ``jobs`` cores.

    Raises ClubFileError for what ``carolus audit`` refuses: a record that is invalid, or that the
    key of the tournament has not signed.
    """
    terms = AuditOptions(frozenset({kid}), unfinished=unfinished)
    lines = (
        RecordLine("", number, one)
        for number, one in enumerate(archive.splitlines(keepends=True), 1)
    )
    found: dict[str, AuditedGame] = {}
    for one in Auditor(terms, jobs).run(lines):
        if not isinstance(one, Examined):
            raise ClubFileError(f"the archive of the games cannot be published: {one.sentence}")
        if one.breaches:
            raise _refused(f"line {one.line}, game {one.audited.game}", one.breaches[0])
        game = game_of(one)
        if game is not None and one.audited.game is not None:
            found[one.audited.game] = game
    return found


def must_agree_with_games(audited: AuditedTournament) -> None:
    """Raise ClubFileError if the record of the tournament contradicts its games (RC-TOUR-5)."""
    for breach in audited.breaches:
        if breach.rule == "RC-TOUR-5":
            raise _refused(f"game {breach.facts['game']}", breach)


def _refused(what: str, breach: Finding) -> ClubFileError:
    place, sentence = breach_lines(breach, _LANGUAGE)
    why = breach.reason.replace("_", " ")
    return ClubFileError(
        f"the archive of the games cannot be published, because an audit refuses it: {what}, at "
        f"{place}: {sentence} ({why})"
    )
