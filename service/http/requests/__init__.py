"""What a client sends: addresses, query parameters, headers and bodies."""
