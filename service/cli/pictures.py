"""The album of a replayed game: a picture of every position, and a page to browse them.

The album is a folder: an SVG for each entry that changes the board, named after the entry, and
``index.html``. The page opens in any browser from the disk and loads nothing from elsewhere.
Without scripts it is a list of links to the pictures.
"""

from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

from domain.ruleset import Language
from service.cli import rendering
from service.cli.replayed import ReplayedGame

INDEX: Final = "index.html"
DIGITS_MIN: Final = 4


def write_album(game: ReplayedGame, folder: Path, language: Language) -> int:
    """Write all pictures of a game and their page; return the number of pictures.

    Creates the folder if it is missing. Raises OSError, even if the folder is not empty.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError("the folder is not empty; name a new one")
    digits = max(DIGITS_MIN, len(str(len(game.steps))))
    pictures = {}
    for index, view in game.changes():
        pictures[index] = f"{index:0{digits}}.svg"
        picture = game.rules.picture(view, language)
        (folder / pictures[index]).write_text(picture, encoding="utf-8")
    page = _page(game, pictures, language)
    (folder / INDEX).write_text(page, encoding="utf-8")
    return len(pictures)


def _page(game: ReplayedGame, pictures: dict[int, str], language: Language) -> str:
    """Return the page of the album."""
    template = (files("service.cli") / "album.html").read_text(encoding="utf-8")
    meta = game.rules.meta
    last = game.steps[-1].game
    return Template(template).substitute(
        title=escape(f"{meta.title}, game {game.record.id}"),
        game=escape(meta.title),
        about=escape(f"{game.record.ruleset}, game {game.record.id}"),
        seats="".join(
            f"<li>{escape(rendering.printable(seat))}</li>" for seat in rendering.seats(last)
        ),
        ending=escape(game.ending()),
        entries="\n".join(_entries(game, pictures, language)),
    )


def _entries(game: ReplayedGame, pictures: dict[int, str], language: Language) -> Iterator[str]:
    """Yield the items of the list; items before the first picture have no link."""
    picture = None
    turns = set(game.turns)
    for index in range(len(game.steps)):
        if index in turns:
            yield f'<li class="turn">Turn {game.turn(index)}</li>'
        picture = pictures.get(index, picture)
        text = (
            f"<b>{index}</b> <span>{escape(game.who(index))}:</span> {escape(game.action(index))}"
        )
        if picture is not None:
            text = f'<a href="{picture}">{text}</a>'
        story = "".join(f"<li>{escape(one)}</li>" for one in game.story(index, language))
        yield f'<li id="entry-{index}">{text}<ul>{story}</ul></li>'
    breach = game.breach(language)
    if breach:
        yield f'<li class="wrong">{escape(breach)}</li>'
