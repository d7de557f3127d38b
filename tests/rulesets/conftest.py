"""Check the mark ``rule``, and leave out what needs a C compiler if there is none."""

from collections.abc import Iterator

import pytest

from tests.support.games import spec
from tests.support.run.compiled import COMPILES

collect_ignore = [] if COMPILES else ["test_compiled.py"]


@pytest.fixture(autouse=True)
def refusals_marked_are_seen(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test marked ``rule(…, refused=True)`` in which that rule refused nothing."""
    spec.SEEN.clear()
    yield
    for mark in request.node.iter_markers("rule"):
        if mark.kwargs.get("refused"):
            missing = set(mark.args) - spec.SEEN
            assert not missing, f"marked as refused, but not seen: {sorted(missing)}"
