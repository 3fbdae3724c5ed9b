"""Whether a passage supports or refutes a claim, and which of its sentences says so."""
