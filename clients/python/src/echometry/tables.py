"""Analyses as tables, a row for each value, mark or point.

Columns have the names and meanings of the tables of an export (docs/data.md): cycles and frames count from 1, positions
are in stored pixels, and the mean of the cycles of an image is a row of its own, without a cycle and with `aggregate_of`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pandas

from .records import Analysis, AnalysisImage, SequenceLines, StudyRow

Work = tuple[StudyRow, Analysis]
"""A study and the work on it."""

OF_WORK = {"study_id": "string", "patient": "str", "study_date": "str", "editor": "str", "version": "Int64"}
OF_IMAGE = {
    "instance_id": "string",
    "filename": "string",
    "image_type": "string",
    "view": "string",
    "modality": "string",
    "reference": "boolean",
}
VALUES = {
    **OF_WORK,
    "blind": "boolean",
    "pass": "Int64",
    "study_state": "string",
    **OF_IMAGE,
    "cycle": "Int64",
    "cardiac_event": "string",
    "frame_number": "string",
    "measurement": "string",
    "class": "string",
    "kind": "string",
    "formula": "string",
    "formula_version": "Int64",
    "value": "Float64",
    "unit": "string",
    "aggregate_of": "string",
    "calibration_source": "string",
    "warnings": "string",
    "reason": "string",
    "engine_version": "string",
}
EVENTS = {
    **OF_WORK,
    **OF_IMAGE,
    "cycle": "Int64",
    "excluded": "string",
    "event": "string",
    "position": "Float64",
    "unit": "string",
    "origin": "string",
    "method": "string",
}
CONTOURS = {
    **OF_WORK,
    **OF_IMAGE,
    "cycle": "Int64",
    "event": "string",
    "corrected": "boolean",
    "frame_number": "Int64",
    "line": "string",
    "shape": "string",
    "finished": "boolean",
    "point": "Int64",
    "type": "string",
    "x": "Float64",
    "y": "Float64",
    "origin": "string",
}
SEQUENCES = {
    **OF_WORK,
    **OF_IMAGE,
    "cycle": "Int64",
    "line": "string",
    "shape": "string",
    "frame_number": "Int64",
    "point": "Int64",
    "type": "string",
    "x": "Float64",
    "y": "Float64",
    "quality": "Float64",
    "drift_px": "Float64",
}

def _table(columns: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> pandas.DataFrame:
    """Rows under typed columns: what is unknown is missing, never zero or empty text."""
    listed = list(rows)
    return pandas.DataFrame(
        {name: pandas.array([row.get(name) for row in listed], dtype=dtype) for name, dtype in columns.items()}
    )


def _of(study: StudyRow, analysis: Analysis, image: AnalysisImage) -> dict[str, Any]:
    return {
        "study_id": study.study_id,
        "patient": study.patient_show,
        "study_date": study.date,
        "editor": analysis.editor,
        "version": analysis.version,
        "instance_id": image.instance_id,
        "filename": image.filename,
        "image_type": image.type,
        "view": image.view,
        "modality": image.modality,
        "reference": image.reference,
    }


def values(rows: Iterable[Mapping[str, Any]]) -> pandas.DataFrame:
    """A row for each value of each cycle, and one for their mean. A missing value has its `reason`."""
    return _table(VALUES, rows)


def events(works: Iterable[Work]) -> pandas.DataFrame:
    """A row for each mark that is set: a frame of a clip, a column of a strip. `origin` is empty for marks set by a user."""
    return _table(
        EVENTS,
        (
            {
                **_of(study, analysis, image),
                "cycle": number + 1,
                "excluded": None if cycle.excluded is None else cycle.excluded.reason,
                "event": name,
                "position": position,
                "unit": "frame" if image.is_clip else "column",
                "origin": None if origin is None else origin.origin,
                "method": None if origin is None else origin.method,
            }
            for study, analysis in works
            for image in analysis.images
            for number, cycle in enumerate(image.cardiac_events)
            for name, position, origin in cycle.marks()
        ),
    )


def contours(works: Iterable[Work]) -> pandas.DataFrame:
    """A row for each control point of each drawn line, in the order of the line; `point` counts from 1."""
    return _table(
        CONTOURS,
        (
            {
                **_of(study, analysis, image),
                "cycle": cycle + 1,
                "event": event,
                "corrected": corrected,
                "frame_number": line.frame_number,
                "line": line.name,
                "shape": line.shape,
                "finished": line.finished,
                "point": number + 1,
                "type": point.type,
                "x": point.x,
                "y": point.y,
                "origin": point.origin,
            }
            for study, analysis in works
            for image in analysis.images
            for cycle, event, corrected, line in image.lines()
            for number, point in enumerate(line.points)
        ),
    )


def sequences(works: Iterable[tuple[StudyRow, Analysis, Mapping[str, SequenceLines]]]) -> pandas.DataFrame:
    """A row for each point of each line on each frame of the cycles whose lines were followed."""
    return _table(
        SEQUENCES,
        (
            {
                **_of(study, analysis, image),
                "cycle": cycle + 1,
                "line": line.name,
                "shape": line.shape,
                "frame_number": frame.frame_number,
                "point": number + 1,
                "type": line.types[number],
                "x": x,
                "y": y,
                "quality": frame.quality[number],
                "drift_px": frame.drift_px[number],
            }
            for study, analysis, documents in works
            for image in analysis.images
            for cycle, segmentation in enumerate(image.segmentation)
            if segmentation.sequence is not None and segmentation.sequence.lines_sha256 in documents
            for line in documents[segmentation.sequence.lines_sha256].lines
            for frame in line.frames
            for number, (x, y) in enumerate(frame.points)
        ),
    )
