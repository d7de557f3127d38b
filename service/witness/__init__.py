"""A witness: gives one link for each moment of a game, for one head only, and signs which.

It is a service of its own, ``carolus witness``, for clubs and federations that do not run the
service of the games. It learns names, moments, heads and times, and nothing else about a game.
"""
