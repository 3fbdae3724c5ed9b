"""Turns judged evidence into the label, the scores and the text that the user sees."""
