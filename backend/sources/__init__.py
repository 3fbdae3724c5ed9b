"""The registry of sources: how far each publisher is trusted, and the user's own ratings."""
