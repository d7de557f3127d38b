"""Reserved seats, and the table of a tournament in the first event (TB-SIT-8, TB-RESERVE)."""

from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from domain.record.audit import audit
from domain.record.record import AnyRecord, read_record, write_record
from domain.record.synopsis import synopsis
from domain.record.text import parse_text, write_text
from domain.refusal import Malformed
from domain.table.actions import Resign, TakeSeat
from domain.table.decide import open_game
from domain.table.events import GameOpened, GameStarted
from domain.table.rematch import rematch_of
from domain.table.reserving import TournamentTable
from service.access.record_verifier import RecordVerifier
from tests.support.games import spec
from tests.support.games.table import RULES, Table, opened
from tests.support.proof.records import proved, recorded

ANA, BEA = "a" * 26, "b" * 26
NAMES = ("Ana", "Greedy")
PLACE = TournamentTable("club-2026", 2, 3)
HEAD = "carolus-record/1\nruleset carolus-magnus@1\n"


def table(
    *reserved: str, place: TournamentTable | None = PLACE, names: tuple[str, ...] = ()
) -> Table:
    """Return the table of a tournament whose seats are reserved for these, under these names."""
    return opened(max(2, len(reserved)), tournament=place, reserved=reserved, reserved_names=names)


@pytest.mark.rule("TB-SIT-8")
def test_players_take_the_seats_reserved_for_them() -> None:
    at = table(ANA, "bot:greedy").ask(0, TakeSeat(0, "Ana", player=ANA))
    at.ask(0, TakeSeat(0, "Ana", player=ANA)).nothing_happened()
    at.ask("table", TakeSeat(1, bot="greedy")).then(GameStarted(), status="running")


@pytest.mark.rule("TB-SIT-8", refused=True)
@pytest.mark.parametrize(
    ("seat", "sits", "who"),
    [
        (0, TakeSeat(0, "Bea", player=BEA), BEA),
        (0, TakeSeat(0, "Ana"), None),
        (0, TakeSeat(0, bot="greedy"), "bot:greedy"),
        (1, TakeSeat(1, bot="random"), "bot:random"),
        (1, TakeSeat(1, "Ana", player=ANA), ANA),
    ],
)
def test_nobody_else_takes_a_reserved_seat(seat: int, sits: TakeSeat, who: str | None) -> None:
    """Neither another account, nor a person without one, nor a house bot in their place."""
    facts = table(ANA, "bot:greedy").ask("table", sits).refused("TB-SIT-8", "seat_is_reserved")
    assert facts.facts == {"seat": seat, "reserved": (ANA, "bot:greedy")[seat], "who": who}


@pytest.mark.rule("TB-SIT-9", "TB-RESERVE-3")
def test_players_play_under_the_names_of_their_seats() -> None:
    """House bots, too; the first event has the names."""
    at = table(ANA, "bot:greedy", names=NAMES)
    assert at.batch is not None
    assert (at.batch.events[0].reserved_names, at.game.name_for(1)) == (NAMES, "Greedy")
    at.ask(0, TakeSeat(0, "Ana", player=ANA)).ask("table", TakeSeat(1, "Greedy", "greedy"))
    assert at.game.names == NAMES


@pytest.mark.rule("TB-SIT-9", refused=True)
@pytest.mark.parametrize("name", ["Bea", "ana", None])
def test_nobody_plays_under_another_name(name: str | None) -> None:
    at = table(ANA, BEA, names=("Ana", "Bea")).ask(0, TakeSeat(0, name, player=ANA))
    facts = at.refused("TB-SIT-9", "name_is_given").facts
    assert facts == {"seat": 0, "name": name, "expected": "Ana"}


@pytest.mark.rule("TB-RESERVE-3", refused=True)
@pytest.mark.parametrize("reserved", [(ANA, BEA), ()])
def test_all_reserved_seats_have_names_or_none(reserved: tuple[str, ...]) -> None:
    facts = {"names": 1, "reserved": len(reserved)}
    refused = spec.refused(
        "TB-RESERVE-3",
        "one_name_for_each_seat",
        lambda: table(*reserved, place=PLACE if reserved else None, names=("Ana",)),
    )
    assert refused.facts == facts


@pytest.mark.rule("TB-RESERVE-1")
@pytest.mark.parametrize("place", [PLACE, None])
def test_the_first_event_has_both(place: TournamentTable | None) -> None:
    at = table(ANA, "bot:greedy", place=place)
    assert at.batch is not None
    (event,) = at.batch.events
    assert isinstance(event, GameOpened)
    assert (event.tournament, event.reserved) == (place, (ANA, "bot:greedy"))
    assert (at.game.tournament, at.game.reserved) == (place, (ANA, "bot:greedy"))


@pytest.mark.rule("TB-RESERVE-2")
def test_other_games_have_neither_member() -> None:
    """So their bytes and hashes stay as they are."""
    plain = opened().batch
    assert plain is not None
    for one in (plain.events[0], plain.entries[0].action):
        assert not {"tournament", "reserved", "reserved_names"} & msgspec.to_builtins(one).keys()


@pytest.mark.rule("TB-RESERVE-1", refused=True)
@pytest.mark.parametrize(
    ("reason", "open_it"),
    [
        ("one_for_each_seat", lambda: opened(3, reserved=(ANA, BEA))),
        ("account_twice", lambda: table(ANA, ANA)),
        ("no_such_house_bot", lambda: table(ANA, "bot:nobody")),
    ],
)
def test_a_game_that_could_never_start_is_refused(
    reason: str, open_it: Callable[[], Table]
) -> None:
    spec.refused("TB-RESERVE-1", reason, open_it)


@pytest.mark.rule("TB-RESERVE-2", refused=True)
def test_a_table_of_a_tournament_is_for_its_players() -> None:
    spec.refused("TB-RESERVE-2", "seats_are_not_reserved", lambda: opened(2, tournament=PLACE))


def test_a_rematch_belongs_to_no_tournament() -> None:
    """It adds no game to it, and everyone keeps their seat as in any rematch."""
    at = table(ANA, "bot:greedy").ask(0, TakeSeat(0, player=ANA))
    at.ask("table", TakeSeat(1, bot="greedy")).ask(0, Resign())
    again = open_game("again", RULES, rematch_of(at.game, "ab" * 32)).game
    assert (again.tournament, again.reserved) == (None, ())


def played() -> AnyRecord:
    """Return the record of a game of a tournament."""
    at = table(ANA, "bot:greedy", names=NAMES)

    def requests() -> Iterator[Table]:
        yield at.ask(0, TakeSeat(0, "Ana", player=ANA))
        yield at.ask("table", TakeSeat(1, "Greedy", "greedy"))
        yield at.ask(0, Resign())

    return recorded(at, requests(), Random(1))


def test_every_form_of_a_record_has_all_of_it() -> None:
    record = played()
    proved(record)
    assert read_record(write_record(record)) == record
    assert parse_text(write_text(record)) == record
    assert 'reserved_names ["Ana","Greedy"]' in write_text(record)
    assert synopsis(record, finished=True).tournament == PLACE


@pytest.mark.parametrize(
    "other", [None, replace(PLACE, id="other"), replace(PLACE, round=1), replace(PLACE, table=1)]
)
def test_a_record_cannot_be_moved_to_another_table(other: TournamentTable | None) -> None:
    record = played()
    first = record.entries[0]
    moved = replace(first, action=replace(first.action, tournament=other))
    found = audit(replace(record, entries=(moved, *record.entries[1:])), RecordVerifier()).findings
    assert "RC-HEAD-1" in {one.rule for one in found if one.weight == "breach"}


@pytest.mark.parametrize(
    "text", ["club", "club 1", "club 1 2 3", "club 0 1", "club one 2", "; 1 2"]
)
def test_a_line_that_names_no_table_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="tournament needs the id of a tournament"):
        parse_text(f"{HEAD}tournament {text}\nplayer 0\n")


@pytest.mark.parametrize("text", ["", "Ana", "[]", '["Ana", 1]', '["\u200bAna"]', '{"Ana": 1}'])
def test_a_line_that_gives_no_names_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="reserved_names needs for each seat a name"):
        parse_text(f"{HEAD}reserved_names {text}\nplayer 0\n")


@pytest.mark.parametrize("text", ["", "Ana", f"{ANA} bot:", f"{ANA}, {BEA}", " ".join([ANA] * 9)])
def test_a_line_that_reserves_nothing_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="reserved needs for each seat an account"):
        parse_text(f"{HEAD}reserved {text}\nplayer 0\n")
