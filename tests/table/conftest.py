"""Holds the mark ``rule`` to its word, here as for the rulesets."""

from tests.rulesets.conftest import refusals_marked_are_seen

__all__ = ["refusals_marked_are_seen"]
