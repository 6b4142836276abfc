//! The tests of the engine from outside, as one program: the large generic code of its records is compiled once.

mod agreement;
mod arrows;
mod burned_in;
mod curve_values;
mod cycle_curves;
mod cycle_phases;
mod deid;
mod deid_damaged;
mod deid_derived;
mod deid_mask;
mod deid_pixels;
mod deid_report;
mod deid_streams;
mod deid_validator;
mod deid_videos;
mod ecg;
mod envelope;
mod envelope_command;
mod evaluate;
mod field_cases;
mod foreign_encoders;
mod fuzz_short;
mod fuzzed_records;
mod golden;
mod golden_study;
mod guidelines;
mod icon;
mod jpeg_2000;
mod jpeg_planes;
mod jpeg_xl;
mod lossy_colours;
mod measure_properties;
mod mutations;
mod older_configuration;
mod parser;
mod pitfalls;
mod proposals;
mod quirks;
mod real_dicom;
mod recompute;
mod records;
mod references;
mod region_warnings;
mod shipped_configuration;
mod shipped_ranges;
mod studies;
mod study;
mod support;
mod video;
mod waveform;

#[test]
fn every_file_of_this_folder_is_part_of_the_program() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let listed = include_str!("engine.rs");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if path.extension().is_some_and(|extension| extension == "rs") && name != "engine" {
            assert!(listed.contains(&format!("\nmod {name};\n")), "{name}");
        }
    }
}
