"""kill -9 in the middle of storing: nothing that was acknowledged is lost, and all of it can be found (R1)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.unit.knowledge.world import Opener, some_passages

BATCH = 40
KILLS = 3
CHILD = f"""
import sys
from pathlib import Path
from backend.sources.registry import SourceRegistry
from backend.knowledge.startup import open_knowledge
from tests.unit.knowledge.world import WordEmbedder, some_passages

knowledge = open_knowledge(Path(sys.argv[1]), WordEmbedder(), SourceRegistry.load(None))
everything, number = some_passages({BATCH} * 100), int(sys.argv[2])
while True:
    again = everything[max(0, number - 1) * {BATCH} : number * {BATCH}]
    knowledge.ingest([*again, *everything[number * {BATCH} : (number + 1) * {BATCH}]])
    number += 1
    print(number, flush=True)
"""


def killed_after(data: Path, root: Path, first: int, batches: int) -> int:
    """Batches that the child acknowledged before it was killed, counted from the very first one."""
    command = [sys.executable, "-W", "ignore", "-c", CHILD, str(data), str(first)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as child:
        assert child.stdout is not None
        for _ in range(batches):
            acknowledged = int(child.stdout.readline())
        child.kill()
        later = child.stdout.read().split("\n")
    # A line may have been cut in two by the kill; only whole ones count.
    return max([acknowledged, *(int(line) for line in later[:-1])])


def test_nothing_acknowledged_is_lost(opener: Opener, tmp_path: Path, root: Path) -> None:
    data, acknowledged = tmp_path / "data", 0
    for kill in range(KILLS):
        acknowledged = killed_after(data, root, acknowledged, batches=3 + 2 * kill)
        knowledge = opener(folder=data)
        promised = some_passages(acknowledged * BATCH)
        assert knowledge.stats()["passages"] >= len(promised)
        found = [knowledge.recall(p.text, 3)[0].passage == p for p in promised[::17]]
        assert sum(found) / len(found) >= 0.995
        knowledge.close()
    knowledge = opener(folder=data)
    assert knowledge.wait_for_index(60)
    assert knowledge.stats()["index"] == "chroma"
    assert acknowledged >= sum(3 + 2 * kill for kill in range(KILLS))
