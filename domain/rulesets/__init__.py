"""The games. Each is a folder of its own that knows nothing of the others; see ``registry.py``."""
