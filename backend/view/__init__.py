"""Builds the view of a result in the reader's language, which every client renders."""
