"""The composition root: the only module that chooses concrete parts."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from litestar import Litestar
from redis.asyncio import Redis

from domain.ruleset import Pick
from domain.table.game import Game
from service.access.deeds import note_signing_key
from service.access.game_keys import Keys, deployment
from service.access.issuers import Issuer
from service.access.log_key import key_of_log
from service.access.record_verifier import RecordVerifier
from service.access.register import Register
from service.access.signing_keys import (
    note_signer_of,
    published_keys,
    ready_keys,
    signer_of,
)
from service.access.stream_tickets import StreamTickets
from service.access.visibility import Visibility
from service.games.callers import Callers
from service.games.given_links import GivenLinks
from service.games.handler import Handler
from service.games.rematches import Rematches
from service.http.application import application
from service.http.bounds.guesses import BURST, PER_MINUTE, Guesses
from service.http.bounds.limits import Limits
from service.http.bounds.streams_open import StreamsOpen
from service.http.edge.wrapping import lay_sandbox_around
from service.http.parts import Parts
from service.links.witnesses import Witnesses
from service.live.hub import Hub
from service.live.streams import PACE, Pace
from service.notifications.notifier import NotifierSettings, notifier_on
from service.pairing.installed import EngineFailed
from service.pairing.programs import Programs
from service.projections.all import Projections
from service.projections.driver import Driver
from service.records.checks import Checks
from service.runtime import tracing
from service.runtime.raster import Raster
from service.runtime.readiness import Draining, PartState
from service.runtime.sandbox import Sandbox, seeded
from service.runtime.timestamps import now
from service.settings import BadSetting, Settings, variable_of
from service.storage.database import Database, open_database
from service.storage.log import Log
from service.tasks.game_queue import GameQueue
from service.tasks.house import House
from service.tasks.moment_queue import MomentQueue
from service.tasks.patrol import Patrol
from service.tasks.timekeeper import Timekeeper
from service.tasks.tournaments import TournamentQueue
from service.tournaments.handler import TournamentHandler
from service.tournaments.table_games import Tables
from service.transparency.checkpoints import Checkpoints
from service.transparency.cosigners import Cosigner
from service.transparency.publisher import CheckpointPublisher
from service.webhooks.deliverer import Webhooks


def create_app(settings: Settings, pace: Pace = PACE, sandbox: Sandbox | None = None) -> Litestar:
    """Return the service on the configured database, which in a ``sandbox`` must be empty.

    Raises OSError, ValueError or PersistenceError if the data folder or database is unusable, and
    NotInstalled if the libraries for traces are missing.
    """
    tracing.start(settings.traces)
    database = open_database(settings)
    try:
        return _assembled(settings, pace, database, sandbox)
    except BaseException:
        database.close()
        raise


def _assembled(
    settings: Settings, pace: Pace, database: Database, sandbox: Sandbox | None
) -> Litestar:
    # Webhooks and notifications leave the service, so their times are real in a sandbox, too.
    clock = now if sandbox is None else sandbox.now
    random_bytes = secrets.token_bytes if sandbox is None else sandbox.random_bytes
    key = key_of_log(settings.folder, database.log)
    signing = ready_keys(settings.folder, clock)
    made = Keys(key, random_bytes)
    signer = signer_of(signing)
    witnesses = Witnesses(settings.witness_addresses, signer)
    handler = Handler(database.log, made, signer, clock, witnesses)
    register = Register(database.log, made, clock)
    house = House(handler) if sandbox is None else House(handler, _repeatable)
    handler.listeners.append(house.committed)
    given_links = GivenLinks(database, made.link_mask)
    moments = MomentQueue(handler, witnesses, given_links)
    handler.listeners.append(moments.committed)
    programs = _programs(settings)
    tournaments = TournamentHandler(
        database.tournaments, made, signer, clock, register.missing, programs
    )
    rounds = _rounds(handler, tournaments, Tables(handler, tournaments, made, clock), clock)
    callers = Callers(register, handler, _issuer(settings))
    visibility = Visibility(database.log, handler.vaults)
    hub = _hub(settings, database.log, callers, visibility, key)
    handler.listeners.append(hub.committed)
    keys = published_keys(signing)
    checks = Checks(RecordVerifier([key.kid for key in keys.keys]))
    limits = Limits(settings.rate_per_minute, settings.rate_burst, settings.redis, deployment(key))
    projections = Projections(database)
    checkpoints = Checkpoints(database, projections, note_signer_of(signing))
    note_key = partial(note_signing_key, database.log, signing[-1])
    publisher = CheckpointPublisher(checkpoints, _cosigners(settings, checkpoints), note_key)
    driver = Driver(projections.runner)
    handler.listeners += [publisher.committed, driver.committed]
    tournaments.listeners += [hub.tournament_committed, publisher.committed, driver.committed]
    hooks = Webhooks(database, visibility, now, private=settings.webhooks_private)
    handler.listeners.append(hooks.committed)
    notified = NotifierSettings(key, settings.push_contact, settings.mail)
    notifier = notifier_on(hooks, database, notified, now)
    timekeeper = Timekeeper(handler, projections.runner, projections.deadlines, clock)
    patrols = _patrols(projections, [house, moments], rounds, clock)

    parts = Parts(
        handler=handler,
        tournaments=tournaments,
        rematches=Rematches(handler, made, clock),
        moments=moments,
        given_links=given_links,
        callers=callers,
        register=register,
        visibility=visibility,
        projections=projections,
        keys=keys,
        checkpoints=checkpoints,
        checks=checks,
        hub=hub,
        pace=pace,
        webhooks=hooks,
        notifier=notifier,
        raster=Raster(),
        limits=limits,
        guesses=_guesses(settings, deployment(key)),
        streams=StreamsOpen(settings.streams_max),
        tickets=StreamTickets(key, clock, random_bytes),
        draining=Draining(),
        states={
            "redis": _redis_state(settings, hub, limits),
            "projections": lambda: "stopped" if projections.runner.failures else "ok",
        },
        embeds=bool(settings.sites),
        record_bytes_max=settings.record_bytes_max,
        security_contact=settings.security_contact,
        public_url=settings.public_url,
        sandbox=sandbox,
    )

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        # The stack closes everything in reverse, even if a part fails to start or to stop.
        async with AsyncExitStack() as stack:
            for close in (database.close, projections.close, tracing.stop, checks.close):
                stack.push_async_callback(asyncio.to_thread, close)
            for disconnect in (limits.close, parts.guesses.close, witnesses.close):
                stack.push_async_callback(disconnect)
            await note_key()
            queues = (house, moments, rounds)
            for part in (hooks, driver, publisher, *queues, *patrols, timekeeper, hub):
                stack.push_async_callback(part.stop)
                part.start()
            yield

    app = application(parts, settings, [lifespan])
    if sandbox is not None:
        lay_sandbox_around(app, sandbox, [house.settled, moments.settled, rounds.settled])
    return app


def _rounds(
    handler: Handler, desk: TournamentHandler, tables: Tables, clock: Callable[[], str]
) -> TournamentQueue:
    """Return the queue of tournaments, which follows commits of tournaments and their games."""
    queue = TournamentQueue(desk, tables, clock)
    handler.listeners.append(queue.game_committed)
    desk.listeners.append(queue.committed)
    return queue


def _patrols(
    projections: Projections,
    players: Sequence[GameQueue],
    rounds: TournamentQueue,
    clock: Callable[[], str],
) -> tuple[Patrol, Patrol]:
    """Return the patrols for games of bots and chance, and for tournaments."""
    games, tournaments = projections.service_due, projections.tournaments
    runner = projections.runner
    return (
        Patrol("patrol", players, runner, games, games.games),
        Patrol("rounds", [rounds], runner, tournaments, lambda: tournaments.due(clock())),
    )


def _programs(settings: Settings) -> Programs:
    """Return what pairs by the Dutch system; raise BadSetting for any other program."""
    try:
        return Programs(Path(settings.pairing_engine) if settings.pairing_engine else None)
    except EngineFailed as wrong:
        variable = variable_of("pairing_engine")
        raise BadSetting(variable, settings.pairing_engine, str(wrong)) from None


def _cosigners(settings: Settings, checkpoints: Checkpoints) -> list[Cosigner]:
    return [
        Cosigner(key, address, checkpoints.consistency)
        for key, address in settings.cosigner_addresses
    ]


def _repeatable(game: Game) -> Pick:
    """Return the chance of the house bots for the next decision in a game of a sandbox."""
    return seeded(f"{game.sandbox} {game.id} {game.version}").randrange


def _issuer(settings: Settings) -> Issuer | None:
    """Return the OpenID Connect issuer, if one is configured."""
    if not settings.oidc_issuer:
        return None
    from service.access.oidc import OpenIdIssuer  # noqa: PLC0415 - joserfc is slow to import

    return OpenIdIssuer(settings.oidc_issuer, settings.oidc_audience)


def _hub(settings: Settings, log: Log, callers: Callers, visibility: Visibility, key: bytes) -> Hub:
    """Return the hub of the live streams, with Redis if it is configured."""
    redis = Redis.from_url(settings.redis, socket_connect_timeout=2) if settings.redis else None
    return Hub(log, callers, visibility, redis, f"carolus:{deployment(key)}:", secrets.token_hex(4))


def _guesses(settings: Settings, deployed: str) -> Guesses:
    """Return the limit of attempts to guess a code, unless the service has no limits."""
    per_minute = PER_MINUTE if settings.rate_per_minute else 0
    return Guesses(Limits(per_minute, BURST, settings.redis, f"{deployed}:codes"))


def _redis_state(settings: Settings, hub: Hub, limits: Limits) -> Callable[[], PartState]:
    def state() -> PartState:
        if not settings.redis:
            return "none"
        return "ok" if hub.hears and not limits.alone else "away"

    return state
