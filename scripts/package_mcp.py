"""Package Claimlight for AI assistants as one file, dist/claimlight-VERSION.mcpb: scripts/package_mcp [--out FOLDER].

The bundle is a zip file with an MCPB manifest of version 0.4 and a server of type "uv". It contains the program and the
models; the assistant's uv installs the packages that constraints.txt pins. The same sources produce the same bytes,
because names are sorted, times and permissions are fixed, and nothing is compressed (models hardly compress).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from backend import __version__
from backend.mcp_server.tools import DRAFT_PROMPT, TOOLS

ROOT = Path(__file__).resolve().parent.parent
EARLIEST = (1980, 1, 1, 0, 0, 0)
MODE = 0o100644 << 16
LEFT_OUT = frozenset({"__pycache__", "evaluation"})
ENTRY = "server/main.py"
MAIN = '''"""Starts Claimlight for the assistant that installed this bundle."""

import sys

from backend.cli import main

if __name__ == "__main__":
    sys.exit(main(["mcp", *sys.argv[1:]]))
'''
ICON = "icon.png"


def manifest() -> dict[str, Any]:
    """Return the bundle's manifest, built from the server's declarations."""
    return {
        "manifest_version": "0.4",
        "name": "claimlight",
        "display_name": "Claimlight",
        "version": __version__,
        "description": "Check claims, drafts and citations on your own computer, with quotes you can follow.",
        "author": {"name": "The Claimlight authors"},
        "license": "Apache-2.0",
        "icon": ICON,
        "keywords": ["fact-checking", "claims", "citations", "evidence"],
        "server": {
            "type": "uv",
            "entry_point": ENTRY,
            "mcp_config": {
                "command": "uv",
                "args": ["run", "--directory", "${__dirname}", ENTRY],
                "env": {"CLAIMLIGHT_OFFLINE": "${user_config.offline}"},
            },
        },
        "tools": [{"name": tool.name, "description": tool.description} for tool in TOOLS],
        "prompts": [
            {
                "name": "check_my_draft",
                "description": "Check the factual sentences of a draft.",
                "arguments": ["draft"],
                "text": f"{DRAFT_PROMPT}${{arguments.draft}}",
            }
        ],
        "compatibility": {"platforms": ["darwin", "linux", "win32"], "runtimes": {"python": ">=3.11"}},
        "user_config": {
            "offline": {
                "type": "boolean",
                "title": "Offline",
                "description": "Use the knowledge base only; send nothing to the web.",
                "default": False,
            }
        },
    }


def project() -> str:
    """Return the bundle's pyproject.toml, with the dependencies of Claimlight and its extra `mcp`, pinned as in constraints.txt."""
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*known["dependencies"], *known["optional-dependencies"]["mcp"]]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line for line in lines if line and not line.startswith(("#", "pip=="))]
    return (
        f'[project]\nname = "claimlight-bundle"\nversion = "{__version__}"\nrequires-python = "{known["requires-python"]}"\n'
        f"dependencies = {json.dumps(needed, indent=2)}\n\n[tool.uv]\npackage = false\n"
        f"constraint-dependencies = {json.dumps(pinned, indent=2)}\n"
    )


def contents() -> Iterator[tuple[str, bytes]]:
    """Yield (name, bytes) for every file, sorted by name."""
    made = {
        "manifest.json": (json.dumps(manifest(), ensure_ascii=False, indent=2) + "\n").encode(),
        "pyproject.toml": project().encode(),
        ENTRY: MAIN.encode(),
    }
    files = {ICON: ROOT / "chrome_extension" / "icons" / "128.png", "LICENSE": ROOT / "LICENSE"}
    for path in (ROOT / "backend").rglob("*"):
        if path.is_file() and not LEFT_OUT & set(path.relative_to(ROOT / "backend").parts[:-1]):
            files[f"server/{path.relative_to(ROOT).as_posix()}"] = path
    for name in sorted(made.keys() | files.keys()):
        yield name, made[name] if name in made else files[name].read_bytes()


def pack(out: Path) -> str:
    """Write the bundle and return its SHA-256."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in contents():
            info = zipfile.ZipInfo(name, EARLIEST)
            info.create_system, info.external_attr = 3, MODE
            archive.writestr(info, data)
    with out.open("rb") as written:
        return hashlib.file_digest(written, "sha256").hexdigest()


def main() -> int:
    """Write the bundle, and print its path, size and checksum."""
    parser = argparse.ArgumentParser(description="Pack Claimlight for assistants into an .mcpb bundle.")
    parser.add_argument(
        "--out", type=Path, default=ROOT / "dist", metavar="FOLDER", help="where to put it (default: dist)"
    )
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    bundle = options.out / f"claimlight-{__version__}.mcpb"
    checksum = pack(bundle)
    print(f"{bundle}\n{bundle.stat().st_size / 1e6:.0f} MB, sha256 {checksum}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
