"""The way in: a server and a token."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Any
from urllib.parse import quote

from ._decode import decode
from ._transport import Transport
from .errors import EchometryError
from .project import Project
from .records import ProjectSummary, Session

#: Longest wait for one response, in s.
TIMEOUT_S = 60.0
#: Longest time that one call waits because the server asks for it (429, 503), in s: a token's limit is for a minute.
MAX_WAIT_S = 120.0


class Client:
    """A server of Echometry, asked with a personal access token (docs/programs.md).

    `url` and `token` are read from ECHOMETRY_URL and ECHOMETRY_TOKEN where they are not given. Calls that the server
    puts off are made again when it allows them, for at most `max_wait_s` seconds.
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        timeout_s: float = TIMEOUT_S,
        max_wait_s: float = MAX_WAIT_S,
    ) -> None:
        address = url or os.environ.get("ECHOMETRY_URL")
        secret = token or os.environ.get("ECHOMETRY_TOKEN")
        if not address:
            raise EchometryError("Give the address of the server: Client(url, token), or set ECHOMETRY_URL", code="no-address")
        if not secret:
            raise EchometryError(
                "Give a token, or set ECHOMETRY_TOKEN. Make one in Settings, Tokens", code="no-token"
            )
        self.url = address.rstrip("/")
        self._transport = Transport(self.url, secret, timeout_s=timeout_s, max_wait_s=max_wait_s)

    def __repr__(self) -> str:
        return f"Client({self.url!r})"

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def session(self) -> Session:
        """The owner, the role and the end of the token."""
        return decode(Session, self._transport.get("/auth/session"))

    def projects(self) -> list[Project]:
        """The projects that the token includes."""
        email = self.session().user.email
        found = self._transport.get(f"/api/admin/users/get/{quote(email, safe='')}")["projects"]
        return [Project(self._transport, decode(ProjectSummary, one), email) for one in found]

    def project(self, name: str) -> Project:
        """A project by its key, such as `demo-adult`, or by its database name."""
        projects = self.projects()
        for project in projects:
            if name in (project.key, project.summary.db_name):
                return project
        known = ", ".join(project.key for project in projects) or "none"
        raise EchometryError(f"The token includes no project {name}. It includes: {known}", code="not-found", field="name")

    def call(self, path: str, body: Any = None) -> Any:
        """Any call of /openapi.json by its path: POST with a body, GET without. Returns the JSON of the response."""
        return self._transport.get(path) if body is None else self._transport.post(path, body)
