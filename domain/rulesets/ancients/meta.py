"""The metadata of Ancients, for a lobby."""

from typing import Final

from domain.kit import Meta

META: Final = Meta(
    id="ancients",
    edition=1,
    title="Commands & Colors: Ancients",
    designers=("Richard Borg",),
    summary={
        "en": "Two armies of antiquity on a field of hexes, ordered by cards and fought with dice. "
        "Fifteen battles, from Akragas to Zama; the first to win enough banners wins.",
        "es": "Dos ejércitos de la Antigüedad en un campo de hexágonos, con órdenes de cartas y "
        "combates con dados. Quince batallas, de Acragante a Zama; gana quien antes reúna los "
        "estandartes.",
        "de": "Zwei Heere der Antike auf einem Feld aus Sechsecken, mit Karten befehligt und mit "
        "Würfeln ausgefochten. Fünfzehn Schlachten, von Akragas bis Zama; wer zuerst genug Banner "
        "hat, gewinnt.",
    },
    seats=(2,),
    minutes=(45, 60),
    difficulty="hard",
    maturity="alpha",
    rulebook="Public summaries of the rules of the base game, compared and completed",
)
