"""The tutorial of docs/programs.md, run as it stands on the demo workspace.

Started by server/test/python-client.test.ts with ECHOMETRY_URL and ECHOMETRY_TOKEN (Data scientist, with changes). It stores lines of a
model, so it comes after whatever lists the readers of the project.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import pathlib
import re
import tempfile
import unittest
import zipfile

from echometry import Client

ROOT = pathlib.Path(os.environ["ECHOMETRY_ROOT"])
HEADING = "Ten minutes with it, on the demo workspace:"
PROJECT = "demo-readers-adult"
SCORE = 0.9


def tutorial() -> str:
    """The first block of Python below its heading."""
    text = (ROOT / "docs" / "programs.md").read_text()
    found = re.search(r"```python\n(.*?)```", text.partition(HEADING)[2], re.DOTALL)
    if found is None:
        raise AssertionError(f"There is no block of Python below {HEADING!r}")
    return found[1]


class Tutorial(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def write_results(self) -> int:
        """What a model is given and what it returns: the data set of an export, and its areas with a score."""
        with Client() as client:
            client.project(PROJECT).export("given.zip", "segmentations", formats=["coco"], editor="editor@demo")
        with zipfile.ZipFile("given.zip") as archive:
            given = json.loads(archive.read("coco/annotations.json"))
        pathlib.Path("annotations.json").write_text(json.dumps(given))
        fields = ("image_id", "category_id", "segmentation")
        results = [{**{field: one[field] for field in fields}, "score": SCORE} for one in given["annotations"]]
        pathlib.Path("results.json").write_text(json.dumps(results))
        return len(results)

    def test_runs_as_it_stands(self) -> None:
        areas = self.write_results()
        self.assertGreater(areas, 10)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(tutorial(), "docs/programs.md", "exec"), {"__name__": "tutorial"})
        said = printed.getvalue()
        self.assertRegex(said, r"(?m)^4-chamber 2D \d+ \S+ LV endo \d+$")
        self.assertRegex(said, rf"(?m)^{areas} 0 \[\]$")
        self.assertRegex(said, r"(?m)^4-chamber 2D EF \d+ -?\d+\.\d+ ")
        self.assertTrue(zipfile.is_zipfile("values.zip"))
        with zipfile.ZipFile("paper.zip") as release:
            self.assertIn("values.ndjson", release.namelist())
        with Client() as client:
            self.assertIn("unet@models", [reader.editor for reader in client.project(PROJECT).readers()])


if __name__ == "__main__":
    unittest.main()
