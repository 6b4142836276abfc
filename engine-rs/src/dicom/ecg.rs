//! The ECG of a file as samples (Waveform Sequence, PS3.3 C.10.9).

use super::ecg_leads::{self, Lead};
use super::element::{DataSet, Element, Tag, Value, Vr};
use super::timing::FrameTimes;
use super::warnings::Warnings;
use crate::limits::{ECG_SAMPLES_PER_S, MAX_CLIP_MS, MAX_ECG_SAMPLES};
use crate::records::ecg::{Ecg, EcgUnit};
use crate::records::metadata::{FrameAxis, FrameTimeSource, WarningCode};

/// Waveform Sequence: one item for each multiplex group.
pub const WAVEFORM_SEQUENCE: Tag = Tag(0x5400_0100);
/// Multiplex Group Time Offset, ms from Acquisition DateTime.
pub const TIME_OFFSET: Tag = Tag(0x0018_1068);
/// Image Trigger Delay, ms from Acquisition DateTime to the first frame (PS3.3 C.7.4.2.1.4, C.7.6.5).
const TRIGGER_DELAY: Tag = Tag(0x0018_1067);
/// Frame Delay, ms from Content Time to the first frame.
const FRAME_DELAY: Tag = Tag(0x0018_1066);
/// Number of Waveform Channels.
pub const CHANNELS: Tag = Tag(0x003a_0005);
/// Number of Waveform Samples.
pub const SAMPLES: Tag = Tag(0x003a_0010);
/// Sampling Frequency, Hz.
pub const SAMPLING_FREQUENCY: Tag = Tag(0x003a_001a);
/// Channel Definition Sequence: one item for each channel.
pub const CHANNEL_DEFINITIONS: Tag = Tag(0x003a_0200);
/// Channel Label.
pub const CHANNEL_LABEL: Tag = Tag(0x003a_0203);
/// Channel Source Sequence.
pub const CHANNEL_SOURCE: Tag = Tag(0x003a_0208);
/// Channel Sensitivity: the value of one step.
pub const SENSITIVITY: Tag = Tag(0x003a_0210);
/// Channel Sensitivity Units Sequence.
pub const SENSITIVITY_UNITS: Tag = Tag(0x003a_0211);
/// Channel Sensitivity Correction Factor.
pub const CORRECTION_FACTOR: Tag = Tag(0x003a_0212);
/// Channel Baseline: the value of a sample of 0.
pub const BASELINE: Tag = Tag(0x003a_0213);
/// Channel Time Skew, s.
const TIME_SKEW: Tag = Tag(0x003a_0214);
/// Channel Sample Skew, in samples.
pub const SAMPLE_SKEW: Tag = Tag(0x003a_0215);
/// Waveform Bits Stored.
pub const BITS_STORED: Tag = Tag(0x003a_021a);
/// Waveform Bits Allocated.
pub const BITS_ALLOCATED: Tag = Tag(0x5400_1004);
/// Waveform Sample Interpretation.
pub const INTERPRETATION: Tag = Tag(0x5400_1006);
/// Waveform Padding Value.
pub const PADDING: Tag = Tag(0x5400_100a);
/// Waveform Data.
pub const DATA: Tag = Tag(0x5400_1010);
/// Code Value.
pub const CODE_VALUE: Tag = Tag(0x0008_0100);
/// Coding Scheme Designator.
pub const CODING_SCHEME: Tag = Tag(0x0008_0102);
/// Code Meaning.
pub const CODE_MEANING: Tag = Tag(0x0008_0104);
const MS_PER_S: f64 = 1000.0;
/// Longest decimal string (PS3.5 6.2).
const DECIMAL_STRING_CHARS: usize = 16;

/// Reads the first channel that is an ECG, of the first group that has one. An ECG that is not used is noted with its reason.
pub fn read(
    root: &DataSet,
    times: &FrameTimes,
    axis: FrameAxis,
    warnings: &mut Warnings,
) -> Option<Ecg> {
    let (group, channel, lead) = first_ecg(root)?;
    let has_times = has_times(&times.times_ms, times.source, axis);
    let from_first_ms = || Some(group.f64(TIME_OFFSET)? - first_frame_ms(root)?);
    let Some(from_first_ms) = from_first_ms().filter(|_| has_times) else {
        warnings.push(WarningCode::EcgWithoutTime);
        return None;
    };
    let ecg = channel_of(group, channel, lead, from_first_ms);
    if ecg.is_none() {
        warnings.push(WarningCode::EcgUnreadable);
    }
    ecg
}

/// Reads the ECG of a file without pictures, as [`read`]; `start_ms` counts from Acquisition DateTime. None without a channel
/// that is an ECG, and none within where it cannot be read.
pub fn read_alone(root: &DataSet) -> Option<Option<Ecg>> {
    let (group, channel, lead) = first_ecg(root)?;
    let offset_ms = group.f64(TIME_OFFSET);
    Some(offset_ms.and_then(|offset_ms| channel_of(group, channel, lead, offset_ms)))
}

/// The first group with a channel that is an ECG, and the number of its first such channel.
fn first_ecg(root: &DataSet) -> Option<(&DataSet, usize, Lead)> {
    root.items(WAVEFORM_SEQUENCE).iter().find_map(|group| {
        let channels = group.items(CHANNEL_DEFINITIONS);
        let mut leads = channels.iter().map(lead_of).enumerate();
        leads.find_map(|(index, lead)| Some((group, index, lead?)))
    })
}

/// Whether frames have times that an ECG can be laid against.
pub fn has_times(times_ms: &[f64], source: FrameTimeSource, axis: FrameAxis) -> bool {
    axis == FrameAxis::Time && times_ms.len() > 1 && source != FrameTimeSource::Assumed
}

/// Time of the first frame in ms from Acquisition DateTime: the frames begin with it unless a trigger delay is stated. A frame
/// delay is counted from another time, so how the two lie to each other is not known.
pub fn first_frame_ms(root: &DataSet) -> Option<f64> {
    if stated_or(root, FRAME_DELAY, 0.0)? != 0.0 {
        return None;
    }
    stated_or(root, TRIGGER_DELAY, 0.0)
}

/// A number, or `absent` where it is missing or empty; none for a number that cannot be read.
fn stated_or(data: &DataSet, tag: Tag, absent: f64) -> Option<f64> {
    let is_absent = data.text(tag).is_none_or(|text| text.is_empty());
    if is_absent {
        Some(absent)
    } else {
        data.f64(tag)
    }
}

fn lead_of(channel: &DataSet) -> Option<Lead> {
    channel.items(CHANNEL_SOURCE).iter().find_map(|code| {
        let text = |tag| code.text(tag).unwrap_or_default();
        ecg_leads::of_code(&text(CODE_VALUE), &text(CODING_SCHEME))
    })
}

/// One channel of a group; none where something is missing that its values or times need.
fn channel_of(group: &DataSet, index: usize, lead: Lead, from_first_ms: f64) -> Option<Ecg> {
    let channel = group.items(CHANNEL_DEFINITIONS).get(index)?;
    let samples_per_s = kept(group.f64(SAMPLING_FREQUENCY)?);
    if !ECG_SAMPLES_PER_S.contains(&samples_per_s) {
        return None;
    }
    let sample_skew_s = stated_or(channel, SAMPLE_SKEW, 0.0)? / samples_per_s;
    let skew_s = stated_or(channel, TIME_SKEW, sample_skew_s)?;
    let start_ms = kept(from_first_ms + skew_s * MS_PER_S);
    if start_ms.abs() > MAX_CLIP_MS {
        return None;
    }
    let (unit, unit_per_step, unit_at_zero) = scale_of(channel);
    Some(Ecg {
        lead: lead.name.map(str::to_owned),
        samples_per_s,
        start_ms,
        unit,
        unit_per_step,
        unit_at_zero,
        samples: samples_of(group, channel, index)?,
    })
}

/// Unit, value of a step and value of 0. Without a scale that can be read as a whole, in a known unit, samples are counts.
fn scale_of(channel: &DataSet) -> (Option<EcgUnit>, f64, f64) {
    let scale = || {
        let code = channel.items(SENSITIVITY_UNITS).first()?.text(CODE_VALUE)?;
        let unit = EcgUnit::from_code(&code)?;
        let correction = stated_or(channel, CORRECTION_FACTOR, 1.0)?;
        let step = kept(channel.f64(SENSITIVITY)? * correction);
        let at_zero = kept(stated_or(channel, BASELINE, 0.0)?);
        (step != 0.0 && step.is_finite()).then_some((Some(unit), step, at_zero))
    };
    scale().unwrap_or((None, 1.0, 0.0))
}

/// The number that a decimal string holds: 10 digits where all of them do not fit its 16 characters, so that an ECG
/// reads the same after it was written.
pub fn kept(value: f64) -> f64 {
    decimal_text(value).parse().unwrap_or(value)
}

/// A number as a decimal string (PS3.5 6.2).
pub fn decimal_text(value: f64) -> String {
    let text = value.to_string();
    if text.len() <= DECIMAL_STRING_CHARS {
        text
    } else {
        format!("{value:.9e}")
    }
}

/// Samples of a channel: every so many of a group, which is stored sample by sample.
fn samples_of(group: &DataSet, channel: &DataSet, index: usize) -> Option<Vec<Option<i32>>> {
    let channels = usize::from(group.u16(CHANNELS)?);
    let count = usize::try_from(group.u32(SAMPLES)?).ok()?;
    let known = 1..=MAX_ECG_SAMPLES;
    if index >= channels || channels != group.items(CHANNEL_DEFINITIONS).len() {
        return None;
    }
    let coding = Coding::of(group, channel)?;
    let padding = group.find(PADDING).and_then(|element| {
        let words = coding.words(element, group.big_endian)?;
        words.first().copied()
    });
    let data = coding.words(group.find(DATA)?, group.big_endian)?;
    if !known.contains(&count) || data.len() / channels < count {
        return None;
    }
    // The group has the first sample of every channel, then the second sample of every channel.
    let words = data[index..count * channels].iter().step_by(channels);
    let value = |&word: &u16| (Some(word) != padding).then(|| coding.value(word));
    Some(words.map(value).collect())
}

/// How the samples of a group are stored.
struct Coding {
    is_wide: bool,
    is_signed: bool,
    /// Bits above the stored ones, which count for nothing.
    unused: u32,
}

impl Coding {
    fn of(group: &DataSet, channel: &DataSet) -> Option<Self> {
        let text = group.text(INTERPRETATION)?;
        let (is_wide, is_signed) = match (text.as_str(), group.u16(BITS_ALLOCATED)?) {
            ("SB", 8) => (false, true),
            ("UB", 8) => (false, false),
            ("SS", 16) => (true, true),
            ("US", 16) => (true, false),
            _ => return None,
        };
        let allocated = if is_wide { 16 } else { 8 };
        let stored = channel.u16(BITS_STORED).map_or(allocated, u32::from);
        // More bits than there are, or none, can only mean all of them.
        let is_stated = (1..=allocated).contains(&stored);
        Some(Self {
            is_wide,
            is_signed,
            unused: u32::BITS - if is_stated { stored } else { allocated },
        })
    }

    /// Bytes or words of a value, without sign.
    fn words(&self, element: &Element, big_endian: bool) -> Option<Vec<u16>> {
        let Value::Bytes(bytes) = &element.value else {
            return None;
        };
        let word = |pair: &[u8]| {
            if big_endian {
                u16::from_be_bytes([pair[0], pair[1]])
            } else {
                u16::from_le_bytes([pair[0], pair[1]])
            }
        };
        if self.is_wide {
            return Some(bytes.chunks_exact(2).map(word).collect());
        }
        // In words of the other byte order, the two bytes of a pair are turned.
        let turned = big_endian && element.vr == Vr::OW;
        let at = |index: usize| bytes.get(if turned { index ^ 1 } else { index });
        let read = (0..bytes.len()).filter_map(at);
        Some(read.map(|&byte| u16::from(byte)).collect())
    }

    fn value(&self, word: u16) -> i32 {
        let high = u32::from(word) << self.unused;
        if self.is_signed {
            high as i32 >> self.unused
        } else {
            (high >> self.unused) as i32
        }
    }
}
