"""Prepares what a reader is shown of a result, in the reader's language; it is built once and drawn by every surface."""
