//! De-identified files of every class are as valid as their sources: dciodvfy of dicom3tools finds no error that the source does
//! not have.

use crate::support;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use echometry_engine::deid::{DeidentifyOptions, deidentify};
use support::programs::is_there;
use support::shared_files::{collection, read};

/// Objects that must have been compared, and classes of their sources.
const LEAST: usize = 60;
const LEAST_CLASSES: usize = 8;

/// Objects of this class have floating-point samples, which no other class of pictures holds.
const FLOATS: &str = "ParametricMap";

/// Errors that de-identification may add, and why.
const ACCEPTED: [&str; 3] = [
    // The length in the source is the same, and is wrong as well.
    "PixelData has incorrect value length",
    // 32-bit samples fit no multi-frame class of secondary captures.
    "attribute <Number of Frames>",
    // Equal UIDs of the source stay equal.
    "InstanceUID has same value as",
];

/// Class of an object and its errors, by the validator; none where it names no class.
fn verdict(file: &Path) -> Option<(String, BTreeSet<String>)> {
    let answer = Command::new("dciodvfy").arg(file).output().unwrap();
    let text = [answer.stdout, answer.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let is_class = |line: &&str| line.chars().all(char::is_alphanumeric) && !line.is_empty();
    let class = text.lines().map(str::trim).find(is_class)?.to_owned();
    let errors = text.lines().filter(|line| line.starts_with("Error"));
    Some((class, errors.map(str::to_owned).collect()))
}

#[test]
fn stored_objects_have_no_error_that_their_source_lacks() {
    let Some((folder, files)) = collection() else {
        return;
    };
    if !is_there("dciodvfy", &[], "dicom3tools") {
        return;
    }
    let options = DeidentifyOptions {
        key: &[42; 32],
        date_shift_days: 100,
        patient_show: "HEART-7",
    };
    let stored = std::env::temp_dir().join(format!("echometry-valid-{}.dcm", std::process::id()));
    let mut compared = 0;
    let mut classes = BTreeSet::new();
    for file in &files {
        let source = folder.join(file["file"].as_str().unwrap());
        let (Some((class, before)), Ok(bytes)) =
            (verdict(&source), deidentify(&read(&folder, file), &options))
        else {
            continue;
        };
        if class == FLOATS {
            continue;
        }
        std::fs::write(&stored, bytes).unwrap();
        let (class_after, after) = verdict(&stored).unwrap();
        let is_kept = class.starts_with("US") || class == "SCImage";
        assert_eq!(
            class_after == class,
            is_kept,
            "{class} is stored as {class_after}"
        );
        assert!(is_kept || class_after.ends_with("SCImage"), "{class_after}");
        let is_accepted = |error: &&String| !ACCEPTED.iter().any(|text| error.contains(text));
        let added: Vec<_> = after.difference(&before).filter(is_accepted).collect();
        assert!(added.is_empty(), "{}: {added:?}", source.display());
        classes.insert(class);
        compared += 1;
    }
    let _ = std::fs::remove_file(&stored);
    assert!(compared >= LEAST, "{compared} objects were compared");
    assert!(classes.len() >= LEAST_CLASSES, "{classes:?}");
}
