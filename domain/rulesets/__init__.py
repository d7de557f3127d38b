"""The games. Each has its own folder and is independent of the others; see ``registry.py``."""


class UnusableRuleset(ImportError):
    """An installed package names a ruleset that cannot be used.

    It is here because the command line catches it, and need not import any game for that.
    """
