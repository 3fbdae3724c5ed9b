"""The report behind `scripts/evaluate all`: which sets, which targets, the document and its pictures."""
