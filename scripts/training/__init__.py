"""Trains the bundled models. Most modules need torch. The backend never imports this package."""
