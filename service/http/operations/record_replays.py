"""Replays of records, step by step: the events of each entry and the position after it.

A record contains no events. Clients that show a game played elsewhere, or verify it with their own
program, get the events here, with the hashes that lead to the head. The replay stores nothing.
"""

from typing import Annotated, Final, Literal, TypeAlias

from litestar import Response
from msgspec import Struct
from msgspec.structs import asdict

from domain.record.record import AnyRecord
from domain.record.replay import RecordStep, Replayed
from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, Language
from domain.table.game import By, Status
from domain.table.story import Story
from service.access.rights import EVERYBODY
from service.http.answers.answer import language_headers, long_answer
from service.http.answers.contract import Answer, Lines, Operations
from service.http.parts import parts_of
from service.http.requests.paging import Cursor, Limit, cursor_at, link_to_next, place_of
from service.http.requests.queries import Query
from service.http.requests.record_bodies import record_reader
from service.http.requests.request import (
    TEXT,
    AnyRequest,
    language,
)
from service.wire.games import Facts, Position, RulesetName
from service.wire.records import RecordView
from service.wire.story import SentenceView
from service.wire.verdicts import VerdictRefusal, refusal_view

operation: Final = Operations("records")

STEPS: Final = 200
"""The default number of steps per page; each has a position."""


Which: TypeAlias = Literal["all", "chance"]
PositionsShown: TypeAlias = Annotated[
    Which,
    Query(
        name="positions",
        description="Which steps include a position: `all`, or only those before a decision of "
        "`chance`, which are enough to verify the dice.",
    ),
]


class ReplayEvent(Struct, frozen=True):
    """An event that an entry caused, with all hidden information."""

    version: int
    """Its number in the game; the first is 1."""
    hash: str | None
    """SHA-256 of the previous hash and the event; null from the first event on whose hash needs a
    secret that the record does not contain."""
    sealed: dict[str, str]
    """For each hidden member, the commitment that the hash covers in its place. Empty if the event
    has none, or if they need a secret that the record does not contain."""
    event: Facts


class ReplayStep(Struct, frozen=True):
    """One entry of a record, as it was decided again."""

    entry: int
    """Its number in the record; the first is 0."""
    version: int
    """The version of the game after it."""
    status: Status
    events: tuple[ReplayEvent, ...]
    position: Position
    """The position after it, with all hidden information; null before the lots are drawn, and if
    the request did not ask for it."""


class Replay(Struct, frozen=True):
    """A page of the steps of a record, up to the first invalid entry."""

    ruleset: RulesetName
    """Id and edition of the ruleset."""
    record: RecordView
    """The record as JSON, whatever form you sent."""
    count: int
    """Number of valid entries, from the first."""
    refusal: VerdictRefusal | None
    """Why the next entry is invalid; `index` is its number. Null if all entries are valid."""
    sides: tuple[str, ...]
    """The side of each seat, in order; empty if the first entry is invalid."""
    names: tuple[str | None, ...]
    """Who sat in each seat: the name of the player or of the house bot; null without a name."""
    steps: tuple[ReplayStep, ...]
    sentences: tuple[SentenceView, ...]
    """What happens in these steps, in the requested language. If a sentence began on the previous
    page, it replaces the one with the same `first`."""
    next: str | None
    """Cursor of the next page, or null."""


@operation(
    "POST",
    "/v1/records/replay",
    "Replay a record step by step",
    right=EVERYBODY,
    body=RecordView,
    texts=(Lines(TEXT, "A record in the text notation."),),
    answer=Answer(
        "A page of steps, up to the first invalid entry.", Replay, headers=("Content-Language",)
    ),
    cost=20,
    needs_log=False,
    body_bytes_max=None,
)
async def replay_record(
    request: AnyRequest,
    limit: Limit = STEPS,
    cursor: Cursor = None,
    positions: PositionsShown = "all",
) -> Response[bytes]:
    """Decide every entry again, and return its events and the position after it.

    The hashes are those of the game's log, so they lead to its head if the record is unchanged. To
    verify that, and everything else about a record, use `POST /v1/records/check`. A record
    contains all hidden information, so the replay hides nothing.
    """
    parts = parts_of(request)
    preferred = language(request)
    read = await record_reader(request, parts.record_bytes_max)
    first = place_of(cursor, 0)
    checks = parts.checks

    def work() -> tuple[AnyRecord, Replayed, tuple[ReplayStep, ...], tuple[SentenceView, ...]]:
        record = read()
        replayed = checks.replay(record)
        shown = range(first, min(first + limit, len(replayed.steps)))
        steps = tuple(_step(replayed, number, positions) for number in shown)
        return record, replayed, steps, _sentences(replayed.steps, shown, preferred)

    record, replayed, steps, sentences = await checks.run(work)
    last = first + limit
    last_game = replayed.steps[-1].game if replayed.steps else None
    page = Replay(
        ruleset=record.ruleset,
        record=RecordView(**asdict(record)),
        count=len(replayed.steps),
        refusal=_refusal(replayed.refused, preferred),
        sides=last_game.sides if last_game else (),
        names=last_game.names if last_game else (),
        steps=steps,
        sentences=sentences,
        next=cursor_at(last) if last < len(replayed.steps) else None,
    )
    return await long_answer(
        page, headers={**language_headers(preferred), **link_to_next(request, page.next)}
    )


def _step(replayed: Replayed, number: int, positions: Which) -> ReplayStep:
    step = replayed.steps[number]
    game = step.game
    shown = positions == "all" or _is_chance(replayed.steps[number + 1 : number + 2])
    return ReplayStep(
        entry=number,
        version=game.version,
        status=game.status,
        events=tuple(
            ReplayEvent(
                version=one.version,
                hash=one.hash.hex() or None,
                sealed=dict(one.sealed),
                event=one.members,
            )
            for one in step.logged
        ),
        position=game.rules.view(game.position, "arbiter") if shown else None,
    )


def _sentences(
    steps: tuple[RecordStep, ...], shown: range, preferred: Language
) -> tuple[SentenceView, ...]:
    """Return the sentences that end in these steps; those that began earlier are whole."""
    if not steps:
        return ()
    story = Story(steps[0].game, "arbiter", preferred)
    found: dict[int, SentenceView] = {}
    causes: dict[int, By] = {}
    for number, step in enumerate(steps[1 : shown.stop], 1):
        for place, (logged, event) in enumerate(zip(step.logged, step.events, strict=True)):
            causes[logged.version] = step.entry.by
            sentence = story.describe(event, begins=place == 0)
            if sentence is not None and number >= shown.start:
                by = causes[sentence.first]
                view = SentenceView(sentence.first, sentence.last, by, step.entry.at, sentence.text)
                found[sentence.first] = view
    return tuple(found[first] for first in sorted(found))


def _is_chance(steps: tuple[RecordStep, ...]) -> bool:
    return any(step.entry.by == CHANCE for step in steps)


def _refusal(refused: IllegalAction | None, preferred: Language) -> VerdictRefusal | None:
    return None if refused is None else refusal_view(refused.index, refused, preferred)
