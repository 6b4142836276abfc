"""Calls over HTTP: the token, waiting where the server asks for it, errors."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from .errors import EchometryError

#: Statuses with which the server asks to come again: too many calls, or a part of it is away.
AGAIN = (429, 503)
#: Bytes of a download between two reports of progress.
PIECE_BYTES = 1 << 18

Progress = Callable[[int, "int | None"], None]
"""Receives how much is done, and of how much; None before that is known."""


def _problem(response: httpx.Response) -> EchometryError:
    """The error of a response: the server's code and message where it has them."""
    response.read()
    try:
        body: Any = response.json()
    except ValueError:
        body = None
    if not isinstance(body, dict):
        body = {}
    return EchometryError(
        str(body.get("message", f"The server responded with status {response.status_code}")),
        code=str(body.get("code", "http")),
        status=response.status_code,
        field=body.get("field"),
        retry_after=_retry_after(response),
    )


def _retry_after(response: httpx.Response) -> float | None:
    # The server sends seconds; a proxy may send a date, which is no number.
    try:
        return max(0.0, float(response.headers["retry-after"]))
    except (KeyError, ValueError):
        return None


class Transport:
    """Makes calls to one server with one token."""

    def __init__(self, url: str, token: str, *, timeout_s: float, max_wait_s: float) -> None:
        self._max_wait_s = max_wait_s
        self._http = httpx.Client(base_url=url, timeout=timeout_s, follow_redirects=True)
        self._token = {"authorization": f"Bearer {token}"}

    def close(self) -> None:
        self._http.close()

    def get(self, path: str) -> Any:
        return self._json("GET", path, None)

    def post(self, path: str, body: Any) -> Any:
        return self._json("POST", path, body)

    def _json(self, method: str, path: str, body: Any) -> Any:
        content: dict[str, Any] = {"json": body}
        headers = self._token
        if isinstance(body, bytes):
            content = {"content": body}
            headers = headers | {"content-type": "application/octet-stream"}
        with self._asked(method, path, headers=headers, **content) as response:
            response.read()
            return response.json()

    def lines(self, path: str, body: Any) -> Iterator[str]:
        """Lines of a response that the server sends while it reads."""
        with self._asked("POST", path, headers=self._token, json=body) as response:
            yield from response.iter_lines()

    def pieces(self, address: str, progress: Progress | None = None) -> Iterator[bytes]:
        """Bytes behind a signed address. It needs no token, so that none is sent where a store serves the file."""
        with self._asked("GET", address) as response:
            length = response.headers.get("content-length")
            done = 0
            for piece in response.iter_bytes(PIECE_BYTES):
                done += len(piece)
                if progress is not None:
                    progress(done, None if length is None else int(length))
                yield piece

    @contextmanager
    def _asked(self, method: str, address: str, **request: Any) -> Iterator[httpx.Response]:
        """An accepted request. While the server asks for it, waits and asks again, up to the limit of the client."""
        waited = 0.0
        while True:
            began = False
            try:
                with self._http.stream(method, address, **request) as response:
                    if response.is_success:
                        began = True
                        yield response
                        return
                    problem = _problem(response)
            except httpx.TransportError as error:
                if began:
                    raise EchometryError(f"The response broke off: {error}. Ask again", code="broken-off") from error
                raise EchometryError(
                    f"The server at {self._http.base_url} was not reached: {error}. Check the address and the network",
                    code="unreachable",
                ) from error
            wait = problem.retry_after
            if problem.status not in AGAIN or wait is None or waited + wait > self._max_wait_s:
                raise problem
            time.sleep(wait)
            waited += wait
