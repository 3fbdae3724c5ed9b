"""The record of passages, its index, the registry of sources, the seed facts, the reader's history."""
