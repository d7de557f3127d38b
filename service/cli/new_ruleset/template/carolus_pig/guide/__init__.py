"""The guided first game of Pig: two rolls, and the end of the turn."""

from typing import Final

from domain.kit.guide import guide_of

GUIDE: Final = guide_of(__name__)
