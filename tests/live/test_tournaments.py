"""Test the streams of tournaments on a real log: one tail for all readers, on any worker.

The AsyncAPI document describes all their frames.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eventsourcing.persistence import StoredEvent

from domain.tournament.stream import actions as a
from service.live.bus import BusMessage
from service.live.frames import MESSAGES, SSE, Form
from service.live.hub import Hub
from service.live.streams import PACE, of_events
from service.live.tail import KEPT_MAX, PAGES
from service.live.tournaments import TournamentReader
from service.storage.log import Notice
from service.storage.tournaments import TOURNAMENT
from service.tournaments.handler import TournamentHandler
from tests.live.hubs import hub_on, versions
from tests.support.http.channels import Channel
from tests.support.storage.stores import run, sqlite
from tests.support.tournaments.desk import ORGANISER, WHY
from tests.support.tournaments.handling import desks, entered, entering


@contextmanager
def halls(folder: Path, count: int = 1) -> Iterator[list[tuple[TournamentHandler, Hub]]]:
    """Yield workers on one log, each with a hub that follows its commits."""
    with desks(lambda: sqlite(folder), count) as handlers:
        found = [(desk, hub_on(desk.log.log)) for desk in handlers]
        for desk, hub in found:
            desk.listeners.append(hub.tournament_committed)
        yield found


async def frames_of(reader: TournamentReader) -> list[tuple[str, int | None]]:
    """Return the names and numbers of all frames, to the end."""
    several = [one async for one in of_events(reader, MESSAGES, PACE, snapshot=None)]
    frames = [json.loads(frame) for page in several for frame in page]
    return [(frame["type"], frame.get("id")) for frame in frames]


def test_a_stream_is_the_tournament_its_events_and_the_end(tmp_path: Path) -> None:
    """Each event once and in order, with its version; commits here are not read again."""

    async def scene(desk: TournamentHandler, hub: Hub) -> None:
        hub.start()
        stored = await entered(desk, 2)
        tournament, first = stored.state.id, stored.head.version
        async with hub.follow_tournament(stored, None) as reader:
            reading = asyncio.create_task(frames_of(reader))
            await asyncio.sleep(0)
            for number in range(2, 6):
                await desk.perform(tournament, ORGANISER, [entering(number)])
            done = await desk.perform(tournament, ORGANISER, [a.AbortTournament(WHY)])
            last = done.stored.head.version
            events = [("event", version) for version in range(first + 1, last + 1)]
            assert await reading == [("tournament", first), *events, ("end", None)]
        assert hub._tails == {}
        await hub.stop()

    with halls(tmp_path) as ((desk, hub),):
        run(scene(desk, hub))


def test_a_client_continues_where_it_was(tmp_path: Path) -> None:
    """At any worker, also further back than the tail goes, and after the end."""

    async def scene(workers: list[tuple[TournamentHandler, Hub]]) -> None:
        (desk, _), (other, hub) = workers
        hub.start()
        tournament = (await entered(desk, KEPT_MAX + 2)).state.id
        last = (await desk.perform(tournament, ORGANISER, [a.AbortTournament(WHY)])).stored
        stored = await other.load(tournament)
        assert stored == last
        version = stored.head.version
        for after in (0, 5, version):
            async with hub.follow_tournament(stored, after) as reader:
                events = [("event", at) for at in range(after + 1, version + 1)]
                assert await frames_of(reader) == [*events, ("end", None)]
        async with hub.follow_tournament(stored, version + 1) as reader:
            assert await frames_of(reader) == [("tournament", version), ("end", None)]
        await hub.stop()

    with halls(tmp_path, 2) as workers:
        run(scene(workers))


def test_commits_of_other_workers_come_over_bus_and_log(tmp_path: Path) -> None:
    """By the name of the stream, read once for all readers; they wake the lobby, which names it."""

    async def scene(workers: list[tuple[TournamentHandler, Hub]]) -> None:
        (desk, _), (_, hub) = workers
        hub.start()
        stored = await entered(desk, 2)
        tournament, at = stored.state.id, stored.head.version
        stream = TOURNAMENT + tournament

        def over_the_bus(version: int) -> None:
            hub._heard(BusMessage("another", {stream: version}))

        def in_the_log(version: int) -> None:
            hub._found([Notice(99, stream, version)])

        async with (
            hub.follow_tournament(stored, at) as one,
            hub.follow_tournament(stored, at) as two,
        ):
            hub._poller.cancel()  # from now on, only the test wakes the hub
            if (pump := hub._tails[stream]._pump) is not None:
                await pump
            for number, found in enumerate((over_the_bus, in_the_log), 2):
                done = await desk.perform(tournament, ORGANISER, [entering(number)])
                before = PAGES.labels("all")._value.get()
                version = done.stored.head.version
                found(version)
                for reader in (one, two):
                    assert await versions(reader, version) == [version]
                assert PAGES.labels("all")._value.get() - before == 1
                assert hub._lobby._woken.is_set()
                hub._lobby._woken.clear()
        await hub.stop()

    with halls(tmp_path, 2) as workers:
        run(scene(workers))


def test_readers_who_come_at_one_version_share_the_frame_with_the_tournament(
    tmp_path: Path,
) -> None:
    """With many entrants it is long; the next version has its own."""

    async def scene(desk: TournamentHandler, hub: Hub) -> None:
        hub.start()
        stored = await entered(desk, 2)
        async with (
            hub.follow_tournament(stored, None) as one,
            hub.follow_tournament(stored, None) as other,
            hub.follow_tournament(stored, None) as third,
        ):
            (first,), (second,), (said,) = (
                await one.frames(SSE),
                await other.frames(SSE),
                await third.frames(MESSAGES),
            )
            assert first is second
            assert json.loads(said)["data"] == json.loads(fields_of(first)["data"])
            now = (await desk.perform(stored.state.id, ORGANISER, [entering(2)])).stored
            async with hub.follow_tournament(now, None) as late:
                (newer,) = await late.frames(SSE)
            assert fields_of(newer)["id"] == f"{now.head.version}"
        await hub.stop()

    with halls(tmp_path) as ((desk, hub),):
        run(scene(desk, hub))


async def all_of(reader: TournamentReader, form: Form) -> list[bytes]:
    """Return all frames of a stream, to the end."""
    several = [one async for one in of_events(reader, form, PACE, snapshot=None)]
    return [frame for page in several for frame in page]


def fields_of(frame: bytes) -> dict[str, str]:
    """Return the fields of a server-sent event."""
    return dict(line.split(": ", 1) for line in frame.decode().splitlines() if line)


def headers_of(fields: dict[str, str]) -> dict[str, Any]:
    """Return those fields that the document calls headers."""
    return {
        name: int(fields[name]) if name == "id" else fields[name]
        for name in ("event", "id")
        if name in fields
    }


async def is_aborted(desk: TournamentHandler, hub: Hub, tournament: str) -> None:
    """Abort a tournament."""
    await desk.perform(tournament, ORGANISER, [a.AbortTournament(WHY)])


async def is_continued_by_a_newer_worker(
    desk: TournamentHandler, hub: Hub, tournament: str
) -> None:
    """Append an event that this version does not know."""
    stream, version = TOURNAMENT + tournament, (await desk.load(tournament)).head.version + 1
    state = b'%b\n{"type":"stars_aligned"}\n' % (b"0" * 64)
    await desk.log.log.write([StoredEvent(stream, version, "tournament.stars_aligned.v1", state)])
    hub._found([Notice(99, stream, version)])


def test_the_document_describes_every_frame(tmp_path: Path) -> None:
    """Of streams that end, and of those that the service has to drop."""

    async def scene(desk: TournamentHandler, hub: Hub) -> None:
        hub.start()
        events, live = Channel("tournament"), Channel("tournamentLive")
        for happens in (is_aborted, is_continued_by_a_newer_worker):
            stored = await entered(desk, 2)
            tournament = stored.state.id
            async with (
                hub.follow_tournament(stored, None) as one,
                hub.follow_tournament(stored, None) as other,
            ):
                sending = asyncio.create_task(all_of(one, SSE))
                saying = asyncio.create_task(all_of(other, MESSAGES))
                await asyncio.sleep(0)
                await desk.perform(tournament, ORGANISER, [entering(2)])
                await happens(desk, hub, tournament)
                sent, said = await sending, await saying
            for frame in map(fields_of, sent):
                headers, data = headers_of(frame), json.loads(frame["data"])
                events.takes(data, headers)
                events.refuses({**data, "unknown": 1}, headers)
            for message in map(json.loads, said):
                live.takes(message)
                live.refuses({**message, "unknown": 1})
        assert not events.missing
        assert live.missing == {"answer", "problem", "heartbeat", "hello", "act"}
        await hub.stop()

    with halls(tmp_path) as ((desk, hub),):
        run(scene(desk, hub))
