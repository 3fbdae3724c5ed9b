"""Reads the pages that search engines found, safely and limited to the text that a person could see."""
