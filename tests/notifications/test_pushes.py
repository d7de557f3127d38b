"""Test what a browser receives, and what it does not, at a real push endpoint."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from service.webhooks.queue import LEASE_SECONDS
from tests.support.http.client import good
from tests.support.http.notified import AT, Owner, pass_turn, play_until, quiet_now
from tests.support.run.waiting import until
from tests.support.servers import jumping
from tests.support.servers.pushed import PushBrowser
from tests.support.servers.receiver import NEVER, Receiver
from tests.support.servers.site import Site


@pytest.fixture
def browser(receiver: Receiver) -> PushBrowser:
    """Return a browser of the player."""
    return PushBrowser(receiver)


def test_a_push_names_the_game_and_nothing_else(http: httpx.Client, browser: PushBrowser) -> None:
    """It comes when it is the player's turn, in the language of the browser, and encrypted."""
    owner = Owner(http)
    owner.subscribe(http, browser, "de")
    game = owner.game(http)
    pass_turn(game, 0)
    play_until(game, 0)
    until(lambda: bool(browser.arrived()), "a push")
    key = owner.state(http)["push_key"]
    for shown in browser.shown(key):
        assert shown == {
            "title": "Carolus Magnus",
            "body": "Du bist am Zug.",
            "game": game.id,
            "lang": "de",
        }
    assert all(game.id not in f"{one.headers}{one.body}" for one in browser.arrived())
    (state,) = owner.state(http)["subscriptions"]
    assert (state["push_service"], state["failures"]) == ("127.0.0.1", 0)
    assert good(http.get("/v1/webhooks", headers=owner.headers)) == {"webhooks": []}
    hook = f"/v1/webhooks/{state['id']}"
    assert http.get(hook, headers=owner.headers).status_code == 404
    assert http.delete(hook, headers=owner.headers).status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("status", ["404", "410"])
def test_an_expired_subscription_is_removed(
    http: httpx.Client, browser: PushBrowser, receiver: Receiver, status: str
) -> None:
    """A push service reports that with 404 or 410."""
    receiver.answers(status)
    owner = Owner(http)
    owner.subscribe(http, browser)
    play_until(owner.game(http), 0)
    until(lambda: owner.state(http)["subscriptions"] == [], "the removal")
    assert len(browser.arrived()) == 1


@pytest.mark.long
def test_a_failed_push_is_tried_again(
    http: httpx.Client, browser: PushBrowser, receiver: Receiver
) -> None:
    """The owner can see why."""
    receiver.answers("503")
    owner = Owner(http)
    owner.subscribe(http, browser)
    play_until(owner.game(http), 0)
    until(lambda: owner.state(http)["subscriptions"][0]["failures"] > 0)
    assert owner.state(http)["subscriptions"][0]["last_error"] == "the answer was 503"
    receiver.answers("201")
    until(lambda: owner.state(http)["subscriptions"][0]["last_success"] is not None)
    topics = {one.headers["topic"] for one in browser.arrived()}
    assert len(browser.arrived()) > len(topics) == 1


def test_nothing_arrives_in_the_quiet_time_and_from_muted_games(
    http: httpx.Client, browser: PushBrowser
) -> None:
    """When the quiet time ends, only what is still current arrives, once for each game."""
    owner = Owner(http)
    muted, played, current = (owner.game(http) for _ in range(3))
    quiet = quiet_now()
    owner.choose(http, quiet_hours=quiet, muted_games=[muted.id])
    assert owner.state(http)["quiet_hours"] == quiet
    assert owner.state(http)["muted_games"] == [muted.id]
    owner.subscribe(http, browser)
    for game in (muted, played, current):
        for _ in range(2):
            pass_turn(game, 0)
            play_until(game, 0)
    pass_turn(played, 0)
    other = PushBrowser(browser._receiver, "/other")
    fan = Owner(http)
    fan.subscribe(http, other)
    theirs = fan.game(http)
    pass_turn(theirs, 0)
    play_until(theirs, 0)
    until(lambda: bool(other.arrived()), "a push to another player")  # so the log has been read
    assert browser.arrived() == []
    owner.choose(http, muted_games=[muted.id])
    until(lambda: bool(browser.arrived()), "the pushes")
    last = owner.game(http)
    pass_turn(last, 0)
    play_until(last, 0)
    key = owner.state(http)["push_key"]
    until(lambda: browser.shown(key)[-1]["game"] == last.id, "the last push")
    games = [one["game"] for one in browser.shown(key)]
    assert games.count(current.id) == 1
    assert set(games) == {current.id, last.id}


def test_an_account_chooses_whether_invitations_notify_it(http: httpx.Client) -> None:
    """They do unless the account has switched them off; each choice replaces the previous one."""
    owner, other = Owner(http), Owner(http)
    assert owner.state(http)["invitations"] is True
    owner.choose(http, invitations=False)
    assert owner.state(http)["invitations"] is False
    assert other.state(http)["invitations"] is True
    owner.choose(http, invitations=False)
    owner.choose(http)
    assert owner.state(http)["invitations"] is True


def test_only_its_account_removes_a_subscription(http: httpx.Client, browser: PushBrowser) -> None:
    """To other accounts, it does not exist."""
    owner, other = Owner(http), Owner(http)
    made = owner.subscribe(http, browser)
    address = f"{AT}/subscriptions/{made['id']}"
    assert http.delete(address, headers=other.headers).status_code == 404
    assert [one["id"] for one in owner.state(http)["subscriptions"]] == [made["id"]]


@pytest.mark.long
def test_a_subscription_that_was_removed_receives_nothing(
    http: httpx.Client, browser: PushBrowser, receiver: Receiver
) -> None:
    """A new one with the same endpoint replaces it."""
    owner = Owner(http)
    owner.subscribe(http, browser)
    at = f"{AT}/subscriptions"
    second = owner.subscribe(http, browser, "es")
    assert [one["id"] for one in owner.state(http)["subscriptions"]] == [second["id"]]
    kept = PushBrowser(receiver, "/kept")
    owner.subscribe(http, kept)
    assert http.delete(f"{at}/{second['id']}", headers=owner.headers).status_code == 204
    assert http.delete(f"{at}/{second['id']}", headers=owner.headers).status_code == 404
    game = owner.game(http)
    pass_turn(game, 0)
    play_until(game, 0)
    until(lambda: bool(kept.arrived()), "a push to the other browser")
    assert browser.arrived() == []


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Return two started workers."""
    environment = {"CAROLUS_WEBHOOKS_PRIVATE": "1", "CAROLUS_TEST_CLOCKS": str(tmp_path)}
    with Site(tmp_path, environment=environment, alter=jumping.install) as workers:
        yield workers.start()


@pytest.mark.long
@pytest.mark.process
def test_a_worker_is_killed_in_the_middle(
    site: Site, browser: PushBrowser, receiver: Receiver
) -> None:
    """After the lease, the other one sends the unfinished push: under a topic that replaces it."""
    site.workers[1].kill()
    receiver.answers(NEVER)
    with site.client(0) as http:
        owner = Owner(http)
        owner.subscribe(http, browser)
        game = owner.game(http)
        play_until(game, 0)
        until(lambda: bool(browser.arrived()), "a first try")
    site.workers[0].kill()
    receiver.answers("201")
    site.workers[1].start()
    jumping.jump(site.folder, site.workers[1].pid, LEASE_SECONDS)
    with site.client(1) as http:
        until(lambda: owner.state(http)["subscriptions"][0]["last_success"] is not None)
        key = owner.state(http)["push_key"]
    shown = browser.shown(key)
    assert len(shown) == 2
    assert shown[0] == shown[1]
    assert len({one.headers["topic"] for one in browser.arrived()}) == 1
