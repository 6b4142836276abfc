//! A definition on an image: values per cycle with the reason for each null, and the aggregate.

use serde::Serialize;

use super::aggregate::{self, Inputs};
use super::curves::Curves;
use super::cycle_view::CycleView;
use super::definition::{Definition, EventValues};
use super::formulas;
use super::image::{Image, Modality};
use super::kind::{Compute, Formula, FromInputs, FromMarks, ImpliedInput, InputValues, PerCycle};
use super::marks::Event;
use super::null_reason::{Measured, NullReason, finite};
use super::refusal::MeasurementRefusal;
use super::request::Combined;
use super::trace::{Trace, warning};

/// Values of all cycles.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Values {
    /// One number for each cycle; null where it could not be computed.
    Numbers(Vec<Option<f64>>),
    /// Pairs of time and value, cycle after cycle; null for a cycle without.
    Pairs(Vec<Option<[f64; 2]>>),
}

impl Values {
    /// Which cycles have a value.
    pub fn cycles(&self) -> Vec<bool> {
        match self {
            Self::Numbers(numbers) => numbers.iter().map(Option::is_some).collect(),
            Self::Pairs(pairs) => pairs.iter().map(Option::is_some).collect(),
        }
    }
}

/// A measurement that was evaluated.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Values in the unit of the definition.
    pub values: Values,
    /// Why a value is null, in the places of `values`.
    pub reasons: Vec<Option<NullReason>>,
    /// Mean of those that are there; null for a series.
    pub aggregate: Option<f64>,
    /// The formula that ran.
    pub formula: &'static Formula,
    /// Inputs that were read.
    pub trace: Trace,
}

/// Inputs of a definition in addition to its image.
pub struct Sources<'a> {
    /// Values in base units for each of the definition's inputs, or why a source is missing.
    pub inputs: Inputs<'a>,
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
pub fn evaluate(definition: &Definition, image: &Image) -> Result<Answer, MeasurementRefusal> {
    let operand = |name: &String| {
        let values = image.operands.get(name).map(Vec::as_slice);
        values.ok_or(NullReason::MissingSource)
    };
    let sources = Sources {
        inputs: definition.inputs.iter().map(operand).collect(),
        aggregates: false,
        other: None,
        curves: &Curves::default(),
    };
    evaluate_with(definition, image, &sources)
}

/// Base values before they are scaled.
enum Base {
    Numbers(Vec<Measured<f64>>),
    Series(Vec<Measured<Vec<[f64; 2]>>>),
}

/// Evaluates a definition.
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_with(
    definition: &Definition,
    image: &Image,
    sources: &Sources,
) -> Result<Answer, MeasurementRefusal> {
    let mut trace = Trace::default();
    let own = Evaluation {
        definition,
        image,
        sources,
    };
    let scaled = |value: f64| finite(value * definition.unit_scale);
    let (values, reasons) = match own.base_values(&mut trace)? {
        Base::Numbers(numbers) => {
            let numbers = own.that_count(numbers);
            let scaled = numbers.into_iter().map(|value| scaled(value?));
            let numbers: Vec<Measured<f64>> = scaled.collect();
            let values = numbers.iter().map(|value| value.ok()).collect();
            let reasons = numbers.iter().map(|value| value.err()).collect();
            (Values::Numbers(values), reasons)
        }
        Base::Series(series) => pairs_of(own.that_count(series), scaled),
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
        reasons,
        aggregate,
        formula: definition.formula_on(image.modality),
        trace,
    })
}

/// The pairs of all cycles one after another, one null for a cycle without.
fn pairs_of(
    series: Vec<Measured<Vec<[f64; 2]>>>,
    scaled: impl Fn(f64) -> Measured<f64>,
) -> (Values, Vec<Option<NullReason>>) {
    let (mut pairs, mut reasons) = (Vec::new(), Vec::new());
    let mut put = |pair: Measured<[f64; 2]>| {
        pairs.push(pair.ok());
        reasons.push(pair.err());
    };
    for cycle in series {
        match cycle {
            Ok(cycle) => cycle
                .into_iter()
                .for_each(|[time, value]| put(pair(finite(time), scaled(value)))),
            Err(reason) => put(Err(reason)),
        }
    }
    (Values::Pairs(pairs), reasons)
}

fn pair(time: Measured<f64>, value: Measured<f64>) -> Measured<[f64; 2]> {
    Ok([time?, value?])
}

/// One definition on one image.
struct Evaluation<'a> {
    definition: &'a Definition,
    image: &'a Image,
    sources: &'a Sources<'a>,
}

/// Nothing is measured on an image without a flow region.
pub fn guard(image: &Image) -> Result<(), MeasurementRefusal> {
    match image.flow_region() {
        Some(flow) if flow.region.x.is_scaled() => Ok(()),
        _ => Err(MeasurementRefusal::NotCalibrated),
    }
}

impl Evaluation<'_> {
    /// Values in base units.
    fn base_values(&self, trace: &mut Trace) -> Result<Base, MeasurementRefusal> {
        let (definition, image) = (self.definition, self.image);
        let formula = definition.formula_on(image.modality);
        if let Some(from) = &formula.from_inputs
            && !definition.inputs.is_empty()
        {
            return Ok(Base::Numbers(self.of_inputs(from, trace)));
        }
        Ok(match &formula.compute {
            Compute::Inputs(from) => Base::Numbers(self.of_inputs(from, trace)),
            Compute::Cycle(per_cycle) => {
                guard(image)?;
                Base::Numbers(self.of_cycles(definition, per_cycle, None, trace))
            }
            Compute::Events(events) => {
                let [diastolic, systolic] = self.values_of_events(trace)?;
                let paired =
                    aggregate::pair(&diastolic, &systolic, |a, b| finite((events.value)(a, b)?));
                if paired.is_none() {
                    trace.warnings.insert(warning::EVENT_COUNTS_DIFFER);
                }
                Base::Numbers(paired.unwrap_or_default())
            }
            Compute::Marks(marks) => {
                guard(image)?;
                self.trace_marks(marks, trace);
                let values = (marks.values)(image).into_iter();
                Base::Numbers(values.map(|value| finite(value?)).collect())
            }
            Compute::Series(compute) => {
                guard(image)?;
                let event = definition.request.events.first().copied();
                let lines = &definition.request.lines;
                let one = |cycle| compute(&mut self.view(definition, cycle, event, lines, trace));
                Base::Series((0..self.cycle_count()).map(one).collect())
            }
        })
    }

    /// Cycles of the image itself; one of a plane without any is a single picture.
    fn cycle_count(&self) -> usize {
        self.image.cycle_count()
    }

    /// A value of a cycle that is excluded, or in another pattern, is none. A list of another
    /// length is not per cycle.
    fn that_count<T>(&self, values: Vec<Measured<T>>) -> Vec<Measured<T>> {
        if values.len() != self.cycle_count() {
            return values;
        }
        let cycles = values.into_iter().enumerate();
        let counted = |(cycle, value)| self.counts(cycle).and(value);
        cycles.map(counted).collect()
    }

    fn counts(&self, cycle: usize) -> Measured<()> {
        // One value of several images is of no cycle.
        if !self.sources.aggregates {
            self.image.counts(cycle)?;
        }
        let patterns = &self.definition.patterns;
        let drawn = self.image.cycles.get(cycle);
        match drawn.and_then(|cycle| cycle.pattern.as_ref()) {
            Some(pattern) if !patterns.is_empty() && !patterns.contains(pattern) => {
                Err(NullReason::OtherPattern)
            }
            _ => Ok(()),
        }
    }

    /// Everything a kind of marks may read.
    fn trace_marks(&self, marks: &FromMarks, trace: &mut Trace) {
        let flat = self.image.modality == Modality::TwoD;
        let events = if flat {
            let codes = self.image.time_warnings.iter().map(|code| code.code());
            trace.warnings.extend(codes);
            let unknown = self.image.frame_times_ms.as_ref().err();
            trace.warnings.extend(unknown.map(|reason| reason.code()));
            marks.on_plane
        } else {
            marks.on_strip
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
    ) -> CycleView<'b> {
        CycleView {
            image: self.image,
            curves: self.sources.curves,
            other: self.sources.other,
            request: &definition.request,
            cycle,
            event,
            lines,
            trace,
        }
    }

    fn of_inputs(&self, from: &FromInputs, trace: &mut Trace) -> Vec<Measured<f64>> {
        let mut inputs = self.sources.inputs.clone();
        let implied: Vec<Vec<Option<f64>>> = from
            .implied
            .iter()
            .map(|input| self.implied(*input))
            .collect();
        let named = inputs.len().saturating_sub(from.count.least);
        if implied.len() > named {
            self.trace_implied(trace);
        }
        inputs.extend(
            implied
                .iter()
                .skip(named)
                .map(|values| Ok(values.as_slice())),
        );
        let compute = |values: &[f64]| {
            finite((from.value)(&InputValues {
                values,
                request: &self.definition.request,
                gestational_age_days: self.image.gestational_age_days,
                body_surface_m2: self.image.body_surface_m2,
            })?)
        };
        if self.sources.aggregates {
            vec![aggregate::combine_aggregates(&inputs, compute)]
        } else {
            aggregate::combine(&inputs, compute)
        }
    }

    /// The length of a cycle is read from its marks, unless another measurement stands for it.
    fn trace_implied(&self, trace: &mut Trace) {
        if let Compute::Marks(marks) = &formulas::cycle_length::KIND.formulas[0].compute
            && !self.image.operands.contains_key(CYCLE_LENGTH)
        {
            self.trace_marks(marks, trace);
        }
    }

    fn implied(&self, input: ImpliedInput) -> Vec<Option<f64>> {
        match input {
            ImpliedInput::CycleLength => match self.image.operands.get(CYCLE_LENGTH) {
                Some(lengths) => lengths.clone(),
                None => self
                    .image
                    .cycle_lengths()
                    .into_iter()
                    .map(Result::ok)
                    .collect(),
            },
        }
    }

    /// End-diastolic and end-systolic values: from two inputs, or from geometry at both events.
    fn values_of_events(
        &self,
        trace: &mut Trace,
    ) -> Result<[Vec<Measured<f64>>; 2], MeasurementRefusal> {
        let (definition, image) = (self.definition, self.image);
        let nested = match &definition.of {
            EventValues::Of(nested) if image.modality != Modality::Any => nested.as_ref(),
            _ => {
                let input = |place: usize| match self.sources.inputs.get(place) {
                    Some(Ok(values)) => aggregate::measured(values),
                    _ => Vec::new(),
                };
                return Ok([input(0), input(1)]);
            }
        };
        guard(image)?;
        let Compute::Cycle(per_cycle) = &nested.formula_on(image.modality).compute else {
            let detail = format!("{} has no events", nested.kind.name);
            return Err(MeasurementRefusal::Configuration(detail));
        };
        let late = |asked: &Definition| asked.request.events.contains(&Event::EndDiastoleEnd);
        let diastole = if late(nested) || late(definition) {
            Event::EndDiastoleEnd
        } else {
            Event::EndDiastoleStart
        };
        let sign = nested.unit_scale.signum();
        let mut at = |event: Event| -> Vec<Measured<f64>> {
            let values = self.of_cycles(nested, per_cycle, Some(event), trace);
            values.into_iter().map(|value| Ok(value? * sign)).collect()
        };
        Ok([at(diastole), at(Event::EndSystole)])
    }

    /// Values of all cycles at one event, or at the events of the definition.
    fn of_cycles(
        &self,
        definition: &Definition,
        per_cycle: &PerCycle,
        event: Option<Event>,
        trace: &mut Trace,
    ) -> Vec<Measured<f64>> {
        let request = &definition.request;
        let first = event.or(request.events.first().copied());
        let (events, groups) = if request.combined == Combined::None {
            (vec![first], vec![request.lines.as_slice()])
        } else {
            (
                self.combined_events(definition, per_cycle, event),
                self.combined_lines(definition, per_cycle),
            )
        };
        let one_cycle = |cycle: usize| {
            self.counts(cycle)?;
            let mut parts = Vec::with_capacity(events.len() * groups.len());
            for lines in &groups {
                for event in &events {
                    let mut view = self.view(definition, cycle, *event, lines, trace);
                    parts.push(finite((per_cycle.value)(&mut view)?)?);
                }
            }
            finite(request.combined.apply(&parts).unwrap_or(f64::NAN))
        };
        (0..self.cycle_count()).map(one_cycle).collect()
    }

    /// The events whose values are combined.
    fn combined_events(
        &self,
        definition: &Definition,
        per_cycle: &PerCycle,
        event: Option<Event>,
    ) -> Vec<Option<Event>> {
        let named = &definition.request.events;
        let pair_is_one = per_cycle.pair_of_events && self.image.modality != Modality::TwoD;
        if event.is_some() || pair_is_one || named.is_empty() {
            vec![event.or(named.first().copied())]
        } else {
            named.iter().copied().map(Some).collect()
        }
    }

    /// The lines whose values are combined, as many together as one value takes.
    fn combined_lines<'b>(
        &self,
        definition: &'b Definition,
        per_cycle: &PerCycle,
    ) -> Vec<&'b [String]> {
        let lines = definition.request.lines.as_slice();
        let count = per_cycle.lines.on(self.image.modality);
        if lines.len() > count {
            lines.chunks(count).collect()
        } else {
            vec![lines]
        }
    }
}

/// Name of the operand that stands for the length of a cycle.
const CYCLE_LENGTH: &str = "Cycle length";
