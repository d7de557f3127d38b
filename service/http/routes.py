"""All routes of the service, in the order of the OpenAPI document."""

from typing import Final

from service.http.openapi import schema_pages
from service.http.operations import (
    actions,
    checker,
    counts,
    email_links,
    events,
    games,
    guides,
    health,
    links,
    lobby_events,
    notifications,
    own_games,
    pictures,
    player_games,
    players,
    presence,
    problem_types,
    proofs,
    ratings,
    receipts,
    record_checks,
    record_replays,
    records,
    rematches,
    rulesets,
    seats,
    story,
    tokens,
    tournament_results,
    tournaments,
    trail,
    transparency,
    webhooks,
    websocket,
)
from service.http.requests.methods import with_head_and_options
from service.http.sharing import pages
from service.http.static import discovery, page, reference_pages

_OPERATIONS: Final = (
    rulesets.operation,
    guides.operation,
    counts.operation,
    ratings.operation,
    checker.operation,
    games.operation,
    player_games.operation,
    seats.operation,
    rematches.operation,
    links.operation,
    actions.operation,
    events.operation,
    story.operation,
    presence.operation,
    lobby_events.operation,
    pictures.operation,
    tournaments.operation,
    tournament_results.operation,
    records.operation,
    record_checks.operation,
    record_replays.operation,
    players.operation,
    own_games.operation,
    tokens.operation,
    trail.operation,
    webhooks.operation,
    notifications.operation,
    email_links.operation,
    proofs.operation,
    receipts.operation,
    transparency.operation,
    problem_types.operation,
    health.operation,
)
"""The operations of each module."""

ROUTES: Final = (
    *with_head_and_options(
        [
            *(handler for operation in _OPERATIONS for handler in operation.handlers),
            websocket.no_websocket,
            page.front_door,
            page.service_worker,
            page.page_file,
            pages.game_page,
            pages.card,
            pages.embedded_game,
            *schema_pages.HANDLERS,
            *discovery.HANDLERS,
        ]
    ),
    websocket.follow_live,
    websocket.follow_tournament_live,
    *schema_pages.ROUTES,
    reference_pages.ROUTE,
)
