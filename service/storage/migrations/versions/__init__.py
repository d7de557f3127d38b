"""One migration per file; ``service.storage.migrations`` describes how to add one."""
