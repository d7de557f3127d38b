"""The metadata of TEG, for a lobby."""

from typing import Final

from domain.ruleset import Meta

META: Final = Meta(
    id="teg",
    edition=1,
    title="TEG",
    designers=("David Jalluf",),
    summary=(
        "Tokens on fifty territories of a world map, dice for every attack, cards for every "
        "turn with a conquest. Conquer the world, thirty territories, or what your secret "
        "objective asks for."
    ),
    seats=(2, 3, 4, 5, 6),
    maturity="beta",
    rulebook="Spanish help text of an online version; rulebook of the boxed game of New Yetem",
)
