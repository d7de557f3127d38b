"""``carolus replay``, line by line, of valid and of invalid records."""

import json
import re
from typing import Any

import msgspec
import pytest

from domain.record.record import read_record, write_record
from service.cli.replayed import ReplayedGame
from service.cli.stepping import Stepper
from tests.support.proof.records import steps_of
from tests.support.proof.replaying import (
    BAD,
    BAD_ENTRY,
    GAME,
    GAMES,
    LAST,
    NAMES,
    changed,
    run,
)
from tests.support.run.long import long_after


@pytest.mark.parametrize("name", long_after(3, NAMES))
def test_every_entry_is_printed_on_one_line(name: str) -> None:
    game = GAMES[name]
    printed = run("-", given=write_record(game))
    assert (printed.exit_code, printed.stderr) == (0, "")
    title, *lines, ending = printed.stdout.splitlines()
    assert title == f"{game.ruleset}, game {game.id}: {len(game.entries)} entries"
    numbered = lines[len(game.seats) :]
    assert [int(line.split()[0]) for line in numbered] == list(range(len(game.entries)))
    assert ending.startswith("aborted" if game.outcome is None else "over by ")


def test_the_words_of_a_line() -> None:
    printed = run("-", given=write_record(GAME)).stdout
    assert re.search(r"^ *\d+  seat 0 white\S*.*  choose_disc \d \| .+ plays disc \d\.$",
                     printed, re.MULTILINE)  # fmt: skip
    assert re.search(r"^ *\d+  chance +  roll_dice \w+.* \| .+ rolls \d \w+",
                     printed, re.MULTILINE)  # fmt: skip


def test_one_entry_is_printed_with_its_board() -> None:
    steps = steps_of(GAME)
    for at in (4, 40, LAST):
        printed = run("-", "--entry", str(at), given=write_record(GAME)).stdout
        game = steps[at].game
        assert printed.startswith(f"entry {at} of {LAST}, version {game.version}\n")
        assert printed.endswith("\n\n" + game.rules.text(game.rules.view(game.position, "arbiter")))
        before = steps[at - 1].game.version
        for version in range(before + 1, game.version + 1):
            asked = run("-", "--version", str(version), given=write_record(GAME))
            assert asked.stdout == printed
        view = game.rules.view(game.position, "arbiter")
        spoken = run("-", "--entry", str(at), "--language", "de", given=write_record(GAME)).stdout
        assert spoken.endswith("\n\n" + game.rules.text(view, "de"))


def test_json_has_every_step() -> None:
    printed = run("-", "--json", given=write_record(GAME))
    parsed = [json.loads(line) for line in printed.stdout.splitlines()]
    version = 0
    for number, (line, step) in enumerate(zip(parsed, steps_of(GAME), strict=True)):
        assert line["entry"] == number
        asked = {"by": line["by"], "at": line["at"], "action": line["action"]}
        assert asked == json.loads(msgspec.json.encode(step.entry))
        assert line["events"] == json.loads(msgspec.json.encode(step.events))
        version += len(step.events)
        assert (line["version"], line["head"]) == (version, step.head.hex())
    assert parsed[-1]["head"] == GAME.head
    one = run("-", "--json", "--entry", "7", given=write_record(GAME))
    assert json.loads(one.stdout) == parsed[7]


# --- invalid records ---------------------------------------------------------------------


def test_a_record_is_replayed_as_far_as_it_is_valid() -> None:
    printed = run("-", given=BAD)
    assert printed.exit_code == 1
    good = run("-", given=write_record(GAME)).stdout.splitlines()
    assert printed.stdout.splitlines()[3:-1] == good[3 : 3 + BAD_ENTRY]
    assert printed.stdout.endswith("\nrunning: not finished\n")
    assert re.fullmatch(
        rf"Error: entry {BAD_ENTRY} is invalid: CM-MOVE-1: The emperor takes .*\(.*99.*\)\n",
        printed.stderr,
    )
    assert "CM-MOVE-1: Der Kaiser" in run("-", "--language", "de", given=BAD).stderr


def test_json_contains_the_invalid_entry() -> None:
    printed = run("-", "--json", given=BAD)
    assert printed.exit_code == 1
    parsed = [json.loads(line) for line in printed.stdout.splitlines()]
    assert [line["entry"] for line in parsed] == list(range(BAD_ENTRY + 1))
    assert parsed[-1]["action"] == {"type": "move_emperor", "steps": 99}
    refused = parsed[-1]["refusal"]
    assert (refused["rule"], refused["facts"]["steps"]) == ("CM-MOVE-1", 99)
    assert refused["message"].startswith("The emperor takes ")


def test_an_invalid_first_entry() -> None:
    def swap(parsed: dict[str, Any]) -> None:
        parsed["entries"][0]["by"] = 0

    printed = run("-", given=changed(swap))
    assert printed.exit_code == 1
    assert printed.stderr.startswith("Error: entry 0 is invalid: RC-OPEN-1: The first entry ")
    assert run("-", "--svg-all", "x", given=changed(swap)).exit_code == 1
    viewer = Stepper(ReplayedGame(read_record(changed(swap))), 0, "en")
    shown = [line.text for line in viewer.lines(80, 24)]
    assert any("entry 0 is invalid: RC-OPEN-1" in line for line in shown)


def test_names_of_players_are_escaped_for_the_terminal() -> None:
    def name(parsed: dict[str, Any]) -> None:
        for entry in parsed["entries"]:
            if entry["action"]["type"] == "take_seat":
                entry["action"]["name"] = "A\u202eB"

    assert "A\\u202eB" in run("-", given=changed(name)).stdout
    assert "\u202e" not in run("-", given=changed(name)).stdout
    viewer = Stepper(ReplayedGame(read_record(changed(name))), 1, "en")
    assert "\u202e" not in str(viewer.lines(80, 24))
