"""Reads structured reports back with pydicom and highdicom and prints what they see as one JSON object.

    python read_sr.py CODES.json REPORT.dcm...

CODES.json lists the codes that the writer knows; pydicom's dictionary of PS3.16 says whether they mean what they say.
"""
import json
import sys

import highdicom
import pydicom
from pydicom.sr._concepts_dict import concepts


def known(entry):
    """Context groups of a code in pydicom's dictionary, with its meaning; null where it has none."""
    for values in concepts[entry["scheme"]].values():
        if entry["value"] in values and values[entry["value"]][0] == entry["meaning"]:
            return values[entry["value"]][1]
    return None


def items(item, path=()):
    for child in getattr(item, "ContentSequence", []):
        name = child.ConceptNameCodeSequence[0].CodeMeaning if "ConceptNameCodeSequence" in child else None
        yield (*path, name), child
        yield from items(child, (*path, name))


def coordinates(item):
    found = []
    for child in getattr(item, "ContentSequence", []):
        if child.ValueType == "SCOORD":
            reference = child.ContentSequence[0].ReferencedSOPSequence[0]
            frame = reference.get("ReferencedFrameNumber")
            found.append({"type": child.GraphicType, "data": list(child.GraphicData), "frame": frame, "of": reference.ReferencedSOPInstanceUID})
    return found


def number(path, item):
    value = item.MeasuredValueSequence[0]
    children = {child.ConceptNameCodeSequence[0].CodeMeaning: child for child in getattr(item, "ContentSequence", []) if "ConceptNameCodeSequence" in child}
    code = lambda child: child.ConceptCodeSequence[0].CodeMeaning if child is not None else None
    return {
        "below": path[:-1],
        "code": item.ConceptNameCodeSequence[0].CodeValue,
        "scheme": item.ConceptNameCodeSequence[0].CodingSchemeDesignator,
        "text": str(value.NumericValue),
        "double": value.FloatingPointValue,
        "unit": value.MeasurementUnitsCodeSequence[0].CodeValue,
        "unit_scheme": value.MeasurementUnitsCodeSequence[0].CodingSchemeDesignator,
        "derivation": code(children.get("Derivation")),
        "status": code(children.get("Selection Status")),
        "label": children["Short Label"].TextValue if "Short Label" in children else None,
        "algorithm": children["Algorithm Name"].TextValue if "Algorithm Name" in children else None,
        "coordinates": coordinates(item),
    }


def imaging(path):
    """The tree of TID 1500 as highdicom understands it."""
    report = highdicom.sr.srread(path)
    groups = []
    for found in report.content.get_image_measurement_groups():
        groups.append(
            {
                "tracking": found.tracking_identifier,
                "sites": [site.value.meaning for site in found.finding_sites],
                "measurements": [[m.name.value, m.value, m.unit.value] for m in found.get_measurements()],
            }
        )
    return {"class": type(report).__name__, "groups": groups}


def main():
    codes = json.load(open(sys.argv[1]))
    reports = []
    for path in sys.argv[2:]:
        data = pydicom.dcmread(path)
        template = data.ContentTemplateSequence[0].TemplateIdentifier
        reports.append(
            {
                "template": template,
                "sop_class": data.SOPClassUID.name,
                "title": data.ConceptNameCodeSequence[0].CodeMeaning,
                "patient": str(data.PatientName),
                "evidence": [image.ReferencedSOPInstanceUID for study in data.CurrentRequestedProcedureEvidenceSequence for series in study.ReferencedSeriesSequence for image in series.ReferencedSOPSequence],
                "numbers": [number(p, item) for p, item in items(data) if item.ValueType == "NUM"],
                "texts": [item.TextValue for _, item in items(data) if item.ValueType == "TEXT"],
                "subject": [item.ConceptCodeSequence[0].CodeMeaning for p, item in items(data) if p[-1] == "Subject Class"],
                "sections": [item.ConceptCodeSequence[0].CodeMeaning for p, item in items(data) if p[-1] == "Finding Site" and p[0] == "Findings"],
                "imaging": imaging(path) if template == "1500" else None,
            }
        )
    print(json.dumps({"codes": [known(entry) for entry in codes], "reports": reports}))


main()
