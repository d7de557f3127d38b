"""Lets a process of ``carolus serve`` have few open files."""

import resource
from typing import Any, Final

from sqlalchemy import Engine, NullPool, create_engine

from service.storage import engines

FILES_MAX: Final = 72


def install() -> None:
    """Limit the open files of this process, as ``ulimit -n`` does."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES_MAX, FILES_MAX))


def install_without_pool() -> None:
    """Limit the open files, and let every request open files of SQLite.

    A pool would have connections left for most requests.
    """
    install()
    vars(engines)["create_engine"] = _unpooled


def _unpooled(url: Any, *, pool_timeout: float, **options: Any) -> Engine:
    return create_engine(url, poolclass=NullPool, **options)
