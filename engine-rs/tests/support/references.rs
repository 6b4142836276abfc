//! The shipped reference values.

use std::path::Path;

use echometry_engine::references::row::ReferenceRow;
use serde_json::Value;

/// A JSON file of the repository.
pub fn read(path: &str) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    serde_json::from_str(&std::fs::read_to_string(root.join(path)).unwrap()).unwrap()
}

/// All rows of `echo_references`.
pub fn shipped_rows() -> Vec<ReferenceRow> {
    let set = read("contract/config/echo_references.json");
    let packs = set["data"].as_array().unwrap();
    let rows = packs
        .iter()
        .flat_map(|pack| pack["rows"].as_array().unwrap());
    rows.map(|row| serde_json::from_value(row.clone()).unwrap())
        .collect()
}
