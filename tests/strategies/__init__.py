"""Proves by play what an operator who cheats gains from each form of the dice.

The operator has everything that the service has: the secret, the stored game, its log and the calls
for links. An accomplice sits at the table and does what the operator says. ``scenes`` has what is
worth foreseeing in each game, ``house`` the service of the operator, ``rows`` who wins how often.
"""
