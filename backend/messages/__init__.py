"""The text that readers see, in the languages of the extension; backend and extension share one catalogue."""
