"""Creates a golden archive: hundreds of games of every kind, which must always replay.

    python -m tests.tools.make_archive FILE.ndjson.zst

Run it by hand when an edition of the rules or a version of the record is released. It never
overwrites a file, because a released archive does not change. It writes the public keys of the
signatures next to the archive. ``tests/archives/golden/README.md`` describes each archive.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice, product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.record.jws import thumbprint
from domain.record.record import AnyRecord, RecordedEntry, record_of, write_record
from domain.table.actions import AcceptDraw, DeclineDraw, OfferDraw, Resign, TakeSeat
from service.access.signing import PublishedKey, PublishedKeys, jwk_of
from service.archives.writing import packed
from tests.support.games.table import Table, action_of, due
from tests.support.proof.records import as_recorded, end_of, proved, signed, steps_of
from tests.support.storage.stores import SIGNER, SIGNING_KEY
from tests.tools.make_records import (
    WANTED,
    Requests,
    Wanted,
    against_the_house,
    anyhow,
    called_off,
    peacefully,
    played,
    until_all_agree,
    until_one_side_is_left,
    wildly,
)

LEVEL = 19
"""The highest level: an archive is compressed once and read for ever."""

NAMES = (
    None,
    "Ana",
    "Žofie",
    "李小龙",
    "עברית",
    "Björk 👑",
    "👩‍👩‍👧‍👦",
    "e\u0301 is é",
    'O\'Neil "the" \\3rd\\',
    "a",
    "ß" * 40,
    "null",
    "%d %s {} <b>",
)
"""Names that players can have."""


def put(file: Path, records: Sequence[AnyRecord], lines: Iterable[bytes] | None = None) -> None:
    """Write an archive of these games, with its keys next to it.

    The ``lines`` are those of the records unless they are given, such as with events.
    """
    if file.exists():
        raise FileExistsError(f"{file} is there, and what is released never changes")
    for record in records:
        proved(record if record.head else replace(record, head=steps_of(record)[-1].head.hex()))
    file.parent.mkdir(exist_ok=True)
    lines = map(write_record, records) if lines is None else lines
    file.write_bytes(b"".join(packed(lines, compress=True, level=LEVEL)))
    jwk = jwk_of(SIGNING_KEY.public_key())
    key = PublishedKey("OKP", "Ed25519", jwk.x, thumbprint(jwk), "Ed25519", "sig")
    keys = file.with_name(file.name.removesuffix(".ndjson.zst") + ".jwks.json")
    keys.write_bytes(msgspec.json.encode(PublishedKeys((key,))) + b"\n")
    sys.stdout.write(f"{file}: {len(records)} games, {file.stat().st_size} bytes\n")


def games() -> Iterator[AnyRecord]:
    """Yield all games of the archive; the finished ones are signed, except for a few."""
    for number, record in enumerate(_finished()):
        renamed = _renamed(record, Random(f"names {number}"))
        if number % 12 == 5:
            renamed = as_recorded(renamed)
            # When people play at a table, nobody may have computed the head.
            yield replace(renamed, head=None) if number % 24 == 5 else renamed
        else:
            yield renamed if number % 50 == 7 else signed(renamed, SIGNER)
    for number in range(60):
        record = _renamed(_unfinished(number), Random(f"unfinished {number}"))
        yield as_recorded(record) if number % 10 == 9 else record


def _finished() -> Iterator[AnyRecord]:
    for wanted in WANTED:
        yield from _several(wanted, 6)
    for wanted in _other_ends():
        yield from _several(wanted, 3)
    for wanted in _all_options():
        yield from _several(wanted, 1)
    for players in (2, 3, 4):
        for end in ("resignation", "draw_agreed", "castle_goal", "few_territories"):
            yield from _several(
                Wanted(f"lively {players} {end}", {"players": players}, end, wildly), 3
            )
        yield from _several(Wanted(f"lively {players}", {"players": players}, "aborted", wildly), 4)
        talking = Wanted(f"talk {players}", {"players": players}, "resignation", _talking)
        yield from _several(talking, 6)


def _several(wanted: Wanted, number: int) -> Iterator[AnyRecord]:
    """Yield the first games that match, none of which is among the stored records."""
    named = wanted._replace(name=f"golden {wanted.name}")
    tried = (played(named, seed) for seed in count())
    fitting = (one for one in tried if named.end in {"", end_of(one)} and named.fits(one))
    yield from islice(fitting, number)


def _other_ends() -> Iterator[Wanted]:
    """Yield the ends that options allow and that the stored records do not have."""
    ways: dict[str, Requests] = {
        "resignation": until_one_side_is_left,
        "draw_agreed": until_all_agree,
        "aborted": called_off,
        "stalled": peacefully,
        "round_limit": anyhow,
    }
    for end, way in ways.items():
        limit = {"max_rounds": 2} if end == "round_limit" else {}
        for players in (2, 3):
            options = {"players": players, "setup": "yucata", **limit}
            yield Wanted(f"yucata {players} {end}", options, end, way)
        adjacent = {"players": 4, "seating": "adjacent", **limit}
        yield Wanted(f"adjacent {end}", adjacent, end, way)


def _all_options() -> Iterator[Wanted]:
    """Yield each start of the emperor, and all other options in every combination."""
    for segment in range(1, 16):
        players = 2 + segment % 3
        options: dict[str, Any] = {"players": players, "emperor_start": segment, "max_rounds": 2}
        yield Wanted(f"emperor {segment}", options, "", anyhow)
    for players, setup, seating, tie_break, rounds in product(
        (2, 3, 4),
        ("tabletop", "yucata"),
        ("opposite", "adjacent"),
        ("shared", "clan_markers"),
        (1, 6),
    ):
        if players == 4 and setup == "yucata":
            continue
        way = against_the_house if rounds == 6 else anyhow
        terms = {"setup": setup, "seating": seating, "tie_break": tie_break, "max_rounds": rounds}
        name = f"options {players} {setup} {seating} {tie_break} {rounds}"
        yield Wanted(name, {"players": players, **terms}, "", way)


def _talking(table: Table, random: Random) -> Iterator[Table]:
    """Offer draws, decline them, play on, and resign, at any time."""
    seats = list(range(len(table.game.seats)))
    for seat in seats:
        yield table.ask(seat, TakeSeat(seat, entropy=random.randbytes(seat).hex()))
    for _ in range(random.choice([0, 1, 2])):
        for _ in range(random.randrange(0, 12)):
            seat = due(table.game)
            yield table.ask(seat, action_of(table.game, seat, random))
            if table.game.finished:
                return
        first, second, *rest = random.sample(seats, len(seats))
        yield table.ask(first, OfferDraw())
        if rest:
            yield table.ask(rest[0], AcceptDraw())
        yield table.ask(second, DeclineDraw())
    while not table.game.finished:
        playing = [seat for seat in seats if not table.game.seats[seat].resigned]
        yield table.ask(random.choice(playing), Resign())


def _unfinished(number: int) -> AnyRecord:
    """Return a game up to some moment, starting with the open table."""
    way = (anyhow, against_the_house, wildly)[number % 3]
    requests = (0, 1, 2, 3, 5, 8, 12, 17, 25, 40)[number // 3 % 10]

    def some(table: Table, random: Random) -> Iterator[Table]:
        return islice(way(table, random), requests)

    options: dict[str, Any] = {"players": 2 + number % 4 % 3}
    if options["players"] < 4 and number // 4 % 2:
        options["setup"] = "yucata"
    wanted = Wanted(f"unfinished {number}", options, "unfinished", some)
    return next(_several(wanted, 1))


def _renamed(record: AnyRecord, random: Random) -> AnyRecord:
    """Return the record with other names; the dice do not depend on them."""

    def renamed(entry: RecordedEntry[Any]) -> RecordedEntry[Any]:
        action = entry.action
        if type(action) is not TakeSeat or action.bot is not None:
            return entry
        return replace(entry, action=replace(action, name=random.choice(NAMES)))

    entries = tuple(map(renamed, record.entries))
    last = steps_of(replace(record, entries=entries))[-1]
    return record_of(last.game, entries, last.head)


if __name__ == "__main__":
    put(Path(sys.argv[1]), list(games()))
