"""The text notation of actions, one line each.

====================================================  ==========================================
``choose_disc 3``                                     play disc 3
``exchange_jokers red pink``                          a clan for each joker
``place_paladins red court, blue 5, blue court``      a clan and its place for each paladin
``move_emperor 2``                                    two territories clockwise
``choose_crowns red blue``                            a clan for each crown
``arrange_table 1 0, blue … red, 7``                   chance: opening order, ring, emperor
``roll_dice red crown blue``                          chance: the faces
====================================================  ==========================================
"""

from typing import Final

from domain.kit import Notation, Spelling
from domain.rulesets.carolus_magnus.actions import (
    LIST_LENGTH_MAX,
    Action,
    ArrangeTable,
    ChooseCrowns,
    ChooseDisc,
    ExchangeJokers,
    MoveEmperor,
    PlacePaladins,
    RollDice,
)
from domain.rulesets.carolus_magnus.board import CLANS, FACES

_SOME_CLANS: Final = f"at most {LIST_LENGTH_MAX} clans ({', '.join(CLANS)})"

NOTATION: Final = Notation[Action](
    Action,
    {
        ChooseDisc: Spelling(needs="a disc from 1 to 5", example="choose_disc 3"),
        ExchangeJokers: Spelling(
            needs=_SOME_CLANS, example="exchange_jokers red pink", names=CLANS, noun="clan"
        ),
        PlacePaladins: Spelling(
            needs=f"at most {LIST_LENGTH_MAX} pairs of a clan ({', '.join(CLANS)}) and a place "
            "(court, or the first segment of a territory, 1 to 15), separated by commas",
            example="place_paladins red court, blue 5, blue court",
        ),
        MoveEmperor: Spelling(needs="a number of steps from 0 to 99", example="move_emperor 2"),
        ChooseCrowns: Spelling(
            needs=_SOME_CLANS, example="choose_crowns red blue", names=CLANS, noun="clan"
        ),
        ArrangeTable: Spelling(
            needs="the seats in opening order, the clans on segments 1 to 15 and the emperor's "
            "segment, separated by commas",
            example=f"arrange_table 1 0, {' '.join(CLANS * 3)}, 7",
        ),
        RollDice: Spelling(
            needs=f"at most {LIST_LENGTH_MAX} faces ({', '.join(FACES)})",
            example="roll_dice red crown blue",
        ),
    },
)

parse: Final = NOTATION.parse
write: Final = NOTATION.write
