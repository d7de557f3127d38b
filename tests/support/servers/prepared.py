"""Prepares a process from which services fork: import this module there.

Nothing that it opens stays open, and no thread stays behind, so the process can fork afterwards.
"""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from litestar import Litestar

from service.runtime.memory import settle_memory
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of


async def _opened_and_closed(app: Litestar) -> None:
    async with app.lifespan():
        pass


with TemporaryDirectory() as _folder, application_on(settings_of(Path(_folder))) as _app:
    asyncio.run(_opened_and_closed(_app))

settle_memory()  # so that forked processes keep sharing these objects
