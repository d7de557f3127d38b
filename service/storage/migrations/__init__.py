"""The migrations of the database, for Alembic.

To add a migration, create ``versions/NNNN_what_it_does.py`` with the next number in its name and in
``revision``, and the previous number in ``down_revision``. Write ``upgrade()`` with Alembic's
operations, so that it does the same on SQLite and on PostgreSQL. There is nothing to register: the
service expects the greatest number.

A migration only adds: a table, an index, a column that may be null or has a default. Workers of the
previous version keep running during and after it. To drop something, wait for a later release, when
no worker uses it. Never change a released migration. It must not depend on code that could change,
so it names its tables itself.

All migrations run in one transaction. On PostgreSQL a statement waits for a lock for a few seconds
at most, because all other statements wait behind it. Change busy tables in quick steps.
"""
