"""Reads fact-checks from pages: the reviewed claim, its rating, and the text that only repeats the claim."""
