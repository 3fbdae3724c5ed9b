"""Selects the evidence that counts, and ranks it."""
