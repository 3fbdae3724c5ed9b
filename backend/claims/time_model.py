"""The time-frame model: one hidden layer on top of the embedder's vector and the features computed by `features`.

The model predicts whether a claim is about the present, a past or named time, or something that does not change. For
the present, it also predicts how fast the state changes. `scripts/train_time_frame` trains the model in seconds;
`docs/claim-models.md` has the measurements.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from backend.claims.features import NAMES, features
from backend.claims.weights import load_weights
from backend.domain.time_frame import Change, Frame, TimeFrame
from backend.errors import ModelError
from backend.model_files import manifest_errors
from backend.ports import Embedder

CLASSES = (
    (Frame.NOW, Change.FAST),
    (Frame.NOW, Change.SLOW),
    (Frame.DATED, Change.SLOW),
    (Frame.ALWAYS, Change.SLOW),
)
"""The classes, in the order of the columns of the output weights."""
CLIP = 8.0
"""Standardised inputs are clipped to ± this value, which keeps a single rare feature from deciding the result."""

Array = NDArray[np.float32]


class TimeFrameModel:
    """The bundled model, with an injected embedder. Raises ModelError if a file is missing, damaged or incompatible."""

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        manifest, self._weights = load_weights(folder, "time-frame model")
        self._embedder = embedder
        self.model_id = f"{manifest['name']}@{next(iter(manifest['files'].values()))[:8]}"
        width, classes = self._weights["hidden"].shape[0], self._weights["w"].shape[1]
        with manifest_errors("time-frame model"):
            trained_for = (tuple(manifest["features"]), manifest["embedder"], width, classes)
        if trained_for != (NAMES, embedder.model_id, embedder.dimensions + len(NAMES), len(CLASSES)):
            raise ModelError("The time-frame model was trained for other features or another embedder")

    def read(self, texts: Sequence[str]) -> tuple[TimeFrame, ...]:
        """Return the time frame of each text, in order."""
        if not texts:
            return ()
        rows = np.hstack([self._embedder.embed(texts), np.stack([features(text) for text in texts])])
        return tuple(_most_probable_frame(row) for row in probabilities(rows, self._weights))


def probabilities(rows: Array, weights: dict[str, Array]) -> Array:
    """Return the probability of each class for every row (the vector, then the features), shape (n, len(CLASSES))."""
    x = np.clip((rows - weights["mean"]) * weights["scale"], -CLIP, CLIP)
    hidden = np.maximum(x @ weights["hidden"] + weights["hidden_offset"], 0)
    return np.asarray(softmax(hidden @ weights["w"] + weights["b"]), dtype=np.float32)


def softmax(logits: Array) -> Array:
    """Return the softmax of each row."""
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _most_probable_frame(row: Array) -> TimeFrame:
    """Return the most probable frame. The probability of NOW is the sum over both rates of change."""
    by_frame = {
        frame: float(sum(p for (own, _), p in zip(CLASSES, row, strict=True) if own is frame)) for frame in Frame
    }
    frame = max(by_frame, key=lambda own: by_frame[own])
    change = Change.FAST if frame is Frame.NOW and row[0] > row[1] else Change.SLOW
    return TimeFrame(frame=frame, change=change, probability=round(by_frame[frame], 4))
