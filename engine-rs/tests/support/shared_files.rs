//! The collection of real files, which stays outside of the repository.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// Files of the collection; a smaller number means that it is incomplete.
const FILES: usize = 154;

/// Folder and manifest of the collection. None, reported aloud, when the folder is absent.
///
/// # Panics
/// When the folder is there but the manifest or a file is missing.
pub fn collection() -> Option<(PathBuf, Vec<Value>)> {
    let root = std::env::var_os("ECHOMETRY_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let folder = root.join("real-dicom");
    if !folder.is_dir() {
        println!("SKIPPED: no real files; name their folder in ECHOMETRY_SHARED");
        return None;
    }
    let text = std::fs::read_to_string(folder.join("manifest.json")).expect("manifest.json");
    let mut manifest: Value = serde_json::from_str(&text).expect("manifest.json");
    let files = match manifest["files"].take() {
        Value::Array(files) => files,
        _ => panic!("manifest.json holds no files"),
    };
    assert_eq!(files.len(), FILES, "the collection is incomplete");
    for file in &files {
        let path = folder.join(file["file"].as_str().expect("file"));
        assert!(path.is_file(), "{} is missing", path.display());
    }
    Some((folder, files))
}

/// Bytes of one entry.
pub fn read(folder: &Path, entry: &Value) -> Vec<u8> {
    std::fs::read(folder.join(entry["file"].as_str().expect("file"))).expect("readable file")
}
