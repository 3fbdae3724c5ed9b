"""The claim model: small heads on top of the embedder's vector and the features computed by `features`.

Four heads score a sentence: whether its author expresses an opinion (`subjectivity`), whether a fact-checker would
select the sentence (`check_worthiness`), whether its subject is unclear (`ambiguity`), and, for a segment of a
sentence, whether the segment contains only judgement (`judging`). Each score is a probability from a two-layer network
(numpy, about 0.1 ms); most of the time goes into the embedding. `scripts/train_claim_models` trains the heads;
`docs/claim-models.md` has the measurements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from backend.claims.features import NAMES, features
from backend.claims.weights import load_weights
from backend.errors import ModelError
from backend.model_files import manifest_errors
from backend.ports import Embedder

HEADS = ("subjectivity", "check_worthiness", "ambiguity", "judging")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSigns:
    """The scores of a text. Each score is a probability (0..1)."""

    subjectivity: float
    check_worthiness: float
    ambiguity: float
    judging: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Thresholds for the scores, chosen on held-out rows and read from the manifest.

    `subjective` balances both kinds of errors and is used for evaluation and for marking claims. `opinion`
    misclassifies at most two in a hundred plain claims, so the verdict Not Verifiable may be based on `opinion`. A text
    is unclear if its ambiguity is at least `ambiguous`, or at least `pointing` if the text begins with a pronoun that
    the page does not resolve. If the ambiguity is below `clear`, the text can be understood without its page.
    """

    subjective: float
    opinion: float
    check_worthy: float
    ambiguous: float
    pointing: float
    clear: float
    judging: float


class ClaimModel:
    """The bundled heads, with an injected embedder. Raises ModelError if a file is missing, damaged or incompatible."""

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        manifest, weights = load_weights(folder, "claim model")
        self.embedder = embedder
        self._weights = weights
        self.model_id = f"{manifest['name']}@{next(iter(manifest['files'].values()))[:8]}"
        width = embedder.dimensions + len(NAMES)
        with manifest_errors("claim model"):
            self.thresholds = Thresholds(**manifest["thresholds"])
            trained_for = (tuple(manifest["features"]), manifest["embedder"], weights["mean"].shape)
        if trained_for != (NAMES, embedder.model_id, (width,)):
            raise ModelError("The claim model was trained for other features or another embedder")

    def read(self, texts: Sequence[str]) -> tuple[ClaimSigns, ...]:
        """Return the scores of each text, in order. The scores of a text do not depend on the other texts."""
        if not texts:
            return ()
        rows = np.hstack([self.embedder.embed(texts), np.stack([features(text) for text in texts])])
        return tuple(ClaimSigns(**self._heads(row)) for row in rows)

    def _heads(self, row: NDArray[np.float32]) -> dict[str, float]:
        x = (row - self._weights["mean"]) * self._weights["scale"]
        return {name: probability(x, self._weights, name) for name in HEADS}


def probability(x: NDArray[np.float32], weights: Mapping[str, NDArray[np.float32]], head: str) -> float:
    """Return the probability from one head: the sigmoid of tanh(x W + b) v + x u + c.

    `x` is one standardised row, shape (width,). W, b and v are the tanh layer of the head; u and c are its linear part.
    The weights combine several networks; the logit is the mean of their logits.
    """
    hidden = np.tanh(x @ weights[f"{head}.w"] + weights[f"{head}.b"])
    logit = float(hidden @ weights[f"{head}.v"] + x @ weights[f"{head}.u"] + weights[f"{head}.c"][0])
    return float(1.0 / (1.0 + np.exp(-np.clip(logit, -30.0, 30.0))))
