//! Definitions of every formula, each with a random image.

use serde_json::json;

use super::super::Refusal;
use super::super::definition::Definition;
use super::super::image::Image;
use super::super::kind::{Compute, Kind};
use super::super::seeded::Seeded;
use super::images::random_image;

/// Axes that kinds may be taken along; what a kind does not know is null.
const AXES: [Option<&str>; 10] = [
    None,
    Some("x"),
    Some("y"),
    Some("long"),
    Some("short"),
    Some("annulus"),
    Some("length"),
    Some("minor"),
    Some("septum"),
    Some("free wall"),
];

/// Definitions and images of one formula, one after another and without end.
pub struct RandomCases {
    kind: &'static Kind,
    definitions: Vec<Definition>,
    random: Seeded,
}

impl RandomCases {
    /// Those of a formula (empty for a kind with a single one); a seed repeats them.
    ///
    /// # Errors
    /// `configuration` would be a fault of this file: every kind can be loaded.
    pub fn new(kind: &'static Kind, formula: &str, seed: u64) -> Result<Self, Refusal> {
        let definitions = AXES
            .iter()
            .flat_map(|axis| [false, true].map(|points| definition(kind, formula, *axis, points)))
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
) -> Result<Definition, Refusal> {
    let calculated = matches!(kind.compute, Compute::Inputs { .. }) || formula == "doppler";
    let inputs: &[&str] = match (calculated, kind.name) {
        (false, _) => &[],
        (_, "mass") => &["a", "b", "c"],
        (_, "time-combined") if formula == "mpi" => &["a", "b", "c"],
        (_, "reference-multiple") => &["a"],
        _ => &["a", "b"],
    };
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
