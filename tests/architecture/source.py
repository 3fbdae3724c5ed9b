"""Reads the repository's own source for the architecture tests."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Module:
    """One Python file: `name` is dotted ("backend.rank.order"), `path` relative to the repository."""

    name: str
    path: str
    text: str
    tree: ast.Module
    is_package: bool

    @property
    def lines(self) -> int:
        """The number of lines."""
        return len(self.text.splitlines())

    def functions(self) -> Iterator[FunctionNode]:
        """Yield every function and method, including nested ones."""
        for node in ast.walk(self.tree):
            if isinstance(node, FunctionNode):
                yield node

    def imports(self) -> Iterator[tuple[str, int]]:
        """Yield (dotted name, line) for every import; `from a import b` gives "a.b"."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((alias.name, node.lineno) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                origin = self._origin(node)
                yield from ((f"{origin}.{alias.name}", node.lineno) for alias in node.names)

    def _origin(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        steps_up = node.level - int(self.is_package)
        parts = self.name.split(".")
        parent = parts[: len(parts) - steps_up]
        return ".".join([*parent, *([node.module] if node.module else [])])


def read_module(path: Path, root: Path = ROOT) -> Module:
    """Parse one file."""
    relative = path.relative_to(root)
    is_package = path.name == "__init__.py"
    parts = relative.with_suffix("").parts
    name = ".".join(parts[:-1] if is_package else parts)
    text = path.read_text(encoding="utf-8")
    return Module(name, str(relative), text, ast.parse(text), is_package)


def is_python_script(path: Path) -> bool:
    """Return whether the file is named *.py or its first line names Python."""
    if path.suffix == ".py":
        return True
    if path.suffix or not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.readline().startswith(b"#!") and b"python" in path.read_bytes().splitlines()[0]


@cache
def modules(folder: str) -> tuple[Module, ...]:
    """Return every Python file below the folder (or the file itself), in order.

    Garbage collection is suspended meanwhile and then ignores the millions of nodes, which would treble the time.
    """
    gc.disable()
    try:
        return _modules(folder)
    finally:
        gc.freeze()
        gc.enable()


def _modules(folder: str) -> tuple[Module, ...]:
    return tuple(read_module(path) for path in python_files(folder))


def python_files(folder: str) -> list[Path]:
    """Return the paths of every Python file below the folder (or of the file itself), in order."""
    start = ROOT / folder
    files = [start] if start.is_file() else [path for path in start.rglob("*") if is_python_script(path)]
    return [path for path in sorted(files) if "__pycache__" not in path.parts]


@cache
def texts_of_tests() -> dict[str, str]:
    """Return the text of every Python file of the tests by path. Parsing all of them would take most of a second."""
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in python_files("tests")}


def product_code() -> tuple[Module, ...]:
    """The code that ships: backend/, scripts/ and seed_kb.py."""
    seed = modules("seed_kb.py") if (ROOT / "seed_kb.py").is_file() else ()
    return (*modules("backend"), *modules("scripts"), *seed)
