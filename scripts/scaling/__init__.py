"""Servers, generated passages and measurements for scripts/scale."""
