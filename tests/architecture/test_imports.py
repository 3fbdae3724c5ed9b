"""Imports go one way only: domain, errors -> settings, ports -> stages, adapters -> pipeline -> bootstrap -> entry points."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

import pytest

from tests.architecture.source import Module, modules

STAGES = frozenset(
    {"claims", "graph", "knowledge", "search", "acquire", "rank", "stance", "trust", "verdict", "providers"}
)
EDGES = frozenset(
    {
        "app",
        "api",
        "jobs",
        "cli",
        "commands",
        "extension_folder",
        "autostart",
        "doctor",
        "mcp_server",
        "terminal",
        "remote",
        "__main__",
    }
)
BASE = frozenset({"domain", "errors"})
CONTRACTS = BASE | {"settings", "ports", "sources", "model_files"}
BELOW_PIPELINE = CONTRACTS | (STAGES - {"providers"})
MAY_IMPORT = {
    "domain": BASE,
    "errors": frozenset[str](),
    # Information about publishers. Every stage may import this package, which itself imports no stage.
    "sources": BASE,
    # Reads and checks the files of bundled models. Any stage with a bundled model may import this module.
    "model_files": BASE,
    "settings": BASE,
    "ports": BASE,
    # The messages for users, read from the extension's folder.
    "messages": BASE | {"extension_folder"},
    # Turns results into views. Views do not depend on how results are produced or rendered.
    "view": BASE | {"messages"},
    **dict.fromkeys(STAGES, CONTRACTS),
    # The parser of statements uses the same word lists as the claim splitter.
    "graph": CONTRACTS | {"claims"},
    "pipeline": BELOW_PIPELINE,
    "bootstrap": BELOW_PIPELINE | {"providers", "pipeline", "api", "jobs"},
    **{edge: BELOW_PIPELINE | EDGES | {"pipeline", "bootstrap", "messages", "view"} for edge in EDGES},
    # The doctor also checks the model files.
    "doctor": BELOW_PIPELINE | EDGES | {"providers"},
    # Evaluation measures every part, and no part of the product imports evaluation.
    "evaluation": BELOW_PIPELINE | EDGES | {"providers", "pipeline", "bootstrap"},
}
# Concrete classes are created in bootstrap. Evaluation builds its own pipelines, and errors of stages are plain values.
MAKERS = frozenset({"bootstrap", "evaluation"})


def package_of(dotted: str) -> str:
    """ "backend.rank.order" -> "rank"; the package itself -> ""."""
    parts = dotted.split(".")
    return parts[1] if len(parts) > 1 else ""


def wrong_imports(module: Module, known: frozenset[str]) -> Iterator[str]:
    """Yield the module's imports of our own code that the layer rules forbid."""
    room = package_of(module.name)
    allowed = MAY_IMPORT.get(room)
    for target, line in module.imports():
        other = package_of(target)
        if target.split(".")[0] != "backend" or other not in known or other == room or not room:
            continue
        if allowed is None or other not in allowed:
            yield f"{module.path}:{line}: {room} may not import {other}"


def packages() -> frozenset[str]:
    """Return the folders and files directly below backend/."""
    return frozenset(package_of(module.name) for module in modules("backend")) - {""}


def test_every_package_belongs_to_a_layer() -> None:
    assert packages() <= MAY_IMPORT.keys()


def test_imports_only_point_to_lower_layers() -> None:
    known = packages()
    assert [wrong for module in modules("backend") for wrong in wrong_imports(module, known)] == []


@pytest.mark.parametrize(
    ("name", "source", "ok"),
    [
        ("backend.rank.order", "from backend.domain.claim import Claim", True),
        ("backend.rank.order", "from backend.rank import features", True),
        ("backend.rank.order", "from backend.stance.judge import judge", False),
        ("backend.rank.order", "from backend import stance", False),
        ("backend.rank.order", "from ..stance import judge", False),
        ("backend.rank.order", "from . import features", True),
        ("backend.rank.order", "from backend.sources.constants import SOURCE_CONSTANTS", True),
        ("backend.sources.registry", "from backend.knowledge.store import Store", False),
        ("backend.rank.order", "def f():\n    import backend.pipeline", False),
        ("backend.domain.claim", "from backend.settings import Settings", False),
        ("backend.pipeline", "from backend.providers.embedder import X", False),
        ("backend.bootstrap", "from backend.providers.embedder import X", True),
        ("backend.api.verify", "from backend.jobs.runner import Runner", True),
        ("backend.stance.judge", "from backend.api.wire import x", False),
        ("backend.evaluation.report", "from backend.providers.verifier import X", True),
        ("backend.bootstrap", "from backend.evaluation.metrics import x", False),
        ("backend.api.verify", "from backend.evaluation.metrics import x", False),
    ],
)
def test_the_rule_itself(name: str, source: str, ok: bool) -> None:
    module = Module(name, name, source, ast.parse(source), is_package=False)
    assert (not list(wrong_imports(module, frozenset(MAY_IMPORT)))) is ok


def test_domain_imports_only_the_standard_library() -> None:
    inner = [*modules("backend/domain"), *modules("backend/errors.py")]
    foreign = [
        f"{module.path}:{line}: {target}"
        for module in inner
        for target, line in module.imports()
        if (top := target.split(".")[0]) not in sys.stdlib_module_names and top != "backend"
    ]
    assert inner
    assert foreign == []


def is_value(node: ast.ClassDef) -> bool:
    """Return whether the class is a value (dataclass, enumeration, tuple, exception) and not a service."""
    decorated = any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list)
    bases = " ".join(ast.unparse(base) for base in node.bases)
    return decorated or any(
        word in bases for word in ("Enum", "NamedTuple", "TypedDict", "BaseModel", "Error", "Exception")
    )


def services() -> frozenset[str]:
    """Return the dotted names of the classes in stages and adapters that provide a service."""
    return frozenset(
        f"{module.name}.{node.name}"
        for module in modules("backend")
        if package_of(module.name) in STAGES | {"sources"}
        for node in module.tree.body
        if isinstance(node, ast.ClassDef) and not is_value(node)
    )


def classes_constructed_in(module: Module, made: frozenset[str]) -> Iterator[str]:
    """Yield the calls of a service class that the module imported from another package."""
    room = package_of(module.name)
    names = {
        target.rsplit(".", 1)[-1] for target, _ in module.imports() if target in made and package_of(target) != room
    }
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield f"{module.path}:{node.lineno}: makes {node.func.id}"


def test_only_bootstrap_constructs_services() -> None:
    made = services()
    others = [module for module in modules("backend") if package_of(module.name) not in MAKERS]
    assert made
    assert [found for module in others for found in classes_constructed_in(module, made)] == []


def module_edges(known: frozenset[str]) -> dict[str, set[str]]:
    """Return the modules that each module imports at import time. Imports inside functions are deliberately deferred."""
    graph: dict[str, set[str]] = {}
    for module in modules("backend"):
        top = Module(module.name, module.path, "", ast.Module(runtime_statements(module.tree), []), module.is_package)
        targets = {name for target, _ in top.imports() for name in (target, target.rpartition(".")[0])}
        graph[module.name] = (targets & known) - {module.name}
    return graph


def runtime_statements(tree: ast.Module) -> list[ast.stmt]:
    """Return the top-level statements, except those under `if TYPE_CHECKING`."""
    return [node for node in tree.body if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))]


def test_no_import_cycle() -> None:
    graph = module_edges(frozenset(module.name for module in modules("backend") if not module.is_package))
    done: set[str] = set()
    while True:
        free = {name for name, needs in graph.items() if name not in done and needs <= done}
        if not free:
            break
        done |= free
    assert sorted(graph.keys() - done) == []
