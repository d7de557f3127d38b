"""The games. Each has its own folder and is independent of the others; see ``registry.py``."""
