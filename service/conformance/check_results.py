"""The results of checks, and their report in JUnit XML."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias
from xml.etree import ElementTree as ET

CheckOutcome: TypeAlias = Literal["passed", "failed", "not checked"]


class NonConforming(Exception):
    """The service does something that the contract does not allow; the text says what."""


class NotChecked(Exception):
    """A check is not possible here, or not requested; the text says why."""


class CheckResult(NamedTuple):
    """The result of a check."""

    name: str
    """Its group and its name, separated by a dot."""
    outcome: CheckOutcome
    why: str
    seconds: float


def junit(url: str, results: Sequence[CheckResult]) -> bytes:
    """Return the report: a test case for each check, skipped if it was not checked."""
    counts = {
        "tests": len(results),
        "failures": sum(one.outcome == "failed" for one in results),
        "errors": 0,
        "skipped": sum(one.outcome == "not checked" for one in results),
    }
    attributes = {name: str(count) for name, count in counts.items()}
    root = ET.Element("testsuites", attributes)
    suite = ET.SubElement(root, "testsuite", {"name": f"carolus conformance {url}", **attributes})
    for one in results:
        group, _, name = one.name.partition(".")
        about = {"classname": group, "name": name, "time": f"{one.seconds:.3f}"}
        case = ET.SubElement(suite, "testcase", about)
        if one.outcome != "passed":
            kind = "failure" if one.outcome == "failed" else "skipped"
            ET.SubElement(case, kind, {"message": _clean(one.why)})
    return bytes(ET.tostring(root, "utf-8", xml_declaration=True))


def _clean(text: str) -> str:
    """Return a text without control characters, which XML does not allow."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
