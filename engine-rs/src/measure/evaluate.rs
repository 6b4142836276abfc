//! A definition on an image: values per cycle, aggregate, provenance (measurements.md 1).

use serde::Serialize;

use super::Refusal;
use super::aggregate;
use super::definition::{Combined, Definition};
use super::image::{Image, Modality};
use super::kind::{Compute, FromInputs, PerCycle};
use super::provenance::{Provenance, Trace};
use super::view::View;

/// Kind whose values are the cycle when a percentage names no other time.
const CYCLE_LENGTH: &str = "Cycle length";

/// Values of all cycles.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Values {
    /// One number for each cycle; null where it could not be computed.
    Numbers(Vec<Option<f64>>),
    /// Pairs of time and value, cycle after cycle; null for a cycle without.
    Pairs(Vec<Option<[f64; 2]>>),
}

/// A measurement that was evaluated.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// Values in the unit of the definition.
    pub values: Values,
    /// Mean of those that are there; null for a series.
    pub aggregate: Option<f64>,
    /// What they were computed from.
    pub provenance: Provenance,
}

/// Evaluates a definition.
///
/// # Errors
/// `not-calibrated` where geometry is measured without a flow region; `configuration`.
pub fn evaluate(definition: &Definition, image: &Image) -> Result<Answer, Refusal> {
    let mut trace = Trace::default();
    trace.warnings.extend(&image.region_warnings);
    let values = match base_values(definition, image, &mut trace)? {
        Values::Numbers(numbers) => {
            let scale = |value: Option<f64>| finite(value? * definition.unit_scale);
            Values::Numbers(numbers.into_iter().map(scale).collect())
        }
        Values::Pairs(pairs) => {
            let scale = |pair: Option<[f64; 2]>| {
                let [time, value] = pair?;
                Some([finite(time)?, finite(value * definition.unit_scale)?])
            };
            Values::Pairs(pairs.into_iter().map(scale).collect())
        }
    };
    let aggregate = match &values {
        Values::Numbers(numbers) => aggregate::mean(numbers),
        Values::Pairs(_) => None,
    };
    let variants = !definition.kind.formulas.is_empty();
    Ok(Answer {
        values,
        aggregate,
        provenance: Provenance {
            kind: definition.kind.name.to_owned(),
            formula: variants.then(|| definition.formula().to_owned()),
            inputs: definition.inputs.clone(),
            engine_version: env!("CARGO_PKG_VERSION"),
            trace,
        },
    })
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// Nothing is measured on an image without a flow region.
fn guard(image: &Image) -> Result<(), Refusal> {
    match image.flow_region() {
        Some(flow) if flow.region.x.is_scaled() => Ok(()),
        _ => Err(Refusal::NotCalibrated),
    }
}

/// Values in base units.
fn base_values(
    definition: &Definition,
    image: &Image,
    trace: &mut Trace,
) -> Result<Values, Refusal> {
    let kind = definition.kind;
    let from_inputs = kind.from_inputs.filter(|_| match kind.compute {
        Compute::Inputs { .. } => true,
        Compute::Pairs { .. } => definition.formula() == "doppler",
        _ => !definition.inputs.is_empty(),
    });
    if let Some(compute) = from_inputs {
        return Ok(Values::Numbers(of_inputs(definition, image, compute)));
    }
    Ok(match &kind.compute {
        Compute::Cycle(per_cycle) => {
            guard(image)?;
            Values::Numbers(of_cycles(definition, per_cycle, None, image, trace))
        }
        Compute::Pairs { of, compute } => {
            let [diastolic, systolic] = pair_of_values(definition, of, image, trace)?;
            Values::Numbers(aggregate::pair(&diastolic, &systolic, |a, b| {
                finite(compute(a, b)?)
            }))
        }
        Compute::Marks(compute) => {
            guard(image)?;
            if image.modality == Modality::TwoD {
                trace.warnings.extend(&image.time_warnings);
            }
            let finite_only = |value: Option<f64>| value.and_then(finite);
            Values::Numbers(compute(image).into_iter().map(finite_only).collect())
        }
        Compute::Series(compute) => {
            guard(image)?;
            let mut pairs = Vec::new();
            for cycle in 0..image.cycle_count() {
                let mut view = View {
                    image,
                    definition,
                    cycle,
                    event: definition.events.first().map(String::as_str),
                    lines: &definition.lines,
                    trace,
                };
                match compute(&mut view) {
                    Some(series) => pairs.extend(series.into_iter().map(Some)),
                    None => pairs.push(None),
                }
            }
            Values::Pairs(pairs)
        }
        Compute::Inputs { .. } => Values::Numbers(Vec::new()),
    })
}

fn of_inputs(definition: &Definition, image: &Image, compute: FromInputs) -> Vec<Option<f64>> {
    let cycle_lengths;
    let named = definition.inputs.iter();
    let mut inputs: Vec<Option<&[Option<f64>]>> = named
        .map(|name| image.operands.get(name).map(Vec::as_slice))
        .collect();
    if definition.kind.name == "time-percentage" && inputs.len() == 1 {
        inputs.push(match image.operands.get(CYCLE_LENGTH) {
            Some(lengths) => Some(lengths),
            None if image.cycle_count() > 0 => {
                cycle_lengths = image.cycle_lengths();
                Some(&cycle_lengths)
            }
            None => None,
        });
    }
    aggregate::combine(&inputs, |values| {
        finite(compute(definition, image, values)?)
    })
}

/// End-diastolic and end-systolic values: from two inputs, or from geometry at both events.
fn pair_of_values(
    definition: &Definition,
    usual: &str,
    image: &Image,
    trace: &mut Trace,
) -> Result<[Vec<Option<f64>>; 2], Refusal> {
    if definition.of.is_none() && (!definition.inputs.is_empty() || image.modality == Modality::Any)
    {
        let input = |place: usize| {
            let name = definition.inputs.get(place);
            let values = name.and_then(|name| image.operands.get(name));
            values.cloned().unwrap_or_default()
        };
        return Ok([input(0), input(1)]);
    }
    guard(image)?;
    let own;
    let nested = match &definition.of {
        Some(of) => of.as_ref(),
        None => {
            let mut derived = definition.as_kind(usual)?;
            if definition.kind.name == "long-gls" {
                derived.axis = Some("length".to_owned());
            }
            own = derived;
            &own
        }
    };
    let Compute::Cycle(per_cycle) = &nested.kind.compute else {
        return Err(Refusal::Configuration(format!(
            "{} has no events",
            nested.kind.name
        )));
    };
    let late = |events: &[String]| events.iter().any(|event| event == "end_diastole_end");
    let diastole = if late(&nested.events) || late(&definition.events) {
        "end_diastole_end"
    } else {
        "end_diastole_start"
    };
    let sign = nested.unit_scale.signum();
    let mut at = |event: &str| -> Vec<Option<f64>> {
        let values = of_cycles(nested, per_cycle, Some(event), image, trace);
        values
            .into_iter()
            .map(|value| value.map(|value| value * sign))
            .collect()
    };
    Ok([at(diastole), at("end_systole")])
}

/// Values of all cycles at one event, or at those of the definition.
fn of_cycles(
    definition: &Definition,
    per_cycle: &PerCycle,
    event: Option<&str>,
    image: &Image,
    trace: &mut Trace,
) -> Vec<Option<f64>> {
    let events: Vec<Option<&str>> = match event {
        Some(event) => vec![Some(event)],
        None if definition.events.is_empty() => vec![None],
        None => definition
            .events
            .iter()
            .map(|event| Some(event.as_str()))
            .collect(),
    };
    let pair_is_one = per_cycle.pair_of_events && image.modality != Modality::TwoD;
    let combined = definition.combined != Combined::None;
    let events = if combined && !pair_is_one {
        &events[..]
    } else {
        &events[..1]
    };
    let count = if per_cycle.lines == 2 && takes_one_line(definition, image) {
        1
    } else {
        per_cycle.lines
    };
    let groups: Vec<&[String]> = if combined && definition.lines.len() > count {
        definition.lines.chunks(count).collect()
    } else {
        vec![&definition.lines]
    };
    let one_cycle = |cycle: usize, trace: &mut Trace| -> Option<f64> {
        let mut parts = Vec::with_capacity(events.len() * groups.len());
        for lines in &groups {
            for event in events {
                let mut view = View {
                    image,
                    definition,
                    cycle,
                    event: *event,
                    lines,
                    trace,
                };
                parts.push(finite((per_cycle.value)(&mut view)?)?);
            }
        }
        finite(definition.combined.apply(&parts)?)
    };
    (0..image.cycle_count())
        .map(|cycle| one_cycle(cycle, trace))
        .collect()
}

/// On a plane these kinds take one contour where they take two lines on a strip.
fn takes_one_line(definition: &Definition, image: &Image) -> bool {
    let biplane = definition.formula().ends_with("biplane");
    image.modality == Modality::TwoD
        && match definition.kind.name {
            "line-distance" => true,
            "volume" => !biplane,
            _ => false,
        }
}
