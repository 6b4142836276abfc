"""Frames of an image as arrays, with their scale in space and time."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from .errors import EchometryError
from .records import AnalysisImage

if TYPE_CHECKING:
    import numpy
    import numpy.typing

MM_PER_CM = 10.0
MS_PER_S = 1000.0
SAMPLES_OF_COLOUR = 3


@dataclass(frozen=True, kw_only=True)
class Frames:
    """Decoded frames.

    `pixels` has the axes frame, row, column, and for pictures in colour red-green-blue. `mm_per_pixel` is the height and
    width of a pixel in mm; where it is None, `no_scale` has the reason: `not-analysed` (the server knows no scale of an image
    before its analysis is stored), `calibrated-by-user` (a typed scale, which only the engine applies) or `not-in-cm` (the
    axes are not both lengths, as on M-Mode and Doppler). `ms_per_frame` is the mean step of the file's own timing; None
    without one.
    """

    pixels: numpy.typing.NDArray[Any]
    mm_per_pixel: tuple[float, float] | None
    no_scale: str | None
    ms_per_frame: float | None

    def __len__(self) -> int:
        return len(self.pixels)


def mm_per_pixel(image: AnalysisImage | None) -> tuple[tuple[float, float] | None, str | None]:
    """Height and width of a stored pixel in mm, or why they are not known."""
    if image is None or image.metadata is None:
        return None, "not-analysed"
    if image.calibration is not None:
        return None, "calibrated-by-user"
    region = image.metadata.flow_region
    if region is None or region.units_x != "cm" or region.units_y != "cm":
        return None, "not-in-cm"
    return (abs(region.spacing_y) * MM_PER_CM, abs(region.spacing_x) * MM_PER_CM), None


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
