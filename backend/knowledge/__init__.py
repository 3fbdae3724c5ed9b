"""The knowledge base, with its passages, their index, the seed facts and the user's history."""
