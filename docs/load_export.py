"""Loads an export of Echometry: every format that is there, as tables and arrays.

    pip install pandas pillow nibabel opencv-python-headless pydicom
    python load_export.py FOLDER            # the unzipped export; prints what was found as JSON

In a notebook: `from load_export import measurements, work, left_out, mask, coco, echonet, camus, segmentations, reports, observations,
redcap, bids`. Only pandas is needed for tables; the other packages are asked for when their format is read. `docs/data.md` of
Echometry has the rules of each format.
"""
import json
import pathlib
import sys

import pandas


def measurements(folder):
    """A row for each value. `value` is empty where `reason` says why; means have `aggregate_of`, values of a cycle `cycle`."""
    return pandas.read_csv(pathlib.Path(folder) / "measurements.csv", dtype={"study_id": str, "version": str})


def work(folder, table="images"):
    """The work itself, with or without values: a row for each of `analyses`, `images`, `cycles` or answers of `quality`."""
    return pandas.read_csv(pathlib.Path(folder) / f"{table}.csv", dtype={"study_id": str, "version": str})


def left_out(folder):
    """What is missing from the export, with the reason. An empty `instance_id` is a whole analysis, an empty `format` all formats."""
    file = pathlib.Path(folder) / "left_out.csv"
    return pandas.read_csv(file, dtype={"study_id": str, "version": str}) if file.exists() else pandas.DataFrame()


def lines(folder):
    """A row for each drawn line, from json/: points and curves in stored pixels and in units."""
    rows = []
    for file in sorted(pathlib.Path(folder).glob("json/*.json")):
        if file.name == "schema.json":
            continue
        document = json.loads(file.read_text(encoding="utf-8"))
        for work in document.get("works", [document]):
            rows += [{**work["study"], **work["work"], **line} for line in work["lines"]]
    return pandas.DataFrame(rows)


def masks(folder):
    """A row for each traced frame, and the names of the indices."""
    legend = json.loads((pathlib.Path(folder) / "masks/legend.json").read_text(encoding="utf-8"))
    names = {entry["index"]: entry["name"] for entry in legend["structures"]}
    return pandas.read_csv(pathlib.Path(folder) / "masks/frames.csv", dtype={"study_id": str, "version": str}), names


def mask(folder, row):
    """Indices of one traced frame, rows by columns."""
    import numpy
    from PIL import Image

    return numpy.array(Image.open(pathlib.Path(folder) / row["path"]))


def coco(folder, file="annotations.json"):
    """Areas with the fields of their image and category; of open lines with `file="lines.json"`. x and y count from the corner of the first pixel."""
    data = json.loads((pathlib.Path(folder) / "coco" / file).read_text(encoding="utf-8"))
    images = pandas.DataFrame(data["images"]).add_prefix("image.")
    categories = pandas.DataFrame(data["categories"]).add_prefix("category.")
    if not data["annotations"]:
        return pandas.DataFrame()
    found = pandas.DataFrame(data["annotations"])
    found = found.merge(images, left_on="image_id", right_on="image.id")
    return found.merge(categories, left_on="category_id", right_on="category.id")


def echonet(folder):
    """FileList, VolumeTracings and what leads back to studies and stored pixels."""
    root = pathlib.Path(folder) / "echonet"
    sources = pandas.read_csv(root / "sources.csv", dtype={"study_id": str, "version": str})
    return pandas.read_csv(root / "FileList.csv"), pandas.read_csv(root / "VolumeTracings.csv"), sources


def video(folder, name):
    """Frames of a video as an array: frames, rows, columns, red green blue."""
    import cv2
    import numpy

    capture = cv2.VideoCapture(str(pathlib.Path(folder) / "echonet/Videos" / f"{name}.avi"))
    frames = []
    while (read := capture.read())[0]:
        frames.append(cv2.cvtColor(read[1], cv2.COLOR_BGR2RGB))
    return numpy.array(frames)


def camus(folder):
    """A row for each view of a patient, with the paths of its volumes."""
    root = pathlib.Path(folder) / "camus"
    table = pandas.read_csv(root / "patients.csv", dtype={"study_id": str, "version": str})
    for part in ("ED", "ED_gt", "ES", "ES_gt", "half_sequence", "half_sequence_gt"):
        table[part] = [str(root / "database_nifti" / r.name_ / f"{r.name_}_{r.view}_{part}.nii.gz") for r in table.rename(columns={"name": "name_"}).itertuples()]
    # Labels of the half sequence are there only where its frames were followed.
    table["half_sequence_gt"] = [path if pathlib.Path(path).exists() else None for path in table["half_sequence_gt"]]
    return table


def volume(path):
    """Samples of a volume as rows, columns and frames."""
    import nibabel
    import numpy

    return numpy.swapaxes(numpy.asarray(nibabel.load(path).dataobj), 0, 1)


def segmentations(folder):
    """A row for each contour of each segmentation, with its pixels (rows, columns; 1 is inside)."""
    import pydicom

    rows = []
    for file in sorted(pathlib.Path(folder).glob("seg/*.dcm")):
        data = pydicom.dcmread(file)
        labels = {segment.SegmentNumber: segment.SegmentLabel for segment in data.SegmentSequence}
        planes = data.pixel_array.reshape(-1, data.Rows, data.Columns)
        for plane, groups in zip(planes, data.PerFrameFunctionalGroupsSequence):
            image = groups.DerivationImageSequence[0].SourceImageSequence[0]
            label = labels[groups.SegmentIdentificationSequence[0].ReferencedSegmentNumber]
            rows.append((file.name, image.ReferencedSOPInstanceUID, image.get("ReferencedFrameNumber", 1), label, plane))
    return pandas.DataFrame(rows, columns=["file", "instance_id", "frame_number", "structure", "pixels"])


def reports(folder):
    """A row for each number of each structured report."""
    import pydicom

    rows = []

    def walk(item, file, template):
        for child in getattr(item, "ContentSequence", []):
            if child.ValueType == "NUM" and child.MeasuredValueSequence:
                name, value = child.ConceptNameCodeSequence[0], child.MeasuredValueSequence[0]
                unit = value.MeasurementUnitsCodeSequence[0].CodeValue
                rows.append((file.name, template, name.CodeValue, name.CodeMeaning, value.FloatingPointValue, unit))
            walk(child, file, template)

    for file in sorted(pathlib.Path(folder).glob("sr/*.dcm")):
        data = pydicom.dcmread(file)
        walk(data, file, data.ContentTemplateSequence[0].TemplateIdentifier)
    return pandas.DataFrame(rows, columns=["file", "template", "code", "meaning", "value", "unit"])


def observations(folder):
    """A row for each Observation of each FHIR bundle: the measurement, its value and unit, or the reason for a missing value."""
    rows = []
    for file in sorted(pathlib.Path(folder).glob("fhir/*.json")):
        bundle = json.loads(file.read_text(encoding="utf-8"))
        for found in (entry["resource"] for entry in bundle["entry"] if entry["resource"]["resourceType"] == "Observation"):
            parts = {part["code"]["coding"][0]["display"]: part for part in found["component"]}
            cycle = parts.get("Cardiac cycle", {}).get("valueInteger")
            instance = parts["SOP Instance UID of the image"]["valueString"]
            quantity = found.get("valueQuantity", {})
            rows.append((file.name, instance, found["code"]["text"], cycle, quantity.get("value"), quantity.get("code"), found.get("dataAbsentReason", {}).get("text")))
    return pandas.DataFrame(rows, columns=["file", "instance_id", "measurement", "cycle", "value", "unit", "reason"])


def redcap(folder):
    """Records as REDCap imports them, and its dictionary by variable."""
    root = pathlib.Path(folder) / "redcap"
    fields = pandas.read_csv(root / "data_dictionary.csv", keep_default_na=False, index_col="Variable / Field Name")
    return pandas.read_csv(root / "import.csv", dtype={"record_id": str, "study_id": str, "version": str}), fields


def bids(folder, table="values"):
    """All `values`, `events` or `sessions` of a folder laid out like BIDS, with the file that each row is from."""
    files = sorted(pathlib.Path(folder).glob(f"bids/**/*_{table}.tsv"))
    read = lambda file: pandas.read_csv(file, sep="\t", na_values=["n/a"], dtype={"aggregate_of": str, "study_id": str}).assign(file=file.name)
    return pandas.concat([read(file) for file in files], ignore_index=True) if files else pandas.DataFrame()


def main():
    folder = pathlib.Path(sys.argv[1])
    there = lambda name: (folder / name).exists()
    found = {}
    if there("measurements.csv"):
        table = measurements(folder)
        found["measurements"] = {"rows": len(table), "values": int(table.value.notna().sum())}
        found["work"] = {name: len(work(folder, name)) for name in ("analyses", "images", "cycles", "quality")}
        found["left_out"] = len(left_out(folder))
    if there("json"):
        found["lines"] = len(lines(folder))
    if there("masks"):
        table, names = masks(folder)
        found["masks"] = {"frames": len(table), "structures": sorted(names.values()), "set": int((mask(folder, table.iloc[0]) > 0).sum()) if len(table) else 0}
    if there("coco"):
        found["coco"] = {"areas": len(coco(folder)), "lines": len(coco(folder, "lines.json"))}
    if there("echonet"):
        files, tracings, _ = echonet(folder)
        found["echonet"] = {"videos": len(files), "tracings": len(tracings), "frames": [len(video(folder, name)) for name in files.FileName]}
    if there("camus"):
        table = camus(folder)
        found["camus"] = {"views": len(table), "labels": [int(volume(path).max()) for path in table.ED_gt]}
    if there("seg"):
        table = segmentations(folder)
        found["segmentations"] = {"contours": len(table), "structures": sorted(table.structure.unique()), "set": int(sum(plane.sum() for plane in table.pixels))}
    if there("sr"):
        table = reports(folder)
        found["reports"] = {"numbers": len(table), "templates": sorted(table.template.unique())}
    if there("fhir"):
        table = observations(folder)
        found["observations"] = {"rows": len(table), "values": int(table.value.notna().sum())}
    if there("redcap"):
        records, fields = redcap(folder)
        found["redcap"] = {"records": len(records), "fields": len(fields)}
    if there("bids"):
        clips = list((folder / "bids").glob("**/*_us.avi"))
        found["bids"] = {"clips": len(clips), "events": len(bids(folder, "events")), "values": len(bids(folder))}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
