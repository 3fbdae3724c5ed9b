"""Prepares the view of a result in the reader's language. The view is built once and drawn by every surface."""
