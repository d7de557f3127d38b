"""Checks of the contract against any service that claims to speak it, from outside."""
