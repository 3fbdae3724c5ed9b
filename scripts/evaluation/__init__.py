"""Writes the report of `scripts/evaluate all`: the data sets, targets, document and plots."""
