"""Runs verifications as jobs: bounded in number, shared, resumable and cancellable."""
