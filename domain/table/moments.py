"""Moments: all that chance draws between two decisions, under one number.

The number of a moment, and of each answer in it, follows from the rules of the game. So nobody can
change a die by creating more events, sending other requests or waiting.
"""

from typing import Any

from domain.chance import SCHEME
from domain.links import FIRST_WITNESS, LINKS, BadLink, KnownLink, name_of
from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, tag_of
from domain.table.actions import Adjudicate, CallOffGame, DrawMoment
from domain.table.events import MomentDrawn
from domain.table.game import By, GameDraft, GameState


def moment_is_due(game: GameDraft) -> bool:
    """Return whether chance has to draw a moment before it can answer; it needs fair dice."""
    return game.answers is None and awaits_draws(game)


def awaits_draws(game: GameState) -> bool:
    """Return whether fair dice have to be drawn next."""
    return game.scheme == SCHEME and game.awaits_chance and bool(game.bounds_due)


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


def draw_moment(game: GameDraft, action: DrawMoment) -> tuple[MomentDrawn]:
    """Draw the next moment (TB-MOMENT-1), on all links that are due (TB-MOMENT-3)."""
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
    if given != due or action.missing:
        raise IllegalAction("TB-MOMENT-3", "links_are_due", due=due, given=given)
    signing = [note.who for note in action.witness]
    witnesses = [who for who in due if who >= FIRST_WITNESS]
    if signing != witnesses:
        raise IllegalAction("TB-MOMENT-3", "witnesses_must_sign", due=witnesses, given=signing)
    name = name_of(game.id, game.commitment) if due else b""
    known = {chain.who: chain for chain in game.chains}
    for one in action.links:
        last = known[one.who]
        before = KnownLink(name, one.who, bytes.fromhex(last.link), last.number)
        try:
            before.followed_by(action.moment, bytes.fromhex(one.link))
        except BadLink as bad:
            raise IllegalAction("TB-MOMENT-3", bad.reason, **bad.facts) from None


def must_be_drawn(game: GameDraft, action: Any) -> None:
    """Refuse an answer of chance that draws something before its moment was drawn (TB-MOMENT-1)."""
    if moment_is_due(game):
        raise IllegalAction(
            "TB-MOMENT-1", "moment_is_not_drawn", asked=tag_of(action), expected=game.moments + 1
        )


def must_not_interfere(game: GameState, by: By, action: Any) -> None:
    """Refuse an action between a decision and the draws that follow from it (TB-MOMENT-2).

    Others have given links for the log as it is, so only chance can continue it. An arbiter can
    still end the game.
    """
    if by != CHANCE and not isinstance(action, Adjudicate | CallOffGame):
        raise IllegalAction("TB-MOMENT-2", "chance_has_to_draw", asked=tag_of(action))
