"""``carolus tournament``: an evening at real tables, from one file."""

import json
import os
import signal
import stat
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest

from domain.record.tournaments import TournamentRecord, rerun_tournament, statements_of
from domain.tournament.stream.announcement import Engine, RegistrationTerms, Swiss
from domain.tournament.stream.chance import next_seed
from domain.tournament.stream.events import EntrantRegistered, ResultCorrected
from service.access.signing import Verifier
from service.clubs import files
from service.clubs.entries import entry_of
from tests.support.servers.forking import context
from tests.support.tournaments import dying_desk
from tests.support.tournaments.desk import announcement
from tests.support.tournaments.evenings import ARBITER, NAMES, Evening, announced, ended, started


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where the tournament of a test goes."""
    return tmp_path / "club.json"


def lines(text: str) -> list[list[str]]:
    """Return the cells of a printed table, which a legend can follow."""
    return [line.split() for line in text.partition("\n\n")[0].splitlines()]


def test_an_evening_from_announcement_to_signature(file: Path) -> None:
    """The file is a record that anyone decides again, with the same head, and it is signed."""
    evening = ended(file)
    record = msgspec.json.decode(file.read_bytes(), type=TournamentRecord)
    again = rerun_tournament(record)
    assert again.refused is None
    assert (again.head, again.tournament) == (record.head, evening.state)
    assert evening.state.secret == files.read_secret(file).secret
    assert record.signature is not None
    verifier = Verifier([evening.state.organiser])
    signed = [verifier.verify(one) for one in (*record.receipts, record.signature)]
    assert [one.statement for one in signed] == statements_of(record, again)
    assert len(signed) == 3
    assert all(one.published for one in signed)


def test_standings_and_crosstable_show_everybody(file: Path) -> None:
    evening = ended(file)
    table = lines(evening.do("standings"))
    assert table[0] == ["rank", "name", "points", "MBH", "MSB", "WIN", "LOT"]
    assert {row[1] for row in table[1:]} == set(NAMES)
    assert sum(float(row[2]) for row in table[1:]) == 2 * (20 + 15)
    crosstable = lines(evening.do("crosstable"))
    assert [row[0] for row in crosstable[1:]] == [*"1234567"]
    assert len(lines(evening.do("standings", "--after", "1"))) == len(NAMES) + 1


def test_groups_have_tables_of_their_own_and_a_final(file: Path) -> None:
    """Seven in groups of four and three; two of each play the final, in two rounds."""
    words = ("--seats", "2", "--rounds", "9", "--format", "groups", "--qualify", "2")
    evening = started(file, *words)
    for _ in range(3):
        evening.round()
    table = evening.do("standings").splitlines()
    assert [line for line in table if line.startswith("Group")] == ["Group 1", "Group 2"]
    assert sum("  yes  " in line for line in table) == 4
    evening.do("publish", str(file.with_name("site")))
    standings = file.with_name("site").joinpath("standings.html").read_text("utf-8")
    assert standings.count("<td>yes</td>") == 4
    evening.round()
    assert len(evening.state.rounds[3].tables) == 2
    evening.round()
    ranks = [line.split()[0] for line in evening.do("end").splitlines()[1:]]
    assert ranks == ["1", "2", "3", "3", "5", "5", "7"]


def test_results_of_many_tables_at_once(file: Path, tmp_path: Path) -> None:
    """From a list with places or scores; the entries are those of one command for each table."""
    evening = started(file, "--seats", "2", "--rounds", "3")
    evening.do("pair")
    first, second, third = (one.players for one in evening.state.rounds[0].tables)
    listed = tmp_path / "results.csv"
    listed.write_text(
        f'table,places,scores\n2,{second[1]}={second[0]},\n3,,"7,9"\n1,"{first[1]},{first[0]}",\n'
    )
    said = evening.do("result", "--list", str(listed))
    assert said == "3 of 3 tables have a result; close the round to go on\n"
    results = [one.result for one in evening.state.rounds[0].tables]
    assert [one.ranks for one in results if one] == [(2, 1), (1, 1), (2, 1)]
    assert results[2] is not None
    assert results[2].scores == (7, 9)
    assert len(third) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("table,places\n1,Nobody\n", "line 2: 'Nobody' is not one of these entrants"),
        ('table,scores\n1,"1,0"\n9,"1,0"\n', "line 3: TN-ACT-4"),
        ('table,scores\n1,"1,0"\n1,"1,0"\n', "table 1 occurs twice (line 3, column table)"),
        ('table,scores\none,"1,0"\n', "'one' is not a table (line 2, column table)"),
        ("table,places,scores\n1,,\n", "expected either places or scores (line 2)"),
        ("table,score\n1,1\n", "expected table, places, scores"),
    ],
)
def test_a_list_of_results_with_a_fault(file: Path, tmp_path: Path, text: str, said: str) -> None:
    """Nothing of it is entered, and the line is named."""
    evening = started(file, "--seats", "2", "--rounds", "3")
    evening.do("pair")
    listed = tmp_path / "results.csv"
    listed.write_text(text)
    assert said in evening.refused("result", "--list", str(listed))
    assert evening.ask("result", "1", "--list", str(listed)).exit_code == 2
    assert evening.ask("result", "--list", str(listed), "--scores", "1,0").exit_code == 2
    assert evening.ask("result").exit_code == 2


@pytest.mark.parametrize(
    ("seats", "form", "said"),
    [
        ("2", "round-robin", "7 rounds, by berger; no pair meets more than once"),
        ("4", "round-robin", "by carolus-tables/1; no pair meets more than"),
        ("2", "groups", "3 rounds in 2 groups, by berger"),
        ("4", "swiss", ""),
    ],
)
def test_the_start_says_how_often_the_worst_pair_meets(
    file: Path, seats: str, form: str, said: str
) -> None:
    """For formats with a schedule, before round one."""
    evening = announced(file, "--rounds", "30", "--seats", seats, "--format", form)
    evening.do("enter", *NAMES)
    *table, last = evening.do("start").splitlines()
    assert said in last
    assert len(table) == len(NAMES) + bool(said)


def test_the_secret_is_not_in_the_file_before_the_end(file: Path) -> None:
    """It is in a file of its own, which only its owner can read."""
    evening = started(file)
    kept = files.secret_path(file)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    secret = files.read_secret(file)
    evening.round()
    for one in (secret.secret, secret.key):
        assert one not in file.read_text()
    evening.round()
    evening.do("end")
    assert secret.secret in file.read_text()
    assert secret.key not in file.read_text()


def test_without_the_secret_an_arbiter_pairs_by_hand(file: Path) -> None:
    """Nobody can draw or sign any more; results and rounds are not lost."""
    evening = started(file)
    evening.round()
    files.secret_path(file).unlink()
    assert "club.json.secret is missing" in evening.refused("pair")
    evening.do("pair", "--table", "1,2,3,4", "--table", "5,6,7", "--reason", "The disk broke")
    tables = [table.players for table in evening.state.rounds[-1].tables]
    assert tables == [(1, 2, 3, 4), (5, 6, 7)]
    assert "is missing" in evening.refused("end")


def test_a_rule_that_refuses_is_named_and_nothing_is_written(file: Path) -> None:
    evening = started(file)
    assert "TN-ENTER-1" in evening.refused("enter", "Late")
    evening.do("pair")
    assert "TN-NEXT-2" in evening.refused("pair")
    assert "TN-CLOSE-1" in evening.refused("close")
    players = ",".join(map(str, evening.state.rounds[0].tables[0].players))
    evening.do("result", "1", "--places", players)
    assert "TN-RESULT-2" in evening.refused("result", "1", "--places", players)
    assert "TN-ACT-4" in evening.refused("result", "9", "--places", "1")
    assert "TN-WHY-1" in evening.refused("withdraw", "Ana")
    evening.do("withdraw", "Ana", "--reason", "Ill")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("withdraw", "Ana", "--reason", "x" * 201), "expected 1 to 200 visible characters"),
        (("withdraw", "Ana", "--reason", ""), "expected 1 to 200 visible characters"),
        (("arbiter", " ", "--reason", "Help"), "name is invisible"),
        (("end", "--call-off", "--reason", "x" * 201), "expected 1 to 200 visible characters"),
    ],
)
def test_commands_write_no_line_that_they_could_not_read_again(
    file: Path, words: tuple[str, ...], expected: str
) -> None:
    """Such a line would make the whole evening unreadable."""
    evening = started(file)
    assert expected in evening.refused(*words)


def test_commands_write_no_score_that_they_could_not_read_again(file: Path) -> None:
    evening = started(file)
    evening.do("pair")
    others = ["1"] * (len(evening.state.rounds[0].tables[0].players) - 1)
    scores = ",".join([str(10**30), *others])
    assert "more than 64 bits" in evening.refused("result", "1", "--scores", scores)


def test_an_arbiter_without_a_name_announces_nothing(file: Path) -> None:
    new = ("new", "--name", "Evening", "--rounds", "1", "--arbiter", "")
    assert "name is invisible" in Evening(file).ask(*new).stderr
    assert not file.exists()
    assert not files.secret_path(file).exists()


def test_one_name_that_is_refused_enters_nobody(file: Path) -> None:
    evening = announced(file)
    said = evening.refused("enter", "Ana", "ANA")
    assert said.startswith("Error: ANA: TN-ENTER-3")
    assert evening.state.entrants == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name,rating\nAna,1500\nBerta,\n", [("Ana", 1500, ""), ("Berta", 0, "")]),
        ("\ufeffname;entropy\nAna;c0ffee\n", [("Ana", 0, "c0ffee")]),
        ('name\n"Ruiz, Ana"\n', [("Ruiz, Ana", 0, "")]),
    ],
)
def test_a_list_enters_everybody(
    file: Path, text: str, expected: Sequence[tuple[str, int, str]]
) -> None:
    evening = announced(file)
    members = file.with_name("members.csv")
    members.write_text(text, "utf-8")
    evening.do("enter", "--list", str(members))
    found = [event for event in evening.club.events if isinstance(event, EntrantRegistered)]
    assert [(one.people[0].name, one.rating, one.entropy) for one in found] == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("who\nAna\n", "has the columns who; expected name, rating, entropy"),
        ("name,rating\nAna,many\n", "'many' is not a rating (line 2, column rating)"),
        ("name,rating\nAna,1\nBerta\n", "more or fewer cells than the first one (line 3)"),
        ("name\nAna\n\u202eBerta\n", "(line 3, $.people[0].name)"),
        (
            "name\nAna\nBerta\u0670\n",
            "the letter before it; character 6 is U+0670 (line 3, $.people[0].name)",
        ),
        (
            "name,entropy\nAna,abc\n",
            "digits, lower case, at most 128 (line 2, $.entropy)",
        ),
        ("name,rating\nAna,99999\n", "(line 2, $.rating)"),
    ],
)
def test_a_list_that_is_wrong_names_line_and_field(file: Path, text: str, said: str) -> None:
    evening = announced(file)
    members = file.with_name("members.csv")
    members.write_text(text, "utf-8")
    assert said in evening.refused("enter", "--list", str(members))


def test_results_by_scores_ties_and_forfeits(file: Path) -> None:
    evening = started(file)
    evening.do("pair")
    full, small = evening.state.rounds[0].tables
    if len(full.players) < len(small.players):
        full, small = small, full
    at = {table.players: str(n) for n, table in enumerate(evening.state.rounds[0].tables, 1)}
    evening.do("result", at[full.players], "--scores", "3,9,3,1")
    first, second, third = (evening.state.entrants[one - 1].name for one in small.players)
    assert "leave out" in evening.refused("result", at[small.players], "--places", first)
    evening.do("result", at[small.players], "--forfeit", first, "--places", f"{second} = {third}")
    found = {table.players: table for table in evening.state.rounds[0].tables}
    result = found[full.players].result
    assert result is not None
    assert (result.ranks, result.scores) == ((2, 1, 2, 4), (3, 9, 3, 1))
    other = found[small.players]
    assert other.forfeits == small.players[:1]
    assert other.result is not None
    assert other.result.ranks == (3, 1, 1)


def test_a_correction_says_why_and_counts_from_then_on(file: Path) -> None:
    """Even after the next round is paired; that round stays as it is."""
    evening = started(file)
    evening.round()
    evening.do("pair")
    paired = evening.state.rounds[1]
    players = evening.state.rounds[0].tables[0].players
    reverse = ",".join(map(str, reversed(players)))
    before = evening.do("standings")
    evening.do("correct", "1", "1", "--places", reverse, "--reason", "Two slips exchanged")
    assert evening.do("standings") != before
    assert evening.state.rounds[1] == paired
    assert isinstance(evening.club.events[-1], ResultCorrected)
    assert evening.ask("correct", "1", "1", "--places", reverse).exit_code == 2
    again = ("correct", "1", "1", "--places", reverse, "--reason", "Again")
    assert "TN-CORRECT-2" in evening.refused(*again)
    left = ",".join(map(str, reversed(players[1:])))
    lost = ("--forfeit", str(players[0]), "--reason", "Never came")
    evening.do("correct", "1", "1", "--places", left, *lost)
    assert evening.state.rounds[0].tables[0].forfeits == players[:1]
    others = ",".join(map(str, players[1:]))
    evening.do("correct", "1", "1", "--places", others, "--reason", "Others exchanged, too")
    assert evening.state.rounds[0].tables[0].forfeits == players[:1]
    evening.do(*again, "--no-forfeits")
    assert evening.state.rounds[0].tables[0].forfeits == ()


def test_an_arbiter_who_plays_does_not_judge_that_table(file: Path) -> None:
    evening = announced(file, "--arbiter", "Ana")
    evening.do("enter", *NAMES)
    evening.do("start")
    evening.do("pair")
    tables = evening.state.rounds[0].tables
    at, table = next((n, one) for n, one in enumerate(tables, 1) if 1 in one.players)
    words = ("result", str(at), "--places", ",".join(map(str, table.players)))
    assert "say which arbiter decides, with --by: Zoe, Ana" in evening.refused(*words)
    assert "TN-JUDGE-1" in evening.refused(*words, "--by", "ana")
    assert "Eva is not an arbiter" in evening.refused(*words, "--by", "Eva")
    evening.do(*words, "--by", ARBITER)


def test_another_arbiter_decides_where_one_plays(file: Path) -> None:
    evening = announced(file)
    evening.do("enter", ARBITER, "Berta", "Carla", "Dora")
    evening.do("start")
    evening.do("pair")
    result = ("result", "1", "--scores", "1,2,3,4")
    assert "TN-JUDGE-1" in evening.refused(*result)
    assert "TN-WHY-1" in evening.refused("arbiter", "Max")
    said = evening.do("arbiter", "Max", "--reason", "Zoe plays")
    assert said == f"arbiters: {ARBITER}, Max\n"
    assert "TN-ARBITER-1" in evening.refused("arbiter", "max", "--reason", "Zoe plays")
    assert "TN-JUDGE-1" in evening.refused(*result, "--by", ARBITER)
    evening.do(*result, "--by", "Max")


def test_an_arbiter_with_a_conflict_of_interest(file: Path) -> None:
    """The organiser declares it; another arbiter decides there."""
    evening = announced(file, "--arbiter", "Max")
    evening.do("enter", *NAMES)
    said = evening.do("relation", ARBITER, "Ana", "--reason", "Her daughter")
    assert said.startswith(f"{ARBITER} does not judge Ana. Reason: Her daughter")
    assert "Reason: Her daughter" in evening.do("show")
    assert "TN-JUDGE-2" in evening.refused("relation", ARBITER, "Ana")
    assert "Eva is not an arbiter" in evening.refused("relation", "Eva", "Ana")
    expel = ("act", '{"type": "expel_entrant", "entrant": 1, "reason": "Why"}', "--by")
    assert "TN-JUDGE-1" in evening.refused(*expel, ARBITER)
    evening.do(*expel, "Max")


def test_a_late_player_enters_with_a_reason(file: Path) -> None:
    """The reason is in the record, with the other decisions of officials."""
    late = RegistrationTerms(late_until=2)
    terms = file.with_name("terms.json")
    terms.write_bytes(msgspec.json.encode(announcement(registration=late, real_tables=True)))
    evening = started(file, "--terms", str(terms))
    evening.do("pair")
    assert "TN-WHY-1" in evening.refused("enter", "Lara")
    evening.do("enter", "Lara", "--reason", "Her train was late")
    assert "Lara enters late. Reason: Her train was late" in evening.do("show")


def test_any_other_action_is_json(file: Path) -> None:
    evening = started(file)
    bye = {"type": "give_bye", "entrant": 3, "round": 1, "kind": "half", "reason": "Late train"}
    evening.do("act", json.dumps(bye))
    evening.do("pair")
    assert [one.player for one in evening.state.rounds[0].byes] == [3]
    unknown = evening.refused("act", '{"type": "dance"}')
    assert '"dance" is not a valid value; expected one of' in unknown
    assert "$.round" in evening.refused("act", '{"type": "close_round", "round": "one"}')
    assert "TN-ACT-1" in evening.refused("act", json.dumps(bye), "--organiser")
    evening.do("act", '{"type": "name_arbiter", "account": "' + "e" * 26 + '", "name": "Eva", '
               '"reason": "Zoe left"}', "--organiser")  # fmt: skip


def test_terms_from_a_file(file: Path) -> None:
    terms = file.with_name("terms.toml")
    terms.write_text(
        'name = "Open"\nruleset = "chess@1"\noptions = {}\nreal_tables = true\n'
        '[format]\nkind = "round_robin"\n'
        "[rules]\nseats = 2\nrounds = 5\nscales = [[60, 0]]\n"
        'tie_breaks = ["DE", "SB"]\nswiss = false\n'
    )
    evening = announced(file, "--terms", str(terms))
    evening.do("enter", *NAMES[:5])
    evening.do("start")
    while len(evening.state.rounds) < 5:
        evening.round()
    evening.do("end")
    terms.write_text(terms.read_text().replace("rounds = 5", 'rounds = "five"'))
    other = Evening(file.with_name("other.json"))
    result = other.ask("new", "--terms", str(terms), "--arbiter", ARBITER)
    assert result.exit_code == 1
    assert "$.rules.rounds" in result.stderr
    assert not other.path.exists()


def test_the_dutch_system_pairs_by_the_announced_program(file: Path) -> None:
    evening = announced(file, "--format", "dutch", "--rounds", "3")
    form = evening.state.announcement.format
    assert isinstance(form, Swiss)
    assert form.engine == Engine("dutch", "caissify-pairings", "0.5.0")
    evening.do("enter", *NAMES)
    evening.do("start")
    for _ in range(3):
        evening.round()
    met = [frozenset(table.players) for one in evening.state.rounds for table in one.tables]
    assert len(set(met)) == len(met) == 9


def test_a_command_that_cannot_finish_leaves_the_old_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = announced(file)
    before = file.read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        assert "No space left on device" in evening.refused("enter", "Ana")
    assert file.read_bytes() == before
    assert sorted(one.name for one in file.parent.iterdir()) == ["club.json", "club.json.secret"]


@pytest.mark.process
def test_a_kill_while_pairing_loses_nothing(file: Path) -> None:
    """The file is as before, and the next command draws the same round."""
    evening = started(file)
    before = file.read_bytes()
    pairing = context().Process(target=dying_desk.pair, args=(str(file),))
    pairing.start()
    pairing.join()
    assert pairing.exitcode == -signal.SIGKILL
    assert file.read_bytes() == before
    seed = next_seed(evening.state, bytes.fromhex(files.read_secret(file).secret))
    evening.do("pair")
    assert evening.state.seeds[-1].seed == seed


def test_of_two_commands_at_once_one_waits(file: Path) -> None:
    """No entry is lost, however they meet."""
    evening = announced(file)
    organiser = files.read_secret(file).organiser

    def enter(who: str) -> None:
        for number in range(8):
            with files.locked(file):
                club = files.read_club(file)
                entry: Any = entry_of(club.state.id, f"{who} {number}", 1)
                files.append(club, (organiser, entry))

    threads = [Thread(target=enter, args=(who,)) for who in ("Left", "Right")]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(evening.state.entrants) == 16


def test_a_file_that_was_edited_is_refused(file: Path) -> None:
    evening = started(file)
    file.write_text(file.read_text().replace("Berta", "Betta"))
    assert "was changed outside `carolus tournament`" in evening.refused("pair")
    file.write_text("[]")
    assert "is not the record of a tournament" in evening.refused("pair")
    assert "there is no file" in Evening(file.with_name("none")).ask("pair").stderr


def test_nothing_is_overwritten(file: Path) -> None:
    evening = started(file)
    words = ("--name", "Other", "--rounds", "1", "--arbiter", "Eva")
    assert "exists already" in evening.refused("new", *words)
    file.unlink()
    result = evening.ask("new", *words)
    assert "club.json.secret exists already" in result.stderr
    assert not file.exists()


def test_prints_have_the_head_and_no_markup_of_names(file: Path) -> None:
    """Names in any script, and names that look like markup, appear as they are."""
    evening = announced(file)
    evening.do("enter", *NAMES[:6], "<b>Eve & Co</b>")
    evening.do("start")
    evening.do("pair")
    head = evening.club.head
    for words in ((), ("--slips",), ("--html",), ("--html", "--slips")):
        text = evening.do("print", *words)
        assert head in text
        assert all(name in text for name in NAMES[:6])
        assert ("<b>" in text) is ("--html" not in words)
    assert "Round 1 begins." in evening.do("show", "--language", "en")
    assert head in evening.do("show")


def test_a_tournament_can_be_called_off(file: Path) -> None:
    evening = started(file)
    assert evening.ask("end", "--call-off").exit_code == 2
    evening.do("end", "--call-off", "--reason", "Fire alarm")
    assert evening.state.phase == "aborted"
    assert evening.club.record.signature is not None
