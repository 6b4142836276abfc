"""Compares the first and the last frame of a video with means of the stored pixels: video, DICOM, scale x y, margin x y."""

import json
import sys

import cv2
import numpy
import pydicom
from pydicom.pixels import pixel_array

video, dicom = sys.argv[1:3]
scale_x, scale_y, margin_x, margin_y = (float(value) for value in sys.argv[3:7])


def weights(count: int, side: int, scale: float, margin: float) -> numpy.ndarray:
    """Share of each stored sample in each sample of the square, both as stretches of a line."""
    edges = numpy.arange(count + 1) * scale + margin
    places = numpy.arange(side)[:, None]
    return numpy.clip(numpy.minimum(edges[1:], places + 1) - numpy.maximum(edges[:-1], places), 0, None)


capture = cv2.VideoCapture(video)
frames = []
while (read := capture.read())[0]:
    frames.append(cv2.cvtColor(read[1], cv2.COLOR_BGR2RGB))
data = pydicom.dcmread(dicom)
# The region of the tissue, PS3.3 C.8.5.5: the rest of the picture is cut off.
region = next(one for one in data.SequenceOfUltrasoundRegions if one.RegionSpatialFormat == 1)
left, top, right, bottom = region.RegionLocationMinX0, region.RegionLocationMinY0, region.RegionLocationMaxX1, region.RegionLocationMaxY1
worst, means = 0.0, []
for index in (0, len(frames) - 1):
    stored = pixel_array(data, index=index).astype(float)
    if stored.ndim == 2:
        stored = numpy.repeat(stored[:, :, None], 3, axis=2)
    rows, columns = stored.shape[:2]
    side = frames[index].shape[0]
    down, across = weights(rows, side, scale_y, margin_y), weights(columns, side, scale_x, margin_x)
    expected = numpy.einsum("ij,jkc,lk->ilc", down, stored, across, optimize=True)
    y = (numpy.arange(side) + 0.5 - margin_y) / scale_y
    x = (numpy.arange(side) + 0.5 - margin_x) / scale_x
    expected[~(((y >= top) & (y <= bottom + 1))[:, None] & ((x >= left) & (x <= right + 1))[None, :])] = 0
    difference = numpy.abs(frames[index] - expected)
    worst = max(worst, float(difference.max()))
    means.append(float(difference.mean()))
filled = max((right - left + 1) * scale_x, (bottom - top + 1) * scale_y) / frames[0].shape[0]
print(json.dumps({"filled": filled, "frames": len(frames), "pixels": frames[0].shape[0] * frames[0].shape[1], "largest": worst, "mean": max(means)}))
