"""The client for asyncio; ``make openapi`` derives ``_sync`` from it."""
