"""Adapters to models and language models behind `backend.ports`."""
