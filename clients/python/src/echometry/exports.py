"""Exports: a job of the server, followed to its end, and its archive."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path
from typing import TYPE_CHECKING

from ._decode import decode
from .errors import EchometryError
from .records import ExportContents, ExportRecord

if TYPE_CHECKING:
    from ._transport import Progress, Transport

BUCKET = "exports"
#: Pause between two questions about a job, in s.
POLL_S = 1.0
READY = ("finished", "processing finished")
ENDED = (*READY, "error", "cancelled")


class Export:
    """An export that was requested. `status` is queued, running, finished, error or cancelled."""

    def __init__(self, transport: Transport, record: ExportRecord) -> None:
        self._transport = transport
        self.record = record

    def __repr__(self) -> str:
        return f"Export({self.id!r}, {self.status!r})"

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def status(self) -> str:
        return self.record.status

    @property
    def contents(self) -> ExportContents | None:
        """Counts of what the archive has; None before it is finished."""
        return self.record.contents

    def refresh(self) -> str:
        """Asks for the present status."""
        self.record = decode(ExportRecord, self._transport.post("/api/exports/get", {"id": self.id}))
        return self.status

    def wait(self, progress: Progress | None = None, timeout_s: float | None = None) -> ExportContents:
        """Waits for the end. `progress` receives how much is done and of how much (None before that is known)."""
        begin = time.monotonic()
        while self.status not in ENDED:
            if progress is not None:
                progress(self.record.done, self.record.total)
            if timeout_s is not None and time.monotonic() - begin > timeout_s:
                raise EchometryError(
                    f"The export {self.id} has not ended within {timeout_s:g} s. Wait again, or cancel it", code="timeout"
                )
            time.sleep(POLL_S)
            self.refresh()
        if self.status not in READY or self.record.contents is None:
            raise EchometryError(
                self.record.failure or f"The export {self.id} was cancelled", code=f"export-{self.status}"
            )
        if progress is not None:
            progress(self.record.done, self.record.total)
        return self.record.contents

    def cancel(self) -> None:
        """Ends it; an export that has ended stays as it is."""
        self._transport.post("/api/jobs/cancel", {"id": self.id})
        self.refresh()

    def download(self, path: str | Path, progress: Progress | None = None) -> Path:
        """Writes the archive, a ZIP file. Nothing is left under the name unless the file is whole and has the right SHA-256."""
        contents = self.wait()
        (address, *_) = self._transport.post(
            "/api/minio/get_presigned_urls", {"bucket": BUCKET, "object": f"{BUCKET}/{self.id}"}
        )
        return save_archive(self._transport, address["url"], contents.sha256, path, progress)


def save_archive(transport: Transport, url: str, sha256: str, path: str | Path, progress: Progress | None) -> Path:
    """Writes a file behind a signed address; nothing is left under the name unless it is whole and has this SHA-256."""
    target = Path(path)
    part = target.with_name(f"{target.name}.part")
    digest = hashlib.sha256()
    try:
        with part.open("wb") as file:
            for piece in transport.pieces(url, progress):
                digest.update(piece)
                file.write(piece)
        if digest.hexdigest() != sha256:
            raise EchometryError("The archive arrived damaged: its SHA-256 is another one. Download it again", code="damaged")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return target
