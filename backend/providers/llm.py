"""The optional LLM on any OpenAI-compatible server, including local servers."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from backend.domain.patience import ConnectionGroup, Stop, never, within
from backend.errors import LanguageModelError, LanguageModelInvalid, LanguageModelRefused, LanguageModelTimeout
from backend.ports import Answer
from backend.providers.answer_forms import AnswerForms
from backend.providers.llm_answer import AnswerForm, read_answer, strict_schema, tokens_in
from backend.providers.prompt_files import load
from backend.settings import Settings

if TYPE_CHECKING:
    from ssl import SSLContext

    from httpx2 import Client, Request
    from openai import APIStatusError, OpenAI

MAX_TOKENS = 800
"""Maximum number of tokens per response (S18)."""

MAX_BYTES = 1_000_000
PAUSE_S = 60.0
"""Pause in seconds after a refusal or repeated failures, during which the LLM is not called."""

_FAILURES_BEFORE_PAUSE = 2
_REFUSED_STATUSES = frozenset({401, 402, 403, 429})


@lru_cache(maxsize=1)
def _tls_context() -> SSLContext:
    import httpx2

    return httpx2.create_ssl_context(trust_env=False)


def _http_client(connection_group: ConnectionGroup) -> Client:
    """Return a client whose connections are tracked by `connection_group`.

    The client uses no proxy. It follows no redirects, so the claim is never sent to another host.
    """
    import httpx2

    def add_trace(request: Request) -> None:
        request.extensions["trace"] = connection_group.trace

    return httpx2.Client(
        trust_env=False,
        verify=_tls_context(),
        follow_redirects=False,
        event_hooks={"request": [add_trace], "response": []},
    )


def _ignore_tokens(_tokens: int) -> None:
    """Ignore the number of tokens."""


def _allow_request() -> None:
    """Allow every request."""


class OpenAILanguageModel:
    """A LanguageModel on an OpenAI-compatible server. Thread-safe.

    Importing `openai` takes a second. Call `warm_up` to import the library before the first request.
    """

    def __init__(self, settings: Settings, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._spent: Callable[[int], None] = _ignore_tokens
        self._take: Callable[[], None] = _allow_request
        self._clock = clock
        self._forms = AnswerForms()
        self._parameters: dict[str, Any] = {"temperature": 0, "max_tokens": MAX_TOKENS}
        self._failures = 0
        self._paused_until = 0.0

    @property
    def model_id(self) -> str:
        """The model's name in the settings."""
        return self._settings.llm_model

    def tell(self, spent: Callable[[int], None], take: Callable[[], None] = _allow_request) -> None:
        """Report the tokens of each response to `spent`, and call `take`, which may raise, before each repeated request."""
        self._spent, self._take = spent, take

    def warm_up(self) -> None:
        """Import `openai` and load the trusted certificates, without sending a request."""
        with _http_client(ConnectionGroup()) as http:
            self._client(http)

    def ask(
        self, *, prompt: str, inputs: Mapping[str, str], answer: type[Answer], timeout_s: float, stop: Stop = never
    ) -> Answer:
        """Implement `LanguageModel.ask`.

        Weaker response formats are tried until the server accepts one, which is remembered.
        """
        self._check_pause()
        schema = strict_schema(answer)
        system, user = load(prompt).fill(inputs, schema=json.dumps(schema))
        messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
        deadline = _Deadline(self._clock, self._clock() + timeout_s, stop)
        body = self._first_accepted_answer(messages, answer.__name__, schema, deadline)
        self._failures = 0
        self._spent(tokens_in(body, system + user))
        return read_answer(body, answer)

    def _first_accepted_answer(self, messages: Any, name: str, schema: dict[str, Any], deadline: _Deadline) -> bytes:
        for number, form in enumerate(self._forms.to_try()):
            if number:
                self._take()
            body = self._request(messages, form, form.response_format(name, schema), deadline)
            if body is not None:
                self._forms.understood(form)
                return body
        self._count_failure()
        raise LanguageModelError("The LLM's server does not accept any form of the question.")

    def _request(
        self, messages: Any, form: AnswerForm, response_format: dict[str, Any] | None, deadline: _Deadline
    ) -> bytes | None:
        """Return the bytes of the completion, or None if the server does not support this response format."""
        import httpx2
        import openai

        extra: dict[str, Any] = {} if response_format is None else {"response_format": response_format}
        try:
            return self._read_completion(messages, extra, deadline)
        except (TimeoutError, openai.APITimeoutError, httpx2.TimeoutException):
            raise self._timeout_error() from None
        except (openai.APIConnectionError, httpx2.TransportError):
            self._count_failure()
            raise LanguageModelError("The LLM's server cannot be reached.") from None
        except openai.APIStatusError as error:
            if self._adapt_parameters(error):
                self._take()
                return self._request(messages, form, response_format, deadline)
            self._check_refusal(form, error)
            return None

    def _read_completion(self, messages: Any, extra: dict[str, Any], deadline: _Deadline) -> bytes:
        """Read the response. Raises TimeoutError at the deadline, whatever the server does. No connection stays open."""
        connection_group = ConnectionGroup()
        with _http_client(connection_group) as http, connection_group:
            return within(
                deadline.seconds,
                lambda: self._send_request(http, messages, extra, deadline.seconds),
                stop=deadline.stop,
            )

    def _send_request(self, http: Client, messages: Any, extra: dict[str, Any], seconds: float) -> bytes:
        completions = self._client(http).chat.completions.with_streaming_response
        with completions.create(
            model=self.model_id, messages=messages, timeout=seconds, **self._parameters, **extra
        ) as response:
            received = bytearray()
            for chunk in response.iter_bytes():
                received += chunk
                if len(received) > MAX_BYTES:
                    raise LanguageModelInvalid("The LLM's answer is too large.")
            return bytes(received)

    def _adapt_parameters(self, error: APIStatusError) -> bool:
        """Drop or rename a parameter that the server refused, as reasoning models do, and return whether to retry."""
        parameter = error.body.get("param") if error.status_code == 400 and isinstance(error.body, dict) else None
        if parameter not in self._parameters or parameter == "max_completion_tokens":
            return False
        kept = {name: value for name, value in self._parameters.items() if name != parameter}
        self._parameters = {**kept, "max_completion_tokens": MAX_TOKENS} if parameter == "max_tokens" else kept
        return True

    def _check_refusal(self, form: AnswerForm, error: APIStatusError) -> None:
        """Return if a weaker response format may work. Raises LanguageModelError for every other status."""
        status = error.status_code
        if status in _REFUSED_STATUSES:
            self._pause()
            raise LanguageModelRefused(f"The LLM's server refuses requests (HTTP {status}).") from None
        if not self._forms.refused(form, status):
            self._count_failure()
            raise LanguageModelError(f"The LLM's server failed (HTTP {status}).") from None

    def _timeout_error(self) -> LanguageModelTimeout:
        self._count_failure()
        return LanguageModelTimeout("The LLM did not answer in time.")

    def _count_failure(self) -> None:
        self._failures += 1
        if self._failures >= _FAILURES_BEFORE_PAUSE:
            self._pause()

    def _pause(self) -> None:
        self._paused_until = self._clock() + PAUSE_S

    def _check_pause(self) -> None:
        seconds = self._paused_until - self._clock()
        if seconds > 0:
            raise LanguageModelRefused(f"The LLM is not asked for another {seconds:.0f} seconds after it failed.")

    def _client(self, http: Client) -> OpenAI:
        from openai import OpenAI

        key = self._settings.openai_api_key
        return OpenAI(
            # A local server needs no key, but the library requires a value.
            api_key=key.get_secret_value() if key else "none",
            base_url=self._settings.openai_base_url or None,
            max_retries=0,
            http_client=http,
        )


@dataclass(frozen=True, slots=True)
class _Deadline:
    """The deadline of one request, and whether the caller still wants the response."""

    clock: Callable[[], float]
    until: float
    stop: Stop

    @property
    def seconds(self) -> float:
        """The remaining time, never zero, so that the library raises a timeout error instead of another error."""
        return max(0.05, self.until - self.clock())
