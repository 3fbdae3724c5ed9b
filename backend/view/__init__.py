"""Builds the view of a result, in the reader's language. Every client renders this view."""
