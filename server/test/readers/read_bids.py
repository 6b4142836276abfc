"""Reads a folder laid out like BIDS with pandas and OpenCV and prints what they see as one JSON object.

    python read_bids.py FOLDER

Names are judged by the patterns of the BIDS specification: entities in their order, labels of letters and digits, and the same
subject and session in name and folders.
"""
import json
import pathlib
import re
import sys

import cv2
import pandas

LABEL = "[A-Za-z0-9]+"
CLIP = re.compile(rf"(sub-{LABEL})/(ses-{LABEL})/us/\1_\2_acq-{LABEL}_us\.(avi|json)")
WORK = re.compile(rf"(sub-{LABEL})/(ses-{LABEL})/us/\1_\2_acq-{LABEL}_desc-{LABEL}_(annotations\.json|events\.tsv|values\.tsv)")
SESSIONS = re.compile(rf"(sub-{LABEL})/\1_sessions\.tsv")
ROOT = {"dataset_description.json", "README", ".bidsignore", "participants.tsv", "participants.json", "sessions.json", "events.json", "values.json"}


def table(path):
    return pandas.read_csv(path, sep="\t", na_values=["n/a"], keep_default_na=False, dtype={"patient": str, "aggregate_of": str})


def rows(frame):
    return json.loads(frame.to_json(orient="records", double_precision=15))


def described(path, sidecar):
    """Whether each column of a table has a description."""
    return list(table(path).columns) == [name for name, of in sidecar.items() if of["Description"]]


def video(path):
    capture = cv2.VideoCapture(str(path))
    frames = []
    while (read := capture.read())[0]:
        frames.append(cv2.cvtColor(read[1], cv2.COLOR_BGR2RGB))
    # Red, green and blue of some places of the first and the last frame.
    places = [[int(value) for value in frames[at][row, column]] for at in (0, -1) for row, column in ((0, 0), (7, 9), (100, 150))]
    return {"frames": len(frames), "size": list(frames[0].shape[:2]), "rate": capture.get(cv2.CAP_PROP_FPS), "places": places}


def main():
    root = pathlib.Path(sys.argv[1])
    names = sorted(str(path.relative_to(root).as_posix()) for path in root.rglob("*") if path.is_file())
    load = lambda name: json.loads((root / name).read_text(encoding="utf-8"))
    participants = table(root / "participants.tsv")
    sessions = pandas.concat([table(root / name) for name in names if SESSIONS.fullmatch(name)] or [pandas.DataFrame()])
    sidecars = {name: load(f"{name}.json") for name in ("participants", "sessions", "events", "values")}
    tables = [name for name in names if name.endswith(".tsv")]
    kind = lambda name: pathlib.PurePath(name).stem.split("_")[-1]
    print(
        json.dumps(
            {
                "strange_names": [name for name in names if not (name in ROOT or CLIP.fullmatch(name) or WORK.fullmatch(name) or SESSIONS.fullmatch(name))],
                "names": names,
                "undescribed": [name for name in tables if not described(root / name, sidecars[kind(name)])],
                "about": load("dataset_description.json"),
                "participants": rows(participants),
                "sessions": rows(sessions),
                "subjects": sorted({name.split("/")[0] for name in names if name.startswith("sub-")}) == sorted(participants.participant_id),
                "clips": {name: video(root / name) | {"sidecar": load(name.replace(".avi", ".json"))} for name in names if name.endswith(".avi")},
                "annotations": {name: load(name) for name in names if name.endswith("_annotations.json")},
                "events": {name: rows(table(root / name)) for name in names if name.endswith("_events.tsv")},
                "values": {name: rows(table(root / name)) for name in names if name.endswith("_values.tsv")},
            }
        )
    )


main()
