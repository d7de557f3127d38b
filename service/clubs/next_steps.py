"""Says in a line what a command recorded, and which command comes next."""

from collections.abc import Iterator
from pathlib import Path
from shlex import quote
from typing import Any

from msgspec import json

from domain.kit.words import Words
from domain.ruleset import Language
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.evolve import evolve
from domain.tournament.stream.knocking_out import is_over
from domain.tournament.stream.state import Tournament
from domain.tournament.stream.story import sentence_on
from service.archives.tournament_text import closed
from service.clubs.files import Club
from service.clubs.words import CLUB_WORDS


def recorded_since(before: Club, made: Club, language: Language) -> str:
    """Return one line: a sentence on each new event, its effect, and what comes next."""
    texts = CLUB_WORDS[language]
    state, said = before.state, []
    for event in made.events[len(before.events) :]:
        state = evolve(state, event)
        said += [sentence_on(state, event, language), *_effect(made, event, texts)]
    return " ".join((*map(closed, said), next_step(made.path, made.state, texts)))


def _effect(made: Club, event: Any, texts: Words) -> Iterator[str]:
    """Yield what follows from an event that its own sentence does not say."""
    state = made.state
    if isinstance(event, e.EntrantWithdrawn | e.EntrantExpelled | e.EntrantReinstated):
        yield texts("remain", count=sum(one.status == "in" for one in state.entrants))
    if isinstance(event, e.EntrantWithdrawn | e.EntrantExpelled) and state.phase == "playing":
        now = state.rounds[-1]
        for at, table in enumerate(now.tables, 1):
            if event.entrant in table.players and table.result is None:
                name = state.entrants[event.entrant - 1].name_in(now.number)
                command = _command("result", made.path, str(at), "--forfeit", quote(name))
                yield texts("plays_on", round=now.number, name=name, table=at, command=command)
    if isinstance(event, e.ResultCorrected):
        later = list(range(event.round + 1, len(state.rounds) + 1))
        if later:
            rounds = texts.listed([str(one) for one in later])
            yield texts("stays", count=len(later), rounds=rounds)


def next_step(path: Path, state: Tournament, texts: Words) -> str:
    """Return which command comes next."""
    return texts("next", step=_step(path, state, texts))


def _step(path: Path, state: Tournament, texts: Words) -> str:
    if state.finished:
        return texts("next.publish", command=_command("publish", path, "DIR"))
    if not state.started:
        return _before_the_start(path, state, texts)
    if state.phase == "between":
        return _between(path, state, texts)
    now = state.rounds[-1]
    values = {"round": now.number}
    if state.phase == "paired":
        return texts("next.open", command=_as_organiser(path, a.OpenRound(now.number)), **values)
    missing = [at for at, table in enumerate(now.tables, 1) if table.result is None]
    if not missing:
        return texts("next.close", command=_command("close", path), **values)
    command = _command("result", path, str(missing[0]))
    values |= {"table": missing[0], "count": len(missing)}
    return texts("next.result", command=command, **values)


def _before_the_start(path: Path, state: Tournament, texts: Words) -> str:
    least = min(state.rules.sizes)
    if sum(one.status == "in" for one in state.entrants) < least:
        return texts("next.enter", command=_command("enter", path, "NAME"), count=least)
    return texts("next.start", command=_command("start", path))


def _between(path: Path, state: Tournament, texts: Words) -> str:
    number = state.next_round
    if is_over(state):
        return texts("next.end", command=_command("end", path))
    if state.announcement.check_in and not state.is_frozen:
        now = state.check_in
        if now is None or now.round != number:
            command = _as_organiser(path, a.OpenCheckIn())
            return texts("next.open_check_in", round=number, command=command)
        closing = _as_organiser(path, a.CloseCheckIn())
        checking = _act(path, a.CheckIn(1))
        return texts("next.check_in", round=number, command=checking, closing=closing)
    return texts("next.pair", round=number, command=_command("pair", path))


def _command(name: str, path: Path, *words: str) -> str:
    return " ".join(("carolus tournament", name, quote(str(path)), *words))


def _act(path: Path, action: Any, *words: str) -> str:
    return _command("act", path, *words, quote(json.encode(action).decode()))


def _as_organiser(path: Path, action: Any) -> str:
    return _act(path, action, "--organiser")
