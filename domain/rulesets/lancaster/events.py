"""The events. THIS FILE IS A STORAGE FORMAT: add versions, never edit.

An event contains facts: what a side really received, how a battle was ranked, what the ballots
were. Costs and exchange rates are those of the edition. Only its seat sees a vote before the
reveal; a stored event always has it.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from domain.kit import EventType
from domain.rulesets.lancaster.actions import Ballot, Option
from domain.rulesets.lancaster.board import (
    CardId,
    Color,
    CountyId,
    FavourId,
    LawId,
    PlaceId,
    SpaceId,
    Target,
    TileId,
)


class Gained(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What the seat actually received from the supply, and its power points."""

    gold: int = 0
    squires: int = 0
    votes: int = 0
    power: int = 0


class Ousted(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The knight that had to leave a county, and the squires with it (LA-COUNTY-7)."""

    side: Color
    strength: int
    squires: int


class Vote(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What one seat voted."""

    ballot: Ballot
    markers: int


class TableArranged(EventType, frozen=True, tag="table_arranged"):
    """The lots of the set-up: start player, battles, and the laws in force and to vote on."""

    start: int
    battles: tuple[CardId, ...]
    laws: tuple[LawId, ...]


class CardsTurnedUp(EventType, frozen=True, tag="cards_turned_up"):
    """The next round began, with this start player, these battles and these laws to vote on."""

    round: int
    start: int
    battles: tuple[CardId, ...]
    laws: tuple[LawId, ...]


class AllyChosen(EventType, frozen=True, tag="ally_chosen"):
    """The seat chose the colour of its ally."""

    seat: int
    color: Color


class ExtensionBuilt(EventType, frozen=True, tag="extension_built"):
    """The seat built an extension on its castle."""

    seat: int
    extension: TileId


class KnightPlaced(EventType, frozen=True, tag="knight_placed"):
    """The seat placed a knight of one of its sides."""

    seat: int
    side: Color
    strength: int
    to: Target
    squires: int
    ousted: Ousted | None


class FavourTaken(EventType, frozen=True, tag="favour_taken"):
    """The seat took a favour for a side; its tile is face down."""

    seat: int
    side: Color
    favour: FavourId
    gained: Gained


class KnightUpgraded(EventType, frozen=True, tag="knight_upgraded"):
    """A knight of this strength became one stronger, where it stands."""

    side: Color
    strength: int
    place: PlaceId


class KnightRecruited(EventType, frozen=True, tag="knight_recruited"):
    """A knight of strength 1 moved from the reserve to the court."""

    side: Color


class NobleTaken(EventType, frozen=True, tag="noble_taken"):
    """A noble of the county sat down at the table of the seat."""

    seat: int
    county: CountyId


class NobleRemoved(EventType, frozen=True, tag="noble_removed"):
    """An ally had a noble of the county removed from the game."""

    county: CountyId


class VoteCast(EventType, frozen=True, tag="vote_cast"):
    """The seat voted; before and after the reveal, only it sees what (LA-INFO-2)."""

    seat: int
    ballot: Ballot | None
    markers: int | None


class VotesRevealed(EventType, frozen=True, tag="votes_revealed"):
    """All votes on a law, by seat; ``removed`` is the law that left the game."""

    law: LawId
    ballots: tuple[Vote, ...]
    yes: int
    no: int
    approved: bool
    removed: LawId


class MarkersReturned(EventType, frozen=True, tag="markers_returned"):
    """All vote markers went back to the supply: this many of each seat (LA-PARL-13)."""

    markers: tuple[int, ...]


class TotalsRevealed(EventType, frozen=True, tag="totals_revealed"):
    """The gold (L01) or squires (L02) of each seat (LA-LAW-7)."""

    law: LawId
    totals: tuple[int, ...]


class LawApplied(EventType, frozen=True, tag="law_applied"):
    """A law without a decision gave the seat this."""

    law: LawId
    seat: int
    gained: Gained


class LawUsed(EventType, frozen=True, tag="law_used"):
    """The seat decided in a law. ``amount`` is the number of pieces or exchanges; 0 declines."""

    seat: int
    law: LawId
    amount: int
    swap: bool


class CountyScored(EventType, frozen=True, tag="county_scored"):
    """The knight in the county was valued; ``both`` cost gold."""

    seat: int
    county: CountyId
    side: Color
    option: Option
    gained: Gained


class KnightSailed(EventType, frozen=True, tag="knight_sailed"):
    """The knight in the county that is valued left for a battle (LA-GAIN-19)."""

    side: Color
    strength: int
    to: CardId


class KnightReturned(EventType, frozen=True, tag="knight_returned", rename={"from_": "from"}):
    """A knight returned to its court from a county or a castle space that was valued."""

    side: Color
    strength: int
    from_: CountyId | SpaceId


class StartPlayerNamed(EventType, frozen=True, tag="start_player_named"):
    """The seat that held the county named the start player of the next round."""

    seat: int
    named: int


class SourceValued(EventType, frozen=True, tag="source_valued"):
    """The seat valued a knight or a tile of a castle, and paid its cost if it used it."""

    seat: int
    source: Literal["knight", "tile"]
    space: SpaceId
    use: bool
    gained: Gained


class TableValued(EventType, frozen=True, tag="table_valued"):
    """The table of the seat brought this many vote markers (LA-SC-CASTLE-7)."""

    seat: int
    votes: int


class BattleValued(EventType, frozen=True, tag="battle_valued"):
    """A battle was valued; ``power`` has the points of each rank, 0 for allies.

    After a victory of England all knights return to their courts. After one of France the card and
    its knights move down from the top row; in the bottom row, the knights are prisoners.
    """

    card: CardId
    english: int
    winner: Literal["england", "france"]
    ranking: tuple[Color, ...]
    power: tuple[int, ...]


class PrisonersSettled(EventType, frozen=True, tag="prisoners_settled"):
    """These prisoners of a side returned to its court for gold; those went to its reserve."""

    side: Color
    ransomed: tuple[int, ...]
    lost: tuple[int, ...]


class FinalScored(EventType, frozen=True, tag="final_scored"):
    """The final scoring, by seat: points of the three parts, and what decided the majorities."""

    knighthood: tuple[int, ...]
    extensions: tuple[int, ...]
    nobles: tuple[int, ...]
    strengths: tuple[int, ...]
    gold: tuple[int, ...]
    squires: tuple[int, ...]


class GameEnded(EventType, frozen=True, tag="game_ended"):
    """The game ended after its last round; ``power`` has the points of each colour."""

    reason: Literal["rounds"]
    winners: tuple[Color, ...]
    power: dict[Color, int]


AnyEvent: TypeAlias = (
    TableArranged
    | CardsTurnedUp
    | AllyChosen
    | ExtensionBuilt
    | KnightPlaced
    | FavourTaken
    | KnightUpgraded
    | KnightRecruited
    | NobleTaken
    | NobleRemoved
    | VoteCast
    | VotesRevealed
    | MarkersReturned
    | TotalsRevealed
    | LawApplied
    | LawUsed
    | CountyScored
    | KnightSailed
    | KnightReturned
    | StartPlayerNamed
    | SourceValued
    | TableValued
    | BattleValued
    | PrisonersSettled
    | FinalScored
    | GameEnded
)

HIDDEN: Final[Mapping[type[Any], tuple[str, ...]]] = {VoteCast: ("ballot", "markers")}
"""The members that only some viewers may see, by type of event (LA-INFO-2)."""

FINAL: Final[frozenset[type[Any]]] = frozenset({VoteCast, VotesRevealed, TotalsRevealed})
"""No agreement takes these back (LA-TABLE-3)."""
