"""A separate process that turns pages into articles, one after another: `python -m backend.acquire.worker`.

A parser that is stalled by a page holds the interpreter lock and cannot be stopped from within the process, but the
process can be killed. The process is started without secrets and with limited memory (except on Windows). A watchdog
ends the process even if no caller is waiting for it any longer.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import asdict, replace

from backend.acquire.frames import receive, send
from backend.acquire.parse import article, load
from backend.acquire.sentences import sentence_spans
from backend.domain.article import FetchedPage
from backend.errors import UnreadablePage

MAX_MEMORY = 1024**3
"""The limit on the address space, in bytes. The tree for eight megabytes of HTML takes about 300 MiB."""


def answer(page: FetchedPage) -> bytes:
    """Return {"article": …} or {"refused": …} as JSON, a format that is safe to read even if the parser is compromised."""
    try:
        found = article(page)
        # Split the sentences in this process, because a page can slow down the splitter as well.
        whole = replace(found, sentences=sentence_spans(found.text, found.language))
        return json.dumps({"article": asdict(whole)}).encode()
    except UnreadablePage as error:
        return json.dumps({"refused": str(error)}).encode()
    except (MemoryError, RecursionError):
        return json.dumps({"refused": "The page is too complicated to read."}).encode()


def _bound_memory() -> None:
    if sys.platform != "win32":
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


def main() -> None:
    """Respond to requests until the parent process closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bound_memory()
    source, target = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Redirect standard output, so that text printed by a library does not become part of a response.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    load()
    sentence_spans("Loads what is loaded once. Now.")
    send(target, b"ready")
    while (head := receive(source)) is not None and (body := receive(source)) is not None:
        fields = json.loads(head)
        # The timer's thread does not need the interpreter lock, so it can end the process at any time on every platform.
        faulthandler.dump_traceback_later(fields.pop("seconds"), exit=True)
        message = answer(FetchedPage(body=body, **fields))
        faulthandler.cancel_dump_traceback_later()
        send(target, message)


if __name__ == "__main__":
    main()
