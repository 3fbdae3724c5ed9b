"""Decides whether the evidence is sufficient to skip the web search, to stop searching, or to give a firm verdict."""
