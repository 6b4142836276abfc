//! What a drag and a click need at once: shapes, constraints, curves, marks and copies.
//!
//! Positions cross as flat lists `[x, y, x, y, ...]` in stored pixels, records as JSON texts.

use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_json, throw, to_json};
use crate::cycles::predict::{self, Diastoles};
use crate::cycles::propagate::Onsets;
use crate::cycles::refusal::Refusal;
use crate::cycles::{check, marks, selection};
use crate::error::EngineError;
use crate::geometry::Point;
use crate::measure::image::{ControlPoint, Interpolation, Line};
use crate::records::segmentation::{self, LinePoint, LineShape};
use crate::segmentation::caliper::{CaliperConstraint, constrained};
use crate::segmentation::completion::Completion;
use crate::segmentation::drag::{EventMarks, moved};
use crate::segmentation::endo_epi;
use crate::segmentation::pins::{PinContext, apply};
use crate::segmentation::snap::{self, Shared};
use crate::segmentation::{oval, sampling, valve};

fn points(flat: &[f64]) -> Vec<Point> {
    let pairs = flat.chunks_exact(2);
    pairs.map(|pair| Point::new(pair[0], pair[1])).collect()
}

fn flat(points: &[Point]) -> Vec<f64> {
    points.iter().flat_map(|point| [point.x, point.y]).collect()
}

fn one(point: Option<Point>) -> Vec<f64> {
    point.map_or_else(Vec::new, |point| vec![point.x, point.y])
}

fn invalid(argument: &str, detail: &str) -> JsValue {
    throw(EngineError::InvalidArgument {
        argument: argument.to_owned(),
        detail: detail.to_owned(),
    })
}

fn ends(flat_ends: &[f64]) -> Result<[Point; 2], JsValue> {
    points(flat_ends)
        .try_into()
        .map_err(|_| invalid("ends", "two positions are needed"))
}

/// Third point of an oval on the other half axis; empty when the ends are one point.
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn oval_third_point(axis: &[f64], x: f64, y: f64) -> Result<Vec<f64>, JsValue> {
    Ok(one(oval::third_point(ends(axis)?, Point::new(x, y))))
}

/// Third point of an oval of a ratio of short to long axis, on the side of the cursor.
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn oval_by_ratio(axis: &[f64], ratio: f64, x: f64, y: f64) -> Result<Vec<f64>, JsValue> {
    let cursor = Some(Point::new(x, y)).filter(|point| point.x.is_finite());
    Ok(one(oval::third_by_ratio(ends(axis)?, ratio, cursor)))
}

/// Apex of a valve on the perpendicular bisector of its hinges in cm; empty when they are one point.
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn valve_apex(hinges: &[f64], x: f64, y: f64, sx: f64, sy: f64) -> Result<Vec<f64>, JsValue> {
    Ok(one(valve::apex(ends(hinges)?, Point::new(x, y), [sx, sy])))
}

/// A second valve beside the first.
#[wasm_bindgen]
pub fn valve_copy(valve_points: &[f64], image_width: f64) -> Vec<f64> {
    flat(&valve::copied(&points(valve_points), image_width))
}

/// Place of a new point among those of a contour from ring to ring.
#[wasm_bindgen]
pub fn place_in_contour(contour: &[f64], x: f64, y: f64) -> usize {
    endo_epi::place_in_contour(&points(contour), Point::new(x, y))
}

/// Epicardium predicted from the endocardium; empty when it cannot be made.
#[wasm_bindgen]
pub fn predict_epi(endo: &[f64], thickness: f64, image_height: f64) -> Vec<f64> {
    let predicted = endo_epi::predicted(&points(endo), thickness, image_height);
    predicted.map_or_else(|_| Vec::new(), |points| flat(&points))
}

/// Epicardium of another thickness; empty when relocating was not possible: keep the old points.
#[wasm_bindgen]
pub fn rescale_epi(endo: &[f64], epi: &[f64], from: f64, to: f64) -> Vec<f64> {
    let rescaled = endo_epi::rescaled(&points(endo), &points(epi), from, to);
    rescaled.map_or_else(|_| Vec::new(), |points| flat(&points))
}

/// Where the next point of a caliper template goes.
///
/// # Errors
/// `invalid-argument` for an unknown constraint.
#[wasm_bindgen]
pub fn caliper_point(
    constraint: &str,
    template_points: usize,
    placed: &[f64],
    x: f64,
    y: f64,
    sx: f64,
    sy: f64,
) -> Result<Vec<f64>, JsValue> {
    let constraint: CaliperConstraint = from_json("constraint", &to_json(constraint)?)?;
    let (placed, cursor) = (points(placed), Point::new(x, y));
    let held = constrained(constraint, template_points, &placed, cursor, [sx, sy]);
    Ok(vec![held.x, held.y])
}

#[derive(Deserialize)]
struct SharedPoint {
    #[serde(rename = "type")]
    kind: String,
    x: f64,
    y: f64,
}

/// A first or last point of a line brought to a shared point (`[{type, x, y}]` as JSON).
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn snap_point(
    first: bool,
    kind: &str,
    x: f64,
    y: f64,
    shared: &str,
) -> Result<Vec<f64>, JsValue> {
    let shared: Vec<SharedPoint> = from_json("shared", shared)?;
    let shared: Vec<Shared> = shared
        .iter()
        .map(|point| Shared {
            kind: &point.kind,
            point: Point::new(point.x, point.y),
        })
        .collect();
    let cursor = Point::new(x, y);
    let found = if first {
        snap::first_point(kind, cursor, &shared)
    } else {
        snap::last_point(cursor, &shared)
    };
    Ok(vec![found.x, found.y])
}

fn shape_of(shape: &str) -> Result<LineShape, JsValue> {
    from_json("shape", &to_json(shape)?)
}

/// The number of points that finishes a line by itself; 0 when only the person can.
///
/// # Errors
/// `invalid-argument` for an unknown shape.
#[wasm_bindgen]
pub fn finishes_at(
    shape: &str,
    control_points: usize,
    user_defined: bool,
) -> Result<usize, JsValue> {
    let completion = Completion {
        shape: shape_of(shape)?,
        control_points,
        user_defined_points: user_defined,
    };
    Ok(completion.finishes_at().unwrap_or(0))
}

/// The line may be finished with so many points.
///
/// # Errors
/// `invalid-argument` for an unknown shape.
#[wasm_bindgen]
pub fn may_finish(
    shape: &str,
    control_points: usize,
    user_defined: bool,
    drawn: usize,
) -> Result<bool, JsValue> {
    let completion = Completion {
        shape: shape_of(shape)?,
        control_points,
        user_defined_points: user_defined,
    };
    Ok(completion.may_finish(drawn))
}

/// A line as it is measured and drawn. `ring_points` counts the typed ring points of a `ring`: with
/// two of them it is open.
fn line_of(
    shape: &str,
    interpolation: &str,
    ring_points: usize,
    positions: &[f64],
) -> Result<Line, JsValue> {
    let interpolation: Interpolation = from_json("interpolation", &to_json(interpolation)?)?;
    let named = |place: usize| if place < ring_points { "ring" } else { "" };
    let numbered = points(positions).into_iter().enumerate();
    Ok(Line {
        name: String::new(),
        shape: shape_of(shape)?.name().to_owned(),
        interpolation,
        points: numbered
            .map(|(place, point)| ControlPoint {
                x: point.x,
                y: point.y,
                kind: named(place).to_owned(),
                ..ControlPoint::default()
            })
            .collect(),
    })
}

/// Positions of a line on a plane, to be drawn; empty while too few points are there.
///
/// # Errors
/// `invalid-argument` for an unknown shape or interpolation.
#[wasm_bindgen]
pub fn plane_curve(
    shape: &str,
    interpolation: &str,
    ring_points: usize,
    positions: &[f64],
) -> Result<Vec<f64>, JsValue> {
    let line = line_of(shape, interpolation, ring_points, positions)?;
    Ok(flat(&sampling::on_plane(&line)))
}

/// Positions of a line on a strip at every `step` columns and every point; empty while its points
/// do not run to the right.
///
/// # Errors
/// `invalid-argument` for an unknown interpolation.
#[wasm_bindgen]
pub fn strip_curve(interpolation: &str, positions: &[f64], step: f64) -> Result<Vec<f64>, JsValue> {
    let line = line_of("curve", interpolation, 0, positions)?;
    Ok(flat(&sampling::on_strip(&line, step)))
}

/// Nearest position on a plane's line: `[segment, share, x, y, distance]`; empty without a curve.
///
/// # Errors
/// `invalid-argument` for an unknown shape or interpolation.
#[wasm_bindgen]
pub fn nearest_on_curve(
    shape: &str,
    interpolation: &str,
    ring_points: usize,
    positions: &[f64],
    x: f64,
    y: f64,
) -> Result<Vec<f64>, JsValue> {
    let line = line_of(shape, interpolation, ring_points, positions)?;
    let found = sampling::curve_of(&line).and_then(|curve| curve.nearest(Point::new(x, y)));
    Ok(found.map_or_else(Vec::new, |found| {
        let Point { x, y } = found.point;
        vec![found.segment as f64, found.share, x, y, found.distance]
    }))
}

/// What pins and events hold points on; absent ones hold nothing.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Held {
    onset_start: Option<f64>,
    onset_end: Option<f64>,
    zero_y: Option<f64>,
    previous_last_y: Option<f64>,
    end_diastole_start: Option<f64>,
    end_diastole_end: Option<f64>,
    end_systole: Option<f64>,
}

impl Held {
    fn pins(&self) -> PinContext {
        let onsets = self.onset_start.zip(self.onset_end);
        PinContext {
            onsets: onsets.map(|(start, end)| Onsets { start, end }),
            zero_y: self.zero_y,
            previous_last_y: self.previous_last_y,
        }
    }

    fn events(&self) -> EventMarks {
        EventMarks {
            end_diastole_start: self.end_diastole_start,
            end_diastole_end: self.end_diastole_end,
            end_systole: self.end_systole,
        }
    }
}

/// A strip's points (`LinePoint[]` as JSON) after one was dragged, with everything that follows.
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn drag_point(line: &str, place: usize, x: f64, y: f64, held: &str) -> Result<String, JsValue> {
    let (line, held): (Vec<LinePoint>, Held) =
        (from_json("points", line)?, from_json("held", held)?);
    to_json(&moved(&line, place, [x, y], &held.pins(), &held.events()))
}

/// A strip's points (`LinePoint[]` as JSON) with every pinned one in its place.
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn apply_pins(line: &str, held: &str) -> Result<String, JsValue> {
    let (mut line, held): (Vec<LinePoint>, Held) =
        (from_json("points", line)?, from_json("held", held)?);
    apply(&mut line, &held.pins());
    to_json(&line)
}

/// A refusal with the words that are shown.
#[derive(Serialize)]
struct Said {
    code: &'static str,
    message: String,
}

fn said(result: Result<(), Refusal>) -> Result<String, JsValue> {
    to_json(&result.err().map(|refusal| Said {
        code: refusal.code(),
        message: refusal.to_string(),
    }))
}

/// Checks a new mark; the answer is `null` or `{code, message}` as JSON. `kind` is `frame`, `onset`
/// or `position`.
///
/// # Errors
/// `invalid-argument` for another kind.
#[wasm_bindgen]
pub fn check_mark(
    kind: &str,
    at: f64,
    before: Option<f64>,
    after: Option<f64>,
) -> Result<String, JsValue> {
    said(match kind {
        "frame" => marks::check_frame(at, before),
        "onset" => marks::check_onset(at, before),
        "position" => marks::check_position(at, before, after),
        _ => return Err(invalid("kind", "frame, onset or position")),
    })
}

/// Checks a choice of cycles; the answer is `null` or `{code, message}` as JSON.
///
/// # Errors
/// None in practice.
#[wasm_bindgen]
pub fn check_cycles(chosen: &[usize], max: usize) -> Result<String, JsValue> {
    said(selection::check_selection(chosen, max).map(|_| ()))
}

/// For each length (NaN for a cycle without) 1 when it alarms.
#[wasm_bindgen]
pub fn cycle_alarms(lengths: &[f64]) -> Vec<u8> {
    let lengths: Vec<Option<f64>> = lengths
        .iter()
        .map(|length| Some(*length).filter(|length| length.is_finite()))
        .collect();
    check::alarms(&lengths).into_iter().map(u8::from).collect()
}

/// What is said of a cycle that alarms: `{code, message}` as JSON.
///
/// # Errors
/// None in practice.
#[wasm_bindgen]
pub fn cycle_alarm_message() -> Result<String, JsValue> {
    said(Err(Refusal::Deviation))
}

/// A trace (`Line` as JSON) copied to the later cycles; `onsets` holds start and end of every cycle,
/// NaN where one is missing. The answer is a list of `Line` or null for the cycles after `from`.
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn propagate_trace(
    line: &str,
    onsets: &[f64],
    from: usize,
    edited: &[u8],
    zero_y: Option<f64>,
) -> Result<String, JsValue> {
    let line: segmentation::Line = from_json("line", line)?;
    let cycle = |pair: &[f64]| {
        let both = pair.iter().all(|x| x.is_finite());
        both.then(|| Onsets {
            start: pair[0],
            end: pair[1],
        })
    };
    let cycles: Vec<Option<Onsets>> = onsets.chunks_exact(2).map(cycle).collect();
    let edited: Vec<bool> = edited.iter().map(|&edited| edited != 0).collect();
    to_json(&predict::on_spectrum(&line, &cycles, from, &edited, zero_y))
}

/// Lines (`Line[]` as JSON) of the cycle before, for `cycle`: unchanged on a plane (no `span`), on
/// M-Mode moved from the end diastoles `[start, end, start, end]` of one cycle to those of the other.
/// `null` when a cycle has no length.
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn predict_lines(lines: &str, cycle: usize, span: Option<Vec<f64>>) -> Result<String, JsValue> {
    let lines: Vec<segmentation::Line> = from_json("lines", lines)?;
    match span.as_deref() {
        None => to_json(&predict::on_plane(&lines, cycle)),
        Some(&[start, end, to_start, to_end]) => {
            let from = Diastoles { start, end };
            let to = Diastoles {
                start: to_start,
                end: to_end,
            };
            to_json(&predict::on_m_mode(&lines, cycle, from, to))
        }
        Some(_) => Err(invalid("span", "four columns are needed")),
    }
}

/// Cycles of an image type are predicted from one another.
#[wasm_bindgen]
pub fn predicts_cycles(image_type: &str, cycle_prediction: bool) -> bool {
    predict::predicts(image_type, cycle_prediction)
}
