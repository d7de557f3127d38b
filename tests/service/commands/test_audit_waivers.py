"""``carolus audit``: what it prints about moments that were drawn without links, or never."""

from pathlib import Path
from random import Random
from typing import Any

from click.testing import Result

from domain.chance import SCHEME, commitment
from domain.links import Chain, chain_of, name_of
from domain.record.record import AnyRecord, RecordedEntry, record_of, write_record
from domain.record.replay import replay
from domain.ruleset import CHANCE
from domain.table.actions import (
    AcceptWaiver,
    Adjudicate,
    CallOffGame,
    DrawMoment,
    OfferWaiver,
    Resign,
    TakeSeat,
)
from domain.table.contributions import GivenLink
from domain.table.game import TABLE
from tests.records.test_witnesses import entries_of
from tests.support.games.table import ID, SECRET, Table, action_of, due, opened
from tests.support.servers.commands import run


def waiting() -> tuple[Table, list[RecordedEntry[Any]]]:
    """Return a game whose first moment waits for the links of two seats, and its entries."""
    table = opened(links=True)
    assert table.game.scheme == SCHEME
    entries = entries_of(table)
    for seat in (0, 1):
        table.ask(TABLE, TakeSeat(seat, tip=chain(seat).tip.hex()))
        entries += entries_of(table)
    return table, entries


def audit(path: Path, *records: AnyRecord) -> Result:
    """Audit these records without keys."""
    path.write_bytes(b"".join(write_record(one) + b"\n" for one in records))
    result = run("audit", str(path), "--unsigned", "--language", "en", "--jobs", "1")
    assert result.exit_code == 0, result.output
    return result


def links(moment: int) -> tuple[GivenLink, ...]:
    """Return the links of both seats for a moment."""
    return tuple(GivenLink(seat, chain(seat).link(moment).hex()) for seat in (0, 1))


def chain(seat: int) -> Chain:
    """Return the chain of a seat."""
    return chain_of(name_of(ID, commitment(SECRET)), seat, bytes([seat]) * 32)


def waived_game(*, later: int = 0) -> AnyRecord:
    """Return the record of a game whose first moment was drawn without the links of two seats.

    The ``later`` moments have links.
    """
    table, entries = waiting()
    for seat, action in ((0, OfferWaiver()), (1, AcceptWaiver())):
        table.ask(seat, action)
        entries += entries_of(table)
    if table.game.awaits_chance:
        table.ask(CHANCE, DrawMoment(1, missing=(0, 1)))
        entries += entries_of(table)
    while table.game.moments <= later:
        if table.game.awaits_chance:
            moment = table.game.moments + 1
            table.ask(CHANCE, DrawMoment(moment, links(moment)))
        else:
            seat = due(table.game)
            table.ask(seat, action_of(table.game, seat, Random(1)))
        entries += entries_of(table)
    table.ask(due(table.game), Resign())
    entries += entries_of(table)
    head = replay(record_of(table.game, entries, b"")).head
    return record_of(table.game, entries, bytes.fromhex(head))


def test_both_values_of_a_waived_moment(tmp_path: Path) -> None:
    """A later link leads to those that were withheld, so the audit also draws with them."""
    table, _ = waiting()
    table.ask(CHANCE, DrawMoment(1, links(1)))
    drawn = [one for one in entries_of(table) if not isinstance(one.action, DrawMoment)]
    expected = "; ".join(table.game.rules.write_action(one.action) for one in drawn)
    for later in (1, 2):
        result = audit(tmp_path / "games.ndjson", waived_game(later=later))
        first, without, other = result.stdout.splitlines()[:3]
        assert first.endswith(f"game {ID}, moment 1: everyone agreed to go on without links")
        assert without.startswith("  without the links of seat 0, seat 1: arrange_table ")
        assert other == f"  with them: {expected}"
        assert other.partition(": ")[2] != without.partition(": ")[2]


def test_the_other_value_is_unknown_before_a_later_link(tmp_path: Path) -> None:
    """What was drawn is in the record; what the links would have given is not."""
    result = audit(tmp_path / "games.ndjson", waived_game())
    first, drawn, other = result.stdout.splitlines()[:3]
    assert first.endswith(f"game {ID}, moment 1: everyone agreed to go on without links")
    assert drawn.startswith("  without the links of seat 0, seat 1: arrange_table ")
    assert "; roll_dice " in drawn
    assert other == "  with them: other dice, which no later link of the record leads to"


def test_games_that_were_ended_before_chance_answered(tmp_path: Path) -> None:
    """Someone who knows the answer could have had a game ended because of it."""
    stopped = []
    for action in (Adjudicate(("white",), "silence", "a" * 26), CallOffGame()):
        table, entries = waiting()
        table.ask(TABLE, action)
        entries += entries_of(table)
        head = replay(record_of(table.game, entries, b"")).head
        stopped.append(record_of(table.game, entries, bytes.fromhex(head)))
    for record, who in zip(stopped, ("an arbiter", "the service"), strict=True):
        result = audit(tmp_path / "games.ndjson", record)
        said = f"line 1: game {ID}: {who} ended it before chance drew moment 1"
        assert result.stdout.splitlines()[0].endswith(said)
        assert "1 record: note, moment was left open (RC-DICE-7)" in result.stdout
