"""The ECG of an image file as a table."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Literal

import pandas

from .errors import EchometryError

MS_PER_S = 1000.0


def read_ecg(dicom: bytes) -> pandas.DataFrame | None:
    """The one group with one channel that a stored file has, or None."""
    try:
        from pydicom import dcmread
    except ModuleNotFoundError as missing:
        raise EchometryError(
            f"{missing.name} is not installed. An ECG needs it: pip install 'echometry[frames]'", code="missing-package"
        ) from missing

    data = dcmread(BytesIO(dicom), stop_before_pixels=True)
    groups = data.get("WaveformSequence")
    if not groups:
        return None
    group = groups[0]
    channel = group.ChannelDefinitionSequence[0]
    little = data.file_meta.TransferSyntaxUID.is_little_endian
    values = _values(group, channel, "little" if little else "big")
    step_ms = MS_PER_S / float(group.SamplingFrequency)
    times = float(group.MultiplexGroupTimeOffset) + step_ms * values.index.to_series()
    table = pandas.DataFrame({"time_ms": times, "value": values})
    units = channel.get("ChannelSensitivityUnitsSequence")
    table.attrs["lead"] = channel.get("ChannelLabel")
    table.attrs["unit"] = str(units[0].CodeValue) if units else None
    return table


def _values(group: Any, channel: Any, order: Literal["little", "big"]) -> pandas.Series[float]:
    """Values in the unit of the channel; NaN where a sample is missing."""
    signed = group.WaveformSampleInterpretation == "SS"

    def words(value: bytes) -> list[int]:
        return [int.from_bytes(value[at : at + 2], order, signed=signed) for at in range(0, len(value), 2)]

    samples = pandas.Series(words(group.WaveformData)[: int(group.NumberOfWaveformSamples)], dtype="float64")
    padding = group.get("WaveformPaddingValue")
    if padding is not None:
        samples = samples.mask(samples == words(padding)[0])
    scale = float(channel.get("ChannelSensitivity") or 1) * float(channel.get("ChannelSensitivityCorrectionFactor") or 1)
    return samples * scale + float(channel.get("ChannelBaseline") or 0)
