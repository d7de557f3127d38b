"""The Dutch system in tournaments in which everything happens, against an independent program.

Every round passes the rules' own check of the absolute criteria and the turns. Where bbpPairings is
installed, or another program that ``CAROLUS_TEST_PAIRING`` names, it pairs each round again, and
must give the same ordered pairs.
"""

import os
import shutil
from pathlib import Path
from random import Random

import pytest

from domain.tournament.model import announced
from domain.tournament.pairing.colours import difference, turns_of
from domain.tournament.stream import actions as a
from domain.tournament.stream.played import histories_of
from service.clubs.engines import checked_rounds
from service.pairing.caissify import Caissify
from service.pairing.installed import installed_engine
from service.pairing.proposing import proposal_of
from tests.support.run.long import cases
from tests.support.tournaments.desk import ARBITER, DUTCH, ID, ORGANISER, WHY, Desk, registered

ROUNDS = 7


def played(seed: int) -> Desk:
    """Return a tournament with draws, forfeits, byes, withdrawals and a pair that is kept apart."""
    random = Random(seed)
    count = random.randint(14, 23)
    desk = registered(count, announced(2, ROUNDS), format=DUTCH)
    desk.ask(ARBITER, a.ForbidPairing((1, 2), WHY)).start()
    for number in range(1, ROUNDS + 1):
        active = [one.number for one in desk.state.entrants if one.status == "in"]
        # Programs differ in the numbers of entrants who are absent before their first game.
        if number > 1 and random.random() < 0.3 and len(active) > 12:
            desk.ask(ORGANISER, a.WithdrawEntrant(random.choice(active), WHY))
        if number > 1 and random.random() < 0.3:
            rests = random.choice(desk.state.present())
            desk.ask(ARBITER, a.GiveBye(rests, number, random.choice(("half", "zero")), WHY))
        desk.pair(proposal_of(desk.state, Caissify())).open_round()
        for at, table in enumerate(desk.state.rounds[-1].tables, 1):
            if random.random() < 0.08:
                forfeit = (random.choice(table.players),)
                desk.ask(ARBITER, a.ForfeitSides(number, at, forfeit, WHY))
            else:
                ranks = random.choice(((1, 2), (2, 1), (1, 1)))
                desk.ask(ARBITER, a.EnterResult(number, at, ranks, WHY))
        desk.ask(ORGANISER, a.CloseRound(number))
        assert desk.refused_with is None
    return desk


@pytest.mark.parametrize("seed", range(cases(15, 2)))
def test_ordered_pairs_are_those_of_another_program(seed: int) -> None:
    desk = played(seed)
    turns = [turns_of(history) for history in histories_of(desk.state).values()]
    assert all(abs(difference(one)) <= 3 for one in turns)
    path = os.environ.get("CAROLUS_TEST_PAIRING") or shutil.which("bbpPairings")
    if path is not None:
        for one in checked_rounds(ID, desk.history, installed_engine(Path(path)), None):
            assert not one.other_pairs, (seed, one)
            assert not one.other_turns, (seed, one)
