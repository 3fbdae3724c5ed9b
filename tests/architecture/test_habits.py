"""Rules that no linter checks: where errors may be caught broadly, how tests use fakes, and that modules have docstrings."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.source import ROOT, Module, modules, product_code, read_module, texts_of_tests

# The boundaries of stages, API and jobs, where every error must become an issue or an error response.
EDGES = ("backend/pipeline/", "backend/app.py", "backend/api/", "backend/jobs/")
# One handler per file, each with its reason. A second one in the same file is not permitted.
ALLOWED = {
    "backend/mcp_server/server.py": "the edge of the process: the assistant gets a reference into the log, the server lives on",
    "backend/domain/patience.py": "carries what was raised in a helper thread to the caller's thread, unchanged",
    "backend/acquire/reader.py": "the edge of the acquire stage: a page may break any parser; becomes a FetchError, then an Issue",
    "backend/search/asker.py": "the edge of the search stage: an answer may break any engine; becomes an EngineFailed, then an Issue",
}
BROAD = frozenset({"Exception", "BaseException"})
PATCHING = ("unittest.mock", "mock.patch", "monkeypatch.setattr", "monkeypatch.setitem", "mocker.")
THIS = "tests/architecture/test_habits.py"


def caught_names(handler: ast.ExceptHandler) -> set[str]:
    """Return the names of the classes that the handler catches; a bare `except` catches BaseException."""
    if handler.type is None:
        return {"BaseException"}
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {ast.unparse(kind).rsplit(".", 1)[-1] for kind in kinds}


def broad_handlers(module: Module) -> Iterator[ast.ExceptHandler]:
    """Yield the handlers that catch everything and do not re-raise it at once."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ExceptHandler) and caught_names(node) & BROAD and not raises_last(node):
            yield node


def raises_last(handler: ast.ExceptHandler) -> bool:
    """Return whether the handler only cleans up, that is, whether its last statement re-raises an error."""
    return isinstance(handler.body[-1], ast.Raise)


def is_silent(handler: ast.ExceptHandler) -> bool:
    """Return whether the error is lost, because the handler neither calls anything nor keeps the error."""
    inside = [node for statement in handler.body for node in ast.walk(statement)]
    kept = any(isinstance(node, ast.Name) and node.id == handler.name for node in inside)
    return not kept and not any(isinstance(node, ast.Call | ast.Raise) for node in inside)


def test_broad_excepts_occur_only_at_the_edges() -> None:
    inside = [
        f"{module.path}:{handler.lineno}"
        for module in modules("backend")
        if not module.path.startswith(EDGES)
        for handler in list(broad_handlers(module))[int(module.path in ALLOWED) :]
    ]
    assert inside == []


def test_every_allowed_broad_except_is_still_used() -> None:
    assert [path for path in ALLOWED if not list(broad_handlers(read_module(ROOT / path)))] == []


def test_no_broad_except_is_silent() -> None:
    silent = [
        f"{module.path}:{handler.lineno}"
        for module in product_code()
        for handler in broad_handlers(module)
        if is_silent(handler)
    ]
    assert silent == []


@pytest.mark.parametrize(
    ("body", "broad"),
    [
        ("except ValueError: pass", False),
        ("except Exception: pass", True),
        ("except: x = 1", True),
        ("except (OSError, Exception): x = 1", True),
        ("except builtins.Exception: x = 1", True),
        ("except BaseException: clean(); raise", False),
    ],
)
def test_broad_handlers_are_recognised(body: str, broad: bool) -> None:
    tree = ast.parse(f"try:\n    f()\n{body}")
    assert bool(list(broad_handlers(Module("m", "m", "", tree, is_package=False)))) is broad


def test_tests_do_not_patch() -> None:
    texts = {path: text for path, text in texts_of_tests().items() if path != THIS}
    assert [f"{path}: {word}" for path, text in texts.items() for word in PATCHING if word in text] == []


def test_only_command_line_modules_print() -> None:
    prints = [
        f"{module.path}:{node.lineno}"
        for module in modules("backend")
        if module.path not in {"backend/cli.py", "backend/__main__.py"}
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert prints == []


def test_every_module_has_a_docstring() -> None:
    assert [module.path for module in product_code() if not ast.get_docstring(module.tree)] == []


def test_no_todo_comments_remain() -> None:
    words = ("TO" + "DO", "FIX" + "ME", "XX" + "X", "NotImplemented" + "Error")
    left = [f"{module.path}: {word}" for module in product_code() for word in words if word in module.text]
    assert left == []


def test_stage_results_are_immutable() -> None:
    thawed = [
        f"{module.path}:{node.lineno}: {node.name}"
        for module in modules("backend/domain")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
        for decorator in node.decorator_list
        if ast.unparse(decorator).startswith("dataclass") and "frozen=True" not in ast.unparse(decorator)
    ]
    assert thawed == []


def test_promised_files_exist() -> None:
    wanted = ("README.md", "CHANGELOG.md", "LICENSE", ".env.example", ".ci/run", "scripts/start", "scripts/test")
    assert [name for name in wanted if not (ROOT / name).is_file()] == []
    assert "Apache License" in (ROOT / "LICENSE").read_text(encoding="utf-8")[:200]
