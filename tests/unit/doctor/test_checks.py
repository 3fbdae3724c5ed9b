"""Every problem on a simulated machine is reported with an explanation and a fix."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from backend import __version__
from backend.doctor import findings
from backend.doctor.checks import Subject, examine
from backend.doctor.findings import Finding, Status
from backend.doctor.machine import Folder, Listener, Web
from backend.settings import Settings

ROOMY = Folder(writable=True, free=10 * 2**30)
REACHED = Web(skew_s=1.0)
FOUND = {"service": "claimlight", "version": __version__}


@dataclass(frozen=True, slots=True, kw_only=True)
class FakeMachine:
    """A simulated machine, by default without problems."""

    python_version: tuple[int, int, int] = (3, 13, 1)
    sqlite_version: tuple[int, int, int] = (3, 45, 0)
    faults: tuple[str, ...] = ()
    on_port: Listener | None = None
    refused: bool = False
    data: Folder = ROOMY
    proxy_names: tuple[str, ...] = ()
    found_web: Web = REACHED

    def python(self) -> tuple[int, int, int]:
        return self.python_version

    def sqlite(self) -> tuple[int, int, int]:
        return self.sqlite_version

    def model_faults(self) -> tuple[str, ...]:
        return self.faults

    def listener(self, settings: Settings) -> Listener | None:
        return self.on_port

    def refuses_origin(self, settings: Settings, origin: str) -> bool:
        return self.refused

    def folder(self, path: Path) -> Folder:
        return self.data

    def proxies(self) -> tuple[str, ...]:
        return self.proxy_names

    def web(self, now: datetime) -> Web:
        return self.found_web


def claimlight(**health: object) -> Listener:
    return Listener(message="Claimlight is already running.", hint="Stop it.", health={**FOUND, **health})


SOUND = Subject(machine=FakeMachine(), settings=Settings(_env_file=None), now=datetime(2026, 11, 24, tzinfo=UTC))
STRANGER = Listener(
    message="Another program already uses port 8737.", hint="Try --port 8738.", owner="nginx (process 7)"
)
UNREACHED = Web(error="Name or service not known")
BROKEN: Mapping[str, tuple[FakeMachine, str, str, str]] = {
    "old Python": (FakeMachine(python_version=(3, 10, 4)), "Python", "3.10.4", "Install a newer Python"),
    "old SQLite": (FakeMachine(sqlite_version=(3, 31, 1)), "Python", "SQLite 3.31.1", "Install a newer Python"),
    "damaged model": (FakeMachine(faults=("verifier/model.onnx is damaged.",)), "Models", "model.onnx", "reinstall"),
    "port taken": (FakeMachine(on_port=STRANGER), "Port", "It is nginx (process 7).", "--port 8738"),
    "disk full": (FakeMachine(data=Folder(writable=True, free=2**20)), "Data folder", "disk is full: 1 MiB", "space"),
    "read-only": (FakeMachine(data=Folder(writable=False, free=2**40)), "Data folder", "cannot be written", "--data-dir"),
    "no network": (FakeMachine(found_web=UNREACHED), "Network", "Name or service not known", "--offline"),
    "proxy": (FakeMachine(found_web=UNREACHED, proxy_names=("HTTPS_PROXY",)), "Proxy", "HTTPS_PROXY is set", "direct"),
    "clock ahead": (FakeMachine(found_web=Web(skew_s=3 * 86_400.0)), "Clock", "3 days ahead", "set its clock"),
    "clock behind": (FakeMachine(found_web=Web(skew_s=-7200.0)), "Clock", "2 hours behind", "set its clock"),
    "certificate": (
        FakeMachine(found_web=Web(error="self-signed", certificate_refused=True)), "Network", "self-signed", "filter"
    ),
    "origin refused by the service": (FakeMachine(on_port=claimlight(), refused=True), "Origin", "runs", "start it again"),
}  # fmt: skip


def problems(subject: Subject) -> list[Finding]:
    return [finding for finding in examine(subject) if finding.status is Status.PROBLEM]


def subject_on(machine: FakeMachine) -> Subject:
    return replace(SOUND, machine=machine)


def test_healthy_machine_has_no_findings() -> None:
    assert {finding.status for finding in examine(SOUND)} == {Status.OK}


@pytest.mark.parametrize("situation", BROKEN)
def test_problem_is_reported_with_its_fix(situation: str) -> None:
    machine, check, explained, repair = BROKEN[situation]
    (problem,) = problems(subject_on(machine))
    assert problem.check == check
    assert explained in problem.message
    assert repair in problem.repair


def test_refused_origin_is_named_with_its_setting() -> None:
    known = Settings(_env_file=None, allowed_origins="https://a.example")
    (problem,) = problems(replace(SOUND, settings=known, origin="chrome-extension://abc/"))
    assert "CLAIMLIGHT_ALLOWED_ORIGINS=https://a.example,chrome-extension://abc " in problem.repair
    assert problems(replace(SOUND, settings=known, origin="https://a.example/")) == []


@pytest.mark.parametrize(
    ("machine", "check"),
    [
        (FakeMachine(proxy_names=("http_proxy",)), "Proxy"),
        (FakeMachine(data=Folder(writable=True, free=500 * 2**20)), "Data folder"),
        (FakeMachine(on_port=claimlight(version="0.0.9")), "Port"),
    ],
)
def test_harmless_finding_is_a_note(machine: FakeMachine, check: str) -> None:
    assert problems(subject_on(machine)) == []
    assert [finding.check for finding in examine(subject_on(machine)) if finding.status is Status.NOTE] == [check]


def test_running_claimlight_is_not_a_problem() -> None:
    assert {finding.status for finding in examine(subject_on(FakeMachine(on_port=claimlight())))} == {Status.OK}


def test_offline_doctor_sends_no_web_requests() -> None:
    found = examine(
        replace(subject_on(FakeMachine(found_web=UNREACHED)), settings=Settings(_env_file=None, offline=True))
    )
    assert findings.healthy(found)


def test_token_is_reported_but_not_shown() -> None:
    found = examine(replace(SOUND, settings=Settings(_env_file=None, token=SecretStr("canary"))))
    assert "Token" in [finding.check for finding in found]
    assert "canary" not in findings.as_text(found)


def test_a_clone_restores_its_models_from_git() -> None:
    (problem,) = problems(replace(subject_on(FakeMachine(faults=("damaged",))), program="scripts/start"))
    assert problem.repair == "git checkout -- backend/models"


def test_text_report_contains_status_message_and_fix() -> None:
    text = findings.as_text(examine(subject_on(FakeMachine(on_port=STRANGER))))
    assert "problem  Port: Another program already uses port 8737. It is nginx (process 7).\n" in text
    assert "         Repair: Try --port 8738.\n" in text
    assert text.endswith("1 problem found.")
    assert findings.as_text(examine(SOUND)).endswith("Nothing is wrong.")


def test_report_is_available_as_json() -> None:
    report = json.loads(json.dumps(findings.as_json(examine(subject_on(FakeMachine(on_port=STRANGER))))))
    assert report["ok"] is False
    assert [found["check"] for found in report["findings"] if found["status"] == "problem"] == ["Port"]
