"""HTTP, version 1: one module per resource; ``problems.py`` alone knows refusals and HTTP."""
