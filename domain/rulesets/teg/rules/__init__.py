"""One module per chapter of the rules: each function holds one rule and no dispatch."""
