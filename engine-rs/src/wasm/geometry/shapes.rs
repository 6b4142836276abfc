//! Shapes with special rules: ovals, valves, endo- and epicardium.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::curves::line_of;
use super::{ends, flat, one, points};
use crate::geometry::Point;
use crate::measure::curves::is_closed;
use crate::segmentation::endo_epi::{self, Contour};
use crate::segmentation::whole::{self, Motion};
use crate::segmentation::{oval, stroke, valve};
use crate::wasm::convert::{from_json, to_json};

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

/// A second valve next to the first.
#[wasm_bindgen]
pub fn valve_copy(valve_points: &[f64], image_width: f64) -> Vec<f64> {
    flat(&valve::copied(&points(valve_points), image_width))
}

/// Place of a new point in a contour from ring to ring.
#[wasm_bindgen]
pub fn place_in_contour(contour: &[f64], x: f64, y: f64) -> usize {
    endo_epi::place_in_contour(&points(contour), Point::new(x, y))
}

/// Epicardium predicted from the endocardium; empty when it cannot be made.
///
/// # Errors
/// `invalid-argument` for an unknown shape.
#[wasm_bindgen]
pub fn predict_epi(
    shape: &str,
    ring_points: usize,
    endo: &[f64],
    thickness: f64,
    image_height: f64,
) -> Result<Vec<f64>, JsValue> {
    let line = line_of(shape, "linear", ring_points, endo)?;
    let contour = match (shape, is_closed(&line)) {
        ("oval", _) => Contour::Oval,
        (_, true) => Contour::Closed,
        (_, false) => Contour::Open,
    };
    let predicted = endo_epi::predicted(&points(endo), contour, thickness, image_height);
    Ok(predicted.map_or_else(|_| Vec::new(), |points| flat(&points)))
}

/// Epicardium of another thickness; empty when relocating was not possible: keep the old points.
#[wasm_bindgen]
pub fn rescale_epi(endo: &[f64], epi: &[f64], from: f64, to: f64) -> Vec<f64> {
    let rescaled = endo_epi::rescaled(&points(endo), &points(epi), from, to);
    rescaled.map_or_else(|_| Vec::new(), |points| flat(&points))
}

/// A whole line after a drag from one position to another: `move`, `scale` or `turn`; empty without
/// a middle to do it about.
///
/// # Errors
/// `invalid-argument` for another motion, or a drag of other than two positions.
#[wasm_bindgen]
pub fn move_line(
    motion: &str,
    line: &[f64],
    drag: &[f64],
    sx: f64,
    sy: f64,
) -> Result<Vec<f64>, JsValue> {
    let motion: Motion = from_json("motion", &to_json(motion)?)?;
    let [from, to] = ends(drag)?;
    let moved = whole::moved(&points(line), motion, from, to, [sx, sy]);
    Ok(moved.map_or_else(Vec::new, |points| flat(&points)))
}

/// The positions of a free stroke that matter.
#[wasm_bindgen]
pub fn thin_stroke(positions: &[f64], tolerance: f64) -> Vec<f64> {
    flat(&stroke::thinned(&points(positions), tolerance))
}
