"""Which evidence counts, in which order."""
