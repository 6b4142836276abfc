"""Lines of a model: sent, checked or stored as blind work of a rater, and followed to their end."""

from __future__ import annotations

import hashlib
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._decode import decode
from .errors import EchometryError
from .exports import POLL_S
from .records import PredictionsOutcome, PredictionsRecord

if TYPE_CHECKING:
    from ._transport import Progress, Transport

#: Bytes of one piece of an upload (contract/rules/uploads.ts).
CHUNK_BYTES = 1 << 20
UNDER_WAY = ("queued", "running")


class Lines:
    """Files of a model, as `Project.submit` sends them."""

    def __init__(self, transport: Transport, files: Sequence[str | Path], exported: str | Path | None) -> None:
        self._transport = transport
        self._paths = [Path(file) for file in files] + ([] if exported is None else [Path(exported)])
        self._exported = None if exported is None else len(self._paths) - 1
        if not files:
            raise EchometryError("Give at least one file with lines", code="no-files", field="files")

    def perform(
        self, project: str, model: str, version: str, *, check: bool, progress: Progress | None
    ) -> PredictionsOutcome:
        """Sends the files and has them checked, or stored. Interrupted, it cancels the job."""
        order = {
            "project": project,
            "model": model,
            "version": version,
            "upload": self._send(),
            "exported": self._exported,
            "check": check,
        }
        name = f"python-{uuid.uuid4()}"
        made = self._transport.post("/api/predictions/create", {"id": name, "order": order})
        if not made["accepted"]:
            raise EchometryError(made["message"], code="not-accepted")
        try:
            return self._wait(decode(PredictionsRecord, made["predictions"]), progress)
        except EchometryError:
            raise
        except BaseException:
            self._transport.post("/api/jobs/cancel", {"id": name})
            raise

    def _send(self) -> str:
        """Sends what the server lacks. The same files have the same id, so that an interrupted upload continues."""
        digest = hashlib.sha256()
        for path in self._paths:
            facts = path.stat()
            digest.update(f"{path.name}\n{facts.st_size}\n{facts.st_mtime_ns}\n".encode())
        upload = digest.hexdigest()[:32]
        files = [{"name": path.name, "size": path.stat().st_size} for path in self._paths]
        begun = self._accepted("imports/begin_upload", {"id": upload, "files": files})
        for place, (path, received) in enumerate(zip(self._paths, begun["received"], strict=True)):
            with path.open("rb") as file:
                file.seek(received)
                while piece := file.read(CHUNK_BYTES):
                    address = f"{upload}.{place}.{received}.{hashlib.sha256(piece).hexdigest()}"
                    received = self._accepted(f"imports/put_chunk/{address}", piece)["received"]
                    file.seek(received)
        return upload

    def _accepted(self, call: str, body: Any) -> Any:
        answer = self._transport.post(f"/api/{call}", body)
        if not answer["accepted"]:
            raise EchometryError(answer["message"], code="not-accepted")
        return answer

    def _wait(self, record: PredictionsRecord, progress: Progress | None) -> PredictionsOutcome:
        while record.status in UNDER_WAY:
            if progress is not None:
                progress(record.done, record.total)
            time.sleep(POLL_S)
            record = decode(PredictionsRecord, self._transport.post("/api/predictions/get", {"id": record.id}))
        if record.outcome is None:
            raise EchometryError(record.failure or "The lines were cancelled", code=f"predictions-{record.status}")
        if progress is not None:
            progress(record.done, record.total)
        return record.outcome
