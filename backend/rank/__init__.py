"""Decides which evidence counts, and in which order."""
