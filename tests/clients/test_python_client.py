"""Test the client for Python against the service, and against services that misbehave."""

import copy
import json
import os
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from carolus_client import (
    Client,
    Frame,
    IllegalAction,
    NotAllowed,
    Patience,
    Seat,
    ServiceUnreachable,
    StaleVersion,
    TooManyRequests,
    new_key,
    types,
    verify,
)
from tests.clients.conftest import BUSY, CUTS_MIN, QUICK, example_in, scripted
from tests.support.run.node import ROOT, done
from tests.support.servers.proxy import Proxy, place_of

SOURCE = ROOT / "openapi" / "clients" / "python"


def opened(client: Client, *, bot: bool = True) -> tuple[Seat, Seat]:
    """Open a game; return the seat of a person, and the other, with a house bot or free."""
    created = client.create_game({"ruleset": "carolus-magnus", "options": {"players": 2}})
    game, tokens = created["game"]["id"], created["tokens"]
    me = Seat(client, game, 0, tokens["seats"][0])
    me.sit("Anna")
    other = Seat(client, game, 1, tokens["creator"] if bot else tokens["seats"][1])
    if bot:
        other.sit_bot("greedy")
    return me, other


def chooser(seed: int, chosen: list[types.SentAction]) -> Callable[[types.LegalActions], Any]:
    """Return what chooses at random, and notes what it chose."""
    random = Random(seed)

    def choose(legal: types.LegalActions) -> types.SentAction:
        action = random.choice(legal["actions"])
        chosen.append(action)
        return action

    return choose


@pytest.mark.long  # the client for asyncio does the same, and this one is derived from it
def test_the_client_plays_a_whole_game_while_every_third_connection_is_cut(
    line: Proxy, url: str, seed: int
) -> None:
    """It acts once for each choice, and sees each event once and in order."""
    chosen: list[types.SentAction] = []
    seen: list[types.Event] = []
    with Client(line.url, patience=QUICK) as client, Client(line.url, patience=QUICK) as watcher:
        me, _ = opened(client)
        frames = watcher.follow(me.game, after=0)
        watching = threading.Thread(
            target=lambda: seen.extend(one.data for one in frames if one.name == "event")
        )
        watching.start()
        end = me.play(chooser(seed, chosen))
        watching.join(60)
        assert not watching.is_alive()
    assert line.cuts >= CUTS_MIN
    with Client(url) as direct:
        record, keys = direct.record(me.game), direct.keys()
        assert end == direct.game(me.game)
        assert seen == list(direct.events(me.game))
    assert end["status"] == "over"
    assert [one["version"] for one in seen] == [*range(1, end["version"] + 1)]
    acted = [one["action"] for one in record["entries"] if one["by"] == 0]
    assert [one for one in acted if one["type"] != "take_seat"] == chosen
    assert verify(record, keys).is_valid


@pytest.mark.long  # as above
def test_a_silent_connection_is_lost(url: str, seed: int) -> None:
    """A stream whose network has forgotten it continues on another connection."""
    patience = Patience(wait_seconds=0.01, wait_seconds_max=0.05, losses=100, silence_seconds=0.5)
    with Client(url) as direct, Proxy(place_of(url), Random(seed)) as line:
        me, other = opened(direct, bot=False)
        with Client(line.url, patience=patience) as client:
            frames = client.follow(me.game)
            first = next(frames)
            line.swallow()
            other.sit("Bert")
            line.release()
            events = [*_events_until_start(frames)]
    assert first.name == "game"
    versions = [one["version"] for one in events]
    assert versions == [*range(first.data["version"] + 1, versions[-1] + 1)]


def _events_until_start(frames: Iterator[Frame]) -> Iterator[Any]:
    """Yield the events of a stream until the game starts."""
    for frame in frames:
        if frame.name == "event":
            yield frame.data
            if frame.data["type"] == "game_started":
                return


def test_conflicts_are_errors_of_their_own(url: str) -> None:
    with Client(url) as client:
        me, _ = opened(client, bot=False)
        with pytest.raises(StaleVersion) as stale:
            me.client.take_actions(me.game, [{"type": "resign"}], version=1)
        with pytest.raises(IllegalAction) as refused:
            me.client.take_actions(me.game, [{"type": "resign"}])
        with pytest.raises(NotAllowed, match="401"):
            client.with_token("wrong").game(me.game)
        assert stale.value.version == client.game(me.game)["version"]
    assert refused.value.rule == "TB-ACT-1"
    assert refused.value.reason


def test_a_key_repeats_actions_only_once(url: str) -> None:
    with Client(url) as client:
        me, other = opened(client, bot=False)
        other.sit("Bert")
        seats = {0: me, 1: other}
        due = seats[client.game(me.game)["awaits"][0]["seat"]]  # type: ignore[index] # a seat
        action = due.client.legal_actions(me.game, limit=1)["actions"][0]
        key = new_key()
        answers = [due.client.take_actions(me.game, [action], key=key) for _ in range(2)]
    assert answers[0] == answers[1]


def test_the_client_plays_again_after_a_lost_response(url: str, seed: int) -> None:
    """The service opens one rematch, however often the client asks for it."""
    one_by_one = httpx.Client(limits=httpx.Limits(max_keepalive_connections=0))
    with (
        Proxy(place_of(url), Random(seed)) as line,
        Client(line.url, patience=QUICK, http=one_by_one) as client,
    ):
        me, _ = opened(client)
        me.client.take_actions(me.game, [{"type": "resign"}])
        left = iter([0, 0])
        line.cut_after = lambda _: next(left, None)
        again = me.play_again("Anna")
        assert line.cuts == 2
        assert again.game != me.game
        assert again.number == me.number
        assert me.play_again().game == again.game
        game = again.client.game(again.game)
        assert [seat["bot"] for seat in game["seats"]] == [None, "greedy"]
        assert again.client.legal_actions(again.game)["seat"] == again.number


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Build the client and the rules, as for the registry; return where Python finds them.

    All other packages are those of the tests, without the links to the folders of this project.
    """
    built, home = (tmp_path_factory.mktemp(name) for name in ("built", "home"))
    for project in (SOURCE, ROOT / "domain"):
        build = ["-m", "hatchling", "build", "--target", "wheel", "--directory", str(built)]
        done([sys.executable, *build], project)
    pip = ["-m", "pip", "install", "--no-index", "--no-deps", "--quiet", "--target", str(home)]
    done([sys.executable, *pip, *map(str, built.iterdir())], home)
    return os.pathsep.join(
        [str(home), sysconfig.get_path("platlib"), sysconfig.get_path("purelib")]
    )


@pytest.mark.long
@pytest.mark.parametrize("example", ["README.md", "examples/play.py"])
def test_the_examples_of_the_client_play(
    url: str, tmp_path: Path, installed: str, example: str
) -> None:
    source = SOURCE / example
    program = tmp_path / "program.py"
    text = source.read_text("utf-8")
    program.write_text(text if source.suffix == ".py" else example_in(source, "python", url))
    alone = [sys.executable, "-S", str(program), url]
    printed = done(alone, tmp_path, {"PYTHONPATH": installed})
    assert printed.endswith((" True\n", "the record is true and signed\n"))


def test_the_readme_installs_what_its_example_needs() -> None:
    readme = (SOURCE / "README.md").read_text("utf-8")
    command = readme.partition("```sh\n")[2].partition("#")[0].strip()
    assert "import Client, Seat, verify\n" in readme
    assert command == 'pip install "carolus-client[verify]"'


@pytest.fixture(scope="module")
def played(url: str) -> tuple[types.Record, types.PublishedKeys]:
    """Return the record of a game that has ended, and the keys of the service."""
    with Client(url) as client:
        me, other = opened(client, bot=False)
        other.sit("Bert")
        for _ in range(4):
            for seat in (me, other):
                legal = seat.client.legal_actions(me.game, limit=1)
                if legal["count"]:
                    seat.client.take_actions(me.game, legal["actions"])
        for seat in (me, other):
            seat.client.take_actions(me.game, [{"type": "resign"}])
            if client.game(me.game)["status"] == "over":
                break
        return client.record(me.game), client.keys()


def _without_an_end(record: Any) -> None:
    record.update(signature=None, outcome=None, head=None)
    record.pop("inclusion", None)
    record["chance"]["secret"] = None
    for seat in record["seats"]:
        seat["bot"] = None  # nobody has resigned any more
    record["entries"].pop()


def _with_another_die(record: Any) -> None:
    rolled = next(one["action"] for one in record["entries"] if "faces" in one["action"])
    rolled["faces"][0] = "red" if rolled["faces"][0] != "red" else "blue"


def _with_another_signature(record: Any) -> None:
    signed, _, signature = record["signature"].rpartition(".")
    record["signature"] = f"{signed}.{'A' * len(signature)}"


CHANGES: dict[str, tuple[Callable[[Any], None], str]] = {
    "die": (_with_another_die, "RC-DICE-2"),
    "hash": (lambda record: record.update(head="00" * 32), "RC-HEAD-1"),
    "signature": (_with_another_signature, "RC-SIGN-1"),
    "unsigned": (lambda record: record.update(signature=None), "RC-SIGN-3"),
    "receipt": (lambda record: record["receipts"].reverse(), "RC-SIGN-4"),
    "end": (_without_an_end, "RC-SIGN-3"),
    "form": (lambda record: record.update(entries=[1]), "RC-FORM-1"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_false_record_does_not_verify(
    played: tuple[types.Record, types.PublishedKeys], change: str
) -> None:
    record, keys = played
    assert verify(record, keys).is_valid
    altered = copy.deepcopy(record)
    alter, rule = CHANGES[change]
    alter(altered)
    audited = verify(altered, keys)
    assert not audited.is_valid
    assert rule in {one.rule for one in audited.findings if one.weight == "breach"}


def test_a_record_signed_by_another_service_does_not_verify(
    played: tuple[types.Record, types.PublishedKeys],
) -> None:
    record, _ = played
    audited = verify(record, {"keys": []})
    assert not audited.is_valid
    assert {one.reason for one in audited.findings if one.weight == "breach"} >= {
        "key_is_not_published"
    }


@pytest.mark.parametrize("missing", ["nacl", "domain"])
def test_nothing_is_verified_without_all_that_it_takes(
    played: tuple[types.Record, types.PublishedKeys], tmp_path: Path, missing: str
) -> None:
    """The error names the package and the extra; the rest of the client works."""
    (tmp_path / "record.json").write_text(json.dumps(played))
    program = (
        "import json, sys\n"
        f"sys.modules[{missing!r}] = None\n"
        "from carolus_client import VerifierMissing, verify\n"
        "try:\n    verify(*json.load(open('record.json')))\n"
        "except VerifierMissing as missing:\n    print(missing)\n"
    )
    asked = [sys.executable, "-c", program]
    printed = done(asked, tmp_path, {"PYTHONPATH": f"{SOURCE}:{ROOT}"})
    assert f"{missing}" in printed
    assert "carolus-client[verify]" in printed


def misbehaving(*answers: httpx.Response | Exception) -> tuple[Client, list[httpx.Request]]:
    """Return a client of a service that gives these answers, and the requests that it gets."""
    transport, asked = scripted(*answers)
    http = httpx.Client(transport=transport)
    return Client("http://service", http=http, patience=QUICK), asked


def test_the_client_waits_out_a_429() -> None:
    busy = httpx.Response(429, json=BUSY, headers={"Retry-After": "0"})
    client, asked = misbehaving(busy, httpx.Response(201, json={}))
    client.create_game({"ruleset": "teg"})
    assert len(asked) == 2
    keys = {one.headers["Idempotency-Key"] for one in asked}
    assert len(keys) == 1


def test_the_client_does_not_wait_for_ever() -> None:
    client, asked = misbehaving(httpx.Response(429, json=BUSY, headers={"Retry-After": "9999"}))
    with pytest.raises(TooManyRequests):
        client.rulesets()
    assert len(asked) == 1


def test_a_post_without_a_key_is_not_repeated() -> None:
    client, asked = misbehaving(httpx.ReadError("cut"))
    with pytest.raises(ServiceUnreachable, match="cut"):
        client.request("POST", "/v1/webhooks", body={})
    assert len(asked) == 1


def test_the_client_gives_up_after_many_losses() -> None:
    client, asked = misbehaving(*[httpx.ReadError("cut")] * 20)
    with pytest.raises(ServiceUnreachable):
        client.rulesets()
    assert len(asked) == QUICK.losses + 1


def test_half_a_frame_counts_for_nothing() -> None:
    """The id of a frame that was cut off is not where the stream continues."""
    cut = b'id: 4\nevent: event\ndata: {"a": 1}\n\nid: 5\nevent: event\n'
    rest = b'id: 5\nevent: event\ndata: {"a": 2}\n\nevent: end\ndata: {}\n\n'
    client, asked = misbehaving(
        httpx.Response(200, content=b"retry: 1\n\n" + cut), httpx.Response(200, content=rest)
    )
    frames = [(frame.name, frame.data) for frame in client.follow("g", after=3)]
    assert frames == [("event", {"a": 1}), ("event", {"a": 2}), ("end", {})]
    assert [one.headers["Last-Event-ID"] for one in asked] == ["3", "4"]
