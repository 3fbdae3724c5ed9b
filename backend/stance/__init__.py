"""Judges whether a passage supports or refutes a claim, and finds the sentence that does."""
