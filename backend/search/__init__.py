"""Queries search providers: what to ask, which provider, in which order, and how to read a missing answer."""
