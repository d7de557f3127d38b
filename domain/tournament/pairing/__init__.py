"""Swiss pairings: who meets whom in the next round, by versioned algorithms of integers.

* ``numbers``: the pseudorandom numbers of a round.
* ``situation``, ``costs``: what is known before a round, and what a partition into tables costs.
* ``exact``, ``search``, ``tables``: the tables of least cost, for any number of seats.
* ``seats``, ``colours``: the turn order at each table.
* ``bounds``: lower bounds of the costs, which anyone can check.
* ``criteria``, ``dutch``: FIDE's absolute criteria, and the port to a program for its system.
"""
