//! Functions for drags and clicks: shapes, constraints, curves, marks and copies.
//!
//! Positions cross as flat lists `[x, y, x, y, ...]` in stored pixels, records as JSON texts.

pub mod aliasing;
pub mod completion;
pub mod curves;
pub mod cycles;
pub mod pins;
pub mod placing;
pub mod quality;
pub mod shapes;

use wasm_bindgen::JsValue;

use super::convert::{from_json, throw, to_json};
use crate::error::EngineError;
use crate::geometry::Point;
use crate::records::segmentation::LineShape;

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

fn shape_of(shape: &str) -> Result<LineShape, JsValue> {
    from_json("shape", &to_json(shape)?)
}
