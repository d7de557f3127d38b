"""A tournament as a stream of events, decided by rules: who enters, who meets whom, what counts.

* ``announcement``: what is announced before anyone enters; ``people``: who acts, and who plays.
* ``actions`` and ``events``: what people ask for, and what happened; ``state``: the folded events.
* ``decide``: action → events, or a refusal; ``evolve``: event → state, with ``evolve_officials``,
  ``evolve_entrants`` and ``evolve_rounds``; ``rights``: who may do what.
* ``editions``: which rules judge a tournament. ``entering``, ``partners``, ``replacing``,
  ``officials``, ``relations``, ``checking_in``, ``rounds``, ``results``, ``ending``: the rules, by
  subject. ``catalogue`` has their sentences, and ``catalogue_of_…`` those of one subject.
* ``pairers``: the port to the algorithms that pair a round; ``played``: what they and the standings
  need to know.
* ``pacing``: what the service does by itself, and when; ``table_orders``: what is decided about
  games.
* ``story``: the events in sentences.

An entry is one action with its events, as in a game; there is no chance that answers by itself.
Everything that comes from outside is a member of an action: the seed of a round, the pairs that a
program proposed, the result of a game whose signed statement the service has verified. So deciding
the entries again gives the same events.
"""
