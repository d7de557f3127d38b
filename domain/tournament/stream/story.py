"""Describes a tournament, event by event, in sentences."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from domain.kit.words import Words
from domain.ruleset import Language, tag_of
from domain.tournament.stream import events as e
from domain.tournament.stream.evolve import evolve, opened
from domain.tournament.stream.state import Tournament
from domain.tournament.stream.words import TOURNAMENT_WORDS


def tournament_story(tournament: str, happened: Iterable[Any], language: Language) -> Iterator[str]:
    """Yield a sentence on each event of a stream, from the first."""
    state: Tournament | None = None
    for event in happened:
        state = opened(tournament, event) if state is None else evolve(state, event)
        yield sentence_on(state, event, language)


def sentence_on(after: Tournament, event: Any, language: Language) -> str:
    """Return the sentence on an event, given the tournament after it."""
    texts = TOURNAMENT_WORDS[language]
    key = f"story.{tag_of(event)}{_variant(event)}"
    text = texts(key, **_values(after, event, texts))
    reason = getattr(event, "reason", None)
    return text if reason is None else f"{text} {texts('story.reason', reason=reason)}"


def _variant(event: Any) -> str:
    """Return which of several sentences on this type of event is the right one."""
    if isinstance(event, e.EntrantRegistered) and event.late:
        return ".late"
    if isinstance(event, e.RoundPaired) and event.reason is not None:
        return ".by_hand"
    if isinstance(event, e.GameRecorded) and event.as_it_stands:
        return ".as_it_stands"
    return ""


def _values(after: Tournament, event: Any, texts: Words) -> dict[str, str | int]:
    """Return the values for the placeholders of all sentences."""
    values: dict[str, str | int] = {
        name: getattr(event, name) for name in ("round", "table") if hasattr(event, name)
    }
    values |= {"name": _name(after, event), "number": len(after.order)}
    names = [_called(after, one, event) for one in _named(event)]
    values |= {"names": texts.listed(names), "count": len(names)}
    if hasattr(event, "ranks"):
        values["places"] = _places(after, event)
    if isinstance(event, e.TimeGranted):
        values["count"] = event.seconds
    if isinstance(event, e.PlayersInvited):
        values["count"] = len(event.accounts)
    if isinstance(event, e.PlayerReplaced):
        left = after.entrants[event.entrant - 1].replaced[-1].person
        values |= {"name": left.name, "player": event.person.name}
    if isinstance(event, e.PartnerAsked | e.PartnerDeclined):
        own = [one.name for one in event.people if one.key == event.asker]
        values |= {"player": own[0], "names": " / ".join(one.name for one in event.people)}
    if isinstance(event, e.RelationDeclared | e.RelationClaimed | e.RelationRejected):
        values["arbiter"] = _official(after, event.account, texts)
    if isinstance(event, e.TablesChanged):
        values["tables"] = texts.listed([str(one.table) for one in event.tables])
        values["count"] = len(event.tables)
    if isinstance(event, e.TablesPaused | e.TablesResumed):
        values["tables"] = texts.listed(list(map(str, event.tables)))
        values["count"] = len(event.tables)
    return values


def _official(after: Tournament, account: str, texts: Words) -> str:
    """Return the name of an account: as an arbiter, as a player, or what else it is."""
    players = {person.account: person.name for _, person in after.everybody()}
    name = (players | dict(after.arbiters)).get(account)
    if name is None and account == after.organiser:
        return texts("story.organiser")
    return name or account


def _name(after: Tournament, event: Any) -> str:
    if isinstance(event, e.ArbiterNamed | e.ArbiterDismissed):
        return event.name
    entrant = getattr(event, "entrant", None)
    return after.announcement.name if entrant is None else _called(after, entrant, event)


def _called(after: Tournament, entrant: int, event: Any) -> str:
    """Return the name of those who play for an entry in the round of an event, or from now on."""
    return after.entrants[entrant - 1].called_in(getattr(event, "round", None))


def _named(event: Any) -> Sequence[int]:
    """Return the entrants that an event names together."""
    if isinstance(event, e.TournamentEnded):
        return [line.entrant for line in event.standings if line.rank == 1]
    found: Sequence[int] = getattr(event, "entrants", ())
    return found


def _places(after: Tournament, event: Any) -> str:
    """Return the players of a table with their places, best first; those who forfeit last."""
    table = after.rounds[event.round - 1].tables[event.table - 1]
    ranks = event.ranks or tuple(1 + (one in table.forfeits) for one in table.players)
    placed = sorted(zip(ranks, table.players, strict=True))
    return ", ".join(f"{rank}. {_called(after, player, event)}" for rank, player in placed)
