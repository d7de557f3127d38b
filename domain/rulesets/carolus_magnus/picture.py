"""The board as SVG."""

from domain.rulesets.carolus_magnus.text import text
from domain.rulesets.carolus_magnus.view import PositionView


def picture(view: PositionView) -> str:
    """Return the board as a self-contained SVG."""
    lines = text(view).splitlines()
    rows = "".join(f'<tspan x="16" dy="18">{line.replace(">", "&gt;")}</tspan>' for line in lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 {18 * len(lines) + 32}" '
        'role="img"><title>Carolus Magnus</title>'
        f'<text y="0" font-family="monospace" font-size="13" xml:space="preserve">{rows}</text>'
        "</svg>\n"
    )
