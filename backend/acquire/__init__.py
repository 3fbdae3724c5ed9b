"""Reads pages that search engines found: safely, and only the text a person could see."""
