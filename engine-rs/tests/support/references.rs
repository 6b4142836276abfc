//! The shipped reference values.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

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

/// All decision tables of `echo_references`, as they are stored.
pub fn shipped_tables() -> Vec<Value> {
    let set = read("contract/config/echo_references.json");
    let packs = set["data"].as_array().unwrap().iter();
    packs
        .flat_map(|pack| pack["tables"].as_array().cloned().unwrap_or_default())
        .collect()
}

/// Answers of a second implementation in `fixtures/reference-values`; none without python3.
pub fn by_python(script: &str, asked: &Value) -> Option<Vec<Value>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/reference-values");
    let mut python = Command::new("python3")
        .arg(folder.join(script))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let bytes = serde_json::to_vec(asked).unwrap();
    python.stdin.take().unwrap().write_all(&bytes).unwrap();
    let told = python.wait_with_output().unwrap();
    assert!(told.status.success(), "{script} failed");
    Some(serde_json::from_slice(&told.stdout).unwrap())
}
