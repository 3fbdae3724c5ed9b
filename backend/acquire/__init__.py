"""Reads the pages that search engines found: safely, and only the text that a person can see."""
