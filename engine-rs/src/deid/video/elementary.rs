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
        // A code of one byte may be zero itself, as that of a picture of MPEG-2.
        let unit_end = zeros.unwrap_or(begin + last.map_or(1, |last| last + 1));
        Some(begin..(unit_end + kept_zeros).min(end))
    })
    .filter(|unit| !unit.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

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
