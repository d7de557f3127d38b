"""The guided first game of Carolus Magnus: two turns, up to territories that merge."""

from typing import Final

from domain.kit.guide import guide_of

GUIDE: Final = guide_of(__name__)
