"""Readers, their claims, and what is measured while they ask: for scripts/load."""
