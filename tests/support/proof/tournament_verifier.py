"""A verifier of tournaments that trusts nobody, written only from the pages of ``docs/reference``.

    python -m tests.support.proof.tournament_verifier EVENTS RECORD KEYS

The files are all events as NDJSON, as ``carolus tournament export --events`` prints them and
``GET /v1/tournaments/{tournament}/events`` has them; the record; and the published keys. Like the
verifier of games, it shares no line with the product, and needs the standard library and a
cryptography library for Ed25519.

It checks the chain, that the entries of the record caused the events, the seed of every round, the
receipts, the final statement, and the place in the transparency log. It knows neither pairings nor
standings: ``carolus audit --tournament`` computes these again.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.support.proof.inclusion import fault_in, leaf_of
from tests.support.proof.verifier import Json, Wrong, canonical, head_of, signed

CAUSES = {
    "open_tournament": ("tournament_opened",),
    "name_arbiter": ("arbiter_named",),
    "dismiss_arbiter": ("arbiter_dismissed",),
    "declare_relation": ("relation_declared",),
    "reject_relation": ("relation_rejected",),
    "invite_players": ("players_invited",),
    "change_rules": ("rules_changed",),
    "register_entrant": ("entrant_registered",),
    "confirm_partner": ("entrant_registered",),
    "decline_partner": ("partner_declined",),
    "close_registration": ("registration_closed",),
    "reopen_registration": ("registration_reopened",),
    "withdraw_entrant": ("entrant_withdrawn",),
    "expel_entrant": ("entrant_expelled",),
    "reinstate_entrant": ("entrant_reinstated",),
    "replace_player": ("player_replaced",),
    "forbid_pairing": ("pairing_forbidden",),
    "allow_pairing": ("pairing_allowed",),
    "request_bye": ("bye_granted",),
    "give_bye": ("bye_granted",),
    "open_check_in": ("check_in_opened",),
    "check_in": ("entrant_checked_in",),
    "close_check_in": ("check_in_closed",),
    "start_tournament": ("tournament_started",),
    "pair_round": ("round_paired",),
    "pair_by_hand": ("round_paired",),
    "unpair_round": ("round_unpaired",),
    "change_tables": ("tables_changed",),
    "open_round": ("round_opened", "sides_forfeited"),
    "close_round": ("round_closed",),
    "open_table": ("table_opened",),
    "record_game": ("game_recorded",),
    "score_table": ("game_recorded",),
    "claim_result": ("result_claimed", "result_confirmed"),
    "enter_result": ("result_entered",),
    "forfeit_sides": ("sides_forfeited",),
    "forfeit_absent": ("sides_forfeited",),
    "order_replay": ("replay_ordered",),
    "correct_result": ("result_corrected",),
    "grant_time": ("time_granted",),
    "pause_tables": ("tables_paused",),
    "resume_tables": ("tables_resumed",),
    "end_tournament": ("tournament_ended",),
    "abort_tournament": ("tournament_aborted",),
    "reveal_secret": ("tournament_secret_revealed",),
}
"""The event that an action causes, and another one that may follow it."""

INSTEAD = {"declare_relation": "relation_claimed", "register_entrant": "partner_asked"}
"""The event that an action of a player causes instead, if someone else has to confirm it."""

PLACE = ("version", "at", "by", "hash", "type")
STAGES = {"tournament_opened": "opened", "tournament_started": "started"}
ENDS = {"tournament_ended": "ended", "tournament_aborted": "aborted"}
RECORD = ("format", "id", "entries", "head", "signature", "receipts", "inclusion")


def verify_tournament(events: Sequence[Json], record: Json, keys: Json) -> None:
    """Raise Wrong if any event, the record, a seed or a signature is not as the pages say.

    A tournament that goes on is verified as far as it goes.
    """
    try:
        tournament = record["id"]
        _must(record["format"] == "carolus-tournament/1", "the record has another format")
        _must(set(record) <= set(RECORD), "the record has other members")
        _must(record["head"] == head_of(tournament, events), "the record has another head")
        _must(all(one["at"] <= other["at"] for one, other in pairwise(events)), "time goes back")
        check_entries(record["entries"], events)
        check_replacements(events)
        check_seeds(tournament, events)
        check_signatures(tournament, events, record, keys)
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        raise Wrong(f"not in the form that the pages describe: {fault!r}") from fault


def check_entries(entries: Sequence[Json], events: Sequence[Json]) -> None:
    """Raise Wrong unless each entry caused the events that have its actor and time, in order.

    A member of an event that has the name of one of the action is the same.
    """
    left = list(events)
    for number, entry in enumerate(entries):
        where = f"entry {number}"
        _must(set(entry) == {"by", "at", "action"}, f"{where} has other members")
        action = entry["action"]
        first, *others = CAUSES[action["type"]]
        caused = [left.pop(0)] if left else []
        known = ([first], [INSTEAD.get(action["type"])])
        _must([one["type"] for one in caused] in known, f"{where} did not cause the next event")
        while left and left[0]["type"] in others and _same_place(left[0], entry):
            caused.append(left.pop(0))
        for event in caused:
            _must(_same_place(event, entry), f"{where} has another actor or time")
        for name in action.keys() & caused[0].keys() - {*PLACE}:
            _must(action[name] == caused[0][name], f"{where} has another {name}")
    _must(not left, "an event has no entry")


def _same_place(event: Json, entry: Json) -> bool:
    return bool((event["by"], event["at"]) == (entry["by"], entry["at"]))


def check_replacements(events: Sequence[Json]) -> None:
    """Raise Wrong unless everybody who takes over plays from the next round to be paired on."""
    paired = 0
    for event in events:
        paired += {"round_paired": 1, "round_unpaired": -1}.get(event["type"], 0)
        if event["type"] == "player_replaced":
            _must(event["round"] == paired + 1, "a player takes over in another round")


# --- the seeds ---------------------------------------------------------------------------------


def check_seeds(tournament: str, events: Sequence[Json]) -> None:
    """Raise Wrong unless the revealed secret gives the commitment, and the seed of every round."""
    revealed = [one["secret"] for one in events if one["type"] == "tournament_secret_revealed"]
    if not revealed:
        return
    secret = bytes.fromhex(revealed[0])
    _must(hashlib.sha256(secret).hexdigest() == events[0]["commitment"], "another commitment")
    entropy = {
        one["entrant"]: one.get("entropy", "")
        for one in events
        if one["type"] == "entrant_registered" and not one.get("late", False)
    }
    known: dict[int, str] = {}
    for at, event in enumerate(events):
        if event["type"] == "tournament_started":
            _must(event["seed"] == seed(secret, tournament, 0, entropy, {}), "another seed of lots")
        if event["type"] == "round_paired" and "seed" in event:
            number = event["round"]
            links = _links(events[:at], number)
            # A round that is paired again has the seed that it had.
            expected = known.setdefault(number, seed(secret, tournament, number, entropy, links))
            _must(event["seed"] == expected, f"round {number} has another seed")


def _links(events: Sequence[Json], number: int) -> dict[int, str]:
    """Return the links that entrants gave for a round while check-in was open."""
    given: dict[int, str] = {}
    is_open = False
    for event in events:
        if event["type"] in {"check_in_opened", "check_in_closed"}:
            is_open = event["type"] == "check_in_opened"
        if event["type"] == "entrant_checked_in" and is_open and event["round"] == number:
            given |= {event["entrant"]: event["link"]} if "link" in event else {}
    return given


def seed(
    secret: bytes,
    tournament: str,
    number: int,
    entropy: Mapping[int, str],
    links: Mapping[int, str],
) -> str:
    """Return the seed of a round; that of round 0 is for the lots."""
    lines = ["carolus-tournament-seed/1", tournament, f"round {number}"]
    for entrant in sorted(entropy):
        contribution = entropy[entrant] + links.get(entrant, "")
        lines.append(f"entrant {entrant} {contribution or '-'}")
    return hmac.new(secret, "\n".join(lines).encode(), hashlib.sha256).hexdigest()


# --- signatures --------------------------------------------------------------------------------


def check_signatures(tournament: str, events: Sequence[Json], record: Json, keys: Json) -> None:
    """Raise Wrong unless a published key signed opening, start and end, and the log has them."""
    receipts = [
        _receipt(tournament, events[0], event) for event in events if event["type"] in STAGES
    ]
    ends = [_end(tournament, event) for event in events if event["type"] in ENDS]
    _must([signed(one, keys) for one in record["receipts"]] == receipts, "other receipts")
    token = record.get("signature")
    _must([signed(one, keys) for one in [token] if one] == ends, "another final statement")
    inclusion = record.get("inclusion")
    if inclusion is not None:
        leaves = dict(map(leaf_of, [*record["receipts"], *([token] if token else [])]))
        leaves.pop("start", None)  # it is not a leaf
        fault = fault_in(inclusion, leaves, keys, whole=True)
        _must(fault is None, f"{fault}")


def _receipt(tournament: str, opening: Json, event: Json) -> Json:
    return {
        "announcement": _digest(opening["announcement"]),
        "at": event["at"],
        "commitment": opening["commitment"],
        "format": "carolus-tournament-receipt/1",
        "head": event["hash"],
        "stage": STAGES[event["type"]],
        "tournament": tournament,
        "version": event["version"],
    }


def _end(tournament: str, event: Json) -> Json:
    standings = event.get("standings", [])
    ended = event["type"] == "tournament_ended"
    return {
        "at": event["at"],
        "format": "carolus-tournament-statement/1",
        "head": event["hash"],
        "standings": _digest(standings) if ended else None,
        "status": ENDS[event["type"]],
        "tournament": tournament,
        "version": event["version"],
        "winners": [line["entrant"] for line in standings if line["rank"] == 1],
    }


def _digest(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def _must(true: bool, wrong: str) -> None:
    if not true:
        raise Wrong(wrong)


if __name__ == "__main__":
    _events, _record, _keys = (Path(name).read_text("utf-8") for name in sys.argv[1:4])
    verify_tournament(
        [json.loads(line) for line in _events.splitlines()], json.loads(_record), json.loads(_keys)
    )
    sys.stdout.write("valid\n")
