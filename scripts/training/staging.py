"""Packs code, data and int8 weights for continued training on an offline machine with a GPU, in folders under 64 MiB.

The machine needs PyTorch, transformers, tokenizers, safetensors, onnx and numpy. The size of each transfer to the
machine is limited.
"""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER_BYTES = 60 * 2**20
DATA = (
    "train.jsonl.gz", "train_more.jsonl.gz", "claims_many.jsonl.gz", "dev.jsonl.gz", "phenomena_train*.jsonl.gz",
    "eval/factcheck_bench_a.jsonl.gz",
)  # fmt: skip
CODE = (
    "scripts/train_verifier.py",
    "scripts/training/*.py",
    "scripts/training/data/*.jsonl",
    "scripts/training/data/*.jsonl.gz",
    "backend/__init__.py",
    "backend/errors.py",
    "backend/acquire/__init__.py",
    "backend/acquire/sentences.py",
)
PACKAGES = ("backend/domain", "backend/evaluation")
README = """Each numbered folder is carried to the machine in a call of its own, in this order, while it keeps its disk:

    cat FOLDER/N/payload >> /tmp/payload.tar

The call that carries the last one goes on:

    mkdir -p /tmp/train && tar -C /tmp/train -xf /tmp/payload.tar && cd /tmp/train &&
    python3 scripts/train_verifier.py --data data --start start --out /tmp/run --device cuda --minutes 7 &&
    python3 -m scripts.training.pieces cut /tmp/run/mean /tmp/run/start /tmp/pieces && cp /tmp/run/log.jsonl $OUT

with a limit a little above the minutes; another call with --resume goes on. The pieces come back four a call
("cp /tmp/pieces/piece-0[0-3] $OUT", and SHA256SUMS). At home, with PIECES holding all of them:

    python scripts/training/from_int8.py JUDGE START
    python -m scripts.training.pieces join PIECES START TRAINED
    scripts/export_models --judge TRAINED --version VERSION
"""


def stage(folder: Path, data: Path, start: Path) -> None:
    """Write the pieces of an archive to FOLDER/1/payload, FOLDER/2/payload, …, and instructions to FOLDER/README.md."""
    folder.mkdir(parents=True, exist_ok=True)
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        for source, name in _members(data, start):
            tar.add(source, name)
    body = archive.getbuffer()
    count = -(-len(body) // FOLDER_BYTES)
    size = -(-len(body) // count)
    for number in range(count):
        piece = folder / str(number + 1) / "payload"
        piece.parent.mkdir(exist_ok=True)
        piece.write_bytes(body[number * size : (number + 1) * size])
    (folder / "README.md").write_text(README, encoding="utf-8")
    print(f"{folder}: {count} folders of {size / 2**20:.0f} MiB")


def _members(data: Path, start: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files to pack and their names in the archive."""
    for pattern in DATA:
        for path in sorted((data / "verifier").glob(pattern)):
            yield path, f"data/verifier/{path.relative_to(data / 'verifier')}"
    for path in sorted(start.iterdir()):
        yield path, f"start/{path.name}"
    code = [path for pattern in CODE for path in ROOT.glob(pattern)]
    for path in sorted(code + [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]):
        yield path, str(path.relative_to(ROOT))
