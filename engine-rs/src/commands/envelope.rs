//! `envelope`: the outer envelope of a spectrum with the points of a pattern.

use serde::Serialize;
use serde_json::{Value, json};

use super::arguments::EnvelopeOptions;
use super::to_line;
use crate::calibration::flow_region;
use crate::dicom::parse::Parser;
use crate::envelope::detect::DEFAULT_SHARE;
use crate::envelope::offer;
use crate::error::EngineError;
use crate::pixels::{frame, rgb};
use crate::proposals::Picture;
use crate::records::envelope::{Envelope, EnvelopeRequest};
use crate::records::metadata::{FlowRegion, ImageMetadata};
use crate::units::PhysicalUnit;

/// Points between two control points where the request names no number.
const DEFAULT_MID_POINTS: u32 = 3;

#[derive(Serialize)]
struct EnvelopeLine<'a> {
    file: &'a str,
    envelope: Option<Found>,
}

#[derive(Serialize)]
struct Found {
    method: String,
    method_version: String,
    units_x: PhysicalUnit,
    units_y: PhysicalUnit,
    first_column: u32,
    rows: Vec<f64>,
    points: Vec<Point>,
}

#[derive(Serialize)]
struct Point {
    r#type: String,
    /// Stored pixels.
    x: f64,
    y: f64,
    /// From the left limit, in the unit of x.
    value_x: f64,
    /// From the zero line, upwards positive, in the unit of y.
    value_y: f64,
}

/// The line of one file; `envelope` is null where no flow is seen or the pattern has no room.
///
/// # Errors
/// `usage` for text that is not a request, `invalid-argument` for values out of range and for a
/// region without a scale; also the errors of the parser and the decoder.
pub fn envelope_line(
    file: &str,
    options: &EnvelopeOptions,
    bytes: &[u8],
) -> Result<String, EngineError> {
    let parser = Parser::parse(bytes)?;
    let frame_number = 1;
    let missing = EngineError::FrameNotAvailable { frame_number };
    let (Some(metadata), Some(format)) = (parser.metadata(), parser.format()) else {
        return Err(missing);
    };
    let mut metadata = metadata.clone();
    let flow = flow_of(&mut metadata, options.region)?;
    let request = request_of(&options.request, &flow)?;
    let mut samples = Vec::new();
    let decoded = frame::decode_frame(&parser, bytes, frame_number, &mut samples)?;
    let colours = rgb::to_8_bits(format, rgb::to_rgb(format, &decoded, &samples)?);
    let picture = Picture::new(&colours, decoded.width, decoded.height)?;
    let found = offer(&picture, &metadata, &request)?;
    to_line(&EnvelopeLine {
        file,
        envelope: found.map(|found| with_units(found, &flow, &request)),
    })
}

/// The scale of the chosen region; without a choice, of the region that measurements use.
fn flow_of(metadata: &mut ImageMetadata, region: Option<usize>) -> Result<FlowRegion, EngineError> {
    let none = |detail: String| EngineError::InvalidArgument {
        argument: "region".to_owned(),
        detail,
    };
    if let Some(number) = region {
        let count = metadata.doppler_regions.len();
        let chosen = metadata.doppler_regions.get(number).cloned();
        let chosen = chosen.ok_or_else(|| none(format!("{number} of {count} regions")))?;
        metadata.doppler_regions = vec![chosen];
        metadata.flow_region = flow_region::choose(metadata, None);
    }
    let flow = metadata.flow_region.clone();
    flow.ok_or_else(|| none("no region of the file has a scale".to_owned()))
}

/// The request with what it does not name: the file's zero line, the usual share, no wrapped rows.
fn request_of(text: &str, flow: &FlowRegion) -> Result<EnvelopeRequest, EngineError> {
    let usage = |error: serde_json::Error| EngineError::Usage {
        detail: format!("--request: {error}"),
    };
    let mut request: Value = serde_json::from_str(text).map_err(usage)?;
    if let Some(fields) = request.as_object_mut() {
        let defaults = [
            ("zero_y", flow.reference_y.map_or(Value::Null, Value::from)),
            ("share", json!(DEFAULT_SHARE)),
            ("wrapped", json!([0, 0])),
            ("mid_points", json!(DEFAULT_MID_POINTS)),
        ];
        for (name, value) in defaults {
            if !value.is_null() {
                fields.entry(name).or_insert(value);
            }
        }
    }
    serde_json::from_value(request).map_err(usage)
}

fn with_units(found: Envelope, flow: &FlowRegion, request: &EnvelopeRequest) -> Found {
    let points = found.points.into_iter().map(|point| Point {
        value_x: (point.x - request.columns[0]) * flow.spacing_x,
        value_y: (request.zero_y - point.y) * flow.spacing_y,
        r#type: point.r#type,
        x: point.x,
        y: point.y,
    });
    Found {
        points: points.collect(),
        method: found.method,
        method_version: found.method_version,
        units_x: flow.units_x,
        units_y: flow.units_y,
        first_column: found.first_column,
        rows: found.rows,
    }
}
