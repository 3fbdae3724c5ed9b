"""The one registry of sources: how far a publisher may be trusted, and what the reader says about it."""
