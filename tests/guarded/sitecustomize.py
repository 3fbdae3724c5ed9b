"""Installs the socket guard in child processes: Python runs this module at start-up if its folder is on PYTHONPATH."""

import os

import socket_guard

if os.environ.get("PYTHON_SOCKET_GUARD_LOG"):
    socket_guard.install(socket_guard.report_to_file(os.environ["PYTHON_SOCKET_GUARD_LOG"]))
