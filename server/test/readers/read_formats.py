"""Reads an exported archive back with other people's packages and prints what they see as one JSON object.

    python read_formats.py FOLDER

FOLDER holds the archive and `truth.json`: polygons in stored pixels, a whole number being a pixel's centre. Nothing here is
taken from our own code: masks are computed anew by shapely, EchoNet's loader is re-stated from its published rules.
"""
import csv
import json
import pathlib
import sys

import cv2
import nibabel
import numpy
import pandas
import pycocotools.mask
import shapely
from PIL import Image
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from raster import inside


def masks(folder, truth):
    legend = {entry["name"]: entry for entry in json.loads((folder / "legend.json").read_text())["structures"]}
    table = pandas.read_csv(folder / "frames.csv")
    found = []
    for row in table.itertuples():
        picture = Image.open(folder.parent / row.path)
        plane = numpy.array(picture)
        expected = numpy.zeros(plane.shape, numpy.uint8)
        lines = truth["frames"][str(row.frame_number)]
        for name, polygon in sorted(lines.items(), key=lambda entry: -shapely.Polygon(entry[1]).area):
            expected[inside(polygon, *plane.shape)] = legend[name]["index"]
        palette = picture.getpalette()
        colours = {name: palette[3 * entry["index"] : 3 * entry["index"] + 3] == entry["colour"] for name, entry in legend.items()}
        volume = numpy.asarray(nibabel.load(folder.parent / pathlib.Path(row.path).parent / "clip.nii.gz").dataobj)
        found.append(
            {
                "frame_number": row.frame_number,
                "event": row.event,
                "mode": picture.mode,
                "size": picture.size,
                "wrong_pixels": int((plane != expected).sum()),
                "set_pixels": int((plane > 0).sum()),
                "colours": all(colours.values()),
                "volume_is_the_same": bool((volume[:, :, row.frame_number - 1].T == plane).all()),
            }
        )
    clip = nibabel.load(next((folder).glob("*/clip.nii.gz")))
    untraced = numpy.asarray(clip.dataobj)[:, :, 0]
    return {
        "frames": found,
        "zooms": [round(float(step), 4) for step in clip.header.get_zooms()],
        "shape": clip.shape,
        "untraced": numpy.unique(untraced).tolist(),
        "names": sorted(legend),
    }


def every_mask(folder, truth):
    """Masks of every frame of a followed cycle, against the areas of the lines on each frame."""
    legend = {entry["name"]: entry["index"] for entry in json.loads((folder / "masks" / "legend.json").read_text())["structures"]}
    found = []
    for row in pandas.read_csv(folder / "masks" / "every_frame" / "frames.csv").itertuples():
        plane = numpy.array(Image.open(folder / row.path))
        expected = numpy.zeros(plane.shape, numpy.uint8)
        lines = truth["followed"][str(row.frame_number)]
        for name, polygon in sorted(lines.items(), key=lambda entry: -shapely.Polygon(entry[1]).area):
            expected[inside(polygon, *plane.shape)] = legend[name]
        volume = numpy.asarray(nibabel.load((folder / row.path).parent / "clip.nii.gz").dataobj)
        found.append([row.frame_number, int((plane != expected).sum()), bool((volume[:, :, row.frame_number - 1].T == plane).all())])
    return found


def evaluated(data, results, kind, **params):
    """Average precision by COCOeval over a whole file."""
    evaluation = COCOeval(data, data.loadRes([dict(result) for result in results]), kind)
    for name, value in params.items():
        setattr(evaluation.params, name, value)
    evaluation.evaluate()
    evaluation.accumulate()
    evaluation.summarize()
    return float(evaluation.stats[0])


def coco_tracks(folder):
    """Tracks of a data set of one followed cycle, as pycocotools reads it: area of the decoded mask by frame, by name."""
    data = COCO(str(folder))
    tracks = {}
    for annotation in data.loadAnns(data.getAnnIds()):
        image = data.loadImgs(annotation["image_id"])[0]
        name = data.loadCats(annotation["category_id"])[0]["name"]
        size = Image.open(folder.parent / image["file_name"]).size
        key = f"{annotation['track_id']} {name}"
        mask = data.annToMask(annotation)
        assert mask.shape == size[::-1]
        tracks.setdefault(key, []).append([image["frame_index"], int(mask.sum())])
    return {key: sorted(frames) for key, frames in tracks.items()}


def coco_areas(folder, truth):
    data = COCO(str(folder / "annotations.json"))
    found, results = [], []
    for annotation in data.loadAnns(data.getAnnIds()):
        image = data.loadImgs(annotation["image_id"])[0]
        category = data.loadCats(annotation["category_id"])[0]
        picture = Image.open(folder / image["file_name"])
        mask = data.annToMask(annotation).astype(bool)
        expected = inside(truth["frames"][str(image["frame_index"] + 1)][category["name"]], image["height"], image["width"])
        shape = shapely.Polygon(numpy.reshape(annotation["segmentation"][0], (-1, 2)))
        left, top, right, bottom = shape.bounds
        encoded = pycocotools.mask.encode(numpy.asfortranarray(expected.astype(numpy.uint8)))
        results.append(
            {
                "image_id": annotation["image_id"],
                "category_id": annotation["category_id"],
                "segmentation": {"size": [int(side) for side in encoded["size"]], "counts": encoded["counts"].decode("ascii")},
                "score": 0.5,
            }
        )
        found.append(
            {
                "name": category["name"],
                "ends": category["ends"],
                "frame_index": image["frame_index"],
                "time_ms": image["time_ms"],
                "picture": [picture.mode, *picture.size, int(numpy.array(picture)[7, 9].flat[0])],
                "points": annotation["control_points"],
                "overlap": float((mask & expected).sum() / (mask | expected).sum()),
                "area_error": abs(shape.area - annotation["area"]),
                "box_error": float(numpy.abs(numpy.array(annotation["bbox"]) - [left, top, right - left, bottom - top]).max()),
                "mask_pixels": int(expected.sum()),
            }
        )
    boxes = [{"image_id": a["image_id"], "category_id": a["category_id"], "bbox": a["bbox"], "score": 0.5} for a in data.dataset["annotations"]]
    precision = {"segm": evaluated(data, results, "segm"), "bbox": evaluated(data, boxes, "bbox")}
    return {"annotations": found, "pictures": len(data.imgs), "precision": precision, "results": results}


def coco_lines(folder):
    data = COCO(str(folder / "lines.json"))
    found = []
    for annotation in data.loadAnns(data.getAnnIds()):
        category = data.loadCats(annotation["category_id"])[0]
        image = data.loadImgs(annotation["image_id"])[0]
        result = {"image_id": image["id"], "category_id": category["id"], "keypoints": annotation["keypoints"], "score": 0.5}
        sigmas = numpy.full(len(category["keypoints"]), 0.05)
        found.append(
            {
                "name": category["name"],
                "named": category["keypoints"],
                "frame_index": image["frame_index"],
                "time_ms": image["time_ms"],
                "keypoints": annotation["keypoints"],
                "num_keypoints": annotation["num_keypoints"],
                "precision": evaluated(data, [result], "keypoints", kpt_oks_sigmas=sigmas, catIds=[category["id"]]),
            }
        )
    return found


def video_of(path):
    """As loadvideo of EchoNet reads: OpenCV, blue first turned to red first."""
    capture = cv2.VideoCapture(str(path))
    count = int(capture.get(cv2.CAP_PROP_FRAME_COUNT))
    size = [int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))]
    frames = []
    while True:
        ok, frame = capture.read()
        if not ok:
            break
        frames.append(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB))
    return {"announced": count, "size": size, "rate": capture.get(cv2.CAP_PROP_FPS)}, numpy.array(frames)


def echonet(folder):
    """The rules of the published loader: header letter for letter, the first frame of a video is small, the last large."""
    with open(folder / "FileList.csv") as file:
        header = file.readline().strip().split(",")
    table = pandas.read_csv(folder / "FileList.csv")
    with open(folder / "VolumeTracings.csv") as file:
        assert file.readline().strip().split(",") == ["FileName", "X1", "Y1", "X2", "Y2", "Frame"]
        frames, traces = {}, {}
        for name, x1, y1, x2, y2, frame in csv.reader(file):
            frame = int(frame)
            if frame not in traces.setdefault(name, {}):
                frames.setdefault(name, []).append(frame)
                traces[name][frame] = []
            traces[name][frame].append([float(x1), float(y1), float(x2), float(y2)])
    found = []
    for row in table.itertuples():
        key = row.FileName + ".avi"
        facts, video = video_of(folder / "Videos" / key)
        events = []
        for frame in (frames[key][0], frames[key][-1]):
            chords = numpy.array(traces[key][frame])
            x1, y1, x2, y2 = chords.T
            outline = numpy.column_stack([numpy.concatenate((x1[1:], x2[:0:-1])), numpy.concatenate((y1[1:], y2[:0:-1]))])
            events.append({"frame": frame, "rows": len(chords), "area": shapely.Polygon(outline).area, "axis": chords[0].tolist(), "chords": chords[1:].tolist()})
        found.append(
            {
                "name": row.FileName,
                "row": [row.EF, row.ESV, row.EDV, row.FrameHeight, row.FrameWidth, row.FPS, row.NumberOfFrames, row.Split],
                **facts,
                "frames": len(video),
                "small": events[0],
                "large": events[1],
                "samples": [[int(value) for value in video[frame, row_at, column_at]] for frame, row_at, column_at in ((0, 20, 30), (4, 70, 90), (11, 100, 60), (2, 0, 0), (2, 60, 95))],
            }
        )
    return {"header": header, "videos": found}


def as_shown(image):
    """A slice as radiological viewers show it: the patient's right at the left, the front at the top."""
    data = numpy.asarray(image.dataobj)
    volume = nibabel.Nifti1Image(data.reshape(*data.shape[:2], -1), image.affine)
    towards_right_and_front = numpy.asarray(nibabel.as_closest_canonical(volume).dataobj)[:, :, 0]
    return towards_right_and_front[::-1, ::-1].T


def camus_labels(lines, shape):
    expected = numpy.zeros(shape, numpy.uint8)
    for name, label in (("LV epi", 2), ("LV endo", 1), ("LA endo", 3)):
        expected[inside(lines[name], *shape)] = label
    return expected


def camus_sequence(load, truth):
    """Labels of the half sequence, frame by frame, against the curves that they were made of and the labels of the events."""
    image = load("half_sequence_gt")
    planes = numpy.moveaxis(numpy.asarray(image.dataobj), 2, 0).transpose(0, 2, 1)
    expected = [camus_labels(truth["between"][str(truth["ED"] + at)], plane.shape) for at, plane in enumerate(planes)]
    ends = [numpy.asarray(load(f"{event}_gt").dataobj).T for event in ("ED", "ES")]
    return {
        "shape": image.shape,
        "wrong_pixels": [int((plane != other).sum()) for plane, other in zip(planes, expected)],
        "cavity": [int((plane == 1).sum()) for plane in planes],
        "is_drawn_at_events": bool((planes[0] == ends[0]).all() and (planes[-1] == ends[1]).all()),
        "affine": numpy.round(image.affine.astype(float), 4).tolist(),
    }


def camus(folder, truth):
    patient = next((folder / "database_nifti").iterdir())
    stem = patient / f"{patient.name}_4CH"
    load = lambda name: nibabel.load(f"{stem}_{name}.nii.gz")
    found = {"files": sorted(path.name for path in patient.iterdir())}
    for event in ("ED", "ES"):
        labels = numpy.asarray(load(f"{event}_gt").dataobj).T
        expected = camus_labels(truth["frames"][str(truth[event])], labels.shape)
        picture = numpy.asarray(load(event).dataobj).T
        found[event] = {
            "wrong_pixels": int((labels != expected).sum()),
            "labels": numpy.unique(labels).tolist(),
            "shape": labels.shape,
            "zooms": [round(float(step), 4) for step in load(event).header.get_zooms()],
            "sample": int(picture[7, 9]),
            "dimensions": load(event).header["dim"][:3].tolist(),
            "affine": numpy.round(load(event).affine.astype(float), 4).tolist(),
            "axes": "".join(nibabel.aff2axcodes(load(event).affine)),
            "forms_agree": bool(numpy.allclose(load(event).get_qform(), load(event).get_sform())),
            "shown_as_stored": bool((as_shown(load(event)) == picture).all() and (as_shown(load(f"{event}_gt")) == labels).all()),
        }
    sequence = numpy.asarray(load("half_sequence").dataobj)
    found["sequence"] = {"shape": sequence.shape, "first": int(sequence[9, 7, 0]), "last": int(sequence[9, 7, -1])}
    found["sequence_gt"] = camus_sequence(load, truth)
    found["info"] = dict(line.split(": ") for line in (patient / "Info_4CH.cfg").read_text().splitlines())
    return found


def main():
    folder = pathlib.Path(sys.argv[1])
    truth = json.loads((folder / "truth.json").read_text())
    sys.stdout, out = sys.stderr, sys.stdout
    found = {
        "masks": masks(folder / "masks", truth),
        "every_mask": every_mask(folder, truth),
        "tracks": coco_tracks(next((folder / "coco" / "every_frame").glob("*/cycle-1.json"))),
        "coco": coco_areas(folder / "coco", truth),
        "coco_lines": coco_lines(folder / "coco"),
        "echonet": echonet(folder / "echonet"),
        "camus": camus(folder / "camus", truth),
    }
    out.write(json.dumps(found))


main()
