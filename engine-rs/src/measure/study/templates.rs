//! Names that the set of caliper templates knows.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::measure::refusal::MeasurementRefusal;

/// Distances of each template.
#[derive(Debug)]
pub struct Templates(BTreeMap<String, Vec<String>>);

#[derive(Deserialize)]
struct Row {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    dists_name: Vec<String>,
}

impl Templates {
    /// Reads the rows of the set.
    ///
    /// # Errors
    /// `configuration` for a row that cannot be read.
    pub fn read(rows: &[Value]) -> Result<Self, MeasurementRefusal> {
        let read = |row: &Value| {
            let row = Row::deserialize(row);
            row.map(|row| (row.kind, row.dists_name)).map_err(|error| {
                MeasurementRefusal::Configuration(format!("echo_caliper: {error}"))
            })
        };
        rows.iter().map(read).collect::<Result<_, _>>().map(Self)
    }

    /// The unknown part of a template and a distance of it; none where both exist.
    pub fn unknown(&self, template: &str, distance: &str) -> Option<String> {
        match self.0.get(template) {
            None => Some(format!("unknown caliper {template}")),
            Some(names) if !names.iter().any(|name| name == distance) => {
                Some(format!("caliper {template} has no distance {distance}"))
            }
            Some(_) => None,
        }
    }
}
