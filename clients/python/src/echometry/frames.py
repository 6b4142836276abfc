"""Frames of an image as arrays, with their scale in space and time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias

from .errors import EchometryError
from .records import AnalysisImage, FlowRegion, ImageCalibration, ManualScale, StoredMetadata

if TYPE_CHECKING:
    import numpy
    import numpy.typing

MM_PER_CM = 10.0
MS_PER_S = 1000.0
SAMPLES_OF_COLOUR = 3
#: Units of height and width by kind of image (docs/calibration.md, Flow region).
UNITS_OF_KIND = {"2D": ("cm", "cm"), "M-Mode": ("cm", "s"), "Doppler": ("cm/s", "s")}


@dataclass(frozen=True, kw_only=True)
class AxisScale:
    """What a pixel is along one axis: `value` in `unit` (cm, s or cm/s), never negative."""

    value: float
    unit: str


Scale: TypeAlias = tuple[AxisScale, AxisScale]
"""Height and width of a stored pixel."""


@dataclass(frozen=True, kw_only=True)
class Frames:
    """Decoded frames with their calibration.

    `pixels` has the axes frame, row, column, and for pictures in colour red-green-blue.

    `scale` is the height and width of a pixel with their units: cm and cm of a 2D image, cm and s of an M-Mode, cm/s and s
    of a spectrum. It is that of the region that is measured, or the one that a person typed, as the stored analysis has it.
    `mm_per_pixel` is the same in mm, where both are lengths. `calibration` is what a person chose: source, typed scales,
    zero line, direction of flow; None while the scale is the file's own.

    Where `mm_per_pixel` is None, `no_scale` has the reason: `not-analysed` (the server states no scale of an image before
    its analysis is stored), `no-scale` (the file has none, or a person chose none), `spacing-not-stored` (a person chose
    the Pixel Spacing, which only the file has), `other-region` (the region of the labelled modality is not the stored
    one), `typed-scale` (the typed scale is not sufficient, or fits more than one region of the file) or `not-in-cm` (an
    M-Mode or a spectrum, with a `scale`).

    `ms_per_frame` is the mean step of the file's own timing; None without one.
    """

    pixels: numpy.typing.NDArray[Any]
    scale: Scale | None
    mm_per_pixel: tuple[float, float] | None
    no_scale: str | None
    calibration: ImageCalibration | None
    ms_per_frame: float | None

    def __len__(self) -> int:
        return len(self.pixels)


def scale_of(image: AnalysisImage | None) -> tuple[Scale | None, str | None]:
    """Height and width of a stored pixel, or why they are not known."""
    if image is None or image.metadata is None:
        return None, "not-analysed"
    region, calibration = image.metadata.flow_region, image.calibration
    source = "regions" if calibration is None else calibration.source
    is_spacing = region is not None and region.region_index is None
    if source == "confirmed_spacing" or (source == "pixel_spacing" and not is_spacing):
        return None, "spacing-not-stored"
    if calibration is not None and source == "manual":
        found = _typed_scale(calibration.manual, image.metadata)
        if found is None:
            return None, "typed-scale"
    elif source == "none" or region is None:
        return None, "no-scale"
    else:
        found = _scale_of_region(region)
    if image.modality is not None and _units(found) != UNITS_OF_KIND[_kind_of(image.modality)]:
        return None, "other-region"
    return found, None


def mm_per_pixel(scale: Scale | None) -> tuple[float, float] | None:
    """Height and width in mm; None where they are not both lengths."""
    if scale is None or _units(scale) != UNITS_OF_KIND["2D"]:
        return None
    height, width = scale
    return height.value * MM_PER_CM, width.value * MM_PER_CM


def _kind_of(modality: str) -> str:
    """The kind of image of a modality: there are several of spectra, and all other ones are planes."""
    if "Doppler" in modality:
        return "Doppler"
    return "M-Mode" if modality == "M-Mode" else "2D"


def _units(scale: Scale) -> tuple[str, str]:
    height, width = scale
    return height.unit, width.unit


def _scale_of_region(region: FlowRegion) -> Scale:
    return (
        AxisScale(value=abs(region.spacing_y), unit=region.units_y),
        AxisScale(value=abs(region.spacing_x), unit=region.units_x),
    )


def _typed_scale(scales: list[ManualScale], metadata: StoredMetadata) -> Scale | None:
    """Typed scales of both axes, or of one axis with the other one of the file (docs/calibration.md, Sources of scale)."""
    typed: dict[str, AxisScale] = {}
    # A pair of points for both axes counts unless a pair for one axis replaces it.
    for scale in sorted(scales, key=lambda one: one.axis != "xy"):
        across, down = scale.to.x - scale.from_.x, scale.to.y - scale.from_.y
        pixels = {"xy": math.hypot(across, down), "x": abs(across), "y": abs(down)}[scale.axis]
        if pixels == 0 or scale.value == 0:
            return None
        for axis in scale.axis:
            typed[axis] = AxisScale(value=abs(scale.value) / pixels, unit=scale.unit)
    if len(typed) == len("xy"):
        both = typed["y"], typed["x"]
        return both if _units(both) in UNITS_OF_KIND.values() else None
    region = metadata.flow_region
    if not typed or region is None or not _is_only_one(region, metadata):
        return None
    height, width = _scale_of_region(region)
    found = typed.get("y", height), typed.get("x", width)
    return found if _units(found) == (height.unit, width.unit) else None


def _is_only_one(region: FlowRegion, metadata: StoredMetadata) -> bool:
    """Whether the file has no other region of the kind, to which a typed axis could give a scale too."""
    formats = [one.region_spatial_format for one in metadata.doppler_regions]
    if region.region_index is None:
        return not formats
    return formats.count(formats[region.region_index]) == 1


def ms_per_frame(frame_rate: float | None) -> float | None:
    return None if not frame_rate else MS_PER_S / frame_rate


def decode_frames(dicom: bytes, colours: str | None = None) -> numpy.typing.NDArray[Any]:
    """Frames of a DICOM file: frame, row, column, and red-green-blue for colour. `colours` overrules the colours of the file."""
    try:
        import numpy
        from pydicom import dcmread
        from pydicom.pixels.decoders.base import get_decoder
        from pydicom.pixels.processing import apply_color_lut, convert_color_space
    except ModuleNotFoundError as missing:
        raise EchometryError(
            f"{missing.name} is not installed. Frames need it: pip install 'echometry[frames]'", code="missing-package"
        ) from missing

    data = dcmread(BytesIO(dicom))
    syntax = data.file_meta.TransferSyntaxUID
    try:
        decoder = get_decoder(syntax)
    except NotImplementedError as error:
        raise _unsupported(syntax.name, "Videos and newer codecs are exported as masks or EchoNet-Dynamic instead") from error
    if not decoder.is_available:
        raise _unsupported(syntax.name, f"Install what decodes it: {'; '.join(decoder.missing_dependencies)}")
    try:
        pixels, description = decoder.as_array(data, raw=True)
    except (ValueError, RuntimeError, AttributeError) as error:
        raise EchometryError(f"The frames are damaged and cannot be decoded: {error}", code="damaged") from error
    photometric = str(description["photometric_interpretation"])
    if photometric == "PALETTE COLOR":
        pixels, photometric = _eight_bits(numpy, apply_color_lut(pixels, data)), "RGB"
    elif int(description["samples_per_pixel"]) == SAMPLES_OF_COLOUR and colours is not None:
        photometric = "RGB" if colours == "rgb" else "YBR_FULL"
    if photometric.startswith("YBR_FULL"):
        pixels = convert_color_space(pixels, "YBR_FULL", "RGB")
    axes = 4 if int(description["samples_per_pixel"]) == SAMPLES_OF_COLOUR or photometric == "RGB" else 3
    frames: numpy.typing.NDArray[Any] = pixels if pixels.ndim == axes else pixels[numpy.newaxis]
    return frames


def _eight_bits(numpy: Any, pixels: Any) -> Any:
    """Palettes of 16 bits as 8 bits, which is what screens show of them."""
    return pixels if pixels.dtype == numpy.uint8 else (pixels >> 8).astype(numpy.uint8)


def _unsupported(name: str, advice: str) -> EchometryError:
    return EchometryError(f"Frames of {name} cannot be decoded here. {advice}", code="unsupported-syntax")
