"""Test that a database that an earlier test has used is like a new one."""

from urllib.parse import urlsplit

import psycopg
import pytest

from tests.support.servers.databases import Databases, contents_of
from tests.support.servers.services import fresh_database
from tests.support.storage.stores import opened_log, played, put, run, settings_of

CHANGES = (
    "ALTER TABLE webhooks_1 ADD COLUMN more TEXT",
    "ALTER TABLE webhooks_1 SET (fillfactor = 50)",
    "COMMENT ON TABLE webhooks_1 IS 'mine'",
    "CREATE FUNCTION mine() RETURNS INT LANGUAGE sql AS 'SELECT 1'",
    "CREATE INDEX mine ON stored_events (topic)",
    "CREATE SCHEMA mine",
    "CREATE SEQUENCE mine",
    "CREATE TABLE mine ()",
    "CREATE VIEW mine AS SELECT 1",
    "DROP TABLE webhooks_1",
    "GRANT SELECT ON webhooks_1 TO PUBLIC",
    "REVOKE ALL ON SCHEMA public FROM PUBLIC",
    "SELECT lo_create(0)",
    "DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET jit = off'; END $$",
    "DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' CONNECTION LIMIT 9'; END $$",
)
"""Statements that change more than rows and sequences."""


def named(address: str) -> str:
    """Return the name of the database at this address."""
    return urlsplit(address).path.removeprefix("/")


def test_rows_and_sequences_are_as_at_first(
    databases: Databases, postgres_address: str, migrated_template: str
) -> None:
    with fresh_database(postgres_address, migrated_template) as new, psycopg.connect(new) as one:
        fresh = contents_of(one)
    assert len(fresh.tables) > 40
    assert fresh.sequences
    with databases.one() as used:
        with opened_log(settings_of("", used)) as log:
            run(put(log, played("used", 5).batches))
        with psycopg.connect(used) as connection:
            before = contents_of(connection)
            assert all(fresh.tables[table] for table in ("alembic_version", "webhook_place_1"))
            connection.execute("DELETE FROM alembic_version")
            connection.execute("UPDATE webhook_place_1 SET position = 7")
        assert before.tables["stored_events"]
        assert before.sequences != fresh.sequences
    with databases.one() as again:
        assert again == used
        with psycopg.connect(again) as connection:
            assert contents_of(connection) == before._replace(
                tables=fresh.tables, sequences=fresh.sequences
            )


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_the_catalogue_is_noticed(databases: Databases, change: str) -> None:
    with databases.one() as used, psycopg.connect(used) as connection:
        before = contents_of(connection).catalogue
        connection.execute(change.encode())
        assert contents_of(connection).catalogue != before
        connection.rollback()
        assert contents_of(connection).catalogue == before


def test_a_database_with_a_changed_catalogue_is_dropped(
    databases: Databases, postgres_address: str
) -> None:
    with databases.one() as used, psycopg.connect(used) as connection:
        connection.execute(CHANGES[0].encode())
    must_be_gone(databases, postgres_address, used)


def test_a_database_is_dropped_while_a_client_is_connected(
    databases: Databases, postgres_address: str
) -> None:
    with databases.one() as used:
        left = psycopg.connect(used)
    must_be_gone(databases, postgres_address, used)
    with pytest.raises(psycopg.OperationalError):
        left.execute("SELECT 1")


def must_be_gone(databases: Databases, server: str, used: str) -> None:
    """Fail if a database is still there, or given to the next test."""
    with databases.one() as other, psycopg.connect(server) as connection:
        assert other != used
        found = connection.execute("SELECT FROM pg_database WHERE datname = %s", [named(used)])
        assert found.fetchone() is None
