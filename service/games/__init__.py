"""Games being played: the command handler, who asks, and rematches."""
