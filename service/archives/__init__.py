"""Archives of records: where games come from, and what many of them say together."""
