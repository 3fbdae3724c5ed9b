"""Fakes for the ports in backend/ports.py that more than one test folder uses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from pydantic import ValidationError

from backend.domain.patience import Stop, never
from backend.errors import Cancelled, LanguageModelInvalid
from backend.ports import Answer, TokenScores


@dataclass(frozen=True)
class ModelRequest:
    """A prompt that the model received."""

    prompt: str
    inputs: Mapping[str, str]
    timeout_s: float


class ScriptedLanguageModel:
    """A LanguageModel that answers from a queue. Dicts are parsed like real answers; exceptions are raised.

    `questions` records the prompts. A prompt after the end of the queue fails the test.
    """

    def __init__(self, *answers: Mapping[str, Any] | Exception) -> None:
        self._answers: Sequence[Mapping[str, Any] | Exception] = answers
        self.questions: list[ModelRequest] = []

    @property
    def model_id(self) -> str:
        return "scripted"

    def ask(
        self, *, prompt: str, inputs: Mapping[str, str], answer: type[Answer], timeout_s: float, stop: Stop = never
    ) -> Answer:
        place = len(self.questions)
        self.questions.append(ModelRequest(prompt, dict(inputs), timeout_s))
        assert place < len(self._answers), f"nothing scripted for question {place + 1}: {prompt}"
        if stop():
            raise Cancelled
        scripted = self._answers[place]
        if isinstance(scripted, Exception):
            raise scripted
        try:
            return answer.model_validate(scripted)
        except ValidationError as error:
            raise LanguageModelInvalid(str(error)) from error


class ScriptedTagger:
    """A TokenTagger that tags each word with its digit in the text's script. Texts without a script get no tags.

    A "?" after a digit makes the tagger unsure of that word.
    """

    model_id = "scripted"
    threshold = 0.5

    def __init__(self, scripts: Mapping[str, str]) -> None:
        self._scripts = scripts

    def tag(self, text: str) -> TokenScores:
        script = self._scripts.get(text, "").split()
        words = [match.span() for match in re.finditer(r"\S+", text)] if script else []
        tags = np.zeros((len(words), 4), np.float32)
        for row, given in zip(tags, script, strict=True):
            row[int(given[0])] = 0.1 if given.endswith("?") else 9.0
        return TokenScores(spans=tuple(words), tags=tags, applies=float(bool(script)))
