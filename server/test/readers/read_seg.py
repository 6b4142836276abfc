"""Reads segmentations back with highdicom and pydicom and prints what they see as one JSON object.

    python read_seg.py TRUTH.json SEGMENTATION.dcm...

TRUTH.json has `codes`, which pydicom's dictionary of PS3.16 judges, and of each image by its SOP Instance UID the polygons in
stored pixels: `{structure: {frame_number: polygon}}`, a whole number being a pixel's centre. Pixels are computed again by shapely.
"""
import json
import sys

import highdicom
import numpy
import pydicom
from pydicom.sr._concepts_dict import concepts

from raster import inside


def known(entry):
    """Context groups of a code in pydicom's dictionary, with its meaning; null where it has none."""
    for values in concepts[entry["scheme"]].values():
        if entry["value"] in values and values[entry["value"]][0] == entry["meaning"]:
            return values[entry["value"]][1]
    return None


def by_highdicom(path, truth):
    """Wrong and set pixels of each structure and frame, as highdicom finds them by the frame of the image."""
    data = highdicom.seg.segread(path)
    _, _, instance = data.get_source_image_uids()[0]
    found = []
    for number in data.segment_numbers:
        description = data.get_segment_description(number)
        for frame, polygon in truth[str(instance)][description.segment_label].items():
            if data.PerFrameFunctionalGroupsSequence[0].DerivationImageSequence[0].SourceImageSequence[0].get("ReferencedFrameNumber") is None:
                pixels = data.get_pixels_by_source_instance([instance], segment_numbers=[number], ignore_spatial_locations=True)
            else:
                pixels = data.get_pixels_by_source_frame(instance, [int(frame)], segment_numbers=[number], ignore_spatial_locations=True)
            plane = pixels[0, :, :, 0]
            found.append(
                {
                    "structure": description.segment_label,
                    "frame": int(frame),
                    "wrong": int((plane.astype(bool) != inside(polygon, *plane.shape)).sum()),
                    "set": int(plane.sum()),
                }
            )
    return found


def by_pydicom(data):
    """Frames in their order with the pixels that pydicom unpacks."""
    planes = data.pixel_array.reshape(int(data.NumberOfFrames), data.Rows, data.Columns)
    found = []
    for plane, groups in zip(planes, data.PerFrameFunctionalGroupsSequence):
        content, reference = groups.FrameContentSequence[0], groups.DerivationImageSequence[0].SourceImageSequence[0]
        found.append(
            {
                "segment": groups.SegmentIdentificationSequence[0].ReferencedSegmentNumber,
                "frame": reference.get("ReferencedFrameNumber"),
                "dimension": list(content.DimensionIndexValues),
                "comment": content.FrameComments,
                "set": int(plane.sum()),
                "values": numpy.unique(plane).tolist(),
            }
        )
    return found


def main():
    truth = json.load(open(sys.argv[1]))
    objects = []
    for path in sys.argv[2:]:
        data = pydicom.dcmread(path)
        objects.append(
            {
                "sop_class": data.SOPClassUID.name,
                "uid": data.SOPInstanceUID,
                "patient": str(data.PatientName),
                "study": data.StudyInstanceUID,
                "size": [data.Rows, data.Columns],
                "segments": [
                    {
                        "label": segment.SegmentLabel,
                        "type": segment.SegmentAlgorithmType,
                        "algorithm": segment.get("SegmentAlgorithmName"),
                        "category": segment.SegmentedPropertyCategoryCodeSequence[0].CodeValue,
                        "property": [segment.SegmentedPropertyTypeCodeSequence[0].CodeValue, segment.SegmentedPropertyTypeCodeSequence[0].CodingSchemeDesignator],
                    }
                    for segment in data.SegmentSequence
                ],
                "frames": by_pydicom(data),
                "pixels": by_highdicom(path, truth["polygons"]),
            }
        )
    print(json.dumps({"codes": [known(entry) for entry in truth["codes"]], "objects": objects}))


main()
