"""Reads pages that search engines found: safely, and only what a reader could see."""
