//! Lines as positions to draw, and the nearest of them.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{flat, points, shape_of};
use crate::geometry::Point;
use crate::measure::curves::{Fineness, sampled_line};
use crate::measure::image::{ControlPoint, Interpolation, Line};
use crate::segmentation::sampling;
use crate::wasm::convert::{from_json, to_json};

/// A line as it is measured and drawn. `ring_points` counts the typed ring points of a `ring`: with
/// two of them it is open.
pub(super) fn line_of(
    shape: &str,
    interpolation: &str,
    ring_points: usize,
    positions: &[f64],
) -> Result<Line, JsValue> {
    let interpolation: Interpolation = from_json("interpolation", &to_json(interpolation)?)?;
    let named = |place: usize| if place < ring_points { "ring" } else { "" };
    let numbered = points(positions).into_iter().enumerate();
    let point = |(place, point): (usize, Point)| ControlPoint {
        x: point.x,
        y: point.y,
        kind: named(place).to_owned(),
        ..ControlPoint::default()
    };
    let shape = shape_of(shape)?.name();
    Ok(Line::new(
        "",
        shape,
        interpolation,
        numbered.map(point).collect(),
    ))
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

/// Positions of a line on a plane, as finely as lengths, areas and volumes are taken; empty while too
/// few points are there.
///
/// # Errors
/// `invalid-argument` for an unknown shape or interpolation.
#[wasm_bindgen]
pub fn measured_plane_curve(
    shape: &str,
    interpolation: &str,
    ring_points: usize,
    positions: &[f64],
) -> Result<Vec<f64>, JsValue> {
    let line = line_of(shape, interpolation, ring_points, positions)?;
    Ok(flat(
        &sampled_line(&line, Fineness::MEASURED).unwrap_or_default(),
    ))
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
