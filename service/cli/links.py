"""``carolus links``: keep the chain of a seat in a game elsewhere, and give its links."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TextIO

import click
import httpx
import msgspec

from domain.record.jws import jwks_in
from service.access.secret_files import BadKey, ready_bytes
from service.cli.link_client import Distrust, GameNamed, Json, LinkFiles, SeatChain, VerifiedLog
from service.cli.rendering import echo
from service.cli.shared import WholeNumber, examples

SECRET_BYTES: Final = 32
SECONDS_MAX: Final = 40.0
"""The service sends something on a stream every 15 seconds."""
_WAIT_SECONDS: Final = 1.0
_AGAIN: Final = (429, 503)


@click.command(
    epilog=examples(
        "carolus links http://127.0.0.1:8000/v1/games/3f4sy3vp3phvvoqr 0 --token-file seat0.txt",
        "carolus links GAME 1 --token-file - --name Ana < seat1.txt",
    )
)
@click.argument("game", metavar="GAME")
@click.argument("seat", type=WholeNumber(0))
@click.option(
    "--token-file",
    "token",
    type=click.File(encoding="utf-8"),
    required=True,
    help="File with the token of the seat, or of your account; - reads standard input.",
)
@click.option("--name", help="Your name at the table.")
@click.option(
    "--secret",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("carolus-links.secret"),
    show_default=True,
    help="File with the secret of your chains, for all games; created if it is missing. The files "
    "next to it, .keys and .calls, are your evidence.",
)
@click.option(
    "--keys",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="File with the JWK Set of the service; by default, the one that it publishes now.",
)
def links(
    game: str, seat: int, token: TextIO, name: str | None, secret: Path, keys: Path | None
) -> None:
    """Take a seat with a chain of links, and give the links.

    GAME is the address of the game, and SEAT the number of the seat.

    Nobody can then foresee the dice before this program has seen the action in the log. It checks
    every event and every call, and stops at the first inconsistency. Leave it running while you
    play in the browser, or let a bot play.

    You can stop it and start it again at any time: meanwhile, the game waits.
    """
    headers = {"Authorization": f"Bearer {token.read().strip()}"}
    try:
        own = ready_bytes(secret, SECRET_BYTES)
        with httpx.Client(headers=headers, timeout=SECONDS_MAX) as http:
            client = _LinkClient(http, game.rstrip("/"), seat)
            client.prepare(own, LinkFiles(secret), None if keys is None else keys.read_bytes())
            client.sit(name)
            client.run()
    except (OSError, BadKey, httpx.HTTPError, httpx.InvalidURL) as failure:
        raise click.ClickException(str(failure)) from failure
    except Distrust as wrong:
        raise click.ClickException(
            f"{wrong}. No further link is given. Keep {secret}.calls and {secret}.keys: with "
            "`carolus audit --heads` they may prove what the service did."
        ) from None


class _LinkClient:
    """One seat of one game."""

    def __init__(self, http: httpx.Client, url: str, seat: int) -> None:
        self._http = http
        self._url = url
        self._seat = seat
        self._over = False

    def prepare(self, secret: bytes, notes: LinkFiles, keys: bytes | None) -> None:
        """Compute the chain, for the game and the keys that the service shows now."""
        now = self._ask("GET", self._url)
        if not now["links"]:
            raise click.ClickException("this game was opened without links")
        if keys is None:
            service = self._url.rpartition("/v1/games/")[0]
            keys = self._answer("GET", f"{service}/.well-known/jwks.json").content
        try:
            kids = frozenset(jwks_in(keys))
        except ValueError as wrong:
            raise click.ClickException(f"the keys cannot be read: {wrong}") from None
        named = GameNamed(now["id"], now["chance"]["commitment"])
        self._chain = SeatChain(named, self._seat, secret, kids, notes)
        self._log = VerifiedLog(named.id)

    def sit(self, name: str | None) -> None:
        """Take the seat with the tip of the chain, unless that was done before."""
        self._catch_up()
        tip = self._chain.chain.tip.hex()
        if self._log.tips.get(self._seat) != tip:
            body = {"name": name, "entropy": self._chain.entropy, "tip": tip}
            self._ask("PUT", f"{self._url}/seats/{self._seat}", body)
        echo(f"You sit on seat {self._seat} with a chain. Play in the browser or with a bot.")

    def run(self) -> None:
        """Give links until the game is over; reconnect when the connection is lost."""
        while not self._over:
            try:
                self._catch_up()
                self._give()
                self._follow()
            except httpx.TransportError as failure:
                echo(f"No connection: {failure}; trying again.", fg="yellow")
                time.sleep(_WAIT_SECONDS)
        echo("The game is over.")

    def _catch_up(self) -> None:
        """Take in the events that exist."""
        page: Json = {"next": ""}
        while page["next"] is not None:
            cursor = {"cursor": page["next"]} if page["next"] else {"after": self._log.version}
            page = self._ask("GET", f"{self._url}/events", params={"limit": 100, **cursor})
            for event in page["events"]:
                self._take(event)

    def _follow(self) -> None:
        """Take in events as they come, and give links, until the stream ends."""
        headers = {"Accept": "text/event-stream"}
        params = {"after": self._log.version}
        with self._http.stream(
            "GET", f"{self._url}/events", params=params, headers=headers
        ) as stream:
            self._over = stream.status_code == httpx.codes.NO_CONTENT
            if not stream.is_success:
                stream.read()
                raise _problem(stream)
            for name, data in _frames(stream):
                if name == "event":
                    event = msgspec.json.decode(data)
                    self._take(event)
                    if event["by"] != "chance":
                        self._give()
                elif name == "end":
                    self._over = True
                    return

    def _take(self, event: Json) -> None:
        """Add an event to the log, and check a moment."""
        before, waived = self._log.called.hex(), self._log.waived
        self._log.take(event)
        if event["type"] == "moment_drawn":
            self._chain.check(event, before, waived=waived)
            if waived:
                echo(f"Moment {event['moment']} depends on no links: all agreed.", fg="yellow")

    def _give(self) -> None:
        """Give the link that is due, if the events up to the call are there."""
        due = self._ask("GET", f"{self._url}/links")
        late = self._seat in due["due"] and self._seat not in due["given"]
        if not late or due["version"] != self._log.version:
            return
        moment, head, link = self._chain.answer(due["call"], self._log)
        address = f"{self._url}/seats/{self._seat}/links/{moment}"
        given = self._answer("PUT", address, {"head": head, "link": link}, refusable=True)
        if given.is_success:
            echo(f"Link {moment} given, for the head {head[:16]}….", dim=True)
        else:  # for example, all have agreed in the meantime to go on without links
            echo(f"{_problem(given)}", fg="yellow")

    def _ask(
        self, method: str, url: str, body: Json | None = None, params: Json | None = None
    ) -> Json:
        return dict(msgspec.json.decode(self._answer(method, url, body, params).content))

    def _answer(
        self,
        method: str,
        url: str,
        body: Json | None = None,
        params: Json | None = None,
        *,
        refusable: bool = False,
    ) -> httpx.Response:
        """Return a success or, if ``refusable``, a rule's refusal.

        Waits while the service is busy; raises ClickException for any other answer.
        """
        while True:
            response = self._http.request(method, url, json=body, params=params)
            refused = refusable and response.status_code == httpx.codes.CONFLICT
            if response.is_success or refused:
                return response
            if response.status_code not in _AGAIN:
                raise _problem(response)
            time.sleep(int(response.headers.get("Retry-After", "1")))


def _problem(response: httpx.Response) -> click.ClickException:
    """Return what the service refused, in its words."""
    try:
        found: Any = msgspec.json.decode(response.content)
        text = f"{found['title']}: {found.get('detail', '')}"
    except (msgspec.DecodeError, KeyError, TypeError):
        text = response.reason_phrase
    return click.ClickException(f"{response.request.url} answers {response.status_code}, {text}")


def _frames(stream: httpx.Response) -> Iterator[tuple[str, str]]:
    """Yield the frames of server-sent events: name and data, each in one line."""
    name = ""
    for line in stream.iter_lines():
        field, _, value = line.partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            yield name, value
