"""The metadata of Carolus Magnus, for a lobby."""

from typing import Final

from domain.ruleset import Meta

META: Final = Meta(
    id="carolus-magnus",
    edition=1,
    title="Carolus Magnus",
    designers=("Leo Colovini",),
    summary=(
        "The emperor walks round a ring of fifteen territories. Where he stops, the side whose "
        "clans are strongest builds a castle; neighbouring territories of one owner grow together."
    ),
    seats=(2, 3, 4),
    maturity="production",
    rulebook="English rulebook of the Rio Grande edition; German rules of the online version",
)
