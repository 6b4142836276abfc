//! Where a new point goes: held by a caliper template, or brought to a point that lines share.

use serde::Deserialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::points;
use crate::geometry::Point;
use crate::segmentation::caliper::{CaliperConstraint, constrained};
use crate::segmentation::snap::{self, Shared};
use crate::wasm::convert::{from_json, to_json};

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
