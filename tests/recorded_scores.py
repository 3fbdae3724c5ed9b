"""Recorded scores of the shipped verifier for the text pairs that every test run judges.

Judging these pairs took a minute and a half per run. A recording is valid only for the same weights and calibration; for
others it is empty, and every pair is judged. One pair in 32 is always judged, to detect changes in the code around the model.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from backend.domain.evidence import StanceScores, StanceThresholds
from backend.ports import Verifier

Pair = tuple[str, str]
SAMPLE = 32
CLOSE = 0.1
"""Tolerance for a probability, larger than the usual rounding difference between processors."""
TOLERATED = 3
"""Number of pairs that may differ by more: near the screen's threshold, rounding decides which model judges."""
_KEY_BYTES = 12


class RecordedScores:
    """The scores read from a file, and the new scores to add to that file."""

    def __init__(self, path: Path, manifests: Iterable[Path]) -> None:
        self._path = path
        self._models = hashlib.sha256(b"\0".join(manifest.read_bytes() for manifest in manifests)).hexdigest()
        self._known = self._read()
        self._fresh: dict[bytes, StanceScores] = {}

    def get(self, pair: Pair) -> StanceScores | None:
        """Return the recorded score, or None."""
        return self._known.get(_key(pair))

    def put(self, pair: Pair, scores: StanceScores) -> None:
        """Store a score until `write` is called."""
        self._fresh[_key(pair)] = scores

    def write(self) -> None:
        """Add the new scores to the file. Several processes may do so at the same time."""
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            whole = dict(sorted((self._read() | self._fresh).items()))
            keys = np.frombuffer(b"".join(whole), dtype=np.uint8).reshape(-1, _KEY_BYTES)
            rows = np.array([(one.supports, one.refutes, one.neutral) for one in whole.values()])
            np.savez_compressed(self._path, models=self._models, keys=keys, scores=rows)
        finally:
            os.close(folder)

    def __len__(self) -> int:
        return len(self._known)

    def _read(self) -> dict[bytes, StanceScores]:
        if not self._path.exists():
            return {}
        with np.load(self._path) as record:
            if str(record["models"]) != self._models:
                return {}
            keys, rows = record["keys"], record["scores"].tolist()
        return {
            key.tobytes(): StanceScores(supports=supports, refutes=refutes, neutral=neutral)
            for key, (supports, refutes, neutral) in zip(keys, rows, strict=True)
        }


class RecordedVerifier:
    """A `Verifier` (backend.ports) that forwards unrecorded pairs and a sample of the recorded ones to the real verifier."""

    def __init__(self, verifier: Verifier, record: RecordedScores) -> None:
        self._verifier = verifier
        self._record = record
        self._differing: set[Pair] = set()

    @property
    def model_id(self) -> str:
        return self._verifier.model_id

    @property
    def thresholds(self) -> StanceThresholds:
        return self._verifier.thresholds

    def judge(self, pairs: Sequence[Pair]) -> tuple[StanceScores, ...]:
        """Score the pairs, and fail if the recorded scores differ from the verifier's."""
        known = {pair: scores for pair in pairs if (scores := self._record.get(pair)) is not None}
        wanted = [pair for pair in dict.fromkeys(pairs) if pair not in known or in_sample(pair)]
        read = dict(zip(wanted, self._verifier.judge(wanted), strict=True)) if wanted else {}
        for pair, scores in read.items():
            self._record.put(pair, scores)
            if pair in known and distance(scores, known[pair]) > CLOSE:
                self._differing.add(pair)
        assert len(self._differing) <= TOLERATED, f"the recorded scores are not the verifier's: {self._differing}"
        return tuple(known.get(pair) or read[pair] for pair in pairs)


def in_sample(pair: Pair) -> bool:
    """Return whether a recorded pair belongs to the sample that is judged."""
    return _key(pair)[0] % SAMPLE == 0


def distance(one: StanceScores, other: StanceScores) -> float:
    """Return the largest difference between two probabilities."""
    return max(abs(getattr(one, name) - getattr(other, name)) for name in ("supports", "refutes", "neutral"))


def _key(pair: Pair) -> bytes:
    return hashlib.blake2b("\0".join(pair).encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES).digest()
