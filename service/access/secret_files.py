"""Files with secrets: readable by their owner only, and written atomically."""

import os
import secrets
from pathlib import Path


class BadKey(ValueError):
    """A file with a key is damaged, or is not the one that the service needs."""


def put_new(path: Path, content: bytes) -> bool:
    """Create a file; return False if it exists already.

    The content is written to a temporary file that is then linked. So no process reads half of it,
    and two processes that start together end up with the same file.
    """
    aside = _aside(path, content)
    try:
        os.link(aside, path)
    except FileExistsError:
        return False
    finally:
        aside.unlink()
    _keep_names(path.parent)
    return True


def ready_bytes(path: Path, size: int) -> bytes:
    """Return the random bytes in a file; make it if there is none.

    Raises OSError, or BadKey if the file has another size.
    """
    if not path.exists():
        put_new(path, secrets.token_bytes(size))
    key = path.read_bytes()
    if len(key) != size:
        raise BadKey(f"{path} must contain {size} bytes, not {len(key)}")
    return key


def put_again(path: Path, content: bytes) -> None:
    """Replace a file atomically."""
    _aside(path, content).replace(path)
    _keep_names(path.parent)


def _aside(path: Path, content: bytes) -> Path:
    aside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return aside


def _keep_names(folder: Path) -> None:
    """Write the names in a folder to disk: a signature must not outlive its key."""
    if os.name == "nt":
        return  # a folder cannot be opened there
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
