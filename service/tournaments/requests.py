"""What clients ask of a tournament: the actions, without what only the service may say.

The service adds the seed of a round, the pairs of the announced program, and whether a code is
right. It reports games and reveals the secret itself, so clients have no such actions.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.hexadecimal import Hex32
from domain.table.actions import Entropy, Explanation
from domain.tournament.stream import actions as a
from domain.tournament.stream.actions import BaseAction, EntrantRating, RoundNumber
from domain.tournament.stream.people import Person

RegistrationCode = Annotated[str, Meta(min_length=1, max_length=64)]


class EnterRequest(BaseAction, frozen=True, tag="register_entrant"):
    """Enter a person, or a fixed pair. Only the organiser and arbiters state a rating.

    A player who enters a pair asks the partner, who has to confirm (TN-ENTER-9).
    """

    people: Annotated[tuple[Person, ...], Meta(min_length=1, max_length=2)]
    rating: EntrantRating = 0
    entropy: Entropy = ""
    tip: Hex32 | None = None
    """The tip of the chain of links that the entrant commits to, one link for each round."""
    code: RegistrationCode | None = None
    """The code of the invitation, which is not part of the log."""
    reason: Explanation | None = None
    """Required of organiser and arbiters after the start (TN-WHY-1); players need none."""


class StartRequest(BaseAction, frozen=True, tag="start_tournament"):
    """End registration and draw the lots."""


class PairRequest(BaseAction, frozen=True, tag="pair_round"):
    """Pair the next round by the announced algorithm."""

    round: RoundNumber


RequestedAction: TypeAlias = (
    a.NameArbiter
    | a.DismissArbiter
    | a.DeclareRelation
    | a.RejectRelation
    | a.InvitePlayers
    | a.ChangeRules
    | EnterRequest
    | a.ConfirmPartner
    | a.DeclinePartner
    | a.CloseRegistration
    | a.ReopenRegistration
    | a.WithdrawEntrant
    | a.ExpelEntrant
    | a.ReinstateEntrant
    | a.ReplacePlayer
    | a.ForbidPairing
    | a.AllowPairing
    | a.RequestBye
    | a.GiveBye
    | a.OpenCheckIn
    | a.CheckIn
    | a.CloseCheckIn
    | StartRequest
    | PairRequest
    | a.PairByHand
    | a.UnpairRound
    | a.ChangeTables
    | a.OpenRound
    | a.CloseRound
    | a.ClaimResult
    | a.EnterResult
    | a.ForfeitSides
    | a.OrderReplay
    | a.CorrectResult
    | a.GrantTime
    | a.PauseTables
    | a.ResumeTables
    | a.EndTournament
    | a.AbortTournament
)
"""Everything that a client can ask for."""
