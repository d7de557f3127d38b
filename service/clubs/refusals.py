"""Refusals of the rules for people at a command line: by name, and with what helps."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import Any, Final

from domain.kit.words import Words
from domain.refusal import Refusal
from domain.ruleset import Language
from domain.tournament.stream.knocking_out import is_over
from domain.tournament.stream.state import Tournament
from service.clubs.files import Club
from service.clubs.next_steps import next_step
from service.clubs.words import CLUB_WORDS

_ENTRANTS: Final = frozenset(
    {"entrant", "entrants", "players", "possible", "missing", "unknown", "twice", "forfeits"}
)
"""Facts that are entrants; lists of them, because some are the number of all where they are not."""

_WAITING: Final = frozenset({"TN-ACT-2", "TN-CLOSE-1", "TN-START-1"})
"""Rules that refuse because something else comes first; and all of TN-NEXT."""

_COMMANDS: Final[Mapping[str, str]] = {
    "correct": "correct {file} ROUND TABLE --places NAMES --reason TEXT",
    "arbiter": "arbiter {file} NAME --reason TEXT",
    "result": "result {file} TABLE --places NAMES",
    "show": "show {file}",
    "replace": "replace {file} ENTRANT NAME --reason TEXT",
    "call_off": "end {file} --call-off --reason TEXT",
    "reinstate": """act {file} '{{"type":"reinstate_entrant","entrant":1,"reason":"…"}}'""",
    "allow": """act {file} '{{"type":"allow_pairing","entrants":[1,2],"reason":"…"}}'""",
    "bye": "act {file} "
    """'{{"type":"give_bye","entrant":1,"round":2,"kind":"half","reason":"…"}}'""",
}
"""What a text can refer to."""


def named_facts(state: Tournament, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a refusal with the names of entrants and arbiters for their keys."""
    arbiters = dict(state.arbiters)
    number = facts.get("round")
    named: dict[str, Any] = {}
    for name, value in facts.items():
        if name in {"arbiter", "account", "who"} and isinstance(value, str):
            named[name] = arbiters.get(value, value)
        elif name in _ENTRANTS and (name == "entrant" or isinstance(value, Sequence)):
            several = isinstance(value, Sequence)
            called = [_called(state, one, number) for one in (value if several else (value,))]
            named[name] = called if several else called[0]
        else:
            named[name] = value
    return named


def _called(state: Tournament, entrant: Any, number: int | None) -> Any:
    known = isinstance(entrant, int) and 1 <= entrant <= len(state.entrants)
    return f"{state.entrants[entrant - 1].called_in(number)} ({entrant})" if known else entrant


def help_on(refused: Refusal, club: Club, language: Language) -> str:
    """Return what to do instead; nothing where the rule itself says it."""
    texts = CLUB_WORDS[language]
    if refused.rule in _WAITING or refused.rule.startswith("TN-NEXT"):
        now = texts("now", state=state_of(club.state, texts))
        return f"{now} {next_step(club.path, club.state, texts)}"
    for key in (f"help.{refused.rule}.{refused.reason}", f"help.{refused.rule}"):
        if key in texts:
            values = {name: _command(text, club.path) for name, text in _COMMANDS.items()}
            return texts(key, **values, arbiters=texts.listed([n for _, n in club.state.arbiters]))
    return ""


def _command(text: str, path: Path) -> str:
    return f"carolus tournament {text.format(file=quote(str(path)))}"


def state_of(state: Tournament, texts: Words) -> str:
    """Return how far a tournament is."""
    over = state.phase == "between" and is_over(state)
    return texts(f"state.{'last' if over else state.phase}", round=len(state.rounds))
