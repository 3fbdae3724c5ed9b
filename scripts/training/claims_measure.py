"""Evaluate how the product classifies sentences. Run with `python scripts/training/claims_measure.py --data DATA`.

Prints the tables of docs/claim-models.md. The news sets are licensed for evaluation only (CC BY-NC), so no parameter
was chosen based on results on them.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import numpy as np
from claims_data import creak_half, is_held_out, own, read, rows

from backend.claims.classify import classify_locally
from backend.claims.intake import intake
from backend.claims.model import ClaimModel
from backend.domain.claim import ClaimType, VerifyRequest
from backend.providers.embedder import OnnxEmbedder

ROOT = Path(__file__).resolve().parent.parent.parent
KINDS = tuple(ClaimType)
Answer = tuple[ClaimType, str]
Way = Callable[[str], Answer]


def normal(text: str) -> str:
    """Return the words of the text in lower case, without punctuation."""
    return " ".join(re.findall(r"\w+", text.lower()))


def overlap(found: str, wanted: str) -> float:
    """Return the F1 of the words that both texts share (0..1)."""
    a, b = Counter(normal(found).split()), Counter(normal(wanted).split())
    return 2 * sum((a & b).values()) / max(1, sum(a.values()) + sum(b.values()))


def macro_f1(gold: Sequence[object], predicted: Sequence[object]) -> float:
    """Return the mean F1 over the labels of `gold`."""
    scores = []
    for label in set(gold):
        hit = sum(g == f == label for g, f in zip(gold, predicted, strict=True))
        scores.append(2 * hit / max(1, list(gold).count(label) + list(predicted).count(label)))
    return sum(scores) / len(scores)


def product(model: ClaimModel) -> Way:
    """Return a function that classifies a text as the product does without an LLM.

    The function returns the type of the text and the part to check.
    """

    def answer(text: str) -> Answer:
        found = classify_locally(intake(VerifyRequest(claim=text)), model)
        return found.type, found.factual_part

    return answer


def written(way: Way) -> str:
    """Return the results on held-out rows written for this project: macro-F1 of the types, and overlap of the part to check."""
    gold: list[ClaimType] = []
    predicted: list[ClaimType] = []
    exact, words = [], []
    for kind in KINDS:
        for row in own(kind.value.lower()):
            if not is_held_out(row["text"]) or "needs_page" in row or row.get("worth") == "dull":
                continue
            found, part = way(row["text"])
            gold.append(kind)
            predicted.append(found)
            if kind is ClaimType.MIXED:
                exact.append(normal(part) == normal(row["claim"]))
                words.append(overlap(part, row["claim"]))
    right = Counter(g.value for g, f in zip(gold, predicted, strict=True) if g == f)
    recall = " ".join(f"{kind.value} {right[kind.value] / gold.count(kind):.2f}" for kind in KINDS)
    spread = Counter(f"{g.value}>{f.value}" for g, f in zip(gold, predicted, strict=True) if g != f)
    head = f"n {len(gold)} macro-F1 {macro_f1(gold, predicted):.3f} | recall {recall}"
    part = f"part exact {np.mean(exact):.2f} words {np.mean(words):.2f}"
    return f"{head} | {part}\n      wrong: {dict(spread.most_common(6))}"


def plain(way: Way, texts: Sequence[str]) -> str:
    """Return the percentages of the given checkable claims that are classified as each type."""
    found = Counter(way(text)[0].value for text in texts)
    return f"n {len(texts)} " + " ".join(f"{kind.value} {100 * found[kind.value] / len(texts):.1f}%" for kind in KINDS)


def judged(texts: Sequence[dict[str, str]], way: Way) -> str:
    """Return the macro-F1 with two classes, where OPINION and MIXED count as one class."""
    gold = [row["label"] == "OPINION" for row in texts]
    predicted = [way(row["text"])[0] in (ClaimType.OPINION, ClaimType.MIXED) for row in texts]
    return f"{macro_f1(gold, predicted):.3f}"


def main() -> None:
    """Print all results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    data = parser.parse_args().data
    model = ClaimModel(ROOT / "backend/models/claims", OnnxEmbedder(ROOT / "backend/models/embedder", 1))
    sets = {
        name: list(read(data / f"claim_type/{name}.jsonl.gz"))
        for name in ("subj_news_dev_nc", "subj_news_train_nc", "subj_movies_dev")
    }
    creak = [row["text"] for row in read(data / "claim_type/creak_factual.jsonl.gz")]
    facts = [row.text for row in rows(data) if row.group == "facts" and row.held_out]
    way = product(model)
    print(f"written: {written(way)}")
    print(f"creak, unseen half: {plain(way, [text for text in creak if not creak_half(text)])}")
    print(f"creak, all: {plain(way, creak)}")
    print(f"claims of FEVER and others: {plain(way, facts)}")
    print("types as two labels: " + " ".join(f"{key} {judged(value, way)}" for key, value in sets.items()))
    for key, value in sets.items():
        signs = model.read([row["text"] for row in value])
        predicted = [sign.subjectivity >= model.thresholds.subjective for sign in signs]
        print(
            f"subjectivity, balanced: {key} n {len(value)} "
            f"macro-F1 {macro_f1([row['label'] == 'OPINION' for row in value], predicted):.3f}"
        )
    worth = list(read(data / "claim_type/checkworthy_dev.jsonl.gz"))
    gold = [row["label"] == "CHECKWORTHY" for row in worth]
    signs = model.read([row["text"] for row in worth])
    print(
        f"check-worthiness: {macro_f1(gold, [sign.check_worthiness >= model.thresholds.check_worthy for sign in signs]):.3f}"
    )
    print(latency(model, [*creak[:150], *[row["text"] for row in sets["subj_news_dev_nc"][:150]]]))


def latency(model: ClaimModel, texts: Sequence[str]) -> str:
    """Return the median and 95th percentile of the time to classify a text, in milliseconds, after one warm-up text."""
    classify_locally(intake(VerifyRequest(claim="The Earth is flat.")), model)
    took = []
    for text in texts:
        claim = intake(VerifyRequest(claim=text))
        begin = time.perf_counter()
        classify_locally(claim, model)
        took.append(1000 * (time.perf_counter() - begin))
    return f"latency, n {len(took)}: median {np.median(took):.1f} ms, p95 {np.quantile(took, 0.95):.1f} ms"


if __name__ == "__main__":
    main()
