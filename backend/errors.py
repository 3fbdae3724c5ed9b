"""Every error this program raises on purpose.

    ClaimlightError
    ├── UserError                 expected: its message is written for the user
    │   ├── InvalidRequest        the request cannot be understood (HTTP 400)
    │   ├── ClaimTooLong          more than 2,000 characters (HTTP 413)
    │   ├── NotFound              no such job, passage or history entry (HTTP 404)
    │   ├── Overloaded            the queue is full (HTTP 503 with Retry-After)
    │   ├── RefreshFailed         current affairs could not be renewed; the earlier ones stay (HTTP 409)
    │   ├── ConfigurationError    a setting is wrong or missing
    │   │   └── DataFolderLocked  another Claimlight owns the data folder
    │   ├── AutostartFailed       the platform did not register, or unregister, the start at login
    │   ├── FileNotWritten        the file that the user named cannot be written
    │   └── PortTaken             the port belongs to another program
    ├── Cancelled                 the user no longer wants the answer
    ├── DeadlineExceeded          the time for the whole run is used up
    ├── EngineError               a search provider did not answer properly
    │   ├── EngineBlocked         it refuses us: captcha, 403, 429
    │   ├── EngineTimeout         it did not answer in time
    │   │   └── EngineUnreachable no connection was made
    │   └── EngineFailed          its answer is unusable, or the connection broke
    ├── FetchError                a page could not be read
    │   ├── UnsafeAddress         the address must never be connected to (SSRF)
    │   ├── FetchTimeout          too slow
    │   ├── FetchRefused          the server refused (4xx, 5xx)
    │   └── UnreadablePage        too large, wrong type, nothing to extract
    ├── LanguageModelError        the optional LLM did not help
    │   ├── LanguageModelTimeout
    │   ├── LanguageModelRefused  refusal, content filter, 401, 429
    │   │   └── LanguageModelBudget  the claim's or the day's budget is used up
    │   └── LanguageModelInvalid  the answer does not fit the schema, or was cut off
    ├── ModelError                a bundled or named model cannot be loaded or does not match its checksum
    └── StorageError              the knowledge base cannot be read or written
        ├── StorageDamaged        the record's file is damaged; it was left as it is
        ├── StorageConflict       another writer was in conflict; a retry may succeed
        ├── StorageReadOnly       disk full or read-only: answers go on, nothing is saved
        └── StorageTooSlow        a query that had a time limit took longer

A failure is never evidence: stages turn these errors into an `Issue`, never into a stance or "no evidence".
"""


class ClaimlightError(Exception):
    """Base of all errors raised on purpose."""


class UserError(ClaimlightError):
    """An expected error. `hint` says what the user can do about it."""

    code = "user_error"
    status = 400

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class InvalidRequest(UserError):
    """The request cannot be understood."""

    code = "invalid_request"


class ClaimTooLong(UserError):
    """The claim is too long after normalisation."""

    code = "claim_too_long"
    status = 413


class NotFound(UserError):
    """There is no such job, passage or history entry."""

    code = "not_found"
    status = 404


class Overloaded(UserError):
    """The verification queue is full; `retry_after` is in seconds."""

    code = "overloaded"
    status = 503

    def __init__(self, message: str, *, hint: str = "", retry_after: int = 5) -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after


class RefreshFailed(UserError):
    """Current affairs could not be refreshed, or may not be; the previous ones stay in use."""

    code = "refresh_failed"
    status = 409


class ConfigurationError(UserError):
    """A setting is wrong or missing."""

    code = "configuration"
    status = 500


class DataFolderLocked(ConfigurationError):
    """Another Claimlight process owns the data folder (R2); `url` is where it serves, "" if it does not serve."""

    code = "data_folder_locked"

    def __init__(self, message: str, *, hint: str = "", url: str = "") -> None:
        super().__init__(message, hint=hint)
        self.url = url


class PortTaken(UserError):
    """Another program uses the port."""

    code = "port_taken"


class AutostartFailed(UserError):
    """The platform did not register, or unregister, the start at login."""

    code = "autostart_failed"


class FileNotWritten(UserError):
    """A file named by the user cannot be written; no partial file is left behind."""

    code = "file_not_written"


class Cancelled(ClaimlightError):
    """The user no longer wants the answer."""


class DeadlineExceeded(ClaimlightError):
    """The time for the whole run is used up."""


class EngineError(ClaimlightError):
    """A search provider did not answer properly; `engine` is its name."""

    def __init__(self, message: str, *, engine: str = "") -> None:
        super().__init__(message)
        self.engine = engine


class EngineBlocked(EngineError):
    """The provider refuses requests; `retry_after` is in seconds if it gave one, `captcha` is true if it wants a human."""

    def __init__(
        self, message: str, *, engine: str = "", retry_after: float | None = None, captcha: bool = False
    ) -> None:
        super().__init__(message, engine=engine)
        self.retry_after = retry_after
        self.captcha = captcha


class EngineTimeout(EngineError):
    """The provider did not answer in time."""


class EngineUnreachable(EngineTimeout):
    """No connection to the provider was made in time, including the name look-up."""


class EngineFailed(EngineError):
    """The provider's answer is unusable, or the connection broke."""


class FetchError(ClaimlightError):
    """A page could not be read; `url` is its address."""

    def __init__(self, message: str, *, url: str = "") -> None:
        super().__init__(message)
        self.url = url


class UnsafeAddress(FetchError):
    """The address must never be connected to (S13)."""


class FetchTimeout(FetchError):
    """The page was too slow (S14)."""


class FetchRefused(FetchError):
    """The server refused the request; `status` is its HTTP status, 0 if the connection failed."""

    def __init__(self, message: str, *, url: str = "", status: int = 0) -> None:
        super().__init__(message, url=url)
        self.status = status


class UnreadablePage(FetchError):
    """The page is too large, is of the wrong type, or has no text to extract."""


class LanguageModelError(ClaimlightError):
    """The optional LLM gave no usable answer; every caller has a local alternative. `code` is the code of the Issue."""

    code = "llm_failed"


class LanguageModelTimeout(LanguageModelError):
    """The LLM did not answer in time."""


class LanguageModelRefused(LanguageModelError):
    """The LLM or its server refused: refusal, content filter, invalid key, rate limit or budget."""


class LanguageModelBudget(LanguageModelRefused):
    """The claim's or the day's budget is used up (S18)."""

    code = "llm_budget_used_up"


class LanguageModelInvalid(LanguageModelError):
    """The answer does not fit the schema or was cut off."""


class ModelError(ClaimlightError):
    """A bundled or named model cannot be loaded or does not match its checksum."""


class StorageError(ClaimlightError):
    """The knowledge base cannot be read or written."""


class StorageDamaged(StorageError):
    """The record's file is truncated or overwritten; nothing in it was changed."""


class StorageConflict(StorageError):
    """Two writers were in conflict and the server cancelled this one; nothing of its transaction was written."""


class StorageReadOnly(StorageError):
    """The disk is full or read-only; verification goes on and reports "not saved" (R2)."""


class StorageTooSlow(StorageError):
    """A query of the knowledge base exceeded its time limit."""
