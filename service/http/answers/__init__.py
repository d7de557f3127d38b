"""What goes back to a client: bodies, problems, event streams, and the contract of each."""
