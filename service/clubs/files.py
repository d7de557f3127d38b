"""The file of a tournament, and the file with its secret.

The file is the record (``domain.record.tournaments``), one line of JSON. A command takes the lock,
reads the record and decides it again, appends entries that the rules accept, and replaces the file
when the new one is on the disk. So a command that is killed leaves the file as it was or as it
should be, and of two commands the second waits for the first.

The secret of the seeds and the key that signs the end are in ``FILE.secret``, which only its owner
can read: the record is public from the first minute. The tournament's organiser is the thumbprint
of that key, so the opening names the one key that can sign the end.
"""

import os
import secrets
import sys
from base64 import b32encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct
from msgspec.structs import replace

from domain.chance import commitment
from domain.hexadecimal import Hex32
from domain.record.chain import linked
from domain.record.jws import from_base64url, thumbprint, to_base64url
from domain.record.record import malformed
from domain.record.statement import TournamentStatement
from domain.record.tournament_audit import read_tournament
from domain.record.tournaments import (
    TournamentRecord,
    TournamentRerun,
    record_of,
    rerun_tournament,
    statements_of,
)
from domain.refusal import IllegalAction, Malformed
from domain.table.actions import GameId
from domain.tournament.stream import actions as a
from domain.tournament.stream.alike import NAMES_LATEST
from domain.tournament.stream.announcement import Announcement, must_be_ahead
from domain.tournament.stream.chance import next_seed
from domain.tournament.stream.decide import TournamentStep, open_tournament, perform
from domain.tournament.stream.editions import RULES_LATEST
from domain.tournament.stream.people import SERVICE, Acting, same_name
from domain.tournament.stream.state import Tournament
from domain.valid_values import fitted
from service.access.secret_files import put_new
from service.access.signing import Signer, jwk_of
from service.runtime.complete_file import complete_file
from service.runtime.timestamps import now

SECRET_FILES_END: Final = ".secret"  # noqa: S105 - a suffix of names
SECRET_BYTES: Final = 32

Asked: TypeAlias = tuple[Acting, Any]
"""Who asks, and the action."""


class ClubFileError(Exception):
    """The file, or its secret, cannot be used; the message says why, and what helps."""


class ClubSecret(Struct, frozen=True, forbid_unknown_fields=True):
    """What only the organiser has."""

    format: Literal["carolus-tournament-secret/1"]
    tournament: GameId
    secret: Hex32
    """That of the seeds, which the end reveals."""
    key: str
    """The private key that signs the end: 32 bytes in base64url."""

    @property
    def private(self) -> Ed25519PrivateKey:
        """The key that signs."""
        return Ed25519PrivateKey.from_private_bytes(from_base64url(self.key))

    @property
    def organiser(self) -> Acting:
        """Who acts with this secret."""
        return Acting("organiser", thumbprint(jwk_of(self.private.public_key())))


class Club(Struct, frozen=True):
    """A tournament in a file, after its last entry."""

    path: Path
    record: TournamentRecord
    state: Tournament
    steps: tuple[TournamentStep, ...]

    @property
    def events(self) -> list[Any]:
        """All events."""
        return [event for step in self.steps for event in step.events]

    @property
    def head(self) -> str:
        """The hash of the last event."""
        assert self.record.head is not None, "a file has a head from its first entry on"
        return self.record.head

    def arbiter(self, name: str | None) -> Acting:
        """Return an arbiter by name; without one, the only arbiter."""
        known = {same_name(one): account for account, one in self.state.arbiters}
        if name is None and len(known) == 1:
            return Acting("arbiter", next(iter(known.values())))
        listed = ", ".join(one for _, one in self.state.arbiters) or "nobody"
        if name is None:
            raise ClubFileError(f"say which arbiter decides, with --by: {listed}")
        if same_name(name) not in known:
            raise ClubFileError(f"{name} is not an arbiter of this tournament; expected {listed}")
        return Acting("arbiter", known[same_name(name)])


def secret_path(path: Path) -> Path:
    """Return where the secret of a tournament is."""
    return path.with_name(path.name + SECRET_FILES_END)


def account_of(name: str) -> str:
    """Return the account of an official without one: the same for the same name."""
    digest = sha256(f"carolus-official/1 {same_name(name)}".encode()).digest()
    return b32encode(digest).decode().lower()[:26]


def guest_key(tournament: str, name: str) -> str:
    """Return the key of a guest, who is one person within a tournament."""
    return sha256(f"carolus-guest/1 {tournament} {same_name(name)}".encode()).hexdigest()


def read_secret(path: Path) -> ClubSecret:
    """Return the secret of the tournament in a file; raise ClubFileError if there is none."""
    kept = secret_path(path)
    try:
        found = msgspec.json.decode(kept.read_bytes(), type=ClubSecret)
        found.private  # noqa: B018 - it raises ValueError for text that is not a key
    except FileNotFoundError:
        raise ClubFileError(
            f"{kept} is missing: without it nobody can draw a round, reveal the chance or sign. "
            "Restore it from a copy, or let an arbiter pair by hand with --table and --reason"
        ) from None
    except (OSError, ValueError) as wrong:
        raise ClubFileError(f"{kept} cannot be used: {wrong}") from None
    return found


def read_club(path: Path) -> Club:
    """Return the tournament in a file; raise ClubFileError if it is not a valid one."""
    try:
        return club_in(path, path.read_bytes())
    except FileNotFoundError:
        raise ClubFileError(
            f"there is no file {path}; `carolus tournament new` makes one"
        ) from None
    except OSError as failure:
        raise ClubFileError(f"{path} cannot be read: {failure.strerror}") from None


def club_in(path: Path, data: bytes) -> Club:
    """Return the tournament in a record from a file; raise ClubFileError if it is not valid."""
    try:
        record = read_tournament(data)
    except Malformed as wrong:
        place = f" at {wrong.where}" if wrong.where else ""
        raise ClubFileError(f"{path} is not the record of a tournament: {wrong}{place}") from None
    return _decided(path, record)


def _decided(path: Path, record: TournamentRecord) -> Club:
    """Return a tournament after its entries were decided again."""
    again = rerun_tournament(record)
    if again.tournament is None or again.refused is not None or again.head != record.head:
        raise ClubFileError(
            f"{path} was changed outside `carolus tournament`, or is damaged: "
            "`carolus audit --tournament` says where"
        )
    return Club(path, record, again.tournament, tuple(again.entries))


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other command changes a file in this folder, and keep others waiting."""
    if sys.platform == "win32":
        yield  # a folder cannot be opened there
        return
    import fcntl  # noqa: PLC0415 - Windows has none

    try:
        handle = os.open(path.parent, os.O_RDONLY)
    except OSError as failure:
        raise ClubFileError(f"{path.parent} cannot be used: {failure.strerror}") from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def create(path: Path, tournament: str, terms: Announcement, arbiters: tuple[str, ...]) -> Club:
    """Make a tournament: first the secret, then the record that commits to it."""
    key = to_base64url(Ed25519PrivateKey.generate().private_bytes_raw())
    seeds = secrets.token_bytes(SECRET_BYTES)
    kept = ClubSecret("carolus-tournament-secret/1", tournament, seeds.hex(), key)
    opening = a.OpenTournament(terms, commitment(seeds), NAMES_LATEST, RULES_LATEST)
    step, state = open_tournament(tournament, kept.organiser, opening)
    must_be_ahead(terms, now())
    named = [(kept.organiser, a.NameArbiter(account_of(name), name)) for name in arbiters]
    made = _appended(_club(path, state, [(now(), step)]), named)
    with locked(path):
        for one in (path, secret_path(path)):
            if one.exists():
                raise ClubFileError(f"{one} exists already; choose another name, or move it away")
        text = msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n"
        if not put_new(secret_path(path), text):
            raise ClubFileError(f"{secret_path(path)} exists already")
        return _stored(_signed(made, kept))


def append(club: Club, *asked: Asked) -> Club:
    """Append entries and write the file; nothing is written if a rule refuses one of them.

    The caller has the lock.
    """
    return _stored(_appended(club, asked))


def start(club: Club, secret: ClubSecret) -> Club:
    """Start the tournament, with the seed of the lots, and sign a receipt for that."""
    seed = next_seed(club.state, bytes.fromhex(secret.secret))
    made = _appended(club, [(secret.organiser, a.StartTournament(seed))])
    return _stored(_signed(made, secret))


def end(club: Club, secret: ClubSecret, action: a.EndTournament | a.AbortTournament) -> Club:
    """End or abort the tournament, reveal the secret, and sign."""
    revealed = a.RevealSecret(secret.secret)
    made = _appended(club, [(secret.organiser, action), (SERVICE, revealed)])
    return _stored(_signed(made, secret))


def _appended(club: Club, asked: Sequence[Asked]) -> Club:
    """Return the tournament with more entries.

    Raises IllegalAction, with the index of ``asked``, if a rule refuses one of them, and Malformed
    if one has no form in which the next command could read it, such as a reason that is too long.
    """
    state, steps = club.state, [*club.steps]
    for index, (by, action) in enumerate(asked):
        try:
            step, state = perform(state, by, action)
        except IllegalAction as refused:
            refused.index = index
            raise
        steps.append(step)
    # A clock that was put back must not make an entry older than the one before it.
    at = max(now(), club.record.entries[-1].at)
    times = [*(one.at for one in club.record.entries), *(at for _ in asked)]
    made = _club(club.path, state, list(zip(times, steps, strict=True)))
    read_tournament(msgspec.json.encode(made.record))
    return replace(made, record=replace(made.record, receipts=club.record.receipts))


def _club(path: Path, state: Tournament, steps: Sequence[tuple[str, TournamentStep]]) -> Club:
    return Club(path, record_of(state.id, steps), state, tuple(step for _, step in steps))


def _signed(club: Club, secret: ClubSecret) -> Club:
    """Return the tournament with signatures for all that is signed so far."""
    entries = zip(club.record.entries, club.steps, strict=True)
    hashes = linked(club.state.id, ((one.at, step.by, step.events) for one, step in entries))
    again = TournamentRerun(club.state, list(club.steps), hashes, None)
    signer = Signer(secret.private)
    receipts: list[str] = []
    ends: list[str] = []
    for one in statements_of(club.record, again):
        (ends if isinstance(one, TournamentStatement) else receipts).append(signer.sign(one))
    record = replace(club.record, receipts=tuple(receipts), signature=next(iter(ends), None))
    return replace(club, record=record)


def _stored(club: Club) -> Club:
    """Write the record of a tournament, and return the tournament."""
    try:
        with complete_file(club.path) as stream:
            stream.write(msgspec.json.encode(club.record) + b"\n")
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as failure:
        raise ClubFileError(f"{club.path} cannot be written: {failure.strerror}") from None
    return club


def fitting_action(text: str) -> Any:
    """Return the action in a JSON text; raise Malformed with the place of what is wrong."""
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError as wrong:
        raise malformed(wrong) from None
    return fitted(value, a.TournamentAction)
