"""Every kind of caller: with a token of the game, of an account, or with an invalid token."""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import httpx

from service.access.rights import SCOPES
from service.runtime.timestamps import written
from tests.support.http.client import Json, create, good


class Kind(NamedTuple):
    """A kind of caller."""

    holds: frozenset[str] = frozenset()
    """Its kinds, in the words of ``x-rights``; none if its token is not valid."""
    tokens: frozenset[str] = frozenset({"game", "account"})
    """The operations where its token is known, in the words of ``x-rights``."""


OF_GAME = frozenset({"game"})

KINDS: dict[str, Kind] = {
    "nobody": Kind(frozenset({"nobody"})),
    "nonsense": Kind(),
    "nonsense of an account": Kind(),
    "another scheme": Kind(),
    "a token of another game": Kind(),
    "own seat": Kind(frozenset({"seat", "own_seat"}), OF_GAME),
    "another seat": Kind(frozenset({"seat"}), OF_GAME),
    "creator": Kind(frozenset({"creator"}), OF_GAME),
    "expired": Kind(),
    "revoked": Kind(),
    "rotated": Kind(),
    "play": Kind(frozenset({"account", "play"})),
    "player on own seat": Kind(frozenset({"account", "play", "seat", "own_seat"})),
    "player on another seat": Kind(frozenset({"account", "play", "seat"})),
    "account that created": Kind(frozenset({"account", "play", "creator"})),
    "organiser that created": Kind(frozenset({"account", "organise", "creator"})),
    "former player": Kind(frozenset({"account", "play"})),
    "arbiter on own seat": Kind(frozenset({"account", "arbitrate", "play", "seat", "own_seat"})),
    "judge on own seat": Kind(frozenset({"account", "arbitrate"})),
    "organise": Kind(frozenset({"account", "organise"})),
    "arbitrate": Kind(frozenset({"account", "arbitrate", "arbiter"})),
    "admin": Kind(frozenset({"account", "admin"})),
}


def _scopes(who: str) -> tuple[str, ...]:
    """Return the scopes of this kind of caller's token."""
    if "arbiter" in who:
        return ("play", "arbitrate")
    return ("organise",) if "organiser" in who else ("play",)


class MovedClock:
    """The current time, plus an offset that a test sets."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> str:
        """Return the time in the format of the log."""
        return written(datetime.now(UTC) + timedelta(seconds=self.seconds))


class Cast:
    """A new game, and the callers who make requests about it."""

    def __init__(self, http: httpx.Client, clock: MovedClock, admin: str, **agreed: Any) -> None:
        self._http = http
        self._clock = clock
        self._admin = admin
        self._agreed = agreed
        self.account = good(http.post("/v1/players", json={"name": "Ana"}))
        self.token: str = self.account["token"]["id"]
        self.table = create(http, terms=agreed)
        self.changed = False
        """Whether a caller sat down, or opened another game, so that others need another scene."""

    def another(self) -> "Cast":
        """Return another scene of the same kind."""
        return Cast(self._http, self._clock, self._admin, **self._agreed)

    def authorization(self, who: str) -> str | None:
        """Return the ``Authorization`` header of this kind of caller."""
        seats, creator = self.table.tokens["seats"], self.table.tokens["creator"]
        given = {
            "nobody": None,
            "nonsense": "Bearer seat0_nonsense",
            "nonsense of an account": f"Bearer carolus_{self.account['player']['id']}_nonsense",
            "another scheme": f"Basic {seats[0]}",
            "own seat": f"Bearer {seats[0]}",
            "another seat": f"Bearer {seats[1]}",
            "creator": f"Bearer {creator}",
        }
        if who in given:
            return given[who]
        return f"Bearer {self._made(who)}"

    def _made(self, who: str) -> str:
        """Return a token made for this kind of caller."""
        if who == "a token of another game":
            return str(create(self._http).tokens["seats"][0])
        if who in {"expired", "revoked", "rotated"}:
            return self._spoilt(who)
        if who in SCOPES:
            return str(self._issued(who)["secret"])
        secret = str(self._issued(*_scopes(who))["secret"])
        self.changed = True
        if "created" in who:
            self.table = create(self._http, {"Authorization": f"Bearer {secret}"}, self._agreed)
        else:
            seat = 1 if "another" in who else 0
            good(self.table.sit(seat, headers={"Carolus-Player": secret}))
            if who == "former player":
                good(self.table.leave(seat))
            elif (
                who == "judge on own seat"
            ):  # with another token of the same account, without ``play``
                return str(self._issued("arbitrate")["secret"])
        return secret

    def _issued(self, *scopes: str, **more: Any) -> Json:
        """Have the admin make a token for the account."""
        asked = {"name": "x", "scopes": scopes, "player": self.account["player"]["id"], **more}
        made = good(self._http.post("/v1/tokens", json=asked, headers=self._by_admin))
        self.token = made["token"]["id"]
        return made

    def _spoilt(self, how: str) -> str:
        """Return a token that is no longer valid."""
        made = self._issued("play", **({"expires_in_seconds": 60} if how == "expired" else {}))
        secret = str(made["secret"])
        mine = {"Authorization": f"Bearer {secret}"}
        address = f"/v1/tokens/{self.token}"
        assert self._http.get("/v1/tokens", headers=mine).status_code == 200
        if how == "expired":
            self._clock.seconds += 61
        elif how == "revoked":
            assert self._http.delete(address, headers=mine).status_code == 204
        else:
            good(self._http.post(f"{address}/rotation", json={}, headers=mine))
        return secret

    @property
    def _by_admin(self) -> Json:
        return {"Authorization": f"Bearer {self._admin}"}
