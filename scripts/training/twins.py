"""Written twins: passages with claims that differ in a word and in their label, and claims beside several passages at once.

`python -m scripts.training.twins NEW.jsonl` appends passages with their claims to this project's own twins.
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
"""Of the passages with a title or a date: those that have it in front. The model has to know both forms."""
DATED_SHARE = 0.7
"""Of these, those with their date, where they have one."""
WINDOW_PASSAGES, WINDOW_WORDS = 3, 170
"""The most passages, and words, of one window."""

Fields = dict[str, Any]


def rows_of(path: Path) -> list[Fields]:
    """The rows of one gzipped JSON-lines file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def twins(data: Path) -> list[Fields]:
    """All written rows of the data folder and of this project, those of `dev` among them."""
    files = sorted((data / "verifier").glob("phenomena_train*.jsonl.gz"))
    return [row for file in files for row in rows_of(file)] + own_twins()


def own_twins() -> list[Fields]:
    """Passages with their claims from `TWINS`, and facts with claims in ordinary words from `data/plain_words.jsonl`."""
    rows = [row for passage in rows_of(TWINS) for row in _with_claims(passage)]
    plain = [json.loads(line) for line in (OWN / "plain_words.jsonl").read_text(encoding="utf-8").splitlines()]
    rows += [
        {"phenomenon": "plain_words", "evidence": row["fact"], "claim": row["claim"], "label": row["label"]}
        for row in plain
    ]
    return [row | {"split": "dev" if kept_back(row.get("group") or row["evidence"]) else "train"} for row in rows]


def append_twins(new: Path, file: Path = TWINS) -> None:
    """Append the JSON lines of `new` to a file such as `TWINS`; the same rows give the same bytes.

    A line has `evidence` and `claims`, a list of [initial of the label, claim], and may have `phenomenon`, `group`, `title` and
    `date`. Raises KeyError or ValueError, and changes nothing, if one is not of this form.
    """
    added = [json.loads(line) for line in new.read_text(encoding="utf-8").split("\n") if line.strip()]
    for passage in added:
        _with_claims(passage)
    lines = [json.dumps(passage, ensure_ascii=False) + "\n" for passage in added]
    body = gzip.decompress(file.read_bytes()) + "".join(lines).encode()
    # GzipFile, because the header by gzip.compress differs between systems.
    with file.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
        packed.write(body)


def _with_claims(passage: Fields) -> list[Fields]:
    """One row for each claim of a passage. Raises KeyError or ValueError if the passage is not of the form that `append_twins` takes."""
    about = {key: passage.get(key, "") for key in ("phenomenon", "group", "title", "date")}
    about["evidence"] = passage["evidence"]
    return [about | {"claim": claim, "label": INITIALS[initial]} for initial, claim in passage["claims"]]


def kept_back(group: str) -> bool:
    """A tenth, by hash: of the passages, or of the groups of passages that share their claims."""
    return hashlib.sha256(group.encode()).digest()[0] % 10 == 0


def for_development(row: Fields) -> bool:
    """Rows of the split that is never trained on: a tenth of the passages, with all of their claims and what shares these."""
    return bool(row.get("split") == "dev")


def as_row(row: Fields, rng: random.Random) -> Row:
    """(passage, claim, label); half of the passages with title and date in front."""
    return headed(row, rng), row["claim"], LABELS[row["label"]]


def headed(row: Fields, rng: random.Random) -> str:
    """The passage as it stands, or behind "Title. (date)"."""
    title, date, passage = row.get("title") or "", row.get("date") or "", str(row["evidence"])
    if not (title or date) or rng.random() >= HEADED_SHARE:
        return passage
    stop = "" if title[-1:] in ".?!" else "."
    day = f"({date})" if date and rng.random() < DATED_SHARE else ""
    return " ".join(part for part in (f"{title}{stop}" if title else "", day, passage) if part)


def windows(claims: Sequence[Fields], count: int, rng: random.Random) -> list[Row]:
    """At most `count` claims beside several of their passages as one text. One passage decides; none says the opposite.

    `claims` are rows of `claims_many.jsonl.gz`: `{claim, label, evidence: [{text, label?}]}`.
    """
    out: list[Row] = []
    for claim in rng.sample(claims, len(claims)):
        evidence, label = claim["evidence"], claim["label"]
        decisive = [one for one in evidence if one.get("label") in ("SUPPORTS", "REFUTES")]
        if not decisive or len(evidence) < 2 or any(one.get("label") not in (label, "NEI", None) for one in evidence):
            continue
        text = " ".join(one["text"] for one in _chosen(evidence, rng.choice(decisive), rng))
        if len(text.split()) < WINDOW_WORDS:
            out.append((text, claim["claim"], LABELS[label]))
        if len(out) == count:
            break
    return out


def _chosen(evidence: list[Fields], decisive: Fields, rng: random.Random) -> list[Fields]:
    """A few passages in random order, the deciding one among them."""
    part = rng.sample(evidence, min(len(evidence), WINDOW_PASSAGES))
    if decisive not in part:
        part[0] = decisive
    rng.shuffle(part)
    return part


def main() -> None:
    """Append a file."""
    parser = argparse.ArgumentParser(
        description=append_twins.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("new", type=Path)
    append_twins(parser.parse_args().new)


if __name__ == "__main__":
    main()
