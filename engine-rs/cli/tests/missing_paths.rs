//! Every path that `evaluate` is given and that is not there: the line names it, and whether a
//! folder or a file is missing.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The shipped configuration.
fn config() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contract/config")
}

/// Standard output for these paths of the analysis, the images and the configuration.
fn evaluated([analysis, images, config]: [&Path; 3]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_echometry-engine"))
        .arg("evaluate")
        .arg(analysis)
        .arg("--dicom")
        .arg(images)
        .arg("--config")
        .arg(config)
        .output()
        .unwrap();
    let told = String::from_utf8(run.stdout).unwrap();
    assert_eq!(run.status.code(), Some(1), "{told}");
    told
}

#[test]
fn a_missing_path_is_named_as_the_folder_or_file_that_it_is() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("missing-paths");
    let images = folder.join("images");
    let half = folder.join("half-a-configuration");
    for made in [&images, &half] {
        std::fs::create_dir_all(made).unwrap();
    }
    let types = "echo_image_types.json";
    std::fs::copy(config().join(types), half.join(types)).unwrap();
    let analysis = folder.join("analysis.json");
    std::fs::write(&analysis, r#"{"images": []}"#).unwrap();

    let (no_folder, no_file) = (folder.join("nowhere"), folder.join("absent.json"));
    let (no_image, no_set) = (
        folder.join("absent.dcm"),
        half.join("echo_measurements.json"),
    );
    let (no_such_folder, no_such_file) = ("no such folder", "no such file");
    let shipped = config();
    let table: [([&Path; 3], &Path, &str); 6] = [
        ([&analysis, &images, &no_folder], &no_folder, no_such_folder),
        ([&analysis, &images, &half], &no_set, no_such_file),
        (
            [&analysis, &no_folder, &shipped],
            &no_folder,
            no_such_folder,
        ),
        ([&analysis, &no_image, &shipped], &no_image, no_such_file),
        ([&no_file, &images, &shipped], &no_file, no_such_file),
        ([&images, &images, &shipped], &images, "is a folder"),
    ];
    for (paths, missing, words) in table {
        let told = evaluated(paths);
        let missing = missing.to_str().unwrap();
        let line = told
            .lines()
            .find(|line| line.contains(missing) && line.contains("file-unreadable"));
        let line = line.unwrap_or_else(|| panic!("{missing} is not named: {told}"));
        assert!(line.contains(words), "{line}");
    }
}
