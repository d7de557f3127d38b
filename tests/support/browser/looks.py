"""What must be true of every screen of the page, whatever it shows.

Everyone can use it (checked by axe, in light and dark), it fits a phone, and its motion ends. It is
in one language: no words of another language are left, and no key shows instead of a missing word.
"""

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, TypeAlias

from playwright.sync_api import Page, ViewportSize

from domain.rulesets.registry import RULESETS
from tests.support.browser import javascript
from tests.support.browser.page_words import (
    LANGUAGES,
    all_words,
    fixed_parts,
    pattern,
    words_in,
)

Theme: TypeAlias = Literal["light", "dark"]

THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
NARROWEST: Final[ViewportSize] = {"width": 320, "height": 640}
"""The size that WCAG requires: a page 1280 wide, magnified four times."""

SPEAK_SECONDS_MAX: Final = 20

AXE: Final = javascript.ROOT / "tests/page/tools/node_modules/axe-core/axe.min.js"
RULES: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
RULES_OF_COLOURS: Final = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""The rules whose outcome depends on the theme, because themes differ in colours only."""
RULES_OF_WORDS: Final = {
    "type": "rule",
    "values": [
        *("aria-command-name", "aria-input-field-name", "aria-toggle-field-name"),
        *("button-name", "document-title", "empty-heading", "empty-table-header", "frame-title"),
        *("image-alt", "label", "label-content-name-mismatch", "link-name", "role-img-alt"),
        *("select-name", "summary-name", "svg-img-alt"),
    ],
}
"""The rules whose outcome depends on the words, and so on the language."""

_AUDIT: Final = """async ([rules, without]) => {
  const {violations} = await axe.run({exclude: [[without]]}, {
    runOnly: rules, resultTypes: ["violations"],
    preload: false,  // only a rule about films and recordings needs it
  });
  // Numbers of pieces, in the picture and on buttons, are shown, and are not a name.
  const numbers = ({target}) => {
    const one = document.querySelector(target[0]);
    const shown = one.textContent.replace(/[\\d\\s]+/g, " ").trim().toLowerCase();
    return one.closest("svg") || one.ariaLabel.toLowerCase().includes(shown);
  };
  const named = (id) => (one) => id !== "label-content-name-mismatch" || !numbers(one);
  return violations.map((found) => ({...found, nodes: found.nodes.filter(named(found.id))}))
    .filter(({nodes}) => nodes.length).map(({id, help, nodes}) => ({
    id, help, nodes: nodes.slice(0, 5).map(({html, failureSummary}) => [html, failureSummary]),
  }));
}"""

_TEXTS: Final = """() => {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const {parentElement: around, data} = walker.currentNode;
    const skipped = "noscript, script, style, code, body [lang], [translate=no]";
    if (!around.closest(skipped)) texts.push(data);
  }
  for (const one of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      texts.push(one.getAttribute(name) ?? "");
    }
  }
  return texts.map((text) => text.trim().replace(/\\s+/g, " ")).filter(Boolean);
}"""

_FROM_NOTHING: Final = re.compile(r"\b(?:Seat|Sitio|Asiento|Platz) 0\b", re.IGNORECASE)
"""A seat number that counts from 0, as programs do; people count from 1."""

_BROKEN: Final = re.compile(r"\{\w+\}|\bundefined\b|\bNaN\b|\[object |\bnull\b|Invalid Date")

_WIDE: Final = """async () => {
  // The page measures its new size within the next frame, before anyone sees it.
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return [];
  const cut = (one) => one.getBoundingClientRect().right > wide + 1;
  return [...document.querySelectorAll("body *")]
    .filter((one) => cut(one) && ![...one.children].some(cut))
    .slice(0, 10).map((one) => one.outerHTML.slice(0, 100));
}"""

_ENDLESS: Final = """() => document.getAnimations()
  .map(({effect}) => effect)
  .filter((effect) => effect.getComputedTiming().endTime === Infinity)
  .map(({target}) => target.outerHTML.slice(0, 100))"""


_SETTLE: Final = """() => document.getAnimations()
  .filter(({effect}) => effect.getComputedTiming().endTime !== Infinity)
  .forEach((animation) => animation.finish())"""
"""Ends all motion: in the middle of it, colours are paler than those that people read."""


def must_be_for_everybody(
    page: Page, themes: Sequence[Theme] = THEMES[:1], *, without: str = "none"
) -> None:
    """Run axe in the first of these themes, and its rules of colours in the others too.

    ``without`` selects what another screen has, on which it is audited.
    """
    for number, theme in enumerate(themes):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.evaluate(_SETTLE)
        report = _audited(page, RULES_OF_COLOURS if number else RULES, without)
        assert not report, f"in the {theme} theme: {report}"
    page.emulate_media(color_scheme=THEMES[0], reduced_motion="reduce")


def must_be_named(page: Page) -> None:
    """Run those rules of axe that depend on the language: everything has a name in it."""
    report = _audited(page, RULES_OF_WORDS)
    assert not report, report


def _audited(page: Page, rules: Any, without: str = "none") -> str:
    assert AXE.exists(), "axe is missing: `make test` fetches it, as does `make page-check`"
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    return text_of(page.evaluate(_AUDIT, [rules, without]))


def text_of(violations: Iterable[Mapping[str, Any]]) -> str:
    """Return axe's findings as text; empty if there are none."""
    lines = []
    for found in violations:
        lines.append(f"{found['id']}: {found['help']}")
        lines += [f"  {markup}\n  {why}" for markup, why in found["nodes"]]
    return "\n".join(lines)


def must_fit(page: Page) -> None:
    """Check on a phone, and on the narrowest screen, that nothing is cut off at the side."""
    before = page.viewport_size
    for size in (PHONE, NARROWEST):
        if page.viewport_size != size:
            page.set_viewport_size(size)
        cut = page.evaluate(_WIDE)
        assert not cut, f"at {size['width']} pixels: {cut}"
    assert before is not None
    page.set_viewport_size(before)


def must_rest(page: Page) -> None:
    """Check that no motion is endless, because that keeps a processor busy."""
    page.emulate_media(reduced_motion="no-preference")
    moving = page.evaluate(_ENDLESS)
    page.emulate_media(reduced_motion="reduce")
    assert not moving, f"it never comes to rest: {moving}"


def must_speak(page: Page, language: str) -> None:
    """Check that all text is in this language, once the service has sent its part."""
    begun = time.monotonic()
    while faults := _faults_of_language(page, language):
        waited = time.monotonic() - begun
        if waited > SPEAK_SECONDS_MAX:
            break
        page.wait_for_timeout(1_000 * min(max(0.02, waited / 4), 0.2))
    assert not faults, "\n".join(faults)


def _faults_of_language(page: Page, language: str) -> list[str]:
    spoken = page.evaluate("() => document.documentElement.lang")
    texts = page.evaluate(_TEXTS)
    found = {
        "keys instead of words": [text for text in texts if text in all_keys()],
        "not filled in": [
            text for text in texts if _BROKEN.search(text) and text not in rule_sentences()
        ],
        "seats from 0": [text for text in texts if _FROM_NOTHING.search(text)],
        f"words of a language other than {language}": [
            text for text in texts if foreign(text, language)
        ],
        f"it speaks {spoken}, and not {language}": [spoken] if spoken != language else [],
    }
    return [f"{what}: {texts}" for what, texts in found.items() if texts]


@cache
def all_keys() -> frozenset[str]:
    """Return every key, even without the suffix of its plural form."""
    keys = {key for key, _ in all_words("en")}
    plain = {re.sub(r"\.(one|other)$", "", key) for key in keys}
    return frozenset(key for key in keys | plain if "." in key)


@cache
def rule_sentences() -> frozenset[str]:
    """Return the sentences of rules, which may contain ``null`` as the value of an option."""
    rules = (rule for ruleset in RULESETS for rule in ruleset.catalogue.values())
    return frozenset(rule.sentence(language) for rule in rules for language in LANGUAGES)


@cache
def foreign(text: str, language: str) -> bool:
    """Return whether a text is in another language but not in this one.

    Screens show the same texts again and again, so each is compared with all words only once.
    """
    return any(
        part in text and re.fullmatch(pattern(word), text)
        for part, word in words_elsewhere(language)
    )


@cache
def words_elsewhere(language: str) -> list[tuple[str, str]]:
    """Return the texts that only other languages have, each after its longest fixed part.

    Few texts contain that part, so few have to be compared with a pattern.
    """
    own = {text for _, text in all_words(language)}
    others = {
        text
        for other in LANGUAGES
        for _, text in all_words(other)
        if other != language and text not in own and len(words_in(text)) > 1
    }
    return [(max(fixed_parts(text), key=len), text) for text in sorted(others)]
