//! An envelope with the points of a pattern, ready to be offered.

use super::area::{Piece, keep_areas};
use super::detect::{SHARE_LIMITS, Search, Side, envelope};
use super::fit::{Knot, Placed, between_ends, fitted};
use super::waves::{Cut, cut_wave, to_feet};
use crate::error::EngineError;
use crate::proposals::Picture;
use crate::records::envelope::{
    Envelope, EnvelopeKnot, EnvelopePoint, EnvelopeRequest, EnvelopeSide, METHOD, METHOD_VERSION,
};
use crate::records::metadata::ImageMetadata;

/// A point between two control points.
const MID_POINT: &str = "mid_control_point";
/// Control points on top of a wave, as image types name them.
const PEAKS: [&str; 10] = [
    "maximum velocity",
    "S",
    "E",
    "A",
    "EA",
    "IVC peak",
    "S'",
    "E'",
    "A'",
    "max",
];
/// Most places that points between two control points are tried in.
const MAX_STEPS: usize = 100;
/// Least distance between points of a line, in columns, and the preferred one where it fits.
const LEAST_SPACING: f64 = 1.0;
const EASY_SPACING: f64 = 1.5;
/// Most control points of a pattern, and points between two of them.
const MAX_KNOTS: usize = 32;
const MAX_MID_POINTS: u32 = 16;
/// Greatest share of the way from the zero line to the next point in which no flow is seen of its wave.
const MOST_UNSEEN: f64 = 0.5;
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
    let within = |column: f64| column.clamp(strip.left as f64, (strip.right - 1) as f64);
    let limits = request
        .columns
        .map(|column| within(column) - strip.left as f64);
    let [first, last] = [limits[0].ceil() as usize, limits[1].floor() as usize];
    if first >= last {
        return Ok(None);
    }
    let reach = |side: Side| {
        let search = Search {
            strip,
            zero_y: request.zero_y,
            side,
            share: request.share,
            wrapped: request.wrapped.map(|rows| rows.round() as usize),
        };
        envelope(picture, &search)
    };
    let whole = signed(request.side, reach);
    if whole.is_empty() {
        return Ok(None);
    }
    let curve = &whole[first..=last];
    if curve.iter().all(|value| value.abs() < LEAST_ROWS) {
        return Ok(None);
    }
    let knots: Vec<Knot> = request.control_points.iter().map(knot).collect();
    let Some(placed) = placed(&whole, limits, &knots) else {
        return Ok(None);
    };
    let points = line(&whole, &placed, &knots, request.mid_points as usize)
        .into_iter()
        .map(|(control, point)| EnvelopePoint {
            r#type: control.map_or(MID_POINT.to_owned(), |place| {
                request.control_points[place].r#type.clone()
            }),
            x: strip.left as f64 + point.column,
            y: request.zero_y - point.value,
        })
        .collect();
    Ok(Some(Envelope {
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
        first_column: (strip.left + first) as u32,
        rows: curve.iter().map(|value| request.zero_y - value).collect(),
        points,
    }))
}

fn knot(point: &EnvelopeKnot) -> Knot {
    Knot {
        zero: point.forced_to_zero,
        on_onset: point.on_onset,
        peak: !point.forced_to_zero && !point.on_onset && PEAKS.contains(&point.r#type.as_str()),
    }
}

/// The points of a pattern between two columns of an envelope; none where they do not fit.
///
/// Next to a limit where the pattern has no flow, waves that peak beyond it are left out, and one
/// that peaks before it is fitted with what lies beyond.
fn placed(whole: &[f64], limits: [f64; 2], knots: &[Knot]) -> Option<Vec<Placed>> {
    let [first, last] = [limits[0].ceil() as usize, limits[1].floor() as usize];
    let backwards: Vec<f64> = whole.iter().rev().copied().collect();
    let from_end = |column: usize| whole.len() - 1 - column;
    let cut = |flow: &[f64], at: usize, mut next: core::iter::Take<core::slice::Iter<Knot>>| {
        let cut = next.any(|knot| knot.zero);
        if cut { cut_wave(flow, at) } else { Cut::None }
    };
    let before = cut(whole, first, knots.iter().take(2));
    let last_knots: Vec<Knot> = knots.iter().rev().copied().collect();
    let after = cut(&backwards, from_end(last), last_knots.iter().take(2));
    let (start, end) = (first - before.own(), last + after.own());
    let mut own = whole[start..=end].to_vec();
    let count = own.len();
    own[..before.foreign().min(count)].fill(0.0);
    own[count - after.foreign().min(count)..].fill(0.0);
    let mut placed = fitted(&own, knots)?;
    to_feet(&own, knots, &mut placed);
    let final_place = placed.len() - 1;
    for (place, (knot, point)) in knots.iter().zip(&mut placed).enumerate() {
        let least = limits[0] + place as f64;
        let most = limits[1] - (final_place - place) as f64;
        let held = knot.on_onset && (place == 0 || place == final_place);
        let column = point.column + start as f64;
        point.column = column.clamp(least, most.max(least));
        if held {
            point.column = if place == 0 { limits[0] } else { limits[1] };
            if !knot.zero {
                point.value = at(whole, point.column);
            }
        }
    }
    Some(placed)
}

/// All points of a line in order, each with the place of its control point if it is one.
fn line(
    curve: &[f64],
    placed: &[Placed],
    knots: &[Knot],
    mid_points: usize,
) -> Vec<(Option<usize>, Placed)> {
    let mut points: Vec<Placed> = placed[..1].to_vec();
    let mut controls = vec![Some(0)];
    let mut pieces = Vec::new();
    for (place, pair) in placed.windows(2).enumerate() {
        let (between, area) = between(curve, [pair[0], pair[1]], mid_points);
        let first = points.len() - 1;
        controls.resize(controls.len() + between.len(), None);
        controls.push(Some(place + 1));
        points.extend(between);
        points.push(pair[1]);
        let ends = [place, place + 1]
            .map(|at| placed[at].value.abs() * f64::from(u8::from(knots[at].peak)));
        let highest = ends[0].max(ends[1]);
        pieces.push(Piece {
            ends: [first, points.len() - 1],
            area,
            highest: if highest > 0.0 {
                highest
            } else {
                f64::INFINITY
            },
        });
    }
    keep_areas(&mut points, &pieces);
    controls.into_iter().zip(points).collect()
}

/// Points between two control points where straight lines leave least of the curve, and the area
/// under the curve.
fn between(curve: &[f64], [own, next]: [Placed; 2], count: usize) -> (Vec<Placed>, f64) {
    let span = next.column - own.column;
    let spacing = (span / (count + 1) as f64).clamp(LEAST_SPACING, EASY_SPACING);
    let steps = ((span / spacing) as usize).min(MAX_STEPS);
    if steps < 2 {
        return (
            Vec::new(),
            (at(curve, own.column) + at(curve, next.column)) / 2.0 * span,
        );
    }
    let column = |step: usize| own.column + span * step as f64 / steps as f64;
    let mut values: Vec<f64> = (0..=steps).map(|step| at(curve, column(step))).collect();
    let ends = [values[0], values[steps]];
    (values[0], values[steps]) = (own.value, next.value);
    match (own.value == 0.0, next.value == 0.0) {
        // The pattern has no wave between two points on the zero line: any signal there is a click.
        (true, true) => values.fill(0.0),
        (true, false) => bridge(&mut values),
        (false, true) => {
            values.reverse();
            bridge(&mut values);
            values.reverse();
        }
        _ => {}
    }
    let found = between_ends(&values, count.min(steps - 1)).unwrap_or_default();
    let point = |step: usize| Placed {
        column: column(step),
        value: values[step],
    };
    let points = found.into_iter().map(point).collect();
    let inner: f64 = values[1..steps].iter().sum();
    let area = (inner + (ends[0] + ends[1]) / 2.0) * span / steps as f64;
    (points, area)
}

/// Where a wave is not seen next to its beginning, the first of the values, it rises evenly.
fn bridge(values: &mut [f64]) {
    let seen = |value: &f64| value.abs() >= LEAST_ROWS;
    let Some(first) = values.iter().position(seen) else {
        return;
    };
    if first as f64 <= MOST_UNSEEN * values.len() as f64 {
        let rise = values[first] / first as f64;
        for (step, value) in values[..first].iter_mut().enumerate() {
            *value = rise * step as f64;
        }
    }
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
        return refuse(format!("columns {from} to {to} are not a range"));
    }
    if !request.zero_y.is_finite() {
        return refuse(format!("the zero line is at {}", request.zero_y));
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
fn at(curve: &[f64], column: f64) -> f64 {
    let left = (column.floor().max(0.0) as usize).min(curve.len() - 2);
    let share = column - left as f64;
    curve[left] * (1.0 - share) + curve[left + 1] * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_peak_is_a_control_point_of_a_shipped_image_type() {
        let types: serde_json::Value = serde_json::from_str(include_str!(
            "../../../contract/config/echo_image_types.json"
        ))
        .unwrap();
        let mut names = std::collections::HashSet::new();
        names_of_points(&types, &mut names);
        for peak in PEAKS {
            assert!(names.contains(peak), "{peak}");
        }
    }

    fn names_of_points<'a>(
        value: &'a serde_json::Value,
        names: &mut std::collections::HashSet<&'a str>,
    ) {
        for point in value["control_points"].as_array().into_iter().flatten() {
            names.extend(point["type"].as_str());
        }
        let inner = value.as_object().into_iter().flat_map(|all| all.values());
        for one in inner.chain(value.as_array().into_iter().flatten()) {
            names_of_points(one, names);
        }
    }
}
