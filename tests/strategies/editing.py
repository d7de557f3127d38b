"""An operator who does not play through the service: it writes the log of the game itself.

The rules refuse an action between a moment and its draws, but nothing forces an operator to ask
them. What it writes here is legal in every other way, and all dice follow from the secret.
"""

from collections.abc import Sequence
from typing import Any, Final

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE
from domain.table.actions import DeclineDraw, DrawMoment, OfferDraw
from domain.table.decide import Batch, Entry, advance, carry_out, judge
from domain.table.events import DrawDeclined, DrawOffered
from domain.table.game import Game, GameDraft, freeze, thaw
from tests.strategies.house import House
from tests.strategies.scenes import Plan
from tests.support.games.table import AT

TRIES_MAX: Final = 20
"""How often the operator throws at most."""


class EditingHouse(House):
    """Throws again until the dice suit: an offer ends the open moment, so chance draws the next.

    Offers of a draw come from the accomplice. The last seat declines them: another accomplice in
    Carolus Magnus; in TEG, the operator writes that for the honest player.
    """

    verdicts: frozenset[bool] = frozenset()
    """Whether an audit accepts what the operator wrote, in each trial with an edited log."""

    def play(self, plan: Plan) -> tuple[Any, ...]:
        """Carry out a plan, and write its last request; return the events of that one."""
        *before, (seat, deciding) = plan.requests
        for other, actions in before:
            self.request(other, actions)
        start, draft = self.game, thaw(self.game)
        entries = [Entry(seat, one, advance(draft, seat, one, AT)) for one in deciding]
        written = Batch((*entries, *self._thrown(draft, plan)), freeze(draft))
        self.game = self._stored(start, written)
        if any(isinstance(one.action, OfferDraw | DeclineDraw) for one in written.entries):
            self.verdicts |= {is_accepted(start, written.entries)}
        return written.events

    def _thrown(self, draft: GameDraft, plan: Plan) -> list[Entry]:
        """Draw moment after moment until one has the dice that the accomplice wants."""
        entries: list[Entry] = []
        for left in reversed(range(TRIES_MAX)):
            moment = DrawMoment(draft.moments + 1)
            entries.append(Entry(CHANCE, moment, advance(draft, CHANCE, moment, AT)))
            seen = thaw(freeze(draft))
            seen.answers = 0
            events = [event for one in self._answers(seen) for event in one.events]
            if not left or self._scene.won(plan, events):
                break
            entries.append(self._end_the_moment(draft))
        return entries + self._answers(draft)

    def _answers(self, draft: GameDraft) -> list[Entry]:
        entries: list[Entry] = []
        while draft.awaits_chance:
            answer = self._dealer.answer(draft)
            entries.append(Entry(CHANCE, answer, advance(draft, CHANCE, answer, AT)))
        return entries

    def _end_the_moment(self, draft: GameDraft) -> Entry:
        """Write an offer of the accomplice, or that it is declined, without asking the rules."""
        action: OfferDraw | DeclineDraw = OfferDraw()
        event: DrawOffered | DrawDeclined = DrawOffered(0)
        if "draw" in draft.seats[0].agrees:
            action, event = DeclineDraw(), DrawDeclined(len(draft.seats) - 1)
        by = event.seat
        return Entry(by, action, carry_out(draft, by, action, AT, (event,)))


def is_accepted(start: Game, entries: Sequence[Entry]) -> bool:
    """Return whether an audit accepts entries after this game: it decides each of them again."""
    draft = thaw(start)
    try:
        for by, action, events in entries:
            decided = judge(draft, by, action, AT, house=True)
            assert carry_out(draft, by, action, AT, decided) == events
    except IllegalAction as refused:
        if refused.refusal.rule != "TB-MOMENT-2":
            raise
        return False
    return True
