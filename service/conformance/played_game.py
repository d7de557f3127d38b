"""A game that the checks play, from its opening to its end, and what a client does meanwhile."""

from typing import Any, Final

from service.conformance.client import ContractClient, body_of, must, problem_of
from service.conformance.schemas import JsonMap

ABORT: Final = {"type": "abort_game"}
ENDINGS: Final = ({"type": "resign"}, ABORT)


class CheckedGame:
    """A game of one ruleset, with the tokens of all seats."""

    def __init__(self, client: ContractClient, ruleset: str, key: str) -> None:
        self.client = client
        self.ruleset = ruleset
        self.asked: JsonMap = {"json": {"ruleset": ruleset}, "headers": {"Idempotency-Key": key}}
        self.opened = client.ask("createGame", 201, **self.asked)
        found = body_of(self.opened)
        self.id: str = found["game"]["id"]
        self.tokens: JsonMap = found["tokens"]
        self.place = {"game": self.id}

    def state(self, **headers: str) -> Any:
        """Return the answer with the game."""
        return self.client.ask("getGame", 200, self.place, headers=headers)

    def sit_down(self) -> None:
        """Take all seats."""
        for seat, token in enumerate(self.tokens["seats"]):
            place = {**self.place, "seat": seat}
            self.client.ask("takeSeat", 200, place, token, json={"entropy": f"{seat:02x}" * 8})

    def act(
        self, status: int | tuple[int, ...], seat: int | None, *actions: JsonMap, **asked: Any
    ) -> Any:
        """Send actions of a seat, or of the creator; ``asked`` are headers and parameters."""
        token = self.tokens["creator"] if seat is None else self.tokens["seats"][seat]
        asked["json"] = {"actions": list(actions)}
        return self.client.ask("takeActions", status, self.place, token, **asked)

    def due(self) -> int:
        """Return the seat that must decide, or the first of several."""
        seat: int = body_of(self.state())["awaits"][0]["seat"]
        return seat

    def decide(self, seat: int) -> JsonMap:
        """Return one of the legal actions of a seat."""
        token = self.tokens["seats"][seat]
        asked = {"params": {"sample": 1}}
        found = body_of(self.client.ask("listLegalActions", 200, self.place, token, **asked))
        must(bool(found["actions"]), f"seat {seat} must decide, and has no legal action")
        action: JsonMap = found["actions"][0]
        return action

    def play(self, decisions: int) -> None:
        """Play this many decisions, then resign for one seat after the other, or end the game."""
        for number in range(decisions):
            game = body_of(self.state())
            if game["status"] != "running" or not game["awaits"]:
                break
            seat = game["awaits"][0]["seat"]
            asked = {"If-Match": f'"{game["version"]}"', "Idempotency-Key": f"{self.id}-{number}"}
            action = self.decide(seat)
            taken = body_of(self.act(200, seat, action, headers=asked))
            if number == 0:
                again = body_of(self.act(200, seat, action, headers=asked))
                must(again == taken, "takeActions: a repetition with the same key differs")
                self._be_refused(seat, action, game["version"])
        self._end()

    def clear_away(self) -> None:
        """End the game, which may not have started."""
        self.act((200, 409), None, ABORT)
        self._end()

    def _be_refused(self, seat: int, action: JsonMap, before: int) -> None:
        """Send what the service must refuse once the game has gone on."""
        version = f'"{before}"'
        found = problem_of(self.act(412, seat, action, headers={"If-Match": version}))
        must("version" in found, "takeActions: 412 does not say the current version")
        problem_of(self.act(400, seat, {"type": "no_such_action"}))
        unknown = {"Authorization": "Bearer creator_nobody"}
        body = {"actions": [action]}
        answer = self.client.ask(
            "takeActions", 401, self.place, "creator_nobody", json=body, headers=unknown
        )
        problem_of(answer)

    def _end(self) -> None:
        for ending in ENDINGS:
            seats = [None] if ending is ABORT else range(len(self.tokens["seats"]))
            for seat in seats:
                if body_of(self.state())["status"] not in ("running", "open"):
                    return
                self.act((200, 409), seat, ending)  # the rules may not allow it
        ended = body_of(self.state())["status"]
        must(ended not in ("running", "open"), f"the game does not end; its status is {ended}")

    def events(self, seat: int | None = None) -> list[JsonMap]:
        """Return all events of the game, page by page, as a seat or a spectator sees them."""
        token = None if seat is None else self.tokens["seats"][seat]
        events: list[JsonMap] = []
        cursor: JsonMap = {}
        while True:
            page = body_of(
                self.client.ask(
                    "listEvents", 200, self.place, token, params={"limit": 50, **cursor}
                )
            )
            events += page["events"]
            if page["next"] is None:
                return events
            cursor = {"cursor": page["next"]}
