//! A stored result against what this engine computes from the same points: one call.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::calipers::{CaliperValue, CaliperValues};
use super::evaluator::StudyEvaluator;
use crate::records::measurement::{CaliperMeasurement, Measurement};

/// Result of a comparison of one measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ComparisonState {
    /// The same numbers to the last bit.
    Same,
    /// Other numbers.
    Different,
    /// Stored, but no longer measured.
    OnlyStored,
    /// Measured, but not stored.
    OnlyComputed,
}

/// One measurement, stored and computed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Comparison {
    /// Name of the measurement, or of a caliper's distance or angle.
    pub name: String,
    /// The caliper, where it is a value of one; null otherwise.
    pub caliper: Option<CaliperPlace>,
    /// The result.
    pub state: ComparisonState,
    /// Stored values; empty when none are.
    pub stored: Vec<Option<f64>>,
    /// Computed values; empty when there are none.
    pub computed: Vec<Option<f64>>,
    /// Largest difference of two numbers of one cycle; null where none can be compared.
    pub largest_difference: Option<f64>,
    /// Other differences: `engine_version`, `formula`, `config_versions`, `calibration`.
    pub changed: Vec<String>,
}

/// Which caliper of an image a value is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CaliperPlace {
    /// Identity of the caliper within the image.
    pub id: String,
    /// Name of the template, or the plain kind.
    #[serde(rename = "type")]
    pub kind: String,
    /// Cycle, from 0; null while it is assigned to none.
    pub cycle: Option<u32>,
    /// Event of the cycle; null outside of events.
    pub event: Option<String>,
}

impl StudyEvaluator {
    /// Compares what is stored with an image's analysis with what is computed now, measurements and
    /// calipers; none for an image that is not there.
    pub fn recompute(&self, instance_id: &str) -> Option<Vec<Comparison>> {
        let record = self.record(instance_id)?;
        let computed = self.evaluate_image(instance_id)?;
        let mut found = compare(&record.measurements, &computed.measurements);
        let calipers = record.measurements_caliper.iter().zip(&computed.calipers);
        found.extend(calipers.flat_map(|(stored, computed)| of_caliper(stored, computed)));
        Some(found)
    }
}

/// Distances and angles of one caliper: what was stored with it against what its points give.
fn of_caliper(stored: &CaliperMeasurement, computed: &CaliperValues) -> Vec<Comparison> {
    let distances = stored.dists.iter().zip(&computed.distances);
    let angles = stored.angles.iter().zip(&computed.angles);
    let one = |(stored, now): (&Option<f64>, &CaliperValue)| Comparison {
        name: now.name.clone(),
        caliper: Some(CaliperPlace {
            id: computed.id.clone(),
            kind: computed.kind.clone(),
            cycle: computed.cycle,
            event: computed.event.clone(),
        }),
        state: if *stored == now.value {
            ComparisonState::Same
        } else {
            ComparisonState::Different
        },
        stored: vec![*stored],
        computed: vec![now.value],
        largest_difference: stored.zip(now.value).map(|(old, new)| (old - new).abs()),
        changed: Vec::new(),
    };
    distances.chain(angles).map(one).collect()
}

/// Compares by name, in the order of what is stored.
pub fn compare(stored: &[Measurement], computed: &[Measurement]) -> Vec<Comparison> {
    let find = |list: &'_ [Measurement], name: &str| -> Option<usize> {
        list.iter().position(|found| *found.name == *name)
    };
    let mut found: Vec<Comparison> = stored
        .iter()
        .map(|old| match find(computed, &old.name) {
            Some(at) => compare_one(old, &computed[at]),
            None => alone(old, ComparisonState::OnlyStored),
        })
        .collect();
    let new = computed
        .iter()
        .filter(|new| find(stored, &new.name).is_none());
    found.extend(new.map(|new| alone(new, ComparisonState::OnlyComputed)));
    found
}

fn alone(measurement: &Measurement, state: ComparisonState) -> Comparison {
    let values = measurement.value.clone();
    let (stored, computed) = match state {
        ComparisonState::OnlyStored => (values, Vec::new()),
        _ => (Vec::new(), values),
    };
    Comparison {
        name: measurement.name.to_string(),
        caliper: None,
        state,
        stored,
        computed,
        largest_difference: None,
        changed: Vec::new(),
    }
}

fn compare_one(old: &Measurement, new: &Measurement) -> Comparison {
    let same = old.value == new.value && old.series == new.series && old.refused == new.refused;
    let pairs = old.value.iter().zip(&new.value);
    let differences = pairs.filter_map(|(old, new)| Some(((*old)? - (*new)?).abs()));
    let mut changed = BTreeSet::new();
    if let (Some(old), Some(new)) = (&old.provenance, &new.provenance) {
        for (name, differs) in [
            ("engine_version", old.engine_version != new.engine_version),
            ("formula", old.formula != new.formula),
            (
                "config_versions",
                old.config_versions != new.config_versions,
            ),
            ("calibration", old.calibration != new.calibration),
        ] {
            if differs {
                changed.insert(name.to_owned());
            }
        }
    }
    Comparison {
        name: old.name.to_string(),
        caliper: None,
        state: if same {
            ComparisonState::Same
        } else {
            ComparisonState::Different
        },
        stored: old.value.clone(),
        computed: new.value.clone(),
        largest_difference: differences.reduce(f64::max),
        changed: changed.into_iter().collect(),
    }
}
