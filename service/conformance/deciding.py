"""What a seat may do, and what the answer to an action has, on request."""

from typing import Any, Final

import msgspec

from service.conformance.check_results import NotChecked
from service.conformance.client import JSON, LINES, body_of, must, type_of
from service.conformance.played_game import CheckedGame
from service.conformance.schemas import JsonMap

PAGE: Final = 50
SAMPLE: Final = 5


def must_list_legal_actions(game: CheckedGame) -> None:
    """Raise NonConforming unless pages, indexes, samples and lines have the same actions."""
    seat = game.due()
    whole = _legal(game, seat, limit=PAGE)
    count, actions = whole["count"], whole["actions"]
    must(len(actions) == min(count, PAGE), f"{len(actions)} legal actions on a page, of {count}")
    must(_distinct(actions) == len(actions), "listLegalActions lists an action twice")
    for at in {0, len(actions) - 1}:
        one = _legal(game, seat, at=at)["actions"]
        must(one == [actions[at]], f"at={at} is a different action from the one in the list")
    size = max(min(SAMPLE, count - 1), 1)  # fewer than all, or a service could ignore it unseen
    drawn = _legal(game, seat, sample=size)["actions"]
    must(len(drawn) == size, f"sample={size} has {len(drawn)} of {count} actions")
    must(_distinct(drawn) == len(drawn), "a sample has an action twice")
    if count == len(actions):
        must(all(one in actions for one in drawn), "a sample has an action that is not in the list")
    first = _legal(game, seat, limit=1)
    if count > 1:
        second = _legal(game, seat, limit=1, cursor=first["next"])["actions"]
        must([*first["actions"], *second] == actions[:2], "pages of one are not the list")
    answer = _asked(game, seat, {"limit": PAGE}, LINES)
    must(type_of(answer) == LINES, f"listLegalActions has the type {type_of(answer)}, not {LINES}")
    lines = [msgspec.json.decode(line) for line in answer.content.splitlines()]
    must(lines[: len(actions)] == actions, "the lines of legal actions are not those of the list")


def must_check_alike(game: CheckedGame) -> None:
    """Raise NonConforming unless the checker of the ruleset lists the same actions.

    A position that hides something from this seat is not checked.
    """
    name = game.client.name_of("POST", f"/v1/rulesets/{game.ruleset}/legal-actions")
    if name is None:
        raise NotChecked("there is no checker of positions")
    seat = game.due()
    state = body_of(game.client.ask("getGame", 200, game.place, game.tokens["seats"][seat]))
    expected = _legal(game, seat, limit=PAGE)
    asked = {"position": state["position"], "options": state["options"], "seat": seat}
    answer = game.client.ask(name, 200, json=asked, params={"limit": PAGE})
    found = body_of(answer)
    if found.get("unknown"):
        raise NotChecked("the position hides something from the seat")
    same = (found["count"], found["actions"]) == (expected["count"], expected["actions"])
    must(same, "the checker lists other legal actions than the game")


def must_answer_as_asked(game: CheckedGame) -> None:
    """Raise NonConforming unless an answer has what the client asks for, and leaves out the rest.

    A dry run changes nothing.
    """
    before, seat = body_of(game.state()), game.due()
    action = game.decide(seat)
    tried = body_of(game.act(200, seat, action, params={"dry_run": True}))
    must(tried.get("legal") is True, "a dry run refuses a legal action")
    must(body_of(game.state()) == before, "a dry run changes the game")
    answer = game.act(200, seat, action, headers={"Prefer": "return=minimal"})
    taken = body_of(answer)
    must("game" not in taken, "Prefer: return=minimal: the answer has the game")
    applied = answer.headers.get("preference-applied")
    must(applied == "return=minimal", f"Preference-Applied is {applied}, not return=minimal")
    after = body_of(game.state())
    must(
        taken["version"] == after["version"],
        "the version of the answer differs from that of the game",
    )
    missed = game.events(seat)[before["version"] :]  # a card that it draws is open to the seat
    must(taken["events"] == missed, "the events of the answer differ from those of the game")
    if after["status"] != "running":
        return
    seat = game.due()
    action = game.decide(seat)
    taken = body_of(game.act(200, seat, action, params={"legal_actions": True}))
    must("game" in taken, "an answer without a preference has no game")
    must("legal_actions" in taken, "legal_actions=true: the answer has no legal actions")
    now = _legal(game, seat, limit=PAGE)
    same = taken["legal_actions"]["count"] == now["count"]
    must(same, "legal_actions=true: the answer has not those after the events")


def _legal(game: CheckedGame, seat: int, **asked: Any) -> JsonMap:
    found: JsonMap = body_of(_asked(game, seat, asked, JSON))
    return found


def _asked(game: CheckedGame, seat: int, query: JsonMap, accepted: str) -> Any:
    token, headers = game.tokens["seats"][seat], {"Accept": accepted}
    asked = {"params": query, "headers": headers}
    return game.client.ask("listLegalActions", 200, game.place, token, **asked)


def _distinct(actions: list[JsonMap]) -> int:
    return len({msgspec.json.encode(one, order="sorted") for one in actions})
