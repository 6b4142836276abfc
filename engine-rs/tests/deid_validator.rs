//! De-identified files are as valid as their sources: dciodvfy of dicom3tools finds no error that the source does not have.

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use echometry_engine::deid::{DeidentifyOptions, deidentify};
use support::programs::is_there;
use support::shared_files::{collection, read};

/// Classes of the objects that this product stores; other classes lose modules that no measurement needs.
const CLASSES: [&str; 3] = ["USImage", "USMultiFrameImage", "SCImage"];
/// Objects that must have been compared.
const LEAST: usize = 60;

/// Class of an object and its errors, by the validator; none where it names no class.
fn verdict(file: &Path) -> Option<(String, BTreeSet<String>)> {
    let answer = Command::new("dciodvfy").arg(file).output().unwrap();
    let text = [answer.stdout, answer.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let class = text
        .lines()
        .find(|line| CLASSES.contains(&line.trim()))?
        .trim()
        .to_owned();
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
    for file in &files {
        let source = folder.join(file["file"].as_str().unwrap());
        let (Some((class, before)), Ok(bytes)) =
            (verdict(&source), deidentify(&read(&folder, file), &options))
        else {
            continue;
        };
        std::fs::write(&stored, bytes).unwrap();
        let (class_after, after) = verdict(&stored).unwrap();
        assert_eq!(class_after, class, "{file}");
        let added: Vec<_> = after.difference(&before).collect();
        assert!(added.is_empty(), "{}: {added:?}", source.display());
        compared += 1;
    }
    let _ = std::fs::remove_file(&stored);
    assert!(compared >= LEAST, "{compared} objects were compared");
}
