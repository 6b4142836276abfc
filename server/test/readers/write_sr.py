"""Writes structured reports as machines do, with pydicom and highdicom, and prints the numbers that pydicom reads of each as JSON.

    python write_sr.py FOLDER PATIENT_ID STUDY_UID STUDY_DATE IMAGE_UID

TID 5200 in implicit VR with codes of SNOMED of before 2016, TID 5300, TID 1500 by highdicom, and two variants of vendors: private
codes in nested containers with broken numbers, and beats without a mean in units that differ from ours.
"""
import json
import os
import sys

import highdicom
import pydicom
from pydicom.dataset import Dataset, FileDataset, FileMetaDataset
from pydicom.sr.codedict import codes
from pydicom.uid import UID, ComprehensiveSRStorage, ExplicitVRLittleEndian, ImplicitVRLittleEndian, UltrasoundMultiFrameImageStorage, generate_uid

SIMPLIFIED_ADULT_ECHO = UID("1.2.840.10008.5.1.4.1.1.88.72")
SECRET = "SECRETNAME"


def code(value, scheme, meaning):
    one = Dataset()
    one.CodeValue, one.CodingSchemeDesignator, one.CodeMeaning = value, scheme, meaning
    return one


def item(relation, kind, name, content=()):
    one = Dataset()
    one.RelationshipType, one.ValueType = relation, kind
    if name is not None:
        one.ConceptNameCodeSequence = [code(*name)]
    if content:
        one.ContentSequence = list(content)
    return one


def container(name, content, relation="CONTAINS"):
    one = item(relation, "CONTAINER", name, content)
    one.ContinuityOfContent = "SEPARATE"
    return one


def coded(name, value, relation="HAS CONCEPT MOD"):
    one = item(relation, "CODE", name)
    one.ConceptCodeSequence = [code(*value)]
    return one


def num(name, value, unit, content=(), relation="CONTAINS", scheme="UCUM", double=None):
    """A numeric item; without a value where it is None, without a unit where that is None."""
    one = item(relation, "NUM", name, content)
    one.MeasuredValueSequence = []
    if value is not None:
        measured = Dataset()
        # Another text than a number, as broken reports have it, is refused by pydicom under its own VR.
        broken = "," in str(value)
        measured.add_new(0x0040A30A, "LO" if broken else "DS", str(value))
        if double is not None:
            measured.FloatingPointValue = double
        if unit is not None:
            measured.MeasurementUnitsCodeSequence = [code(unit, scheme, unit)]
        one.MeasuredValueSequence = [measured]
    return one


def text(name, value, relation="CONTAINS"):
    one = item(relation, "TEXT", name)
    one.TextValue = value
    return one


def image(uid, frame=None):
    one = item("INFERRED FROM", "IMAGE", None)
    reference = Dataset()
    reference.ReferencedSOPClassUID, reference.ReferencedSOPInstanceUID = UltrasoundMultiFrameImageStorage, uid
    if frame is not None:
        reference.ReferencedFrameNumber = frame
    one.ReferencedSOPSequence = [reference]
    return one


SITE, MODE, FLOW = ("G-C0E3", "SRT", "Finding Site"), ("G-0373", "SRT", "Image Mode"), ("G-C048", "SRT", "Flow Direction")
LV, TV = ("T-32600", "SRT", "Left Ventricle"), ("T-35100", "SRT", "Tricuspid Valve")
TWO_D, PULSED = ("G-03A2", "SRT", "2D mode"), ("R-409E4", "SRT", "Doppler Pulsed")
DERIVATION, MEAN = ("121401", "DCM", "Derivation"), ("R-00317", "SRT", "Mean")
STATUS, MEAN_CHOSEN = ("121404", "DCM", "Selection Status"), ("121412", "DCM", "Mean value chosen")
FINDINGS, GROUP = ("121070", "DCM", "Findings"), ("125007", "DCM", "Measurement Group")
LVIDD = ("29436-3", "LN", "Left Ventricle Internal End Diastolic Dimension")


def adult_echo():
    """TID 5200: sections of sites, in them groups of a mode, in these beats and their mean."""
    return [
        container(
            ("121118", "DCM", "Patient Characteristics"),
            [num(("121033", "DCM", "Subject Age"), 93, "a"), num(("8302-2", "LN", "Patient Height"), 171, "cm")],
        ),
        container(
            FINDINGS,
            [
                coded(SITE, LV),
                container(
                    GROUP,
                    [
                        coded(MODE, TWO_D),
                        num(LVIDD, "47", "mm"),
                        num(LVIDD, "49", "mm"),
                        num(LVIDD, "48", "mm", [coded(DERIVATION, MEAN), coded(STATUS, MEAN_CHOSEN, "HAS PROPERTIES")]),
                        num(
                            ("18154-5", "LN", "Interventricular Septum Diastolic Thickness"),
                            "0.9",
                            "cm",
                            [num(("121416", "DCM", "Mean Value of population"), "0.8", "cm", relation="HAS PROPERTIES")],
                        ),
                    ],
                ),
                container(
                    GROUP,
                    [num(("18026-5", "LN", "Left Ventricular End Diastolic Volume"), "110", "ml", [coded(("G-C036", "SRT", "Measurement Method"), ("125207", "DCM", "Method of Disks, Biplane"))])],
                ),
                num(("18043-0", "LN", "Left Ventricular Ejection Fraction by US"), "58", "%"),
            ],
        ),
        container(
            FINDINGS,
            [
                coded(SITE, ("T-35300", "SRT", "Mitral Valve")),
                container(
                    GROUP,
                    [
                        coded(MODE, PULSED),
                        num(("18037-2", "LN", "Mitral Valve E-Wave Peak Velocity"), "0.82", "m/s"),
                        num(("8867-4", "LN", "Heart rate"), "64", "{H.B.}/min"),
                    ],
                ),
                text(("121106", "DCM", "Comment"), SECRET),
            ],
        ),
    ]


def simplified_echo(image_uid):
    """TID 5300: codes that say everything, each with its image."""
    return [
        container(
            ("125301", "DCM", "Pre-coordinated Measurements"),
            [
                num(("79999-9", "LN", "Left ventricular end diastolic volume single plane 4C (MOD)"), "120", "mL", [image(image_uid, 3), text(("125309", "DCM", "Short Label"), SECRET, "HAS PROPERTIES")]),
                num(("77903-3", "LN", "Tricuspid Annular Plane Systolic Excursion (TAPSE)"), "2.1", "cm", double=2.1),
                num(("80004-5", "LN", "Left ventricular end systolic volume single plane 4C (MOD)"), "50.67", "mL", double=152 / 3),
            ],
        )
    ]


def private_codes(image_uid):
    """A vendor's private codes with their meaning, nested in containers of its own, and numbers that are none."""
    inner = [
        num(("LVX-1", "99VENDOR", "LV custom index"), "1.25", "{ratio}", [image(image_uid)]),
        num(("LVX-2", "99VENDOR", f"{SECRET} born 19410203"), "2", "cm"),
        num(("LVX-3", "99VENDOR", "Septal angle"), "4,7", "deg"),
        num(("LVX-4", "99VENDOR", "Empty"), None, None),
        num(("LVX-5", "99VENDOR", "Without a unit"), "3", None),
        num(("LVX-6", "99VENDOR", "Two values"), "3.1", "cm", double=4.1),
    ]
    return [container(("V1", "99VENDOR", "Cardiac"), [container(("V2", "99VENDOR", "Left heart"), [container(("V3", "99VENDOR", "Page"), inner)])])]


def other_units():
    """Peak velocity by site and direction in cm/s, an unknown unit, and the same code at a site without a measurement of ours."""
    peak = ("20355-4", "LN", "Peak Blood Velocity")
    backwards = coded(FLOW, ("G-0367", "SRT", "Regurgitant Flow"))
    return [
        container(FINDINGS, [coded(SITE, TV), num(peak, "250", "cm/s", [backwards]), num(peak, "254", "cm/s", [backwards])]),
        container(FINDINGS, [coded(SITE, ("T-48500", "SRT", "Pulmonary Vein")), num(peak, "60", "cm/s")]),
        num(("80066-4", "LN", "Mitral valve A-wave Vmax"), "60", "[ft_i]/s"),
    ]


def report(patient, study, day, title, template, content, sop_class, syntax):
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID, meta.MediaStorageSOPInstanceUID, meta.TransferSyntaxUID = sop_class, generate_uid(entropy_srcs=[study, title[2]]), syntax
    data = FileDataset("", {}, file_meta=meta, preamble=b"\0" * 128)
    data.SOPClassUID, data.SOPInstanceUID = sop_class, meta.MediaStorageSOPInstanceUID
    data.StudyInstanceUID, data.SeriesInstanceUID = study, generate_uid(entropy_srcs=[study, "sr"])
    data.Modality, data.Manufacturer, data.PatientID, data.PatientName = "SR", "Vendor", patient, SECRET
    data.StudyDate = data.ContentDate = day
    data.StudyTime = data.ContentTime = "101500"
    data.ValueType, data.ContinuityOfContent = "CONTAINER", "SEPARATE"
    data.ConceptNameCodeSequence = [code(*title)]
    mapping = Dataset()
    mapping.MappingResource, mapping.TemplateIdentifier = "DCMR", template
    data.ContentTemplateSequence = [mapping]
    data.ContentSequence = content
    return data


def source_image(patient, study, day, uid):
    """What highdicom asks of the image that a report is of."""
    data = Dataset()
    data.file_meta = FileMetaDataset()
    data.file_meta.TransferSyntaxUID = ExplicitVRLittleEndian
    data.SOPClassUID, data.SOPInstanceUID, data.StudyInstanceUID, data.SeriesInstanceUID = UltrasoundMultiFrameImageStorage, uid, study, generate_uid(entropy_srcs=[study])
    data.PatientID, data.PatientName, data.PatientBirthDate, data.PatientSex = patient, SECRET, "", ""
    data.StudyDate, data.StudyTime, data.StudyID, data.AccessionNumber, data.ReferringPhysicianName = day, "101500", "", "", SECRET
    data.Modality, data.Rows, data.Columns, data.NumberOfFrames = "US", 48, 64, 4
    data.Manufacturer, data.SeriesNumber, data.InstanceNumber = "Vendor", 1, 1
    return data


def measurement_report(patient, study, day, image_uid):
    """TID 1500 by highdicom: groups with a site and a tracking id."""
    sr = highdicom.sr
    concept = sr.CodedConcept
    source = source_image(patient, study, day, image_uid)
    group = sr.MeasurementsAndQualitativeEvaluations(
        tracking_identifier=sr.TrackingIdentifier(uid=generate_uid(entropy_srcs=[study, "tracking"]), identifier=SECRET),
        finding_sites=[sr.FindingSite(anatomic_location=concept("87878005", "SCT", "Left ventricle"))],
        measurements=[
            sr.Measurement(name=concept("80007-8", "LN", "Left ventricular internal diastolic dimension - 2D"), value=4.9, unit=codes.UCUM.Centimeter),
            sr.Measurement(name=concept("29434-8", "LN", "Left ventricular fractional shortening (of minor axis) (2D)"), value=0.35, unit=codes.UCUM.NoUnits),
        ],
        source_images=[sr.SourceImageForMeasurementGroup(UltrasoundMultiFrameImageStorage, image_uid)],
    )
    observer = sr.ObserverContext(observer_type=codes.DCM.Device, observer_identifying_attributes=sr.DeviceObserverIdentifyingAttributes(uid=generate_uid(entropy_srcs=["device"])))
    content = sr.MeasurementReport(
        observation_context=sr.ObservationContext(observer_device_context=observer),
        procedure_reported=codes.SCT.Echocardiography if hasattr(codes.SCT, "Echocardiography") else concept("40701008", "SCT", "Echocardiography"),
        imaging_measurements=[group],
        title=codes.DCM.ImagingMeasurementReport,
    )
    return sr.ComprehensiveSR(
        evidence=[source],
        content=content[0],
        series_number=9,
        series_instance_uid=generate_uid(entropy_srcs=[study, "tid1500"]),
        sop_instance_uid=generate_uid(entropy_srcs=[study, "tid1500 instance"]),
        instance_number=1,
        manufacturer="Vendor",
    )


def numbers(data):
    """Every numeric item with the text of its value, at any depth."""
    for child in getattr(data, "ContentSequence", []):
        if child.ValueType == "NUM":
            name = child.ConceptNameCodeSequence[0]
            for measured in child.MeasuredValueSequence:
                unit = measured.get("MeasurementUnitsCodeSequence")
                yield [name.CodingSchemeDesignator, name.CodeValue, measured.get_item(0x0040A30A).value.decode().strip(), unit[0].CodeValue if unit else None]
        yield from numbers(child)


def main():
    folder, patient, study, day, image_uid = sys.argv[1:]
    adult = ("125200", "DCM", "Adult Echocardiography Procedure Report")
    files = {
        "tid5200": report(patient, study, day, adult, "5200", adult_echo(), ComprehensiveSRStorage, ImplicitVRLittleEndian),
        "tid5300": report(patient, study, day, (*adult[:2], "Simplified echo"), "5300", simplified_echo(image_uid), SIMPLIFIED_ADULT_ECHO, ExplicitVRLittleEndian),
        "tid1500": measurement_report(patient, study, day, image_uid),
        "private-codes": report(patient, study, day, ("V0", "99VENDOR", "Vendor report"), "5200", private_codes(image_uid), ComprehensiveSRStorage, ImplicitVRLittleEndian),
        "other-units": report(patient, study, day, (*adult[:2], "Other units"), "5200", other_units(), ComprehensiveSRStorage, ExplicitVRLittleEndian),
    }
    read = {}
    for name, data in files.items():
        path = os.path.join(folder, f"{name}.dcm")
        data.save_as(path, enforce_file_format=True)
        read[name] = list(numbers(pydicom.dcmread(path)))
    print(json.dumps(read))


main()
