"""Play a game of Carolus Magnus against a house bot, from the opening to the signed end."""

import random
import sys

from carolus_client import Client, Seat, types, verify


def choose(legal: types.LegalActions) -> types.SentAction:
    """Return any legal action."""
    return random.choice(legal["actions"])


url = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
with Client(url) as client:
    created = client.create_game({"ruleset": "carolus-magnus", "options": {"players": 2}})
    game, tokens = created["game"]["id"], created["tokens"]
    Seat(client, game, 1, tokens["creator"]).sit_bot("greedy")
    me = Seat(client, game, 0, tokens["seats"][0])
    me.sit("Anna")
    end = me.play(choose)
    record, keys = client.record(game), client.keys()
    print(end["status"], "at version", end["version"])
    print("the record is true and signed" if verify(record, keys).is_valid else "it is not")
