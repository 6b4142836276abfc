//! An image from its cut-down record: what golden cases and formula benches hold.
//!
//! Every number is checked: text, or null where a number belongs, refuses the whole case.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::Refusal;
use super::image::{ControlPoint, CycleLines, Image, Interpolation, Line, Modality};
use super::provenance::warning;
use crate::calibration::aliasing::Aliasing;
use crate::calibration::choice::{Candidate, of_file, of_manual, of_spacing};
use crate::calibration::doppler::differs_from_repetition;
use crate::calibration::flow_region::reference_warnings_of;
use crate::calibration::region::{ImageSize, Region};
use crate::dicom::timing::{FrameTimes, NamedTime, TimeTags, frame_times};
use crate::dicom::warnings::Warnings;
use crate::limits::{MAX_FRAMES, MAX_REGIONS};
use crate::records::calibration::{
    CalibrationSource, FlowDirection, ManualScale, ReferencePixelOrigin, VelocityAxis,
};
use crate::records::metadata::{DopplerRegion, FrameTimeSource, WarningCode};

/// Marks of a cycle.
const MARKS: [&str; 5] = [
    "onset_start",
    "onset_end",
    "end_diastole_start",
    "end_diastole_end",
    "end_systole",
];

fn invalid(field: &str) -> Refusal {
    Refusal::InvalidInput(field.to_owned())
}

/// A finite number; anything else is refused.
fn number(value: &Value, field: &str) -> Result<f64, Refusal> {
    let number = value.as_f64().filter(|number| number.is_finite());
    number.ok_or_else(|| invalid(field))
}

/// A finite number, or nothing.
fn optional(record: &Value, field: &str) -> Result<Option<f64>, Refusal> {
    match record.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => number(value, field).map(Some),
    }
}

/// The items of a list, none of an absent one.
fn list<'a>(record: &'a Value, field: &str) -> Result<&'a [Value], Refusal> {
    match record.get(field) {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(items)) => Ok(items),
        Some(_) => Err(invalid(field)),
    }
}

fn text(record: &Value, field: &str) -> String {
    let text = record.get(field).and_then(Value::as_str);
    text.unwrap_or_default().to_owned()
}

fn flag(record: &Value, field: &str) -> bool {
    record.get(field).and_then(Value::as_bool).unwrap_or(false)
}

/// One of the words of a setting.
fn setting<T: serde::de::DeserializeOwned + Default>(
    record: Option<&Value>,
    field: &str,
) -> Result<T, Refusal> {
    match record.and_then(|record| record.get(field)) {
        None | Some(Value::Null) => Ok(T::default()),
        Some(value) => T::deserialize(value).map_err(|_| invalid(field)),
    }
}

/// Reads the `input` of a case.
///
/// # Errors
/// `invalid-input`; `configuration` for a modality that does not exist.
pub fn read_image(input: &Value) -> Result<Image, Refusal> {
    let modality = match input.get("modality").and_then(Value::as_str) {
        Some("2D") => Modality::TwoD,
        Some("M-Mode") => Modality::MMode,
        Some(doppler) if doppler.contains("Doppler") => Modality::Doppler,
        None | Some("any") => Modality::Any,
        Some(other) => return Err(Refusal::Configuration(format!("modality {other}"))),
    };
    let sources = read_regions(input)?;
    let size = read_size(input, &sources)?;
    let settings = input
        .get("calibration")
        .filter(|settings| !settings.is_null());
    let origin: ReferencePixelOrigin = setting(settings, "reference_pixel_origin")?;
    let times = read_times(input)?;
    Ok(Image {
        modality,
        candidates: read_candidates(input, &sources, size, origin)?,
        velocity_axis: setting::<VelocityAxis>(settings, "velocity_axis")?,
        flow_direction: setting::<FlowDirection>(settings, "flow_direction")?,
        baseline_y: settings.map_or(Ok(None), |record| optional(record, "baseline_y"))?,
        aliasing: read_aliasing(input)?,
        marks: read_marks(input, modality)?,
        cycles: read_cycles(input, modality)?,
        region_warnings: warnings_of(&sources, size, origin),
        time_warnings: times.warnings,
        frame_times_ms: (times.times.source != FrameTimeSource::Assumed)
            .then_some(times.times.times_ms),
        gestational_age_days: optional(input, "gestational_age_days")?,
        operands: read_operands(input)?,
    })
}

/// Regions as in the file.
pub fn read_regions(input: &Value) -> Result<Vec<DopplerRegion>, Refusal> {
    let items = list(input, "doppler_regions")?;
    if items.len() > MAX_REGIONS {
        return Err(invalid("doppler_regions"));
    }
    items.iter().map(read_region).collect()
}

fn read_region(item: &Value) -> Result<DopplerRegion, Refusal> {
    // Conversions saturate; all of these are whole numbers in the file.
    let whole = |field: &str| optional(item, field);
    let unsigned = |field: &str| whole(field).map(|value| value.map(|value| value as u32));
    let short = |field: &str| whole(field).map(|value| value.map(|value| value as u16));
    let signed = |field: &str| whole(field).map(|value| value.map(|value| value as i32));
    Ok(DopplerRegion {
        region_spatial_format: short("region_spatial_format")?,
        region_data_type: short("region_data_type")?,
        region_flags: unsigned("region_flags")?,
        region_location_min_x0: unsigned("region_location_min_x0")?,
        region_location_min_y0: unsigned("region_location_min_y0")?,
        region_location_max_x1: unsigned("region_location_max_x1")?,
        region_location_max_y1: unsigned("region_location_max_y1")?,
        reference_pixel_x0: signed("reference_pixel_x0")?,
        reference_pixel_y0: signed("reference_pixel_y0")?,
        physical_units_x: short("physical_units_x")?,
        physical_units_y: short("physical_units_y")?,
        reference_pixel_physical_value_x: whole("reference_pixel_physical_value_x")?,
        reference_pixel_physical_value_y: whole("reference_pixel_physical_value_y")?,
        physical_delta_x: whole("physical_delta_x")?,
        physical_delta_y: whole("physical_delta_y")?,
        transducer_frequency_khz: unsigned("transducer_frequency")?,
        pulse_repetition_frequency_hz: unsigned("pulse_repetition_frequency")?,
        doppler_correction_angle: whole("doppler_correction_angle")?,
        steering_angle: None,
    })
}

/// Size of the image; without one, the smallest that holds all regions.
pub fn read_size(input: &Value, sources: &[DopplerRegion]) -> Result<ImageSize, Refusal> {
    let extent = |bound: fn(&DopplerRegion) -> Option<u32>| {
        let last = sources.iter().filter_map(bound).max();
        last.map_or(0, |last| last.saturating_add(1))
    };
    let side = |field: &str| optional(input, field).map(|side| side.map(|side| side as u32));
    Ok(ImageSize {
        width: side("width")?.unwrap_or_else(|| extent(|region| region.region_location_max_x1)),
        height: side("height")?.unwrap_or_else(|| extent(|region| region.region_location_max_y1)),
    })
}

/// Where the scale comes from, in order: manual scales, regions, Pixel Spacing.
fn read_candidates(
    input: &Value,
    sources: &[DopplerRegion],
    size: ImageSize,
    origin: ReferencePixelOrigin,
) -> Result<Vec<Candidate>, Refusal> {
    let manual = input
        .get("calibration")
        .map(|settings| list(settings, "manual"));
    let manual: Vec<ManualScale> = manual
        .transpose()?
        .unwrap_or_default()
        .iter()
        .map(|scale| serde::Deserialize::deserialize(scale).map_err(|_| invalid("manual")))
        .collect::<Result<_, _>>()?;
    if !manual.is_empty() {
        return Ok(of_manual(size, &manual).into_iter().collect());
    }
    if !sources.is_empty() {
        return Ok(of_file(sources, size, origin));
    }
    let spacing = list(input, "pixel_spacing")?;
    let [row, column] = spacing else {
        return Ok(Vec::new());
    };
    let spacing = [
        number(row, "pixel_spacing")?,
        number(column, "pixel_spacing")?,
    ];
    let candidate = of_spacing(size, spacing, CalibrationSource::PixelSpacing);
    Ok(candidate.into_iter().collect())
}

/// Rows of an aliasing correction.
pub fn read_aliasing(input: &Value) -> Result<Aliasing, Refusal> {
    let Some(record) = input
        .get("correct_aliasing")
        .filter(|record| record.is_object())
    else {
        return Ok(Aliasing::default());
    };
    Ok(Aliasing {
        up: optional(record, "up")?.unwrap_or(0.0),
        down: optional(record, "down")?.unwrap_or(0.0),
    })
}

/// Codes of what is odd about the regions, in the order of the file, each once.
pub fn warnings_of(
    sources: &[DopplerRegion],
    size: ImageSize,
    origin: ReferencePixelOrigin,
) -> Vec<&'static str> {
    let mut codes: Vec<&'static str> = Vec::new();
    let reference = reference_warnings_of(sources, size, origin);
    if reference.contains(&WarningCode::Reference16Bit) {
        codes.push("reference_16_bit");
    }
    if reference.contains(&WarningCode::BaselineMayBeAbsolute) {
        codes.push("baseline_may_be_absolute");
    }
    let differs = |candidate: &Candidate| {
        let source = candidate
            .index
            .and_then(|index| sources.get(index as usize));
        let region: &Region = &candidate.region;
        source.is_some_and(|source| differs_from_repetition(source, region))
    };
    if of_file(sources, size, origin).iter().any(differs) {
        codes.push(warning::SCALE_AGAINST_PRF);
    }
    codes
}

/// Frame times with the codes of what is odd about them.
pub struct ReadTimes {
    /// Times and source.
    pub times: FrameTimes,
    /// Codes.
    pub warnings: Vec<&'static str>,
}

/// Frame times from the time tags.
pub fn read_times(input: &Value) -> Result<ReadTimes, Refusal> {
    let frames = optional(input, "number_of_frames")?.unwrap_or(1.0);
    if !(0.0..=f64::from(MAX_FRAMES)).contains(&frames) {
        return Err(invalid("number_of_frames"));
    }
    let vector = list(input, "frame_time_vector")?.iter();
    let tags = TimeTags {
        named: match text(input, "frame_increment_pointer").as_str() {
            "(0018,1063)" => Some(NamedTime::FrameTime),
            "(0018,1065)" => Some(NamedTime::FrameTimeVector),
            _ => None,
        },
        frame_time: optional(input, "frame_time")?,
        frame_time_vector: vector
            .map(|entry| number(entry, "frame_time_vector"))
            .collect::<Result<_, _>>()?,
        cine_rate: optional(input, "cine_rate")?,
        effective_duration: optional(input, "effective_duration")?,
        recommended_display_frame_rate: optional(input, "recommended_display_frame_rate")?,
    };
    let mut warnings = Warnings::default();
    let times = frame_times(&tags, (frames as u32).max(1), &mut warnings);
    let codes = warnings.sorted().into_iter().filter_map(|code| match code {
        WarningCode::FrameTimeVectorForward => Some("frame_time_vector_forward"),
        WarningCode::DisplayRate => Some("display_rate"),
        _ => None,
    });
    Ok(ReadTimes {
        times,
        warnings: codes.collect(),
    })
}

/// Marks of all cycles; none when the record has no such list.
fn read_marks(
    input: &Value,
    modality: Modality,
) -> Result<Option<Vec<BTreeMap<String, f64>>>, Refusal> {
    if input.get("cardiac_events").is_none_or(Value::is_null) {
        return Ok(None);
    }
    let cycles = list(input, "cardiac_events")?.iter();
    cycles
        .map(|cycle| read_cycle_marks(cycle, modality))
        .collect::<Result<_, _>>()
        .map(Some)
}

/// Marks of one cycle. On a plane 0 is no frame; on a strip it is a position.
pub fn read_cycle_marks(
    cycle: &Value,
    modality: Modality,
) -> Result<BTreeMap<String, f64>, Refusal> {
    let mut marks = BTreeMap::new();
    for name in MARKS.into_iter().chain(["end_diastole"]) {
        match cycle.get(name) {
            None | Some(Value::Null | Value::Bool(false)) => {}
            Some(value) => {
                let position = number(value, name)?;
                if modality != Modality::TwoD || position != 0.0 {
                    marks.insert(name.to_owned(), position);
                }
            }
        }
    }
    Ok(marks)
}

fn read_cycles(input: &Value, modality: Modality) -> Result<Vec<CycleLines>, Refusal> {
    let cycles = list(input, "segmentation")?.iter();
    cycles.map(|cycle| read_cycle(cycle, modality)).collect()
}

fn read_cycle(cycle: &Value, modality: Modality) -> Result<CycleLines, Refusal> {
    let lines = |record: Option<&Value>| -> Result<Vec<Line>, Refusal> {
        let items = record.map_or(Ok(&[][..]), |record| list(record, "lines"))?;
        items.iter().map(|line| read_line(line, modality)).collect()
    };
    Ok(CycleLines {
        end_diastole: lines(cycle.get("end_diastole"))?,
        end_systole: lines(cycle.get("end_systole"))?,
        strip: lines(Some(cycle))?,
    })
}

fn read_line(line: &Value, modality: Modality) -> Result<Line, Refusal> {
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
    Ok(Line {
        name: text(line, "name"),
        shape,
        interpolation,
        points: list(line, "points")?
            .iter()
            .map(read_point)
            .collect::<Result<_, _>>()?,
    })
}

/// A point as a record, or as a pair of coordinates.
pub fn read_point(point: &Value) -> Result<ControlPoint, Refusal> {
    let missing = Value::Null;
    let (x, y) = match point {
        Value::Array(pair) => (pair.first(), pair.get(1)),
        other => (other.get("x"), other.get("y")),
    };
    Ok(ControlPoint {
        id: text(point, "id"),
        x: number(x.unwrap_or(&missing), "x")?,
        y: number(y.unwrap_or(&missing), "y")?,
        kind: text(point, "type"),
        forced_to_zero: flag(point, "forced_to_zero"),
        on_onset: flag(point, "on_onset"),
        same_as_start: flag(point, "same_as_start"),
        same_as_end: flag(point, "same_as_end"),
    })
}

/// The `points` of an input.
pub fn read_points(input: &Value) -> Result<Vec<ControlPoint>, Refusal> {
    list(input, "points")?.iter().map(read_point).collect()
}

/// A list of numbers with nulls in place.
pub fn read_values(items: &[Value], field: &str) -> Result<Vec<Option<f64>>, Refusal> {
    let value = |item: &Value| match item {
        Value::Null => Ok(None),
        other => number(other, field).map(Some),
    };
    items.iter().map(value).collect()
}

fn read_operands(input: &Value) -> Result<BTreeMap<String, Vec<Option<f64>>>, Refusal> {
    let empty = Map::new();
    let operands = match input.get("operands") {
        None | Some(Value::Null) => &empty,
        Some(Value::Object(operands)) => operands,
        Some(_) => return Err(invalid("operands")),
    };
    let mut read = BTreeMap::new();
    for (name, values) in operands {
        match values {
            // Null is a source that is not there.
            Value::Null => {}
            Value::Array(items) => {
                read.insert(name.clone(), read_values(items, name)?);
            }
            _ => return Err(invalid(name)),
        }
    }
    Ok(read)
}
