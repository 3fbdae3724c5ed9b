"""Measures memory and disk usage for scripts/scale, in MB (2^20 bytes)."""

from __future__ import annotations

import resource
from pathlib import Path

import psycopg

_MB = 2**20


def resident_mb() -> float:
    """Return the current resident memory of this process."""
    with Path("/proc/self/statm").open(encoding="ascii") as status:
        return int(status.read().split()[1]) * resource.getpagesize() / _MB


def peak_mb() -> float:
    """Return the peak resident memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def record_mb(folder: Path, database_url: str) -> float:
    """Return the size of the database files in the folder, or of the database on the server if a URL is given."""
    if not database_url:
        return sum(file.stat().st_size for file in folder.glob("knowledge.sqlite3*")) / _MB
    with psycopg.connect(database_url) as db:
        row = db.execute("SELECT pg_database_size(current_database())").fetchone()
    return row[0] / _MB if row else 0.0


def index_mb(folder: Path) -> float:
    """Return the size of the index files in the folder, or 0 if the index is on a server."""
    files = (file for index in folder.glob("index-*") for file in index.rglob("*") if file.is_file())
    return sum(file.stat().st_size for file in files) / _MB
