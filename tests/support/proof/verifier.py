"""A verifier of games that trusts nobody, written only from the pages of ``docs/reference``.

    python -m tests.support.proof.verifier EVENTS PROOF KEYS [RECORD]
    python -m tests.support.proof.verifier ARCHIVE KEYS

The files are the response of ``GET /v1/games/{game}/events`` as NDJSON, that of ``…/proof``, the
published keys and the response of ``…/record``; or an archive that ``carolus export --events``
wrote, which contains all but the keys. The verifier shares no line with the product: it needs the
standard library, and a cryptography library for Ed25519. It is what someone who wants to
prove a game would write, so it is short and slow. It does not know the rules of the game:
``carolus audit`` checks these.

``chained-log.md`` specifies the hashes and the seals, ``fair-chance.md`` the dice, ``witness.md``
what witnesses sign, ``signatures.md`` the signatures, ``records.md`` the record, and
``event-archives.md`` the archive. Each constant in capitals is in a table of these pages, and
``tests/docs/test_proof_pages.py`` compares the two.
"""

import base64
import copy
import hashlib
import hmac
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import groupby, pairwise, takewhile
from pathlib import Path
from typing import Any, TypeAlias

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.support.proof.inclusion import fault_in, leaf_of
from tests.support.proof.timing import fault_in_flags, untimely

Json: TypeAlias = dict[str, Any]

CONSTRUCTION = "carolus-fair-chance/2"
CLANS = ("blue", "green", "pink", "red", "yellow")
FACES = {
    "carolus-magnus": (*CLANS, "crown"),
    "ancients": ("light", "medium", "heavy", "leader", "flag", "swords"),
}
"""The faces of a die, by ruleset."""
SIDES = ("white", "black", "gray")
COLORS = ("blue", "red", "black", "yellow", "green", "magenta")
_MAP = """
argentina brazil chile colombia peru uruguay mexico california oregon new_york alaska yukon
canada terranova labrador greenland sahara zaire ethiopia egypt madagascar south_africa
australia borneo java sumatra spain france germany italy poland russia sweden great_britain
iceland arabia israel turkey india malaysia iran gobi china mongolia siberia aral tartary taymir
kamchatka japan
"""
TERRITORIES = _MAP.split()
_KINDS = """
order-2-left:3 order-2-center:4 order-2-right:3 order-3-left:3 order-3-center:4 order-3-right:3
order-4-left:1 order-4-center:1 order-4-right:1 out-flanked:2 coordinated-attack:2
order-light-troops:4 order-medium-troops:3 order-heavy-troops:2 order-mounted-troops:1
inspired-left-leadership:1 inspired-center-leadership:1 inspired-right-leadership:1
leadership-any-section:3 clash-of-shields:1 counter-attack:2 darken-the-sky:1 double-time:2
first-strike:1 i-am-spartacus:1 line-command:4 mounted-charge:2 move-fire-move:2 rally:1
"""
KINDS = {kind: int(count) for kind, count in (one.split(":") for one in _KINDS.split())}
"""The kinds of command cards, and how many of each there are."""
CARDS = {
    "teg": [*(f"c_{one}" for one in TERRITORIES), "w_1", "w_2"],
    "ancients": [f"{kind}#{one}" for kind, most in KINDS.items() for one in range(1, most + 1)],
}
"""All cards in their order, by ruleset."""

COLORS_OF_LANCASTER = ("blue", "green", "yellow", "red", "purple")
BATTLES = {
    players: [f"B{one:02}" for one in (*range(1, 9), *((9, 10) if players == 3 else (11, 12)))]
    for players in (2, 3, 4, 5)
}
"""The battle cards in the game, by number of players."""
LAWS = [f"L{one:02}" for one in range(1, 19)]
GROUPS = [LAWS[:6], LAWS[6:9], LAWS[9:12], LAWS[12:15], LAWS[15:]]
"""The laws come group by group."""
BOUGHT = {"L05": 3, "L16": 1, "L17": 1}
"""The laws that sell power points, and how many for each time."""

HIDDEN = {
    "board_dealt": ("objectives",),
    "seat_eliminated": ("inherited", "freed"),
    "card_drawn": ("card",),
    "vote_cast": ("ballot", "markers"),
    "hands_dealt": ("top", "bottom"),
    "standing_orders_given": ("orders",),
}
"""The sealed members, by type of event."""

ANSWERS = {
    "lots_drawn": ("arrange_table", ("opening", "paladins", "emperor")),
    "dice_rolled": ("roll_dice", ("faces",)),
    "board_dealt": ("deal_board", ("first", "owners", "objectives")),
    "battle_fought": ("roll_dice", ("attacker", "defender")),
    "card_drawn": ("draw_card", ("card",)),
    "table_arranged": ("arrange_table", ("start", "battles", "laws")),
    "votes_revealed": ("reveal_votes", ()),
    "cards_turned_up": ("turn_up_cards", ("battles", "laws")),
    "hands_dealt": ("deal_hands", ("top", "bottom")),
}
"""The events that contain an answer of chance: its action in a record, and their members."""

ASKED = {
    "game_opened": (
        "open_game",
        (
            *("ruleset", "options", "scheme", "commitment", "wordings", "label", "links"),
            *("witnesses", "continues", "sandbox", "tournament", "reserved"),
            "reserved_names",
        ),
    ),
    "seat_taken": ("take_seat", ("seat", "name", "bot", "entropy", "tip")),
    "seat_left": ("leave_seat", ("seat",)),
    "seat_resigned": ("resign", ()),
    "draw_offered": ("offer_draw", ()),
    "draw_accepted": ("accept_draw", ()),
    "draw_declined": ("decline_draw", ()),
    "pause_offered": ("offer_pause", ()),
    "pause_accepted": ("accept_pause", ()),
    "pause_declined": ("decline_pause", ()),
    "resume_offered": ("offer_resume", ()),
    "resume_accepted": ("accept_resume", ()),
    "resume_declined": ("decline_resume", ()),
    "take_back_offered": ("offer_take_back", ()),
    "take_back_accepted": ("accept_take_back", ()),
    "take_back_declined": ("decline_take_back", ()),
    "waiver_offered": ("offer_waiver", ()),
    "waiver_accepted": ("accept_waiver", ()),
    "waiver_declined": ("decline_waiver", ()),
    "hint_given": ("ask_hint", ()),
    "standing_orders_given": ("give_standing_orders", ("orders",)),
    "game_aborted": ("abort_game", ()),
    "game_adjudicated": ("adjudicate", ("winners", "reason", "arbiter")),
    "game_called_off": ("call_off_game", ("reason", "arbiter")),
    "flag_fell": ("fall_flag", ()),
    "time_added": ("add_time", ("seat", "seconds")),
    "game_suspended": ("suspend_game", ()),
    "suspension_lifted": ("lift_suspension", ()),
    "moment_drawn": ("draw_moment", ("moment", "links", "witness", "missing")),
}
"""The same for actions that everyone may ask of the table."""

ADDED = {"clock_set": "clock", "take_backs_allowed": "take_backs", "player_seated": "player"}
"""The events that add a member to the action before them."""

NO_DECISIONS = {
    *(name for name in ASKED if name != "moment_drawn"),
    *ADDED,
    *("game_started", "decision_noted", "decisions_sealed", "decisions_taken_back", "clocks_run"),
    *("game_paused", "game_resumed", "links_waived", "game_conceded", "draw_agreed"),
    *("game_forfeited", "secret_revealed"),
}
"""The events of the table; all others of a seat are a decision, or follow from one."""

LEFT_OUT: dict[str, Json] = {
    "open_game": {
        "wordings": {},
        "clock": None,
        "take_backs": False,
        "label": None,
        "links": False,
        "witnesses": [],
        "continues": None,
        "sandbox": None,
        "tournament": None,
        "reserved": [],
        "reserved_names": [],
    },
    "take_seat": {"name": None, "bot": None, "entropy": "", "tip": None},
    "adjudicate": {"reason": None, "arbiter": None},
    "call_off_game": {"reason": None, "arbiter": None},
    "deal_board": {"objectives": []},
    "give_standing_orders": {"orders": None},
    "draw_moment": {"links": [], "witness": [], "missing": []},
}
"""The default values of members that an action may omit."""

BEFORE_MOMENTS = {
    *("waiver_offered", "waiver_accepted", "waiver_declined", "links_waived"),
    *("clocks_run", "decisions_sealed"),
}
"""The only events of the table between a decision and a moment for which links are due."""

LEAVING = ("seat_resigned", "flag_fell", "seat_eliminated")
"""After these events no link of the seat is due: no person plays it in the game."""
LINKS = 16_384
"""Links of every chain, and so the last moment that can have links."""

DISCARDED = {
    "cards_traded": "cards",
    "seat_eliminated": "discarded",
    "seat_withdrew": "discarded",
    "card_discarded": "card",
}
"""The events that discard cards, and the member that names or lists these."""

ENDS = {
    "game_ended": ("over", None),
    "game_conceded": ("over", "resignation"),
    "draw_agreed": ("over", "draw_agreed"),
    "game_forfeited": ("over", "time"),
    "game_adjudicated": ("over", "adjudicated"),
    "game_aborted": ("aborted", None),
    "game_called_off": ("aborted", None),
}
"""The events that end a game: its new status, and the reason if the event has none."""

OPENING = ("game_opened", "clock_set", "take_backs_allowed")
"""The events of the entry that opens a game."""

OUTCOME = {
    "carolus-magnus": ("reason", "winners", "castles", "standing"),
    "teg": ("reason", "reasons", "winners", "territories", "standing"),
    "lancaster": ("reason", "winners", "power", "standing"),
    "ancients": ("reason", "winners", "banners", "standing"),
}
"""The members of an outcome, by ruleset."""

WON_BY = {
    "castle_goal": "CM-END-2",
    "secret": "TG-WIN-3",
    "common": "TG-WIN-3",
    "world": "TG-WIN-3",
    "last_standing": "TG-WIN-6",
    "rounds": "LA-END-14",
    "banners": "CA-VIC-2",
    "both_targets": "CA-EL-10",
    "leader_lost": "CA-SCN-7",
    "turn_limit": "CA-END-1",
    "resignation": "TB-RESIGN-2",
    "draw_agreed": "TB-DRAW-4",
    "time": "TB-FLAG-4",
    "adjudicated": "TB-JUDGE-1",
}
"""The rule of the winners' places, by reason; the other reasons depend on the counts."""

OTHERS_BY = {
    "carolus-magnus": "CM-END-12",
    "teg": "TG-WIN-9",
    "lancaster": "LA-END-16",
    "ancients": "CA-VIC-1",
}
"""The rule of all other places, by ruleset."""

_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")
_ENTROPY = re.compile(r"(?:[0-9a-f]{2}){0,64}")
_SECRET = re.compile(r"[0-9a-f]{64}")


class Wrong(Exception):
    """Something is wrong; the text says what."""


def verify(events: Sequence[Json], proof: Json, keys: Json, record: Json | None = None) -> None:
    """Raise Wrong if any event of a game or its proof is not as the pages say.

    An unfinished game is verified as far as it goes.
    """
    try:
        _verify(events, proof, keys, record)
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        raise Wrong(f"not in the form that the pages describe: {fault!r}") from fault


def verify_line(line: Json, keys: Json) -> None:
    """Raise Wrong if anything in a line of an archive with events is not as the pages say.

    The line is the record, in another format, and the events.
    """
    try:
        events, record = _taken_apart(line)
        token = record.get("signature")
        proof = {
            "game": record["id"],
            "version": len(events),
            "head": record["head"],
            "chance": record["chance"],
            "statement": None if token is None else signed(token, keys),
            "signature": token,
        }
        _verify(events, proof, keys, record)
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        raise Wrong(f"not in the form that the pages describe: {fault!r}") from fault


def _taken_apart(line: Json) -> tuple[list[Json], Json]:
    """Return the events and the record of a line."""
    _must(line["format"] == "carolus-events/1", "the line has another format")
    record = {name: value for name, value in line.items() if name != "events"}
    return line["events"], record | {"format": "carolus-record/1"}


def _verify(events: Sequence[Json], proof: Json, keys: Json, record: Json | None) -> None:
    opening = events[0]
    game = proof["game"]
    _must(opening["type"] == "game_opened", "the first event opens no game")
    check_form(events)
    head = head_of(game, events)
    _must((proof["version"], proof["head"]) == (len(events), head), "the proof has another head")
    secret = _secret(opening, events)
    chance = proof["chance"]
    _must(
        (chance["scheme"], chance["commitment"]) == (opening["scheme"], opening["commitment"]),
        "the proof has another commitment",
    )
    _must(chance["secret"] == secret, "the proof has another secret")
    check_moments(game, events)
    check_waiting(events)
    check_waivers(events)
    check_witnesses(game, events)
    fault = fault_in_flags(events)
    _must(fault is None, f"{fault}")
    if secret is not None:
        check_dice(game, events, bytes.fromhex(secret))
    if secret is not None or opening["scheme"] != "fair":
        check_seals(events, bytes.fromhex(secret or "00" * 32))
    check_signature(events, proof, keys)
    check_inclusion(proof.get("inclusion"), proof, keys, None)
    if record is not None:
        check_record(record, events, proof)
        check_receipts(record.get("receipts", []), game, events, keys)
        check_inclusion(record.get("inclusion"), proof, keys, record.get("receipts", []))
    # Last, so that a sandbox can be verified up to here.
    _must("sandbox" not in opening, "a game of a sandbox proves nothing")


# --- the chained log ---------------------------------------------------------------------------


def check_form(events: Sequence[Json]) -> None:
    """Raise Wrong at the first event with an impossible actor, time, seal or entropy.

    Other members of each type of event are not checked here; the pages list them.
    """
    seats = range(events[0]["seats"])
    for event in events:
        where = f"of event {event['version']}"
        by = event["by"]
        _must(by in ("chance", "table") or (type(by) is int and by in seats), f"the actor {where}")
        _must(_TIME.fullmatch(event["at"]) is not None, f"the time {where} has another form")
        hidden = HIDDEN.get(event["type"], ())
        _must(set(event.get("sealed", ())) == set(hidden), f"other members {where} are sealed")
        _must(("sealed" in event) == bool(hidden), f"an empty seal {where}")
        if event["type"] == "seat_taken":
            _must(_ENTROPY.fullmatch(event["entropy"]) is not None, f"the entropy {where}")
            tip = event["tip"]
            _must(tip is None or _SECRET.fullmatch(tip) is not None, f"the tip {where}")
        if event["type"] in (*ANSWERS, "moment_drawn"):
            _must(by == "chance", f"chance did not cause the answer {where}")
    for (by, _), caused in groupby(events, key=_actor):
        first = next(caused)
        begins = first["type"] in (*ANSWERS, "moment_drawn")
        _must(by != "chance" or begins, "an entry of chance begins otherwise")


def head_of(game: str, events: Sequence[Json]) -> str:
    """Return the hash of the last event; raise Wrong at an event that shows another hash."""
    found = hashes(game, events)
    for version, event in enumerate(events, start=1):
        _must(event["version"] == version, f"event {version} has the number {event['version']}")
        _must(event["hash"] == found[version], f"event {version} has another hash")
    return found[-1]


def hashes(game: str, events: Sequence[Json]) -> list[str]:
    """Return the hash before the first of these events, and the hash of each."""
    digest = hashlib.sha256(f"carolus-log/1 {game}".encode()).digest()
    found = [digest.hex()]
    for event in events:
        facts = {name: value for name, value in event.items() if name not in ("hash", "sealed")}
        facts.update(event.get("sealed", {}))
        digest = hashlib.sha256(digest + canonical(facts)).digest()
        found.append(digest.hex())
    return found


def check_seals(events: Sequence[Json], secret: bytes) -> None:
    """Raise Wrong at the first member that does not match its seal."""
    for event in events:
        for member, commitment in event.get("sealed", {}).items():
            found = seal(secret, event["version"], member, event[member])
            _must(found == commitment, f"{member} of event {event['version']} is another")


def seal(secret: bytes, version: int, member: str, value: Any) -> str:
    """Return the commitment to a hidden member."""
    message = "\n".join(["carolus-hidden/1", str(version), member]).encode("utf-8")
    salt = hmac.new(secret, message, hashlib.sha256).digest()
    return hashlib.sha256(salt + canonical(value)).hexdigest()


def canonical(value: Any) -> bytes:
    """Return JSON in its canonical form."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


# --- fair chance -------------------------------------------------------------------------------


def check_dice(game: str, events: Sequence[Json], secret: bytes) -> None:
    """Raise Wrong at the first lot, die or card that does not follow from the secret."""
    board = Board(events[0])
    key, root, answer, drawing = b"", b"", 0, False
    for event in events:
        if event["type"] == "game_started":
            key = key_of(secret, game, contributions(events), tips_of_witnesses(events[0]))
        elif event["type"] == "moment_drawn":
            links = [(given["who"], bytes.fromhex(given["link"])) for given in event["links"]]
            root, answer, drawing = root_of(key, event["moment"], links), 0, True
        elif event["by"] != "chance":
            drawing = False
        elif event["type"] in ANSWERS:
            drawn_from = bool(ANSWERS[event["type"]][1])
            _must(drawing or not drawn_from, f"event {event['version']} belongs to no moment")

            def draw(bounds: Sequence[int], root: bytes = root, answer: int = answer) -> list[int]:
                return draws(root, answer, bounds)

            drawn = {
                "lots_drawn": lots,
                "dice_rolled": faces,
                "board_dealt": deal,
                "battle_fought": battle,
                "card_drawn": card,
                "table_arranged": table,
                "votes_revealed": nothing,
                "cards_turned_up": cards,
                "hands_dealt": hands,
            }[event["type"]](event, board, draw)
            found = {name: event[name] for name in ANSWERS[event["type"]][1]}
            place = f"{event['type']} of event {event['version']}"
            _must(found == drawn, f"{place} is not what was drawn")
            answer += drawn_from
        board.follow(event)


def check_moments(game: str, events: Sequence[Json]) -> None:
    """Raise Wrong at the first moment with another number, or without exactly the links due."""
    name = name_of(game, events[0]["commitment"])
    known = {
        128 + place: (0, bytes.fromhex(tip))
        for place, tip in enumerate(tips_of_witnesses(events[0]))
    }
    giving = set(known)
    moments, decided = 0, True
    for before, event in pairwise(events):
        if type(event["by"]) is int and event["type"] not in NO_DECISIONS:
            decided = True
        if event["type"] == "game_started":
            for seat, (_, tip) in enumerate(contributions(events)):
                if tip is not None:
                    known[seat] = (0, bytes.fromhex(tip))
                    giving.add(seat)
        elif event["type"] in LEAVING:
            giving.discard(event["seat"])
        elif event["type"] == "moment_drawn":
            moments += 1
            _must(event["moment"] == moments, f"event {event['version']} is another moment")
            _must(decided, f"no seat decided between moments {moments - 1} and {moments}")
            decided = False
            whos = [given["who"] for given in event["links"]]
            due = sorted(giving) if moments <= LINKS else []
            waived = before["type"] == "links_waived"
            _must(bool(event["missing"]) == waived, f"not all agreed on moment {moments}")
            found = event["missing"] if waived else whos
            _must(found == due and not (waived and whos), f"moment {moments} lacks links")
            for given in event["links"]:
                who, link = given["who"], bytes.fromhex(given["link"])
                number, last = known[who]
                lowest = chained_down(name, who, moments, link, number)
                _must(lowest == last, f"the link of {who} for moment {moments} does not fit")
                known[who] = (moments, link)


def check_waiting(events: Sequence[Json]) -> None:
    """Raise Wrong if someone acts between a decision and a moment for which links are due.

    A seat that leaves there, or loses on time, would take its own link out of the dice.
    """
    giving = {128 + place for place, _ in enumerate(tips_of_witnesses(events[0]))}
    moments, due, between = 0, False, ""
    for event in events:
        kind = event["type"]
        if kind == "game_started":
            giving |= {
                seat for seat, (_, tip) in enumerate(contributions(events)) if tip is not None
            }
        elif kind in LEAVING:
            giving.discard(event["seat"])
        elif kind == "moment_drawn":
            moments += 1
            _must(not (due and between), f"{between} stands where moment {moments} was due")
        if kind == "game_started" or kind not in NO_DECISIONS:
            due, between = bool(giving) and moments < LINKS, ""
        elif kind not in BEFORE_MOMENTS:
            between = between or kind


def check_waivers(events: Sequence[Json]) -> None:
    """Raise Wrong if links were waived although not everybody who plays has agreed."""
    people: set[int] = set()
    agreed: set[int] = set()
    for event in events:
        kind = event["type"]
        if kind == "seat_taken":
            people = people - {event["seat"]} | ({event["seat"]} if event["bot"] is None else set())
        elif kind in LEAVING or kind == "seat_left":
            people.discard(event["seat"])
        if kind in ("waiver_offered", "waiver_accepted"):
            agreed.add(event["seat"])
        elif kind == "waiver_declined" or kind not in NO_DECISIONS:
            agreed.clear()
        elif kind == "links_waived":
            _must(people <= agreed, f"not everyone agreed to event {event['version']}")
            _must(event["by"] in agreed, f"the actor of event {event['version']}")


def check_witnesses(game: str, events: Sequence[Json]) -> None:
    """Raise Wrong at the first link or tip that its witness did not sign, for this head."""
    opening = events[0]
    name = name_of(game, opening["commitment"])
    accs: dict[int, tuple[bytes, int]] = {}
    keys: dict[int, str] = {}
    for place, one in enumerate(opening.get("witnesses", ())):
        who, tip = 128 + place, bytes.fromhex(one["tip"])
        start = b"carolus-witness/1\n" + name + _bytes(one["service"]) + tip
        accs[who] = hashlib.sha256(start + one["time"].to_bytes(8, "big")).digest(), one["time"]
        keys[who] = one["key"]
        _check_witness(keys[who], one["signature"], accs[who][0])
    for before, event in pairwise(events):
        if event["type"] != "moment_drawn":
            continue
        links = {one["who"]: bytes.fromhex(one["link"]) for one in event["links"]}
        notes = event["witness"]
        _must([one["who"] for one in notes] == [who for who in links if who >= 128], "a witness")
        for note in notes:
            (acc, last), time = accs[note["who"]], note["time"]
            _must(time >= last, f"the time of a witness goes back at moment {event['moment']}")
            acc += event["moment"].to_bytes(8, "big") + bytes.fromhex(before["hash"])
            acc += links[note["who"]] + time.to_bytes(8, "big")
            accs[note["who"]] = hashlib.sha256(acc).digest(), time
            _check_witness(keys[note["who"]], note["signature"], accs[note["who"]][0])


def _check_witness(key: str, signature: str, acc: bytes) -> None:
    """Raise Wrong unless a witness signed everything that it gave."""
    public = Ed25519PublicKey.from_public_bytes(_bytes(key))
    try:
        public.verify(_bytes(signature), b"carolus-witness/1\n" + acc)
    except InvalidSignature:
        raise Wrong("a witness did not sign this") from None


def name_of(game: str, commitment: str) -> bytes:
    """Return the name of a game in chains."""
    return hashlib.sha256(f"carolus-chance/2 {game} {commitment}".encode()).digest()


def chained_down(name: bytes, who: int, number: int, link: bytes, down_to: int) -> bytes:
    """Return the link with a smaller number, or the tip, of the chain with this link."""
    for at in range(number, down_to, -1):
        place = name + bytes([who]) + at.to_bytes(8, "big")
        link = hashlib.sha256(b"carolus-link/1\n" + place + link).digest()
    return link


def contributions(events: Sequence[Json]) -> list[tuple[str, str | None]]:
    """Return the entropy and the tip of each seat when the game started."""
    found: list[tuple[str, str | None]] = [("", None)] * events[0]["seats"]
    for event in events:
        if event["type"] == "seat_taken":
            found[event["seat"]] = (event["entropy"], event["tip"])
        elif event["type"] == "seat_left":
            found[event["seat"]] = ("", None)
    return found


def tips_of_witnesses(opening: Json) -> list[str]:
    """Return the tips of the witnesses, in the order of their places."""
    return [witness["tip"] for witness in opening.get("witnesses", ())]


def faces(event: Json, board: "Board", draw: Any) -> Json:
    """Return the dice of a roll; only the rules know how many they are."""
    shown = FACES[board.ruleset]
    return {"faces": [shown[number] for number in draw([6] * len(event["faces"]))]}


def lots(event: Json, board: "Board", draw: Any) -> Json:
    """Return the lots of the set-up of Carolus Magnus."""
    options, players = board.options, board.players
    yucata = options["setup"] == "yucata"
    by_lot = not yucata and options["emperor_start"] == "random"
    bounds = [*range(players, 1, -1)] if yucata else [players]
    first = len(bounds)
    numbers = draw([*bounds, *range(15, 1, -1), *([15] if by_lot else [])])
    seats = list(range(players))
    opener = numbers[0]
    ring = [clan for clan in CLANS for _ in range(3)]
    start = 1 if yucata else options["emperor_start"]
    return {
        "opening": shuffled(seats, numbers[:first]) if yucata else seats[opener:] + seats[:opener],
        "paladins": shuffled(ring, numbers[first : first + 14]),
        "emperor": numbers[-1] + 1 if by_lot else start,
    }


def deal(event: Json, board: "Board", draw: Any) -> Json:
    """Return the lots of the set-up of TEG."""
    options, players = board.options, board.players
    auto = "world" if players <= 3 else "secret_and_common"
    mode = auto if options["objectives"] == "auto" else options["objectives"]
    secretly = mode == "secret_and_common"
    lot = [players] if options["first_seat"] == "random" else []
    seats, lands, goals = (range(size, 1, -1) for size in (players, len(TERRITORIES), 15))
    numbers = draw([*lot, *seats, *lands, *(goals if secretly else ())])
    first = numbers.pop(0) if lot else options["first_seat"]
    order = shuffled(range(players), numbers[: len(seats)])
    territories = shuffled(TERRITORIES, numbers[len(seats) : len(seats) + len(lands)])
    owners = {one: order[place % players] for place, one in enumerate(territories)}
    objectives: list[str] = []
    if secretly:
        objectives = shuffled([f"O{one + 1}" for one in range(15)], numbers[-len(goals) :])
    return {
        "first": first,
        "owners": [owners[one] for one in TERRITORIES],
        "objectives": objectives[:players],
    }


def battle(event: Json, board: "Board", draw: Any) -> Json:
    """Return the dice of attacker and defender; only the rules know how many they are."""
    attacking = len(event["attacker"])
    dice = [number + 1 for number in draw([6] * (attacking + len(event["defender"])))]
    return {"attacker": dice[:attacking], "defender": dice[attacking:]}


def card(event: Json, board: "Board", draw: Any) -> Json:
    """Return the card drawn from the deck."""
    deck = sorted(board.now.deck, key=CARDS[board.ruleset].index)
    (place,) = draw([len(deck)])
    return {"card": deck[place]}


def hands(event: Json, board: "Board", draw: Any) -> Json:
    """Return both first hands of Ancients; only the rules know how many cards they have."""
    deck = [*CARDS[board.ruleset]]
    count = len(event["top"]) + len(event["bottom"])
    drawn = [deck.pop(place) for place in draw([*range(len(deck), len(deck) - count, -1)])]
    return {"top": drawn[: len(event["top"])], "bottom": drawn[len(event["top"]) :]}


def table(event: Json, board: "Board", draw: Any) -> Json:
    """Return the lots of the set-up of Lancaster: start player, two battles, six laws."""
    first = board.options["first_seat"]
    lot = [board.players] if first == "random" else []
    start, found = _start_and_cards(board, draw, lot, 6)
    return {"start": start[0] if lot else first, **found}


def nothing(event: Json, board: "Board", draw: Any) -> Json:
    """Return what a reveal draws."""
    return {}


def cards(event: Json, board: "Board", draw: Any) -> Json:
    """Return the battles and laws of the next round of Lancaster."""
    return _start_and_cards(board, draw, [], 3)[1]


def _start_and_cards(
    board: "Board", draw: Any, lot: list[int], count: int
) -> tuple[list[int], Json]:
    """Draw the lot, two battles, and this many laws; a law comes from the first group with any."""
    deck = [one for one in BATTLES[board.players] if one not in board.now.turned_up]
    groups = [[one for one in group if one not in board.now.turned_up] for group in GROUPS]
    sizes = [size for group in groups for size in range(len(group), 0, -1)][:count]
    numbers = draw([*lot, len(deck), len(deck) - 1, *sizes])
    start, places = numbers[: len(lot)], iter(numbers[len(lot) :])
    battles = [deck.pop(next(places)) for _ in range(2)]
    laws = []
    for place in places:
        group = next(group for group in groups if group)
        laws.append(group.pop(place))
    return start, {"battles": battles, "laws": laws}


class Now:
    """As much of a position as cards and outcomes depend on."""

    def __init__(self, ruleset: str) -> None:
        self.castles: dict[int, tuple[str, int]] = {}
        """The side and number of castles, by territory of Carolus Magnus that has any."""
        self.owners: dict[str, int] = {}
        """The seat that owns each territory of TEG."""
        self.tokens: dict[str, int] = {}
        """The tokens on each territory of TEG."""
        self.markers: dict[str, int] = {}
        """The seat that has each clan marker."""
        self.out: set[int] = set()
        """The seats that are out of the game."""
        self.deck = set(CARDS.get(ruleset, ()))
        self.discarded: set[str] = set()
        self.turned_up: set[str] = set()
        """The battles and laws of Lancaster that were drawn."""
        self.power: Counter[int | str] = Counter()
        """The power points of Lancaster, by seat, and those of battles by colour."""
        self.banners: Counter[str] = Counter()
        """The banners of Ancients, by side."""

    def begin_at(self, ruleset: str, position: Json) -> None:
        """Take over the position in which the game began."""
        if ruleset == "carolus-magnus":
            self.castles = {
                one["segments"][0]: (one["owner"], one["castles"])
                for one in position["territories"]
                if one["castles"]
            }
            self.markers = {
                clan: seat for clan, seat in position["markers"].items() if seat is not None
            }
        elif ruleset == "teg":
            for one in position["territories"]:
                self.owners[one["territory"]] = one["owner"]
                self.tokens[one["territory"]] = one["tokens"]
            for number, seat in enumerate(position["seats"]):
                self.deck.difference_update(seat["cards"])
                if seat["status"] != "active":
                    self.out.add(number)
        elif ruleset == "lancaster":
            battles = (*position["battles"]["top"], *position["battles"]["bottom"])
            self.turned_up.update(one["card"] for one in battles if one is not None)
            self.turned_up.update(position["battles_gone"])
            for laws in position["laws"].values():
                self.turned_up.update(one for one in laws if one is not None)
            self.power.update({n: seat["power"] for n, seat in enumerate(position["seats"])})
        else:
            self.banners.update(position["banners"])
            play = position["play"]
            in_hands = [card for hand in position["hands"].values() for card in hand]
            self.deck.difference_update(in_hands, [] if play is None else [play["card"]])
        if ruleset in CARDS:
            self.discarded = set(position["discard"])
            self.deck -= self.discarded

    def follow(self, event: Json) -> None:
        """Apply an event to the board."""
        kind = event["type"]
        if kind == "castle_built":
            self.castles[event["territory"]] = (event["side"], 1)
        elif kind == "territory_taken_over":
            self.castles[event["territory"]] = (event["side"], event["castles"])
        elif kind == "territories_merged":
            number = sum(self.castles.pop(part)[1] for part in event["parts"])
            self.castles[event["parts"][0]] = (event["side"], number)
        elif kind == "board_dealt":
            self.owners = dict(zip(TERRITORIES, event["owners"], strict=True))
            self.tokens = dict.fromkeys(TERRITORIES, 1)
        elif kind == "marker_taken":
            self.markers[event["clan"]] = event["seat"]
        elif kind == "banner_gained":
            self.banners[event["side"]] = event["banners"]
        else:
            self._follow_tokens(kind, event)
            self._follow_cards(kind, event)
            self._follow_power(kind, event)

    def _follow_power(self, kind: str, event: Json) -> None:
        if kind in ("table_arranged", "cards_turned_up"):
            self.turned_up.update(event["battles"], event["laws"])
        elif kind == "law_used":
            self.power[event["seat"]] += BOUGHT.get(event["law"], 0) * event["amount"]
        elif kind == "battle_valued":
            self.power.update(dict(zip(event["ranking"], event["power"], strict=False)))
        elif kind == "final_scored":
            for part in ("knighthood", "extensions", "nobles"):
                self.power.update(dict(enumerate(event[part])))
        elif "gained" in event:
            self.power[event["seat"]] += event["gained"].get("power", 0)

    def _follow_tokens(self, kind: str, event: Json) -> None:
        if kind == "tokens_placed":
            self.tokens[event["territory"]] += event["count"]
        elif kind == "tokens_moved":
            self.tokens[event["source"]] -= event["count"]
            self.tokens[event["target"]] += event["count"]
        elif kind == "cards_traded":
            for territory in event["reinforced"]:
                self.tokens[territory] += 2
        elif kind == "battle_fought":
            moved = 1 if event["conquered"] else 0
            self.tokens[event["source"]] -= event["attacker_losses"] + moved
            self.tokens[event["target"]] += moved - event["defender_losses"]
            if event["conquered"]:
                self.owners[event["target"]] = event["seat"]
        elif kind in ("seat_eliminated", "seat_withdrew"):
            self.out.add(event["seat"])

    def _follow_cards(self, kind: str, event: Json) -> None:
        if kind == "card_drawn":
            self.deck.discard(event["card"])
        elif kind == "hands_dealt":
            self.deck.difference_update(event["top"], event["bottom"])
        elif kind == "deck_renewed":
            self.deck, self.discarded = self.deck | self.discarded, set()
        elif kind in DISCARDED:
            found = event[DISCARDED[kind]]
            self.discarded.update([found] if isinstance(found, str) else found)


class Board:
    """Follows the events of a game, take-backs included."""

    def __init__(self, opening: Json) -> None:
        self.options: Json = opening["options"]
        self.players: int = opening["seats"]
        self.ruleset: str = opening["ruleset"].partition("@")[0]
        self.now = Now(self.ruleset)
        if "continues" in opening:
            self.now.begin_at(self.ruleset, opening["continues"]["position"])
        self._noted: list[tuple[int, Now]] = []
        """The decisions that can be taken back: the seat of each, and the position before it."""

    def follow(self, event: Json) -> None:
        """Apply an event."""
        if event["type"] == "decision_noted":
            self._noted.append((event["seat"], copy.deepcopy(self.now)))
        elif event["type"] == "decisions_taken_back":
            seat = None
            while seat != event["seat"]:
                seat, self.now = self._noted.pop()
        elif event["type"] == "decisions_sealed":
            self._noted.clear()
        else:
            self.now.follow(event)

    @property
    def sides(self) -> list[str]:
        """The sides of the game, in order."""
        if self.ruleset == "carolus-magnus":
            return [*SIDES[: 3 if self.players == 3 else 2]]
        if self.ruleset == "ancients":
            return [*self.options["sides"]]
        chosen = self.options["colors"] or [None] * self.players
        colors = COLORS_OF_LANCASTER if self.ruleset == "lancaster" else COLORS
        left = iter([color for color in colors if color not in chosen])
        return [color or next(left) for color in chosen]

    def counts(self) -> dict[str, int]:
        """Return the castles, territories, power points or banners of each side."""
        if self.ruleset == "ancients":
            return {side: self.now.banners[side] for side in self.sides}
        if self.ruleset == "lancaster":
            power = self.now.power
            return {side: power[seat] + power[side] for seat, side in enumerate(self.sides)}
        if self.ruleset == "carolus-magnus":
            owned = [*self.now.castles.values()]
        else:
            owned = [(self.sides[seat], 1) for seat in self.now.owners.values()]
        return {side: sum(count for one, count in owned if one == side) for side in self.sides}

    def strength(self, side: str) -> tuple[int, int]:
        """Return what ranks a side that has not won; the higher is the better."""
        if self.ruleset == "carolus-magnus":
            counts = self.options["tie_break"] == "clan_markers"
            holders = [self.side_of(seat) for seat in self.now.markers.values()]
            return self.counts()[side], holders.count(side) if counts else 0
        if self.ruleset == "ancients":
            return 0, 0
        if self.ruleset == "lancaster":
            return self.counts()[side], 0
        seat = self.sides.index(side)
        if seat in self.now.out:
            return -1, -1
        owned = [name for name, owner in self.now.owners.items() if owner == seat]
        return len(owned), sum(self.now.tokens[name] for name in owned)

    def side_of(self, seat: int) -> str:
        """Return the side of a seat of Carolus Magnus."""
        adjacent = self.players == 4 and self.options["seating"] == "adjacent"
        return self.sides[seat // 2 if adjacent else seat % len(self.sides)]


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of the secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def draws(root: bytes, answer: int, bounds: Sequence[int]) -> list[int]:
    """Return this answer of a moment to these bounds."""
    words = stream(root, answer)
    numbers = []
    for bound in bounds:
        least_refused = 2**32 - (2**32 % bound)
        word = next(words)
        while word >= least_refused:
            word = next(words)
        numbers.append(word % bound)
    return numbers


def key_of(
    secret: bytes,
    game: str,
    seats: Sequence[tuple[str, str | None]],
    witnesses: Sequence[str] = (),
) -> bytes:
    """Return the key of one game's dice, from the entropy and tips of seats and witnesses."""
    lines = [CONSTRUCTION, game]
    lines += [f"seat {entropy or '-'} {tip or '-'}" for entropy, tip in seats]
    lines += [f"witness {tip}" for tip in witnesses]
    return hmac.new(secret, "\n".join(lines).encode("utf-8"), hashlib.sha256).digest()


def root_of(key: bytes, moment: int, links: Sequence[tuple[int, bytes]] = ()) -> bytes:
    """Return the root of a moment with these links."""
    message = moment.to_bytes(8, "big") + bytes([len(links)])
    for who, link in links:
        message += bytes([who]) + link
    return hmac.new(key, message, hashlib.sha256).digest()


def stream(root: bytes, answer: int) -> Iterator[int]:
    """Yield the words of this answer of a moment, without end."""
    block = 0
    while True:
        counters = answer.to_bytes(8, "big") + block.to_bytes(8, "big")
        digest = hmac.new(root, counters, hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def shuffled(things: Sequence[Any], numbers: Sequence[int]) -> list[Any]:
    """Return the things in the order that the draws give.

    The first draw chooses the thing that goes last, the second which of the others goes before it,
    and so on; the thing that was there moves to the free place.
    """
    order = list(things)
    for last, chosen in zip(range(len(order) - 1, 0, -1), numbers, strict=True):
        order[last], order[chosen] = order[chosen], order[last]
    return order


def _secret(opening: Json, events: Sequence[Json]) -> str | None:
    """Return the secret of the dice, if the game is over and its dice are fair."""
    ended = [event["version"] for event in events if event["type"] in ENDS]
    revealed = [event for event in events if event["type"] == "secret_revealed"]
    if opening["scheme"] != "fair":
        _must(opening["scheme"] == "recorded", "an unknown scheme")
        _must(opening["commitment"] == "" and not revealed, "recorded dice have no secret")
        _must(ended in ([], [len(events)]), "something happened after the end")
        return None
    if not ended:
        _must(not revealed, "the secret was revealed too early")
        return None
    _must([event["version"] for event in revealed] == [len(events)], "no secret is the last event")
    _must(ended == [len(events) - 1], "something happened after the end")
    _must(_actor(events[-2]) == _actor(events[-1]), "the secret is not of the last entry")
    secret = str(revealed[0]["secret"])
    _must(_SECRET.fullmatch(secret) is not None, "the secret is not 64 hexadecimal digits")
    _must(
        commitment(bytes.fromhex(secret)) == opening["commitment"],
        "the secret is not the one that was committed to",
    )
    return secret


# --- the signature -----------------------------------------------------------------------------


def check_signature(events: Sequence[Json], proof: Json, keys: Json) -> None:
    """Raise Wrong if the signed statement does not say how this game ended."""
    end = end_of(events)
    if end is None:
        _must(proof["signature"] is None, "a game that goes on is signed")
        _must(proof["statement"] is None, "a game that goes on has a statement")
        return
    _must(proof["signature"] is not None, "nobody signed how the game ended")
    statement = signed(proof["signature"], keys)
    _must(_same(statement, proof["statement"]), "the proof has another statement")
    outcome = outcome_of(events)
    _must(_same(statement.get("outcome"), outcome), "another outcome was signed")
    expected = {
        "at": events[-1]["at"],
        "format": "carolus-statement/1",
        "game": proof["game"],
        "ruleset": events[0]["ruleset"],
        "status": ENDS[end["type"]][0],
        "version": len(events),
        "head": events[-1]["hash"],
        "outcome": outcome,
    }
    _must(_same(statement, expected), "another end was signed")


def check_receipts(receipts: Sequence[str], game: str, events: Sequence[Json], keys: Json) -> None:
    """Raise Wrong at a receipt that is not about the opening or the start of this game."""
    _must(isinstance(receipts, list), "the receipts are not a list")
    found = [signed(token, keys) for token in receipts]
    for receipt in found:
        _must(_same(receipt, receipt_of(receipt["stage"], game, events)), "another receipt")
    stages = [receipt["stage"] for receipt in found]
    _must(stages == sorted(set(stages)), "the receipts are in another order")


def receipt_of(stage: str, game: str, events: Sequence[Json]) -> Json:
    """Return the receipt for a stage of a game, from its events."""
    opening = events[0]
    first = list(takewhile(lambda event: event["type"] in OPENING, events))
    started = [event for event in events if event["type"] == "game_started"]
    event = {"opened": first[-1:], "started": started}[stage][0]
    return {
        "at": event["at"],
        "commitment": opening["commitment"],
        "format": "carolus-receipt/1",
        "game": game,
        "head": event["hash"],
        "label": opening.get("label"),
        "options": opening["options"],
        "ruleset": opening["ruleset"],
        "stage": stage,
        "version": event["version"],
    }


def check_head(token: str, game: str, events: Sequence[Json], keys: Json) -> None:
    """Raise Wrong if the signed head of a running game is not that of one of these events."""
    said = signed(token, keys)
    event = events[said["version"] - 1]
    expected = {
        "at": event["at"],
        "format": "carolus-head/1",
        "game": game,
        "head": event["hash"],
        "version": event["version"],
    }
    _must(_same(said, expected), "another head was signed")


def end_of(events: Sequence[Json]) -> Json | None:
    """Return the event that ended the game, if any."""
    return next((event for event in events if event["type"] in ENDS), None)


def outcome_of(events: Sequence[Json]) -> Json | None:
    """Return how the game ended by its events; None if it goes on or was called off."""
    end = end_of(events)
    if end is None or ENDS[end["type"]][0] == "aborted":
        return None
    board = Board(events[0])
    for event in events:
        board.follow(event)
    reasons = end.get("reasons") or [ENDS[end["type"]][1] or end["reason"]]
    facts = {
        "reason": reasons[0],
        "reasons": reasons,
        "winners": [side for side in board.sides if side in end["winners"]],
    }
    _must(len(facts["winners"]) == len(end["winners"]), "a winner is not a side of this game")
    members = OUTCOME[board.ruleset]
    facts["standing"] = _standing(board, reasons[0], facts["winners"])
    outcome = {name: facts.get(name, board.counts()) for name in members}
    # The ``reason`` of an arbiter is free text, and that of the rules is in the outcome already.
    counted = {
        name: end[name] for name in members if name in end and name not in ("winners", "reason")
    }
    _must(
        all(outcome[name] == value for name, value in counted.items()), "the end counts otherwise"
    )
    return outcome


def _standing(board: Board, reason: str, winners: Sequence[str]) -> list[Json]:
    """Return the places of all sides, best first."""
    counts = board.counts()
    if board.ruleset == "carolus-magnus":
        most = [side for side in board.sides if counts[side] == max(counts.values())]
        by_counts = "CM-END-8" if len(most) == 1 else "CM-END-9"
    else:
        by_counts = "TG-WIN-7"
    won_by = WON_BY.get(reason, by_counts)
    others = [side for side in board.sides if side not in winners]
    strengths = {side: board.strength(side) for side in others}
    places = [(1, side, won_by) for side in winners]
    for side in sorted(others, key=lambda one: strengths[one], reverse=True):
        better = sum(strengths[other] > strengths[side] for other in others)
        places.append((1 + len(winners) + better, side, OTHERS_BY[board.ruleset]))
    return [
        {"side": side, "rank": rank, "score": counts[side], "rule": rule}
        for rank, side, rule in places
    ]


def signed(token: str, keys: Json) -> Any:
    """Return the signed statement; raise Wrong unless a published key signed exactly this."""
    header, payload, signature = token.split(".")
    fields = json.loads(_bytes(header))
    jwk = fields["jwk"]
    _must(canonical(fields) == _bytes(header), "the header is not in canonical form")
    _must(set(fields) == {"alg", "jwk", "kid"} and fields["alg"] == "Ed25519", "an unknown header")
    _must(set(jwk) == {"crv", "kty", "x"}, "an unknown key")
    _must((jwk["crv"], jwk["kty"]) == ("Ed25519", "OKP"), "an unknown key")
    thumbprint = hashlib.sha256(canonical(jwk)).digest()
    _must(_bytes(fields["kid"]) == thumbprint, "the key has another name")
    published = {key["kid"]: key["x"] for key in keys["keys"]}
    _must(published.get(fields["kid"]) == jwk["x"], "the key is not published")
    key = Ed25519PublicKey.from_public_bytes(_bytes(jwk["x"]))
    try:
        key.verify(_bytes(signature), f"{header}.{payload}".encode())
    except InvalidSignature:
        raise Wrong("the key did not sign this") from None
    statement = json.loads(_bytes(payload))
    _must(canonical(statement) == _bytes(payload), "the statement is not in canonical form")
    return statement


def _bytes(text: str) -> bytes:
    """Return the bytes of base64url without padding; accept only the one canonical spelling."""
    content = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    _must(base64.urlsafe_b64encode(content).rstrip(b"=").decode() == text, "bad base64url")
    return content


# --- the record --------------------------------------------------------------------------------


def check_inclusion(
    inclusion: Json | None, proof: Json, keys: Json, receipts: Sequence[str] | None
) -> None:
    """Raise Wrong if the transparency log does not have what a record or a proof says."""
    if inclusion is not None:
        # A proof alone has no receipts, so only its end can be verified.
        tokens = [*(receipts or ()), *([] if proof["signature"] is None else [proof["signature"]])]
        leaves = dict(map(leaf_of, tokens))
        fault = fault_in(inclusion, leaves, keys, whole=receipts is not None)
        _must(fault is None, f"{fault}")


def check_record(record: Json, events: Sequence[Json], proof: Json) -> None:
    """Raise Wrong if a record does not match the game's events and proof."""
    opening = events[0]
    expected: Json = {
        "format": "carolus-record/1",
        "id": proof["game"],
        "ruleset": opening["ruleset"],
        "options": opening["options"],
        "seats": seats_of(events),
        "chance": {name: proof["chance"][name] for name in ("scheme", "commitment", "secret")},
        "entries": record["entries"],
        "outcome": outcome_of(events),
        "head": proof["head"],
        "signature": proof["signature"],
        "receipts": record.get("receipts", []),
    }
    whole: Json = {"signature": None, "receipts": [], **record}
    whole.pop("inclusion", None)
    _must(set(whole) == set(expected), "the record has other members")
    for name, value in expected.items():
        _must(_same(whole[name], value), f"the record has another {name}")
    check_entries(record["entries"], events)


def check_entries(entries: Sequence[Json], events: Sequence[Json]) -> None:
    """Raise Wrong if these entries did not cause the events.

    What a game action causes depends on the rules; of such an entry, only actor and time are
    compared.
    """
    _must(all(set(entry) == {"by", "at", "action"} for entry in entries), "an entry has more")
    asked = [(key, [one["action"] for one in some]) for key, some in groupby(entries, key=_actor)]
    caused = [(key, list(some)) for key, some in groupby(events, key=_actor)]
    actors = [[*key] for key, _ in asked], [[*key] for key, _ in caused]
    _must(_same(*actors), "the record has other entries")
    known = {action for action, _ in (*ASKED.values(), *ANSWERS.values())}
    for ((by, at), actions), (_, run) in zip(asked, caused, strict=True):
        recorded = [_whole(action) for action in actions if action["type"] in known]
        _must(_same(recorded, _asked(run)), f"other entries by {by} at {at} caused these events")


def _asked(events: Sequence[Json]) -> list[Json]:
    """Return the actions asked of the table or of chance, from one actor's events at one time."""
    asked: list[Json] = []
    before = None
    for event in events:
        kind = event["type"]
        if kind in ADDED:
            name = ADDED[kind]
            asked[-1][name] = event.get(name, True)
        elif kind in ASKED or kind in ANSWERS:
            action, members = ASKED.get(kind) or ANSWERS[kind]
            if kind != "flag_fell" or before != kind:  # one action fells the flags of several seats
                facts = {name: event[name] for name in members if name in event}
                asked.append(_whole({"type": action, **facts}))
            if type(event["by"]) is int and action not in ("take_seat", "leave_seat"):
                _must(event["seat"] == event["by"], f"seat of event {event['version']}")
        before = kind
    return asked


def _whole(action: Json) -> Json:
    """Return an action with omitted members filled in."""
    whole = LEFT_OUT.get(action["type"], {}) | action
    # Orders that leave everything to the person are none.
    return whole | {"orders": whole["orders"] or None} if "orders" in whole else whole


def seats_of(events: Sequence[Json]) -> list[Json]:
    """Return the seats after these events, as in a record."""
    nobody = {"name": None, "bot": None, "entropy": ""}
    seats = [{"seat": seat, **nobody} for seat in range(events[0]["seats"])]
    for event in events:
        if event["type"] == "seat_taken":
            seats[event["seat"]] |= {name: event[name] for name in nobody}
            if event["tip"] is not None:
                seats[event["seat"]]["tip"] = event["tip"]
        elif event["type"] == "player_seated":
            seats[event["seat"]]["player"] = event["player"]
        elif event["type"] == "seat_left":
            seats[event["seat"]] = {"seat": event["seat"], **nobody}
        elif event["type"] in ("seat_resigned", "flag_fell"):
            seats[event["seat"]]["bot"] = event["bot"]
    return seats


def _actor(item: Json) -> tuple[Any, str]:
    """Return who caused an event or made an entry, and when."""
    return (item["by"], item["at"])


def _same(one: Any, other: Any) -> bool:
    """Return whether two values are equal as JSON; in Python, ``True`` equals 1."""
    return canonical(one) == canonical(other)


def _must(condition: bool, message: str) -> None:
    if not condition:
        raise Wrong(message)


def read(text: str) -> Any:
    """Return the value of a JSON text; raise ValueError if a record may not contain it."""
    return json.loads(text, object_pairs_hook=_once, parse_float=_number, parse_constant=_no_number)


def _once(members: list[tuple[str, Any]]) -> Json:
    if len(dict(members)) < len(members):
        raise ValueError("a member is given twice")
    return dict(members)


def _number(text: str) -> int:
    number = Decimal(text)
    if abs(number) >= 2**64 or number != number.to_integral_value():
        raise ValueError(f"{text} is not a whole number of 64 bits")
    return int(number)


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is not a number")


def main(files: Sequence[str]) -> None:
    """Verify the game, or the archive of games, in these files."""
    text, *others = (Path(file).read_text("utf-8") for file in files)
    lines = [read(line) for line in text.splitlines()]
    if len(others) == 1:
        for line in lines:
            verify_line(line, read(others[0]))
            sys.stdout.write(f"{line['id']} is valid: {len(line['events'])} events\n")
            for note in untimely(line["events"]):
                sys.stdout.write(f"  note: {note}\n")
        return
    proof, keys, *record = map(read, others)
    verify(lines, proof, keys, *record)
    sys.stdout.write(f"{proof['game']} is valid: {proof['version']} events\n")


if __name__ == "__main__":
    main(sys.argv[1:])
