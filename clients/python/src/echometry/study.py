"""A study of a project, and its images."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pandas

from . import tables
from ._decode import decode
from .ecg import read_ecg
from .errors import EchometryError
from .frames import Frames, decode_frames, mm_per_pixel, ms_per_frame, scale_of
from .records import Analysis, AnalysisImage, SequenceLines, StudyFile, StudyRow

if TYPE_CHECKING:
    from ._transport import Progress, Transport

#: Hashes of sequences in one call (contract/records/sequence.ts).
MAX_SEQUENCES = 64
#: Projects without a bucket keep patients in buckets of this many, below a folder of their modality.
PATIENTS_PER_BUCKET = 1000
SHARED_FOLDER = "US/"


def stored_values(transport: Transport, body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Stored values, as the server sends them. An error where the response broke off before its last line."""
    count = 0
    for line in transport.lines("/api/values/get", body):
        row: dict[str, Any] = json.loads(line)
        if "values" in row:
            if row["values"] == count:
                return
            break
        count += 1
        yield row
    raise EchometryError(f"The response broke off after {count} values. Ask again", code="broken-off")


class Study:
    """One study of a patient on one day, with the work that the role of the token sees."""

    def __init__(self, transport: Transport, scope: Mapping[str, str], bucket: str | None, row: StudyRow) -> None:
        self._transport = transport
        self._scope = scope
        self._bucket = bucket
        self.row = row

    def __repr__(self) -> str:
        return f"Study({self.study_id!r}, patient={self.patient!r}, state={self.row.study_state!r})"

    @property
    def study_id(self) -> str:
        return self.row.study_id

    @property
    def patient(self) -> str:
        """Pseudonymised code of the patient."""
        return self.row.patient_show

    def _post(self, call: str, **body: Any) -> Any:
        return self._transport.post(f"/api/{call}", {"id": self.study_id, **self._scope, **body})

    def analysis(self) -> Analysis | None:
        """The work that the role sees; None when nothing is stored."""
        editor = {} if self.row.editor is None else {"editor": self.row.editor}
        found = self._post("analysis/get", comments=False, **editor)["analysis"]
        return None if found is None else decode(Analysis, found)

    def values(self) -> pandas.DataFrame:
        """Values of this study (`Project.values`), those of the rater `machine` included."""
        rows = stored_values(self._transport, {**self._scope, "studies": [self.study_id]})
        return tables.values(row for row in rows if row["version"] in (None, self.row.analysis))

    def events(self) -> pandas.DataFrame:
        """Marks of this study (`Project.events`)."""
        return tables.events(self._works)

    def contours(self) -> pandas.DataFrame:
        """Control points of this study (`Project.contours`)."""
        return tables.contours(self._works)

    def sequences(self) -> pandas.DataFrame:
        """Lines on every frame of this study (`Project.sequences`)."""
        return tables.sequences((row, analysis, self.followed(analysis)) for row, analysis in self._works)

    @property
    def _works(self) -> list[tables.Work]:
        analysis = self.analysis()
        return [] if analysis is None else [(self.row, analysis)]

    def followed(self, analysis: Analysis) -> dict[str, SequenceLines]:
        """The lines on every frame that the cycles of an analysis name, by their hash."""
        hashes = sorted(
            {
                cycle.sequence.lines_sha256
                for image in analysis.images
                for cycle in image.segmentation
                if cycle.sequence is not None
            }
        )
        found: dict[str, SequenceLines] = {}
        for begin in range(0, len(hashes), MAX_SEQUENCES):
            asked = self._post("analysis/get_sequences", hashes=hashes[begin : begin + MAX_SEQUENCES])
            found.update({name: decode(SequenceLines, lines) for name, lines in asked["sequences"].items()})
        return found

    def images(self) -> list[Image]:
        """The images of the study, each with the work on it."""
        files = [decode(StudyFile, one) for one in self._post("files/get")["images"]]
        analysis = self.analysis()
        work = {} if analysis is None else {one.instance_id: one for one in analysis.images}
        return [Image(self, file, work.get(file.instance_id)) for file in files]

    @cached_property
    def _place(self) -> dict[str, str]:
        """Where signed addresses of the files are asked for."""
        day = self.study_id.rpartition("_")[2]
        path = f"{self.row.patient}/{day}/"
        if self._bucket is not None:
            return {"bucket": self._bucket, "object": path}
        return {"bucket": str(self.row.patient // PATIENTS_PER_BUCKET), "object": SHARED_FOLDER + path}

    def _dicom(self, filename: str, progress: Progress | None) -> bytes:
        # Addresses last for minutes: each download asks for its own.
        for entry in self._transport.post("/api/minio/get_urls", self._place):
            if entry["kind"] == "dicom" and entry["filename"] == filename:
                return b"".join(self._transport.pieces(entry["url"], progress))
        raise EchometryError(f"{filename} is no longer in the study {self.study_id}", code="not-found")


class Image:
    """An image of a study: its file, and the work on it (None when nothing is stored)."""

    def __init__(self, study: Study, file: StudyFile, work: AnalysisImage | None) -> None:
        self.study = study
        self.file = file
        self.work = work

    def __repr__(self) -> str:
        return f"Image({self.filename!r}, type={self.type!r}, frames={self.file.number_of_frames})"

    @property
    def instance_id(self) -> str:
        """The de-identified SOP Instance UID, which is the key of the image."""
        return self.file.instance_id

    @property
    def filename(self) -> str:
        return self.file.filename

    @property
    def type(self) -> str | None:
        """Image type of the configuration; None before it is labelled."""
        return None if self.work is None else self.work.type

    def dicom(self, progress: Progress | None = None) -> bytes:
        """The de-identified DICOM file."""
        return self.study._dicom(self.filename, progress)

    def ecg(self, progress: Progress | None = None) -> pandas.DataFrame | None:
        """The ECG that the file has as samples, with the columns `time_ms` (from the first frame) and `value`; None without one.

        `attrs` has the `lead` and the `unit` of the values: mV or uV, or None where the file states no sensitivity. A missing
        sample is NaN. Needs `echometry[frames]`.
        """
        return read_ecg(self.dicom(progress))

    def frames(self, progress: Progress | None = None) -> Frames:
        """The frames as an array, with their calibration (`Frames`) and the time of a frame. Needs `echometry[frames]`."""
        pixels = decode_frames(self.dicom(progress), self.file.colours)
        scale, reason = scale_of(self.work)
        size = mm_per_pixel(scale)
        return Frames(
            pixels=pixels,
            scale=scale,
            mm_per_pixel=size,
            no_scale="not-in-cm" if scale is not None and size is None else reason,
            calibration=None if self.work is None else self.work.calibration,
            ms_per_frame=ms_per_frame(self.file.frame_rate),
        )
