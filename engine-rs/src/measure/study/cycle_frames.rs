//! The lines on every frame of a cycle, measured by one definition after the other.
//!
//! Each frame is measured by the definitions that are configured for the events, so that a curve
//! passes through the values at the marks.

use std::collections::{BTreeMap, BTreeSet};

use super::configured::Configured;
use super::cycle_curves::{Chamber, CurveSummary, CurvesRequest};
use super::record::{followed_line, line_of};
use crate::error::EngineError;
use crate::limits::MAX_TRACKED_FRAMES;
use crate::measure::atrial::AtrialPhases;
use crate::measure::curves::Curves;
use crate::measure::definition::Definition;
use crate::measure::evaluate::{Sources, Values, evaluate_with};
use crate::measure::image::{CycleLines, Image, Interpolation, Modality};
use crate::measure::marks::Event;
use crate::measure::null_reason::NullReason;
use crate::measure::refusal::MeasurementRefusal;
use crate::measure::time_curve::{CurvePeak, NoCurveValue, Read, Sample, extremes, peak_rates};
use crate::records::dense_lines::{DenseLine, SequenceLines};
use crate::records::sequence::Segment;
use crate::records::tracking::is_doubtful_line;

/// Reason of a frame on which the line was followed with doubt.
pub(super) const DOUBTFUL_LINE: &str = "doubtful-line";

/// A definition of one line, taken at any frame.
pub(super) struct Measure<'a> {
    pub(super) line: &'a str,
    pub(super) definition: Definition,
    pub(super) chamber: Chamber,
    pub(super) unit: &'a str,
    pub(super) names: Vec<&'a str>,
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

impl OnFrames {
    /// No value on any frame, for one reason.
    pub(super) fn refused(code: &str, frames: &Frames) -> Self {
        let places = frames.numbers.len();
        Self {
            refused: Some(code.to_owned()),
            values: vec![None; places],
            reasons: vec![None; places],
        }
    }
}

/// Lines on the frames of a cycle, as an image with a cycle for each frame.
pub(super) struct Frames<'a> {
    pub(super) request: &'a CurvesRequest,
    pub(super) numbers: Vec<u32>,
    /// Time of each frame since the first.
    pub(super) times_ms: Option<Vec<f64>>,
    pub(super) image: Image,
    pub(super) curves: Curves,
    /// Place of end systole among the frames, for strain.
    pub(super) systole: Read<usize>,
    /// Lines and places of frames that were followed with doubt.
    doubtful: BTreeSet<(&'a str, usize)>,
}

fn invalid(detail: &str) -> EngineError {
    EngineError::InvalidArgument {
        argument: "lines".to_owned(),
        detail: detail.to_owned(),
    }
}

/// All frames on which there are lines.
pub(super) fn frame_numbers(lines: &SequenceLines) -> Result<Vec<u32>, EngineError> {
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
    pub(super) fn of(
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
                if is_doubtful_line(&frame.quality) {
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
            systole: Err(NoCurveValue::NoEndSystole),
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
            let doubtful = self.is_doubtful_at(measure.line, place);
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

    /// The line was followed to this place with doubt, and is not confirmed.
    pub(super) fn is_doubtful_at(&self, line: &str, place: usize) -> bool {
        self.doubtful.contains(&(line, place)) && !self.is_confirmed(line, None)
    }

    /// The user confirmed a line, or a segment of it, that was followed with doubt.
    pub(super) fn is_confirmed(&self, line: &str, segment: Option<Segment>) -> bool {
        let mut confirmed = self.request.confirmed.iter();
        confirmed
            .any(|part| part.name == line && (part.segment.is_none() || part.segment == segment))
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

    /// Phases of an atrium, computed by `of`; none of another chamber.
    pub(super) fn phases(
        &self,
        image: &Image,
        chamber: Chamber,
        (values, of_curve): (&[Option<f64>], &CurveSummary),
        of: fn(&[Sample], Read<CurvePeak>) -> AtrialPhases,
    ) -> Option<AtrialPhases> {
        let [closed, _] = self.covered(image);
        let missing = of_curve.no_extremes.unwrap_or(NoCurveValue::NoValues);
        let largest = match (of_curve.largest, closed) {
            (Some(_), false) => Err(NoCurveValue::CycleNotCovered),
            (largest, _) => largest.ok_or(missing),
        };
        (chamber == Chamber::Atrium).then(|| of(&self.samples(values), largest))
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
