"""Compare games that continue others with the records of those (RC-ORIGIN-1)."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from domain.record.origin import absent, origin_finding, origins_in
from domain.refusal import Malformed
from service.archives.duplicates import Seen
from service.archives.examining import Examined, with_findings
from service.archives.record_lines import ReadFault, RecordLine

ReadAgain: TypeAlias = Callable[[], Iterable[RecordLine | ReadFault]]
"""Returns the lines of an archive once more."""


def compared_with_sources(seen: Seen, again: ReadAgain | None) -> Iterator[Examined]:
    """Yield the games that continue others, with what is wrong with that, in order.

    Of each game, the record that counts is the source. Only such records are read ``again``; None
    if the archive can be read only once. A game whose claim is false counts no longer.
    """
    if not seen.find_sources():
        return
    if again is not None:
        for line in again():
            if isinstance(line, RecordLine):
                _compare(seen, line)
            if not seen.sources_left:
                break
    for number, one in seen.claiming():
        assert one.claim is not None, "it is among the claims"
        game = one.claim.continues.game
        reason = _not_compared(seen, number, game)
        if reason is not None and one.audited.is_valid:
            one = with_findings(one, absent(one.claim, reason))  # noqa: PLW2901 - the same, with a note
            seen.settle(number, one)
        yield one
    seen.forget_false_claims()


def _not_compared(seen: Seen, number: int, source: str) -> str | None:
    """Return why a claim is not compared with a valid record of its source; None if it is."""
    if not seen.has(source) or seen.claims_falsely(source):
        return "source_is_absent"
    return None if seen.is_compared(number) else "source_was_not_read_again"


def _compare(seen: Seen, line: RecordLine) -> None:
    """Compare all claims about the game of a line, if its record is the one that counts."""
    source = seen.source_at(line.place)
    if source is None:
        return
    try:
        record = line.decode()
    except Malformed:
        return  # the archive has changed since it was read first
    if record.id != source:
        return
    origins = origins_in(record, seen.versions_claimed(source), line.place)
    for number, one in seen.claims_about(source):
        assert one.claim is not None, "it is among the claims"
        found = origin_finding(one.claim, origins)
        seen.settle(number, one if found is None else with_findings(one, found))
    seen.source_is_done(line.place)
