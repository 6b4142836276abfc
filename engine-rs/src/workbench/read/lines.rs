//! Marks, lines and points.

use serde_json::Value;

use super::fields::{flag, list, number, text};
use crate::cycles::pins::Pins;
use crate::measure::image::{ControlPoint, CycleLines, Interpolation, Line, Modality};
use crate::measure::marks::{Event, Marks};
use crate::measure::refusal::MeasurementRefusal;

/// Marks of all cycles; none when the record has no such list.
pub(super) fn read_marks(
    input: &Value,
    modality: Modality,
) -> Result<Option<Vec<Marks>>, MeasurementRefusal> {
    if input.get("cardiac_events").is_none_or(Value::is_null) {
        return Ok(None);
    }
    let cycles = list(input, "cardiac_events")?.iter();
    cycles
        .map(|cycle| read_cycle_marks(cycle, modality))
        .collect::<Result<_, _>>()
        .map(Some)
}

/// Marks of one cycle. On a plane 0 means no frame; on a strip it is a position.
pub fn read_cycle_marks(cycle: &Value, modality: Modality) -> Result<Marks, MeasurementRefusal> {
    let mut marks = Marks::default();
    for event in Event::ALL {
        let name = event.name();
        match cycle.get(name) {
            None | Some(Value::Null | Value::Bool(false)) => {}
            Some(value) => {
                let position = number(value, name)?;
                if modality != Modality::TwoD || position != 0.0 {
                    marks.set(event, position);
                }
            }
        }
    }
    Ok(marks)
}

pub(super) fn read_cycles(
    input: &Value,
    modality: Modality,
) -> Result<Vec<CycleLines>, MeasurementRefusal> {
    let cycles = list(input, "segmentation")?.iter();
    cycles.map(|cycle| read_cycle(cycle, modality)).collect()
}

fn read_cycle(cycle: &Value, modality: Modality) -> Result<CycleLines, MeasurementRefusal> {
    let lines = |record: Option<&Value>| -> Result<Vec<Line>, MeasurementRefusal> {
        let items = record.map_or(Ok(&[][..]), |record| list(record, "lines"))?;
        items.iter().map(|line| read_line(line, modality)).collect()
    };
    Ok(CycleLines {
        end_diastole: lines(cycle.get("end_diastole"))?,
        end_systole: lines(cycle.get("end_systole"))?,
        timeless: lines(Some(cycle))?,
        pattern: pattern_of(cycle),
    })
}

/// Pattern of the first line of a cycle that has one.
fn pattern_of(cycle: &Value) -> Option<String> {
    let planes = ["end_diastole", "end_systole"].map(|event| cycle.get(event));
    let lists = planes.into_iter().flatten().chain([cycle]);
    let lines = lists.filter_map(|list| list.get("lines")?.as_array());
    let named = lines.flatten().find_map(|line| line.get("pattern"));
    named.and_then(Value::as_str).map(str::to_owned)
}

fn read_line(line: &Value, modality: Modality) -> Result<Line, MeasurementRefusal> {
    let shape = text(line, "shape");
    let usual = if modality == Modality::TwoD {
        Interpolation::CatmullRom
    } else {
        Interpolation::Pchip
    };
    let interpolation = match text(line, "interpolation").as_str() {
        _ if shape == "nospline" => Interpolation::Linear,
        "linear" | "nospline" => Interpolation::Linear,
        "pchip" => Interpolation::Pchip,
        "catmull_rom" => Interpolation::CatmullRom,
        "chord_spline" => Interpolation::ChordSpline,
        _ => usual,
    };
    let points = list(line, "points")?.iter().map(read_point);
    let points = points.collect::<Result<_, _>>()?;
    Ok(Line::new(
        &text(line, "name"),
        &shape,
        interpolation,
        points,
    ))
}

/// A point as a record, or as a pair of coordinates.
pub fn read_point(point: &Value) -> Result<ControlPoint, MeasurementRefusal> {
    let missing = Value::Null;
    let (x, y) = match point {
        Value::Array(pair) => (pair.first(), pair.get(1)),
        other => (other.get("x"), other.get("y")),
    };
    Ok(ControlPoint {
        id: text(point, "id").into(),
        x: number(x.unwrap_or(&missing), "x")?,
        y: number(y.unwrap_or(&missing), "y")?,
        kind: text(point, "type"),
        pins: Pins {
            forced_to_zero: flag(point, "forced_to_zero"),
            on_onset: flag(point, "on_onset"),
            same_as_start: flag(point, "same_as_start"),
            same_as_end: flag(point, "same_as_end"),
        },
    })
}

/// The `points` of an input.
pub fn read_points(input: &Value) -> Result<Vec<ControlPoint>, MeasurementRefusal> {
    list(input, "points")?.iter().map(read_point).collect()
}
