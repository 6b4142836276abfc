//! Results besides measurements: calibration, region choice, unwrapping, propagation, frame times
//! and cycle alarms.

use serde_json::{Map, Value, json};

use super::read::{
    read_aliasing, read_cycle_marks, read_image, read_points, read_regions, read_size, read_times,
    read_values,
};
use crate::calibration::choice::{Axes, Candidate, Need, choose, of_file};
use crate::calibration::doppler::VelocityScale;
use crate::calibration::region::Region;
use crate::cycles::check::alarms;
use crate::cycles::propagate::{Onsets, TracePoint, propagate};
use crate::measure::image::{ControlPoint, Image, Modality};
use crate::measure::marks::Event;
use crate::measure::refusal::MeasurementRefusal;
use crate::records::calibration::ReferencePixelOrigin;
use crate::records::metadata::FrameTimeSource;
use crate::units::PhysicalUnit;

/// Fields of a result.
type Fields = Map<String, Value>;

/// Runs a task by the type of its definition; none for other types.
pub fn run(kind: &str, input: &Value) -> Option<Result<Fields, MeasurementRefusal>> {
    Some(match kind {
        "calibration" => calibration(input),
        "region-choice" => region_choice(input),
        "unwrap" => unwrap(input),
        "propagate" => propagation(input),
        "frame-times" => times(input),
        "cycle-alarm" => cycle_alarm(input),
        _ => return None,
    })
}

fn fields(values: Vec<Value>) -> Fields {
    let mut fields = Map::new();
    fields.insert("values".to_owned(), Value::Array(values));
    fields.insert("aggregate".to_owned(), Value::Null);
    fields
}

/// A number, or null where it is not finite.
fn finite(value: Option<f64>) -> Value {
    value
        .filter(|value| value.is_finite())
        .map_or(Value::Null, |value| json!(value))
}

fn calibration(input: &Value) -> Result<Fields, MeasurementRefusal> {
    let image = read_image(input)?;
    let region = image.candidates.first().map(|candidate| &candidate.region);
    let region = region.ok_or(MeasurementRefusal::NotCalibrated)?;
    let scale = VelocityScale::of(region, image.velocity_axis, image.baseline_y);
    let timed = region.x.unit == PhysicalUnit::Second && region.x.is_scaled();
    let start = region.x.reference.unwrap_or(region.min_x);
    let values = read_points(input)?.into_iter().map(|point| {
        let time = timed.then(|| (point.x - start) * region.x.delta.abs());
        let velocity = scale.map(|scale| scale.at(point.y));
        json!([finite(time), finite(velocity)])
    });
    let mut fields = fields(values.collect());
    fields.insert("zero_line".to_owned(), finite(zero_line(&image, region)));
    fields.insert("warnings".to_owned(), json!(image.region_warnings));
    Ok(fields)
}

/// Row where velocities are 0: known on a frequency scale too, where no velocity is.
fn zero_line(image: &Image, region: &Region) -> Option<f64> {
    if !region.has_zero_line() {
        return None;
    }
    let file = || region.zero_line(image.velocity_axis);
    image.baseline_y.or_else(file)
}

/// Only the regions of an input.
fn candidates(input: &Value) -> Result<Vec<Candidate>, MeasurementRefusal> {
    let sources = read_regions(input)?;
    let size = read_size(input, &sources)?;
    Ok(of_file(&sources, size, ReferencePixelOrigin::Region))
}

fn positions(input: &Value) -> Result<Vec<[f64; 2]>, MeasurementRefusal> {
    let points = read_points(input)?;
    Ok(points.iter().map(|point| [point.x, point.y]).collect())
}

fn region_choice(input: &Value) -> Result<Fields, MeasurementRefusal> {
    let unknown = |field: &str| MeasurementRefusal::Configuration(format!("unknown {field}"));
    let need = match input.get("need").and_then(Value::as_str) {
        Some("length") => Need::Length,
        Some("depth") => Need::Depth,
        Some("time") => Need::Time,
        Some("velocity") => Need::Velocity,
        None | Some("any") => Need::Any,
        Some(_) => return Err(unknown("need")),
    };
    let axes = match input.get("axes").and_then(Value::as_str) {
        Some("x") => Axes::X,
        Some("y") => Axes::Y,
        Some("xy") => Axes::Xy,
        None => need.usual_axes(),
        Some(_) => return Err(unknown("axes")),
    };
    let (candidates, points) = (candidates(input)?, positions(input)?);
    let chosen = choose(&candidates, (need, axes), read_aliasing(input)?, &points);
    let index = chosen.and_then(|candidate| candidate.index);
    Ok(fields(vec![json!(index)]))
}

fn unwrap(input: &Value) -> Result<Fields, MeasurementRefusal> {
    let (candidates, aliasing) = (candidates(input)?, read_aliasing(input)?);
    let candidate = candidates
        .first()
        .ok_or(MeasurementRefusal::NotCalibrated)?;
    let rows = read_points(input)?.into_iter();
    let stored = rows.map(|point| json!(aliasing.unwrap_row(&candidate.region, point.y)));
    Ok(fields(stored.collect()))
}

fn trace_point(point: ControlPoint) -> TracePoint {
    TracePoint {
        x: point.x,
        y: point.y,
        pins: point.pins,
    }
}

fn propagation(input: &Value) -> Result<Fields, MeasurementRefusal> {
    let image = read_image(input)?;
    let first = image.candidates.first();
    let zero_y = first.and_then(|candidate| zero_line(&image, &candidate.region));
    let points: Vec<TracePoint> = read_points(input)?.into_iter().map(trace_point).collect();
    let cycles = input.get("cardiac_events").and_then(Value::as_array);
    let onsets = cycles.map_or(&[][..], Vec::as_slice).iter().map(|cycle| {
        let marks = read_cycle_marks(cycle, Modality::Doppler)?;
        let both = (marks.get(Event::OnsetStart), marks.get(Event::OnsetEnd));
        Ok(match both {
            (Some(start), Some(end)) => Some(Onsets { start, end }),
            _ => None,
        })
    });
    let onsets: Vec<Option<Onsets>> = onsets.collect::<Result<_, MeasurementRefusal>>()?;
    let mut last_y = points.last().map(|point| point.y);
    let mut values = Vec::new();
    // The first cycle is the source of the copies.
    for target in onsets.iter().skip(1) {
        let copied = match (onsets[0], target) {
            (Some(source), Some(target)) => propagate(&points, source, *target, last_y, zero_y),
            _ => None,
        };
        if let Some(point) = copied.as_ref().and_then(|copied| copied.last()) {
            last_y = Some(point[1]);
        }
        values.push(json!(copied));
    }
    Ok(fields(values))
}

fn times(input: &Value) -> Result<Fields, MeasurementRefusal> {
    let read = read_times(input)?;
    let rate = read.times.frame_rate();
    let values = read.times.times_ms.iter().map(|time| finite(Some(*time)));
    let mut fields = fields(values.collect());
    let assumed = read.times.source == FrameTimeSource::Assumed;
    fields.insert("source".to_owned(), json!(read.times.source));
    fields.insert("assumed".to_owned(), json!(assumed));
    fields.insert("frame_rate".to_owned(), finite(rate));
    fields.insert("warnings".to_owned(), json!(read.warnings));
    Ok(fields)
}

fn cycle_alarm(input: &Value) -> Result<Fields, MeasurementRefusal> {
    let lengths = match input.get("lengths") {
        Some(Value::Array(items)) => read_values(items, "lengths")?,
        _ => return Err(MeasurementRefusal::InvalidInput("lengths".to_owned())),
    };
    Ok(fields(
        alarms(&lengths).into_iter().map(Value::Bool).collect(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frequency_scale_without_a_transducer_frequency_has_a_zero_line_and_no_velocity() {
        // Reference row 300 + 180, and 200 Hz there at 20 Hz a row: zero 10 rows below.
        let input = json!({"doppler_regions": [{"region_spatial_format": 3, "region_flags": 4,
            "region_location_min_x0": 60, "region_location_min_y0": 300, "region_location_max_x1": 859,
            "region_location_max_y1": 559, "reference_pixel_x0": 0, "reference_pixel_y0": 180,
            "reference_pixel_physical_value_y": 200.0, "physical_units_x": 4, "physical_units_y": 5,
            "physical_delta_x": 0.004, "physical_delta_y": -20.0}],
            "points": [{"x": 160, "y": 430}]});
        let found = calibration(&input).unwrap();
        assert_eq!(found["zero_line"], json!(490.0));
        assert_eq!(found["values"], json!([[0.4, null]]));
        let mut dragged = input;
        dragged["calibration"] = json!({"baseline_y": 471.5});
        assert_eq!(calibration(&dragged).unwrap()["zero_line"], json!(471.5));
    }
}
