"""Split trained weights into pieces in half precision, for a machine that can return only small files.

    python -m scripts.training.pieces cut TRAINED START PIECES     # on that machine; TRAINED and START in full precision
    python -m scripts.training.pieces join PIECES START TRAINED    # locally; START from the same int8 model

Only the parameters that differ from START are transferred.
"""

from __future__ import annotations

import hashlib
import io
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PIECE_BYTES = 15_000_000
Array = NDArray[np.floating]
SUMS = "SHA256SUMS"


def changed(start: Mapping[str, Array], trained: Mapping[str, Array]) -> dict[str, NDArray[np.float16]]:
    """Return half-precision copies of the parameters that differ from `start`."""
    return {name: value.astype(np.float16) for name, value in trained.items() if not np.array_equal(value, start[name])}


def packed(arrays: Mapping[str, Array]) -> list[bytes]:
    """Return one archive of all arrays, split into pieces of at most PIECE_BYTES."""
    whole = io.BytesIO()
    np.savez(whole, **arrays)
    body = whole.getvalue()
    return [body[at : at + PIECE_BYTES] for at in range(0, len(body), PIECE_BYTES)]


def unpacked(pieces: list[bytes]) -> dict[str, Array]:
    """Return the arrays that `packed` split into these pieces."""
    with np.load(io.BytesIO(b"".join(pieces))) as found:
        return {name: found[name] for name in found.files}


def write_pieces(pieces: list[bytes], folder: Path) -> None:
    """Write the pieces as piece-00, piece-01, …, and their checksums to SHA256SUMS."""
    folder.mkdir(parents=True, exist_ok=True)
    sums = []
    for number, piece in enumerate(pieces):
        name = f"piece-{number:02}"
        (folder / name).write_bytes(piece)
        sums.append(f"{hashlib.sha256(piece).hexdigest()}  {name}\n")
    (folder / SUMS).write_text("".join(sums), encoding="utf-8")


def read_pieces(folder: Path) -> list[bytes]:
    """Return the pieces that `write_pieces` wrote. Raises SystemExit if a piece is missing or damaged."""
    out = []
    for line in (folder / SUMS).read_text(encoding="utf-8").splitlines():
        digest, name = line.split()
        piece = (folder / name).read_bytes() if (folder / name).is_file() else b""
        if hashlib.sha256(piece).hexdigest() != digest:
            raise SystemExit(f"{folder / name} is missing or damaged")
        out.append(piece)
    return out


def cut(trained: Path, start: Path, folder: Path) -> None:
    """Write those weights of `trained` that differ from `start` to `folder`, as pieces."""
    from safetensors.numpy import load_file

    write_pieces(packed(changed(*(load_file(one / "model.safetensors") for one in (start, trained)))), folder)


def join(folder: Path, start: Path, trained: Path) -> None:
    """Write the pieces and the unchanged weights of `start` to the folder `trained`, for `scripts/export_models`."""
    from safetensors.numpy import load_file, save_file

    found = {name: value.astype(np.float32) for name, value in unpacked(read_pieces(folder)).items()}
    trained.mkdir(parents=True, exist_ok=True)
    save_file(load_file(start / "model.safetensors") | found, trained / "model.safetensors", {"format": "pt"})
    for name in ("config.json", "tokenizer.json"):
        shutil.copyfile(start / name, trained / name)


if __name__ == "__main__":
    {"cut": cut, "join": join}[sys.argv[1]](*map(Path, sys.argv[2:5]))
