"""What the service adds to a request, so that the rules get everything from outside (ADR 77)."""

from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from domain.refusal import IllegalAction, Malformed
from domain.ruleset import tag_of
from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import Swiss
from domain.tournament.stream.chance import next_seed
from domain.tournament.stream.decide import TournamentStep, perform
from domain.tournament.stream.people import SERVICE, Acting
from domain.tournament.stream.rights import must_have_the_right
from domain.tournament.stream.state import Tournament
from service.pairing.programs import Programs
from service.tournaments.requests import EnterRequest, PairRequest, StartRequest
from service.tournaments.secrets import TournamentVault

NO_SEED: Final = "0" * 64
"""Takes the place of a seed in a rehearsal, which must reveal nothing about the next round."""

_AFTER_A_DRAW: Final = (PairRequest, a.OpenRound)
"""What can follow a draw in one list: their refusals say nothing about the draw."""


class DecidedSteps(NamedTuple):
    """Steps that the rules accepted, and the tournament after them."""

    steps: tuple[TournamentStep, ...]
    state: Tournament


def decided(
    state: Tournament,
    by: Acting,
    actions: tuple[Any, ...],
    vault: TournamentVault,
    programs: Programs,
) -> DecidedSteps:
    """Return the steps of a list of requests, all or none.

    The end of a tournament reveals its secret in the same batch.
    Raises IllegalAction with the index of the request that a rule refuses, Malformed, NoProgram or
    EngineFailed.
    """
    _must_not_ask_about_a_draw(actions)
    steps: list[TournamentStep] = []
    for index, asked in enumerate(actions):
        try:
            step, state = perform(state, by, _completed(state, by, asked, vault, programs))
        except IllegalAction as refused:
            refused.index = index
            raise
        steps.append(step)
    if state.finished and not state.is_revealed:
        step, state = perform(state, SERVICE, a.RevealSecret(vault.secret))
        steps.append(step)
    return DecidedSteps(tuple(steps), state)


def rehearsed(
    state: Tournament,
    by: Acting,
    actions: tuple[Any, ...],
    vault: TournamentVault,
    programs: Programs,
) -> DecidedSteps:
    """Return the steps up to the first that depends on chance; it is judged, but not shown.

    Otherwise an organiser could look at the next round, and change what it depends on.
    """
    _must_not_ask_about_a_draw(actions)
    steps: list[TournamentStep] = []
    for index, asked in enumerate(actions):
        drawn = _is_drawn(asked)
        try:
            completed = _completed(state, by, asked, None if drawn else vault, programs)
            step, after = perform(state, by, completed)
        except IllegalAction as refused:
            refused.index = index
            raise
        if drawn:
            break
        steps.append(step)
        state = after
    return DecidedSteps(tuple(steps), state)


def _is_drawn(asked: Any) -> bool:
    return isinstance(asked, StartRequest | PairRequest)


def _must_not_ask_about_a_draw(actions: tuple[Any, ...]) -> None:
    """Refuse a list in which an action depends on the outcome of a draw before it.

    A refusal of that action would show the draw, and nothing of the list would be stored: officials
    could look at the next round, and change what it depends on.
    """
    drawn = False
    for index, asked in enumerate(actions):
        if drawn and not isinstance(asked, _AFTER_A_DRAW):
            message = "expected pair_round or open_round: nothing else can follow a draw in a list"
            raise Malformed(f"{message}, not {tag_of(asked)}", where=f"$.actions[{index}]")
        drawn = drawn or _is_drawn(asked)


def _completed(
    state: Tournament, by: Acting, asked: Any, vault: TournamentVault | None, programs: Programs
) -> Any:
    """Return the action that a request stands for; without a vault, with a seed of zeroes.

    Pairing may take seconds, so it is refused first to those who have no right to it.
    """
    match asked:
        case EnterRequest():
            accepted = vault is not None and vault.accepts(asked.code)
            return a.RegisterEntrant(
                asked.people,
                asked.rating,
                asked.entropy,
                asked.tip,
                code_accepted=accepted,
                reason=asked.reason,
            )
        case StartRequest():
            return a.StartTournament(_seed(state, vault))
        case PairRequest():
            pairing = a.PairRound(asked.round, _seed(state, vault))
            must_have_the_right(state, by, pairing)
            return replace(pairing, proposal=_proposal(state, asked, programs))
        case _:
            return asked


def _seed(state: Tournament, vault: TournamentVault | None) -> str:
    return NO_SEED if vault is None else next_seed(state, bytes.fromhex(vault.secret))


def _proposal(
    state: Tournament, asked: PairRequest, programs: Programs
) -> tuple[tuple[int, ...], ...]:
    """Return the pairs of the announced program, by entries; none for the house's algorithm."""
    form = state.announcement.format
    due = state.phase == "between" and asked.round == state.next_round
    present = state.present() if due else ()
    if not isinstance(form, Swiss) or form.engine.system != "dutch" or len(present) < 2:
        return ()
    return programs.proposal(state, form.engine)
