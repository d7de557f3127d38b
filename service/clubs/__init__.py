"""Tournaments without a server: a file that one person keeps, for an evening at real tables.

* ``files``: the file, its secret, and the commands that append to it.
* ``announcing``: what is announced, from options or a file with the terms.
* ``entries``: names, lists as CSV, and results as people type them.
* ``played_games``: games that were written down at the table.
* ``tables``: rounds, standings and crosstable, for all forms of output; ``printing``: rounds on
  paper; ``exports`` and ``trf``: files for other programs.
* ``engines``: programs for the Dutch system that are installed elsewhere.
* ``auditing``: the audit of such files, for people and for programs; ``site``: a static site.
"""
