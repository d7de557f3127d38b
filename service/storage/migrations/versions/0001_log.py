"""The tables of the log, as the library ``eventsourcing`` 9.5 makes them.

On PostgreSQL a stream's name is compared byte by byte, so that a new version of the system's
collations cannot spoil the index; and what the library needs for its own way of putting rows, a
type and a function, is left out.
"""

from alembic import op

revision = "0001"
down_revision = None

_SQLITE = (
    """
    CREATE TABLE IF NOT EXISTS stored_events (
        originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB,
        PRIMARY KEY (originator_id, originator_version))
    """,
    """
    CREATE TABLE IF NOT EXISTS stored_snapshots (
        originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB,
        PRIMARY KEY (originator_id, originator_version)) WITHOUT ROWID
    """,
)

_APPENDED_ONLY = """
    WITH (autovacuum_enabled = true,
        autovacuum_vacuum_threshold = 100000000, autovacuum_vacuum_scale_factor = 0.5,
        autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 0.01)
    """

_POSTGRESQL = (
    f"""
    CREATE TABLE IF NOT EXISTS stored_events (
        originator_id text COLLATE "C" NOT NULL, originator_version bigint NOT NULL,
        topic text, state bytea, notification_id bigserial,
        PRIMARY KEY (originator_id, originator_version)) {_APPENDED_ONLY}
    """,
    """
    CREATE UNIQUE INDEX IF NOT EXISTS stored_events_notification_id_idx
        ON stored_events (notification_id ASC)
    """,
    f"""
    CREATE TABLE IF NOT EXISTS stored_snapshots (
        originator_id text COLLATE "C" NOT NULL, originator_version bigint NOT NULL,
        topic text, state bytea,
        PRIMARY KEY (originator_id, originator_version)) {_APPENDED_ONLY}
    """,
)


def upgrade() -> None:
    """Make the tables, where a data folder of an earlier version of Carolus has none yet."""
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in _SQLITE if on_sqlite else _POSTGRESQL:
        op.execute(statement)
