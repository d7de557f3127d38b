"""Playing on in the terminal from a moment of a recorded game: ``carolus play --from``."""

from pathlib import Path
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from domain.record.record import AnyRecord
from domain.record.replay import RecordStep, replay
from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, AnyRuleset, Language, Seat
from domain.table.continuation import AnyContinuation
from domain.table.continuing import continuation_of
from service.cli import rendering
from service.cli.choosing import chosen


class Beginning(NamedTuple):
    """How a game begins: its rules and options, and the game that it continues, if any."""

    rules: AnyRuleset
    options: Any
    seat: Seat = 0
    """The seat of the player, unless they choose another."""
    continues: AnyContinuation | None = None


def beginning_from(text: str, language: Language) -> Beginning:
    """Return how a game begins that continues the one in ``RECORD`` or ``RECORD@VERSION``.

    Without a version, it begins at the last moment at which a player had to decide. Ends the
    command if there is no such moment, or if other options of the command contradict the record.
    """
    context = click.get_current_context()
    for name in ("rules", "players", "pairs"):
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError("--from takes ruleset and options from the record")
    source, version = _parts(text)
    record = chosen(source, None, None)
    step, last = _moment(record, version)
    try:
        found = continuation_of(last.game, step.game, step.head, complete=True)
    except IllegalAction as refused:
        raise click.ClickException(rendering.refusal(refused.refusal, language)) from None
    rules = step.game.rules
    due = (one.seat for one in rules.awaits(step.game.position))
    seat = next((one for one in due if one != CHANCE), 0)
    return Beginning(rules, step.game.options, int(seat), found)


def _parts(text: str) -> tuple[str, int | None]:
    """Return the record and the version that a text names; a file may have an @ in its name."""
    source, mark, version = text.rpartition("@")
    if not mark or not version.isdecimal() or Path(text).exists():
        return text, None
    return source, int(version)


def _moment(record: AnyRecord, version: int | None) -> tuple[RecordStep, RecordStep]:
    """Return the step that ends at a version, and the last step."""
    replayed = replay(record)
    if replayed.refused is not None:
        number = replayed.refused.index
        why = f"entry {number} of the record is invalid; carolus audit says why"
        raise click.ClickException(why)
    steps = replayed.steps
    for step in reversed(steps):
        if version is None:
            if any(one.seat != CHANCE for one in step.game.awaits):
                return step, steps[-1]
        elif step.logged[-1].version == version:
            return step, steps[-1]
    if version is None:
        raise click.ClickException("no player had to decide in this game")
    last = steps[-1].logged[-1].version
    raise click.ClickException(f"no action ends with event {version}; the game has {last} events")
