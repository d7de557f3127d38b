"""Rights and consent in tournaments, over HTTP: claims, partners, accounts and tokens."""

import asyncio
import json
from collections.abc import Sequence

import pytest

from domain.tournament.stream.actions import InvitePlayers
from service.access.rights import SCOPES
from service.tournaments.named_accounts import LISTED_AT_ONCE, NoSuchNamedAccounts, must_exist
from tests.support.http.client import Json, good
from tests.support.proof.tournament_verifier import verify_tournament
from tests.support.tournaments.desk import account
from tests.support.tournaments.over_http import OF_TWO, TERMS, WHY, Member, Scene

NOBODY = "a" * 26
PAIRS: Json = {**OF_TWO, "options": {"players": 4, "max_rounds": 1}, "team": 2}


def named(who: Member, **members: str) -> Json:
    """Return the action that makes someone an arbiter."""
    return {"type": "name_arbiter", "account": who.id, "name": who.name, **members}


def pair(one: Member, other: Member) -> Json:
    """Return the action with which a pair enters."""
    people = [{"name": who.name, "account": who.id} for who in (one, other)]
    return {"type": "register_entrant", "people": people}


@pytest.mark.rule("TN-JUDGE-1", refused=True)
def test_a_claim_is_seen_by_all_and_decided_by_an_official(scene: Scene) -> None:
    ana, bea = scene.members(2)
    zoe, eva = scene.member("Zoe", SCOPES), scene.member("Eva", SCOPES)
    cup = scene.announce(**OF_TWO, real_tables=True, seats_reserved=False)
    cup.run(named(zoe), named(eva), ana.entry, bea.entry)
    relation = {"type": "declare_relation", "account": zoe.id, "entrant": 1}
    claimed = good(cup.ask(ana, {**relation, "reason": "Zoe is my aunt"}))
    (sentence,) = claimed["sentences"]
    assert sentence.startswith("Player 1 says that Zoe has a conflict of interest; the organiser")
    assert sentence.endswith("Reason: Zoe is my aunt")
    (claim,) = cup.get()["claims"]
    assert claim == {
        "account": zoe.id, "entrant": 1, "reason": "Zoe is my aunt", "rejected": False
    }  # fmt: skip
    cup.run("start_tournament")
    cup.pair(1)
    result = {"type": "enter_result", "round": 1, "table": 1, "ranks": [1, 2], "reason": WHY}
    assert good(cup.ask(zoe, result, role="arbiter", dry_run=True))["legal"]
    reject = {"type": "reject_relation", "account": zoe.id, "entrant": 1, "reason": WHY}
    problem = cup.ask(zoe, reject, role="arbiter").json()
    assert (problem["rule"], problem["reason"]) == ("TN-JUDGE-3", "another_official_decides")
    problem = cup.ask(eva, relation, role="arbiter").json()
    assert (problem["rule"], problem["reason"]) == ("TN-WHY-1", "reason_is_required")
    good(cup.ask(eva, {**relation, "reason": "Zoe told us"}, role="arbiter"))
    assert (cup.get()["claims"], len(cup.get()["relations"])) == ([], 1)
    problem = cup.ask(zoe, result, role="arbiter").json()
    assert (problem["rule"], problem["reason"]) == ("TN-JUDGE-1", "arbiter_has_a_relation")


def test_a_pair_enters_when_the_partner_confirms(scene: Scene) -> None:
    """The asked person sees it, confirms with a token of their own, and the record proves it."""
    ana, bea, carla, dora = scene.members(4)
    cup = scene.announce(**PAIRS)
    good(cup.ask(ana, pair(ana, bea)))
    waiting = cup.get()
    assert waiting["entrants"] == []
    (asked,) = waiting["partners_asked"]
    assert (asked["asker"], [one["account"] for one in asked["people"]]) == (
        ana.id,
        [ana.id, bea.id],
    )
    confirm = {"type": "confirm_partner", "asker": ana.id}
    for who in (ana, carla):
        assert cup.ask(who, confirm).json()["rule"] == "TN-ENTER-9"
    other = [asked["people"][0], {**asked["people"][1], "name": "Someone"}]
    problem = cup.ask(bea, {**confirm, "people": other}).json()
    assert (problem["rule"], problem["reason"]) == ("TN-ENTER-9", "pair_has_changed")
    assert problem["facts"]["people"] == asked["people"]
    good(cup.ask(bea, {**confirm, "people": asked["people"]}))
    good(cup.ask(dora, pair(dora, carla)))
    good(cup.ask(carla, {"type": "decline_partner", "asker": dora.id}))
    cup.run(pair(carla, dora), "start_tournament")
    now = cup.get()
    assert (len(now["entrants"]), now["partners_asked"]) == (2, [])
    events, record = cup.get("/events", limit=100)["events"], cup.get("/record")
    verify_tournament(events, record, good(scene.http.get("/.well-known/jwks.json")))


@pytest.mark.parametrize(
    ("action", "where"),
    [
        ({"type": "name_arbiter", "account": NOBODY, "name": "Eva"}, "account"),
        ({"type": "declare_relation", "account": NOBODY, "entrant": 1}, "account"),
        ({"type": "invite_players", "accounts": [NOBODY]}, "accounts[0]"),
        (
            {"type": "register_entrant", "people": [{"name": "Eva", "account": NOBODY}]},
            "people[0].account",
        ),
        (
            {
                "type": "replace_player",
                "entrant": 1,
                "person": {"name": "Eva", "account": NOBODY},
                "reason": WHY,
            },
            "person.account",
        ),
    ],
    ids=lambda one: one["type"] if isinstance(one, dict) else "",
)
def test_an_account_that_does_not_exist(scene: Scene, action: Json, where: str) -> None:
    """The problem names the field, in a dry run, too; nothing is stored, whatever comes before."""
    cup = scene.announce(**OF_TWO)
    before = cup.get()
    role = "arbiter" if action["type"] == "replace_player" else "organiser"
    for dry_run in (True, False):
        answer = cup.ask(cup.organiser, "close_registration", action, role=role, dry_run=dry_run)
        assert answer.status_code == 404, answer.text
        problem = answer.json()
        assert problem["detail"] == f"There is no player {NOBODY}."
        assert problem["errors"] == [
            {"where": f"$.actions[1].{where}", "message": problem["detail"]}
        ]
    assert cup.get() == before


def test_many_accounts_that_do_not_exist() -> None:
    """Only the first are looked up and reported, because anyone may send such a request."""
    asked: list[str] = []

    async def missing(accounts: Sequence[str]) -> Sequence[str]:
        asked.extend(accounts)
        return [] if len(asked) <= LISTED_AT_ONCE else accounts[-1:]

    invited = InvitePlayers(tuple(account(number) for number in range(1500)))
    with pytest.raises(NoSuchNamedAccounts) as found:
        asyncio.run(must_exist([invited] * 20, missing))
    assert asked == [*invited.accounts[: 2 * LISTED_AT_ONCE]]
    (one,) = found.value.named
    assert one.where == f"$.actions[0].accounts[{2 * LISTED_AT_ONCE - 1}]"


def test_an_arbiter_without_the_right(scene: Scene) -> None:
    """A warning says so after naming; the arbiter sees what is missing."""
    cup = scene.announce(**OF_TWO)
    ida, zoe = scene.member("Ida"), scene.member("Zoe", ("arbitrate",))
    done = cup.run(named(zoe), named(ida))
    (warning,) = done["warnings"]
    assert (warning["index"], warning["reason"]) == (1, "arbiter_without_scope")
    assert warning["facts"] == {"name": "Ida", "account": ida.id, "scope": "arbitrate"}
    assert ida.id in warning["message"]
    withheld, idle = {}, {}
    for who in (ida, zoe, cup.organiser):
        legal = good(scene.http.get(f"{cup.url}/legal-actions", headers=who.headers))
        withheld[who.name] = legal["withheld"]
        idle[who.name] = legal["arbiters_without_scope"]
    assert withheld == {
        "Ida": [{"role": "arbiter", "scope": "arbitrate"}],
        "Zoe": [],
        "Olga": [],
    }
    assert idle == {"Ida": [], "Zoe": [], "Olga": [ida.id]}


def test_a_dry_run_reveals_no_rights_of_others(scene: Scene) -> None:
    """It leaves no trace, so an organiser could try all accounts: the verdicts are the same."""
    cup = scene.announce(**OF_TWO)
    one, other = scene.member("Ida"), scene.member("Zoe", ("arbitrate",))
    verdicts = [
        good(cup.ask(cup.organiser, named(who), role="organiser", dry_run=True))
        for who in (one, other)
    ]
    said = [
        json.dumps(verdict).replace(who.id, "").replace(who.name, "")
        for verdict, who in zip(verdicts, (one, other), strict=True)
    ]
    assert said[0] == said[1]
    assert "scope" not in said[0]


def test_nothing_is_known_about_the_rights_of_an_issuers_account(scene: Scene) -> None:
    """Its scopes are in the tokens of the OpenID Connect issuer, so there is no warning."""
    account = asyncio.run(scene.parts.register.of_subject("of-an-issuer", "Otto"))
    cup = scene.announce(**OF_TWO)
    done = cup.run({"type": "name_arbiter", "account": account, "name": "Otto"})
    assert done["warnings"] == []


def test_a_late_entry_by_an_official_has_a_reason(scene: Scene) -> None:
    ana, bea, carla = scene.members(3)
    cup = scene.announce(**OF_TWO, registration={"late_until": 2})
    cup.run(ana.entry, bea.entry, "start_tournament")
    problem = cup.ask(cup.organiser, carla.entry, role="organiser").json()
    assert (problem["rule"], problem["reason"]) == ("TN-WHY-1", "reason_is_required")
    done = cup.run({**carla.entry, "reason": WHY})
    assert done["sentences"] == [f"Player 3 enters late. Reason: {WHY}"]


def test_announcements_without_effect_are_refused(scene: Scene) -> None:
    for terms, rule in (
        ({"house_bots": ["random", "random"]}, "TN-OPEN-10"),
        ({"byes": {"most": 1, "kinds": []}}, "TN-OPEN-11"),
        ({"byes": {"most": 3}}, "TN-OPEN-11"),
    ):
        wanted = {"announcement": {**TERMS, **OF_TWO, **terms}}
        answer = scene.http.post("/v1/tournaments", json=wanted, headers=scene.organiser.headers)
        assert (answer.status_code, answer.json()["rule"]) == (409, rule)


def test_the_previous_player_plays_on_when_the_next_one_withdraws(scene: Scene) -> None:
    """The game goes on for the person who sits there; nobody resigns for them."""
    ana, bea, bruno = (scene.member(name) for name in ("Ana", "Bea", "Bruno"))
    cup = scene.announce(**OF_TWO, real_tables=True, seats_reserved=False)
    cup.run(named(cup.organiser), ana.entry, bea.entry, "start_tournament")
    cup.run({"type": "pair_round", "round": 1})
    person = {"name": "Bruno", "account": bruno.id}
    swap = {"type": "replace_player", "entrant": 1, "person": person, "reason": WHY}
    good(cup.ask(cup.organiser, swap, role="arbiter"))
    good(cup.ask(bruno, {"type": "withdraw_entrant", "entrant": 1}))
    opened = cup.run({"type": "open_round", "round": 1})
    assert [one["type"] for one in opened["events"]] == ["round_opened"]
    for who, entrant in ((ana, 1), (bea, 2)):
        claim = {"type": "claim_result", "round": 1, "table": 1, "ranks": [1, 2]}
        good(cup.ask(who, {**claim, "entrant": entrant}))
    assert cup.get("/rounds/1")["tables"][0]["ranks"] == [1, 2]
