"""Lets a process of ``carolus serve`` have few open files."""

import resource
from typing import Any, Final

from sqlalchemy import Engine, create_engine

from service.storage import engines

FILES_MAX: Final = 72


def install() -> None:
    """Limit the open files of this process, as ``ulimit -n`` does."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES_MAX, FILES_MAX))


def install_with_small_pool() -> None:
    """Limit the open files, and let most requests open files of SQLite.

    The usual pool keeps connections for most requests.
    """
    install()
    vars(engines)["create_engine"] = _with_small_pool


def _with_small_pool(url: Any, **options: Any) -> Engine:
    return create_engine(url, pool_size=1, max_overflow=14, **options)
