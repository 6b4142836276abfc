"""Reads the metadata of an unpacked release with the readers of other projects."""

import json
import sys
from pathlib import Path

from jsonschema import Draft7Validator
from rocrate.rocrate import ROCrate


def schema_path() -> Path:
    # Importing the package would ask for everything that it needs to register a DOI; its schema is a file.
    for place in sys.path:
        found = Path(place) / "datacite" / "schemas" / "datacite-v4.5.json"
        if found.exists():
            return found
    raise FileNotFoundError("datacite-v4.5.json")


def datacite_faults(folder: Path) -> list[str]:
    """Faults by the JSON Schema of DataCite 4.5, which the package datacite contains."""
    schema = json.loads(schema_path().read_text(encoding="utf8"))
    document = json.loads((folder / "datacite.json").read_text(encoding="utf8"))
    return [error.message for error in Draft7Validator(schema).iter_errors(document)]


def main(folder: Path) -> None:
    crate = ROCrate(folder)
    root = crate.root_dataset
    files = sorted(entity.id for entity in crate.data_entities)
    missing = [name for name in files if not (folder / name).exists()]
    if missing:
        raise FileNotFoundError(missing)
    print(
        json.dumps(
            {
                "datacite": datacite_faults(folder),
                "title": root["name"],
                "files": files,
                "licence": root["license"].id,
            }
        )
    )


main(Path(sys.argv[1]))
