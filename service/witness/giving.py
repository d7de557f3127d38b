"""The rules of a witness: which link it gives, for which head, to whom, and that it does so once.

It repeats its earlier answer, byte for byte. It never gives a link for a second head.
"""

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from domain.links import Chain, KnownLink, Witnessed, at_registration, chain_of, seed_of
from domain.record.jws import from_base64url, to_base64url
from domain.record.registration import Registration
from domain.record.statement import Call
from service.links.messages import WitnessAnswer
from service.runtime.lru_cache import LruCache
from service.witness.keys import WitnessKeys
from service.witness.table import GivenRow, Table

CHAINS_MAX: Final = 5_000
"""Chains in memory, some 10 KiB each; without one, a link takes some 10 ms."""

RefusalName: TypeAlias = Literal[
    "unknown-name", "name-taken", "other-head", "moment-passed", "moment-not-given", "game-closed"
]
"""The names of the problem types."""


class LinkRefused(Exception):
    """The witness does not give what a client requests. ``facts`` are the values behind it."""

    def __init__(self, name: RefusalName, reason: str = "", /, **facts: Any) -> None:
        super().__init__(name)
        self.name: RefusalName = name
        self.reason = reason
        self.facts = facts


class Client(NamedTuple):
    """A service that signed a request."""

    kid: str
    """The key that signed."""
    keys: frozenset[str]
    """All keys of the same service."""


class Witness:
    """What a witness does. All methods block, and may be called by several threads at once.

    ``now`` returns milliseconds since 1970. All methods raise Unusable if the table fails.
    """

    def __init__(self, keys: WitnessKeys, table: Table, now: Callable[[], int]) -> None:
        self._keys = keys
        self._table = table
        self._now = now
        self._chains: LruCache[str, Chain] = LruCache(CHAINS_MAX)

    def register(self, asked: Registration, request: str, client: Client) -> WitnessAnswer:
        """Register a game, and give the tip of its chain as moment 0.

        Raises LinkRefused for a name that another service registered, or this one for another
        place. So no two services can get links of one chain.
        """
        with self._table.lock:
            row = self._table.at(asked.name, 0)
            if row is not None:
                given = row.given
                if given.service not in client.keys or given.who != asked.who:
                    raise LinkRefused("name-taken", name=asked.name, who=given.who)
                return given
            chain = self._chain(asked.name, asked.who)
            service = from_base64url(client.kid)
            state = at_registration(chain.name, chain.who, service, chain.tip, self._now())
            return self._add(state, None, client.kid, self._keys.newest, None, request)

    def give(self, call: Call, request: str, client: Client) -> WitnessAnswer:
        """Give the link for a call; raise LinkRefused unless it is for a game's next moment."""
        with self._table.lock:
            last = self._table.last(call.name)
            if last is None or last.given.service not in client.keys:
                raise LinkRefused("unknown-name", name=call.name)
            same = self._table.at(call.name, call.moment)
            if same is not None:
                return _if_same_head(same.given, call)
            at = last.given.moment
            if call.moment < at:
                raise LinkRefused("moment-passed", name=call.name, moment=call.moment, last=at)
            self._must_be_open(last)
            chain = self._chain(call.name, last.given.who)
            known = KnownLink(chain.name, chain.who, bytes.fromhex(last.given.link), at)
            # The clock may have been set back, but never the times of a game.
            time = max(self._now(), last.given.time)
            state = Witnessed(known, last.given.time, last.acc).followed_by(
                call.moment, bytes.fromhex(call.head), chain.link(call.moment), time
            )
            return self._add(state, at, last.given.service, last.given.key, call.head, request)

    def given(self, name: str, moment: int) -> WitnessAnswer:
        """Return what was given for a moment; raise LinkRefused if that is nothing."""
        with self._table.lock:
            row = self._table.at(name, moment)
            if row is not None:
                return row.given
            last = self._table.last(name)
        if last is None:
            raise LinkRefused("unknown-name", name=name)
        raise LinkRefused("moment-not-given", name=name, moment=moment, last=last.given.moment)

    def probe(self) -> None:
        """Raise Unusable if the table cannot be written."""
        with self._table.lock:
            self._table.probe()

    def _must_be_open(self, last: GivenRow) -> None:
        """Raise LinkRefused for a game of an earlier epoch, or one whose key can no longer sign."""
        reason = (
            "earlier_epoch"
            if last.epoch != self._table.epoch
            else "key_deleted"
            if last.given.key not in self._keys.signing
            else ""
        )
        if reason:
            given = last.given
            raise LinkRefused("game-closed", reason, name=given.name, last=given.moment)

    def _chain(self, name: str, who: int) -> Chain:
        """Return the chain of a game in this epoch."""
        chain = self._chains.get(name)
        if chain is None or chain.who != who:
            content = bytes.fromhex(name)
            chain = chain_of(content, who, seed_of(self._table.secret, content, who))
            self._chains.put(name, chain)
        return chain

    def _add(
        self,
        state: Witnessed,
        previous: int | None,
        service: str,
        key: str,
        head: str | None,
        request: str,
    ) -> WitnessAnswer:
        """Sign a state, store it, and return what is given."""
        given = WitnessAnswer(
            name=state.known.name.hex(),
            service=service,
            who=state.known.who,
            moment=state.known.moment,
            previous=previous,
            head=head,
            link=state.known.link.hex(),
            time=state.time,
            key=key,
            signature=to_base64url(self._keys.signing[key].sign(state.signed)),
            request=request,
        )
        self._table.add(GivenRow(self._table.epoch, given, state.acc))
        return given


def _if_same_head(given: WitnessAnswer, call: Call) -> WitnessAnswer:
    if given.head != call.head:
        raise LinkRefused(
            "other-head",
            name=given.name,
            moment=given.moment,
            head=given.head,
            call=given.request,
            time=given.time,
        )
    return given
