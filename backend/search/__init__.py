"""Decides which queries go to which search provider and in which order, and handles providers that do not respond."""
