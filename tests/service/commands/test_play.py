"""``carolus play``: a game in the terminal."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.record.record import write_record
from service.cli import main
from tests.support.games.continued import played
from tests.support.run.long import long_after
from tests.support.servers.commands import run
from tests.support.servers.terminal import CAROLUS, read_until, terminal


def test_play_takes_an_action_in_three_ways(folder: Path) -> None:
    typed = 'choose_disc 2\n{"type": "choose_disc", "disc": 2}\n2\nquit\n'
    for line in typed.splitlines()[:3]:
        result = run("play", "--seed", "5", typed=f"{line}\nquit\n")
        assert result.exit_code == 0
        assert "  White plays disc 2.\n" in result.stdout
    assert not folder.exists()


def test_play_to_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Typing the first action that ``legal`` lists, again and again, completes the game."""
    shown = ""

    def typing() -> Iterator[str]:
        nonlocal shown
        while True:
            yield "legal"
            new = capsys.readouterr().out
            shown += new
            first = re.search(r"^  (\w+.*)$", re.split(r" legal actions?: ", new)[-1], re.MULTILINE)
            assert first is not None
            yield first[1]

    typed = typing()
    monkeypatch.setattr("service.cli.terminal_game.read_line", lambda prompt: next(typed))
    main(["play", "--seed", "5", "--option", "max_rounds=3"], standalone_mode=False)
    shown += capsys.readouterr().out
    assert "The game is over by " in shown
    assert shown.endswith(("You won!\n", "You did not win.\n"))
    assert "CM-" not in shown
    assert "Not understood" not in shown


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("choose_disc 9", "Not understood: choose_disc needs a disc from 1 to 5"),
        ("hepl", "; example: choose_disc 3. Did you mean help?\n"),
        ("chose_disc 2", "; example: choose_disc 3. Did you mean choose_disc?\n"),
        ("resign\nn", "> resign\nResign the game? [y/N] n\n> quit\n"),
        ('{"type": "dance"}', 'Not understood: $.type: "dance" is not a valid value'),
        ('{"type": ', "Not understood: not JSON: the text ends too early"),
        ("move_emperor 2", "CM-TURN-2: Only the kind"),
        ("move_emperor 2", "(another decision is due: asked move_emperor; expected choose_disc)"),
        ("roll_dice red", "CM-TURN-2: "),
        ("rule cm-place-1", "\nCM-PLACE-1: "),
        ("rule TB-SIT-1", "TB-SIT-1: Players can take and leave seats"),
        ("rule 9", "No rule is called '9'."),
        ("rule cm-plac-1", "No rule is called 'CM-PLAC-1'. Did you mean CM-PLACE-1?"),
        ("rule", "\nCM-PLACE-1: "),
        ("help", "show all rules; rule ID shows one, such as: rule CM-OPT-1\n"),
        ("help", "Type an action, such as: choose_disc 1\n"),
        ("help", "this is enough: 1\n"),
        ("help", "the first is seat 0.\n"),
        ("legal", "5 legal actions: choose_disc: discs 1, 2, 3, 4, 5\n  choose_disc 1\n"),
        ("  \n\n", "> \n> \n> quit\nYou left the game"),
        ("LEGAL", "5 legal actions"),
        ("legal Choose", "5 legal actions: choose_disc\n"),
        ("legal place_paladins", "Not understood: no legal action is called 'place_paladins'"),
        ("board", "Round 1, opening: white plays a disc"),
    ],
)
def test_play_answers_what_the_player_types(line: str, expected: str) -> None:
    result = run("play", "--seed", "5", "--language", "en", typed=f"{line}\nquit\n")
    assert result.exit_code == 0
    _, _, answer = result.stdout.partition("\n> ")
    assert expected in answer
    assert answer.endswith("> quit\nYou left the game. --seed 5 starts it again.\n")


def test_q_is_short_for_quit() -> None:
    result = run("play", "--seed", "5", typed="q\n1\n")
    assert result.stdout.endswith("> q\nYou left the game. --seed 5 starts it again.\n")


def test_play_shows_a_few_of_many_legal_actions() -> None:
    result = run("play", "--seed", "5", typed="1\nlegal\n")
    listed = result.stdout.partition(" legal actions: place_paladins: count 3; ")[2]
    assert 3 <= listed.count("\n  place_paladins ") <= 6


@pytest.mark.parametrize(
    ("variable", "text", "board"),
    [
        ("C", "Only the kind", "Round 1, opening: white plays a disc"),
        ("es_AR.UTF-8", "Solo se permite", "Ronda 1, apertura: blanco juega un disco"),
        ("de_DE", "Erlaubt ist nur die Art", "Runde 1, Eröffnung: Weiß spielt eine Scheibe"),
        ("fr_FR", "Only the kind", "Round 1, opening: white plays a disc"),
    ],
)
def test_play_uses_the_language_of_the_environment(
    variable: str, text: str, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", variable)
    shown = run("play", "--seed", "5", typed="move_emperor 2\n").stdout
    assert f"CM-TURN-2: {text}" in shown
    assert board in shown


def test_play_ends_at_the_end_of_the_input() -> None:
    result = run("play", "--seed", "5")
    assert result.exit_code == 0
    assert result.stdout.endswith("\nYou left the game. --seed 5 starts it again.\n")


def test_play_can_be_resigned() -> None:
    result = run("play", "--seed", "5", typed="resign\ny\n")
    assert result.exit_code == 0
    assert "The game is over by resignation: black won.\nYou did not win.\n" in result.stdout


def test_play_with_three_continues_after_a_resignation() -> None:
    result = run("play", "--seed", "5", "--players", "3", "--seat", "2", typed="resign\ny\n")
    assert result.exit_code == 0
    assert "The game is over by " in result.stdout
    assert "resignation" not in result.stdout


def test_play_is_called_off_if_bots_alone_do_not_finish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.tasks.house.ALONE_EVENTS_MAX", 60)
    result = run("play", "--players", "3", "--seed", "s", typed="resign\ny\n")
    assert result.exit_code == 0
    assert "The game was called off" in result.stdout


def test_play_with_the_same_seed_is_the_same_game() -> None:
    once, again, other = (
        run("play", "--seed", seed, typed="1\n").stdout for seed in ("a", "a", "b")
    )
    assert once == again != other


@pytest.mark.process
def test_play_through_a_pipe_is_plain_text(carolus: str) -> None:
    played = subprocess.run(
        [carolus, "play", "--seed", "5"],
        input="1\nmove_emperor 3\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "> 1\n  White plays disc 1.\n" in played.stdout
    assert "\x1b" not in played.stdout
    assert played.stderr == ""


@pytest.mark.process
def test_play_breaks_long_lines_between_words(carolus: str) -> None:
    with terminal(carolus, "play", "teg", "--seed", "5", "--language", "en") as (typing, _):
        shown = read_until(typing, r"\x1b\[1mYour turn.*\n> ")
    lines = shown.partition("\x1b[1mYour turn")[2].splitlines()
    assert len(lines) > 2
    assert all(len(line) <= 80 for line in lines)
    assert all(line.endswith((",", ";", "> ", "\x1b[0m")) for line in lines)


@pytest.mark.long
@pytest.mark.process
@pytest.mark.parametrize(
    "leave", long_after(1, ["\x03", "\x04", "quit\n"]), ids=["ctrl-c", "ctrl-d", "quit"]
)
def test_play_in_a_terminal_has_colours_and_can_be_left(leave: str) -> None:
    with terminal(CAROLUS, "play", "--seed", "5") as (typing, process):
        read_until(typing, r"\x1b\[1mYour turn.*\n> ")
        os.write(typing, b"choose_disc 1\n")
        read_until(typing, r"White plays disc 1\..*Your turn.*\n> ")
        # Python's readline may miss a Ctrl-C before it waits for keys; the next key wakes it up.
        os.write(typing, f"{leave}\n".encode())
        read_until(typing, r"You left the game\.")
        assert process.wait(30) == 0


def test_the_cards_of_others_stay_hidden() -> None:
    """The player sees that others draw a card, and which card they draw themselves."""
    output = run("play", "teg", "--players", "4", "--seed", "3", typed="resign\ny\n").stdout
    drawn = re.findall(r"^  ([\w ]+) draws (.*)\.$", output, re.MULTILINE)
    own = re.search(r"^seat 0 (\w+): you$", output, re.MULTILINE)
    assert own is not None
    assert any(name.lower() != own[1] for name, _ in drawn)
    assert all((card == "a card") == (name.lower() != own[1]) for name, card in drawn)


def test_a_player_who_resigned_has_not_won() -> None:
    """Even if the house then wins the game for that seat."""
    result = run("play", "teg", "--players", "4", "--seed", "9", typed="resign\ny\n")
    places = "1. blue, 30; 2. yellow, 14; 3. black, 6; 4. red, 0"
    assert f"blue won ({places}).\nYou did not win.\n" in result.stdout


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("place 2 CHILE", "  Blue places 2 in Chile.\n"),
        ("end", "TG-PLACE-6: "),
        ("attack brasil peru", "Not understood: unknown name 'brasil' (did you mean brazil?)"),
        ("roll_dice 6, 1", "TG-TURN-1: "),
        ("fly", "no action is called 'fly'; expected one of place_tokens, trade_cards"),
    ],
)
def test_play_takes_the_first_word_of_a_name(line: str, expected: str) -> None:
    """Its errors list only actions of seats."""
    result = run("play", "teg", "--seed", "5", typed=f"place_tokens 1 chile\n{line}\n")
    assert expected in result.stdout
    assert "deal_board" not in result.stdout


def test_play_takes_an_action_without_its_name_while_only_one_kind_is_legal() -> None:
    """A move is always awaited, but none is legal while each territory has only one token."""
    result = run("play", "teg", "--seed", "5", typed="help\n2 chile\nhelp\n1 chile\n")
    first, _, second = result.stdout.partition("  Blue places 2 in Chile.\n")
    assert "While only place_tokens is legal, this is enough: " in first
    assert "Type an action, such as: " in second
    assert "is legal, this will do" not in second
    assert "no action is called '1'" in second


def teg(*typed: str) -> str:
    """Return the output of a game of TEG after the player's first turn."""
    lines = ("place 5 brazil", "place 5 turkey", "end", *typed)
    return run("play", "teg", "--seed", "46", typed="\n".join(lines)).stdout


def test_play_limits_games_that_could_be_endless() -> None:
    assert "\noptions: round limit 30\n" in run("play", "teg").stdout
    assert "\noptions: round limit 2\n" in run("play", "teg", "--option", "round_limit=2").stdout
    assert "options:" not in run("play").stdout  # carolus-magnus always ends


def test_play_ends_a_game_at_the_limit() -> None:
    """Even if the player takes only forced actions."""
    typed = "place 10 brazil\nend\nend\n"
    shown = run("play", "teg", "--seed", "46", "--option", "round_limit=2", typed=typed).stdout
    assert "The game is over by round limit" in shown


def test_play_lists_attacks_one_per_line() -> None:
    """By source at the start of the turn; in the form to type if the player asks for them."""
    shown = teg("legal", "legal attack")
    attacks = "  attack:\n    source brazil; targets colombia, sahara\n    source turkey; targets "
    assert f"Your turn:\n{attacks}" in shown
    assert "\n  attack brazil colombia\n  attack brazil sahara\n  attack turkey " in shown
    alone = shown.partition("> legal attack\n")[2].partition("\n\n")[0].splitlines()
    assert alone[0] == f"{len(alone) - 1} legal actions: attack"
    assert alone[1:3] == ["  attack brazil colombia", "  attack brazil sahara"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("map", "\n  argentina      brazil, chile, peru, uruguay\n"),
        (
            "map Great Britain",
            "> map Great Britain\n  great_britain  germany, iceland, spain\n",
        ),
        ("map atlantis", "Not understood: the map has no 'atlantis'; expected one of argentina"),
        ("legal dance", "Not understood: no legal action is called 'dance'; expected one of"),
        ("help", "  map       show all borders"),
    ],
)
def test_play_shows_borders(line: str, expected: str) -> None:
    assert expected in teg(line)


def test_play_without_a_map() -> None:
    shown = run("play", typed="help\nmap\n").stdout
    assert "'map'" not in shown
    assert "  map " not in shown
    assert "Not understood: this game has no map" in shown


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return the file of a game that has ended."""
    path = tmp_path / "game.json"
    path.write_bytes(write_record(played().record))
    return path


def test_play_goes_on_from_the_last_decision_of_a_record(source: Path) -> None:
    """With its options, at the seat whose turn it is; nothing is stored."""
    result = run("play", "--from", str(source), "--seed", "5", typed="legal\nquit\n")
    assert result.exit_code == 0, result.output
    seat = played().then.awaits[0].seat
    assert f"seat {seat}" in result.stdout
    assert "Your turn" in result.stdout


def test_play_goes_on_from_a_version_of_a_record(source: Path) -> None:
    """The board is the one of that moment, and one takes the seat one wants."""
    then = played().then
    board = then.rules.text(then.rules.view(then.position, 0), "en")
    words = ("play", "--from", f"{source}@{then.version}", "--seat", str(then.awaits[0].seat))
    assert board.splitlines()[0] in run(*words, typed="quit\n").stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--from", "{source}", "--players", "3"), "--from takes ruleset and options"),
        (("teg", "--from", "{source}"), "--from takes ruleset and options"),
        (("--from", "{source}@1"), "TB-CONTINUE-1"),
        (("--from", "{source}@999"), "no action ends with event 999"),
        (("--from", "{source}", "--seat", "7"), "the seats are 0 to 1"),
    ],
)
def test_play_refuses_to_go_on(source: Path, words: tuple[str, ...], why: str) -> None:
    """It says what is wrong, before it opens anything."""
    result = run("play", *(word.format(source=source) for word in words), typed="quit\n")
    assert result.exit_code != 0
    assert why in result.output


def test_play_goes_on_only_from_a_game_that_has_ended(tmp_path: Path) -> None:
    """An unfinished record is of a game that may go on elsewhere."""
    record = played().record
    cut = replace(record, entries=record.entries[:6], chance=replace(record.chance, secret=None))
    path = tmp_path / "cut.json"
    path.write_bytes(write_record(replace(cut, outcome=None, head=None)))
    result = run("play", "--from", str(path), typed="quit\n")
    assert "TB-CONTINUE-3" in result.output


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("orders", "orders: none\n"),
        ("orders evaders evade others stand", "orders: evaders evade others stand\n"),
        ("orders others stand\norders none", "orders: none\n"),
        (
            '{"type": "give_standing_orders", "orders": {"flags": "ignore"}}\norders',
            "orders: flags ignore\n",
        ),
        ("orders evaders never", "with a value: evaders (ask or evade or stand), "),
        ("help", "  orders    show your standing orders"),
    ],
)
def test_play_takes_standing_orders(typed: str, expected: str) -> None:
    """The command shows them, replaces them member by member, and withdraws them."""
    result = run("play", "ancients", "--seed", "10", typed=f"{typed}\nquit\n")
    assert expected in result.stdout


def test_play_without_standing_orders() -> None:
    result = run("play", "--seed", "5", typed="orders\nhelp\nquit\n")
    assert "this game has no standing orders" in result.stdout
    assert "  orders " not in result.stdout
