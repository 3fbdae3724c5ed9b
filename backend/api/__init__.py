"""HTTP on the loopback address: guard, wire shapes, routes."""
