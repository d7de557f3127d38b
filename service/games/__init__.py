"""Games being played: the command handler, callers, and rematches."""
