"""After real runs of the service, no log or file contains private data, and offline mode opens no socket (S7, S17)."""

from __future__ import annotations

from scripts.canaries import run


def test_no_canary_appears_where_it_must_not() -> None:
    rows = run()
    assert len(rows) == 7
    assert all(row.searched for row in rows)
    assert [row for row in rows if row.hits] == []
