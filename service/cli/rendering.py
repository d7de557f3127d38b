"""Text for the command line: seats, refusals, events, endings."""

import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import click
import msgspec

from domain.catalogue import RULES, sentence
from domain.kit.story import values_in_words
from domain.refusal import Refusal
from domain.ruleset import AnyRuleset, Language, Place, Seat
from domain.table.game import By, Game


def echo(text: str, **style: Any) -> None:
    """Print a text; in a terminal, break lines that are too long for it between words."""
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        text = "\n".join(_folded(line, width) for line in text.split("\n"))
    click.secho(text, **style)


def _folded(line: str, width: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def actor(by: By) -> str:
    """Return who acts: ``seat 0``, ``chance`` or ``table``."""
    return f"seat {by}" if isinstance(by, int) else by


def seats(game: Game, own: Seat | None = None) -> list[str]:
    """Return a line for each seat: its side and who sits there; ``own`` is that of the user."""
    lines = []
    for seat, (state, side, name) in enumerate(
        zip(game.seats, game.sides, game.names, strict=True)
    ):
        who = ["you"] if seat == own else [name] if name else []
        if state.bot:
            who.append(f"house bot {state.bot}")
        if state.resigned:
            who.append("resigned")
        lines.append(
            f"seat {seat} {side}: {', '.join(who) or ('taken' if state.taken else 'free')}"
        )
    return lines


def refusal(refused: Refusal, language: Language) -> str:
    """Return a refusal as two lines: id and text of the rule, then reason and facts."""
    why = refused.reason.replace("_", " ")
    if refused.facts:
        why += f": {values_in_words(refused.facts)}"
    return f"{refused.rule}: {sentence(refused.rule, language)}\n({why})"


def rule(rules: AnyRuleset, name: str, language: Language) -> str:
    """Return the id and text of a rule; of all rules of the game if ``name`` is empty."""
    if not name:
        return "\n".join(f"{one}: {sentence(one, language)}" for one in rules.catalogue)
    if name in RULES:
        return f"{name}: {sentence(name, language)}"
    alike = get_close_matches(name, rules.catalogue, n=1)
    meant = f" Did you mean {alike[0]}?" if alike else ""
    return f"No rule is called {name!r}.{meant}"


def choice(choices: Mapping[str, Any]) -> str:
    """Return the choices of one kind of action as one line.

    >>> choice({"type": "choose_disc", "discs": [1, 3]})
    'choose_disc: discs 1, 3'
    """
    fields = values_in_words({name: value for name, value in choices.items() if name != "type"})
    return f"{choices['type']}: {fields}" if fields else str(choices["type"])


def choice_lines(choices: Mapping[str, Any]) -> list[str]:
    """Return the choices of one kind of action, with a line for each entry of a longer list.

    >>> choice_lines({"type": "choose_disc", "discs": [1, 3]})
    ['choose_disc: discs 1, 3']
    >>> choice_lines({"type": "attack", "attacks": [{"source": "iran"}, {"source": "gobi"}]})
    ['attack:', '  source iran', '  source gobi']
    """
    entries = [one for value in choices.values() if _is_list_of_mappings(value) for one in value]
    rest = {name: one for name, one in choices.items() if not _is_list_of_mappings(one)}
    if len(entries) < 2:
        return [choice({**rest, **(entries[0] if entries else {})})]
    return [f"{choice(rest)}:", *(f"  {values_in_words(one)}" for one in entries)]


def borders(rules: AnyRuleset) -> dict[str, Sequence[str]]:
    """Return the neighbours of each part of the map; empty if the game has no map."""
    box = msgspec.to_builtins(rules.components("en")) or {}
    parts = (one for value in box.values() if _is_list_of_mappings(value) for one in value)
    return {one["id"]: one["neighbours"] for one in parts if "neighbours" in one}


def ending(reason: str, winners: Sequence[str], standing: Sequence[Place] = ()) -> str:
    """Return how a game ended, with the places of the sides if there are more than two.

    >>> ending("castle_goal", ["white"])
    'castle goal: white won'
    >>> ending("stalled", ["white", "gray"])
    'stalled: white and gray won'
    >>> places = (Place("gray", 1, 8, ""), Place("white", 2, 5, ""), Place("black", 2, 5, ""))
    >>> ending("castle_goal", ["gray"], places)
    'castle goal: gray won (1. gray, 8; 2. white, 5; 2. black, 5)'
    """
    places = "; ".join(f"{one.rank}. {one.side}, {one.score}" for one in standing)
    shown = f" ({places})" if len(standing) > 2 else ""
    return f"{reason.replace('_', ' ')}: {' and '.join(winners) or 'nobody'} won{shown}"


def printable(text: str) -> str:
    r"""Return an untrusted text with control characters escaped, so it is safe in a terminal.

    >>> printable("Ann\x1b[2J")
    'Ann\\x1b[2J'
    """
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )


def _is_list_of_mappings(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and bool(value)
        and all(isinstance(one, Mapping) for one in value)
    )
