//! An image from its cut-down record: what golden cases and formula benches hold.
//!
//! Every number is checked: text, or null where a number belongs, refuses the whole case.

mod fields;
mod lines;
mod operands;
mod regions;
mod times;

pub use lines::{read_cycle_marks, read_point, read_points};
pub use operands::read_values;
pub use regions::{read_aliasing, read_regions, read_size};
pub use times::{ReadTimes, read_times};

use std::collections::BTreeSet;

use serde_json::Value;

use crate::calibration::warnings::of_regions;
use crate::measure::image::{Image, Modality, NoFrameTimes};
use crate::measure::refusal::MeasurementRefusal;
use crate::records::calibration::{FlowDirection, ReferencePixelOrigin, VelocityAxis};
use crate::records::metadata::FrameTimeSource;
use fields::{optional, setting};
use lines::{read_cycles, read_marks};
use operands::read_operands;
use regions::read_candidates;

/// Reads the `input` of a case.
///
/// # Errors
/// `invalid-input`; `configuration` for a modality that does not exist.
pub fn read_image(input: &Value) -> Result<Image, MeasurementRefusal> {
    let modality = match input.get("modality").and_then(Value::as_str) {
        Some("2D") => Modality::TwoD,
        Some("M-Mode") => Modality::MMode,
        Some(doppler) if doppler.contains("Doppler") => Modality::Doppler,
        None | Some("any") => Modality::Any,
        Some(other) => {
            return Err(MeasurementRefusal::Configuration(format!(
                "modality {other}"
            )));
        }
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
        single_frame: false,
        excluded: BTreeSet::new(),
        region_warnings: of_regions(&sources, size, origin),
        time_warnings: times.warnings,
        frame_times_ms: match times.times.source {
            FrameTimeSource::Assumed => Err(NoFrameTimes::NotInFile),
            _ => Ok(times.times.times_ms),
        },
        gestational_age_days: optional(input, "gestational_age_days")?,
        body_surface_m2: optional(input, "body_surface_m2")?,
        operands: read_operands(input)?,
    })
}
