//! Definitions of every formula, each with a random image.

use serde_json::json;

use super::images::random_image;
use crate::measure::definition::Definition;
use crate::measure::image::Image;
use crate::measure::kind::{Compute, Kind};
use crate::measure::refusal::MeasurementRefusal;
use crate::workbench::seeded::Seeded;

/// Definitions and images of one formula, one after another and without end.
pub struct RandomCases {
    kind: &'static Kind,
    definitions: Vec<Definition>,
    random: Seeded,
}

impl RandomCases {
    /// Inputs of a formula (empty for a kind with a single one); a seed repeats them.
    ///
    /// # Errors
    /// `configuration` would be a fault of this file: every kind can be loaded.
    pub fn new(kind: &'static Kind, formula: &str, seed: u64) -> Result<Self, MeasurementRefusal> {
        let axes = kind.axes.iter().map(|axis| Some(axis.name()));
        let definitions = core::iter::once(None)
            .chain(axes)
            .flat_map(|axis| [false, true].map(|points| definition(kind, formula, axis, points)))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            kind,
            definitions,
            random: Seeded::new(seed),
        })
    }

    /// The next definition with its image.
    pub fn next_case(&mut self) -> (&Definition, Image) {
        let place = self.random.below(self.definitions.len() as u64) as usize;
        let image = random_image(self.kind, &mut self.random);
        (&self.definitions[place], image)
    }
}

fn definition(
    kind: &Kind,
    formula: &str,
    axis: Option<&str>,
    points: bool,
) -> Result<Definition, MeasurementRefusal> {
    let found = kind.formula(formula).unwrap_or(&kind.formulas[0]);
    let count = match &found.compute {
        Compute::Inputs(from) => from.count.least.max(2).min(from.count.most),
        _ => 0,
    };
    let inputs = &["a", "b", "c"][..count];
    let named = [
        "velocity",
        "time",
        "slope",
        "p2p-distance",
        "angle",
        "event-time",
    ];
    Definition::load(&json!({
        "type": kind.name,
        "formula": Some(formula).filter(|name| !name.is_empty()),
        "lines": ["A", "B"],
        "points": if points || named.contains(&kind.name) { vec!["p", "q", "r"] } else { Vec::new() },
        "named": if kind.name == "pulsatility" && points { vec!["p", "q", "r"] } else { Vec::new() },
        "inputs": inputs, "axis": axis, "samples": 7, "proximal_velocity": 60.0, "reference": "HC",
        "cardiac_event": if kind.name == "distance" { json!(["end_diastole_start", "end_systole"]) } else { json!(null) },
    }))
}
