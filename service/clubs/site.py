"""A static site of a tournament: list, rounds, standings, crosstable, record, keys, audit.

The site has no scripts and refers to nothing elsewhere, so that any web server, or a folder, can
show it. It is made from the record alone: the secret has no part in it.
"""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Final

import msgspec

from domain.record.jws import ALGORITHM, Jwk, from_base64url, thumbprint
from domain.record.tournament_audit import (
    AuditedTournament,
    Propose,
    TournamentAuditTerms,
    audit_tournament,
)
from domain.ruleset import Language
from domain.tournament.stream.story import tournament_story
from service.access.signing import PublishedKey, PublishedKeys
from service.access.verifying import RecordVerifier
from service.archives.tournament_results import line_of
from service.clubs.auditing import (
    breach_lines,
    decisions_of,
    summary_of,
)
from service.clubs.files import Club, ClubFileError
from service.clubs.printing import html_page, html_table
from service.clubs.tables import (
    crosstable_grid,
    entrants_grid,
    group_grids,
    round_grid,
    schedule_line,
    standings_grid,
)
from service.runtime.complete_file import complete_file

RECORD: Final = "tournament.json"
KEYS: Final = "jwks.json"
REPORT: Final = "report.jsonl"


class _KeyHeader(msgspec.Struct):
    """The header of a signature, as far as it names the key."""

    jwk: Jwk


def published_keys_of(club: Club) -> PublishedKeys:
    """Return the key that signed the opening, as a JWK Set: the organiser's."""
    header = from_base64url(club.record.receipts[0].partition(".")[0])
    jwk = msgspec.json.decode(header, type=_KeyHeader).jwk
    key = PublishedKey(jwk.kty, jwk.crv, jwk.x, thumbprint(jwk), ALGORITHM, "sig")
    return PublishedKeys((key,))


def publish(club: Club, folder: Path, language: Language, propose: Propose) -> list[str]:
    """Write the site, or write it again; return the names of its files.

    Refuse a folder with anything but this tournament, because files there would be replaced.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()) and not _is_of(club, folder / RECORD):
            raise ClubFileError(f"{folder} contains something else; choose an empty folder")
        files = site_of(club, language, propose)
        for name, content in files.items():
            with complete_file(folder / name) as stream:
                stream.write(content)
    except OSError as failure:
        raise ClubFileError(f"{folder} cannot be written: {failure.strerror}") from None
    return [*files]


def _is_of(club: Club, record: Path) -> bool:
    """Return whether an earlier site of this tournament is in the folder."""
    return record.exists() and f'"id":"{club.state.id}"'.encode() in record.read_bytes()


def site_of(club: Club, language: Language, propose: Propose) -> Mapping[str, bytes]:
    """Return the files of the site by their names; the audit asks ``propose`` for pairs."""
    terms = TournamentAuditTerms(propose, unfinished=not club.state.finished)
    keys = published_keys_of(club)
    audited = audit_tournament(club.record, RecordVerifier([keys.keys[0].kid]), terms)
    pages = [*_pages(club, audited, language)]
    links = "".join(f'<a href="{name}">{escape(title)}</a>\n' for name, title, _ in pages)
    found = {
        name: html_page(
            f"{club.state.announcement.name}: {title}",
            f"<h1>{escape(club.state.announcement.name)}</h1>\n<nav>\n{links}</nav>\n"
            f'<h2>{escape(title)}</h2>\n{body}\n<p class="head">head {club.head}</p>',
            language,
        ).encode()
        for name, title, body in pages
    }
    found[RECORD] = msgspec.json.encode(club.record) + b"\n"
    found[KEYS] = msgspec.json.format(msgspec.json.encode(keys), indent=2) + b"\n"
    found[REPORT] = msgspec.json.encode(line_of(RECORD, audited, language)) + b"\n"
    return found


def _pages(
    club: Club, audited: AuditedTournament, language: Language
) -> Iterator[tuple[str, str, str]]:
    """Yield name, title and body of each page."""
    state = club.state
    files = ", ".join(f'<a href="{name}">{name}</a>' for name in (RECORD, KEYS, REPORT))
    proof = (
        f"<p>Files: {files}. Anyone can prove them: "
        f"<code>carolus audit --keys {KEYS} --tournament {RECORD}</code></p>"
    )
    schedule = f"<p>{escape(schedule_line(state))}</p>\n" if state.schedule is not None else ""
    yield "index.html", "Entrants", f"{html_table(entrants_grid(state))}\n{schedule}{proof}"
    for one in state.rounds:
        title = f"Round {one.number}"
        yield f"round-{one.number}.html", title, html_table(round_grid(state, one.number))
    if state.started:
        groups = "".join(
            f"<h3>Group {number}</h3>\n{html_table(grid)}\n"
            for number, grid in enumerate(group_grids(state), 1)
        )
        yield "standings.html", "Standings", groups + html_table(standings_grid(state))
        yield "crosstable.html", "Crosstable", html_table(crosstable_grid(state))
    story = tournament_story(state.id, club.events, language)
    yield "story.html", "What happened", _listed(story)
    yield "audit.html", "Audit", _report(audited, language)


def _report(audited: AuditedTournament, language: Language) -> str:
    if audited.breaches:
        return _listed(text for one in audited.breaches for text in breach_lines(one, language))
    summary = "".join(f"<p>{escape(text)}</p>\n" for text in summary_of(audited))
    return summary + _listed(decisions_of(audited, language))


def _listed(texts: Iterable[str]) -> str:
    items = "".join(f"<li><bdi>{escape(text)}</bdi></li>\n" for text in texts)
    return f"<ol>\n{items}</ol>" if items else ""
