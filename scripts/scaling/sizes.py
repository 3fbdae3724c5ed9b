"""Memory and disk usage for scripts/scale, in MB (2^20 bytes)."""

from __future__ import annotations

import resource
from pathlib import Path

import psycopg

_MB = 2**20


def resident_mb() -> float:
    """Memory of this process now."""
    with Path("/proc/self/statm").open(encoding="ascii") as status:
        return int(status.read().split()[1]) * resource.getpagesize() / _MB


def peak_mb() -> float:
    """The peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def record_mb(folder: Path, database_url: str) -> float:
    """The record's files in the folder, or the whole database if an address is given."""
    if not database_url:
        return sum(file.stat().st_size for file in folder.glob("knowledge.sqlite3*")) / _MB
    with psycopg.connect(database_url) as db:
        row = db.execute("SELECT pg_database_size(current_database())").fetchone()
    return row[0] / _MB if row else 0.0


def index_mb(folder: Path) -> float:
    """The index's files in the folder; 0 if a server has them."""
    files = (file for index in folder.glob("index-*") for file in index.rglob("*") if file.is_file())
    return sum(file.stat().st_size for file in files) / _MB
