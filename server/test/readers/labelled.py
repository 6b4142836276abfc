"""Labels as other programs have them: files that labelme writes and reads, and the checks of Ultralytics for rows of YOLO.

The windows of labelme are left out: its module of label files needs neither Qt nor a model.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import io
import json
import sys
import types
from pathlib import Path
from typing import Any

import PIL.Image

#: A row of a polygon has a class and at least three points.
LEAST_NUMBERS = 7


def label_files() -> Any:
    """The module of labelme that writes and reads label files."""
    package = types.ModuleType("labelme")
    package.__version__ = importlib.metadata.version("labelme")  # type: ignore[attr-defined]
    package.utils = types.SimpleNamespace(  # type: ignore[attr-defined]
        apply_exif_orientation=lambda image: image,
        img_data_to_pil=lambda img_data: PIL.Image.open(io.BytesIO(img_data)),
    )
    sys.modules["labelme"] = package
    place = next(Path(one) for one in sys.path if (Path(one) / "labelme" / "_label_file.py").exists())
    spec = importlib.util.spec_from_file_location("labelme._label_file", place / "labelme" / "_label_file.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def write_labelme(picture: Path, shapes: list[dict[str, Any]]) -> dict[str, Any]:
    """Labels a picture as labelme saves it, and gives back what labelme reads from the file."""
    labelme = label_files()
    with PIL.Image.open(picture) as image:
        width, height = image.size
    target = picture.with_suffix(".json")
    labelme.write_label_file(
        str(target), shapes=shapes, image_path=picture.name, image_height=height, image_width=width
    )
    read = labelme.read_label_file(str(target))
    return {"image_path": read.image_path, "shapes": [{"label": one["label"], "points": one["points"]} for one in read.shapes]}


def yolo_faults(label: Path, names: int) -> list[str]:
    """What the loader of Ultralytics rejects in a file of polygons: normalised coordinates, known classes, no row twice."""
    rows = [line.split() for line in label.read_text(encoding="utf8").splitlines() if line.strip()]
    faults = []
    for at, row in enumerate(rows):
        numbers = [float(one) for one in row]
        if len(numbers) < LEAST_NUMBERS or len(numbers) % 2 == 0:
            faults.append(f"row {at}: {len(numbers)} numbers")
        if not 0 <= numbers[0] < names or numbers[0] != int(numbers[0]):
            faults.append(f"row {at}: class {row[0]}")
        if any(not 0 <= one <= 1 for one in numbers[1:]):
            faults.append(f"row {at}: a coordinate is not normalised")
    if len({tuple(row) for row in rows}) != len(rows):
        faults.append("a row is there twice")
    return faults


if __name__ == "__main__":
    order = json.load(sys.stdin)
    if order["do"] == "labelme":
        print(json.dumps(write_labelme(Path(order["picture"]), order["shapes"])))
    else:
        print(json.dumps(yolo_faults(Path(order["label"]), order["names"])))
