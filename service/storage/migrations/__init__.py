"""The tables of the database, step by step, for Alembic.

To add a step, put a module ``versions/NNNN_what_it_does.py`` there, with the next number in its
name, in ``revision`` and, of the one before, in ``down_revision``; write ``upgrade()`` with the
operations of Alembic, so that it does the same on SQLite and on PostgreSQL. Nothing else has to be
named anywhere: the greatest number is what the service expects.

A step only ever adds: a table, an index, a column that may be empty or has a default. For workers
of the version before it go on while it is done, and after it. What is not used any more is dropped
by a step of a later release, when no worker knows it. A step that was released is never changed;
it uses no code of ours that could, and so it names its tables itself.

All steps run in one transaction. On PostgreSQL a statement waits for a lock for a few seconds at
most, because everybody else waits behind it: a table that is always written to is changed in steps
that are quick.
"""
