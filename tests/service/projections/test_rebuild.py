"""Projections rebuilt from the log have the same rows, and their tables match the declarations."""

from itertools import pairwise
from random import Random

import pytest
from click.testing import CliRunner
from sqlalchemy import inspect

from domain.tournament.stream.actions import EnterResult, OpenRound
from service.cli import main
from service.projections import reading
from service.projections.lobby import Shown
from service.settings import Settings
from service.storage.tables import METADATA
from service.tournaments.requests import PairRequest, StartRequest
from service.tournaments.table_games import Tables
from tests.support.run.long import cases
from tests.support.servers.databases import leave_gaps
from tests.support.storage.projecting import ACCOUNTS, DAYS, Worker, ids, lively, worker
from tests.support.storage.stores import Ticks, keys_of, on_both_engines, run
from tests.support.tournaments.desk import ARBITER, ORGANISER, WHY, announcement
from tests.support.tournaments.handling import entered


async def playing(one: Worker) -> None:
    """Open a round with two games; one table is decided without its game."""
    tournament = (await entered(one.desk, 4, announcement())).state.id
    await one.desk.perform(tournament, ORGANISER, [StartRequest(), PairRequest(1), OpenRound(1)])
    await Tables(one.handler, one.desk, keys_of("tables"), Ticks()).open(tournament)
    await one.desk.perform(tournament, ARBITER, [EnterResult(1, 1, (1, 2), WHY)])


@on_both_engines
def test_rebuilt_rows_are_equal(at: Settings, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Two workers follow random games from time to time; then one worker rebuilds in one go."""
    if at.database:
        leave_gaps(at.database)
    monkeypatch.setattr(reading, "NOTICES_AT_ONCE", 3)
    random = Random(seed)
    with worker(at, 1) as one, worker(at, 2) as other:
        one.note_key()
        for _ in range(3):
            lively(one, random, cases(5, 4))
            run(entered(one.desk, 2))
            random.choice((one, other)).catch_up()
        one.start(ACCOUNTS[:2], terms=DAYS)
        run(playing(one))
        one.make_account()
        one.catch_up()
        live = one.rows()
        assert all(live.values()), "something is in each table"
        monkeypatch.setattr(reading, "NOTICES_AT_ONCE", 50)
        for each in other.projections.runner.projections:
            other.projections.runner.reset(each)
        assert not any(other.rows().values())
        other.catch_up()
        assert other.rows() == live


@on_both_engines
@pytest.mark.long
def test_the_command_rebuilds(at: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """All projections or the named ones, even damaged ones, while another worker runs."""
    monkeypatch.setenv("CAROLUS_DATA", at.data)
    monkeypatch.setenv("CAROLUS_DATABASE", at.database)
    with worker(at) as one:
        lively(one, Random(1), 6)
        one.catch_up()
        live = one.rows()
        with one.database.writing() as connection:
            connection.exec_driver_sql("DELETE FROM lobby_6")
            connection.exec_driver_sql("UPDATE counts_1 SET games = games + 1")
            connection.exec_driver_sql("DROP TABLE ratings_4")
        result = CliRunner().invoke(main, ["rebuild", "ratings", "lobby"])
        assert (result.exit_code, result.output) == (0, "rebuilt: ratings, lobby\n")
        assert one.rows() != live
        assert one.rows(one.projections.lobby, one.projections.ratings).items() <= live.items()
        result = CliRunner().invoke(main, ["rebuild"])
        names = (
            "lobby, ratings, head_to_head, tallies, counts, deadlines, service_due, trail, tree, "
            "tournaments"
        )
        assert (result.exit_code, result.output) == (0, f"rebuilt: {names}\n")
        assert one.rows() == live
        lively(one, Random(2), 1)
        numbers = [row.number for row in one.listed()]
        assert all(newer > older for newer, older in pairwise(numbers))


def test_the_command_names_a_failed_projection(
    at: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It rebuilds the others."""
    monkeypatch.setenv("CAROLUS_DATA", at.data)
    monkeypatch.setenv("CAROLUS_DATABASE", at.database)
    with worker(at) as one:
        games = one.open_games(2)
        one.catch_up()

        def failing(*_: object) -> None:
            raise ZeroDivisionError("a mistake")

        monkeypatch.setattr("service.projections.counts.Counts.apply", failing)
        result = CliRunner().invoke(main, ["rebuild"])
        assert result.exit_code == 1
        assert "the projection counts.v1 has failed" in result.output
        assert "ZeroDivisionError: a mistake" in result.output
        assert ids(one.projections.lobby.page(Shown(), before=None, limit=9)) == games[::-1]


def test_the_command_refuses_unknown_names(at: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error lists the valid names."""
    monkeypatch.setenv("CAROLUS_DATA", at.data)
    monkeypatch.setenv("CAROLUS_DATABASE", at.database)
    with worker(at):
        result = CliRunner().invoke(main, ["rebuild", "looby"])
    assert result.exit_code == 2
    assert "no projection is called 'looby'; expected one of lobby, ratings" in result.output


@on_both_engines
def test_the_tables_match_the_migrations(at: Settings) -> None:
    """`carolus rebuild` recreates a dropped table exactly as a migration creates it."""

    def shape() -> dict[str, object]:
        result = inspect(one.database.engine)
        return {
            name: (
                [(each["name"], str(each["type"]), each["nullable"]) for each in columns],
                result.get_pk_constraint(name)["constrained_columns"],
                sorted(str(each["column_names"]) for each in result.get_indexes(name)),
                sorted(str(each["column_names"]) for each in result.get_unique_constraints(name)),
            )
            for name, columns in ((name, result.get_columns(name)) for name in METADATA.tables)
        }

    with worker(at) as one:
        made = shape()
        with one.database.writing() as connection:
            METADATA.drop_all(connection)
            METADATA.create_all(connection)
        assert shape() == made
