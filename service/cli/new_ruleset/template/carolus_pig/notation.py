"""Actions as lines of text, such as ``show_face 6``, and back."""

from typing import Final

from carolus_pig.actions import Action
from domain.kit.notation import Notation

NOTATION: Final = Notation[Action](Action)
parse, write = NOTATION.parse, NOTATION.write
