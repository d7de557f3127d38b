"""A static site of a tournament: overview, rounds, standings, crosstable, record, keys, audit.

The site has no scripts and refers to nothing elsewhere, so that any web server, or a folder, can
show it. It is made from the record alone: the secret has no part in it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

import msgspec

from domain.kit.words import Words
from domain.record.jws import ALGORITHM, Jwk, from_base64url, thumbprint
from domain.record.tournament_audit import (
    AuditedTournament,
    Propose,
    TournamentAuditTerms,
    audit_tournament,
)
from domain.ruleset import Language
from domain.tournament.stream import events as e
from domain.tournament.stream.state import Tournament
from domain.tournament.stream.story import tournament_story
from service.access.record_verifier import RecordVerifier
from service.access.signing import PublishedKey, PublishedKeys
from service.archives.compression import Progress, blocks
from service.archives.framing import framed
from service.archives.record_lines import UnreadableSource
from service.archives.tournament_results import line_of
from service.archives.tournament_text import decisions_of, notes_of, summary_of
from service.clubs.archived_games import audited_games, must_agree_with_games
from service.clubs.auditing import RECORD_BYTES_MAX, breach_lines
from service.clubs.files import Club, ClubFileError
from service.clubs.grids import (
    Grid,
    crosstable_grid,
    entrants_grid,
    group_grids,
    round_grid,
    schedule_line,
    standings_grid,
    without_empty_columns,
)
from service.clubs.overview import overview
from service.clubs.printing import head_line, html_page, html_table
from service.clubs.words import CLUB_WORDS
from service.runtime.complete_file import complete_file

RECORD: Final = "tournament.json"
KEYS: Final = "jwks.json"
REPORT: Final = "report.jsonl"
GAMES: Final = "games.ndjson"


class _WithId(msgspec.Struct):
    """A record, as far as it names its game."""

    id: str


class _KeyHeader(msgspec.Struct):
    """The header of a signature, as far as it names the key."""

    jwk: Jwk


def published_keys_of(club: Club) -> PublishedKeys:
    """Return the key that signed the opening, as a JWK Set: the organiser's.

    Raises ClubFileError if the record has no receipt that names a key.
    """
    try:
        header = from_base64url(club.record.receipts[0].partition(".")[0])
        jwk = msgspec.json.decode(header, type=_KeyHeader).jwk
    except (IndexError, ValueError, msgspec.DecodeError):
        raise ClubFileError("the record has no receipt that names the organiser's key") from None
    key = PublishedKey(jwk.kty, jwk.crv, jwk.x, thumbprint(jwk), ALGORITHM, "sig")
    return PublishedKeys((key,))


def archive_of(path: Path) -> tuple[bytes, list[bytes]]:
    """Return the first record of a file, and those after it; raise ClubFileError."""
    try:
        with path.open("rb", buffering=0) as stream:
            found = [one.data for one in framed(blocks(stream, Progress()), RECORD_BYTES_MAX)]
    except OSError as failure:
        raise ClubFileError(f"{path} cannot be read: {failure.strerror}") from None
    except UnreadableSource as wrong:
        raise ClubFileError(f"{path} cannot be read: {wrong}") from None
    records = [one for one in found if one is not None]
    if not records or len(records) != len(found):
        raise ClubFileError(f"{path} has no records, or one that is too long")
    return records[0], records[1:]


def games_line_by_line(club: Club, games: Sequence[bytes]) -> bytes:
    """Return the archive of the games; raise ClubFileError if one that has a result is missing.

    The site says that the archive proves the tournament, so it must be whole.
    """
    try:
        ids = {msgspec.json.decode(one, type=_WithId).id for one in games}
    except msgspec.DecodeError:
        raise ClubFileError("the archive of the games is not NDJSON") from None
    needed = {event.game for event in club.events if isinstance(event, e.GameRecorded)}
    if missing := sorted(needed - ids):
        raise ClubFileError(f"the archive lacks games of the tournament: {', '.join(missing)}")
    return b"".join(msgspec.json.format(one, indent=-1) + b"\n" for one in games)


def publish(  # noqa: PLR0913, PLR0917 - what the command has
    club: Club,
    folder: Path,
    language: Language,
    propose: Propose,
    games: Sequence[bytes] = (),
    jobs: int = 1,
    organiser: str | None = None,
) -> list[str]:
    """Write the site, or write it again; return the names of its files.

    ``organiser`` is a name for people, which nothing proves. Refuse a folder with anything but this
    tournament, because files there would be replaced.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()) and not _is_of(club, folder / RECORD):
            raise ClubFileError(f"{folder} contains something else; choose an empty folder")
        files = site_of(club, language, propose, games, jobs, organiser)
        for name, content in files.items():
            with complete_file(folder / name) as stream:
                stream.write(content)
    except OSError as failure:
        raise ClubFileError(f"{folder} cannot be written: {failure.strerror}") from None
    return [*files]


def _is_of(club: Club, record: Path) -> bool:
    """Return whether an earlier site of this tournament is in the folder."""
    return record.exists() and f'"id":"{club.state.id}"'.encode() in record.read_bytes()


def site_of(
    club: Club,
    language: Language,
    propose: Propose,
    games: Sequence[bytes] = (),
    jobs: int = 1,
    organiser: str | None = None,
) -> Mapping[str, bytes]:
    """Return the files of the site by their names; the audit asks ``propose`` for pairs.

    The games are audited on ``jobs`` cores. Raises ClubFileError for games that an audit of the
    site would refuse.
    """
    keys = published_keys_of(club)
    archive = games_line_by_line(club, games) if games else b""
    unfinished = not club.state.finished
    kid = keys.keys[0].kid
    proved = audited_games(archive, kid, jobs, unfinished=unfinished) if games else None
    terms = TournamentAuditTerms(propose, proved, unfinished=unfinished)
    audited = audit_tournament(club.record, RecordVerifier([kid]), terms)
    if games:
        must_agree_with_games(audited)
    texts, name = CLUB_WORDS[language], club.state.announcement.name
    pages = [*_pages(club, audited, language, kid, organiser, archived=bool(games))]
    links = "".join(f'<a href="{file}">{escape(title)}</a>\n' for file, title, _ in pages)
    found = {
        file: html_page(
            f"{name}: {title}",
            f"<h1>{escape(name)}</h1>\n<nav>\n{links}</nav>\n"
            f"<h2>{escape(title)}</h2>\n{body}\n{head_line(club.head, texts)}",
            language,
        ).encode()
        for file, title, body in pages
    }
    if games:
        found[GAMES] = archive
    found[RECORD] = msgspec.json.encode(club.record) + b"\n"
    found[KEYS] = msgspec.json.format(msgspec.json.encode(keys), indent=2) + b"\n"
    found[REPORT] = msgspec.json.encode(line_of(RECORD, audited, language)) + b"\n"
    return found


def _pages(
    club: Club,
    audited: AuditedTournament,
    language: Language,
    kid: str,
    organiser: str | None,
    *,
    archived: bool,
) -> Iterator[tuple[str, str, str]]:
    """Yield name, title and body of each page."""
    state, texts = club.state, CLUB_WORDS[language]
    first = _terms(overview(club, audited, language, kid, organiser))
    first += _section(texts("title.entrants"), entrants_grid(state, texts))
    if line := schedule_line(state, texts):
        first += f"\n<p>{escape(line)}</p>"
    yield "index.html", texts("title.overview"), f"{first}\n{_proof(texts, archived=archived)}"
    for one in state.rounds:
        title = texts("title.round", round=one.number)
        grid = round_grid(state, one.number, texts)
        yield f"round-{one.number}.html", title, html_table(grid, title)
    if state.started:
        title = texts("title.standings")
        yield "standings.html", title, _standings(state, texts)
        title = texts("title.crosstable")
        yield "crosstable.html", title, html_table(crosstable_grid(state, texts), title)
    story = tournament_story(state.id, club.events, language)
    yield "story.html", texts("title.story"), _listed(story)
    yield "audit.html", texts("title.audit"), _report(audited, language)


def _terms(rows: Iterable[tuple[str, str]]) -> str:
    items = (f"<dt>{escape(term)}</dt><dd><bdi>{escape(said)}</bdi></dd>\n" for term, said in rows)
    return f"<dl>\n{''.join(items)}</dl>"


def _section(title: str, grid: Grid) -> str:
    return f"\n<h3>{escape(title)}</h3>\n{html_table(without_empty_columns(grid), title)}"


def _proof(texts: Words, *, archived: bool) -> str:
    """Return how anyone can prove the files of the site."""
    games = (GAMES,) if archived else ()
    links = (f'<a href="{name}">{name}</a>' for name in (RECORD, KEYS, REPORT, *games))
    files = escape(texts("over.files", files="\0")).replace("\0", ", ".join(links))
    command = f"carolus audit --keys {KEYS} {' '.join(('--tournament', RECORD, *games))}"
    title = escape(texts("title.proof"))
    return f"<h3>{title}</h3>\n<p>{files} <code>{command}</code></p>"


def _standings(state: Tournament, texts: Words) -> str:
    groups = "".join(
        _section(texts("title.group", group=number), grid)
        for number, grid in enumerate(group_grids(state, texts), 1)
    )
    if groups:
        groups += f"\n<h3>{escape(texts('title.all_entrants'))}</h3>\n"
    return groups + html_table(standings_grid(state, texts), texts("title.standings"))


def _report(audited: AuditedTournament, language: Language) -> str:
    if audited.breaches:
        return _listed(text for one in audited.breaches for text in breach_lines(one, language))
    summary = "".join(f"<p>{escape(text)}</p>\n" for text in summary_of(audited, language))
    texts = CLUB_WORDS[language]
    if decisions := _listed(decisions_of(audited, language)):
        title, why = (escape(texts(f"title.decisions{end}")) for end in ("", ".why"))
        summary += f"<h3>{title}</h3>\n<p>{why}</p>\n{decisions}\n"
    if notes := _listed(notes_of(audited, language)):
        summary += f"<h3>{escape(texts('title.notes'))}</h3>\n{notes}\n"
    return summary


def _listed(texts: Iterable[str]) -> str:
    items = "".join(f"<li><bdi>{escape(text)}</bdi></li>\n" for text in texts)
    return f"<ol>\n{items}</ol>" if items else ""
