"""Clients, their claims, and the measurements of scripts/load."""
