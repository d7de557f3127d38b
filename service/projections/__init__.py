"""Views of the log, one module per question answered; each can be dropped and built again."""
