"""E-mail addresses: which ones the service accepts, and when two have the same mailbox."""

import re
from typing import Final

import idna

ADDRESS_LENGTH_MAX: Final = 254
"""The longest address that SMTP can transport (RFC 5321, section 4.5.3.1)."""
_LOCAL_LENGTH_MAX: Final = 64

_LOCAL: Final = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
"""A dot-atom (RFC 5322, section 3.2.3). No server needs an address that must be quoted."""
_SAME_DOMAIN: Final = {"googlemail.com": "gmail.com"}
"""Domains whose mailboxes are those of another."""
_NUMBER: Final = re.compile("[0-9]+")


class BadEmailAddress(Exception):
    """The text is not an e-mail address. The exception says what was expected, not the text."""


def checked_address(text: str) -> str:
    """Return an address in the form in which it is stored, in ASCII; raise BadEmailAddress."""
    local, at, domain = text.strip().rpartition("@")
    if not at or not _LOCAL.fullmatch(local) or len(local) > _LOCAL_LENGTH_MAX:
        raise BadEmailAddress("expected an e-mail address such as ana@example.org")
    try:
        host = idna.encode(domain, uts46=True, std3_rules=True).decode()
    except UnicodeError:
        host = ""
    if "." not in host or _NUMBER.fullmatch(host.rpartition(".")[2]) or host.endswith("."):
        raise BadEmailAddress("expected a domain such as example.org after @")
    address = f"{local}@{host}"
    if len(address) > ADDRESS_LENGTH_MAX:
        raise BadEmailAddress(f"expected at most {ADDRESS_LENGTH_MAX} characters")
    return address


def mailbox_of(address: str) -> str:
    """Return the same text for all addresses that many providers deliver to one mailbox.

    They ignore case, dots, and everything after a plus sign before the domain.
    """
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{_SAME_DOMAIN.get(domain, domain)}"
