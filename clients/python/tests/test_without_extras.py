"""The package without pydicom and pillow, which only frames and ECGs need."""

import subprocess
import sys
import textwrap
import unittest

#: Refuses what the extras install, also where something else imports it.
REFUSING = """
    import sys

    class Refusing:
        def find_spec(self, name, path=None, target=None):
            if name.partition(".")[0] in ("pydicom", "PIL"):
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            return None

    sys.meta_path.insert(0, Refusing())
    from echometry import Client, EchometryError

    assert not {"pydicom", "PIL"} & {name.partition(".")[0] for name in sys.modules}
"""

READING = """
    with Client() as client:
        project = client.project("demo-cycles-adult")
        study = next(one for one in project.studies() if one.patient == "C07")
        values = study.values()
        print(len(values), len(study.events()), len(study.contours()), len(study.analysis().images))
        image = study.images()[0]
        for read in (image.frames, image.ecg):
            try:
                read()
            except EchometryError as error:
                print(error)
"""


def run(*parts: str) -> list[str]:
    """Lines that a program prints in an interpreter of its own."""
    program = "".join(textwrap.dedent(part) for part in parts)
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        raise AssertionError(ended.stderr)
    return ended.stdout.splitlines()


class WithoutExtras(unittest.TestCase):
    def test_is_imported(self) -> None:
        self.assertEqual(run(REFUSING), [])

    def test_reads_values_and_names_the_package_that_frames_need(self) -> None:
        counts, *refusals = run(REFUSING, READING)
        self.assertTrue(all(int(count) > 0 for count in counts.split()), counts)
        self.assertEqual(len(refusals), 2)
        for line in refusals:
            self.assertRegex(line, r"^missing-package: pydicom is not installed\. .*echometry\[frames\]")

    def test_would_notice_an_import_of_them(self) -> None:
        with self.assertRaisesRegex(AssertionError, "No module named 'pydicom'"):
            run(REFUSING, "import pydicom")


if __name__ == "__main__":
    unittest.main()
