"""The address of a PostgreSQL database, as in CAROLUS_DATABASE.

It may contain a password, so logs and errors show an address built from the other parts.
"""

import re
from typing import Final

_ADDRESS: Final = re.compile(
    r"""postgres(?:ql)?://
    (?:(?P<user>[^:@/?\#\s]+)(?::(?P<password>[^@/?\#\s]*))?@)?
    (?P<host>[^:@/?\#\s\[\]]*|\[[0-9a-fA-F:.]+\])(?::(?P<port>[0-9]{1,5}))?
    /(?P<name>[^:@/?\#\s]+)
    (?:\?(?P<query>[^\#\s]*))?""",
    re.VERBOSE,
)

_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]{0,20}://", re.IGNORECASE)

EXPECTED: Final = (
    "expected postgresql://user:password@host:port/name, or nothing "
    "(in a password @ is written %40, : is %3A, / is %2F and ? is %3F)"
)


def is_address(text: str) -> bool:
    """Return whether this is the address of a PostgreSQL database."""
    return _ADDRESS.fullmatch(text) is not None


def masked_address(text: str) -> str:
    """Return the scheme of an invalid address, with the rest masked.

    Any part of the rest could be the password.
    """
    scheme = _SCHEME.match(text)
    return f"{scheme[0] if scheme else ''}***"


def shown(address: str) -> str:
    """Return the address without its password and query."""
    found = _ADDRESS.fullmatch(address)
    assert found is not None, "the settings have validated it"
    user = f"{found['user']}@" if found["user"] else ""
    port = f":{found['port']}" if found["port"] else ""
    return f"postgresql://{user}{found['host']}{port}/{found['name']}"


def for_driver(address: str) -> str:
    """Return the address as SQLAlchemy expects it."""
    return f"postgresql+psycopg://{address.partition('://')[2]}"


FILE_NAME: Final = "carolus.sqlite"
"""The name of the log's file in the data folder, unless CAROLUS_DATABASE is set."""
