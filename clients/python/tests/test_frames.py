"""The scale of stored pixels, from records with the examples of docs/calibration.md."""

import typing
import unittest
from typing import Any

from echometry._decode import decode
from echometry.frames import mm_per_pixel, scale_of
from echometry.records import AnalysisImage

#: 250 columns are one second; 200 rows are 100 cm/s, or 5 cm.
TIME = {"axis": "x", "from": {"x": 100, "y": 0}, "to": {"x": 350, "y": 9}, "value": 1, "unit": "s"}
VELOCITY = {"axis": "y", "from": {"x": 0, "y": 300}, "to": {"x": 4, "y": 100}, "value": 100, "unit": "cm/s"}
DEPTH = {**VELOCITY, "value": 5, "unit": "cm"}
#: 300 columns and 400 rows apart: 500 pixels are 10 cm.
DISTANCE = {"axis": "xy", "from": {"x": 100, "y": 100}, "to": {"x": 400, "y": 500}, "value": 10, "unit": "cm"}
WIDTH = {"axis": "x", "from": {"x": 0, "y": 0}, "to": {"x": 100, "y": 0}, "value": 5, "unit": "cm"}

PLANE = {"spacing_x": 0.025, "spacing_y": 0.02, "units_x": "cm", "units_y": "cm", "region_index": 0}
SPECTRUM = {"spacing_x": 0.004, "spacing_y": 0.5, "units_x": "s", "units_y": "cm/s", "region_index": 0}


def image(
    region: dict[str, Any] | None,
    modality: str | None,
    *,
    source: str | None = None,
    manual: typing.Sequence[Any] = (),
    formats: typing.Sequence[int] = (1,),
) -> AnalysisImage:
    bounds = {f"region_location_{side}": 0 for side in ("min_x", "max_x", "min_y", "max_y")}
    deltas = {"physical_delta_x": 1, "physical_delta_y": 1}
    choice = {
        "source": source,
        "velocity_axis": "up",
        "flow_direction": "toward",
        "reference_pixel_origin": "region",
        "baseline_y": None,
        "manual": list(manual),
        "author": "editor@test",
        "at": 1,
        "version": 1,
    }
    metadata = {
        "number_of_frames": 1,
        "width": 800,
        "height": 600,
        "doppler_regions": [{"region_spatial_format": one} for one in formats],
        "flow_region": None if region is None else {**bounds, **deltas, **region},
    }
    lists = ("cardiac_events", "segmentation", "measurements", "measurements_caliper")
    texts = ("instance_id", "filename", "type", "view", "accepted", "onset_type")
    flags = ("reference", "active", "missing_image", "validated", "is_annotated", "is_segmented", "is_measured")
    return decode(
        AnalysisImage,
        {
            **{name: [] for name in lists},
            **dict.fromkeys(texts, ""),
            **dict.fromkeys(flags, False),
            "additional_labels": {},
            "config_versions": {},
            "modality": modality,
            "metadata": metadata,
            "calibration": None if source is None else choice,
        },
    )


class Scales(unittest.TestCase):
    def check(self, of: AnalysisImage | None, height: tuple[float, str], width: tuple[float, str]) -> None:
        scale, reason = scale_of(of)
        assert scale is not None, reason
        self.assertIsNone(reason)
        for found, (value, unit) in zip(scale, (height, width), strict=True):
            self.assertAlmostEqual(found.value, value, places=12)
            self.assertEqual(found.unit, unit)

    def refused(self, of: AnalysisImage | None, reason: str) -> None:
        self.assertEqual(scale_of(of), (None, reason))

    def test_is_that_of_the_region_that_is_measured(self) -> None:
        self.check(image(PLANE, "2D"), (0.02, "cm"), (0.025, "cm"))
        self.check(image(SPECTRUM, "PW Doppler", formats=[3]), (0.5, "cm/s"), (0.004, "s"))
        self.check(image(PLANE, "2D", source="regions", manual=[DISTANCE]), (0.02, "cm"), (0.025, "cm"))

    def test_is_in_mm_where_both_axes_are_lengths(self) -> None:
        height, width = mm_per_pixel(scale_of(image(PLANE, "2D"))[0]) or (0, 0)
        self.assertAlmostEqual(height, 0.2, places=12)
        self.assertAlmostEqual(width, 0.25, places=12)
        self.assertIsNone(mm_per_pixel(scale_of(image(SPECTRUM, "PW Doppler", formats=[3]))[0]))
        self.assertIsNone(mm_per_pixel(None))

    def test_that_a_person_typed_replaces_the_one_of_the_file(self) -> None:
        for region in (PLANE, None):
            self.check(image(region, "2D", source="manual", manual=[DISTANCE]), (0.02, "cm"), (0.02, "cm"))
        self.check(image(PLANE, "2D", source="manual", manual=[WIDTH, DISTANCE]), (0.02, "cm"), (0.05, "cm"))
        both: dict[str, Any] = {"source": "manual", "manual": [TIME, VELOCITY]}
        self.check(image(None, "PW Doppler", **both), (0.5, "cm/s"), (0.004, "s"))
        self.check(image(None, "M-Mode", source="manual", manual=[TIME, DEPTH]), (0.025, "cm"), (0.004, "s"))

    def test_of_one_typed_axis_has_the_other_one_of_the_file(self) -> None:
        slower = {**SPECTRUM, "spacing_x": 0.002, "spacing_y": 0.8}
        typed: dict[str, Any] = {"source": "manual", "manual": [VELOCITY]}
        self.check(image(slower, "PW Doppler", **typed, formats=[3, 5]), (0.5, "cm/s"), (0.002, "s"))
        self.refused(image(None, "PW Doppler", **typed), "typed-scale")
        # A plane has no velocities, and of two spectra it is not known which one the axis belongs to.
        self.refused(image(PLANE, "2D", **typed), "typed-scale")
        self.refused(image(slower, "PW Doppler", **typed, formats=[3, 3]), "typed-scale")

    def test_is_unknown_for_a_reason(self) -> None:
        self.refused(None, "not-analysed")
        self.refused(image(None, "2D"), "no-scale")
        self.refused(image(PLANE, "2D", source="none"), "no-scale")
        self.refused(image(SPECTRUM, "2D", formats=[3]), "other-region")
        for source in ("confirmed_spacing", "pixel_spacing"):
            self.refused(image(PLANE, "2D", source=source), "spacing-not-stored")
        whole = {**PLANE, "region_index": None}
        self.check(image(whole, "2D", source="pixel_spacing", formats=[]), (0.02, "cm"), (0.025, "cm"))
        point = {**DISTANCE, "to": DISTANCE["from"]}
        for manual in ([point], [{**DISTANCE, "value": 0}], []):
            self.refused(image(PLANE, "2D", source="manual", manual=manual), "typed-scale")


if __name__ == "__main__":
    unittest.main()
