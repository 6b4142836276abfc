"""Releases: frozen work that computes its values again (docs/data.md)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .exports import save_archive
from .records import ReleaseRecord

if TYPE_CHECKING:
    from ._transport import Progress, Transport


class Release:
    """A version of a release of a project."""

    def __init__(self, transport: Transport, record: ReleaseRecord) -> None:
        self._transport = transport
        self.record = record

    def __repr__(self) -> str:
        return f"Release({self.name!r}, version={self.version})"

    @property
    def name(self) -> str:
        return self.record.request.name

    @property
    def version(self) -> int:
        return self.record.version

    def download(self, path: str | Path, progress: Progress | None = None) -> Path:
        """Writes the archive, a ZIP file. Nothing is left under the name unless it is whole and has the right SHA-256."""
        (address, *_) = self._transport.post("/api/releases/get_presigned_urls", {"id": self.record.id})
        return save_archive(self._transport, address["url"], self.record.sha256, path, progress)
