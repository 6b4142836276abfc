//! Broken records, as in the fuzz target `records`, for as long as a test may take: whatever is
//! written in them, the result is finite numbers, nulls or a typed error.

use crate::fuzz_short::fuzz::records;

use std::path::Path;

use echometry_engine::measure::study::configuration::{Configuration, Sets};
use echometry_engine::records::measurement::Measurement;
use echometry_engine::workbench::seeded::Seeded;
use records::{Choose, Ended};
use serde_json::Value;

/// Broken golden cases.
const CASES: usize = 90_000;
/// Broken analyses, each with what is broken.
const ANALYSES: usize = 10_000;
/// Broken configurations.
const CONFIGURATIONS: usize = 150;

impl Choose for Seeded {
    fn below(&mut self, count: u64) -> u64 {
        Seeded::below(self, count)
    }
}

fn set(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../contract/config");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn broken_golden_cases_end_in_a_value_or_a_typed_error() {
    let mut random = Seeded::new(6);
    let mut answered = 0;
    for _ in 0..CASES {
        if records::broken_case(&records::case(&mut random)) == Ended::Answered {
            answered += 1;
        }
    }
    // Neither is nearly all: the records are broken enough, and not so that nothing is left.
    assert!(
        (CASES / 5..CASES * 9 / 10).contains(&answered),
        "{answered}"
    );
}

#[test]
fn broken_analyses_end_in_values_nulls_or_a_typed_error() {
    let mut study = records::shipped_study();
    let analyses = records::analyses();
    for record in &analyses {
        study.set_image(serde_json::from_value(record.clone()).unwrap());
    }
    let whole = study.evaluate();
    let values = |measurements: &[Measurement]| {
        let there = |found: &&Measurement| found.aggregate.is_some();
        measurements.iter().filter(there).count()
    };
    assert!(values(&whole[0].measurements) >= 10 && values(&whole[1].measurements) >= 10);
    let mut random = Seeded::new(9);
    let mut answered = 0;
    for round in 0..ANALYSES {
        let mut record = analyses[round % 2].clone();
        records::change(&mut record, records::ANALYSIS_CHANGES, &mut random);
        if records::broken_analysis(&mut study, record) == Ended::Answered {
            answered += 1;
        }
    }
    assert!(
        (ANALYSES / 10..ANALYSES * 9 / 10).contains(&answered),
        "{answered}"
    );
}

#[test]
fn broken_configurations_load_or_are_refused() {
    let (types, measurements) = (set("echo_image_types.json"), set("echo_measurements.json"));
    let mut random = Seeded::new(11);
    let mut refused = 0;
    for _ in 0..CONFIGURATIONS {
        let mut broken = measurements.clone();
        // Only one image type, so that a change is likely to matter.
        let rows = broken["data"].as_array_mut().unwrap();
        let place = random.below(rows.len() as u64) as usize;
        records::mutate(&mut rows[place], &mut random);
        if let Err(refusal) = Configuration::load(&Sets {
            image_types: &types,
            measurements: &broken,
            calipers: None,
        }) {
            refused += 1;
            assert_eq!(refusal.code(), "configuration");
        }
    }
    assert!((10..CONFIGURATIONS - 10).contains(&refused), "{refused}");
}
