"""The record of passages, its index, the seed facts, the reader's history."""
