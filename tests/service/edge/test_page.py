"""The page: its files as they are, nothing else, compressed, and within its security policy."""

import gzip
import json
import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import httpx
import pytest
from hatchling.builders.wheel import WheelBuilder

from domain.ruleset import LANGUAGES, AnyRuleset
from domain.rulesets.registry import RULESETS
from service.http.static.files import FILES, PageFile, WordsFile, of_ruleset
from service.http.static.release import Release, within
from tests.service.edge.conftest import Opened
from tests.support.browser.sizes import largest_first
from tests.support.games import veiled

ROOT = Path(__file__).parents[3]
FIRST_LOAD_BYTES_MAX = 100_000
"""The size limit of a first visit with gzip: the page and all files that its head names.

They had 82,000 bytes when releases lost their comments.
"""

SUFFIXES = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "json": "application/json",
    "woff2": "font/woff2",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}

IMPORTED = re.compile(
    r'^(?:import|export)\b[^;(]*?["\'](/page/[^"\']+|\.[^"\']+)["\']', re.MULTILINE
)
"""The imports of a module that load before it runs; dynamic imports load later."""


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


def test_the_front_door_is_the_page(http: httpx.Client) -> None:
    """With any query string."""
    for address in ("/", "/?from=somewhere"):
        answer = http.get(address)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")
        written = (ROOT / "service/web/index.html").read_text()
        without_preloads = re.sub(r'<link rel="modulepreload".*\n', "", answer.text)
        assert re.sub(r'"/page/[0-9a-f]{16}/', '"/page/', without_preloads) == written


def test_every_file_has_its_media_type(http: httpx.Client) -> None:
    for address, file in FILES.items():
        answer = http.get(address)
        if address != "/" and not isinstance(file, WordsFile):
            assert answer.content == file.path.read_bytes()
        expected = SUFFIXES[file.path.suffix[1:]]
        assert answer.headers["content-type"].split(";")[0] == expected
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_files_of_a_ruleset_are_below_its_id() -> None:
    """All of its page and its words, and no others."""
    for rules in RULESETS:
        home = ROOT / rules.options_type.__module__.rpartition(".")[0].replace(".", "/")
        below = f"/page/rulesets/{rules.meta.id}/"
        served = {address.removeprefix(below) for address in FILES if address.startswith(below)}
        page = {path.relative_to(home / "page").as_posix() for path in home.glob("page/**/*.*")}
        words = {path.relative_to(home).as_posix() for path in home.glob("words/*.*")}
        there = {name for name in page | words if name.rpartition(".")[2] in SUFFIXES}
        assert served == there
        assert there >= {f"words/{language}.json" for language in LANGUAGES}


def test_a_ruleset_without_files_has_the_generic_controls_and_no_words() -> None:
    """They have the addresses that its own would have, so the page need not check."""
    found = of_ruleset(veiled.VEIL)
    below = f"/page/rulesets/{veiled.VEIL.meta.id}"
    addresses = [f"{below}/words/{language}.json" for language in LANGUAGES]
    assert found.keys() == {f"{below}/index.js", *addresses}
    assert {found[address].content().plain for address in addresses} == {b"{}"}
    controls = found[f"{below}/index.js"]
    assert controls.path == ROOT / "service/web/app/generic.js"
    served = controls.content().plain
    assert b"export default {" in served
    assert b"chance: null," in served, (
        "it does not know how dice are drawn, so it calls no roll wrong"
    )


def test_a_ruleset_without_a_page_has_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The generic page loads them from the same address."""
    monkeypatch.syspath_prepend(tmp_path)
    home = tmp_path / "only_words"
    (home / "words").mkdir(parents=True)
    for name in ("__init__.py", "words/__init__.py", "words/en.json"):
        (home / name).touch()
    (home / "options.py").write_text("class Options: pass")
    options = import_module("only_words.options").Options
    words = of_ruleset(replace(veiled.VEIL, options_type=options))
    address = f"/page/rulesets/{veiled.VEIL.meta.id}/words/en.json"
    assert words[address].path == home / "words" / "en.json"


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.meta.id)
def test_a_page_gets_the_words_that_it_can_need(rules: AnyRuleset) -> None:
    """Without stories and terminals, of which the service writes the sentences."""
    served = of_ruleset(rules)
    for language in LANGUAGES:
        file = served[f"/page/rulesets/{rules.meta.id}/words/{language}.json"]
        written = json.loads(file.path.read_bytes())
        sent = json.loads(file.content().plain)
        assert written.items() >= sent.items()
        left_out = written.keys() - sent.keys()
        assert left_out
        assert {key.partition(".")[0] for key in left_out} <= {"story", "step", "text"}
        scripts = "".join(
            one.content().plain.decode() for one in served.values() if one.path.suffix == ".js"
        )
        assert not [key for key in left_out if f'"{key}"' in scripts]


def test_nothing_else_is_served(http: httpx.Client) -> None:
    for address in (
        "/page",
        "/page/",
        "/page/app",
        "/page/index.html",
        "/page/app/nothing.js",
        "/page/0123456789abcdef/app/nothing.js",
        "/page/0123456789abcdef/",
        "/page/0123456789abcdef/0123456789abcdef/app/main.js",
        "/page/0123456789ABCDEF/app/main.js",
        "/page/0123456789abcde/app/main.js",
        "/page/app/ruleset.d.ts",
        "/page/vendor/lit-html/LICENSE",
        "/page/..%2Fhttp%2Fpage.py",
        "/page/app/%2e%2e/%2e%2e/http/page.py",
        "/page//etc/passwd",
        "/page/rulesets/..%2F..%2F..%2Fdomain/chance.py",
        "/page/rulesets/teg/words/__init__.py",
        "/page/table/words/en.json",
    ):
        answer = http.get(address)
        assert answer.status_code == 404, address
        assert answer.headers["content-type"] == "application/problem+json"


def test_the_page_is_cached_and_revalidated(http: httpx.Client) -> None:
    """So an upgrade is visible at once, and unchanged files cost nothing."""
    for headers in ({"Accept-Encoding": "identity"}, {"Accept-Encoding": "br, gzip"}):
        first = http.get("/", headers=headers)
        assert first.headers["cache-control"] == "no-cache"
        assert first.headers["vary"] == "Accept-Encoding"
        again = http.get("/", headers={**headers, "If-None-Match": first.headers["etag"]})
        assert again.status_code == 304
        assert again.content == b""
        assert again.headers["etag"] == first.headers["etag"]


def release_of(http: httpx.Client) -> str:
    """Return the folder of the current release, which the page names."""
    (release,) = set(re.findall(r'"/page/([0-9a-f]{16})/', http.get("/").text))
    return f"/page/{release}/"


def test_browsers_keep_the_files_of_a_release(http: httpx.Client) -> None:
    """All of them: they refer to each other only within the release."""
    release = release_of(http)
    for address in FILES.keys() - {"/", "/worker.js"}:
        kept, plain = http.get(address.replace("/page/", release)), http.get(address)
        assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert plain.headers["cache-control"] == "no-cache"
        assert kept.headers["content-type"] == plain.headers["content-type"]
        assert kept.content == within(FILES[address], release.split("/")[2])
        if address.endswith(".js"):
            assert not re.search(r"""["'`(]/page/(?![0-9a-f]{16}/)""", kept.text)


def test_another_release_gets_the_files_as_they_are(http: httpx.Client) -> None:
    """A page from before an upgrade loads further screens, and keeps the modules that it has."""
    other = "/page/0123456789abcdef/"
    answer = http.get(f"{other}app/main.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.content == within(FILES["/page/app/main.js"], "0123456789abcdef")
    assert other in answer.text
    again = http.get(f"{other}app/main.js", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_changed_file_makes_a_new_release(tmp_path: Path) -> None:
    path = tmp_path / "some.js"
    path.write_text('import "/page/other.js";')
    files = {"/page/some.js": PageFile(path)}
    before = Release(files)
    assert before.is_current()
    assert before.sent("/page/some.js").plain == f'import "/page/{before.name}/other.js";'.encode()
    path.write_text('import "/page/another.js";')
    assert not before.is_current()
    assert not before.has("/page/some.js")
    assert Release(files).name != before.name
    path.write_text('import "/page/other.js";')
    assert Release(files).name == before.name


def test_compressed_and_plain_files_have_different_tags(http: httpx.Client) -> None:
    plain = http.get("/page/app/main.js", headers={"Accept-Encoding": "gzip;q=0"})
    packed = http.get("/page/app/main.js", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert packed.headers["etag"] != plain.headers["etag"]


def test_head_returns_the_same_headers_without_the_file(http: httpx.Client) -> None:
    for address in ("/", "/page/app/main.js"):
        whole, head = http.get(address), http.head(address)
        assert head.content == b""
        for name in ("content-type", "content-length", "etag", "content-security-policy"):
            assert head.headers[name] == whole.headers[name]
    assert http.post("/").status_code == 405


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "some.js"
    path.write_text("const before = 1;")
    file = PageFile(path)
    before = file.content()
    assert file.content() is before
    path.write_text("const afterwards = 2;")
    served = file.content()
    assert served.plain == b"const afterwards = 2;"
    assert gzip.decompress(served.packed) == served.plain
    assert served.tag != before.tag


def test_the_policy_allows_only_its_own_scripts(http: httpx.Client) -> None:
    policy = http.get("/").headers["content-security-policy"]
    assert policy.startswith("default-src 'none';")
    assert "script-src 'self';" in policy
    assert "require-trusted-types-for 'script'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_the_document_contains_nothing_that_the_policy_forbids(http: httpx.Client) -> None:
    page = http.get("/").text
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|//", page)


def test_the_page_is_not_rate_limited(opened: Opened) -> None:
    """It is many small files, and people behind one address share a bucket."""
    http = opened(rate_per_minute=600)
    assert "ratelimit" in http.get("/v1/games").headers
    for address in ("/", "/page/app/main.js", f"{release_of(http)}app/main.js"):
        assert "ratelimit" not in http.get(address).headers
        assert "ratelimit" not in http.head(address).headers


def test_the_head_names_what_the_first_load_needs(http: httpx.Client) -> None:
    """All modules imported at the start, so that the browser fetches them in parallel."""
    page = http.get("/").text
    named = set(re.findall(r'<link rel="modulepreload" href="([^"]+)"', page))
    start = re.findall(r'<script type="module" src="([^"]+)"', page)
    needed: set[str] = set()
    left = list(start)
    while left:
        address = left.pop()
        for found in IMPORTED.findall(http.get(address).text):
            target = str(httpx.URL(f"http://x{address}").join(found).path)
            if target not in needed:
                needed.add(target)
                left.append(target)
    assert len(named) > 50
    assert named == needed - set(start)


def test_the_first_load_is_small(http: httpx.Client) -> None:
    page = http.get("/").text
    addresses = ["/", *re.findall(r'(?:href|src)="(/page/[^"]+)"', page)]
    sizes = {
        one: int(http.head(one, headers={"Accept-Encoding": "gzip"}).headers["content-length"])
        for one in addresses
    }
    assert sum(sizes.values()) < FIRST_LOAD_BYTES_MAX, largest_first(sizes)


def test_the_installed_package_contains_the_page() -> None:
    carried = {
        included.distribution_path
        for project in (ROOT, ROOT / "domain")
        for included in WheelBuilder(str(project)).recurse_included_files()
    }
    for file in FILES.values():
        assert file.path.relative_to(ROOT).as_posix() in carried
    for page in (ROOT / "docs" / "reference").glob("*.md"):
        assert f"service/reference/{page.name}" in carried
