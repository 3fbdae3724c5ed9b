"""Verifications as jobs: bounded, shared, resumable, cancellable."""
