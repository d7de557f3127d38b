"""One module per chapter of the rules; each function implements one rule, without dispatch."""
