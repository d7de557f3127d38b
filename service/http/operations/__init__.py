"""The operations of the API: one module per resource, none of which imports another."""
