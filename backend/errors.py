"""All exceptions that this program raises on purpose.

    ClaimlightError
    ├── UserError                 expected; its message is written for the user
    │   ├── InvalidRequest        the request cannot be understood (HTTP 400)
    │   ├── ClaimTooLong          more than 2,000 characters (HTTP 413)
    │   ├── NotFound              no such job, passage or history entry (HTTP 404)
    │   ├── Overloaded            the queue is full (HTTP 503 with Retry-After)
    │   ├── CurrentAffairsRefreshFailed  not refreshed; the previous current affairs are kept (HTTP 409)
    │   ├── ConfigurationError    a setting is wrong or missing
    │   │   └── DataFolderLocked  another Claimlight owns the data folder
    │   ├── AutostartFailed       the platform did not register, or unregister, the start at login
    │   ├── FileNotWritten        the file that the user named cannot be written
    │   └── PortTaken             another program uses the port
    ├── Cancelled                 the user no longer wants the result
    ├── DeadlineExceeded          the time limit of the whole run was reached
    ├── EngineError               a search engine did not respond properly
    │   ├── EngineBlocked         the engine refuses requests: CAPTCHA, 403, 429
    │   ├── EngineTimeout         the engine did not respond in time
    │   │   └── EngineUnreachable no connection was established
    │   └── EngineFailed          the response is unusable, or the connection broke
    ├── FetchError                a page could not be read
    │   ├── UnsafeAddress         connecting to the address is forbidden (SSRF)
    │   ├── FetchTimeout          the page was too slow
    │   ├── FetchRefused          the server refused (4xx, 5xx)
    │   └── UnreadablePage        the page is too large, of the wrong type, or has no text
    ├── LanguageModelError        the optional LLM returned no usable response
    │   ├── LanguageModelTimeout
    │   ├── LanguageModelRefused  refusal, content filter, 401, 429
    │   │   └── LanguageModelBudget  the budget for the claim or the day is used up
    │   └── LanguageModelInvalid  the response does not match the schema or was truncated
    ├── ModelError                a bundled or configured model cannot be loaded or does not match its checksum
    └── StorageError              the knowledge base cannot be read or written
        ├── StorageDamaged        the database file is damaged; it was not changed
        ├── StorageConflict       another writer changed the same rows; a retry may succeed
        ├── StorageReadOnly       the disk is full or read-only; verification continues, but nothing is saved
        └── StorageTooSlow        a query exceeded its time limit

A failure is never evidence. The stages turn these errors into an `Issue`, never into a stance or "no evidence".
"""


class ClaimlightError(Exception):
    """The base class of all errors that this program raises on purpose."""


class UserError(ClaimlightError):
    """An expected error. `hint` tells the user how to fix the problem."""

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
    """The verification queue is full. `retry_after` is in seconds."""

    code = "overloaded"
    status = 503

    def __init__(self, message: str, *, hint: str = "", retry_after: int = 5) -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after


class CurrentAffairsRefreshFailed(UserError):
    """Current affairs could not be refreshed, or a refresh is not allowed. The previous current affairs stay in use."""

    code = "refresh_failed"
    status = 409


class ConfigurationError(UserError):
    """A setting is wrong or missing."""

    code = "configuration"
    status = 500


class DataFolderLocked(ConfigurationError):
    """Another Claimlight process owns the data folder (R2). `url` is its address, or "" if that process does not serve."""

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
    """A file named by the user cannot be written. No partial file is left behind."""

    code = "file_not_written"


class Cancelled(ClaimlightError):
    """The user no longer wants the result."""


class DeadlineExceeded(ClaimlightError):
    """The time limit of the whole run was reached."""


class EngineError(ClaimlightError):
    """A search engine did not respond properly. `engine` is the name of the engine."""

    def __init__(self, message: str, *, engine: str = "") -> None:
        super().__init__(message)
        self.engine = engine


class EngineBlocked(EngineError):
    """The engine refuses requests. `retry_after` is in seconds or None, and `captcha` is true for a CAPTCHA page."""

    def __init__(
        self, message: str, *, engine: str = "", retry_after: float | None = None, captcha: bool = False
    ) -> None:
        super().__init__(message, engine=engine)
        self.retry_after = retry_after
        self.captcha = captcha


class EngineTimeout(EngineError):
    """The engine did not respond in time."""


class EngineUnreachable(EngineTimeout):
    """No connection to the engine, including the DNS lookup, was established in time."""


class EngineFailed(EngineError):
    """The engine's response is unusable, or the connection broke."""


class FetchError(ClaimlightError):
    """A page could not be read. `url` is the address of the page."""

    def __init__(self, message: str, *, url: str = "") -> None:
        super().__init__(message)
        self.url = url


class UnsafeAddress(FetchError):
    """Connecting to the address is forbidden (S13)."""


class FetchTimeout(FetchError):
    """The page did not arrive in time (S14)."""


class FetchRefused(FetchError):
    """The server refused the request. `status` is the HTTP status, or 0 if the connection failed."""

    def __init__(self, message: str, *, url: str = "", status: int = 0) -> None:
        super().__init__(message, url=url)
        self.status = status


class UnreadablePage(FetchError):
    """The page is too large, has the wrong type, or contains no text to extract."""


class LanguageModelError(ClaimlightError):
    """The optional LLM returned no usable response. Every caller has a local alternative.

    `code` becomes the code of the Issue.
    """

    code = "llm_failed"


class LanguageModelTimeout(LanguageModelError):
    """The LLM did not respond in time."""


class LanguageModelRefused(LanguageModelError):
    """The LLM or its server refused the request: refusal, content filter, invalid key, rate limit or budget."""


class LanguageModelBudget(LanguageModelRefused):
    """The budget for the claim or the day is used up (S18)."""

    code = "llm_budget_used_up"


class LanguageModelInvalid(LanguageModelError):
    """The LLM's response does not match the schema or was truncated."""


class ModelError(ClaimlightError):
    """A bundled or configured model cannot be loaded or does not match its checksum."""


class StorageError(ClaimlightError):
    """The knowledge base cannot be read or written."""


class StorageDamaged(StorageError):
    """The database file is truncated or overwritten. Claimlight did not change the file."""


class StorageConflict(StorageError):
    """Two writers were in conflict. The server cancelled this transaction and wrote none of its changes."""


class StorageReadOnly(StorageError):
    """The disk is full or read-only. Verification continues and reports "not saved" (R2)."""


class StorageTooSlow(StorageError):
    """A query of the knowledge base exceeded its time limit."""
