//! Frame times.

use serde_json::Value;

use super::fields::{invalid, list, number, optional, text};
use crate::dicom::timing::{FrameTimes, NamedTime, TimeTags, frame_times};
use crate::dicom::warnings::Warnings;
use crate::limits::MAX_FRAMES;
use crate::measure::refusal::MeasurementRefusal;
use crate::records::metadata::WarningCode;

/// Frame times with the codes of what is odd about them.
pub struct ReadTimes {
    /// Times and source.
    pub times: FrameTimes,
    /// Codes.
    pub warnings: Vec<WarningCode>,
}

/// Frame times from the time tags.
pub fn read_times(input: &Value) -> Result<ReadTimes, MeasurementRefusal> {
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
    Ok(ReadTimes {
        times,
        warnings: warnings.sorted(),
    })
}
