"""What a lobby needs in order to offer the game."""

from typing import Final

from domain.ruleset import Meta

META: Final = Meta(
    id="pig",
    edition=1,
    title="Pig",
    designers=("traditional",),
    summary="Roll as often as you dare; a one loses what you rolled in this turn.",
    seats=(2, 3, 4),
    maturity="alpha",
    rulebook="folk rules",
)
