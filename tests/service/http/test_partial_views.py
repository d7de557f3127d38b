"""The checker on the view of a seat: it judges what the seat sees; the rest is unknown."""

from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from domain.ruleset import CHANCE
from domain.rulesets.teg import RULESET
from tests.support.games.play import Step, options_of, play
from tests.support.http.client import Json, create

ADDRESS = "/v1/rulesets/teg"
OPTIONS = options_of(RULESET, players=4)


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


def json_of(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def ask(http: httpx.Client, way: str, viewer: Any, step: Step, **more: Any) -> Json:
    """Return the answer about the position before a step, as this viewer sees it."""
    view = RULESET.view(step.before, viewer)
    body = {"position": json_of(view), "options": json_of(OPTIONS), **more}
    answer = http.post(f"{ADDRESS}/{way}", json=body)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def decisions() -> Iterator[Step]:
    """Yield some decisions of seats in a random game."""
    steps = play(RULESET, RULESET.start(OPTIONS), Random("partial"), steps_max=900)
    yield from [step for step in steps if step.by != CHANCE][::80]


def test_a_seat_gets_the_legal_actions_that_it_has(http: httpx.Client) -> None:
    """The same as from the whole position; other seats have none, because they are not due."""
    for step in decisions():
        whole = ask(http, "legal-actions", "arbiter", step)
        assert whole["unknown"] == []
        assert ask(http, "legal-actions", step.by, step) == whole
        other = (int(step.by) + 1) % 4
        none = ask(http, "legal-actions", step.by, step, seat=other)
        assert (none["count"], none["unknown"]) == (0, [])


def test_the_legal_actions_of_another_seat_are_unknown(http: httpx.Client) -> None:
    """They depend on cards that only that seat sees."""
    for step in decisions():
        for viewer in ((int(step.by) + 1) % 4, "spectator"):
            found = ask(http, "legal-actions", viewer, step)
            assert (found["seat"], found["count"], found["actions"]) == (step.by, 0, [])
            (unknown,) = found["unknown"]
            assert (unknown["index"], unknown["rule"]) == (None, None)
            assert f"seats[{step.by}].cards" in unknown["missing"]


def test_the_actions_of_a_seat_are_judged_from_its_view(http: httpx.Client) -> None:
    """The verdict is that of the whole position, as the seat may see it."""
    for step in decisions():
        actions = [{"seat": step.by, "action": json_of(step.action)}]
        whole = ask(http, "check", "arbiter", step, actions=actions)
        seen = ask(http, "check", step.by, step, actions=actions)
        assert whole["unknown"] == []
        assert {one["rule"] for one in seen["unknown"]} >= {"TG-INV-2", "TG-SETUP-8"}
        assert all(one["index"] is None for one in seen["unknown"])
        assert seen["legal"] is True
        assert (seen["events"], seen["awaits"]) == (whole["events"], whole["awaits"])
        assert seen["position"] == json_of(RULESET.view(step.after, int(step.by)))
        refused = [{"seat": (int(step.by) + 1) % 4, "action": json_of(step.action)}]
        early = ask(http, "check", step.by, step, actions=refused)
        assert [one["rule"] for one in early["refusals"]] == ["TG-TURN-1"]


def test_an_action_that_depends_on_hidden_facts_is_not_called_legal(http: httpx.Client) -> None:
    """The checker stops at it, and reports what it lacks."""
    for step in decisions():
        actions = [{"seat": step.by, "action": json_of(step.action)}]
        found = ask(http, "check", (int(step.by) + 1) % 4, step, actions=actions)
        assert (found["legal"], found["refusals"], found["events"]) == (False, [], [])
        last = found["unknown"][-1]
        assert (last["index"], last["rule"]) == (0, None)
        assert f"seats[{step.by}].cards" in last["missing"]


def test_a_fault_that_a_seat_sees_is_found(http: httpx.Client) -> None:
    step = next(decisions())
    view = json_of(RULESET.view(step.before, int(step.by)))
    view["territories"][0]["tokens"] = 0
    for way in ("check", "legal-actions", "board.svg"):
        body = {"position": view, "options": json_of(OPTIONS)}
        answer = http.post(f"{ADDRESS}/{way}", json=body)
        assert answer.status_code == 409
        assert [one["rule"] for one in answer.json()["faults"]] == ["TG-INV-1"]


@pytest.mark.parametrize("viewer", [0, 3, "spectator"])
def test_the_picture_of_a_view_shows_no_more_than_the_view(http: httpx.Client, viewer: Any) -> None:
    *_, step = decisions()
    view = RULESET.view(step.before, viewer)
    assert view is not None
    body = {"position": json_of(view), "options": json_of(OPTIONS)}
    assert http.post(f"{ADDRESS}/board.svg", json=body).text == RULESET.picture(view)


def test_the_view_that_the_service_returns_is_accepted(http: httpx.Client) -> None:
    """The position of a game, as its seats get it, with the options of the game."""
    table = create(http, terms={"ruleset": "teg", "options": {"players": 4}})
    for seat in range(4):
        table.sit(seat)
    for token in table.tokens["seats"]:
        game = http.get(table.url, headers={"Authorization": f"Bearer {token}"}).json()
        body = {"position": game["position"], "options": game["options"]}
        answer = http.post(f"{ADDRESS}/check", json=body)
        assert answer.status_code == 200, answer.text
        assert answer.json()["position"] == game["position"]
        assert answer.json()["unknown"]
