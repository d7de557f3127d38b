"""Tournaments without a server: a file that one person keeps, for an evening at real tables.

* ``files``: the file, its secret, and the commands that append to it.
* ``announcing``: what is announced, from options or a file with the terms.
* ``entries``: names, lists as CSV, and results as people type them.
* ``played_games``: games that were written down at the table.
* ``grids``: rounds, standings and crosstable, for all forms of output; ``legend``: what their signs
  mean; ``printing``: rounds on paper; ``exports``: files for other programs.
* ``next_steps``: what a command recorded, and which one comes next; ``refusals``: what helps.
* ``engines``: programs for the Dutch system that are installed elsewhere.
* ``auditing``: the audit of such files, for people and for programs; ``site``: a static site, which
  begins with the ``overview``.
* ``words``: all of its texts, in three languages.
"""
