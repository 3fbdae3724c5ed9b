"""The HTTP API on the loopback address: guard, wire shapes, routes."""
