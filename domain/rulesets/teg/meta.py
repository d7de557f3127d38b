"""The metadata of TEG, for a lobby."""

from typing import Final

from domain.kit import Meta

META: Final = Meta(
    id="teg",
    edition=1,
    title="TEG",
    designers=("David Jalluf",),
    seats=(2, 3, 4, 5, 6),
    minutes=(45, 180),
    difficulty="easy",
    maturity="beta",
    rulebook="Spanish help text of an online version; rulebook of the boxed game of New Yetem",
)
