"""Records told step by step: what each entry caused, and what stood on the table after it.

A record has no events. Whoever wants to show a game that was played elsewhere, or to prove it with
a program of their own, gets them here, with the hashes that lead to the head. Nothing is stored.
"""

from typing import Annotated, Final, Literal, TypeAlias

from litestar import Response
from msgspec import Struct
from msgspec.structs import asdict

from domain.record.record import AnyRecord, read_record
from domain.record.replay import RecordStep, Replayed
from domain.record.text import read_text
from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, Language
from domain.table.game import Status
from service.access.rights import EVERYBODY
from service.http.answers.answer import long_answer, spoken_in
from service.http.answers.contract import Answer, Lines, Operations
from service.http.parts import parts_of
from service.http.requests.paging import Cursor, Limit, cursor_at, link_to_next, place_of
from service.http.requests.queries import Query
from service.http.requests.request import (
    TEXT,
    AnyRequest,
    UnsupportedMediaType,
    is_json,
    language,
    media_type,
    must_be_plain,
    whole,
)
from service.wire.games import Facts, Position
from service.wire.records import RecordView
from service.wire.verdicts import VerdictRefusal, refusal_view

operation: Final = Operations("records")

STEPS: Final = 200
"""Of a page, unless more or fewer are asked for; each has a position."""


Which: TypeAlias = Literal["all", "chance"]
AskedPositions: TypeAlias = Annotated[
    Which,
    Query(
        name="positions",
        description="After which steps to tell the position: `all`, or only those after which "
        "`chance` was asked, which is what a proof of its answers takes.",
    ),
]


class ReplayEvent(Struct, frozen=True):
    """An event that an entry caused, with nothing hidden."""

    version: int
    """Its number in the game; the first is 1."""
    hash: str | None
    """SHA-256 over the hash before it and itself; null from the first event on for which it takes
    a secret that the record does not tell."""
    sealed: dict[str, str]
    """What the hash is over in place of each member that not everybody could see; empty if there
    is none, or if it takes a secret that the record does not tell."""
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
    """The position after it, with nothing hidden; null before the lots are drawn, and where it was
    not asked for."""


class Replay(Struct, frozen=True):
    """A record told step by step, as far as it holds; a page of the steps."""

    record: RecordView
    """The record as JSON, whatever it was sent as."""
    count: int
    """Number of entries that hold, from the first."""
    refusal: VerdictRefusal | None
    """Why the next entry does not hold, `index` is its number; null if all hold."""
    sides: tuple[str, ...]
    """The side of each seat, in order; empty if not even the first entry holds."""
    steps: tuple[ReplayStep, ...]
    next: str | None
    """Cursor of the next page, or null."""


@operation(
    "POST",
    "/v1/records/replay",
    "What a record tells, step by step",
    right=EVERYBODY,
    body=RecordView,
    texts=(Lines(TEXT, "A record in the text notation."),),
    answer=Answer(
        "A page of steps, as far as the record holds.", Replay, headers=("Content-Language",)
    ),
    cost=20,
    needs_log=False,
    body_bytes_max=None,
)
async def replay_record(
    request: AnyRequest,
    limit: Limit = STEPS,
    cursor: Cursor = None,
    positions: AskedPositions = "all",
) -> Response[bytes]:
    """Decide every entry again, and tell the events it caused and the position after it.

    The hashes are those of the log of the game, so they lead to its head if nothing was changed;
    whether they do, and all else that is to be said of a record, tells `POST /v1/records/check`.
    A record holds everything that was ever hidden, so nothing is hidden here.
    """
    parts = parts_of(request)
    spoken = language(request)
    kind = media_type(request)
    if kind != TEXT and not is_json(kind):
        raise UnsupportedMediaType(kind)
    text = await whole(request, parts.record_bytes_max)
    must_be_plain(request, text)
    read = read_text if kind == TEXT else read_record
    first = place_of(cursor, 0)
    checks = parts.checks

    def work() -> tuple[AnyRecord, Replayed, tuple[ReplayStep, ...]]:
        record = read(text)
        replayed = checks.replay(record)
        shown = range(first, min(first + limit, len(replayed.steps)))
        return record, replayed, tuple(_step(replayed, number, positions) for number in shown)

    record, replayed, steps = await checks.run(work)
    last = first + limit
    page = Replay(
        record=RecordView(**asdict(record)),
        count=len(replayed.steps),
        refusal=_refusal(replayed.refused, spoken),
        sides=replayed.steps[-1].game.sides if replayed.steps else (),
        steps=steps,
        next=cursor_at(last) if last < len(replayed.steps) else None,
    )
    return await long_answer(
        page, headers={**spoken_in(spoken), **link_to_next(request, page.next)}
    )


def _step(replayed: Replayed, number: int, positions: Which) -> ReplayStep:
    step = replayed.steps[number]
    game = step.game
    asked = positions == "all" or _is_chance(replayed.steps[number + 1 : number + 2])
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
        position=game.rules.view(game.position, "arbiter") if asked else None,
    )


def _is_chance(steps: tuple[RecordStep, ...]) -> bool:
    return any(step.entry.by == CHANCE for step in steps)


def _refusal(refused: IllegalAction | None, spoken: Language) -> VerdictRefusal | None:
    return None if refused is None else refusal_view(refused.index, refused, spoken)
