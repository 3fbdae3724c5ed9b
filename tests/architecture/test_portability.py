"""Code that runs on a user's machine uses POSIX-only calls only with an alternative for Windows."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.architecture.source import ROOT, Module, modules, read_module

POSIX_MODULES = frozenset({"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog"})
POSIX_NAMES = frozenset(
    "os.fork os.forkpty os.kill os.killpg os.getuid os.geteuid os.getgid os.chown os.setsid os.mkfifo os.uname os.nice os.sysconf "
    "os.getpgid os.waitpid os.posix_spawn select.select select.poll select.epoll signal.SIGKILL signal.SIGALRM signal.SIGHUP "
    "signal.SIGUSR1 signal.SIGUSR2 signal.alarm signal.setitimer signal.pause multiprocessing.Process multiprocessing.Pool".split()
)
POSIX_ARGUMENTS = frozenset({"preexec_fn", "start_new_session", "process_group"})
POSIX_FOLDERS = ("/tmp", "/proc", "/dev/", "/var/", "/etc/")
# The replacement for each POSIX call on Windows.
ALTERNATIVES = {
    "backend/acquire/worker.py": "the memory of page workers is not bounded there",
    "backend/knowledge/lock.py": "msvcrt.locking",
    "backend/doctor/port_owner.py": "lsof, else the owner of the port is not named",
    "scripts/set_up.py": "msvcrt.locking",
}
WINDOWS_DEVICES = frozenset("aux con nul prn com1 com2 com3 com4 lpt1 lpt2 lpt3".split())
TEXT_METHODS = frozenset({"read_text", "write_text"})


def modules_for_users() -> list[Module]:
    """Return the files of the product and the code that `scripts/start` runs. Measurement tools run only on Linux."""
    product = [module for module in modules("backend") if not module.path.startswith("backend/evaluation/")]
    return [*product, read_module(ROOT / "scripts/set_up.py")]


def posix_uses(module: Module) -> Iterator[str]:
    for name, line in module.imports():
        if name.split(".")[0] in POSIX_MODULES or name in POSIX_NAMES:
            yield f"{module.path}:{line}: {name}"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node) in POSIX_NAMES:
            yield f"{module.path}:{node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.keyword) and node.arg in POSIX_ARGUMENTS:
            yield f"{module.path}:{node.lineno}: {node.arg}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(POSIX_FOLDERS):
            yield f"{module.path}:{node.lineno}: {node.value}"


def texts_without_encoding(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and opens_text(node) and not any(k.arg == "encoding" for k in node.keywords):
            yield f"{module.path}:{node.lineno}: {ast.unparse(node.func)}"


def opens_text(call: ast.Call) -> bool:
    """Return whether `open` opens a text file; False for a mode with "b", and for `open` methods that have no mode."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in TEXT_METHODS:
        return True
    if isinstance(call.func, ast.Name) and call.func.id == "open":
        modes = call.args[1:2]
    elif isinstance(call.func, ast.Attribute) and call.func.attr in {"open", "fdopen"}:
        modes = [argument for argument in call.args if isinstance(argument, ast.Constant) and is_mode(argument.value)]
        if not modes:
            return False
    else:
        return False
    return not any(isinstance(mode, ast.Constant) and "b" in str(mode.value) for mode in modes)


def is_mode(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 3 and set(value) <= set("rwaxbt+")


def test_posix_calls_have_an_alternative() -> None:
    without = [use for module in modules_for_users() if module.path not in ALTERNATIVES for use in posix_uses(module)]
    assert without == []


def test_every_listed_posix_alternative_is_still_needed() -> None:
    assert [path for path in ALTERNATIVES if not list(posix_uses(read_module(ROOT / path)))] == []


def test_text_files_name_their_encoding() -> None:
    assert [use for module in modules_for_users() for use in texts_without_encoding(module)] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import fcntl", 1),
        ("from os import fork", 1),
        ("os.kill(1, signal.SIGKILL)", 2),
        ("run(words, start_new_session=True)", 1),
        ("Path('/tmp/x')", 1),
        ("signal.signal(signal.SIGTERM, stop)", 0),
        ("path.read_text()", 1),
        ("path.open('w')", 1),
        ("path.open('rb')", 0),
        ("path.read_text(encoding='utf-8')", 0),
        ("shelf.open()", 0),
    ],
)
def test_the_rules_themselves(source: str, found: int) -> None:
    module = Module("m", "m", source, ast.parse(source), is_package=False)
    assert len([*posix_uses(module), *texts_without_encoding(module)]) == found


def test_file_names_are_valid_on_windows() -> None:
    folders = ("backend", "chrome_extension", "docs", "scripts", "tests")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
    lowered = Counter(path.relative_to(ROOT).as_posix().casefold() for path in paths)
    assert [name for name, count in lowered.items() if count > 1] == []
    bad = [path for path in paths if path.stem.casefold() in WINDOWS_DEVICES or set(path.name) & set('<>:"|?*\\')]
    assert bad == []


def test_git_does_not_convert_line_endings() -> None:
    assert "* -text" in (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()
