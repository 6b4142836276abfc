//! Volumes and areas of lines on every frame of a cycle (docs/tracking.md#curves-of-a-cycle).
//!
//! Each frame is measured by the definitions that are configured for the events, so that a curve
//! passes through the values at the marks.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::configured::Configured;
use super::evaluator::{Held, StudyEvaluator};
use super::record::{followed_line, line_of};
use super::redrawn::Drawn;
use crate::error::EngineError;
use crate::limits::MAX_TRACKED_FRAMES;
use crate::measure::curves::Curves;
use crate::measure::definition::Definition;
use crate::measure::evaluate::{Sources, Values, evaluate_with};
use crate::measure::image::{CycleLines, Image, Interpolation, Modality};
use crate::measure::marks::Event;
use crate::measure::null_reason::NullReason;
use crate::measure::refusal::MeasurementRefusal;
use crate::measure::request::Combined;
use crate::measure::strain::{Segment, SystolicStrain};
use crate::measure::time_curve::{
    CurvePeak, NoCurveValue, Read, Sample, emptying_fraction, extremes, peak_rates,
};
use crate::records::dense_lines::{DenseLine, SequenceLines};
use crate::records::segmentation;
use crate::records::tracking::DOUBTFUL_QUALITY;

/// Kinds of measurement that make a curve.
const KINDS: [&str; 2] = ["volume", "area"];
/// Pattern of a cycle that is not drawn yet.
const NORMAL: &str = "normal";
/// Reason of a frame on which the line was followed with doubt.
pub(super) const DOUBTFUL_LINE: &str = "doubtful-line";

/// Lines on the frames of one cycle of an image.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CurvesRequest {
    /// The image.
    pub instance_id: String,
    /// The cycle, from 0.
    pub cycle: usize,
    /// The lines as they were followed.
    pub lines: SequenceLines,
    /// Lines that are drawn on a frame now; each replaces the followed one.
    pub drawn: Vec<segmentation::Line>,
}

/// Part of the heart that a line surrounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Chamber {
    /// It empties towards end systole.
    Ventricle,
    /// It empties towards end diastole.
    Atrium,
    /// Anything else.
    Other,
}

/// Values read from a curve; what is null has its reason in `no_extremes` or `no_rates`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CurveSummary {
    /// The largest value: EDV of a ventricle, maximal volume of an atrium.
    pub largest: Option<CurvePeak>,
    /// The smallest value: ESV of a ventricle, minimal volume of an atrium.
    pub smallest: Option<CurvePeak>,
    /// 100 (largest - smallest) / largest, %: EF, fractional area change, total emptying fraction;
    /// null of a strain, without a reason.
    pub emptying_fraction: Option<f64>,
    /// Why these three are null.
    pub no_extremes: Option<NoCurveValue>,
    /// The fastest decrease, unit of the curve per second; negative.
    pub emptying_rate: Option<CurvePeak>,
    /// The fastest increase, unit of the curve per second.
    pub filling_rate: Option<CurvePeak>,
    /// Why both rates are null.
    pub no_rates: Option<NoCurveValue>,
}

/// Values of the lines that are drawn at the events, by the formula of the curve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MarkValues {
    /// At end diastole.
    pub end_diastole: Option<f64>,
    /// At end systole.
    pub end_systole: Option<f64>,
    /// The emptying between them, % of the value before it; null of a strain.
    pub emptying_fraction: Option<f64>,
}

/// One line, or a segment of it, by one formula.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CycleCurve {
    /// Name of the line.
    pub line: String,
    /// The chamber that the line surrounds.
    pub chamber: Chamber,
    /// Measurements of the configuration that take this formula, or offer it.
    pub measurements: Vec<String>,
    /// Part of the line; null for the whole.
    pub segment: Option<Segment>,
    /// `volume`, `area` or `strain`.
    pub kind: String,
    /// Name of the formula; empty for the only one of its kind.
    pub formula: String,
    /// Its version.
    pub formula_version: u32,
    /// Unit of the values.
    pub unit: String,
    /// Code of a refusal; null otherwise.
    pub refused: Option<String>,
    /// One value for each frame; null in a gap.
    pub values: Vec<Option<f64>>,
    /// Why a value is null, in the places of `values`.
    pub reasons: Vec<Option<String>>,
    /// Values read from the curve.
    pub of_curve: CurveSummary,
    /// Of the strain of a ventricle in systole; null otherwise.
    pub systolic: Option<SystolicStrain>,
    /// Standard deviation of the times to the peak strain of the six segments, ms; null of all but
    /// the strain of a whole ventricle.
    pub dispersion_ms: Option<f64>,
    /// Why it is null there.
    pub no_dispersion: Option<NoCurveValue>,
    /// Values of the drawn lines.
    pub of_marks: MarkValues,
}

/// All curves of a cycle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CycleCurves {
    /// Frames of the cycle, from 1.
    pub frames: Vec<u32>,
    /// Time of each frame since the first, ms; null where the clip has no frame times.
    pub times_ms: Option<Vec<f64>>,
    /// By line in the order of the configuration, the formula in use first, strain last.
    pub curves: Vec<CycleCurve>,
}

/// A definition of one line, taken at any frame.
pub(super) struct Measure<'a> {
    pub(super) line: &'a str,
    pub(super) definition: Definition,
    pub(super) chamber: Chamber,
    pub(super) unit: &'a str,
    pub(super) names: Vec<&'a str>,
}

/// Lines on the frames of a cycle, as an image with a cycle for each frame.
pub(super) struct Frames<'a> {
    pub(super) request: &'a CurvesRequest,
    pub(super) numbers: Vec<u32>,
    /// Time of each frame since the first.
    pub(super) times_ms: Option<Vec<f64>>,
    pub(super) image: Image,
    pub(super) curves: Curves,
    /// Lines and places of frames that were followed with doubt.
    doubtful: BTreeSet<(&'a str, usize)>,
}

fn invalid(detail: &str) -> EngineError {
    EngineError::InvalidArgument {
        argument: "lines".to_owned(),
        detail: detail.to_owned(),
    }
}

/// Curves of volumes and areas, with what they were made from.
pub(super) struct Sizes<'a> {
    pub(super) held: &'a Held,
    pub(super) image: &'a Image,
    pub(super) frames: Frames<'a>,
    pub(super) measures: Vec<Measure<'a>>,
    pub(super) curves: Vec<CycleCurve>,
}

impl StudyEvaluator {
    /// Curves of the volumes and areas that are configured for lines of an image.
    pub(super) fn sizes<'a>(
        &'a self,
        request: &'a CurvesRequest,
    ) -> Result<Option<Sizes<'a>>, EngineError> {
        let numbers = frame_numbers(&request.lines)?;
        let Some(held) = self.held_of(&request.instance_id) else {
            return Ok(None);
        };
        let Some(image) = held.image.as_ref() else {
            return Ok(None);
        };
        let image_type = held.record.image_type.as_deref().unwrap_or_default();
        let pattern = image.cycles.get(request.cycle);
        let pattern = pattern.and_then(|cycle| cycle.pattern.clone());
        let pattern = pattern.unwrap_or_else(|| NORMAL.to_owned());
        let interpolation =
            |name: &str| self.configuration.interpolation(image_type, &pattern, name);
        let frames = Frames::of(request, numbers, (image, &pattern), interpolation);
        let measures = self.measures(held, image, &request.lines);
        let curves = measures.iter().map(|one| frames.curve(image, one));
        Ok(Some(Sizes {
            curves: curves.collect(),
            held,
            image,
            frames,
            measures,
        }))
    }

    /// Volumes and areas that are configured for one line of the image, each formula once.
    fn measures<'a>(
        &self,
        held: &'a Held,
        image: &'a Image,
        lines: &SequenceLines,
    ) -> Vec<Measure<'a>> {
        let mut found: Vec<Measure> = Vec::new();
        let followed = |name: &str| lines.lines.iter().any(|line| line.name == name);
        for configured in held.configured.iter() {
            let Ok(loaded) = &configured.loaded else {
                continue;
            };
            let [line] = loaded.definition.request.lines.as_slice() else {
                continue;
            };
            let is_curve = KINDS.contains(&loaded.definition.kind.name)
                && loaded.definition.request.combined == Combined::None;
            if !is_curve || !followed(line) || !self.exists_on(configured, loaded, held) {
                continue;
            }
            let drawn = Drawn {
                image,
                measured: configured,
            };
            // The formula in use comes first; a measurement of two planes has none of one.
            let mut definitions = drawn.alternatives().unwrap_or_default();
            let in_use = loaded.definition.formula_on(image.modality).name;
            definitions.sort_by_key(|one| one.formula_on(image.modality).name != in_use);
            for definition in definitions {
                add(&mut found, (configured, line, definition), image.modality);
            }
        }
        // The lines stay in the order of the configuration, each with all of its formulas.
        let mut order: Vec<&str> = Vec::new();
        for one in &found {
            if !order.contains(&one.line) {
                order.push(one.line);
            }
        }
        found.sort_by_key(|one| order.iter().position(|line| *line == one.line));
        found
    }
}

fn add<'a>(
    found: &mut Vec<Measure<'a>>,
    (configured, line, definition): (&'a Configured, &'a String, Definition),
    modality: Modality,
) {
    let shown = &configured.presentation;
    let same = |one: &&mut Measure| {
        let formula = |of: &Definition| (of.formula_on(modality).name, of.unit_scale.to_bits());
        one.line == line.as_str()
            && one.definition.kind.name == definition.kind.name
            && formula(&one.definition) == formula(&definition)
    };
    if let Some(known) = found.iter_mut().find(same) {
        known.names.push(&shown.name);
        return;
    }
    found.push(Measure::of(configured, line, definition));
}

impl<'a> Measure<'a> {
    pub(super) fn of(configured: &'a Configured, line: &'a str, definition: Definition) -> Self {
        let shown = &configured.presentation;
        Self {
            line,
            definition,
            chamber: match shown.anatomy.as_deref() {
                Some("LV" | "RV") => Chamber::Ventricle,
                Some("LA" | "RA") => Chamber::Atrium,
                _ => Chamber::Other,
            },
            unit: &shown.units,
            names: vec![&shown.name],
        }
    }
}

/// A measurement with what it gives on each frame.
pub(super) struct OnFrames {
    /// Code of a refusal.
    pub(super) refused: Option<String>,
    pub(super) values: Vec<Option<f64>>,
    pub(super) reasons: Vec<Option<String>>,
}

/// All frames on which there are lines.
fn frame_numbers(lines: &SequenceLines) -> Result<Vec<u32>, EngineError> {
    let frames = || lines.lines.iter().flat_map(|line| &line.frames);
    let numbers = || frames().map(|frame| frame.frame_number);
    let (Some(first), Some(last)) = (numbers().min(), numbers().max()) else {
        return Err(invalid("has at least one line with a frame"));
    };
    if first == 0 || last - first >= MAX_TRACKED_FRAMES {
        return Err(invalid(
            "has frames from 1, at most as many as are followed",
        ));
    }
    let follow = |line: &DenseLine| {
        let mut pairs = line.frames.windows(2);
        pairs.all(|pair| pair[0].frame_number < pair[1].frame_number)
    };
    if !lines.lines.iter().all(follow) {
        return Err(invalid("has the frames of each line in order"));
    }
    if !frames().all(|frame| frame.quality.len() == frame.points.len()) {
        return Err(invalid("has a quality for each point"));
    }
    Ok((first..=last).collect())
}

impl<'a> Frames<'a> {
    fn of(
        request: &'a CurvesRequest,
        numbers: Vec<u32>,
        (image, pattern): (&Image, &str),
        interpolation: impl Fn(&str) -> Option<Interpolation>,
    ) -> Self {
        let place = |number: u32| number.checked_sub(numbers[0]).map(|place| place as usize);
        let mut lines: Vec<BTreeMap<&str, _>> = vec![BTreeMap::new(); numbers.len()];
        let mut doubtful = BTreeSet::new();
        for line in &request.lines.lines {
            let configured = interpolation(&line.name);
            for frame in &line.frames {
                let Some(place) = place(frame.frame_number) else {
                    continue;
                };
                let sum: f64 = frame.quality.iter().sum();
                let least = DOUBTFUL_QUALITY * frame.quality.len() as f64;
                // A quality that is not a number is a doubt too.
                if sum.is_nan() || sum < least {
                    doubtful.insert((line.name.as_str(), place));
                }
                lines[place].insert(&line.name, followed_line(line, frame, configured));
            }
        }
        let known: BTreeSet<&str> = request.lines.lines.iter().map(|one| &*one.name).collect();
        for line in request
            .drawn
            .iter()
            .filter(|one| known.contains(&*one.name))
        {
            let Some(place) = line.frame_number.and_then(place) else {
                continue;
            };
            if let Some(on_frame) = lines.get_mut(place) {
                let drawn = line_of(line, interpolation(&line.name), Modality::TwoD);
                on_frame.insert(&line.name, drawn.on_frame(None));
                doubtful.remove(&(line.name.as_str(), place));
            }
        }
        let cycles = lines.into_iter().map(|on_frame| CycleLines {
            end_diastole: on_frame.into_values().collect(),
            pattern: Some(pattern.to_owned()),
            ..CycleLines::default()
        });
        Self {
            request,
            times_ms: times_since_first(image, &numbers),
            image: Image {
                cycles: cycles.collect(),
                marks: None,
                excluded: BTreeSet::new(),
                ..image.clone()
            },
            numbers,
            curves: Curves::default(),
            doubtful,
        }
    }

    /// A definition of one line on all frames, except where the line was followed with doubt.
    pub(super) fn measured(&self, image: &Image, measure: &Measure) -> OnFrames {
        let definition = &measure.definition;
        let answered = values_at(definition, &self.image, &self.curves, Event::EndDiastole);
        let refused = answered
            .as_ref()
            .err()
            .map(|refusal| refusal.code().to_owned());
        let (mut values, mut reasons) = answered.unwrap_or_default();
        values.resize(self.numbers.len(), None);
        reasons.resize(self.numbers.len(), None);
        let counted = image.counts(self.request.cycle).err();
        let mut reasons: Vec<Option<String>> = reasons
            .into_iter()
            .map(|reason| counted.or(reason).map(|reason| reason.code().to_owned()))
            .collect();
        for (place, value) in values.iter_mut().enumerate() {
            let doubtful = self.doubtful.contains(&(measure.line, place));
            if doubtful && value.is_some() && counted.is_none() {
                reasons[place] = Some(DOUBTFUL_LINE.to_owned());
            }
            if reasons[place].is_some() {
                *value = None;
            }
        }
        OnFrames {
            refused,
            values,
            reasons,
        }
    }

    fn curve(&self, image: &Image, measure: &Measure) -> CycleCurve {
        let definition = &measure.definition;
        let formula = definition.formula_on(Modality::TwoD);
        let OnFrames {
            refused,
            values,
            reasons,
        } = self.measured(image, measure);
        CycleCurve {
            line: measure.line.to_owned(),
            chamber: measure.chamber,
            measurements: measure.names.iter().map(|&name| name.to_owned()).collect(),
            segment: None,
            kind: definition.kind.name.to_owned(),
            formula: formula.name.to_owned(),
            formula_version: formula.version,
            unit: measure.unit.to_owned(),
            refused,
            of_curve: self.summary(image, measure.chamber, &values, Some(emptying_fraction)),
            of_marks: of_marks(image, measure, self.request.cycle),
            systolic: None,
            dispersion_ms: None,
            no_dispersion: None,
            values,
            reasons,
        }
    }

    /// Values with their frames and times.
    pub(super) fn samples(&self, values: &[Option<f64>]) -> Vec<Sample> {
        let times = self.times_ms.as_ref();
        let sample = |place: usize| Sample {
            frame_number: self.numbers[place],
            time_ms: times.map(|times| times[place]),
            value: values[place],
        };
        (0..self.numbers.len()).map(sample).collect()
    }

    /// Values read from a curve; `fraction` takes its largest and smallest value, where they have one.
    pub(super) fn summary(
        &self,
        image: &Image,
        chamber: Chamber,
        values: &[Option<f64>],
        fraction: Option<fn(f64, f64) -> Read<f64>>,
    ) -> CurveSummary {
        let samples = self.samples(values);
        let [closed, systole] = self.covered(image);
        let known = |covered: bool| match covered {
            true => Ok(()),
            false => Err(NoCurveValue::CycleNotCovered),
        };
        // A curve without any value has that as its reason, whatever part of the cycle it covers.
        let peaks: Read<[CurvePeak; 2]> = extremes(&samples);
        let emptied = closed || (systole && chamber == Chamber::Ventricle);
        let peaks = peaks.and_then(|peaks| known(emptied).map(|()| peaks));
        let fraction = peaks
            .as_ref()
            .map_err(|reason| *reason)
            .and_then(|[largest, smallest]| {
                let of = |of: fn(f64, f64) -> Read<f64>| of(largest.value, smallest.value);
                fraction.map(of).transpose()
            });
        let rates = peak_rates(&samples).and_then(|rates| known(closed).map(|()| rates));
        CurveSummary {
            largest: peaks.ok().map(|peaks| peaks[0]),
            smallest: peaks.ok().map(|peaks| peaks[1]),
            emptying_fraction: fraction.ok().flatten(),
            no_extremes: fraction.err(),
            emptying_rate: rates.ok().map(|rates| rates[0]),
            filling_rate: rates.ok().map(|rates| rates[1]),
            no_rates: rates.err(),
        }
    }

    /// Whether the frames reach the next end diastole, and the end systole of the cycle.
    pub(super) fn covered(&self, image: &Image) -> [bool; 2] {
        let (first, last) = (self.numbers[0], self.numbers[self.numbers.len() - 1]);
        let marked = |cycle: usize, event| image.mark(cycle, event);
        let closes = |frame: f64| last > first && frame == f64::from(last);
        let closed = (0..image.cycle_count())
            .any(|cycle| marked(cycle, Event::EndDiastole).is_some_and(closes));
        let systole = marked(self.request.cycle, Event::EndSystole);
        let inside = |frame: f64| frame > f64::from(first) && frame <= f64::from(last);
        [closed, systole.is_some_and(inside)]
    }
}

pub(super) type Counted = (Vec<Option<f64>>, Vec<Option<NullReason>>);

/// Values of all cycles at one event.
pub(super) fn values_at(
    definition: &Definition,
    image: &Image,
    curves: &Curves,
    event: Event,
) -> Result<Counted, MeasurementRefusal> {
    let mut definition = definition.clone();
    definition.request.events = vec![event];
    let sources = Sources {
        inputs: Vec::new(),
        aggregates: false,
        other: None,
        curves,
    };
    let answer = evaluate_with(&definition, image, &sources)?;
    match answer.values {
        Values::Numbers(numbers) => Ok((numbers, answer.reasons)),
        Values::Pairs(_) => Ok((Vec::new(), Vec::new())),
    }
}

fn of_marks(image: &Image, measure: &Measure, cycle: usize) -> MarkValues {
    let curves = Curves::default();
    let at = |event| {
        let (values, _) = values_at(&measure.definition, image, &curves, event).ok()?;
        values.get(cycle).copied().flatten()
    };
    let (end_diastole, end_systole) = (at(Event::EndDiastole), at(Event::EndSystole));
    let (before, after) = match measure.chamber {
        Chamber::Atrium => (end_systole, end_diastole),
        _ => (end_diastole, end_systole),
    };
    let both = before.zip(after);
    MarkValues {
        end_diastole,
        end_systole,
        emptying_fraction: both.and_then(|(before, after)| emptying_fraction(before, after).ok()),
    }
}

/// Time of each frame since the first; none where one of them has no time.
fn times_since_first(image: &Image, numbers: &[u32]) -> Option<Vec<f64>> {
    let times = image.frame_times_ms.as_ref().ok()?;
    let time = |number: u32| times.get(number as usize - 1).copied();
    let first = time(numbers[0])?;
    numbers
        .iter()
        .map(|&number| Some(time(number)? - first))
        .collect()
}
