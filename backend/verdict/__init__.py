"""Turns judged evidence into the label, the figures and the text that the reader sees."""
