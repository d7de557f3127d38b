"""What the server adds to the connection of a client."""

import asyncio

import pytest

from service.server import Joining


class Line(asyncio.Transport):
    """Notes what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.closed, "the connection is closed"
        self.written.append(bytes(data))

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed


@pytest.mark.parametrize(
    ("pieces", "sent"),
    [
        (["head", "body"], ["headbody"]),
        (["head"], ["head"]),
        (["head", "", "body"], ["headbody"]),
        # Nothing gathers: who writes faster than the client reads must notice it.
        (["a", "b", "c", "d", "e"], ["ab", "cd", "e"]),
    ],
)
def test_two_pieces_of_one_turn_go_out_together(pieces: list[str], sent: list[str]) -> None:
    line = Line()

    async def scene() -> None:
        joining = Joining(line, asyncio.get_running_loop())
        for piece in pieces:
            joining.write(piece.encode())
        await asyncio.sleep(0)

    asyncio.run(scene())
    assert line.written == [piece.encode() for piece in sent]


def test_pieces_of_two_turns_do_not_wait_for_each_other() -> None:
    line = Line()

    async def scene() -> None:
        joining = Joining(line, asyncio.get_running_loop())
        for piece in (b"one", b"two"):
            joining.write(piece)
            await asyncio.sleep(0)
            assert line.written[-1] == piece

    asyncio.run(scene())


def test_what_is_held_goes_out_before_the_end_and_not_after_it() -> None:
    async def scene(end: str) -> list[bytes]:
        line = Line()
        joining = Joining(line, asyncio.get_running_loop())
        joining.write(b"last words")
        getattr(joining, end)()
        assert joining.is_closing()
        await asyncio.sleep(0)
        return line.written

    assert asyncio.run(scene("close")) == [b"last words"]
    assert asyncio.run(scene("abort")) == []


def test_a_client_that_hung_up_is_written_to_no_more() -> None:
    line = Line()

    async def scene() -> None:
        joining = Joining(line, asyncio.get_running_loop())
        joining.write(b"too late")
        line.close()
        await asyncio.sleep(0)

    asyncio.run(scene())
    assert line.written == []
