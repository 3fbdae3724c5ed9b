"""Frozen values that are passed between stages. Uses only the standard library."""
