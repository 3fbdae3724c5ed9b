"""The report of `scripts/evaluate all`: its data sets, targets, document and plots."""
