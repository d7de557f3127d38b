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
from domain.transparency.notes import COSIGNATURE, BadNote, NoteKey, read_vkey
from service.archives.record_lines import LINE_BYTES_MAX
from service.links.addresses import WitnessAddress, witnesses_in
from service.notifications.mail_settings import MailSettings, sender_in, smtp_server
from service.storage.address import EXPECTED, is_address, masked_address, shown

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

PREFIX: Final = "CAROLUS_"
_OTHERS: Final = (f"{PREFIX}TEST_",)
"""Prefixes of variables that are not settings: those of the tests."""


_MASK: Final = "***"
_SWITCHES: Final = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}
"""Values of switches; case is ignored."""
_SWITCH_EXPECTED: Final = "one of 1, true, yes, on or 0, false, no, off"
_ORIGIN: Final = re.compile(r"https?://[^/?#@\s,]+|[a-z][a-z0-9+.-]*://[^/?#@\s,]+")
_PUBLIC_URL: Final = re.compile(r"https?://[^/?#@\s,]+")
_SITE: Final = re.compile(r"https?://(\*\.)?[A-Za-z0-9.-]+(:[0-9]{1,5})?")
_CONTACT: Final = re.compile(r"mailto:[^@\s]+@[^@\s]+|https://[^\s]+")


class BadSetting(ValueError):
    """An environment variable has an invalid value."""

    def __init__(self, variable: str, value: str, expected: str) -> None:
        super().__init__(f"{variable} is {masked(value)!r}: {expected}")
        self.variable = variable


class Settings(msgspec.Struct, frozen=True, rename=lambda name: f"{PREFIX}{name.upper()}"):
    """The settings; each field is the environment variable ``CAROLUS_<FIELD>``."""

    data: str = "./data"
    """Folder of the service's keys and, without a database, the log; created at the first start."""
    database: str = ""
    """Address of the log's PostgreSQL, ``postgresql://…``; empty for a file in ``data``."""
    redis: str = ""
    """Redis that connects workers: ``redis://``, ``rediss://`` or ``unix://``; empty for none."""
    body_bytes_max: Annotated[int, msgspec.Meta(ge=1024)] = 1024 * 1024
    """Largest body of a request."""
    record_bytes_max: Annotated[int, msgspec.Meta(ge=1024)] = LINE_BYTES_MAX
    """Largest record that is checked or replayed, alone or as a line of an archive."""
    request_seconds_max: Annotated[float, msgspec.Meta(gt=0, le=86_400)] = 30
    """Time until a response begins; in a long body or response, the time between two pieces."""
    drain_seconds: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 0
    """Time between reporting "not ready" and closing the port, for the load balancer to notice."""
    cors_origins: str = ""
    """Origins of front ends on other sites, separated by commas; ``*`` for all."""
    embed_origins: str = ""
    """Sites that may show games in a frame: their origins, with commas; ``*`` for all."""
    proxies: str = ""
    """Trusted proxies, whose ``X-Forwarded-…`` counts: addresses or networks, with commas.

    They compress long responses.
    """
    rate_per_minute: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 1200
    """Requests per minute of a token, or of an address without one; 0 for no limit."""
    rate_burst: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 200
    """Requests that may come at once."""
    streams_max: Annotated[int, msgspec.Meta(ge=1)] = 100
    """Streams that a token, or an address without one, may have open on a worker."""
    oidc_issuer: str = ""
    """OpenID Connect issuer whose tokens are accepted in addition to Carolus's; empty for none."""
    oidc_audience: str = ""
    """The audience that the issuer's tokens must have."""
    witnesses: str = ""
    """Witnesses of new games, ``https://…#<thumbprint>``, separated by commas; empty for none."""
    webhooks_private: bool = False
    """Whether webhooks may go to private addresses and without TLS, for closed networks."""
    security_contact: str = ""
    """Where to report a vulnerability: ``mailto:…`` or ``https://…``, or empty."""
    push_contact: str = ""
    """Address where push services reach the operator: ``mailto:…`` or ``https://…``, or empty."""
    smtp: str = ""
    """Mail server that sends e-mail to players: ``smtp://`` or ``smtps://``; empty for none."""
    mail_from: str = ""
    """Sender of e-mail, such as ``Carolus <games@club.example>``."""
    mail_delay_seconds: Annotated[float, msgspec.Meta(ge=0, le=86_400)] = 120
    """How long a turn must have lasted before the service sends an e-mail about it."""
    public_url: str = ""
    """Address of the service for people, such as ``https://play.example``: links lead there."""
    pairing_engine: str = ""
    """Program that pairs by the Dutch system, such as bbpPairings: its path; empty for none."""
    cosigners: str = ""
    """Witnesses that cosign the transparency log: verifier key, space and address, with commas."""
    log_format: Literal["console", "json"] = "console"
    """For people, or for programs."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The lowest level that is logged."""
    traces: str = ""
    """Address of a trace collector (OTLP over HTTP); empty for none."""

    @property
    def folder(self) -> Path:
        """The data folder."""
        return Path(self.data)

    @property
    def place(self) -> str:
        """The place of the log, for people, without a password."""
        return shown(self.database) if self.database else str(self.folder.resolve())

    @property
    def origins(self) -> tuple[str, ...]:
        """Origins of front ends on other sites."""
        return _listed(self.cors_origins)

    @property
    def sites(self) -> tuple[str, ...]:
        """Origins of sites that may embed games."""
        return _listed(self.embed_origins)

    @property
    def witness_addresses(self) -> tuple[WitnessAddress, ...]:
        """The witnesses of new games, in the order of their places."""
        return witnesses_in(self.witnesses)

    @property
    def cosigner_addresses(self) -> tuple[tuple[NoteKey, str], ...]:
        """The witnesses that cosign checkpoints, each with its address."""
        return tuple(_cosigner(one) for one in _listed(self.cosigners))

    @property
    def mail(self) -> MailSettings | None:
        """How the service sends e-mail; None if it does not."""
        if not self.smtp:
            return None
        return MailSettings(
            smtp_server(self.smtp),
            sender_in(self.mail_from),
            self.public_url,
            self.mail_delay_seconds,
        )

    @property
    def networks(self) -> tuple[Network, ...]:
        """The networks of the trusted proxies."""
        return tuple(ipaddress.ip_network(one) for one in _listed(self.proxies))

    def __post_init__(self) -> None:
        """Raise BadSetting for an invalid value."""
        self._require_origins()
        try:
            assert self.networks is not None
        except ValueError as wrong:
            raise self._bad("proxies", f"expected addresses or networks; {wrong}") from None
        try:
            assert self.witness_addresses is not None
        except ValueError as wrong:
            raise self._bad("witnesses", str(wrong)) from None
        try:
            assert self.cosigner_addresses is not None
        except ValueError as wrong:
            raise self._bad("cosigners", f"{wrong}") from None
        if self.database and not is_address(self.database):
            raise BadSetting(variable_of("database"), masked_address(self.database), EXPECTED)
        for name, schemes in _ADDRESSES.items():
            value = getattr(self, name)
            if value and not _is_address(value, schemes):
                shown = " or ".join(f"{scheme}://…" for scheme in schemes)
                raise self._bad(name, f"expected {shown}, or nothing")

        self._require_contacts()
        self._require_audience()
        self._require_all_of_mail()

    def _require_origins(self) -> None:
        """Raise BadSetting for an invalid origin of another site."""
        for one in self.origins:
            if one != "*" and not _ORIGIN.fullmatch(one):
                raise self._bad(
                    "cors_origins", "expected * or origins such as https://play.example"
                )
        for one in self.sites:
            if one != "*" and not _SITE.fullmatch(one):
                raise self._bad(
                    "embed_origins",
                    "expected * or origins such as https://club.example or https://*.club.example",
                )

    def _require_contacts(self) -> None:
        for name in ("security_contact", "push_contact"):
            contact = getattr(self, name)
            if contact and not _CONTACT.fullmatch(contact):
                raise self._bad(name, "expected mailto:… or https://…, or nothing")

    def _require_audience(self) -> None:
        """Raise BadSetting if there is an issuer without an audience, or the other way round."""
        if bool(self.oidc_issuer) != bool(self.oidc_audience):
            pair = ("oidc_issuer", "oidc_audience")
            given, missing = pair if self.oidc_issuer else pair[::-1]
            raise self._bad(given, f"{variable_of(missing)} is missing; set both or neither")

    def _require_all_of_mail(self) -> None:
        """Raise BadSetting if a mail server lacks a sender or links, or these are invalid."""
        if self.public_url and not _PUBLIC_URL.fullmatch(self.public_url):
            raise self._bad("public_url", "expected an origin such as https://play.example")
        if self.mail_from:
            try:
                sender_in(self.mail_from)
            except ValueError as wrong:
                raise self._bad("mail_from", str(wrong)) from None
        for name in ("mail_from", "public_url"):
            if self.smtp and not getattr(self, name):
                raise self._bad("smtp", f"{variable_of(name)} is missing; e-mail needs both")

    def _bad(self, name: str, expected: str) -> BadSetting:
        return BadSetting(variable_of(name), getattr(self, name), expected)


_ADDRESSES: Final[Mapping[str, tuple[str, ...]]] = {
    "redis": ("redis", "rediss", "unix"),
    "smtp": ("smtps", "smtp"),
    "oidc_issuer": ("https", "http"),
    "traces": ("http", "https"),
}
"""Settings that are addresses, with their possible schemes."""


def settings(environment: Mapping[str, str]) -> Settings:
    """Return the settings; raise BadSetting for an invalid value.

    Empty variables count as not set.
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
    """Return the expected values of a variable, in words."""
    kind = _KINDS[variable]
    if isinstance(kind, inspect.BoolType):
        return _SWITCH_EXPECTED
    if isinstance(kind, inspect.LiteralType):
        # In the order in which they are declared; the library sorts them.
        return f"one of {', '.join(get_args(_TYPES[variable]))}"
    return in_words(kind)


def _values(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the variables that are set, with switches as booleans."""
    found: dict[str, Any] = {}
    for name, kind in _KINDS.items():
        value = environment.get(name)
        if not value:
            continue
        if isinstance(kind, inspect.BoolType):
            # An unknown word becomes "", which is not a valid boolean.
            found[name] = _SWITCHES.get(value.lower(), "")
        else:
            found[name] = value
    return found


def unknown(environment: Mapping[str, str]) -> dict[str, str | None]:
    """Return the variables with the prefix that are not settings, each with a close match."""
    known = [field.encode_name for field in msgspec.structs.fields(Settings)]
    found: dict[str, str | None] = {}
    for name in environment:
        if name.startswith(PREFIX) and name not in known and not name.startswith(_OTHERS):
            close = difflib.get_close_matches(name, known, 1, 0.8)
            found[name] = close[0] if close else None
    return found


def variable_of(name: str) -> str:
    """Return the name of the environment variable for a field."""
    return f"{PREFIX}{name.upper()}"


def masked(value: str) -> str:
    """Return a value of the environment without password and query, safe to show."""
    if "://" not in value:
        # An address without its scheme may still contain a password.
        return _MASK if ":" in value.rpartition("@")[0] else value
    try:
        parts = urlsplit(value)
    except ValueError:
        return _MASK
    if "@" in value.replace(parts.netloc, "", 1):
        return f"{parts.scheme}://{_MASK}"  # a password with a slash splits wrongly
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


def _cosigner(text: str) -> tuple[NoteKey, str]:
    """Return the key and the address of a witness; raise ValueError."""
    vkey, _, address = text.partition(" ")
    try:
        key = read_vkey(vkey)
    except BadNote as wrong:
        why = wrong.reason.replace("_", " ")
        raise ValueError(
            f"expected a verifier key, a space and an address, but {vkey!r}: {why}"
        ) from None
    if key.kind != COSIGNATURE:
        raise ValueError(f"expected the key of a witness, which has the type {COSIGNATURE}")
    if not _is_address(address.strip(), ("https", "http")):
        raise ValueError("expected https://… or http://… after the verifier key and a space")
    return key, address.strip()


_TYPES: Final = {field.encode_name: field.type for field in msgspec.structs.fields(Settings)}
_KINDS: Final = {name: inspect.type_info(kind) for name, kind in _TYPES.items()}
"""The type of each variable."""
