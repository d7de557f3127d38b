"""Properties of random tournaments in which everything goes wrong.

People of all roles ask for anything at any time, among them the few things that move a tournament
on. Whatever happens, the state is the fold of the events, which follow again from the entries.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.ruleset import kinds_of, tag_of
from domain.tournament.model import announced
from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import (
    Announcement,
    Groups,
    KnockOut,
    RegistrationTerms,
    RequestedByes,
    RoundRobin,
)
from domain.tournament.stream.catalogue import CATALOGUE
from domain.tournament.stream.chance import next_seed
from domain.tournament.stream.decide import decide, legal, open_tournament, perform
from domain.tournament.stream.events import PairedTable, TournamentEvent
from domain.tournament.stream.evolve import folded
from domain.tournament.stream.people import SERVICE, Acting, Person
from domain.tournament.stream.played import standings_of
from domain.tournament.stream.rights import RIGHTS
from domain.tournament.stream.state import Tournament
from domain.tournament.stream.table_orders import orders_in
from tests.support.run.long import cases
from tests.support.tournaments.desk import (
    ARBITER,
    ID,
    ORGANISER,
    SECRET,
    WHY,
    Desk,
    account,
    announcement,
    guest,
    person,
    player,
)

STEPS = 150

TERMS: list[Announcement] = [
    announcement(
        byes=RequestedByes(2), registration=RegistrationTerms(late_until=2), real_tables=True
    ),
    announcement(announced(4, 3, "MBH"), real_tables=True, scored_as_they_stand=True),
    announcement(check_in=True, registration=RegistrationTerms(late_until=3), team=2),
    announcement(replace(announced(2, 12), swiss=False), format=RoundRobin()),
    announcement(replace(announced(2, 12), swiss=False), format=KnockOut(2)),
    announcement(replace(announced(2, 12), swiss=False), format=Groups(2)),
]


class Crowd:
    """Random people, and what they ask for."""

    def __init__(self, terms: Announcement, seed: int) -> None:
        self.random = Random(seed)
        self.desk = Desk(terms)
        self.desk.ask(ORGANISER, a.NameArbiter(ARBITER.who, "Ana"))
        for number in range(1, self.random.randint(2, 9)):
            self.desk.ask(ORGANISER, a.RegisterEntrant(self._people(number)))
        self.asked = self.refused = 0

    def _people(self, number: int) -> tuple[Person, ...]:
        """Return who enters together: one person, or a fixed pair."""
        return (person(number), person(60 + number))[: self.desk.state.announcement.team]

    @property
    def state(self) -> Tournament:
        return self.desk.state

    def act(self) -> None:
        """Let someone ask for something; expect an answer that all parts agree on."""
        by, action = self._helpful() if self.random.random() < 0.5 else self._anything()
        before, written = self.state, msgspec.json.encode(self.state)
        may = legal(before, by)
        tag = tag_of(action)
        self.asked += 1
        self.desk.ask(by, action)
        refused = self.desk.refused_with
        if refused is None:
            assert tag in may
            known = [*orders_in(before), *orders_in(self.state, before)]
            assert all(one in known for one in orders_in(self.state))
            return
        self.refused += 1
        self.desk.refused_with = None
        assert refused.refusal.rule in CATALOGUE
        assert msgspec.json.encode(self.state) == written, "half of it is done"
        if refused.refusal.rule in {"TN-ACT-1", "TN-ACT-2"}:
            assert tag not in may

    def _helpful(self) -> tuple[Acting, Any]:
        phases = {
            "registration": self._register,
            "between": self._pair,
            "paired": lambda: (SERVICE, a.OpenRound(len(self.state.rounds))),
            "playing": self._play,
        }
        reveal = (SERVICE, a.RevealSecret(SECRET.hex()))
        return phases.get(self.state.phase, lambda: reveal)()

    def _register(self) -> tuple[Acting, Any]:
        count = len(self.state.entrants)
        if not self.state.registration_open:
            return ORGANISER, a.ReopenRegistration()
        if count < 4:
            return ORGANISER, a.RegisterEntrant(self._people(20 + count))
        return ORGANISER, a.StartTournament(next_seed(self.state, SECRET))

    def _pair(self) -> tuple[Acting, Any]:
        state = self.state
        if len(state.rounds) == state.rules.rounds:
            return ORGANISER, a.EndTournament()
        if state.announcement.check_in and not state.is_frozen:
            return self._check_in()
        return SERVICE, a.PairRound(state.next_round, next_seed(state, SECRET))

    def _replaced(self) -> a.ReplacePlayer:
        """Let a stranger, an entrant, a former player or a guest play for an entrant."""
        one = self.random.randint(1, max(1, len(self.state.entrants)))
        other = self.random.randint(1, 10)
        strangers = [person(40 + other), person(42), guest(other)]
        return a.ReplacePlayer(one, self.random.choice([*strangers, person(one)]), WHY)

    def _play(self) -> tuple[Acting, Any]:
        number = len(self.state.rounds)
        if self.random.random() < 0.1:
            return ARBITER, self._replaced()
        for at, table in enumerate(self.state.rounds[-1].tables, 1):
            if table.result is None:
                places = list(range(1, len(table.players) + 1))
                self.random.shuffle(places)
                if table.game:
                    ranks = tuple(places) * self.state.announcement.team
                    return SERVICE, a.RecordGame(self.desk.proof(at, ranks=ranks))
                if self.random.random() < 0.7:
                    return SERVICE, a.OpenTable(number, at, f"game-{number}-{at}-{self.asked}")
                return ARBITER, a.ForfeitSides(number, at, table.players[:1], WHY)
        return ORGANISER, a.CloseRound(number)

    def _check_in(self) -> tuple[Acting, Any]:
        now = self.state.check_in
        if now is None or now.round != self.state.next_round:
            return SERVICE, a.OpenCheckIn()
        absent = [one.number for one in self.state.entrants if one.number not in now.present]
        if absent and self.random.random() < 0.7:
            return ORGANISER, a.CheckIn(self.random.choice(absent))
        return SERVICE, a.CloseCheckIn()

    def _anything(self) -> tuple[Acting, Any]:
        pick, some = self.random.choice, self.random.randint
        number, table = some(1, 3), some(1, 3)
        one, other = some(1, 10), some(1, 10)
        ranks = pick([(1, 2), (2, 1), (1, 1), (1, 3), (1, 2, 3), (1, 2, 3, 4), (4, 3, 1, 1)])
        anyone = [ORGANISER, ARBITER, SERVICE, player(one), Acting("arbiter", account(one))]
        asked: list[Any] = [
            a.RegisterEntrant(
                (pick([person(one), guest(one)]),), entropy="c0", reason=pick([None, WHY])
            ),
            a.WithdrawEntrant(one, pick([None, WHY])),
            a.ExpelEntrant(one, WHY),
            a.ReinstateEntrant(one, WHY),
            self._replaced(),
            a.ForbidPairing((one, other), WHY),
            a.AllowPairing((one, other), WHY),
            a.RequestBye(one, number, pick(["half", "zero"]), pick([None, WHY])),
            a.GiveBye(one, number, "full", WHY),
            a.NameArbiter(account(one), "Eva", WHY),
            a.DismissArbiter(account(one), WHY),
            a.DeclareRelation(pick([ARBITER.who, account(one)]), other, pick([None, WHY])),
            a.RejectRelation(pick([ARBITER.who, account(one)]), other, WHY),
            a.RegisterEntrant((person(one), person(other))),
            a.ConfirmPartner(account(other)),
            a.DeclinePartner(account(other)),
            a.InvitePlayers((account(one),), pick([None, WHY])),
            a.CloseRegistration(),
            a.ReopenRegistration(),
            a.OpenCheckIn(),
            a.CheckIn(one, reason=WHY),
            a.CloseCheckIn(),
            a.PairRound(number, pick([next_seed(self.state, SECRET), "ab" * 32])),
            a.PairByHand(number, ((one, other), (some(1, 10), some(1, 10))), WHY),
            a.UnpairRound(number, WHY),
            a.ChangeTables(number, (PairedTable(table, (one, other)),), WHY),
            a.OpenRound(number),
            a.CloseRound(number),
            a.OpenTable(number, table, f"game-{some(1, 30)}"),
            a.ClaimResult(number, table, one, ranks),
            a.EnterResult(number, table, ranks, WHY),
            a.ForfeitSides(number, table, (one,), WHY),
            a.OrderReplay(number, table, WHY),
            a.CorrectResult(number, table, ranks, WHY),
            a.GrantTime(number, table, one, 60, WHY),
            a.PauseTables(number, (table,), WHY),
            a.ResumeTables(number, (table,), WHY),
            a.ChangeRules(replace(self.state.rules, rounds=some(1, 4)), WHY),
            a.RevealSecret(pick([SECRET.hex(), "ff" * 32])),
        ]
        if self.random.random() < 0.02:
            asked = [a.EndTournament(WHY), a.AbortTournament(WHY)]
        return pick(anyone), pick(asked)


@pytest.mark.parametrize(
    "terms", TERMS, ids=["swiss", "four", "pairs", "robin", "knock-out", "groups"]
)
@pytest.mark.parametrize("seed", range(cases(12, 2)))
def test_everything_goes_wrong_and_everything_adds_up(terms: Announcement, seed: int) -> None:
    crowd = Crowd(terms, seed)
    played: dict[tuple[int, int], tuple[Person, ...]] = {}
    for _ in range(STEPS):
        crowd.act()
        _must_make_sense(crowd.state)
        _must_leave_who_played(crowd.state, played)
        _must_offer_what_it_accepts(crowd.state)
    assert 0 < crowd.refused < crowd.asked
    _must_follow_from_its_entries(crowd.desk)


def _must_make_sense(state: Tournament) -> None:
    """Expect one place for everybody in a round, one table for a game, and points that add up."""
    games = [game for one in state.rounds for table in one.tables for game in table.games]
    assert len(games) == len(set(games))
    for one in state.rounds:
        placed = [player for table in one.tables for player in table.players]
        placed += [bye.player for bye in one.byes]
        assert len(placed) == len(set(placed))
        assert set(placed) <= set(state.order)
        assert not one.closed or all(table.result for table in one.tables)
    if state.started:
        lines = standings_of(state)
        assert {line.entrant for line in lines} == set(state.order)
        assert sum(line.points for line in lines) == sum(_points_given(state))


def _must_leave_who_played(
    state: Tournament, played: dict[tuple[int, int], tuple[Person, ...]]
) -> None:
    """Expect that nobody plays for two entries, and that a round keeps those who played it."""
    keys = {(person.key, entrant) for entrant, person in state.everybody()}
    assert len(keys) == len({key for key, _ in keys})
    for one in state.rounds:
        if one.closed:
            for entrant in state.entrants:
                people = entrant.people_in(one.number)
                assert played.setdefault((one.number, entrant.number), people) == people


def _points_given(state: Tournament) -> Iterator[int]:
    """Yield the points of all tables and byes, computed in another way."""
    win, draw = state.rules.win, state.rules.draw
    for one in state.rounds:
        for bye in one.byes:
            yield {"pairing": win, "full": win, "half": draw, "zero": 0}[bye.kind]
        for table in one.tables:
            scale = state.rules.scale(len(table.players))
            stayed = len(table.players) - len(table.forfeits)
            if table.result is not None:
                # Those who stay share the points of as many first places as there are of them.
                yield sum(scale[:stayed])


def _must_offer_what_it_accepts(state: Tournament) -> None:
    """Expect that an action without choices is offered exactly if it is accepted."""
    number = max(len(state.rounds), 1)
    plain: list[Any] = [a.CloseRegistration(), a.ReopenRegistration()]
    plain += [a.OpenCheckIn(), a.CloseCheckIn(), a.OpenRound(number), a.CloseRound(number)]
    for by in (ORGANISER, SERVICE, player(1)):
        offered = legal(state, by)
        for action in plain:
            try:
                decide(state, by, action)
            except IllegalAction:
                assert tag_of(action) not in offered
            else:
                assert tag_of(action) in offered


def _must_follow_from_its_entries(desk: Desk) -> None:
    """Decide the entries again, and fold the events as they are stored."""
    first, *others = desk.entries
    entry, state = open_tournament(ID, first.by, first.action)
    assert entry.events == first.events
    for other in others:
        entry, state = perform(state, other.by, other.action)
        assert entry.events == other.events
    assert state == desk.state
    stored = [msgspec.json.encode(event) for event in desk.history]
    kind = msgspec.json.Decoder(TournamentEvent)
    again = folded(ID, [kind.decode(event) for event in stored])
    assert again == desk.state
    assert again.version == len(stored)
    if again.started:
        assert standings_of(again) == standings_of(desk.state)


def test_every_action_has_a_right() -> None:
    """Each is offered to someone, in some phase, except the one that opens."""
    assert set(kinds_of(a.TournamentAction)) == set(RIGHTS)
    assert [kind for kind, right in RIGHTS.items() if not right.phases] == [a.OpenTournament]
