"""Turns judged evidence into the label, the scores and the explanation that the user sees."""
