"""Judges whether a passage supports or refutes a claim, and finds the sentence in the passage that does so."""
