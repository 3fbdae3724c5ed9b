"""The words that a reader sees, in the languages of the extension: one catalogue for the backend and the extension."""
