//! MP4 (ISO 14496-12): boxes that playing needs stay in their places; what else is there is zeroed.

use std::ops::Range;

use super::units::clean_unit;
use crate::video::mp4::boxes::{Child, children};
use crate::video::{Coding, Decoder, Sample};

/// Boxes that hold boxes.
const AROUND: &[&[u8; 4]] = &[
    b"moov", b"trak", b"mdia", b"minf", b"stbl", b"dinf", b"edts", b"mvex", b"moof", b"traf",
    b"mfra",
];
/// Boxes that playing needs, and that hold numbers only.
const NUMBERS: &[&[u8; 4]] = &[
    b"ftyp", b"styp", b"sidx", b"vmhd", b"smhd", b"nmhd", b"stts", b"ctts", b"cslg", b"stsc",
    b"stsz", b"stz2", b"stco", b"co64", b"stss", b"sdtp", b"dref", b"elst", b"mehd", b"trex",
    b"mfhd", b"tfhd", b"tfdt", b"trun", b"tfra", b"mfro", b"avcC", b"hvcC", b"pasp", b"colr",
    b"clap", b"btrt", b"fiel",
];
/// Bytes of a visual sample entry before its boxes, and the name of the encoder in it (12.1.3).
const VISUAL_ENTRY_BYTES: usize = 78;
const ENCODER_NAME: Range<usize> = 42..74;
/// Where the name of a handler begins (8.4.3).
const HANDLER_NAME: usize = 24;

/// Cleans a movie: boxes, media data that are no sample of the picture, and the samples.
pub fn clean(stream: &mut [u8], decoder: &Decoder, samples: &[Sample]) {
    let end = clean_boxes(stream, 0..stream.len(), samples);
    stream[end..].fill(0);
    let prefix = length_bytes(decoder);
    for sample in samples {
        let range = sample.start as usize..(sample.start + sample.length) as usize;
        if let Some(bytes) = stream.get_mut(range) {
            clean_sample(decoder.coding, prefix, bytes);
        }
    }
}

/// Cleans the boxes of a range; returns where the last one ends.
fn clean_boxes(stream: &mut [u8], range: Range<usize>, samples: &[Sample]) -> usize {
    let found: Vec<Child> = children(stream, range.clone()).collect();
    let mut end = range.start;
    for Child { name, content } in found {
        end = content.end;
        match &name {
            around if AROUND.contains(&around) => {
                let inside = clean_boxes(stream, content.clone(), samples);
                stream[inside..content.end].fill(0);
            }
            b"mvhd" | b"tkhd" | b"mdhd" => clear_dates(&mut stream[content]),
            b"hdlr" => clear(&mut stream[content], HANDLER_NAME..usize::MAX),
            b"stsd" => clean_entries(stream, content, samples),
            b"mdat" => clear_between(stream, content, samples),
            numbers if NUMBERS.contains(&numbers) => {}
            _ => {
                let at = content.start;
                // A box of 64-bit length has its name before that length.
                let name_at = (at - 8..at - 3)
                    .chain(at.saturating_sub(16)..at.saturating_sub(11))
                    .find(|&place| stream.get(place..place + 4) == Some(&name));
                if let Some(place) = name_at {
                    stream[place..place + 4].copy_from_slice(b"free");
                }
                stream[content].fill(0);
            }
        }
    }
    end
}

fn clear(bytes: &mut [u8], range: Range<usize>) {
    let end = range.end.min(bytes.len());
    if range.start < end {
        bytes[range.start..end].fill(0);
    }
}

/// Dates of making and of change: 32 bits each, 64 in version 1.
fn clear_dates(content: &mut [u8]) {
    let width = if content.first() == Some(&1) { 8 } else { 4 };
    clear(content, 4..4 + 2 * width);
}

/// Sample descriptions: the encoder's name, and boxes of no use.
fn clean_entries(stream: &mut [u8], content: Range<usize>, samples: &[Sample]) {
    let begin = (content.start + 8).min(content.end);
    let entries: Vec<Child> = children(stream, begin..content.end).collect();
    for entry in entries {
        let inside = entry.content;
        if inside.len() < VISUAL_ENTRY_BYTES || !is_visual(entry.name) {
            // Of another track, whose samples are gone.
            let kept = inside.start + 8.min(inside.len());
            stream[kept..inside.end].fill(0);
            continue;
        }
        clear(&mut stream[inside.clone()], ENCODER_NAME);
        let boxes = inside.start + VISUAL_ENTRY_BYTES;
        clean_boxes(stream, boxes..inside.end, samples);
    }
}

fn is_visual(name: [u8; 4]) -> bool {
    matches!(
        &name,
        b"avc1" | b"avc2" | b"avc3" | b"avc4" | b"hvc1" | b"hev1" | b"mp4v"
    )
}

/// Media data that are no sample of the picture.
fn clear_between(stream: &mut [u8], content: Range<usize>, samples: &[Sample]) {
    let mut places: Vec<Range<usize>> = samples
        .iter()
        .map(|sample| sample.start as usize..(sample.start + sample.length) as usize)
        .collect();
    places.sort_unstable_by_key(|place| place.start);
    let mut at = content.start;
    for place in places {
        if place.end <= at || place.start >= content.end {
            continue;
        }
        if place.start > at {
            stream[at..place.start].fill(0);
        }
        at = place.end.min(content.end);
    }
    stream[at..content.end].fill(0);
}

/// Bytes of the length before each unit: of the decoder configuration (ISO 14496-15 5.3.3.1, 8.3.3.1).
fn length_bytes(decoder: &Decoder) -> usize {
    let place = match decoder.coding {
        Coding::Mpeg2 => return 0,
        Coding::Avc => 4,
        Coding::Hevc => 21,
    };
    let configuration = decoder.configuration.as_deref().unwrap_or(&[]);
    configuration
        .get(place)
        .map_or(4, |byte| usize::from(byte & 3) + 1)
}

fn clean_sample(coding: Coding, prefix: usize, mut sample: &mut [u8]) {
    while prefix > 0 && sample.len() > prefix {
        let (head, rest) = sample.split_at_mut(prefix);
        let length = head
            .iter()
            .fold(0usize, |sum, &byte| sum << 8 | usize::from(byte));
        let (unit, next) = rest.split_at_mut(length.min(rest.len()));
        clean_unit(coding, unit);
        sample = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let length = (content.len() as u32 + 8).to_be_bytes();
        [&length[..], name, content].concat()
    }

    #[test]
    fn boxes_dates_and_what_lies_between_samples_go() {
        let user = boxed(b"udta", b"secret");
        let header = boxed(b"mvhd", b"\0\0\0\0date1234rest");
        let movie = boxed(b"moov", &[header, user.clone()].concat());
        let data = boxed(b"mdat", b"secret\0\0\0\x04\x65abcsecret");
        let mut stream = [boxed(b"ftyp", b"isom"), user, movie, data].concat();
        let start = stream.len() - 6 - 8;
        let sample = Sample {
            start: start as u64,
            length: 8,
            key: true,
            has_parameters: true,
        };
        let decoder = Decoder {
            coding: Coding::Avc,
            codec: String::new(),
            width: 1,
            height: 1,
            configuration: Some(vec![1, 0, 0, 0, 0xff]),
        };
        let length = stream.len();
        clean(&mut stream, &decoder, &[sample]);
        assert_eq!(stream.len(), length);
        let text = String::from_utf8_lossy(&stream);
        assert!(!text.contains("secret") && !text.contains("udta") && !text.contains("date"));
        assert!(text.contains("rest") && text.contains("free"));
        assert_eq!(&stream[start..start + 8], b"\0\0\0\x04\x65abc");
    }
}
