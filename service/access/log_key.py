"""Which service key a log has: all workers of one log must have the same.

Else one would answer a creation that is asked for again with tokens that open nothing. The log
keeps a fingerprint of the key, from the first start on, and whoever has another key, or has lost
it, does not start.
"""

from pathlib import Path
from typing import Final

from service.access.keys import KEY_FILE, service_key
from service.runtime.fingerprints import fingerprint
from service.storage.log import Conflict, Log

_PREFIX: Final = b"carolus-service-key/1 "


class AnotherKey(ValueError):
    """The service key of this folder is not the one of the log."""


def key_of_log(folder: Path, log: Log) -> bytes:
    """Return the service's own key; a new log takes the one that is there, or is made.

    Raises AnotherKey, OSError, or ValueError if the file holds no key.
    """
    folder.mkdir(parents=True, exist_ok=True)
    times, noted = log.key()
    if times == 0:
        key = service_key(folder)
        try:
            log.note_key(1, _mark(key))
        except Conflict:
            return key_of_log(folder, log)  # another worker was first, perhaps with another key
        return key
    if not (folder / KEY_FILE).exists():
        raise AnotherKey(
            f"{KEY_FILE} is missing there, and the log has one already: copy that of another "
            "worker or of a backup; if it is lost, `carolus keys adopt` has the log take a new one"
        )
    key = service_key(folder)
    if _mark(key) != noted:
        raise AnotherKey(
            f"{KEY_FILE} is another one than that of the log: copy that of another worker or of a "
            "backup; if it is lost, `carolus keys adopt` has the log take this one"
        )
    return key


def adopt_key(folder: Path, log: Log) -> bool:
    """Have the log take the key of this folder, which is made if it is missing.

    Returns whether it had another one. Raises Conflict if somebody else does the same, OSError, or
    ValueError if the file holds no key.
    """
    folder.mkdir(parents=True, exist_ok=True)
    mark = _mark(service_key(folder))
    times, noted = log.key()
    if mark == noted:
        return False
    log.note_key(times + 1, mark)
    return True


def _mark(key: bytes) -> str:
    return fingerprint(_PREFIX + key)
