"""Compares the pictures of pairs of videos or images, as OpenCV decodes them: a before, a after, b before, b after, ..."""

import json
import sys

import cv2
import numpy


def pictures(path: str) -> list[numpy.ndarray]:
    if path.endswith((".jpg", ".jp2", ".j2k")):
        return [cv2.imread(path, cv2.IMREAD_UNCHANGED)]
    capture = cv2.VideoCapture(path)
    found = []
    while (read := capture.read())[0]:
        found.append(read[1])
    return found


for before, after in zip(sys.argv[1::2], sys.argv[2::2]):
    was, found = pictures(before), pictures(after)
    same = len(was) == len(found) and all(numpy.array_equal(a, b) for a, b in zip(was, found))
    print(json.dumps({"pictures": len(was), "found": len(found), "same": same}))
