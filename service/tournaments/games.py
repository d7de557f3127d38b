"""The games of a tournament: how one is opened, and what its end proves.

The domain of tournaments knows no game. Here a table becomes the opening of a game of the announced
ruleset, and a finished game becomes the places of its seats.
"""

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any, Final

import msgspec

from domain.chance import SCHEME, commitment
from domain.record.statement import FinalStatement, of_kind
from domain.refusal import Malformed
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import BY_PINNED
from domain.table.actions import TakeSeat
from domain.table.dealers import FairDealer
from domain.table.decide import Batch, open_game, perform
from domain.table.game import TABLE, Game
from domain.table.opening import OpenGame
from domain.table.reserving import TournamentTable, player_key
from domain.table.wording import present
from domain.tournament.stream.actions import ProvedGame
from domain.tournament.stream.announcement import Announcement, Groups, options_at
from domain.tournament.stream.people import Person
from domain.valid_values import explained
from service.access.signing import Verifier
from service.projections.results import placed_sides

PARTNERS_SEATS: Final = 4
"""The seats of a table at which two teams of two meet."""


def are_partners(sides: Sequence[str]) -> bool:
    """Return whether two sides have every second seat, as a tournament seats partners.

    >>> are_partners(["white", "black", "white", "black"])
    True
    """
    half = len(sides) // 2
    return len(set(sides)) == half and tuple(sides[:half]) == tuple(sides[half:])


def must_be_playable(announcement: Announcement) -> None:
    """Refuse an announcement whose games could not be opened.

    Raises Malformed for an unknown ruleset, option or house bot, or for a number of seats that the
    game does not have, or in which partners would not play together, and IllegalAction if a rule
    refuses options or clock. The same for one whose rounds could never be paired.
    """
    rules = _ruleset_of(announcement)
    _options_of(rules, announcement.options)
    _must_be_pairable(announcement)
    unknown = sorted(set(announcement.house_bots) - set(rules.bots))
    if unknown:
        known = ", ".join(rules.bots)
        message = f"there is no house bot {unknown[0]!r}; expected {known}"
        raise Malformed(message, where="$.announcement.house_bots")
    for size in announcement.rules.sizes:
        seats = size * announcement.team
        if seats not in rules.meta.seats:
            known = ", ".join(map(str, rules.meta.seats))
            message = f"a game of {seats} is not possible; expected {known}"
            raise Malformed(message, where="$.announcement.rules")
        people = tuple(Person(one, account=one * 26) for one in ascii_lowercase[:seats])
        place = TournamentTable("announced", 1, 1)
        game = opening_of_table(announcement, place, people, bytes(32)).game
        teams = announcement.team > 1 or announcement.rules.partners
        if teams and not are_partners(game.sides):
            sides = ", ".join(game.sides)
            message = f"partners need every second seat for one side; the seats are for {sides}"
            raise Malformed(message, where="$.announcement")


def _must_be_pairable(announcement: Announcement) -> None:
    """Refuse fewer entrants than it takes to start."""
    form, rules = announcement.format, announcement.rules
    least = min(rules.sizes) * (form.groups if isinstance(form, Groups) else 1)
    most = announcement.registration.most
    if most < least:
        message = f"{most} entrants are too few to start; expected at least {least}"
        raise Malformed(message, where="$.announcement.registration.most")


def _options_of(rules: AnyRuleset, wanted: Mapping[str, Any]) -> Any:
    try:
        return msgspec.convert(wanted, rules.options_type)
    except msgspec.ValidationError as wrong:
        fault = explained(wrong, rules.options_type, wanted)
        where = f"$.announcement.options{fault.where.removeprefix('$')}"
        raise Malformed(fault.message, where=where) from None


def opening_of_table(
    announcement: Announcement, place: TournamentTable, people: tuple[Person, ...], secret: bytes
) -> Batch:
    """Return the opening of the game of a table, with its seats reserved for people by name.

    Raises Malformed or IllegalAction for an announcement that ``must_be_playable`` refuses.
    """
    rules = _ruleset_of(announcement)
    options = _options_of(rules, options_at(announcement, len(people), rules.options_type))
    action: OpenGame[Any, Any] = OpenGame(
        rules.meta.pinned,
        options,
        SCHEME,
        commitment(secret),
        present(rules),
        announcement.clock,
        label=announcement.name,
        tournament=place,
        reserved=tuple(one.key for one in people),
        reserved_names=tuple(one.name for one in people),
    )
    return open_game("announced", rules, action)


def begun(
    game: str,
    announcement: Announcement,
    place: TournamentTable,
    people: tuple[Person, ...],
    secret: bytes,
    at: str,
) -> Batch:
    """Return the first batch of the game of a table: house bots sit down in it."""
    (entry,) = opening_of_table(announcement, place, people, secret).entries
    opening = open_game(game, _ruleset_of(announcement), entry.action)
    bots = [
        TakeSeat(seat, one.name, one.bot) for seat, one in enumerate(people) if one.bot is not None
    ]
    if not bots:
        return opening
    seated = perform(opening.game, TABLE, bots, FairDealer(secret), at=at)
    return Batch((*opening.entries, *seated.entries), seated.game)


def proof_of(game: Game, signature: str) -> ProvedGame | None:
    """Return what the signed statement of a finished game, and its events, say about its table.

    None for a game outside of tournaments, and for one that was called off. The places are those of
    the sides as for ratings: a side that all its players left is last, however house bots played
    on.
    """
    place = game.tournament
    if place is None or game.status != "over":
        return None
    signed = Verifier().verify(signature)
    said = of_kind(signed, FinalStatement)
    ranks = placed_sides(game)
    scores = {one.side: one.score for one in game.outcome.standing}
    keys = (player_key(one.player, None if one.player else one.bot) for one in game.seats)
    return ProvedGame(
        tournament=place.id,
        round=place.round,
        table=place.table,
        game=said.game,
        head=said.head,
        kid=signed.kid,
        seats=tuple(key or "" for key in keys),
        ranks=tuple(ranks[side] for side in game.sides),
        scores=tuple(scores[side] for side in game.sides),
    )


def _ruleset_of(announcement: Announcement) -> AnyRuleset:
    found = BY_PINNED.get(announcement.ruleset)
    if found is None:
        known = ", ".join(BY_PINNED)
        message = f"there is no ruleset {announcement.ruleset!r}; expected one of {known}"
        raise Malformed(message, where="$.announcement.ruleset")
    return found
