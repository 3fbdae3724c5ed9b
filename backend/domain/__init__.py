"""Immutable values that the stages pass to each other. Uses only the standard library."""
