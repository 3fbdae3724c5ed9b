"""Splits the user's selection into statements that can be checked independently."""
