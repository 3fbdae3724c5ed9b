"""Adapters that implement the model protocols of `backend.ports`."""
