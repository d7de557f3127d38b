"""The edition of the rules of tournaments, so that a stricter rule leaves earlier records valid.

A record is decided again whenever someone audits it, so a rule that a later release adds, or makes
stricter, must not judge tournaments that were opened before. The opening names the edition; an
opening without one has edition 1. A rule of edition 2 begins with ``if state.edition >= 2``.

Edition 2 limits the time that arbiters grant a player in one game (TN-TIME-1).
"""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

RULES_LATEST: Final = 2
"""The edition of tournaments that are opened now."""

RulesEdition: TypeAlias = Annotated[int, Meta(ge=1, le=RULES_LATEST)]
