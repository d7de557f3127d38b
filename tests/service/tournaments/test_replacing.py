"""An arbiter replaces a player, over HTTP: from the next round that is paired on."""

from random import Random

from service.access.rights import SCOPES
from tests.support.http.client import Json, good
from tests.support.proof.tournament_verifier import verify_tournament
from tests.support.run.waiting import until
from tests.support.tournaments.over_http import OF_TWO, WHY, Cup, Member, Scene, play_game


def replace(entrant: int, by: Member) -> Json:
    """Return the decision that a member plays for an entrant."""
    person = {"name": by.name, "account": by.id}
    return {"type": "replace_player", "entrant": entrant, "person": person, "reason": WHY}


def played(scene: Scene, cup: Cup, number: int, players: list[Member]) -> Json:
    """Play the one table of a round, which is open, close the round, and return the game."""
    at = f"/rounds/{number}"
    until(lambda: cup.get(at)["tables"][0]["game"], "the game of the table")
    url = f"/v1/games/{cup.get(at)['tables'][0]['game']}"
    play_game(scene.http, url.rpartition("/")[2], players, Random(number))
    until(lambda: cup.get(at)["tables"][0]["ranks"], "the result of the table")
    cup.run({"type": "close_round", "round": number})
    return good(scene.http.get(url))


def test_another_player_takes_over(scene: Scene) -> None:
    """The open game goes on, the next one is for the new player, and all of it is proved."""
    judge = scene.member("Ida", SCOPES)
    ana, bea, bruno = (scene.member(name) for name in ("Ana", "Bea", "Bruno"))
    cup = scene.announce(**OF_TWO)
    named = {"type": "name_arbiter", "account": judge.id, "name": "Ida"}
    cup.run(named, ana.entry, bea.entry, "start_tournament")
    cup.pair(1)
    until(lambda: cup.get("/rounds/1")["tables"][0]["game"], "the game of the table")
    before = cup.get()
    verdict = good(cup.ask(judge, replace(1, bruno), role="arbiter", dry_run=True))
    assert verdict["sentences"] == [f"Bruno plays for Ana from round 2 on. Reason: {WHY}"]
    assert cup.get() == before
    good(cup.ask(judge, replace(1, bruno)))
    first = played(scene, cup, 1, [ana, bea])
    cup.pair(2)
    second = played(scene, cup, 2, [bruno, bea])
    assert {one["name"] for one in first["seats"]} == {"Ana", "Bea"}
    assert {one["name"] for one in second["seats"]} == {"Bruno", "Bea"}
    (entrant, _) = cup.get()["entrants"]
    person = {"name": "Ana", "account": ana.id}
    left = {"person": person, "member": 1, "round": 2, "reason": WHY}
    assert entrant["replaced"] == [left]
    assert (entrant["name"], entrant["number"]) == ("Bruno", before["entrants"][0]["number"])
    assert {one["name"] for one in cup.get("/standings")["standings"]} == {"Bruno", "Bea"}
    for one in (ana, bruno):
        page = good(scene.http.get("/v1/tournaments", params={"player": one.id}))
        assert [found["id"] for found in page["tournaments"]] == [cup.id]
    cup.run("end_tournament")
    events = cup.get("/events", limit=100)["events"]
    keys = good(scene.http.get("/.well-known/jwks.json"))
    verify_tournament(events, cup.get("/record"), keys)


def test_each_person_acts_for_their_part_of_the_entry(scene: Scene) -> None:
    """The person at the table enters its result, and the person who took over all else."""
    ana, bea, bruno = (scene.member(name) for name in ("Ana", "Bea", "Bruno"))
    cup = scene.announce(**OF_TWO, real_tables=True, seats_reserved=False)
    named = {"type": "name_arbiter", "account": cup.organiser.id, "name": "Olga"}
    cup.run(named, ana.entry, bea.entry, "start_tournament")
    cup.pair(1)
    good(cup.ask(cup.organiser, replace(1, bruno), role="arbiter"))
    for one in (ana, bruno):
        legal = scene.http.get(f"{cup.url}/legal-actions", headers=one.headers)
        assert good(legal)["entrant"] == 1
    claim = {"type": "claim_result", "round": 1, "table": 1, "entrant": 1, "ranks": [1, 2]}
    good(cup.ask(ana, claim))
    for who, action in ((bruno, claim), (ana, {"type": "withdraw_entrant", "entrant": 1})):
        problem = cup.ask(who, action).json()
        assert (problem["rule"], problem["reason"]) == ("TN-ACT-3", "entry_of_another")
    good(cup.ask(bruno, {"type": "withdraw_entrant", "entrant": 1}))
