"""Echometry from Python: studies, analyses, values, frames, exports and agreement of a server (docs/programs.md)."""

from importlib.metadata import PackageNotFoundError, version

from .client import Client
from .errors import EchometryError
from .exports import Export
from .frames import AxisScale, Frames
from .project import Project
from .records import (
    AgreementReport,
    Analysis,
    AnalysisImage,
    CardiacEvents,
    CycleSegmentation,
    ImageCalibration,
    Line,
    LinePoint,
    Measurement,
    PredictionsOutcome,
    Reader,
    StudyFile,
    StudyRow,
)
from .releases import Release
from .statistics import BlandAltman, Reliability, bland_altman, icc
from .study import Image, Study

try:
    __version__ = version("echometry")
except PackageNotFoundError:
    # Used from the sources, without being installed.
    __version__ = "0"

__all__ = [
    "AgreementReport",
    "Analysis",
    "AnalysisImage",
    "AxisScale",
    "BlandAltman",
    "CardiacEvents",
    "Client",
    "CycleSegmentation",
    "EchometryError",
    "Export",
    "Frames",
    "Image",
    "ImageCalibration",
    "Line",
    "LinePoint",
    "Measurement",
    "PredictionsOutcome",
    "Project",
    "Reader",
    "Release",
    "Reliability",
    "Study",
    "StudyFile",
    "StudyRow",
    "bland_altman",
    "icc",
]
