"""Test how many test messages of webhooks the service sends at once."""

import asyncio
from asyncio import StreamReader, StreamWriter

from service.webhooks.destinations import Guard
from service.webhooks.sending import Delivery, Sender
from service.webhooks.trial_deliveries import AT_ONCE_MAX, Trials
from tests.webhooks.test_addresses import hook_to

TAKEN = Delivery(taken=True)


def test_a_few_tests_at_once_and_no_more() -> None:
    """The service refuses one more and sends nothing; after the others it sends the next."""
    came = 0

    async def scene() -> None:
        release = asyncio.Event()

        async def receive(reader: StreamReader, writer: StreamWriter) -> None:
            nonlocal came
            came += 1
            await reader.readuntil(b"{}")
            await release.wait()
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(receive, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()
        hook = hook_to(f"http://{host}:{port}/")
        trials = Trials(Sender(Guard(private=True)))
        sent = [
            asyncio.create_task(trials.send(hook, f"h-{number}", "{}"))
            for number in range(AT_ONCE_MAX + 1)
        ]
        refused = await sent.pop()
        assert not refused.taken
        assert "other tests" in refused.error
        release.set()
        assert await asyncio.gather(*sent) == [TAKEN] * AT_ONCE_MAX
        assert await trials.send(hook, "h-later", "{}") == TAKEN
        assert came == AT_ONCE_MAX + 1
        server.close()

    asyncio.run(scene())
