"""Servers and measurements for a knowledge base beyond one machine."""
