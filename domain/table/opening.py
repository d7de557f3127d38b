"""The action that opens a game, and what its creator chooses."""

from typing import Final, Generic, NamedTuple

from msgspec import Struct

from domain.chance import Scheme
from domain.ruleset import OptionsT, ViewT
from domain.table.actions import Label, SandboxSeed
from domain.table.clock import Clock
from domain.table.continuation import AnyContinuation, Continuation
from domain.table.contributions import RegisteredWitness
from domain.table.reserving import Reserved, ReservedNames, TournamentTable


class OpeningTerms(NamedTuple):
    """What the creator of a game chooses in addition to its options, as ``OpenGame`` has it."""

    clock: Clock | None = None
    take_backs: bool = False
    label: str | None = None
    links: bool = False
    witnesses: tuple[RegisteredWitness, ...] = ()
    continues: AnyContinuation | None = None
    sandbox: str | None = None
    tournament: TournamentTable | None = None
    reserved: tuple[str, ...] = ()
    reserved_names: tuple[str, ...] = ()


NO_TERMS: Final = OpeningTerms()


class OpenGame(
    Struct,
    Generic[OptionsT, ViewT],
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="open_game",
    omit_defaults=True,
):
    """Set up a table: the ruleset, its options, and the commitment of the dice."""

    ruleset: str
    options: OptionsT
    scheme: Scheme
    commitment: str
    """The commitment to the secret of fair dice; empty for recorded dice."""
    wordings: dict[str, int] = {}
    """The versions of events, by owner and tag, except version 1."""
    clock: Clock | None = None
    take_backs: bool = False
    """Whether a decision may be taken back if all agree."""
    label: Label | None = None
    links: bool = False
    """Whether seats may commit to chains of links."""
    witnesses: tuple[RegisteredWitness, ...] = ()
    """The witnesses that registered the game."""
    continues: Continuation[ViewT] | None = None
    """The game and the position from which this game continues."""
    sandbox: SandboxSeed | None = None
    """The seed of a game in a sandbox, which proves nothing."""
    tournament: TournamentTable | None = None
    """The table of a tournament at which the game is played."""
    reserved: Reserved = ()
    """For whom each seat is reserved; empty if no seats are."""
    reserved_names: ReservedNames = ()
    """The name under which each of them plays; empty if they choose."""
