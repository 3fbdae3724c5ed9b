"""Claimlight's backend: a local-first claim verifier."""

__version__ = "0.1.0"
