"""Queries search providers: decides which queries go to which provider in which order, and how to treat a missing answer."""
