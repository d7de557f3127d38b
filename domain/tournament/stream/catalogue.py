"""The rules of tournaments (TN), which apply to every ruleset."""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Rule
from domain.tournament.stream.catalogue_of_announcements import OF_ANNOUNCEMENTS
from domain.tournament.stream.catalogue_of_entrants import OF_ENTRANTS
from domain.tournament.stream.catalogue_of_officials import OF_OFFICIALS
from domain.tournament.stream.catalogue_of_pairings import OF_PAIRINGS
from domain.tournament.stream.catalogue_of_rounds import OF_ROUNDS

_RULES: Final = (*OF_OFFICIALS, *OF_ANNOUNCEMENTS, *OF_ENTRANTS, *OF_ROUNDS, *OF_PAIRINGS)

CATALOGUE: Final[Mapping[str, Rule]] = {rule.id: rule for rule in _RULES}
