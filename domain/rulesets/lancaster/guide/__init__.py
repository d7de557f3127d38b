"""The guided first game of Lancaster: the first of five rounds."""

from typing import Final

from domain.kit.guide import guide_of

GUIDE: Final = guide_of(__name__)
