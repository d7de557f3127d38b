"""Who may do what: secret tokens, of which the log keeps hashes only."""
