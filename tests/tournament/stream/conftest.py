"""Check the mark ``rule`` in these tests, as in those of the rulesets."""

from tests.rulesets.conftest import refusals_marked_are_seen

__all__ = ["refusals_marked_are_seen"]
