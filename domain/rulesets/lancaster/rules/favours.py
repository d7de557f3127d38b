"""Favours of the king (LA-FAVOUR)."""

from domain.kit import IllegalAction, Seat
from domain.rulesets.lancaster.actions import ChooseFavour
from domain.rulesets.lancaster.board import COUNTY_INDEX, FAVOUR, CountyId, effect_of
from domain.rulesets.lancaster.events import FavourTaken, NobleRemoved, NobleTaken
from domain.rulesets.lancaster.position import Side, color_of, is_ally
from domain.rulesets.lancaster.rules import rewards
from domain.rulesets.lancaster.rules.play import Play


def choose_favour(play: Play, seat: Seat, action: ChooseFavour) -> None:
    """Take a favour that is face up, for the side whose knight entered a battle."""
    draft = play.draft
    side = draft.favour_side
    assert side is not None, "a favour is due"
    if action.favour not in draft.favours:
        raise IllegalAction(
            "LA-FAVOUR-5",
            "tile_is_face_down",
            favour=action.favour,
            face_up=list(draft.favours),
        )
    reward = FAVOUR[action.favour].reward
    used = {"upgrade": effect_of(reward, "UPGRADE"), "noble": effect_of(reward, "NOBLE_ANY")}
    for name, effect in used.items():
        if effect is None and getattr(action, name) is not None:
            raise IllegalAction(
                "LA-FAVOUR-3", "tile_does_not_use_this", favour=action.favour, field=name
            )
    gained = rewards.goods_of(draft, side, reward)
    play.happens(FavourTaken(seat, color_of(draft, side), action.favour, gained))
    if action.upgrade is not None:
        rewards.upgrade(play, side, action.upgrade)
    if action.noble is not None:
        _take_noble(play, seat, side, action.noble)


def _take_noble(play: Play, seat: Seat, side: Side, county: CountyId) -> None:
    """Take a noble of any county, or remove it if the knight is an ally's (LA-TWO-13)."""
    draft = play.draft
    nobles = draft.nobles[COUNTY_INDEX[county]]
    if is_ally(draft, side):
        if not nobles:
            raise IllegalAction("LA-TWO-13", "no_noble_in_the_county", county=county)
        play.happens(NobleRemoved(county))
        return
    if not nobles:
        raise IllegalAction("LA-FAVOUR-6", "no_noble_in_the_county", county=county)
    if county in draft.tables[seat]:
        raise IllegalAction("LA-FAVOUR-6", "noble_is_already_at_the_table", county=county)
    play.happens(NobleTaken(seat, county))
