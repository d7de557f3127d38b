"""``--engine``: an installed program pairs, is recorded, and pairs again in checks and audits."""

from pathlib import Path

import pytest

from domain.tournament.stream.announcement import Engine, Swiss
from domain.tournament.stream.events import RoundPaired
from tests.support.servers.commands import run
from tests.support.tournaments.engines import TOP_AND_BOTTOM, program, saying
from tests.support.tournaments.evenings import ARBITER, NAMES, Evening


def announced(folder: Path, engine: Path) -> Evening:
    """Return a tournament of seven that has started, and that this program pairs."""
    evening = Evening(folder / "club.json")
    words = ("--name", "Cup", "--rounds", "3", "--arbiter", ARBITER, "--format", "dutch")
    evening.do("new", *words, "--engine", str(engine))
    evening.do("enter", *NAMES)
    evening.do("start")
    return evening


def paired(evening: Evening) -> RoundPaired:
    """Return the last pairing."""
    return next(one for one in evening.club.events[::-1] if isinstance(one, RoundPaired))


def test_an_installed_program_pairs_and_is_recorded(tmp_path: Path) -> None:
    """Name and version are announced, and in the pairing; the path is nowhere."""
    engine = program(tmp_path)
    evening = announced(tmp_path, engine)
    form = Swiss(Engine("dutch", "Fake Pairings", "v1.2.0"))
    assert evening.state.announcement.format == form
    evening.do("pair", "--engine", str(engine))
    event, order = paired(evening), evening.state.order
    assert event.algorithm == "Fake Pairings v1.2.0"
    assert {frozenset(one) for one in event.tables} == {
        frozenset((order[at], order[at + 3])) for at in range(3)
    }
    assert [bye.player for bye in event.byes] == [order[6]]
    assert str(engine).encode() not in evening.path.read_bytes()


def test_the_rules_judge_the_pairs_of_a_program(tmp_path: Path) -> None:
    """In round two the same pairs would meet again: the rules refuse, and nothing is written."""
    engine = program(tmp_path)
    evening = announced(tmp_path, engine)
    evening.do("pair", "--engine", str(engine))
    evening.play()
    assert "TN-DUTCH-3" in evening.refused("pair", "--engine", str(engine))


def test_a_check_and_an_audit_ask_the_program_again(tmp_path: Path) -> None:
    """A program that pairs otherwise is found in both; without one, the audit notes that."""
    engine = program(tmp_path)
    evening = announced(tmp_path, engine)
    evening.do("pair", "--engine", str(engine))
    evening.play()
    said = evening.ask("check", "--engine", str(engine))
    assert (said.exit_code, said.stderr) == (0, "compared with Fake Pairings v1.2.0\n")
    assert said.stdout == "round 1: the same pairs and turns\n"
    turned = program(tmp_path, TOP_AND_BOTTOM.replace("white1", "black1"), "turned")
    done = evening.ask("check", "--engine", str(turned))
    assert done.exit_code == 1
    assert done.stdout.startswith("round 1: other turns: ")
    key = ("--key-thumbprint", evening.state.organiser)
    words = ("audit", "--tournament", str(evening.path), "--unfinished", *key)
    assert run(*words, "--engine", str(engine)).exit_code == 0
    noted = run(*words).stdout
    assert "note: Fake Pairings v1.2.0 proposed the pairs of round 1." in noted
    assert "pass --engine PATH. (RC-TOUR-4)" in noted
    other = program(tmp_path, TOP_AND_BOTTOM.replace("one + half)", "2 * half + 1 - one)"), "other")
    done = evening.ask("check", "--engine", str(other), "--round", "1")
    assert done.exit_code == 1
    assert done.stdout.startswith("round 1: other pairs: ")
    done = run(*words, "--engine", str(other))
    assert done.exit_code == 1
    assert "other pairs" in done.stdout
    evening.refused("check", "--engine", str(engine), "--round", "2")


def test_a_round_by_hand_is_not_a_difference(tmp_path: Path) -> None:
    engine = program(tmp_path)
    evening = announced(tmp_path, engine)
    by_hand = ("--table", "1,2", "--table", "3,4", "--table", "5,6", "--rest", "7")
    evening.do("pair", *by_hand, "--reason", "The program was on the other laptop")
    assert evening.do("check", "--engine", str(engine)) == "round 1: paired by hand\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (saying("sys.exit('no legal pairing')"), "exit status 1, no legal pairing"),
        (saying("pass"), "does not pair round 1: exit status 0"),
        (saying("open(sys.argv[-1], 'w').write('2\\n1 2\\n')"), "gives no list of pairs"),
        (saying("open(sys.argv[-1], 'w').write('1\\n1 99\\n')"), "gives no list of pairs"),
        (saying("open(sys.argv[-1], 'w').write('')"), "gives no list of pairs"),
        (saying("open(sys.argv[-1], 'w').write('1\\n1 2 3\\n')"), "gives no list of pairs"),
    ],
)
def test_a_program_that_fails_is_a_clear_error(tmp_path: Path, text: str, said: str) -> None:
    """Nothing is written; an arbiter can still pair by hand."""
    engine = program(tmp_path, text)
    evening = announced(tmp_path, engine)
    assert evening.state.announcement.format == Swiss(Engine("dutch", "Odd", "2.2"))
    assert said in evening.refused("pair", "--engine", str(engine))


def test_only_the_announced_program_pairs(tmp_path: Path) -> None:
    engine = program(tmp_path)
    evening = announced(tmp_path, engine)
    assert "Fake Pairings v1.2.0 is announced" in evening.refused("pair")
    newer = program(tmp_path, TOP_AND_BOTTOM.replace("v1.2.0", "v1.3.0"), "newer")
    said = evening.refused("pair", "--engine", str(newer))
    assert "this is Fake Pairings v1.3.0" in said
    missing = str(tmp_path / "missing")
    assert f"{missing} is not a program" in evening.refused("pair", "--engine", missing)
    mute = program(tmp_path, "print('hello')", "mute")
    assert "-r does not say name and version" in evening.refused("pair", "--engine", str(mute))


def test_a_program_is_for_the_dutch_system(tmp_path: Path) -> None:
    engine = str(program(tmp_path))
    evening = Evening(tmp_path / "club.json")
    words = ("--name", "Cup", "--rounds", "3", "--arbiter", ARBITER)
    assert evening.ask("new", *words, "--engine", engine).exit_code == 2
    evening.do("new", *words)
    evening.do("enter", *NAMES)
    evening.do("start")
    assert "no program was announced" in evening.refused("pair", "--engine", engine)
    done = evening.ask("pair", "--engine", engine, "--table", "1,2", "--reason", "No")
    assert done.exit_code == 2
