"""The guided first game of Ancients: the second turn of Syracuse at Akragas."""

from typing import Final

from domain.kit.guide import guide_of

GUIDE: Final = guide_of(__name__)
