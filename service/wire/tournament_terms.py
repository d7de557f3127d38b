"""The terms of a tournament as an answer has them: all of them, including defaults.

Events and records leave those out, and so does their hash. A client that shows a tournament should
not have to know the defaults.
"""

from typing import Final, TypeAlias

import msgspec

from domain.tournament.model import Announced
from domain.tournament.stream import announcement as announced


class RoundRobinFormat(
    announced.RoundRobin, frozen=True, tag_field="kind", tag="round_robin", omit_defaults=False
):
    """All entrants meet each other once in each leg, which determines the number of rounds."""


class KnockOutFormat(
    announced.KnockOut, frozen=True, tag_field="kind", tag="knock_out", omit_defaults=False
):
    """Entrants who have lost ``lives`` times are out; at larger tables, the best ``advance``."""


class GroupsFormat(
    announced.Groups, frozen=True, tag_field="kind", tag="groups", omit_defaults=False
):
    """Round robins in groups, then a knock-out for the best ``qualify`` entrants of each group.

    ``legs`` applies to each group, ``lives`` and ``advance`` to the final.
    """


FormatView: TypeAlias = announced.Swiss | RoundRobinFormat | KnockOutFormat | GroupsFormat


class TournamentRegistration(announced.RegistrationTerms, frozen=True, omit_defaults=False):
    """Who may enter, and when."""


class TournamentByes(announced.RequestedByes, frozen=True, omit_defaults=False):
    """The byes that an entrant can request before a round."""


class TournamentPace(announced.RoundPace, frozen=True, omit_defaults=False):
    """Who begins and ends rounds: the organiser or the service."""


class TournamentRules(Announced, frozen=True):
    """Points, tie-breaks and rounds."""


class TournamentTerms(announced.Announcement, frozen=True, omit_defaults=False):
    """Everything that entrants know before they enter."""

    format: FormatView
    rules: TournamentRules
    registration: TournamentRegistration = TournamentRegistration()
    byes: TournamentByes = TournamentByes()
    pace: TournamentPace = TournamentPace()


COMPLETE: Final = (
    RoundRobinFormat,
    KnockOutFormat,
    GroupsFormat,
    TournamentRegistration,
    TournamentByes,
    TournamentPace,
    TournamentRules,
    TournamentTerms,
)
"""The types whose members are always sent, although they have defaults."""


def terms_view(announcement: announced.Announcement) -> TournamentTerms:
    """Return all terms of an announcement."""
    return msgspec.convert(msgspec.to_builtins(announcement), TournamentTerms)


def rules_view(rules: Announced) -> TournamentRules:
    """Return the rules of points and tie-breaks."""
    return msgspec.convert(msgspec.to_builtins(rules), TournamentRules)
