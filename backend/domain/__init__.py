"""The immutable values that the stages pass to each other. This package uses only the standard library."""
