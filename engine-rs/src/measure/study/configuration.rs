//! Configured measurements of every image type, in an order in which each can be computed.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Deserialize;
use serde_json::Value;

use super::super::Refusal;
use super::super::definition::Definition;
use super::super::image::Interpolation;
use super::normal::NormalRange;
use super::order;
use crate::records::measurement::EventReference;

/// A configuration set as it is stored.
#[derive(Deserialize)]
struct Set {
    name: String,
    version: u32,
    data: Value,
}

/// Set of measurements.
pub const MEASUREMENTS: &str = "echo_measurements";
/// Set of image types.
pub const IMAGE_TYPES: &str = "echo_image_types";

/// Where an input of a calculated measurement comes from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum InputSource {
    /// A measurement of the same image.
    Own(Rc<str>),
    /// A measurement of an image of this type, and with these labels.
    Other {
        /// Image type.
        image_type: String,
        /// Measurement.
        name: Rc<str>,
        /// Category to label that the image must have.
        #[serde(default)]
        label: BTreeMap<String, String>,
    },
    /// A distance by caliper on the same image.
    Caliper {
        /// Template.
        caliper: String,
        /// Name of the distance.
        name: Rc<str>,
        /// Event at which it was taken; any, or none, without one.
        #[serde(default)]
        event: Option<String>,
    },
}

impl InputSource {
    /// Name of the measurement or distance.
    pub fn name(&self) -> &Rc<str> {
        match self {
            Self::Own(name) | Self::Other { name, .. } | Self::Caliper { name, .. } => name,
        }
    }
}

/// What the report needs of a definition beside what is computed.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Presentation {
    /// Name of the measurement.
    pub name: Rc<str>,
    /// Unit of the values.
    pub units: Rc<str>,
    /// Direct or calculated.
    pub class: Option<Rc<str>>,
    /// Key of the report tree.
    pub anatomy: Option<Rc<str>>,
    /// Lines, events and scale as configured.
    pub line: Option<Rc<str>>,
    /// As configured.
    pub lines: Option<Vec<Rc<str>>>,
    /// As configured.
    pub shape: Option<Rc<str>>,
    /// As configured.
    pub cardiac_event: Option<EventReference>,
    /// As configured.
    pub axis: Option<Rc<str>>,
    /// As configured.
    pub unit_scale: Option<f64>,
    /// As configured.
    pub combined: Option<Rc<str>>,
    /// As configured, with the suffix of a slope-derivative.
    #[serde(rename = "type")]
    pub kind: Rc<str>,
    /// Patterns the measurement exists in; all when empty.
    pub patterns: Vec<String>,
    /// Type of the second image of a biplane measurement.
    pub with_image_type: Option<Rc<str>>,
}

/// One configured measurement.
#[derive(Debug)]
pub struct Configured {
    /// What is computed.
    pub definition: Definition,
    /// Where the inputs come from, in the order of the definition's.
    pub inputs: Vec<InputSource>,
    /// Normal ranges, in order.
    pub normal: Vec<NormalRange>,
    /// What the report shows.
    pub presentation: Presentation,
}

/// What is measured on images of each type.
#[derive(Debug)]
pub struct Configuration {
    /// Versions of the sets that were read.
    pub versions: Rc<BTreeMap<String, u32>>,
    measurements: BTreeMap<String, Rc<[Configured]>>,
    /// Pattern, line and interpolation of each image type.
    lines: BTreeMap<String, Vec<(String, String, Interpolation)>>,
    order: Vec<(String, usize)>,
}

fn refused(detail: String) -> Refusal {
    Refusal::Configuration(detail)
}

impl Configuration {
    /// Reads the set of image types and that of measurements.
    ///
    /// # Errors
    /// `configuration` with what is wrong and where: a definition that cannot be loaded, an input
    /// that does not exist, a loop.
    pub fn load(image_types: &Value, measurements: &Value) -> Result<Self, Refusal> {
        let mut versions = BTreeMap::new();
        let mut rows = |value: &Value, name: &str| -> Result<Vec<Value>, Refusal> {
            let set =
                Set::deserialize(value).map_err(|error| refused(format!("{name}: {error}")))?;
            if set.name != name {
                return Err(refused(format!("{name} was expected, not {}", set.name)));
            }
            versions.insert(set.name, set.version);
            match set.data {
                Value::Array(rows) => Ok(rows),
                _ => Err(refused(format!("{name} holds no rows"))),
            }
        };
        let mut lines = BTreeMap::new();
        for row in rows(image_types, IMAGE_TYPES)? {
            let row = TypeRow::deserialize(&row).map_err(|error| refused(error.to_string()))?;
            lines.insert(row.image_type.clone(), row.lines());
        }
        let mut all = BTreeMap::new();
        for row in rows(measurements, MEASUREMENTS)? {
            let row = Row::deserialize(&row).map_err(|error| refused(error.to_string()))?;
            let loaded: Result<Vec<Configured>, Refusal> = row
                .measurements
                .iter()
                .map(|definition| load_one(&row.image_type, definition))
                .collect();
            all.insert(row.image_type, loaded?.into());
        }
        let order = order::of(&all)?;
        Ok(Self {
            versions: Rc::new(versions),
            measurements: all,
            lines,
            order,
        })
    }

    /// Measurements of an image type, in the order of the configuration.
    pub fn of_type(&self, image_type: &str) -> &[Configured] {
        self.measurements.get(image_type).map_or(&[], |rows| rows)
    }

    /// As [`Self::of_type`], to be kept beside an image.
    pub(super) fn shared_of_type(&self, image_type: &str) -> Rc<[Configured]> {
        let rows = self.measurements.get(image_type).cloned();
        rows.unwrap_or_else(|| Rc::from([]))
    }

    /// Image types with measurements.
    pub fn image_types(&self) -> impl Iterator<Item = &str> {
        self.measurements.keys().map(String::as_str)
    }

    /// Image type and place of every measurement, each after those it takes.
    pub fn in_order(&self) -> impl Iterator<Item = (&str, usize)> {
        self.order
            .iter()
            .map(|(name, place)| (name.as_str(), *place))
    }

    /// How a line of an image type runs between its points; none where the type has no such line.
    pub fn interpolation(
        &self,
        image_type: &str,
        pattern: &str,
        line: &str,
    ) -> Option<Interpolation> {
        let lines = self.lines.get(image_type)?;
        let named = || lines.iter().filter(|(_, name, _)| name == line);
        let exact = named().find(|(of, _, _)| of == pattern);
        exact.or_else(|| named().next()).map(|(_, _, kind)| *kind)
    }
}

/// A row of the set of measurements.
#[derive(Deserialize)]
struct Row {
    image_type: String,
    measurements: Vec<Value>,
}

/// What is read of a row of the set of image types.
#[derive(Deserialize)]
struct TypeRow {
    #[serde(rename = "type")]
    image_type: String,
    patterns: Vec<PatternRow>,
}

#[derive(Deserialize)]
struct PatternRow {
    name: String,
    lines: Vec<LineRow>,
}

#[derive(Deserialize)]
struct LineRow {
    name: String,
    interpolation: Interpolation,
}

impl TypeRow {
    fn lines(&self) -> Vec<(String, String, Interpolation)> {
        let of_pattern = |pattern: &PatternRow| {
            let name = pattern.name.clone();
            let line = move |line: &LineRow| (name.clone(), line.name.clone(), line.interpolation);
            pattern.lines.iter().map(line).collect::<Vec<_>>()
        };
        self.patterns.iter().flat_map(of_pattern).collect()
    }
}

/// A definition whose inputs may be of other images.
fn load_one(image_type: &str, value: &Value) -> Result<Configured, Refusal> {
    let name = value
        .get("name")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let at = |detail: String| refused(format!("{image_type}, {name}: {detail}"));
    let sources: Vec<InputSource> = match value.get("inputs") {
        None | Some(Value::Null) => Vec::new(),
        Some(inputs) => Deserialize::deserialize(inputs)
            .map_err(|error: serde_json::Error| at(format!("inputs: {error}")))?,
    };
    let mut plain = value.clone();
    if !sources.is_empty() {
        plain["inputs"] = sources.iter().map(|source| &**source.name()).collect();
    }
    let definition = Definition::load(&plain).map_err(|refusal| at(refusal.to_string()))?;
    let presentation: Presentation = Deserialize::deserialize(value)
        .map_err(|error: serde_json::Error| at(error.to_string()))?;
    let ranges = match value.get("normal") {
        Some(Value::Array(ranges)) => ranges.as_slice(),
        _ => &[],
    };
    let normal: Result<Vec<NormalRange>, Refusal> = ranges
        .iter()
        .map(|range| NormalRange::load(range, &presentation.units))
        .collect();
    Ok(Configured {
        definition,
        inputs: sources,
        normal: normal.map_err(|refusal| at(refusal.to_string()))?,
        presentation,
    })
}
