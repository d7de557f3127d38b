"""Guided first games over HTTP, for front ends: data, and the checker that plays them."""

import re
from dataclasses import replace
from typing import Any

import httpx
import pytest

from domain.ruleset import LANGUAGES, AnyRuleset
from domain.rulesets.registry import BY_ID, RULESETS
from tests.support.http.client import Json

EACH = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: str(one.meta.id))
TEG = "/v1/rulesets/teg"


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


def got(answer: httpx.Response) -> Json:
    """Return the JSON of a successful answer."""
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def guide_of(http: httpx.Client, ruleset: AnyRuleset, language: str = "en") -> Json:
    """Return a guide in this language."""
    address = f"/v1/rulesets/{ruleset.meta.id}/guide"
    return got(http.get(address, headers={"Accept-Language": language}))


def dealt(http: httpx.Client, **more: Any) -> httpx.Response:
    """Return the checker's answer to the opening of the guide of TEG, which hides objectives."""
    guide = guide_of(http, BY_ID["teg"])
    body = {"options": guide["options"], "actions": guide["opening"], **more}
    return http.post(f"{TEG}/check", json=body)


def objectives(found: Json) -> list[str | None]:
    """Return the objectives that a position shows."""
    return [seat["objective"] for seat in found["position"]["seats"]]


@EACH
def test_a_front_end_can_lead_through_a_guide(http: httpx.Client, ruleset: AnyRuleset) -> None:
    """As the how-to says: check all actions so far, draw the position, list what is legal."""
    guide = guide_of(http, ruleset)
    address = f"/v1/rulesets/{ruleset.meta.id}"
    options, seat = guide["options"], guide["seat"]
    actions = list(guide["opening"])
    for lesson in guide["lessons"]:
        body = {"options": options, "actions": actions, "viewer": seat}
        checked = got(http.post(f"{address}/check", json=body))
        assert checked["legal"], checked["refusals"]
        asked = {"options": options, "position": checked["position"]}
        drawn = http.post(f"{address}/board.svg", json={**asked, "part": "board"})
        places = re.findall(r'data-spot="([^"]+)"', drawn.text)
        assert set(lesson["points"]) <= set(places)
        assert (lesson["task"] is None) == (not lesson["expects"])
        if lesson["expects"]:
            legal = got(http.post(f"{address}/legal-actions", json={**asked, "seat": seat}))
            wanted = lesson["expects"][0]
            fitting = [one for one in legal["actions"] if wanted.items() <= one.items()]
            actions.append({"seat": seat, "action": (fitting or [wanted])[0]})
        actions += lesson["answers"]
    body = {"options": options, "actions": actions, "viewer": seat}
    assert got(http.post(f"{address}/check", json=body))["legal"]


def test_only_the_texts_of_a_guide_depend_on_the_language(http: httpx.Client) -> None:
    found = [guide_of(http, RULESETS[0], language) for language in LANGUAGES]
    texts = [[(one.pop("text"), one.pop("task")) for one in it["lessons"]] for it in found]
    assert found[0] == found[1] == found[2]
    assert all(one != other for one, other in zip(texts[0], texts[1], strict=True))


def test_a_ruleset_without_a_guide_says_so(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BY_ID, "teg", replace(BY_ID["teg"], guide=None))
    answer = http.get(f"{TEG}/guide")
    assert (answer.status_code, answer.json()["facts"]["what"]) == (404, "guide")
    offered = got(http.get("/v1/rulesets"))["rulesets"]
    assert all(one["guided"] for one in offered)


def test_the_checker_shows_the_view_of_a_seat(http: httpx.Client) -> None:
    """By default everything, because a caller who plays all seats knows all of it."""
    assert objectives(got(dealt(http))) == ["O2", "O3"]
    assert objectives(got(dealt(http, viewer="arbiter"))) == ["O2", "O3"]
    assert objectives(got(dealt(http, viewer=0))) == ["O2", None]
    assert objectives(got(dealt(http, viewer=1))) == [None, "O3"]
    seen = got(dealt(http, viewer="spectator"))
    assert objectives(seen) == [None, None]
    (deal,) = [one["event"] for one in seen["events"] if one["event"]["type"] == "board_dealt"]
    assert deal["objectives"] is None


def test_the_checker_shows_a_complete_position_as_a_seat_sees_it(http: httpx.Client) -> None:
    whole = got(dealt(http))["position"]
    asked = {"options": {"players": 2, "objectives": "secret_and_common"}, "position": whole}
    assert objectives(got(http.post(f"{TEG}/check", json={**asked, "viewer": 1}))) == [None, "O3"]


@pytest.mark.parametrize("viewer", [0, 1, "spectator", "arbiter"])
def test_the_view_of_a_seat_shows_nobody_more(http: httpx.Client, viewer: Any) -> None:
    own = got(dealt(http, viewer=0))["position"]
    options = {"players": 2, "objectives": "secret_and_common"}
    asked = {"options": options, "position": own, "viewer": viewer}
    assert got(http.post(f"{TEG}/check", json=asked))["position"] == own


def test_a_seat_that_does_not_exist_sees_what_a_spectator_sees(http: httpx.Client) -> None:
    assert got(dealt(http, viewer=2)) == got(dealt(http, viewer="spectator"))
