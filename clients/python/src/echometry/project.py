"""A project: its studies, its tables, its exports, and the agreement of its readers."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pandas

from . import tables
from ._decode import decode
from .errors import EchometryError
from .exports import POLL_S, Export
from .predictions import Lines
from .records import (
    AgreementReport,
    ExportRecord,
    PredictionsOutcome,
    ProjectSummary,
    Reader,
    ReleaseJob,
    ReleaseRecord,
    StudyRow,
)
from .releases import Release
from .study import Study, stored_values

if TYPE_CHECKING:
    from ._transport import Progress, Transport

MEDICAL_DATA_TYPE = "US"

ExportType = Literal["measurements", "segmentations"]


class Project:
    """A project that the token includes."""

    def __init__(self, transport: Transport, summary: ProjectSummary, email: str) -> None:
        self._transport = transport
        self._email = email
        self.summary = summary

    def __repr__(self) -> str:
        return f"Project({self.key!r})"

    @property
    def key(self) -> str:
        """The key that exports and audit name the project by, such as `demo-adult`."""
        return self.summary.key

    @property
    def _scope(self) -> dict[str, str]:
        return {"db_name": self.summary.db_name, "medical_data_type": MEDICAL_DATA_TYPE}

    def studies(self) -> list[Study]:
        """The active studies, each with the work that the role sees. Roles that see several works of a study get each of them."""
        query = {"medical_data_type": MEDICAL_DATA_TYPE, "active": True}
        found = self._transport.post(
            "/api/studies/get", {"search_query": query, "db_name": self.summary.db_name}
        )["studies"]
        if not found:
            return []
        bucket = self._transport.get(f"/api/admin/projects/get/{self.key}").get("bucket")
        return [Study(self._transport, self._scope, bucket, decode(StudyRow, row)) for row in found]

    def study(self, study_id: str) -> Study:
        """The study of this id."""
        for study in self.studies():
            if study.study_id == study_id:
                return study
        raise EchometryError(f"The project {self.key} has no study {study_id}", code="not-found", field="study_id")

    def _works(self) -> Iterator[tuple[Study, tables.Work]]:
        for study in self.studies():
            analysis = None if study.row.analysis is None else study.analysis()
            if analysis is not None:
                yield study, (study.row, analysis)

    def values(self) -> pandas.DataFrame:
        """Stored values: a row for each value of each cycle, and one for the mean of the cycles (`aggregate_of` is set).

        A missing value has its `reason`; units are UCUM. Nothing is computed again: an export does that
        (`Project.export`), and has calipers, reviews and blind work too. Values that the ultrasound machine reported have
        the editor `machine` and no version.
        """
        return tables.values(stored_values(self._transport, self._scope))

    def events(self) -> pandas.DataFrame:
        """Marks of cardiac cycles: a row for each mark, a frame of a clip or a column of a strip."""
        return tables.events(work for _, work in self._works())

    def contours(self) -> pandas.DataFrame:
        """Drawn lines: a row for each control point, in stored pixels."""
        return tables.contours(work for _, work in self._works())

    def sequences(self) -> pandas.DataFrame:
        """Lines on every frame of the cycles whose lines were followed: a row for each point on each frame."""
        return tables.sequences((row, analysis, study.followed(analysis)) for study, (row, analysis) in self._works())

    def start_export(
        self,
        type: ExportType = "measurements",  # noqa: A002
        *,
        formats: Sequence[str] | None = None,
        data: Literal["analysis", "review"] = "analysis",
        editor: str = "",
        image_type: str = "",
        mode: str = "",
        study_type: str = "",
        all_files: bool = True,
        validated_only: bool = True,
        include_normal: bool = True,
        include_caliper: bool = True,
        view_header: bool = False,
        images: bool = False,
        single_file: bool = False,
    ) -> Export:
        """Requests an export; the token needs the role Data scientist and the right to change.

        `formats` are names of docs/data.md such as `csv-long`, `sr`, `masks` or `coco`; None takes the usual ones. An empty
        filter includes everything. `images` adds the DICOM files to an export of segmentations.
        """
        body: dict[str, Any] = {
            "id": f"python-{uuid.uuid4()}",
            "project": self.key,
            "user": self._email,
            "data": data,
            "editor": editor,
            "image_type": image_type,
            "mode": mode,
            "only_study_type": study_type,
            "all_files": all_files,
            "validated_only": validated_only,
        }
        if formats is not None:
            body["formats"] = list(formats)
        if type == "measurements":
            call = "exports/create_measurements"
            body |= {"imview_header": view_header, "include_normal": include_normal, "include_caliper": include_caliper}
        else:
            call = "exports/create"
            body |= {"images": images, "single_file": single_file}
        made = self._transport.post(f"/api/{call}", body)
        if not made["accepted"]:
            raise EchometryError(made["message"], code="not-accepted")
        return Export(self._transport, decode(ExportRecord, made["export"]))

    def export(
        self, path: str | Path, type: ExportType = "measurements", *, progress: Progress | None = None, **options: Any  # noqa: A002
    ) -> Path:
        """Exports into a ZIP file: requests, waits, and downloads. `options` are those of `start_export`.

        Interrupted (Ctrl-C, or an error in `progress`), it cancels the job.
        """
        export = self.start_export(type, **options)
        try:
            export.wait(progress)
        except EchometryError:
            raise
        except BaseException:
            export.cancel()
            raise
        return export.download(path)

    def releases(self) -> list[Release]:
        """Releases of the project, the newest first; the token needs the role Data scientist."""
        found = self._transport.post("/api/releases/list", {"project": self.key})["releases"]
        return [Release(self._transport, decode(ReleaseRecord, one)) for one in found]

    def make_release(
        self,
        name: str,
        *,
        creators: Sequence[str],
        publisher: str,
        licence: str = "CC-BY-4.0",
        description: str = "",
        data: Literal["analysis", "review"] = "analysis",
        editor: str = "",
        image_type: str = "",
        mode: str = "",
        study_type: str = "",
        all_files: bool = True,
        validated_only: bool = False,
        further_projects: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> Release:
        """Freezes work, configuration and engine as the next version of a name, and waits for the archive.

        `further_projects` are keys of other projects whose work is in it too. `licence` is an SPDX identifier. An empty filter includes everything. Interrupted, it cancels the job.
        """
        selection = {
            "data": data,
            "editor": editor,
            "image_type": image_type,
            "mode": mode,
            "study_type": study_type,
            "all_files": all_files,
            "validated_only": validated_only,
        }
        request = {
            "name": name,
            "description": description,
            "creators": list(creators),
            "publisher": publisher,
            "licence": {"spdx": licence},
            "selection": selection,
            **({"further_projects": list(further_projects)} if further_projects else {}),
        }
        identity = f"python-{uuid.uuid4()}"
        made = self._transport.post("/api/releases/create", {"project": self.key, "id": identity, "request": request})
        if not made["accepted"]:
            raise EchometryError(made["message"], code="not-accepted")
        try:
            return self._released(identity, progress)
        except EchometryError:
            raise
        except BaseException:
            self._transport.post("/api/jobs/cancel", {"id": identity})
            raise

    def _released(self, identity: str, progress: Progress | None) -> Release:
        while True:
            listed = self._transport.post("/api/releases/list", {"project": self.key})
            for one in listed["releases"]:
                if one["id"] == identity:
                    return Release(self._transport, decode(ReleaseRecord, one))
            job = next((decode(ReleaseJob, one) for one in listed["jobs"] if one["id"] == identity), None)
            if job is None or job.status in ("error", "cancelled"):
                failure = None if job is None else job.failure
                raise EchometryError(failure or "The release was not made", code="release-not-made")
            if progress is not None:
                progress(job.done, job.total)
            time.sleep(POLL_S)

    def submit(
        self,
        model: str,
        version: str,
        files: Sequence[str | Path],
        *,
        exported: str | Path | None = None,
        check: bool = False,
        progress: Progress | None = None,
    ) -> PredictionsOutcome:
        """Stores lines of a model as blind work of the rater `MODEL@models`, which can be compared like a reader.

        `files` are our JSON, COCO, labelme, YOLO segmentation, EchoNet tracings, or a ZIP file of them; `exported` is the
        annotations.json or sources.csv of the export that they belong to. With `check`, nothing is stored, and the result
        says what would be. The token needs the role Data scientist and the right to change.
        """
        lines = Lines(self._transport, files, exported)
        return lines.perform(self.key, model, version, check=check, progress=progress)

    def readers(self) -> list[Reader]:
        """Readers whose work can be compared; the token needs the role Data scientist or Reviewer."""
        found = self._transport.post("/api/agreement/readers", {"db_name": self.summary.db_name})["readers"]
        return [decode(Reader, reader) for reader in found]

    def agreement(self, readers: Sequence[Reader], *, progress: Progress | None = None) -> AgreementReport:
        """Compares two or more readers on the server: values, lines and events, with intervals (docs/agreement.md)."""
        comparison = f"python-{uuid.uuid4()}"
        named = [
            {"editor": one.editor, "reviewer": one.reviewer, "blind": one.blind, "pass": one.pass_} for one in readers
        ]
        making = self._transport.post(
            "/api/agreement/compare", {"id": comparison, "db_name": self.summary.db_name, "readers": named}
        )
        report = None
        while making["state"] in ("queued", "running"):
            if progress is not None:
                progress(making["done"], making["total"])
            time.sleep(POLL_S)
            found = self._transport.post("/api/agreement/get", {"id": comparison})
            making, report = found["making"], found["report"]
        if making["state"] == "error":
            raise EchometryError(making["failure"] or "The comparison failed", code="comparison-failed")
        if report is None:
            report = self._transport.post("/api/agreement/get", {"id": comparison})["report"]
        return decode(AgreementReport, report)
