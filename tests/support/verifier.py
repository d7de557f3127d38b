"""A verifier of games that trusts nobody, written from the pages of ``docs/reference`` alone.

    python verifier.py EVENTS PROOF KEYS [RECORD]

These are what ``GET /v1/games/{game}/events`` gives as NDJSON, ``…/proof``, the published keys and
``…/record``. It shares no line with the product: the standard library is at work, and a library of
cryptography for Ed25519. It is what somebody who wants to prove a game would write, so it is short
and slow. What it does not know is the rules of the game: that is what ``carolus audit`` is for.

``fair-chance.md`` tells of the dice, ``chained-log.md`` of the hashes, ``signatures.md`` of what is
signed.
"""

import base64
import hashlib
import hmac
import json
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

Json: TypeAlias = dict[str, Any]

CONSTRUCTION = "carolus-fair-chance/1"
CLANS = ("blue", "green", "pink", "red", "yellow")
FACES = (*CLANS, "crown")
_MAP = """
argentina brazil chile colombia peru uruguay mexico california oregon new_york alaska yukon
canada terranova labrador greenland sahara zaire ethiopia egypt madagascar south_africa
australia borneo java sumatra spain france germany italy poland russia sweden great_britain
iceland arabia israel turkey india malaysia iran gobi china mongolia siberia aral tartary taymir
kamchatka japan
"""
TERRITORIES = _MAP.split()
CARDS = [*(f"c_{one}" for one in TERRITORIES), "w_1", "w_2"]
ANSWERS = {
    "lots_drawn": "arrange_table",
    "dice_rolled": "roll_dice",
    "board_dealt": "deal_board",
    "battle_fought": "roll_dice",
    "card_drawn": "draw_card",
}
"""What tells the answers of chance, and the actions of a record that are these answers."""

REASONS = {
    "game_conceded": "resignation",
    "draw_agreed": "draw_agreed",
    "game_forfeited": "time",
    "game_adjudicated": "adjudicated",
}
"""The ends that are not by the rules."""

CALLED_OFF = ("game_aborted", "game_called_off")

ENDS = ("game_ended", *REASONS, *CALLED_OFF)


class Wrong(Exception):
    """Something does not hold; the text says what."""


def verify(events: Sequence[Json], proof: Json, keys: Json, record: Json | None = None) -> None:
    """Raise Wrong if anything of a game cannot be as it is told: all of its events and its proof.

    An unfinished game is verified as far as it goes.
    """
    try:
        _verify(events, proof, keys, record)
    except (LookupError, TypeError, ValueError) as fault:
        raise Wrong(f"not in the form that the pages tell: {fault!r}") from fault


def _verify(events: Sequence[Json], proof: Json, keys: Json, record: Json | None) -> None:
    opening = events[0]
    game = proof["game"]
    _must(opening["type"] == "game_opened", "the first event opens no game")
    head = head_of(game, events)
    _must((proof["version"], proof["head"]) == (len(events), head), "the proof has another head")
    secret = _secret(opening, events)
    told = proof["chance"]
    _must(
        (told["scheme"], told["commitment"]) == (opening["scheme"], opening["commitment"]),
        "the proof has another commitment",
    )
    _must(told["secret"] == secret, "the proof has another secret")
    if secret is not None:
        check_dice(game, events, bytes.fromhex(secret))
    if secret is not None or opening["scheme"] != "fair":
        check_seals(events, bytes.fromhex(secret or "00" * 32))
    check_signature(events, proof, keys)
    if record is not None:
        check_record(record, events, proof)


# --- the chained log ---------------------------------------------------------------------------


def head_of(game: str, events: Sequence[Json]) -> str:
    """Return the hash that these events lead to; raise Wrong at one that shows another hash."""
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
    """Raise Wrong at the first member that is not what was sealed."""
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
    """Raise Wrong at the first lot or die that does not follow from the secret."""
    options = events[0]["options"]
    entropy = [""] * events[0]["seats"]
    cards = Cards()
    for event in events:
        cards.follow(event)
        if event["type"] == "seat_taken":
            entropy[event["seat"]] = event["entropy"]
        elif event["type"] == "seat_left":
            entropy[event["seat"]] = ""
        elif event["type"] == "lots_drawn":
            drawn = lots(options, secret, game, entropy, event["version"] - 1)
            found = {name: event[name] for name in drawn}
            _must(found == drawn, f"the lots of event {event['version']} are not those drawn")
        elif event["type"] == "dice_rolled":
            bounds = [6] * len(event["faces"])
            numbers = draws(secret, game, entropy, event["version"] - 1, bounds)
            rolled = [FACES[number] for number in numbers]
            _must(event["faces"] == rolled, f"the dice of event {event['version']} fell otherwise")
        elif event["type"] == "board_dealt":
            dealt = deal(options, secret, game, entropy, event["version"] - 1)
            found = {name: event[name] for name in dealt}
            _must(found == dealt, f"the board of event {event['version']} is not the one drawn")
        elif event["type"] == "battle_fought":
            dice = [*event["attacker"], *event["defender"]]
            numbers = draws(secret, game, entropy, event["version"] - 1, [6] * len(dice))
            fell = [number + 1 for number in numbers]
            _must(dice == fell, f"the dice of event {event['version']} fell otherwise")
        elif event["type"] == "card_drawn":
            bounds = [len(cards.deck)]
            (place,) = draws(secret, game, entropy, event["version"] - 1, bounds)
            card = cards.draw(place)
            _must(event["card"] == card, f"the card of event {event['version']} is another")


def lots(options: Json, secret: bytes, game: str, entropy: Sequence[str], index: int) -> Json:
    """Return the lots of the set-up: the facts of ``lots_drawn``."""
    players = len(entropy)
    yucata = options["setup"] == "yucata"
    by_lot = not yucata and options["emperor_start"] == "random"
    bounds = [*range(players, 1, -1)] if yucata else [players]
    first = len(bounds)
    bounds += [*range(15, 1, -1), *([15] if by_lot else [])]
    numbers = draws(secret, game, entropy, index, bounds)
    seats = list(range(players))
    opener = numbers[0]
    ring = [clan for clan in CLANS for _ in range(3)]
    start = 1 if yucata else options["emperor_start"]
    return {
        "opening": shuffled(seats, numbers[:first]) if yucata else seats[opener:] + seats[:opener],
        "paladins": shuffled(ring, numbers[first : first + 14]),
        "emperor": numbers[-1] + 1 if by_lot else start,
    }


def deal(options: Json, secret: bytes, game: str, entropy: Sequence[str], index: int) -> Json:
    """Return the lots of the set-up of TEG: the facts of ``board_dealt``."""
    players = len(entropy)
    auto = "world" if players <= 3 else "secret_and_common"
    mode = auto if options["objectives"] == "auto" else options["objectives"]
    lot = [players] if options["first_seat"] == "random" else []
    seats, lands, goals = (range(size, 1, -1) for size in (players, len(TERRITORIES), 15))
    secretly = mode == "secret_and_common"
    numbers = draws(
        secret, game, entropy, index, [*lot, *seats, *lands, *(goals if secretly else ())]
    )
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


class Cards:
    """Which cards of TEG can be drawn, and which were given up."""

    def __init__(self) -> None:
        self.deck = list(CARDS)
        self._given_up: list[str] = []
        self._noted: list[tuple[int, list[str], list[str]]] = []
        """Decisions that can be taken back: whose, and how the cards lay before."""

    def follow(self, event: Json) -> None:
        """Take in what an event does to them, but for a card that is drawn."""
        if event["type"] in ("cards_traded", "seat_eliminated", "seat_withdrew"):
            self._given_up += event["cards" if event["type"] == "cards_traded" else "discarded"]
        elif event["type"] == "deck_renewed":
            self.deck, self._given_up = sorted(self._given_up, key=CARDS.index), []
        elif event["type"] == "decision_noted":
            self._noted.append((event["seat"], list(self.deck), list(self._given_up)))
        elif event["type"] == "decisions_taken_back":
            seat = None
            while seat != event["seat"]:
                seat, self.deck, self._given_up = self._noted.pop()

    def draw(self, place: int) -> str:
        """Take a card out, and return it."""
        return self.deck.pop(place)


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of the secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def draws(
    secret: bytes, game: str, entropy: Sequence[str], index: int, bounds: Sequence[int]
) -> list[int]:
    """Return answer ``index`` to these bounds."""
    words = stream(key_of(secret, game, entropy), index)
    numbers = []
    for bound in bounds:
        least_refused = 2**32 - (2**32 % bound)
        word = next(words)
        while word >= least_refused:
            word = next(words)
        numbers.append(word % bound)
    return numbers


def key_of(secret: bytes, game: str, entropy: Sequence[str]) -> bytes:
    """Return the key of one game's dice."""
    message = "\n".join([CONSTRUCTION, game, *entropy]).encode("utf-8")
    return hmac.new(secret, message, hashlib.sha256).digest()


def stream(key: bytes, index: int) -> Iterator[int]:
    """Yield the words of answer ``index``, without end."""
    block = 0
    while True:
        counters = index.to_bytes(8, "big") + block.to_bytes(8, "big")
        digest = hmac.new(key, counters, hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def shuffled(things: Sequence[Any], numbers: Sequence[int]) -> list[Any]:
    """Return the things in the order that the draws say.

    The first draw chooses which thing goes last, the second which of the others goes before it,
    and so on; the thing that stood there takes the free place.
    """
    order = list(things)
    for last, chosen in zip(range(len(order) - 1, 0, -1), numbers, strict=True):
        order[last], order[chosen] = order[chosen], order[last]
    return order


def _secret(opening: Json, events: Sequence[Json]) -> str | None:
    """Return the secret of the dice, if the game is over and its dice are fair."""
    ended = [event["version"] for event in events if event["type"] in ENDS]
    revealed = [event for event in events if event["type"] == "secret_revealed"]
    if not ended or opening["scheme"] != "fair":
        _must(not revealed, "a secret was revealed that is none, or too early")
        return None
    _must([event["version"] for event in revealed] == [len(events)], "no secret is the last event")
    _must(ended == [len(events) - 1], "something happened after the end")
    secret = str(revealed[0]["secret"])
    _must(
        commitment(bytes.fromhex(secret)) == opening["commitment"],
        "the secret is not the one that was committed to",
    )
    return secret


# --- the signature -----------------------------------------------------------------------------


def check_signature(events: Sequence[Json], proof: Json, keys: Json) -> None:
    """Raise Wrong if what the service signed is not how this game ended."""
    last = {event["type"]: event for event in events[-2:]}
    end = next((last[kind] for kind in ENDS if kind in last), None)
    if end is None:
        _must(proof["signature"] is None, "a game that goes on is signed")
        return
    statement = signed(proof["signature"], keys)
    _must(statement == proof["statement"], "the proof has another statement")
    expected = {
        "format": "carolus-statement/1",
        "game": proof["game"],
        "ruleset": events[0]["ruleset"],
        "status": "aborted" if end["type"] in CALLED_OFF else "over",
        "version": len(events),
        "head": events[-1]["hash"],
        "outcome": statement.get("outcome"),
    }
    _must(statement == expected, "another end was signed")
    _must(_is_told(statement["outcome"], end), "another outcome was signed")


def signed(token: str, keys: Json) -> Any:
    """Return what is signed; raise Wrong unless a published key signed it, to the letter."""
    header, payload, signature = token.split(".")
    told = json.loads(_bytes(header))
    jwk = told["jwk"]
    _must(canonical(told) == _bytes(header), "the header is not in canonical form")
    _must(set(told) == {"alg", "jwk", "kid"} and told["alg"] == "Ed25519", "an unknown header")
    _must(set(jwk) == {"crv", "kty", "x"}, "an unknown key")
    _must((jwk["crv"], jwk["kty"]) == ("Ed25519", "OKP"), "an unknown key")
    thumbprint = hashlib.sha256(canonical(jwk)).digest()
    _must(_bytes(told["kid"]) == thumbprint, "the key has another name")
    published = {key["kid"]: key["x"] for key in keys["keys"]}
    _must(published.get(told["kid"]) == jwk["x"], "the key is not published")
    key = Ed25519PublicKey.from_public_bytes(_bytes(jwk["x"]))
    try:
        key.verify(_bytes(signature), f"{header}.{payload}".encode())
    except InvalidSignature:
        raise Wrong("the key did not sign this") from None
    statement = json.loads(_bytes(payload))
    _must(canonical(statement) == _bytes(payload), "the statement is not in canonical form")
    return statement


def _is_told(outcome: Any, end: Json) -> bool:
    """Tell whether the last event of the game says the same of its end."""
    if end["type"] in CALLED_OFF:
        return outcome is None
    reason = REASONS.get(end["type"]) or end.get("reason") or end["reasons"][0]
    same = [name for name in outcome if name in end and name != "winners"]
    return (
        outcome["reason"] == reason
        and all(outcome[name] == end[name] for name in same)
        and len(outcome["winners"]) == len(end["winners"])
        and set(outcome["winners"]) == set(end["winners"])
    )


def _bytes(text: str) -> bytes:
    """Return the bytes of base64url without padding, which can be written in one way only."""
    content = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    _must(base64.urlsafe_b64encode(content).rstrip(b"=").decode() == text, "bad base64url")
    return content


# --- the record --------------------------------------------------------------------------------


def check_record(record: Json, events: Sequence[Json], proof: Json) -> None:
    """Raise Wrong if a record tells another game than its events and its proof."""
    opening, chance = events[0], proof["chance"]
    _must(record["format"] == "carolus-record/1", "an unknown format")
    for name in ("ruleset", "options"):
        _must(record[name] == opening[name], f"the record has another {name}")
    expected = {name: chance[name] for name in ("scheme", "commitment", "secret")}
    _must(record["chance"] == expected, "the record has other dice")
    for name, value in (("id", "game"), ("head", "head"), ("signature", "signature")):
        _must(record[name] == proof[value], f"the record has another {name}")
    entries = record["entries"]
    _must(_turns(entries) == _turns(events), "the record has other entries")
    answers = [entry["action"] for entry in entries if entry["by"] == "chance"]
    asked = [event for event in events if event["type"] in ANSWERS]
    _must(len(answers) == len(asked), "the record has more answers of chance, or fewer")
    for answer, event in zip(answers, asked, strict=True):
        facts = {name: event[name] for name in answer} | {"type": ANSWERS[event["type"]]}
        _must(answer == facts, "the record has other dice")
    _must(record["seats"] == _seats(events), "the record has other seats")
    _must(record["outcome"] == (proof["statement"] or record)["outcome"], "it has another outcome")


def _seats(events: Sequence[Json]) -> list[Json]:
    """Return who sits where after these events, as a record tells it."""
    nobody = {"name": None, "bot": None, "entropy": ""}
    seats = [{"seat": seat, **nobody} for seat in range(events[0]["seats"])]
    for event in events:
        if event["type"] == "seat_taken":
            seats[event["seat"]] |= {name: event[name] for name in nobody}
        elif event["type"] == "player_seated":
            seats[event["seat"]]["player"] = event["player"]
        elif event["type"] == "seat_left":
            seats[event["seat"]] = {"seat": event["seat"], **nobody}
        elif event["type"] == "seat_resigned":
            seats[event["seat"]]["bot"] = event["bot"]
    return seats


def _turns(told: Sequence[Json]) -> list[tuple[Any, str]]:
    """Return who acted when; what one actor did at one time is told once."""
    return [key for key, _ in groupby(told, key=lambda one: (one["by"], one["at"]))]


def _must(holds: bool, message: str) -> None:
    if not holds:
        raise Wrong(message)


def main(files: Sequence[str]) -> None:
    """Verify the game that these files tell."""
    events, *others = (Path(file).read_text("utf-8") for file in files)
    proof, keys, *record = map(json.loads, others)
    verify([json.loads(line) for line in events.splitlines()], proof, keys, *record)
    sys.stdout.write(f"{proof['game']} holds: {proof['version']} events\n")


if __name__ == "__main__":
    main(sys.argv[1:])
