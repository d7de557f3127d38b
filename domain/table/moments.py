"""Moments: all that chance draws between two decisions, under one number.

The number of a moment, and of each answer in it, follows from the rules of the game. So nobody can
change a die by creating more events, sending other requests or waiting.
"""

from typing import Any, Final

from domain.chance import SCHEME
from domain.links import FIRST_WITNESS, LINKS, BadLink, KnownLink, name_of
from domain.refusal import IllegalAction
from domain.ruleset import tag_of
from domain.table.actions import (
    AcceptWaiver,
    Adjudicate,
    CallOffGame,
    DeclineWaiver,
    DrawMoment,
    OfferWaiver,
)
from domain.table.contributions import Strength
from domain.table.events import MomentDrawn
from domain.table.game import GameDraft, GameState


def moment_is_due(game: GameDraft) -> bool:
    """Return whether chance has to draw a moment before it can answer; it needs fair dice."""
    return game.answers is None and awaits_draws(game)


def awaits_draws(game: GameState) -> bool:
    """Return whether fair dice have to be drawn next."""
    return game.scheme == SCHEME and game.awaits_chance and bool(game.bounds_due)


def open_moment(game: GameDraft) -> int | None:
    """Return the number of the moment that chance has to draw or to complete, if there is one."""
    if not awaits_draws(game):
        return None
    return game.moments + (game.answers is None)


def links_due(game: GameState) -> tuple[int, ...]:
    """Return the contributors whose links the next moment needs, in ascending order.

    These are the witnesses, and the seats that have a chain and whose players are in the game. A
    chain ends with its last link; later moments need none.
    """
    if not game.chains or game.moments >= LINKS:
        return ()
    playing = set(game.playing)
    return tuple(
        chain.who
        for chain in game.chains
        if chain.who >= FIRST_WITNESS
        or (chain.who in playing and game.seats[chain.who].is_played_by_a_person)
    )


def waits_for_links(game: GameState) -> bool:
    """Return whether chance has to draw, and needs links for that."""
    return bool(game.chains) and awaits_draws(game) and bool(links_due(game))


def draw_moment(game: GameDraft, action: DrawMoment) -> tuple[MomentDrawn]:
    """Draw the next moment (TB-MOMENT-1), on all links that are due, or on none.

    It depends on all of them (TB-MOMENT-3) unless everyone has waived them (TB-MOMENT-5).
    """
    if game.scheme != SCHEME:
        raise IllegalAction("TB-MOMENT-1", "dice_are_recorded", moment=action.moment)
    if game.answers is not None:
        raise IllegalAction("TB-MOMENT-1", "moment_is_drawn", moment=game.moments)
    if not (game.awaits_chance and game.bounds_due):
        raise IllegalAction("TB-MOMENT-1", "nothing_to_draw", moment=action.moment)
    number = game.moments + 1
    if action.moment != number:
        raise IllegalAction("TB-MOMENT-1", "another_moment", moment=action.moment, expected=number)
    if game.chains or action.links or action.witness or action.missing:
        _must_have_all_links(game, action)
    return (MomentDrawn(number, action.links, action.witness, action.missing),)


def _must_have_all_links(game: GameState, action: DrawMoment) -> None:
    """Refuse a moment that lacks a link, or has a wrong one (TB-MOMENT-3)."""
    due = list(links_due(game))
    given = [one.who for one in action.links]
    if game.waived:
        if given or action.witness or list(action.missing) != due:
            raise IllegalAction("TB-MOMENT-5", "links_were_waived", due=due, given=given)
        return
    if given != due or action.missing:
        raise IllegalAction("TB-MOMENT-3", "links_are_due", due=due, given=given)
    signing = [note.who for note in action.witness]
    witnesses = [who for who in due if who >= FIRST_WITNESS]
    if signing != witnesses:
        raise IllegalAction("TB-MOMENT-3", "witnesses_must_sign", due=witnesses, given=signing)
    for one in action.links:
        must_fit(game, one.who, action.moment, bytes.fromhex(one.link))


def must_fit(game: GameState, who: int, moment: int, link: bytes) -> None:
    """Refuse a link that does not belong to the chain of its contributor (TB-MOMENT-3)."""
    last = next(chain for chain in game.chains if chain.who == who)
    name = name_of(game.id, game.commitment)
    try:
        KnownLink(name, who, bytes.fromhex(last.link), last.number).followed_by(moment, link)
    except BadLink as bad:
        raise IllegalAction("TB-MOMENT-3", bad.reason, **bad.facts) from None


def must_be_drawn(game: GameDraft, action: Any) -> None:
    """Refuse an answer of chance that draws something before its moment was drawn (TB-MOMENT-1)."""
    if moment_is_due(game):
        raise IllegalAction(
            "TB-MOMENT-1", "moment_is_not_drawn", asked=tag_of(action), expected=game.moments + 1
        )


def must_not_interfere(action: Any) -> None:
    """Refuse an action between a decision and the draws that follow from it (TB-MOMENT-2).

    Others have given links for the log as it is, so only chance can continue it. An arbiter can
    still end the game, and the players can agree to go on without links.
    """
    if not isinstance(action, _DURING_A_MOMENT):
        raise IllegalAction("TB-MOMENT-2", "chance_has_to_draw", asked=tag_of(action))


def must_let_chance_draw(game: GameDraft, action: Any) -> None:
    """Refuse an action of others between a decision and its draws in any log (TB-MOMENT-2).

    An operator can write such a log, so records are judged by this, too. An action in an open
    moment would end it, and chance would roll again in the next one. Once links are called, a seat
    that leaves would remove its own from the dice.
    """
    if game.answers is not None:
        if game.awaits_chance:
            raise IllegalAction("TB-MOMENT-2", "moment_is_open", asked=tag_of(action))
    elif waits_for_links(game):
        must_not_interfere(action)


def strength_of_next(game: GameState) -> Strength:
    """Return what would protect the next moment, if it depends on all links that are due then."""
    due = links_due(game)
    if any(who >= FIRST_WITNESS for who in due):
        return "witness"
    return "links" if due else "base"


def may_waive(game: GameState) -> None:
    """Refuse an offer to waive links that is not possible (TB-MOMENT-5).

    A witness signs everything that it gave in a game at once. If the log left out one of its
    links, no later signature could be verified.
    """
    if not waits_for_links(game):
        raise IllegalAction("TB-MOMENT-5", "no_links_are_due")
    if game.waived:
        raise IllegalAction("TB-MOMENT-5", "links_were_waived")
    witnesses = [who for who in links_due(game) if who >= FIRST_WITNESS]
    if witnesses:
        raise IllegalAction("TB-MOMENT-5", "witnesses_are_due", due=witnesses)


STOPPING: Final = (Adjudicate, CallOffGame)
"""The actions that end a running game at any time, even while chance has to draw."""

_DURING_A_MOMENT: Final = (*STOPPING, OfferWaiver, AcceptWaiver, DeclineWaiver)
"""What a player or an arbiter may do while chance has to draw."""
