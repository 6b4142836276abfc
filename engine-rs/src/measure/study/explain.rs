//! A value in words: its formula with equation and source, beside everything it was computed from.

use serde::{Deserialize, Serialize};

use super::StudyEvaluator;
use crate::measure::registry;
use crate::records::measurement::Measurement;

/// Where a value comes from, as data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Explanation {
    /// The image it is measured on.
    pub instance_id: String,
    /// The measurement with its provenance.
    pub measurement: Measurement,
    /// The equation, in symbols.
    pub equation: String,
    /// What enters it, with its unit.
    pub inputs: String,
    /// Unit of the equation's result, before `unit_scale`.
    pub base_unit: String,
    /// Paper, guideline or section of the specification.
    pub source: String,
    /// When a value is null.
    pub invalid: String,
}

impl StudyEvaluator {
    /// Explains one measurement of an image; none where it is not measured.
    pub fn explain(&self, instance_id: &str, name: &str) -> Option<Explanation> {
        let all = self.evaluate_image(instance_id)?.measurements;
        let measurement = all.into_iter().find(|found| *found.name == *name)?;
        // A slope-derivative carries its percent behind the kind.
        let kind = registry::find(&measurement.kind)
            .or_else(|| registry::find(measurement.kind.split('_').next()?))?;
        let named = measurement.formula.as_deref().unwrap_or_default();
        let formula = kind.formula(named).unwrap_or(&kind.formulas[0]);
        Some(Explanation {
            instance_id: instance_id.to_owned(),
            equation: formula.equation.to_owned(),
            inputs: formula.inputs.to_owned(),
            base_unit: formula.unit.to_owned(),
            source: formula.source.to_owned(),
            invalid: kind.invalid.to_owned(),
            measurement,
        })
    }
}
