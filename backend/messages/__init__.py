"""The text that readers see, in the extension's languages, from the message catalogue that both share."""
