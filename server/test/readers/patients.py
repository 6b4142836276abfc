"""Prints what DICOM objects state about their patient, as one JSON list; null where an attribute is missing.

    python patients.py OBJECT.dcm...
"""

import json
import sys

import pydicom

KEYWORDS = ("PatientID", "PatientName", "PatientBirthDate", "PatientSex")


def patient(path: str) -> list[str | None]:
    data = pydicom.dcmread(path, stop_before_pixels=True)
    return [str(data[keyword].value or "") if keyword in data else None for keyword in KEYWORDS]


print(json.dumps([patient(path) for path in sys.argv[1:]]))
