"""Every kind of caller: with a token of the game, of an account, with one that holds nowhere."""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import httpx

from service.clock import written
from tests.support.client import Json, create, good


class Kind(NamedTuple):
    """A kind of caller."""

    holds: frozenset[str] = frozenset()
    """All that it is, in the words of ``x-rights``; nothing if its token holds nowhere."""
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
    "organise": Kind(frozenset({"account", "organise"})),
    "arbitrate": Kind(frozenset({"account", "arbitrate"})),
    "admin": Kind(frozenset({"account", "admin"})),
}


class Clock:
    """The time, and so much later as a test says."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> str:
        """Return it as the log writes it."""
        return written(datetime.now(UTC) + timedelta(seconds=self.seconds))


class Scene:
    """A new game, and who may ask in it."""

    def __init__(self, http: httpx.Client, clock: Clock, admin: str) -> None:
        self._http = http
        self._clock = clock
        self._admin = admin
        self.table = create(http)
        self.account = good(http.post("/v1/players", json={"name": "Ana"}))
        self.token: str = self.account["token"]["id"]

    def authorization(self, who: str) -> str | None:
        """Return what this kind of caller sends."""
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
        """Return a token that is made for this."""
        if who == "a token of another game":
            return str(create(self._http).tokens["seats"][0])
        if who in {"expired", "revoked", "rotated"}:
            return self._spoilt(who)
        return str(self._issued(who)["secret"])

    def _issued(self, scope: str, **more: Any) -> Json:
        """Have the admin make a token for the account."""
        asked = {"name": "x", "scopes": [scope], "player": self.account["player"]["id"], **more}
        made = good(self._http.post("/v1/tokens", json=asked, headers=self._by_admin))
        self.token = made["token"]["id"]
        return made

    def _spoilt(self, how: str) -> str:
        """Return a token that has held once."""
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
