"""``carolus tournament publish``: a static site that proves itself."""

import re
from html import unescape
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from domain.record.finding import Finding
from domain.record.tournament_audit import AuditedTournament
from service.clubs import files
from service.clubs.archived_games import must_agree_with_games
from service.clubs.files import ClubFileError
from tests.support.servers.commands import run
from tests.support.tournaments.evenings import NAMES, announced, ended, started


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where the tournament of a test goes."""
    return tmp_path / "club.json"


def test_the_site_has_everything_and_its_files_are_valid(file: Path) -> None:
    """Every link leads somewhere, and the audit that the page shows succeeds."""
    evening = ended(file)
    site = file.with_name("site")
    evening.do("publish", str(site))
    index = (site / "index.html").read_text("utf-8")
    names = set(re.findall(r'href="([^"]+)"', index))
    assert names | {"index.html"} == {one.name for one in site.iterdir()}
    assert {"round-1.html", "round-2.html", "standings.html", "crosstable.html"} <= names
    (words,) = re.findall(r"<code>carolus (.*?)</code>", index)
    asked = [str(site / word) if (site / word).exists() else word for word in words.split()]
    done = run(*asked)
    assert done.exit_code == 0, done.output
    audit = (site / "audit.html").read_text("utf-8")
    for line in done.stdout.splitlines()[1:4]:
        assert line in unescape(audit)


def test_pages_are_safe_and_refer_to_nothing_elsewhere(file: Path) -> None:
    evening = announced(file)
    evening.do("enter", "<script>x</script>", "Дора", "فاطمة", "A & B")
    evening.do("start")
    evening.round()
    site = file.with_name("site")
    evening.do("publish", str(site), "--language", "es")
    for page in site.glob("*.html"):
        text = page.read_text("utf-8")
        assert "<script" not in text
        assert "://" not in text
        assert '<html lang="es">' in text
        assert "default-src 'none'" in text
    assert "&lt;script&gt;" in (site / "index.html").read_text("utf-8")


def test_nothing_secret_is_published_before_the_end(file: Path) -> None:
    evening = started(file)
    evening.round()
    site = file.with_name("site")
    evening.do("publish", str(site))
    secret = files.read_secret(file)
    for one in site.iterdir():
        assert secret.secret not in one.read_text("utf-8")
        assert secret.key not in one.read_text("utf-8")
    assert "not revealed yet" in (site / "audit.html").read_text("utf-8")
    evening.round()
    evening.do("end")
    evening.do("publish", str(site))
    assert (site / "tournament.json").read_bytes() == file.read_bytes()


def test_nothing_else_is_overwritten(file: Path) -> None:
    evening = started(file)
    site = file.with_name("site")
    site.mkdir()
    (site / "index.html").write_text("mine")
    assert "contains something else" in evening.refused("publish", str(site))
    assert (site / "index.html").read_text() == "mine"
    other = file.with_name("other")
    another = started(file.with_name("other.json"), "--name", "Another evening")
    another.do("publish", str(other))
    assert "contains something else" in evening.refused("publish", str(other))
    assert "cannot be written" in evening.refused("publish", str(file))


def test_an_archive_without_records_is_not_published(file: Path) -> None:
    evening = started(file)
    site = str(file.with_name("site"))
    other = file.with_name("games.ndjson")
    assert "cannot be read" in evening.refused("publish", site, "--games", str(other))
    other.write_bytes(b"")
    assert "has no records" in evening.refused("publish", site, "--games", str(other))
    other.write_text("carolus-record/1\nid one\n")
    assert "not NDJSON" in evening.refused("publish", site, "--games", str(other))


@pytest.mark.parametrize("receipts", [[], ["\u00e9"], ["A"], ["e30.e30.AA"], ["AAAA.AAAA.AAAA"]])
def test_a_record_whose_receipts_name_no_key_is_not_published(
    file: Path, receipts: list[str]
) -> None:
    evening = started(file)
    record = msgspec.json.decode(file.read_bytes())
    file.write_bytes(msgspec.json.encode({**record, "receipts": receipts}))
    site = file.with_name("site")
    assert "no receipt that names" in evening.refused("publish", str(site))
    assert not [*site.iterdir()]


def test_games_that_contradict_the_tournament_are_not_published() -> None:
    breach = Finding("breach", "RC-TOUR-5", "other_ranks", {"game": "game-1"}, 7)
    other = replace(breach, rule="RC-TOUR-4")
    must_agree_with_games(AuditedTournament(None, None, (other,)))
    with pytest.raises(ClubFileError, match=r"game game-1, at .*RC-TOUR-5.*other ranks"):
        must_agree_with_games(AuditedTournament(None, None, (other, breach)))


def test_a_german_site_has_german_numbers_and_no_column_of_those_who_left(file: Path) -> None:
    """Programs read a column, and numbers with a point, from the CSV."""
    evening = started(file, "--seats", "2", "--rounds", "2")
    evening.do("pair")
    first = evening.state.rounds[0].tables[0].players
    evening.do("result", "1", "--places", " = ".join(map(str, first)))
    evening.play()
    evening.do("withdraw", str(first[0]), "--reason", "Ill")
    site = file.with_name("site")
    evening.do("publish", str(site), "--language", "de")
    pages = {name: (site / name).read_text("utf-8") for name in ("index.html", "standings.html")}
    left = f"<bdi>{NAMES[first[0] - 1]} (zurückgezogen)</bdi>"
    assert all(left in page and ">Status<" not in page for page in pages.values())
    assert "<td>0,5</td>" in pages["standings.html"]
    assert "<bdi>0,5</bdi>" in (site / "round-1.html").read_text("utf-8")
    listed = evening.do("export", "--csv")
    assert listed.startswith("rank,name,status,points,")
    assert ",withdrawn,0.5," in listed
