"""The rules of tournaments (TN), which apply to every ruleset."""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Rule
from domain.tournament.stream.catalogue_of_entrants import OF_ENTRANTS
from domain.tournament.stream.catalogue_of_pairings import OF_PAIRINGS
from domain.tournament.stream.catalogue_of_rounds import OF_ROUNDS

CATALOGUE: Final[Mapping[str, Rule]] = {
    rule.id: rule for rule in (*OF_ENTRANTS, *OF_ROUNDS, *OF_PAIRINGS)
}
