"""Queries search providers: decides what to ask which provider in which order, and how to treat a missing answer."""
