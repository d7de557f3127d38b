"""The service: the log, the command handler, HTTP and the command line around the domain."""
