"""Request bodies are parsed into requests, or refused with clear errors."""

from __future__ import annotations

from typing import Any

import pytest

from backend.api.legacy import news_request
from backend.api.requests import verify_request
from backend.api.worker_shape import worker_request
from backend.domain.claim import Mode, PageContext, VerifyOptions
from backend.errors import ClaimTooLong, InvalidRequest
from tests.each_row import each_row


def test_full_request_is_read() -> None:
    request = verify_request(
        {
            "claim": "The Earth is flat",
            "context": {"url": "https://a.example/", "title": "T", "surrounding": "S"},
            "options": {"mode": "deep", "top_k": 20, "domain": "science", "offline": True, "remember": False},
        }
    )
    assert request.claim == "The Earth is flat"
    assert request.context == PageContext(url="https://a.example/", title="T", surrounding="S")
    assert request.options == VerifyOptions(mode=Mode.DEEP, top_k=20, domain="science", offline=True, remember=False)


def test_missing_and_null_fields_get_defaults() -> None:
    request = verify_request({"claim": "x", "context": None, "options": {"mode": None, "top_k": None}})
    assert request.options == VerifyOptions()
    assert request.context == PageContext()


@each_row(
    ("body", "message"),
    [
        ({}, "claim must be a text."),
        ({"claim": None}, "claim must be a text."),
        ({"claim": 5}, "claim must be a text."),
        ({"claim": ["x"]}, "claim must be a text."),
        ({"claim": ""}, "There is no claim to check: the text is empty."),
        ({"claim": " \n\u3000\t"}, "There is no claim to check: the text is empty."),
        ({"claim": "?! …"}, "There is no claim to check: the text has no letters or digits."),
        ({"claim": "x", "context": "page"}, "context must be an object with named fields."),
        ({"claim": "x", "context": {"url": 1}}, "context.url must be a text."),
        ({"claim": "x", "context": {"url": "h" * 5000}}, "context.url is longer than 4,096 characters."),
        ({"claim": "x", "options": {"mode": "fast"}}, "options.mode must be one of: main, deep."),
        ({"claim": "x", "options": {"top_k": 0}}, "options.top_k must be a whole number from 1 to 20."),
        ({"claim": "x", "options": {"top_k": 21}}, "options.top_k must be a whole number from 1 to 20."),
        ({"claim": "x", "options": {"top_k": True}}, "options.top_k must be a whole number from 1 to 20."),
        ({"claim": "x", "options": {"top_k": 5.0}}, "options.top_k must be a whole number from 1 to 20."),
        ({"claim": "x", "options": {"offline": "yes"}}, "options.offline must be true or false."),
        ({"claim": "x", "options": {"colour": "red"}}, "There is no field called options.colour."),
        ({"claim": "x", "klaim": "y"}, "There is no field called klaim."),
    ],
)
def test_invalid_requests_are_refused_with_the_reason(body: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        verify_request(body)
    assert caught.value.message == message


def test_length_is_checked_after_normalising() -> None:
    assert verify_request({"claim": "a " + " " * 5000 + "b"}).claim
    assert verify_request({"claim": "a" * 2000}).claim
    with pytest.raises(ClaimTooLong, match="2,001 characters"):
        verify_request({"claim": "a" * 2001})
    with pytest.raises(ClaimTooLong):
        verify_request({"claim": "ﷺ" * 200})


def test_worker_request_requires_a_job_id_and_limits_top_k() -> None:
    call, request = worker_request({"job_id": "j1", "claim": "x", "room_id": "r", "source": "s"})
    assert (call.job_id, request.options.top_k, request.options.domain) == ("j1", 5, "general")
    for body in ({"claim": "x"}, {"job_id": " ", "claim": "x"}, {"job_id": "j", "claim": "x", "top_k": 21}):
        with pytest.raises(InvalidRequest):
            worker_request(body)


def test_news_request_has_only_a_claim() -> None:
    assert news_request({"claim": "x"}).claim == "x"
    with pytest.raises(InvalidRequest):
        news_request({"claim": "x", "top_k": 5})
