"""Adapters that implement the model ports of `backend.ports`."""
