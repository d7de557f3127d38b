"""One step a file; ``service.storage.migrations`` tells how to add one."""
