"""Fakes for the ports in backend/ports.py that more than one test folder uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from backend.domain.patience import Stop, never
from backend.errors import Cancelled, LanguageModelInvalid
from backend.ports import Answer


@dataclass(frozen=True)
class Question:
    """The prompt the model received."""

    prompt: str
    inputs: Mapping[str, str]
    timeout_s: float


class ScriptedLanguageModel:
    """A LanguageModel that answers from a queue: dicts are parsed like a real answer, exceptions are raised.

    `questions` records the prompts. An empty queue fails the test, because no prompt was expected.
    """

    def __init__(self, *answers: Mapping[str, Any] | Exception) -> None:
        self._answers: Sequence[Mapping[str, Any] | Exception] = answers
        self.questions: list[Question] = []

    @property
    def model_id(self) -> str:
        return "scripted"

    def ask(
        self, *, prompt: str, inputs: Mapping[str, str], answer: type[Answer], timeout_s: float, stop: Stop = never
    ) -> Answer:
        place = len(self.questions)
        self.questions.append(Question(prompt, dict(inputs), timeout_s))
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
