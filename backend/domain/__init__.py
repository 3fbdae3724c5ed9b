"""Frozen values that pass between stages. Standard library only."""
