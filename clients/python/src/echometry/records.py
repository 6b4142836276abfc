"""Records of the server as typed objects, with its names (docs/contracts.md).

Frames count from 1. Points and columns are in pixels of the frame as stored, a whole number being the centre of a pixel.
Cycles of a list count from 0, as the lists do; tables count them from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Union

Mark = Union[float, Literal[False]]
"""A frame number, or on a strip a column in pixels; False until it is set."""

#: Marks of a cycle, in their order in time.
MARKS = ("end_diastole_start", "onset_start", "end_diastole", "end_systole", "onset_end", "end_diastole_end")


@dataclass(frozen=True, kw_only=True)
class MarkOrigin:
    """Where a mark comes from that was not placed by a user first."""

    origin: str
    method: str
    method_version: str
    proposed: float


@dataclass(frozen=True, kw_only=True)
class MarkOrigins:
    """Origins of the marks of a cycle; None for marks that were placed by a user."""

    end_diastole: MarkOrigin | None = None
    end_systole: MarkOrigin | None = None
    onset_start: MarkOrigin | None = None
    onset_end: MarkOrigin | None = None
    end_diastole_start: MarkOrigin | None = None
    end_diastole_end: MarkOrigin | None = None


@dataclass(frozen=True, kw_only=True)
class Exclusion:
    """Why a cycle does not count."""

    reason: str


@dataclass(frozen=True, kw_only=True)
class CardiacEvents:
    """Marks of one cardiac cycle."""

    id: str
    excluded: Exclusion | None = None
    end_diastole: Mark | None = None
    end_systole: Mark | None = None
    onset_start: Mark | None = None
    onset_end: Mark | None = None
    end_diastole_start: Mark | None = None
    end_diastole_end: Mark | None = None
    origins: MarkOrigins | None = None

    def marks(self) -> Iterator[tuple[str, float, MarkOrigin | None]]:
        """The marks that are set: name, position, origin."""
        for name in MARKS:
            mark: Mark | None = getattr(self, name)
            if mark is not None and mark is not False:
                yield name, mark, None if self.origins is None else getattr(self.origins, name)


@dataclass(frozen=True, kw_only=True)
class PixelPosition:
    """A position in stored pixels."""

    x: float
    y: float


@dataclass(frozen=True, kw_only=True)
class LinePoint:
    """A control point of a line, in stored pixels. `origin` is None for points that were placed by a user."""

    id: str
    x: float
    y: float
    type: str
    forced_to_zero: bool
    locked: bool
    on_onset: bool
    same_as_start: bool
    same_as_end: bool
    abbreviation: str | None = None
    origin: str | None = None
    method: str | None = None
    method_version: str | None = None
    proposed: PixelPosition | None = None


@dataclass(frozen=True, kw_only=True)
class Line:
    """A drawn line with its control points in their order."""

    name: str
    finished: bool
    shape: str
    pattern: str
    frame_number: int | None
    points: list[LinePoint]
    spline: list[tuple[float, float]] | None = None


@dataclass(frozen=True, kw_only=True)
class EventLines:
    """Lines at one event."""

    lines: list[Line]


@dataclass(frozen=True, kw_only=True)
class CycleSequence:
    """Names the lines on every frame of a cycle; `project.sequences()` and `study.sequences()` read them."""

    from_frame: int
    to_frame: int
    method: str
    method_version: str
    lines_sha256: str


class PlacedLine(NamedTuple):
    """A line with its place: `cycle` counts from 0, `event` is None on a strip and for lines corrected between events."""

    cycle: int
    event: str | None
    corrected: bool
    line: Line


@dataclass(frozen=True, kw_only=True)
class CycleSegmentation:
    """Lines of one cycle: at its events, of a strip, and those that were corrected between the events."""

    end_diastole: EventLines | None = None
    end_systole: EventLines | None = None
    lines: list[Line] | None = None
    corrected: list[Line] | None = None
    sequence: CycleSequence | None = None

    def placed(self, cycle: int) -> Iterator[PlacedLine]:
        for event in ("end_diastole", "end_systole"):
            at: EventLines | None = getattr(self, event)
            for line in [] if at is None else at.lines:
                yield PlacedLine(cycle, event, False, line)
        for line in self.lines or []:
            yield PlacedLine(cycle, None, False, line)
        for line in self.corrected or []:
            yield PlacedLine(cycle, None, True, line)


@dataclass(frozen=True, kw_only=True)
class DenseFrame:
    """A line on one frame, in stored pixels, with quality and drift of each point."""

    frame_number: int
    points: list[tuple[float, float]]
    quality: list[float]
    drift_px: list[float | None]


@dataclass(frozen=True, kw_only=True)
class DenseLine:
    """A line on every frame of a cycle. `types` names its points."""

    name: str
    shape: str
    types: list[str]
    frames: list[DenseFrame]


@dataclass(frozen=True, kw_only=True)
class SequenceLines:
    """The lines on every frame of one cycle."""

    format: int
    lines: list[DenseLine]


@dataclass(frozen=True, kw_only=True)
class ManualScale:
    """A scale that was typed: the amount between two positions."""

    axis: str
    from_: PixelPosition = field(metadata={"key": "from"})
    to: PixelPosition
    value: float
    unit: str


@dataclass(frozen=True, kw_only=True)
class ImageCalibration:
    """The scale that a user chose. An image without one has the scale of its file."""

    source: str
    velocity_axis: str
    flow_direction: str
    reference_pixel_origin: str
    baseline_y: float | None
    manual: list[ManualScale]
    author: str | None
    at: int | None
    version: int


@dataclass(frozen=True, kw_only=True)
class FlowRegion:
    """The region of an image that its measurements use, with units per pixel."""

    region_location_min_x: float
    region_location_max_x: float
    region_location_min_y: float
    region_location_max_y: float
    spacing_x: float
    spacing_y: float
    reference_x: float | None = None
    reference_y: float | None = None
    units_x: str
    units_y: str
    physical_delta_x: float
    physical_delta_y: float
    region_index: int | None = None


@dataclass(frozen=True, kw_only=True)
class DopplerRegion:
    """A region of the file. `region_spatial_format` is 1 for a plane, 2 for an M-Mode, 3 for a spectrum."""

    region_spatial_format: int | None = None


@dataclass(frozen=True, kw_only=True)
class StoredMetadata:
    """What the import read of the file."""

    number_of_frames: int
    width: int
    height: int
    frame_rate: float | None = None
    manufacturer: str | None = None
    modality: str | None = None
    doppler_regions: list[DopplerRegion]
    flow_region: FlowRegion | None = None


@dataclass(frozen=True, kw_only=True)
class NormalState:
    """Place of a mean in its normal range."""

    state: str
    low: float | None = None
    high: float | None = None
    expected: float | None = None
    z: float | None = None
    indexed: float | None = None
    source: str | None = None
    reason: str | None = None
    grade: str | None = None


@dataclass(frozen=True, kw_only=True)
class Refused:
    """Why nothing was measured."""

    code: str
    message: str


@dataclass(frozen=True, kw_only=True)
class CalibrationUsed:
    """The scale of a value."""

    source: str
    region_indices: list[int]
    version: int | None
    velocity_axis: str
    flow_direction: str
    baseline_y: float | None


@dataclass(frozen=True, kw_only=True)
class FormulaUsed:
    """The formula of a value."""

    kind: str
    name: str | None = None
    version: int


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """The source of a value: formula, engine, configuration and scale."""

    formula: FormulaUsed
    engine_version: str
    config_versions: dict[str, int]
    calibration: CalibrationUsed
    other_image: str | None
    warnings: list[str]


@dataclass(frozen=True, kw_only=True)
class Measurement:
    """A measurement: one value for each cycle, None where it has none, with the reason in the same place of `reasons`."""

    name: str
    type: str
    value: list[float | None]
    formula: str | None = None
    units: str | None = None
    class_: str | None = field(default=None, metadata={"key": "class"})
    reasons: list[str | None] | None = None
    aggregate: float | None = None
    series: list[tuple[float, float] | None] | None = None
    normal: NormalState | None = None
    refused: Refused | None = None
    provenance: Provenance | None = None


@dataclass(frozen=True, kw_only=True)
class CaliperPoints:
    """Points of a caliper, in stored pixels and in units."""

    real: list[PixelPosition]
    pixel: list[PixelPosition]


@dataclass(frozen=True, kw_only=True)
class CaliperMeasurement:
    """A caliper with its distances and angles."""

    id: str
    type: str
    cycle: int | None
    event: str | None
    frame_number: int | None
    points: CaliperPoints
    points_name: list[str]
    dists: list[float | None]
    dists_name: list[str]
    angles: list[float | None]
    angles_name: list[str]
    name: str | None = None


@dataclass(frozen=True, kw_only=True)
class AnalysisImage:
    """The work on one image: labels, marks, lines, values and scale."""

    instance_id: str
    filename: str
    type: str | None
    view: str | None
    modality: str | None
    reference: bool
    additional_labels: dict[str, Union[str, Literal[False]]]
    accepted: str | None
    active: bool
    missing_image: bool
    validated: bool
    onset_type: str | None
    cardiac_events: list[CardiacEvents]
    is_annotated: bool
    is_segmented: bool
    is_measured: bool
    segmentation: list[CycleSegmentation]
    measurements: list[Measurement]
    measurements_caliper: list[CaliperMeasurement]
    metadata: StoredMetadata | None
    calibration: ImageCalibration | None
    config_versions: dict[str, int]

    def lines(self) -> Iterator[PlacedLine]:
        """Every drawn line with its cycle and event."""
        for cycle, segmentation in enumerate(self.segmentation):
            yield from segmentation.placed(cycle)

    @property
    def is_clip(self) -> bool:
        """Marks are frames; on strips (M-Mode, Doppler) they are columns."""
        return self.modality == "2D"


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """The work of one editor on one study: one stored version."""

    id: str
    version: int
    images: list[AnalysisImage]
    missing_images: list[str]
    validated: bool
    editor: str
    updated_at: int
    study_state: str
    config_versions: dict[str, int]
    engine_version: str | None

    def image(self, instance_id: str) -> AnalysisImage:
        """The work on the image of this id."""
        for image in self.images:
            if image.instance_id == instance_id:
                return image
        raise KeyError(f"Version {self.version} of {self.id} has no image {instance_id}")


@dataclass(frozen=True, kw_only=True)
class StudyRow:
    """A study in the list of a project. `analysis` is the version of its work, None when nothing is stored."""

    study_id: str
    patient: int
    patient_show: str
    date: str
    project: str
    data_type: str
    study_type: str | None
    code: str | None
    analysis: int | None
    editor: str | None
    updated_at: int | None
    study_state: str | None
    gestational_age_days: int | None
    total_images: int


@dataclass(frozen=True, kw_only=True)
class StudyFile:
    """The file of one image. `frame_rate` is by its own timing, in frames per second; None when it has none."""

    instance_id: str
    filename: str
    size_bytes: int
    number_of_frames: int
    frames_available: int | None
    width: int
    height: int
    frame_rate: float | None
    manufacturer: str | None
    modality: str | None
    transfer_syntax_uid: str
    colours: str | None
    active: bool


@dataclass(frozen=True, kw_only=True)
class ProjectSummary:
    """A project, as lists name it."""

    key: str = field(metadata={"key": "_id"})
    db_name: str
    name_to_show: str
    description: str
    area: str


@dataclass(frozen=True, kw_only=True)
class Person:
    """The owner of a token."""

    email: str
    name: str
    family_names: str


@dataclass(frozen=True, kw_only=True)
class Session:
    """The token in use: its owner, its role, and when it expires, in ms since 1970 UTC."""

    user: Person
    role: str | None
    expires_at: int


@dataclass(frozen=True, kw_only=True)
class ExportContents:
    """Counts of a finished export, and the SHA-256 of its archive."""

    studies: int
    images: int
    values: int
    differing: int
    left_out: int
    files: int
    size_bytes: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class ExportRecord:
    """State of an export."""

    id: str
    status: str
    log: list[str]
    done: int
    total: int | None
    project: str
    failure: str | None
    contents: ExportContents | None
    kept_until: int | None


@dataclass(frozen=True, kw_only=True)
class Reader:
    """One reader: an editor's own work in one pass, or a reviewer's copy of it. `studies` is how many there are."""

    editor: str
    reviewer: str | None
    blind: bool
    pass_: int = field(metadata={"key": "pass"})
    studies: int | None = None


@dataclass(frozen=True, kw_only=True)
class Estimated:
    """A number with its 95 % interval; `reason` has the cause of a missing one."""

    value: float | None
    low: float | None
    high: float | None
    reason: str | None


@dataclass(frozen=True, kw_only=True)
class Spread:
    """Mean and standard deviation; None where the sample is too small."""

    mean: float | None
    sd: float | None


@dataclass(frozen=True, kw_only=True)
class AgreementPoint:
    """One image of which both readers have a value."""

    study_id: str
    patient_show: str
    instance_id: str
    mean: float
    difference: float


@dataclass(frozen=True, kw_only=True)
class ValueAgreement:
    """Agreement on one measurement of an image type: bias and limits of the first two readers, ICC(2,1) of all."""

    name: str
    image_type: str
    units: str
    n: int
    left_out: int
    bias: Estimated
    sd: float | None
    lower: Estimated
    upper: Estimated
    icc: Estimated
    icc_n: int
    points: list[AgreementPoint]


@dataclass(frozen=True, kw_only=True)
class LineAgreement:
    """Agreement on one line of an image type. Distances are in mm."""

    line: str
    image_type: str
    event: str | None
    n: int
    dice: Spread
    hausdorff: Spread
    mean_distance: Spread


@dataclass(frozen=True, kw_only=True)
class EventAgreement:
    """Agreement on one mark of an image type, in frames or columns and in ms."""

    event: str
    image_type: str
    n: int
    left_out: int
    unit: str
    steps: Spread
    ms: Spread


@dataclass(frozen=True, kw_only=True)
class AgreementReport:
    """How far readers agree (docs/agreement.md). Differences are the second reader minus the first."""

    date: int
    engine_version: str
    readers: list[Reader]
    studies: int
    images: int
    labelled_differently: int
    values: list[ValueAgreement]
    lines: list[LineAgreement]
    events: list[EventAgreement]


@dataclass(frozen=True, kw_only=True)
class PredictedStudy:
    """A study with lines of a model, by the code of its patient."""

    code: str
    images: int
    lines: int


@dataclass(frozen=True, kw_only=True)
class RefusedLine:
    """An entry that is no line of an image, with the reason. `file` and `entry` are empty where they are not known."""

    file: str
    entry: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class PredictionsOutcome:
    """What became of lines of a model. `refused` names the first thousand entries, `refused_in_all` counts them."""

    rater: str
    studies: list[PredictedStudy]
    images: int
    lines: int
    refused: list[RefusedLine]
    refused_in_all: int


@dataclass(frozen=True, kw_only=True)
class PredictionsRecord:
    """State of lines of a model on their way."""

    id: str
    status: str
    done: int
    total: int | None
    failure: str | None
    outcome: PredictionsOutcome | None


@dataclass(frozen=True, kw_only=True)
class ReleaseRequest:
    """What people stated of a release."""

    name: str
    description: str
    creators: list[str]
    publisher: str
    #: Keys of further projects whose work it has; None for one of a single project.
    further_projects: list[str] | None = None


@dataclass(frozen=True, kw_only=True)
class ReleaseContents:
    """Counts of a release."""

    studies: int
    images: int
    values: int


@dataclass(frozen=True, kw_only=True)
class ReleaseRecord:
    """A release, which never changes."""

    id: str
    version: int
    made_at: int
    made_by: str
    request: ReleaseRequest
    contents: ReleaseContents
    size_bytes: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class ReleaseJob:
    """State of a release that is being made."""

    id: str
    status: str
    done: int
    total: int | None
    failure: str | None
