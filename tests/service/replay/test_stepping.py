"""``carolus replay``, step by step: the effect of each key, and the screen."""

from itertools import pairwise

import pytest

from domain.record.record import AnyRecord, read_record
from service.cli.replayed import ReplayedGame
from service.cli.stepping import Stepper
from tests.support.proof.replaying import BAD, BAD_ENTRY, GAME, GAMES, LAST, NAMES
from tests.support.run.long import long_after

SHORT = [name for name in NAMES if len(GAMES[name].entries) < 200]


def viewer(record: AnyRecord = GAME) -> Stepper:
    return Stepper(ReplayedGame(record), 0, "en")


def press(shown: Stepper, *keys: str) -> int:
    for key in keys:
        shown.press(key)
    return shown.at


def test_keys_step_forwards_and_backwards() -> None:
    shown = viewer()
    assert [press(shown, key) for key in ("right", " ", "enter")] == [1, 2, 3]
    assert [press(shown, key) for key in ("left", "backspace", "left", "left")] == [2, 1, 0, 0]
    assert press(shown, "end") == LAST
    assert press(shown, "right") == LAST
    assert press(shown, "home") == 0
    assert press(shown, "x", "é", "\x1b", "410") == 0
    assert not shown.left


def test_keys_go_from_turn_to_turn() -> None:
    turns = ReplayedGame(GAME).turns
    shown = viewer()
    for turn in turns:
        assert press(shown, "down") == turn
    assert press(shown, "page down") == LAST
    for turn in reversed([turn for turn in turns if turn < LAST]):
        assert press(shown, "up") == turn
    assert press(shown, "page up", "up") == 0


def test_a_turn_is_a_run_of_entries_by_one_seat() -> None:
    game = ReplayedGame(GAME)
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
    game = ReplayedGame(GAME)
    shown = viewer()
    assert press(shown, "1", "t") == game.turns[0]
    assert press(shown, *str(len(game.turns)), "t") == game.turns[-1]
    for version in range(1, game.version + 1):
        at = press(shown, *str(version), "v")
        before = game.steps[at - 1].game.version if at else 0
        assert before < version <= game.steps[at].game.version


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (("9999", "enter"), f"There is no entry 9999; expected 0 to {LAST}."),
        (("0", "t"), "There is no turn 0; expected 1 to "),
        (("9999", "t"), "There is no turn 9999; expected 1 to "),
        (("9999", "v"), "There is no version 9999; expected 1 to "),
        (("1" * 5000, "enter"), f"There is no entry {'1' * 9}; "),
        (("12",), "12   Enter: to this entry"),
        (("g",), "Type the number of an entry, then Enter."),
    ],
)
def test_the_last_line_answers(keys: tuple[str, ...], message: str) -> None:
    shown = viewer()
    press(
        shown, "7", "enter", *(key for word in keys for key in (word if word.isdigit() else [word]))
    )
    assert shown.at == 7
    assert shown.lines(80, 24)[-1].text.startswith(message)
    press(shown, "\x1b")
    assert shown.lines(80, 24)[-1].text.startswith("→ ← step ")


def test_a_game_without_turns_says_so() -> None:
    shown = viewer(GAMES["2-aborted"])
    press(shown, "1", "t")
    assert shown.lines(80, 24)[-1].text == "There is no turn 1; there are none."


@pytest.mark.parametrize("key", ["q", "Q", "\x03", "\x04"])
def test_keys_quit(key: str) -> None:
    for before in ((), ("h",), ("3",)):
        shown = viewer()
        press(shown, *before, key)
        assert shown.left


def test_any_key_closes_the_help() -> None:
    shown = viewer()
    before = shown.lines(80, 24)
    press(shown, "h")
    helped = "\n".join(line.text for line in shown.lines(80, 24))
    for key in ("Space", "Page Down", "Home", "37 Enter", "12 t", "150 v", "Tab", "q  "):
        assert key in helped
    press(shown, "right")
    assert shown.lines(80, 24) == before


@pytest.mark.parametrize("name", long_after(3, SHORT))
def test_the_screen_has_all_of_every_entry(name: str) -> None:
    """A large screen truncates nothing; at 80 by 24, Tab shows the rest of the board."""
    game = GAMES[name]
    replayed = ReplayedGame(game)
    shown = Stepper(replayed, 0, "en")
    for at in range(len(game.entries)):
        assert shown.at == at
        step = replayed.steps[at]
        lines = [line.text for line in shown.lines(500, 60)]
        assert len(lines) == 60
        assert f"entry {at} of {len(game.entries) - 1} " in lines[0]
        assert lines[0].endswith(f" version {step.game.version}")
        assert lines[1] == f"{replayed.who(at)}: {replayed.action(at)}"
        assert all(f"  {sentence}" in lines for sentence in replayed.story(at, "en"))
        board = replayed.board(at, "en").splitlines()
        assert "\n".join(board) in "\n".join(lines)
        seen: set[str] = set()
        for _ in range(3):
            small = shown.lines(80, 24)
            assert len(small) == 24
            assert all(len(line.text) <= 80 for line in small)
            seen.update(line.text for line in small)
            press(shown, "tab")
        assert set(board) <= seen
        press(shown, "right")


@pytest.mark.parametrize(("width", "height"), [(1, 1), (7, 2), (20, 5), (40, 10), (300, 3)])
def test_any_screen_size_works(width: int, height: int) -> None:
    shown = viewer(read_record(BAD))
    for at in range(BAD_ENTRY + 1):
        assert shown.at == at
        assert len(shown.lines(width, height)) == height
        press(shown, "tab", "right")


def test_the_last_page_is_the_invalid_entry() -> None:
    shown = viewer(read_record(BAD))
    assert press(shown, "end") == BAD_ENTRY
    lines = shown.lines(80, 40)
    wrong = " ".join(line.text.strip() for line in lines if line.style == "wrong")
    assert wrong == ReplayedGame(read_record(BAD)).breach("en")
    assert any("seat" in line.text and "move_emperor 99" in line.text for line in lines)
    board = ReplayedGame(read_record(BAD)).board(BAD_ENTRY - 1, "en").splitlines()
    assert "\n".join(board) in "\n".join(line.text for line in lines)
