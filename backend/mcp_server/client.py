"""Sends requests to a Claimlight backend over its HTTP API (docs/api.md), and follows a verification through its events."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any

import anyio
import httpx

from backend.errors import UserError

ProgressCallback = Callable[[str], Awaitable[None]]
"""Receives a sentence about the progress, written by Claimlight and free of text from pages."""

_ANSWER_S = 60.0
_SILENCE_S = 30.0
"""The read timeout of the event stream, in seconds. The server sends a heartbeat every two seconds."""
_CANCEL_S = 2.0
_LONGEST_EVENT = 16 * 2**20
_STAGES = {
    "intake": "Reading the claim",
    "classify": "Looking at what kind of claim it is",
    "decompose": "Splitting the claim into its parts",
    "recall": "Looking in the knowledge base",
    "search": "Searching",
    "acquire": "Reading pages",
    "rank": "Choosing passages",
    "stance": "Judging passages",
    "sufficiency": "Deciding whether that is enough",
    "verdict": "Weighing the evidence",
    "learn": "Keeping what was found",
}
"""Fixed texts for the stages, because event messages may quote search queries, which in turn may quote pages."""


class Backend:
    """A client for a running Claimlight backend.

    The methods raise UserError for a refused request, and httpx.TransportError if the backend is no longer running.
    """

    def __init__(self, url: str, headers: Mapping[str, str], *, notice: str = "") -> None:
        self.url = url
        self.notice = notice
        self._http = httpx.AsyncClient(base_url=url, headers=dict(headers), trust_env=False, timeout=_ANSWER_S)

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def alive(self) -> bool:
        """Return whether the backend still responds."""
        try:
            health: object = (await self._http.get("/api/health", timeout=5.0)).json()
        except (httpx.HTTPError, ValueError):
            return False
        return isinstance(health, dict) and health.get("service") == "claimlight"

    async def ask(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Post a request to a data route and return the JSON object in the response."""
        answer = await self._http.post(path, content=_encode_json(body), headers={"Content-Type": "application/json"})
        found = _decode_object(answer.content)
        if answer.is_error:
            raise error_from_answer(found)
        return found

    async def verify(self, body: Mapping[str, Any], on_progress: ProgressCallback) -> dict[str, Any]:
        """Check a claim, report the progress to `on_progress`, and return the result.

        If the caller is cancelled, the job is cancelled too.
        """
        job: dict[str, Any] = {}
        try:
            async with aclosing(self._stream_events(body)) as events:
                async for kind, data in events:
                    if kind == "accepted":
                        job = data
                    elif kind == "stage":
                        await on_progress(_STAGES.get(data["stage"], "Working"))
                    elif kind == "error":
                        raise error_from_answer(data)
                    elif kind == "result":
                        return data
        except anyio.get_cancelled_exc_class():
            with anyio.move_on_after(_CANCEL_S, shield=True):
                await self._cancel_job(job)
            raise
        raise httpx.RemoteProtocolError("the stream ended before the result")

    async def _cancel_job(self, job: Mapping[str, Any]) -> None:
        if not job:
            return
        try:
            await self.ask(f"/api/verify/{job['job_id']}/cancel", {"reader": job["reader"]})
        except (httpx.HTTPError, UserError):
            # The stream is closed in any case, and the backend stops a job a few seconds after its stream closes.
            return

    async def _stream_events(self, body: Mapping[str, Any]) -> AsyncGenerator[tuple[str, dict[str, Any]], None]:
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
        timeout = httpx.Timeout(_ANSWER_S, read=_SILENCE_S)
        packed = _encode_json(body)
        async with self._http.stream("POST", "/api/verify", content=packed, headers=headers, timeout=timeout) as answer:
            if answer.is_error:
                raise error_from_answer(_decode_object(await answer.aread()))
            buffer = b""
            async for chunk in answer.aiter_bytes():
                *events, buffer = (buffer + chunk).split(b"\n\n")
                if len(buffer) > _LONGEST_EVENT:
                    raise httpx.RemoteProtocolError("an event is too long")
                for event in events:
                    fields = dict(line.split(b": ", 1) for line in event.split(b"\n") if b": " in line)
                    yield fields.get(b"event", b"").decode(), _decode_object(fields.get(b"data", b"{}"))


def error_from_answer(answer: Mapping[str, Any]) -> UserError:
    """Return the error that a response contains."""
    error = answer.get("error", {})
    return UserError(str(error.get("message", "Claimlight refused.")), hint=str(error.get("hint", "")))


def _encode_json(body: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        raise UserError("The text contains half a character.", hint="Send whole characters only.") from None


def _decode_object(data: bytes) -> dict[str, Any]:
    try:
        found: object = json.loads(data)
    except ValueError:
        raise UserError("What answers on Claimlight's port is not Claimlight.") from None
    return found if isinstance(found, dict) else {}
