"""Keeps the graph up to date by running the readers on trusted passages that they have not read yet."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

from backend.domain.article import Passage
from backend.domain.patience import never
from backend.errors import Cancelled, LanguageModelError, StorageError
from backend.knowledge.store import Store
from backend.knowledge.values import GraphReader
from backend.ports import Allowance

AT_ONCE = 500
"""Maximum number of passages for which `catch_up` waits (about 0.2 s). Further passages are read in the background."""
ALONE = "graph"
"""Name of the lock for slow readers.

Only one process at a time runs slow readers, so two processes never query a model about the same passages."""

log = logging.getLogger(__name__)


class GraphUpdater:
    """Runs every reader once on every trusted passage. After a crash, missing triples are extracted later.

    `now` returns the time as ISO 8601 in UTC. Slow readers (language models) run in the background within the daily
    allowance `questions` (S18), and do not run if `questions` is None.
    """

    def __init__(
        self,
        store: Store,
        readers: Sequence[GraphReader],
        now: Callable[[], str],
        *,
        questions: Allowance | None = None,
    ) -> None:
        self._store = store
        self._quick = tuple(reader for reader in readers if not reader.slow)
        self._slow = tuple(reader for reader in readers if reader.slow)
        self._now = now
        self._questions = questions
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._wanted = self._working = False

    def catch_up(self) -> None:
        """Run the readers on new passages. Raises StorageError.

        Returns after the quick readers have read up to 500 passages. The rest are read in the background.
        """
        left = AT_ONCE
        for reader in self._quick:
            while left > 0 and (batch := self._store.graph.unread(reader.reader, reader.version, reader.batch)):
                self._read_and_store(reader, batch)
                left -= len(batch)
        if (left <= 0 or self._slow) and not self._closing.is_set():
            self._in_background()

    def wait(self, timeout_s: float) -> bool:
        """Wait for the background work, and return whether it has finished."""
        work = self._thread
        if work is not None:
            work.join(timeout_s)
        return work is None or not work.is_alive()

    def close(self) -> None:
        """Stop the background work. Passages that have not been read yet are read after the next start."""
        self._closing.set()
        self.wait(30.0)

    def _in_background(self) -> None:
        with self._lock:
            self._wanted = True
            if self._thread is None or not self._working or not self._thread.is_alive():
                self._working = True
                self._thread = threading.Thread(target=self._work, name="graph-updater", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while self._take_request():
            self._read_remaining()

    def _take_request(self) -> bool:
        """Return whether work has been requested since the last call. Requests made as the thread ends are not lost."""
        with self._lock:
            wanted, self._wanted = self._wanted, False
            self._working = wanted
            return wanted

    def _read_remaining(self) -> None:
        try:
            for reader in self._quick:
                while not self._closing.is_set() and self._read_batch(reader):
                    pass
            if self._slow:
                with self._store.alone(ALONE) as acquired:
                    self._run_slow_readers(self._slow if acquired else ())
        except Cancelled:
            log.info("reading for the graph was interrupted")
        except LanguageModelError as error:
            log.info("the language model did not read for the graph, it is asked again later: %s", error)
        except StorageError as error:
            log.warning("the graph could not be kept in step: %s", error)

    def _run_slow_readers(self, slow: Sequence[GraphReader]) -> None:
        for reader in slow:
            while not self._closing.is_set() and self._read_batch(reader):
                pass

    def _read_batch(self, reader: GraphReader) -> bool:
        """Read one batch, and return False if no passages are unread or the allowance is used up."""
        batch = self._store.graph.unread(reader.reader, reader.version, reader.batch, seeds=not reader.slow)
        if not batch or (reader.slow and not (self._questions and self._questions.take())):
            return False
        self._read_and_store(reader, batch)
        return True

    def _read_and_store(self, reader: GraphReader, batch: Sequence[Passage]) -> None:
        stop = self._closing.is_set if reader.slow else never
        triples_of_batch = reader.read(batch, stop)
        triples_by_passage = {passage.id: triples for passage, triples in zip(batch, triples_of_batch, strict=True)}
        self._store.graph.keep(reader.reader, reader.version, triples_by_passage, self._now())
