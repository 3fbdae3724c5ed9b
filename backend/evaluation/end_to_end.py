"""Measures the whole product on a frozen web through the real HTTP API.

The passages of the file become a small web (frozen_pages, frozen_index, frozen_server) with a search endpoint and HTML
pages on the loopback interface. The passages of the other claims are distractors. The real service starts with an empty
knowledge base and can reach only this web.
"""

from __future__ import annotations

import argparse
import json
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from types import FrameType

from backend.evaluation.datasets import DatasetError, rows, sample
from backend.evaluation.end_to_end_causes import World, cause, predicted
from backend.evaluation.end_to_end_data import CONFLICTING, Case, cases
from backend.evaluation.end_to_end_run import Asking, Outcome, answer_all
from backend.evaluation.end_to_end_score import measurement
from backend.evaluation.frozen_index import FrozenIndex
from backend.evaluation.frozen_pages import build_pages
from backend.evaluation.scores import Measurement, Tell


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add --repeat, --reader, --risk, --distractors, --part and --answers."""
    parser.add_argument("--repeat", action="store_true", help="verify every claim a second time")
    parser.add_argument(
        "--reader",
        choices=("models", "labels"),
        default="models",
        help="labels: a perfect verifier, which shows what the other stages lose",
    )
    parser.add_argument("--risk", choices=("cautious", "balanced", "bold"), default="balanced", help="risk setting")
    parser.add_argument(
        "--distractors",
        type=int,
        metavar="N",
        help="number of other claims whose passages are also on the web (default: all in the file)",
    )
    parser.add_argument(
        "--part",
        type=Path,
        metavar="FILE",
        help="file of row ids, one per line: adds the figures over these rows alone",
    )
    parser.add_argument("--answers", type=Path, metavar="FILE", help="file for every answer, one JSON object per line")


def measure(paths: Sequence[Path], options: argparse.Namespace, tell: Tell) -> Iterator[Measurement]:
    """Yield one measurement per file, and another for the rows in --part. Raises DatasetError or EvaluationFailed."""
    part = read_part(options.part) if options.part else None
    with _sigterm_as_interrupt():
        for path in paths:
            begin = time.monotonic()
            everything = cases(rows(path))
            chosen = sample(everything, options.rows)
            index = FrozenIndex(build_pages(web_of(everything, chosen, options.distractors)))
            tell(f"{path.name}: {len(chosen)} claims, a web of {len(index.pages)} pages")
            labels = path if options.reader == "labels" else None
            asking = Asking(repeat=options.repeat, risk=options.risk, labels=labels)
            outcomes = answer_all(chosen, index, tell, asking)
            world = World(index)
            if options.answers:
                write_answers(options.answers, outcomes, world)
            seconds = time.monotonic() - begin
            yield measurement(str(path), outcomes, world, seconds)
            part_outcomes = [outcome for outcome in outcomes if part and outcome.case.id in part]
            if part_outcomes:
                yield measurement(f"{path} ({options.part.stem})", part_outcomes, world, seconds)


def read_part(file: Path) -> frozenset[str]:
    """Read row ids from a text file. Raises DatasetError."""
    try:
        return frozenset(file.read_text(encoding="utf-8").split())
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(file, f"cannot be read ({error})") from error


def web_of(everything: Sequence[Case], chosen: Sequence[Case], distractors: int | None) -> tuple[Case, ...]:
    """Return the cases whose passages form the web, in file order.

    These are the chosen cases and `distractors` others (None: all others).
    """
    selected_ids = {id(case) for case in chosen}
    others = sample([case for case in everything if id(case) not in selected_ids], distractors)
    selected_ids |= {id(case) for case in others}
    return tuple(case for case in everything if id(case) in selected_ids)


def write_answers(file: Path, outcomes: Sequence[Outcome], world: World) -> None:
    """Append each claim with its answer and evidence to the file, one JSON object per line."""
    has_conflicting_label = any(o.case.label == CONFLICTING for o in outcomes)
    with file.open("a", encoding="utf-8") as out:
        for outcome in outcomes:
            label = predicted(outcome.answer, has_conflicting_label=has_conflicting_label)
            record = {
                "id": outcome.case.id,
                "claim": outcome.case.claim,
                "gold": outcome.case.label,
                "predicted": label,
                "cause": cause(outcome, world, label),
                "passages": [{"url": world.url(p), "label": p.label, "text": p.text} for p in outcome.case.passages],
                "found": sorted(outcome.visit.found),
                "read": outcome.visit.read,
                "questions": outcome.visit.questions,
                **asdict(outcome.answer),
                "evidence": sorted((asdict(shown) for shown in outcome.answer.evidence), key=str),
            }
            out.write(json.dumps(record, ensure_ascii=False) + "\n")


@contextmanager
def _sigterm_as_interrupt() -> Iterator[None]:
    """Make SIGTERM stop the services as Ctrl-C does.

    Has no effect outside the main thread, because only the main thread can set signal handlers.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
