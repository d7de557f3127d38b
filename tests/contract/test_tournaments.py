"""Every answer about a tournament is as the document promises, with the head of its log."""

import json
import re
from typing import Any, Final

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from domain.ruleset import kinds_of, tag_of
from domain.tournament.stream.events import TournamentEvent
from service.http.answers.answer import HEAD
from service.http.openapi.examples import FOLDER
from service.http.openapi.tidy import name_of
from service.http.parts import parts_in
from service.http.requests.negotiation import EVENT_STREAM
from service.wire.tournament_terms import COMPLETE
from tests.support.http.client import Json, good
from tests.support.http.promises import Promises
from tests.support.tournaments.over_http import Member, of_two_bots

DOCUMENT: Final = json.loads((FOLDER.parent / "openapi.json").read_text(encoding="utf-8"))
PLACE: Final = {"version", "at", "by", "hash"}
"""The members of every event in a stream."""

READ: Final = {
    operation["operationId"]: (path, tuple(operation["responses"]["200"]["content"]))
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
    if "{tournament}" in path
    and method == "get"
    and operation["operationId"] != ("listTournamentActions")
}
"""What all callers can read, and in which forms."""

UNSAID: Final[Json] = {
    "registration": {"kind": "open", "most": 2000, "late_until": 0},
    "team": 1,
    "byes": {"most": 0, "kinds": ["half", "zero"]},
    "check_in": False,
    "clock": None,
    "scored_as_they_stand": False,
    "real_tables": False,
    "pace": {"kind": "manual", "times": [], "end": None},
    "no_show_minutes": None,
    "spectators": {"kind": "allowed"},
}
"""The terms that the announcement of the tournament leaves out."""


@pytest.fixture(scope="module")
def organiser(http: TestClient[Any]) -> Member:
    """Return an account that may do everything."""
    return Member(parts_in(http.app), "Olga", ("play", "organise", "arbitrate"))


@pytest.fixture(scope="module")
def tournament(http: TestClient[Any], organiser: Member) -> str:
    """Return a tournament whose first round is paired."""
    return of_two_bots(http, organiser.headers)


@pytest.mark.parametrize("event", kinds_of(TournamentEvent), ids=tag_of)
def test_every_event_has_a_schema_with_its_members(event: Any) -> None:
    """Those of the event, and those of its place."""
    schemas = DOCUMENT["components"]["schemas"]
    mapping = schemas["TournamentEvent"]["discriminator"]["mapping"]
    name = mapping[tag_of(event)].rpartition("/")[2]
    assert schemas[name]["properties"].keys() == {"type", *event.__struct_fields__} | PLACE
    facts = {one.name for one in msgspec.structs.fields(event) if one.required}
    assert set(schemas[name]["required"]) == {"type", *facts} | PLACE


def test_an_answer_has_the_terms_that_were_left_out(
    http: httpx.Client, promises: Promises, tournament: str
) -> None:
    """A client need not know the defaults; the event, which has a hash, stays as it is stored."""
    address = f"/v1/tournaments/{tournament}"
    now = promises.kept(http.get(address), status=200).json()
    schemas = DOCUMENT["components"]["schemas"]
    assert {*now["announcement"]} == {*schemas["TournamentTerms"]["required"]} > {*UNSAID}
    assert {name: now["announcement"][name] for name in UNSAID} == UNSAID
    assert now["announcement"]["rules"] == now["rules"]
    assert {*now["rules"]} == {*schemas["TournamentRules"]["required"]}
    events = promises.kept(http.get(f"{address}/events"), status=200).json()["events"]
    assert not UNSAID.keys() & events[0]["announcement"].keys()


@pytest.mark.parametrize("shape", COMPLETE, ids=name_of)
def test_the_document_requires_members_that_are_always_sent(shape: Any) -> None:
    """The document requires it, so no default is needed."""
    schema = DOCUMENT["components"]["schemas"][name_of(shape)]
    assert not shape.__struct_config__.omit_defaults
    assert set(schema["required"]) == schema["properties"].keys()
    assert not [one for one in schema["properties"].values() if "default" in one]


def test_typescript_knows_what_can_be_missing() -> None:
    """A default is not always sent: events and records leave it out."""
    source = (FOLDER.parent / "clients" / "typescript" / "src" / "api.ts").read_text("utf-8")
    for name in ("Announcement", "Person", "FixedSchedule", "RoundPaired", "Inclusion"):
        schema = DOCUMENT["components"]["schemas"][name]
        declared = re.search(
            rf"^        {name}: {{$(.*?)^        }};$", source, re.MULTILINE | re.DOTALL
        )
        assert declared, name
        for member in schema["properties"]:
            mark = "" if member in schema["required"] else "[?]"
            assert re.search(rf"^            {member}{mark}:", declared[1], re.MULTILINE), (
                name,
                member,
            )


@pytest.mark.parametrize("operation", READ)
def test_public_responses_are_as_promised(
    http: httpx.Client, promises: Promises, tournament: str, operation: str
) -> None:
    """In each form; a client that has it gets 304, and the head is that of the tournament."""
    path, forms = READ[operation]
    address = path.format(tournament=tournament, round=1)
    now = good(http.get(f"/v1/tournaments/{tournament}"))
    for accept in forms:
        if accept == EVENT_STREAM:
            continue  # it does not end by itself: tests/live follows one
        answer = http.get(address, headers={"Accept": accept})
        promises.kept(answer, status=200)
        assert answer.headers[HEAD] == now["head"]
        tag = answer.headers["ETag"]
        assert tag.strip('"').partition("-")[0] == str(now["version"])
        again = http.get(address, headers={"Accept": accept, "If-None-Match": tag})
        promises.kept(again, status=304)
    missing = http.get(path.format(tournament="nothing", round=1))
    assert promises.kept(missing, status=404).json()["facts"]["what"] == "tournament"


def test_actions_are_as_promised(
    http: httpx.Client, promises: Promises, organiser: Member, tournament: str
) -> None:
    """Taken, rehearsed, refused, or for another version."""
    address = f"/v1/tournaments/{tournament}"

    def ask(*actions: Json, status: int, **asked: Any) -> httpx.Response:
        body = {"actions": actions, "role": "organiser"}
        headers = {**organiser.headers, **asked.pop("headers", {})}
        answer = http.post(f"{address}/actions", json=body, headers=headers, params=asked)
        return promises.kept(answer, status=status)

    leave = {"type": "withdraw_entrant", "entrant": 1, "reason": "Ill"}
    head = good(http.get(address))["head"]
    assert ask(leave, status=200, dry_run="true").json()["legal"] is True
    assert ask({"type": "start_tournament"}, status=409).headers[HEAD] == head
    assert ask(leave, status=412, headers={"If-Match": '"1"'}).headers[HEAD] == head
    done = ask(leave, status=200)
    assert done.headers[HEAD] == done.json()["head"] != head
    assert ask(leave, status=200, dry_run="true").json()["legal"] is False
    legal = http.get(f"{address}/legal-actions", headers=organiser.headers)
    promises.kept(legal, status=200)


def test_announcements_and_lists_are_as_promised(
    http: httpx.Client, promises: Promises, organiser: Member
) -> None:
    before = good(http.get("/v1/tournaments", params={"limit": 1}))["tournaments"]
    example = json.loads((FOLDER / "announceTournament.request.json").read_text("utf-8"))
    created = http.post("/v1/tournaments", json=example, headers=organiser.headers)
    body = promises.kept(created, status=201).json()
    assert created.headers[HEAD] == body["head"]
    listed = promises.kept(http.get("/v1/tournaments", params={"limit": 1}), status=200)
    assert [one["id"] for one in listed.json()["tournaments"]] == [body["id"]] != before
