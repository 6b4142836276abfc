//! An MP4 of one track of video, written from samples and times (ISO 14496-12, ISO 14496-15). No box is copied.

use std::collections::BTreeSet;

use super::sets::{ParameterSet, Sets, Units};
use super::{avc::Avc, hevc::Hevc};
use crate::error::EngineError;
use crate::video::avc::parameters::HIGH_PROFILES;
use crate::video::{Coding, Decoder, Sample};

/// Bytes of the length before each unit.
const LENGTH_BYTES: usize = 4;
/// Rotation and scale of a track that is shown as it is.
const IDENTITY: [u32; 9] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];
/// "und", packed.
const NO_LANGUAGE: u16 = 0x55c4;
/// 72 dots per inch, as 16.16.
const RESOLUTION: u32 = 0x48_0000;

/// Sequence parameter sets of a configuration of H.264: their number has five bits.
const MAX_AVC_SEQUENCES: usize = 31;

/// A video in samples.
pub struct Source<'a> {
    /// Configuration of a decoder.
    pub decoder: &'a Decoder,
    /// In decode order.
    pub samples: &'a [Sample],
    /// Presentation times in ticks, and ticks a second.
    pub times: (&'a [i64], f64),
    /// The joined fragments.
    pub bytes: &'a [u8],
}

/// Writes the movie again.
///
/// # Errors
/// `cannot-deidentify` for parameter sets that are not kept.
pub fn write(source: &Source<'_>) -> Result<Vec<u8>, EngineError> {
    match source.decoder.coding {
        Coding::Avc => write_units::<Avc>(source),
        Coding::Hevc => write_units::<Hevc>(source),
        Coding::Mpeg2 => Err(EngineError::CannotDeidentify {
            detail: "an MP4 of MPEG-2 video".to_owned(),
        }),
    }
}

fn write_units<U: Units>(source: &Source<'_>) -> Result<Vec<u8>, EngineError> {
    let coding = source.decoder.coding;
    let configuration = source.decoder.configuration.as_deref().unwrap_or(&[]);
    let length_bytes = length_bytes(coding, configuration);
    let mut sets = Sets::default();
    for unit in configured_units(coding, configuration) {
        sets.add::<U>(unit);
    }
    for sample in source.samples {
        units_of(source.bytes, sample, length_bytes).for_each(|unit| sets.add::<U>(unit));
    }
    sets.keep_used()?;
    let mut media = Vec::with_capacity(source.bytes.len());
    let mut sizes = Vec::with_capacity(source.samples.len());
    for sample in source.samples {
        let begin = media.len();
        for unit in units_of(source.bytes, sample, length_bytes) {
            if let Some(written) = sets.clean::<U>(unit) {
                media.extend((written.len() as u32).to_be_bytes());
                media.extend(written);
            }
        }
        sizes.push((media.len() - begin) as u32);
    }
    let entry =
        sample_entry(source.decoder, &sets).ok_or_else(|| EngineError::CannotDeidentify {
            detail: "the video has no parameter sets, or more than an MP4 file can list".to_owned(),
        })?;
    let file_type = boxed(b"ftyp", &[b"isom\0\0\x02\0isommp41"]);
    // The length of the movie box does not depend on where the media data are.
    let before = file_type.len() + movie(source, &entry, &sizes, 0).len();
    let start = (before + 8) as u32;
    let mut output = [file_type, movie(source, &entry, &sizes, start)].concat();
    output.extend((media.len() as u32 + 8).to_be_bytes());
    output.extend_from_slice(b"mdat");
    output.append(&mut media);
    Ok(output)
}

/// Of the decoder configuration (ISO 14496-15 5.3.3.1, 8.3.3.1).
fn length_bytes(coding: Coding, configuration: &[u8]) -> usize {
    let place = if coding == Coding::Avc { 4 } else { 21 };
    configuration
        .get(place)
        .map_or(LENGTH_BYTES, |byte| usize::from(byte & 3) + 1)
}

/// Units of a sample, each after its length.
fn units_of<'a>(
    bytes: &'a [u8],
    sample: &Sample,
    length_bytes: usize,
) -> impl Iterator<Item = &'a [u8]> {
    let start = (sample.start as usize).min(bytes.len());
    let end = start
        .saturating_add(sample.length as usize)
        .min(bytes.len());
    let mut rest = &bytes[start..end];
    std::iter::from_fn(move || {
        let (head, after) = rest.split_at_checked(length_bytes)?;
        let length = head
            .iter()
            .fold(0usize, |sum, &byte| sum << 8 | usize::from(byte));
        let (unit, next) = after.split_at(length.min(after.len()));
        rest = next;
        Some(unit)
    })
    .filter(|unit| unit.len() > 1)
}

/// Parameter sets of a decoder configuration.
fn configured_units(coding: Coding, record: &[u8]) -> Vec<&[u8]> {
    let mut units = Vec::new();
    let take = |at: &mut usize| -> Option<&[u8]> {
        let length = record.get(*at..*at + 2)?;
        let length = usize::from(u16::from_be_bytes([length[0], length[1]]));
        let unit = record.get(*at + 2..*at + 2 + length)?;
        *at += 2 + length;
        Some(unit)
    };
    if coding == Coding::Avc {
        let mut at = 6;
        let sequences = record.get(5).map_or(0, |&count| count & 31);
        units.extend((0..sequences).map_while(|_| take(&mut at)));
        let pictures = record.get(at).copied().unwrap_or(0);
        at += 1;
        units.extend((0..pictures).map_while(|_| take(&mut at)));
    } else {
        let mut at = 23;
        for _ in 0..record.get(22).copied().unwrap_or(0) {
            let Some(count) = record.get(at + 1..at + 3) else {
                break;
            };
            let count = u16::from_be_bytes([count[0], count[1]]);
            at += 3;
            units.extend((0..count).map_while(|_| take(&mut at)));
        }
    }
    units.retain(|unit| unit.len() > 2);
    units
}

fn boxed(name: &[u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let mut written = ((length + 8) as u32).to_be_bytes().to_vec();
    written.extend_from_slice(name);
    parts
        .iter()
        .for_each(|part| written.extend_from_slice(part));
    written
}

/// A box of version 0 with flags.
fn full(name: &[u8; 4], flags: u32, parts: &[&[u8]]) -> Vec<u8> {
    let head = flags.to_be_bytes();
    let parts: Vec<&[u8]> = std::iter::once(&head[..])
        .chain(parts.iter().copied())
        .collect();
    boxed(name, &parts)
}

fn words(numbers: &[u32]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_be_bytes())
        .collect()
}

/// A table of rows after their number.
fn table(name: &[u8; 4], rows: &[Vec<u32>]) -> Vec<u8> {
    let count = rows.len() as u32;
    full(name, 0, &[&count.to_be_bytes(), &words(&rows.concat())])
}

fn movie(source: &Source<'_>, entry: &[u8], sizes: &[u32], start: u32) -> Vec<u8> {
    let (times, scale) = source.times;
    let scale = scale as u32;
    let plan = Times::of(times);
    let identity = words(&IDENTITY);
    let duration = plan.duration;
    // Times of making are zero; the rate is 1, the volume full, the next track the second.
    let header = full(
        b"mvhd",
        0,
        &[
            &words(&[0, 0, scale, duration, 0x1_0000]),
            &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            &identity,
            &[0; 24],
            &words(&[2]),
        ],
    );
    let size = words(&[source.decoder.width << 16, source.decoder.height << 16]);
    // Enabled and part of the movie.
    let track = full(
        b"tkhd",
        3,
        &[&words(&[0, 0, 1, 0, duration]), &[0; 16], &identity, &size],
    );
    let language = [&NO_LANGUAGE.to_be_bytes()[..], &[0, 0]].concat();
    let media_header = full(b"mdhd", 0, &[&words(&[0, 0, scale, duration]), &language]);
    let handler = full(b"hdlr", 0, &[&[0; 4], b"vide", &[0; 12], &[0]]);
    let video = full(b"vmhd", 1, &[&[0; 8]]);
    // The media data are in this file.
    let here = full(b"url ", 1, &[]);
    let references = full(b"dref", 0, &[&words(&[1]), &here]);
    let information = boxed(
        b"minf",
        &[
            &video,
            &boxed(b"dinf", &[&references]),
            &boxed(b"stbl", &[&tables(source, &plan, entry, sizes, start)]),
        ],
    );
    let media = boxed(b"mdia", &[&media_header, &handler, &information]);
    boxed(b"moov", &[&header, &boxed(b"trak", &[&track, &media])])
}

fn tables(source: &Source<'_>, plan: &Times, entry: &[u8], sizes: &[u32], start: u32) -> Vec<u8> {
    let keys = source
        .samples
        .iter()
        .enumerate()
        .filter(|(_, sample)| sample.key);
    let keys: Vec<Vec<u32>> = keys.map(|(index, _)| vec![index as u32 + 1]).collect();
    let count = sizes.len() as u32;
    let mut written = full(b"stsd", 0, &[&words(&[1]), entry]);
    written.extend(table(b"stts", &runs(&plan.steps)));
    if plan.offsets.iter().any(|&offset| offset > 0) {
        written.extend(table(b"ctts", &runs(&plan.offsets)));
    }
    if keys.len() < sizes.len() {
        written.extend(table(b"stss", &keys));
    }
    // One chunk holds all samples.
    written.extend(table(b"stsc", &[vec![1, count, 1]]));
    written.extend(full(b"stsz", 0, &[&words(&[0, count]), &words(sizes)]));
    written.extend(table(b"stco", &[vec![start]]));
    written
}

/// Equal numbers in a row, with how many there are.
fn runs(numbers: &[u32]) -> Vec<Vec<u32>> {
    let alike = numbers.chunk_by(|a, b| a == b);
    alike.map(|run| vec![run.len() as u32, run[0]]).collect()
}

/// Decode times and what leads from them to the times on the screen.
struct Times {
    steps: Vec<u32>,
    offsets: Vec<u32>,
    duration: u32,
}

impl Times {
    /// Samples are decoded at the times of the screen in rising order, early enough for all of them.
    fn of(times: &[i64]) -> Self {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        let steps = sorted.windows(2).map(|pair| (pair[1] - pair[0]) as u32);
        let mut steps: Vec<u32> = steps.collect();
        steps.push(steps.last().copied().unwrap_or(1));
        let late = sorted
            .iter()
            .zip(times)
            .map(|(decoded, shown)| decoded - shown);
        let delay = late.max().unwrap_or(0).max(0);
        let offsets = times.iter().zip(&sorted);
        Self {
            offsets: offsets
                .map(|(shown, decoded)| (shown - decoded + delay) as u32)
                .collect(),
            duration: steps
                .iter()
                .fold(0u32, |sum, &step| sum.saturating_add(step)),
            steps,
        }
    }
}

/// A sample entry with its decoder configuration.
fn sample_entry(decoder: &Decoder, sets: &Sets) -> Option<Vec<u8>> {
    let (name, record): (&[u8; 4], Vec<u8>) = match decoder.coding {
        // Parameter sets are allowed in samples too.
        Coding::Avc => (b"avc3", boxed(b"avcC", &[&avc_record(sets)?])),
        _ => (b"hev1", boxed(b"hvcC", &[&hevc_record(sets)?])),
    };
    let size = [decoder.width as u16, decoder.height as u16]
        .map(u16::to_be_bytes)
        .concat();
    // No name of an encoder; 24 bits of colour.
    let fields = [
        &[0, 0, 0, 0, 0, 0, 0, 1][..],
        &[0; 16],
        &size,
        &words(&[RESOLUTION, RESOLUTION, 0]),
        &[0, 1],
        &[0; 32],
        &[0, 24, 0xff, 0xff],
    ]
    .concat();
    Some(boxed(name, &[&fields, &record]))
}

/// Number and bytes of the sets that the first sample starts with. A later set of the same number is in its sample.
fn listed(sets: &[ParameterSet]) -> (usize, Vec<u8>) {
    let mut ids = BTreeSet::new();
    let mut written = Vec::new();
    for set in sets.iter().filter(|set| ids.insert(set.id)) {
        written.extend((set.unit.len() as u16).to_be_bytes());
        written.extend_from_slice(&set.unit);
    }
    (ids.len(), written)
}

/// ISO 14496-15 5.3.3.1.
fn avc_record(sets: &Sets) -> Option<Vec<u8>> {
    let first = sets.sequences.first()?;
    let &[profile, constraints, level] = first.rbsp.first_chunk::<3>()?;
    // Lengths of four bytes.
    let mut record = vec![1, profile, constraints, level, 0xff];
    let (count, sequences) = listed(&sets.sequences);
    if count > MAX_AVC_SEQUENCES {
        return None;
    }
    record.push(0xe0 | count as u8);
    record.extend(sequences);
    let (count, pictures) = listed(&sets.pictures);
    record.push(u8::try_from(count).ok()?);
    record.extend(pictures);
    if HIGH_PROFILES.contains(&profile) {
        let (luma, chroma) = first.depths;
        record.extend([
            0xfc | first.chroma as u8,
            0xf8 | luma as u8,
            0xf8 | chroma as u8,
            0,
        ]);
    }
    Some(record)
}

/// ISO 14496-15 8.3.3.1.
fn hevc_record(sets: &Sets) -> Option<Vec<u8>> {
    let first = sets.sequences.first()?;
    // Profile, tier and level follow a byte of numbers of the sequence parameter set.
    let profile = first.rbsp.get(1..13)?;
    let is_nested = first.rbsp[0] & 1;
    let mut record = vec![1];
    record.extend_from_slice(profile);
    let (luma, chroma) = first.depths;
    record.extend([0xf0, 0, 0xfc, 0xfc | first.chroma as u8]);
    record.extend([0xf8 | luma as u8, 0xf8 | chroma as u8, 0, 0]);
    record.push((first.sub_layers as u8 + 1) << 3 | is_nested << 2 | 3);
    let arrays = [
        (32, &sets.video),
        (33, &sets.sequences),
        (34, &sets.pictures),
    ];
    record.push(arrays.len() as u8);
    for (kind, list) in arrays {
        record.push(kind);
        let (count, units) = listed(list);
        record.extend((count as u16).to_be_bytes());
        record.extend(units);
    }
    Some(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(id: u32, unit: &[u8]) -> ParameterSet {
        ParameterSet {
            id,
            rbsp: vec![66, 0xc0, 30],
            unit: unit.to_vec(),
            ..ParameterSet::default()
        }
    }

    #[test]
    fn a_configuration_lists_the_first_set_of_each_number() {
        let mut sets = Sets::default();
        sets.sequences = vec![set(0, &[0x67, 1]), set(0, &[0x67, 2])];
        sets.pictures = vec![set(0, &[0x68, 3]), set(1, &[0x68, 4])];
        // Version, profile, compatibility, level and lengths of four bytes; one set of 2 bytes, then two (5.3.3.1.2).
        let expected = [
            &[1, 66, 0xc0, 30, 0xff, 0xe1][..],
            &[0, 2, 0x67, 1, 2, 0, 2, 0x68, 3, 0, 2, 0x68, 4],
        ]
        .concat();
        assert_eq!(avc_record(&sets), Some(expected));

        sets.sequences = (0..=31).map(|id| set(id, &[0x67, 1])).collect();
        assert_eq!(avc_record(&sets), None, "five bits cannot count 32 sets");
    }
}
