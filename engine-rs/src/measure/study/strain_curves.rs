//! Strain of followed lines and of their segments (docs/tracking.md#strain).

use std::rc::Rc;

use serde_json::json;

use super::cycle_curves::{Chamber, CycleCurve, MarkValues};
use super::cycle_frames::{DOUBTFUL_LINE, Frames, Measure, OnFrames, values_at};
use super::evaluator::{Held, StudyEvaluator};
use crate::measure::atrial::AtrialPhases;
use crate::measure::curves::{Contour, Curves, closes};
use crate::measure::cycle_view::CycleView;
use crate::measure::definition::{Definition, EventValues};
use crate::measure::image::Image;
use crate::measure::marks::Event;
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::request::Axis;
use crate::measure::strain::{
    SystolicStrain, bounds_of_thirds, dispersion, length_between, place_of_apex, strain,
};
use crate::measure::time_curve::NoCurveValue;
use crate::measure::trace::Trace;
use crate::records::dense_lines::{DenseLine, SequenceLines};
use crate::records::segmentation;
use crate::records::sequence::Segment;
use crate::records::tracking::{DOUBTFUL_QUALITY, METHOD};

/// Kind of the curves from ring to ring.
const LONGITUDINAL: &str = "strain";
/// Kind of the curves of closed lines.
const CIRCUMFERENTIAL: &str = "circumferential-strain";
/// Equation of all kinds of strain; docs/formulas.md changes with it.
const VERSION: u32 = 1;
/// Kind of a configured strain, from end diastole to end systole.
const CONFIGURED: &str = "long-gls";
/// Code of segments of a line that a person drew on a later frame: its points are not on the same tissue.
pub(super) const DRAWN_BY_HAND: &str = "drawn-by-hand";

impl StudyEvaluator {
    /// Lengths whose change is strain: of the configured strains, and of the wall of an atrium
    /// from ring to ring. `measures` are the volumes and areas of the lines.
    pub(super) fn lengths<'a>(
        &self,
        held: &'a Held,
        measures: &[Measure<'a>],
        lines: &SequenceLines,
    ) -> Vec<Measure<'a>> {
        let followed = |name: &str| lines.lines.iter().find(|line| line.name == name);
        let mut found: Vec<Measure> = Vec::new();
        for configured in held.configured.iter() {
            let Ok(loaded) = &configured.loaded else {
                continue;
            };
            let [line] = loaded.definition.request.lines.as_slice() else {
                continue;
            };
            let EventValues::Of(length) = &loaded.definition.of else {
                continue;
            };
            let is_strain = loaded.definition.kind.name == CONFIGURED && followed(line).is_some();
            if is_strain && self.exists_on(configured, loaded, held) {
                found.push(Measure::of(configured, line, (**length).clone()));
            }
        }
        for atrium in measures {
            let is_open = followed(atrium.line).is_some_and(runs_from_ring_to_ring);
            let is_known = found.iter().any(|one| one.line == atrium.line);
            if atrium.chamber != Chamber::Atrium || !is_open || is_known {
                continue;
            }
            let length = json!({"type": "line-distance", "line": atrium.line, "axis": "length"});
            if let Ok(definition) = Definition::load(&length) {
                found.push(Measure {
                    definition,
                    names: Vec::new(),
                    ..*atrium
                });
            }
        }
        found
    }

    /// Closed lines of a ventricle, whose perimeters change by circumferential strain. `measures` are
    /// the volumes and areas of the lines.
    pub(super) fn perimeters<'a>(
        &self,
        measures: &[Measure<'a>],
        lines: &SequenceLines,
    ) -> Vec<Measure<'a>> {
        let is_closed = |name: &str| {
            let mut followed = lines.lines.iter().filter(|line| line.name == name);
            followed.any(|line| closes(line.shape.name(), line.types.iter().map(String::as_str)))
        };
        let mut found: Vec<Measure> = Vec::new();
        for ventricle in measures {
            let is_known = found.iter().any(|one| one.line == ventricle.line);
            if ventricle.chamber != Chamber::Ventricle || is_known || !is_closed(ventricle.line) {
                continue;
            }
            let length = json!({"type": "line-distance", "line": ventricle.line, "axis": "length"});
            if let Ok(definition) = Definition::load(&length) {
                found.push(Measure {
                    definition,
                    names: Vec::new(),
                    ..*ventricle
                });
            }
        }
        found
    }
}

fn runs_from_ring_to_ring(line: &DenseLine) -> bool {
    line.types
        .iter()
        .filter(|kind| kind.contains("ring"))
        .count()
        == 2
}

/// Strain of a line, and of the segments of a whole ventricle.
pub(super) fn strains(frames: &Frames, image: &Image, length: &Measure) -> Vec<CycleCurve> {
    let axis = length.definition.request.axis;
    let part = (axis == Some(Axis::FreeWall)).then_some(Segment::FreeWall);
    let on_frames = frames.measured(image, length);
    let refused = on_frames.refused.clone();
    let mut whole = curve_of(frames, image, length, (LONGITUDINAL, part, on_frames));
    whole.measurements = length.names.iter().map(|&name| name.to_owned()).collect();
    whole.of_marks = of_marks(frames, image, length);
    if part.is_some() || length.chamber != Chamber::Ventricle {
        return vec![whole];
    }
    let of_segments = segments(frames, image, (length, refused)).into_iter();
    let mut curves: Vec<CycleCurve> = of_segments
        .map(|(segment, between, on_frames)| CycleCurve {
            between,
            ..curve_of(
                frames,
                image,
                length,
                (LONGITUDINAL, Some(segment), on_frames),
            )
        })
        .collect();
    whole.take_dispersion(&curves);
    curves.insert(0, whole);
    curves
}

/// Strain of the perimeter of a closed line. No point of it marks the insertion of the right
/// ventricle, where its segments begin.
pub(super) fn circumferential(frames: &Frames, image: &Image, perimeter: &Measure) -> CycleCurve {
    let on_frames = frames.measured(image, perimeter);
    CycleCurve {
        of_marks: of_marks(frames, image, perimeter),
        no_dispersion: Some(NoCurveValue::NoInsertion),
        ..curve_of(frames, image, perimeter, (CIRCUMFERENTIAL, None, on_frames))
    }
}

impl CycleCurve {
    /// Takes the dispersion of the peaks of its segments.
    pub(super) fn take_dispersion(&mut self, segments: &[Self]) {
        let peaks: Vec<_> = segments.iter().map(|one| one.of_curve.smallest).collect();
        let spread = dispersion(&peaks);
        self.dispersion_ms = spread.ok();
        self.no_dispersion = spread.err();
    }
}

/// The curve of lengths, as a change against the length at end diastole.
pub(super) fn curve_of(
    frames: &Frames,
    image: &Image,
    length: &Measure,
    (kind, segment, lengths): (&str, Option<Segment>, OnFrames),
) -> CycleCurve {
    let OnFrames {
        refused,
        values,
        reasons,
    } = against_end_diastole(frames, image, lengths);
    let of_curve = frames.summary(image, length.chamber, &values, None);
    let phases = AtrialPhases::of_strain;
    let atrial = frames.phases(image, length.chamber, (&values, &of_curve), phases);
    let systolic = (length.chamber == Chamber::Ventricle).then(|| {
        // The clip may end before a later peak.
        let [closed, _] = frames.covered(image);
        let peak = match (of_curve.smallest, closed) {
            (Some(peak), true) => Ok(peak),
            (Some(_), false) => Err(NoCurveValue::CycleNotCovered),
            (None, _) => Err(of_curve.no_extremes.unwrap_or(NoCurveValue::NoValues)),
        };
        SystolicStrain::of(&frames.samples(&values), frames.systole, peak)
    });
    CycleCurve {
        line: length.line.to_owned(),
        outer_line: None,
        chamber: length.chamber,
        measurements: Vec::new(),
        segment,
        kind: kind.to_owned(),
        formula: String::new(),
        formula_version: VERSION,
        unit: "%".to_owned(),
        refused,
        values,
        reasons,
        of_curve,
        systolic,
        between: None,
        atrial,
        dispersion_ms: None,
        no_dispersion: None,
        of_marks: MarkValues {
            end_diastole: None,
            end_systole: None,
            emptying_fraction: None,
        },
    }
}

/// Strain on each frame; without a length at end diastole all frames have the reason of that.
fn against_end_diastole(frames: &Frames, image: &Image, lengths: OnFrames) -> OnFrames {
    let OnFrames {
        refused,
        mut values,
        mut reasons,
    } = lengths;
    let marked = image.mark(frames.request.cycle, Event::EndDiastole);
    let is_first = marked == Some(f64::from(frames.numbers[0]));
    let reference = values[0].filter(|_| is_first);
    let missing = match (is_first, &reasons[0]) {
        (true, Some(reason)) => reason.clone(),
        (true, None) => NullReason::MissingLine.code().to_owned(),
        (false, _) => NullReason::MissingMark.code().to_owned(),
    };
    for (value, reason) in values.iter_mut().zip(&mut reasons) {
        let Some(length) = *value else {
            continue;
        };
        *value = reference.map(|reference| strain(reference, length));
        if reference.is_none() {
            *reason = Some(missing.clone());
        } else if !value.is_some_and(f64::is_finite) {
            *value = None;
            *reason = Some(NullReason::NotFinite.code().to_owned());
        }
    }
    OnFrames {
        refused,
        values,
        reasons,
    }
}

/// Lengths of the thirds of both walls on all frames.
fn segments(
    frames: &Frames,
    image: &Image,
    (length, refused): (&Measure, Option<String>),
) -> Vec<(Segment, Option<[f64; 2]>, OnFrames)> {
    let places = frames.numbers.len();
    let contours: Vec<Measured<Rc<Contour>>> = (0..places)
        .map(|place| contour_on(frames, &length.definition, place))
        .collect();
    let bounds = contours[0].as_ref().ok().and_then(|contour| {
        let axis = contour.long_axis()?;
        let apex = place_of_apex(&contour.points, &axis);
        Some(bounds_of_thirds(&contour.points, apex))
    });
    let counted = image.counts(frames.request.cycle).err();
    let by_hand = is_drawn_by_hand(frames, &[length.line]).then(|| DRAWN_BY_HAND.to_owned());
    let refused = refused.or(by_hand);
    let of = |(at, segment): (usize, Segment)| {
        let mut on_frames = OnFrames {
            refused: refused.clone(),
            values: vec![None; places],
            reasons: vec![counted.map(|reason| reason.code().to_owned()); places],
        };
        if refused.is_some() || counted.is_some() {
            return (segment, None, on_frames);
        }
        let ends = bounds.map(|bounds| [bounds[at], bounds[at + 1]]);
        for (place, contour) in contours.iter().enumerate() {
            let part = (length.line, segment);
            let found = length_of(frames, part, (place, contour), ends);
            on_frames.values[place] = found.as_ref().ok().copied();
            on_frames.reasons[place] = found.err().map(str::to_owned);
        }
        let positions = contours[0]
            .as_ref()
            .map_or(0, |contour| contour.points.len());
        let pieces = frames.pieces(length.line, positions);
        let between = ends.map(|ends| ends.map(|end| end / pieces));
        (segment, between, on_frames)
    };
    let named = Segment::THIRDS_OF_WALLS.into_iter().enumerate();
    named.map(of).collect()
}

/// The length of a part on one frame, or the code of why there is none.
fn length_of(
    frames: &Frames,
    part: (&str, Segment),
    (place, contour): (usize, &Measured<Rc<Contour>>),
    ends: Option<[f64; 2]>,
) -> Result<f64, &'static str> {
    let contour = contour.as_ref().map_err(|reason| reason.code())?;
    let ends = ends.ok_or(NullReason::NoExtent.code())?;
    if frames.is_doubtful(part, place, (ends, contour.points.len())) {
        return Err(DOUBTFUL_LINE);
    }
    Ok(length_between(&contour.points, ends))
}

/// The curve of a line on one frame, cm.
pub(super) fn contour_on(
    frames: &Frames,
    length: &Definition,
    place: usize,
) -> Measured<Rc<Contour>> {
    let request = &length.request;
    let mut view = CycleView {
        image: &frames.image,
        curves: &frames.curves,
        other: None,
        request,
        cycle: place,
        event: Some(Event::EndDiastole),
        lines: &request.lines,
        trace: &mut Trace::default(),
    };
    let line = view.line(0)?;
    view.contour(line)
}

/// A person drew one of the lines after end diastole, so its points there are not the followed ones.
pub(super) fn is_drawn_by_hand(frames: &Frames, names: &[&str]) -> bool {
    let first = frames.numbers[0];
    let last = frames.numbers[frames.numbers.len() - 1];
    let later = |line: &&segmentation::Line| {
        names.contains(&&*line.name) && line.frame_number.is_some_and(|at| at > first && at <= last)
    };
    let mut drawn = frames.request.drawn.iter().filter(later);
    drawn.any(|line| {
        let mut points = line.points.iter();
        points.any(|point| point.method.as_deref() != Some(METHOD))
    })
}

impl Frames<'_> {
    pub(super) fn followed(&self, name: &str) -> Option<&DenseLine> {
        let mut lines = self.request.lines.lines.iter();
        lines.find(|line| line.name == name)
    }

    /// Positions of the curve for each interval between two points of the line.
    pub(super) fn pieces(&self, name: &str, positions: usize) -> f64 {
        let points = self.followed(name).map_or(0, |line| line.types.len());
        positions.saturating_sub(1) as f64 / points.saturating_sub(1) as f64
    }

    /// Followed with doubt between two places of the curve, each of `positions`: the mean quality of
    /// the control points there and next to them is below the limit, and they are not confirmed.
    pub(super) fn is_doubtful(
        &self,
        (name, segment): (&str, Segment),
        place: usize,
        (ends, positions): ([f64; 2], usize),
    ) -> bool {
        let number = self.numbers[place];
        let drawn =
            |line: &segmentation::Line| line.name == name && line.frame_number == Some(number);
        if self.request.drawn.iter().any(drawn) || self.is_confirmed(name, Some(segment)) {
            return false;
        }
        let line = self.followed(name);
        let frame = line.and_then(|line| {
            let mut frames = line.frames.iter();
            frames.find(|frame| frame.frame_number == number)
        });
        let quality = frame.map_or(&[][..], |frame| &frame.quality);
        let pieces = self.pieces(name, positions);
        let first = libm::floor(ends[0] / pieces) as usize;
        let last = libm::ceil(ends[1] / pieces) as usize;
        let near = quality.get(first..=last).unwrap_or_default();
        let sum: f64 = near.iter().sum();
        // A quality that is not a number is a doubt too, and so is none.
        near.is_empty() || sum.is_nan() || sum < DOUBTFUL_QUALITY * near.len() as f64
    }
}

/// The strain between the lines that are drawn at the marks, as the measurement computes it.
fn of_marks(frames: &Frames, image: &Image, length: &Measure) -> MarkValues {
    let curves = Curves::default();
    let at = |event| {
        let (values, _) = values_at(&length.definition, image, &curves, event).ok()?;
        values.get(frames.request.cycle).copied().flatten()
    };
    let diastolic = at(Event::EndDiastole);
    let both = diastolic.zip(at(Event::EndSystole));
    let systolic = both.map(|(diastolic, systolic)| strain(diastolic, systolic));
    MarkValues {
        end_diastole: diastolic.map(|_| 0.0),
        end_systole: systolic.filter(|value| value.is_finite()),
        emptying_fraction: None,
    }
}
