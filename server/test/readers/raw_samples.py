"""Prints two hashes of the samples of each file: by pixel, and with a chroma shared by two pixels, as Y0 Y1 Cb Cr."""
import hashlib
import sys

import numpy
from pydicom.pixels import pixel_array

for path in sys.argv[1:]:
    samples = numpy.ascontiguousarray(pixel_array(path, raw=True))
    shared = samples
    if samples.ndim == 3 and samples.shape[1] % 2 == 0:
        first, second = samples[:, 0::2], samples[:, 1::2]
        shared = numpy.stack([first[..., 0], second[..., 0], first[..., 1], first[..., 2]], axis=-1)
    print(*(hashlib.sha256(numpy.ascontiguousarray(array).tobytes()).hexdigest() for array in (samples, shared)))
