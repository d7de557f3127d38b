"""The metadata of TEG, for a lobby."""

from typing import Final

from domain.kit import Meta

META: Final = Meta(
    id="teg",
    edition=1,
    title="TEG",
    designers=("David Jalluf",),
    summary={
        "en": (
            "Fifty territories on a map of the world, and dice for every attack. Conquer the "
            "world, or fulfil your secret objective before the others fulfil theirs."
        ),
        "es": (
            "Cincuenta territorios en un mapa del mundo, y dados para cada ataque. Conquista el "
            "mundo, o cumple tu objetivo secreto antes de que los demás cumplan el suyo."
        ),
        "de": (
            "Fünfzig Gebiete auf einer Weltkarte, und Würfel für jeden Angriff. Erobere die Welt, "
            "oder erfülle deinen geheimen Auftrag, bevor die anderen ihren erfüllen."
        ),
    },
    seats=(2, 3, 4, 5, 6),
    minutes=(45, 180),
    difficulty="easy",
    maturity="beta",
    rulebook="Spanish help text of an online version; rulebook of the boxed game of New Yetem",
)
