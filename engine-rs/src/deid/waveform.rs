//! ECG files without a picture (PS3.3 A.34), and the clips that the same clock timed.

use serde::{Deserialize, Serialize};

use super::dates;
use super::keyed::Keyed;
use super::order::ImageOrder;
use crate::dicom::ecg::{self, kept};
use crate::dicom::element::{DataSet, Tag};
use crate::dicom::parse::Parser;
use crate::limits::ECG_MARGIN_MS;
use crate::records::ecg::Ecg;

const SOP_CLASS_UID: Tag = Tag(0x0008_0016);
const ACQUISITION_DATETIME: Tag = Tag(0x0008_002a);
/// Timezone Offset From UTC.
const TIMEZONE: Tag = Tag(0x0008_0201);
/// Acquisition Time Synchronized: Acquisition DateTime is of the clock that the frame of reference names.
const TIME_SYNCHRONIZED: Tag = Tag(0x0018_1800);
/// Synchronization Frame of Reference UID (PS3.3 C.7.4.2).
const FRAME_OF_REFERENCE: Tag = Tag(0x0020_0200);
/// How the storage classes of waveforms begin (PS3.4 B.5).
const WAVEFORM_CLASSES: &str = "1.2.840.10008.5.1.4.1.1.9.";
const MS_PER_S: f64 = 1000.0;
const MS_PER_MINUTE: f64 = 60_000.0;
const MS_PER_DAY: f64 = 86_400_000.0;
/// Times are counted from this day, so that a number of ms has room for microseconds.
const FIRST_DAY: &str = "20000101";

/// A clock that files are timed by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// De-identified Synchronization Frame of Reference UID.
    pub frame_of_reference: String,
    /// Whether times are in UTC, or of an unstated zone.
    pub is_utc: bool,
}

/// Times of a clip that can take the ECG of another file. They are compared during an import and never stored.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClipTimes {
    /// Their clock.
    pub clock: Clock,
    /// Time of the first frame, in ms.
    pub first_ms: f64,
    /// Time of the last frame, in ms.
    pub last_ms: f64,
}

/// An ECG with its time. It is compared during an import; what is stored is the part of a clip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedEcg {
    /// Its clock.
    pub clock: Clock,
    /// Time of the first sample, in ms.
    pub start_ms: f64,
    /// Time of the last sample, in ms.
    pub end_ms: f64,
    /// The samples.
    pub ecg: Ecg,
}

/// Why a waveform belongs to no clip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotUsed {
    /// None of its channels is an ECG.
    NoEcg,
    /// Its samples, or their times within the file, cannot be read.
    Unreadable,
    /// It does not state which clock its time is of.
    NotSynchronized,
}

/// Content of a waveform object: either of both is null.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Waveform {
    /// Its first channel that is an ECG.
    pub ecg: Option<TimedEcg>,
    /// Why it has no ECG that could belong to a clip.
    pub not_used: Option<NotUsed>,
}

/// Whether a data set is a waveform object.
pub(super) fn is_waveform(data: &DataSet) -> bool {
    data.text(SOP_CLASS_UID)
        .is_some_and(|uid| uid.starts_with(WAVEFORM_CLASSES))
}

/// Reads a waveform object.
pub(super) fn read(data: &DataSet, keyed: &Keyed) -> Waveform {
    let ecg = match ecg::read_alone(data) {
        None => Err(NotUsed::NoEcg),
        Some(None) => Err(NotUsed::Unreadable),
        Some(Some(ecg)) => clock_of(data, keyed)
            .map(|(clock, acquired_ms)| timed(clock, acquired_ms, ecg))
            .ok_or(NotUsed::NotSynchronized),
    };
    Waveform {
        not_used: ecg.as_ref().err().copied(),
        ecg: ecg.ok(),
    }
}

fn timed(clock: Clock, acquired_ms: f64, ecg: Ecg) -> TimedEcg {
    let start_ms = acquired_ms + ecg.start_ms;
    TimedEcg {
        clock,
        start_ms,
        end_ms: start_ms + ecg.samples.len().saturating_sub(1) as f64 * step_ms(&ecg),
        ecg,
    }
}

fn step_ms(ecg: &Ecg) -> f64 {
    MS_PER_S / ecg.samples_per_s
}

/// Times of a clip; none where it has a waveform, assumed times or no stated clock.
pub(super) fn clip_times(parser: &Parser, keyed: &Keyed) -> Option<ClipTimes> {
    let data = parser.data_set();
    if !data.items(ecg::WAVEFORM_SEQUENCE).is_empty() {
        return None;
    }
    let (clock, acquired_ms) = clock_of(data, keyed)?;
    let metadata = parser.metadata()?;
    let times = &metadata.frame_times_ms;
    if !ecg::has_times(times, metadata.frame_time_source, metadata.frame_axis) {
        return None;
    }
    let first_ms = acquired_ms + ecg::first_frame_ms(data)?;
    let last_ms = first_ms + times.last()? - times.first()?;
    Some(ClipTimes {
        clock,
        first_ms,
        last_ms,
    })
}

/// The part of an ECG during a clip and [`ECG_MARGIN_MS`] around it; none where clocks differ or no sample is of its time.
pub(super) fn during(clip: &ClipTimes, timed: &TimedEcg) -> Option<Ecg> {
    let is_during = timed.start_ms <= clip.last_ms && timed.end_ms >= clip.first_ms;
    if timed.clock != clip.clock || !is_during {
        return None;
    }
    let step_ms = step_ms(&timed.ecg);
    let from_first_ms = timed.start_ms - clip.first_ms;
    let steps_to = |ms: f64| ((ms - from_first_ms) / step_ms).max(0.0);
    let begin = steps_to(-ECG_MARGIN_MS).ceil() as usize;
    let end = steps_to(clip.last_ms - clip.first_ms + ECG_MARGIN_MS).floor() as usize + 1;
    let samples = timed
        .ecg
        .samples
        .get(begin..end.min(timed.ecg.samples.len()))?;
    Some(Ecg {
        start_ms: kept(from_first_ms + begin as f64 * step_ms),
        samples: samples.to_vec(),
        ..timed.ecg.clone()
    })
}

/// The clock of a file, and its Acquisition DateTime by that clock in ms.
fn clock_of(data: &DataSet, keyed: &Keyed) -> Option<(Clock, f64)> {
    if data.text(TIME_SYNCHRONIZED).as_deref() != Some("Y") {
        return None;
    }
    let uid = data.text(FRAME_OF_REFERENCE)?;
    let zone = zone_of(data);
    let east_ms = match &zone {
        Some(text) => offset_ms(text)?,
        None => 0.0,
    };
    let clock = Clock {
        frame_of_reference: keyed.uid(&uid),
        is_utc: zone.is_some(),
    };
    Some((clock, acquired_ms(data)? - east_ms))
}

/// The offset from UTC that a time ends with, or that the file states for all of its times.
fn zone_of(data: &DataSet) -> Option<String> {
    let time = data.text(ACQUISITION_DATETIME).unwrap_or_default();
    let at = time.find(['+', '-']);
    at.map(|at| time[at..].trim().to_owned())
        .or_else(|| data.text(TIMEZONE))
}

/// `+0530` in ms.
fn offset_ms(text: &str) -> Option<f64> {
    let sign = match text.as_bytes().first()? {
        b'+' => 1.0,
        b'-' => -1.0,
        _ => return None,
    };
    let digits = &text[1..];
    if digits.len() != 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (hours, minutes): (f64, f64) = (digits[..2].parse().ok()?, digits[2..].parse().ok()?);
    (hours <= 14.0 && minutes < 60.0).then_some(sign * (hours * 60.0 + minutes) * MS_PER_MINUTE)
}

/// Acquisition DateTime, else Acquisition Date and Time, in ms from [`FIRST_DAY`], by the clock on the wall.
fn acquired_ms(data: &DataSet) -> Option<f64> {
    let text = ImageOrder::acquired(data)?;
    let days = dates::parse(text.get(..8)?)? - dates::parse(FIRST_DAY)?;
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<f64>().ok();
    let minutes = number(8, 10)? * 60.0 + number(10, 12)?;
    let us = number(12, 14)? * 1e6 + number(14, 20)?;
    Some(days as f64 * MS_PER_DAY + minutes * MS_PER_MINUTE + us / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ecg(samples: usize) -> TimedEcg {
        let clock = clock();
        let ecg = Ecg {
            lead: None,
            samples_per_s: 500.0,
            start_ms: 0.0,
            unit: None,
            unit_per_step: 1.0,
            unit_at_zero: 0.0,
            samples: (0..samples as i32).map(Some).collect(),
        };
        timed(clock, 10_000.0, ecg)
    }

    fn clock() -> Clock {
        Clock {
            frame_of_reference: "2.25.1".to_owned(),
            is_utc: true,
        }
    }

    fn clip(first_ms: f64, last_ms: f64) -> ClipTimes {
        ClipTimes {
            clock: clock(),
            first_ms,
            last_ms,
        }
    }

    #[test]
    fn the_part_of_a_clip_has_a_margin_on_both_sides() {
        // Samples are at 10,000, 10,002, ... 29,998 ms.
        let timed = ecg(10_000);
        assert_eq!(timed.end_ms, 29_998.0);
        let part = during(&clip(15_001.0, 16_000.0), &timed).unwrap();
        let first = part.samples[0].unwrap();
        let last = part.samples.last().unwrap().unwrap();
        // The first sample at or after 14,001 ms is at 14,002: number 2001; the last one at 17,000: number 3500.
        assert_eq!((first, last), (2001, 3500));
        assert_eq!(part.start_ms, -999.0);
    }

    #[test]
    fn an_ecg_that_covers_a_part_of_a_clip_is_used_as_far_as_it_goes() {
        let timed = ecg(1_000);
        let begins_later = during(&clip(9_000.0, 10_500.0), &timed).unwrap();
        assert_eq!(begins_later.start_ms, 1_000.0);
        assert_eq!(begins_later.samples[0], Some(0));
        let ends_before = during(&clip(11_998.0, 14_000.0), &timed).unwrap();
        assert_eq!(ends_before.samples.last(), Some(&Some(999)));
    }

    #[test]
    fn an_ecg_of_another_time_or_clock_is_not_used() {
        let timed = ecg(1_000);
        assert_eq!(during(&clip(0.0, 9_999.0), &timed), None);
        assert_eq!(during(&clip(11_998.5, 13_000.0), &timed), None);
        let mut other = clip(10_000.0, 11_000.0);
        other.clock.is_utc = false;
        assert_eq!(during(&other, &timed), None);
    }

    #[test]
    fn offsets_from_utc_are_read_whole_or_not_at_all() {
        assert_eq!(offset_ms("+0530"), Some(19_800_000.0));
        assert_eq!(offset_ms("-0100"), Some(-3_600_000.0));
        for text in ["", "+", "0530", "+530", "+05:3", "+0560", "+1500", "+é30"] {
            assert_eq!(offset_ms(text), None, "{text}");
        }
    }
}
