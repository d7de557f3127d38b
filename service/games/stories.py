"""The story of a game in the log, from any version on."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from domain.kit.story import Sentence
from domain.ruleset import Language, Viewer
from domain.table.game import By
from domain.table.hiding import seen_by
from domain.table.story import Story, row_start
from service.storage.log import Log
from service.storage.rows import Row, Stored, envelope_of, event_of

_ROWS_AT_ONCE: Final = 200


class StorySentence(NamedTuple):
    """A sentence of the story, who caused its first event, and when its last one happened."""

    sentence: Sentence
    by: By
    at: str


def sentences(
    log: Log, stored: Stored, viewer: Viewer, language: Language, after: int, limit: int
) -> tuple[list[StorySentence], int | None]:
    """Return the sentences that end after a version, and where to continue if there are more.

    A sentence covers a row of events and may have begun earlier. There are at most ``limit`` of
    them.
    """
    now = stored.game
    sees = now.as_seen_by(viewer)
    start = _start(log, stored, sees, after)
    before = log.load_at(now.id, start - 1)
    assert before is not None, "the log has every version up to the present one"
    story = Story(before.game, sees, language)
    found: dict[int, StorySentence] = {}
    causes: dict[int, By] = {}
    for row in _rows(log, now.id, start - 1, stored.head.version):
        envelope = envelope_of(row)
        causes[row.version] = envelope.by
        sentence = story.describe(event_of(row), begins=bool(row.action))
        if sentence is None or row.version <= after:
            continue
        if sentence.first not in found and len(found) == limit:
            return _in_order(found), row.version - 1
        found[sentence.first] = StorySentence(sentence, causes[sentence.first], envelope.at)
    return _in_order(found), None


def _in_order(found: dict[int, StorySentence]) -> list[StorySentence]:
    return [found[first] for first in sorted(found)]


def _start(log: Log, stored: Stored, viewer: Viewer, after: int) -> int:
    """Return the first version of the row that the event ``after`` belongs to."""
    now = stored.game
    rules = now.rules

    def newest_first() -> Iterator[tuple[int, Any]]:
        version = min(after, stored.head.version)
        while version > 1:
            for row in log.rows_before(now.id, version, _ROWS_AT_ONCE):
                event = event_of(row)
                yield row.version, seen_by(rules, event, viewer) if row.hidden else event
                version = row.version - 1

    return max(row_start(newest_first(), rules.continues) or 2, 2)


def _rows(log: Log, game: str, after: int, last: int) -> Iterator[Row]:
    while after < last:
        for row in log.rows(game, after, last, _ROWS_AT_ONCE):
            yield row
            after = row.version
