"""The notebooks run against a real server, and show what is committed.

ECHOMETRY_KEEP_OUTPUTS=1 writes the outputs of this run into them instead.
"""

import os
import pathlib
import unittest
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = sorted((pathlib.Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
LONGEST_CELL_S = 120


def shown(book: Any) -> list[tuple[str, str]]:
    """Texts that each cell shows."""
    return [
        (cell.id, output.text if output.output_type == "stream" else output.data["text/plain"])
        for cell in book.cells
        if cell.cell_type == "code"
        for output in cell.outputs
    ]


class Notebooks(unittest.TestCase):
    def test_each_runs_and_shows_what_is_committed(self) -> None:
        self.assertGreaterEqual(len(NOTEBOOKS), 12)
        for path in NOTEBOOKS:
            with self.subTest(path.name):
                committed, run = (nbformat.reads(path.read_text(encoding="utf-8"), 4) for _ in range(2))  # type: ignore[no-untyped-call]
                for cell in run.cells:
                    if cell.cell_type == "code":
                        cell.outputs = []
                NotebookClient(run, timeout=LONGEST_CELL_S, kernel_name="python3").execute()
                if os.environ.get("ECHOMETRY_KEEP_OUTPUTS"):
                    keep(run, path)
                    continue
                self.assertGreater(len(shown(committed)), 1)
                self.assertEqual(shown(run), shown(committed))


def keep(run: Any, path: pathlib.Path) -> None:
    """Writes texts only: pictures of tables and times of cells differ from run to run."""
    for cell in run.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.execution_count = None
            for output in cell.outputs:
                if output.output_type != "stream":
                    output.execution_count = None
                    output.data = {"text/plain": output.data["text/plain"]}
    run.metadata.language_info = {"name": "python"}
    path.write_text(nbformat.writes(run) + "\n", encoding="utf-8")  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    unittest.main()
