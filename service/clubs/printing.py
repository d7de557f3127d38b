"""A round to print: pairings for the wall, and result slips, as text or as a page."""

from html import escape
from string import Template
from typing import Final

from domain.ruleset import Language
from domain.tournament.stream.state import RoundState, Tournament
from service.clubs.grids import Grid, name_of, round_grid

_PAGE: Final = Template("""<!doctype html>
<html lang="$language">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>$title</title>
<style>
:root { color-scheme: light dark; }
body { margin: 1rem auto; max-width: 60rem; padding: 0 1rem; font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
.scrolls { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0; }
th, td { padding: .25rem .8rem .25rem 0; text-align: right; vertical-align: top; border-bottom: 1px solid #8886; overflow-wrap: normal; }
th.name, td.name { min-width: 6rem; text-align: left; overflow-wrap: anywhere; }
section.slip { break-inside: avoid; border: 1px solid; padding: .5rem 1rem; margin: 1rem 0; }
section.slip td { min-width: 6rem; height: 1.8rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
nav a { padding-block: .25rem; }
code, .head { font-size: .8rem; opacity: .8; }
@media print { nav { display: none; } .scrolls { overflow: visible; } }
</style>
</head>
<body>
$body
</body>
</html>
""")  # noqa: E501 - lines of CSS


def html_page(title: str, body: str, language: Language) -> str:
    """Return a page with our own small style; the title is escaped, the body is not."""
    return _PAGE.substitute(language=language, title=escape(title), body=body)


def html_table(grid: Grid, title: str) -> str:
    """Return a grid as a table that scrolls by itself on a phone, under a name for screen readers.

    A name keeps its direction whatever its script.
    """
    lines = [_row("th", grid.head, grid.names)]
    lines += [_row("td", row, grid.names) for row in grid.rows]
    table = "<table>\n" + "\n".join(lines) + "\n</table>"
    named = f'role="region" aria-label="{escape(title)}"'
    return f'<div class="scrolls" tabindex="0" {named}>{table}</div>'


def _row(tag: str, cells: tuple[str, ...], names: tuple[int, ...]) -> str:
    parts = (
        f'<{tag} class="name"><bdi>{escape(cell)}</bdi></{tag}>'
        if at in names
        else f"<{tag}>{escape(cell)}</{tag}>"
        for at, cell in enumerate(cells)
    )
    return f"<tr>{''.join(parts)}</tr>"


def page_of(
    state: Tournament, one: RoundState, head: str, *, slips: bool, language: Language
) -> str:
    """Return a round as a page: the pairings, or a slip for each table."""
    title = f"{state.announcement.name}, round {one.number}"
    body = f"<h1>{escape(title)}</h1>\n"
    body += (
        _slips(state, one, title, head)
        if slips
        else html_table(round_grid(state, one.number), title)
    )
    return html_page(title, f'{body}\n<p class="head">head {head}</p>', language)


def _slips(state: Tournament, one: RoundState, title: str, head: str) -> str:
    parts = []
    for at, table in enumerate(one.tables, 1):
        rows = tuple((str(seat), name_of(state, player, one.number), "", "", "") for seat, player in
                     enumerate(table.players, 1))  # fmt: skip
        grid = Grid(("seat", "name", "place", "score", "signature"), rows, (1, 4))
        heading = f"<h2>{escape(title)}, table {at}</h2>"
        parts.append(
            f'<section class="slip">{heading}\n{html_table(grid, f"{title}, table {at}")}</section>'
        )
    return "\n".join(parts)


def slips_of(state: Tournament, one: RoundState, head: str) -> str:
    """Return the result slips of a round as text, one block for each table."""
    blocks = []
    for at, table in enumerate(one.tables, 1):
        lines = [f"{state.announcement.name}, round {one.number}, table {at}"]
        for seat, player in enumerate(table.players, 1):
            lines += [f"{seat}. {name_of(state, player, one.number)}"]
            lines += ["   place ____  score ______  signature ____________________"]
        blocks.append("\n".join([*lines, f"head {head}", "-" * 60, ""]))
    return "\n".join(blocks)
