"""The dataclasses read fields that the records of the server have (contract/generated)."""

import dataclasses
import json
import os
import pathlib
import typing
import unittest
from typing import Any

from echometry import records
from echometry._decode import decode, keys_of

GENERATED = pathlib.Path(os.environ["ECHOMETRY_ROOT"]) / "contract" / "generated"


def definitions(name: str) -> dict[str, Any]:
    schema = json.loads((GENERATED / f"{name}.schema.json").read_text(encoding="utf-8"))
    return {**schema["definitions"], schema["title"]: schema}


class Fields(unittest.TestCase):
    def test_every_field_is_one_of_the_record_and_required_where_the_record_has_it_always(self) -> None:
        known = {**definitions("analysis-image"), **definitions("sequence-lines")}
        compared = 0
        for name, kind in vars(records).items():
            if not dataclasses.is_dataclass(kind) or name not in known or "properties" not in known[name]:
                continue
            compared += 1
            with self.subTest(name):
                assert isinstance(kind, type)
                self.assertLessEqual(keys_of(kind), set(known[name]["properties"]))
                for field in dataclasses.fields(kind):
                    if field.default is dataclasses.MISSING:
                        key = field.metadata.get("key", field.name)
                        # With a default in the schema, the server always writes it.
                        written = "default" in known[name]["properties"][key]
                        self.assertTrue(written or key in known[name].get("required", []), key)
        self.assertGreater(compared, 20)

    def test_a_field_that_may_be_null_is_optional(self) -> None:
        known = {**definitions("analysis-image"), **definitions("sequence-lines")}
        for name, kind in vars(records).items():
            if not dataclasses.is_dataclass(kind) or name not in known or "properties" not in known[name]:
                continue
            assert isinstance(kind, type)
            hints = typing.get_type_hints(kind)
            for field in dataclasses.fields(kind):
                shape = known[name]["properties"][field.metadata.get("key", field.name)]
                kinds = shape.get("type", [])
                may_be_null = "null" in kinds or {"type": "null"} in shape.get("anyOf", [])
                with self.subTest(f"{name}.{field.name}"):
                    if may_be_null:
                        self.assertIn(type(None), typing.get_args(hints[field.name]))

    def test_fields_of_a_newer_server_are_left_out(self) -> None:
        found = decode(records.PixelPosition, {"x": 1.5, "y": 2, "depth": 3})
        self.assertEqual(found, records.PixelPosition(x=1.5, y=2))


if __name__ == "__main__":
    unittest.main()
