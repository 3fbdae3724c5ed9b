"""The source registry: how much each publisher is trusted, and the user's own ratings."""
