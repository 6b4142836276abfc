"""The package against a real server on the demo workspace: every figure is read a second time, in another way.

Started by server/test/python-client.test.ts with ECHOMETRY_URL, ECHOMETRY_TOKEN (Data scientist, with changes) and
ECHOMETRY_EDITOR_TOKEN.
"""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import pickle
import statistics
import tempfile
import threading
import time
import typing
import unittest
import urllib.error
import urllib.request
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from typing import Any

import numpy
import pandas
import pydicom
from PIL import Image as Pictures
from pydicom.encaps import generate_frames

from echometry import AnalysisImage, Client, EchometryError, Frames, Image, bland_altman, icc
from echometry.predictions import Lines

URL = os.environ["ECHOMETRY_URL"]
TOKEN = os.environ["ECHOMETRY_TOKEN"]
MEASURED = "demo-cycles-adult"
READERS = "demo-readers-adult"
JPEG = "1.2.840.10008.1.2.4.50"
#: Conversion of colours rounds once in each program.
COLOUR_LEVELS = 2


def plain(path: str, body: Any = None, token: str = TOKEN) -> Any:
    """A call by the library of Python, which knows nothing of the package."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, {"authorization": f"Bearer {token}", "content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def refusal(path: str, body: Any, token: str) -> dict[str, Any]:
    try:
        plain(path, body, token)
    except urllib.error.HTTPError as error:
        found: dict[str, Any] = {"status": error.code, **json.load(error)}
        return found
    raise AssertionError("it was accepted")


class Connected(unittest.TestCase):
    """Tests with a client of the running server."""

    client: Client

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = Client()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.close()


class Reading(Connected):
    def raw_images(self, project: str) -> dict[tuple[str, str], dict[str, Any]]:
        """Stored images by study and instance, by plain calls."""
        scope = {"db_name": project.replace("-", "_"), "medical_data_type": "US"}
        query = {"search_query": {"medical_data_type": "US", "active": True}, "db_name": scope["db_name"]}
        found = {}
        for study in plain("/api/studies/get", query)["studies"]:
            analysis = plain("/api/analysis/get", {"id": study["study_id"], **scope})["analysis"]
            for image in [] if analysis is None else analysis["images"]:
                found[study["study_id"], image["instance_id"]] = image
        return found

    def test_projects_and_studies_are_the_ones_of_the_server(self) -> None:
        session = self.client.session()
        self.assertEqual((session.user.email, session.role), ("data@demo", "Data scientist"))
        listed = plain("/api/admin/users/get/data%40demo")["projects"]
        self.assertEqual([project.key for project in self.client.projects()], [one["_id"] for one in listed])
        self.assertEqual(self.client.project("demo_adult").key, "demo-adult")
        studies = self.client.project(MEASURED).studies()
        query = {"search_query": {"medical_data_type": "US", "active": True}, "db_name": "demo_cycles_adult"}
        rows = plain("/api/studies/get", query)["studies"]
        self.assertEqual([study.study_id for study in studies], [row["study_id"] for row in rows])
        for study, row in zip(studies, rows, strict=True):
            analysis = study.analysis()
            self.assertEqual(None if analysis is None else analysis.version, row["analysis"])

    def test_values_are_the_ones_of_the_stored_analyses(self) -> None:
        table = self.client.project(MEASURED).values()
        expected: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        for (study, instance), image in self.raw_images(MEASURED).items():
            for one in image["measurements"]:
                at = study, instance, one["name"]
                if "refused" in one:
                    expected[(*at, None)] = (None, one["refused"]["code"])
                elif "series" not in one:
                    for cycle, value in enumerate(one["value"]):
                        expected[(*at, cycle + 1)] = (value, None if value is not None else one["reasons"][cycle])
                    mean = one.get("aggregate")
                    expected[(*at, None)] = (mean, "no-cycle-with-a-value" if mean is None else None)
        columns = ["study_id", "instance_id", "measurement", "cycle", "value", "reason"]
        found = {row[:4]: row[4:] for row in self.cells(table[columns])}
        self.assertGreater(len(expected), 300)
        self.assertEqual(found, expected)
        measured = next(one for one in self.client.project(MEASURED).studies() if one.patient == "C07")
        own = measured.values()
        self.assertGreater(len(own), 20)
        self.assertEqual(self.cells(own), self.cells(table[table.study_id == measured.study_id]))

    def cells(self, table: pandas.DataFrame) -> list[tuple[Any, ...]]:
        """Rows with None where a cell is missing."""
        return [tuple(None if cell is pandas.NA else cell for cell in row) for row in table.itertuples(index=False, name=None)]

    def test_values_are_the_ones_of_the_table_that_the_server_exports(self) -> None:
        project = self.client.project(MEASURED)
        heard: list[tuple[int, int | None]] = []
        with tempfile.TemporaryDirectory() as folder:
            path = project.export(
                pathlib.Path(folder) / "export.zip", formats=["csv-long"], progress=lambda *done: heard.append(done)
            )
            self.assertEqual([file.name for file in pathlib.Path(folder).iterdir()], ["export.zip"])
            with zipfile.ZipFile(path) as archive, archive.open("measurements.csv") as file:
                exported = pandas.read_csv(file, dtype={"study_id": str, "version": str})
            with zipfile.ZipFile(path) as archive, archive.open("cycles.csv") as file:
                cycles = pandas.read_csv(file, dtype={"study_id": str, "version": str})
        self.assertEqual(heard[-1][0], heard[-1][1])
        shared = exported[~exported.blind & (exported["class"] != "caliper") & exported.recomputed_differs.notna()]
        key = ["study_id", "instance_id", "measurement", "cycle"]
        left = shared.assign(cycle=shared.cycle.fillna(0).astype(int)).set_index(key).sort_index()
        values = project.values()
        values = values[values.value.notna() | values.reason.notna()]
        right = values.assign(cycle=values.cycle.fillna(0).astype(int)).set_index(key).sort_index()
        self.assertGreater(len(left), 300)
        right = right.loc[left.index]
        numpy.testing.assert_array_equal(right.value.astype("float64").to_numpy(na_value=numpy.nan), left.value.to_numpy())
        self.assertEqual(list(right.unit), list(left.unit))
        self.assertEqual(list(right.aggregate_of.fillna("")), list(left.aggregate_of.fillna("").astype(str)))
        self.assertEqual(list(right.reason.fillna("")), list(left.reason.fillna("")))
        self.assertEqual(list(right.kind), list(left.kind))
        self.compare_marks(project.events(), cycles)

    def compare_marks(self, events: pandas.DataFrame, cycles: pandas.DataFrame) -> None:
        shared = cycles[cycles.editor != "blind@demo"]
        expected = {}
        for row in shared.to_dict("records"):
            for mark in ("end_diastole", "end_systole", "onset_start", "onset_end", "end_diastole_start", "end_diastole_end"):
                if pandas.notna(row[mark]):
                    expected[row["study_id"], row["instance_id"], row["cycle"], mark] = float(row[mark])
        found = {
            (row["study_id"], row["instance_id"], row["cycle"], row["event"]): row["position"]
            for row in events.to_dict("records")
        }
        self.assertGreater(len(expected), 30)
        self.assertEqual(found, expected)

    def test_contours_have_every_control_point_of_the_stored_lines(self) -> None:
        table = self.client.project(MEASURED).contours()
        expected = []
        for (study, instance), image in self.raw_images(MEASURED).items():
            for cycle, entry in enumerate(image["segmentation"]):
                placed = [(event, line) for event in ("end_diastole", "end_systole") for line in entry.get(event, {}).get("lines", [])]
                for event, line in placed + [(None, line) for line in entry.get("lines", [])]:
                    for number, point in enumerate(line["points"]):
                        expected.append(
                            (study, instance, cycle + 1, event, line["name"], number + 1, point["type"], point["x"], point["y"])
                        )
        columns = ["study_id", "instance_id", "cycle", "event", "line", "point", "type", "x", "y"]
        found = self.cells(table[columns])
        self.assertGreater(len(expected), 200)
        self.assertEqual(sorted(found, key=str), sorted(expected, key=str))

    def test_sequences_have_the_lines_that_were_stored(self) -> None:
        editor = Client(token=os.environ["ECHOMETRY_EDITOR_TOKEN"])
        study = next(one for one in editor.project(MEASURED).studies() if one.patient == "C02")
        scope = {"db_name": "demo_cycles_adult", "medical_data_type": "US"}
        analysis = plain("/api/analysis/get", {"id": study.study_id, **scope})["analysis"]
        image = next(one for one in analysis["images"] if one["modality"] == "2D" and one["cardiac_events"])
        types = ["septum wall ring", "free wall ring"]
        frames: list[dict[str, Any]] = [
            {"frame_number": number, "points": [[10.5, number + 0.25], [20.5, number + 0.75]], "quality": [1, 0.5], "drift_px": [None, 0.125]}
            for number in (1, 2, 3)
        ]
        document = {
            "format": 1,
            "lines": [{"name": "LV endo", "shape": "endo-epi", "types": types, "frames": frames}],
        }
        name = hashlib.sha256(json.dumps(document, separators=(",", ":")).encode()).hexdigest()
        sequence = {
            "from_frame": 1,
            "to_frame": 3,
            "method": "speckle-tracking",
            "method_version": "3",
            "anchors": [],
            "lines_sha256": name,
        }
        cycles = image["segmentation"] or [{} for _ in image["cardiac_events"]]
        cycles[0] = {**cycles[0], "sequence": sequence}
        body = {
            "id": study.study_id,
            **scope,
            "changes": {"images": [{**image, "segmentation": cycles}], "removed": []},
            "sequences": [document],
            "missing_images": analysis["missing_images"],
            "validated": False,
            "editor": "editor@demo",
            "project": MEASURED,
            "study_state": analysis["study_state"],
            "base_version": analysis["version"],
            "save_id": "python-sequences",
        }
        self.assertFalse(plain("/api/analysis/update", body, os.environ["ECHOMETRY_EDITOR_TOKEN"])["conflict"])
        table = self.client.project(MEASURED).sequences()
        editor.close()
        self.assertEqual(set(table.study_id), {study.study_id})
        found = table[["cycle", "line", "frame_number", "point", "type", "x", "y", "quality", "drift_px"]]
        expected = [
            (1, "LV endo", frame["frame_number"], at + 1, types[at], *frame["points"][at], frame["quality"][at], frame["drift_px"][at])
            for frame in frames
            for at in (0, 1)
        ]
        self.assertEqual(self.cells(found), expected)


class Pixels(Connected):
    """Frames of every encoding of the demo, decoded a second time without the package."""

    def images(self) -> typing.Iterator[Image]:
        """One image of each encoding."""
        seen = set()
        for name in ("demo-adult", "demo-fetal", "demo-pediatric"):
            for study in self.client.project(name).studies():
                for image in study.images():
                    head = pydicom.dcmread(BytesIO(image.dicom()), stop_before_pixels=True)
                    kind = (
                        head.file_meta.TransferSyntaxUID,
                        head.PhotometricInterpretation,
                        head.get("PlanarConfiguration"),
                        image.file.number_of_frames > 1,
                    )
                    if kind not in seen:
                        seen.add(kind)
                        yield image
        self.assertGreaterEqual(len(seen), 7)

    def test_are_the_samples_of_the_file_with_its_scale(self) -> None:
        sized = 0
        for image in self.images():
            with self.subTest(image.filename):
                data = pydicom.dcmread(BytesIO(image.dicom()))
                frames = image.frames()
                self.assertEqual(len(frames), image.file.number_of_frames)
                self.assertEqual(frames.pixels.shape[1:3], (data.Rows, data.Columns))
                self.assertEqual(frames.pixels.ndim, 4 if data.SamplesPerPixel == 3 else 3)
                self.compare(data, frames.pixels)
                step = data.get("FrameTime")
                if step is not None and image.file.number_of_frames > 1:
                    self.assertAlmostEqual(frames.ms_per_frame or 0, float(step), places=6)
                sized += self.compare_scale(data, image.work, frames)
        self.assertGreaterEqual(sized, 1)

    def test_have_the_scale_of_every_strip(self) -> None:
        """Units per pixel are those of the region of the file: time across, depth or velocity down."""
        formats = {"M-Mode": 2, "Doppler": 3}
        found = set()
        for study in self.client.project(MEASURED).studies():
            for image in study.images():
                kind = "Doppler" if "Doppler" in ((image.work and image.work.modality) or "") else image.work and image.work.modality
                if kind not in formats or kind in found:
                    continue
                found.add(kind)
                data = pydicom.dcmread(BytesIO(image.dicom()), stop_before_pixels=True)
                region = next(one for one in data.SequenceOfUltrasoundRegions if one.RegionSpatialFormat == formats[kind])
                frames = image.frames()
                assert frames.scale is not None
                height, width = frames.scale
                self.assertEqual((height.value, width.value), (abs(region.PhysicalDeltaY), abs(region.PhysicalDeltaX)))
                self.assertEqual((height.unit, width.unit), ("cm" if kind == "M-Mode" else "cm/s", "s"))
                self.assertEqual((frames.mm_per_pixel, frames.no_scale), (None, "not-in-cm"))
        self.assertEqual(found, set(formats))

    def test_have_the_ecg_of_the_file(self) -> None:
        study = next(one for one in self.client.project(MEASURED).studies() if one.patient == "C01")
        found = {image.filename: image.ecg() for image in study.images() if image.file.number_of_frames > 1}
        self.assertEqual([table is None for table in found.values()], [False, True, False])
        for image in study.images():
            table = found.get(image.filename)
            if table is None:
                continue
            data = pydicom.dcmread(BytesIO(image.dicom()))
            self.assertEqual(table.attrs, {"lead": "II", "unit": "mV"})
            numpy.testing.assert_allclose(table["value"], data.waveform_array(0)[:, 0], atol=1e-9)
            self.assertEqual(table["time_ms"].iloc[0], 0)
            self.assertEqual(table["time_ms"].iloc[500], 1000)
            for wave in data.RWaveTimeVector:
                near = table[(table["time_ms"] - wave).abs() <= 50]
                self.assertAlmostEqual(near.loc[near["value"].idxmax(), "time_ms"], wave, delta=3)

    def compare(self, data: pydicom.Dataset, pixels: Any) -> None:
        if data.file_meta.TransferSyntaxUID == JPEG:
            mode = "L" if data.SamplesPerPixel == 1 else "RGB"
            pictures = [
                numpy.asarray(Pictures.open(BytesIO(frame)).convert(mode))
                for frame in generate_frames(data.PixelData, number_of_frames=len(pixels))
            ]
            difference = numpy.abs(numpy.stack(pictures).astype(int) - pixels.astype(int)).max()
            self.assertLessEqual(difference, 0 if mode == "L" else COLOUR_LEVELS)
        elif data.file_meta.TransferSyntaxUID.is_compressed:
            self.assertTrue((data.pixel_array.reshape(pixels.shape) == pixels).all())
        else:
            count = int(numpy.prod(pixels.shape))
            flat = numpy.frombuffer(data.PixelData, numpy.uint8, count)
            if data.get("PlanarConfiguration", 0) == 1:
                planes = flat.reshape(len(pixels), 3, data.Rows, data.Columns)
                self.assertTrue((numpy.moveaxis(planes, 1, -1) == pixels).all())
            else:
                self.assertTrue((flat.reshape(pixels.shape) == pixels).all())

    def compare_scale(self, data: pydicom.Dataset, work: AnalysisImage | None, frames: Frames) -> int:
        size = frames.mm_per_pixel
        if size is None:
            self.assertIn(frames.no_scale, ("not-analysed", "no-scale", "not-in-cm"))
            return 0
        assert work is not None
        self.assertEqual((frames.no_scale, frames.calibration), (None, work.calibration))
        planes = [one for one in data.SequenceOfUltrasoundRegions if one.RegionSpatialFormat == 1]
        self.assertEqual((planes[0].PhysicalUnitsXDirection, planes[0].PhysicalUnitsYDirection), (3, 3))
        self.assertEqual(size, (abs(planes[0].PhysicalDeltaY) * 10, abs(planes[0].PhysicalDeltaX) * 10))
        return 1


class Agreeing(unittest.TestCase):
    def test_readers_are_compared_as_the_plain_functions_compute_it(self) -> None:
        with Client() as client:
            project = client.project(READERS)
            readers = project.readers()
            shared = next(one for one in readers if one.editor == "editor@demo" and not one.blind)
            blind = next(one for one in readers if one.blind and one.pass_ == 1)
            report = project.agreement([shared, blind])
        self.assertEqual([one.editor for one in report.readers], [shared.editor, blind.editor])
        compared = 0
        for row in report.values:
            if row.n < 3 or row.sd is None or row.sd == 0:
                continue
            compared += 1
            difference = numpy.array([point.difference for point in row.points])
            mean = numpy.array([point.mean for point in row.points])
            first, second = mean - difference / 2, mean + difference / 2
            found = bland_altman(first, second)
            with self.subTest(f"{row.image_type} {row.name}"):
                self.assertAlmostEqual(found.bias, row.bias.value or 0, places=9)
                self.assertAlmostEqual(found.sd, row.sd, places=9)
                self.assertAlmostEqual(found.lower, row.lower.value or 0, places=8)
                self.assertAlmostEqual(found.upper, row.upper.value or 0, places=8)
                self.assertAlmostEqual(statistics.mean(difference.tolist()), row.bias.value or 0, places=9)
                self.assertAlmostEqual(statistics.stdev(difference.tolist()), row.sd, places=9)
                if row.icc.value is not None and row.icc_n == row.n:
                    self.assertAlmostEqual(icc(numpy.column_stack([first, second])).icc or 0, row.icc.value, places=8)
        self.assertGreater(compared, 3)


class Submitting(unittest.TestCase):
    def copied(self, folder: str, shift: float) -> pathlib.Path:
        """The lines of the editor, moved to the right, as a model would send them, and one of an image that is not there."""
        with Client() as client:
            table = client.project(MEASURED).contours()
        table = table[table.event.notna() & (table.editor == "editor@demo")]
        lines = [
            {
                "instance_id": instance,
                "cycle": int(str(cycle)) - 1,
                "event": event,
                "line": line,
                "shape": rows["shape"].iloc[0],
                "frame_number": int(rows.frame_number.iloc[0]),
                "points_px": [[float(x) + shift, float(y)] for x, y in zip(rows.x, rows.y, strict=True)],
            }
            for (instance, cycle, event, line), rows in table.groupby(["instance_id", "cycle", "event", "line"], sort=True)
        ]
        self.assertGreater(len(lines), 30)
        self.lines = len(lines)
        file = pathlib.Path(folder) / "lines.json"
        file.write_text(json.dumps({"format": 1, "lines": [*lines, {**lines[0], "instance_id": "2.25.1"}]}))
        return file

    def test_lines_are_checked_then_stored_and_the_same_lines_agree_exactly(self) -> None:
        heard: list[tuple[int, int | None]] = []
        with Client() as client, tempfile.TemporaryDirectory() as folder:
            project = client.project(MEASURED)
            file = self.copied(folder, 0.0)
            checked = project.submit("copying-net", "1", [file], check=True)
            self.assertEqual((checked.lines, checked.refused_in_all, checked.rater), (self.lines, 1, "copying-net@models"))
            self.assertIn("has no such image", checked.refused[0].reason)
            self.assertNotIn(checked.rater, [reader.editor for reader in project.readers()])
            stored = project.submit("copying-net", "1", [file], progress=lambda *done: heard.append(done))
            self.assertEqual(stored, checked)
            self.assertEqual(heard[-1][0], heard[-1][1])
            readers = project.readers()
            model = next(one for one in readers if one.editor == stored.rater)
            editor = next(one for one in readers if one.editor == "editor@demo" and not one.blind)
            report = project.agreement([editor, model])
        self.assertTrue(model.blind)
        self.assertGreater(len(report.lines), 2)
        compared = 0
        for row in report.lines:
            for found, expected in ((row.dice, 1), (row.hausdorff, 0), (row.mean_distance, 0)):
                # Open lines have no area, and so no Dice.
                if found.mean is not None:
                    compared += 1
                    with self.subTest(f"{row.line} {row.event}"):
                        self.assertAlmostEqual(found.mean, expected, places=12)
        self.assertGreater(compared, 12)

    def test_an_upload_continues_where_it_ended(self) -> None:
        with Client() as client, tempfile.TemporaryDirectory() as folder:
            file = self.copied(folder, 1.0)
            with file.open("a") as more:
                more.write(" " * (1 << 20))
            sent = Lines(client._transport, [file], None)._send()
            # All of it is there: nothing more is sent, and the job reads it.
            begun = client.call(
                "/api/imports/begin_upload", {"id": sent, "files": [{"name": file.name, "size": file.stat().st_size}]}
            )
            self.assertEqual(begun["received"], [file.stat().st_size])
            self.assertEqual(client.project(MEASURED).submit("moving-net", "1", [file], check=True).lines, self.lines)

    def test_what_is_not_accepted_has_the_words_of_the_server(self) -> None:
        with Client() as client, tempfile.TemporaryDirectory() as folder:
            project = client.project(MEASURED)
            tracings = pathlib.Path(folder) / "VolumeTracings.csv"
            tracings.write_text("FileName,X1,Y1,X2,Y2,Frame\n")
            with self.assertRaisesRegex(EchometryError, "need the sources.csv"):
                project.submit("net", "1", [tracings], check=True)
            with self.assertRaises(EchometryError) as caught:
                project.submit("Net with capitals", "1", [tracings])
            self.assertEqual((caught.exception.status, caught.exception.field), (400, "order.model"))
            with self.assertRaisesRegex(EchometryError, "at least one file"):
                project.submit("net", "1", [])


class Releasing(unittest.TestCase):
    def test_a_release_is_made_downloaded_and_listed_and_has_the_values_of_the_project(self) -> None:
        with Client() as client, tempfile.TemporaryDirectory() as folder:
            project = client.project("demo-readers-fetal")
            made = [
                project.make_release("fetal", creators=["A. Author"], publisher="A publisher", editor="editor@demo")
                for _ in range(2)
            ]
            self.assertEqual([one.version for one in made], [1, 2])
            self.assertEqual([(one.name, one.version) for one in project.releases()], [("fetal", 2), ("fetal", 1)])
            with zipfile.ZipFile(made[0].download(pathlib.Path(folder) / "release.zip")) as archive:
                lines = [json.loads(line) for line in archive.read("values.ndjson").splitlines()]
            stored = project.values()
            expected = {
                (row["study_id"], row["instance_id"], row["measurement"]): row["value"]
                for row in stored[stored.aggregate_of.notna() & stored.value.notna()].to_dict("records")
            }
            found = {
                (line["study_id"], line["instance_id"], line["measurement"]): line["value"]
                for line in lines
                if line["aggregate_of"] is not None and line["value"] is not None
            }
        self.assertGreater(len(expected), 50)
        self.assertEqual({key: found.get(key) for key in expected}, expected)
        self.assertEqual(made[0].record.contents.values, len(lines))

    def test_a_release_of_two_projects_holds_the_studies_of_both(self) -> None:
        with Client() as client, tempfile.TemporaryDirectory() as folder:
            keys = ["demo-readers-fetal", MEASURED]
            project = client.project(keys[0])
            made = project.make_release(
                "both", creators=["A. Author"], publisher="A publisher", editor="editor@demo", further_projects=keys[1:]
            )
            self.assertEqual(made.record.request.further_projects, keys[1:])
            with zipfile.ZipFile(made.download(pathlib.Path(folder) / "release.zip")) as archive:
                lines = [json.loads(line) for line in archive.read("values.ndjson").splitlines()]
            measured = [client.project(key).values() for key in keys]
        found = {line["study_id"] for line in lines if line["value"] is not None}
        for values in measured:
            own = values[(values.editor == "editor@demo") & values.value.notna()]
            self.assertGreater(len(own), 0)
            self.assertLessEqual(set(own.study_id), found)

    def test_a_release_that_cannot_be_made_has_the_words_of_the_server(self) -> None:
        with Client() as client, self.assertRaises(EchometryError) as caught:
            client.project(MEASURED).make_release("a b", creators=["A. Author"], publisher="A publisher")
        self.assertEqual((caught.exception.status, caught.exception.field), (400, "request.name"))


class Asking(unittest.TestCase):
    def test_a_refused_token_has_the_code_and_the_message_of_the_server(self) -> None:
        wrong = "echo_pat_" + "x" * 43
        expected = refusal("/api/studies/count_work", {}, wrong)
        with Client(token=wrong) as client, self.assertRaises(EchometryError) as caught:
            client.projects()
        error = caught.exception
        self.assertEqual((error.status, error.code, error.message), (401, expected["code"], expected["message"]))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((again.status, again.code, str(again)), (401, expected["code"], str(error)))

    def test_a_wrong_field_is_named(self) -> None:
        body = {"id": "1_20260101", "db_name": "demo_adult", "medical_data_type": "US", "more": 1}
        with Client() as client, self.assertRaises(EchometryError) as caught:
            client.call("/api/analysis/get", body)
        expected = refusal("/api/analysis/get", body, TOKEN)
        self.assertEqual((caught.exception.field, caught.exception.code), (expected["field"], "unknown-field"))

    def test_unknown_projects_and_servers_that_are_not_there_are_errors_in_words(self) -> None:
        with Client() as client, self.assertRaisesRegex(EchometryError, "no project nothing. It includes: .*demo-adult"):
            client.project("nothing")
        with Client("http://127.0.0.1:9", TOKEN) as client, self.assertRaises(EchometryError) as caught:
            client.projects()
        self.assertEqual((caught.exception.code, caught.exception.status), ("unreachable", None))

    def test_a_token_that_made_its_calls_gets_429_with_the_seconds_to_wait(self) -> None:
        with Client(token=os.environ["ECHOMETRY_SPENT_TOKEN"], max_wait_s=0) as client:
            with self.assertRaises(EchometryError) as caught:
                for _ in range(601):
                    client.session()
        error = caught.exception
        self.assertEqual((error.status, error.code), (429, "too-many-requests"))
        assert error.retry_after is not None
        self.assertTrue(0 < error.retry_after <= 60)

    def test_waits_as_long_as_the_server_asks_and_no_longer_than_its_limit(self) -> None:
        busy = Busy()
        with Client(busy.url, TOKEN) as client:
            begin = time.monotonic()
            self.assertEqual(client.call("/api/anything", {}), {"asked": 2})
            self.assertGreaterEqual(time.monotonic() - begin, 1)
        busy.asked = 0
        with Client(busy.url, TOKEN, max_wait_s=0.5) as client, self.assertRaises(EchometryError) as caught:
            client.call("/api/anything", {})
        self.assertEqual((caught.exception.status, caught.exception.retry_after, busy.asked), (503, 1, 1))
        busy.close()

    def test_an_interrupted_export_is_cancelled(self) -> None:
        made: list[str] = []

        def interrupt(done: int, total: int | None) -> None:
            raise KeyboardInterrupt

        with Client() as client, tempfile.TemporaryDirectory() as folder:
            project = client.project(MEASURED)
            before = {one["id"] for one in plain("/api/exports/list", {"project": MEASURED})["exports"]}
            target = pathlib.Path(folder) / "never.zip"
            with self.assertRaises(KeyboardInterrupt):
                project.export(target, "segmentations", formats=["json", "masks", "coco"], images=True, progress=interrupt)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])
            listed = plain("/api/exports/list", {"project": MEASURED})["exports"]
            made += [one["status"] for one in listed if one["id"] not in before]
        self.assertEqual(made, ["cancelled"])

    def test_an_export_that_the_token_may_not_make_is_refused_by_the_server(self) -> None:
        with Client(token=os.environ["ECHOMETRY_EDITOR_TOKEN"]) as client, self.assertRaises(EchometryError) as caught:
            client.project(MEASURED).start_export()
        self.assertEqual((caught.exception.status, caught.exception.code), (403, "forbidden"))


class Busy:
    """A server that asks to come again in a second, once."""

    def __init__(self) -> None:
        outer = self
        self.asked = 0

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                outer.asked += 1
                self.rfile.read(int(self.headers["content-length"]))
                ready = outer.asked > 1
                body = json.dumps({"asked": outer.asked} if ready else {"code": "internal", "message": "Busy"}).encode()
                self.send_response(200 if ready else 503)
                if not ready:
                    self.send_header("retry-after", "1")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


if __name__ == "__main__":
    unittest.main()
