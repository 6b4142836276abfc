//! Byte streams with start codes, unit by unit.

use std::ops::Range;

use memchr::memmem;

use super::mpeg2;
use super::sets::{Sets, Units};
use super::{avc::Avc, hevc::Hevc};
use crate::error::EngineError;
use crate::video::Coding;

const START_CODE: [u8; 3] = [0, 0, 1];
/// Zero bytes that may end a slice of MPEG-2: the last bits of a vector, or of the end of a block, and their padding. A NAL
/// unit never ends with zeros (H.264 7.4.1).
const ZEROS_OF_MPEG_2: usize = 2;

/// Printable bytes at the end of a stream that are taken for appended text. Of 100,000 streams of random bytes, one ends
/// with as many.
const APPENDED_TEXT: usize = 12;

/// A stream written again, and where each unit that is kept begins: its start code in the source, and in the result.
pub struct Clean {
    /// The stream.
    pub bytes: Vec<u8>,
    /// In rising order.
    pub places: Vec<(usize, usize)>,
}

/// Writes a stream again.
///
/// # Errors
/// As [`Sets::keep_used`].
pub fn clean(coding: Coding, stream: &[u8]) -> Result<Clean, EngineError> {
    let stream = without_appended_text(stream);
    match coding {
        Coding::Mpeg2 => {
            let mut state = mpeg2::State::default();
            let units = units(stream, ZEROS_OF_MPEG_2);
            Ok(write(stream, units, &START_CODE, |unit| state.clean(unit)))
        }
        Coding::Avc => clean_units::<Avc>(stream),
        Coding::Hevc => clean_units::<Hevc>(stream),
    }
}

fn clean_units<U: Units>(stream: &[u8]) -> Result<Clean, EngineError> {
    let mut sets = Sets::default();
    for unit in units(stream, 0) {
        sets.add::<U>(&stream[unit]);
    }
    sets.keep_used()?;
    Ok(write(stream, units(stream, 0), &[0, 0, 0, 1], |unit| {
        sets.clean::<U>(unit)
    }))
}

fn write(
    stream: &[u8],
    units: impl Iterator<Item = Range<usize>>,
    code: &[u8],
    mut clean: impl FnMut(&[u8]) -> Option<Vec<u8>>,
) -> Clean {
    let mut result = Clean {
        bytes: Vec::with_capacity(stream.len()),
        places: Vec::new(),
    };
    for unit in units {
        let place = unit.start - START_CODE.len();
        if let Some(written) = clean(&stream[unit]) {
            result.places.push((place, result.bytes.len()));
            result.bytes.extend_from_slice(code);
            result.bytes.extend(written);
        }
    }
    result
}

/// A stream without a text at its end. Where the last slice ends is known only to a decoder, so that text which follows it
/// directly is recognised by its characters.
fn without_appended_text(stream: &[u8]) -> &[u8] {
    let is_text = |byte: &u8| matches!(byte, 0x20..=0x7e | b'\t' | b'\n' | b'\r');
    let end = stream
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last + 1);
    let begin = stream[..end]
        .iter()
        .rposition(|byte| !is_text(byte))
        .map_or(0, |last| last + 1);
    if end - begin < APPENDED_TEXT {
        stream
    } else {
        &stream[..begin]
    }
}

/// Units of a stream: from after each start code up to the zeros before the next, or up to three zeros, which no unit
/// holds and after which only a start code may come (H.264 7.4.1.1, annex B). So many of the zeros stay. Empty units are
/// left out.
fn units(stream: &[u8], kept_zeros: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut starts = memmem::find_iter(stream, &START_CODE).peekable();
    std::iter::from_fn(move || {
        let begin = starts.next()? + START_CODE.len();
        let end = starts.peek().copied().unwrap_or(stream.len()).max(begin);
        let within = stream.get(begin + 1..end).unwrap_or(&[]);
        let zeros = memmem::find(within, &[0, 0, 0]).map(|zeros| begin + 1 + zeros);
        let last = stream[begin..end].iter().rposition(|&byte| byte != 0);
        // A code of one byte may be zero itself, such as a picture of MPEG-2.
        let unit_end = zeros.unwrap_or(begin + last.map_or(1, |last| last + 1));
        Some(begin..(unit_end + kept_zeros).min(end))
    })
    .filter(|unit| !unit.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_follows_the_last_slice_directly_is_removed() {
        let stream = [0, 0, 1, 2, 0x12, 0x34, 0x80, 0, 0, 1, 3, 0x13, 0x57, 0x80];
        let expected = clean(Coding::Mpeg2, &stream).unwrap().bytes;
        for text in [
            "DOE^JANE^^^=1970-01-01",
            "Patient 4711\r\n",
            "MRN 000 815 47 11\0",
        ] {
            let planted = [&stream[..], text.as_bytes()].concat();
            assert_eq!(
                clean(Coding::Mpeg2, &planted).unwrap().bytes,
                expected,
                "{text}"
            );
        }
        // Fewer printable bytes may be the end of a slice.
        let short = [&stream[..], b"Slice end"].concat();
        assert!(
            clean(Coding::Mpeg2, &short)
                .unwrap()
                .bytes
                .ends_with(b"end")
        );
    }

    #[test]
    fn a_slice_of_mpeg_2_keeps_the_zeros_that_may_be_its_last_bits() {
        // A slice that ends with a byte of zeros, one before a text, and the end of the sequence.
        let stream = [
            &[0, 0, 1, 2, 0x12, 0x80, 0, 0, 0, 1, 3, 0x13, 0x80][..],
            &[0, 0, 0, 0],
            b"text",
            &[0, 0, 1, 0xb7],
        ]
        .concat();
        let clean = clean(Coding::Mpeg2, &stream).unwrap();
        let expected = [
            &[0, 0, 1, 2, 0x12, 0x80, 0][..],
            &[0, 0, 1, 3, 0x13, 0x80, 0, 0],
            &[0, 0, 1, 0xb7],
        ]
        .concat();
        assert_eq!(clean.bytes, expected);
    }
}
