"""A kit for rulesets: functions and small types for what several games need.

A ruleset calls the kit, never the other way round, and may ignore any part of it.
``assembly.py`` makes a ruleset of a folder, ``drafts.py`` converts between positions and drafts,
``due.py`` judges whose decision is due, ``choices.py`` counts and numbers legal actions,
``notation.py`` writes actions as text, ``checking.py`` helps to check positions from outside,
``standing.py`` ranks the sides at the end, ``story.py`` describes what happens, and ``words.py``
gives the words of a game.
"""
