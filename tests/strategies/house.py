"""The service of an operator who cheats: the real game, log and secret, and who gives links."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from domain.chance import Contribution, fair_dice
from domain.links import name_of
from domain.record.chain import genesis
from domain.ruleset import CHANCE
from domain.table.actions import AcceptWaiver, DrawMoment, OfferWaiver, TakeSeat
from domain.table.apply import fold
from domain.table.contributions import GivenLink, RegisteredWitness
from domain.table.dealers import FairDealer
from domain.table.decide import Batch, advance, perform
from domain.table.events import MomentDrawn
from domain.table.game import Game, GameDraft, freeze, thaw
from domain.table.moments import awaits_draws
from service.storage.rows import Head, Row, to_rows
from tests.strategies.clients import HONEST, SeatClient
from tests.strategies.scenes import Plan, Scene
from tests.strategies.witnesses import Reached
from tests.support.games.table import AT, ID, opened

Contributor: TypeAlias = Reached | SeatClient
"""Who gives links: the witness of a game, or the client of its honest seat."""

Wins: TypeAlias = Callable[[tuple[Any, ...]], bool]
"""Returns whether events bring what the accomplice wants."""


class FormerDealer(FairDealer):
    """The control: the version of the game is in the dice, as in ``carolus-fair-chance/1``."""

    def __init__(self, secret: bytes) -> None:
        super().__init__(secret)
        self._dice_of = fair_dice(secret, ID, [Contribution()])

    def answer(self, game: GameDraft) -> Any:
        """Return the answer whose index is the number of events so far."""
        bounds = game.rules.asks(game.position)
        draws = self._dice_of(game.version, ())(0, bounds) if bounds else ()
        return game.rules.answer(game.position, draws)


class House:
    """One game, and everything that the operator has. ``reached`` gives its links, if anyone does.

    If it ``waives``, everyone lets themselves be persuaded to go on without links.
    """

    def __init__(
        self,
        scene: Scene,
        secret: bytes,
        dealer: FairDealer,
        reached: Contributor | None,
        *,
        waives: bool = False,
    ) -> None:
        self._waives = waives
        self.secret = secret
        self.reached = reached
        self._scene = scene
        self._dealer = dealer
        registered: tuple[RegisteredWitness, ...] = ()
        tips: dict[int, str] = {}
        table = opened(scene.players, secret, rules=scene.rules)
        name = name_of(ID, table.game.commitment)
        if isinstance(reached, SeatClient):
            tips[HONEST] = reached.sit(name)
        elif reached is not None:
            registered = (reached.register(name),)
        table = opened(
            scene.players, secret, rules=scene.rules, links=bool(tips), witnesses=registered
        )
        assert table.batch is not None
        self.log: list[Row] = []
        self.head = Head(0, genesis(ID), "")
        self.game = self._stored(table.game, table.batch)
        for seat in range(scene.players):
            self.request(seat, [TakeSeat(seat, tip=tips.get(seat, UNSET))])

    def set_the_scene(self) -> None:
        """Put the position of the scene on the table, before any offer; everything else goes on."""
        seats = tuple(replace(state, offers_made=0) for state in self.game.seats)
        self.game = replace(self.game, position=self._scene.position, seats=seats)

    def decide(self, seat: int, actions: Sequence[Any]) -> Batch:
        """Carry out a request; the game may wait for a link afterwards."""
        batch = perform(self.game, seat, actions, self._dealer, at=AT)
        self.game = self._stored(self.game, batch)
        return batch

    def draw(self, action: DrawMoment) -> Batch:
        """Let chance draw a moment with links; raise IllegalAction if a rule refuses it."""
        batch = perform(self.game, CHANCE, [action], self._dealer, at=AT)
        self.game = self._stored(self.game, batch)
        return batch

    def request(
        self, seat: int, actions: Sequence[Any], wins: Wins | None = None
    ) -> tuple[Any, ...]:
        """Carry out a request, and get the links for it; return all events.

        With ``wins``, the operator compares the two values of a moment before it is drawn.
        """
        events = self.decide(seat, actions).events
        while awaits_draws(self.game):
            assert self.reached is not None, "nothing else makes a game wait"
            moment = self.reached.moment(self.game.moments + 1, self.head)
            if wins is not None and self._waives and self._is_better_without(moment, events, wins):
                events += self._waived()
            else:
                events += self.draw(moment).events
        return events

    def _is_better_without(self, moment: DrawMoment, events: tuple[Any, ...], wins: Wins) -> bool:
        link = bytes.fromhex(moment.links[0].link)
        with_all, without = (self._drawn_with(self.game, one)[0] for one in (link, None))
        return wins(events + without) and not wins(events + with_all)

    def _waived(self) -> tuple[Any, ...]:
        """Let an accomplice offer to go on without links, and all others accept."""
        events = self.decide(0, [OfferWaiver()]).events
        for other in range(1, self._scene.players):
            events += self.decide(other, [AcceptWaiver()]).events
        return events

    def play(self, plan: Plan) -> tuple[Any, ...]:
        """Carry out a plan; return the events of its last request."""
        *before, (last, deciding) = plan.requests
        for seat, actions in before:
            self.request(seat, actions)
        return self.request(last, deciding, lambda events: self._scene.won(plan, events))

    def foresee(self, plan: Plan, guess: bytes | None = None) -> tuple[Any, ...]:
        """Return what the last request of a plan would cause, computed with the operator's state.

        Where a link is due, this takes the one that the operator knows, or else ``guess``, and
        ignores the rule that refuses it.
        """
        game = self.game
        events: tuple[Any, ...] = ()
        for seat, actions in plan.requests:
            done = perform(game, seat, actions, self._dealer, at=AT)
            events, game = done.events, done.game
            if awaits_draws(game):
                assert self.reached is not None, "nothing else makes a game wait"
                link = self.reached.known(game.moments + 1) or guess
                drawn, game = self._drawn_with(game, link)
                events += drawn
        return events

    @property
    def memory(self) -> list[bytes | None]:
        """Everything of 32 bytes in the service's memory that might be taken for a link, or none.

        ``foresee`` computes with the secret in any case.
        """
        hashes = [bytes.fromhex(row.hash) for row in self.log[-3:]]
        chains = [bytes.fromhex(chain.link) for chain in self.game.chains]
        tips = [bytes.fromhex(one.tip) for one in self.game.witnesses]
        return [None, self.secret, name_of(ID, self.game.commitment), *chains, *tips, *hashes]

    def _drawn_with(self, game: Game, link: bytes | None) -> tuple[tuple[Any, ...], Game]:
        """Return what chance would answer with this link, or with none."""
        assert self.reached is not None, "without links, nothing is missing"
        links = () if link is None else (GivenLink(self.reached.who, link.hex()),)
        draft = thaw(fold(game, [MomentDrawn(game.moments + 1, links, (), ())]))
        draft.answers = 0
        events: tuple[Any, ...] = ()
        while draft.awaits_chance:
            events += advance(draft, CHANCE, self._dealer.answer(draft), AT)
        return events, freeze(draft)

    def _stored(self, before: Game, batch: Batch) -> Game:
        rows, self.head = to_rows(before, self.head, AT, batch.entries, self.secret)
        self.log += rows
        return batch.game
