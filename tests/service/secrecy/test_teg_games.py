"""Games of TEG over HTTP: what the service logs during a game, and what it reveals at the end."""

import copy
import io
import itertools
import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from domain.record.audit import audit
from domain.record.record import read_record
from domain.rulesets.teg.atlas import CARDS
from domain.rulesets.teg.position import Position
from service.access.record_verifier import RecordVerifier
from service.runtime import tracing
from service.runtime.tracing import otlp
from tests.support.http.client import Json, good
from tests.support.http.questions import asked
from tests.support.http.twins import Entry, World, plan, world
from tests.support.proof import verifier
from tests.support.proof.verifier import Wrong, verify
from tests.support.run.long import cases, long_after
from tests.support.run.waiting import until

SECRETS: Final[Json] = {"objectives": "secret_and_common", "common_target": 50, "first_seat": 0}


# --- during the game ---------------------------------------------------------------------------


def closed(position: Position, facts: list[Any]) -> set[str]:
    """Return the cards that were never open so far, and so must not be named anywhere."""
    open_: set[str] = set()
    for event in facts:
        open_.update(getattr(event, "discarded", ()), getattr(event, "cards", ()))
    found: set[str] = {card for card in CARDS if card not in open_}
    held = {CARDS[card] for hand in position.hands for card in hand}
    assert held & found, "a seat holds a card that was never open"
    return found


@pytest.mark.long
def test_logs_metrics_and_traces_name_nothing_hidden(
    tmp_path: Path, logged: io.BytesIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever clients request, and even when the house plays for a seat."""
    spans = InMemorySpanExporter()
    monkeypatch.setattr(otlp, "OTLPSpanExporter", lambda **_: spans)
    collector = "http://127.0.0.1:9"
    with world(tmp_path / "data", players=3, **SECRETS) as seen:
        monkeypatch.setattr(tracing, "_active", otlp.Otlp(collector))
        for entry in itertools.islice(plan(seen, "logs"), 36):
            seen.act(entry)
        for viewer in [*seen.viewers][:: cases(3, 6)]:
            assert list(asked(seen, viewer, all_of_it=False))
        left = Entry(2, {"type": "resign"}, "leaving")
        seen.act(left)
        until(lambda: not seen.game.bots_due)
        for entry in itertools.islice(plan(seen, "logs go on"), 12):
            seen.act(entry)
            until(lambda: not seen.game.bots_due)
        metrics = metrics_of(seen)
        hidden = closed(seen.position, seen.facts)
        assert seen.game.status == "running"
    traces = "\n".join(span.to_json() for span in spans.get_finished_spans())
    places = {"logs": logged.getvalue().decode(), "traces": traces, "metrics": metrics}
    assert places["logs"].count('"event":"request"') > cases(300, 150)
    assert places["traces"].count('"http.route"') > cases(300, 150)
    for place, collected in places.items():
        for card in hidden:
            assert not re.search(rf"\b{card}\b", collected), f"{place} name {card}"
        assert not re.search(r"\bO[0-9]{1,2}\b|COMMON", collected), f"{place} name an objective"


def metrics_of(seen: World) -> str:
    """Return the metrics."""
    answer = seen.http.get("/metrics")
    assert answer.is_success
    assert "carolus_" in answer.text
    return answer.text


# --- after the end -----------------------------------------------------------------------------


def finished(seen: World, ends: str) -> None:
    """Play to the end."""
    if ends == "by the rules":
        for entry in plan(seen, "to the end"):
            seen.act(entry)
            if seen.game.finished:
                return
    for entry in itertools.islice(plan(seen, 7), 74):
        seen.act(entry)
    asked = {"actions": [{"type": "adjudicate", "winners": ["red"]}]}
    good(seen.http.post(f"{seen.table.url}/actions", json=asked, headers=seen.judge))


ENDS: dict[str, Json] = {
    "by the rules": {"players": 3, "round_limit": 4},
    "after a seat was put out": {"players": 6},
}


@pytest.mark.long
@pytest.mark.rule("TG-HIDE-1", "TG-WIN-8", "TG-SETUP-10", "TG-INV-22")
@pytest.mark.parametrize("ends", long_after(1, ENDS))
def test_after_the_end_everyone_sees_and_verifies_everything(tmp_path: Path, ends: str) -> None:
    """Every seal can be opened; the deal, the dice and the cards follow from the secret."""
    with world(tmp_path / "data", **SECRETS, **ENDS[ends]) as seen:
        finished(seen, ends)
        url = seen.table.url
        collected = {}
        for viewer, (_, headers) in {**seen.viewers, "judge": (None, seen.judge)}.items():
            response = seen.http.get(
                f"{url}/events", headers={**headers, "Accept": "application/x-ndjson"}
            )
            games = [
                good(seen.http.get(address, headers=headers))["position"]
                for address in (url, f"{url}?version={seen.game.version // 2}")
            ]
            collected[viewer] = (response.text, games)
        assert len({text for text, _ in collected.values()}) == 1
        lines, (last, early) = collected["anybody"]
        assert all(games == [last, early] for _, games in collected.values())
        for view in (last, early):
            assert all(seat["cards"] is not None for seat in view["seats"])
            assert all(seat["objective"] is not None for seat in view["seats"])
        events = [json.loads(line) for line in lines.splitlines()]
        sealed = [event["type"] for event in events if "sealed" in event]
        assert {"board_dealt", "card_drawn"} <= set(sealed)
        assert ("seat_eliminated" in sealed) == (ends == "after a seat was put out")
        proof = good(seen.http.get(f"{url}/proof"))
        keys = good(seen.http.get("/.well-known/jwks.json"))
        record = seen.http.get(f"{url}/record")
        verify(events, proof, keys, good(record))
        audited = audit(read_record(record.content), RecordVerifier())
        assert [one.reason for one in audited.findings] == ["published_keys_are_not_given"]
        assert audited.head == events[-1]["hash"]
        assert good(seen.http.post("/v1/records/check", json=record.json()))["valid"]
        assert_no_other_card_was_drawn(seen.table.id, events)


def assert_no_other_card_was_drawn(game: str, events: list[Json]) -> None:
    """Check that a verifier notices a card or an objective that was exchanged afterwards."""
    secret = bytes.fromhex(events[-1]["secret"])
    for kind, member in (("card_drawn", "card"), ("board_dealt", "objectives")):
        (number, *_) = [n for n, event in enumerate(events) if event["type"] == kind]
        others = copy.deepcopy(events)
        now = others[number][member]
        others[number][member] = now[::-1] if isinstance(now, list) else "w_2"
        if others[number][member] == now:
            others[number][member] = "w_1"
        with pytest.raises(Wrong, match=f"{member} of event {number + 1} is another"):
            verifier.check_seals(others, secret)
        # Even with new seals, which the service could make, it does not follow from the secret.
        with pytest.raises(Wrong, match=f"of event {number + 1} is"):
            verifier.check_dice(game, others, secret)
