"""scripts/package_mcp creates a self-contained MCPB bundle (manifest 0.4) that starts from its own folder."""

from __future__ import annotations

import json
import sys
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from scripts import package_mcp
from tests.raw_client import raw_client

TEXT = {"type": "string", "minLength": 1}
TEXTS = {"type": "array", "items": TEXT}


def record(required: Mapping[str, Any], **optional: Any) -> dict[str, Any]:
    """Return the schema of a JSON object without additional properties."""
    return {
        "type": "object", "properties": {**required, **optional}, "required": [*required], "additionalProperties": False,
    }  # fmt: skip


LAUNCH = record({"command": TEXT}, args=TEXTS, env={"type": "object", "additionalProperties": TEXT})
SERVER = record({"type": {"const": "uv"}, "entry_point": TEXT}, mcp_config=LAUNCH)
OPTION = record(
    {"type": {"enum": ["string", "number", "boolean", "directory", "file"]}, "title": TEXT, "description": TEXT},
    default={},
)
MANIFEST = record(
    {
        "manifest_version": {"const": "0.4"}, "name": TEXT, "version": TEXT, "description": TEXT,
        "author": record({"name": TEXT}), "server": SERVER,
    },
    display_name=TEXT, license=TEXT, icon=TEXT, keywords=TEXTS,
    tools={"type": "array", "items": record({"name": TEXT}, description=TEXT)},
    prompts={"type": "array", "items": record({"name": TEXT, "text": TEXT}, description=TEXT, arguments=TEXTS)},
    compatibility=record({}, platforms=TEXTS, runtimes=record({}, python=TEXT)),
    user_config={"type": "object", "additionalProperties": OPTION},
)  # fmt: skip
"""The part of the specification that the bundle uses. Like the specification, the schema permits no unknown fields."""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle without the large model files, which are not needed to list the tools."""
    folder = tmp_path_factory.mktemp("bundle")
    package_mcp.pack(folder / "claimlight.mcpb")
    with zipfile.ZipFile(folder / "claimlight.mcpb") as archive:
        for info in archive.infolist():
            if info.file_size < 1_000_000:
                archive.extract(info, folder)
        names = {Path(name) for name in archive.namelist()}
    (folder / "claimlight.mcpb").unlink()
    shipped = {path for path in package_mcp.ROOT.joinpath("backend", "models").rglob("*") if path.is_file()}
    assert {Path("server") / path.relative_to(package_mcp.ROOT) for path in shipped} <= names
    return folder


def test_bundle_manifest_follows_the_specification(unpacked: Path) -> None:
    manifest = json.loads((unpacked / "manifest.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(MANIFEST).validate(manifest)
    assert (unpacked / manifest["icon"]).read_bytes().startswith(b"\x89PNG")
    assert (unpacked / manifest["server"]["entry_point"]).is_file()


def test_bundle_requires_the_packages_of_this_version(unpacked: Path, root: Path) -> None:
    bundle = tomllib.loads((unpacked / "pyproject.toml").read_text(encoding="utf-8"))
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert bundle["project"]["dependencies"] == [*project["dependencies"], *project["optional-dependencies"]["mcp"]]
    assert "mcp==2.3.0" in bundle["tool"]["uv"]["constraint-dependencies"]


def test_bundle_starts_from_its_folder_and_declares_its_tools(unpacked: Path) -> None:
    manifest = json.loads((unpacked / "manifest.json").read_text(encoding="utf-8"))
    command = [sys.executable, manifest["server"]["entry_point"]]
    environment = {"CLAIMLIGHT_OFFLINE": "true", "CLAIMLIGHT_DATA_DIR": str(unpacked / "data")}
    with raw_client(command, folder=unpacked, environment=environment) as client:
        client.request("tools/list", {})
        tools = client.read()["result"]["tools"]
    assert {tool["name"] for tool in tools} == {tool["name"] for tool in manifest["tools"]}
