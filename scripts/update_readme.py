"""Generate .env.example and the settings table in README.md from backend/settings.py. A test checks both."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from backend.cli import variables
from backend.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- settings: written by scripts/update_readme.py -->", "<!-- end of settings -->"
ENV_HEAD = """# Copy this file to .env and take the # away from what you want to change. Nothing here is needed.
"""


class SettingRow(NamedTuple):
    """One setting as shown to users."""

    variable: str
    default: str
    description: str


def default(name: str, field: FieldInfo) -> str:
    """Return the default value in the notation of .env, or "" if there is no default."""
    if name == "data_dir":
        return ""
    value = field.default
    if value is None or value is PydanticUndefined:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def rows() -> Iterator[SettingRow]:
    """Yield every setting in the order of the class `Settings`."""
    for name, field in Settings.model_fields.items():
        yield SettingRow(variables(name)[-1], default(name, field), field.description or "")


def table() -> str:
    """Return the settings as a Markdown table."""
    lines = ["| variable | default | what it does |", "|---|---|---|"]
    for row in rows():
        shown = f"`{row.default}`" if row.default else ""
        lines.append(f"| `{row.variable}` | {shown} | {row.description} |")
    return "\n".join(lines)


def env_example() -> str:
    """Return the content of .env.example."""
    return ENV_HEAD + "".join(f"\n# {row.description}\n# {row.variable}={row.default}\n" for row in rows())


def with_table(readme: str) -> str:
    """Return the README with a new table between the two markers. Raises ValueError if a marker is missing."""
    head, begin, rest = readme.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"README.md lacks {BEGIN!r} or {END!r}")
    return f"{head}{BEGIN}\n{table()}\n{END}{tail}"


def main() -> int:
    """Rewrite both files."""
    readme = ROOT / "README.md"
    readme.write_text(with_table(readme.read_text(encoding="utf-8")), encoding="utf-8")
    (ROOT / ".env.example").write_text(env_example(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
