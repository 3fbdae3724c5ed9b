"""The registry of sources: how far a publisher is trusted, and the user's own ratings."""
