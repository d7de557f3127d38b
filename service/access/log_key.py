"""The service key of a log: all workers of one log must have the same key.

Otherwise a worker would answer the retry of a creation with invalid tokens. The log keeps a
fingerprint of the key from the first start on. A worker with another key, or without one, does not
start.
"""

from pathlib import Path
from typing import Final

from service.access.game_keys import KEY_FILE, service_key
from service.access.secret_files import BadKey
from service.runtime.fingerprints import fingerprint
from service.storage.log import Conflict, Log

_PREFIX: Final = b"carolus-service-key/1 "


class AnotherKey(BadKey):
    """The service key of this folder is not the one of the log."""


def key_of_log(folder: Path, log: Log) -> bytes:
    """Return the service's own key; a new log takes the key in the folder, or makes one.

    Raises AnotherKey, OSError, or BadKey if the file does not contain a key.
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
            f"{KEY_FILE} is missing there, but the log belongs to a key: copy it from another "
            "worker or a backup; if it is lost, `carolus keys adopt` gives the log a new key"
        )
    key = service_key(folder)
    if _mark(key) != noted:
        raise AnotherKey(
            f"{KEY_FILE} is not the key of this log: copy the right one from another worker or a "
            "backup; if it is lost, `carolus keys adopt` gives the log this key"
        )
    return key


def adopt_key(folder: Path, log: Log) -> bool:
    """Give the log the key of this folder; make the key if it is missing.

    Returns whether the log had another key. Raises Conflict if another process does the same at the
    same time, OSError, or BadKey if the file holds no key.
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
