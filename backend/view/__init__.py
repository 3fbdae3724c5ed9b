"""What a reader is shown of a result, in the reader's language: made once, drawn by every surface."""
