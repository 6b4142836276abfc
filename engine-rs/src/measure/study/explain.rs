//! A value in words and in numbers: its formula with equation and source, and everything that it was
//! computed from.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::evaluator::{Held, Outcome, StudyEvaluator};
use super::facts::StudyFacts;
use super::read::ImageRead;
use crate::measure::registry;
use crate::measure::trace::Trace;
use crate::records::measurement::Measurement;

/// Where a value comes from, as data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Explanation {
    /// The image it is measured on.
    pub instance_id: String,
    /// The measurement with its provenance.
    pub measurement: Measurement,
    /// The definition, as configured.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
    pub definition: Value,
    /// Facts of the patient.
    pub study: StudyFacts,
    /// Inputs read from the image, and from the second one of a biplane measurement; empty where
    /// nothing was measured.
    pub read: Vec<ImageRead>,
    /// The equation, in symbols.
    pub equation: String,
    /// Its inputs, with their units.
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
        let (held, configured, outcome) = self.outcome_of(instance_id, name)?;
        let measurement = self.measurement(held, configured, &outcome);
        // A slope-derivative carries its percent after the kind.
        let kind = registry::find(&measurement.kind)
            .or_else(|| registry::find(measurement.kind.split('_').next()?))?;
        let named = measurement.formula.as_deref().unwrap_or_default();
        let formula = kind.formula(named).unwrap_or(&kind.formulas[0]);
        Some(Explanation {
            instance_id: instance_id.to_owned(),
            definition: configured.stored.clone(),
            study: self.facts,
            read: self.read(held, &outcome),
            equation: formula.equation.to_owned(),
            inputs: formula.inputs.to_owned(),
            base_unit: formula.unit.words().to_owned(),
            source: formula.source.to_owned(),
            invalid: kind.invalid.to_owned(),
            measurement,
        })
    }

    fn read(&self, held: &Held, outcome: &Outcome) -> Vec<ImageRead> {
        let Ok(answer) = &outcome.answer else {
            return Vec::new();
        };
        let nothing = Trace::default();
        let image =
            |held: &Held, trace: &Trace| ImageRead::of(&held.record, held.image.as_ref()?, trace);
        let of_other = || {
            let held = self.held_of(outcome.other_image.as_deref()?)?;
            image(held, answer.trace.other.as_deref().unwrap_or(&nothing))
        };
        let own = image(held, &answer.trace);
        own.into_iter().chain(of_other()).collect()
    }
}
