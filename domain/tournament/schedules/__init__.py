"""Rounds that are known in advance: round robins, knock-outs, and groups with a final."""
