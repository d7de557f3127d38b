"""Answers by their kinds: what is refused, in which form, and in which of several forms."""

from collections import defaultdict
from typing import Any, Final

from service.conformance.client import (
    EVENT_STREAM,
    JSON,
    LINES,
    PROBLEM,
    ContractClient,
    body_of,
    must,
    problem_of,
    type_of,
)
from service.conformance.played_game import CheckedGame
from service.conformance.streams import path_of

_ACCEPTED: Final = (
    ("application/json, text/plain, */*", JSON),
    ("application/json, application/x-ndjson, application/problem+json", JSON),
    ("application/json;q=1, text/event-stream;q=0.5", JSON),
    ("text/event-stream;q=0, */*", JSON),
    ("application/json;q=0.5, application/x-ndjson", LINES),
    ("application/x-ndjson, text/event-stream;q=0.9", LINES),
    ("text/event-stream", EVENT_STREAM),
)
"""What a client accepts, and the one type that is best (RFC 9110, section 12.5.1).

The first is that of axios and Angular, the second that of openapi-generator.
"""

_READ: Final = ("/v1/", "/problems/", "/.well-known/")
"""Where clients read; other addresses, such as those of metrics, are the operator's."""


def must_refuse_what_is_not_there(client: ContractClient) -> None:
    """Raise NonConforming unless games, addresses and methods that do not exist are refused."""
    problem_of(client.ask("getGame", 404, {"game": "no-such-game"}))
    missing = "v1/no-such-thing"  # elsewhere, a proxy may answer by itself
    answer = client.plain("GET", missing, headers=client.headers())
    must(answer.status_code == 404, f"{missing} answers {answer.status_code}, expected 404")
    problem_of(answer)
    _, path, _ = client.operation("listGames")
    answer = client.plain("PATCH", path, headers=client.headers())
    must(answer.status_code == 405, f"PATCH {path} answers {answer.status_code}, expected 405")
    problem_of(answer)
    allowed = {one.strip() for one in answer.headers.get("allow", "").split(",")}
    declared = {"GET", "POST"} & {one.upper() for one in client.document["paths"][path]}
    must(declared <= allowed, f"PATCH {path}: Allow lacks {', '.join(sorted(declared - allowed))}")


def must_refuse_what_is_malformed(client: ContractClient) -> None:
    """Raise NonConforming unless a malformed request is refused, and the problem says where."""
    good = {"ruleset": "no-such-ruleset"}
    for malformed in (good, {}, {**good, "no_such_member": 1}, [good]):
        found = problem_of(client.ask("createGame", 400, json=malformed))
        must(bool(found.get("errors")), "createGame: 400 does not say where the error is")
    for query in ({"limit": "many"}, {"no_such_parameter": "1"}):
        found = problem_of(client.ask("listGames", 400, params=query))
        must(bool(found.get("errors")), "listGames: 400 does not say where the error is")
    for content, kind, status in ((b"{", JSON, 400), (b"ruleset=any", "text/plain", 415)):
        headers = {"Content-Type": kind}
        problem_of(client.ask("createGame", status, content=content, headers=headers))


def must_name_requests(client: ContractClient) -> None:
    """Raise NonConforming unless an answer has the id that the client gave to its request."""
    answer = client.ask("listRulesets", 200, headers={"X-Request-Id": "of-the-client"})
    found = answer.headers["x-request-id"]
    must(found == "of-the-client", f"X-Request-Id is {found}, not that of the request")


def must_choose_what_is_accepted(game: CheckedGame) -> None:
    """Raise NonConforming unless events come in the form that a client prefers."""
    client = game.client
    offered = client.operation("listEvents")[2]["responses"]["200"]["content"]
    for accepted, expected in _ACCEPTED:
        if expected in offered:
            headers = {**client.headers(), "Accept": accepted}
            with client.stream("GET", path_of(game), headers=headers) as answer:
                found = type_of(answer)
            must(found == expected, f"Accept: {accepted}: the type is {found}, not {expected}")


def must_lead_to_what_was_made(game: CheckedGame) -> None:
    """Raise NonConforming unless 201 has the address of the new game."""
    place = game.opened.headers.get("location")
    must(place is not None, "createGame: 201 has no Location")
    answer = game.client.plain("GET", game.opened.url.join(place), headers=game.client.headers())
    found = answer.status_code == 200 and body_of(answer).get("id") == game.id
    must(found, f"createGame: its Location {place} is not that of the game")


def must_turn_pages(client: ContractClient) -> None:
    """Raise NonConforming unless a list goes on where its page ends, by ``next`` and ``Link``."""
    first = client.ask("listGames", 200, params={"limit": 1})
    page = body_of(first)
    must(len(page["games"]) == 1, f"listGames: {len(page['games'])} games, the limit is 1")
    must(page["next"] is not None, "listGames: a page before others has no next")
    second = client.ask("listGames", 200, params={"limit": 1, "cursor": page["next"]})
    seen = [page["games"][0]["id"], *(one["id"] for one in body_of(second)["games"])]
    must(len({*seen}) == 2, "listGames: the second page does not go on after the first")
    link = first.links.get("next", {}).get("url")
    must(link is not None, "listGames: a page before others has no Link to the next")
    linked = client.plain("GET", first.url.join(str(link)), headers=client.headers())
    same = body_of(linked).get("games") == body_of(second)["games"]
    must(same, "listGames: Link leads to a different page from next")


def must_read_as_declared(game: CheckedGame) -> None:
    """Raise NonConforming unless each read of the document answers as it declares.

    The service refuses a read of what does not exist, or belongs to others, as declared.
    """
    client = game.client
    known = {**game.place, "ruleset": game.ruleset, "seat": 0, "name": "not-found"}
    place: dict[str, Any] = defaultdict(lambda: "no-such-thing", known)
    for name, path, described in client.reads():
        responses = described["responses"]
        statuses = tuple(int(one) for one in responses if one.isdecimal() and int(one) < 500)
        kinds = responses.get("200", {}).get("content", {})
        for kind in kinds if path.startswith(_READ) else ():
            if kind != EVENT_STREAM:
                headers = {"Accept": f"{kind}, {PROBLEM};q=0.5"}
                answer = client.ask(name, statuses, place, headers=headers)
                found = type_of(answer)
                fits = answer.status_code != 200 or found == kind
                must(fits, f"{name} answers with {found}, and the client accepts {kind}")
