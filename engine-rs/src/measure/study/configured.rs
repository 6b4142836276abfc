//! One configured measurement: what is computed, where its inputs come from, what the report shows.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Deserialize;
use serde_json::Value;

use super::facts::DataType;
use super::normal::NormalRange;
use crate::measure::definition::Definition;
use crate::measure::marks::Event;
use crate::measure::refusal::MeasurementRefusal;
use crate::records::analysis::ImageModality;
use crate::records::measurement::EventReference;

/// Where an input of a calculated measurement comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputSource {
    /// A measurement of the same image.
    Own(Rc<str>),
    /// A measurement of another image.
    Other(OtherImage),
    /// A distance by caliper on the same image.
    Caliper(CaliperDistance),
}

/// A measurement of an image of this type, and with these labels.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherImage {
    /// Image type.
    pub image_type: String,
    /// Measurement.
    pub name: Rc<str>,
    /// Category to label that the image must have.
    #[serde(default)]
    pub label: BTreeMap<String, String>,
}

/// A distance of a caliper template.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaliperDistance {
    /// Template.
    pub caliper: String,
    /// Name of the distance.
    pub name: Rc<str>,
    /// Event at which it was taken; any, or none, without one.
    #[serde(default)]
    pub event: Option<String>,
}

impl InputSource {
    /// Name of the measurement or distance.
    pub fn name(&self) -> &Rc<str> {
        match self {
            Self::Own(name) => name,
            Self::Other(other) => &other.name,
            Self::Caliper(distance) => &distance.name,
        }
    }
}

/// Fields of a definition for the report.
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
    /// Type of the second image of a biplane measurement.
    pub with_image_type: Option<Rc<str>>,
    /// Modalities whose images it exists on; all when empty.
    pub modalities: Vec<ImageModality>,
    /// Kinds of data it exists for; all when empty.
    pub data_types: Vec<DataType>,
}

/// One configured measurement.
#[derive(Debug)]
pub struct Configured {
    /// As it is stored in the set.
    pub stored: Value,
    /// Fields for the report.
    pub presentation: Presentation,
    /// The computation, or the reason why it cannot be loaded.
    pub loaded: Result<Loaded, MeasurementRefusal>,
}

/// The computation of a measurement.
#[derive(Debug)]
pub struct Loaded {
    /// The definition.
    pub definition: Definition,
    /// Where the inputs come from, in the order of the definition's.
    pub inputs: Vec<InputSource>,
    /// Normal ranges, in order.
    pub normal: Vec<NormalRange>,
}

fn refused(detail: impl ToString) -> MeasurementRefusal {
    MeasurementRefusal::Configuration(detail.to_string())
}

impl Configured {
    /// Reads one definition of a row. A fault is kept with its name, so that the others of a stored
    /// set can be used.
    pub fn read(value: &Value) -> Self {
        match Presentation::deserialize(value) {
            Ok(presentation) => Self {
                stored: value.clone(),
                loaded: load(value, &presentation),
                presentation,
            },
            Err(error) => Self {
                stored: value.clone(),
                presentation: Presentation {
                    name: value["name"].as_str().unwrap_or_default().into(),
                    ..Presentation::default()
                },
                loaded: Err(refused(error)),
            },
        }
    }

    /// Inputs; none of a definition that cannot be loaded.
    pub fn inputs(&self) -> &[InputSource] {
        self.loaded.as_ref().map_or(&[], |loaded| &loaded.inputs)
    }
}

/// A definition whose inputs may be of other images.
fn load(value: &Value, presentation: &Presentation) -> Result<Loaded, MeasurementRefusal> {
    let inputs: Vec<InputSource> = match value.get("inputs") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(inputs)) => inputs.iter().map(input_of).collect::<Result<_, _>>()?,
        Some(_) => return Err(refused("inputs is not a list")),
    };
    let mut plain = value.clone();
    if !inputs.is_empty() {
        plain["inputs"] = inputs.iter().map(|source| &**source.name()).collect();
    }
    let definition = Definition::load(&plain)?;
    let ranges = match value.get("normal") {
        None | Some(Value::Null) => &[],
        Some(Value::Array(ranges)) => ranges.as_slice(),
        Some(_) => return Err(refused("normal is not a list")),
    };
    let normal: Result<Vec<NormalRange>, MeasurementRefusal> = ranges
        .iter()
        .map(|range| NormalRange::load(range, &presentation.units))
        .collect();
    Ok(Loaded {
        definition,
        inputs,
        normal: normal?,
    })
}

fn input_of(value: &Value) -> Result<InputSource, MeasurementRefusal> {
    let named = |error: serde_json::Error| refused(format!("input {value}: {error}"));
    let source = match value {
        Value::String(name) => InputSource::Own(name.as_str().into()),
        Value::Object(fields) if fields.contains_key("caliper") => {
            InputSource::Caliper(Deserialize::deserialize(value).map_err(named)?)
        }
        _ => InputSource::Other(Deserialize::deserialize(value).map_err(named)?),
    };
    if let InputSource::Caliper(CaliperDistance {
        event: Some(event), ..
    }) = &source
        && Event::of(event).is_none()
    {
        return Err(refused(format!("input {value}: unknown event {event}")));
    }
    Ok(source)
}
