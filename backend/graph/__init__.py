"""Extracts triples from passages for the knowledge graph."""
