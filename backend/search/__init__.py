"""Asks search providers: what to ask, whom, in which order, and what their silence means."""
