"""Refreshes the current affairs in the knowledge base (docs/design.md#current-affairs)."""
