//! A stored result against what this engine computes from the same points: one call.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::StudyEvaluator;
use crate::records::measurement::Measurement;

/// What a comparison of one measurement found.
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
    /// Name of the measurement.
    pub name: String,
    /// What was found.
    pub state: ComparisonState,
    /// Stored values; empty when none are.
    pub stored: Vec<Option<f64>>,
    /// Computed values; empty when there are none.
    pub computed: Vec<Option<f64>>,
    /// Largest difference of two numbers of one cycle; null where none can be compared.
    pub largest_difference: Option<f64>,
    /// What else differs: `engine_version`, `formula`, `config_versions`, `calibration`.
    pub changed: Vec<String>,
}

impl StudyEvaluator {
    /// Compares what is stored with an image's analysis with what is computed now; none for an
    /// image that is not there.
    pub fn recompute(&self, instance_id: &str) -> Option<Vec<Comparison>> {
        let stored = &self.record(instance_id)?.measurements;
        let computed = self.evaluate_image(instance_id)?.measurements;
        Some(compare(stored, &computed))
    }
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
