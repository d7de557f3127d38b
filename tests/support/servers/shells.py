"""Gives shells a ``carolus`` that starts at once.

The program that the shell finds is small: it asks a process that has imported the modules to fork
(``forking.py``). To the shell it is an ordinary command, with its folder, environment, standard
files, exit status and signals.
"""

import os
import signal
import socket
import struct
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from tests.support.run.keeper import keeper
from tests.support.servers.forking import become, context

_LENGTH: Final = struct.Struct("!I")

_PROGRAM: Final = """#!{python} -IS
import _socket, os, signal, sys
service = _socket.socket(_socket.AF_UNIX)
service.connect({address!r})
environment = [part for pair in os.environb.items() for part in pair]
words = [os.fsencode(word) for word in sys.argv]
asked = b"\\0".join([b"%d" % len(words), *words, os.getcwdb(), *environment])
files = b"".join(number.to_bytes(4, sys.byteorder) for number in (0, 1, 2))
ancillary = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, files)]
service.sendmsg([len(asked).to_bytes(4, "big")], ancillary)
service.sendall(asked)
process = int.from_bytes(service.recv(4), "big")
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, lambda number, frame: os.kill(process, number))
for number in (0, 1, 2):
    os.close(number)
status = int.from_bytes(service.recv(4), "big", signed=True)
if status < 0:
    signal.signal(-status, signal.SIG_DFL)
    os.kill(os.getpid(), -status)
os._exit(status)
"""


@contextmanager
def programs() -> Iterator[Path]:
    """Yield a folder with this Python's programs, among them a ``carolus`` that starts at once."""
    folder = Path(tempfile.mkdtemp(dir=keeper().folder))  # a socket's path must be short
    for program in Path(sys.executable).parent.iterdir():
        if program.name != "carolus":
            (folder / program.name).symlink_to(program)
    carolus = folder / "carolus"
    address = folder / "socket"
    carolus.write_text(_PROGRAM.format(python=sys.executable, address=str(address)))
    carolus.chmod(0o755)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(address))
        listening.listen()
        # No daemon: those may not have children, and some commands have.
        attending = context().Process(target=_attend, args=(listening,), daemon=False)
        attending.start()
    try:
        yield folder
    finally:
        attending.terminate()
        attending.join()


def _attend(listening: socket.socket) -> None:
    """Fork for each program that connects."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # leaves no zombies
    while True:
        program, _ = listening.accept()
        if not os.fork():
            listening.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _serve(program)
        program.close()


def _serve(program: socket.socket) -> None:
    """Run the command in another process, and report its exit status to the program."""
    head, files, _, _ = socket.recv_fds(program, _LENGTH.size, 3)
    (length,) = _LENGTH.unpack(head)
    asked = b""
    while len(asked) < length:
        asked += program.recv(length - len(asked))
    process = os.fork()
    if not process:
        program.close()
        for number, file in enumerate(files):
            os.dup2(file, number)
            os.close(file)
        os._exit(_run(asked))
    for file in files:
        os.close(file)
    with suppress(BrokenPipeError):
        program.sendall(_LENGTH.pack(process))
        _, ended = os.waitpid(process, 0)
        program.sendall(os.waitstatus_to_exitcode(ended).to_bytes(4, "big", signed=True))
    os._exit(0)


def _run(asked: bytes) -> int:
    """Become the command; return its exit status."""
    count, *parts = (os.fsdecode(part) for part in asked.split(b"\0"))
    words, (folder, *environment) = parts[: int(count)], parts[int(count) :]
    try:
        become(words, dict(zip(environment[::2], environment[1::2], strict=True)), folder)
    except SystemExit as ending:
        return ending.code if isinstance(ending.code, int) else int(ending.code is not None)
    finally:
        with suppress(BrokenPipeError, ValueError):
            sys.stdout.flush()
    return 0
