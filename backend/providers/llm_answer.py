"""Builds the schema in requests to an OpenAI-compatible server, and validates the responses."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ValidationError

from backend.errors import LanguageModelInvalid, LanguageModelRefused
from backend.ports import Answer

_FENCED = re.compile(r"\A```(?:json)?\s*(\{.*\})\s*```\Z", re.DOTALL)
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)


class AnswerForm(StrEnum):
    """The response formats, from the strictest to the weakest. llama.cpp refuses json_schema with status 500."""

    JSON_SCHEMA = "json_schema"
    OBJECT_WITH_SCHEMA = "json_object with schema"
    JSON_OBJECT = "json_object"
    TEXT = "text"

    def response_format(self, name: str, schema: dict[str, Any]) -> dict[str, Any] | None:
        """Return the `response_format` of the request, or None for plain text."""
        if self is AnswerForm.JSON_SCHEMA:
            return {"type": "json_schema", "json_schema": {"name": name, "schema": schema, "strict": True}}
        if self is AnswerForm.OBJECT_WITH_SCHEMA:
            return {"type": "json_object", "schema": schema}
        return {"type": "json_object"} if self is AnswerForm.JSON_OBJECT else None


_BOUNDS = frozenset(
    {"maxLength", "minLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "maxItems", "minItems"}
)


def strict_schema(answer: type[BaseModel]) -> dict[str, Any]:
    """Return the pydantic model's JSON schema with every field required and no others allowed, as strict mode demands.

    Limits on lengths and numbers are omitted, because strict mode supports few of them, and llama.cpp crashes on the
    grammar that it generates from `maxLength`. The limits are still checked when the response is validated.
    """
    schema: dict[str, Any] = _without_bounds(answer.model_json_schema())
    for part in (schema, *schema.get("$defs", {}).values()):
        if part.get("type") == "object":
            part["required"] = list(part.get("properties", {}))
            part["additionalProperties"] = False
    return schema


def _without_bounds(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _without_bounds(value) for name, value in part.items() if name not in _BOUNDS}
    return [_without_bounds(value) for value in part] if isinstance(part, list) else part


def read_answer(body: bytes, answer: type[Answer]) -> Answer:
    """Return the validated value from a chat completion. Raises LanguageModelRefused or LanguageModelInvalid."""
    try:
        choice = json.loads(body)["choices"][0]
        message, reason = choice["message"], choice.get("finish_reason")
        refusal, content = message.get("refusal"), message.get("content")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise LanguageModelInvalid("The LLM's server did not answer in OpenAI's format.") from None
    if refusal or reason == "content_filter":
        raise LanguageModelRefused("The LLM refused to answer.")
    if reason == "length":
        raise LanguageModelInvalid("The LLM's answer was cut off.")
    if not isinstance(content, str) or not content.strip():
        raise LanguageModelInvalid("The LLM's answer is empty.")
    return parse(content, answer)


def parse(content: str, answer: type[Answer]) -> Answer:
    """Validate a single JSON object, bare or in a code fence, against `answer`. Raises LanguageModelInvalid."""
    text = _THOUGHT.sub("", content).strip()
    fenced = _FENCED.match(text)
    try:
        return answer.model_validate_json(fenced.group(1) if fenced else text)
    except ValidationError:
        # Drop pydantic's error and its message, because both quote the response.
        raise LanguageModelInvalid("The LLM's answer does not fit what was asked.") from None


def tokens_in(body: bytes, question: str) -> int:
    """Return the server's token count for the request and the response, or a quarter of their length if there is none.

    Four characters per token is a common rule of thumb for English.
    """
    try:
        counted = json.loads(body)["usage"]["total_tokens"]
    except (ValueError, KeyError, TypeError, RecursionError):
        counted = None
    if isinstance(counted, int) and not isinstance(counted, bool) and counted > 0:
        return counted
    return (len(question) + len(body)) // 4
