"""The settings of the service, read from the environment and typed."""

import difflib
import ipaddress
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args
from urllib.parse import urlsplit, urlunsplit

import msgspec
from msgspec import inspect

from domain.expectations import in_words
from service.archives.lines import LINE_BYTES_MAX
from service.storage.address import EXPECTED, is_address, masked_address, shown

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

PREFIX: Final = "CAROLUS_"
_OTHERS: Final = (f"{PREFIX}TEST_",)
"""Variables with our prefix that are for others: here, for the tests."""


_MASK: Final = "***"
_SWITCHES: Final = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}
"""What turns something on or off, in any case."""
_SWITCH_TOLD: Final = "one of 1, true, yes, on or 0, false, no, off"
_ORIGIN: Final = re.compile(r"https?://[^/?#@\s,]+|[a-z][a-z0-9+.-]*://[^/?#@\s,]+")


class BadSetting(ValueError):
    """A variable of the environment has a value that does not fit."""

    def __init__(self, variable: str, value: str, expected: str) -> None:
        super().__init__(f"{variable} is {masked(value)!r}: {expected}")
        self.variable = variable


class Settings(msgspec.Struct, frozen=True, rename=lambda name: f"{PREFIX}{name.upper()}"):
    """What can be set; each field is the environment variable ``CAROLUS_<FIELD>``."""

    data: str = "./data"
    """Folder of the service's keys and, without a database, of the log; made at the first start."""
    database: str = ""
    """Address of the log's PostgreSQL, ``postgresql://…``; or nothing, for a file in ``data``."""
    redis: str = ""
    """Where workers find each other: ``redis://``, ``rediss://`` or ``unix://``; or nothing."""
    body_bytes_max: Annotated[int, msgspec.Meta(ge=1024)] = 1024 * 1024
    """Largest body of a request."""
    record_bytes_max: Annotated[int, msgspec.Meta(ge=1024)] = LINE_BYTES_MAX
    """Largest record that is checked or replayed, alone or as a line; as archives are read."""
    request_seconds_max: Annotated[float, msgspec.Meta(gt=0, le=86_400)] = 30
    """Time until an answer begins; of a long body or answer, the time between two pieces."""
    drain_seconds: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 0
    """Time between "not ready" and the end of listening, for whoever spreads the requests."""
    cors_origins: str = ""
    """Origins of front ends elsewhere, with commas between them; ``*`` for all."""
    proxies: str = ""
    """Addresses or networks of proxies whose ``X-Forwarded-…`` is believed, with commas."""
    rate_per_minute: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 1200
    """Requests a minute of a token, or of an address without one; 0 for no limit."""
    rate_burst: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 200
    """How many of them may come at once."""
    streams_max: Annotated[int, msgspec.Meta(ge=1)] = 100
    """Streams that a token, or an address without one, may have open on a worker."""
    oidc_issuer: str = ""
    """Issuer (OpenID Connect) whose tokens are accepted beside our own; or nothing."""
    oidc_audience: str = ""
    """For whom its tokens must be."""
    webhooks_private: bool = False
    """Whether webhooks may go to private addresses, and without TLS: for closed networks."""
    log_format: Literal["console", "json"] = "console"
    """For people, or for machines."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The least that is written."""
    traces: str = ""
    """Address (OTLP over HTTP) of who collects traces; or nothing."""

    @property
    def folder(self) -> Path:
        """The data folder."""
        return Path(self.data)

    @property
    def place(self) -> str:
        """Where the log is, for people: without the password."""
        return shown(self.database) if self.database else str(self.folder.resolve())

    @property
    def origins(self) -> tuple[str, ...]:
        """Origins of front ends elsewhere."""
        return _listed(self.cors_origins)

    @property
    def networks(self) -> tuple[Network, ...]:
        """Where the proxies are."""
        return tuple(ipaddress.ip_network(one) for one in _listed(self.proxies))

    def __post_init__(self) -> None:
        """Raise BadSetting for text that means nothing."""
        for one in self.origins:
            if one != "*" and not _ORIGIN.fullmatch(one):
                raise self._bad(
                    "cors_origins", "expected * or origins such as https://play.example"
                )
        try:
            assert self.networks is not None
        except ValueError as wrong:
            raise self._bad("proxies", f"expected addresses or networks; {wrong}") from None
        if self.database and not is_address(self.database):
            raise BadSetting(variable_of("database"), masked_address(self.database), EXPECTED)
        for name, schemes in _ADDRESSES.items():
            value = getattr(self, name)
            if value and not _is_address(value, schemes):
                shown = " or ".join(f"{scheme}://…" for scheme in schemes)
                raise self._bad(name, f"expected {shown}, or nothing")

        if bool(self.oidc_issuer) != bool(self.oidc_audience):
            pair = ("oidc_issuer", "oidc_audience")
            given, missing = pair if self.oidc_issuer else pair[::-1]
            raise self._bad(
                given, f"{variable_of(missing)} is missing; set both of the two, or neither"
            )

    def _bad(self, name: str, expected: str) -> BadSetting:
        return BadSetting(variable_of(name), getattr(self, name), expected)


_ADDRESSES: Final[Mapping[str, tuple[str, ...]]] = {
    "redis": ("redis", "rediss", "unix"),
    "oidc_issuer": ("https", "http"),
    "traces": ("http", "https"),
}
"""Settings that are addresses, with the schemes that they can have."""


def settings(environment: Mapping[str, str]) -> Settings:
    """Return the settings; raise BadSetting that names a variable with a bad value.

    One that is empty is as good as not set.
    """
    try:
        return msgspec.convert(_values(environment), Settings, strict=False)
    except msgspec.ValidationError as wrong:
        if isinstance(wrong.__cause__, BadSetting):
            raise wrong.__cause__ from None
        variable = str(wrong).partition(" - at `$.")[2].rstrip("`")
        raise BadSetting(
            variable, environment[variable], f"expected {_expected_of(variable)}"
        ) from None


def _expected_of(variable: str) -> str:
    """Return what a variable takes, in words."""
    kind = _KINDS[variable]
    if isinstance(kind, inspect.BoolType):
        return _SWITCH_TOLD
    if isinstance(kind, inspect.LiteralType):
        # In the order in which they are declared; the library sorts them.
        return f"one of {', '.join(get_args(_TYPES[variable]))}"
    return in_words(kind)


def _values(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the variables that are set; of a switch what it says, if it says anything."""
    found: dict[str, Any] = {}
    for name, kind in _KINDS.items():
        value = environment.get(name)
        if not value:
            continue
        if isinstance(kind, inspect.BoolType):
            # What is none of the words stays text, which does not fit.
            found[name] = _SWITCHES.get(value.lower(), "")
        else:
            found[name] = value
    return found


def unknown(environment: Mapping[str, str]) -> dict[str, str | None]:
    """Return the variables with our prefix that are no setting, with the one that may be meant."""
    known = [field.encode_name for field in msgspec.structs.fields(Settings)]
    found: dict[str, str | None] = {}
    for name in environment:
        if name.startswith(PREFIX) and name not in known and not name.startswith(_OTHERS):
            close = difflib.get_close_matches(name, known, 1, 0.8)
            found[name] = close[0] if close else None
    return found


def variable_of(name: str) -> str:
    """Return the variable of the environment for a field."""
    return f"{PREFIX}{name.upper()}"


def masked(value: str) -> str:
    """Return a value of the environment as it may be shown: no password, and no query."""
    if "://" not in value:
        # An address that lost its scheme has its password all the same.
        return _MASK if ":" in value.rpartition("@")[0] else value
    try:
        parts = urlsplit(value)
    except ValueError:
        return _MASK
    if "@" in value.replace(parts.netloc, "", 1):
        return f"{parts.scheme}://{_MASK}"  # a password with a slash in it falls apart
    user, at, place = parts.netloc.rpartition("@")
    if ":" not in user and not parts.query:
        return value
    if ":" in user:
        user = f"{user.partition(':')[0]}:{_MASK}"
    return urlunsplit(
        parts._replace(netloc=user + at + place, query=_MASK if parts.query else "", fragment="")
    )


def _listed(text: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in text.split(",") if one.strip())


def _is_address(value: str, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError:
        return False
    place = parts.path if parts.scheme == "unix" else parts.hostname
    return parts.scheme in schemes and bool(place) and port != 0


_TYPES: Final = {field.encode_name: field.type for field in msgspec.structs.fields(Settings)}
_KINDS: Final = {name: inspect.type_info(kind) for name, kind in _TYPES.items()}
"""The type of each variable."""
