"""From what the reader selected to independently checkable statements."""
