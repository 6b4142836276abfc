"""Encodes pictures with CharLS: charls.py FOLDER. Each line of FOLDER/list is width, height, components, bits and
interleaving (0 planes, 1 lines, 2 pixels) of N.raw, whose samples are stored pixel by pixel. N.jls is written, unless
the stream is longer than the memory that the package sets aside for it."""
import sys
from pathlib import Path

import jpeg_ls
import numpy

# CharLS takes planes where it writes planes, and pixel by pixel where it writes lines or pixels (the package says otherwise
# of lines).
ORDERS = {0: (2, 0, 1), 1: (0, 1, 2), 2: (0, 1, 2)}

folder = Path(sys.argv[1])
for number, line in enumerate((folder / "list").read_text().splitlines()):
    width, height, components, bits, interleaving = map(int, line.split())
    stored = (folder / f"{number}.raw").read_bytes()
    samples = numpy.frombuffer(stored, "u1" if bits <= 8 else "<u2").reshape(height, width, components)
    ordered = numpy.ascontiguousarray(samples.transpose(ORDERS[interleaving])).tobytes()
    try:
        stream = jpeg_ls.CharLS.encode_buffer(ordered, height, width, components, bits, 0, interleaving)
    except RuntimeError as error:
        if "too small" not in str(error):
            raise RuntimeError(f"{line}: {error}") from error
        continue
    (folder / f"{number}.jls").write_bytes(stream)
