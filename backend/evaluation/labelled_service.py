"""Runs the service with a perfect verifier that knows the labels of the data set.

`end-to-end --reader labels` runs this service to show the losses caused by the other stages.

python -m backend.evaluation.labelled_service FILE --port N --data-dir FOLDER
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

from backend.app import listen, serve
from backend.bootstrap import build, load_models
from backend.domain.evidence import StanceScores, StanceThresholds
from backend.evaluation.datasets import rows
from backend.evaluation.end_to_end_data import Case, LabelledPassage, cases, plain_words
from backend.settings import Settings

SURE, REST = 0.97, 0.01
SCORES = {
    "SUPPORTS": StanceScores(supports=SURE, refutes=REST, neutral=1 - SURE - REST),
    "REFUTES": StanceScores(supports=REST, refutes=SURE, neutral=1 - SURE - REST),
    "NEI": StanceScores(supports=REST, refutes=REST, neutral=1 - 2 * REST),
}
RUN = 5
"""Number of consecutive words in the runs that identify a text from a page."""
ALIKE = 0.5
"""Minimum share of a text's word runs found in a labelled passage, and of a claim's words found in the claim of that passage."""


class LabelVerifier:
    """A `Verifier` (backend.ports) that returns the labels of a data set. A text without a label is neutral."""

    model_id = "labels"
    thresholds = StanceThresholds()

    def __init__(self, known: Iterable[Case]) -> None:
        self._places: dict[str, list[tuple[frozenset[str], LabelledPassage]]] = defaultdict(list)
        for case in known:
            about = frozenset(plain_words(case.claim).split())
            for passage in case.passages:
                for run in _runs(passage.text):
                    self._places[run].append((about, passage))

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[StanceScores, ...]:
        """Return scores for each (text, claim) pair, from the label of the passage that contains the text.

        If the passage is labelled for several claims, the label for the most similar claim is used.
        """
        return tuple(SCORES[self._label(text, claim)] for text, claim in pairs)

    def _label(self, text: str, claim: str) -> str:
        runs, claim_words = _runs(text), frozenset(plain_words(claim).split())
        run_counts: dict[tuple[frozenset[str], LabelledPassage], int] = defaultdict(int)
        for run in runs:
            for place in self._places.get(run, ()):
                run_counts[place] += 1
        candidates = [
            (len(claim_words & about) / len(claim_words), count, passage.label)
            for (about, passage), count in run_counts.items()
            if claim_words and count >= ALIKE * len(runs)
        ]
        alike, _, label = max(candidates, default=(0.0, 0, "NEI"))
        return label if alike >= ALIKE else "NEI"


def _runs(text: str) -> frozenset[str]:
    """Return all runs of `RUN` consecutive words. A shorter text is a single run."""
    words = plain_words(text).split()
    return frozenset(" ".join(words[at : at + RUN]) for at in range(max(1, len(words) - RUN + 1)))


def main(arguments: Sequence[str]) -> int:
    """Serve until SIGTERM or Ctrl+C."""
    parser = argparse.ArgumentParser(prog="labelled_service", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--data-dir", type=Path, required=True)
    options = parser.parse_args(arguments)
    settings = Settings(_env_file=None, port=options.port, data_dir=options.data_dir)
    models = load_models(settings)._replace(verifier=LabelVerifier(cases(rows(options.file))))
    with listen(settings) as listener, closing(build(settings, url=settings.url, models=models)) as services:
        serve(services, listener, ready=lambda: None)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
