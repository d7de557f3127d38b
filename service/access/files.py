"""Files with secrets: for their owner only, and never seen half-written."""

import os
import secrets
from pathlib import Path


def put_new(path: Path, content: bytes) -> bool:
    """Put a file where none is; return whether this was done, and not by somebody else before.

    It is written aside and linked, so that nobody sees half of it and of two processes that start
    together both go on with the same one.
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


def put_again(path: Path, content: bytes) -> None:
    """Put a file in the place of another one."""
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
    """Have the names in a folder on disk: what a key signed must not outlive the key."""
    if os.name == "nt":
        return  # a folder cannot be opened there
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
