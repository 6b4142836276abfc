"""The one error of the package."""

from __future__ import annotations

from typing import Any


class EchometryError(Exception):
    """A refusal by the server, or a request that cannot be carried out.

    `status` is the HTTP status, or None when no response of the server is the cause. `code` and `message` are the
    server's (docs/programs.md lists them). `field` names a wrong field of the request. `retry_after` is the number of
    seconds after which the server can be asked again, where it states one.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int | None = None,
        field: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.field = field
        self.retry_after = retry_after

    def __str__(self) -> str:
        where = f" (field {self.field})" if self.field else ""
        return f"{self.code}: {self.message}{where}"

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors cross processes in pools of workers, where an exception is made from its arguments again.
        return _again, (self.message, self.code, self.status, self.field, self.retry_after)


def _again(message: str, code: str, status: int | None, field: str | None, retry_after: float | None) -> EchometryError:
    return EchometryError(message, code=code, status=status, field=field, retry_after=retry_after)
