"""Transparency logs in the formats of C2SP: trees, tiles, notes, checkpoints, witnesses.

Values and pure functions: signatures are made and verified behind callables.
"""
