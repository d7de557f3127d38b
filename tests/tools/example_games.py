"""Games played for the reference, always the same: an example of each action and event."""

from typing import Any, Final

from domain.chance import SCHEME, commitment, fair_dice
from domain.ruleset import CHANCE, Seat, tag_of
from domain.rulesets.ancients import RULESET as ANCIENTS
from domain.rulesets.ancients.options import Options as Battle
from domain.rulesets.ancients.reactions import StandingOrders
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.options import Options
from domain.table.actions import (
    AbortGame,
    AcceptDraw,
    AcceptPause,
    AcceptResume,
    AcceptTakeBack,
    AcceptWaiver,
    AddTime,
    Adjudicate,
    AskHint,
    CallOffGame,
    DeclineDraw,
    DeclinePause,
    DeclineResume,
    DeclineTakeBack,
    DeclineWaiver,
    FallFlag,
    LeaveSeat,
    LiftSuspension,
    OfferDraw,
    OfferPause,
    OfferResume,
    OfferTakeBack,
    OfferWaiver,
    Resign,
    SuspendGame,
    TakeSeat,
)
from domain.table.clock import BankClock
from domain.table.dealers import FairDealer
from domain.table.decide import Entry, open_game, perform
from domain.table.events import DecisionsSealed
from domain.table.game import TABLE, By, Game
from domain.table.opening import OpenGame
from domain.table.standing_orders import GiveStandingOrders

_AT: Final = "2025-01-01T12:00:00.000000Z"
_LATE: Final = "2025-01-01T13:00:00.000000Z"
_SECRET: Final = bytes(range(32))
_GAMES_MAX: Final = 300


def examples(wanted: set[str]) -> dict[str, Any]:
    """Return one action or event of each of these types."""
    found: dict[str, Any] = {}
    for number in range(_GAMES_MAX):
        for entry in (*_game(number), *(_FURTHER if number == 1 else ())):
            for example in (entry.action, *entry.events):
                found.setdefault(tag_of(example), example)
        if wanted <= found.keys():
            return found
    raise AssertionError(f"no example of {sorted(wanted - found.keys())}")


_PEOPLE: Final = (
    TakeSeat(0, name="Anna", entropy="c0ffee"),
    TakeSeat(1, name="Berta", player="mfrggzdfmztwq2lknnwg23tpob"),
)
_ARBITER: Final = "gqzsu3vpkfkgm6hmzb2pwczkwa"
_AT_THE_TABLE: Final[tuple[tuple[tuple[By, Any], ...], ...]] = (
    ((TABLE, LeaveSeat(0)), (TABLE, AbortGame())),
    ((1, _PEOPLE[1]), (0, OfferDraw()), (1, DeclineDraw()), (0, OfferDraw()), (1, AcceptDraw())),
    ((1, _PEOPLE[1]), (0, Resign())),
    ((1, _PEOPLE[1]), (TABLE, Adjudicate(("white",), "Berta did not return", _ARBITER))),
    ((1, _PEOPLE[1]), (TABLE, CallOffGame("A power cut", _ARBITER))),
)
"""What happens in the first games, at the table and without any moves."""
_PAUSE: Final = (
    (0, OfferPause()),
    (1, DeclinePause()),
    (0, OfferPause()),
    (1, AcceptPause()),
    (1, OfferResume()),
    (0, DeclineResume()),
    (1, OfferResume()),
    (0, AcceptResume()),
    (TABLE, AddTime(1, 300)),
    (TABLE, SuspendGame()),
    (TABLE, LiftSuspension()),
)
_ON_TERMS: Final = {"clock": BankClock(600, "forfeit", 5), "take_backs": True}


def _game(number: int) -> list[Entry]:
    """Play a game: the first ones end at the table, the others by the rules."""
    secret = bytes([number % 256]) + _SECRET[1:]
    options = Options(setup="yucata" if number % 2 else "tabletop")
    on_terms = number == len(_AT_THE_TABLE)
    terms: dict[str, Any] = _ON_TERMS if on_terms else {}
    action: OpenGame[Any, Any] = OpenGame(
        RULESET.meta.pinned, options, SCHEME, commitment(secret), **terms
    )
    batch = open_game(f"example{number}", RULESET, action)
    entries, game = list(batch.entries), batch.game
    dealer = FairDealer(secret)

    def act(game: Game, by: By, action: Any) -> Game:
        done = perform(game, by, [action], dealer, at=_AT)
        entries.extend(done.entries)
        return done.game

    game = act(game, 0, _PEOPLE[0])
    if number < len(_AT_THE_TABLE):
        for by, asked in _AT_THE_TABLE[number]:
            game = act(game, by, asked)
        return entries
    game = act(game, 1, _PEOPLE[1])
    if on_terms:
        for by, asked in _PAUSE:
            game = act(game, by, asked)
    picks = fair_dice(secret, "picks", ())(1, ())
    while not game.finished:
        due = game.awaits[0]
        assert due.seat != CHANCE, "chance answers within the batch"
        legal = RULESET.legal(game.position, due.seat)
        game = act(game, due.seat, legal.at(picks(game.version, (legal.count,))[0]))
        sealed = any(isinstance(event, DecisionsSealed) for one in entries for event in one.events)
        if on_terms and sealed and "choose_disc" in due.actions:
            return [*entries, *_taken_back(game, due.seat)]
    return entries


def _without_links() -> list[Entry]:
    """Return the entries by which two players with chains agree to go on without their links."""
    action: OpenGame[Any, Any] = OpenGame(
        RULESET.meta.pinned, Options(), SCHEME, commitment(_SECRET), links=True
    )
    batch = open_game("links", RULESET, action)
    entries, game = list(batch.entries), batch.game
    for by, asked in (
        *((seat, TakeSeat(seat, tip=f"{seat}" * 64)) for seat in (0, 1)),
        (0, OfferWaiver()),
        (1, DeclineWaiver()),
        (0, OfferWaiver()),
        (1, AcceptWaiver()),
    ):
        done = perform(game, by, [asked], FairDealer(_SECRET), at=_AT)
        entries += done.entries
        game = done.game
    return entries


def _helped() -> list[Entry]:
    """Return the entries by which the only person in a game gets a hint."""
    action: OpenGame[Any, Any] = OpenGame(
        RULESET.meta.pinned, Options(), SCHEME, commitment(_SECRET)
    )
    batch = open_game("helped", RULESET, action)
    entries, game = list(batch.entries), batch.game
    requests: tuple[tuple[By, Any], ...] = (
        (0, TakeSeat(0, name="Anna")),
        (TABLE, TakeSeat(1, bot="greedy")),
        (0, AskHint()),
    )
    for by, asked in requests:
        done = perform(game, by, [asked], FairDealer(_SECRET), at=_AT)
        entries += done.entries
        game = done.game
    return entries


def _taken_back(game: Game, seat: Seat) -> list[Entry]:
    """Return the entries when players take a decision back, and then nobody decides in time."""
    entries: list[Entry] = []
    for by, asked in (
        (seat, OfferTakeBack()),
        (1 - seat, DeclineTakeBack()),
        (seat, OfferTakeBack()),
        (1 - seat, AcceptTakeBack()),
    ):
        done = perform(game, by, [asked], None, at=_AT)
        entries += done.entries
        game = done.game
    return [*entries, *perform(game, TABLE, [FallFlag()], None, at=_LATE).entries]


def _ordered() -> list[Entry]:
    """Return the entries by which a player of Ancients answers reactions in advance."""
    action: OpenGame[Any, Any] = OpenGame(
        ANCIENTS.meta.pinned, Battle(), SCHEME, commitment(_SECRET)
    )
    batch = open_game("ordered", ANCIENTS, action)
    entries, game = list(batch.entries), batch.game
    orders = StandingOrders(evaders="evade", others="stand", battle_back="fight")
    for by, asked in (
        *((seat, TakeSeat(seat)) for seat in (0, 1)),
        (1, GiveStandingOrders(orders)),
    ):
        done = perform(game, by, [asked], FairDealer(_SECRET), at=_AT)
        entries += done.entries
        game = done.game
    return [entries[-1]]


_FURTHER: Final = (*_without_links(), *_helped(), *_ordered())
