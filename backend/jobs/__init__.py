"""Runs verifications as jobs. Jobs are limited in number, shared, resumable and cancellable."""
