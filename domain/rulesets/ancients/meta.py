"""The metadata of Ancients, for a lobby."""

from typing import Final

from domain.kit import Meta

META: Final = Meta(
    id="ancients",
    edition=1,
    title="Commands & Colors: Ancients",
    designers=("Richard Borg",),
    seats=(2,),
    minutes=(45, 60),
    difficulty="hard",
    maturity="alpha",
    rulebook="Public summaries of the rules of the base game, compared and completed",
)
