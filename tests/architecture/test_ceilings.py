"""Size limits, taken from the best quarter of comparable projects."""

from __future__ import annotations

from statistics import median

from tests.architecture.source import ROOT, FunctionNode, modules, product_code, texts_of_tests

FILE_LINES = 350
FILE_MEDIAN = 120
FUNCTION_LINES = 50
FUNCTION_MEDIAN = 10


def length(function: FunctionNode) -> int:
    """Return the number of lines from `def` to the end, including the docstring."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def test_files_are_short() -> None:
    assert [f"{module.path}: {module.lines}" for module in product_code() if module.lines > FILE_LINES] == []


def test_test_modules_stay_under_the_length_limit() -> None:
    sizes = {path: len(text.splitlines()) for path, text in texts_of_tests().items()}
    assert {path: lines for path, lines in sizes.items() if lines > FILE_LINES} == {}


def test_extension_files_are_short() -> None:
    files = [path for kind in ("*.js", "*.css", "*.html") for path in (ROOT / "chrome_extension").rglob(kind)]
    sizes = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert {path: lines for path, lines in sizes.items() if lines > FILE_LINES} == {}


def test_functions_are_short() -> None:
    long = [
        f"{module.path}:{function.lineno}: {function.name} has {length(function)} lines"
        for module in product_code()
        for function in module.functions()
        if length(function) > FUNCTION_LINES
    ]
    assert long == []


def test_medians_of_file_and_function_length_are_low() -> None:
    files = [module.lines for module in modules("backend")]
    functions = [length(function) for module in modules("backend") for function in module.functions()]
    assert median(files) <= FILE_MEDIAN
    assert median(functions) <= FUNCTION_MEDIAN
