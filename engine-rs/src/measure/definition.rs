//! What is measured: a configured definition, checked when it is loaded (measurements.md 1).

use serde::Deserialize;
use serde_json::Value;

use super::image::Modality;
use super::kind::{Compute, Formula, Kind};
use super::marks::Event;
use super::{Refusal, reference, registry};

/// Units of values; the empty one is that of indices.
const UNITS: [&str; 20] = [
    "", "none", "cm", "cm2", "ml", "s", "cm/s", "cm/s2", "mmHg", "bpm", "%", "g", "g/m2", "deg",
    "l/min", "ml/min", "m/s", "ms", "mm", "mmHg/s",
];
/// Percent of a slope-derivative that names none.
const DEFAULT_PERCENT: f64 = 100.0;
/// Deepest nesting of `of`.
const MAX_NESTING: usize = 4;
/// Samples of a plot that names none.
const DEFAULT_SAMPLES: usize = 50;
/// Most samples of a plot.
const MAX_SAMPLES: usize = 10_000;

/// How several lines or events make one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Combined {
    /// They do not.
    #[default]
    None,
    /// Sum.
    Sum,
    /// The first minus the others.
    Difference,
    /// Mean.
    Mean,
    /// Least.
    Min,
    /// Greatest.
    Max,
}

impl Combined {
    /// The value of several; none without any.
    pub fn apply(self, values: &[f64]) -> Option<f64> {
        let (first, others) = values.split_first()?;
        Some(match self {
            Self::None => *first,
            Self::Sum => values.iter().sum(),
            Self::Difference => others.iter().fold(*first, |rest, other| rest - other),
            Self::Mean => values.iter().sum::<f64>() / values.len() as f64,
            Self::Min => others.iter().fold(*first, |least, other| least.min(*other)),
            Self::Max => others.iter().fold(*first, |most, other| most.max(*other)),
        })
    }
}

/// The stored form; keys that only the report needs are passed over.
#[derive(Debug, Deserialize)]
struct Wire {
    #[serde(default)]
    name: Option<String>,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    formula: Option<String>,
    #[serde(default)]
    line: Option<String>,
    #[serde(default)]
    lines: Option<Vec<String>>,
    #[serde(default)]
    points: Option<Vec<String>>,
    #[serde(default)]
    named: Option<Vec<String>>,
    #[serde(default)]
    inputs: Option<Vec<String>>,
    #[serde(default)]
    of: Option<Value>,
    #[serde(default)]
    axis: Option<String>,
    #[serde(default)]
    cardiac_event: Option<Events>,
    #[serde(default)]
    combined: Option<Combined>,
    #[serde(default)]
    unit_scale: Option<f64>,
    #[serde(default)]
    units: Option<String>,
    #[serde(default)]
    samples: Option<usize>,
    #[serde(default)]
    proximal_velocity: Option<f64>,
    #[serde(default)]
    reference: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Events {
    One(String),
    Several(Vec<String>),
}

/// A definition that can be evaluated.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Name in the configuration.
    pub name: String,
    /// What is computed.
    pub kind: &'static Kind,
    /// Variant; none where the definition names none.
    pub formula: Option<&'static Formula>,
    /// Lines it is taken from, in order.
    pub lines: Vec<String>,
    /// Control points that delimit.
    pub points: Vec<String>,
    /// Control points whose values enter an index.
    pub named: Vec<String>,
    /// Other measurements that enter.
    pub inputs: Vec<String>,
    /// Definition evaluated at end diastole and end systole.
    pub of: Option<Box<Definition>>,
    /// Axis along which it is taken.
    pub axis: Option<String>,
    /// Events, no entry for the usual one; a name that no mark has is the usual one too.
    pub events: Vec<Option<Event>>,
    /// How several lines or events make one value.
    pub combined: Combined,
    /// Factor from base units; finite and not 0.
    pub unit_scale: f64,
    /// First percent of the time that a slope-derivative reads, above 0 up to 100.
    pub percent: f64,
    /// Samples of a plot.
    pub samples: usize,
    /// Velocity before the stenosis, cm/s.
    pub proximal_velocity: Option<f64>,
    /// Quantity of the reference table.
    pub reference: Option<String>,
}

fn refused(detail: impl Into<String>) -> Refusal {
    Refusal::Configuration(detail.into())
}

impl Definition {
    /// Loads a definition.
    ///
    /// # Errors
    /// `configuration`.
    pub fn load(value: &Value) -> Result<Self, Refusal> {
        Self::load_nested(value, MAX_NESTING)
    }

    fn load_nested(value: &Value, nesting: usize) -> Result<Self, Refusal> {
        let wire = Wire::deserialize(value).map_err(|error| refused(error.to_string()))?;
        let (kind, percent) = find_kind(&wire.kind)?;
        let unknown = |name: &String| refused(format!("{} has no formula {name}", kind.name));
        let formula = wire
            .formula
            .as_ref()
            .map(|name| kind.formula(name).ok_or_else(|| unknown(name)))
            .transpose()?;
        if let Some(axis) = &wire.axis
            && ![
                "xy",
                "x",
                "y",
                "long",
                "short",
                "annulus",
                "length",
                "major",
                "minor",
                "mean",
                "septum",
                "free wall",
            ]
            .contains(&axis.as_str())
        {
            return Err(refused(format!("unknown axis {axis}")));
        }
        if let Some(units) = &wire.units
            && !UNITS.contains(&units.as_str())
        {
            return Err(refused(format!("unknown unit {units}")));
        }
        let unit_scale = wire.unit_scale.unwrap_or(1.0);
        if !unit_scale.is_finite() || unit_scale == 0.0 {
            return Err(refused("unit_scale is 0 or no number"));
        }
        if unit_scale < 0.0 && kind.independent_of_direction {
            return Err(refused(format!("{} has no direction to turn", kind.name)));
        }
        let inputs = wire.inputs.unwrap_or_default();
        if let Compute::Inputs { at_least } = kind.compute
            && inputs.len() < at_least
        {
            return Err(refused(format!("{} needs {at_least} inputs", kind.name)));
        }
        if kind.needs_reference && !wire.reference.as_deref().is_some_and(reference::is_known) {
            return Err(refused("unknown reference"));
        }
        let samples = wire.samples.unwrap_or(DEFAULT_SAMPLES);
        if !(2..=MAX_SAMPLES).contains(&samples) {
            return Err(refused(format!("samples is not 2 to {MAX_SAMPLES}")));
        }
        let of = match wire.of.filter(|of| !of.is_null()) {
            Some(_) if nesting == 0 => return Err(refused("of is nested too deeply")),
            Some(of) => Some(Box::new(Self::load_nested(&of, nesting - 1)?)),
            None => None,
        };
        if let Some(of) = &of
            && !matches!(of.kind.compute, Compute::Cycle(_))
        {
            return Err(refused(format!(
                "{} is not taken at an event",
                of.kind.name
            )));
        }
        Ok(Self {
            name: wire.name.unwrap_or_default(),
            kind,
            formula,
            lines: wire
                .lines
                .unwrap_or_else(|| wire.line.into_iter().collect()),
            points: wire.points.unwrap_or_default(),
            named: wire.named.unwrap_or_default(),
            inputs,
            of,
            axis: wire.axis,
            events: match wire.cardiac_event {
                None => Vec::new(),
                Some(Events::One(event)) => vec![Event::of(&event)],
                Some(Events::Several(events)) => {
                    events.iter().map(|event| Event::of(event)).collect()
                }
            },
            combined: wire.combined.unwrap_or_default(),
            unit_scale,
            percent,
            samples,
            proximal_velocity: wire.proximal_velocity,
            reference: wire.reference,
        })
    }

    /// The formula that runs: the one named, else the usual one of the kind.
    pub fn formula_on(&self, modality: Modality) -> &'static Formula {
        self.formula
            .unwrap_or_else(|| self.kind.usual_formula(modality))
    }

    /// A definition of another kind on the same lines, for values taken on the way.
    pub fn as_kind(&self, name: &str) -> Result<Self, Refusal> {
        let (kind, _) = find_kind(name)?;
        Ok(Self {
            kind,
            formula: self.formula.and_then(|formula| kind.formula(formula.name)),
            unit_scale: 1.0,
            of: None,
            ..self.clone()
        })
    }
}

/// The kind of a type name, with the percent that a slope-derivative may carry.
fn find_kind(name: &str) -> Result<(&'static Kind, f64), Refusal> {
    let unknown = || refused(format!("unknown type {name}"));
    let Some(suffix) = name.strip_prefix("slope-derivative_") else {
        let kind = registry::find(name).ok_or_else(unknown)?;
        return Ok((kind, DEFAULT_PERCENT));
    };
    let percent: f64 = suffix.parse().map_err(|_| unknown())?;
    // Written so that NaN is refused too.
    if !(percent > 0.0 && percent <= 100.0) {
        return Err(refused(format!(
            "{suffix} percent is not above 0 up to 100"
        )));
    }
    let kind = registry::find("slope-derivative").ok_or_else(unknown)?;
    Ok((kind, percent))
}
