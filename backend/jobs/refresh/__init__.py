"""Renews the knowledge base's room for current affairs (document 001, KB refresh)."""
