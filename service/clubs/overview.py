"""The first facts about a tournament for people: winner, dates, organiser, format, audit."""

from collections.abc import Iterator

from domain.kit.words import Words
from domain.record.tournament_audit import AuditedTournament
from domain.ruleset import Language, tag_of
from domain.rulesets.registry import BY_PINNED
from domain.tournament.stream import events as e
from domain.tournament.stream.announcement import Swiss
from domain.tournament.stream.ending import places_after
from domain.tournament.stream.state import Tournament
from service.archives.tournament_text import verdict_of
from service.clubs.files import Club
from service.clubs.grids import name_of
from service.clubs.refusals import state_of
from service.clubs.words import CLUB_WORDS


def overview(
    club: Club, audited: AuditedTournament, language: Language, kid: str, organiser: str | None
) -> Iterator[tuple[str, str]]:
    """Yield terms and what to say about them, the most important one first.

    ``kid`` is the key that signs. ``organiser`` is a name for people; the record has only a key or,
    on a service, an account.
    """
    state, texts = club.state, CLUB_WORDS[language]
    if winners := _winners(state, texts):
        kind = "winner" if state.phase == "ended" else "leader"
        yield texts(f"over.{kind}", count=len(winners)), texts.listed(winners)
    yield texts("over.state"), state_of(state, texts)
    yield texts("over.dates"), _dates(club, texts)
    if organiser or state.organiser != kid:
        account = texts("over.account", account=state.organiser)
        yield texts("over.organiser"), organiser or account
    if names := [name for _, name in state.arbiters]:
        yield texts("over.arbiters", count=len(names)), texts.listed(names)
    yield texts("over.players"), _players(state, texts)
    played = sum(one.closed for one in state.rounds)
    yield texts("over.rounds"), texts("over.rounds.of", played=played, rounds=_rounds(state))
    yield texts("over.format"), _format(state, texts)
    yield texts("over.game"), BY_PINNED[state.announcement.ruleset].meta.title
    yield texts("over.audit"), verdict_of(audited, language)
    whose = "organiser" if kid == state.organiser else "service"
    yield texts("over.key"), texts(f"over.key.{whose}", key=kid)


def _winners(state: Tournament, texts: Words) -> list[str]:
    """Return who is first, once a round is over."""
    if state.phase == "aborted" or not any(one.closed for one in state.rounds):
        return []
    return [name_of(state, one.entrant, texts) for one in places_after(state) if one.rank == 1]


def _dates(club: Club, texts: Words) -> str:
    """Return the days from the start to the end, or to the last entry so far."""
    steps = list(zip(club.record.entries, club.steps, strict=True))
    times = {type(event): entry.at for entry, step in reversed(steps) for event in step.events}
    first = times.get(e.TournamentStarted, club.record.entries[0].at)
    last = times.get(e.TournamentEnded, club.record.entries[-1].at)
    days = [_day(one, texts) for one in (first, last)]
    if days[0] == days[1]:
        return texts("over.dates.day", first=days[0])
    return texts("over.dates.span", first=days[0], last=days[1])


def _day(at: str, texts: Words) -> str:
    """Return the day of a time, with the name of the month, which nobody misreads."""
    year, month, day = at.partition("T")[0].split("-")
    return texts("day", day=int(day), month=texts(f"month.{int(month)}"), year=year)


def _players(state: Tournament, texts: Words) -> str:
    count = len(state.entrants)
    players = str(count) if state.announcement.team == 1 else texts("over.pairs", count=count)
    left = sum(one.status != "in" for one in state.entrants)
    return texts("over.left", players=players, count=left) if left else players


def _rounds(state: Tournament) -> int:
    """Return how many rounds there are: at the end those that were played."""
    if state.finished:
        return len(state.rounds)
    return len(state.schedule.rounds) if state.schedule is not None else state.rules.rounds


def _format(state: Tournament, texts: Words) -> str:
    form = state.announcement.format
    system = f".{form.engine.system}" if isinstance(form, Swiss) else ""
    name = texts(f"over.{tag_of(form)}{system}")
    sizes = sorted(state.rules.sizes, reverse=True)
    seats = ", ".join(map(str, sizes[:-1]))
    if seats:
        seats = texts("over.or", one=seats, other=sizes[-1])
    return texts("over.format.of", format=name, seats=seats or sizes[-1])
