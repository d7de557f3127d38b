"""A round to print: pairings for the wall, and result slips, as text or as a page."""

from html import escape
from string import Template
from typing import Final

from domain.kit.words import Words
from domain.ruleset import Language
from domain.tournament.stream.state import RoundState, Tournament
from service.clubs.grids import Grid, round_grid
from service.clubs.words import CLUB_WORDS

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
th.name, td.name { min-width: 8.5em; text-align: left; overflow-wrap: anywhere; }
@media (max-width: 30rem) { table { font-size: .85rem; } th, td { padding-right: .45rem; } }
section.slip { break-inside: avoid; border: 1px solid; padding: .5rem 1rem; margin: 1rem 0; }
section.slip td { min-width: 6rem; height: 1.8rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
nav a { padding-block: .25rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; }
dt { font-weight: 600; }
dd { margin: 0; }
ul.legend { padding: 0; list-style: none; font-size: .85rem; }
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
    """Return a grid as a table that scrolls by itself on a phone, and its legend below.

    The table has a name for screen readers. The name of a person keeps its direction whatever its
    script.
    """
    lines = [_row("th", grid.head, grid.names)]
    lines += [_row("td", row, grid.names) for row in grid.rows]
    table = "<table>\n" + "\n".join(lines) + "\n</table>"
    named = f'role="region" aria-label="{escape(title)}"'
    return f'<div class="scrolls" tabindex="0" {named}>{table}</div>{_legend(grid.legend)}'


def _legend(lines: tuple[str, ...]) -> str:
    items = "".join(f"<li>{escape(line)}</li>\n" for line in lines)
    return f'\n<ul class="legend">\n{items}</ul>' if items else ""


def _row(tag: str, cells: tuple[str, ...], names: tuple[int, ...]) -> str:
    parts = (
        f'<{tag} class="name"><bdi>{escape(cell)}</bdi></{tag}>'
        if at in names
        else f"<{tag}>{escape(cell)}</{tag}>"
        for at, cell in enumerate(cells)
    )
    return f"<tr>{''.join(parts)}</tr>"


def title_of(state: Tournament, one: RoundState, texts: Words) -> str:
    """Return the title of a round to print."""
    return texts("title.of_round", name=state.announcement.name, round=one.number)


def page_of(
    state: Tournament, one: RoundState, head: str, *, slips: bool, language: Language
) -> str:
    """Return a round as a page: the pairings, or a slip for each table."""
    texts = CLUB_WORDS[language]
    title = title_of(state, one, texts)
    body = (
        _slips(state, one, texts)
        if slips
        else html_table(round_grid(state, one.number, texts), title)
    )
    shown = f"<h1>{escape(title)}</h1>\n{body}\n{head_line(head, texts)}"
    return html_page(title, shown, language)


def head_line(head: str, texts: Words) -> str:
    """Return the head of a record, and what it is good for, as the last lines of a page."""
    why = f"<br>\n{escape(texts('head.why'))}"
    return f'<p class="head">{escape(texts("head", head=head))}{why}</p>'


def _slips(state: Tournament, one: RoundState, texts: Words) -> str:
    parts = []
    columns = ("seat", "name", "place", "score", "signature")
    head = tuple(texts(f"grid.{name}") for name in columns)
    for at, table in enumerate(one.tables, 1):
        people = (state.entrants[player - 1].name_in(one.number) for player in table.players)
        rows = tuple((str(seat), name, "", "", "") for seat, name in enumerate(people, 1))
        title = _title_of_table(state, one, at, texts)
        grid = html_table(Grid(head, rows, (1, 4)), title)
        parts.append(f'<section class="slip"><h2>{escape(title)}</h2>\n{grid}</section>')
    return "\n".join(parts)


def _title_of_table(state: Tournament, one: RoundState, table: int, texts: Words) -> str:
    name = state.announcement.name
    return texts("title.of_table", name=name, round=one.number, table=table)


def slips_of(state: Tournament, one: RoundState, head: str, language: Language) -> str:
    """Return the result slips of a round as text, one block for each table."""
    texts = CLUB_WORDS[language]
    place, score, signature = (texts(f"grid.{name}") for name in ("place", "score", "signature"))
    blocks = []
    for at, table in enumerate(one.tables, 1):
        lines = [_title_of_table(state, one, at, texts)]
        for seat, player in enumerate(table.players, 1):
            lines += [f"{seat}. {state.entrants[player - 1].name_in(one.number)}"]
            lines += [f"   {place} ____  {score} ______  {signature} ____________________"]
        blocks.append("\n".join([*lines, texts("head", head=head), "-" * 60, ""]))
    return "\n".join(blocks)
