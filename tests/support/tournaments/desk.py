"""Helpers for examples of tournaments: who asks what, what happens, and what is refused.

An example describes a tournament step by step::

    registered(4)
        .ask(ORGANISER, CloseRegistration())
        .then(RegistrationClosed(), registration_open=False)

or, instead of ``then``, ``refused("TN-ENTER-1", "registration_is_closed")``.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from domain.chance import commitment
from domain.refusal import IllegalAction, Refusal
from domain.tournament.model import Announced, announced
from domain.tournament.stream import actions as a
from domain.tournament.stream.alike import NAMES_LATEST
from domain.tournament.stream.announcement import Announcement, Engine, Swiss
from domain.tournament.stream.catalogue import CATALOGUE
from domain.tournament.stream.chance import next_seed
from domain.tournament.stream.decide import TournamentStep, open_tournament, perform
from domain.tournament.stream.editions import RULES_LATEST
from domain.tournament.stream.events import TournamentEvent
from domain.tournament.stream.evolve import fold
from domain.tournament.stream.people import SERVICE, Acting, Person
from tests.support.games import spec

ID: Final = "club-2026"
SECRET: Final = bytes(range(32))
HOUSE: Final = Swiss(Engine("house", "carolus-tables", "1"))
DUTCH: Final = Swiss(Engine("dutch", "caissify-pairings", "0.5.0"))
WHY: Final = "A power cut"

_LETTERS: Final = str.maketrans("0123456789", "abcdefghij")
_EVENT: Final = msgspec.json.Decoder(TournamentEvent)
_ACTION: Final = msgspec.json.Decoder(a.TournamentAction)


def account(number: int) -> str:
    """Return the account of a person."""
    return f"p{number:025}".translate(_LETTERS)


def person(number: int, name: str | None = None) -> Person:
    """Return a person with an account."""
    return Person(name or f"Player {number}", account=account(number))


def guest(number: int, name: str | None = None) -> Person:
    """Return a guest at a real table."""
    return Person(name or f"Guest {number}", guest=sha256(f"guest {number}".encode()).hexdigest())


def player(number: int) -> Acting:
    """Return a person who acts for their entry."""
    return Acting("player", account(number))


ORGANISER: Final = Acting("organiser", "o" * 26)
ARBITER: Final = Acting("arbiter", "a" * 26)
OTHER_ARBITER: Final = Acting("arbiter", "b" * 26)
TWO_SEATS: Final = announced(2, 3, "BH", "LOT")
FOUR_SEATS: Final = announced(4, 3, "MBH", "LOT")


def announcement(rules: Announced = TWO_SEATS, **changes: Any) -> Announcement:
    """Return a Swiss tournament of the house, with these other terms."""
    players = {"players": rules.seats * changes.get("team", 1)}
    terms = Announcement("Club evening", "carolus-magnus@1", players, HOUSE, rules)
    return replace(terms, **changes)


class Desk:
    """A tournament, and the result of the last request."""

    def __init__(
        self, terms: Announcement, by: Acting = ORGANISER, *, edition: int = RULES_LATEST
    ) -> None:
        self.refused_with: IllegalAction | None = None
        opening = a.OpenTournament(terms, commitment(SECRET), NAMES_LATEST, edition)
        entry, self.state = open_tournament(ID, by, opening)
        self.entries = [entry]
        self._must_be_portable(entry)

    @property
    def events(self) -> Sequence[Any]:
        """The events of the last request."""
        return self.entries[-1].events

    @property
    def history(self) -> list[Any]:
        """All events."""
        return [event for entry in self.entries for event in entry.events]

    def ask(self, by: Acting, *actions: Any) -> "Desk":
        """Request these actions, one after the other; only the last one may be refused."""
        for action in actions:
            assert self.refused_with is None, f"refused before: {self.refused_with}"
            before = self.state
            try:
                entry, self.state = perform(before, by, action)
            except IllegalAction as refused:
                self.refused_with = refused
            else:
                assert fold(before, entry.events) == self.state
                self._must_be_portable(entry)
                self.entries.append(entry)
        return self

    def _must_be_portable(self, entry: TournamentStep) -> None:
        """Expect that the entry is the same after it was written as JSON."""
        assert _ACTION.decode(msgspec.json.encode(entry.action)) == entry.action
        for event in entry.events:
            assert _EVENT.decode(msgspec.json.encode(event)) == event

    def then(self, *events: Any, **fields: Any) -> "Desk":
        """Expect exactly these events of the last request, and these fields of the tournament."""
        assert self.refused_with is None, f"refused: {self.refused_with}"
        if events:
            assert tuple(events) == self.events
        seen = {name: getattr(self.state, name) for name in fields}
        assert seen == fields
        return self

    def refused(self, rule: str, reason: str, **facts: Any) -> Refusal:
        """Expect that a rule refused the last request for this reason, with these facts."""
        assert self.refused_with is not None, f"accepted: {self.entries[-1]}"
        refusal = self.refused_with.refusal
        assert (refusal.rule, refusal.reason) == (rule, reason)
        assert rule in CATALOGUE
        msgspec.json.encode(refusal)
        spec.SEEN.add(rule)
        assert facts.items() <= refusal.facts.items()
        return refusal

    # --- whole steps --------------------------------------------------------------------------

    def register(self, *people: Person, **members: Any) -> "Desk":
        """Let the organiser enter each of these people; with a reason, if they come late."""
        for one in people:
            entry = a.RegisterEntrant((one,), **members)
            late = self.state.started
            self.ask(ORGANISER, replace(entry, reason=WHY) if late else entry)
        return self

    def start(self) -> "Desk":
        """Start the tournament."""
        return self.ask(ORGANISER, a.StartTournament(next_seed(self.state, SECRET)))

    def pair(self, proposal: Sequence[tuple[int, ...]] = ()) -> "Desk":
        """Pair the next round."""
        number = self.state.next_round
        seed = next_seed(self.state, SECRET)
        return self.ask(ORGANISER, a.PairRound(number, seed, tuple(proposal)))

    def open_round(self) -> "Desk":
        """Open the round that is paired."""
        return self.ask(ORGANISER, a.OpenRound(len(self.state.rounds)))

    def play(self) -> "Desk":
        """Let an arbiter enter a result at each table that has none: in the order of the seats."""
        number = len(self.state.rounds)
        for at, table in enumerate(self.state.rounds[-1].tables, 1):
            if table.result is None:
                ranks = tuple(range(1, len(table.players) + 1))
                self.ask(ARBITER, a.EnterResult(number, at, ranks, WHY))
        return self.ask(ORGANISER, a.CloseRound(number))

    def round(self) -> "Desk":
        """Pair, open and play a whole round."""
        return self.pair().open_round().play()

    def game(self, table: int = 1, game: str = "game-1") -> "Desk":
        """Let the service open the game of a table."""
        return self.ask(SERVICE, a.OpenTable(len(self.state.rounds), table, game))

    def proof(self, table: int = 1, **changes: Any) -> a.ProvedGame:
        """Return what a signed statement says of the game of a table, in order of the seats."""
        at = self.state.rounds[-1].tables[table - 1]
        seats = tuple(one.key for one in self.state.seats_at(len(self.state.rounds), at))
        found = a.ProvedGame(
            tournament=ID,
            round=len(self.state.rounds),
            table=table,
            game=at.game or "",
            head="ab" * 32,
            kid="kid",
            seats=seats,
            ranks=tuple(range(1, len(seats) + 1)),
        )
        return replace(found, **changes)


def opened(rules: Announced = TWO_SEATS, *, edition: int = RULES_LATEST, **changes: Any) -> Desk:
    """Return a tournament with an arbiter, before anyone has entered."""
    desk = Desk(announcement(rules, **changes), edition=edition)
    return desk.ask(ORGANISER, a.NameArbiter(ARBITER.who, "Ana"))


def registered(count: int, rules: Announced = TWO_SEATS, **changes: Any) -> Desk:
    """Return a tournament with this many entrants."""
    return opened(rules, **changes).register(*map(person, range(1, count + 1)))


def started(count: int, rules: Announced = TWO_SEATS, **changes: Any) -> Desk:
    """Return a tournament that has started."""
    return registered(count, rules, **changes).start()


def paired(count: int, rules: Announced = TWO_SEATS, **changes: Any) -> Desk:
    """Return a tournament whose first round is paired."""
    return started(count, rules, **changes).pair()


def playing(count: int, rules: Announced = TWO_SEATS, **changes: Any) -> Desk:
    """Return a tournament whose first round is open."""
    return paired(count, rules, **changes).open_round()
