"""Writes a separate ECG file with pydicom, as a machine does: a pressure, lead I and lead II, next to names that must not be kept.

    python write_ecg.py FILE JSON

JSON: patient, study, date, acquired, clock, synchronized, offset_ms, rate, seconds. Sample n of lead I is n modulo 4000 less 2000, and
one step is 0.0025 mV.
"""

from __future__ import annotations

import json
import sys

import numpy
from pydicom.dataset import Dataset, FileDataset, FileMetaDataset
from pydicom.uid import ExplicitVRLittleEndian, GeneralECGWaveformStorage, generate_uid

SECRET = "SECRETNAME"
PRESSURE, LEAD_I, LEAD_II = ("109016", "DCM"), ("2:1", "MDC"), ("2:2", "MDC")


def code(value: str, scheme: str) -> Dataset:
    one = Dataset()
    one.CodeValue, one.CodingSchemeDesignator, one.CodeMeaning = value, scheme, SECRET
    return one


def channel(source: tuple[str, str], unit: str) -> Dataset:
    one = Dataset()
    one.ChannelLabel = SECRET
    one.ChannelSourceSequence = [code(*source)]
    one.ChannelSensitivity = "0.0025"
    one.ChannelSensitivityUnitsSequence = [code(unit, "UCUM")]
    one.ChannelSensitivityCorrectionFactor = "1"
    one.ChannelBaseline = "0"
    one.ChannelSampleSkew = "0"
    one.WaveformBitsStored = 16
    return one


place, asked = sys.argv[1], json.loads(sys.argv[2])
meta = FileMetaDataset()
meta.MediaStorageSOPClassUID = GeneralECGWaveformStorage
meta.MediaStorageSOPInstanceUID = generate_uid()
meta.TransferSyntaxUID = ExplicitVRLittleEndian
data = FileDataset(place, {}, file_meta=meta, preamble=b"\0" * 128)
data.SOPClassUID, data.SOPInstanceUID = meta.MediaStorageSOPClassUID, meta.MediaStorageSOPInstanceUID
data.StudyDate = data.ContentDate = asked["date"]
data.StudyTime = data.ContentTime = "090000"
data.AcquisitionDateTime = asked["acquired"]
data.Modality = "ECG"
data.PatientName, data.PatientID = SECRET, asked["patient"]
data.PatientBirthDate, data.PatientSex = "", ""
data.StudyInstanceUID, data.SeriesInstanceUID = asked["study"], generate_uid()
data.SeriesNumber, data.InstanceNumber = 9, 1
if asked["clock"]:
    data.SynchronizationFrameOfReferenceUID = asked["clock"]
    data.SynchronizationTrigger = "NO TRIGGER"
    data.AcquisitionTimeSynchronized = asked["synchronized"]
group = Dataset()
count = round(asked["rate"] * asked["seconds"])
n = numpy.arange(count)
samples = numpy.stack([n % 100, n % 4000 - 2000, n % 50], axis=1).astype("<i2")
group.MultiplexGroupTimeOffset = str(asked["offset_ms"])
group.WaveformOriginality = "ORIGINAL"
group.NumberOfWaveformChannels = 3
group.NumberOfWaveformSamples = count
group.SamplingFrequency = str(asked["rate"])
group.MultiplexGroupLabel = SECRET
group.ChannelDefinitionSequence = [channel(PRESSURE, "mm[Hg]"), channel(LEAD_I, "mV"), channel(LEAD_II, "mV")]
group.WaveformBitsAllocated = 16
group.WaveformSampleInterpretation = "SS"
group.add_new("WaveformData", "OW", samples.tobytes())
data.WaveformSequence = [group]
data.save_as(place, enforce_file_format=True)
