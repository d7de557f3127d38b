"""``carolus replay``: which game is meant, every way of showing it, and each way to refuse."""

import json
import os
import re
import signal
import subprocess
import sys
import termios
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
import zstandard
from click.testing import CliRunner, Result

from domain.record.record import AnyRecord, read_record, write_record
from domain.record.replay import replay
from service.cli import main
from service.cli.replayed import Replayed
from service.cli.stepping import Viewer
from tests.support.records import records
from tests.support.terminal import CAROLUS, read_until, resize, terminal

GAMES = records()
NAME = "2-castle-goal"
GAME = GAMES[NAME]
LAST = len(GAME.entries) - 1

RIGHT, LEFT, UP, DOWN = b"\x1bOC", b"\x1bOD", b"\x1bOA", b"\x1bOB"
"""What an xterm sends for its arrows to a program that has the whole screen."""


def run(*words: str, given: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["replay", *words], input=given, prog_name="carolus")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a folder of this test's own; return that of the log, which does not exist yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAROLUS_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    return tmp_path / "data"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file with the record of one game."""
    path = tmp_path / "game.json"
    path.write_bytes(write_record(GAME))
    return path


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return the record of the game with a change."""
    told = json.loads(write_record(GAME))
    change(told)
    return json.dumps(told).encode()


def moved(told: dict[str, Any]) -> int:
    """Let the emperor take too many steps, once; return the number of that entry."""
    moves = [
        number
        for number, entry in enumerate(told["entries"])
        if entry["action"]["type"] == "move_emperor"
    ]
    told["entries"][moves[3]]["action"]["steps"] = 99
    return moves[3]


BAD = changed(moved)
BAD_ENTRY = moved(json.loads(write_record(GAME)))


# --- which game ----------------------------------------------------------------------------------


def test_an_archive_is_listed_when_no_game_is_chosen(tmp_path: Path) -> None:
    archive = tmp_path / "games.ndjson"
    archive.write_bytes(b"".join(write_record(game) + b"\n" for game in GAMES.values()) + b"?\n")
    listed = run(str(archive))
    assert listed.exit_code == 2
    assert "games.ndjson holds more than one game; --game ID or --line N chooses" in listed.stderr
    lines = listed.stdout.splitlines()
    assert len(lines) == len(GAMES) + 1
    for number, (line, game) in enumerate(zip(lines, GAMES.values(), strict=False), start=1):
        assert line.startswith(f"line {number} ")
        assert f"{game.id}  {game.ruleset}  " in line
        assert all((seat.name or seat.bot or "nobody") in line for seat in game.seats)
    assert sum(line.endswith("no outcome") for line in lines) == sum(
        game.outcome is None for game in GAMES.values()
    )
    assert lines[-1].endswith("no record")


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "zstd"])
def test_a_game_of_an_archive_is_chosen_by_id_or_line(tmp_path: Path, packed: bool) -> None:
    games = list(GAMES.values())
    text = b"".join(write_record(game) + b"\n" for game in games)
    archive = tmp_path / "games.ndjson"
    archive.write_bytes(zstandard.compress(text) if packed else text)
    for number, game in enumerate(games, start=1):
        by_line = run(str(archive), "--line", str(number))
        assert by_line.exit_code == 0
        assert by_line.stdout.startswith(f"{game.ruleset}, game {game.id}: ")
    ids = [game.id for game in games]
    once = next(game for game in games if ids.count(game.id) == 1)
    by_id = run(str(archive), "--game", once.id)
    assert by_id.stdout == run(str(archive), "--line", str(ids.index(once.id) + 1)).stdout


def test_a_game_that_is_there_twice_is_chosen_by_line(tmp_path: Path) -> None:
    archive = tmp_path / "games.ndjson"
    archive.write_bytes((write_record(GAME) + b"\n") * 2)
    twice = run(str(archive), "--game", GAME.id)
    assert twice.exit_code == 2
    assert "--line N chooses one" in twice.stderr
    assert twice.stdout.count(GAME.id) == 2
    assert run(str(archive), "--game", GAME.id, "--line", "2").exit_code == 0


def test_standard_input_and_a_document_of_many_lines(file: Path) -> None:
    printed = run(str(file)).stdout
    assert run("-", given=file.read_bytes()).stdout == printed
    file.write_bytes(msgspec.json.format(file.read_bytes(), indent=2))
    assert run(str(file)).stdout == printed


def test_a_game_of_the_log(folder: Path) -> None:
    played = CliRunner().invoke(main, ["simulate", "1", "--seed", "r", "--json"])
    summary = json.loads(played.stdout)
    printed = run(summary["last"])
    assert printed.exit_code == 0
    assert f"game {summary['last']}: " in printed.stdout
    last = json.loads(run(summary["last"], "--json").stdout.splitlines()[-1])
    assert last["version"] == summary["events"]
    missing = run("nothing")
    assert (missing.exit_code, missing.stdout) == (1, "")
    assert missing.stderr == f"Error: there is no file 'nothing', and no such game in {folder}\n"


@pytest.mark.parametrize(
    ("words", "given", "expected"),
    [
        (("nothing",), b"", "there is no file 'nothing', and no log in "),
        (("-",), b"", "standard input: there is no game in it"),
        (("-", "--game", "x"), write_record(GAME), "standard input: there is no game 'x'"),
        (("-", "--line", "2"), write_record(GAME), "standard input: no game begins in line 2"),
        (("-",), b"\x1f\x8b\x08\x00", "compressed with gzip"),
        (("-",), b"{}", "standard input, line 1: not a record"),
        (("-",), b'{"\x1b[2J', "standard input, line 1: not a record"),
        (
            ("-",),
            changed(lambda told: told["entries"][2].update(by="\x1b")),
            "not a record at $.entries[2].by: ",
        ),
        (
            ("-",),
            changed(lambda told: told["entries"][2].update({"\x1b[2J": 0})),
            "unknown field `\\x1b[2J`",
        ),
        (("-",), changed(lambda told: told.update(ruleset="go@1")), "there is no ruleset 'go@1'"),
        (("-",), changed(lambda told: told.update(entries=[])), "the record has no entries"),
        (
            ("-", "--entry", "9999"),
            write_record(GAME),
            f"there is no entry 9999; the last is {LAST}\n",
        ),
        (("-", "--version", "9999"), write_record(GAME), "there is no version 9999; the last is "),
        (
            ("-", "--entry", str(BAD_ENTRY)),
            BAD,
            f"there is no entry {BAD_ENTRY}; the last is {BAD_ENTRY - 1} that holds\n",
        ),
        (
            ("-", "--svg", "x.svg", "--entry", "0"),
            write_record(GAME),
            "there is no board at entry 0; there is one from entry 3 on\n",
        ),
        (("-", "--svg", "nowhere/x.svg"), write_record(GAME), "nowhere/x.svg cannot be written: "),
        (("-", "--svg-all", "."), write_record(GAME), "there is something in it; name a new"),
        (("-", "--svg-all", "x"), write_record(GAMES["2-aborted"]), "the board was never laid out"),
        (("-", "--svg", "x.svg"), write_record(GAMES["2-aborted"]), "there is one at no entry\n"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    words: tuple[str, ...], given: bytes, expected: str, tmp_path: Path
) -> None:
    (tmp_path / "something").touch()
    result = run(*words, given=given)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert expected in result.stderr
    assert result.stderr.count("\n") == 1
    assert "\x1b" not in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["something"]


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("-", "--json", "--svg", "x"),
        ("-", "--svg", "x", "--svg-all", "y"),
        ("-", "--entry", "1", "--version", "1"),
        ("-", "--svg-all", "y", "--entry", "1"),
        ("-", "--entry", "-1"),
        ("-", "--line", "0"),
        ("-", "--language", "fr"),
    ],
)
def test_wrong_usage_ends_with_2(words: tuple[str, ...]) -> None:
    result = run(*words, given=write_record(GAME))
    assert (result.exit_code, result.stdout) == (2, "")


# --- printed -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_entry_is_printed_in_a_line(game: AnyRecord) -> None:
    printed = run("-", given=write_record(game))
    assert (printed.exit_code, printed.stderr) == (0, "")
    title, *lines, ending = printed.stdout.splitlines()
    assert title == f"{game.ruleset}, game {game.id}: {len(game.entries)} entries"
    numbered = lines[len(game.seats) :]
    assert [int(line.split()[0]) for line in numbered] == list(range(len(game.entries)))
    assert ending.startswith("aborted" if game.outcome is None else "over by ")


def test_the_words_of_a_line() -> None:
    printed = run("-", given=write_record(GAME)).stdout
    assert re.search(r"^ *\d+  seat 0 white\S*.*  choose_disc \d \| disc played: seat 0; disc \d$",
                     printed, re.MULTILINE)  # fmt: skip
    assert re.search(r"^ *\d+  chance +  roll_dice \w+.* \| dice rolled: seat \d; faces \w+",
                     printed, re.MULTILINE)  # fmt: skip


def test_one_entry_is_printed_with_its_board() -> None:
    steps = list(replay(GAME))
    for at in (3, 40, LAST):
        printed = run("-", "--entry", str(at), given=write_record(GAME)).stdout
        game = steps[at].game
        assert printed.startswith(f"entry {at} of {LAST}, version {game.version}\n")
        assert printed.endswith("\n\n" + game.rules.text(game.rules.view(game.position, "arbiter")))
        before = steps[at - 1].game.version
        for version in range(before + 1, game.version + 1):
            asked = run("-", "--version", str(version), given=write_record(GAME))
            assert asked.stdout == printed


def test_json_tells_every_step() -> None:
    printed = run("-", "--json", given=write_record(GAME))
    told = [json.loads(line) for line in printed.stdout.splitlines()]
    version = 0
    for number, (line, step) in enumerate(zip(told, replay(GAME), strict=True)):
        assert line["entry"] == number
        asked = {"by": line["by"], "at": line["at"], "action": line["action"]}
        assert asked == json.loads(msgspec.json.encode(step.entry))
        assert line["events"] == json.loads(msgspec.json.encode(step.events))
        version += len(step.events)
        assert (line["version"], line["head"]) == (version, step.head.hex())
    assert told[-1]["head"] == GAME.head
    one = run("-", "--json", "--entry", "7", given=write_record(GAME))
    assert json.loads(one.stdout) == told[7]


# --- a record that does not hold -----------------------------------------------------------------


def test_a_record_is_replayed_as_far_as_it_holds() -> None:
    printed = run("-", given=BAD)
    assert printed.exit_code == 1
    good = run("-", given=write_record(GAME)).stdout.splitlines()
    assert printed.stdout.splitlines()[3:-1] == good[3 : 3 + BAD_ENTRY]
    assert printed.stdout.endswith("\nrunning: not finished\n")
    assert re.fullmatch(
        rf"Error: entry {BAD_ENTRY} does not hold: CM-MOVE-1: The emperor takes .*\(.*99.*\)\n",
        printed.stderr,
    )
    assert "CM-MOVE-1: Der Kaiser" in run("-", "--language", "de", given=BAD).stderr


def test_json_tells_the_entry_that_does_not_hold() -> None:
    printed = run("-", "--json", given=BAD)
    assert printed.exit_code == 1
    told = [json.loads(line) for line in printed.stdout.splitlines()]
    assert [line["entry"] for line in told] == list(range(BAD_ENTRY + 1))
    assert told[-1]["action"] == {"type": "move_emperor", "steps": 99}
    refused = told[-1]["refusal"]
    assert (refused["rule"], refused["facts"]["steps"]) == ("CM-MOVE-1", 99)
    assert refused["message"].startswith("The emperor takes ")


def test_a_first_entry_that_does_not_hold() -> None:
    def swap(told: dict[str, Any]) -> None:
        told["entries"][0]["by"] = 0

    printed = run("-", given=changed(swap))
    assert printed.exit_code == 1
    assert printed.stderr.startswith("Error: entry 0 does not hold: RC-OPEN-1: The first entry ")
    assert run("-", "--svg-all", "x", given=changed(swap)).exit_code == 1
    viewer = Viewer(Replayed(read_record(changed(swap))), 0, "en")
    shown = [line.text for line in viewer.lines(80, 24)]
    assert any("entry 0 does not hold: RC-OPEN-1" in line for line in shown)


def test_what_a_record_calls_its_players_does_nothing_to_a_terminal() -> None:
    def name(told: dict[str, Any]) -> None:
        for entry in told["entries"]:
            if entry["action"]["type"] == "take_seat":
                entry["action"]["name"] = "A\u202eB"

    assert "A\\u202eB" in run("-", given=changed(name)).stdout
    assert "\u202e" not in run("-", given=changed(name)).stdout
    viewer = Viewer(Replayed(read_record(changed(name))), 1, "en")
    assert "\u202e" not in str(viewer.lines(80, 24))


# --- drawn ---------------------------------------------------------------------------------------


def test_one_position_is_drawn() -> None:
    last = list(replay(GAME))[-1].game
    assert run("-", "--svg", "last.svg", given=write_record(GAME)).exit_code == 0
    drawn = Path("last.svg").read_text(encoding="utf-8")
    assert drawn == last.rules.picture(last.rules.view(last.position, "arbiter"))
    printed = run("-", "--svg", "-", "--entry", str(LAST), given=write_record(GAME))
    assert printed.stdout == drawn
    assert run("-", "--svg", "-", "--entry", "9", given=write_record(GAME)).stdout != drawn


class _Page(HTMLParser):
    """What a page leads to, what it loads, and the tags it has open."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.tags.append(tag)
        if tag == "a":
            self.links.append(told["href"] or "")
        self.loads += [told[name] or "" for name in ("src", "srcset", "data") if name in told]

    def handle_data(self, data: str) -> None:
        self.text += data


def page_of(folder: Path) -> _Page:
    page = _Page()
    page.feed((folder / "index.html").read_text(encoding="utf-8"))
    return page


@pytest.mark.parametrize("name", [NAME, "3-resignation", "4-stalled"])
def test_the_album_has_a_picture_for_each_entry_that_changes_the_board(
    name: str, tmp_path: Path
) -> None:
    game = GAMES[name]
    done = run("-", "--svg-all", "new/album", given=write_record(game))
    assert (done.exit_code, done.stdout) == (0, "")
    album = tmp_path / "new" / "album"
    boards: dict[str, str] = {}
    shown = ""
    for number, step in enumerate(replay(game)):
        view = step.game.rules.view(step.game.position, "arbiter")
        board = "" if view is None else step.game.rules.picture(view)
        if board not in ("", shown):
            boards[f"{number:04}.svg"] = shown = board
    pictures = {path.name: path.read_text(encoding="utf-8") for path in album.glob("*.svg")}
    assert pictures == boards
    assert done.stderr.startswith(f"{len(boards)} pictures; open new/album/index.html ")
    for picture in pictures.values():
        # The pictures are our own, drawn a moment ago.
        assert ET.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314
    page = page_of(album)
    assert set(page.links) == set(boards)
    assert len(page.links) == len(game.entries) - int(min(boards)[:4])
    assert page.links == sorted(page.links)
    assert page.loads == []
    assert "http" not in (album / "index.html").read_text(encoding="utf-8").lower().replace(
        'http-equiv="', ""
    )


def test_the_album_of_a_record_that_does_not_hold_says_so(tmp_path: Path) -> None:
    assert run("-", "--svg-all", "album", given=BAD).exit_code == 1
    page = page_of(tmp_path / "album")
    assert f"entry {BAD_ENTRY} does not hold: CM-MOVE-1: " in page.text
    assert page.links[-1] == f"{BAD_ENTRY - 1:04}.svg"


def test_the_album_shows_names_as_they_are_written(tmp_path: Path) -> None:
    def name(told: dict[str, Any]) -> None:
        for entry in told["entries"]:
            if entry["action"]["type"] == "take_seat":
                entry["action"]["name"] = "<script src=x>$game"

    run("-", "--svg-all", "album", given=changed(name))
    page = page_of(tmp_path / "album")
    assert "<script src=x>$game" in page.text
    assert page.tags.count("script") == 1
    assert page.loads == []


# --- stepped through -----------------------------------------------------------------------------


def viewer(record: AnyRecord = GAME) -> Viewer:
    return Viewer(Replayed(record), 0, "en")


def press(shown: Viewer, *keys: str) -> int:
    for key in keys:
        shown.press(key)
    return shown.at


def test_keys_step_on_and_back() -> None:
    shown = viewer()
    assert [press(shown, key) for key in ("right", " ", "enter")] == [1, 2, 3]
    assert [press(shown, key) for key in ("left", "backspace", "left", "left")] == [2, 1, 0, 0]
    assert press(shown, "end") == LAST
    assert press(shown, "right") == LAST
    assert press(shown, "home") == 0
    assert press(shown, "x", "é", "\x1b", "410") == 0
    assert not shown.left


def test_keys_go_from_turn_to_turn() -> None:
    turns = Replayed(GAME).turns
    shown = viewer()
    for turn in turns:
        assert press(shown, "down") == turn
    assert press(shown, "page down") == LAST
    for turn in reversed([turn for turn in turns if turn < LAST]):
        assert press(shown, "up") == turn
    assert press(shown, "page up", "up") == 0


def test_a_turn_is_what_one_seat_does_in_a_row() -> None:
    game = Replayed(GAME)
    acted = [GAME.entries[turn].by for turn in game.turns]
    assert all(isinstance(by, int) for by in acted)
    assert all(one != other for one, other in pairwise(acted))
    first = game.turns[0]
    assert game.steps[first - 1].game.status == "running"
    assert (game.turn(first - 1), game.turn(first), game.turn(LAST)) == (0, 1, len(game.turns))


@pytest.mark.parametrize(
    ("keys", "at"),
    [
        (("3", "7", "enter"), 37),
        (("3", "7", "g"), 37),
        (("0", "enter"), 0),
        (("3", "7", "backspace", "enter"), 3),
        (("3", "backspace", "enter"), 8),
        (("3", "7", "\x1b"), 7),
        (("3", "7", "right", "right"), 8),
        ((str(LAST)[0], *str(LAST)[1:], "enter"), LAST),
    ],
)
def test_a_number_jumps_to_an_entry(keys: tuple[str, ...], at: int) -> None:
    shown = viewer()
    press(shown, "7", "enter")
    assert press(shown, *keys) == at


def test_a_number_jumps_to_a_turn_or_a_version() -> None:
    game = Replayed(GAME)
    shown = viewer()
    assert press(shown, "1", "t") == game.turns[0]
    assert press(shown, *str(len(game.turns)), "t") == game.turns[-1]
    for version in range(1, game.version + 1):
        at = press(shown, *str(version), "v")
        before = game.steps[at - 1].game.version if at else 0
        assert before < version <= game.steps[at].game.version


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (("9999", "enter"), f"There is no entry 9999; they are 0 to {LAST}."),
        (("0", "t"), "There is no turn 0; they are 1 to "),
        (("9999", "t"), "There is no turn 9999; they are 1 to "),
        (("9999", "v"), "There is no version 9999; they are 1 to "),
        (("1" * 5000, "enter"), f"There is no entry {'1' * 9}; "),
        (("12",), "12   Enter: to this entry"),
        (("g",), "Type the number of an entry, then Enter."),
    ],
)
def test_the_last_line_answers(keys: tuple[str, ...], told: str) -> None:
    shown = viewer()
    press(
        shown, "7", "enter", *(key for word in keys for key in (word if word.isdigit() else [word]))
    )
    assert shown.at == 7
    assert shown.lines(80, 24)[-1].text.startswith(told)
    press(shown, "\x1b")
    assert shown.lines(80, 24)[-1].text.startswith("→ ← step ")


def test_a_game_without_turns_says_so() -> None:
    shown = viewer(GAMES["2-aborted"])
    press(shown, "1", "t")
    assert shown.lines(80, 24)[-1].text == "There is no turn 1; there are none."


@pytest.mark.parametrize("key", ["q", "Q", "\x03", "\x04"])
def test_keys_leave(key: str) -> None:
    for before in ((), ("h",), ("3",)):
        shown = viewer()
        press(shown, *before, key)
        assert shown.left


def test_help_is_left_by_any_key() -> None:
    shown = viewer()
    before = shown.lines(80, 24)
    press(shown, "h")
    helped = "\n".join(line.text for line in shown.lines(80, 24))
    for key in ("Space", "Page Down", "Home", "37 Enter", "12 t", "150 v", "Tab", "q  "):
        assert key in helped
    press(shown, "right")
    assert shown.lines(80, 24) == before


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_the_screen_has_all_of_every_entry(game: AnyRecord) -> None:
    """On a large screen nothing is cut; on one of 80 by 24 Tab shows the rest of the board."""
    replayed = Replayed(game)
    shown = viewer(game)
    for at in range(len(game.entries)):
        assert shown.at == at
        step = replayed.steps[at]
        lines = [line.text for line in shown.lines(500, 60)]
        assert len(lines) == 60
        assert f"entry {at} of {len(game.entries) - 1} " in lines[0]
        assert lines[0].endswith(f" version {step.game.version}")
        assert lines[1] == f"{replayed.who(at)}: {replayed.action(at)}"
        assert all(f"  {event}".rstrip() in lines for event in replayed.events(at))
        board = replayed.board(at).splitlines()
        assert "\n".join(board) in "\n".join(lines)
        seen: set[str] = set()
        for _ in range(3):
            small = shown.lines(80, 24)
            assert len(small) == 24
            assert all(len(line.text) <= 80 for line in small[1:])
            seen.update(line.text for line in small)
            press(shown, "tab")
        assert set(board) <= seen
        press(shown, "right")


@pytest.mark.parametrize(("width", "height"), [(1, 1), (7, 2), (20, 5), (40, 10), (300, 3)])
def test_any_size_will_do(width: int, height: int) -> None:
    shown = viewer(read_record(BAD))
    for at in range(BAD_ENTRY + 1):
        assert shown.at == at
        assert len(shown.lines(width, height)) == height
        press(shown, "tab", "right")


def test_the_last_page_is_the_entry_that_does_not_hold() -> None:
    shown = viewer(read_record(BAD))
    assert press(shown, "end") == BAD_ENTRY
    lines = shown.lines(80, 40)
    wrong = " ".join(line.text.strip() for line in lines if line.style == "wrong")
    assert wrong == Replayed(read_record(BAD)).breach("en")
    assert any("seat" in line.text and "move_emperor 99" in line.text for line in lines)
    board = Replayed(read_record(BAD)).board(BAD_ENTRY - 1).splitlines()
    assert "\n".join(board) in "\n".join(line.text for line in lines)


# --- in a terminal -------------------------------------------------------------------------------


@pytest.mark.process
def test_a_person_steps_through_a_game(file: Path) -> None:
    with terminal(CAROLUS, "replay", file) as (typing, process):
        before = termios.tcgetattr(typing)
        read_until(typing, rf"entry 0 of {LAST} .*q quit")
        os.write(typing, RIGHT * 3 + b" \r" + LEFT)
        # What a new size paints is the whole screen, and not what is different from before.
        assert "Round 1" in repainted(typing, 4)
        os.write(typing, b"37\r")
        repainted(typing, 37)
        os.write(typing, DOWN + UP)
        repainted(typing, max(turn for turn in (0, *Replayed(GAME).turns) if turn <= 37))
        os.write(typing, b"\x1bOF")
        assert "over by castle goal: " in repainted(typing, LAST)
        os.write(typing, b"h")
        read_until(typing, "this help; any key leaves it")
        os.write(typing, b"xq")
        read_until(typing, r"\x1b\[\?1049l")
        assert process.wait(30) == 0
        assert termios.tcgetattr(typing) == before


def repainted(typing: int, at: int) -> str:
    """Return the whole screen, as it is painted after a change of its size; it shows this entry.

    What stands in the last line after ``g`` says that all keys before it were read.
    """
    os.write(typing, b"g")
    read_until(typing, "number of an entry, then Enter")
    resize(typing, 100, os.get_terminal_size(typing).lines + 1)
    shown = read_until(typing, r"entry \d+ of .*number of an entry, then Enter")
    os.write(typing, b"x")
    read_until(typing, "jump.*quit")
    assert f"entry {at} of {LAST} " in shown
    return shown


@pytest.mark.process
@pytest.mark.parametrize(
    ("end", "status"), [(b"\x03", 0), (b"\x04", 0), (b"q", 0), (None, 128 + signal.SIGTERM)]
)
def test_the_terminal_is_given_back(end: bytes | None, status: int, file: Path) -> None:
    with terminal(CAROLUS, "replay", file) as (typing, process):
        before = termios.tcgetattr(typing)
        read_until(typing, r"\x1b\[\?1049h.*q quit")
        assert termios.tcgetattr(typing) != before
        if end is None:
            process.send_signal(signal.SIGTERM)
        else:
            os.write(typing, end)
        assert "Traceback" not in read_until(typing, r"\x1b\[\?1049l")
        assert process.wait(30) == status
        assert termios.tcgetattr(typing) == before


@pytest.mark.process
def test_the_terminal_is_given_back_after_a_mistake_of_ours() -> None:
    broken = """
from service.cli import screen
class Broken:
    left = False
    def lines(self, width, height):
        raise RuntimeError("a mistake")
screen.show(Broken())
"""
    with terminal(sys.executable, "-c", broken) as (typing, process):
        before = termios.tcgetattr(typing)
        read_until(typing, r"\x1b\[\?1049h.*\x1b\[\?1049l.*RuntimeError: a mistake\r\n")
        assert process.wait(30) == 1
        assert termios.tcgetattr(typing) == before


@pytest.mark.process
def test_a_terminal_that_is_gone_is_not_waited_for(file: Path) -> None:
    deaf = f"trap '' HUP; exec '{CAROLUS}' replay '{file}'"
    with terminal("sh", "-c", deaf) as (typing, process):
        read_until(typing, "q quit")
        with Path(os.devnull).open() as nothing:
            os.dup2(nothing.fileno(), typing)  # closes the person's end
        assert process.wait(30) == 1


@pytest.mark.process
def test_a_record_by_a_pipe_leaves_the_keys_to_the_person(file: Path) -> None:
    with terminal(CAROLUS, "replay", "-", "--entry", "5", piped=file) as (typing, process):
        read_until(typing, rf"entry 5 of {LAST} .*q quit")
        os.write(typing, b"q")
        read_until(typing, r"\x1b\[\?1049l")
        assert process.wait(30) == 0


@pytest.mark.process
def test_a_breach_is_told_after_leaving_too(file: Path) -> None:
    file.write_bytes(BAD)
    with terminal(CAROLUS, "replay", file) as (typing, process):
        read_until(typing, "q quit")
        os.write(typing, b"\x1bOF")
        read_until(typing, f"entry {BAD_ENTRY} does not hold: CM-MOVE-1")
        os.write(typing, b"q")
        read_until(typing, rf"\x1b\[\?1049l.*Error: entry {BAD_ENTRY} does not hold: CM-MOVE-1")
        assert process.wait(30) == 1


@pytest.mark.process
@pytest.mark.parametrize("kind", ["dumb", "none-such"])
def test_a_terminal_without_a_cursor_gets_the_lines(kind: str, file: Path) -> None:
    with terminal(CAROLUS, "replay", file, kind=kind) as (typing, process):
        shown = read_until(typing, r"over by castle goal: \w+ won\r\n")
        assert process.wait(30) == 0
    assert f"\n{LAST}  seat" in shown
    assert "\x1b" not in shown


@pytest.mark.process
def test_a_reader_that_has_enough_is_no_failure(file: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", f"'{CAROLUS}' replay '{file}' --json | head -n 1"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(done.stdout)["entry"] == 0
    assert done.stderr == ""
