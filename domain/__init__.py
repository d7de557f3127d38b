"""The rules of the games, as values and pure functions.

Nothing in this package reads a clock, a random source, the environment or a disk: time, chance
and secrets are arguments. It needs the standard library and msgspec only, so that a bot writer
can import it without the service.
"""
