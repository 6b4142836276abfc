//! Answers beside measurements: calibration, region choice, unwrapping, propagation, frame times
//! and cycle alarms.

use serde_json::{Map, Value, json};

use super::Refusal;
use super::image::{ControlPoint, Modality};
use super::marks::Event;
use super::read::{
    read_aliasing, read_cycle_marks, read_image, read_points, read_regions, read_size, read_times,
    read_values,
};
use crate::calibration::choice::{Axes, Candidate, Need, choose, of_file};
use crate::calibration::doppler::VelocityScale;
use crate::cycles::check::alarms;
use crate::cycles::propagate::{Onsets, TracePoint, propagate};
use crate::records::calibration::ReferencePixelOrigin;
use crate::records::metadata::FrameTimeSource;
use crate::units::PhysicalUnit;

/// Fields of an answer.
type Fields = Map<String, Value>;

/// Runs a task by the type of its definition; none when the type is no task.
pub fn run(kind: &str, input: &Value) -> Option<Result<Fields, Refusal>> {
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

fn calibration(input: &Value) -> Result<Fields, Refusal> {
    let image = read_image(input)?;
    let region = image.candidates.first().map(|candidate| &candidate.region);
    let region = region.ok_or(Refusal::NotCalibrated)?;
    let scale = VelocityScale::of(region, image.velocity_axis, image.baseline_y);
    let timed = region.x.unit == PhysicalUnit::Second && region.x.is_scaled();
    let start = region.x.reference.unwrap_or(region.min_x);
    let values = read_points(input)?.into_iter().map(|point| {
        let time = timed.then(|| (point.x - start) * region.x.delta.abs());
        let velocity = scale.map(|scale| scale.at(point.y));
        json!([finite(time), finite(velocity)])
    });
    let mut fields = fields(values.collect());
    fields.insert(
        "zero_line".to_owned(),
        finite(scale.map(|scale| scale.zero_y)),
    );
    fields.insert("warnings".to_owned(), json!(image.region_warnings));
    Ok(fields)
}

/// The regions of an input alone.
fn candidates(input: &Value) -> Result<Vec<Candidate>, Refusal> {
    let sources = read_regions(input)?;
    let size = read_size(input, &sources)?;
    Ok(of_file(&sources, size, ReferencePixelOrigin::Region))
}

fn positions(input: &Value) -> Result<Vec<[f64; 2]>, Refusal> {
    let points = read_points(input)?;
    Ok(points.iter().map(|point| [point.x, point.y]).collect())
}

fn region_choice(input: &Value) -> Result<Fields, Refusal> {
    let unknown = |field: &str| Refusal::Configuration(format!("unknown {field}"));
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

fn unwrap(input: &Value) -> Result<Fields, Refusal> {
    let (candidates, aliasing) = (candidates(input)?, read_aliasing(input)?);
    let candidate = candidates.first().ok_or(Refusal::NotCalibrated)?;
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

fn propagation(input: &Value) -> Result<Fields, Refusal> {
    let image = read_image(input)?;
    let zero_y = image.candidates.first().and_then(|candidate| {
        VelocityScale::of(&candidate.region, image.velocity_axis, image.baseline_y)
    });
    let zero_y = zero_y.map(|scale| scale.zero_y);
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
    let onsets: Vec<Option<Onsets>> = onsets.collect::<Result<_, Refusal>>()?;
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

fn times(input: &Value) -> Result<Fields, Refusal> {
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

fn cycle_alarm(input: &Value) -> Result<Fields, Refusal> {
    let lengths = match input.get("lengths") {
        Some(Value::Array(items)) => read_values(items, "lengths")?,
        _ => return Err(Refusal::InvalidInput("lengths".to_owned())),
    };
    Ok(fields(
        alarms(&lengths).into_iter().map(Value::Bool).collect(),
    ))
}
