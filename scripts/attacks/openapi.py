"""Run Schemathesis with the service's OpenAPI description. No response may be a 5xx or deviate from the description.

The status, type, headers and body of every response are compared with /api/openapi.json. Undocumented methods must be
rejected. Job ids from responses are passed to the routes that accept a job id.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from backend.errors import ConfigurationError
from scripts.attacks import AttackOptions
from scripts.attacks.report import AttackRow
from scripts.attacks.service import real_service

GROUP = "openapi"
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
    "response_schema_conformance,unsupported_method,negative_data_rejection"
)
EXAMPLES = 60
"""Number of examples per operation, unless --rows is given."""
_REFUSED = "[checks.negative_data_rejection]\nexpected-statuses = [400, 401, 403, 404, 405, 409, 413, 415]\n"
_LIMIT_S = 1_800
_EXAMPLES_SHOWN = 8


def run(options: AttackOptions) -> Iterable[AttackRow]:
    """Yield one report row with the numbers of generated and failed test cases."""
    with real_service() as served, tempfile.TemporaryDirectory() as folder:
        yield from fuzz(f"http://127.0.0.1:{served.port}", Path(folder), examples=options.suites.rows or EXAMPLES)


def fuzz(url: str, folder: Path, *, examples: int) -> Iterable[AttackRow]:
    """Run Schemathesis in a separate process. Raises ConfigurationError if Schemathesis writes no report."""
    report = folder / "report.json"
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{url}/api/openapi.json", "--checks", CHECKS, "--seed", "6", "--max-examples",
        str(examples), "--no-shrink", "--generation-database", "none", "--continue-on-failure", "--request-timeout", "60",
        "--report-json-path", str(report),
        # The form endpoint accepts requests only from the service's own page.
        "--header", f"Origin:{url}",
    ]  # fmt: skip
    (folder / "schemathesis.toml").write_text(_REFUSED, encoding="utf-8")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_LIMIT_S, check=False)
    if not report.is_file():
        raise ConfigurationError("schemathesis did not run.", hint=(done.stdout + done.stderr)[-2_000:])
    yield _row(json.loads(report.read_text(encoding="utf-8")), done)


def _row(report: Any, done: subprocess.CompletedProcess[str]) -> AttackRow:
    cases = report["test_cases"]
    found = [f"{one['title']} ({one['count']}): {', '.join(one['operations'])}" for one in report["failures"]]
    found += [f"it stopped early: {done.stdout[-300:]}"] * (not report["complete"] or bool(report["errors"]))
    return AttackRow(
        group=GROUP, attack="schemathesis", variant=f"{report['operations']['tested']} operations", tried=cases["generated"],
        through=max(cases["with_failures"], len(found)), examples=tuple(found[:_EXAMPLES_SHOWN]), seconds=round(report["running_time"], 1),
    )  # fmt: skip
