"""The secrets of a tournament: that of its seeds, and the code of its invitation.

THIS FILE IS A STORAGE FORMAT: they are in the vault of the tournament.
"""

import hmac
from typing import Final

import msgspec

from service.runtime.fingerprints import fingerprint


class TournamentVault(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the service never shows, except ``secret`` after the end."""

    secret: str
    code: str | None = None
    """The hash of the code of the invitation; None if registration needs none."""

    def accepts(self, code: str | None) -> bool:
        """Return whether this is the code of the invitation."""
        if self.code is None or code is None:
            return False
        return hmac.compare_digest(self.code, fingerprint(code))


def tournament_vault(secret: bytes, code: str | None) -> TournamentVault:
    """Return the vault of a tournament."""
    return TournamentVault(secret.hex(), None if code is None else fingerprint(code))


read_vault: Final = msgspec.json.Decoder(TournamentVault).decode
