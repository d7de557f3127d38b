"""What commands on tournaments say: what was recorded, what comes next, and what signs mean."""

import json
import re
import subprocess
from pathlib import Path
from typing import get_args

import pytest

from domain.refusal import Refusal
from domain.ruleset import LANGUAGES, Language, tag_of
from domain.tournament.model import TieBreakId
from domain.tournament.stream.actions import EnterResult
from domain.tournament.stream.catalogue import CATALOGUE
from domain.tournament.stream.rights import RIGHTS
from service.archives.tournament_words import AUDIT_WORDS
from service.clubs.refusals import help_on
from service.clubs.words import CLUB_WORDS
from tests.support.servers.commands import run
from tests.support.tournaments.evenings import NAMES, Evening, announced, ended, started

TWO_SEATS = ("--seats", "2", "--rounds", "3")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where the tournament of a test goes."""
    return tmp_path / "club.json"


def step(evening: Evening, words: str) -> str:
    """Return what comes next, with the file of the tournament."""
    return f"Next: {words.replace('FILE', str(evening.path))}\n"


def next_of(evening: Evening, command: str, *words: str) -> str:
    """Return what a command says about the next one, apart from its output."""
    done = evening.ask(command, *words)
    assert done.exit_code == 0, done.output
    return done.stderr.splitlines(keepends=True)[-1]


def test_commands_say_what_they_recorded_and_what_comes_next(file: Path) -> None:
    """A line each: from the announcement to the site, with every step of a tournament."""
    evening = Evening(file)
    new = ("--name", "Club", "--seats", "2", "--rounds", "2", "--arbiter", "Zoe")
    enter = "`carolus tournament enter FILE NAME` enters a player; it takes 2 to start"
    assert next_of(evening, "new", *new) == step(evening, enter)
    begin = "`carolus tournament start FILE` when everyone has entered"
    assert next_of(evening, "enter", "Ana", "Berta", "Carla", "Dora") == step(evening, begin)
    pair = "`carolus tournament pair FILE` draws round {}"
    assert next_of(evening, "start") == step(evening, pair.format(1))
    missing = "`carolus tournament result FILE 1` enters the result of table 1; "
    said = next_of(evening, "pair")
    assert said == step(evening, f"{missing}2 results of round 1 are missing")
    first, second = (table.players for table in evening.state.rounds[0].tables)
    evening.do("result", "1", "--places", ",".join(map(str, first)))
    name = evening.state.entrants[second[0] - 1].name
    said = evening.do("withdraw", name, "--reason", "Last bus")
    assert said.startswith(f"{name} withdraws. Reason: Last bus. 3 entrants remain. Table 2 ")
    (command,) = re.findall(r"`carolus tournament result \S+ (2 --forfeit \w+)`\. Next: ", said)
    evening.do("result", *command.split())
    closed = evening.do("close")
    assert closed == f"Round 1 is over. {step(evening, pair.format(2))}"
    evening.do("pair")
    lost = ",".join(map(str, reversed(first)))
    said = evening.do("correct", "1", "1", "--places", lost, "--reason", "Exchanged")
    assert "Reason: Exchanged. Round 2 stays as it was paired; standings and later " in said
    assert said.endswith("the last one missing in round 2\n")
    said = evening.do("relation", "Zoe", "Ana", "--reason", "Sisters")
    assert said.startswith("Zoe does not judge Ana. Reason: Sisters. Next: ")
    evening.do("arbiter", "Max", "--reason", "Zoe is related")
    for at, table in enumerate(evening.state.rounds[1].tables, 1):
        if table.result is None:
            evening.do("result", str(at), "--scores", "1,0", "--by", "Max")
    evening.do("close")
    action = {"type": "reinstate_entrant", "entrant": second[0], "reason": "Came back"}
    said = evening.do("act", json.dumps(action), "--by", "Max")
    end = "`carolus tournament end FILE` fixes the standings and signs them"
    assert said == f"{name} plays again. Reason: Came back. 4 entrants remain. {step(evening, end)}"
    site = "`carolus tournament publish FILE DIR` writes the site"
    assert next_of(evening, "end") == step(evening, site)


def test_the_next_step_can_be_typed_as_it_is(file: Path) -> None:
    """Also with check-in, whose actions are JSON, and with blanks in the name of the file."""
    evening = announced(file.with_name("my club.json"), *TWO_SEATS)
    terms = evening.state.announcement
    listed = file.with_name("terms.json")
    form = {"kind": "swiss", "engine": {"system": "house", "name": "carolus-tables"}}
    form["engine"]["version"] = terms.format.engine.version  # type: ignore[index, union-attr] # a Swiss
    rules = {"seats": 2, "rounds": 2, "scales": [[60, 0]], "tie_breaks": ["LOT"]}
    more = {"format": form, "rules": rules, "check_in": True, "real_tables": True}
    more |= {"ruleset": terms.ruleset, "options": {"players": 2}, "seats_reserved": False}
    listed.write_text(json.dumps({"name": "Club"} | more))
    evening = announced(file.with_name("a club.json"), "--terms", str(listed))
    evening.do("enter", "Ana", "Berta")
    said = next_of(evening, "start")
    for what, then in (("open_check_in", "check_in"), ("check_in", "close_check_in")):
        typed = next(one for one in re.findall(r"`(.*?)`", said) if f'"type":"{what}"' in one)
        words = subprocess.run(
            ["sh", "-c", f"printf '%s\\n' {typed}"], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        assert words[:4] == ["carolus", "tournament", "act", str(evening.path)]
        said = evening.do("act", *words[4:])
        assert f'"type":"{then}"' in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_signs_and_tie_breaks_are_explained(file: Path, language: Language) -> None:
    """Those that occur, next to the table, in the chosen language; the CSV stays a table."""
    evening = started(file, *TWO_SEATS)
    evening.do("pair")
    table = evening.state.rounds[0].tables[0].players
    evening.do("result", "1", "--forfeit", str(table[0]))
    evening.do("result", "2", "--scores", "1,1")
    words, chosen = CLUB_WORDS[language], ("--language", language)
    shown = evening.do("crosstable", *chosen)
    grid, legend = shown.split("\n\n")
    for kind in ("forfeit_win", "forfeit_loss", "pending", "pairing"):
        assert words(f"legend.{kind}") in legend.splitlines()
    assert words("legend.zero") not in legend
    example, _, _ = legend.partition(":")
    assert example in grid.split()
    grid, legend = evening.do("standings", *chosen).split("\n\n")
    assert words("grid.rank") in grid
    for one in evening.state.rules.tie_breaks:
        assert f"{one}: {words(f'tie_break.{one}')}" in legend.splitlines()
    page = evening.do("print", "--html", *chosen)
    assert words("title.round", round=1).lower() in page.lower()
    assert words("legend.seat") in page
    done = evening.ask("export", "--csv")
    assert done.stdout.count("\n") == len(NAMES) + 1
    assert CLUB_WORDS["en"]("legend.pending") in done.stderr


def test_a_refusal_names_people_and_says_what_helps(file: Path) -> None:
    """The arbiter and the player by name, what comes first, and which command to use."""
    evening = announced(file, *TWO_SEATS)
    assert "Now: Registration. Next: `carolus tournament enter" in evening.refused("pair")
    evening.do("enter", *NAMES, "Zoe")
    evening.do("start")
    evening.do("pair")
    at = next(n for n, one in enumerate(evening.state.rounds[0].tables, 1) if 8 in one.players)
    refused = evening.refused("result", str(at), "--scores", "1,0")
    assert "arbiter Zoe; entrant Zoe (8)" in refused
    assert "Another arbiter decides here, with --by NAME. These are the arbiters: Zoe." in refused
    assert f"`carolus tournament arbiter {file} NAME --reason TEXT` names one more." in refused
    other = str(1 + at % 4)
    evening.do("result", other, "--scores", "1,0")
    assert f"`carolus tournament correct {file} ROUND" in evening.refused(
        "result", other, "--scores", "1,0"
    )
    refused = evening.refused("close")
    assert "Now: Round 1 is being played. Next: `carolus tournament result" in refused
    assert "Add --reason TEXT" in evening.refused("withdraw", "Gil")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_help_is_about_a_rule_and_can_be_printed(file: Path, language: Language) -> None:
    club = announced(file).club
    words = CLUB_WORDS[language]
    keys = [key for key in words._texts if key.startswith("help.")]
    assert keys
    for key in keys:
        _, rule, *reason = key.split(".")
        assert rule in CATALOGUE
        said = help_on(Refusal(rule, "".join(reason), {}), club, language)
        assert said
        assert not re.search(r"[{}]", said.replace('{"', "").replace('"}', ""))


@pytest.mark.parametrize("words", [CLUB_WORDS, AUDIT_WORDS], ids=["clubs", "audits"])
def test_every_language_has_the_same_words_and_placeholders(words: dict[Language, object]) -> None:
    texts = {language: one._texts for language, one in words.items()}  # type: ignore[attr-defined] # all of them
    blanks = {
        language: {
            key: set(re.findall(r"\{\w+\}", text)) - {"{count}"} for key, text in one.items()
        }
        for language, one in texts.items()
    }
    assert blanks["es"] == blanks["en"]
    assert blanks["de"] == blanks["en"]


def test_every_tie_break_has_a_meaning() -> None:
    assert {f"tie_break.{one}" for one in get_args(TieBreakId)} == {
        key for key in CLUB_WORDS["en"]._texts if key.startswith("tie_break.")
    }


def test_a_site_has_the_notes_of_the_audit_and_says_that_a_tournament_was_called_off(
    file: Path,
) -> None:
    """After two rounds, in which one entrant only lost to one player."""
    evening = started(file, *TWO_SEATS)
    evening.round()
    names = [
        evening.state.entrants[one.players[1] - 1].name for one in evening.state.rounds[0].tables
    ]
    evening.do("withdraw", names[0], "--reason", "Ill")
    evening.round()
    evening.do("end", "--call-off", "--reason", "No light")
    evening.do("publish", str(file.with_name("site")))
    audit = file.with_name("site").joinpath("audit.html").read_text("utf-8")
    assert f"{names[0]} played only against " in audit
    index = file.with_name("site").joinpath("index.html").read_text("utf-8")
    assert "Called off" in index
    assert "The tournament was called off, so it has no standings." in index
    assert "Winner" not in index


def test_help_lists_commands_as_an_evening_needs_them_and_actions_that_exist() -> None:
    help_ = run("tournament", "--help").stdout
    names = re.findall(r"^  ([a-z]+)  ", help_, re.MULTILINE)
    assert names[:3] == ["new", "enter", "withdraw"]
    assert [one for one in names if one in {"start", "pair", "end"}] == ["start", "pair", "end"]
    named = set(re.findall(r"[a-z]+_[a-z_]+", run("tournament", "act", "--help").stdout))
    roles = {tag_of(kind): right.roles for kind, right in RIGHTS.items()}
    assert len(named) > 10
    assert all(roles[name] & {"organiser", "arbiter"} for name in named)


@pytest.mark.parametrize(
    ("language", "facts"),
    [
        ("en", ("Winner", "Players", "Swiss, tables of 4 or 3", "2 of 2", "The record is valid:")),
        ("es", ("Ganador", "Jugadores", "Suizo, mesas de 4 o 3", "2 de 2", "El registro es")),
        ("de", ("Sieger", "Spieler", "Schweizer System, Tische zu 4 oder 3", "2 von 2", "Die Auf")),
    ],
)
def test_the_first_page_has_the_facts_in_the_chosen_language(
    file: Path, language: Language, facts: tuple[str, ...]
) -> None:
    """Winner, dates, organiser, players, rounds, format, audit, key; and no English title."""
    evening = ended(file)
    site = file.with_name("site")
    evening.do("publish", str(site), "--language", language, "--organiser", "Club & friends")
    index = (site / "index.html").read_text("utf-8")
    (winner,) = (one.entrant for one in evening.state.standings if one.rank == 1)
    year = evening.club.record.entries[-1].at[:4]
    shown = ("Club &amp; friends", f"{year} (UTC)", evening.state.entrants[winner - 1].name, "Zoe")
    for fact in (*facts, *shown, evening.state.organiser, "Carolus Magnus"):
        assert fact in index
    words = CLUB_WORDS[language]
    for name, key in (("standings", "standings"), ("audit", "audit"), ("story", "story")):
        assert f"<h2>{words(f'title.{key}')}</h2>" in (site / f"{name}.html").read_text("utf-8")
    assert f"<h2>{words('title.round', round=1)}</h2>" in (site / "round-1.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("locale", "entered", "wrong", "done", "slip"),
    [
        (
            "de_DE.UTF-8",
            "2 Teilnehmer\n",
            "Punktzahlen: 3; Spieler am Tisch: 2",
            "1 von 1 Tischen mit Ergebnis; ",
            "Ergebniszettel",
        ),
        (
            "es_MX.UTF-8",
            "2 participantes\n",
            "puntajes: 3; jugadores en la mesa: 2",
            "1 de 1 mesas con resultado; ",
            "Hoja de resultados",
        ),
    ],
)
def test_commands_speak_one_language(  # noqa: PLR0917 - what each command says
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    locale: str,
    entered: str,
    wrong: str,
    done: str,
    slip: str,
) -> None:
    """What a command prints, the errors of scores, and the reason that it gives for a slip."""
    monkeypatch.setenv("LC_ALL", locale)
    evening = announced(file, "--seats", "2", "--rounds", "1")
    assert evening.do("enter", "Ana", "Berta") == entered
    evening.do("start")
    evening.do("pair")
    assert wrong in evening.refused("result", "1", "--scores", "1,2,3")
    assert evening.do("result", "1", "--scores", "1,0").startswith(done)
    (entry,) = (
        one.action for one in evening.club.record.entries if isinstance(one.action, EnterResult)
    )
    assert entry.reason == slip
