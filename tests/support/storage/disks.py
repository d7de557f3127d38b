"""Small disks that tests fill up. Only root can mount one."""

import os
import subprocess
from pathlib import Path
from typing import Self


class Disk:
    """A small disk in this folder; a file fills it."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder = folder
        self._size = megabytes

    def __enter__(self) -> Self:
        self.folder.mkdir(exist_ok=True)
        command = ["mount", "-t", "tmpfs", "-o", f"size={self._size}m", "none", str(self.folder)]
        subprocess.run(command, check=True)
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run(["umount", "--lazy", str(self.folder)], check=True)

    def fill(self) -> None:
        """Use up all free space."""
        with self._filler.open("wb", buffering=0) as filler:
            try:
                while filler.write(bytes(4096)):
                    pass
            except OSError:
                return

    def clear(self) -> None:
        """Free the space again."""
        self._filler.unlink()

    @property
    def _filler(self) -> Path:
        return self.folder / "filler"


def can_mount() -> bool:
    """Return whether this process may mount a disk; not every root may."""
    if os.geteuid():
        return False
    return not subprocess.run(["unshare", "--mount", "true"], check=False).returncode
