"""``carolus results``: the crosstable of the games of an archive."""

import csv
import io
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.record.jws import thumbprint
from domain.record.record import AnyRecord, write_record
from domain.record.synopsis import SeatSynopsis, Synopsis
from domain.table.actions import Adjudicate, CallOffGame, Resign, TakeSeat
from domain.table.game import TABLE, By
from service.access.signing import Signer, jwk_of
from service.archives.crosstable import Crosstable, Meetings, csv_of
from service.cli import main
from tests.support.games.continued import continued, played
from tests.support.proof.records import records, signed
from tests.support.proof.short_games import short_game

RECORDS = records()
ANA, BEA = "a" * 26, "b" * 26
NONE, HALF, WHOLE = (Meetings(Fraction(points, 2), 1) for points in range(3))
WHITE: tuple[By, Any] = (TABLE, Adjudicate(("white",)))
DRAW: tuple[By, Any] = (TABLE, Adjudicate(("white", "black")))


def results(*words: str | Path, given: bytes = b"") -> Result:
    """Run the command; it accepts games that nobody vouches for."""
    return results_signed("--unsigned", *words, given=given)


def results_signed(*words: str | Path, given: bytes = b"") -> Result:
    """Run the command in this process."""
    asked = ["results", *map(str, words), "--jobs", "1"]
    return CliRunner().invoke(main, asked, input=given, prog_name="carolus")


def archive(path: Path, *content: AnyRecord) -> Path:
    """Write an archive of these games."""
    path.write_bytes(b"".join(write_record(one) + b"\n" for one in content))
    return path


def rows(text: str | bytes) -> list[dict[str, str]]:
    """Return the lines of a CSV by the names of its columns."""
    whole = text if isinstance(text, str) else text.decode()
    return list(csv.DictReader(io.StringIO(whole, newline="")))


def duel(
    number: int, first: TakeSeat | str, second: TakeSeat | str, end: tuple[By, Any] | None = WHITE
) -> AnyRecord:
    """Return a game for two, in which white (the first one) wins if nothing else is said."""
    sits = [
        TakeSeat(seat, name=one) if isinstance(one, str) else one
        for seat, one in enumerate((first, second))
    ]
    return short_game(f"game-{number}", sits, end, secret=bytes([number]) * 32)


def test_a_crosstable(tmp_path: Path) -> None:
    """Totals, and what each player scored against each other one."""
    path = archive(
        tmp_path / "a.ndjson",
        duel(1, "Ana", "Bea"),
        duel(2, "Bea", "Ana", DRAW),
        duel(3, "Bea", "Cid"),
        duel(4, "Cid", "Dora", (0, Resign())),
    )
    result = results("--csv", path)
    assert result.exit_code == 0, result.output
    assert result.stdout_bytes == (
        b"rank,player,kind,account,games,wins,draws,losses,points,"
        b"1 Ana,1 Ana games,2 Bea,2 Bea games,3 Dora,3 Dora games,4 Cid,4 Cid games\r\n"
        b"1,Ana,name,,2,1,1,0,1.5,x,x,1.5,2,,0,,0\r\n"
        b"1,Bea,name,,3,1,1,1,1.5,0.5,2,x,x,,0,1,1\r\n"
        b"3,Dora,name,,1,1,0,0,1,,0,,0,x,x,1,1\r\n"
        b"4,Cid,name,,2,0,0,2,0,,0,0,1,0,1,x,x\r\n"
    )
    assert [line.split() for line in results(path).stdout.splitlines()] == [
        ["rank", "player", "games", "wins", "draws", "losses", "points", "1", "2", "3", "4"],
        ["1", "Ana", "2", "1", "1", "0", "1.5", "x", "1.5/2", "-", "-"],
        ["1", "Bea", "3", "1", "1", "1", "1.5", "0.5/2", "x", "-", "1/1"],
        ["3", "Dora", "1", "1", "0", "0", "1", "-", "-", "x", "1/1"],
        ["4", "Cid", "2", "0", "0", "2", "0", "-", "0/1", "0/1", "x"],
    ]


def test_one_of_one_differs_from_one_of_three(tmp_path: Path) -> None:
    """A cell without the number of games would not show that the others were lost."""
    games = [duel(1, "Ana", "Bea"), duel(2, "Bea", "Ana"), duel(3, "Bea", "Ana")]
    other = duel(4, "Cid", "Bea")
    path = archive(tmp_path / "a.ndjson", *games, other)
    ana, cid = (
        next(one for one in rows(results("--csv", path).stdout_bytes) if one["player"] == name)
        for name in ("Ana", "Cid")
    )
    assert (ana["1 Bea"], ana["1 Bea games"]) == ("1", "3")
    assert (cid["1 Bea"], cid["1 Bea games"]) == ("1", "1")
    lines = results(path).stdout.splitlines()
    assert [line.split()[7] for line in lines if "Ana" in line or "Cid" in line] == ["1/3", "1/1"]


@pytest.mark.parametrize(("players", "cells"), [(10, 10), (11, 0)])
def test_a_wide_crosstable_is_not_printed(tmp_path: Path, players: int, cells: int) -> None:
    """People read the totals; the CSV has everything."""
    games = [duel(number, f"P{number}", "P0") for number in range(1, players)]
    head, *lines = results(archive(tmp_path / "a.ndjson", *games)).stdout.splitlines()
    assert (len(head.split()), len(lines)) == (7 + cells, players)


def test_accounts_names_and_bots_are_distinguished(tmp_path: Path) -> None:
    """An account stays one player under any name; the same name without one is another player.

    The table shows an account's name in the game that ended last.
    """
    first = duel(1, TakeSeat(0, name="Anna", player=ANA), TakeSeat(1, name="Ana", player=BEA))
    second = duel(2, TakeSeat(0, name="Ana", player=ANA), "Ana")
    assert first.entries[-1].at > second.entries[-1].at
    path = archive(
        tmp_path / "a.ndjson",
        first,
        second,
        duel(3, TakeSeat(0, player=ANA), TakeSeat(1, bot="greedy")),
        duel(4, TakeSeat(0, name="greedy"), TakeSeat(1)),
    )
    found = rows(results("--csv", path).stdout_bytes)
    assert [(one["kind"], one["player"], one["account"], one["points"]) for one in found] == [
        ("account", "Anna", ANA, "3"),
        ("name", "greedy", "", "1"),
        ("unknown", "(no name)", "", "0"),
        ("account", "Ana", BEA, "0"),
        ("name", "Ana", "", "0"),
        ("house bot", "greedy", "", "0"),
    ]


def test_games_of_three_and_partners(tmp_path: Path) -> None:
    """A shared victory shares the point, partners both get it, and second beats third."""
    three, four = RECORDS["3-few-territories"], RECORDS["4-castle-goal"]
    assert three.outcome.winners == ("black",)
    found = {one["player"]: one for one in rows(results("--csv", *written(tmp_path, three)).stdout)}
    winner, other, loser = found["Žofie"], found["Ana"], found["李小龙"]
    assert (winner["points"], winner["1 Žofie"], winner["2 Ana"]) == ("1", "x", "1")
    assert (loser["points"], loser["1 Žofie"], loser["2 Ana"]) == ("0", "0", "0")
    assert (other["1 Žofie"], other["3 李小龙"]) == ("0", "1")
    assert other["rank"] == loser["rank"] == "2"
    found = {one["player"]: one for one in rows(results("--csv", *written(tmp_path, four)).stdout)}
    points = [found[seat.name or seat.bot or "(no name)"]["points"] for seat in four.seats]
    assert sorted(points) == ["0", "0", "1", "1"]
    partners = [name for name, one in found.items() if one["points"] == "1"]
    column = next(one for one in found[partners[0]] if one.endswith(f" {partners[1]}"))
    assert found[partners[0]][column] == ""


def written(folder: Path, *games: AnyRecord) -> list[Path]:
    """Write one file for each game."""
    return [archive(folder / f"{one.id}.ndjson", one) for one in games]


def synopsis_of(order: str, *seats: tuple[str, str, bool]) -> Synopsis:
    """Return a game of these names, sides, and whether they left it.

    ``order`` names the sides, best first, with a slash between sides of equal rank.
    """
    made = tuple(
        SeatSynopsis(number, side, name, None, "greedy" if left else None, False, left, 0)
        for number, (name, side, left) in enumerate(seats)
    )
    groups = [group.split("/") for group in order.split()]
    standing = [
        {"side": side, "rank": 1 + sum(map(len, groups[:at])), "score": 0, "rule": "A-B-1"}
        for at, group in enumerate(groups)
        for side in group
    ]
    outcome = {"reason": "castle_goal", "winners": groups[0], "standing": standing}
    return Synopsis(made, outcome, "", "", "", None, 0)


def test_who_resigned_has_lost_although_the_house_won_for_them() -> None:
    """As in the results of accounts; it does not matter who is next."""
    table = Crosstable()
    seats = (("Ana", "white", True), ("Bea", "black", False), ("Cid", "gray", False))
    table.add(synopsis_of("white black/gray", *seats))
    points = {place.score.name: place.score.points for place in table.places()}
    assert set(points.values()) == {Fraction(0)}
    ana, bea, cid = sorted(place.player for place in table.places())
    assert (table.against(bea, ana), table.against(ana, cid)) == (WHOLE, NONE)
    assert table.against(bea, cid) == HALF


def test_second_place_beats_third() -> None:
    """Only the winner has points, but the pairs are compared by rank; equal ones are level."""
    table = Crosstable()
    seats = [(name, name, False) for name in ("Ana", "Bea", "Cid", "Dora")]
    table.add(synopsis_of("Cid Ana/Dora Bea", *seats))
    assert {place.score.name: place.score.points for place in table.places()} == {
        "Cid": 1,
        "Ana": 0,
        "Bea": 0,
        "Dora": 0,
    }
    ana, bea, cid, dora = sorted(place.player for place in table.places())
    assert (table.against(cid, ana), table.against(ana, cid)) == (WHOLE, NONE)
    assert (table.against(ana, bea), table.against(bea, ana)) == (WHOLE, NONE)
    assert table.against(ana, dora) == HALF


def test_a_side_that_left_is_behind_third_place() -> None:
    """Although the house came second for it."""
    table = Crosstable()
    seats = (("Ana", "white", False), ("Bea", "black", True), ("Cid", "gray", False))
    table.add(synopsis_of("white black gray", *seats))
    _, bea, cid = sorted(place.player for place in table.places())
    assert (table.against(bea, cid), table.against(cid, bea)) == (NONE, WHOLE)


def test_a_game_that_all_win_is_a_draw_of_all() -> None:
    """Thirds add up to whole points."""
    table = Crosstable()
    for _ in range(3):
        table.add(
            synopsis_of("red/blue/green", *((one, one, False) for one in ("red", "blue", "green")))
        )
    for place in table.places():
        assert (place.rank, place.score.draws) == (1, 3)
        assert place.score.points == Fraction(1)


def test_a_name_on_two_seats_does_not_play_itself() -> None:
    """It counts for both seats."""
    table = Crosstable()
    table.add(synopsis_of("white black", ("Ana", "white", False), ("Ana", "black", False)))
    (place,) = table.places()
    assert (place.score.games, place.score.wins, place.score.losses) == (2, 1, 1)
    assert table.against(place.player, place.player).games == 0


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+49", "'+49"),
        ("-Ana-", "'-Ana-"),
        ("@SUM(A1)", "'@SUM(A1)"),
        (" =1", "' =1"),
        ("＝1", "'＝1"),
        ("Ana;=cmd()", "Ana;'=cmd()"),
        ("Ana, = 1", "Ana,' = 1"),
        ('An"a, the 1st', 'An"a, the 1st'),
        ("Anne-Marie", "Anne-Marie"),
        ("a+b=c", "a+b=c"),
        ("مریم", "مریم"),
    ],
)
def test_no_name_becomes_a_formula(name: str, cell: str) -> None:
    """In any spreadsheet, whichever character it takes for the separator; other names stay."""
    table = Crosstable()
    table.add(synopsis_of("white black", (name, "white", False), ("Bea", "black", False)))
    text = b"".join(csv_of(table)).decode()
    first, second = rows(text)
    assert first["player"] == cell
    assert f"1 {cell}".replace("1 '", "1 ") in {one.replace("1 '", "1 ") for one in first}
    assert second["player"] == "Bea"
    assert {len(one) for one in csv.reader(io.StringIO(text, newline=""))} == {13}


def test_games_without_a_result_are_left_out(tmp_path: Path) -> None:
    """Duplicates count once, and the command says what is not in the table."""
    over, running = duel(1, "Ana", "Bea"), duel(2, "Ana", "Bea", None)
    off = duel(3, "Ana", "Bea", (TABLE, CallOffGame()))
    false = msgspec.structs.replace(RECORDS["2-stalled"], head="0" * 64)
    begun = msgspec.structs.replace(
        over,
        entries=over.entries[:-1],
        chance=msgspec.structs.replace(over.chance, secret=None),
        head=None,
        outcome=None,
        seats=running.seats,
    )
    path = archive(tmp_path / "a.ndjson", begun, over, over, running, off, false)
    (tmp_path / "notes.md").write_text("never read")
    result = results("--csv", tmp_path)
    assert result.exit_code == 1
    assert [(one["player"], one["games"]) for one in rows(result.stdout_bytes)] == [
        ("Ana", "1"),
        ("Bea", "1"),
    ]
    assert result.stderr.splitlines() == [
        "1 left out: not finished",
        "1 left out: called off",
        "1 left out: the record is invalid; `carolus audit` says why",
        f"{tmp_path / 'notes.md'}: skipped: the name is not that of an archive",
    ]
    assert results("--ruleset", "teg", path).stdout == ""


def test_games_are_chosen_by_label(tmp_path: Path) -> None:
    """Of an invalid record, nobody knows the label, so it cannot be passed over."""
    people = [TakeSeat(0, name="Ana"), TakeSeat(1, name="Bea")]
    games = [
        short_game(f"game-{number}", people, WHITE, bytes([number]) * 32, label)
        for number, label in enumerate(("Cup", "Cup", "Cup 2", None))
    ]
    path = archive(tmp_path / "a.ndjson", *games)
    result = results("--label", "Cup", "--csv", path)
    assert result.exit_code == 0, result.output
    assert {one["games"] for one in rows(result.stdout_bytes)} == {"2"}
    assert results("--label", "No cup", path).stdout == ""
    invalid = msgspec.structs.replace(games[3], head="0" * 64)
    assert results("--label", "Cup", archive(path, *games[:3], invalid)).exit_code == 1


def test_someone_must_vouch_for_the_games(tmp_path: Path) -> None:
    """As in an audit: without keys the command fails; with keys it leaves out unsigned games."""
    key = Ed25519PrivateKey.generate()
    path = archive(
        tmp_path / "a.ndjson", signed(duel(1, "Ana", "Bea"), Signer(key)), duel(2, "Ana", "Bea")
    )
    result = results_signed("--csv", path)
    assert result.exit_code == 1
    assert "Nobody vouches for 2 games" in result.stderr
    assert result.stdout == "", "a file would look proved"
    pinned = ("--key-thumbprint", thumbprint(jwk_of(key.public_key())))
    result = results_signed("--csv", *pinned, path)
    assert result.exit_code == 1
    assert rows(result.stdout_bytes)[0]["games"] == "1"
    assert "1 left out: the record is invalid" in result.stderr
    result = results_signed("--csv", *pinned, "--unsigned-game", "game-2", path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert rows(result.stdout_bytes)[0]["games"] == "2"


def test_a_partner_who_resigned_has_lost() -> None:
    """Although the side won: the other partner played on."""
    table = Crosstable()
    seats = (("Ana", "white", True), ("Bea", "black", False))
    partners = (("Cid", "white", False), ("Dora", "black", False))
    table.add(synopsis_of("white black", *seats, *partners))
    points = {place.score.name: place.score.points for place in table.places()}
    assert points == {"Ana": 0, "Bea": 0, "Cid": 1, "Dora": 0}


def test_a_file_without_records_is_reported_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text("# Notes\n\nSome words\nand more.\n")
    result = results(file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"{file}: no record was found (line 1: not JSON: ")
    assert result.stderr.count("\n") == 1


def test_nothing_to_count(tmp_path: Path) -> None:
    """Bad paths and empty archives end with status 2, and say why."""
    missing = results(tmp_path / "nowhere.ndjson")
    assert missing.exit_code == 2
    assert "there is no such file or folder" in missing.stderr
    empty = results("--csv", "-", given=b"")
    assert empty.exit_code == 2
    assert "No record was found." in empty.stderr


@pytest.mark.parametrize("reverse", [False, True])
def test_a_signed_game_counts_whatever_comes_before_it(tmp_path: Path, *, reverse: bool) -> None:
    """Not the forgery with the same id, nor one with its secret, which an option accepts."""
    key = Ed25519PrivateKey.generate()
    forged = [duel(1, "Ana", "Bea", (0, Resign())), duel(1, "Ana", "Bea", None)]
    thief = short_game("thief", [TakeSeat(0), TakeSeat(1)], WHITE, secret=bytes([1]) * 32)
    games = [*forged, thief, signed(duel(1, "Ana", "Bea"), Signer(key))]
    path = archive(tmp_path / "a.ndjson", *(reversed(games) if reverse else games))
    pinned = ("--key-thumbprint", thumbprint(jwk_of(key.public_key())))
    result = results_signed("--csv", *pinned, "--unsigned", path)
    assert [(one["player"], one["wins"]) for one in rows(result.stdout_bytes)] == [
        ("Ana", "1"),
        ("Bea", "0"),
    ]
    assert result.stderr == "2 left out: the record is invalid; `carolus audit` says why\n"
    assert result.exit_code == 1


def test_a_named_game_of_another_ruleset_is_there(tmp_path: Path) -> None:
    """The option is not a mistake, although the table does not contain the game."""
    path = archive(tmp_path / "a.ndjson", duel(1, "Ana", "Bea"))
    words = ("--ruleset", "teg", "--unsigned-game", "game-1", "--unsigned-game", "game-2", path)
    assert "--unsigned-game" not in results_signed(*words[:4], path).stderr
    assert results_signed(*words).stderr.count("there is no such game") == 1


def test_a_game_that_continues_another_is_left_out(tmp_path: Path) -> None:
    """Its players did not play up to its position; the command counts such games."""
    source = played()
    path = archive(tmp_path / "a.ndjson", continued(source), source.record)
    result = results("--csv", path)
    assert result.exit_code == 0, result.output
    assert result.stdout == results("--csv", archive(tmp_path / "b.ndjson", source.record)).stdout
    assert "1 left out: continues another game" in result.stderr
