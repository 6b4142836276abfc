"""Validates FHIR bundles with fhir.resources (R4B) and prints what they contain as one JSON object.

    python read_fhir.py BUNDLE.json...

A bundle that breaks a rule of FHIR ends the program with the validator's words. Values are read as the doubles of the text.
"""
import json
import sys

from fhir.resources.R4B.bundle import Bundle
from pydicom.sr._concepts_dict import concepts

SCHEMES = {"http://loinc.org": "LN", "http://snomed.info/sct": "SCT", "http://dicom.nema.org/resources/ontology/DCM": "DCM"}


def unknown(coding):
    """A code of a standard scheme that pydicom's dictionary of PS3.16 does not have with this meaning."""
    scheme = SCHEMES.get(coding.system)
    if scheme is None:
        return False
    return not any(values.get(coding.code, (None,))[0] == coding.display for values in concepts[scheme].values())


def number(quantity):
    return None if quantity is None else float(quantity.value)


def parts(observation):
    """Components by the meaning of their code."""
    found = {}
    for part in observation.component or []:
        value = next(value for value in (part.valueString, part.valueInteger, part.valueQuantity, part.valueCodeableConcept) if value is not None)
        if hasattr(value, "coding"):
            value = value.coding[0].display
        elif hasattr(value, "system"):
            value = number(value)
        found[part.code.coding[0].display] = value
    return found


def read(observation, kinds):
    absent = observation.dataAbsentReason
    quantity = observation.valueQuantity
    return {
        "id": observation.id,
        "name": observation.code.text,
        "code": observation.code.coding[0].code,
        "system": observation.code.coding[0].system,
        "value": number(quantity),
        "unit": quantity.code if quantity else None,
        "unit_system": quantity.system if quantity else None,
        "absent": [coding.code for coding in absent.coding] if absent else None,
        "status": observation.status,
        "date": str(observation.effectiveDateTime),
        "performer": observation.performer[0].display,
        "site": observation.bodySite.coding[0].display if observation.bodySite else None,
        "method": observation.method.text if observation.method else None,
        "notes": [note.text for note in observation.note or []],
        "ranges": [[number(one.low), number(one.high), one.text] for one in observation.referenceRange or []],
        "derived_from": [kinds[one.reference] for one in observation.derivedFrom],
        "sources": [one.reference for one in observation.derivedFrom],
        "parts": parts(observation),
    }


def codings(node):
    """Every coding below a resource."""
    if isinstance(node, list):
        for item in node:
            yield from codings(item)
    elif hasattr(type(node), "model_fields"):
        if type(node).__name__ == "Coding":
            yield node
        for name in type(node).model_fields:
            yield from codings(getattr(node, name, None))


def references(node):
    if isinstance(node, list):
        for item in node:
            yield from references(item)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key == "reference":
                yield value
            else:
                yield from references(value)


def bundle(path):
    text = open(path, encoding="utf-8").read()
    data = Bundle.model_validate_json(text)
    kinds = {entry.fullUrl: type(entry.resource).__name__ for entry in data.entry}
    of = lambda kind: [entry.resource for entry in data.entry if type(entry.resource).__name__ == kind]
    patient, report = of("Patient")[0], of("DiagnosticReport")[0]
    return {
        "type": data.type,
        "entries": [type(entry.resource).__name__ for entry in data.entry],
        "unique": len(kinds) == len(data.entry) and all(entry.fullUrl == "urn:uuid:" + entry.resource.id for entry in data.entry),
        "dangling": [reference for reference in references(json.loads(text)) if reference not in kinds],
        "unknown_codes": [[coding.system, coding.code, coding.display] for entry in data.entry for coding in codings(entry.resource) if unknown(coding)],
        "patient": json.loads(patient.model_dump_json(exclude_none=True)),
        "studies": [
            {
                "uid": study.identifier[0].value,
                "series": [[series.uid, series.modality.code, [[image.uid, image.sopClass.code] for image in series.instance]] for series in study.series],
            }
            for study in of("ImagingStudy")
        ],
        "report": {
            "status": report.status,
            "version": report.identifier[0].value,
            "code": report.code.coding[0].code,
            "results": len(report.result),
            "performer": [one.display for one in report.performer],
            "interpreter": [one.display for one in report.resultsInterpreter or []],
            "conclusion": report.conclusion,
        },
        "observations": [read(observation, kinds) for observation in of("Observation")],
    }


print(json.dumps([bundle(path) for path in sys.argv[1:]]))
