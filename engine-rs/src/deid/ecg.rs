//! The ECG of a file, as it is stored: one multiplex group with one channel, written from what was read.

use super::writer::Writer;
use crate::dicom::ecg::{
    BASELINE, BITS_ALLOCATED, BITS_STORED, CHANNEL_DEFINITIONS, CHANNEL_LABEL, CHANNEL_SOURCE,
    CHANNELS, CODE_MEANING, CODE_VALUE, CODING_SCHEME, CORRECTION_FACTOR, DATA, INTERPRETATION,
    PADDING, SAMPLE_SKEW, SAMPLES, SAMPLING_FREQUENCY, SENSITIVITY, SENSITIVITY_UNITS, TIME_OFFSET,
    decimal_text,
};
use crate::dicom::ecg_leads::of_name;
use crate::dicom::element::{Tag, Vr};
use crate::records::ecg::{Ecg, EcgUnit};

/// Waveform Originality.
const ORIGINALITY: Tag = Tag(0x003a_0004);
const BITS: u16 = 16;
const DS: Vr = Vr(*b"DS");
const CS: Vr = Vr(*b"CS");

/// Writes an ECG; nothing without one.
pub fn write(writer: &mut Writer<'_>, ecg: Option<&Ecg>, tag: Tag) {
    if let Some(ecg) = ecg {
        let group = group_of(writer, ecg);
        writer.items(tag, &[group]);
    }
}

fn group_of(outer: &Writer<'_>, ecg: &Ecg) -> Vec<u8> {
    let mut bytes = Vec::new();
    let channel = channel_of(outer, ecg);
    let is_signed = ecg
        .samples
        .iter()
        .flatten()
        .all(|&value| i16::try_from(value).is_ok());
    let word = |value: i32| {
        if outer.encoding().big_endian {
            (value as u16).to_be_bytes()
        } else {
            (value as u16).to_le_bytes()
        }
    };
    let padding = padding_of(ecg, is_signed);
    let values = ecg.samples.iter().map(|sample| sample.unwrap_or(padding));
    let data: Vec<u8> = values.flat_map(word).collect();
    let mut writer = Writer::new(&mut bytes, outer.encoding());
    writer.text(TIME_OFFSET, DS, &decimal_text(ecg.start_ms));
    writer.text(ORIGINALITY, CS, "ORIGINAL");
    writer.u16s(CHANNELS, &[1]);
    writer.u32(SAMPLES, Vr(*b"UL"), ecg.samples.len() as u32);
    writer.text(SAMPLING_FREQUENCY, DS, &decimal_text(ecg.samples_per_s));
    writer.items(CHANNEL_DEFINITIONS, &[channel]);
    writer.u16s(BITS_ALLOCATED, &[BITS]);
    writer.text(INTERPRETATION, CS, if is_signed { "SS" } else { "US" });
    if ecg.samples.contains(&None) {
        writer.bytes(PADDING, Vr::OW, &word(padding));
    }
    writer.bytes(DATA, Vr::OW, &data);
    bytes
}

fn channel_of(outer: &Writer<'_>, ecg: &Ecg) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, outer.encoding());
    let lead = of_name(ecg.lead.as_deref());
    if let Some(name) = lead.name {
        writer.text(CHANNEL_LABEL, Vr(*b"SH"), name);
    }
    writer.sequence(CHANNEL_SOURCE, &[code(lead.code, "MDC", lead.meaning)]);
    if let Some(unit) = ecg.unit {
        let meaning = match unit {
            EcgUnit::Millivolt => "millivolt",
            EcgUnit::Microvolt => "microvolt",
        };
        writer.text(SENSITIVITY, DS, &decimal_text(ecg.unit_per_step));
        writer.sequence(SENSITIVITY_UNITS, &[code(unit.code(), "UCUM", meaning)]);
        writer.text(CORRECTION_FACTOR, DS, "1");
        writer.text(BASELINE, DS, &decimal_text(ecg.unit_at_zero));
    }
    writer.text(SAMPLE_SKEW, DS, "0");
    writer.u16s(BITS_STORED, &[BITS]);
    bytes
}

fn code<'a>(value: &'a str, scheme: &'a str, meaning: &'a str) -> [(Tag, Vr, &'a str); 3] {
    [
        (CODE_VALUE, Vr(*b"SH"), value),
        (CODING_SCHEME, Vr(*b"SH"), scheme),
        (CODE_MEANING, Vr(*b"LO"), meaning),
    ]
}

/// The least value that no sample has. There is one where samples are missing: the padding value of the file.
fn padding_of(ecg: &Ecg, is_signed: bool) -> i32 {
    let all = if is_signed {
        i32::from(i16::MIN)..=i32::from(i16::MAX)
    } else {
        0..=i32::from(u16::MAX)
    };
    let first = *all.start();
    let mut taken = vec![false; all.clone().count()];
    for value in ecg.samples.iter().flatten() {
        taken[(value - first) as usize] = true;
    }
    let free = taken.iter().position(|is_taken| !is_taken);
    first + free.unwrap_or(0) as i32
}
