"""The text notation of actions, one line each.

====================================================  ==========================================
``place_tokens 3 brazil``                             three free tokens on Brazil
``place_tokens 2 asia india``                         two tokens bound to Asia on India
``trade_cards c_chile w_1 c_peru``                    three cards, discarded in this order
``attack brazil sahara``                              from Brazil against Sahara
``move_tokens 2 france spain``                        two tokens from France to Spain
``end_turn``                                          nothing more in this turn
``deal_board 1, 0 1 … 0, O3 O12``                     chance: first seat, owners, objectives
``roll_dice 6 3, 5 3 1``                              chance: dice of attacker and defender
``draw_card c_japan``                                 chance: the card that is drawn
====================================================  ==========================================
"""

from typing import Final

from domain.kit import Notation, Spelling
from domain.rulesets.teg.actions import (
    COUNT_MAX,
    LIST_LENGTH_MAX,
    Action,
    Attack,
    DealBoard,
    DrawCard,
    MoveTokens,
    PlaceTokens,
    RollDice,
    TradeCards,
)
from domain.rulesets.teg.atlas import CARDS, TERRITORIES
from domain.rulesets.teg.board import POOLS

_COUNT: Final = f"a number of tokens (at most {COUNT_MAX})"

NOTATION: Final = Notation[Action](
    Action,
    {
        PlaceTokens: Spelling(
            needs=f"{_COUNT}, the continent they are bound to unless they are free, and a "
            "territory",
            example="place_tokens 2 asia india",
            order=("count", "pool", "territory"),
            left_out={"pool": POOLS[0]},
            names=(*POOLS, *TERRITORIES),
        ),
        TradeCards: Spelling(
            needs=f"at most {LIST_LENGTH_MAX} cards (c_ and a territory, or w_1, w_2)",
            example="trade_cards c_chile w_1 c_peru",
            names=CARDS,
        ),
        Attack: Spelling(
            needs="two territories: source and target",
            example="attack brazil sahara",
            names=TERRITORIES,
        ),
        MoveTokens: Spelling(
            needs=f"{_COUNT} and two territories: from and to",
            example="move_tokens 2 france spain",
            order=("count", "source", "target"),
            names=TERRITORIES,
        ),
        DealBoard: Spelling(
            needs="the first seat, the owner of each territory and, if they are dealt, the "
            "objective of each seat, separated by commas",
            example="deal_board 1, 0 1 0 1, O3 O12",
        ),
        RollDice: Spelling(
            needs="the dice of the attacker and of the defender (1 to 6), separated by a comma",
            example="roll_dice 6 3, 5 3 1",
        ),
        DrawCard: Spelling(
            needs="a card (c_ and a territory, or w_1, w_2)",
            example="draw_card c_japan",
            names=CARDS,
        ),
    },
)

parse: Final = NOTATION.parse
write: Final = NOTATION.write
