//! Time of each frame (docs/calibration.md#frame-times; PS3.3 C.7.6.5 and C.7.6.6).

use super::element::{DataSet, Tag};
use super::numbers::{self, FRAME_TIME_VECTOR};
use super::warnings::Warnings;
use crate::limits::{ASSUMED_FRAMES_PER_SECOND, FRAME_STEP_MS, MAX_R_WAVES};
use crate::records::metadata::{FrameTimeSource, ValueFault, WarningCode};

/// Frame Increment Pointer: the attribute in which frames differ.
pub(super) const FRAME_INCREMENT_POINTER: Tag = Tag(0x0028_0009);
const FRAME_TIME: Tag = Tag(0x0018_1063);
pub(super) const R_WAVE_TIME_VECTOR: Tag = Tag(0x0018_6060);
const CINE_RATE: Tag = Tag(0x0018_0040);
const EFFECTIVE_DURATION: Tag = Tag(0x0018_0072);
const RECOMMENDED_DISPLAY_FRAME_RATE: Tag = Tag(0x0008_2144);
/// Times of a list that a note quotes.
const MAX_QUOTED_TIMES: usize = 8;

/// Times of all frames and where they come from.
#[derive(Debug, Clone, PartialEq)]
pub struct FrameTimes {
    /// In ms; the first is 0.
    pub times_ms: Vec<f64>,
    /// Attribute they come from.
    pub source: FrameTimeSource,
}

impl FrameTimes {
    /// 1000 / mean step; none when assumed or with one frame.
    pub fn frame_rate(&self) -> Option<f64> {
        let steps = self
            .times_ms
            .len()
            .checked_sub(1)
            .filter(|&steps| steps > 0)?;
        let rate = 1000.0 / (self.times_ms.last()? / steps as f64);
        (self.source != FrameTimeSource::Assumed && rate.is_finite()).then_some(rate)
    }
}

/// R waves in ms from the first frame (R Wave Time Vector, PS3.3 C.7.6.5), in order; times that are
/// not finite, or lie before the one before, are left out.
pub fn read_r_waves(data: &DataSet) -> Vec<f64> {
    let mut last = f64::NEG_INFINITY;
    let mut waves = data.stated_numbers(R_WAVE_TIME_VECTOR);
    waves.truncate(MAX_R_WAVES);
    waves.retain(|&time| {
        let later = time.is_finite() && time > last;
        if later {
            last = time;
        }
        later
    });
    waves
}

/// Timing attributes of a file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TimeTags {
    /// The attribute that Frame Increment Pointer (0028,0009) names, if one of the two below.
    pub named: Option<NamedTime>,
    /// Frame Time (0018,1063), ms.
    pub frame_time: Option<f64>,
    /// Frame Time Vector (0018,1065), ms; empty when absent.
    pub frame_time_vector: Vec<f64>,
    /// Cine Rate (0018,0040), frames per second.
    pub cine_rate: Option<f64>,
    /// Effective Duration (0018,0072), s.
    pub effective_duration: Option<f64>,
    /// Recommended Display Frame Rate (0008,2144), frames per second.
    pub recommended_display_frame_rate: Option<f64>,
}

/// Attributes that Frame Increment Pointer may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedTime {
    /// Frame Time (0018,1063).
    FrameTime,
    /// Frame Time Vector (0018,1065).
    FrameTimeVector,
}

/// Reads the times; the attribute that Frame Increment Pointer names goes first.
pub fn read_times(data: &DataSet, frames: u32, warnings: &mut Warnings) -> FrameTimes {
    let named = data
        .tags(FRAME_INCREMENT_POINTER)
        .into_iter()
        .find_map(|tag| match tag {
            FRAME_TIME => Some(NamedTime::FrameTime),
            FRAME_TIME_VECTOR => Some(NamedTime::FrameTimeVector),
            _ => None,
        });
    let tags = TimeTags {
        named,
        frame_time: data.f64(FRAME_TIME),
        frame_time_vector: read_vector(data, frames, warnings),
        cine_rate: data.f64(CINE_RATE),
        effective_duration: data.f64(EFFECTIVE_DURATION),
        recommended_display_frame_rate: data.f64(RECOMMENDED_DISPLAY_FRAME_RATE),
    };
    frame_times(&tags, frames, warnings)
}

/// Times of `frames` frames from the attributes of a file (docs/calibration.md#frame-times). A source whose times
/// do not increase, or have steps outside of [`FRAME_STEP_MS`], is noted, and the next one is used.
pub fn frame_times(tags: &TimeTags, frames: u32, warnings: &mut Warnings) -> FrameTimes {
    let by_pointer = match tags.named {
        Some(NamedTime::FrameTime) => frame_time(tags, frames, warnings),
        Some(NamedTime::FrameTimeVector) => vector(tags, frames, warnings),
        None => None,
    };
    by_pointer
        .or_else(|| vector(tags, frames, warnings))
        .or_else(|| frame_time(tags, frames, warnings))
        .or_else(|| rates(tags, frames, warnings))
        .unwrap_or_else(|| {
            steady(
                1000.0 / ASSUMED_FRAMES_PER_SECOND,
                frames,
                FrameTimeSource::Assumed,
            )
        })
}

fn steady(step_ms: f64, frames: u32, source: FrameTimeSource) -> FrameTimes {
    FrameTimes {
        times_ms: (0..frames)
            .map(|index| f64::from(index) * step_ms)
            .collect(),
        source,
    }
}

/// Times of one step, if it is plausible. 0 is a way to leave a value away, and a single frame has no step.
fn stepped(
    (tag, stated): (Tag, f64),
    step_ms: f64,
    frames: u32,
    source: FrameTimeSource,
    warnings: &mut Warnings,
) -> Option<FrameTimes> {
    if stated == 0.0 || !is_plausible(&[step_ms]) {
        if stated != 0.0 && frames > 1 {
            warnings.value(tag, stated.to_string(), ValueFault::Implausible);
        }
        return None;
    }
    Some(steady(step_ms, frames, source))
}

fn is_plausible(steps_ms: &[f64]) -> bool {
    steps_ms.iter().all(|step| FRAME_STEP_MS.contains(step))
}

fn frame_time(tags: &TimeTags, frames: u32, warnings: &mut Warnings) -> Option<FrameTimes> {
    let step = tags.frame_time?;
    let source = FrameTimeSource::FrameTime;
    stepped((FRAME_TIME, step), step, frames, source, warnings)
}

/// Usable with an entry for each frame and plausible steps. The first entry is 0 by the standard; where it is not,
/// the entries are steps forward and the last one is a filler.
fn vector(tags: &TimeTags, frames: u32, warnings: &mut Warnings) -> Option<FrameTimes> {
    let entries = &tags.frame_time_vector;
    let fault = |warnings: &mut Warnings, fault| {
        let shown = entries.iter().take(MAX_QUOTED_TIMES).map(f64::to_string);
        let value = shown.collect::<Vec<_>>().join("\\");
        warnings.value(FRAME_TIME_VECTOR, value, fault);
        None
    };
    let (first, rest) = entries.split_first()?;
    if frames <= 1 {
        return None;
    }
    if entries.len() != frames as usize {
        return fault(warnings, ValueFault::WrongCount);
    }
    let forward = *first != 0.0;
    let steps = if forward {
        &entries[..entries.len() - 1]
    } else {
        rest
    };
    if !is_plausible(steps) {
        return fault(warnings, ValueFault::Implausible);
    }
    if forward {
        warnings.push(WarningCode::FrameTimeVectorForward);
    }
    let mut times_ms = vec![0.0];
    let mut time = 0.0;
    for step in steps {
        time += step;
        times_ms.push(time);
    }
    Some(FrameTimes {
        times_ms,
        source: FrameTimeSource::FrameTimeVector,
    })
}

fn rates(tags: &TimeTags, frames: u32, warnings: &mut Warnings) -> Option<FrameTimes> {
    let by_rate = |tag, rate: f64, source, warnings: &mut Warnings| {
        stepped((tag, rate), 1000.0 / rate, frames, source, warnings)
    };
    let cine = tags.cine_rate.and_then(|rate| {
        let source = FrameTimeSource::CineRate;
        by_rate(CINE_RATE, rate, source, warnings)
    });
    if cine.is_some() {
        return cine;
    }
    if let Some(seconds) = tags.effective_duration
        && frames > 1
    {
        let step = seconds * 1000.0 / f64::from(frames - 1);
        let source = FrameTimeSource::EffectiveDuration;
        let times = stepped(
            (EFFECTIVE_DURATION, seconds),
            step,
            frames,
            source,
            warnings,
        );
        if times.is_some() {
            return times;
        }
    }
    let source = FrameTimeSource::RecommendedDisplayFrameRate;
    let rate = tags.recommended_display_frame_rate?;
    let times = by_rate(RECOMMENDED_DISPLAY_FRAME_RATE, rate, source, warnings)?;
    warnings.push(WarningCode::DisplayRate);
    Some(times)
}

/// The times of Frame Time Vector. A comma may stand for the point where the list still has a time for each frame:
/// then it does not part two numbers. Elsewhere a comma is ambiguous, and the number counts as absent.
fn read_vector(data: &DataSet, frames: u32, warnings: &mut Warnings) -> Vec<f64> {
    let times = data.decimals(FRAME_TIME_VECTOR);
    let Some((value, commas)) = numbers::unread(data, FRAME_TIME_VECTOR) else {
        return times;
    };
    if commas && times.len() == frames as usize {
        warnings.value(FRAME_TIME_VECTOR, value, ValueFault::CommaForPoint);
        return times;
    }
    warnings.value(FRAME_TIME_VECTOR, value, ValueFault::Unreadable);
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dicom::element::{Element, Value, Vr};

    fn data(elements: &[(u32, &str)]) -> DataSet {
        let mut data = DataSet::default();
        for &(tag, text) in elements {
            data.elements.push(Element {
                tag: Tag(tag),
                vr: Vr(*b"DS"),
                value: Value::Bytes(text.as_bytes().to_vec()),
            });
        }
        data
    }

    fn times(elements: &[(u32, &str)], frames: u32) -> (FrameTimes, Vec<WarningCode>) {
        let mut warnings = Warnings::default();
        (
            read_times(&data(elements), frames, &mut warnings),
            warnings.sorted(),
        )
    }

    #[test]
    fn a_vector_beginning_with_zero_adds_from_the_second_entry() {
        // docs/calibration.md#worked-examples, example 8: frames 1 to 31 of 0, 20 x 10, 30 x 10, 25 x 20.
        let steps = ["0"]
            .into_iter()
            .chain([("20"); 10])
            .chain(["30"; 10])
            .chain(["25"; 20]);
        let text = steps.collect::<Vec<_>>().join("\\");
        let (found, warnings) = times(&[(0x0018_1065, &text)], 41);
        assert_eq!(found.times_ms[30], 750.0);
        assert_eq!(found.source, FrameTimeSource::FrameTimeVector);
        assert!(warnings.is_empty());
    }

    #[test]
    fn a_vector_beginning_otherwise_holds_steps_forward() {
        let (found, warnings) = times(&[(0x0018_1065, "20\\20\\40\\20")], 4);
        assert_eq!(found.times_ms, [0.0, 20.0, 40.0, 80.0]);
        assert_eq!(warnings, [WarningCode::FrameTimeVectorForward]);
    }

    #[test]
    fn r_waves_as_text_are_no_binary_numbers() {
        let waves = |vr: &[u8; 2], bytes: &[u8]| {
            let value = Value::Bytes(bytes.to_vec());
            read_r_waves(&DataSet {
                elements: vec![Element {
                    tag: R_WAVE_TIME_VECTOR,
                    vr: Vr(*vr),
                    value,
                }],
                big_endian: false,
            })
        };
        for vr in [b"FL", b"DS", b"UN", b"LO"] {
            assert_eq!(waves(vr, b"10.5\\850  "), [10.5, 850.0], "{vr:?}");
        }
        for vr in [b"FL", b"DS", b"UN", b"LO"] {
            assert!(waves(vr, b"10,5\\850,5 ").is_empty(), "{vr:?}");
            assert!(waves(vr, b"10.5ms\\850ms").is_empty(), "{vr:?}");
        }
        let binary = [10.5_f32, 850.0].map(f32::to_le_bytes).concat();
        for vr in [b"FL", b"UN", b"OB"] {
            assert_eq!(waves(vr, &binary), [10.5, 850.0], "{vr:?}");
        }
    }

    #[test]
    fn sources_follow_their_precedence() {
        let all = [
            (0x0018_1063, "33.333"),
            (0x0018_0040, "30"),
            (0x0018_0072, "2"),
            (0x0008_2144, "25"),
        ];
        let sources = [
            FrameTimeSource::FrameTime,
            FrameTimeSource::CineRate,
            FrameTimeSource::EffectiveDuration,
            FrameTimeSource::RecommendedDisplayFrameRate,
            FrameTimeSource::Assumed,
        ];
        for (skip, source) in sources.into_iter().enumerate() {
            assert_eq!(times(&all[skip..], 11).0.source, source);
        }
        assert_eq!(times(&all[2..], 11).0.times_ms[1], 200.0);
        assert_eq!(times(&[], 3).0.frame_rate(), None);
        assert_eq!(times(&[], 3).0.times_ms, [0.0, 25.0, 50.0]);
        assert_eq!(times(&[(0x0018_1063, "50")], 1).0.frame_rate(), None);
        assert_eq!(times(&[(0x0018_1063, "50")], 3).0.frame_rate(), Some(20.0));
    }

    #[test]
    fn a_vector_of_another_length_or_without_time_is_not_used() {
        let short = [(0x0018_1065, "0\\10"), (0x0018_1063, "5")];
        assert_eq!(times(&short, 3).0.source, FrameTimeSource::FrameTime);
        let empty = [(0x0018_1065, "0\\0\\0"), (0x0018_1063, "5")];
        assert_eq!(times(&empty, 3).0.source, FrameTimeSource::FrameTime);
    }

    #[test]
    fn implausible_times_give_way_to_the_next_source() {
        for vector in [
            "0\\20\\0\\20",
            "0\\20\\-20\\20",
            "0\\1e9\\20\\20",
            "0\\0.02\\0.02\\0.02",
        ] {
            let (found, warnings) = times(&[(0x0018_1065, vector), (0x0018_0040, "50")], 4);
            assert_eq!(found.source, FrameTimeSource::CineRate, "{vector}");
            assert_eq!(warnings, [WarningCode::FrameTimesImplausible]);
        }
        for step in ["-33.3", "1e9", "0.0333"] {
            let (found, warnings) = times(&[(0x0018_1063, step), (0x0018_0072, "1")], 11);
            assert_eq!(found.source, FrameTimeSource::EffectiveDuration, "{step}");
            assert_eq!(warnings, [WarningCode::FrameTimesImplausible]);
        }
        assert_eq!(times(&[(0x0018_1063, "0")], 4).1, []);
        assert_eq!(times(&[(0x0018_1063, "-1")], 1).1, []);
    }

    #[test]
    fn a_comma_is_a_point_where_there_is_a_time_for_each_frame() {
        let (found, warnings) = times(&[(0x0018_1065, "0\\16,7\\16,7")], 3);
        assert_eq!(found.times_ms, [0.0, 16.7, 33.4]);
        assert_eq!(warnings, [WarningCode::CommaForPoint]);
        for vector in ["0\\16,7", "0\\16,7\\1.#INF"] {
            let (found, warnings) = times(&[(0x0018_1065, vector)], 3);
            assert_eq!(found.source, FrameTimeSource::Assumed, "{vector}");
            assert_eq!(warnings, [WarningCode::ValueUnreadable]);
        }
    }
}
