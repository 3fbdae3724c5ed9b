"""A web server in a thread of the test's own process."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from waitress.server import BaseWSGIServer


@contextmanager
def in_thread(server: BaseWSGIServer) -> Iterator[None]:
    """A web server that runs in a thread of its own, and is ended in order."""
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        # The workers first: one that pulls a closed trigger writes into whatever file got its number since.
        server.task_dispatcher.shutdown()
        # Under the lock, or the loop may run the thunk, and close the trigger, before this thread has pulled it.
        with server.trigger.lock:
            server.trigger.thunks.append(partial(_close, server))
            server.trigger.pull_trigger()
        thread.join(5)


def _close(server: BaseWSGIServer) -> None:
    """The listener and every connection; called in the server's own loop, which ends with them."""
    for channel in tuple(server.active_channels.values()):
        channel.handle_close()
    server.close()
