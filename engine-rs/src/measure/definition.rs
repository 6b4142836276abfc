//! Definition of a measurement: a configured definition, checked when it is loaded.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::image::Modality;
use super::kind::{Compute, Formula, FromEvents, FromInputs, Kind, ResultUnit};
use super::marks::Event;
use super::refusal::MeasurementRefusal;
use super::request::{Axis, Combined, Request};
use super::unit::{Unit, conversion};
use super::{reference, registry};

/// Percent of a slope-derivative that names none.
const DEFAULT_PERCENT: f64 = 100.0;
/// Deepest nesting of `of`.
const MAX_NESTING: usize = 4;
/// Samples of a plot that names none.
const DEFAULT_SAMPLES: usize = 50;
/// Most samples of a plot.
const MAX_SAMPLES: usize = 10_000;
/// Relative rounding of a scale that is written in decimals.
const SCALE_ROUNDING: f64 = 1e-9;

/// The stored form. Keys that only the report needs are named and skipped, so that any other key is
/// refused by its name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    #[serde(default)]
    name: Option<String>,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    formula: Option<String>,
    #[serde(default)]
    formulas: Option<Vec<String>>,
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
    combined: Option<String>,
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
    #[serde(default)]
    patterns: Option<Vec<String>>,
    #[serde(default, rename = "with_image_type")]
    _with_image_type: IgnoredAny,
    #[serde(default, rename = "modalities")]
    _modalities: IgnoredAny,
    #[serde(default, rename = "data_types")]
    _data_types: IgnoredAny,
    #[serde(default, rename = "shape")]
    _shape: IgnoredAny,
    #[serde(default, rename = "class")]
    _class: IgnoredAny,
    #[serde(default, rename = "anatomy")]
    _anatomy: IgnoredAny,
    #[serde(default, rename = "normal")]
    _normal: IgnoredAny,
    #[serde(default, rename = "value")]
    _value: IgnoredAny,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Events {
    One(String),
    Several(Vec<String>),
}

/// Where the end-diastolic and the end-systolic value of a cycle come from.
#[derive(Debug, Clone)]
pub enum EventValues {
    /// From the first two inputs.
    Inputs,
    /// From geometry at both events.
    Of(Box<Definition>),
}

/// A definition that can be evaluated.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Name in the configuration.
    pub name: String,
    /// The kind of computation.
    pub kind: &'static Kind,
    /// Variant; none where the definition names none.
    pub formula: Option<&'static Formula>,
    /// Its requirements for an image.
    pub request: Request,
    /// Other measurements that enter.
    pub inputs: Vec<String>,
    /// Where the values of both events come from, for kinds that take them.
    pub of: EventValues,
    /// Unit of the values; none where it names none.
    pub unit: Option<Unit>,
    /// Factor from base units; finite and not 0.
    pub unit_scale: f64,
    /// Patterns it exists in; all when empty.
    pub patterns: Vec<String>,
}

fn refused(detail: impl Into<String>) -> MeasurementRefusal {
    MeasurementRefusal::Configuration(detail.into())
}

impl Definition {
    /// Loads a definition.
    ///
    /// # Errors
    /// `configuration`, naming what is unknown or does not fit.
    pub fn load(value: &Value) -> Result<Self, MeasurementRefusal> {
        Self::load_nested(value, MAX_NESTING)
    }

    fn load_nested(value: &Value, nesting: usize) -> Result<Self, MeasurementRefusal> {
        let wire = Wire::deserialize(value).map_err(|error| refused(error.to_string()))?;
        let (kind, percent) = find_kind(&wire.kind)?;
        let formula_of = |name: &String| {
            let found = kind.formula(name);
            found.ok_or_else(|| refused(format!("{} has no formula {name}", kind.name)))
        };
        let formula = wire.formula.as_ref().map(formula_of).transpose()?;
        for choice in wire.formulas.iter().flatten() {
            formula_of(choice)?;
        }
        let unit = wire.units.as_deref().map(unit_of).transpose()?;
        let unit_scale = wire.unit_scale.unwrap_or(1.0);
        check_scale(kind, formula, unit, unit_scale)?;
        let inputs = wire.inputs.unwrap_or_default();
        check_inputs(kind, formula, inputs.len())?;
        if kind.needs_reference && !wire.reference.as_deref().is_some_and(reference::is_known) {
            let named = wire.reference.as_deref().unwrap_or("none");
            return Err(refused(format!("unknown reference {named}")));
        }
        let request = Request {
            lines: wire
                .lines
                .unwrap_or_else(|| wire.line.into_iter().collect()),
            points: wire.points.unwrap_or_default(),
            named: wire.named.unwrap_or_default(),
            axis: wire
                .axis
                .as_deref()
                .map(|name| axis_of(kind, name))
                .transpose()?,
            events: events_of(wire.cardiac_event)?,
            combined: combined_of(wire.combined.as_deref())?,
            percent,
            samples: samples_of(wire.samples)?,
            proximal_velocity: wire.proximal_velocity,
            reference: wire.reference,
            sole_event: false,
        };
        let mut loaded = Self {
            name: wire.name.unwrap_or_default(),
            kind,
            formula,
            request,
            inputs,
            of: EventValues::Inputs,
            unit,
            unit_scale,
            patterns: wire.patterns.unwrap_or_default(),
        };
        loaded.of = match wire.of.filter(|of| !of.is_null()) {
            Some(_) if nesting == 0 => return Err(refused("of is nested too deeply")),
            Some(of) => EventValues::Of(Box::new(taken_at_events(Self::load_nested(
                &of,
                nesting - 1,
            )?)?)),
            None => match &loaded.formula_or_first().compute {
                Compute::Events(events) if loaded.inputs.is_empty() => {
                    EventValues::Of(Box::new(loaded.nested(events)))
                }
                _ => EventValues::Inputs,
            },
        };
        Ok(loaded)
    }

    /// The formula that runs: the one named, else the usual one of the kind.
    pub fn formula_on(&self, modality: Modality) -> &'static Formula {
        self.formula
            .unwrap_or_else(|| self.kind.usual_formula(modality))
    }

    /// The formula where the modality makes no difference.
    fn formula_or_first(&self) -> &'static Formula {
        self.formula.unwrap_or(&self.kind.formulas[0])
    }

    /// The kind that is taken at both events when the definition names none, on the same lines.
    fn nested(&self, events: &FromEvents) -> Self {
        let formula = self.formula.and_then(|named| events.of.formula(named.name));
        Self {
            kind: events.of,
            formula,
            request: Request {
                axis: self.request.axis.or(events.axis),
                ..self.request.clone()
            },
            unit: None,
            unit_scale: 1.0,
            of: EventValues::Inputs,
            ..self.clone()
        }
    }
}

/// The kind of a type name, with the percent that a slope-derivative may carry.
fn find_kind(name: &str) -> Result<(&'static Kind, f64), MeasurementRefusal> {
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

fn unit_of(name: &str) -> Result<Unit, MeasurementRefusal> {
    Unit::of(name).ok_or_else(|| refused(format!("unknown unit {name}")))
}

fn axis_of(kind: &Kind, name: &str) -> Result<Axis, MeasurementRefusal> {
    let axis = Axis::of(name).ok_or_else(|| refused(format!("unknown axis {name}")))?;
    if kind.axes.contains(&axis) {
        Ok(axis)
    } else {
        Err(refused(format!("{} is taken along no {name}", kind.name)))
    }
}

fn events_of(events: Option<Events>) -> Result<Vec<Event>, MeasurementRefusal> {
    let names = match events {
        None => Vec::new(),
        Some(Events::One(name)) => vec![name],
        Some(Events::Several(names)) => names,
    };
    let event = |name: &String| {
        Event::of(name).ok_or_else(|| refused(format!("unknown cardiac_event {name}")))
    };
    names.iter().map(event).collect()
}

fn combined_of(name: Option<&str>) -> Result<Combined, MeasurementRefusal> {
    let Some(name) = name else {
        return Ok(Combined::None);
    };
    let unknown = |_| refused(format!("unknown combined {name}"));
    Combined::deserialize(Value::from(name)).map_err(unknown)
}

fn samples_of(samples: Option<usize>) -> Result<usize, MeasurementRefusal> {
    let samples = samples.unwrap_or(DEFAULT_SAMPLES);
    if (2..=MAX_SAMPLES).contains(&samples) {
        Ok(samples)
    } else {
        Err(refused(format!("samples is not 2 to {MAX_SAMPLES}")))
    }
}

/// The values of both events are of a kind that is taken at one.
fn taken_at_events(of: Definition) -> Result<Definition, MeasurementRefusal> {
    match of.formula_or_first().compute {
        Compute::Cycle(_) => Ok(of),
        _ => Err(refused(format!(
            "{} is not taken at an event",
            of.kind.name
        ))),
    }
}

/// A scale is what makes the unit of the base unit. Only its sign is free, and what multiplies an
/// index or a product is part of the formula.
fn check_scale(
    kind: &Kind,
    formula: Option<&Formula>,
    unit: Option<Unit>,
    scale: f64,
) -> Result<(), MeasurementRefusal> {
    if !scale.is_finite() || scale == 0.0 {
        return Err(refused("unit_scale is 0 or no number"));
    }
    if scale < 0.0 && kind.independent_of_direction {
        return Err(refused(format!("{} has no direction to turn", kind.name)));
    }
    let result = formula.unwrap_or(&kind.formulas[0]).unit;
    let (Some(unit), ResultUnit::Is(base)) = (unit, result) else {
        return Ok(());
    };
    let is = |factor: f64| (scale.abs() / factor - 1.0).abs() <= SCALE_ROUNDING;
    let fits = match (base, unit) {
        // A unit that is left empty is refused where a configuration is loaded.
        (_, Unit::None) => true,
        (Unit::None, Unit::Percent) => is(100.0),
        _ => conversion(base, unit).is_some_and(is),
    };
    if fits {
        return Ok(());
    }
    Err(refused(format!(
        "units {} with unit_scale {scale} do not fit {} of {}",
        unit.name(),
        kind.name,
        match base.name() {
            "" => "an index",
            name => name,
        }
    )))
}

fn check_inputs(
    kind: &Kind,
    formula: Option<&Formula>,
    count: usize,
) -> Result<(), MeasurementRefusal> {
    let formula = formula.unwrap_or(&kind.formulas[0]);
    let needs = match &formula.compute {
        Compute::Inputs(FromInputs { count, .. }) => Some(count),
        Compute::Events(_) if count > 0 && count != 2 => {
            return Err(refused(format!(
                "{} takes 2 inputs, not {count}",
                kind.name
            )));
        }
        _ if count > 0 => formula.from_inputs.as_ref().map(|from| &from.count),
        _ => None,
    };
    match needs {
        Some(needs) if !needs.holds(count) => Err(refused(format!(
            "{} takes {} inputs, not {count}",
            kind.name,
            needs.words()
        ))),
        _ => Ok(()),
    }
}
