"""The record of passages, its index, the seed facts and the user's history."""
