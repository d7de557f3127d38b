"""The combined result of many tests, adjusted for their number."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from service.archives.probability import holm

UNUSUAL: Final = 0.01
"""An adjusted p below this is called unusual."""


class HypothesisTest(Struct, frozen=True):
    """One test with its p-value, as it is and adjusted for the number of tests (Holm)."""

    what: str
    p: float
    adjusted_p: float


class Conclusion(Struct, frozen=True):
    """The combined result of many tests."""

    tests: int
    too_few: int
    """Tests that were left out because there are too few games."""
    smallest: HypothesisTest | None
    unusual: tuple[HypothesisTest, ...]
    words: str
    """The conclusion in words."""


def conclude(tests: Iterable[tuple[str, float | None]]) -> Conclusion:
    """Return the result of tests with these names; without a p, a test has too little data."""
    known = list(tests)
    usable = [(what, p) for what, p in known if p is not None]
    adjusted = holm([p for _, p in usable])
    findings = sorted(
        (HypothesisTest(what, p, more) for (what, p), more in zip(usable, adjusted, strict=True)),
        key=lambda finding: finding.p,
    )
    unusual = tuple(finding for finding in findings if finding.adjusted_p < UNUSUAL)
    return Conclusion(
        tests=len(usable),
        too_few=len(known) - len(usable),
        smallest=findings[0] if findings else None,
        unusual=unusual,
        words=_words(findings, unusual),
    )


def _words(findings: Sequence[HypothesisTest], unusual: Sequence[HypothesisTest]) -> str:
    if not findings:
        return "Nothing can be said: there are too few games."
    tests = "1 test" if len(findings) == 1 else f"{len(findings)} tests"
    luck = "By luck alone 1 test in 100 has a p below 0.01"
    if unusual:
        listed = "; ".join(
            f"{finding.what} (p {finding.p:.2g}, adjusted {finding.adjusted_p:.2g})"
            for finding in unusual
        )
        return f"Unusual: {listed}. {luck}; the adjustment for {tests} allows for that."
    first = findings[0]
    return (
        f"Nothing unusual in {tests}: the smallest p is {first.p:.2g} "
        f"({first.adjusted_p:.2g} after adjusting for {tests}). {luck}."
    )
