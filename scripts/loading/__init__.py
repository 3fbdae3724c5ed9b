"""The clients, claims and measurements of scripts/load."""
