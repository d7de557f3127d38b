"""The types of the API, generated from ``openapi/openapi.json`` by ``make openapi``."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

class AbortGame(TypedDict):
    """Call the game off before it starts; the creator's right."""
    type: Literal['abort_game']


class AbortTournament(TypedDict):
    """Call the tournament off, without standings."""
    type: Literal['abort_tournament']
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""


class AcceptDraw(TypedDict):
    """Agree to the draw that was offered."""
    type: Literal['accept_draw']


class AcceptPause(TypedDict):
    """Agree to the pause that was offered."""
    type: Literal['accept_pause']


class AcceptResume(TypedDict):
    """Agree to go on."""
    type: Literal['accept_resume']


class AcceptTakeBack(TypedDict):
    """Agree to the take-back that was asked for."""
    type: Literal['accept_take_back']


class AcceptWaiver(TypedDict):
    """Agree to go on without the links of this moment."""
    type: Literal['accept_waiver']


TournamentRole: TypeAlias = "Literal['arbiter', 'organiser', 'player', 'service']"


class Acting(TypedDict):
    """Who acts, and in which role; the service has verified both."""
    role: TournamentRole
    who: NotRequired[str]
    """The account, or the key of a guest; empty for the service itself."""


class ActionWarning(TypedDict):
    """What you should know about an action, although it is accepted."""
    index: int
    """The index of the action; the first is 0."""
    reason: Literal['arbiter_without_scope']
    """`arbiter_without_scope`: no token of the new arbiter has the scope `arbitrate`, so the
    arbiter cannot act yet.
    """
    facts: dict[str, Any]
    message: str
    """The same as a sentence, in the requested language."""


AncientsRole: TypeAlias = "Literal['attack', 'battle_back', 'bonus', 'escape', 'evade', 'first_strike', 'leader_check', 'rally', 'rampage', 'ranged', 'reroll', 'spartacus']"


NoSeat: TypeAlias = "Literal['chance', 'table']"


class AncientsAttackAnnounced(TypedDict):
    """A unit attacks a piece: `attack`, `bonus`, `ranged` or `battle_back`."""
    type: Literal['attack_announced']
    unit: str
    target: str
    hex: str
    role: AncientsRole
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


AncientsSide: TypeAlias = "Literal['bottom', 'top']"


class AncientsBannerGained(TypedDict):
    """A side gained a banner; `banners` is its new total."""
    type: Literal['banner_gained']
    side: AncientsSide
    banners: int
    why: Literal['leader', 'objective', 'unit']
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsBattleBackDeclined(TypedDict):
    """The owner of a unit declined to battle back."""
    type: Literal['battle_back_declined']
    unit: str
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsBlocksLost(TypedDict):
    """A unit lost this many blocks and has these left."""
    type: Literal['blocks_lost']
    unit: str
    count: int
    blocks: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsBlocksRestored(TypedDict):
    """A unit regained this many blocks and has these now."""
    type: Literal['blocks_restored']
    unit: str
    count: int
    blocks: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsCardDiscarded(TypedDict):
    """A card went to the discard pile."""
    type: Literal['card_discarded']
    card: str
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsCardDrawnSealed(TypedDict):
    """For each hidden member, the commitment that the hash covers in its place."""
    card: str


class AncientsCardDrawn(TypedDict):
    """A side drew a card, which only its seat sees."""
    type: Literal['card_drawn']
    side: AncientsSide
    seat: int
    card: str | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""
    sealed: AncientsCardDrawnSealed
    """For each hidden member, the commitment that the hash covers in its place."""


AncientsKind: TypeAlias = "Literal['clash-of-shields', 'coordinated-attack', 'counter-attack', 'darken-the-sky', 'double-time', 'first-strike', 'i-am-spartacus', 'inspired-center-leadership', 'inspired-left-leadership', 'inspired-right-leadership', 'leadership-any-section', 'line-command', 'mounted-charge', 'move-fire-move', 'order-2-center', 'order-2-left', 'order-2-right', 'order-3-center', 'order-3-left', 'order-3-right', 'order-4-center', 'order-4-left', 'order-4-right', 'order-heavy-troops', 'order-light-troops', 'order-medium-troops', 'order-mounted-troops', 'out-flanked', 'rally']"


AncientsSection: TypeAlias = "Literal['center', 'left', 'right']"


class AncientsCardPlayed(TypedDict):
    """A side played a card.

    `effective` is the kind whose text applies, null if it orders nothing. `thirds` are those
    in
    which a copied card may order, seen from the bottom; null for anywhere (CA-CARD-COUNTER-3).
    """
    type: Literal['card_played']
    side: AncientsSide
    card: str
    effective: AncientsKind | None
    thirds: list[AncientsSection] | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsDeckRenewed(TypedDict):
    """The discard pile became part of the deck, which now has this many cards."""
    type: Literal['deck_renewed']
    cards: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsDiceAssigned(TypedDict):
    """The piece for which each die was used."""
    type: Literal['dice_assigned']
    side: AncientsSide
    assignments: list[str | None]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


AncientsFace: TypeAlias = "Literal['flag', 'heavy', 'leader', 'light', 'medium', 'swords']"


class AncientsDiceRolled(TypedDict):
    """Dice were rolled by a side; `hex` is that of the target."""
    type: Literal['dice_rolled']
    role: AncientsRole
    side: AncientsSide
    count: int
    faces: list[AncientsFace]
    hex: str | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsFlagsIgnored(TypedDict):
    """The owner of a unit decided how many of its flags it ignores."""
    type: Literal['flags_ignored']
    unit: str
    flags: int
    ignored: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsGameEnded(TypedDict):
    """The game ended; if nobody won, both sides share it and are its winners."""
    type: Literal['game_ended']
    reason: Literal['banners', 'both_targets', 'leader_lost', 'turn_limit']
    winners: list[AncientsSide]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsHandLimitChanged(TypedDict):
    """The hand limit of a side changed."""
    type: Literal['hand_limit_changed']
    side: AncientsSide
    limit: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsHandsDealtSealed(TypedDict):
    """For each hidden member, the commitment that the hash covers in its place."""
    top: str
    bottom: str


class AncientsHandsDealt(TypedDict):
    """Both first hands, as they were drawn; `seats` are those of top and bottom.

    Each seat sees its own.
    """
    type: Literal['hands_dealt']
    top: list[str] | None
    bottom: list[str] | None
    seats: list[int]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""
    sealed: AncientsHandsDealtSealed
    """For each hidden member, the commitment that the hash covers in its place."""


class AncientsLeaderEliminated(TypedDict):
    """A leader fell."""
    type: Literal['leader_eliminated']
    leader: str
    hex: str
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsLeaderEvaded(TypedDict):
    """A leader evades by this path; `off` is its last step if he leaves the board.

    He arrives once every enemy unit on the path has rolled.
    """
    type: Literal['leader_evaded']
    leader: str
    path: list[str]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsLeaderLeftBoard(TypedDict):
    """A leader evaded off the board."""
    type: Literal['leader_left_board']
    leader: str
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


AncientsMomentumAdvanced = TypedDict(
    "AncientsMomentumAdvanced",
    {
        "type": "Literal['momentum_advanced']",
        "unit": "str",
        "from": "str",
        "to": "str",
        "extra": "bool",
        "version": "int",
        "at": "str",
        "by": "int | NoSeat",
        "hash": "str",
    },
)
"""A unit advanced into the vacated hex, or its extra hex."""


class AncientsMomentumDeclined(TypedDict):
    """The owner of a unit declined an advance, an extra hex or a bonus attack."""
    type: Literal['momentum_declined']
    unit: str
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsOrdersIssued(TypedDict):
    """These pieces are ordered, by this commander if the card has one."""
    type: Literal['orders_issued']
    side: AncientsSide
    pieces: list[str]
    commander: str | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


AncientsPhase: TypeAlias = "Literal['battle', 'move', 'second_move']"


class AncientsPhaseEnded(TypedDict):
    """A phase of the turn ended."""
    type: Literal['phase_ended']
    step: AncientsPhase
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


AncientsPieceMoved = TypedDict(
    "AncientsPieceMoved",
    {
        "type": "Literal['piece_moved']",
        "piece": "str",
        "from": "str",
        "to": "str",
        "distance": "int",
        "version": "int",
        "at": "str",
        "by": "int | NoSeat",
        "hash": "str",
    },
)
"""An ordered piece moved; `distance` is the length of its shortest path."""


AncientsReaction: TypeAlias = "Literal['evade', 'first_strike', 'stand']"


class AncientsReactionChosen(TypedDict):
    """The attacked side reacted."""
    type: Literal['reaction_chosen']
    unit: str
    choice: AncientsReaction
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsTurnEnded(TypedDict):
    """The turn of a side ended."""
    type: Literal['turn_ended']
    side: AncientsSide
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class AncientsUnitEliminated(TypedDict):
    """A unit lost its last block."""
    type: Literal['unit_eliminated']
    unit: str
    hex: str
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


AncientsUnitEvaded = TypedDict(
    "AncientsUnitEvaded",
    {
        "type": "Literal['unit_evaded']",
        "unit": "str",
        "from": "str",
        "to": "str",
        "version": "int",
        "at": "str",
        "by": "int | NoSeat",
        "hash": "str",
    },
)
"""A unit evaded."""


class AncientsUnitLeftBoard(TypedDict):
    """A unit left the board by an ordered move, with its leader (CA-SCN-8)."""
    type: Literal['unit_left_board']
    unit: str
    leader: str | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


AncientsUnitRetreated = TypedDict(
    "AncientsUnitRetreated",
    {
        "type": "Literal['unit_retreated']",
        "unit": "str",
        "from": "str",
        "to": "str",
        "unmade": "int",
        "version": "int",
        "at": "str",
        "by": "int | NoSeat",
        "hash": "str",
    },
)
"""A unit retreated; `unmade` is the number of hexes that it could not go."""


class AncientsPlacement(TypedDict):
    """Where a unit of the reserve enters."""
    unit: str
    hex: str


class AncientsUnitsPlaced(TypedDict):
    """Units of the reserve entered, and are ordered (CA-SCN-4)."""
    type: Literal['units_placed']
    section: AncientsSection
    placements: list[AncientsPlacement]
    leader_with: str | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


OnFlag: TypeAlias = "Literal['forfeit', 'house']"


class BankClock(TypedDict):
    """A time for the whole game, with an increment after each action."""
    kind: Literal['bank']
    seconds: int
    on_flag: OnFlag
    increment_seconds: NotRequired[int]


class DaysClock(TypedDict):
    """A number of days for each action: correspondence play.

    The time for reactions may be smaller, such as half a day.
    """
    kind: Literal['days']
    days: int
    on_flag: OnFlag
    reaction_seconds: NotRequired[int | None]


class PerActionClock(TypedDict):
    """A fixed time for each action, and perhaps a smaller one for reactions."""
    kind: Literal['per_action']
    seconds: int
    on_flag: OnFlag
    reaction_seconds: NotRequired[int | None]


class ClockSet(TypedDict):
    """The game is played with a clock."""
    type: Literal['clock_set']
    clock: PerActionClock | BankClock | DaysClock
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class ClocksRun(TypedDict):
    """The time left to each seat, and the seats whose clocks run from this moment on."""
    type: Literal['clocks_run']
    left_ms: list[int]
    running: list[int]
    since: str
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class DecisionNoted(TypedDict):
    """A decision of this seat follows, which it can take back until chance answers."""
    type: Literal['decision_noted']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class DecisionsSealed(TypedDict):
    """Chance answers: earlier decisions can no longer be taken back."""
    type: Literal['decisions_sealed']
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class DecisionsTakenBack(TypedDict):
    """Everyone agreed: the game is as it was before the last decision of the seat."""
    type: Literal['decisions_taken_back']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class DrawAccepted(TypedDict):
    """The seat accepted the draw."""
    type: Literal['draw_accepted']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class DrawAgreed(TypedDict):
    """Everyone agreed to a draw of these sides."""
    type: Literal['draw_agreed']
    winners: list[str]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class DrawDeclined(TypedDict):
    """The seat declined the draw, which drops the offer."""
    type: Literal['draw_declined']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class DrawOffered(TypedDict):
    """The seat offered a draw."""
    type: Literal['draw_offered']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class FlagFell(TypedDict):
    """The seat ran out of time; `bot` plays on for it, unless the game is lost."""
    type: Literal['flag_fell']
    seat: int
    bot: str | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class GameAborted(TypedDict):
    """The game was called off before it started."""
    type: Literal['game_aborted']
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class GameAdjudicated(TypedDict):
    """An arbiter ended the game; these sides have won, or share the win.

    `reason` is what the arbiter says about it, and `arbiter` their account. Each is omitted if
    there is none.
    """
    type: Literal['game_adjudicated']
    winners: list[str]
    reason: NotRequired[str | None]
    arbiter: NotRequired[str | None]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class GameCalledOff(TypedDict):
    """An arbiter called the game off, or the table did: it has no winner.

    `reason` is what the arbiter says about it, and `arbiter` their account. Each is omitted if
    there is none.
    """
    type: Literal['game_called_off']
    reason: NotRequired[str | None]
    arbiter: NotRequired[str | None]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class GameConceded(TypedDict):
    """All other sides have resigned."""
    type: Literal['game_conceded']
    winners: list[str]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class GameForfeited(TypedDict):
    """All other sides ran out of time."""
    type: Literal['game_forfeited']
    winners: list[str]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class RegisteredWitness(TypedDict):
    """A witness that registered the game before it was opened."""
    key: str
    """An Ed25519 public key: 32 bytes in base64url."""
    service: str
    """The thumbprint of a key (RFC 7638, SHA-256): 32 bytes in base64url."""
    tip: str
    """32 bytes, in hexadecimal."""
    time: int
    """Milliseconds since 1970-01-01 in UTC, by the witness's clock."""
    signature: str
    """An Ed25519 signature: 64 bytes in base64url."""


Scheme: TypeAlias = "Literal['fair', 'recorded']"


class StoredContinuation(TypedDict):
    """A version of another game, and the position there, in which the game begins."""
    game: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    version: int
    """The version of that game: its number of events."""
    head: str
    """32 bytes, in hexadecimal."""
    position: dict[str, Any]
    """The position there, with everything that was hidden."""


class TournamentTable(TypedDict):
    """The table of a round of a tournament."""
    id: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    round: int
    table: int


class GameOpened(TypedDict):
    """The table was set up; `commitment` binds the dice before anyone sits down.

    `wordings` has the versions of this game's events, by owner and tag, except version 1.
    `links` says whether seats may commit to chains, and `witnesses` registered the game
    before.
    `continues` says from which position of which other game it begins, `tournament` at which
    table of a tournament it is played, `reserved` for whom each seat is, and `reserved_names`
    under which name each of them plays.
    `sandbox` is the seed of a game in a sandbox, whose dice anyone could foresee.
    Each of these members is omitted if it is empty, false or null, and so is `label`.
    """
    type: Literal['game_opened']
    ruleset: str
    options: dict[str, Any]
    seats: int
    scheme: Scheme
    commitment: str
    wordings: NotRequired[dict[str, int]]
    label: NotRequired[str | None]
    links: NotRequired[bool]
    witnesses: NotRequired[list[RegisteredWitness]]
    continues: NotRequired[StoredContinuation | None]
    sandbox: NotRequired[str | None]
    tournament: NotRequired[TournamentTable | None]
    reserved: NotRequired[list[str]]
    reserved_names: NotRequired[list[str]]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class GamePaused(TypedDict):
    """Everyone agreed to a pause: no clock runs, and no one may play."""
    type: Literal['game_paused']
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class GameResumed(TypedDict):
    """Everyone agreed to resume the game."""
    type: Literal['game_resumed']
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class GameStarted(TypedDict):
    """The last seat was taken."""
    type: Literal['game_started']
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class GameSuspended(TypedDict):
    """An arbiter of the game's tournament stopped it: no clock runs, and nobody acts."""
    type: Literal['game_suspended']
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class HintGiven(TypedDict):
    """A house bot advised the seat, before a decision that the seat then takes by itself."""
    type: Literal['hint_given']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LinksWaived(TypedDict):
    """Everyone agreed: chance draws this one moment without links."""
    type: Literal['links_waived']
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class GivenLink(TypedDict):
    """The link of one contributor for a moment."""
    who: int
    """A seat, or 128 plus the place of a witness."""
    link: str
    """32 bytes, in hexadecimal."""


class WitnessNote(TypedDict):
    """When a witness gave its link for the head before the moment, and its signature."""
    who: int
    """A seat, or 128 plus the place of a witness."""
    time: int
    """Milliseconds since 1970-01-01 in UTC, by the witness's clock."""
    signature: str
    """An Ed25519 signature: 64 bytes in base64url."""


class MomentDrawn(TypedDict):
    """Chance draws what is due until the next decision: the moment with this number.

    `links` are those that its dice depend on, and `witness` says when witnesses gave theirs.
    `missing` lists the contributors whose links were due if the dice depend on none.
    """
    type: Literal['moment_drawn']
    moment: int
    links: list[GivenLink]
    witness: list[WitnessNote]
    missing: list[int]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class PauseAccepted(TypedDict):
    """The seat accepted the pause."""
    type: Literal['pause_accepted']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class PauseDeclined(TypedDict):
    """The seat declined the pause, which drops the offer."""
    type: Literal['pause_declined']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class PauseOffered(TypedDict):
    """The seat offered a pause."""
    type: Literal['pause_offered']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class PlayerSeated(TypedDict):
    """The player who sat down has this account."""
    type: Literal['player_seated']
    seat: int
    player: str
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class ResumeAccepted(TypedDict):
    """The seat agreed to resume the game."""
    type: Literal['resume_accepted']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class ResumeDeclined(TypedDict):
    """The seat declined to resume the game, so the offer is dropped."""
    type: Literal['resume_declined']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class ResumeOffered(TypedDict):
    """The seat offered to resume the game."""
    type: Literal['resume_offered']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class SeatLeft(TypedDict):
    """The seat is free again."""
    type: Literal['seat_left']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class SeatResigned(TypedDict):
    """The seat resigned; `bot` plays on for it, unless the game ends.

    `bot` is null if the rules of the game let the seat leave; the events that follow say how.
    """
    type: Literal['seat_resigned']
    seat: int
    bot: str | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class SeatTaken(TypedDict):
    """A person (`bot` is null) or a house bot sat down; `tip` commits to a chain of links."""
    type: Literal['seat_taken']
    seat: int
    name: str | None
    bot: str | None
    entropy: str
    tip: str | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class SecretRevealed(TypedDict):
    """The game is over: the secret of the dice, in hexadecimal; anyone can now recompute them."""
    type: Literal['secret_revealed']
    secret: str
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class StandingOrdersGivenSealed(TypedDict):
    """For each hidden member, the commitment that the hash covers in its place."""
    orders: str


class StandingOrdersGiven(TypedDict):
    """The seat gave standing orders, which replace its previous ones; `orders` is null for none.

    Until the end, only the seat sees `orders`.
    """
    type: Literal['standing_orders_given']
    seat: int
    orders: dict[str, Any] | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""
    sealed: StandingOrdersGivenSealed
    """For each hidden member, the commitment that the hash covers in its place."""


class SuspensionLifted(TypedDict):
    """An arbiter of the game's tournament let it go on."""
    type: Literal['suspension_lifted']
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TakeBackAccepted(TypedDict):
    """The seat accepted the take-back."""
    type: Literal['take_back_accepted']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TakeBackDeclined(TypedDict):
    """The seat declined the take-back, which drops the offer."""
    type: Literal['take_back_declined']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TakeBackOffered(TypedDict):
    """The seat asked to take back its last decision."""
    type: Literal['take_back_offered']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TakeBacksAllowed(TypedDict):
    """A decision of this game may be taken back if all agree."""
    type: Literal['take_backs_allowed']
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TimeAdded(TypedDict):
    """An arbiter of the game's tournament gave the seat time, which its clock has from now on."""
    type: Literal['time_added']
    seat: int
    seconds: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class WaiverAccepted(TypedDict):
    """The seat agreed to go on without the links of this moment."""
    type: Literal['waiver_accepted']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class WaiverDeclined(TypedDict):
    """The seat declined to go on without links, which drops the offer."""
    type: Literal['waiver_declined']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class WaiverOffered(TypedDict):
    """The seat offered to let chance draw the moment that is due without links."""
    type: Literal['waiver_offered']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


AncientsEvent: TypeAlias = "AncientsHandsDealt | AncientsCardPlayed | AncientsDiceRolled | AncientsDiceAssigned | AncientsOrdersIssued | AncientsUnitsPlaced | AncientsPieceMoved | AncientsPhaseEnded | AncientsAttackAnnounced | AncientsReactionChosen | AncientsBlocksLost | AncientsBlocksRestored | AncientsUnitEliminated | AncientsLeaderEliminated | AncientsLeaderLeftBoard | AncientsUnitLeftBoard | AncientsFlagsIgnored | AncientsUnitRetreated | AncientsUnitEvaded | AncientsLeaderEvaded | AncientsMomentumAdvanced | AncientsMomentumDeclined | AncientsBattleBackDeclined | AncientsBannerGained | AncientsCardDiscarded | AncientsCardDrawn | AncientsDeckRenewed | AncientsHandLimitChanged | AncientsTurnEnded | AncientsGameEnded | GameOpened | SeatTaken | PlayerSeated | SeatLeft | GameStarted | MomentDrawn | SeatResigned | DrawOffered | DrawAccepted | DrawDeclined | GameConceded | DrawAgreed | GameAborted | SecretRevealed | ClockSet | TakeBacksAllowed | ClocksRun | FlagFell | TimeAdded | GameSuspended | SuspensionLifted | GameForfeited | PauseOffered | PauseAccepted | PauseDeclined | GamePaused | ResumeOffered | ResumeAccepted | ResumeDeclined | GameResumed | TakeBackOffered | TakeBackAccepted | TakeBackDeclined | WaiverOffered | WaiverAccepted | WaiverDeclined | LinksWaived | HintGiven | StandingOrdersGiven | DecisionNoted | DecisionsSealed | DecisionsTakenBack | GameAdjudicated | GameCalledOff"
"""Something that happened in a game, in its place in the stream."""


class AncientsAssignDice(TypedDict):
    """Use each die for a piece, or not, in the order of the roll."""
    type: Literal['assign_dice']
    assignments: list[str | None]


class AncientsAttack(TypedDict):
    """Attack what is in a hex: in close combat if it is adjacent, else in ranged combat."""
    type: Literal['attack']
    unit: str
    target: str


class AncientsBattleBack(TypedDict):
    """Battle back, or do not (CA-BACK-3)."""
    type: Literal['battle_back']
    fight: bool


class AncientsBonusAttack(TypedDict):
    """Attack once more after an advance, or stop (CA-MOM-4)."""
    type: Literal['bonus_attack']
    target: str | None


class AncientsEndBattle(TypedDict):
    """Stop attacking before every unit has battled."""
    type: Literal['end_battle']


class AncientsEndMovement(TypedDict):
    """Stop moving before every piece has moved."""
    type: Literal['end_movement']


class AncientsEvadeTo(TypedDict):
    """Choose where your unit evades to (CA-EVA-7)."""
    type: Literal['evade_to']
    to: str


class AncientsExtraHex(TypedDict):
    """Move cavalry one more hex, or stay (CA-MOM-2)."""
    type: Literal['extra_hex']
    to: str | None


class AncientsIgnoreFlags(TypedDict):
    """Choose how many flags your unit ignores (CA-FLAG-2)."""
    type: Literal['ignore_flags']
    count: int


class AncientsAmbush(TypedDict):
    """The reserve that enters in place of the orders of a leadership card (CA-SCN-3)."""
    section: AncientsSection
    placements: list[AncientsPlacement]
    leader_with: NotRequired[str | None]
    """The unit with which the leader of the reserve enters."""


class AncientsIssueOrders(TypedDict):
    """Order pieces, in any order of the list; or let the reserve enter."""
    type: Literal['issue_orders']
    pieces: list[str]
    commander: NotRequired[str | None]
    """The leader of a leadership card (CA-CARD-LEAD-1)."""
    ambush: NotRequired[AncientsAmbush | None]


class AncientsLeaderEvade(TypedDict):
    """Choose the path of your leader, every step of it (CA-LEV-2)."""
    type: Literal['leader_evade']
    path: list[str]


class AncientsMomentum(TypedDict):
    """Advance into the hex that was vacated, or stay (CA-MOM-1)."""
    type: Literal['momentum']
    advance: bool


class AncientsMove(TypedDict):
    """Move an ordered piece, or let it leave the board (CA-SCN-8)."""
    type: Literal['move']
    piece: str
    to: str


class AncientsPlayCard(TypedDict):
    """Play a card of your hand (CA-TURN-2)."""
    type: Literal['play_card']
    card: str


class AncientsReact(TypedDict):
    """React to a close combat (CA-REACT-2)."""
    type: Literal['react']
    choice: AncientsReaction


class AncientsRetreatTo(TypedDict):
    """Choose where your unit retreats to (CA-RET-6)."""
    type: Literal['retreat_to']
    to: str


AncientsSeatAction: TypeAlias = "AncientsPlayCard | AncientsIssueOrders | AncientsAssignDice | AncientsMove | AncientsEndMovement | AncientsAttack | AncientsEndBattle | AncientsReact | AncientsEvadeTo | AncientsIgnoreFlags | AncientsRetreatTo | AncientsLeaderEvade | AncientsMomentum | AncientsExtraHex | AncientsBonusAttack | AncientsBattleBack"
"""What a seat may ask for."""


class LegalChoice(TypedDict):
    """The choices of one kind of action; the other members list the choices for each slot."""
    type: str


class AncientsLegalActions(TypedDict):
    """The legal actions of one seat."""
    ruleset: Literal['ancients@1']
    """Id and edition of the ruleset."""
    seat: int
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    count: int
    """The number of legal actions; `actions` has some of them."""
    choices: list[LegalChoice]
    """All legal actions in compact form: for each kind of action, the choices for each slot."""
    actions: list[AncientsSeatAction]
    spots: list[list[str]]
    """For each of `actions`, the places of the picture (`data-spot`) that the action concerns,
    in the order in which a player points at them, such as source and target; empty if there
    are
    none.
    """
    next: str | None
    """The cursor of the next page, or null."""


class Sentence(TypedDict):
    """What happened in one or more events that belong together.

    Its text changes as long as further events belong to it: a sentence replaces an earlier one
    with
    the same `first`.
    """
    first: int
    """The version of the first of these events."""
    last: int
    """The version of the last of these events so far."""
    by: int | NoSeat
    """Who caused the first of these events."""
    at: str
    """When the last of these events happened."""
    text: str


class AncientsActionsRecorded(TypedDict):
    """The result of actions without the game, for `Prefer: return=minimal`."""
    type: Literal['recorded']
    ruleset: Literal['ancients@1']
    """Id and edition of the ruleset."""
    version: int
    """The version of the game after them."""
    head: str
    """The hash of the last event, in hexadecimal."""
    events: list[AncientsEvent]
    """The events that they caused."""
    legal_actions: NotRequired[AncientsLegalActions]
    """The first page of the legal actions of the seat after them; only on request."""
    sentences: NotRequired[list[Sentence]]
    """The sentences of the story on these events; only on request."""
    board: NotRequired[str]
    """The board after them, as an SVG document; only on request."""


CarolusMagnusSide: TypeAlias = "Literal['black', 'gray', 'white']"


class CarolusMagnusCastleBuilt(TypedDict):
    """The side became owner of an unowned territory and built its first castle (CM-CASTLE-1)."""
    type: Literal['castle_built']
    territory: int
    side: CarolusMagnusSide
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


CarolusMagnusClan: TypeAlias = "Literal['blue', 'green', 'pink', 'red', 'yellow']"


class CarolusMagnusCrownsChosen(TypedDict):
    """The seat named these clans for its crowns and took the paladins from the supply."""
    type: Literal['crowns_chosen']
    seat: int
    clans: list[CarolusMagnusClan]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


CarolusMagnusFace: TypeAlias = "Literal['blue', 'crown', 'green', 'pink', 'red', 'yellow']"


class CarolusMagnusDiceRolled(TypedDict):
    """A seat rolled these faces."""
    type: Literal['dice_rolled']
    seat: int
    faces: list[CarolusMagnusFace]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusDiscPlayed(TypedDict):
    """The seat played a disc in the opening phase."""
    type: Literal['disc_played']
    seat: int
    disc: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusEmperorMoved(TypedDict):
    """The emperor moved `steps` territories and stopped in the one with the head `to`."""
    type: Literal['emperor_moved']
    seat: int
    steps: int
    to: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusGameEndedCastles(TypedDict):
    black: NotRequired[int]
    gray: NotRequired[int]
    white: NotRequired[int]


class CarolusMagnusGameEnded(TypedDict):
    """The game ended by a rule, for this reason, with these winners and castles in play."""
    type: Literal['game_ended']
    reason: Literal['castle_goal', 'few_territories', 'round_limit', 'stalled']
    winners: list[CarolusMagnusSide]
    castles: CarolusMagnusGameEndedCastles
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusJokersExchanged(TypedDict):
    """The seat exchanged its jokers for these paladins from the supply."""
    type: Literal['jokers_exchanged']
    seat: int
    clans: list[CarolusMagnusClan]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusLotsDrawn(TypedDict):
    """The lots of the set-up: opening order, the clan on each segment, the emperor's start."""
    type: Literal['lots_drawn']
    opening: list[int]
    paladins: list[CarolusMagnusClan]
    emperor: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusMarkerTaken(TypedDict):
    """The seat took the clan's marker from another seat, or as its first holder (CM-CTRL-2)."""
    type: Literal['marker_taken']
    clan: CarolusMagnusClan
    seat: int
    previous: int | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusPaladinPlaced(TypedDict):
    """One paladin went from the seat's reserve to its court or to a territory, by its head."""
    type: Literal['paladin_placed']
    seat: int
    clan: CarolusMagnusClan
    to: Literal['court'] | int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusPaladinsReturned(TypedDict):
    """Every seat moved `each` paladins of the clan from its court to the supply (CM-RET-2)."""
    type: Literal['paladins_returned']
    clan: CarolusMagnusClan
    each: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusPlacingEnded(TypedDict):
    """The seat has placed its paladins; it moves the emperor next."""
    type: Literal['placing_ended']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusReserveFilled(TypedDict):
    """The seat took these paladins from the supply, one per entry.

    The seat still has to name `crowns` clans; it kept `jokers` (set-up `yucata`).
    """
    type: Literal['reserve_filled']
    seat: int
    paladins: list[CarolusMagnusClan]
    crowns: int
    jokers: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusRoundStarted(TypedDict):
    """An opening phase began, in which the seats play discs in this order.

    `discs_returned`: first, every seat got all five discs back (CM-OPEN-10).
    """
    type: Literal['round_started']
    round: int
    order: list[int]
    discs_returned: bool
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusTerritoriesMerged(TypedDict):
    """Neighbouring territories of the side became one (CM-MERGE-4).

    `parts` are their heads, clockwise; the first is the head of the merged territory.
    """
    type: Literal['territories_merged']
    side: CarolusMagnusSide
    parts: list[int]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusTerritoryTakenOver(TypedDict):
    """The side replaced the previous owner's castles with `castles` of its own.

    All castles of the previous owner went back to its supply (CM-CASTLE-2, CM-CASTLE-3).
    """
    type: Literal['territory_taken_over']
    territory: int
    side: CarolusMagnusSide
    previous: CarolusMagnusSide
    castles: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusTurnEnded(TypedDict):
    """The seat's turn ended."""
    type: Literal['turn_ended']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CarolusMagnusTurnOrderSet(TypedDict):
    """Every seat has played a disc, so the seats take turns in this order (CM-OPEN-8)."""
    type: Literal['turn_order_set']
    order: list[int]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


CarolusMagnusEvent: TypeAlias = "CarolusMagnusLotsDrawn | CarolusMagnusDiceRolled | CarolusMagnusPaladinsReturned | CarolusMagnusReserveFilled | CarolusMagnusCrownsChosen | CarolusMagnusJokersExchanged | CarolusMagnusRoundStarted | CarolusMagnusDiscPlayed | CarolusMagnusTurnOrderSet | CarolusMagnusPaladinPlaced | CarolusMagnusMarkerTaken | CarolusMagnusPlacingEnded | CarolusMagnusEmperorMoved | CarolusMagnusCastleBuilt | CarolusMagnusTerritoryTakenOver | CarolusMagnusTerritoriesMerged | CarolusMagnusTurnEnded | CarolusMagnusGameEnded | GameOpened | SeatTaken | PlayerSeated | SeatLeft | GameStarted | MomentDrawn | SeatResigned | DrawOffered | DrawAccepted | DrawDeclined | GameConceded | DrawAgreed | GameAborted | SecretRevealed | ClockSet | TakeBacksAllowed | ClocksRun | FlagFell | TimeAdded | GameSuspended | SuspensionLifted | GameForfeited | PauseOffered | PauseAccepted | PauseDeclined | GamePaused | ResumeOffered | ResumeAccepted | ResumeDeclined | GameResumed | TakeBackOffered | TakeBackAccepted | TakeBackDeclined | WaiverOffered | WaiverAccepted | WaiverDeclined | LinksWaived | HintGiven | DecisionNoted | DecisionsSealed | DecisionsTakenBack | GameAdjudicated | GameCalledOff"
"""Something that happened in a game, in its place in the stream."""


class CarolusMagnusChooseCrowns(TypedDict):
    """Name a clan for each crown rolled (CM-FILL-6; in the set-up CM-SET-7)."""
    type: Literal['choose_crowns']
    clans: list[CarolusMagnusClan]


class CarolusMagnusChooseDisc(TypedDict):
    """Play a disc in the opening phase (CM-OPEN-3)."""
    type: Literal['choose_disc']
    disc: int


class CarolusMagnusExchangeJokers(TypedDict):
    """Name a clan for each joker of the reserve (CM-SET-9)."""
    type: Literal['exchange_jokers']
    clans: list[CarolusMagnusClan]


class CarolusMagnusMoveEmperor(TypedDict):
    """Move the emperor this many territories clockwise (CM-MOVE-1)."""
    type: Literal['move_emperor']
    steps: int


class CarolusMagnusPlacement(TypedDict):
    """One paladin of a clan and its destination.

    It is the seat's own court, or a territory, which is named by its head.
    """
    clan: CarolusMagnusClan
    to: Literal['court'] | int


class CarolusMagnusPlacePaladins(TypedDict):
    """Place all paladins of a turn at once (CM-PLACE-6).

    The rules do not depend on their order, which the events keep.
    """
    type: Literal['place_paladins']
    placements: list[CarolusMagnusPlacement]


CarolusMagnusSeatAction: TypeAlias = "CarolusMagnusChooseDisc | CarolusMagnusExchangeJokers | CarolusMagnusPlacePaladins | CarolusMagnusMoveEmperor | CarolusMagnusChooseCrowns"
"""What a seat may ask for."""


class CarolusMagnusLegalActions(TypedDict):
    """The legal actions of one seat."""
    ruleset: Literal['carolus-magnus@1']
    """Id and edition of the ruleset."""
    seat: int
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    count: int
    """The number of legal actions; `actions` has some of them."""
    choices: list[LegalChoice]
    """All legal actions in compact form: for each kind of action, the choices for each slot."""
    actions: list[CarolusMagnusSeatAction]
    spots: list[list[str]]
    """For each of `actions`, the places of the picture (`data-spot`) that the action concerns,
    in the order in which a player points at them, such as source and target; empty if there
    are
    none.
    """
    next: str | None
    """The cursor of the next page, or null."""


class CarolusMagnusActionsRecorded(TypedDict):
    """The result of actions without the game, for `Prefer: return=minimal`."""
    type: Literal['recorded']
    ruleset: Literal['carolus-magnus@1']
    """Id and edition of the ruleset."""
    version: int
    """The version of the game after them."""
    head: str
    """The hash of the last event, in hexadecimal."""
    events: list[CarolusMagnusEvent]
    """The events that they caused."""
    legal_actions: NotRequired[CarolusMagnusLegalActions]
    """The first page of the legal actions of the seat after them; only on request."""
    sentences: NotRequired[list[Sentence]]
    """The sentences of the story on these events; only on request."""
    board: NotRequired[str]
    """The board after them, as an SVG document; only on request."""


LancasterColor: TypeAlias = "Literal['blue', 'green', 'purple', 'red', 'yellow']"


class LancasterAllyChosen(TypedDict):
    """The seat chose the colour of its ally."""
    type: Literal['ally_chosen']
    seat: int
    color: LancasterColor
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


LancasterCardId: TypeAlias = "Literal['B01', 'B02', 'B03', 'B04', 'B05', 'B06', 'B07', 'B08', 'B09', 'B10', 'B11', 'B12']"


class LancasterBattleValued(TypedDict):
    """A battle was valued; `power` has the points of each rank, 0 for allies.

    After a victory of England all knights return to their courts. After one of France the card
    and
    its knights move down from the top row; in the bottom row, the knights are prisoners.
    """
    type: Literal['battle_valued']
    card: LancasterCardId
    english: int
    winner: Literal['england', 'france']
    ranking: list[LancasterColor]
    power: list[int]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


LancasterLawId: TypeAlias = "Literal['L01', 'L02', 'L03', 'L04', 'L05', 'L06', 'L07', 'L08', 'L09', 'L10', 'L11', 'L12', 'L13', 'L14', 'L15', 'L16', 'L17', 'L18']"


class LancasterCardsTurnedUp(TypedDict):
    """The next round began, with this start player, these battles and these laws to vote on."""
    type: Literal['cards_turned_up']
    round: int
    start: int
    battles: list[LancasterCardId]
    laws: list[LancasterLawId]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


LancasterCountyId: TypeAlias = "Literal['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']"


class LancasterGained(TypedDict):
    """What the seat actually received from the supply, and its power points."""
    gold: NotRequired[int]
    squires: NotRequired[int]
    votes: NotRequired[int]
    power: NotRequired[int]


LancasterOption: TypeAlias = "Literal['both', 'noble', 'reward']"


class LancasterCountyScored(TypedDict):
    """The knight in the county was valued; `both` cost gold."""
    type: Literal['county_scored']
    seat: int
    county: LancasterCountyId
    side: LancasterColor
    option: LancasterOption
    gained: LancasterGained
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


LancasterTileId: TypeAlias = "Literal['CS_GOLD', 'CS_POWER', 'CS_RECRUIT', 'CS_SQUIRES', 'CS_UPGRADE', 'CS_VOTES']"


class LancasterExtensionBuilt(TypedDict):
    """The seat built an extension on its castle."""
    type: Literal['extension_built']
    seat: int
    extension: LancasterTileId
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


LancasterFavourId: TypeAlias = "Literal['KF_GOLD_1', 'KF_GOLD_2', 'KF_NOBLE', 'KF_SQUIRE_1', 'KF_SQUIRE_2', 'KF_UPGRADE']"


class LancasterFavourTaken(TypedDict):
    """The seat took a favour for a side; its tile is face down."""
    type: Literal['favour_taken']
    seat: int
    side: LancasterColor
    favour: LancasterFavourId
    gained: LancasterGained
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterFinalScored(TypedDict):
    """The final scoring, by seat: points of the three parts, and what decided the majorities."""
    type: Literal['final_scored']
    knighthood: list[int]
    extensions: list[int]
    nobles: list[int]
    strengths: list[int]
    gold: list[int]
    squires: list[int]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterGameEndedPower(TypedDict):
    blue: NotRequired[int]
    green: NotRequired[int]
    purple: NotRequired[int]
    red: NotRequired[int]
    yellow: NotRequired[int]


class LancasterGameEnded(TypedDict):
    """The game ended after its last round; `power` has the points of each colour."""
    type: Literal['game_ended']
    reason: Literal['rounds']
    winners: list[LancasterColor]
    power: LancasterGameEndedPower
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterOusted(TypedDict):
    """The knight that had to leave a county, and the squires with it (LA-COUNTY-7)."""
    side: LancasterColor
    strength: int
    squires: int


class LancasterKnightPlaced(TypedDict):
    """The seat placed a knight of one of its sides."""
    type: Literal['knight_placed']
    seat: int
    side: LancasterColor
    strength: int
    to: LancasterCountyId | LancasterTileId | Literal['AS_RECRUIT', 'AS_UPGRADE'] | LancasterCardId
    squires: int
    ousted: LancasterOusted | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterKnightRecruited(TypedDict):
    """A knight of strength 1 moved from the reserve to the court."""
    type: Literal['knight_recruited']
    side: LancasterColor
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


LancasterKnightReturned = TypedDict(
    "LancasterKnightReturned",
    {
        "type": "Literal['knight_returned']",
        "side": "LancasterColor",
        "strength": "int",
        "from": "LancasterCountyId | LancasterTileId | Literal['AS_RECRUIT', 'AS_UPGRADE']",
        "version": "int",
        "at": "str",
        "by": "int | NoSeat",
        "hash": "str",
    },
)
"""A knight returned to its court from a county or a castle space that was valued."""


class LancasterKnightSailed(TypedDict):
    """The knight in the county that is valued left for a battle (LA-GAIN-19)."""
    type: Literal['knight_sailed']
    side: LancasterColor
    strength: int
    to: LancasterCardId
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterKnightUpgraded(TypedDict):
    """A knight of this strength became one stronger, where it stands."""
    type: Literal['knight_upgraded']
    side: LancasterColor
    strength: int
    place: Literal['court'] | LancasterCountyId | LancasterTileId | Literal['AS_RECRUIT', 'AS_UPGRADE'] | LancasterCardId
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterLawApplied(TypedDict):
    """A law without a decision gave the seat this."""
    type: Literal['law_applied']
    law: LancasterLawId
    seat: int
    gained: LancasterGained
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterLawUsed(TypedDict):
    """The seat decided in a law. `amount` is the number of pieces or exchanges; 0 declines."""
    type: Literal['law_used']
    seat: int
    law: LancasterLawId
    amount: int
    swap: bool
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterMarkersReturned(TypedDict):
    """All vote markers went back to the supply: this many of each seat (LA-PARL-13)."""
    type: Literal['markers_returned']
    markers: list[int]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterNobleRemoved(TypedDict):
    """An ally had a noble of the county removed from the game."""
    type: Literal['noble_removed']
    county: LancasterCountyId
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterNobleTaken(TypedDict):
    """A noble of the county sat down at the table of the seat."""
    type: Literal['noble_taken']
    seat: int
    county: LancasterCountyId
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterPrisonersSettled(TypedDict):
    """These prisoners of a side returned to its court for gold; those went to its reserve."""
    type: Literal['prisoners_settled']
    side: LancasterColor
    ransomed: list[int]
    lost: list[int]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterSourceValued(TypedDict):
    """The seat valued a knight or a tile of a castle, and paid its cost if it used it."""
    type: Literal['source_valued']
    seat: int
    source: Literal['knight', 'tile']
    space: LancasterTileId | Literal['AS_RECRUIT', 'AS_UPGRADE']
    use: bool
    gained: LancasterGained
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterStartPlayerNamed(TypedDict):
    """The seat that held the county named the start player of the next round."""
    type: Literal['start_player_named']
    seat: int
    named: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterTableArranged(TypedDict):
    """The lots of the set-up: start player, battles, and the laws in force and to vote on."""
    type: Literal['table_arranged']
    start: int
    battles: list[LancasterCardId]
    laws: list[LancasterLawId]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterTableValued(TypedDict):
    """The table of the seat brought this many vote markers (LA-SC-CASTLE-7)."""
    type: Literal['table_valued']
    seat: int
    votes: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterTotalsRevealed(TypedDict):
    """The gold (L01) or squires (L02) of each seat (LA-LAW-7)."""
    type: Literal['totals_revealed']
    law: LancasterLawId
    totals: list[int]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


LancasterBallot: TypeAlias = "Literal['no', 'yes']"


class LancasterVoteCastSealed(TypedDict):
    """For each hidden member, the commitment that the hash covers in its place."""
    ballot: str
    markers: str


class LancasterVoteCast(TypedDict):
    """The seat voted; before and after the reveal, only it sees what (LA-INFO-2)."""
    type: Literal['vote_cast']
    seat: int
    ballot: LancasterBallot | None
    markers: int | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""
    sealed: LancasterVoteCastSealed
    """For each hidden member, the commitment that the hash covers in its place."""


class LancasterVote(TypedDict):
    """What one seat voted."""
    ballot: LancasterBallot
    markers: int


class LancasterVotesRevealed(TypedDict):
    """All votes on a law, by seat; `removed` is the law that left the game."""
    type: Literal['votes_revealed']
    law: LancasterLawId
    ballots: list[LancasterVote]
    yes: int
    no: int
    approved: bool
    removed: LancasterLawId
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


LancasterEvent: TypeAlias = "LancasterTableArranged | LancasterCardsTurnedUp | LancasterAllyChosen | LancasterExtensionBuilt | LancasterKnightPlaced | LancasterFavourTaken | LancasterKnightUpgraded | LancasterKnightRecruited | LancasterNobleTaken | LancasterNobleRemoved | LancasterVoteCast | LancasterVotesRevealed | LancasterMarkersReturned | LancasterTotalsRevealed | LancasterLawApplied | LancasterLawUsed | LancasterCountyScored | LancasterKnightSailed | LancasterKnightReturned | LancasterStartPlayerNamed | LancasterSourceValued | LancasterTableValued | LancasterBattleValued | LancasterPrisonersSettled | LancasterFinalScored | LancasterGameEnded | GameOpened | SeatTaken | PlayerSeated | SeatLeft | GameStarted | MomentDrawn | SeatResigned | DrawOffered | DrawAccepted | DrawDeclined | GameConceded | DrawAgreed | GameAborted | SecretRevealed | ClockSet | TakeBacksAllowed | ClocksRun | FlagFell | TimeAdded | GameSuspended | SuspensionLifted | GameForfeited | PauseOffered | PauseAccepted | PauseDeclined | GamePaused | ResumeOffered | ResumeAccepted | ResumeDeclined | GameResumed | TakeBackOffered | TakeBackAccepted | TakeBackDeclined | WaiverOffered | WaiverAccepted | WaiverDeclined | LinksWaived | HintGiven | DecisionNoted | DecisionsSealed | DecisionsTakenBack | GameAdjudicated | GameCalledOff"
"""Something that happened in a game, in its place in the stream."""


class LancasterCastVote(TypedDict):
    """Vote on the proposed law, in secret (LA-PARL-2)."""
    type: Literal['cast_vote']
    ballot: LancasterBallot
    markers: NotRequired[int]


class LancasterChooseAlly(TypedDict):
    """Choose the colour of your ally, in a game of two (LA-TWO-1)."""
    type: Literal['choose_ally']
    color: LancasterColor


class LancasterChooseExtension(TypedDict):
    """Build your first extension (LA-SETUP-13)."""
    type: Literal['choose_extension']
    extension: LancasterTileId | Literal['AS_RECRUIT', 'AS_UPGRADE']


class LancasterKnightAt(TypedDict):
    """One of the knights of a side in play: its strength, and where it stands (LA-GAIN-22)."""
    strength: int
    at: Literal['court'] | LancasterCountyId | LancasterTileId | Literal['AS_RECRUIT', 'AS_UPGRADE'] | LancasterCardId


class LancasterChooseFavour(TypedDict):
    """Take a favour of the king (LA-FAVOUR-1), with the knight or the noble that it is for."""
    type: Literal['choose_favour']
    favour: LancasterFavourId
    upgrade: NotRequired[LancasterKnightAt | None]
    noble: NotRequired[LancasterCountyId | None]


class LancasterNameStartPlayer(TypedDict):
    """Name the start player of the next round (LA-SC-COUNTY-8)."""
    type: Literal['name_start_player']
    seat: int


class LancasterPlaceKnight(TypedDict):
    """Place a knight on a county, with any squires, in a castle or on a battle (LA-TROOPS-2)."""
    type: Literal['place_knight']
    side: LancasterColor
    strength: int
    to: LancasterCountyId | LancasterTileId | Literal['AS_RECRUIT', 'AS_UPGRADE'] | LancasterCardId
    squires: NotRequired[int]


class LancasterRansom(TypedDict):
    """Buy some of your prisoners free, or none (LA-RANSOM-1)."""
    type: Literal['ransom']
    knights: NotRequired[list[int]]


class LancasterScoreCounty(TypedDict):
    """Take the noble of the county that your knight holds, its reward, or both (LA-SC-COUNTY-2)."""
    type: Literal['score_county']
    option: LancasterOption
    upgrade: NotRequired[LancasterKnightAt | None]
    recruit: NotRequired[bool]
    extension: NotRequired[LancasterTileId | Literal['AS_RECRUIT', 'AS_UPGRADE'] | None]
    voyage: NotRequired[LancasterCardId | None]


class LancasterUseLaw(TypedDict):
    """Use the law that is applied, or decline."""
    type: Literal['use_law']
    law: LancasterLawId
    amount: NotRequired[int]
    """The number of recruits (L02, L15), or how often to exchange (L04, L05, L16, L17)."""
    upgrade: NotRequired[LancasterKnightAt | None]
    """The knight to strengthen (L01, L09)."""
    extensions: NotRequired[list[LancasterTileId | Literal['AS_RECRUIT', 'AS_UPGRADE']]]
    """The tiles to build, in any order (L06)."""
    swap: NotRequired[bool]
    """Whether to swap the knights (L10)."""


class LancasterValueSource(TypedDict):
    """Value one knight or one tile of your castle, or your ally's (LA-SC-CASTLE-3)."""
    type: Literal['value_source']
    source: Literal['knight', 'tile']
    space: LancasterTileId | Literal['AS_RECRUIT', 'AS_UPGRADE']
    use: NotRequired[bool]
    upgrade: NotRequired[LancasterKnightAt | None]


LancasterSeatAction: TypeAlias = "LancasterChooseAlly | LancasterChooseExtension | LancasterPlaceKnight | LancasterChooseFavour | LancasterCastVote | LancasterUseLaw | LancasterScoreCounty | LancasterNameStartPlayer | LancasterValueSource | LancasterRansom"
"""What a seat may ask for."""


class LancasterLegalActions(TypedDict):
    """The legal actions of one seat."""
    ruleset: Literal['lancaster@1']
    """Id and edition of the ruleset."""
    seat: int
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    count: int
    """The number of legal actions; `actions` has some of them."""
    choices: list[LegalChoice]
    """All legal actions in compact form: for each kind of action, the choices for each slot."""
    actions: list[LancasterSeatAction]
    spots: list[list[str]]
    """For each of `actions`, the places of the picture (`data-spot`) that the action concerns,
    in the order in which a player points at them, such as source and target; empty if there
    are
    none.
    """
    next: str | None
    """The cursor of the next page, or null."""


class LancasterActionsRecorded(TypedDict):
    """The result of actions without the game, for `Prefer: return=minimal`."""
    type: Literal['recorded']
    ruleset: Literal['lancaster@1']
    """Id and edition of the ruleset."""
    version: int
    """The version of the game after them."""
    head: str
    """The hash of the last event, in hexadecimal."""
    events: list[LancasterEvent]
    """The events that they caused."""
    legal_actions: NotRequired[LancasterLegalActions]
    """The first page of the legal actions of the seat after them; only on request."""
    sentences: NotRequired[list[Sentence]]
    """The sentences of the story on these events; only on request."""
    board: NotRequired[str]
    """The board after them, as an SVG document; only on request."""


TegTerritory: TypeAlias = "Literal['alaska', 'arabia', 'aral', 'argentina', 'australia', 'borneo', 'brazil', 'california', 'canada', 'chile', 'china', 'colombia', 'egypt', 'ethiopia', 'france', 'germany', 'gobi', 'great_britain', 'greenland', 'iceland', 'india', 'iran', 'israel', 'italy', 'japan', 'java', 'kamchatka', 'labrador', 'madagascar', 'malaysia', 'mexico', 'mongolia', 'new_york', 'oregon', 'peru', 'poland', 'russia', 'sahara', 'siberia', 'south_africa', 'spain', 'sumatra', 'sweden', 'tartary', 'taymir', 'terranova', 'turkey', 'uruguay', 'yukon', 'zaire']"


class TegAttackDeclared(TypedDict):
    """The seat attacked one territory from another; the dice are due."""
    type: Literal['attack_declared']
    seat: int
    source: TegTerritory
    target: TegTerritory
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TegBattleFought(TypedDict):
    """Chance rolled the dice of an attack, given in the order rolled; both sides lost these
    tokens.

    `conquered`: the seat conquered the target and moved one token there from the source.
    """
    type: Literal['battle_fought']
    seat: int
    source: TegTerritory
    target: TegTerritory
    attacker: list[int]
    defender: list[int]
    attacker_losses: int
    defender_losses: int
    conquered: bool
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


TegObjectiveId: TypeAlias = "Literal['O1', 'O10', 'O11', 'O12', 'O13', 'O14', 'O15', 'O2', 'O3', 'O4', 'O5', 'O6', 'O7', 'O8', 'O9']"


class TegBoardDealtSealed(TypedDict):
    """For each hidden member, the commitment that the hash covers in its place."""
    objectives: str


class TegBoardDealt(TypedDict):
    """The lots of the set-up: first seat, owners of the territories, secret objectives.

    `owners` has the seat of each territory, in the order of the map; each territory has one
    token. `objectives` has one entry for each seat, or none if the game has no secret
    objectives.
    A seat sees only its own, and null for the others; a viewer without a seat sees null
    instead of
    the list.
    """
    type: Literal['board_dealt']
    first: int
    owners: list[int]
    objectives: list[TegObjectiveId | None] | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""
    sealed: TegBoardDealtSealed
    """For each hidden member, the commitment that the hash covers in its place."""


TegCard: TypeAlias = "Literal['c_alaska', 'c_arabia', 'c_aral', 'c_argentina', 'c_australia', 'c_borneo', 'c_brazil', 'c_california', 'c_canada', 'c_chile', 'c_china', 'c_colombia', 'c_egypt', 'c_ethiopia', 'c_france', 'c_germany', 'c_gobi', 'c_great_britain', 'c_greenland', 'c_iceland', 'c_india', 'c_iran', 'c_israel', 'c_italy', 'c_japan', 'c_java', 'c_kamchatka', 'c_labrador', 'c_madagascar', 'c_malaysia', 'c_mexico', 'c_mongolia', 'c_new_york', 'c_oregon', 'c_peru', 'c_poland', 'c_russia', 'c_sahara', 'c_siberia', 'c_south_africa', 'c_spain', 'c_sumatra', 'c_sweden', 'c_tartary', 'c_taymir', 'c_terranova', 'c_turkey', 'c_uruguay', 'c_yukon', 'c_zaire', 'w_1', 'w_2']"


class TegCardDrawnSealed(TypedDict):
    """For each hidden member, the commitment that the hash covers in its place."""
    card: str


class TegCardDrawn(TypedDict):
    """The seat drew this card, which only it sees."""
    type: Literal['card_drawn']
    seat: int
    card: TegCard | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""
    sealed: TegCardDrawnSealed
    """For each hidden member, the commitment that the hash covers in its place."""


class TegCardEarned(TypedDict):
    """The seat ended a turn in which it conquered; the draw of its card is due."""
    type: Literal['card_earned']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TegCardsTraded(TypedDict):
    """The seat traded these cards, in this order, for free tokens.

    `number` is the trade's position in the count of trades (TG-TRADE-8). Each territory of
    `reinforced` got two tokens at once (TG-TRADE-10).
    """
    type: Literal['cards_traded']
    seat: int
    cards: list[TegCard]
    number: int
    tokens: int
    reinforced: list[TegTerritory]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TegDeckRenewed(TypedDict):
    """The deck was empty, so all discarded cards became the new deck (TG-DRAW-5)."""
    type: Literal['deck_renewed']
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


TegColor: TypeAlias = "Literal['black', 'blue', 'green', 'magenta', 'red', 'yellow']"


TegRuleReason: TypeAlias = "Literal['common', 'last_standing', 'round_limit', 'secret', 'world']"


class TegGameEndedTerritories(TypedDict):
    black: NotRequired[int]
    blue: NotRequired[int]
    green: NotRequired[int]
    magenta: NotRequired[int]
    red: NotRequired[int]
    yellow: NotRequired[int]


class TegGameEnded(TypedDict):
    """The game ended by a rule, with these winners and reasons; the reasons as in TG-WIN-4.

    `territories` is the number of territories of each colour.
    """
    type: Literal['game_ended']
    winners: list[TegColor]
    reasons: list[TegRuleReason]
    territories: TegGameEndedTerritories
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TegSeatEliminatedSealed(TypedDict):
    """For each hidden member, the commitment that the hash covers in its place."""
    inherited: str
    freed: str


class TegSeatEliminated(TypedDict):
    """The seat lost its last territory to `conqueror` (TG-ELIM-1).

    `inherited` are the cards that went to `conqueror`, oldest first; only these two seats see
    them. All viewers see their number, and the cards of `discarded`. `freed` are the seats
    whose objective was to destroy this one; the common objective replaces it (TG-OBJ-7). Each
    of
    them sees only itself.
    """
    type: Literal['seat_eliminated']
    seat: int
    conqueror: int
    inherited: list[TegCard] | None
    inherited_count: int
    discarded: list[TegCard]
    freed: list[int] | None
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""
    sealed: TegSeatEliminatedSealed
    """For each hidden member, the commitment that the hash covers in its place."""


class TegSeatWithdrew(TypedDict):
    """The seat resigned: its cards were discarded, its territories stay (TG-RESIGN-2)."""
    type: Literal['seat_withdrew']
    seat: int
    discarded: list[TegCard]
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TegTokensMoved(TypedDict):
    """The seat moved tokens from one of its territories to another."""
    type: Literal['tokens_moved']
    seat: int
    source: TegTerritory
    target: TegTerritory
    count: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TegTokensPlaced(TypedDict):
    """The seat put tokens from the pool on a territory."""
    type: Literal['tokens_placed']
    seat: int
    pool: Literal['free'] | Literal['africa', 'asia', 'europe', 'north_america', 'oceania', 'south_america']
    territory: TegTerritory
    count: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TegTurnEnded(TypedDict):
    """The seat's turn ended; tokens that it did not place are lost (TG-RESIGN-3)."""
    type: Literal['turn_ended']
    seat: int
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TegPool(TypedDict):
    """The tokens that the active seat still has to place: free, or bound to a continent."""
    free: NotRequired[int]
    south_america: NotRequired[int]
    north_america: NotRequired[int]
    africa: NotRequired[int]
    oceania: NotRequired[int]
    europe: NotRequired[int]
    asia: NotRequired[int]


class TegTurnStarted(TypedDict):
    """The seat's turn began, with these tokens to place (TG-COLLECT-1)."""
    type: Literal['turn_started']
    round: int
    seat: int
    pool: TegPool
    version: int
    """Its number in the stream; the first is 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: int | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


TegEvent: TypeAlias = "TegBoardDealt | TegTurnStarted | TegTokensPlaced | TegCardsTraded | TegAttackDeclared | TegBattleFought | TegSeatEliminated | TegTokensMoved | TegDeckRenewed | TegCardEarned | TegCardDrawn | TegTurnEnded | TegSeatWithdrew | TegGameEnded | GameOpened | SeatTaken | PlayerSeated | SeatLeft | GameStarted | MomentDrawn | SeatResigned | DrawOffered | DrawAccepted | DrawDeclined | GameConceded | DrawAgreed | GameAborted | SecretRevealed | ClockSet | TakeBacksAllowed | ClocksRun | FlagFell | TimeAdded | GameSuspended | SuspensionLifted | GameForfeited | PauseOffered | PauseAccepted | PauseDeclined | GamePaused | ResumeOffered | ResumeAccepted | ResumeDeclined | GameResumed | TakeBackOffered | TakeBackAccepted | TakeBackDeclined | WaiverOffered | WaiverAccepted | WaiverDeclined | LinksWaived | HintGiven | DecisionNoted | DecisionsSealed | DecisionsTakenBack | GameAdjudicated | GameCalledOff"
"""Something that happened in a game, in its place in the stream."""


class TegAttack(TypedDict):
    """Attack another seat's neighbouring territory, once; chance rolls the dice (TG-ATTACK-1)."""
    type: Literal['attack']
    source: TegTerritory
    target: TegTerritory


class TegEndTurn(TypedDict):
    """End your turn, after drawing a card if you earned one (TG-END-1, TG-DRAW-1)."""
    type: Literal['end_turn']


class TegMoveTokens(TypedDict):
    """Move tokens between two of your own neighbouring territories (TG-MOVE-1)."""
    type: Literal['move_tokens']
    source: TegTerritory
    target: TegTerritory
    count: int


class TegPlaceTokens(TypedDict):
    """Put tokens of one entry of the pool on one of your own territories (TG-PLACE-1)."""
    type: Literal['place_tokens']
    pool: Literal['free'] | Literal['africa', 'asia', 'europe', 'north_america', 'oceania', 'south_america']
    territory: TegTerritory
    count: int


class TegTradeCards(TypedDict):
    """Trade three cards for tokens (TG-TRADE-1), discarding the cards in this order."""
    type: Literal['trade_cards']
    cards: list[TegCard]


TegSeatAction: TypeAlias = "TegPlaceTokens | TegTradeCards | TegAttack | TegMoveTokens | TegEndTurn"
"""What a seat may ask for."""


class TegLegalActions(TypedDict):
    """The legal actions of one seat."""
    ruleset: Literal['teg@1']
    """Id and edition of the ruleset."""
    seat: int
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    count: int
    """The number of legal actions; `actions` has some of them."""
    choices: list[LegalChoice]
    """All legal actions in compact form: for each kind of action, the choices for each slot."""
    actions: list[TegSeatAction]
    spots: list[list[str]]
    """For each of `actions`, the places of the picture (`data-spot`) that the action concerns,
    in the order in which a player points at them, such as source and target; empty if there
    are
    none.
    """
    next: str | None
    """The cursor of the next page, or null."""


class TegActionsRecorded(TypedDict):
    """The result of actions without the game, for `Prefer: return=minimal`."""
    type: Literal['recorded']
    ruleset: Literal['teg@1']
    """Id and edition of the ruleset."""
    version: int
    """The version of the game after them."""
    head: str
    """The hash of the last event, in hexadecimal."""
    events: list[TegEvent]
    """The events that they caused."""
    legal_actions: NotRequired[TegLegalActions]
    """The first page of the legal actions of the seat after them; only on request."""
    sentences: NotRequired[list[Sentence]]
    """The sentences of the story on these events; only on request."""
    board: NotRequired[str]
    """The board after them, as an SVG document; only on request."""


ActionsRecorded: TypeAlias = "CarolusMagnusActionsRecorded | TegActionsRecorded | LancasterActionsRecorded | AncientsActionsRecorded"
"""The result of actions without the game, for `Prefer: return=minimal`."""


class Allowed(TypedDict):
    """Anyone may watch."""
    kind: Literal['allowed']


AncientsScenarioId: TypeAlias = "Literal['001', '002', '003', '004', '005', '006', '007', '008', '009', '010', '011', '012', '013', '014', '015']"


class AncientsGameOptions(TypedDict):
    """The settings of a game, fixed before anything is drawn."""
    scenario: AncientsScenarioId
    """The battle, and which of its set-ups (CA-SET-1)."""
    sides: list[AncientsSide]
    """The side of seat 0 and of seat 1."""
    turn_limit: int | None
    """The number of turns after which the game ends without a winner (CA-END-1)."""


AncientsReason: TypeAlias = "Literal['adjudicated', 'banners', 'both_targets', 'draw_agreed', 'leader_lost', 'resignation', 'time', 'turn_limit']"


class Place(TypedDict):
    """The place of one side at the end of a game, and the rule that ranks it there."""
    side: str
    rank: int
    """One more than the number of sides that did better; equal sides share a rank."""
    score: int
    """What the game counts, such as castles or territories."""
    rule: str
    """The id of a rule of the game or, if the table named the winners, of the table."""


class AncientsOutcomeBanners(TypedDict):
    bottom: NotRequired[int]
    top: NotRequired[int]


class AncientsOutcome(TypedDict):
    """How a game ended: reason, winning sides, banners and places.

    `resignation`, `draw_agreed`, `time` and `adjudicated` come from the table.
    """
    reason: AncientsReason
    winners: list[AncientsSide]
    banners: AncientsOutcomeBanners
    standing: list[Place]


class AncientsDecision(TypedDict):
    """The piece that a decision is about, and what is known of it."""
    piece: str
    flags: int
    may_ignore: int
    hexes: int
    """The hexes of the retreat, if no flag is ignored."""
    losses: int
    """The hexes that the unit cannot make."""


AncientsStepKind: TypeAlias = "Literal['arrive', 'bonus', 'capture', 'check', 'evade', 'extra', 'fall', 'flags', 'flee', 'follow', 'hit', 'leave', 'lose', 'react', 'remove', 'retreat', 'reward', 'roll', 'strike', 'trample', 'verdict']"


class AncientsStep(TypedDict):
    """Something that follows in a combat."""
    kind: AncientsStepKind
    piece: NotRequired[str | None]
    by: NotRequired[str | None]
    role: NotRequired[AncientsRole | None]
    number: NotRequired[int]
    flags: NotRequired[int]
    hex: NotRequired[str | None]


AncientsCombat = TypedDict(
    "AncientsCombat",
    {
        "unit": "str",
        "target": "str",
        "from": "str",
        "hex": "str",
        "ranged": "bool",
        "bonus": "bool",
        "full": "list[str]",
        "reaction": "AncientsReaction | None",
        "checked": "list[str]",
        "decision": "AncientsDecision | None",
        "rampage": "list[str]",
        "after": "list[AncientsStep]",
    },
)
"""A combat sequence that goes on."""


class AncientsHands(TypedDict):
    """The hands, in the order of the cards file; null for those who may not see one."""
    top: list[str] | None
    bottom: list[str] | None


class AncientsLast(TypedDict):
    """What a side played: how many cards on its turns, and the effective kind of the last one."""
    turns: int
    effective: AncientsKind | None
    thirds: list[AncientsSection] | None
    """Of the piece chosen with Leadership Any Section, seen from the bottom."""


class AncientsLasts(TypedDict):
    """What each side played last."""
    top: AncientsLast
    bottom: AncientsLast


class AncientsLeader(TypedDict):
    """A leader on the board."""
    id: str
    hex: str


class AncientsNumbers(TypedDict):
    """A number for each side."""
    top: int
    bottom: int


class AncientsPlay(TypedDict):
    """The card on the table, and what the pieces have done by it."""
    card: str
    effective: AncientsKind | None
    choice: bool
    """Whether it orders one unit of choice (CA-CARD-2)."""
    faces: list[AncientsFace] | None
    commander: str | None
    orders: list[str]
    moved: dict[str, int]
    """The distance of the first ordered move."""
    done: list[str]
    barred: list[str]
    entered: dict[str, str]
    battles: dict[str, int]
    ambushed: list[str]


class AncientsRoll(TypedDict):
    """The roll that chance owes."""
    role: AncientsRole
    side: AncientsSide
    count: int
    hex: str | None


class AncientsUnit(TypedDict):
    """A unit on the board."""
    id: str
    hex: str
    blocks: int


AncientsViewStep: TypeAlias = "Literal['assign_dice', 'battle', 'choose_card', 'draw', 'issue_orders', 'move', 'over', 'second_move']"


class AncientsPosition(TypedDict):
    """The position, from the deal to the end, as far as the viewer may see it."""
    scenario: AncientsScenarioId
    """The battle: terrain, types of units and names follow from it."""
    sides: list[AncientsSide]
    """The side of seat 0 and of seat 1."""
    turn: int
    """From 1; the turns of both sides counted together."""
    active: AncientsSide | None
    """Null after the end."""
    step: AncientsViewStep
    banners: AncientsNumbers
    objectives: AncientsNumbers
    """How many of the banners are objectives."""
    camps: list[str]
    """The camps that were counted."""
    units: list[AncientsUnit]
    leaders: list[AncientsLeader]
    reserve: list[str]
    eliminated: list[str]
    left_board: list[str]
    hands: AncientsHands
    hand_counts: AncientsNumbers
    hand_limits: AncientsNumbers
    deck: int
    discard: list[str]
    """Oldest first."""
    last: AncientsLasts
    play: AncientsPlay | None
    combat: AncientsCombat | None
    roll: AncientsRoll | None
    draws: list[AncientsSide]
    """The sides for which cards are still drawn."""
    outcome: AncientsOutcome | None


AncientsEvading: TypeAlias = "Literal['ask', 'evade', 'stand']"


class AncientsStandingOrders(TypedDict):
    """How the units of a player react in the turns of the other side; `ask` asks the player.

    Orders never play First Strike, and do not depend on whether it is held (CA-HID-6): a
    player who
    may want to play it lets the orders ask.
    """
    evaders: NotRequired[AncientsEvading]
    """What a unit does that may evade the attack."""
    evaders_with_leader: NotRequired[AncientsEvading]
    """The same, while a leader is with the unit."""
    others: NotRequired[Literal['ask', 'stand']]
    """What a unit does that may not evade the attack."""
    battle_back: NotRequired[Literal['ask', 'fight']]
    """Whether a unit that stood and may battle back does so."""
    flags: NotRequired[Literal['ask', 'ignore']]
    """Whether a unit ignores all flags that it may ignore."""


class Await(TypedDict):
    """Who may act now, and with which kinds of action (the tags of the action types)."""
    seat: int | Literal['chance']
    actions: list[str]


class Chance(TypedDict):
    """The dice of a game; the secret is null until the game is over."""
    scheme: str
    commitment: str
    """The SHA-256 of the secret, in hexadecimal."""
    secret: str | None


class Clocks(TypedDict):
    """The clocks of a game at the last event about them."""
    clock: PerActionClock | BankClock | DaysClock
    """The time of the seats, and what happens when a flag falls."""
    left_ms: list[int]
    """The time left to each seat at that moment, in milliseconds."""
    running: list[int]
    """The seats whose clocks have been running since then."""
    since: str | None
    """That moment; null before the clocks have run."""
    deadline: str | None
    """When the first flag falls unless someone acts before; null while no clock runs."""
    paused: bool


class ContinuedGame(TypedDict):
    """The game that another one continues; its first event has the position, too."""
    game: str
    version: int
    """The version from which it goes on."""
    head: str
    """The hash of the last event of that version, in hexadecimal."""


class Delayed(TypedDict):
    """Anyone may watch, with a delay of some turns."""
    kind: Literal['delayed']
    turns: int


class LinksDue(TypedDict):
    """The links that the next moment of chance waits for; `getLinks` returns the signed call."""
    moment: int
    due: list[int]
    """The contributors whose links are due: seats, and 128 plus the place of each witness."""


class NextGame(TypedDict):
    """The rematch of a game."""
    id: str


class Refused(TypedDict):
    """Nobody may watch."""
    kind: Literal['refused']


class Seat(TypedDict):
    """One seat at the table."""
    seat: int
    side: str
    side_name: dict[str, str] | None
    """The name of the side in this game, such as the people of its scenario, in each language;
    null
    if all games of the ruleset use the same name, such as white.
    """
    name: str | None
    """The name of the player, or of the house bot that sat down here; null without a name."""
    bot: str | None
    """The house bot that plays this seat, or null."""
    player: str | None
    """The account of the player, or null."""
    reserved_for: str | None
    """The account for which the seat is reserved, or `bot:` and a house bot; null if the seat is
    not reserved.
    """
    reserved_name: str | None
    """The name under which its player sits down; null if players choose one."""
    taken: bool
    resigned: bool
    flagged: bool
    """Whether its player ran out of time."""
    agrees_to_draw: bool
    agrees_to_pause: bool
    agrees_to_resume: bool
    agrees_to_take_back: bool
    agrees_to_waiver: bool
    """Whether the seat agrees to go on without the links that are due."""


Seating: TypeAlias = "Literal['anyone', 'links', 'reserved']"


Status: TypeAlias = "Literal['aborted', 'open', 'over', 'running']"


Strength: TypeAlias = "Literal['base', 'links', 'witness']"


class AncientsGame(TypedDict):
    """One game, as the caller may see it."""
    id: str
    ruleset: Literal['ancients@1']
    """Id and edition of the ruleset."""
    options: AncientsGameOptions
    scenario_name: dict[str, str] | None
    """The name of the game's scenario, in each language; null if its ruleset has no scenarios."""
    status: Status
    seats: list[Seat]
    version: int
    """The number of events so far."""
    head: str
    """The hash of the last event, in hexadecimal."""
    awaits: list[Await]
    """Who may act; empty unless the game is running, and between the events of one action."""
    awaits_links: LinksDue | None
    """The links that chance waits for before it can act; null while none are due."""
    position: AncientsPosition | None
    """Null until the lots are drawn."""
    standing_orders: AncientsStandingOrders | None
    """The standing orders of the caller's own seat; null if there are none, and for all other
    viewers.
    """
    outcome: AncientsOutcome | None
    """Null until the game is over."""
    chance: Chance
    links: bool
    """Whether players may commit to chains of links when they sit down."""
    strength: Strength
    """What keeps the operator from foreseeing the next dice: nothing beyond the commitment to
    them,
    links of players, or links of witnesses.
    """
    clocks: Clocks | None
    suspended: bool
    """Whether an arbiter of the game's tournament has paused it; until it is resumed, no one can
    act.
    """
    take_backs: bool
    """Whether a decision can be taken back if all agree."""
    decisions: list[int]
    """The seats of the decisions that can be taken back now, oldest first."""
    seating: Seating
    """Who may sit down before the start: only holders of a seat's link, any account as well, or
    only the accounts for which the seats are reserved.
    """
    spectators: Allowed | Delayed | Refused
    """Who may watch while the game runs."""
    label: str | None
    """What the game belongs to, such as a tournament; null if it has no label."""
    continues: ContinuedGame | None
    """The game from one of whose positions this one continues; such a game is not rated. Null for
    a
    game that began at the beginning.
    """
    tournament: TournamentTable | None
    """The table of a tournament at which the game is played; null for other games."""
    rematch: NextGame | None
    """The rematch, once a player has requested one. Only `getGame` returns it, for the current
    version; elsewhere it is null.
    """
    sandbox: NotRequired[str]
    """The seed of a game in a sandbox, whose dice anyone could foresee; only such games have it."""


class AncientsActionsTaken(TypedDict):
    """The result of actions: the events that they caused, and the game after them."""
    type: Literal['taken']
    ruleset: Literal['ancients@1']
    """Id and edition of the ruleset."""
    version: int
    """The version of the game after them."""
    head: str
    """The hash of the last event, in hexadecimal."""
    events: list[AncientsEvent]
    """The events that they caused."""
    legal_actions: NotRequired[AncientsLegalActions]
    """The first page of the legal actions of the seat after them; only on request."""
    sentences: NotRequired[list[Sentence]]
    """The sentences of the story on these events; only on request."""
    board: NotRequired[str]
    """The board after them, as an SVG document; only on request."""
    game: AncientsGame


class CarolusMagnusGameOptions(TypedDict):
    """The settings of a game, fixed before the first lot is drawn (CM-OPT-7)."""
    players: int
    """The number of seats: 2, 3 or 4 (CM-OPT-1)."""
    setup: Literal['tabletop', 'yucata']
    """How to draw lots and the initial reserves; `yucata` is for 2 or 3 players (CM-OPT-2)."""
    seating: Literal['adjacent', 'opposite']
    """Where partners sit in a game of 4 players (CM-OPT-3)."""
    emperor_start: Literal['random'] | int
    """`random`, or a segment 1 … 15; only for the set-up `tabletop` (CM-OPT-4)."""
    tie_break: Literal['clan_markers', 'shared']
    """How to break a tie between sides with equally many castles (CM-OPT-5)."""
    max_rounds: int | None
    """The game ends after this round; null for no limit (CM-OPT-6)."""


CarolusMagnusReason: TypeAlias = "Literal['adjudicated', 'castle_goal', 'draw_agreed', 'few_territories', 'resignation', 'round_limit', 'stalled', 'time']"


class CarolusMagnusOutcomeCastles(TypedDict):
    black: NotRequired[int]
    gray: NotRequired[int]
    white: NotRequired[int]


class CarolusMagnusOutcome(TypedDict):
    """How a game ended: reason, winning sides, castles in play, and the place of each side.

    Winners are in the order of the sides, places best first. The reasons `resignation`,
    `draw_agreed`, `time` and `adjudicated` come from the table, not from the rules.
    """
    reason: CarolusMagnusReason
    winners: list[CarolusMagnusSide]
    castles: CarolusMagnusOutcomeCastles
    standing: list[Place]


class CarolusMagnusMarkers(TypedDict):
    """For each clan, the seat that holds its marker, or null (CM-CTRL-1)."""
    blue: NotRequired[int | None]
    green: NotRequired[int | None]
    pink: NotRequired[int | None]
    red: NotRequired[int | None]
    yellow: NotRequired[int | None]


class CarolusMagnusPaladins(TypedDict):
    """A number of paladins for each clan; zero for a clan that is not given."""
    blue: NotRequired[int]
    green: NotRequired[int]
    pink: NotRequired[int]
    red: NotRequired[int]
    yellow: NotRequired[int]


CarolusMagnusPhase: TypeAlias = "Literal['action', 'opening', 'over', 'setup']"


class CarolusMagnusSeat(TypedDict):
    """The pieces of one seat."""
    side: CarolusMagnusSide
    court: CarolusMagnusPaladins
    reserve: CarolusMagnusPaladins
    jokers: int
    discs: list[int]
    """The discs that the seat still holds."""
    disc_played: int | None
    """The disc that the seat played in this round."""


CarolusMagnusStep: TypeAlias = "Literal['exchange', 'move', 'place', 'refill_crowns', 'refill_dice']"


class CarolusMagnusTerritory(TypedDict):
    """One territory: its segments clockwise (the first is its head) and the pieces on it."""
    segments: list[int]
    paladins: CarolusMagnusPaladins
    owner: CarolusMagnusSide | None
    castles: int


class CarolusMagnusPositionCastlesInPlay(TypedDict):
    black: NotRequired[int]
    gray: NotRequired[int]
    white: NotRequired[int]


class CarolusMagnusPosition(TypedDict):
    """The whole position, from the first lot to the end."""
    phase: CarolusMagnusPhase
    step: CarolusMagnusStep | None
    """The active seat's next step; null outside the action phase."""
    round: int
    order: list[int]
    """Opening order in the set-up and the opening phase, turn order in the action phase."""
    active: int | None
    crowns: int
    """The number of clans that the active seat has to name."""
    emperor: int
    """The head of the emperor's territory."""
    territories: list[CarolusMagnusTerritory]
    """In ring order, by head."""
    markers: CarolusMagnusMarkers
    supply: CarolusMagnusPaladins
    seats: list[CarolusMagnusSeat]
    castles_in_play: CarolusMagnusPositionCastlesInPlay
    placed_this_round: bool
    owner_changed_this_round: bool
    outcome: CarolusMagnusOutcome | None


class CarolusMagnusGame(TypedDict):
    """One game, as the caller may see it."""
    id: str
    ruleset: Literal['carolus-magnus@1']
    """Id and edition of the ruleset."""
    options: CarolusMagnusGameOptions
    scenario_name: dict[str, str] | None
    """The name of the game's scenario, in each language; null if its ruleset has no scenarios."""
    status: Status
    seats: list[Seat]
    version: int
    """The number of events so far."""
    head: str
    """The hash of the last event, in hexadecimal."""
    awaits: list[Await]
    """Who may act; empty unless the game is running, and between the events of one action."""
    awaits_links: LinksDue | None
    """The links that chance waits for before it can act; null while none are due."""
    position: CarolusMagnusPosition | None
    """Null until the lots are drawn."""
    standing_orders: None
    """The standing orders of the caller's own seat; null if there are none, and for all other
    viewers.
    """
    outcome: CarolusMagnusOutcome | None
    """Null until the game is over."""
    chance: Chance
    links: bool
    """Whether players may commit to chains of links when they sit down."""
    strength: Strength
    """What keeps the operator from foreseeing the next dice: nothing beyond the commitment to
    them,
    links of players, or links of witnesses.
    """
    clocks: Clocks | None
    suspended: bool
    """Whether an arbiter of the game's tournament has paused it; until it is resumed, no one can
    act.
    """
    take_backs: bool
    """Whether a decision can be taken back if all agree."""
    decisions: list[int]
    """The seats of the decisions that can be taken back now, oldest first."""
    seating: Seating
    """Who may sit down before the start: only holders of a seat's link, any account as well, or
    only the accounts for which the seats are reserved.
    """
    spectators: Allowed | Delayed | Refused
    """Who may watch while the game runs."""
    label: str | None
    """What the game belongs to, such as a tournament; null if it has no label."""
    continues: ContinuedGame | None
    """The game from one of whose positions this one continues; such a game is not rated. Null for
    a
    game that began at the beginning.
    """
    tournament: TournamentTable | None
    """The table of a tournament at which the game is played; null for other games."""
    rematch: NextGame | None
    """The rematch, once a player has requested one. Only `getGame` returns it, for the current
    version; elsewhere it is null.
    """
    sandbox: NotRequired[str]
    """The seed of a game in a sandbox, whose dice anyone could foresee; only such games have it."""


class CarolusMagnusActionsTaken(TypedDict):
    """The result of actions: the events that they caused, and the game after them."""
    type: Literal['taken']
    ruleset: Literal['carolus-magnus@1']
    """Id and edition of the ruleset."""
    version: int
    """The version of the game after them."""
    head: str
    """The hash of the last event, in hexadecimal."""
    events: list[CarolusMagnusEvent]
    """The events that they caused."""
    legal_actions: NotRequired[CarolusMagnusLegalActions]
    """The first page of the legal actions of the seat after them; only on request."""
    sentences: NotRequired[list[Sentence]]
    """The sentences of the story on these events; only on request."""
    board: NotRequired[str]
    """The board after them, as an SVG document; only on request."""
    game: CarolusMagnusGame


class LancasterGameOptions(TypedDict):
    """The settings of a game, fixed before anything is drawn."""
    players: int
    """The number of players: 2 to 5 (LA-SETUP-1)."""
    colors: list[LancasterColor | None] | None
    """The colour of each seat; null, for one seat or for all, means the default (LA-SETUP-17)."""
    first_seat: Literal['random'] | int
    """The start player of the first round, or `random` (LA-SETUP-3)."""


LancasterReason: TypeAlias = "Literal['adjudicated', 'draw_agreed', 'resignation', 'rounds', 'time']"


class LancasterOutcomePower(TypedDict):
    blue: NotRequired[int]
    green: NotRequired[int]
    purple: NotRequired[int]
    red: NotRequired[int]
    yellow: NotRequired[int]


class LancasterOutcome(TypedDict):
    """How a game ended: reason, winning colours in the order of the seats, points and places.

    `resignation`, `draw_agreed`, `time` and `adjudicated` come from the table.
    """
    reason: LancasterReason
    winners: list[LancasterColor]
    power: LancasterOutcomePower
    standing: list[Place]


class LancasterBattleSlot(TypedDict):
    """The knights of one side in a battle, ascending."""
    side: LancasterColor
    knights: list[int]


class LancasterBattle(TypedDict):
    """A battle on the board, with its taken slots from slot 1 on."""
    card: LancasterCardId
    slots: list[LancasterBattleSlot]


class LancasterBattles(TypedDict):
    """The battles of both rows, by column; null where there is none."""
    top: list[LancasterBattle | None]
    bottom: list[LancasterBattle | None]


class LancasterStandingKnight(TypedDict):
    """The knight that holds a county."""
    side: LancasterColor
    strength: int


class LancasterCounty(TypedDict):
    """A county: its nobles, those that allies removed, and the knight with its squires."""
    county: LancasterCountyId
    nobles: int
    removed: int
    knight: LancasterStandingKnight | None
    squires: int


class LancasterCourtSeat(TypedDict):
    """What one player owns."""
    color: LancasterColor
    ally: LancasterColor | None
    power: int
    gold: int | None
    """Null for other viewers, with three to five players until the end."""
    squires: int | None
    votes: int
    """Including those of a vote that is not revealed yet."""
    nobles: list[LancasterCountyId]
    """In the order in which they were taken."""
    extensions: list[LancasterTileId]
    ballot: LancasterBallot | None
    """Null for other viewers, and when there is none."""
    markers: int | None


class LancasterLaws(TypedDict):
    """The laws in force, those to vote on (null after the vote), and those that left."""
    current: list[LancasterLawId]
    proposed: list[LancasterLawId | None]
    gone: list[LancasterLawId]


LancasterPhase: TypeAlias = "Literal['over', 'parliament', 'scoring', 'setup', 'troops']"


class LancasterSideCastle(TypedDict):
    """The knights on its spaces."""
    CS_GOLD: NotRequired[int]
    CS_POWER: NotRequired[int]
    CS_RECRUIT: NotRequired[int]
    CS_SQUIRES: NotRequired[int]
    CS_UPGRADE: NotRequired[int]
    CS_VOTES: NotRequired[int]
    AS_RECRUIT: NotRequired[int]
    AS_UPGRADE: NotRequired[int]


class LancasterSide(TypedDict):
    """The knights of one colour; those on counties and battles are shown there."""
    side: LancasterColor
    seat: int
    ally: bool
    court: list[int]
    reserve: list[int]
    castle: LancasterSideCastle
    """The knights on its spaces."""


LancasterStep: TypeAlias = "Literal['ally', 'cards', 'castle', 'county', 'extension', 'favour', 'law', 'place', 'ransom', 'reveal', 'start_player', 'table', 'vote']"


class LancasterSupply(TypedDict):
    """The common supply."""
    gold: int
    squires: int
    votes: int


class LancasterPosition(TypedDict):
    """The position, from the first draws to the end, as far as the viewer may see it."""
    phase: LancasterPhase
    step: LancasterStep | None
    """The decision that is due; null after the end."""
    round: int
    start: int
    next_start: int | None
    """Named, but not yet in force (LA-SC-COUNTY-10)."""
    active: int | None
    """The seat that decides; null if it is chance, or all seats of the queue."""
    queue: list[int]
    """The seats that have the decision before them, in their order."""
    subject: LancasterCountyId | LancasterLawId | LancasterCardId | None
    """The county, law or battle in question."""
    favour_side: LancasterColor | None
    """The side for which a favour is due."""
    supply: LancasterSupply
    counties: list[LancasterCounty]
    battles: LancasterBattles
    battles_gone: list[LancasterCardId]
    favours: list[LancasterFavourId]
    """Face up."""
    laws: LancasterLaws
    sides: list[LancasterSide]
    """The players' by seat, then the allies' by seat."""
    seats: list[LancasterCourtSeat]
    tiles_valued: list[LancasterTileId]
    """The tiles that the active seat has valued."""
    outcome: LancasterOutcome | None


class LancasterGame(TypedDict):
    """One game, as the caller may see it."""
    id: str
    ruleset: Literal['lancaster@1']
    """Id and edition of the ruleset."""
    options: LancasterGameOptions
    scenario_name: dict[str, str] | None
    """The name of the game's scenario, in each language; null if its ruleset has no scenarios."""
    status: Status
    seats: list[Seat]
    version: int
    """The number of events so far."""
    head: str
    """The hash of the last event, in hexadecimal."""
    awaits: list[Await]
    """Who may act; empty unless the game is running, and between the events of one action."""
    awaits_links: LinksDue | None
    """The links that chance waits for before it can act; null while none are due."""
    position: LancasterPosition | None
    """Null until the lots are drawn."""
    standing_orders: None
    """The standing orders of the caller's own seat; null if there are none, and for all other
    viewers.
    """
    outcome: LancasterOutcome | None
    """Null until the game is over."""
    chance: Chance
    links: bool
    """Whether players may commit to chains of links when they sit down."""
    strength: Strength
    """What keeps the operator from foreseeing the next dice: nothing beyond the commitment to
    them,
    links of players, or links of witnesses.
    """
    clocks: Clocks | None
    suspended: bool
    """Whether an arbiter of the game's tournament has paused it; until it is resumed, no one can
    act.
    """
    take_backs: bool
    """Whether a decision can be taken back if all agree."""
    decisions: list[int]
    """The seats of the decisions that can be taken back now, oldest first."""
    seating: Seating
    """Who may sit down before the start: only holders of a seat's link, any account as well, or
    only the accounts for which the seats are reserved.
    """
    spectators: Allowed | Delayed | Refused
    """Who may watch while the game runs."""
    label: str | None
    """What the game belongs to, such as a tournament; null if it has no label."""
    continues: ContinuedGame | None
    """The game from one of whose positions this one continues; such a game is not rated. Null for
    a
    game that began at the beginning.
    """
    tournament: TournamentTable | None
    """The table of a tournament at which the game is played; null for other games."""
    rematch: NextGame | None
    """The rematch, once a player has requested one. Only `getGame` returns it, for the current
    version; elsewhere it is null.
    """
    sandbox: NotRequired[str]
    """The seed of a game in a sandbox, whose dice anyone could foresee; only such games have it."""


class LancasterActionsTaken(TypedDict):
    """The result of actions: the events that they caused, and the game after them."""
    type: Literal['taken']
    ruleset: Literal['lancaster@1']
    """Id and edition of the ruleset."""
    version: int
    """The version of the game after them."""
    head: str
    """The hash of the last event, in hexadecimal."""
    events: list[LancasterEvent]
    """The events that they caused."""
    legal_actions: NotRequired[LancasterLegalActions]
    """The first page of the legal actions of the seat after them; only on request."""
    sentences: NotRequired[list[Sentence]]
    """The sentences of the story on these events; only on request."""
    board: NotRequired[str]
    """The board after them, as an SVG document; only on request."""
    game: LancasterGame


class TegGameOptions(TypedDict):
    """The settings of a game, fixed before the board is dealt (TG-OPT-3)."""
    players: int
    """The number of seats: 2 to 6."""
    colors: list[TegColor | None] | None
    """The colour of each seat; null, for one seat or for all, means the default (TG-OPT-4)."""
    map: Literal['teg50']
    """The map with fifty territories; there is no other."""
    objectives: Literal['auto', 'common_only', 'secret_and_common', 'world']
    """The way to win; `auto` depends on the number of seats (TG-OPT-2)."""
    common_target: int
    """The number of territories that meet the common objective (TG-OBJ-2)."""
    first_seat: Literal['random'] | int
    """The first seat, or `random` (TG-SETUP-7)."""
    round_starter: Literal['fixed', 'rotating']
    """Whether the same seat begins every round (TG-TURN-3, TG-TURN-4)."""
    trade_counter: Literal['global', 'per_player']
    """Whose trades count for the tokens of a trade (TG-TRADE-8)."""
    trade_window: Literal['any_time', 'before_attack']
    """When in a turn cards may be traded (TG-TRADE-5, TG-TRADE-6)."""
    chain_moves: bool
    """Whether a token may move more than once in a turn (TG-MOVE-6, TG-MOVE-8)."""
    elimination_cards: Literal['discard', 'inherit']
    """Where an eliminated seat's cards go (TG-ELIM-2, TG-ELIM-3)."""
    allow_resign: bool
    """Whether a seat that resigns leaves the game by these rules (TG-RESIGN)."""
    round_limit: int | None
    """The game ends after this round; null for no limit (TG-WIN-7)."""


class TegOutcomeTerritories(TypedDict):
    black: NotRequired[int]
    blue: NotRequired[int]
    green: NotRequired[int]
    magenta: NotRequired[int]
    red: NotRequired[int]
    yellow: NotRequired[int]


class TegOutcome(TypedDict):
    """How a game ended: reason, winning colours, and territories and place of each colour.

    Winners are in the order of the seats, places best first. `reason` is the first of
    `reasons`. `resignation`, `draw_agreed`, `time` and `adjudicated` come from the table,
    not from the rules.
    """
    reason: TegRuleReason | Literal['adjudicated', 'draw_agreed', 'resignation', 'time']
    reasons: list[TegRuleReason | Literal['adjudicated', 'draw_agreed', 'resignation', 'time']]
    winners: list[TegColor]
    territories: TegOutcomeTerritories
    standing: list[Place]


class TegAttackDue(TypedDict):
    """An attack whose dice are still due."""
    source: TegTerritory
    target: TegTerritory


class TegHeldTerritory(TypedDict):
    """One territory: its owner and its tokens."""
    territory: TegTerritory
    owner: int
    tokens: int
    arrived: int
    """How many of the tokens moved here in this turn (TG-MOVE-6)."""


TegStatus: TypeAlias = "Literal['active', 'eliminated', 'resigned']"


class TegSeat(TypedDict):
    """The pieces of one seat."""
    color: TegColor
    status: TegStatus
    """`active` seats are in the game, whether or not it is their turn; `resigned` ones have
    left it (TG-RESIGN-1).
    """
    card_count: int
    cards: list[TegCard] | None
    """Oldest first; null for viewers who may not see them."""
    trades: int
    """The number of its trades."""
    objective: TegObjectiveId | Literal['COMMON'] | None
    """Null if the game has no secret objectives, and for viewers who may not see it."""
    target: int | None
    """The seat that the objective is to destroy, if any; hidden together with the objective."""


class TegPosition(TypedDict):
    """The position, from the deal to the end, as far as the viewer may see it."""
    round: int
    first: int
    """The first seat of round 1."""
    active: int | None
    """The seat whose turn it is; null after the end."""
    territories: list[TegHeldTerritory]
    """All fifty territories, in the order of the map."""
    pool: TegPool
    """The tokens that the active seat still has to place."""
    seats: list[TegSeat]
    deck: int
    """The number of cards left to draw."""
    discard: list[TegCard]
    """The discarded cards, oldest first."""
    conquests: int
    """The number of conquests in this turn."""
    conquered: TegTerritory | None
    """The territory conquered last, in this turn or an earlier one."""
    attacked: bool
    """Whether the active seat has attacked in this turn."""
    moved: bool
    """Whether the active seat has moved tokens in this turn, which ends the attacks (TG-MOVE-5)."""
    attack: TegAttackDue | None
    """The attack that awaits its dice."""
    card_due: bool
    """Whether the active seat awaits the card that it draws."""
    outcome: TegOutcome | None


class TegGame(TypedDict):
    """One game, as the caller may see it."""
    id: str
    ruleset: Literal['teg@1']
    """Id and edition of the ruleset."""
    options: TegGameOptions
    scenario_name: dict[str, str] | None
    """The name of the game's scenario, in each language; null if its ruleset has no scenarios."""
    status: Status
    seats: list[Seat]
    version: int
    """The number of events so far."""
    head: str
    """The hash of the last event, in hexadecimal."""
    awaits: list[Await]
    """Who may act; empty unless the game is running, and between the events of one action."""
    awaits_links: LinksDue | None
    """The links that chance waits for before it can act; null while none are due."""
    position: TegPosition | None
    """Null until the lots are drawn."""
    standing_orders: None
    """The standing orders of the caller's own seat; null if there are none, and for all other
    viewers.
    """
    outcome: TegOutcome | None
    """Null until the game is over."""
    chance: Chance
    links: bool
    """Whether players may commit to chains of links when they sit down."""
    strength: Strength
    """What keeps the operator from foreseeing the next dice: nothing beyond the commitment to
    them,
    links of players, or links of witnesses.
    """
    clocks: Clocks | None
    suspended: bool
    """Whether an arbiter of the game's tournament has paused it; until it is resumed, no one can
    act.
    """
    take_backs: bool
    """Whether a decision can be taken back if all agree."""
    decisions: list[int]
    """The seats of the decisions that can be taken back now, oldest first."""
    seating: Seating
    """Who may sit down before the start: only holders of a seat's link, any account as well, or
    only the accounts for which the seats are reserved.
    """
    spectators: Allowed | Delayed | Refused
    """Who may watch while the game runs."""
    label: str | None
    """What the game belongs to, such as a tournament; null if it has no label."""
    continues: ContinuedGame | None
    """The game from one of whose positions this one continues; such a game is not rated. Null for
    a
    game that began at the beginning.
    """
    tournament: TournamentTable | None
    """The table of a tournament at which the game is played; null for other games."""
    rematch: NextGame | None
    """The rematch, once a player has requested one. Only `getGame` returns it, for the current
    version; elsewhere it is null.
    """
    sandbox: NotRequired[str]
    """The seed of a game in a sandbox, whose dice anyone could foresee; only such games have it."""


class TegActionsTaken(TypedDict):
    """The result of actions: the events that they caused, and the game after them."""
    type: Literal['taken']
    ruleset: Literal['teg@1']
    """Id and edition of the ruleset."""
    version: int
    """The version of the game after them."""
    head: str
    """The hash of the last event, in hexadecimal."""
    events: list[TegEvent]
    """The events that they caused."""
    legal_actions: NotRequired[TegLegalActions]
    """The first page of the legal actions of the seat after them; only on request."""
    sentences: NotRequired[list[Sentence]]
    """The sentences of the story on these events; only on request."""
    board: NotRequired[str]
    """The board after them, as an SVG document; only on request."""
    game: TegGame


ActionsTaken: TypeAlias = "CarolusMagnusActionsTaken | TegActionsTaken | LancasterActionsTaken | AncientsActionsTaken"
"""The result of actions: the events that they caused, and the game after them."""


class AddTime(TypedDict):
    """Add time to the clock of a seat, as an arbiter of the game's tournament decided."""
    type: Literal['add_time']
    seat: int
    seconds: int
    """How much time is added, in seconds."""


class Adjudicate(TypedDict):
    """The decision of an arbiter that ended the game, for one side or as a draw of several."""
    type: Literal['adjudicate']
    winners: list[str]
    reason: NotRequired[str | None]
    arbiter: NotRequired[str | None]
    """The account of the arbiter."""


class AdjudicateRequest(TypedDict):
    """End a running game by a decision of an arbiter, for one side or as a draw of several."""
    type: Literal['adjudicate']
    winners: list[str]
    reason: NotRequired[str | None]
    """Default: `null`."""


class AllowPairing(TypedDict):
    """Let two entrants meet again."""
    type: Literal['allow_pairing']
    entrants: list[int]
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""


class AncientsAttackAnnouncedFacts(TypedDict):
    """A unit attacks a piece: `attack`, `bonus`, `ranged` or `battle_back`."""
    type: Literal['attack_announced']
    unit: str
    target: str
    hex: str
    role: AncientsRole


class AncientsBannerGainedFacts(TypedDict):
    """A side gained a banner; `banners` is its new total."""
    type: Literal['banner_gained']
    side: AncientsSide
    banners: int
    why: Literal['leader', 'objective', 'unit']


class AncientsBattleBackDeclinedFacts(TypedDict):
    """The owner of a unit declined to battle back."""
    type: Literal['battle_back_declined']
    unit: str


class AncientsBlocksLostFacts(TypedDict):
    """A unit lost this many blocks and has these left."""
    type: Literal['blocks_lost']
    unit: str
    count: int
    blocks: int


class AncientsBlocksRestoredFacts(TypedDict):
    """A unit regained this many blocks and has these now."""
    type: Literal['blocks_restored']
    unit: str
    count: int
    blocks: int


class AncientsCardDiscardedFacts(TypedDict):
    """A card went to the discard pile."""
    type: Literal['card_discarded']
    card: str


class AncientsCardDrawnFacts(TypedDict):
    """A side drew a card, which only its seat sees."""
    type: Literal['card_drawn']
    side: AncientsSide
    seat: int
    card: str | None


class AncientsCardPlayedFacts(TypedDict):
    """A side played a card.

    `effective` is the kind whose text applies, null if it orders nothing. `thirds` are those
    in
    which a copied card may order, seen from the bottom; null for anywhere (CA-CARD-COUNTER-3).
    """
    type: Literal['card_played']
    side: AncientsSide
    card: str
    effective: AncientsKind | None
    thirds: list[AncientsSection] | None


class AncientsDeckRenewedFacts(TypedDict):
    """The discard pile became part of the deck, which now has this many cards."""
    type: Literal['deck_renewed']
    cards: int


class AncientsDiceAssignedFacts(TypedDict):
    """The piece for which each die was used."""
    type: Literal['dice_assigned']
    side: AncientsSide
    assignments: list[str | None]


class AncientsDiceRolledFacts(TypedDict):
    """Dice were rolled by a side; `hex` is that of the target."""
    type: Literal['dice_rolled']
    role: AncientsRole
    side: AncientsSide
    count: int
    faces: list[AncientsFace]
    hex: str | None


class AncientsFlagsIgnoredFacts(TypedDict):
    """The owner of a unit decided how many of its flags it ignores."""
    type: Literal['flags_ignored']
    unit: str
    flags: int
    ignored: int


class AncientsGameEndedFacts(TypedDict):
    """The game ended; if nobody won, both sides share it and are its winners."""
    type: Literal['game_ended']
    reason: Literal['banners', 'both_targets', 'leader_lost', 'turn_limit']
    winners: list[AncientsSide]


class AncientsHandLimitChangedFacts(TypedDict):
    """The hand limit of a side changed."""
    type: Literal['hand_limit_changed']
    side: AncientsSide
    limit: int


class AncientsHandsDealtFacts(TypedDict):
    """Both first hands, as they were drawn; `seats` are those of top and bottom.

    Each seat sees its own.
    """
    type: Literal['hands_dealt']
    top: list[str] | None
    bottom: list[str] | None
    seats: list[int]


class AncientsLeaderEliminatedFacts(TypedDict):
    """A leader fell."""
    type: Literal['leader_eliminated']
    leader: str
    hex: str


class AncientsLeaderEvadedFacts(TypedDict):
    """A leader evades by this path; `off` is its last step if he leaves the board.

    He arrives once every enemy unit on the path has rolled.
    """
    type: Literal['leader_evaded']
    leader: str
    path: list[str]


class AncientsLeaderLeftBoardFacts(TypedDict):
    """A leader evaded off the board."""
    type: Literal['leader_left_board']
    leader: str


AncientsMomentumAdvancedFacts = TypedDict(
    "AncientsMomentumAdvancedFacts",
    {
        "type": "Literal['momentum_advanced']",
        "unit": "str",
        "from": "str",
        "to": "str",
        "extra": "bool",
    },
)
"""A unit advanced into the vacated hex, or its extra hex."""


class AncientsMomentumDeclinedFacts(TypedDict):
    """The owner of a unit declined an advance, an extra hex or a bonus attack."""
    type: Literal['momentum_declined']
    unit: str


class AncientsOrdersIssuedFacts(TypedDict):
    """These pieces are ordered, by this commander if the card has one."""
    type: Literal['orders_issued']
    side: AncientsSide
    pieces: list[str]
    commander: str | None


class AncientsPhaseEndedFacts(TypedDict):
    """A phase of the turn ended."""
    type: Literal['phase_ended']
    step: AncientsPhase


AncientsPieceMovedFacts = TypedDict(
    "AncientsPieceMovedFacts",
    {
        "type": "Literal['piece_moved']",
        "piece": "str",
        "from": "str",
        "to": "str",
        "distance": "int",
    },
)
"""An ordered piece moved; `distance` is the length of its shortest path."""


class AncientsReactionChosenFacts(TypedDict):
    """The attacked side reacted."""
    type: Literal['reaction_chosen']
    unit: str
    choice: AncientsReaction


class AncientsTurnEndedFacts(TypedDict):
    """The turn of a side ended."""
    type: Literal['turn_ended']
    side: AncientsSide


class AncientsUnitEliminatedFacts(TypedDict):
    """A unit lost its last block."""
    type: Literal['unit_eliminated']
    unit: str
    hex: str


AncientsUnitEvadedFacts = TypedDict(
    "AncientsUnitEvadedFacts",
    {
        "type": "Literal['unit_evaded']",
        "unit": "str",
        "from": "str",
        "to": "str",
    },
)
"""A unit evaded."""


class AncientsUnitLeftBoardFacts(TypedDict):
    """A unit left the board by an ordered move, with its leader (CA-SCN-8)."""
    type: Literal['unit_left_board']
    unit: str
    leader: str | None


AncientsUnitRetreatedFacts = TypedDict(
    "AncientsUnitRetreatedFacts",
    {
        "type": "Literal['unit_retreated']",
        "unit": "str",
        "from": "str",
        "to": "str",
        "unmade": "int",
    },
)
"""A unit retreated; `unmade` is the number of hexes that it could not go."""


class AncientsUnitsPlacedFacts(TypedDict):
    """Units of the reserve entered, and are ordered (CA-SCN-4)."""
    type: Literal['units_placed']
    section: AncientsSection
    placements: list[AncientsPlacement]
    leader_with: str | None


class ClockSetFacts(TypedDict):
    """The game is played with a clock."""
    type: Literal['clock_set']
    clock: PerActionClock | BankClock | DaysClock


class ClocksRunFacts(TypedDict):
    """The time left to each seat, and the seats whose clocks run from this moment on."""
    type: Literal['clocks_run']
    left_ms: list[int]
    running: list[int]
    since: str


class DecisionNotedFacts(TypedDict):
    """A decision of this seat follows, which it can take back until chance answers."""
    type: Literal['decision_noted']
    seat: int


class DecisionsSealedFacts(TypedDict):
    """Chance answers: earlier decisions can no longer be taken back."""
    type: Literal['decisions_sealed']


class DecisionsTakenBackFacts(TypedDict):
    """Everyone agreed: the game is as it was before the last decision of the seat."""
    type: Literal['decisions_taken_back']
    seat: int


class DrawAcceptedFacts(TypedDict):
    """The seat accepted the draw."""
    type: Literal['draw_accepted']
    seat: int


class DrawAgreedFacts(TypedDict):
    """Everyone agreed to a draw of these sides."""
    type: Literal['draw_agreed']
    winners: list[str]


class DrawDeclinedFacts(TypedDict):
    """The seat declined the draw, which drops the offer."""
    type: Literal['draw_declined']
    seat: int


class DrawOfferedFacts(TypedDict):
    """The seat offered a draw."""
    type: Literal['draw_offered']
    seat: int


class FlagFellFacts(TypedDict):
    """The seat ran out of time; `bot` plays on for it, unless the game is lost."""
    type: Literal['flag_fell']
    seat: int
    bot: str | None


class GameAbortedFacts(TypedDict):
    """The game was called off before it started."""
    type: Literal['game_aborted']


class GameAdjudicatedFacts(TypedDict):
    """An arbiter ended the game; these sides have won, or share the win.

    `reason` is what the arbiter says about it, and `arbiter` their account. Each is omitted if
    there is none.
    """
    type: Literal['game_adjudicated']
    winners: list[str]
    reason: NotRequired[str | None]
    arbiter: NotRequired[str | None]


class GameCalledOffFacts(TypedDict):
    """An arbiter called the game off, or the table did: it has no winner.

    `reason` is what the arbiter says about it, and `arbiter` their account. Each is omitted if
    there is none.
    """
    type: Literal['game_called_off']
    reason: NotRequired[str | None]
    arbiter: NotRequired[str | None]


class GameConcededFacts(TypedDict):
    """All other sides have resigned."""
    type: Literal['game_conceded']
    winners: list[str]


class GameForfeitedFacts(TypedDict):
    """All other sides ran out of time."""
    type: Literal['game_forfeited']
    winners: list[str]


class GameOpenedFacts(TypedDict):
    """The table was set up; `commitment` binds the dice before anyone sits down.

    `wordings` has the versions of this game's events, by owner and tag, except version 1.
    `links` says whether seats may commit to chains, and `witnesses` registered the game
    before.
    `continues` says from which position of which other game it begins, `tournament` at which
    table of a tournament it is played, `reserved` for whom each seat is, and `reserved_names`
    under which name each of them plays.
    `sandbox` is the seed of a game in a sandbox, whose dice anyone could foresee.
    Each of these members is omitted if it is empty, false or null, and so is `label`.
    """
    type: Literal['game_opened']
    ruleset: str
    options: dict[str, Any]
    seats: int
    scheme: Scheme
    commitment: str
    wordings: NotRequired[dict[str, int]]
    label: NotRequired[str | None]
    links: NotRequired[bool]
    witnesses: NotRequired[list[RegisteredWitness]]
    continues: NotRequired[StoredContinuation | None]
    sandbox: NotRequired[str | None]
    tournament: NotRequired[TournamentTable | None]
    reserved: NotRequired[list[str]]
    reserved_names: NotRequired[list[str]]


class GamePausedFacts(TypedDict):
    """Everyone agreed to a pause: no clock runs, and no one may play."""
    type: Literal['game_paused']


class GameResumedFacts(TypedDict):
    """Everyone agreed to resume the game."""
    type: Literal['game_resumed']


class GameStartedFacts(TypedDict):
    """The last seat was taken."""
    type: Literal['game_started']


class GameSuspendedFacts(TypedDict):
    """An arbiter of the game's tournament stopped it: no clock runs, and nobody acts."""
    type: Literal['game_suspended']


class HintGivenFacts(TypedDict):
    """A house bot advised the seat, before a decision that the seat then takes by itself."""
    type: Literal['hint_given']
    seat: int


class LinksWaivedFacts(TypedDict):
    """Everyone agreed: chance draws this one moment without links."""
    type: Literal['links_waived']


class MomentDrawnFacts(TypedDict):
    """Chance draws what is due until the next decision: the moment with this number.

    `links` are those that its dice depend on, and `witness` says when witnesses gave theirs.
    `missing` lists the contributors whose links were due if the dice depend on none.
    """
    type: Literal['moment_drawn']
    moment: int
    links: list[GivenLink]
    witness: list[WitnessNote]
    missing: list[int]


class PauseAcceptedFacts(TypedDict):
    """The seat accepted the pause."""
    type: Literal['pause_accepted']
    seat: int


class PauseDeclinedFacts(TypedDict):
    """The seat declined the pause, which drops the offer."""
    type: Literal['pause_declined']
    seat: int


class PauseOfferedFacts(TypedDict):
    """The seat offered a pause."""
    type: Literal['pause_offered']
    seat: int


class PlayerSeatedFacts(TypedDict):
    """The player who sat down has this account."""
    type: Literal['player_seated']
    seat: int
    player: str


class ResumeAcceptedFacts(TypedDict):
    """The seat agreed to resume the game."""
    type: Literal['resume_accepted']
    seat: int


class ResumeDeclinedFacts(TypedDict):
    """The seat declined to resume the game, so the offer is dropped."""
    type: Literal['resume_declined']
    seat: int


class ResumeOfferedFacts(TypedDict):
    """The seat offered to resume the game."""
    type: Literal['resume_offered']
    seat: int


class SeatLeftFacts(TypedDict):
    """The seat is free again."""
    type: Literal['seat_left']
    seat: int


class SeatResignedFacts(TypedDict):
    """The seat resigned; `bot` plays on for it, unless the game ends.

    `bot` is null if the rules of the game let the seat leave; the events that follow say how.
    """
    type: Literal['seat_resigned']
    seat: int
    bot: str | None


class SeatTakenFacts(TypedDict):
    """A person (`bot` is null) or a house bot sat down; `tip` commits to a chain of links."""
    type: Literal['seat_taken']
    seat: int
    name: str | None
    bot: str | None
    entropy: str
    tip: str | None


class SecretRevealedFacts(TypedDict):
    """The game is over: the secret of the dice, in hexadecimal; anyone can now recompute them."""
    type: Literal['secret_revealed']
    secret: str


class StandingOrdersGivenFacts(TypedDict):
    """The seat gave standing orders, which replace its previous ones; `orders` is null for none.

    Until the end, only the seat sees `orders`.
    """
    type: Literal['standing_orders_given']
    seat: int
    orders: dict[str, Any] | None


class SuspensionLiftedFacts(TypedDict):
    """An arbiter of the game's tournament let it go on."""
    type: Literal['suspension_lifted']


class TakeBackAcceptedFacts(TypedDict):
    """The seat accepted the take-back."""
    type: Literal['take_back_accepted']
    seat: int


class TakeBackDeclinedFacts(TypedDict):
    """The seat declined the take-back, which drops the offer."""
    type: Literal['take_back_declined']
    seat: int


class TakeBackOfferedFacts(TypedDict):
    """The seat asked to take back its last decision."""
    type: Literal['take_back_offered']
    seat: int


class TakeBacksAllowedFacts(TypedDict):
    """A decision of this game may be taken back if all agree."""
    type: Literal['take_backs_allowed']


class TimeAddedFacts(TypedDict):
    """An arbiter of the game's tournament gave the seat time, which its clock has from now on."""
    type: Literal['time_added']
    seat: int
    seconds: int


class WaiverAcceptedFacts(TypedDict):
    """The seat agreed to go on without the links of this moment."""
    type: Literal['waiver_accepted']
    seat: int


class WaiverDeclinedFacts(TypedDict):
    """The seat declined to go on without links, which drops the offer."""
    type: Literal['waiver_declined']
    seat: int


class WaiverOfferedFacts(TypedDict):
    """The seat offered to let chance draw the moment that is due without links."""
    type: Literal['waiver_offered']
    seat: int


AncientsEventFacts: TypeAlias = "AncientsHandsDealtFacts | AncientsCardPlayedFacts | AncientsDiceRolledFacts | AncientsDiceAssignedFacts | AncientsOrdersIssuedFacts | AncientsUnitsPlacedFacts | AncientsPieceMovedFacts | AncientsPhaseEndedFacts | AncientsAttackAnnouncedFacts | AncientsReactionChosenFacts | AncientsBlocksLostFacts | AncientsBlocksRestoredFacts | AncientsUnitEliminatedFacts | AncientsLeaderEliminatedFacts | AncientsLeaderLeftBoardFacts | AncientsUnitLeftBoardFacts | AncientsFlagsIgnoredFacts | AncientsUnitRetreatedFacts | AncientsUnitEvadedFacts | AncientsLeaderEvadedFacts | AncientsMomentumAdvancedFacts | AncientsMomentumDeclinedFacts | AncientsBattleBackDeclinedFacts | AncientsBannerGainedFacts | AncientsCardDiscardedFacts | AncientsCardDrawnFacts | AncientsDeckRenewedFacts | AncientsHandLimitChangedFacts | AncientsTurnEndedFacts | AncientsGameEndedFacts | GameOpenedFacts | SeatTakenFacts | PlayerSeatedFacts | SeatLeftFacts | GameStartedFacts | MomentDrawnFacts | SeatResignedFacts | DrawOfferedFacts | DrawAcceptedFacts | DrawDeclinedFacts | GameConcededFacts | DrawAgreedFacts | GameAbortedFacts | SecretRevealedFacts | ClockSetFacts | TakeBacksAllowedFacts | ClocksRunFacts | FlagFellFacts | TimeAddedFacts | GameSuspendedFacts | SuspensionLiftedFacts | GameForfeitedFacts | PauseOfferedFacts | PauseAcceptedFacts | PauseDeclinedFacts | GamePausedFacts | ResumeOfferedFacts | ResumeAcceptedFacts | ResumeDeclinedFacts | GameResumedFacts | TakeBackOfferedFacts | TakeBackAcceptedFacts | TakeBackDeclinedFacts | WaiverOfferedFacts | WaiverAcceptedFacts | WaiverDeclinedFacts | LinksWaivedFacts | HintGivenFacts | StandingOrdersGivenFacts | DecisionNotedFacts | DecisionsSealedFacts | DecisionsTakenBackFacts | GameAdjudicatedFacts | GameCalledOffFacts"
"""Something that would happen."""


class AncientsVerdictEvent(TypedDict):
    """An event that the action with this index would cause."""
    index: int
    event: AncientsEventFacts


class VerdictRefusal(TypedDict):
    """Why the action with this index is not legal."""
    index: int
    rule: str
    reason: str
    facts: dict[str, Any]
    message: str
    """The sentence of the rule, in the requested language."""


class VerdictSentence(TypedDict):
    """What the action with this index would cause, perhaps together with the actions before it."""
    index: int
    text: str


class AncientsEffect(TypedDict):
    """What actions would cause, up to the first illegal one."""
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[AncientsVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: AncientsPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]


class AncientsAlternatives(TypedDict):
    """The verdict on the actions before the alternatives, and what each of these would cause."""
    type: Literal['alternatives']
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[AncientsVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: AncientsPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]
    ruleset: Literal['ancients@1']
    """Id and edition of the ruleset."""
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    alternatives: list[AncientsEffect]
    """In their order, each as the only action after those before; empty if these are not legal."""


class CarolusMagnusCastleBuiltFacts(TypedDict):
    """The side became owner of an unowned territory and built its first castle (CM-CASTLE-1)."""
    type: Literal['castle_built']
    territory: int
    side: CarolusMagnusSide


class CarolusMagnusCrownsChosenFacts(TypedDict):
    """The seat named these clans for its crowns and took the paladins from the supply."""
    type: Literal['crowns_chosen']
    seat: int
    clans: list[CarolusMagnusClan]


class CarolusMagnusDiceRolledFacts(TypedDict):
    """A seat rolled these faces."""
    type: Literal['dice_rolled']
    seat: int
    faces: list[CarolusMagnusFace]


class CarolusMagnusDiscPlayedFacts(TypedDict):
    """The seat played a disc in the opening phase."""
    type: Literal['disc_played']
    seat: int
    disc: int


class CarolusMagnusEmperorMovedFacts(TypedDict):
    """The emperor moved `steps` territories and stopped in the one with the head `to`."""
    type: Literal['emperor_moved']
    seat: int
    steps: int
    to: int


class CarolusMagnusGameEndedFactsCastles(TypedDict):
    black: NotRequired[int]
    gray: NotRequired[int]
    white: NotRequired[int]


class CarolusMagnusGameEndedFacts(TypedDict):
    """The game ended by a rule, for this reason, with these winners and castles in play."""
    type: Literal['game_ended']
    reason: Literal['castle_goal', 'few_territories', 'round_limit', 'stalled']
    winners: list[CarolusMagnusSide]
    castles: CarolusMagnusGameEndedFactsCastles


class CarolusMagnusJokersExchangedFacts(TypedDict):
    """The seat exchanged its jokers for these paladins from the supply."""
    type: Literal['jokers_exchanged']
    seat: int
    clans: list[CarolusMagnusClan]


class CarolusMagnusLotsDrawnFacts(TypedDict):
    """The lots of the set-up: opening order, the clan on each segment, the emperor's start."""
    type: Literal['lots_drawn']
    opening: list[int]
    paladins: list[CarolusMagnusClan]
    emperor: int


class CarolusMagnusMarkerTakenFacts(TypedDict):
    """The seat took the clan's marker from another seat, or as its first holder (CM-CTRL-2)."""
    type: Literal['marker_taken']
    clan: CarolusMagnusClan
    seat: int
    previous: int | None


class CarolusMagnusPaladinPlacedFacts(TypedDict):
    """One paladin went from the seat's reserve to its court or to a territory, by its head."""
    type: Literal['paladin_placed']
    seat: int
    clan: CarolusMagnusClan
    to: Literal['court'] | int


class CarolusMagnusPaladinsReturnedFacts(TypedDict):
    """Every seat moved `each` paladins of the clan from its court to the supply (CM-RET-2)."""
    type: Literal['paladins_returned']
    clan: CarolusMagnusClan
    each: int


class CarolusMagnusPlacingEndedFacts(TypedDict):
    """The seat has placed its paladins; it moves the emperor next."""
    type: Literal['placing_ended']
    seat: int


class CarolusMagnusReserveFilledFacts(TypedDict):
    """The seat took these paladins from the supply, one per entry.

    The seat still has to name `crowns` clans; it kept `jokers` (set-up `yucata`).
    """
    type: Literal['reserve_filled']
    seat: int
    paladins: list[CarolusMagnusClan]
    crowns: int
    jokers: int


class CarolusMagnusRoundStartedFacts(TypedDict):
    """An opening phase began, in which the seats play discs in this order.

    `discs_returned`: first, every seat got all five discs back (CM-OPEN-10).
    """
    type: Literal['round_started']
    round: int
    order: list[int]
    discs_returned: bool


class CarolusMagnusTerritoriesMergedFacts(TypedDict):
    """Neighbouring territories of the side became one (CM-MERGE-4).

    `parts` are their heads, clockwise; the first is the head of the merged territory.
    """
    type: Literal['territories_merged']
    side: CarolusMagnusSide
    parts: list[int]


class CarolusMagnusTerritoryTakenOverFacts(TypedDict):
    """The side replaced the previous owner's castles with `castles` of its own.

    All castles of the previous owner went back to its supply (CM-CASTLE-2, CM-CASTLE-3).
    """
    type: Literal['territory_taken_over']
    territory: int
    side: CarolusMagnusSide
    previous: CarolusMagnusSide
    castles: int


class CarolusMagnusTurnEndedFacts(TypedDict):
    """The seat's turn ended."""
    type: Literal['turn_ended']
    seat: int


class CarolusMagnusTurnOrderSetFacts(TypedDict):
    """Every seat has played a disc, so the seats take turns in this order (CM-OPEN-8)."""
    type: Literal['turn_order_set']
    order: list[int]


CarolusMagnusEventFacts: TypeAlias = "CarolusMagnusLotsDrawnFacts | CarolusMagnusDiceRolledFacts | CarolusMagnusPaladinsReturnedFacts | CarolusMagnusReserveFilledFacts | CarolusMagnusCrownsChosenFacts | CarolusMagnusJokersExchangedFacts | CarolusMagnusRoundStartedFacts | CarolusMagnusDiscPlayedFacts | CarolusMagnusTurnOrderSetFacts | CarolusMagnusPaladinPlacedFacts | CarolusMagnusMarkerTakenFacts | CarolusMagnusPlacingEndedFacts | CarolusMagnusEmperorMovedFacts | CarolusMagnusCastleBuiltFacts | CarolusMagnusTerritoryTakenOverFacts | CarolusMagnusTerritoriesMergedFacts | CarolusMagnusTurnEndedFacts | CarolusMagnusGameEndedFacts | GameOpenedFacts | SeatTakenFacts | PlayerSeatedFacts | SeatLeftFacts | GameStartedFacts | MomentDrawnFacts | SeatResignedFacts | DrawOfferedFacts | DrawAcceptedFacts | DrawDeclinedFacts | GameConcededFacts | DrawAgreedFacts | GameAbortedFacts | SecretRevealedFacts | ClockSetFacts | TakeBacksAllowedFacts | ClocksRunFacts | FlagFellFacts | TimeAddedFacts | GameSuspendedFacts | SuspensionLiftedFacts | GameForfeitedFacts | PauseOfferedFacts | PauseAcceptedFacts | PauseDeclinedFacts | GamePausedFacts | ResumeOfferedFacts | ResumeAcceptedFacts | ResumeDeclinedFacts | GameResumedFacts | TakeBackOfferedFacts | TakeBackAcceptedFacts | TakeBackDeclinedFacts | WaiverOfferedFacts | WaiverAcceptedFacts | WaiverDeclinedFacts | LinksWaivedFacts | HintGivenFacts | DecisionNotedFacts | DecisionsSealedFacts | DecisionsTakenBackFacts | GameAdjudicatedFacts | GameCalledOffFacts"
"""Something that would happen."""


class CarolusMagnusVerdictEvent(TypedDict):
    """An event that the action with this index would cause."""
    index: int
    event: CarolusMagnusEventFacts


class CarolusMagnusEffect(TypedDict):
    """What actions would cause, up to the first illegal one."""
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[CarolusMagnusVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: CarolusMagnusPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]


class CarolusMagnusAlternatives(TypedDict):
    """The verdict on the actions before the alternatives, and what each of these would cause."""
    type: Literal['alternatives']
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[CarolusMagnusVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: CarolusMagnusPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]
    ruleset: Literal['carolus-magnus@1']
    """Id and edition of the ruleset."""
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    alternatives: list[CarolusMagnusEffect]
    """In their order, each as the only action after those before; empty if these are not legal."""


class LancasterAllyChosenFacts(TypedDict):
    """The seat chose the colour of its ally."""
    type: Literal['ally_chosen']
    seat: int
    color: LancasterColor


class LancasterBattleValuedFacts(TypedDict):
    """A battle was valued; `power` has the points of each rank, 0 for allies.

    After a victory of England all knights return to their courts. After one of France the card
    and
    its knights move down from the top row; in the bottom row, the knights are prisoners.
    """
    type: Literal['battle_valued']
    card: LancasterCardId
    english: int
    winner: Literal['england', 'france']
    ranking: list[LancasterColor]
    power: list[int]


class LancasterCardsTurnedUpFacts(TypedDict):
    """The next round began, with this start player, these battles and these laws to vote on."""
    type: Literal['cards_turned_up']
    round: int
    start: int
    battles: list[LancasterCardId]
    laws: list[LancasterLawId]


class LancasterCountyScoredFacts(TypedDict):
    """The knight in the county was valued; `both` cost gold."""
    type: Literal['county_scored']
    seat: int
    county: LancasterCountyId
    side: LancasterColor
    option: LancasterOption
    gained: LancasterGained


class LancasterExtensionBuiltFacts(TypedDict):
    """The seat built an extension on its castle."""
    type: Literal['extension_built']
    seat: int
    extension: LancasterTileId


class LancasterFavourTakenFacts(TypedDict):
    """The seat took a favour for a side; its tile is face down."""
    type: Literal['favour_taken']
    seat: int
    side: LancasterColor
    favour: LancasterFavourId
    gained: LancasterGained


class LancasterFinalScoredFacts(TypedDict):
    """The final scoring, by seat: points of the three parts, and what decided the majorities."""
    type: Literal['final_scored']
    knighthood: list[int]
    extensions: list[int]
    nobles: list[int]
    strengths: list[int]
    gold: list[int]
    squires: list[int]


class LancasterGameEndedFactsPower(TypedDict):
    blue: NotRequired[int]
    green: NotRequired[int]
    purple: NotRequired[int]
    red: NotRequired[int]
    yellow: NotRequired[int]


class LancasterGameEndedFacts(TypedDict):
    """The game ended after its last round; `power` has the points of each colour."""
    type: Literal['game_ended']
    reason: Literal['rounds']
    winners: list[LancasterColor]
    power: LancasterGameEndedFactsPower


class LancasterKnightPlacedFacts(TypedDict):
    """The seat placed a knight of one of its sides."""
    type: Literal['knight_placed']
    seat: int
    side: LancasterColor
    strength: int
    to: LancasterCountyId | LancasterTileId | Literal['AS_RECRUIT', 'AS_UPGRADE'] | LancasterCardId
    squires: int
    ousted: LancasterOusted | None


class LancasterKnightRecruitedFacts(TypedDict):
    """A knight of strength 1 moved from the reserve to the court."""
    type: Literal['knight_recruited']
    side: LancasterColor


LancasterKnightReturnedFacts = TypedDict(
    "LancasterKnightReturnedFacts",
    {
        "type": "Literal['knight_returned']",
        "side": "LancasterColor",
        "strength": "int",
        "from": "LancasterCountyId | LancasterTileId | Literal['AS_RECRUIT', 'AS_UPGRADE']",
    },
)
"""A knight returned to its court from a county or a castle space that was valued."""


class LancasterKnightSailedFacts(TypedDict):
    """The knight in the county that is valued left for a battle (LA-GAIN-19)."""
    type: Literal['knight_sailed']
    side: LancasterColor
    strength: int
    to: LancasterCardId


class LancasterKnightUpgradedFacts(TypedDict):
    """A knight of this strength became one stronger, where it stands."""
    type: Literal['knight_upgraded']
    side: LancasterColor
    strength: int
    place: Literal['court'] | LancasterCountyId | LancasterTileId | Literal['AS_RECRUIT', 'AS_UPGRADE'] | LancasterCardId


class LancasterLawAppliedFacts(TypedDict):
    """A law without a decision gave the seat this."""
    type: Literal['law_applied']
    law: LancasterLawId
    seat: int
    gained: LancasterGained


class LancasterLawUsedFacts(TypedDict):
    """The seat decided in a law. `amount` is the number of pieces or exchanges; 0 declines."""
    type: Literal['law_used']
    seat: int
    law: LancasterLawId
    amount: int
    swap: bool


class LancasterMarkersReturnedFacts(TypedDict):
    """All vote markers went back to the supply: this many of each seat (LA-PARL-13)."""
    type: Literal['markers_returned']
    markers: list[int]


class LancasterNobleRemovedFacts(TypedDict):
    """An ally had a noble of the county removed from the game."""
    type: Literal['noble_removed']
    county: LancasterCountyId


class LancasterNobleTakenFacts(TypedDict):
    """A noble of the county sat down at the table of the seat."""
    type: Literal['noble_taken']
    seat: int
    county: LancasterCountyId


class LancasterPrisonersSettledFacts(TypedDict):
    """These prisoners of a side returned to its court for gold; those went to its reserve."""
    type: Literal['prisoners_settled']
    side: LancasterColor
    ransomed: list[int]
    lost: list[int]


class LancasterSourceValuedFacts(TypedDict):
    """The seat valued a knight or a tile of a castle, and paid its cost if it used it."""
    type: Literal['source_valued']
    seat: int
    source: Literal['knight', 'tile']
    space: LancasterTileId | Literal['AS_RECRUIT', 'AS_UPGRADE']
    use: bool
    gained: LancasterGained


class LancasterStartPlayerNamedFacts(TypedDict):
    """The seat that held the county named the start player of the next round."""
    type: Literal['start_player_named']
    seat: int
    named: int


class LancasterTableArrangedFacts(TypedDict):
    """The lots of the set-up: start player, battles, and the laws in force and to vote on."""
    type: Literal['table_arranged']
    start: int
    battles: list[LancasterCardId]
    laws: list[LancasterLawId]


class LancasterTableValuedFacts(TypedDict):
    """The table of the seat brought this many vote markers (LA-SC-CASTLE-7)."""
    type: Literal['table_valued']
    seat: int
    votes: int


class LancasterTotalsRevealedFacts(TypedDict):
    """The gold (L01) or squires (L02) of each seat (LA-LAW-7)."""
    type: Literal['totals_revealed']
    law: LancasterLawId
    totals: list[int]


class LancasterVoteCastFacts(TypedDict):
    """The seat voted; before and after the reveal, only it sees what (LA-INFO-2)."""
    type: Literal['vote_cast']
    seat: int
    ballot: LancasterBallot | None
    markers: int | None


class LancasterVotesRevealedFacts(TypedDict):
    """All votes on a law, by seat; `removed` is the law that left the game."""
    type: Literal['votes_revealed']
    law: LancasterLawId
    ballots: list[LancasterVote]
    yes: int
    no: int
    approved: bool
    removed: LancasterLawId


LancasterEventFacts: TypeAlias = "LancasterTableArrangedFacts | LancasterCardsTurnedUpFacts | LancasterAllyChosenFacts | LancasterExtensionBuiltFacts | LancasterKnightPlacedFacts | LancasterFavourTakenFacts | LancasterKnightUpgradedFacts | LancasterKnightRecruitedFacts | LancasterNobleTakenFacts | LancasterNobleRemovedFacts | LancasterVoteCastFacts | LancasterVotesRevealedFacts | LancasterMarkersReturnedFacts | LancasterTotalsRevealedFacts | LancasterLawAppliedFacts | LancasterLawUsedFacts | LancasterCountyScoredFacts | LancasterKnightSailedFacts | LancasterKnightReturnedFacts | LancasterStartPlayerNamedFacts | LancasterSourceValuedFacts | LancasterTableValuedFacts | LancasterBattleValuedFacts | LancasterPrisonersSettledFacts | LancasterFinalScoredFacts | LancasterGameEndedFacts | GameOpenedFacts | SeatTakenFacts | PlayerSeatedFacts | SeatLeftFacts | GameStartedFacts | MomentDrawnFacts | SeatResignedFacts | DrawOfferedFacts | DrawAcceptedFacts | DrawDeclinedFacts | GameConcededFacts | DrawAgreedFacts | GameAbortedFacts | SecretRevealedFacts | ClockSetFacts | TakeBacksAllowedFacts | ClocksRunFacts | FlagFellFacts | TimeAddedFacts | GameSuspendedFacts | SuspensionLiftedFacts | GameForfeitedFacts | PauseOfferedFacts | PauseAcceptedFacts | PauseDeclinedFacts | GamePausedFacts | ResumeOfferedFacts | ResumeAcceptedFacts | ResumeDeclinedFacts | GameResumedFacts | TakeBackOfferedFacts | TakeBackAcceptedFacts | TakeBackDeclinedFacts | WaiverOfferedFacts | WaiverAcceptedFacts | WaiverDeclinedFacts | LinksWaivedFacts | HintGivenFacts | DecisionNotedFacts | DecisionsSealedFacts | DecisionsTakenBackFacts | GameAdjudicatedFacts | GameCalledOffFacts"
"""Something that would happen."""


class LancasterVerdictEvent(TypedDict):
    """An event that the action with this index would cause."""
    index: int
    event: LancasterEventFacts


class LancasterEffect(TypedDict):
    """What actions would cause, up to the first illegal one."""
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[LancasterVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: LancasterPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]


class LancasterAlternatives(TypedDict):
    """The verdict on the actions before the alternatives, and what each of these would cause."""
    type: Literal['alternatives']
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[LancasterVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: LancasterPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]
    ruleset: Literal['lancaster@1']
    """Id and edition of the ruleset."""
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    alternatives: list[LancasterEffect]
    """In their order, each as the only action after those before; empty if these are not legal."""


class TegAttackDeclaredFacts(TypedDict):
    """The seat attacked one territory from another; the dice are due."""
    type: Literal['attack_declared']
    seat: int
    source: TegTerritory
    target: TegTerritory


class TegBattleFoughtFacts(TypedDict):
    """Chance rolled the dice of an attack, given in the order rolled; both sides lost these
    tokens.

    `conquered`: the seat conquered the target and moved one token there from the source.
    """
    type: Literal['battle_fought']
    seat: int
    source: TegTerritory
    target: TegTerritory
    attacker: list[int]
    defender: list[int]
    attacker_losses: int
    defender_losses: int
    conquered: bool


class TegBoardDealtFacts(TypedDict):
    """The lots of the set-up: first seat, owners of the territories, secret objectives.

    `owners` has the seat of each territory, in the order of the map; each territory has one
    token. `objectives` has one entry for each seat, or none if the game has no secret
    objectives.
    A seat sees only its own, and null for the others; a viewer without a seat sees null
    instead of
    the list.
    """
    type: Literal['board_dealt']
    first: int
    owners: list[int]
    objectives: list[TegObjectiveId | None] | None


class TegCardDrawnFacts(TypedDict):
    """The seat drew this card, which only it sees."""
    type: Literal['card_drawn']
    seat: int
    card: TegCard | None


class TegCardEarnedFacts(TypedDict):
    """The seat ended a turn in which it conquered; the draw of its card is due."""
    type: Literal['card_earned']
    seat: int


class TegCardsTradedFacts(TypedDict):
    """The seat traded these cards, in this order, for free tokens.

    `number` is the trade's position in the count of trades (TG-TRADE-8). Each territory of
    `reinforced` got two tokens at once (TG-TRADE-10).
    """
    type: Literal['cards_traded']
    seat: int
    cards: list[TegCard]
    number: int
    tokens: int
    reinforced: list[TegTerritory]


class TegDeckRenewedFacts(TypedDict):
    """The deck was empty, so all discarded cards became the new deck (TG-DRAW-5)."""
    type: Literal['deck_renewed']


class TegGameEndedFactsTerritories(TypedDict):
    black: NotRequired[int]
    blue: NotRequired[int]
    green: NotRequired[int]
    magenta: NotRequired[int]
    red: NotRequired[int]
    yellow: NotRequired[int]


class TegGameEndedFacts(TypedDict):
    """The game ended by a rule, with these winners and reasons; the reasons as in TG-WIN-4.

    `territories` is the number of territories of each colour.
    """
    type: Literal['game_ended']
    winners: list[TegColor]
    reasons: list[TegRuleReason]
    territories: TegGameEndedFactsTerritories


class TegSeatEliminatedFacts(TypedDict):
    """The seat lost its last territory to `conqueror` (TG-ELIM-1).

    `inherited` are the cards that went to `conqueror`, oldest first; only these two seats see
    them. All viewers see their number, and the cards of `discarded`. `freed` are the seats
    whose objective was to destroy this one; the common objective replaces it (TG-OBJ-7). Each
    of
    them sees only itself.
    """
    type: Literal['seat_eliminated']
    seat: int
    conqueror: int
    inherited: list[TegCard] | None
    inherited_count: int
    discarded: list[TegCard]
    freed: list[int] | None


class TegSeatWithdrewFacts(TypedDict):
    """The seat resigned: its cards were discarded, its territories stay (TG-RESIGN-2)."""
    type: Literal['seat_withdrew']
    seat: int
    discarded: list[TegCard]


class TegTokensMovedFacts(TypedDict):
    """The seat moved tokens from one of its territories to another."""
    type: Literal['tokens_moved']
    seat: int
    source: TegTerritory
    target: TegTerritory
    count: int


class TegTokensPlacedFacts(TypedDict):
    """The seat put tokens from the pool on a territory."""
    type: Literal['tokens_placed']
    seat: int
    pool: Literal['free'] | Literal['africa', 'asia', 'europe', 'north_america', 'oceania', 'south_america']
    territory: TegTerritory
    count: int


class TegTurnEndedFacts(TypedDict):
    """The seat's turn ended; tokens that it did not place are lost (TG-RESIGN-3)."""
    type: Literal['turn_ended']
    seat: int


class TegTurnStartedFacts(TypedDict):
    """The seat's turn began, with these tokens to place (TG-COLLECT-1)."""
    type: Literal['turn_started']
    round: int
    seat: int
    pool: TegPool


TegEventFacts: TypeAlias = "TegBoardDealtFacts | TegTurnStartedFacts | TegTokensPlacedFacts | TegCardsTradedFacts | TegAttackDeclaredFacts | TegBattleFoughtFacts | TegSeatEliminatedFacts | TegTokensMovedFacts | TegDeckRenewedFacts | TegCardEarnedFacts | TegCardDrawnFacts | TegTurnEndedFacts | TegSeatWithdrewFacts | TegGameEndedFacts | GameOpenedFacts | SeatTakenFacts | PlayerSeatedFacts | SeatLeftFacts | GameStartedFacts | MomentDrawnFacts | SeatResignedFacts | DrawOfferedFacts | DrawAcceptedFacts | DrawDeclinedFacts | GameConcededFacts | DrawAgreedFacts | GameAbortedFacts | SecretRevealedFacts | ClockSetFacts | TakeBacksAllowedFacts | ClocksRunFacts | FlagFellFacts | TimeAddedFacts | GameSuspendedFacts | SuspensionLiftedFacts | GameForfeitedFacts | PauseOfferedFacts | PauseAcceptedFacts | PauseDeclinedFacts | GamePausedFacts | ResumeOfferedFacts | ResumeAcceptedFacts | ResumeDeclinedFacts | GameResumedFacts | TakeBackOfferedFacts | TakeBackAcceptedFacts | TakeBackDeclinedFacts | WaiverOfferedFacts | WaiverAcceptedFacts | WaiverDeclinedFacts | LinksWaivedFacts | HintGivenFacts | DecisionNotedFacts | DecisionsSealedFacts | DecisionsTakenBackFacts | GameAdjudicatedFacts | GameCalledOffFacts"
"""Something that would happen."""


class TegVerdictEvent(TypedDict):
    """An event that the action with this index would cause."""
    index: int
    event: TegEventFacts


class TegEffect(TypedDict):
    """What actions would cause, up to the first illegal one."""
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[TegVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: TegPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]


class TegAlternatives(TypedDict):
    """The verdict on the actions before the alternatives, and what each of these would cause."""
    type: Literal['alternatives']
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[TegVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: TegPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]
    ruleset: Literal['teg@1']
    """Id and edition of the ruleset."""
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    alternatives: list[TegEffect]
    """In their order, each as the only action after those before; empty if these are not legal."""


Alternatives: TypeAlias = "CarolusMagnusAlternatives | TegAlternatives | LancasterAlternatives | AncientsAlternatives"
"""The verdict on the actions before the alternatives, and what each of these would cause."""


class AncientsDealHands(TypedDict):
    """Chance: both first hands (CA-SET-3)."""
    type: Literal['deal_hands']
    top: list[str]
    bottom: list[str]


class AncientsDrawCard(TypedDict):
    """Chance: one card for the first side that draws (CA-CHANCE-2)."""
    type: Literal['draw_card']
    card: str


class AncientsRollDice(TypedDict):
    """Chance: the faces of the dice that are rolled (CA-CHANCE-1)."""
    type: Literal['roll_dice']
    faces: list[AncientsFace]


AncientsAction: TypeAlias = "AncientsPlayCard | AncientsIssueOrders | AncientsAssignDice | AncientsMove | AncientsEndMovement | AncientsAttack | AncientsEndBattle | AncientsReact | AncientsEvadeTo | AncientsIgnoreFlags | AncientsRetreatTo | AncientsLeaderEvade | AncientsMomentum | AncientsExtraHex | AncientsBonusAttack | AncientsBattleBack | AncientsDealHands | AncientsRollDice | AncientsDrawCard"
"""What a seat asks for, or chance answers."""


class AncientsCheckedAction(TypedDict):
    """An action and the seat that would take it."""
    seat: int | Literal['chance']
    action: AncientsAction


class AncientsOptions(TypedDict):
    """The settings of a game, fixed before anything is drawn."""
    scenario: NotRequired[AncientsScenarioId]
    """The battle, and which of its set-ups (CA-SET-1). Default: `'001'`."""
    sides: NotRequired[list[AncientsSide]]
    """The side of seat 0 and of seat 1. Default: `['bottom', 'top']`."""
    turn_limit: NotRequired[int | None]
    """The number of turns after which the game ends without a winner (CA-END-1). Default: `null`."""


class AncientsCheckActionsRequest(TypedDict):
    """Actions to judge on a position, by default the starting position."""
    options: NotRequired[AncientsOptions]
    position: NotRequired[AncientsPosition | None]
    """Default: `null`."""
    actions: NotRequired[list[AncientsCheckedAction]]
    """Default: `[]`."""
    viewer: NotRequired[int | Literal['arbiter', 'spectator'] | None]
    """Default: `null`."""


AncientsChosenSeating: TypeAlias = "Literal['anyone', 'links']"


class AncientsContinuation(TypedDict):
    """A version of another game, and the position there, in which this game begins."""
    game: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    version: int
    """The version of that game: its number of events."""
    head: str
    """32 bytes, in hexadecimal."""
    position: AncientsPosition
    """The position there, with everything that was hidden."""


class AncientsContinues(TypedDict):
    """A game that has ended, and the version from which the new game continues it."""
    game: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    version: int
    """The version of that game: its number of events."""


class AncientsCreateGameRequest(TypedDict):
    """The game to open: ruleset, options, terms, and who may play and watch."""
    ruleset: Literal['ancients']
    options: NotRequired[AncientsOptions]
    clock: NotRequired[PerActionClock | BankClock | DaysClock | None]
    """How much time each seat has, and what happens when it runs out: the seat loses the game
    (`forfeit`, with two sides), or a house bot takes over (`house`). Without a clock, time is
    unlimited. Default: `null`.
    """
    take_backs: NotRequired[bool]
    """Whether players may take back a decision if all agree. Default: `false`."""
    label: NotRequired[str | None]
    """Default: `null`."""
    links: NotRequired[bool]
    """Whether players may commit to chains of links when they sit down, so that nobody can
    foresee dice before their own clients have seen the action. After each decision, the game
    then waits for their links. Default: `false`.
    """
    witnessed: NotRequired[bool]
    """Whether the witnesses of the service contribute to the dice, so that not even its operator
    can foresee them. After each decision, the game then waits for the witnesses. Default:
    `false`.
    """
    seating: NotRequired[AncientsChosenSeating]
    """Who may sit down: only people with the link of a seat, or any account as well. Default:
    `'links'`.
    """
    spectators: NotRequired[Allowed | Delayed | Refused]
    """Who may watch while the game runs: anyone, anyone with a delay of some turns, or no one.
    Before the start and after the end, anyone may watch. Default: `{'kind': 'allowed'}`.
    """
    continues: NotRequired[AncientsContinues | None]
    """Play on from a position of a game that has ended, with dice of your own. The new game has
    the options of that game, and it is not rated. Default: `null`.
    """


Part: TypeAlias = "Literal['all', 'board']"


class AncientsDrawPositionRequest(TypedDict):
    """A position to draw, by default the set-up before chance draws."""
    position: NotRequired[AncientsPosition | None]
    """Default: `null`."""
    options: NotRequired[AncientsOptions]
    part: NotRequired[Part]
    """What to draw: everything, or only the board, for a page that shows the rest itself.
    Default: `'all'`.
    """


class AncientsEventPage(TypedDict):
    """Events of a game, in order."""
    ruleset: Literal['ancients@1']
    """Id and edition of the ruleset."""
    events: list[AncientsEvent]
    version: int
    """The current version of the game."""
    head: str
    """The hash of the last event of the game, in hexadecimal."""
    next: str | None
    """The cursor of the next page, or null."""


class AncientsGameSummary(TypedDict):
    """One game in a list."""
    id: str
    ruleset: Literal['ancients@1']
    """Id and edition of the ruleset."""
    options: AncientsGameOptions
    scenario_name: dict[str, str] | None
    """The name of the game's scenario, in each language; null if its ruleset has no scenarios."""
    status: Status
    seats: list[Seat]
    version: int
    """The number of events so far."""
    created_at: str
    """RFC 3339, UTC."""
    outcome: AncientsOutcome | None
    """Null until the game is over."""
    seating: Seating
    """Who may sit down before the start: only holders of a seat's link, any account as well, or
    only the accounts for which the seats are reserved.
    """
    spectators: Allowed | Delayed | Refused
    """Who may watch while the game runs."""
    label: str | None
    """What the game belongs to, such as a tournament; null if it has no label."""
    continues: ContinuedGame | None
    """The game from one of whose positions this one continues; null if it began at the beginning."""
    tournament: TournamentTable | None
    """The table of a tournament at which the game is played; null for other games."""


class AncientsGiveStandingOrders(TypedDict):
    """Answer reactions in advance. The orders replace the previous ones; null withdraws them."""
    type: Literal['give_standing_orders']
    orders: NotRequired[AncientsStandingOrders | None]


class AncientsHint(TypedDict):
    """What a house bot would do for one seat."""
    ruleset: Literal['ancients@1']
    """Id and edition of the ruleset."""
    action: AncientsSeatAction
    spots: list[str]
    """The places of the picture (`data-spot`) that the action concerns, such as source and
    target.
    """
    sentences: list[str]
    """What the action would cause, in the requested language, up to the next answer of chance."""
    version: int
    """The version of the game to which the hint applies."""
    head: str
    """The hash of its last event, in hexadecimal."""


class AncientsListLegalActionsRequest(TypedDict):
    """A position and a seat; by default, the seat whose turn it is."""
    position: AncientsPosition
    options: NotRequired[AncientsOptions]
    seat: NotRequired[int | None]
    """Default: `null`."""


class AncientsRecordedOptions(TypedDict):
    """The settings of a game, fixed before anything is drawn."""
    scenario: NotRequired[AncientsScenarioId]
    """The battle, and which of its set-ups (CA-SET-1). Default: `'001'`."""
    sides: NotRequired[list[AncientsSide]]
    """The side of seat 0 and of seat 1. Default: `['bottom', 'top']`."""
    turn_limit: NotRequired[int | None]
    """The number of turns after which the game ends without a winner (CA-END-1). Default: `null`."""


class AncientsOpenGame(TypedDict):
    """Set up a table: the first action of every record."""
    type: Literal['open_game']
    ruleset: str
    """Id and edition of the ruleset, as in the record itself."""
    options: AncientsRecordedOptions
    scheme: Scheme
    commitment: str
    """The commitment to the secret of fair dice; empty for recorded dice."""
    wordings: NotRequired[dict[str, int]]
    """The versions of events, by owner and tag, except version 1."""
    clock: NotRequired[PerActionClock | BankClock | DaysClock | None]
    """The time of the seats; null for unlimited time."""
    take_backs: NotRequired[bool]
    """Whether a decision may be taken back if all agree."""
    label: NotRequired[str | None]
    links: NotRequired[bool]
    """Whether seats may commit to chains of links."""
    witnesses: NotRequired[list[RegisteredWitness]]
    """The witnesses that registered the game."""
    continues: NotRequired[AncientsContinuation | None]
    """The game and the position from which this game continues."""
    sandbox: NotRequired[str | None]
    """The seed of a game in a sandbox, which proves nothing."""
    tournament: NotRequired[TournamentTable | None]
    """The table of a tournament at which the game is played."""
    reserved: NotRequired[list[str]]
    """For whom each seat is reserved; empty if no seats are."""
    reserved_names: NotRequired[list[str]]
    """The name under which each of them plays; empty if they choose."""


class UnknownFact(TypedDict):
    """Something that cannot be judged from the submitted view, because the view hides facts."""
    index: int | None
    """The index of the action that was not judged; null if it was a rule about the position."""
    rule: str | None
    """The id of the rule that may be broken; null for an action, which any rule may refuse."""
    missing: list[str]
    """The hidden facts, as paths in the position, such as `seats[1].cards`."""


class AncientsPositionLegalActions(TypedDict):
    """The legal actions of one seat, as far as the submitted position shows them."""
    ruleset: Literal['ancients@1']
    """Id and edition of the ruleset."""
    seat: int
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    count: int
    """The number of legal actions; `actions` has some of them."""
    choices: list[LegalChoice]
    """All legal actions in compact form: for each kind of action, the choices for each slot."""
    actions: list[AncientsSeatAction]
    spots: list[list[str]]
    """For each of `actions`, the places of the picture (`data-spot`) that the action concerns,
    in the order in which a player points at them, such as source and target; empty if there
    are
    none.
    """
    next: str | None
    """The cursor of the next page, or null."""
    unknown: list[UnknownFact]
    """The hidden facts on which the legal actions depend; if it is not empty, `count` is 0."""


class AncientsPositionVerdict(TypedDict):
    """The verdict on a submitted position, which stops at the first action not known to be legal.

    `legal` is true only if every action is known to be legal.
    """
    type: Literal['verdict']
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[AncientsVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: AncientsPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]
    ruleset: Literal['ancients@1']
    """Id and edition of the ruleset."""
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    unknown: list[UnknownFact]
    """What the position does not show; empty if it hides nothing."""


class AskHint(TypedDict):
    """Ask a house bot what it would do. The log shows that this seat had help."""
    type: Literal['ask_hint']


class CallOffGame(TypedDict):
    """The decision of an arbiter to call the game off, or that of the table in an endless game."""
    type: Literal['call_off_game']
    reason: NotRequired[str | None]
    arbiter: NotRequired[str | None]
    """The account of the arbiter; null if the table called the game off."""


class DeclineDraw(TypedDict):
    """Turn down the draw that was offered."""
    type: Literal['decline_draw']


class DeclinePause(TypedDict):
    """Turn down the pause that was offered."""
    type: Literal['decline_pause']


class DeclineResume(TypedDict):
    """Turn down the offer to go on."""
    type: Literal['decline_resume']


class DeclineTakeBack(TypedDict):
    """Turn down the take-back that was asked for."""
    type: Literal['decline_take_back']


class DeclineWaiver(TypedDict):
    """Turn down the offer: the game waits for the links."""
    type: Literal['decline_waiver']


class DrawMoment(TypedDict):
    """Let chance draw all that is due until the next decision; only chance takes it."""
    type: Literal['draw_moment']
    moment: int
    """The number of a moment in its game, from 1."""
    links: NotRequired[list[GivenLink]]
    """The links on which the dice depend, in the order of `who`."""
    witness: NotRequired[list[WitnessNote]]
    """When the witnesses gave their links, in the order of `who`."""
    missing: NotRequired[list[int]]
    """The contributors whose links were due, if the dice depend on none, in ascending order."""


class FallFlag(TypedDict):
    """Record the fall of the first flag: that seat ran out of time.

    The table does this by itself.
    """
    type: Literal['fall_flag']


class LeaveSeat(TypedDict):
    """Stand up again, before the start."""
    type: Literal['leave_seat']
    seat: int


class LiftSuspension(TypedDict):
    """Let a suspended game go on, as an arbiter of its tournament decided."""
    type: Literal['lift_suspension']


class OfferDraw(TypedDict):
    """Offer to end the game as a draw of all sides."""
    type: Literal['offer_draw']


class OfferPause(TypedDict):
    """Offer to stop the clocks of the game for a while."""
    type: Literal['offer_pause']


class OfferResume(TypedDict):
    """Offer to go on with a game that is paused."""
    type: Literal['offer_resume']


class OfferTakeBack(TypedDict):
    """Ask the others to take back the last decision of this seat, and all after it."""
    type: Literal['offer_take_back']


class OfferWaiver(TypedDict):
    """Offer to let chance draw the moment that is due without any links."""
    type: Literal['offer_waiver']


class Resign(TypedDict):
    """Give the game up for this seat."""
    type: Literal['resign']


class SuspendGame(TypedDict):
    """Stop the game for a while, as an arbiter of its tournament decided."""
    type: Literal['suspend_game']


class TakeSeat(TypedDict):
    """Sit down, or let a house bot sit down."""
    type: Literal['take_seat']
    seat: int
    name: NotRequired[str | None]
    bot: NotRequired[str | None]
    entropy: NotRequired[str]
    """Hexadecimal digits that this seat contributes to the dice of the game: an even number, in
    lower case.
    """
    player: NotRequired[str]
    """The id of a player's account, which never changes."""
    tip: NotRequired[str]
    """32 bytes, in hexadecimal."""


AncientsRecordedAction: TypeAlias = "AncientsOpenGame | AncientsGiveStandingOrders | TakeSeat | LeaveSeat | Resign | OfferDraw | AcceptDraw | DeclineDraw | OfferPause | AcceptPause | DeclinePause | OfferResume | AcceptResume | DeclineResume | OfferTakeBack | AcceptTakeBack | DeclineTakeBack | OfferWaiver | AcceptWaiver | DeclineWaiver | AskHint | AbortGame | Adjudicate | CallOffGame | FallFlag | AddTime | SuspendGame | LiftSuspension | DrawMoment | AncientsPlayCard | AncientsIssueOrders | AncientsAssignDice | AncientsMove | AncientsEndMovement | AncientsAttack | AncientsEndBattle | AncientsReact | AncientsEvadeTo | AncientsIgnoreFlags | AncientsRetreatTo | AncientsLeaderEvade | AncientsMomentum | AncientsExtraHex | AncientsBonusAttack | AncientsBattleBack | AncientsDealHands | AncientsRollDice | AncientsDrawCard"
"""The action in an entry of a record."""


class AncientsRecordedEntry(TypedDict):
    """One step: who acted, when, and the action."""
    by: int | NoSeat
    at: str
    """RFC 3339, UTC, with six decimals."""
    action: AncientsRecordedAction


class LeafProof(TypedDict):
    """The proof that a log has a leaf (RFC 6962, section 2.1.1)."""
    index: int
    """The index of the leaf; the first is 0."""
    path: list[str]
    """The hashes of the siblings on the path from the leaf to the root, starting at the leaf."""


class WitnessedOpening(TypedDict):
    """The proof that an earlier tree of the log, which witnesses saw, has the opening of a game."""
    checkpoint: str
    """The checkpoint of that tree: a signed note, with the cosignatures of witnesses."""
    key: str
    """The key of the service that signed the checkpoint, as a verifier key of signed notes."""
    opening: LeafProof
    """The receipt of the opening, in that tree."""


class Inclusion(TypedDict):
    """Where the log has the leaves of a game. A leaf that it does not have yet is omitted."""
    checkpoint: str
    """The checkpoint of the tree: a signed note, with the cosignatures of witnesses."""
    key: str
    """The key of the service that signed the checkpoint, as a verifier key of signed notes."""
    opening: NotRequired[LeafProof | None]
    """The receipt of the opening."""
    start: NotRequired[LeafProof | None]
    """The receipt of the start."""
    end: NotRequired[LeafProof | None]
    """The statement about the end."""
    witnessed: NotRequired[list[WitnessedOpening]]
    """The first checkpoints with the opening that witnesses cosigned, smallest first.

    All are smaller than `checkpoint`. Omitted if there are none.
    """


class RecordedChance(TypedDict):
    """The source of the answers of chance; the secret is known after the end."""
    scheme: Scheme
    commitment: str
    """SHA-256 of the secret, in hexadecimal; empty for recorded answers."""
    secret: str | None


class RecordedSeat(TypedDict):
    """The player of a seat at the end."""
    seat: int
    name: str | None
    bot: str | None
    entropy: str
    player: NotRequired[str | None]
    """The player's account; omitted if there is none."""
    tip: NotRequired[str | None]
    """The tip of the chain that the seat committed to; omitted if there is none."""


class AncientsRecord(TypedDict):
    """One whole game in portable form, finished or not."""
    format: Literal['carolus-record/1']
    id: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    ruleset: Literal['ancients@1']
    """Id and edition of the ruleset."""
    options: AncientsRecordedOptions
    seats: list[RecordedSeat]
    chance: RecordedChance
    entries: list[AncientsRecordedEntry]
    """The actions, in order; the events follow from them."""
    outcome: AncientsOutcome | None
    """Null until the game is over."""
    head: str | None
    """The hash of the last event; null if the game was never in a log."""
    signature: NotRequired[str | None]
    """The service's signature of the end of the game, as a compact JWS."""
    receipts: NotRequired[list[str]]
    """The receipts for the opening and the start of the game, each a compact JWS."""
    inclusion: NotRequired[Inclusion]
    """Where the service's transparency log has the game; omitted if it has no leaf there."""


class AncientsReplayEvent(TypedDict):
    """An event that an entry caused, with all hidden information."""
    version: int
    """Its number in the game; the first is 1."""
    hash: str | None
    """SHA-256 of the previous hash and the event; null from the first event on whose hash needs a
    secret that the record does not contain.
    """
    sealed: dict[str, str]
    """For each hidden member, the commitment that the hash covers in its place. Empty if the
    event
    has none, or if they need a secret that the record does not contain.
    """
    event: AncientsEventFacts


class AncientsReplayStep(TypedDict):
    """One entry of a record, as it was decided again."""
    entry: int
    """Its number in the record; the first is 0."""
    version: int
    """The version of the game after it."""
    status: Status
    events: list[AncientsReplayEvent]
    position: AncientsPosition | None
    """The position after it, with all hidden information; null before the lots are drawn, and if
    the request did not ask for it.
    """


class AncientsReplay(TypedDict):
    """A page of the steps of a record, up to the first invalid entry."""
    ruleset: Literal['ancients@1']
    """Id and edition of the ruleset."""
    record: AncientsRecord
    """The record as JSON, whatever form you sent."""
    count: int
    """Number of valid entries, from the first."""
    refusal: VerdictRefusal | None
    """Why the next entry is invalid; `index` is its number. Null if all entries are valid."""
    sides: list[str]
    """The side of each seat, in order; empty if the first entry is invalid."""
    names: list[str | None]
    """Who sat in each seat: the name of the player or of the house bot; null without a name."""
    steps: list[AncientsReplayStep]
    sentences: list[Sentence]
    """What happens in these steps, in the requested language. If a sentence began on the previous
    page, it replaces the one with the same `first`.
    """
    next: str | None
    """Cursor of the next page, or null."""


class CallOffRequest(TypedDict):
    """Call a running game off, without a winner; an arbiter's right."""
    type: Literal['call_off_game']
    reason: NotRequired[str | None]
    """Default: `null`."""


AncientsSentAction: TypeAlias = "AncientsPlayCard | AncientsIssueOrders | AncientsAssignDice | AncientsMove | AncientsEndMovement | AncientsAttack | AncientsEndBattle | AncientsReact | AncientsEvadeTo | AncientsIgnoreFlags | AncientsRetreatTo | AncientsLeaderEvade | AncientsMomentum | AncientsExtraHex | AncientsBonusAttack | AncientsBattleBack | AncientsDealHands | AncientsRollDice | AncientsDrawCard | Resign | OfferDraw | AcceptDraw | DeclineDraw | OfferPause | AcceptPause | DeclinePause | OfferResume | AcceptResume | DeclineResume | OfferTakeBack | AcceptTakeBack | DeclineTakeBack | OfferWaiver | AcceptWaiver | DeclineWaiver | AbortGame | AdjudicateRequest | CallOffRequest | AncientsGiveStandingOrders"
"""The actions that a game accepts: its own, and those of the table."""


class AncientsStatement(TypedDict):
    """The statement that the service signs when a game ends."""
    at: str
    """RFC 3339, UTC, with six decimals."""
    format: Literal['carolus-statement/1']
    game: str
    ruleset: Literal['ancients@1']
    """Id and edition of the ruleset."""
    status: Status
    version: int
    """Number of events."""
    head: str
    """Hash of the last event, in hexadecimal."""
    outcome: AncientsOutcome | None
    """Null if the game was called off."""


class AncientsVerdict(TypedDict):
    """The verdict of the checker, which stops at the first illegal action."""
    type: Literal['verdict']
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[AncientsVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: AncientsPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]
    ruleset: Literal['ancients@1']
    """Id and edition of the ruleset."""
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""


TieBreakId: TypeAlias = "Literal['ARO', 'BH', 'BH-C1', 'BH-C2', 'BH-M1', 'BPG', 'DE', 'DUELS', 'GS', 'KS', 'LOT', 'MBH', 'MSB', 'PS', 'PS-C1', 'SB', 'SEATS', 'WIN', 'WON']"


class Announced(TypedDict):
    """The rules that were announced before round one."""
    seats: int
    """The size of a full table."""
    rounds: int
    scales: list[list[int]]
    """The points for each place, for every possible table size; full tables first. In sixtieths:
    `[[60, 0]]` is one point for a win at tables of two.
    """
    tie_breaks: NotRequired[list[TieBreakId]]
    """The tie-breaks, in the order in which they apply."""
    edition: NotRequired[Literal[2024, 2026]]
    swiss: NotRequired[bool]
    """False for round robins, in which a forfeit counts as a game (C.07, 16)."""
    partners: NotRequired[bool]
    """Whether four players form two teams, with other partners in each round."""
    pairing_bye: NotRequired[Literal['full', 'half']]


class Groups(TypedDict):
    """Round robins in groups, then a knock-out for the best `qualify` entrants of each group.

    `legs` applies to each group, `lives` and `advance` to the final. The announced number of
    rounds is a maximum, which includes the final.
    """
    kind: Literal['groups']
    groups: int
    qualify: NotRequired[int]
    legs: NotRequired[int]
    lives: NotRequired[int]
    advance: NotRequired[int]


class KnockOut(TypedDict):
    """Entrants who have lost `lives` times are out; at larger tables, the best `advance`.

    The announced number of rounds is a maximum.
    """
    kind: Literal['knock_out']
    lives: NotRequired[int]
    advance: NotRequired[int]


class RegistrationTerms(TypedDict):
    """Who may enter, and when."""
    kind: NotRequired[Literal['code', 'list', 'open']]
    most: NotRequired[int]
    late_until: NotRequired[int]
    """The last round that entrants can enter late for; 0 if none."""


RequestedByeKind: TypeAlias = "Literal['half', 'zero']"


class RequestedByes(TypedDict):
    """The byes that an entrant can request before a round."""
    most: NotRequired[int]
    kinds: NotRequired[list[RequestedByeKind]]


class RoundPace(TypedDict):
    """Who begins and ends rounds: the organiser or the service."""
    kind: NotRequired[Literal['manual', 'on_schedule', 'when_finished']]
    """`when_finished`: the service closes a round when all its tables have a result, and pairs
    and immediately opens the next one. `on_schedule`: it waits until the time of that round.
    """
    times: NotRequired[list[str]]
    """When each round begins, on schedule."""
    end: NotRequired[str | None]
    """When the last round ends, on schedule, if tables are scored as they stand."""


class RoundRobin(TypedDict):
    """All entrants meet each other once in each leg, which determines the number of rounds.

    The announced number of rounds is a maximum.
    """
    kind: Literal['round_robin']
    legs: NotRequired[int]


PairingSystem: TypeAlias = "Literal['dutch', 'house']"


class Engine(TypedDict):
    """The pairing algorithm: always this one, in this version."""
    system: PairingSystem
    """`house` works for any size of tables; `dutch` is FIDE's system for two seats."""
    name: str
    """The name, or the version, of a program that pairs."""
    version: str
    """The name, or the version, of a program that pairs."""


class Swiss(TypedDict):
    """Everyone plays every round, against opponents with about the same number of points."""
    kind: Literal['swiss']
    engine: Engine


class Announcement(TypedDict):
    """Everything that entrants know before they enter."""
    name: str
    """A title, such as that of a tournament. Everyone can read it, and it never changes:
    characters that people can see, in any script, the first not a space. Marks follow a letter
    of their own script, and no letter has more of them than its script needs.
    """
    ruleset: str
    """The id and the edition of a ruleset."""
    options: dict[str, Any]
    """The options of every game; a table with fewer players has the options for that number."""
    format: Swiss | RoundRobin | KnockOut | Groups
    rules: Announced
    registration: NotRequired[RegistrationTerms]
    team: NotRequired[Literal[1, 2]]
    """How many people form one entrant: 2 for fixed pairs, who take every second seat."""
    byes: NotRequired[RequestedByes]
    check_in: NotRequired[bool]
    """Whether entrants must check in before each round."""
    clock: NotRequired[PerActionClock | BankClock | DaysClock | None]
    seats_reserved: NotRequired[bool]
    """Whether the seats of a game are for the accounts of its players."""
    scored_as_they_stand: NotRequired[bool]
    """Whether a table that has not finished when a round ends on schedule, at the time of the
    next
    one, is scored as it stands.
    """
    real_tables: NotRequired[bool]
    """Whether guests play at real tables, so that people enter the results."""
    house_bots: NotRequired[list[str]]
    """The house bots that may enter."""
    pace: NotRequired[RoundPace]
    """Who begins and ends rounds."""
    no_show_minutes: NotRequired[int | None]
    """How long a seat can stay free after its game was opened, before its player loses by
    forfeit;
    null if only arbiters decide about forfeits.
    """
    spectators: NotRequired[Allowed | Delayed | Refused]
    """Who may watch the games while they run. Default: `{'kind': 'allowed'}`."""


class AnnounceTournamentRequest(TypedDict):
    """The tournament to announce. You cannot change anything about its games afterwards."""
    announcement: Announcement
    code: NotRequired[str | None]
    """The code of the invitation, if registration requires one. The service never shows it.
    Default: `null`.
    """


class Arbiter(TypedDict):
    """An arbiter of a tournament."""
    account: str
    name: str


class ArbiterDismissed(TypedDict):
    """This account is no longer an arbiter."""
    type: Literal['arbiter_dismissed']
    account: str
    name: str
    reason: NotRequired[str | None]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class ArbiterNamed(TypedDict):
    """This account is now an arbiter."""
    type: Literal['arbiter_named']
    account: str
    name: str
    reason: NotRequired[str | None]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


ByeKind: TypeAlias = "Literal['full', 'half', 'pairing', 'zero']"


class ByeGranted(TypedDict):
    """The entrant does not play in this round: on request, or by an arbiter's decision."""
    type: Literal['bye_granted']
    entrant: int
    round: int
    kind: ByeKind
    reason: NotRequired[str | None]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class ByeTaken(TypedDict):
    """A round in which an entrant did not sit at a table."""
    player: int
    kind: ByeKind


class CarolusMagnusArrangeTable(TypedDict):
    """Chance: the lots of the set-up (CM-SET-3, CM-SET-4, CM-SET-5)."""
    type: Literal['arrange_table']
    opening: list[int]
    """The seats in opening order of round 1."""
    paladins: list[CarolusMagnusClan]
    """The clan of the paladin on each segment, 1 … 15."""
    emperor: int


class CarolusMagnusRollDice(TypedDict):
    """Chance: the faces of the dice that the active seat rolls (CM-FILL-2, CM-SET-7, CM-SET-8)."""
    type: Literal['roll_dice']
    faces: list[CarolusMagnusFace]


CarolusMagnusAction: TypeAlias = "CarolusMagnusChooseDisc | CarolusMagnusExchangeJokers | CarolusMagnusPlacePaladins | CarolusMagnusMoveEmperor | CarolusMagnusChooseCrowns | CarolusMagnusArrangeTable | CarolusMagnusRollDice"
"""What a seat asks for, or chance answers."""


class CarolusMagnusCheckedAction(TypedDict):
    """An action and the seat that would take it."""
    seat: int | Literal['chance']
    action: CarolusMagnusAction


class CarolusMagnusOptions(TypedDict):
    """The settings of a game, fixed before the first lot is drawn (CM-OPT-7)."""
    players: NotRequired[int]
    """The number of seats: 2, 3 or 4 (CM-OPT-1). Default: `2`."""
    setup: NotRequired[Literal['tabletop', 'yucata']]
    """How to draw lots and the initial reserves; `yucata` is for 2 or 3 players (CM-OPT-2).
    Default: `'tabletop'`.
    """
    seating: NotRequired[Literal['adjacent', 'opposite']]
    """Where partners sit in a game of 4 players (CM-OPT-3). Default: `'opposite'`."""
    emperor_start: NotRequired[Literal['random'] | int]
    """`random`, or a segment 1 … 15; only for the set-up `tabletop` (CM-OPT-4). Default:
    `'random'`.
    """
    tie_break: NotRequired[Literal['clan_markers', 'shared']]
    """How to break a tie between sides with equally many castles (CM-OPT-5). Default: `'shared'`."""
    max_rounds: NotRequired[int | None]
    """The game ends after this round; null for no limit (CM-OPT-6). Default: `null`."""


class CarolusMagnusCheckActionsRequest(TypedDict):
    """Actions to judge on a position, by default the starting position."""
    options: NotRequired[CarolusMagnusOptions]
    position: NotRequired[CarolusMagnusPosition | None]
    """Default: `null`."""
    actions: NotRequired[list[CarolusMagnusCheckedAction]]
    """Default: `[]`."""
    viewer: NotRequired[int | Literal['arbiter', 'spectator'] | None]
    """Default: `null`."""


CarolusMagnusChosenSeating: TypeAlias = "Literal['anyone', 'links']"


class CarolusMagnusContinuation(TypedDict):
    """A version of another game, and the position there, in which this game begins."""
    game: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    version: int
    """The version of that game: its number of events."""
    head: str
    """32 bytes, in hexadecimal."""
    position: CarolusMagnusPosition
    """The position there, with everything that was hidden."""


class CarolusMagnusContinues(TypedDict):
    """A game that has ended, and the version from which the new game continues it."""
    game: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    version: int
    """The version of that game: its number of events."""


class CarolusMagnusCreateGameRequest(TypedDict):
    """The game to open: ruleset, options, terms, and who may play and watch."""
    ruleset: Literal['carolus-magnus']
    options: NotRequired[CarolusMagnusOptions]
    clock: NotRequired[PerActionClock | BankClock | DaysClock | None]
    """How much time each seat has, and what happens when it runs out: the seat loses the game
    (`forfeit`, with two sides), or a house bot takes over (`house`). Without a clock, time is
    unlimited. Default: `null`.
    """
    take_backs: NotRequired[bool]
    """Whether players may take back a decision if all agree. Default: `false`."""
    label: NotRequired[str | None]
    """Default: `null`."""
    links: NotRequired[bool]
    """Whether players may commit to chains of links when they sit down, so that nobody can
    foresee dice before their own clients have seen the action. After each decision, the game
    then waits for their links. Default: `false`.
    """
    witnessed: NotRequired[bool]
    """Whether the witnesses of the service contribute to the dice, so that not even its operator
    can foresee them. After each decision, the game then waits for the witnesses. Default:
    `false`.
    """
    seating: NotRequired[CarolusMagnusChosenSeating]
    """Who may sit down: only people with the link of a seat, or any account as well. Default:
    `'links'`.
    """
    spectators: NotRequired[Allowed | Delayed | Refused]
    """Who may watch while the game runs: anyone, anyone with a delay of some turns, or no one.
    Before the start and after the end, anyone may watch. Default: `{'kind': 'allowed'}`.
    """
    continues: NotRequired[CarolusMagnusContinues | None]
    """Play on from a position of a game that has ended, with dice of your own. The new game has
    the options of that game, and it is not rated. Default: `null`.
    """


class CarolusMagnusDrawPositionRequest(TypedDict):
    """A position to draw, by default the set-up before chance draws."""
    position: NotRequired[CarolusMagnusPosition | None]
    """Default: `null`."""
    options: NotRequired[CarolusMagnusOptions]
    part: NotRequired[Part]
    """What to draw: everything, or only the board, for a page that shows the rest itself.
    Default: `'all'`.
    """


class CarolusMagnusEventPage(TypedDict):
    """Events of a game, in order."""
    ruleset: Literal['carolus-magnus@1']
    """Id and edition of the ruleset."""
    events: list[CarolusMagnusEvent]
    version: int
    """The current version of the game."""
    head: str
    """The hash of the last event of the game, in hexadecimal."""
    next: str | None
    """The cursor of the next page, or null."""


class CarolusMagnusGameSummary(TypedDict):
    """One game in a list."""
    id: str
    ruleset: Literal['carolus-magnus@1']
    """Id and edition of the ruleset."""
    options: CarolusMagnusGameOptions
    scenario_name: dict[str, str] | None
    """The name of the game's scenario, in each language; null if its ruleset has no scenarios."""
    status: Status
    seats: list[Seat]
    version: int
    """The number of events so far."""
    created_at: str
    """RFC 3339, UTC."""
    outcome: CarolusMagnusOutcome | None
    """Null until the game is over."""
    seating: Seating
    """Who may sit down before the start: only holders of a seat's link, any account as well, or
    only the accounts for which the seats are reserved.
    """
    spectators: Allowed | Delayed | Refused
    """Who may watch while the game runs."""
    label: str | None
    """What the game belongs to, such as a tournament; null if it has no label."""
    continues: ContinuedGame | None
    """The game from one of whose positions this one continues; null if it began at the beginning."""
    tournament: TournamentTable | None
    """The table of a tournament at which the game is played; null for other games."""


class CarolusMagnusHint(TypedDict):
    """What a house bot would do for one seat."""
    ruleset: Literal['carolus-magnus@1']
    """Id and edition of the ruleset."""
    action: CarolusMagnusSeatAction
    spots: list[str]
    """The places of the picture (`data-spot`) that the action concerns, such as source and
    target.
    """
    sentences: list[str]
    """What the action would cause, in the requested language, up to the next answer of chance."""
    version: int
    """The version of the game to which the hint applies."""
    head: str
    """The hash of its last event, in hexadecimal."""


class CarolusMagnusListLegalActionsRequest(TypedDict):
    """A position and a seat; by default, the seat whose turn it is."""
    position: CarolusMagnusPosition
    options: NotRequired[CarolusMagnusOptions]
    seat: NotRequired[int | None]
    """Default: `null`."""


class CarolusMagnusRecordedOptions(TypedDict):
    """The settings of a game, fixed before the first lot is drawn (CM-OPT-7)."""
    players: NotRequired[int]
    """The number of seats: 2, 3 or 4 (CM-OPT-1). Default: `2`."""
    setup: NotRequired[Literal['tabletop', 'yucata']]
    """How to draw lots and the initial reserves; `yucata` is for 2 or 3 players (CM-OPT-2).
    Default: `'tabletop'`.
    """
    seating: NotRequired[Literal['adjacent', 'opposite']]
    """Where partners sit in a game of 4 players (CM-OPT-3). Default: `'opposite'`."""
    emperor_start: NotRequired[Literal['random'] | int]
    """`random`, or a segment 1 … 15; only for the set-up `tabletop` (CM-OPT-4). Default:
    `'random'`.
    """
    tie_break: NotRequired[Literal['clan_markers', 'shared']]
    """How to break a tie between sides with equally many castles (CM-OPT-5). Default: `'shared'`."""
    max_rounds: NotRequired[int | None]
    """The game ends after this round; null for no limit (CM-OPT-6). Default: `null`."""


class CarolusMagnusOpenGame(TypedDict):
    """Set up a table: the first action of every record."""
    type: Literal['open_game']
    ruleset: str
    """Id and edition of the ruleset, as in the record itself."""
    options: CarolusMagnusRecordedOptions
    scheme: Scheme
    commitment: str
    """The commitment to the secret of fair dice; empty for recorded dice."""
    wordings: NotRequired[dict[str, int]]
    """The versions of events, by owner and tag, except version 1."""
    clock: NotRequired[PerActionClock | BankClock | DaysClock | None]
    """The time of the seats; null for unlimited time."""
    take_backs: NotRequired[bool]
    """Whether a decision may be taken back if all agree."""
    label: NotRequired[str | None]
    links: NotRequired[bool]
    """Whether seats may commit to chains of links."""
    witnesses: NotRequired[list[RegisteredWitness]]
    """The witnesses that registered the game."""
    continues: NotRequired[CarolusMagnusContinuation | None]
    """The game and the position from which this game continues."""
    sandbox: NotRequired[str | None]
    """The seed of a game in a sandbox, which proves nothing."""
    tournament: NotRequired[TournamentTable | None]
    """The table of a tournament at which the game is played."""
    reserved: NotRequired[list[str]]
    """For whom each seat is reserved; empty if no seats are."""
    reserved_names: NotRequired[list[str]]
    """The name under which each of them plays; empty if they choose."""


class CarolusMagnusPositionLegalActions(TypedDict):
    """The legal actions of one seat, as far as the submitted position shows them."""
    ruleset: Literal['carolus-magnus@1']
    """Id and edition of the ruleset."""
    seat: int
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    count: int
    """The number of legal actions; `actions` has some of them."""
    choices: list[LegalChoice]
    """All legal actions in compact form: for each kind of action, the choices for each slot."""
    actions: list[CarolusMagnusSeatAction]
    spots: list[list[str]]
    """For each of `actions`, the places of the picture (`data-spot`) that the action concerns,
    in the order in which a player points at them, such as source and target; empty if there
    are
    none.
    """
    next: str | None
    """The cursor of the next page, or null."""
    unknown: list[UnknownFact]
    """The hidden facts on which the legal actions depend; if it is not empty, `count` is 0."""


class CarolusMagnusPositionVerdict(TypedDict):
    """The verdict on a submitted position, which stops at the first action not known to be legal.

    `legal` is true only if every action is known to be legal.
    """
    type: Literal['verdict']
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[CarolusMagnusVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: CarolusMagnusPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]
    ruleset: Literal['carolus-magnus@1']
    """Id and edition of the ruleset."""
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    unknown: list[UnknownFact]
    """What the position does not show; empty if it hides nothing."""


CarolusMagnusRecordedAction: TypeAlias = "CarolusMagnusOpenGame | TakeSeat | LeaveSeat | Resign | OfferDraw | AcceptDraw | DeclineDraw | OfferPause | AcceptPause | DeclinePause | OfferResume | AcceptResume | DeclineResume | OfferTakeBack | AcceptTakeBack | DeclineTakeBack | OfferWaiver | AcceptWaiver | DeclineWaiver | AskHint | AbortGame | Adjudicate | CallOffGame | FallFlag | AddTime | SuspendGame | LiftSuspension | DrawMoment | CarolusMagnusChooseDisc | CarolusMagnusExchangeJokers | CarolusMagnusPlacePaladins | CarolusMagnusMoveEmperor | CarolusMagnusChooseCrowns | CarolusMagnusArrangeTable | CarolusMagnusRollDice"
"""The action in an entry of a record."""


class CarolusMagnusRecordedEntry(TypedDict):
    """One step: who acted, when, and the action."""
    by: int | NoSeat
    at: str
    """RFC 3339, UTC, with six decimals."""
    action: CarolusMagnusRecordedAction


class CarolusMagnusRecord(TypedDict):
    """One whole game in portable form, finished or not."""
    format: Literal['carolus-record/1']
    id: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    ruleset: Literal['carolus-magnus@1']
    """Id and edition of the ruleset."""
    options: CarolusMagnusRecordedOptions
    seats: list[RecordedSeat]
    chance: RecordedChance
    entries: list[CarolusMagnusRecordedEntry]
    """The actions, in order; the events follow from them."""
    outcome: CarolusMagnusOutcome | None
    """Null until the game is over."""
    head: str | None
    """The hash of the last event; null if the game was never in a log."""
    signature: NotRequired[str | None]
    """The service's signature of the end of the game, as a compact JWS."""
    receipts: NotRequired[list[str]]
    """The receipts for the opening and the start of the game, each a compact JWS."""
    inclusion: NotRequired[Inclusion]
    """Where the service's transparency log has the game; omitted if it has no leaf there."""


class CarolusMagnusReplayEvent(TypedDict):
    """An event that an entry caused, with all hidden information."""
    version: int
    """Its number in the game; the first is 1."""
    hash: str | None
    """SHA-256 of the previous hash and the event; null from the first event on whose hash needs a
    secret that the record does not contain.
    """
    sealed: dict[str, str]
    """For each hidden member, the commitment that the hash covers in its place. Empty if the
    event
    has none, or if they need a secret that the record does not contain.
    """
    event: CarolusMagnusEventFacts


class CarolusMagnusReplayStep(TypedDict):
    """One entry of a record, as it was decided again."""
    entry: int
    """Its number in the record; the first is 0."""
    version: int
    """The version of the game after it."""
    status: Status
    events: list[CarolusMagnusReplayEvent]
    position: CarolusMagnusPosition | None
    """The position after it, with all hidden information; null before the lots are drawn, and if
    the request did not ask for it.
    """


class CarolusMagnusReplay(TypedDict):
    """A page of the steps of a record, up to the first invalid entry."""
    ruleset: Literal['carolus-magnus@1']
    """Id and edition of the ruleset."""
    record: CarolusMagnusRecord
    """The record as JSON, whatever form you sent."""
    count: int
    """Number of valid entries, from the first."""
    refusal: VerdictRefusal | None
    """Why the next entry is invalid; `index` is its number. Null if all entries are valid."""
    sides: list[str]
    """The side of each seat, in order; empty if the first entry is invalid."""
    names: list[str | None]
    """Who sat in each seat: the name of the player or of the house bot; null without a name."""
    steps: list[CarolusMagnusReplayStep]
    sentences: list[Sentence]
    """What happens in these steps, in the requested language. If a sentence began on the previous
    page, it replaces the one with the same `first`.
    """
    next: str | None
    """Cursor of the next page, or null."""


CarolusMagnusSentAction: TypeAlias = "CarolusMagnusChooseDisc | CarolusMagnusExchangeJokers | CarolusMagnusPlacePaladins | CarolusMagnusMoveEmperor | CarolusMagnusChooseCrowns | CarolusMagnusArrangeTable | CarolusMagnusRollDice | Resign | OfferDraw | AcceptDraw | DeclineDraw | OfferPause | AcceptPause | DeclinePause | OfferResume | AcceptResume | DeclineResume | OfferTakeBack | AcceptTakeBack | DeclineTakeBack | OfferWaiver | AcceptWaiver | DeclineWaiver | AbortGame | AdjudicateRequest | CallOffRequest"
"""The actions that a game accepts: its own, and those of the table."""


class CarolusMagnusStatement(TypedDict):
    """The statement that the service signs when a game ends."""
    at: str
    """RFC 3339, UTC, with six decimals."""
    format: Literal['carolus-statement/1']
    game: str
    ruleset: Literal['carolus-magnus@1']
    """Id and edition of the ruleset."""
    status: Status
    version: int
    """Number of events."""
    head: str
    """Hash of the last event, in hexadecimal."""
    outcome: CarolusMagnusOutcome | None
    """Null if the game was called off."""


class CarolusMagnusVerdict(TypedDict):
    """The verdict of the checker, which stops at the first illegal action."""
    type: Literal['verdict']
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[CarolusMagnusVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: CarolusMagnusPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]
    ruleset: Literal['carolus-magnus@1']
    """Id and edition of the ruleset."""
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""


class ChangeRules(TypedDict):
    """Change points, tie-breaks or the number of rounds."""
    type: Literal['change_rules']
    rules: Announced
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""


class PairedTable(TypedDict):
    """A table and its players in turn order."""
    table: int
    players: list[int]


class ChangeTables(TypedDict):
    """Change tables of the round by a decision of an arbiter; everybody in it still has a place."""
    type: Literal['change_tables']
    round: int
    tables: list[PairedTable]
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""
    byes: NotRequired[list[ByeTaken] | None]
    """All byes of the round; null leaves them as they are."""


class CheckIn(TypedDict):
    """Report that an entrant is present and plays the next round."""
    type: Literal['check_in']
    entrant: int
    link: NotRequired[str | None]
    """The link of its chain for the round; required if the entrant has a chain."""
    reason: NotRequired[str | None]
    """Required of an arbiter who admits an entrant after check-in has closed."""


class CheckInClosed(TypedDict):
    """Until the round is paired, no one can enter, leave or request a bye."""
    type: Literal['check_in_closed']
    round: int
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class CheckInOpened(TypedDict):
    """Entrants can check in for this round."""
    type: Literal['check_in_opened']
    round: int
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


Language: TypeAlias = "Literal['de', 'en', 'es']"


class ChooseEmailRequest(TypedDict):
    """An e-mail address, and how to use it."""
    address: str
    """Its local part is ASCII, and its domain may be international."""
    language: Language
    """The language of the messages."""
    digest_hours: NotRequired[int | None]
    """How many hours a message collects turns; null for a message about every turn. Default:
    `null`.
    """


class QuietHours(TypedDict):
    """The time of day in which an account receives nothing; it may include midnight."""
    begins: str
    ends: str
    """The time at which everything that is still current arrives."""
    time_zone: str
    """Its name in the IANA time zone database, such as `Europe/Berlin`."""


class ChooseNotificationsRequest(TypedDict):
    """When an account wants to be notified, and about what."""
    quiet_hours: NotRequired[QuietHours | None]
    """Null for none. Default: `null`."""
    muted_games: NotRequired[list[str]]
    """The games about which the account receives nothing. Default: `[]`."""
    invitations: NotRequired[bool]
    """Whether the account is notified when a player asks it to enter a tournament as a pair.
    Default: `true`.
    """


class ClaimResult(TypedDict):
    """Enter the result of your own real table; another entrant there confirms it."""
    type: Literal['claim_result']
    round: int
    table: int
    entrant: int
    """The entrant who claims."""
    ranks: list[int]
    scores: NotRequired[list[int]]


class CloseCheckIn(TypedDict):
    """End check-in: only entrants who are present play the next round."""
    type: Literal['close_check_in']


class CloseRegistration(TypedDict):
    """Accept no entrants until registration opens again."""
    type: Literal['close_registration']


class CloseRound(TypedDict):
    """End the round, when all tables have a result."""
    type: Literal['close_round']
    round: int


class ConfirmEmailRequest(TypedDict):
    """The secret in the link of a message."""
    token: str


class Person(TypedDict):
    """A person or a house bot that plays. Exactly one of account, guest key and bot is present."""
    name: str
    """The name of a player: characters that people can see, in any script, the first not a space.
    Marks follow a letter of their own script, and no letter has more of them than its script
    needs.
    """
    account: NotRequired[str | None]
    guest: NotRequired[str | None]
    """The key of a guest at a real table."""
    bot: NotRequired[str | None]


class ConfirmPartner(TypedDict):
    """Enter as the partner of a player who has asked you."""
    type: Literal['confirm_partner']
    asker: str
    """The id of a player's account, which never changes."""
    people: NotRequired[list[Person] | None]
    """The pair as you saw it, in `partners_asked`: if the player has changed it since, nothing
    happens (TN-ENTER-9).
    """


class CorrectResult(TypedDict):
    """Correct the result of a table, in this round or an earlier one.

    Members that you leave out keep their values (TN-CORRECT-2).
    """
    type: Literal['correct_result']
    round: int
    table: int
    ranks: list[int]
    """The place of each player; empty if at most one did not forfeit."""
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""
    scores: NotRequired[list[int] | None]
    """Null leaves them as they are if places and forfeits stay the same; otherwise there are
    none.
    An empty list removes them.
    """
    forfeits: NotRequired[list[int] | None]
    """Everybody who loses by forfeit at the table; null leaves them as they are."""


class Counted(TypedDict):
    """How many games have one value of an option, by state."""
    value: Any
    games: int
    by_status: dict[str, int]


LancasterChosenSeating: TypeAlias = "Literal['anyone', 'links']"


class LancasterContinues(TypedDict):
    """A game that has ended, and the version from which the new game continues it."""
    game: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    version: int
    """The version of that game: its number of events."""


class LancasterOptions(TypedDict):
    """The settings of a game, fixed before anything is drawn."""
    players: NotRequired[int]
    """The number of players: 2 to 5 (LA-SETUP-1). Default: `3`."""
    colors: NotRequired[list[LancasterColor | None] | None]
    """The colour of each seat; null, for one seat or for all, means the default (LA-SETUP-17).
    Default: `null`.
    """
    first_seat: NotRequired[Literal['random'] | int]
    """The start player of the first round, or `random` (LA-SETUP-3). Default: `'random'`."""


class LancasterCreateGameRequest(TypedDict):
    """The game to open: ruleset, options, terms, and who may play and watch."""
    ruleset: Literal['lancaster']
    options: NotRequired[LancasterOptions]
    clock: NotRequired[PerActionClock | BankClock | DaysClock | None]
    """How much time each seat has, and what happens when it runs out: the seat loses the game
    (`forfeit`, with two sides), or a house bot takes over (`house`). Without a clock, time is
    unlimited. Default: `null`.
    """
    take_backs: NotRequired[bool]
    """Whether players may take back a decision if all agree. Default: `false`."""
    label: NotRequired[str | None]
    """Default: `null`."""
    links: NotRequired[bool]
    """Whether players may commit to chains of links when they sit down, so that nobody can
    foresee dice before their own clients have seen the action. After each decision, the game
    then waits for their links. Default: `false`.
    """
    witnessed: NotRequired[bool]
    """Whether the witnesses of the service contribute to the dice, so that not even its operator
    can foresee them. After each decision, the game then waits for the witnesses. Default:
    `false`.
    """
    seating: NotRequired[LancasterChosenSeating]
    """Who may sit down: only people with the link of a seat, or any account as well. Default:
    `'links'`.
    """
    spectators: NotRequired[Allowed | Delayed | Refused]
    """Who may watch while the game runs: anyone, anyone with a delay of some turns, or no one.
    Before the start and after the end, anyone may watch. Default: `{'kind': 'allowed'}`.
    """
    continues: NotRequired[LancasterContinues | None]
    """Play on from a position of a game that has ended, with dice of your own. The new game has
    the options of that game, and it is not rated. Default: `null`.
    """


TegChosenSeating: TypeAlias = "Literal['anyone', 'links']"


class TegContinues(TypedDict):
    """A game that has ended, and the version from which the new game continues it."""
    game: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    version: int
    """The version of that game: its number of events."""


class TegOptions(TypedDict):
    """The settings of a game, fixed before the board is dealt (TG-OPT-3)."""
    players: NotRequired[int]
    """The number of seats: 2 to 6. Default: `2`."""
    colors: NotRequired[list[TegColor | None] | None]
    """The colour of each seat; null, for one seat or for all, means the default (TG-OPT-4).
    Default: `null`.
    """
    map: NotRequired[Literal['teg50']]
    """The map with fifty territories; there is no other. Default: `'teg50'`."""
    objectives: NotRequired[Literal['auto', 'common_only', 'secret_and_common', 'world']]
    """The way to win; `auto` depends on the number of seats (TG-OPT-2). Default: `'auto'`."""
    common_target: NotRequired[int]
    """The number of territories that meet the common objective (TG-OBJ-2). Default: `30`."""
    first_seat: NotRequired[Literal['random'] | int]
    """The first seat, or `random` (TG-SETUP-7). Default: `'random'`."""
    round_starter: NotRequired[Literal['fixed', 'rotating']]
    """Whether the same seat begins every round (TG-TURN-3, TG-TURN-4). Default: `'fixed'`."""
    trade_counter: NotRequired[Literal['global', 'per_player']]
    """Whose trades count for the tokens of a trade (TG-TRADE-8). Default: `'per_player'`."""
    trade_window: NotRequired[Literal['any_time', 'before_attack']]
    """When in a turn cards may be traded (TG-TRADE-5, TG-TRADE-6). Default: `'any_time'`."""
    chain_moves: NotRequired[bool]
    """Whether a token may move more than once in a turn (TG-MOVE-6, TG-MOVE-8). Default: `false`."""
    elimination_cards: NotRequired[Literal['discard', 'inherit']]
    """Where an eliminated seat's cards go (TG-ELIM-2, TG-ELIM-3). Default: `'inherit'`."""
    allow_resign: NotRequired[bool]
    """Whether a seat that resigns leaves the game by these rules (TG-RESIGN). Default: `false`."""
    round_limit: NotRequired[int | None]
    """The game ends after this round; null for no limit (TG-WIN-7). Default: `null`."""


class TegCreateGameRequest(TypedDict):
    """The game to open: ruleset, options, terms, and who may play and watch."""
    ruleset: Literal['teg']
    options: NotRequired[TegOptions]
    clock: NotRequired[PerActionClock | BankClock | DaysClock | None]
    """How much time each seat has, and what happens when it runs out: the seat loses the game
    (`forfeit`, with two sides), or a house bot takes over (`house`). Without a clock, time is
    unlimited. Default: `null`.
    """
    take_backs: NotRequired[bool]
    """Whether players may take back a decision if all agree. Default: `false`."""
    label: NotRequired[str | None]
    """Default: `null`."""
    links: NotRequired[bool]
    """Whether players may commit to chains of links when they sit down, so that nobody can
    foresee dice before their own clients have seen the action. After each decision, the game
    then waits for their links. Default: `false`.
    """
    witnessed: NotRequired[bool]
    """Whether the witnesses of the service contribute to the dice, so that not even its operator
    can foresee them. After each decision, the game then waits for the witnesses. Default:
    `false`.
    """
    seating: NotRequired[TegChosenSeating]
    """Who may sit down: only people with the link of a seat, or any account as well. Default:
    `'links'`.
    """
    spectators: NotRequired[Allowed | Delayed | Refused]
    """Who may watch while the game runs: anyone, anyone with a delay of some turns, or no one.
    Before the start and after the end, anyone may watch. Default: `{'kind': 'allowed'}`.
    """
    continues: NotRequired[TegContinues | None]
    """Play on from a position of a game that has ended, with dice of your own. The new game has
    the options of that game, and it is not rated. Default: `null`.
    """


CreateGameRequest: TypeAlias = "CarolusMagnusCreateGameRequest | TegCreateGameRequest | LancasterCreateGameRequest | AncientsCreateGameRequest"
"""The game to open: ruleset, options, terms, and who may play and watch."""


OutingKind: TypeAlias = "Literal['forfeit_loss', 'forfeit_win', 'full', 'half', 'pairing', 'pending', 'played', 'zero']"


class Outing(TypedDict):
    """What an entrant did in a round."""
    kind: OutingKind
    """`pending` while the table has no result; the others are a game, a forfeit, or a bye."""
    points: int
    """In sixtieths of a point: 90 is 1½."""
    seat: int | None
    """The place in the turn order, from 0; null without a table."""
    opponents: list[int]
    """The other entrants at the table, without the partner; after a game, the entrants who played
    it.
    """


class CrosstableRow(TypedDict):
    """A row of the crosstable."""
    rank: int
    entrant: int
    name: str
    points: int
    """In sixtieths of a point: 90 is 1½."""
    rounds: list[Outing]
    """One entry for each round that is paired."""


class DeclareRelation(TypedDict):
    """Declare that an account must not judge an entrant; from players, this is a claim."""
    type: Literal['declare_relation']
    account: str
    """The id of a player's account, which never changes."""
    entrant: int
    reason: NotRequired[str | None]
    """Required of players, about whose claim an official decides (TN-JUDGE-3);
    after the start, also of officials who declare the relation of another one (TN-WHY-1).
    """


class DeclinePartner(TypedDict):
    """Decline to enter as a partner, or take back that you asked one."""
    type: Literal['decline_partner']
    asker: str
    """The id of a player's account, which never changes."""


class DismissArbiter(TypedDict):
    """Dismiss an arbiter."""
    type: Literal['dismiss_arbiter']
    account: str
    """The id of a player's account, which never changes."""
    reason: NotRequired[str | None]
    """Required after the start (TN-WHY-1)."""


class Duration(TypedDict):
    """How many minutes a game usually takes people who play without a break."""
    least: int
    """With few players."""
    most: int
    """With many."""


class Email(TypedDict):
    """The e-mail address of an account."""
    address: str
    language: Language
    digest_hours: int | None
    made_at: str
    confirmed_at: str | None
    """When its owner confirmed it; until then, the service sends it only the request to confirm."""
    expires_at: str | None
    """When the service deletes the address if it is not confirmed; null once it is."""
    last_success: str | None
    """When the mail server last accepted a message, or a message was no longer needed."""
    failures: int
    """The number of failed attempts since then."""
    last_error: str | None
    """The error of the last failed attempt."""
    disabled_at: str | None
    """When the service stopped sending: the mail server rejected the address, or deferred all
    messages for 28 hours. Set the address again in order to confirm it again.
    """


class EndTournament(TypedDict):
    """End the tournament with its standings."""
    type: Literal['end_tournament']
    reason: NotRequired[str | None]
    """Required if announced rounds are left (TN-END-1)."""


class EnterRequest(TypedDict):
    """Enter a person, or a fixed pair. Only the organiser and arbiters state a rating.

    A player who enters a pair asks the partner, who has to confirm (TN-ENTER-9).
    """
    type: Literal['register_entrant']
    people: list[Person]
    rating: NotRequired[int]
    """Default: `0`."""
    entropy: NotRequired[str]
    """Hexadecimal digits that this seat contributes to the dice of the game: an even number, in
    lower case. Default: `''`.
    """
    tip: NotRequired[str | None]
    """The tip of the chain of links that the entrant commits to, one link for each round.
    Default: `null`.
    """
    code: NotRequired[str | None]
    """The code of the invitation, which is not part of the log. Default: `null`."""
    reason: NotRequired[str | None]
    """Required of organiser and arbiters after the start (TN-WHY-1); players need none. Default:
    `null`.
    """


class EnterResult(TypedDict):
    """Enter the result of a table, as an arbiter, without confirmation by players."""
    type: Literal['enter_result']
    round: int
    table: int
    ranks: list[int]
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""
    scores: NotRequired[list[int]]


EntrantStatus: TypeAlias = "Literal['expelled', 'in', 'withdrawn']"


class ReplacedPerson(TypedDict):
    """A person who played for an entry until an arbiter let another one take over."""
    person: Person
    member: int
    """The place in a fixed pair, from 1; 1 in other entries."""
    round: int
    """The first round in which the next person plays; tables that were paired before stay."""
    reason: str


class RequestedBye(TypedDict):
    """A round in which an entrant rests, on request or by an arbiter's decision."""
    round: int
    kind: ByeKind


class Entrant(TypedDict):
    """An entrant: a person, or a fixed pair."""
    entrant: int
    """The number of the entry, which never changes."""
    number: int | None
    """The pairing number; null before the start."""
    name: str
    """The name of the person, or of both."""
    people: list[Person]
    """Who plays in the rounds that are paired from now on."""
    replaced: list[ReplacedPerson]
    """Who played before, in the order in which they were replaced."""
    rating: int
    """0 if there is none."""
    status: EntrantStatus
    late: bool
    """Whether it entered after the start."""
    byes: list[RequestedBye]


class EntrantCheckedIn(TypedDict):
    """The entrant plays in this round; `link` is that of its chain for the round, if it has one.

    `reason` is that of an arbiter who admits an entrant after check-in has closed.
    """
    type: Literal['entrant_checked_in']
    entrant: int
    round: int
    link: NotRequired[str | None]
    reason: NotRequired[str | None]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class EntrantExpelled(TypedDict):
    """An arbiter excluded the entrant from further rounds."""
    type: Literal['entrant_expelled']
    entrant: int
    reason: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class EntrantRegistered(TypedDict):
    """A person or a pair entered; `entropy` and `tip` are what they contribute to chance.

    `late` says that the tournament had started: such an entrant contributes nothing to seeds.
    `reason` is that of an official who enters someone late.
    """
    type: Literal['entrant_registered']
    entrant: int
    people: list[Person]
    rating: NotRequired[int]
    entropy: NotRequired[str]
    tip: NotRequired[str | None]
    late: NotRequired[bool]
    reason: NotRequired[str | None]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class EntrantReinstated(TypedDict):
    """The entrant plays again."""
    type: Literal['entrant_reinstated']
    entrant: int
    reason: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class EntrantWithdrawn(TypedDict):
    """The entrant plays no further rounds; a game in progress goes on."""
    type: Literal['entrant_withdrawn']
    entrant: int
    reason: NotRequired[str | None]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LancasterEventPage(TypedDict):
    """Events of a game, in order."""
    ruleset: Literal['lancaster@1']
    """Id and edition of the ruleset."""
    events: list[LancasterEvent]
    version: int
    """The current version of the game."""
    head: str
    """The hash of the last event of the game, in hexadecimal."""
    next: str | None
    """The cursor of the next page, or null."""


class TegEventPage(TypedDict):
    """Events of a game, in order."""
    ruleset: Literal['teg@1']
    """Id and edition of the ruleset."""
    events: list[TegEvent]
    version: int
    """The current version of the game."""
    head: str
    """The hash of the last event of the game, in hexadecimal."""
    next: str | None
    """The cursor of the next page, or null."""


EventPage: TypeAlias = "CarolusMagnusEventPage | TegEventPage | LancasterEventPage | AncientsEventPage"
"""Events of a game, in order."""


class ExpelEntrant(TypedDict):
    """Exclude an entrant from all further rounds."""
    type: Literal['expel_entrant']
    entrant: int
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""


class Fault(TypedDict):
    """A rule that a submitted position breaks."""
    rule: str
    reason: str
    facts: dict[str, Any]
    message: str


class FieldError(TypedDict):
    """An error in one place of the request: a JSON path, or the name of a header."""
    where: str
    message: str


class FinalPlace(TypedDict):
    """A row of the final standings, with the values of the tie-breaks in their order."""
    rank: int
    entrant: int
    points: int
    values: list[int]


class FixedSchedule(TypedDict):
    """All rounds of a round robin, or of all groups, and the construction that gives them."""
    construction: str
    rounds: list[list[list[int]]]
    groups: NotRequired[list[list[int]]]
    """The entrants of each group, best first; empty for a round robin of all."""


class ForbidPairing(TypedDict):
    """Keep two entrants apart."""
    type: Literal['forbid_pairing']
    entrants: list[int]
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""


class ForfeitAbsent(TypedDict):
    """Declare that entrants who did not take their seats lose by forfeit."""
    type: Literal['forfeit_absent']
    round: int
    table: int
    entrants: list[int]


class ForfeitSides(TypedDict):
    """Declare, as an arbiter, that entrants lose by forfeit at their table."""
    type: Literal['forfeit_sides']
    round: int
    table: int
    entrants: list[int]
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""


FormatKind: TypeAlias = "Literal['groups', 'knock_out', 'round_robin', 'swiss']"


Game: TypeAlias = "CarolusMagnusGame | TegGame | LancasterGame | AncientsGame"
"""One game, as the caller may see it."""


class Tokens(TypedDict):
    """The tokens of a game. The creator sees them once; anyone who has a token has its right."""
    creator: str
    seats: list[str]


class GameCreated(TypedDict):
    """A new game and its secret tokens, which are returned only once."""
    game: Game
    tokens: Tokens


GameKind: TypeAlias = "Literal['game.action', 'game.over', 'game.started', 'game.turn']"


class LancasterGameSummary(TypedDict):
    """One game in a list."""
    id: str
    ruleset: Literal['lancaster@1']
    """Id and edition of the ruleset."""
    options: LancasterGameOptions
    scenario_name: dict[str, str] | None
    """The name of the game's scenario, in each language; null if its ruleset has no scenarios."""
    status: Status
    seats: list[Seat]
    version: int
    """The number of events so far."""
    created_at: str
    """RFC 3339, UTC."""
    outcome: LancasterOutcome | None
    """Null until the game is over."""
    seating: Seating
    """Who may sit down before the start: only holders of a seat's link, any account as well, or
    only the accounts for which the seats are reserved.
    """
    spectators: Allowed | Delayed | Refused
    """Who may watch while the game runs."""
    label: str | None
    """What the game belongs to, such as a tournament; null if it has no label."""
    continues: ContinuedGame | None
    """The game from one of whose positions this one continues; null if it began at the beginning."""
    tournament: TournamentTable | None
    """The table of a tournament at which the game is played; null for other games."""


class TegGameSummary(TypedDict):
    """One game in a list."""
    id: str
    ruleset: Literal['teg@1']
    """Id and edition of the ruleset."""
    options: TegGameOptions
    scenario_name: dict[str, str] | None
    """The name of the game's scenario, in each language; null if its ruleset has no scenarios."""
    status: Status
    seats: list[Seat]
    version: int
    """The number of events so far."""
    created_at: str
    """RFC 3339, UTC."""
    outcome: TegOutcome | None
    """Null until the game is over."""
    seating: Seating
    """Who may sit down before the start: only holders of a seat's link, any account as well, or
    only the accounts for which the seats are reserved.
    """
    spectators: Allowed | Delayed | Refused
    """Who may watch while the game runs."""
    label: str | None
    """What the game belongs to, such as a tournament; null if it has no label."""
    continues: ContinuedGame | None
    """The game from one of whose positions this one continues; null if it began at the beginning."""
    tournament: TournamentTable | None
    """The table of a tournament at which the game is played; null for other games."""


GameSummary: TypeAlias = "CarolusMagnusGameSummary | TegGameSummary | LancasterGameSummary | AncientsGameSummary"
"""One game in a list."""


class GamePage(TypedDict):
    """Games, newest first."""
    games: list[GameSummary]
    next: str | None
    """The cursor of the next page, or null."""


class GameRecorded(TypedDict):
    """The game of a table ended; `head` is that of its signed statement, and `kid` the key.

    `as_it_stands` says that the service ended it with the round, and scored it as it stood.
    """
    type: Literal['game_recorded']
    round: int
    table: int
    ranks: list[int]
    game: str
    head: str
    kid: str
    scores: NotRequired[list[int]]
    as_it_stands: NotRequired[bool]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class GiveBye(TypedDict):
    """Let an entrant rest in a round, by a decision of an arbiter."""
    type: Literal['give_bye']
    entrant: int
    round: int
    kind: ByeKind
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""


class GiveSeatLinkRequest(TypedDict):
    """The link of a seat for a moment, given for one head of the log."""
    head: str
    """32 bytes, in hexadecimal."""
    link: str
    """32 bytes, in hexadecimal."""


class GrantTime(TypedDict):
    """Add time to the clock of an entrant."""
    type: Literal['grant_time']
    round: int
    table: int
    entrant: int
    seconds: int
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""


class GroupsFormat(TypedDict):
    """Round robins in groups, then a knock-out for the best `qualify` entrants of each group.

    `legs` applies to each group, `lives` and `advance` to the final.
    """
    kind: Literal['groups']
    groups: int
    qualify: int
    legs: int
    lives: int
    advance: int


class GuideMove(TypedDict):
    """An action of a guide, and who takes it, as the checker accepts them."""
    seat: int | Literal['chance']
    action: dict[str, Any]


class Lesson(TypedDict):
    """One step of a guide: a text to read, and perhaps an action to take."""
    id: str
    text: str
    """What the lesson explains, in the requested language."""
    task: str | None
    """What the learner should do, in the requested language; null for a lesson that is only read."""
    points: list[str]
    """The places of the picture (`data-spot`) that the text is about."""
    expects: list[dict[str, Any]]
    """What completes the lesson: an action that has all members of one of these; the order of
    lists
    is ignored. Empty for a lesson that is only read.
    """
    answers: list[GuideMove]
    """What chance and the other seats do afterwards."""


class Guide(TypedDict):
    """A guided first game: a fixed course, in which the learner takes some of the actions.

    The position before a lesson is what the checker returns for these options and, in order,
    the
    opening and, for each lesson before it, the action of the learner and the answers.
    """
    seat: int
    """The seat of the learner."""
    sides: list[str]
    """The side of each seat."""
    options: dict[str, Any]
    opening: list[GuideMove]
    """What happens before the first lesson, from the start of the game."""
    lessons: list[Lesson]


class Health(TypedDict):
    """The process is alive."""
    status: Literal['ok']


class LancasterHint(TypedDict):
    """What a house bot would do for one seat."""
    ruleset: Literal['lancaster@1']
    """Id and edition of the ruleset."""
    action: LancasterSeatAction
    spots: list[str]
    """The places of the picture (`data-spot`) that the action concerns, such as source and
    target.
    """
    sentences: list[str]
    """What the action would cause, in the requested language, up to the next answer of chance."""
    version: int
    """The version of the game to which the hint applies."""
    head: str
    """The hash of its last event, in hexadecimal."""


class TegHint(TypedDict):
    """What a house bot would do for one seat."""
    ruleset: Literal['teg@1']
    """Id and edition of the ruleset."""
    action: TegSeatAction
    spots: list[str]
    """The places of the picture (`data-spot`) that the action concerns, such as source and
    target.
    """
    sentences: list[str]
    """What the action would cause, in the requested language, up to the next answer of chance."""
    version: int
    """The version of the game to which the hint applies."""
    head: str
    """The hash of its last event, in hexadecimal."""


Hint: TypeAlias = "CarolusMagnusHint | TegHint | LancasterHint | AncientsHint"
"""What a house bot would do for one seat."""


class HouseBot(TypedDict):
    """A house bot of a ruleset."""
    id: str
    """The bot's name in requests that seat it, in events and in profiles."""
    name: str
    """Its name for people, in every language."""
    level: int
    """Its place among the ruleset's house bots by strength, from 1 for the weakest."""


class InvitePlayers(TypedDict):
    """Add accounts to the list of those who may enter."""
    type: Literal['invite_players']
    accounts: list[str]
    reason: NotRequired[str | None]
    """Required after the start (TN-WHY-1), when the list says who can enter late."""


class KnockOutFormat(TypedDict):
    """Entrants who have lost `lives` times are out; at larger tables, the best `advance`."""
    kind: Literal['knock_out']
    lives: int
    advance: int


KnownProblem: TypeAlias = "Literal['/problems/malformed', '/problems/unauthorized', '/problems/forbidden', '/problems/not-found', '/problems/method-not-allowed', '/problems/not-acceptable', '/problems/illegal-action', '/problems/impossible-position', '/problems/record-not-yet', '/problems/too-many-tokens', '/problems/too-many-webhooks', '/problems/too-many-subscriptions', '/problems/no-email', '/problems/too-many-confirmations', '/problems/request-timeout', '/problems/stale-version', '/problems/version-required', '/problems/precondition-failed', '/problems/too-large', '/problems/unsupported-media-type', '/problems/idempotency-key-used-again', '/problems/upgrade-required', '/problems/unusable-url', '/problems/too-many-requests', '/problems/head-too-large', '/problems/took-too-long', '/problems/stopping', '/problems/unavailable', '/problems/issuer-unavailable', '/problems/no-witnesses', '/problems/witness-unavailable', '/problems/no-pairing-program', '/problems/pairing-program-failed', '/problems/internal']"
"""A type of problem that this version of the service knows."""


class LancasterArrangeTable(TypedDict):
    """Chance: the start player, the first battles and the first laws (LA-SETUP-3)."""
    type: Literal['arrange_table']
    start: int
    battles: list[LancasterCardId]
    laws: list[LancasterLawId]
    """First the three in force, then the three to vote on (LA-SETUP-12)."""


class LancasterRevealVotes(TypedDict):
    """Chance, without a draw: reveal all ballots (LA-PARL-15)."""
    type: Literal['reveal_votes']


class LancasterTurnUpCards(TypedDict):
    """Chance: the battles and laws of the next round (LA-NEXT-1, LA-NEXT-3)."""
    type: Literal['turn_up_cards']
    battles: list[LancasterCardId]
    laws: list[LancasterLawId]


LancasterAction: TypeAlias = "LancasterChooseAlly | LancasterChooseExtension | LancasterPlaceKnight | LancasterChooseFavour | LancasterCastVote | LancasterUseLaw | LancasterScoreCounty | LancasterNameStartPlayer | LancasterValueSource | LancasterRansom | LancasterArrangeTable | LancasterRevealVotes | LancasterTurnUpCards"
"""What a seat asks for, or chance answers."""


class LancasterCheckedAction(TypedDict):
    """An action and the seat that would take it."""
    seat: int | Literal['chance']
    action: LancasterAction


class LancasterCheckActionsRequest(TypedDict):
    """Actions to judge on a position, by default the starting position."""
    options: NotRequired[LancasterOptions]
    position: NotRequired[LancasterPosition | None]
    """Default: `null`."""
    actions: NotRequired[list[LancasterCheckedAction]]
    """Default: `[]`."""
    viewer: NotRequired[int | Literal['arbiter', 'spectator'] | None]
    """Default: `null`."""


class LancasterContinuation(TypedDict):
    """A version of another game, and the position there, in which this game begins."""
    game: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    version: int
    """The version of that game: its number of events."""
    head: str
    """32 bytes, in hexadecimal."""
    position: LancasterPosition
    """The position there, with everything that was hidden."""


class LancasterDrawPositionRequest(TypedDict):
    """A position to draw, by default the set-up before chance draws."""
    position: NotRequired[LancasterPosition | None]
    """Default: `null`."""
    options: NotRequired[LancasterOptions]
    part: NotRequired[Part]
    """What to draw: everything, or only the board, for a page that shows the rest itself.
    Default: `'all'`.
    """


class LancasterListLegalActionsRequest(TypedDict):
    """A position and a seat; by default, the seat whose turn it is."""
    position: LancasterPosition
    options: NotRequired[LancasterOptions]
    seat: NotRequired[int | None]
    """Default: `null`."""


class LancasterRecordedOptions(TypedDict):
    """The settings of a game, fixed before anything is drawn."""
    players: NotRequired[int]
    """The number of players: 2 to 5 (LA-SETUP-1). Default: `3`."""
    colors: NotRequired[list[LancasterColor | None] | None]
    """The colour of each seat; null, for one seat or for all, means the default (LA-SETUP-17).
    Default: `null`.
    """
    first_seat: NotRequired[Literal['random'] | int]
    """The start player of the first round, or `random` (LA-SETUP-3). Default: `'random'`."""


class LancasterOpenGame(TypedDict):
    """Set up a table: the first action of every record."""
    type: Literal['open_game']
    ruleset: str
    """Id and edition of the ruleset, as in the record itself."""
    options: LancasterRecordedOptions
    scheme: Scheme
    commitment: str
    """The commitment to the secret of fair dice; empty for recorded dice."""
    wordings: NotRequired[dict[str, int]]
    """The versions of events, by owner and tag, except version 1."""
    clock: NotRequired[PerActionClock | BankClock | DaysClock | None]
    """The time of the seats; null for unlimited time."""
    take_backs: NotRequired[bool]
    """Whether a decision may be taken back if all agree."""
    label: NotRequired[str | None]
    links: NotRequired[bool]
    """Whether seats may commit to chains of links."""
    witnesses: NotRequired[list[RegisteredWitness]]
    """The witnesses that registered the game."""
    continues: NotRequired[LancasterContinuation | None]
    """The game and the position from which this game continues."""
    sandbox: NotRequired[str | None]
    """The seed of a game in a sandbox, which proves nothing."""
    tournament: NotRequired[TournamentTable | None]
    """The table of a tournament at which the game is played."""
    reserved: NotRequired[list[str]]
    """For whom each seat is reserved; empty if no seats are."""
    reserved_names: NotRequired[list[str]]
    """The name under which each of them plays; empty if they choose."""


class LancasterPositionLegalActions(TypedDict):
    """The legal actions of one seat, as far as the submitted position shows them."""
    ruleset: Literal['lancaster@1']
    """Id and edition of the ruleset."""
    seat: int
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    count: int
    """The number of legal actions; `actions` has some of them."""
    choices: list[LegalChoice]
    """All legal actions in compact form: for each kind of action, the choices for each slot."""
    actions: list[LancasterSeatAction]
    spots: list[list[str]]
    """For each of `actions`, the places of the picture (`data-spot`) that the action concerns,
    in the order in which a player points at them, such as source and target; empty if there
    are
    none.
    """
    next: str | None
    """The cursor of the next page, or null."""
    unknown: list[UnknownFact]
    """The hidden facts on which the legal actions depend; if it is not empty, `count` is 0."""


class LancasterPositionVerdict(TypedDict):
    """The verdict on a submitted position, which stops at the first action not known to be legal.

    `legal` is true only if every action is known to be legal.
    """
    type: Literal['verdict']
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[LancasterVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: LancasterPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]
    ruleset: Literal['lancaster@1']
    """Id and edition of the ruleset."""
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    unknown: list[UnknownFact]
    """What the position does not show; empty if it hides nothing."""


LancasterRecordedAction: TypeAlias = "LancasterOpenGame | TakeSeat | LeaveSeat | Resign | OfferDraw | AcceptDraw | DeclineDraw | OfferPause | AcceptPause | DeclinePause | OfferResume | AcceptResume | DeclineResume | OfferTakeBack | AcceptTakeBack | DeclineTakeBack | OfferWaiver | AcceptWaiver | DeclineWaiver | AskHint | AbortGame | Adjudicate | CallOffGame | FallFlag | AddTime | SuspendGame | LiftSuspension | DrawMoment | LancasterChooseAlly | LancasterChooseExtension | LancasterPlaceKnight | LancasterChooseFavour | LancasterCastVote | LancasterUseLaw | LancasterScoreCounty | LancasterNameStartPlayer | LancasterValueSource | LancasterRansom | LancasterArrangeTable | LancasterRevealVotes | LancasterTurnUpCards"
"""The action in an entry of a record."""


class LancasterRecordedEntry(TypedDict):
    """One step: who acted, when, and the action."""
    by: int | NoSeat
    at: str
    """RFC 3339, UTC, with six decimals."""
    action: LancasterRecordedAction


class LancasterRecord(TypedDict):
    """One whole game in portable form, finished or not."""
    format: Literal['carolus-record/1']
    id: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    ruleset: Literal['lancaster@1']
    """Id and edition of the ruleset."""
    options: LancasterRecordedOptions
    seats: list[RecordedSeat]
    chance: RecordedChance
    entries: list[LancasterRecordedEntry]
    """The actions, in order; the events follow from them."""
    outcome: LancasterOutcome | None
    """Null until the game is over."""
    head: str | None
    """The hash of the last event; null if the game was never in a log."""
    signature: NotRequired[str | None]
    """The service's signature of the end of the game, as a compact JWS."""
    receipts: NotRequired[list[str]]
    """The receipts for the opening and the start of the game, each a compact JWS."""
    inclusion: NotRequired[Inclusion]
    """Where the service's transparency log has the game; omitted if it has no leaf there."""


class LancasterReplayEvent(TypedDict):
    """An event that an entry caused, with all hidden information."""
    version: int
    """Its number in the game; the first is 1."""
    hash: str | None
    """SHA-256 of the previous hash and the event; null from the first event on whose hash needs a
    secret that the record does not contain.
    """
    sealed: dict[str, str]
    """For each hidden member, the commitment that the hash covers in its place. Empty if the
    event
    has none, or if they need a secret that the record does not contain.
    """
    event: LancasterEventFacts


class LancasterReplayStep(TypedDict):
    """One entry of a record, as it was decided again."""
    entry: int
    """Its number in the record; the first is 0."""
    version: int
    """The version of the game after it."""
    status: Status
    events: list[LancasterReplayEvent]
    position: LancasterPosition | None
    """The position after it, with all hidden information; null before the lots are drawn, and if
    the request did not ask for it.
    """


class LancasterReplay(TypedDict):
    """A page of the steps of a record, up to the first invalid entry."""
    ruleset: Literal['lancaster@1']
    """Id and edition of the ruleset."""
    record: LancasterRecord
    """The record as JSON, whatever form you sent."""
    count: int
    """Number of valid entries, from the first."""
    refusal: VerdictRefusal | None
    """Why the next entry is invalid; `index` is its number. Null if all entries are valid."""
    sides: list[str]
    """The side of each seat, in order; empty if the first entry is invalid."""
    names: list[str | None]
    """Who sat in each seat: the name of the player or of the house bot; null without a name."""
    steps: list[LancasterReplayStep]
    sentences: list[Sentence]
    """What happens in these steps, in the requested language. If a sentence began on the previous
    page, it replaces the one with the same `first`.
    """
    next: str | None
    """Cursor of the next page, or null."""


LancasterSentAction: TypeAlias = "LancasterChooseAlly | LancasterChooseExtension | LancasterPlaceKnight | LancasterChooseFavour | LancasterCastVote | LancasterUseLaw | LancasterScoreCounty | LancasterNameStartPlayer | LancasterValueSource | LancasterRansom | LancasterArrangeTable | LancasterRevealVotes | LancasterTurnUpCards | Resign | OfferDraw | AcceptDraw | DeclineDraw | OfferPause | AcceptPause | DeclinePause | OfferResume | AcceptResume | DeclineResume | OfferTakeBack | AcceptTakeBack | DeclineTakeBack | OfferWaiver | AcceptWaiver | DeclineWaiver | AbortGame | AdjudicateRequest | CallOffRequest"
"""The actions that a game accepts: its own, and those of the table."""


class LancasterStatement(TypedDict):
    """The statement that the service signs when a game ends."""
    at: str
    """RFC 3339, UTC, with six decimals."""
    format: Literal['carolus-statement/1']
    game: str
    ruleset: Literal['lancaster@1']
    """Id and edition of the ruleset."""
    status: Status
    version: int
    """Number of events."""
    head: str
    """Hash of the last event, in hexadecimal."""
    outcome: LancasterOutcome | None
    """Null if the game was called off."""


class LancasterVerdict(TypedDict):
    """The verdict of the checker, which stops at the first illegal action."""
    type: Literal['verdict']
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[LancasterVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: LancasterPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]
    ruleset: Literal['lancaster@1']
    """Id and edition of the ruleset."""
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""


class Leader(TypedDict):
    """A player in the list of the best, with the rating."""
    ruleset: str
    """The id of the ruleset."""
    stratum: str | None
    """Which games count: those with these options, which change what a seat is worth, such as
    `players=4`; null if all games of the ruleset count.
    """
    season: str | None
    """The calendar quarter in UTC in which a game must end to count, such as `2026-Q4`; null if
    games of all times count.
    """
    player: str
    """The account."""
    mu: float
    """The estimated strength; a new player has 25."""
    sigma: float
    """The uncertainty: two thirds of such players are within `mu ± sigma`."""
    ordinal: float
    """`mu - 3 * sigma`, a conservative estimate. Rankings use it."""
    games: int
    """The number of rated games."""
    rated_at: str
    """When the last of them ended."""
    rank: int
    """One more than the number of players in the list with a higher ordinal."""
    name: str | None
    """The name of the account; null if an imported game named an account that is not known here."""


class LeaderPage(TypedDict):
    """The best players, best first."""
    ratings: list[Leader]
    strata: list[str]
    """The strata with rated games in the season, if one is chosen, for `stratum`."""
    seasons: list[str]
    """The seasons with rated games of the stratum, if one is chosen, for `season`; newest first."""
    next: str | None
    """Cursor of the next page, or null."""


LegalActions: TypeAlias = "CarolusMagnusLegalActions | TegLegalActions | LancasterLegalActions | AncientsLegalActions"
"""The legal actions of one seat."""


class Links(TypedDict):
    """What the next moment of a game waits for."""
    game: str
    version: int
    """Number of events so far."""
    head: str
    """32 bytes, in hexadecimal."""
    moment: int | None
    """The number of the moment; null while no links are due."""
    called_head: str | None
    """The head of the log for which links are given: the hash of the last event before the
    moment,
    except for offers to go on without links; null while none are due.
    """
    call: str | None
    """A `carolus-call/1`, which the service signed: a compact JWS (RFC 7515); null while no links
    are due.
    """
    due: list[int]
    """The contributors whose links are due: seats, and 128 plus the place of each witness."""
    given: list[int]
    """The seats that have given theirs. The links themselves become public in `moment_drawn`."""


class MakePlayerRequest(TypedDict):
    """A request for an account."""
    name: str
    """The name of a player: characters that people can see, in any script, the first not a space.
    Marks follow a letter of their own script, and no letter has more of them than its script
    needs.
    """


class SubscriptionKeys(TypedDict):
    """The keys of a browser, with which messages to it are encrypted (RFC 8291)."""
    p256dh: str
    """Its public key: an uncompressed point of P-256 in base64url."""
    auth: str
    """Its authentication secret: 16 bytes in base64url."""


class MakeSubscriptionRequest(TypedDict):
    """A push subscription as a browser returns it (`PushSubscription.toJSON()`), and a language."""
    endpoint: str
    """The URL of the push service to which messages are sent."""
    keys: SubscriptionKeys
    language: Language
    """The language of the messages."""
    expirationTime: NotRequired[float | None]
    """When the subscription expires; ignored, because the push service reports it. Default:
    `null`.
    """


Scope: TypeAlias = "Literal['admin', 'arbitrate', 'organise', 'play']"


class MakeTokenRequest(TypedDict):
    """The token to create."""
    name: str
    """The name of a player; no control characters."""
    scopes: NotRequired[list[Scope] | None]
    """Its scopes; by default, those of the token that sends the request. Default: `null`."""
    expires_in_seconds: NotRequired[int | None]
    """How long it is valid; by default, until the token of the request expires. Default: `null`."""
    player: NotRequired[str | None]
    """The account to which it belongs; by default, yours. Other accounts require the scope
    `admin`.
         Default: `null`.
    """


TournamentKind: TypeAlias = "Literal['tournament.action', 'tournament.asked', 'tournament.over', 'tournament.round', 'tournament.started']"


class MakeWebhookRequest(TypedDict):
    """A webhook to create: where to send which events."""
    url: str
    """Where to send the messages."""
    about: str
    """`me` for all games in which the account plays, and tournaments that it entered, runs or
    judges in; `lobby` for all games and tournaments; or the id of a game or a tournament.
    """
    events: list[GameKind | TournamentKind]
    """The kinds of messages to send."""
    creator_token: NotRequired[str | None]
    """The creator's token of the game, if your account did not open it. It is not stored.
    Default: `null`.
    """


class NameArbiter(TypedDict):
    """Make an account an arbiter."""
    type: Literal['name_arbiter']
    account: str
    """The id of a player's account, which never changes."""
    name: str
    """The name of a player: characters that people can see, in any script, the first not a space.
    Marks follow a letter of their own script, and no letter has more of them than its script
    needs.
    """
    reason: NotRequired[str | None]
    """Required after the start (TN-WHY-1)."""


class NoData(TypedDict):
    """Nothing."""


class Subscription(TypedDict):
    """A push subscription, without its keys."""
    id: str
    push_service: str
    """The host of its push service, which depends on the browser."""
    language: Language
    made_at: str
    last_success: str | None
    """When the push service last accepted a message."""
    failures: int
    """The number of failed attempts since then."""
    last_error: str | None
    """The error of the last failed attempt."""
    disabled_at: str | None
    """When the service disabled it, because no message was accepted for 28 hours; or null."""


class Notifications(TypedDict):
    """The notifications of an account."""
    quiet_hours: QuietHours | None
    muted_games: list[str]
    invitations: bool
    """Whether the account is notified when a player asks it to enter a tournament as a pair."""
    push_key: str
    """The public key of the service: the `applicationServerKey` of a subscription (RFC 8292)."""
    subscriptions: list[Subscription]
    """The browsers that receive notifications, oldest first."""
    sends_email: bool
    """Whether the operator has configured e-mail."""
    email: Email | None
    """The e-mail address of the account."""


class OpenCheckIn(TypedDict):
    """Let entrants check in for the next round."""
    type: Literal['open_check_in']


class OpenRound(TypedDict):
    """Let the tables of the round be played."""
    type: Literal['open_round']
    round: int


class OpenTable(TypedDict):
    """Record the game that the service opened for a table."""
    type: Literal['open_table']
    round: int
    table: int
    game: str
    """The id of the game; its hash chain and the key of its dice depend on it."""


class OpenTournament(TypedDict):
    """Announce a tournament; its chance is committed to before anyone enters."""
    type: Literal['open_tournament']
    announcement: Announcement
    commitment: str
    """32 bytes, in hexadecimal."""
    names: NotRequired[int]
    """The edition of the table that says which names read alike; 0 for none."""
    edition: NotRequired[int]
    """The edition of the rules of tournaments, by which everything in it is decided."""


class Opponent(TypedDict):
    """Results of a player against one opponent, in one ruleset."""
    opponent: str
    """The opponent's account."""
    name: str | None
    """The opponent's name; null if an imported game named an account that is not known here."""
    ruleset: str
    """Id of the ruleset."""
    games: int
    """Rated games in which the two were on different sides."""
    won: int
    """Games in which the player's side finished higher."""
    drawn: int
    lost: int
    last_at: str
    """When the last of these games ended."""


class OpponentPage(TypedDict):
    """Opponents of a player, most frequent first."""
    opponents: list[Opponent]
    next: str | None
    """Cursor of the next page, or null."""


class OrderReplay(TypedDict):
    """Decide that a table is played again."""
    type: Literal['order_replay']
    round: int
    table: int
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""


class PairByHand(TypedDict):
    """Pair the next round by a decision of an arbiter."""
    type: Literal['pair_by_hand']
    round: int
    tables: list[list[int]]
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""
    byes: NotRequired[list[ByeTaken]]


class PairRequest(TypedDict):
    """Pair the next round by the announced algorithm."""
    type: Literal['pair_round']
    round: int


class PairRound(TypedDict):
    """Pair the next round by the announced algorithm."""
    type: Literal['pair_round']
    round: int
    seed: str
    """32 bytes, in hexadecimal."""
    proposal: NotRequired[list[list[int]]]
    """The pairs that the announced program proposes, and the entrant who rests, if any; only if
    the
    announcement names a program outside these rules.
    """


class PairingAllowed(TypedDict):
    """These two entrants may meet again."""
    type: Literal['pairing_allowed']
    entrants: list[int]
    reason: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class PairingForbidden(TypedDict):
    """These two entrants must not sit at the same table."""
    type: Literal['pairing_forbidden']
    entrants: list[int]
    reason: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


PartState: TypeAlias = "Literal['away', 'failed', 'none', 'ok', 'read_only', 'stopped']"


class PartnerAsked(TypedDict):
    """A player asked another one to enter as a pair: they are in when the partner confirms.

    A player who asks again takes back what they asked before.
    """
    type: Literal['partner_asked']
    asker: str
    people: list[Person]
    entropy: NotRequired[str]
    tip: NotRequired[str | None]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class PartnerDeclined(TypedDict):
    """The partner declined, or the player who had asked took it back."""
    type: Literal['partner_declined']
    asker: str
    people: list[Person]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class PartnerRequest(TypedDict):
    """A pair that enters when the partner confirms."""
    asker: str
    """The account of the player who asked."""
    people: list[Person]


class PauseTables(TypedDict):
    """Pause the games of these tables until an arbiter resumes them."""
    type: Literal['pause_tables']
    round: int
    tables: list[int]
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""


class PlayAgainRequest(TypedDict):
    """The caller's name in the next game; by default, the name in the previous game."""
    name: NotRequired[str | None]
    """Default: `null`."""
    entropy: NotRequired[str]
    """Hexadecimal digits that this seat contributes to the dice of the game: an even number, in
    lower case. Default: `''`.
    """


class PlayedGame(TypedDict):
    """A game of a player, with the player's result."""
    game: GameSummary
    result: Literal['drawn', 'lost', 'won'] | None
    """The player's result; null until the game is over, and if it was called off."""


class PlayedGamePage(TypedDict):
    """Games of a player, newest first."""
    games: list[PlayedGame]
    next: str | None
    """Cursor of the next page, or null."""


class Player(TypedDict):
    """The public profile of a player."""
    id: str
    """The id of the account: 26 letters and digits that never change."""
    name: str
    since: str
    """When the account was created."""


class Rating(TypedDict):
    """How strong a player is on one leader board, by OpenSkill's Plackett-Luce model."""
    ruleset: str
    """The id of the ruleset."""
    stratum: str | None
    """Which games count: those with these options, which change what a seat is worth, such as
    `players=4`; null if all games of the ruleset count.
    """
    season: str | None
    """The calendar quarter in UTC in which a game must end to count, such as `2026-Q4`; null if
    games of all times count.
    """
    player: str
    """The account."""
    mu: float
    """The estimated strength; a new player has 25."""
    sigma: float
    """The uncertainty: two thirds of such players are within `mu ± sigma`."""
    ordinal: float
    """`mu - 3 * sigma`, a conservative estimate. Rankings use it."""
    games: int
    """The number of rated games."""
    rated_at: str
    """When the last of them ended."""


class Results(TypedDict):
    """The results of a player in games that can be compared, rated or not."""
    ruleset: str
    """Id of the ruleset."""
    stratum: str
    """Which games are counted: those with these options, which change what a seat is worth, such
    as
    `players=4`.
    """
    players: int
    """The number of seats of these games."""
    rated: bool
    """Whether players with accounts held all seats of these games."""
    games: int
    """Finished games; won, drawn and lost add up to it."""
    won: int
    """Games that only the player's side won."""
    drawn: int
    """Games that the player's side won together with others."""
    lost: int
    """All other games, and all games that the player left to a house bot."""
    ranks: list[int]
    """How often the player's side was first, second and so on; one number for each seat."""


class PlayerDetails(TypedDict):
    """The public profile of a player."""
    id: str
    """The id of the account or of the house bot."""
    kind: Literal['account', 'house_bot']
    name: str
    since: str | None
    """When the account was created; null for a house bot."""
    running: int | None
    """The number of games that the player is playing now; null for a house bot."""
    results: list[Results]
    """The results of finished games, by ruleset and stratum, with rated games separate."""
    ratings: list[Rating]
    """One rating for each ruleset in which they have played a rated game; none for a house bot."""
    ratings_by_stratum: list[Rating]
    """One rating for each stratum in which they have played a rated game, by ruleset and stratum;
    none for a house bot.
    """


class Token(TypedDict):
    """A token of an account, without its secret."""
    id: str
    player: str
    """The account."""
    name: str
    scopes: list[Scope]
    """What the token allows."""
    made_at: str
    expires_at: str | None
    """When it expires; null if it never does."""
    rotated_at: str | None
    """When it got its current secret; null for its first secret."""
    former_secret_until: str | None
    """When the previous secret expires; null if it has expired, or there is none."""


class PlayerMade(TypedDict):
    """A new account and its first token."""
    player: Player
    token: Token
    secret: str
    """The token itself, shown only this once."""


class PlayerReplaced(TypedDict):
    """Another person plays for the entry, from this round on; all else about the entry stays.

    `member` is the place in a fixed pair. The chain of the entry ends, because only the person
    who is replaced knows its links.
    """
    type: Literal['player_replaced']
    entrant: int
    person: Person
    round: int
    reason: str
    member: NotRequired[int]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class PlayersInvited(TypedDict):
    """These accounts are on the list of those who may enter."""
    type: Literal['players_invited']
    accounts: list[str]
    reason: NotRequired[str | None]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class Present(TypedDict):
    """Who is connected to a game."""
    seats: NotRequired[list[int]]
    """The connected seats, in order."""
    spectators: NotRequired[int]
    """How many others are connected."""


class Problem(TypedDict):
    """Why a request was not carried out (RFC 9457)."""
    type: KnownProblem | str
    """The address of an explanation of this type. Later versions may add types."""
    title: str
    status: int
    detail: str
    errors: NotRequired[list[FieldError]]
    """The places with errors, as far as they are known."""
    rule: NotRequired[str]
    """The rule that refuses, of the ruleset or (TB-…) of the table."""
    reason: NotRequired[str]
    """A stable code for the reason; programs should switch on it."""
    facts: NotRequired[dict[str, Any]]
    """The facts on which the refusal is based."""
    index: NotRequired[int]
    """The index of the refused action; the first is 0."""
    faults: NotRequired[list[Fault]]
    """All rules that a submitted position breaks."""
    version: NotRequired[int]
    """The current version of the game."""
    request_id: NotRequired[str]
    """If the service failed: the id to report to its operator."""


class ProblemType(TypedDict):
    """The explanation of a type of problem."""
    type: str
    status: int
    phrase: str
    """The reason phrase of the status (RFC 9110)."""
    title: str
    detail: str


class ProofLinks(TypedDict):
    """Addresses of the other parts of a proof."""
    events: str
    """The events that the head covers."""
    receipts: str
    """What the service signed about the game so far."""
    keys: str
    """The public keys of the service."""


class ProofPages(TypedDict):
    """Addresses of the pages that explain verification, in Markdown."""
    chance: str
    """The commitment, how each result of chance follows from the secret, and what that proves."""
    head: str
    """The hash chain."""
    signature: str
    """The statements and their signatures."""
    transparency: str
    """The transparency log: its leaves, tiles and checkpoints."""


class TegStatement(TypedDict):
    """The statement that the service signs when a game ends."""
    at: str
    """RFC 3339, UTC, with six decimals."""
    format: Literal['carolus-statement/1']
    game: str
    ruleset: Literal['teg@1']
    """Id and edition of the ruleset."""
    status: Status
    version: int
    """Number of events."""
    head: str
    """Hash of the last event, in hexadecimal."""
    outcome: TegOutcome | None
    """Null if the game was called off."""


Statement: TypeAlias = "CarolusMagnusStatement | TegStatement | LancasterStatement | AncientsStatement"
"""The statement that the service signs when a game ends."""


class Proof(TypedDict):
    """The proof of how a game went. After the end, anyone can verify it without the service.

    It does not prove that no one knew the dice in advance: the operator of the service could.
    """
    game: str
    version: int
    """Number of events so far."""
    head: str
    """Hash of the last event, in hexadecimal."""
    chance: Chance
    statement: Statement | None
    """The signed statement; null until the end, and if the game ended unsigned."""
    signature: str | None
    """The statement as a compact JWS (RFC 7515); null if `statement` is null."""
    links: ProofLinks
    pages: ProofPages
    inclusion: NotRequired[Inclusion]
    """Where the transparency log has the game; omitted if it has no leaf there."""


class ProvedGame(TypedDict):
    """What a signed statement and the first event of its game say; the service has verified it.

    The rules compare everything with the table (TN-GAME-1 to TN-GAME-4).
    """
    tournament: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    round: int
    table: int
    game: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    head: str
    """32 bytes, in hexadecimal."""
    kid: str
    """The thumbprint of the key that signed."""
    seats: list[str]
    """The key of the player on each seat: account, guest key, or `bot:` and a name."""
    ranks: NotRequired[list[int]]
    """The place of each seat; empty for a game that was called off."""
    scores: NotRequired[list[int]]


class PublishedKey(TypedDict):
    """A key with which the service signs, or has signed: a JWK (RFC 8037)."""
    kty: Literal['OKP']
    crv: Literal['Ed25519']
    x: str
    """The public key: 32 bytes in base64url."""
    kid: str
    """Its thumbprint (RFC 7638)."""
    alg: Literal['Ed25519']
    use: Literal['sig']


class PublishedKeys(TypedDict):
    """All keys of the service, the oldest first: a JWK Set (RFC 7517)."""
    keys: list[PublishedKey]


class RatingStep(TypedDict):
    """A rating after one game."""
    ruleset: str
    """The id of the ruleset."""
    stratum: str | None
    """Which games count: those with these options, which change what a seat is worth, such as
    `players=4`; null if all games of the ruleset count.
    """
    season: str | None
    """The calendar quarter in UTC in which a game must end to count, such as `2026-Q4`; null if
    games of all times count.
    """
    player: str
    """The account."""
    mu: float
    """The estimated strength; a new player has 25."""
    sigma: float
    """The uncertainty: two thirds of such players are within `mu ± sigma`."""
    ordinal: float
    """`mu - 3 * sigma`, a conservative estimate. Rankings use it."""
    games: int
    """The number of rated games."""
    rated_at: str
    """When the last of them ended."""
    game: str
    """The game."""


class RatingStepPage(TypedDict):
    """Ratings of a player after each rated game, newest first."""
    ratings: list[RatingStep]
    next: str | None
    """Cursor of the next page, or null."""


class Readiness(TypedDict):
    """The service is ready: for playing, or for reading if the request asked for that."""
    status: Literal['ok']
    parts: dict[str, PartState]
    """The state of each part by name: `ok`; `away`, unreachable, so the service works without
    it; `none`, not configured; `stopped` until an operator intervenes. Only `log` decides
    whether the service is ready. It is `read_only` if the log is readable but not writable and
    the request asked only for reading. If it is `failed`, the response is 503 with these parts
    in its `facts`.
    """
    failed: list[str]
    """Projections that stopped because of an error. Requests that need them get 503."""


class Receipts(TypedDict):
    """What the service signed about a game: each statement as a compact JWS (RFC 7515).

    Keep them: a statement that contradicts a later record proves that the service changed the
    game.
    """
    game: str
    version: int
    """Number of events so far."""
    opened: str | None
    """The receipt for the opening; null for an imported game without one."""
    started: str | None
    """The receipt for the start; null before the start, and if the game was never started."""
    signed_head: str | None
    """The head of the log at this version, signed for this response; null after the end."""
    statement: str | None
    """The statement about the end; null until then, and if the game ended unsigned."""


class TegDealBoard(TypedDict):
    """Chance: all lots of the set-up (TG-SETUP-1, TG-SETUP-7, TG-SETUP-8)."""
    type: Literal['deal_board']
    first: int
    """The first seat."""
    owners: list[int]
    """The owner of each territory, in the order of the map."""
    objectives: NotRequired[list[TegObjectiveId]]
    """The secret objective of each seat; empty if the game has none."""


class TegDrawCard(TypedDict):
    """Chance: the card that the active seat draws (TG-DRAW-1)."""
    type: Literal['draw_card']
    card: TegCard


class TegContinuation(TypedDict):
    """A version of another game, and the position there, in which this game begins."""
    game: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    version: int
    """The version of that game: its number of events."""
    head: str
    """32 bytes, in hexadecimal."""
    position: TegPosition
    """The position there, with everything that was hidden."""


class TegRecordedOptions(TypedDict):
    """The settings of a game, fixed before the board is dealt (TG-OPT-3)."""
    players: NotRequired[int]
    """The number of seats: 2 to 6. Default: `2`."""
    colors: NotRequired[list[TegColor | None] | None]
    """The colour of each seat; null, for one seat or for all, means the default (TG-OPT-4).
    Default: `null`.
    """
    map: NotRequired[Literal['teg50']]
    """The map with fifty territories; there is no other. Default: `'teg50'`."""
    objectives: NotRequired[Literal['auto', 'common_only', 'secret_and_common', 'world']]
    """The way to win; `auto` depends on the number of seats (TG-OPT-2). Default: `'auto'`."""
    common_target: NotRequired[int]
    """The number of territories that meet the common objective (TG-OBJ-2). Default: `30`."""
    first_seat: NotRequired[Literal['random'] | int]
    """The first seat, or `random` (TG-SETUP-7). Default: `'random'`."""
    round_starter: NotRequired[Literal['fixed', 'rotating']]
    """Whether the same seat begins every round (TG-TURN-3, TG-TURN-4). Default: `'fixed'`."""
    trade_counter: NotRequired[Literal['global', 'per_player']]
    """Whose trades count for the tokens of a trade (TG-TRADE-8). Default: `'per_player'`."""
    trade_window: NotRequired[Literal['any_time', 'before_attack']]
    """When in a turn cards may be traded (TG-TRADE-5, TG-TRADE-6). Default: `'any_time'`."""
    chain_moves: NotRequired[bool]
    """Whether a token may move more than once in a turn (TG-MOVE-6, TG-MOVE-8). Default: `false`."""
    elimination_cards: NotRequired[Literal['discard', 'inherit']]
    """Where an eliminated seat's cards go (TG-ELIM-2, TG-ELIM-3). Default: `'inherit'`."""
    allow_resign: NotRequired[bool]
    """Whether a seat that resigns leaves the game by these rules (TG-RESIGN). Default: `false`."""
    round_limit: NotRequired[int | None]
    """The game ends after this round; null for no limit (TG-WIN-7). Default: `null`."""


class TegOpenGame(TypedDict):
    """Set up a table: the first action of every record."""
    type: Literal['open_game']
    ruleset: str
    """Id and edition of the ruleset, as in the record itself."""
    options: TegRecordedOptions
    scheme: Scheme
    commitment: str
    """The commitment to the secret of fair dice; empty for recorded dice."""
    wordings: NotRequired[dict[str, int]]
    """The versions of events, by owner and tag, except version 1."""
    clock: NotRequired[PerActionClock | BankClock | DaysClock | None]
    """The time of the seats; null for unlimited time."""
    take_backs: NotRequired[bool]
    """Whether a decision may be taken back if all agree."""
    label: NotRequired[str | None]
    links: NotRequired[bool]
    """Whether seats may commit to chains of links."""
    witnesses: NotRequired[list[RegisteredWitness]]
    """The witnesses that registered the game."""
    continues: NotRequired[TegContinuation | None]
    """The game and the position from which this game continues."""
    sandbox: NotRequired[str | None]
    """The seed of a game in a sandbox, which proves nothing."""
    tournament: NotRequired[TournamentTable | None]
    """The table of a tournament at which the game is played."""
    reserved: NotRequired[list[str]]
    """For whom each seat is reserved; empty if no seats are."""
    reserved_names: NotRequired[list[str]]
    """The name under which each of them plays; empty if they choose."""


class TegRollDice(TypedDict):
    """Chance: the dice of an attack, in any order (TG-ATTACK-11, TG-ATTACK-12)."""
    type: Literal['roll_dice']
    attacker: list[int]
    defender: list[int]


TegRecordedAction: TypeAlias = "TegOpenGame | TakeSeat | LeaveSeat | Resign | OfferDraw | AcceptDraw | DeclineDraw | OfferPause | AcceptPause | DeclinePause | OfferResume | AcceptResume | DeclineResume | OfferTakeBack | AcceptTakeBack | DeclineTakeBack | OfferWaiver | AcceptWaiver | DeclineWaiver | AskHint | AbortGame | Adjudicate | CallOffGame | FallFlag | AddTime | SuspendGame | LiftSuspension | DrawMoment | TegPlaceTokens | TegTradeCards | TegAttack | TegMoveTokens | TegEndTurn | TegDealBoard | TegRollDice | TegDrawCard"
"""The action in an entry of a record."""


class TegRecordedEntry(TypedDict):
    """One step: who acted, when, and the action."""
    by: int | NoSeat
    at: str
    """RFC 3339, UTC, with six decimals."""
    action: TegRecordedAction


class TegRecord(TypedDict):
    """One whole game in portable form, finished or not."""
    format: Literal['carolus-record/1']
    id: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    ruleset: Literal['teg@1']
    """Id and edition of the ruleset."""
    options: TegRecordedOptions
    seats: list[RecordedSeat]
    chance: RecordedChance
    entries: list[TegRecordedEntry]
    """The actions, in order; the events follow from them."""
    outcome: TegOutcome | None
    """Null until the game is over."""
    head: str | None
    """The hash of the last event; null if the game was never in a log."""
    signature: NotRequired[str | None]
    """The service's signature of the end of the game, as a compact JWS."""
    receipts: NotRequired[list[str]]
    """The receipts for the opening and the start of the game, each a compact JWS."""
    inclusion: NotRequired[Inclusion]
    """Where the service's transparency log has the game; omitted if it has no leaf there."""


Record: TypeAlias = "CarolusMagnusRecord | TegRecord | LancasterRecord | AncientsRecord"
"""One whole game in portable form, finished or not."""


Weight: TypeAlias = "Literal['breach', 'difference', 'note']"


class RecordFinding(TypedDict):
    """What a check found: a rule (of the game, the table or, RC-…, of records) and its facts."""
    weight: Weight
    """A `breach`: the record is wrong. A `difference`: another form of the game. Or a `note`."""
    rule: str
    reason: str
    """A stable code; programs should switch on it."""
    facts: dict[str, Any]
    message: str
    """The sentence of the rule, in the requested language."""
    entry: int | None
    """The index of the wrong entry; the first is 0."""
    where: str
    """The place in the record: a JSON path or, in the text form, a line."""


class RecordGame(TypedDict):
    """Report that the game of a table is over."""
    type: Literal['record_game']
    proof: ProvedGame


class RecordPage(TypedDict):
    """Records, in the order in which the games ended."""
    records: list[Record]
    next: str | None
    """The cursor of the next page, or null."""


class RecordVerdict(TypedDict):
    """Whether a record is valid, and up to which entry."""
    valid: bool
    """True if there is no breach."""
    game: str | None
    """The id of the game; null if the record cannot be read."""
    ruleset: str | None
    status: Status | None
    """The status of the game after the last valid entry."""
    entries: int
    """Number of valid entries, from the first."""
    decisions: int
    """Number of valid entries that are actions of seats."""
    events: int
    """Number of events that the valid entries caused."""
    head: str | None
    """Hash of the last of these events."""
    findings: list[RecordFinding]
    line: NotRequired[int]
    """The line of this record among many; the first is 1. Omitted for a single record."""


class RegisterEntrant(TypedDict):
    """Enter a person, or a fixed pair.

    A player who enters a pair asks the partner, who has to confirm (TN-ENTER-9).
    """
    type: Literal['register_entrant']
    people: list[Person]
    rating: NotRequired[int]
    entropy: NotRequired[str]
    """Hexadecimal digits that this seat contributes to the dice of the game: an even number, in
    lower case.
    """
    tip: NotRequired[str | None]
    """The tip of the chain of links that the entrant commits to, one link for each round."""
    code_accepted: NotRequired[bool]
    """Whether the service compared the code of the invitation, which is not part of the log."""
    reason: NotRequired[str | None]
    """Required of organiser and arbiters after the start (TN-WHY-1); players need none."""


class RegistrationClosed(TypedDict):
    """Nobody can enter until registration opens again."""
    type: Literal['registration_closed']
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class RegistrationReopened(TypedDict):
    """Entrants can enter again."""
    type: Literal['registration_reopened']
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class ReinstateEntrant(TypedDict):
    """Let an entrant who withdrew or was expelled play again."""
    type: Literal['reinstate_entrant']
    entrant: int
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""


class RejectRelation(TypedDict):
    """Reject the claim of a player that an arbiter has a relation to their entry.

    To confirm it, declare the relation.
    """
    type: Literal['reject_relation']
    account: str
    """The id of a player's account, which never changes."""
    entrant: int
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""


class Relation(TypedDict):
    """An account that does not judge this entrant."""
    account: str
    entrant: int


class RelationClaim(TypedDict):
    """What players say about a relation of an arbiter to their entry."""
    account: str
    """The account of the arbiter."""
    entrant: int
    reason: str
    rejected: bool
    """Whether an official rejected it; otherwise it waits for one. A confirmed claim is among
    `relations`.
    """


class RelationClaimed(TypedDict):
    """A player says that this arbiter has a relation to their entry; an official decides."""
    type: Literal['relation_claimed']
    account: str
    entrant: int
    reason: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class RelationDeclared(TypedDict):
    """This account does not judge this entrant: they are related, or have interests in common."""
    type: Literal['relation_declared']
    account: str
    entrant: int
    reason: NotRequired[str | None]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class RelationRejected(TypedDict):
    """An official decided that this claim is not true: the arbiter goes on."""
    type: Literal['relation_rejected']
    account: str
    entrant: int
    reason: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class Rematch(TypedDict):
    """The next game, and the caller's seat in it."""
    game: Game
    seat: int
    token: str | None
    """The secret token of this seat; null for an account, which uses its own token."""


class ReopenRegistration(TypedDict):
    """Let entrants enter again."""
    type: Literal['reopen_registration']


class ReplacePlayer(TypedDict):
    """Let another person play for an entry, from the next round that is paired on."""
    type: Literal['replace_player']
    entrant: int
    person: Person
    """An account, or a guest where people play at real tables."""
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""
    member: NotRequired[int]
    """Which person of a fixed pair is replaced: 1 or 2."""


class TegReplayEvent(TypedDict):
    """An event that an entry caused, with all hidden information."""
    version: int
    """Its number in the game; the first is 1."""
    hash: str | None
    """SHA-256 of the previous hash and the event; null from the first event on whose hash needs a
    secret that the record does not contain.
    """
    sealed: dict[str, str]
    """For each hidden member, the commitment that the hash covers in its place. Empty if the
    event
    has none, or if they need a secret that the record does not contain.
    """
    event: TegEventFacts


class TegReplayStep(TypedDict):
    """One entry of a record, as it was decided again."""
    entry: int
    """Its number in the record; the first is 0."""
    version: int
    """The version of the game after it."""
    status: Status
    events: list[TegReplayEvent]
    position: TegPosition | None
    """The position after it, with all hidden information; null before the lots are drawn, and if
    the request did not ask for it.
    """


class TegReplay(TypedDict):
    """A page of the steps of a record, up to the first invalid entry."""
    ruleset: Literal['teg@1']
    """Id and edition of the ruleset."""
    record: TegRecord
    """The record as JSON, whatever form you sent."""
    count: int
    """Number of valid entries, from the first."""
    refusal: VerdictRefusal | None
    """Why the next entry is invalid; `index` is its number. Null if all entries are valid."""
    sides: list[str]
    """The side of each seat, in order; empty if the first entry is invalid."""
    names: list[str | None]
    """Who sat in each seat: the name of the player or of the house bot; null without a name."""
    steps: list[TegReplayStep]
    sentences: list[Sentence]
    """What happens in these steps, in the requested language. If a sentence began on the previous
    page, it replaces the one with the same `first`.
    """
    next: str | None
    """Cursor of the next page, or null."""


Replay: TypeAlias = "CarolusMagnusReplay | TegReplay | LancasterReplay | AncientsReplay"
"""A page of the steps of a record, up to the first invalid entry."""


class ReplayOrdered(TypedDict):
    """The table is to be played again: its former game and result do not count."""
    type: Literal['replay_ordered']
    round: int
    table: int
    reason: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class RequestBye(TypedDict):
    """Request a bye in a round, as far as the announcement allows it."""
    type: Literal['request_bye']
    entrant: int
    round: int
    kind: ByeKind
    reason: NotRequired[str | None]
    """Required of organiser and arbiters after the start (TN-WHY-1); players need none."""


RequestedRole: TypeAlias = "Literal['arbiter', 'organiser', 'player']"


class RestingEntrant(TypedDict):
    """An entrant who rests in a round."""
    entrant: int
    kind: ByeKind


class ResultClaimed(TypedDict):
    """An entrant of a real table entered its result, which another entrant has to confirm."""
    type: Literal['result_claimed']
    round: int
    table: int
    entrant: int
    ranks: list[int]
    scores: NotRequired[list[int]]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class ResultConfirmed(TypedDict):
    """Two entrants of a real table entered the same result."""
    type: Literal['result_confirmed']
    round: int
    table: int
    entrants: list[int]
    ranks: list[int]
    scores: NotRequired[list[int]]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class ResultCorrected(TypedDict):
    """An arbiter corrected the result of a table.

    Pairings already made stand; standings use the corrected result.
    """
    type: Literal['result_corrected']
    round: int
    table: int
    ranks: list[int]
    reason: str
    scores: NotRequired[list[int]]
    forfeits: NotRequired[list[int]]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class ResultEntered(TypedDict):
    """An arbiter entered the result of a table, without confirmation by players."""
    type: Literal['result_entered']
    round: int
    table: int
    ranks: list[int]
    reason: str
    scores: NotRequired[list[int]]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


ResultSource: TypeAlias = "Literal['arbiter', 'as_it_stands', 'forfeit', 'game', 'players']"


class ResumeTables(TypedDict):
    """Resume the games of these tables."""
    type: Literal['resume_tables']
    round: int
    tables: list[int]
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""


class RevealSecret(TypedDict):
    """Reveal the secret after the end; it must give the commitment and every seed."""
    type: Literal['reveal_secret']
    secret: str
    """32 bytes, in hexadecimal."""


class RoleActions(TypedDict):
    """The actions that the caller may request in one role."""
    role: TournamentRole
    actions: list[str]
    """The types of actions; a rule may still refuse them for other reasons."""


class RotateTokenRequest(TypedDict):
    """How to rotate a token."""
    grace_seconds: NotRequired[int]
    """How long the old secret stays valid, so that you can replace it everywhere. Default: `0`."""


class RoundClosed(TypedDict):
    """All tables of the round have a result."""
    type: Literal['round_closed']
    round: int
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class RoundCosts(TypedDict):
    """What the tables of a round cost (TN-COST-1); each member outweighs all members after it."""
    barred: int
    repeats: int
    partners: int
    turns: int
    small: int
    spread: int


class RoundOpened(TypedDict):
    """The tables of the round can be played."""
    type: Literal['round_opened']
    round: int
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class RoundPaired(TypedDict):
    """The tables of a round: all players in turn order, and who rests.

    `cost` and `bounds` are the certificate of the algorithm: what these tables cost, and a
    lower bound for the cost of any pairing. If an arbiter pairs by hand, there is a reason
    instead,
    and `algorithm` is `by_hand`. `seed` is empty if the pairing does not depend on chance.

    In a knock-out, `advanced` lists the entrants who went on from the previous round; in the
    first round of a final, those who qualified in the groups, best first.
    """
    type: Literal['round_paired']
    round: int
    tables: list[list[int]]
    byes: list[ByeTaken]
    algorithm: str
    seed: NotRequired[str]
    cost: NotRequired[RoundCosts | None]
    bounds: NotRequired[RoundCosts | None]
    reason: NotRequired[str | None]
    advanced: NotRequired[list[int]]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class RoundRobinFormat(TypedDict):
    """All entrants meet each other once in each leg, which determines the number of rounds."""
    kind: Literal['round_robin']
    legs: int


class RoundTable(TypedDict):
    """A table of a round.

    Its lists are in turn order; those of the result are null until there is one.
    """
    table: int
    entrants: list[int]
    game: str | None
    """The id of the game that counts; null at a real table, and before the service opened one."""
    ranks: list[int] | None
    """The place of each entrant, equal for ties; empty if at most one did not forfeit."""
    scores: list[int] | None
    """The scores inside the game; empty if it has none."""
    points: list[int] | None
    """The points of each entrant, in sixtieths of a point: 60 for a win at a table of two."""
    forfeits: list[int]
    """The entrants who lost by forfeit."""
    source: ResultSource | None
    """Where the result comes from."""
    corrected: bool
    """Whether an arbiter corrected it."""
    paused: bool
    """Whether an arbiter has paused its game."""


class RoundUnpaired(TypedDict):
    """The round is to be paired again, from the same seed."""
    type: Literal['round_unpaired']
    round: int
    reason: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class Rule(TypedDict):
    """A rule, in the requested language."""
    id: str
    text: str
    source: str


class RulesChanged(TypedDict):
    """The organiser changed points, tie-breaks or the number of rounds."""
    type: Literal['rules_changed']
    rules: Announced
    reason: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class Ruleset(TypedDict):
    """The details that a lobby needs to offer a ruleset."""
    id: str
    edition: int
    title: str
    designers: list[str]
    summary: str
    """What the game is about, in the requested language."""
    seats: list[int]
    minutes: Duration
    difficulty: Literal['easy', 'hard', 'medium']
    """How much a newcomer has to learn."""
    maturity: str
    rulebook: str
    guided: bool
    """Whether there is a guided first game, at `/v1/rulesets/{ruleset}/guide`."""
    bots: list[HouseBot]
    """The house bots that can take a seat, the weakest first."""
    house_options: dict[str, Any]
    """Recommended options for games between house bots, which never tire: with these options,
    every
    game ends. Empty if the defaults already ensure that.
    """


class RulesetCounts(TypedDict):
    """The numbers of games of a ruleset."""
    games: int
    by_status: dict[str, int]
    by_reason: dict[str, int]
    """Games that are over, by the reason of their end."""
    by_option: dict[str, list[Counted]]
    """For each option, the numbers of games by value."""


class RulesetDetails(TypedDict):
    """A ruleset with its rules and the JSON Schemas of its inputs and outputs."""
    id: str
    edition: int
    title: str
    designers: list[str]
    summary: str
    """What the game is about, in the requested language."""
    seats: list[int]
    minutes: Duration
    difficulty: Literal['easy', 'hard', 'medium']
    """How much a newcomer has to learn."""
    maturity: str
    rulebook: str
    guided: bool
    """Whether there is a guided first game, at `/v1/rulesets/{ruleset}/guide`."""
    bots: list[HouseBot]
    """The house bots that can take a seat, the weakest first."""
    house_options: dict[str, Any]
    """Recommended options for games between house bots, which never tire: with these options,
    every
    game ends. Empty if the defaults already ensure that.
    """
    rules: list[Rule]
    options_schema: dict[str, Any]
    actions_schema: dict[str, Any]
    chance_schema: dict[str, Any]
    events_schema: dict[str, Any]
    position_schema: dict[str, Any]
    components: Any
    """The fixed components of the game, such as a map or the numbers of pieces, with names in the
    requested language. The form depends on the ruleset; null if the ruleset declares none.
    """
    partners: bool
    """Whether four players are two teams, so that a tournament can have fixed or changing
    partners.
    """


class RulesetList(TypedDict):
    """All rulesets, and what else a form needs to open a game."""
    rulesets: list[Ruleset]
    witnesses: int
    """How many witnesses contribute to the dice of a game opened with `witnessed`; if 0, the
    service has none and refuses such games.
    """


class ScoreTable(TypedDict):
    """Score a game that the service ended as it stood at the end of the round."""
    type: Literal['score_table']
    proof: ProvedGame


TegSentAction: TypeAlias = "TegPlaceTokens | TegTradeCards | TegAttack | TegMoveTokens | TegEndTurn | TegDealBoard | TegRollDice | TegDrawCard | Resign | OfferDraw | AcceptDraw | DeclineDraw | OfferPause | AcceptPause | DeclinePause | OfferResume | AcceptResume | DeclineResume | OfferTakeBack | AcceptTakeBack | DeclineTakeBack | OfferWaiver | AcceptWaiver | DeclineWaiver | AbortGame | AdjudicateRequest | CallOffRequest"
"""The actions that a game accepts: its own, and those of the table."""


SentAction: TypeAlias = "CarolusMagnusSentAction | TegSentAction | LancasterSentAction | AncientsSentAction"
"""The actions that a game accepts: those of its ruleset, and those of the table."""


class StartRequest(TypedDict):
    """End registration and draw the lots."""
    type: Literal['start_tournament']


class UnpairRound(TypedDict):
    """Withdraw, as an arbiter, the pairing of a round that has not opened; its seed stays."""
    type: Literal['unpair_round']
    round: int
    reason: str
    """Why an arbiter ended the game. Everyone can read it."""


class WithdrawEntrant(TypedDict):
    """Withdraw an entrant from all further rounds."""
    type: Literal['withdraw_entrant']
    entrant: int
    reason: NotRequired[str | None]
    """Required of organiser and arbiters after the start (TN-WHY-1); players need none."""


SentTournamentAction: TypeAlias = "NameArbiter | DismissArbiter | DeclareRelation | RejectRelation | InvitePlayers | ChangeRules | EnterRequest | ConfirmPartner | DeclinePartner | CloseRegistration | ReopenRegistration | WithdrawEntrant | ExpelEntrant | ReinstateEntrant | ReplacePlayer | ForbidPairing | AllowPairing | RequestBye | GiveBye | OpenCheckIn | CheckIn | CloseCheckIn | StartRequest | PairRequest | PairByHand | UnpairRound | ChangeTables | OpenRound | CloseRound | ClaimResult | EnterResult | ForfeitSides | OrderReplay | CorrectResult | GrantTime | PauseTables | ResumeTables | EndTournament | AbortTournament"
"""The actions that a tournament accepts."""


class SidesForfeited(TypedDict):
    """These entrants lost by forfeit: they take the last place, and the others play on.

    If at most one other is left, that is the result of the table. The reason is omitted if
    they had
    left the tournament when the round opened, or did not take their seats.
    """
    type: Literal['sides_forfeited']
    round: int
    table: int
    entrants: list[int]
    reason: NotRequired[str | None]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class Standing(TypedDict):
    """A row of the standings."""
    rank: int
    entrant: int
    name: str
    points: int
    """In sixtieths of a point: 90 is 1½."""
    values: list[int]
    """The values of the tie-breaks in their order; higher is better. DE, SEATS and LOT are below
    zero: the first in the lot has -1. BH, its cuts and MBH are in 3,600ths of a point, SB and
    MSB
    in 7,200ths, PS, PS-C1 and KS in sixtieths, DUELS in 120ths of a duel.
    """


class StartTournament(TypedDict):
    """End registration and draw the lots."""
    type: Literal['start_tournament']
    seed: str
    """32 bytes, in hexadecimal."""


class Step(TypedDict):
    """An entry of the audit trail."""
    at: str
    by: str
    """Who did it: the id of a token, of an account that signed in through an identity provider or
    created itself, or `operator`.
    """
    did: str
    """What was done: `account_made`, `token_made`, `token_rotated`, `token_revoked`,
    `signing_key_made`, or an action of an arbiter.
    """
    about: str
    """The id of the account, token, game or key concerned."""
    name: str | None
    """The name of a new account or token."""
    scopes: list[Scope] | None
    """The scopes of a new token."""
    until: str | None
    """When a new token expires, or the old secret of a rotated token."""


class StoryPage(TypedDict):
    """Sentences of a story, in order of their first events."""
    sentences: list[Sentence]
    version: int
    """The version of the game."""
    next: str | None
    """Cursor of the next page, or null."""


class StreamTicket(TypedDict):
    """A ticket for one stream.

    It has the rights of your token, for as long as the token has them.
    """
    ticket: str
    """Send it as the query parameter `ticket`."""
    expires_at: str
    """You can open the stream until then; an open stream goes on."""


class TableOpened(TypedDict):
    """This is the game of the table, and no other is."""
    type: Literal['table_opened']
    round: int
    table: int
    game: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TablesChanged(TypedDict):
    """An arbiter changed these tables of a round, or who has a bye in it."""
    type: Literal['tables_changed']
    round: int
    tables: list[PairedTable]
    byes: list[ByeTaken]
    reason: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TablesPaused(TypedDict):
    """An arbiter paused the games of these tables: no clock runs there, and nobody acts."""
    type: Literal['tables_paused']
    round: int
    tables: list[int]
    reason: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TablesResumed(TypedDict):
    """An arbiter resumed the games of these tables."""
    type: Literal['tables_resumed']
    round: int
    tables: list[int]
    reason: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TakeActionsRequest(TypedDict):
    """Actions, carried out in this order: all of them or none."""
    actions: list[SentAction]


class TakeSeatRequest(TypedDict):
    """Who takes the seat: a person, who may add a name, entropy and a chain of links, or a bot."""
    name: NotRequired[str | None]
    """At the table of a tournament, leave it out: the name is that of the entry, and another one
    is
    refused (TB-SIT-9). Default: `null`.
    """
    bot: NotRequired[str | None]
    """Default: `null`."""
    entropy: NotRequired[str]
    """Hexadecimal digits that this seat contributes to the dice of the game: an even number, in
    lower case. Default: `''`.
    """
    tip: NotRequired[str | None]
    """The tip of the chain of links that this seat commits to, if the game allows chains: 64
    hexadecimal digits. Default: `null`.
    """


class TakeTournamentActionsRequest(TypedDict):
    """Actions, carried out in this order: all of them or none."""
    actions: list[SentTournamentAction]
    role: NotRequired[RequestedRole | None]
    """In which role you act; required if your token and the actions leave several open. Default:
    `null`.
    """


TegAction: TypeAlias = "TegPlaceTokens | TegTradeCards | TegAttack | TegMoveTokens | TegEndTurn | TegDealBoard | TegRollDice | TegDrawCard"
"""What a seat asks for, or chance answers."""


class TegCheckedAction(TypedDict):
    """An action and the seat that would take it."""
    seat: int | Literal['chance']
    action: TegAction


class TegCheckActionsRequest(TypedDict):
    """Actions to judge on a position, by default the starting position."""
    options: NotRequired[TegOptions]
    position: NotRequired[TegPosition | None]
    """Default: `null`."""
    actions: NotRequired[list[TegCheckedAction]]
    """Default: `[]`."""
    viewer: NotRequired[int | Literal['arbiter', 'spectator'] | None]
    """Default: `null`."""


class TegDrawPositionRequest(TypedDict):
    """A position to draw, by default the set-up before chance draws."""
    position: NotRequired[TegPosition | None]
    """Default: `null`."""
    options: NotRequired[TegOptions]
    part: NotRequired[Part]
    """What to draw: everything, or only the board, for a page that shows the rest itself.
    Default: `'all'`.
    """


class TegListLegalActionsRequest(TypedDict):
    """A position and a seat; by default, the seat whose turn it is."""
    position: TegPosition
    options: NotRequired[TegOptions]
    seat: NotRequired[int | None]
    """Default: `null`."""


class TegPositionLegalActions(TypedDict):
    """The legal actions of one seat, as far as the submitted position shows them."""
    ruleset: Literal['teg@1']
    """Id and edition of the ruleset."""
    seat: int
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    count: int
    """The number of legal actions; `actions` has some of them."""
    choices: list[LegalChoice]
    """All legal actions in compact form: for each kind of action, the choices for each slot."""
    actions: list[TegSeatAction]
    spots: list[list[str]]
    """For each of `actions`, the places of the picture (`data-spot`) that the action concerns,
    in the order in which a player points at them, such as source and target; empty if there
    are
    none.
    """
    next: str | None
    """The cursor of the next page, or null."""
    unknown: list[UnknownFact]
    """The hidden facts on which the legal actions depend; if it is not empty, `count` is 0."""


class TegPositionVerdict(TypedDict):
    """The verdict on a submitted position, which stops at the first action not known to be legal.

    `legal` is true only if every action is known to be legal.
    """
    type: Literal['verdict']
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[TegVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: TegPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]
    ruleset: Literal['teg@1']
    """Id and edition of the ruleset."""
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""
    unknown: list[UnknownFact]
    """What the position does not show; empty if it hides nothing."""


class TegVerdict(TypedDict):
    """The verdict of the checker, which stops at the first illegal action."""
    type: Literal['verdict']
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[TegVerdictEvent]
    sentences: list[VerdictSentence]
    """The same in sentences, in the requested language."""
    position: TegPosition | None
    """The position after the last legal action; null before the lots are drawn."""
    awaits: list[Await]
    ruleset: Literal['teg@1']
    """Id and edition of the ruleset."""
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""


class TimeGranted(TypedDict):
    """An arbiter added time to the clock of an entrant."""
    type: Literal['time_granted']
    round: int
    table: int
    entrant: int
    seconds: int
    reason: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TokenIssued(TypedDict):
    """A token and its secret."""
    token: Token
    secret: str
    """The token itself, shown only this once."""


class TokenList(TypedDict):
    """The tokens of an account."""
    tokens: list[Token]


class TournamentCheckIn(TypedDict):
    """The check-in for the next round."""
    round: int
    open: bool
    present: list[int]
    """The entrants who have checked in."""


TournamentPhase: TypeAlias = "Literal['aborted', 'between', 'ended', 'paired', 'playing', 'registration']"


class TournamentRules(TypedDict):
    """Points, tie-breaks and rounds."""
    seats: int
    """The size of a full table."""
    rounds: int
    scales: list[list[int]]
    """The points for each place, for every possible table size; full tables first. In sixtieths:
    `[[60, 0]]` is one point for a win at tables of two.
    """
    tie_breaks: list[TieBreakId]
    """The tie-breaks, in the order in which they apply."""
    edition: Literal[2024, 2026]
    swiss: bool
    """False for round robins, in which a forfeit counts as a game (C.07, 16)."""
    partners: bool
    """Whether four players form two teams, with other partners in each round."""
    pairing_bye: Literal['full', 'half']


class TournamentByes(TypedDict):
    """The byes that an entrant can request before a round."""
    most: int
    kinds: list[RequestedByeKind]


class TournamentPace(TypedDict):
    """Who begins and ends rounds: the organiser or the service."""
    kind: Literal['manual', 'on_schedule', 'when_finished']
    """`when_finished`: the service closes a round when all its tables have a result, and pairs
    and immediately opens the next one. `on_schedule`: it waits until the time of that round.
    """
    times: list[str]
    """When each round begins, on schedule."""
    end: str | None
    """When the last round ends, on schedule, if tables are scored as they stand."""


class TournamentRegistration(TypedDict):
    """Who may enter, and when."""
    kind: Literal['code', 'list', 'open']
    most: int
    late_until: int
    """The last round that entrants can enter late for; 0 if none."""


class TournamentTerms(TypedDict):
    """Everything that entrants know before they enter."""
    name: str
    """A title, such as that of a tournament. Everyone can read it, and it never changes:
    characters that people can see, in any script, the first not a space. Marks follow a letter
    of their own script, and no letter has more of them than its script needs.
    """
    ruleset: str
    """The id and the edition of a ruleset."""
    options: dict[str, Any]
    """The options of every game; a table with fewer players has the options for that number."""
    format: Swiss | RoundRobinFormat | KnockOutFormat | GroupsFormat
    rules: TournamentRules
    registration: TournamentRegistration
    team: Literal[1, 2]
    """How many people form one entrant: 2 for fixed pairs, who take every second seat."""
    byes: TournamentByes
    check_in: bool
    """Whether entrants must check in before each round."""
    clock: PerActionClock | BankClock | DaysClock | None
    seats_reserved: bool
    """Whether the seats of a game are for the accounts of its players."""
    scored_as_they_stand: bool
    """Whether a table that has not finished when a round ends on schedule, at the time of the
    next
    one, is scored as it stands.
    """
    real_tables: bool
    """Whether guests play at real tables, so that people enter the results."""
    house_bots: list[str]
    """The house bots that may enter."""
    pace: TournamentPace
    """Who begins and ends rounds."""
    no_show_minutes: int | None
    """How long a seat can stay free after its game was opened, before its player loses by
    forfeit;
    null if only arbiters decide about forfeits.
    """
    spectators: Allowed | Delayed | Refused
    """Who may watch the games while they run."""


class Tournament(TypedDict):
    """One tournament: its terms, participants and progress."""
    id: str
    version: int
    """The number of events so far."""
    head: str
    """The hash of the last event, in hexadecimal."""
    phase: TournamentPhase
    """`between` means that the next round can be paired, or that the tournament can end."""
    organiser: str
    announcement: TournamentTerms
    rules: TournamentRules
    """The current points, tie-breaks and rounds."""
    registration_open: bool
    invited: list[str]
    """The accounts on the list of those who may enter."""
    arbiters: list[Arbiter]
    relations: list[Relation]
    claims: list[RelationClaim]
    """Relations that players claim, and no official has confirmed."""
    partners_asked: list[PartnerRequest]
    """Pairs whose partner has not confirmed yet; they are not entered."""
    entrants: list[Entrant]
    forbidden_pairings: list[list[int]]
    """Entrants who must not sit at the same table."""
    check_in: TournamentCheckIn | None
    round: int
    """The number of the last round that is paired; 0 before the first."""
    played_out: bool
    """Whether all rounds are played, so that only the end can follow. In a knock-out and in the
    final of groups, results decide which round is the last.
    """
    schedule: FixedSchedule | None
    """All rounds of a round robin, by entrants; null for other formats and before the start."""
    commitment: str
    """The hash that fixed the secret of all draws before anyone entered."""
    secret: str | None
    """That secret, after the end."""


class TournamentAborted(TypedDict):
    """The tournament was called off, without standings."""
    type: Literal['tournament_aborted']
    reason: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


TournamentAction: TypeAlias = "OpenTournament | NameArbiter | DismissArbiter | DeclareRelation | RejectRelation | InvitePlayers | ChangeRules | RegisterEntrant | ConfirmPartner | DeclinePartner | CloseRegistration | ReopenRegistration | WithdrawEntrant | ExpelEntrant | ReinstateEntrant | ReplacePlayer | ForbidPairing | AllowPairing | RequestBye | GiveBye | OpenCheckIn | CheckIn | CloseCheckIn | StartTournament | PairRound | PairByHand | UnpairRound | ChangeTables | OpenRound | CloseRound | OpenTable | RecordGame | ScoreTable | ClaimResult | EnterResult | ForfeitSides | ForfeitAbsent | OrderReplay | CorrectResult | GrantTime | PauseTables | ResumeTables | EndTournament | AbortTournament | RevealSecret"
"""The action in an entry of a tournament."""


class TournamentEnded(TypedDict):
    """The tournament is over; anyone can compute the standings again from the results.

    `reason` says why it ended before the announced number of rounds.
    """
    type: Literal['tournament_ended']
    standings: list[FinalPlace]
    reason: NotRequired[str | None]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TournamentOpened(TypedDict):
    """The tournament was announced; `commitment` binds its chance before anyone enters.

    `names` is the edition of the table that says which names read alike; earlier tournaments
    have
    none, and compare names without one. `edition` is that of the rules, by which everything in
    the tournament is decided.
    """
    type: Literal['tournament_opened']
    organiser: str
    """The account of the organiser."""
    commitment: str
    announcement: Announcement
    names: NotRequired[int]
    edition: NotRequired[int]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TournamentSecretRevealed(TypedDict):
    """The secret of the seeds, in hexadecimal: anyone can now compute each of them again."""
    type: Literal['tournament_secret_revealed']
    secret: str
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class TournamentStarted(TypedDict):
    """Registration is closed, and the lots are drawn.

    `order` lists the entrants by pairing number, and `lots` the place of each of them in the
    draw. `initial` says whether pairing number 1 is first (0) or second (1) in round one. A
    round
    robin has a schedule, which gives the number of rounds; the schedule of groups covers the
    rounds
    before the final.
    """
    type: Literal['tournament_started']
    seed: str
    order: list[int]
    lots: list[int]
    initial: int
    schedule: NotRequired[FixedSchedule | None]
    version: int
    """Its number in the stream, from 1."""
    at: str
    """When it happened: RFC 3339, UTC."""
    by: Acting
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


TournamentEvent: TypeAlias = "TournamentOpened | ArbiterNamed | ArbiterDismissed | RelationDeclared | RelationClaimed | RelationRejected | PlayersInvited | EntrantRegistered | PartnerAsked | PartnerDeclined | RegistrationClosed | RegistrationReopened | EntrantWithdrawn | EntrantExpelled | EntrantReinstated | PlayerReplaced | PairingForbidden | PairingAllowed | ByeGranted | CheckInOpened | EntrantCheckedIn | CheckInClosed | RulesChanged | TournamentStarted | RoundPaired | RoundUnpaired | TablesChanged | RoundOpened | TableOpened | GameRecorded | ResultClaimed | ResultConfirmed | ResultEntered | SidesForfeited | ReplayOrdered | ResultCorrected | TimeGranted | TablesPaused | TablesResumed | RoundClosed | TournamentEnded | TournamentAborted | TournamentSecretRevealed"
"""Something that happened in a tournament, in its place in the stream."""


class TournamentActionsTaken(TypedDict):
    """What actions caused."""
    type: Literal['taken']
    version: int
    """The version of the tournament after them."""
    head: str
    """The hash of the last event, in hexadecimal."""
    events: list[TournamentEvent]
    sentences: list[str]
    """The same in sentences, in the requested language."""
    warnings: list[ActionWarning]
    """What you should know, although everything was done."""


class TournamentCrosstable(TypedDict):
    """What all entrants did in each round, in the order of the standings."""
    version: int
    head: str
    """The hash of the last event, in hexadecimal."""
    rows: list[CrosstableRow]
    """Empty before the start."""
    next: str | None
    """The cursor of the next page, or null."""


class TournamentEntrants(TypedDict):
    """Entrants of a tournament, in the order in which they entered."""
    entrants: list[Entrant]
    version: int
    head: str
    """The hash of the last event, in hexadecimal."""
    next: str | None
    """The cursor of the next page, or null."""


class TournamentEntry(TypedDict):
    """One step: who acted, when, and the action."""
    by: Acting
    at: str
    """RFC 3339, UTC, with six decimals."""
    action: TournamentAction


class TournamentEventPage(TypedDict):
    """Events of a tournament, in order."""
    events: list[TournamentEvent]
    version: int
    """The current version of the tournament."""
    head: str
    """The hash of its last event, in hexadecimal."""
    next: str | None
    """The cursor of the next page, or null."""


class TournamentRound(TypedDict):
    """A round that is paired."""
    round: int
    opened: bool
    """Whether its tables can be played."""
    closed: bool
    tables: list[RoundTable]
    byes: list[RestingEntrant]


class TournamentExport(TypedDict):
    """Entrants, rounds and standings, for other programs."""
    tournament: str
    name: str
    phase: TournamentPhase
    head: str
    """The hash of the last event, in hexadecimal."""
    entrants: list[Entrant]
    rounds: list[TournamentRound]
    tie_breaks: list[TieBreakId]
    standings: list[Standing]
    """Empty before the start."""
    groups: list[list[Standing]]
    """The standings of each group, from its own rounds only; empty without groups."""
    qualified: list[int]
    """The entrants who play in the final after groups, the best first; empty until it is known."""


class TournamentInMessage(TypedDict):
    """A tournament in a message."""
    id: str
    version: int
    """The number of events so far."""
    name: str
    ruleset: str
    """Id and edition of the ruleset."""
    phase: TournamentPhase
    entrants: int
    """How many have entered, including those who left."""
    rounds: int
    """The number of rounds that applies now."""
    round: int
    """The number of the last round that is paired; 0 before the first."""


class WithheldRole(TypedDict):
    """A role of the caller's account that the token cannot be used for."""
    role: TournamentRole
    scope: Scope
    """The scope that the token lacks. The operator of the service makes a token that has it."""


class TournamentLegalActions(TypedDict):
    """The actions that the caller may request now."""
    version: int
    head: str
    """The hash of the last event, in hexadecimal."""
    entrant: int | None
    """The number of the caller's own entry, or null."""
    roles: list[RoleActions]
    withheld: list[WithheldRole]
    """Roles of an official that the account has, and the token lacks the scope for."""
    arbiters_without_scope: list[str]
    """For the organiser: the accounts of arbiters of which no token has the scope `arbitrate`."""


class TournamentSummary(TypedDict):
    """One tournament in a list."""
    id: str
    name: str
    ruleset: str
    """Id and edition of the ruleset."""
    format: FormatKind
    seats: int
    """The seats of a full table."""
    phase: TournamentPhase
    entrants: int
    """How many have entered, including those who left."""
    rounds: int
    """The number of rounds that is announced."""
    round: int
    """The number of the last round that is paired; 0 before the first."""
    organiser: str
    """The account of the organiser."""
    created_at: str
    starts_at: str | None
    """When the first round begins, on schedule; null without a schedule, and after the start."""
    started_at: str | None
    ended_at: str | None


class TournamentPage(TypedDict):
    """Tournaments, newest first."""
    tournaments: list[TournamentSummary]
    engines: list[Engine]
    """The programs that can pair Swiss rounds in this service, for the format of an announcement:
    the house's algorithm, and the installed programs for the Dutch system.
    """
    next: str | None
    """The cursor of the next page, or null."""


class TournamentRecord(TypedDict):
    """One whole tournament, finished or not. Its games have records of their own."""
    format: Literal['carolus-tournament/1']
    id: str
    """The id of the game; its hash chain and the key of its dice depend on it."""
    entries: list[TournamentEntry]
    head: str | None
    """The hash of the last event; null if the tournament was never in a log."""
    signature: NotRequired[str | None]
    """The service's signature of the end of the tournament, as a compact JWS."""
    receipts: NotRequired[list[str]]
    """The receipts for the opening and the start of the game, each a compact JWS."""
    inclusion: NotRequired[Inclusion]
    """Where the service's transparency log has the tournament; omitted if it has no leaf there."""


class TournamentStandings(TypedDict):
    """The standings, from the results as they are known at this version."""
    version: int
    head: str
    """The hash of the last event, in hexadecimal."""
    round: int | None
    """The round after which the entrants are ranked; null for the current state."""
    tie_breaks: list[TieBreakId]
    standings: list[Standing]
    """Empty before the start."""
    groups: list[list[Standing]]
    """The standings of each group, from its own rounds only; empty without groups."""
    qualified: list[int]
    """The entrants who play in the final after groups, the best first; empty until it is known."""


class TournamentVerdict(TypedDict):
    """What actions would cause, up to the first that draws lots or pairs, which is only judged.

    Otherwise an organiser could look at the next round and then change what it depends on.
    """
    type: Literal['verdict']
    legal: bool
    refusals: list[VerdictRefusal]
    events: list[dict[str, Any]]
    """As in `listTournamentEvents`, without `version`, `at`, `by` and `hash`."""
    sentences: list[str]
    """The same in sentences, in the requested language."""
    version: int
    """The current version of the tournament."""
    head: str
    """The hash of its last event, in hexadecimal."""


class TournamentWebhookData(TypedDict):
    """A tournament as it was at the time of the message."""
    tournament: TournamentInMessage
    head: str
    """Hash of the last event in hexadecimal."""


class TournamentWebhookMessage(TypedDict):
    """A message about something that happened in a tournament."""
    type: TournamentKind
    timestamp: str
    """When it happened."""
    data: TournamentWebhookData


class TrailPage(TypedDict):
    """Entries of the audit trail, newest first."""
    steps: list[Step]
    next: str | None
    """Cursor of the next page, or null."""


Verdict: TypeAlias = "CarolusMagnusVerdict | TegVerdict | LancasterVerdict | AncientsVerdict"
"""The verdict of the checker, which stops at the first illegal action."""


class Webhook(TypedDict):
    """A webhook, without its secret."""
    id: str
    url: str
    about: str
    """`me`, `lobby`, or the id of a game or a tournament."""
    events: list[GameKind | TournamentKind]
    made_at: str
    last_success: str | None
    """When the address last accepted a message."""
    failures: int
    """The number of failed attempts since then."""
    failing_since: str | None
    """When the first of the failed attempts took place."""
    next_try: str | None
    """When the service retries; null if the webhook works or is disabled."""
    last_error: str | None
    """The error of the last failed attempt."""
    disabled_at: str | None
    """When the service disabled the webhook; null if it is enabled."""
    disabled_why: str | None


class WebhookData(TypedDict):
    """A game as it was at the time of the message."""
    game: GameSummary
    head: str
    """Hash of the last event in hexadecimal."""
    seats: list[int]
    """The seats whose turn it is, or that are reserved and free, in `game.turn`; otherwise
    empty.
    """


class WebhookList(TypedDict):
    """The webhooks of an account."""
    webhooks: list[Webhook]


class WebhookMade(TypedDict):
    """A webhook and its secret."""
    webhook: Webhook
    secret: str
    """The key of the signatures, shown only this once."""


class WebhookMessage(TypedDict):
    """A message about something that happened in a game."""
    type: GameKind
    timestamp: str
    """When it happened."""
    data: WebhookData


class WebhookTest(TypedDict):
    """A message that tests a webhook."""
    type: Literal['webhook.test']
    timestamp: str
    data: NoData


class WebhookTried(TypedDict):
    """The result of a test."""
    taken: bool
    error: str | None
    """Why the address did not accept the message."""


Event: TypeAlias = "CarolusMagnusEvent | TegEvent | LancasterEvent | AncientsEvent"
"""An event of any ruleset."""
