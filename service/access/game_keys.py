"""The secrets of a game: the tokens of its seats and its creator, and the secret of its dice.

A token is derived from the service key, the game and the role, so the retry of a creation gets the
same answer. The vault of the game keeps the hashes of the tokens. They alone decide whether a token
is valid, so tokens survive a change of the service key.
"""

import hmac
import secrets
from base64 import b32encode, urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from service.access.policy import OPEN, Policy
from service.access.secret_files import ready_bytes
from service.runtime.fingerprints import fingerprint

Role: TypeAlias = int | Literal["creator"]
"""A seat, or the one who opened the game."""

KEY_FILE: Final = "service.key"
KEY_BYTES: Final = 32
GAME_ID_PATTERN: Final = "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$"
"""The form of all ids of games; ids made here are shorter, imported games keep theirs."""
GAME_ID_EXPECTED: Final = "the id of a game: 1 to 64 of A to Z, a to z, 0 to 9, `.`, `_` and `-`"

ACCOUNT_PREFIX: Final = "carolus_"
"""The prefix of an account's token; the account and the secret follow."""

ACCOUNT_PATTERN: Final = "^[a-z2-7]{26}$"
ACCOUNT_EXPECTED: Final = "the id of an account: 26 of a to z and 2 to 7"
TOKEN_PATTERN: Final = "^[a-z2-7]{26}-[a-z2-7]{16}$"  # noqa: S105 - of ids, which are not secret
"""Of the id of a token of an account."""

RandomBytes: TypeAlias = Callable[[int], bytes]


class Vault(msgspec.Struct, frozen=True, omit_defaults=True):
    """The secrets of a game. The service never shows them, except ``secret`` after the end."""

    secret: str
    creator: str
    seats: tuple[str, ...]
    policy: Policy | None = None
    """Who may sit down and watch; omitted for the default."""

    @property
    def effective_policy(self) -> Policy:
        """Who may sit down and watch, even if it is the default."""
        return self.policy or OPEN


class Tokens(msgspec.Struct, frozen=True):
    """The tokens of a game. The creator sees them once; anyone who has a token has its right."""

    creator: str
    seats: tuple[str, ...]


class Keys:
    """Makes tokens and secrets."""

    def __init__(self, key: bytes, random_bytes: RandomBytes = secrets.token_bytes) -> None:
        self._key = key
        self._random_bytes = random_bytes

    def game_id(self) -> str:
        """Return a new id: 80 random bits in 16 letters and digits."""
        return _letters(self._random_bytes(10))

    def secret(self) -> bytes:
        """Return a new secret for the dice of one game."""
        return self._random_bytes(32)

    def tokens(self, game: str, seats: int) -> Tokens:
        """Return the tokens of a game."""
        return Tokens(
            creator=self._token(game, "creator"),
            seats=tuple(self._token(game, seat) for seat in range(seats)),
        )

    def link_mask(self, game: str, moment: int, seat: int) -> bytes:
        """Return 32 bytes that mask the link of a seat for a moment until it is drawn."""
        text = f"carolus-given-link/1 {game} {moment} {seat}"
        return hmac.digest(self._key, text.encode(), "sha256")

    def rematch_id(self, game: str) -> str:
        """Return the id of the rematch of a game; it is as hard to guess as any other id."""
        digest = hmac.digest(self._key, f"carolus-rematch/1 {game}".encode(), "sha256")
        return _letters(digest[:10])

    def table_id(self, tournament: str, number: int, table: int, games: int) -> str:
        """Return the id of the game at a table of a round, after this many others there.

        Every worker gives a table the same game; the id is as hard to guess as any other.
        """
        text = f"carolus-table/1 {tournament} {number} {table} {games}"
        return _letters(hmac.digest(self._key, text.encode(), "sha256")[:10])

    def account_id(self) -> str:
        """Return the id of a new account: 128 random bits in 26 letters and digits."""
        return _letters(self._random_bytes(16))

    def token_id(self, account: str) -> str:
        """Return the id of a new token of an account; it begins with the account."""
        return f"{account}-{_letters(self._random_bytes(10))}"

    def account_token(self, token: str, rotations: int) -> str:
        """Return the secret of an account's token, given its id and number of rotations."""
        text = f"carolus-account-token/1 {token} {rotations}"
        digest = hmac.digest(self._key, text.encode(), "sha256")
        return f"{ACCOUNT_PREFIX}{account_of(token)}_{_base64url(digest)}"

    def _token(self, game: str, role: Role) -> str:
        digest = hmac.digest(self._key, f"carolus-token/1 {game} {role}".encode(), "sha256")
        kind = "creator" if role == "creator" else f"seat{role}"
        return f"{kind}_{_base64url(digest)}"


def deployment(key: bytes) -> str:
    """Return a name that all workers with this key share, as a prefix for shared data."""
    return hmac.digest(key, b"carolus-deployment/1", "sha256").hex()[:16]


def locked(secret: bytes, tokens: Tokens, policy: Policy) -> Vault:
    """Return the vault of a game: the secret of its dice, and hashes of its tokens."""
    return Vault(
        secret=secret.hex(),
        creator=fingerprint(tokens.creator),
        seats=tuple(fingerprint(token) for token in tokens.seats),
        policy=None if policy == OPEN else policy,
    )


def role_of(vault: Vault, token: str) -> Role | None:
    """Return the role of a token, or None; it takes the same time for every invalid token."""
    asked = fingerprint(token)
    found: Role | None = None
    if hmac.compare_digest(asked, vault.creator):
        found = "creator"
    for seat, kept in enumerate(vault.seats):
        if hmac.compare_digest(asked, kept):
            found = seat
    return found


def account_of(token: str) -> str:
    """Return the account in the id of a token."""
    return token.partition("-")[0]


def service_key(folder: Path) -> bytes:
    """Return the service key; make it at the first start, readable by its owner only."""
    return ready_bytes(folder / KEY_FILE, KEY_BYTES)


def _letters(content: bytes) -> str:
    return b32encode(content).decode().rstrip("=").lower()


def _base64url(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")
