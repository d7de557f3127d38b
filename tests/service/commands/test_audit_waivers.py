"""``carolus audit``: what it prints about moments for which everyone waived the links."""

from pathlib import Path

from domain.chance import SCHEME, commitment
from domain.links import chain_of, name_of
from domain.record.record import AnyRecord, record_of, write_record
from domain.record.replay import replay
from domain.ruleset import CHANCE
from domain.table.actions import AcceptWaiver, DrawMoment, OfferWaiver, Resign, TakeSeat
from domain.table.game import TABLE
from tests.records.test_witnesses import entries_of
from tests.support.games.table import ID, SECRET, due, opened
from tests.support.servers.commands import run


def waived_game() -> AnyRecord:
    """Return the record of a game whose first moment was drawn without the links of two seats."""
    name = name_of(ID, commitment(SECRET))
    table = opened(links=True)
    assert table.game.scheme == SCHEME
    entries = entries_of(table)
    for seat in (0, 1):
        tip = chain_of(name, seat, bytes([seat]) * 32).tip.hex()
        table.ask(TABLE, TakeSeat(seat, tip=tip))
        entries += entries_of(table)
    for seat, action in ((0, OfferWaiver()), (1, AcceptWaiver())):
        table.ask(seat, action)
        entries += entries_of(table)
    if table.game.awaits_chance:
        table.ask(CHANCE, DrawMoment(1, missing=(0, 1)))
        entries += entries_of(table)
    table.ask(due(table.game), Resign())
    entries += entries_of(table)
    head = replay(record_of(table.game, entries, b"")).head
    return record_of(table.game, entries, bytes.fromhex(head))


def test_both_values_of_a_waived_moment(tmp_path: Path) -> None:
    """What was drawn is in the record; what the links would have given is not."""
    path = tmp_path / "games.ndjson"
    path.write_bytes(write_record(waived_game()) + b"\n")
    result = run("audit", str(path), "--unsigned", "--language", "en", "--jobs", "1")
    assert result.exit_code == 0, result.output
    first, drawn, other = result.stdout.splitlines()[:3]
    assert first.endswith(f"game {ID}, moment 1: everyone agreed to go on without links")
    assert drawn.startswith("  without the links of seat 0, seat 1: arrange_table ")
    assert "; roll_dice " in drawn
    assert other == "  with them: other dice, which the record does not contain"
