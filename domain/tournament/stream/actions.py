"""What people ask of a tournament, and what the service reports to it.

Records contain actions, so THIS FILE IS A STORAGE FORMAT. ``reason`` is for officials: the rules
say when it is required (TN-WHY-1).
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from domain.hexadecimal import Hex32
from domain.table.actions import ChosenName, Entropy, Explanation, GameId, Player
from domain.tournament.model import (
    ENTRANTS_MAX,
    ROUNDS_MAX,
    Announced,
    ByeKind,
    ByeTaken,
    EntrantNumber,
    TableNumber,
    TablePlayers,
)
from domain.tournament.stream.alike import NamesEdition
from domain.tournament.stream.announcement import Announcement
from domain.tournament.stream.editions import RulesEdition
from domain.tournament.stream.events import PairedTable
from domain.tournament.stream.people import Member, Person

RoundNumber = Annotated[int, Meta(ge=1, le=ROUNDS_MAX)]
EntrantRating = Annotated[int, Meta(ge=0, le=9_999)]
RankAtTable = Annotated[int, Meta(ge=1, le=6)]
Ranks = Annotated[tuple[RankAtTable, ...], Meta(min_length=2, max_length=6)]
Scores = Annotated[tuple[Annotated[int, Meta(ge=-999_999, le=999_999)], ...], Meta(max_length=6)]
Two = tuple[EntrantNumber, EntrantNumber]


class BaseAction(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", omit_defaults=True
):
    """The base of all actions of a tournament."""


class OpenTournament(BaseAction, frozen=True, tag="open_tournament"):
    """Announce a tournament; its chance is committed to before anyone enters."""

    announcement: Announcement
    commitment: Hex32
    names: NamesEdition = 0
    """The edition of the table that says which names read alike; 0 for none."""
    edition: RulesEdition = 1
    """The edition of the rules of tournaments, by which everything in it is decided."""


# --- who has which part -----------------------------------------------------------------------


class NameArbiter(BaseAction, frozen=True, tag="name_arbiter"):
    """Make an account an arbiter."""

    account: Player
    name: ChosenName
    reason: Explanation | None = None
    """Required after the start (TN-WHY-1)."""


class DismissArbiter(BaseAction, frozen=True, tag="dismiss_arbiter"):
    """Dismiss an arbiter."""

    account: Player
    reason: Explanation | None = None
    """Required after the start (TN-WHY-1)."""


class DeclareRelation(BaseAction, frozen=True, tag="declare_relation"):
    """Declare that an account must not judge an entrant; from players, this is a claim."""

    account: Player
    entrant: EntrantNumber
    reason: Explanation | None = None
    """Required of players, about whose claim an official decides (TN-JUDGE-3);
    after the start, also of officials who declare the relation of another one (TN-WHY-1)."""


class RejectRelation(BaseAction, frozen=True, tag="reject_relation"):
    """Reject the claim of a player that an arbiter has a relation to their entry.

    To confirm it, declare the relation.
    """

    account: Player
    entrant: EntrantNumber
    reason: Explanation


class InvitePlayers(BaseAction, frozen=True, tag="invite_players"):
    """Add accounts to the list of those who may enter."""

    accounts: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=ENTRANTS_MAX)]
    reason: Explanation | None = None
    """Required after the start (TN-WHY-1), when the list says who can enter late."""


class ChangeRules(BaseAction, frozen=True, tag="change_rules"):
    """Change points, tie-breaks or the number of rounds."""

    rules: Announced
    reason: Explanation


# --- entrants ---------------------------------------------------------------------------------


class RegisterEntrant(BaseAction, frozen=True, tag="register_entrant"):
    """Enter a person, or a fixed pair.

    A player who enters a pair asks the partner, who has to confirm (TN-ENTER-9).
    """

    people: Annotated[tuple[Person, ...], Meta(min_length=1, max_length=2)]
    rating: EntrantRating = 0
    entropy: Entropy = ""
    tip: Hex32 | None = None
    """The tip of the chain of links that the entrant commits to, one link for each round."""
    code_accepted: bool = False
    """Whether the service compared the code of the invitation, which is not part of the log."""
    reason: Explanation | None = None
    """Required of organiser and arbiters after the start (TN-WHY-1); players need none."""


class ConfirmPartner(BaseAction, frozen=True, tag="confirm_partner"):
    """Enter as the partner of a player who has asked you."""

    asker: Player
    """The account of the player who asked."""
    people: Annotated[tuple[Person, ...], Meta(min_length=2, max_length=2)] | None = None
    """The pair as you saw it, in ``partners_asked``: if the player has changed it since, nothing
    happens (TN-ENTER-9)."""


class DeclinePartner(BaseAction, frozen=True, tag="decline_partner"):
    """Decline to enter as a partner, or take back that you asked one."""

    asker: Player
    """The account of the player who asked."""


class CloseRegistration(BaseAction, frozen=True, tag="close_registration"):
    """Accept no entrants until registration opens again."""


class ReopenRegistration(BaseAction, frozen=True, tag="reopen_registration"):
    """Let entrants enter again."""


class WithdrawEntrant(BaseAction, frozen=True, tag="withdraw_entrant"):
    """Withdraw an entrant from all further rounds."""

    entrant: EntrantNumber
    reason: Explanation | None = None
    """Required of organiser and arbiters after the start (TN-WHY-1); players need none."""


class ExpelEntrant(BaseAction, frozen=True, tag="expel_entrant"):
    """Exclude an entrant from all further rounds."""

    entrant: EntrantNumber
    reason: Explanation


class ReinstateEntrant(BaseAction, frozen=True, tag="reinstate_entrant"):
    """Let an entrant who withdrew or was expelled play again."""

    entrant: EntrantNumber
    reason: Explanation


class ReplacePlayer(BaseAction, frozen=True, tag="replace_player"):
    """Let another person play for an entry, from the next round that is paired on."""

    entrant: EntrantNumber
    person: Person
    """An account, or a guest where people play at real tables."""
    reason: Explanation
    member: Member = 1
    """Which person of a fixed pair is replaced: 1 or 2."""


class ForbidPairing(BaseAction, frozen=True, tag="forbid_pairing"):
    """Keep two entrants apart."""

    entrants: Two
    reason: Explanation


class AllowPairing(BaseAction, frozen=True, tag="allow_pairing"):
    """Let two entrants meet again."""

    entrants: Two
    reason: Explanation


class RequestBye(BaseAction, frozen=True, tag="request_bye"):
    """Request a bye in a round, as far as the announcement allows it."""

    entrant: EntrantNumber
    round: RoundNumber
    kind: ByeKind
    reason: Explanation | None = None
    """Required of organiser and arbiters after the start (TN-WHY-1); players need none."""


class GiveBye(BaseAction, frozen=True, tag="give_bye"):
    """Let an entrant rest in a round, by a decision of an arbiter."""

    entrant: EntrantNumber
    round: RoundNumber
    kind: ByeKind
    reason: Explanation


class OpenCheckIn(BaseAction, frozen=True, tag="open_check_in"):
    """Let entrants check in for the next round."""


class CheckIn(BaseAction, frozen=True, tag="check_in"):
    """Report that an entrant is present and plays the next round."""

    entrant: EntrantNumber
    link: Hex32 | None = None
    """The link of its chain for the round; required if the entrant has a chain."""
    reason: Explanation | None = None
    """Required of an arbiter who admits an entrant after check-in has closed."""


class CloseCheckIn(BaseAction, frozen=True, tag="close_check_in"):
    """End check-in: only entrants who are present play the next round."""


# --- rounds -----------------------------------------------------------------------------------


class StartTournament(BaseAction, frozen=True, tag="start_tournament"):
    """End registration and draw the lots."""

    seed: Hex32
    """The seed of round 0, which the service computes from the secret."""


class PairRound(BaseAction, frozen=True, tag="pair_round"):
    """Pair the next round by the announced algorithm."""

    round: RoundNumber
    seed: Hex32
    """The seed of the round, which the service computes from the secret."""
    proposal: Annotated[tuple[TablePlayers, ...], Meta(max_length=ENTRANTS_MAX)] = ()
    """The pairs that the announced program proposes, and the entrant who rests, if any; only if the
    announcement names a program outside these rules."""


class PairByHand(BaseAction, frozen=True, tag="pair_by_hand"):
    """Pair the next round by a decision of an arbiter."""

    round: RoundNumber
    tables: Annotated[tuple[TablePlayers, ...], Meta(min_length=1, max_length=ENTRANTS_MAX)]
    reason: Explanation
    byes: Annotated[tuple[ByeTaken, ...], Meta(max_length=ENTRANTS_MAX)] = ()


class UnpairRound(BaseAction, frozen=True, tag="unpair_round"):
    """Withdraw, as an arbiter, the pairing of a round that has not opened; its seed stays."""

    round: RoundNumber
    reason: Explanation


class ChangeTables(BaseAction, frozen=True, tag="change_tables"):
    """Change tables of the round by a decision of an arbiter; everybody in it still has a place."""

    round: RoundNumber
    tables: Annotated[tuple[PairedTable, ...], Meta(min_length=1, max_length=ENTRANTS_MAX)]
    reason: Explanation
    byes: Annotated[tuple[ByeTaken, ...], Meta(max_length=ENTRANTS_MAX)] | None = None
    """All byes of the round; null leaves them as they are."""


class OpenRound(BaseAction, frozen=True, tag="open_round"):
    """Let the tables of the round be played."""

    round: RoundNumber


class CloseRound(BaseAction, frozen=True, tag="close_round"):
    """End the round, when all tables have a result."""

    round: RoundNumber


# --- results ----------------------------------------------------------------------------------


class OpenTable(BaseAction, frozen=True, tag="open_table"):
    """Record the game that the service opened for a table."""

    round: RoundNumber
    table: TableNumber
    game: GameId


class ProvedGame(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a signed statement and the first event of its game say; the service has verified it.

    The rules compare everything with the table (TN-GAME-1 to TN-GAME-4).
    """

    tournament: GameId
    round: RoundNumber
    table: TableNumber
    game: GameId
    head: Hex32
    kid: Annotated[str, Meta(min_length=1, max_length=64)]
    """The thumbprint of the key that signed."""
    seats: Annotated[tuple[str, ...], Meta(min_length=2, max_length=6)]
    """The key of the player on each seat: account, guest key, or ``bot:`` and a name."""
    ranks: Annotated[tuple[RankAtTable, ...], Meta(max_length=6)] = ()
    """The place of each seat; empty for a game that was called off."""
    scores: Scores = ()


class RecordGame(BaseAction, frozen=True, tag="record_game"):
    """Report that the game of a table is over."""

    proof: ProvedGame


class ScoreTable(BaseAction, frozen=True, tag="score_table"):
    """Score a game that the service ended as it stood at the end of the round."""

    proof: ProvedGame


class ClaimResult(BaseAction, frozen=True, tag="claim_result"):
    """Enter the result of your own real table; another entrant there confirms it."""

    round: RoundNumber
    table: TableNumber
    entrant: EntrantNumber
    """The entrant who claims."""
    ranks: Ranks
    scores: Scores = ()


class EnterResult(BaseAction, frozen=True, tag="enter_result"):
    """Enter the result of a table, as an arbiter, without confirmation by players."""

    round: RoundNumber
    table: TableNumber
    ranks: Ranks
    reason: Explanation
    scores: Scores = ()


class ForfeitSides(BaseAction, frozen=True, tag="forfeit_sides"):
    """Declare, as an arbiter, that entrants lose by forfeit at their table."""

    round: RoundNumber
    table: TableNumber
    entrants: TablePlayers
    reason: Explanation


class ForfeitAbsent(BaseAction, frozen=True, tag="forfeit_absent"):
    """Declare that entrants who did not take their seats lose by forfeit."""

    round: RoundNumber
    table: TableNumber
    entrants: TablePlayers


class OrderReplay(BaseAction, frozen=True, tag="order_replay"):
    """Decide that a table is played again."""

    round: RoundNumber
    table: TableNumber
    reason: Explanation


class CorrectResult(BaseAction, frozen=True, tag="correct_result"):
    """Correct the result of a table, in this round or an earlier one.

    Members that you leave out keep their values (TN-CORRECT-2).
    """

    round: RoundNumber
    table: TableNumber
    ranks: Annotated[tuple[RankAtTable, ...], Meta(max_length=6)]
    """The place of each player; empty if at most one did not forfeit."""
    reason: Explanation
    scores: Scores | None = None
    """Null leaves them as they are if places and forfeits stay the same; otherwise there are none.
    An empty list removes them."""
    forfeits: Annotated[tuple[EntrantNumber, ...], Meta(max_length=6)] | None = None
    """Everybody who loses by forfeit at the table; null leaves them as they are."""


class GrantTime(BaseAction, frozen=True, tag="grant_time"):
    """Add time to the clock of an entrant."""

    round: RoundNumber
    table: TableNumber
    entrant: EntrantNumber
    seconds: Annotated[int, Meta(ge=1, le=86_400)]
    reason: Explanation


class PauseTables(BaseAction, frozen=True, tag="pause_tables"):
    """Pause the games of these tables until an arbiter resumes them."""

    round: RoundNumber
    tables: Annotated[tuple[TableNumber, ...], Meta(min_length=1, max_length=ENTRANTS_MAX)]
    reason: Explanation


class ResumeTables(BaseAction, frozen=True, tag="resume_tables"):
    """Resume the games of these tables."""

    round: RoundNumber
    tables: Annotated[tuple[TableNumber, ...], Meta(min_length=1, max_length=ENTRANTS_MAX)]
    reason: Explanation


# --- the end ----------------------------------------------------------------------------------


class EndTournament(BaseAction, frozen=True, tag="end_tournament"):
    """End the tournament with its standings."""

    reason: Explanation | None = None
    """Required if announced rounds are left (TN-END-1)."""


class AbortTournament(BaseAction, frozen=True, tag="abort_tournament"):
    """Call the tournament off, without standings."""

    reason: Explanation


class RevealSecret(BaseAction, frozen=True, tag="reveal_secret"):
    """Reveal the secret after the end; it must give the commitment and every seed."""

    secret: Hex32


TournamentAction: TypeAlias = (
    OpenTournament
    | NameArbiter
    | DismissArbiter
    | DeclareRelation
    | RejectRelation
    | InvitePlayers
    | ChangeRules
    | RegisterEntrant
    | ConfirmPartner
    | DeclinePartner
    | CloseRegistration
    | ReopenRegistration
    | WithdrawEntrant
    | ExpelEntrant
    | ReinstateEntrant
    | ReplacePlayer
    | ForbidPairing
    | AllowPairing
    | RequestBye
    | GiveBye
    | OpenCheckIn
    | CheckIn
    | CloseCheckIn
    | StartTournament
    | PairRound
    | PairByHand
    | UnpairRound
    | ChangeTables
    | OpenRound
    | CloseRound
    | OpenTable
    | RecordGame
    | ScoreTable
    | ClaimResult
    | EnterResult
    | ForfeitSides
    | ForfeitAbsent
    | OrderReplay
    | CorrectResult
    | GrantTime
    | PauseTables
    | ResumeTables
    | EndTournament
    | AbortTournament
    | RevealSecret
)
