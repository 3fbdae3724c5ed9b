"""Tests the bundled models with a missing, truncated, overwritten or altered file. Loading must fail with a ModelError."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from backend.errors import ModelError
from backend.providers.embedder import OnnxEmbedder
from backend.providers.onnx_model import BUNDLED, JUDGE
from backend.providers.verifier import OnnxVerifier
from scripts.outages import OutageOptions
from scripts.outages.report import OutageRow

GROUP = "models"
Damage = Callable[[Path], None]


def _truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _overwrite(file: Path) -> None:
    file.write_bytes(b"\x5a" * file.stat().st_size)


def _flip_byte(file: Path) -> None:
    """Change one byte. The file still loads, but its checksum differs."""
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0xFF
    file.write_bytes(content)


WAYS: dict[str, Damage] = {
    "missing": Path.unlink,
    "truncated": _truncate,
    "garbage": _overwrite,
    "one byte": _flip_byte,
}
FILES = ("model.onnx", "tokenizer.json", "manifest.json")
LOADERS: dict[str, Callable[[Path], object]] = {
    "embedder": lambda folder: OnnxEmbedder(folder, 1),
    "verifier": lambda folder: OnnxVerifier(folder, 1),
    JUDGE: lambda folder: OnnxVerifier(folder, 1),
}


def run(options: OutageOptions) -> Iterable[OutageRow]:
    """Yield a report row for each file of each model and each kind of damage."""
    for model, load in LOADERS.items():
        for file in FILES:
            for way, damage in WAYS.items():
                # A changed byte in the manifest is not always detectable, because the manifest itself has no checksum.
                if options.wants(f"{GROUP} {model} {way}") and (file, way) != ("manifest.json", "one byte"):
                    yield _row(model, load, file, (way, damage))


def _row(model: str, load: Callable[[Path], object], file: str, how: tuple[str, Damage]) -> OutageRow:
    way, damage = how
    with tempfile.TemporaryDirectory(prefix="claimlight-faults-") as room:
        folder = Path(room) / model
        shutil.copytree(BUNDLED / model, folder)
        damage(folder / file)
        begin = time.monotonic()
        problem, told = "it was loaded all the same", ""
        try:
            load(folder)
        except ModelError as error:
            problem, told = "", str(error)
        except Exception as error:  # noqa: BLE001 - any error other than ModelError is a finding
            problem = f"{type(error).__name__}: {error}"
        seconds = round(time.monotonic() - begin, 2)
    return OutageRow(group=GROUP, part=f"{model}: {file}", way=way, problem=problem, told=told, seconds=seconds)
