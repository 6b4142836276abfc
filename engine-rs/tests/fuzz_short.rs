//! The fuzz targets for a moment, with findings of longer runs: nothing may panic.

#[path = "../../fuzz/lib.rs"]
pub mod fuzz;
use crate::support;

use std::path::Path;

use support::{Builder, EXPLICIT, Random};

/// Mutated inputs for each target.
const ROUNDS: usize = 300;

/// Files of a folder of the repository, or none where it is absent.
fn files(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(folder);
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let files = paths.into_iter().filter(|path| path.is_file());
    files.map(|path| std::fs::read(path).unwrap()).collect()
}

#[test]
fn findings_stay_fixed() {
    for target in fuzz::TARGETS {
        for finding in files(&format!("fuzz/regressions/{target}")) {
            fuzz::run(target, &finding);
        }
    }
}

/// Valid streams by other encoders, or, where none are kept, enough for mutations to begin with.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let kept = files(&format!("fuzz/seeds/{target}"));
    if !kept.is_empty() && target != "video" {
        return kept;
    }
    match target {
        // The first byte chooses MPEG-2, H.264 or HEVC (fuzz/lib.rs).
        "video" => [
            (0, "mpeg2.mpg"),
            (0, "mpeg2.mpegts"),
            (1, "avc.mp4"),
            (1, "avc-fragments.mp4"),
            (1, "avc.264"),
            (2, "hevc.265"),
        ]
        .map(|(choice, clip)| {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/video");
            [vec![choice], std::fs::read(root.join(clip)).unwrap()].concat()
        })
        .into_iter()
        .chain(kept)
        .collect(),
        "parser" => {
            let mut file = Builder::with_meta(EXPLICIT);
            file.image("2", 3, 5, 1, 8, "MONOCHROME2");
            file.element(0x7fe0_0010, "OB", &[7; 30]);
            vec![file.bytes]
        }
        _ => vec![vec![1; 100]],
    }
}

#[test]
fn mutated_inputs_are_refused_or_shown() {
    let mut random = Random(11);
    for target in fuzz::TARGETS {
        let seeds = seeds(target);
        for _ in 0..ROUNDS {
            let mut input = seeds[random.below(seeds.len())].clone();
            for _ in 0..=random.below(6) {
                let at = random.below(input.len());
                match random.below(3) {
                    0 => input[at] = random.next() as u8,
                    1 => input.truncate(at.max(1)),
                    _ => input[at] ^= 1 << random.below(8),
                }
            }
            fuzz::run(target, &input);
        }
    }
}
