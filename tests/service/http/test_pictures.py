"""Pictures over HTTP: of games and positions, whole or in part, in three languages."""

from itertools import product
from typing import Any
from xml.etree import ElementTree as ET

import httpx
import msgspec
import pytest

from domain.ruleset import LANGUAGES, AnyRuleset, Part
from domain.rulesets.registry import RULESETS
from tests.support.games.play import number_of, options_of
from tests.support.http.client import Json, create, good, start
from tests.support.run.long import long_after

SVG = "{http://www.w3.org/2000/svg}"
PARTS: tuple[Part, ...] = ("all", "board")
XML_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


def opened(http: httpx.Client, rules: AnyRuleset) -> str:
    """Return the address of a game with all seats taken."""
    table = create(http, terms={"ruleset": rules.meta.id})
    for seat in range(len(table.tokens["seats"])):
        table.sit(seat)
    return table.url


def asked_in(language: str, **more: str) -> dict[str, str]:
    return {"Accept-Language": language, **more}


def picture_of(answer: httpx.Response, language: str, part: str) -> ET.Element:
    """Return the picture as a tree, and check its language, part and headers."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["content-language"] == language
    assert "Accept-Language" in answer.headers["vary"]
    svg = ET.fromstring(answer.text)  # noqa: S314 - our own output
    assert svg.get(XML_LANGUAGE) == language
    groups = [group.get("class") for group in svg.findall(f"{SVG}g")]
    assert groups == ["board", "panels"][: 2 if part == "all" else 1]
    return svg


@pytest.mark.parametrize("rules", long_after(1, RULESETS), ids=lambda rules: rules.meta.id)
def test_a_game_is_drawn_in_each_language_and_part(http: httpx.Client, rules: AnyRuleset) -> None:
    """Each form has its own entity tag, and only that tag gets a 304."""
    address = f"{opened(http, rules)}/board.svg"
    forms = list(product(LANGUAGES, PARTS))
    tags: dict[tuple[str, str], str] = {}
    for language, part in forms:
        answer = http.get(address, params={"part": part}, headers=asked_in(language))
        picture_of(answer, language, part)
        assert "Authorization" in answer.headers["vary"]
        tags[language, part] = answer.headers["etag"]
    assert len(set(tags.values())) == len(forms)
    for (language, part), (other, tag) in product(forms, tags.items()):
        headers = asked_in(language, **{"If-None-Match": tag})
        again = http.get(address, params={"part": part}, headers=headers)
        assert again.status_code == (304 if (language, part) == other else 200)
        assert again.headers["etag"] == tags[language, part]
        assert again.headers["content-language"] == language


def test_legal_actions_name_the_places_of_the_picture(http: httpx.Client) -> None:
    """On every page of the list, for the seat that is due and for a submitted position."""
    table = create(http, terms={"ruleset": "teg"})
    for seat in range(len(table.tokens["seats"])):
        table.sit(seat)
    game = table.now()
    (due,) = game["awaits"]
    address, headers = f"{table.url}/legal-actions", table.headers(due["seat"])
    svg = ET.fromstring(http.get(f"{table.url}/board.svg").text)  # noqa: S314 - our own output
    known = {group.get("data-spot") for group in svg.iter(f"{SVG}g")}
    first = good(http.get(address, params={"limit": 3}, headers=headers))
    second = good(http.get(address, params={"limit": 3, "cursor": first["next"]}, headers=headers))
    for page in (first, second):
        assert len(page["spots"]) == len(page["actions"]) == 3
        for action, spots in zip(page["actions"], page["spots"], strict=True):
            assert spots == [f"territory-{action['territory']}"]
            assert set(spots) <= known
    mine = good(http.get(table.url, headers=headers))
    asked = {"position": mine["position"], "options": mine["options"]}
    answer = http.post("/v1/rulesets/teg/legal-actions", params={"limit": 3}, json=asked)
    assert good(answer)["spots"] == first["spots"]


def test_a_picture_is_whole_and_english_by_default(
    http: httpx.Client,
) -> None:
    address = f"{start(http).url}/board.svg"
    plain = http.get(address)
    picture_of(plain, "en", "all")
    same = http.get(address, params={"part": "all"}, headers=asked_in("fr, en;q=0.5"))
    assert same.text == plain.text
    wrong = http.get(address, params={"part": "sky"})
    assert wrong.status_code == 400
    assert wrong.json()["errors"][0]["where"] == "part"


def test_the_tag_of_a_picture_names_the_version_in_if_match(http: httpx.Client) -> None:
    """If-Match ignores what follows the version, for every form of picture."""
    table = start(http)
    seat = table.now()["awaits"][0]["seat"]
    action = table.legal(seat)[0]
    match: dict[str, str] = {}
    for part, language in (("all", "en"), ("board", "de")):
        picture = http.get(
            f"{table.url}/board.svg", params={"part": part}, headers=asked_in(language)
        )
        match = {"If-Match": picture.headers["etag"]}
        assert table.act(seat, action, dry_run=True, headers=match).status_code == 200
    assert table.act(seat, action, headers=match).status_code == 200
    assert table.act(seat, action, headers=match).status_code == 412


def position_of(rules: AnyRuleset) -> Json:
    """Return a position with a seat due, in the format of the checker."""
    options = options_of(rules)
    position: Any = rules.start(options)
    while rules.view(position, "arbiter") is None:
        bounds = rules.asks(position)
        action = rules.answer(position, [bound - 1 for bound in bounds])
        position = rules.fold(position, rules.decide(position, "chance", action))
    return {"position": rules.view(position, "arbiter"), "options": options}


@pytest.mark.parametrize("rules", long_after(1, RULESETS), ids=lambda rules: rules.meta.id)
def test_a_position_is_drawn_like_a_game(http: httpx.Client, rules: AnyRuleset) -> None:
    asked = position_of(rules)
    body = msgspec.json.encode(asked)
    for language, part in product(LANGUAGES, PARTS):
        answer = http.post(
            f"/v1/rulesets/{rules.meta.id}/board.svg",
            content=msgspec.json.encode({**asked, "part": part}),
            headers=asked_in(language),
        )
        picture_of(answer, language, part)
        assert answer.text == rules.picture(asked["position"], language, part)
    plain = http.post(f"/v1/rulesets/{rules.meta.id}/board.svg", content=body)
    assert plain.text == rules.picture(asked["position"])


@pytest.mark.parametrize("rules", long_after(1, RULESETS), ids=lambda rules: rules.meta.id)
def test_a_position_is_refused_as_by_the_checker(http: httpx.Client, rules: AnyRuleset) -> None:
    """With the same problems in the same words."""
    good = position_of(rules)
    address = f"/v1/rulesets/{rules.meta.id}"
    document = msgspec.to_builtins(good["position"])
    impossible = {**document, "outcome": {"reason": "unknown", "winners": []}}
    questions: list[Json] = [
        {"position": {}},
        {"position": impossible, "options": msgspec.to_builtins(good["options"])},
        {"position": document, "options": {"players": 99}},
    ]
    for question in questions:
        answers = [
            http.post(f"{address}/{way}", json=question, headers=asked_in("de"))
            for way in ("legal-actions", "board.svg")
        ]
        checked, drawn = (one.json() for one in answers)
        assert answers[0].status_code == answers[1].status_code >= 400
        for one in (checked, drawn):
            one.pop("instance", None)
        assert checked == drawn
    nowhere = http.post("/v1/rulesets/chess/board.svg", json={"position": document})
    assert nowhere.status_code == 404
    for unknown in ({"part": "sky"}, {"color": "red"}):
        wrong = http.post(f"{address}/board.svg", json={"position": document, **unknown})
        assert wrong.status_code == 400


@pytest.mark.parametrize("rules", long_after(1, RULESETS), ids=lambda rules: rules.meta.id)
def test_a_set_up_is_drawn_from_options_alone(http: httpx.Client, rules: AnyRuleset) -> None:
    """Before a game exists: in every language and part, for each number of seats."""
    address = f"/v1/rulesets/{rules.meta.id}/board.svg"
    for players in rules.meta.seats:
        options = options_of(rules, **number_of(rules, players))
        for language, part in product(LANGUAGES, PARTS):
            asked = {"options": msgspec.to_builtins(options), "part": part}
            answer = http.post(address, json=asked, headers=asked_in(language))
            svg = picture_of(answer, language, part)
            assert answer.text == rules.picture(options, language, part)
            seats = [one for one in svg.iter() if "seat" in (one.get("class") or "").split()]
            assert len(seats) == (players if part == "all" else 0)
    default = rules.picture(rules.options_type())
    assert http.post(address).text == http.post(address, json={"position": None}).text == default


@pytest.mark.parametrize(
    "rules", [one for one in RULESETS if number_of(one, 9)], ids=lambda rules: rules.meta.id
)
def test_impossible_options_have_no_picture(http: httpx.Client, rules: AnyRuleset) -> None:
    """The problem is that of opening a game with them."""
    address = f"/v1/rulesets/{rules.meta.id}/board.svg"
    answer = http.post(address, json={"options": {"players": 9}})
    assert answer.status_code == 409
    assert answer.json()["rule"] in rules.catalogue
