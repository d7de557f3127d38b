"""The text notation of actions, one line each.

==================================================  ============================================
``choose_ally yellow``                              the colour of the ally
``choose_extension cs_gold``                        the first extension
``place_knight blue 2 c 1``                         a knight of strength 2 on C, with a squire
``choose_favour kf_upgrade 2@court -``              a favour, its knight and its noble
``cast_vote yes 1``                                 a ballot and vote markers
``use_law l06, 0, -, cs_gold cs_votes, no``         law, amount, knight, extensions, swap
``score_county both 1@c no - -``                    option, knight, recruit, extension, voyage
``name_start_player 2``                             the start player of the next round
``value_source tile cs_recruit no -``               source, space, whether it is used, knight
``ransom 1 3``                                      the knights that are bought free
``arrange_table 1, b04 b01, l03 l01 … l06``         chance: start player, battles, laws
``reveal_votes``                                    chance: the ballots
``turn_up_cards b07 b02, l08 l07 l09``              chance: battles, laws
==================================================  ============================================

All values that decline something may be left out together: ``score_county noble``.
"""

from typing import Final

from domain.kit.notation import Notation
from domain.rulesets.lancaster.actions import Action

NOTATION: Final = Notation[Action](Action)

parse: Final = NOTATION.parse
write: Final = NOTATION.write
