"""From judged evidence to the words and figures that the reader sees."""
