"""Loads contrastive pairs written for this project ("twins"), and claims with several passages.

The claims of a contrastive pair share a passage and differ in one word and in their label.

`python -m scripts.training.twins NEW.jsonl` appends passages with their claims to the file of the repository's own
pairs.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scripts.training.contrast import NEI, REFUTES, SUPPORTS, Row

LABELS = {"SUPPORTS": SUPPORTS, "REFUTES": REFUTES, "NEI": NEI}
INITIALS = {label[0]: label for label in LABELS}
OWN = Path(__file__).parent / "data"
TWINS = OWN / "twins.jsonl.gz"
HEADED_SHARE = 0.5
"""Share of the passages with a title or date that are headed by it: below 1, because the model should learn both forms."""
DATED_SHARE = 0.7
"""Share of the headed passages with a date whose heading includes the date."""
WINDOW_PASSAGES, WINDOW_WORDS = 3, 170
"""Maximum number of passages in a window, and number of words that a window must stay below."""

Fields = dict[str, Any]


def rows_of(path: Path) -> list[Fields]:
    """Return the rows of a gzipped JSON Lines file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def twins(data: Path) -> list[Fields]:
    """Return all contrastive pairs in the data folder and in this repository, including the `dev` split."""
    files = sorted((data / "verifier").glob("phenomena_train*.jsonl.gz"))
    return [row for file in files for row in rows_of(file)] + own_twins()


def own_twins() -> list[Fields]:
    """Return the rows of `TWINS` (passages with claims) and `data/plain_words.jsonl` (facts with claims)."""
    rows = [row for passage in rows_of(TWINS) for row in _with_claims(passage)]
    plain = [json.loads(line) for line in (OWN / "plain_words.jsonl").read_text(encoding="utf-8").splitlines()]
    rows += [
        {"phenomenon": "plain_words", "evidence": row["fact"], "claim": row["claim"], "label": row["label"]}
        for row in plain
    ]
    return [row | {"split": "dev" if kept_back(row.get("group") or row["evidence"]) else "train"} for row in rows]


def append_twins(new: Path, file: Path = TWINS) -> None:
    """Append the JSON lines of `new` to a file such as `TWINS`. The file's bytes depend only on its rows.

    Each line has `evidence` and `claims`, a list of [initial of the label, claim]. The fields `phenomenon`, `group`,
    `title` and `date` are optional. If a line does not have this form, raises KeyError or ValueError and leaves the
    file unchanged.
    """
    added = [json.loads(line) for line in new.read_text(encoding="utf-8").split("\n") if line.strip()]
    for passage in added:
        _with_claims(passage)
    lines = [json.dumps(passage, ensure_ascii=False) + "\n" for passage in added]
    body = gzip.decompress(file.read_bytes()) + "".join(lines).encode()
    # GzipFile is used because the header that gzip.compress writes differs between systems.
    with file.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
        packed.write(body)


def _with_claims(passage: Fields) -> list[Fields]:
    """Return one row per claim of a passage. Raises KeyError or ValueError if the passage does not have the form of `append_twins`."""
    about = {key: passage.get(key, "") for key in ("phenomenon", "group", "title", "date")}
    about["evidence"] = passage["evidence"]
    return [about | {"claim": claim, "label": INITIALS[initial]} for initial, claim in passage["claims"]]


def kept_back(group: str) -> bool:
    """Return whether a passage, or a group of passages that share claims, is in the held-out tenth. A hash decides."""
    return hashlib.sha256(group.encode()).digest()[0] % 10 == 0


def for_development(row: Fields) -> bool:
    """Return whether the row is in the `dev` split, which is never used for training."""
    return bool(row.get("split") == "dev")


def as_row(row: Fields, rng: random.Random) -> Row:
    """Return (passage, claim, label). Half of the passages with a title or date are headed by the title or date."""
    return headed(row, rng), row["claim"], LABELS[row["label"]]


def headed(row: Fields, rng: random.Random) -> str:
    """Return the passage, unchanged or headed by "Title. (date)"."""
    title, date, passage = row.get("title") or "", row.get("date") or "", str(row["evidence"])
    if not (title or date) or rng.random() >= HEADED_SHARE:
        return passage
    stop = "" if title[-1:] in ".?!" else "."
    day = f"({date})" if date and rng.random() < DATED_SHARE else ""
    return " ".join(part for part in (f"{title}{stop}" if title else "", day, passage) if part)


def windows(claims: Sequence[Fields], count: int, rng: random.Random) -> list[Row]:
    """Return at most `count` rows in which several passages of a claim form one text.

    At least one of the claim's passages decides the claim, and none contradicts its label.

    `claims` are rows of `claims_many.jsonl.gz`: `{claim, label, evidence: [{text, label?}]}`.
    """
    out: list[Row] = []
    for claim in rng.sample(claims, len(claims)):
        evidence, label = claim["evidence"], claim["label"]
        decisive = [one for one in evidence if one.get("label") in ("SUPPORTS", "REFUTES")]
        if not decisive or len(evidence) < 2 or any(one.get("label") not in (label, "NEI", None) for one in evidence):
            continue
        text = " ".join(one["text"] for one in _sample_with_decisive(evidence, rng.choice(decisive), rng))
        if len(text.split()) < WINDOW_WORDS:
            out.append((text, claim["claim"], LABELS[label]))
        if len(out) == count:
            break
    return out


def _sample_with_decisive(evidence: list[Fields], decisive: Fields, rng: random.Random) -> list[Fields]:
    """Return a few passages in random order, including the decisive one."""
    part = rng.sample(evidence, min(len(evidence), WINDOW_PASSAGES))
    if decisive not in part:
        part[0] = decisive
    rng.shuffle(part)
    return part


def main() -> None:
    """Append the passages of the given file."""
    parser = argparse.ArgumentParser(
        description=append_twins.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("new", type=Path)
    append_twins(parser.parse_args().new)


if __name__ == "__main__":
    main()
