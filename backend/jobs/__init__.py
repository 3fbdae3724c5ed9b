"""Runs verifications as jobs, which are limited in number, shared, resumable and cancellable."""
