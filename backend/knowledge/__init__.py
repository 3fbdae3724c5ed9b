"""The knowledge base: passages, their index, the seed facts and the user's history."""
