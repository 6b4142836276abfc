//! An envelope with the points of a pattern, ready to be offered.

use super::detect::{SHARE_LIMITS, Search, Side, envelope};
use super::fit::{Knot, fitted};
use crate::error::EngineError;
use crate::proposals::Picture;
use crate::records::envelope::{
    Envelope, EnvelopePoint, EnvelopeRequest, EnvelopeSide, METHOD, METHOD_VERSION,
};
use crate::records::metadata::ImageMetadata;

/// A point between two control points.
const MID_POINT: &str = "mid_control_point";
/// Points of a line stand at least so far apart, in columns.
const LEAST_SPACING: f64 = 1.5;
/// Most control points of a pattern, and points between two of them.
const MAX_KNOTS: usize = 32;
const MAX_MID_POINTS: u32 = 16;
/// A curve that nowhere reaches so many rows shows no flow.
const LEAST_ROWS: f64 = 3.0;

/// The envelope between two columns of the strip that measurements use; none where no flow is seen
/// or the pattern has no room.
///
/// # Errors
/// `invalid-argument` names what of the request cannot be.
pub fn offer(
    picture: &Picture<'_>,
    metadata: &ImageMetadata,
    request: &EnvelopeRequest,
) -> Result<Option<Envelope>, EngineError> {
    check(request)?;
    let strip = metadata
        .flow_region
        .as_ref()
        .and_then(|flow| metadata.doppler_regions.get(flow.region_index? as usize))
        .and_then(|region| picture.area(region));
    let Some(strip) = strip else {
        return Ok(None);
    };
    let first = (request.columns[0].ceil().max(strip.left as f64)) as usize;
    let last = (request.columns[1].floor().min((strip.right - 1) as f64)) as usize;
    if first >= last {
        return Ok(None);
    }
    let reach = |side: Side| {
        let search = Search {
            strip,
            columns: [first, last],
            zero_y: request.zero_y,
            side,
            share: request.share,
            wrapped: request.wrapped.map(|rows| rows.round() as usize),
        };
        envelope(picture, &search)
    };
    let curve = signed(request.side, reach);
    if curve.iter().all(|value| value.abs() < LEAST_ROWS) {
        return Ok(None);
    }
    let knots: Vec<Knot> = request
        .control_points
        .iter()
        .map(|point| Knot {
            zero: point.forced_to_zero,
            on_onset: point.on_onset,
        })
        .collect();
    let Some(placed) = fitted(&curve, &knots) else {
        return Ok(None);
    };
    let at = |column: f64, value: f64| (first as f64 + column, request.zero_y - value);
    let mut points = Vec::new();
    for (place, own) in placed.iter().enumerate() {
        let (x, y) = at(own.column, own.value);
        let kind = request.control_points[place].r#type.clone();
        points.push(EnvelopePoint { r#type: kind, x, y });
        let Some(next) = placed.get(place + 1) else {
            continue;
        };
        let step = (next.column - own.column) / f64::from(request.mid_points + 1);
        if step < LEAST_SPACING {
            continue;
        }
        points.extend((1..=request.mid_points).map(|number| {
            let column = own.column + step * f64::from(number);
            let (x, y) = at(column, between(&curve, column));
            EnvelopePoint {
                r#type: MID_POINT.to_owned(),
                x,
                y,
            }
        }));
    }
    Ok(Some(Envelope {
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
        first_column: first as u32,
        rows: curve.iter().map(|value| request.zero_y - value).collect(),
        points,
    }))
}

fn check(request: &EnvelopeRequest) -> Result<(), EngineError> {
    let refuse = |detail: String| {
        Err(EngineError::InvalidArgument {
            argument: "request".to_owned(),
            detail,
        })
    };
    let [from, to] = request.columns;
    if !(from.is_finite() && to.is_finite() && from < to && from >= 0.0) {
        return refuse(format!("columns {from} to {to} are no range"));
    }
    if !request.zero_y.is_finite() {
        return refuse(format!("the zero line lies at {}", request.zero_y));
    }
    let [low, high] = [SHARE_LIMITS.0, SHARE_LIMITS.1];
    if !(low..=high).contains(&request.share) {
        return refuse(format!(
            "share {} is not within {low} to {high}",
            request.share
        ));
    }
    if request
        .wrapped
        .iter()
        .any(|rows| !(0.0..=1e5).contains(rows))
    {
        return refuse(format!("wrapped rows {:?}", request.wrapped));
    }
    if request.control_points.len() > MAX_KNOTS || request.mid_points > MAX_MID_POINTS {
        return refuse("more points than a line has".to_owned());
    }
    Ok(())
}

/// Rows above the zero line, negative below it.
fn signed(side: EnvelopeSide, reach: impl Fn(Side) -> Vec<f64>) -> Vec<f64> {
    let below = |values: Vec<f64>| values.into_iter().map(|value| -value).collect();
    match side {
        EnvelopeSide::Above => reach(Side::Above),
        EnvelopeSide::Below => below(reach(Side::Below)),
        EnvelopeSide::Both => {
            let (up, down) = (reach(Side::Above), reach(Side::Below));
            if down.is_empty() {
                return up;
            }
            if up.is_empty() {
                return below(down);
            }
            let farther = |(up, down): (&f64, &f64)| if up >= down { *up } else { -*down };
            up.iter().zip(&down).map(farther).collect()
        }
    }
}

/// The curve between two columns.
fn between(curve: &[f64], column: f64) -> f64 {
    let left = (column.floor() as usize).min(curve.len() - 2);
    let share = column - left as f64;
    curve[left] * (1.0 - share) + curve[left + 1] * share
}
