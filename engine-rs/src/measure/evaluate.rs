//! A definition on an image: values per cycle, aggregate, provenance (measurements.md 1).

use serde::Serialize;

use super::Refusal;
use super::aggregate;
use super::curves::Curves;
use super::definition::{Combined, Definition};
use super::image::{Image, Modality};
use super::kind::{Compute, Formula, FromInputs, PerCycle};
use super::marks::Event;
use super::provenance::Trace;
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
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Values in the unit of the definition.
    pub values: Values,
    /// Mean of those that are there; null for a series.
    pub aggregate: Option<f64>,
    /// The formula that ran.
    pub formula: &'static Formula,
    /// What was read.
    pub trace: Trace,
}

/// What a definition is evaluated with beside its image.
pub struct Sources<'a> {
    /// Values in base units for each of the definition's inputs; none for a missing source.
    pub inputs: Vec<Option<&'a [Option<f64>]>>,
    /// The inputs come from several images, so only their aggregates fit together.
    pub aggregates: bool,
    /// The second image of a biplane measurement.
    pub other: Option<(&'a Image, &'a Curves)>,
    /// Curves of the image.
    pub curves: &'a Curves,
}

/// Evaluates a definition whose inputs are the image's operands.
///
/// # Errors
/// `not-calibrated` where geometry is measured without a flow region; `configuration`.
pub fn evaluate(definition: &Definition, image: &Image) -> Result<Answer, Refusal> {
    let named = definition.inputs.iter();
    let sources = Sources {
        inputs: named
            .map(|name| image.operands.get(name).map(Vec::as_slice))
            .collect(),
        aggregates: false,
        other: None,
        curves: &Curves::default(),
    };
    evaluate_with(definition, image, &sources)
}

/// Evaluates a definition.
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_with(
    definition: &Definition,
    image: &Image,
    sources: &Sources,
) -> Result<Answer, Refusal> {
    let mut trace = Trace::default();
    let own = Evaluation {
        definition,
        image,
        sources,
    };
    let values = match own.base_values(&mut trace)? {
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
    if !trace.region_indices.is_empty() {
        let codes = image.region_warnings.iter().map(|code| code.code());
        trace.warnings.extend(codes);
    }
    let aggregate = match &values {
        Values::Numbers(numbers) => aggregate::mean(numbers),
        Values::Pairs(_) => None,
    };
    Ok(Answer {
        values,
        aggregate,
        formula: definition.formula_on(image.modality),
        trace,
    })
}

/// One definition on one image.
struct Evaluation<'a> {
    definition: &'a Definition,
    image: &'a Image,
    sources: &'a Sources<'a>,
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

impl Evaluation<'_> {
    /// Values in base units.
    fn base_values(&self, trace: &mut Trace) -> Result<Values, Refusal> {
        let (definition, image) = (self.definition, self.image);
        let kind = definition.kind;
        let formula = definition.formula_on(image.modality);
        let from_inputs = kind.from_inputs.filter(|_| match kind.compute {
            Compute::Inputs { .. } => true,
            Compute::Pairs { .. } => formula.name == "doppler",
            _ => !definition.inputs.is_empty(),
        });
        if let Some(compute) = from_inputs {
            return Ok(Values::Numbers(self.of_inputs(compute)));
        }
        Ok(match &kind.compute {
            Compute::Cycle(per_cycle) => {
                guard(image)?;
                Values::Numbers(self.of_cycles(definition, per_cycle, None, trace))
            }
            Compute::Pairs { of, compute } => {
                let [diastolic, systolic] = self.pair_of_values(of, trace)?;
                Values::Numbers(aggregate::pair(&diastolic, &systolic, |a, b| {
                    finite(compute(a, b)?)
                }))
            }
            Compute::Marks(compute) => {
                guard(image)?;
                self.trace_marks(trace);
                let finite_only = |value: Option<f64>| value.and_then(finite);
                Values::Numbers(compute(image).into_iter().map(finite_only).collect())
            }
            Compute::Series(compute) => {
                guard(image)?;
                Values::Pairs(self.series(*compute, trace))
            }
            Compute::Inputs { .. } => Values::Numbers(Vec::new()),
        })
    }

    /// Everything a kind of marks may read.
    fn trace_marks(&self, trace: &mut Trace) {
        let flat = self.image.modality == Modality::TwoD;
        let events: &[Event] = if flat {
            let codes = self.image.time_warnings.iter().map(|code| code.code());
            trace.warnings.extend(codes);
            let unknown = self.image.frame_times_ms.as_ref().err();
            trace.warnings.extend(unknown.map(|reason| reason.code()));
            &[Event::EndDiastole]
        } else {
            &[Event::OnsetStart, Event::OnsetEnd]
        };
        for cycle in 0..self.image.cycle_count() {
            for event in events {
                trace.mark(cycle, *event);
            }
        }
        if let Some(flow) = self.image.flow_region().filter(|_| !flat) {
            trace.region_indices.extend(flow.index);
            trace.calibration_source = Some(flow.source);
        }
    }

    fn view<'b>(
        &'b self,
        definition: &'b Definition,
        cycle: usize,
        event: Option<Event>,
        lines: &'b [String],
        trace: &'b mut Trace,
    ) -> View<'b> {
        View {
            image: self.image,
            curves: self.sources.curves,
            other: self.sources.other,
            definition,
            cycle,
            event,
            lines,
            trace,
        }
    }

    fn series(
        &self,
        compute: fn(&mut View) -> Option<Vec<[f64; 2]>>,
        trace: &mut Trace,
    ) -> Vec<Option<[f64; 2]>> {
        let definition = self.definition;
        let event = definition.events.first().copied().flatten();
        let mut pairs = Vec::new();
        for cycle in 0..self.image.cycle_count() {
            let mut view = self.view(definition, cycle, event, &definition.lines, trace);
            match compute(&mut view) {
                Some(series) => pairs.extend(series.into_iter().map(Some)),
                None => pairs.push(None),
            }
        }
        pairs
    }

    fn of_inputs(&self, compute: FromInputs) -> Vec<Option<f64>> {
        let cycle_lengths;
        let mut inputs = self.sources.inputs.clone();
        if self.definition.kind.name == "time-percentage" && inputs.len() == 1 {
            inputs.push(match self.image.operands.get(CYCLE_LENGTH) {
                Some(lengths) => Some(lengths),
                None if self.image.cycle_count() > 0 => {
                    cycle_lengths = self.image.cycle_lengths();
                    Some(&cycle_lengths)
                }
                None => None,
            });
        }
        let compute = |values: &[f64]| finite(compute(self.definition, self.image, values)?);
        if self.sources.aggregates {
            vec![aggregate::combine_aggregates(&inputs, compute)]
        } else {
            aggregate::combine(&inputs, compute)
        }
    }

    /// End-diastolic and end-systolic values: from two inputs, or from geometry at both events.
    fn pair_of_values(
        &self,
        usual: &str,
        trace: &mut Trace,
    ) -> Result<[Vec<Option<f64>>; 2], Refusal> {
        let (definition, image) = (self.definition, self.image);
        let given = !definition.inputs.is_empty() || image.modality == Modality::Any;
        if definition.of.is_none() && given {
            let input = |place: usize| {
                let values = self.sources.inputs.get(place).copied().flatten();
                values.map(<[_]>::to_vec).unwrap_or_default()
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
            let detail = format!("{} has no events", nested.kind.name);
            return Err(Refusal::Configuration(detail));
        };
        let late = |events: &[Option<Event>]| events.contains(&Some(Event::EndDiastoleEnd));
        let diastole = if late(&nested.events) || late(&definition.events) {
            Event::EndDiastoleEnd
        } else {
            Event::EndDiastoleStart
        };
        let sign = nested.unit_scale.signum();
        let mut at = |event: Event| -> Vec<Option<f64>> {
            let values = self.of_cycles(nested, per_cycle, Some(event), trace);
            let turned = |value: Option<f64>| value.map(|value| value * sign);
            values.into_iter().map(turned).collect()
        };
        Ok([at(diastole), at(Event::EndSystole)])
    }

    /// Values of all cycles at one event, or at those of the definition.
    fn of_cycles(
        &self,
        definition: &Definition,
        per_cycle: &PerCycle,
        event: Option<Event>,
        trace: &mut Trace,
    ) -> Vec<Option<f64>> {
        let image = self.image;
        let others = self
            .sources
            .other
            .map_or(0, |(image, _)| image.cycle_count());
        let cycles = 0..image.cycle_count().max(others);
        let first = event.or(definition.events.first().copied().flatten());
        if definition.combined == Combined::None {
            let value = |cycle: usize| {
                let mut view = self.view(definition, cycle, first, &definition.lines, trace);
                finite((per_cycle.value)(&mut view)?)
            };
            return cycles.map(value).collect();
        }
        let pair_is_one = per_cycle.pair_of_events && image.modality != Modality::TwoD;
        let events: Vec<Option<Event>> =
            if event.is_some() || pair_is_one || definition.events.is_empty() {
                vec![first]
            } else {
                definition.events.clone()
            };
        let count = if per_cycle.lines == 2 && self.takes_one_line(definition) {
            1
        } else {
            per_cycle.lines
        };
        let groups: Vec<&[String]> = if definition.lines.len() > count {
            definition.lines.chunks(count).collect()
        } else {
            vec![&definition.lines]
        };
        let one_cycle = |cycle: usize, trace: &mut Trace| -> Option<f64> {
            let mut parts = Vec::with_capacity(events.len() * groups.len());
            for lines in &groups {
                for event in &events {
                    let mut view = self.view(definition, cycle, *event, lines, trace);
                    parts.push(finite((per_cycle.value)(&mut view)?)?);
                }
            }
            finite(definition.combined.apply(&parts)?)
        };
        cycles.map(|cycle| one_cycle(cycle, trace)).collect()
    }

    /// On a plane these kinds take one contour where they take two lines on a strip.
    fn takes_one_line(&self, definition: &Definition) -> bool {
        let formula = definition.formula_on(self.image.modality);
        self.image.modality == Modality::TwoD
            && match definition.kind.name {
                "line-distance" => true,
                "volume" => !formula.name.ends_with("biplane"),
                _ => false,
            }
    }
}
