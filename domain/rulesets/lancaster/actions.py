"""The actions of Lancaster, for seats and for chance.

The schemas here set only bounds; the rules judge every value within them. Whatever is not asked
for is null, false, zero or empty, and that declines it.

The lines of text that follow from these types:

==================================================  ============================================
``choose_ally yellow``                              the colour of the ally
``choose_extension cs_gold``                        the first extension
``place_knight blue 2 c 1``                         a knight of strength 2 on C, with a squire
``choose_favour kf_upgrade 2@court -``              a favour, its knight and its noble
``cast_vote yes 1``                                 a ballot and vote markers
``use_law l06, 0, -, cs_gold cs_votes, no``         law, amount, knight, extensions, swap
``score_county both 1@c no - -``                    option, knight, recruit, extension, voyage
``name_start_player 2``                             the start player of the next round
``value_source tile cs_recruit no -``               source, space, whether it is used, knight
``ransom 1 3``                                      the knights that are bought free
``arrange_table 1, b04 b01, l03 l01 … l06``         chance: start player, battles, laws
``reveal_votes``                                    chance: the ballots
``turn_up_cards b07 b02, l08 l07 l09``              chance: battles, laws
==================================================  ============================================

All values that decline something may be left out together: ``score_county noble``.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.kit import ActionType
from domain.rulesets.lancaster.board import (
    CardId,
    Color,
    CountyId,
    FavourId,
    LawId,
    PlaceId,
    SpaceId,
    Target,
)

COUNT_MAX = 99
LIST_LENGTH_MAX = 40

Strength = Annotated[int, Meta(ge=1, le=4)]
Count = Annotated[int, Meta(ge=0, le=COUNT_MAX)]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Ballot: TypeAlias = Literal["yes", "no"]
Option: TypeAlias = Literal["noble", "reward", "both"]
_Strengths = Annotated[tuple[Strength, ...], Meta(max_length=LIST_LENGTH_MAX)]
_Spaces = Annotated[tuple[SpaceId, ...], Meta(max_length=LIST_LENGTH_MAX)]
_Cards = Annotated[tuple[CardId, ...], Meta(max_length=LIST_LENGTH_MAX)]
_Laws = Annotated[tuple[LawId, ...], Meta(max_length=LIST_LENGTH_MAX)]


class KnightAt(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One of the knights of a side in play: its strength, and where it stands (LA-GAIN-22)."""

    strength: Strength
    at: PlaceId


class ChooseAlly(ActionType, frozen=True, tag="choose_ally"):
    """Choose the colour of your ally, in a game of two (LA-TWO-1)."""

    color: Color


class ChooseExtension(ActionType, frozen=True, tag="choose_extension"):
    """Build your first extension (LA-SETUP-13)."""

    extension: SpaceId


class PlaceKnight(ActionType, frozen=True, tag="place_knight"):
    """Place a knight on a county, with any squires, in a castle or on a battle (LA-TROOPS-2)."""

    side: Color
    strength: Strength
    to: Target
    squires: Count = 0


class ChooseFavour(ActionType, frozen=True, tag="choose_favour"):
    """Take a favour of the king (LA-FAVOUR-1), with the knight or the noble that it is for."""

    favour: FavourId
    upgrade: KnightAt | None = None
    noble: CountyId | None = None


class CastVote(ActionType, frozen=True, tag="cast_vote"):
    """Vote on the proposed law, in secret (LA-PARL-2)."""

    ballot: Ballot
    markers: Count = 0


class UseLaw(ActionType, frozen=True, tag="use_law"):
    """Use the law that is applied, or decline."""

    law: LawId
    amount: Count = 0
    """The number of recruits (L02, L15), or how often to exchange (L04, L05, L16, L17)."""
    upgrade: KnightAt | None = None
    """The knight to strengthen (L01, L09)."""
    extensions: _Spaces = ()
    """The tiles to build, in any order (L06)."""
    swap: bool = False
    """Whether to swap the knights (L10)."""


class ScoreCounty(ActionType, frozen=True, tag="score_county"):
    """Take the noble of the county that your knight holds, its reward, or both (LA-SC-COUNTY-2)."""

    option: Option
    upgrade: KnightAt | None = None
    recruit: bool = False
    extension: SpaceId | None = None
    voyage: CardId | None = None


class NameStartPlayer(ActionType, frozen=True, tag="name_start_player"):
    """Name the start player of the next round (LA-SC-COUNTY-8)."""

    seat: SeatNumber


class ValueSource(ActionType, frozen=True, tag="value_source"):
    """Value one knight or one tile of your castle, or your ally's (LA-SC-CASTLE-3)."""

    source: Literal["knight", "tile"]
    space: SpaceId
    use: bool = True
    upgrade: KnightAt | None = None


class Ransom(ActionType, frozen=True, tag="ransom"):
    """Buy some of your prisoners free, or none (LA-RANSOM-1)."""

    knights: _Strengths = ()


class ArrangeTable(ActionType, frozen=True, tag="arrange_table"):
    """Chance: the start player, the first battles and the first laws (LA-SETUP-3)."""

    start: SeatNumber
    battles: _Cards
    laws: _Laws
    """First the three in force, then the three to vote on (LA-SETUP-12)."""


class RevealVotes(ActionType, frozen=True, tag="reveal_votes"):
    """Chance, without a draw: reveal all ballots (LA-PARL-15)."""


class TurnUpCards(ActionType, frozen=True, tag="turn_up_cards"):
    """Chance: the battles and laws of the next round (LA-NEXT-1, LA-NEXT-3)."""

    battles: _Cards
    laws: _Laws


SeatAction: TypeAlias = (
    ChooseAlly
    | ChooseExtension
    | PlaceKnight
    | ChooseFavour
    | CastVote
    | UseLaw
    | ScoreCounty
    | NameStartPlayer
    | ValueSource
    | Ransom
)
ChanceAction: TypeAlias = ArrangeTable | RevealVotes | TurnUpCards
Action: TypeAlias = SeatAction | ChanceAction
