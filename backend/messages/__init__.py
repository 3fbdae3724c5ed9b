"""The text that readers see, from the message catalogue that the backend and the extension share."""
