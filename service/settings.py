"""The settings of the service, read from the environment and typed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec


class Settings(msgspec.Struct, frozen=True, rename=lambda name: f"CAROLUS_{name.upper()}"):
    """What can be set; each field is the environment variable ``CAROLUS_<FIELD>``."""

    data: str = "./data"
    """Folder of the log and of the service's key; made at the first start."""
    body_bytes_max: Annotated[int, msgspec.Meta(ge=1024)] = 1024 * 1024
    """Largest body of a request."""

    @property
    def folder(self) -> Path:
        """The data folder."""
        return Path(self.data)


def settings(environment: Mapping[str, str]) -> Settings:
    """Return the settings; raise msgspec.ValidationError that names a variable with a bad value."""
    return msgspec.convert(dict(environment), Settings, strict=False)
