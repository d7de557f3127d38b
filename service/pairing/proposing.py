"""The pairs that a program proposes for the next round of a tournament."""

from domain.refusal import IllegalAction
from domain.tournament.pairing.colours import TurnNumber
from domain.tournament.pairing.dutch import DutchProgram, dutch_entrant
from domain.tournament.stream.played import barred_pairs, histories_of, in_entries, numbers_of
from domain.tournament.stream.state import Tournament


def proposal_of(state: Tournament, program: DutchProgram) -> tuple[tuple[int, ...], ...]:
    """Return the proposal for the next round, by entries; the rules judge it.

    Refuse more players than the program takes (TN-DUTCH-2).
    """
    numbers, histories, barred = numbers_of(state), histories_of(state), barred_pairs(state)
    present = sorted(numbers.of[one] for one in state.present())
    if len(present) > program.most_players:
        most = program.most_players
        raise IllegalAction("TN-DUTCH-2", "too_many_players", players=len(present), most=most)
    if len(present) < 2:  # the rules refuse that, and say why
        return in_entries(state, [(number,) for number in present])
    entrants = [dutch_entrant(histories, number, barred) for number in present]
    initial: TurnNumber = 1 if state.initial else 0
    proposed = program.pairs(entrants, state.next_round, state.rules.rounds, initial)
    return in_entries(state, proposed)
