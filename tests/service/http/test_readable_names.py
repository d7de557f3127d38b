"""Names and titles that a client chooses: people must be able to read them, wherever they are."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar.handlers import BaseRouteHandler
from msgspec import inspect

from domain.names.readability import READABLE
from service.http.answers.contract import contract_of
from service.http.routes import ROUTES
from tests.support.games.table import RULES
from tests.support.http.client import create, good, start
from tests.support.tournaments.over_http import OF_TWO, Scene, scene_in

WRONG = [
    ("Ana\u0670", "a mark of the same script as the letter before it; character 4 is U+0670"),
    ("\u05b8Ana", "a letter before each mark; character 1 is U+05B8"),
    (
        "Z\u0301\u0302\u0303\u0308",
        (
            "no more marks on a letter than its script needs, and none twice in a row; character 5 "
            "is U+0308"
        ),
    ),
    (
        "A\u200dna",
        (
            "invisible joiners and selectors only within a word or picture that needs them; "
            "character 2 is U+200D"
        ),
    ),
    ("A\U000e0061na", "visible characters; character 2 is U+E0061"),
]
NAME = WRONG[0][0]


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """Yield a service with accounts."""
    with scene_in(tmp_path) as found:
        yield found


def must_be_malformed(answer: httpx.Response, where: str, expected: str = WRONG[0][1]) -> None:
    assert answer.status_code == 400, answer.text
    (error,) = answer.json()["errors"]
    assert error["where"] == where
    assert error["message"] == f"expected {expected}"


@pytest.mark.parametrize(("name", "expected"), WRONG)
def test_the_error_says_which_character_and_what_was_expected(
    http: httpx.Client, name: str, expected: str
) -> None:
    must_be_malformed(http.post("/v1/players", json={"name": name}), "$.name", expected)


def test_accounts_have_readable_names(http: httpx.Client) -> None:
    for name in ("Nguye\u0302\u0303n", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"):
        assert good(http.post("/v1/players", json={"name": name}))["player"]["name"] == name


def test_people_at_a_table_have_readable_names(http: httpx.Client) -> None:
    """With an account or without; in the next game, too. Nobody has sat down."""
    table = create(http)
    must_be_malformed(table.sit(0, name=NAME), "$.name")
    assert table.now()["version"] == 1
    over = start(http)
    good(over.act(0, {"type": "resign"}))
    again = http.post(f"{over.url}/rematch", json={"name": NAME}, headers=over.headers(0))
    must_be_malformed(again, "$.name")
    assert over.now()["rematch"] is None


def test_games_have_readable_labels(http: httpx.Client) -> None:
    body = {"ruleset": RULES.meta.id, "label": NAME}
    must_be_malformed(http.post("/v1/games", json=body), "$.label")


def test_tournaments_have_readable_names(scene: Scene) -> None:
    """The title, entrants, both partners of a pair, guests, arbiters, and who takes over."""
    cup = scene.announce(**OF_TWO, real_tables=True)
    terms = {**cup.get()["announcement"], "name": NAME}
    answer = scene.http.post(
        "/v1/tournaments", json={"announcement": terms}, headers=scene.organiser.headers
    )
    must_be_malformed(answer, "$.announcement.name")
    account, key = scene.organiser.id, "00" * 32
    person = {"name": NAME, "account": account}
    pair = [{"name": "Bea", "account": account}, {"name": NAME, "guest": key}]
    replaced = {"type": "replace_player", "entrant": 1, "person": person, "reason": "Ill"}
    for action, where in (
        ({"type": "name_arbiter", "account": account, "name": NAME}, "name"),
        ({"type": "register_entrant", "people": [person]}, "people[0].name"),
        ({"type": "register_entrant", "people": pair}, "people[1].name"),
        (replaced, "person.name"),
    ):
        for dry_run in (False, True):
            answer = cup.ask(scene.organiser, action, role="organiser", dry_run=dry_run)
            must_be_malformed(answer, f"$.actions[0].{where}")
    assert cup.get()["version"] == 1


def test_reasons_are_readable(scene: Scene) -> None:
    """Those of officials and players in a tournament, and of arbiters of a game."""
    cup = scene.announce(**OF_TWO)
    account = scene.organiser.id
    claim = {"type": "declare_relation", "account": account, "entrant": 1, "reason": NAME}
    answer = cup.ask(scene.organiser, claim, role="organiser")
    must_be_malformed(answer, "$.actions[0].reason")
    game = start(scene.http)
    for action in ({"type": "adjudicate", "winners": ["white"]}, {"type": "call_off_game"}):
        headers = scene.organiser.headers
        ended = scene.http.post(
            f"{game.url}/actions", json={"actions": [{**action, "reason": NAME}]}, headers=headers
        )
        must_be_malformed(ended, "$.actions[0].reason")
    assert game.now()["status"] == "running"


def test_a_stored_name_stays_as_it_is(scene: Scene) -> None:
    """An account from before the rule, made without a request."""
    old = scene.member(NAME)
    assert good(scene.http.get(f"/v1/players/{old.id}"))["name"] == NAME


def test_every_name_in_a_body_is_checked() -> None:
    """And every reason; except those that nobody else sees, and those of programs."""
    names = {
        found
        for handler in ROUTES
        if isinstance(handler, BaseRouteHandler)
        if (contract := contract_of(handler))
        for body in (contract.body, contract.body_of and contract.body_of(RULES))
        if body is not None
        for found in _names_in(inspect.type_info(body))
    }
    assert {place for place, checked in names if not checked} == {
        "Engine.name",
        "MakeTokenRequest.name",
        "RecordedSeatView.name",
    }
    assert {place for place, checked in names if checked and not place.endswith(".reason")} == {
        "Announcement.name",
        "CreateGameRequest.label",
        "MakePlayerRequest.name",
        "NameArbiter.name",
        "Person.name",
        "PlayAgainRequest.name",
        "TakeSeatRequest.name",
    }
    assert {"AdjudicateRequest.reason", "DeclareRelation.reason"} <= {place for place, _ in names}


def _names_in(body: inspect.Type) -> Iterator[tuple[str, bool]]:
    """Yield the places of all texts that are a name, title or reason, and whether it is marked."""
    seen: set[type] = set()
    types = [body]
    while types:
        one = types.pop()
        types += _parts_of(one)
        if isinstance(one, inspect.StructType) and one.cls not in seen:
            seen.add(one.cls)
            types += [field.type for field in one.fields]
            for field in one.fields:
                texts = [part for part in (field.type, *_parts_of(field.type)) if _is_text(part)]
                if texts and field.encode_name in {"name", "label", "title", "reason"}:
                    marked = any(map(_is_marked, texts))
                    yield f"{one.cls.__name__}.{field.encode_name}", marked


def _parts_of(one: inspect.Type) -> list[inspect.Type]:
    if isinstance(one, inspect.UnionType):
        return [*one.types]
    if isinstance(one, inspect.Metadata):
        return [one.type]
    return [one.item_type] if isinstance(one, inspect.CollectionType) else []


def _is_text(one: inspect.Type) -> bool:
    return isinstance(one.type if isinstance(one, inspect.Metadata) else one, inspect.StrType)


def _is_marked(one: inspect.Type) -> bool:
    return isinstance(one, inspect.Metadata) and bool((one.extra or {}).get(READABLE))
