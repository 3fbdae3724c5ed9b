"""Reads passages for the knowledge graph: who is said to be, to do or to have what."""
