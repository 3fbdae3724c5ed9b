"""The HTTP API on the loopback address: the guard, the wire shapes and the routes."""
