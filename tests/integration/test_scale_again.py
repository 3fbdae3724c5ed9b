"""scripts/scale continues with the folder of an earlier run and reports its measurements there."""

from __future__ import annotations

from pathlib import Path

from scripts.scaling.measure import Figures, Places, measure


def measured(folder: Path, size: int) -> tuple[Figures, list[str]]:
    said: list[str] = []
    return measure(Places(folder=folder), size, questions=3, say=said.append), said


def test_a_folder_used_before_is_filled_up_measured_and_then_not_filled_again(tmp_path: Path) -> None:
    first, _ = measured(tmp_path, 60)
    assert (first.passages, first.added) == (60, 60)
    assert first.ingest_per_s > 0
    again, said = measured(tmp_path, 90)
    assert (again.passages, again.added) == (90, 30)
    assert any("60 passages are there already" in line for line in said)
    assert again.recall_at_20 == 1.0
    last, _ = measured(tmp_path, 90)
    assert (last.added, last.ingest_per_s, last.ingest_cpu_ms, last.last_block_per_s) == (0, 0.0, 0.0, 0.0)
    assert last.query_p50_ms > 0
