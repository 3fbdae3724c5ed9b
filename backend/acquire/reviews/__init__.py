"""Reads fact-checks from pages: the reviewed claim, the rating, and the text that only repeats the claim."""
