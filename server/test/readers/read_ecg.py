"""Prints the ECG of each file as pydicom reads it, with its R waves by the method of Pan and Tompkins.

J. Pan, W. J. Tompkins: A real-time QRS detection algorithm. IEEE Trans Biomed Eng 1985;32:230.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy
from pydicom import dcmread

Signal = numpy.ndarray[Any, numpy.dtype[numpy.float64]]

#: Seconds of the window that energy is summed over, and between two complexes at least.
WINDOW_S = 0.15
REFRACTORY_S = 0.2
#: A complex has at least this share of the energy between noise and signal.
THRESHOLD = 0.25


def mean_over(signal: Signal, width: int) -> Signal:
    kernel = numpy.ones(width) / width
    padded = numpy.pad(signal, (width // 2, width - 1 - width // 2), mode="edge")
    return numpy.convolve(padded, kernel, mode="valid")


def r_waves(signal: Signal, rate: float) -> list[float]:
    """Times of R waves in s from the first sample."""
    # Band-pass: mains and noise go by the short mean, base line and T waves by the long one.
    band = mean_over(signal, max(int(rate * 0.02), 1)) - mean_over(signal, int(rate * 0.12))
    energy = mean_over(numpy.gradient(band) ** 2, int(rate * WINDOW_S))
    noise, top = float(numpy.median(energy)), float(numpy.quantile(energy, 0.98))
    least = noise + THRESHOLD * (top - noise)
    found: list[int] = []
    for at in numpy.argsort(energy)[::-1]:
        if energy[at] < least:
            break
        if all(abs(int(at) - other) > REFRACTORY_S * rate for other in found):
            found.append(int(at))
    half = int(rate * WINDOW_S / 2)
    peaks = []
    for at in sorted(found):
        start = max(at - half, 0)
        peaks.append(start + int(numpy.argmax(numpy.abs(band[start : at + half + 1]))))
    return [peak / rate for peak in sorted(set(peaks))]


def read(path: str) -> dict[str, Any]:
    data = dcmread(path)
    (group,) = data.WaveformSequence
    (channel,) = group.ChannelDefinitionSequence
    values = data.waveform_array(0)[:, 0].astype(float)
    rate = float(group.SamplingFrequency)
    start_ms = float(group.MultiplexGroupTimeOffset)
    return {
        "lead": channel.ChannelSourceSequence[0].CodeMeaning,
        "unit": channel.ChannelSensitivityUnitsSequence[0].CodeValue,
        "samples_per_s": rate,
        "start_ms": start_ms,
        "values": values.tolist(),
        "r_waves_ms": [start_ms + 1000 * time for time in r_waves(values, rate)],
    }


for file in sys.argv[1:]:
    print(json.dumps(read(file)))
