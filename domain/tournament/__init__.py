"""Tournaments: pairings, schedules and standings, as pure functions that anyone can compute again.

* ``model``: entrants, tables as played, and the announced rules; ``history`` is what each did.
* ``standings``: points and tie-breaks, by the edition of the regulations that the rules name.
* ``pairing``: who meets whom in a Swiss tournament, for two to six seats.
* ``schedules``: round robins, knock-outs and groups.
* ``seed``: from which chance a round is drawn.

All numbers are integers: no float, clock or order of a set has a part in a result. Nothing here
knows a game or the service.
"""
