"""One game at one table: seats, start, chance, resignation, draws, the end.

It wraps a ruleset and knows none: everything about the game that is played comes through
``domain.ruleset``.
"""
