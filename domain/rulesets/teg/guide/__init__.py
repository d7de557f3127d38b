"""The guided first game of TEG: two rounds, up to the conquest of South America."""

from typing import Final

from domain.kit.guide import guide_of

GUIDE: Final = guide_of(__name__)
