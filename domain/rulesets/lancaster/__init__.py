"""Lancaster, for 2 to 5 players. It is unfinished, so the registry does not have it yet.

``edition.json`` has the values of all components, and says which of them had to be chosen.
"""
