//! Effect of a shaking hand on the values of curves (docs/tracking.md#spread-of-the-values).
//!
//! Every point of a drawn line is moved as for measurements (`jitter`). The followed lines move with
//! it: between two drawn frames by both displacements, each the more the nearer its frame is, and
//! beyond them by the nearest one. So drift is compensated when lines are followed. Each repetition has
//! its own seed, so a few can be computed at a time.

use serde::{Deserialize, Serialize};

use super::jitter::{Jitter, Z_OF_95_PERCENT, mean_and_sd};
use super::seeded::Seeded;
use crate::error::EngineError;
use crate::measure::marks::Event;
use crate::measure::study::bulls_eye::BullsEye;
use crate::measure::study::cycle_curves::{
    Chamber, CurvesRequest, CycleCurve, CycleCurves, MarkValues,
};
use crate::measure::study::evaluator::StudyEvaluator;
use crate::measure::time_curve::emptying_fraction;
use crate::records::dense_lines::DenseLine;
use crate::records::segmentation::Line;
use crate::records::sequence::Segment;

/// Most repetitions of one call: a drag waits for a call, and the curves of a cycle take some
/// milliseconds.
pub const MAX_ROUNDS_OF_A_CALL: u32 = 4;
/// Bits of a seed that count repetitions.
const ROUND_BITS: u32 = 32;

/// A value of the curves of a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum CurveValue {
    /// EDV, maximal volume, largest strain.
    Largest,
    /// ESV, minimal volume, peak strain.
    Smallest,
    /// EF, fractional area change, total emptying fraction.
    EmptyingFraction,
    /// The fastest decrease.
    EmptyingRate,
    /// The fastest increase.
    FillingRate,
    /// End-systolic strain.
    EndSystolic,
    /// Peak systolic strain.
    PeakSystolic,
    /// Post-systolic index.
    PostSystolicIndex,
    /// Mechanical dispersion.
    Dispersion,
    /// At the onset of the contraction of an atrium.
    Onset,
    /// Passive emptying fraction.
    PassiveFraction,
    /// Active emptying fraction.
    ActiveFraction,
    /// Reservoir strain.
    Reservoir,
    /// Conduit strain.
    Conduit,
    /// Contraction strain.
    Contraction,
    /// Reservoir strain with zero at the onset.
    ReservoirFromOnset,
    /// Conduit strain with zero at the onset.
    ConduitFromOnset,
    /// Contraction strain with zero at the onset.
    ContractionFromOnset,
    /// Length of a fetal ventricle at end diastole.
    Length,
    /// A width at end diastole.
    Width,
    /// Sphericity index of a width.
    Sphericity,
    /// Fractional shortening of a width.
    FractionalShortening,
}

/// A value of a curve, its time, or the value at the marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum CurveReading {
    /// The value itself.
    Value,
    /// Its time since end diastole, ms.
    Time,
    /// The value of the lines that are drawn at the marks.
    Marks,
}

/// Which value of which curve.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CurveValueKey {
    /// Name of the line.
    pub line: String,
    /// Kind and formula of the curve; `widths` without a formula for the widths of a fetal ventricle.
    pub kind: String,
    /// As of the curve.
    pub formula: String,
    /// As of the curve.
    pub segment: Option<Segment>,
    /// Number of a width, from 1 at the base; null of all other values.
    pub number: Option<usize>,
    /// The value.
    pub value: CurveValue,
    /// The value itself, its time, or the value at the marks.
    pub reading: CurveReading,
}

/// A value on the lines as they are, and on shaken ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ShakenValue {
    /// Which value.
    pub key: CurveValueKey,
    /// Values of the repetitions that have one.
    pub draws: Vec<f64>,
    /// Their standard deviation (n - 1); null for fewer than two.
    pub sd: Option<f64>,
    /// 1.96 times that: 95 % of the repetitions are within it.
    pub half_95: Option<f64>,
}

/// The repetitions so far.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ShakenCurves {
    /// Repetitions that are done.
    pub rounds: u32,
    /// Values that the lines have as they are.
    pub values: Vec<ShakenValue>,
}

/// End-systolic strain of an apical view, or their average, on shaken lines.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ShakenStrain {
    /// Values of the repetitions that have one; none where the lines have none as they are.
    pub draws: Vec<f64>,
    /// 1.96 times their standard deviation; null for fewer than two.
    pub half_95: Option<f64>,
}

/// The repetitions of the three apical views so far.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ShakenViews {
    /// Repetitions that are done.
    pub rounds: u32,
    /// Of the average of the three views.
    pub average: ShakenStrain,
    /// Of each view, in the order of `BullsEye`.
    pub views: Vec<ShakenStrain>,
}

/// A few more repetitions of the three apical views.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ShakeViewsRequest {
    /// The cycles, as for the bull's-eye.
    pub cycles: Vec<CurvesRequest>,
    /// How points are moved; marks stay.
    pub jitter: Jitter,
    /// The result of the last call; without one the first repetitions are made.
    pub so_far: Option<ShakenViews>,
}

/// A few more repetitions, up to the rounds of `jitter`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ShakeCurvesRequest {
    /// The cycle.
    pub curves: CurvesRequest,
    /// How points are moved; marks stay.
    pub jitter: Jitter,
    /// The result of the last call; without one the first repetitions are made.
    pub so_far: Option<ShakenCurves>,
}

/// Adds the next repetitions; none where the image has no curves.
///
/// # Errors
/// `InvalidArgument` for faults of the jitter or the lines.
pub fn shake_curves(
    study: &StudyEvaluator,
    request: ShakeCurvesRequest,
) -> Result<Option<ShakenCurves>, EngineError> {
    let ShakeCurvesRequest {
        curves,
        jitter,
        so_far,
    } = request;
    check(&jitter)?;
    let marks = [Event::EndDiastole, Event::EndSystole]
        .map(|event| study.marked_frame((&curves.instance_id, curves.cycle), event));
    let mut found = match so_far {
        Some(found) => found,
        None => match study.cycle_curves(&curves)? {
            Some(drawn) => ShakenCurves::of(&drawn),
            None => return Ok(None),
        },
    };
    let last = jitter
        .rounds
        .min(found.rounds.saturating_add(MAX_ROUNDS_OF_A_CALL));
    while found.rounds < last {
        let mut normal = seeded(&jitter, found.rounds);
        let moved = shaken(&curves, jitter.points_px, &mut normal);
        if let Some(mut shaken) = study.cycle_curves(&moved)? {
            move_marks(&mut shaken, &moved, marks);
            found.take(&shaken);
        }
        found.rounds += 1;
    }
    for value in &mut found.values {
        value.sd = mean_and_sd(&value.draws).1;
        value.half_95 = value.sd.map(|sd| Z_OF_95_PERCENT * sd);
    }
    Ok(Some(found))
}

/// Adds the next repetitions of the strain of the three apical views and of their average. The lines of
/// each view are moved independently, and the average is taken of the moved lines.
///
/// # Errors
/// `InvalidArgument` for faults of the jitter or the lines.
pub fn shake_views(
    study: &StudyEvaluator,
    request: ShakeViewsRequest,
) -> Result<ShakenViews, EngineError> {
    let ShakeViewsRequest {
        cycles,
        jitter,
        so_far,
    } = request;
    check(&jitter)?;
    let drawn = study.bulls_eye(&cycles)?;
    let mut found = so_far.unwrap_or_else(|| ShakenViews {
        rounds: 0,
        average: ShakenStrain::default(),
        views: vec![ShakenStrain::default(); drawn.views.len()],
    });
    let rounds = (MAX_ROUNDS_OF_A_CALL as usize / cycles.len().max(1)).max(1) as u32;
    let last = jitter.rounds.min(found.rounds.saturating_add(rounds));
    while found.rounds < last {
        let mut normal = seeded(&jitter, found.rounds);
        let moved = cycles
            .iter()
            .map(|cycle| shaken(cycle, jitter.points_px, &mut normal));
        let shaken = study.bulls_eye(&moved.collect::<Vec<_>>())?;
        found.average.take(drawn.average, shaken.average);
        for (place, view) in found.views.iter_mut().enumerate() {
            let strain = |of: &BullsEye| of.views.get(place).and_then(|view| view.strain);
            view.take(strain(&drawn), strain(&shaken));
        }
        found.rounds += 1;
    }
    for strain in found.views.iter_mut().chain([&mut found.average]) {
        let sd = mean_and_sd(&strain.draws).1;
        strain.half_95 = sd.map(|sd| Z_OF_95_PERCENT * sd);
    }
    Ok(found)
}

impl ShakenStrain {
    /// A value that the lines do not have as they are is another quantity, and is left out.
    fn take(&mut self, drawn: Option<f64>, shaken: Option<f64>) {
        self.draws.extend(drawn.and(shaken));
    }
}

fn check(jitter: &Jitter) -> Result<(), EngineError> {
    jitter
        .check()
        .map_err(|detail| EngineError::InvalidArgument {
            argument: "jitter".to_owned(),
            detail,
        })
}

/// The random numbers of one repetition.
fn seeded(jitter: &Jitter, round: u32) -> Seeded {
    Seeded::new((u64::from(jitter.seed) << ROUND_BITS) | u64::from(round))
}

/// Takes the values of the lines drawn at the marks from the moved lines. The record has the lines as
/// they are; on the frame of a mark, the curve has the value of the line that is drawn there.
fn move_marks(shaken: &mut CycleCurves, moved: &CurvesRequest, marks: [Option<u32>; 2]) {
    for curve in &mut shaken.curves {
        let [end_diastole, end_systole] = marks.map(|mark| {
            let number = mark?;
            let mut drawn = moved.drawn.iter();
            drawn.find(|one| one.name == curve.line && one.frame_number == mark)?;
            let place = shaken.frames.iter().position(|frame| *frame == number)?;
            curve.values.get(place).copied().flatten()
        });
        let (full, empty) = full_and_empty(curve.chamber, (end_diastole, end_systole));
        let both = full.zip(empty);
        curve.of_marks = MarkValues {
            end_diastole,
            end_systole,
            emptying_fraction: both.and_then(|(full, empty)| emptying_fraction(full, empty).ok()),
        };
    }
}

/// The values at both events, the one from which the chamber empties first.
fn full_and_empty<T>(chamber: Chamber, (end_diastole, end_systole): (T, T)) -> (T, T) {
    match chamber {
        Chamber::Atrium => (end_systole, end_diastole),
        Chamber::Ventricle | Chamber::Other => (end_diastole, end_systole),
    }
}

impl ShakenCurves {
    fn of(drawn: &CycleCurves) -> Self {
        let value = |(key, _)| ShakenValue {
            key,
            draws: Vec::new(),
            sd: None,
            half_95: None,
        };
        Self {
            rounds: 0,
            values: values_of(drawn).into_iter().map(value).collect(),
        }
    }

    /// A value that the lines do not have as they are is another quantity, and is left out.
    fn take(&mut self, shaken: &CycleCurves) {
        let found = values_of(shaken);
        let mut next = 0;
        for value in &mut self.values {
            // Both lists have the same order; either may lack values.
            let mut rest = found[next..].iter();
            if let Some(ahead) = rest.position(|(key, _)| *key == value.key) {
                value.draws.push(found[next + ahead].1);
                next += ahead + 1;
            }
        }
    }
}

/// Lines with every point moved by a normal distribution of so many pixels: line after line, frame
/// after frame, point after point, columns before rows.
pub fn shaken(request: &CurvesRequest, px: f64, normal: &mut Seeded) -> CurvesRequest {
    let mut moved = request.clone();
    for line in &mut moved.lines.lines {
        let mut drawn: Vec<&mut Line> = moved
            .drawn
            .iter_mut()
            .filter(|one| one.name == line.name)
            .collect();
        let mut frames: Vec<(u32, usize)> = drawn
            .iter()
            .filter_map(|one| Some((one.frame_number?, one.points.len())))
            .collect();
        // The line in hand comes last, and replaces another one on its frame.
        frames.sort_by_key(|(frame, _)| *frame);
        frames.reverse();
        frames.dedup_by_key(|(frame, _)| *frame);
        frames.reverse();
        if frames.is_empty() {
            let first = line.frames.first().map(|frame| frame.frame_number);
            frames.extend(first.map(|first| (first, line.types.len())));
        }
        let by: Vec<(u32, Vec<[f64; 2]>)> = frames
            .into_iter()
            .map(|(frame, points)| {
                let mut one = || [normal.normal() * px, normal.normal() * px];
                (frame, (0..points).map(|_| one()).collect())
            })
            .collect();
        for one in &mut drawn {
            let known = by
                .iter()
                .find(|(frame, _)| Some(*frame) == one.frame_number);
            for (point, [dx, dy]) in one
                .points
                .iter_mut()
                .zip(known.map_or(&[][..], |(_, by)| by))
            {
                point.x += dx;
                point.y += dy;
            }
        }
        move_along(line, &by);
    }
    moved
}

/// Moves a followed line by the displacements of the drawn ones.
fn move_along(line: &mut DenseLine, by: &[(u32, Vec<[f64; 2]>)]) {
    for frame in &mut line.frames {
        let number = frame.frame_number;
        let after = by.iter().position(|(drawn, _)| *drawn >= number);
        let after = after.unwrap_or(by.len() - 1);
        let before = after.saturating_sub(usize::from(by[after].0 > number));
        let span = f64::from(by[after].0 - by[before].0);
        let passed = f64::from(number.clamp(by[before].0, by[after].0) - by[before].0);
        let share = if span > 0.0 { passed / span } else { 0.0 };
        let count = frame.points.len();
        for (place, point) in frame.points.iter_mut().enumerate() {
            let [one, other] = [before, after].map(|at| displacement(&by[at].1, (place, count)));
            for axis in 0..2 {
                point[axis] += one[axis] + share * (other[axis] - one[axis]);
            }
        }
    }
}

/// The displacement of a point among so many; of a line with another number of points, at the same
/// share of its points.
fn displacement(by: &[[f64; 2]], (place, count): (usize, usize)) -> [f64; 2] {
    if by.len() == count || by.is_empty() || count < 2 {
        return by.get(place).copied().unwrap_or_default();
    }
    let at = place as f64 * (by.len() - 1) as f64 / (count - 1) as f64;
    let before = (libm::floor(at) as usize).min(by.len() - 1);
    let after = (before + 1).min(by.len() - 1);
    let share = at - before as f64;
    [0, 1].map(|axis| by[before][axis] + share * (by[after][axis] - by[before][axis]))
}

/// All values that are there, in a fixed order.
fn values_of(curves: &CycleCurves) -> Vec<(CurveValueKey, f64)> {
    let mut found: Vec<(CurveValueKey, f64)> = curves.curves.iter().flat_map(of_curve).collect();
    for widths in &curves.widths {
        let mut add = |value, number, of: Option<f64>| {
            found.extend(of.map(|of| {
                let key = CurveValueKey {
                    line: widths.line.clone(),
                    kind: "widths".to_owned(),
                    formula: String::new(),
                    segment: None,
                    number,
                    value,
                    reading: CurveReading::Value,
                };
                (key, of)
            }));
        };
        add(CurveValue::Length, None, widths.length_cm);
        for (at, width) in widths.end_diastole_cm.iter().enumerate() {
            let of = |list: &[Option<f64>]| list.get(at).copied().flatten();
            let number = Some(at + 1);
            add(CurveValue::Width, number, Some(*width));
            add(CurveValue::Sphericity, number, of(&widths.sphericity));
            let shortening = of(&widths.fractional_shortening);
            add(CurveValue::FractionalShortening, number, shortening);
        }
    }
    found
}

fn of_curve(curve: &CycleCurve) -> Vec<(CurveValueKey, f64)> {
    use CurveReading::{Marks, Time, Value};
    use CurveValue as V;
    let (read, systolic, atrial) = (&curve.of_curve, curve.systolic, curve.atrial);
    let from_diastole = atrial.and_then(|one| one.from_end_diastole);
    let from_onset = atrial.and_then(|one| one.from_onset);
    let peaks = [
        (V::Largest, read.largest),
        (V::Smallest, read.smallest),
        (V::EmptyingRate, read.emptying_rate),
        (V::FillingRate, read.filling_rate),
        (V::PeakSystolic, systolic.and_then(|one| one.peak_systolic)),
        (V::Onset, atrial.and_then(|one| one.onset)),
    ];
    let of_peaks = peaks.into_iter().flat_map(|(value, peak)| {
        [
            (value, Value, peak.map(|peak| peak.value)),
            (value, Time, peak.and_then(|peak| peak.time_ms)),
        ]
    });
    let values = [
        (V::EmptyingFraction, read.emptying_fraction),
        (V::EndSystolic, systolic.and_then(|one| one.end_systolic)),
        (
            V::PostSystolicIndex,
            systolic.and_then(|one| one.post_systolic_index),
        ),
        (V::Dispersion, curve.dispersion_ms),
        (
            V::PassiveFraction,
            atrial.and_then(|one| one.passive_fraction),
        ),
        (
            V::ActiveFraction,
            atrial.and_then(|one| one.active_fraction),
        ),
        (V::Reservoir, from_diastole.map(|one| one.reservoir)),
        (V::Conduit, from_diastole.map(|one| one.conduit)),
        (V::Contraction, from_diastole.map(|one| one.contraction)),
        (V::ReservoirFromOnset, from_onset.map(|one| one.reservoir)),
        (V::ConduitFromOnset, from_onset.map(|one| one.conduit)),
        (
            V::ContractionFromOnset,
            from_onset.map(|one| one.contraction),
        ),
    ];
    let values = values.into_iter().map(|(value, of)| (value, Value, of));
    let marks = marks_of(curve).map(|(value, of)| (value, Marks, of));
    let keyed = |(value, reading, of): (CurveValue, CurveReading, Option<f64>)| {
        let key = CurveValueKey {
            line: curve.line.clone(),
            kind: curve.kind.clone(),
            formula: curve.formula.clone(),
            segment: curve.segment,
            number: None,
            value,
            reading,
        };
        Some((key, of?))
    };
    let all = of_peaks.chain(values).chain(marks);
    all.filter_map(keyed).collect()
}

/// Values of the lines drawn at the marks, each with the value of the curve that it is shown next to.
fn marks_of(curve: &CycleCurve) -> [(CurveValue, Option<f64>); 3] {
    use CurveValue as V;
    let marks = &curve.of_marks;
    let (full, empty) = full_and_empty(curve.chamber, (marks.end_diastole, marks.end_systole));
    let is_strain = curve.kind.ends_with("strain");
    let (of_full, of_systole) = match (is_strain, curve.systolic.is_some()) {
        (false, _) => (full, None),
        (true, true) => (None, marks.end_systole),
        (true, false) => (marks.end_systole, None),
    };
    [
        (V::Largest, of_full),
        (V::Smallest, empty.filter(|_| !is_strain)),
        match is_strain {
            true => (V::EndSystolic, of_systole),
            false => (V::EmptyingFraction, marks.emptying_fraction),
        },
    ]
}
