"""Conditions of requests (RFC 9110, section 13), and keys that make them repeatable."""

import httpx

from service.conformance.client import body_of, must, problem_of
from service.conformance.played_game import CheckedGame

ANOTHER = '"another"'


def must_keep_conditions_of_reads(game: CheckedGame) -> None:
    """Raise NonConforming unless ``If-Match`` and ``If-None-Match`` of a read are observed."""
    tag = game.state().headers.get("etag")
    must(tag is not None, "getGame: 200 has no ETag")
    must(not tag.startswith("W/"), f"getGame: the ETag {tag} is weak, so no If-Match matches it")
    for known in (tag, f"W/{tag}", f"{ANOTHER}, {tag}", "*"):
        same = _asked(game, 304, {"If-None-Match": known})
        must(not same.content, "getGame: 304 has a body")
        must(same.headers.get("etag") == tag, "getGame: 304 lacks the ETag of 200")
    game.state(**{"If-None-Match": ANOTHER})
    for required in (tag, f"{ANOTHER}, {tag}", "*"):
        game.state(**{"If-Match": required})
    for other in (ANOTHER, f"W/{tag}"):
        problem_of(_asked(game, 412, {"If-Match": other}))
    # If-Match comes first (section 13.2.2).
    problem_of(_asked(game, 412, {"If-Match": ANOTHER, "If-None-Match": tag}))


def must_answer_head(game: CheckedGame) -> None:
    """Raise NonConforming unless HEAD has the headers of GET, and no body."""
    whole = game.state()
    path = game.client.operation("getGame")[1].format_map(game.place)
    head = game.client.plain("HEAD", path, headers=game.client.headers())
    must(head.status_code == 200, f"HEAD {path} answers {head.status_code}, expected 200")
    must(not head.content, f"HEAD {path} has a body")
    for name in ("etag", "content-type"):
        got = head.headers.get(name)
        must(got == whole.headers.get(name), f"HEAD {path}: {name} is {got}, not as for GET")


def must_keep_conditions_of_writes(game: CheckedGame) -> None:
    """Raise NonConforming unless a seat is taken only if the conditions of the request hold."""
    client, place = game.client, {**game.place, "seat": 0}
    token, before = game.tokens["seats"][0], body_of(game.state())
    asked = {"json": {"entropy": "ab" * 8}}
    version = f'"{before["version"] + 7}"'
    stale = client.ask("takeSeat", 412, place, token, headers={"If-Match": version}, **asked)
    found = problem_of(stale)
    must(found.get("version") == before["version"], "takeSeat: 412 lacks the current version")
    made = client.ask("takeSeat", 412, place, token, headers={"If-None-Match": "*"}, **asked)
    problem_of(made)
    must(body_of(game.state()) == before, "takeSeat: a request with a false condition acts")
    version = f'"{before["version"]}"'
    taken = client.ask("takeSeat", 200, place, token, headers={"If-Match": version}, **asked)
    must(body_of(taken)["version"] > before["version"], "takeSeat: the version stays the same")
    must(taken.headers.get("etag") != version, "takeSeat: the ETag stays the same")


def must_keep_keys(game: CheckedGame) -> None:
    """Raise NonConforming unless a request with a known key is a repetition (Idempotency-Key)."""
    client, key = game.client, game.asked["headers"]["Idempotency-Key"]
    for spelling in (key, f'"{key}"'):
        asked = {**game.asked, "headers": {"Idempotency-Key": spelling}}
        again = client.ask("createGame", 201, **asked)
        must(
            body_of(again) == body_of(game.opened),
            f"createGame: a repetition with the Idempotency-Key {spelling} has another answer",
        )
    other = {**game.asked["json"], "take_backs": True}
    problem_of(client.ask("createGame", 422, **{**game.asked, "json": other}))


def _asked(game: CheckedGame, status: int, headers: dict[str, str]) -> httpx.Response:
    return game.client.ask("getGame", status, game.place, headers=headers)
