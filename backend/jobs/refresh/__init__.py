"""Refreshes the knowledge base's current affairs (docs/design.md#current-affairs)."""
