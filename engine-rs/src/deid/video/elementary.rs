//! Byte streams with start codes, unit by unit.

use std::ops::Range;

use memchr::memmem;

use super::mpeg2;
use super::sets::{Sets, Units};
use super::{avc::Avc, hevc::Hevc};
use crate::error::EngineError;
use crate::video::Coding;

const START_CODE: [u8; 3] = [0, 0, 1];

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
            Ok(write(stream, &START_CODE, |unit| state.clean(unit)))
        }
        Coding::Avc => clean_units::<Avc>(stream),
        Coding::Hevc => clean_units::<Hevc>(stream),
    }
}

fn clean_units<U: Units>(stream: &[u8]) -> Result<Clean, EngineError> {
    let mut sets = Sets::default();
    for unit in units(stream) {
        sets.add::<U>(&stream[unit]);
    }
    sets.keep_used()?;
    Ok(write(stream, &[0, 0, 0, 1], |unit| sets.clean::<U>(unit)))
}

fn write(stream: &[u8], code: &[u8], mut clean: impl FnMut(&[u8]) -> Option<Vec<u8>>) -> Clean {
    let mut result = Clean {
        bytes: Vec::with_capacity(stream.len()),
        places: Vec::new(),
    };
    for unit in units(stream) {
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
/// holds and after which only a start code may come (H.264 7.4.1.1, annex B). Empty ones are left out.
fn units(stream: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut starts = memmem::find_iter(stream, &START_CODE).peekable();
    std::iter::from_fn(move || {
        let begin = starts.next()? + START_CODE.len();
        let end = starts.peek().copied().unwrap_or(stream.len()).max(begin);
        let within = stream.get(begin + 1..end).unwrap_or(&[]);
        let end = memmem::find(within, &[0, 0, 0]).map_or(end, |zeros| begin + 1 + zeros);
        let zeros = stream[begin..end]
            .iter()
            .rev()
            .take_while(|&&byte| byte == 0);
        let zeros = zeros.count();
        // A code of one byte may be zero itself, as that of a picture of MPEG-2.
        Some(begin..(end - zeros).max((begin + 1).min(end)))
    })
    .filter(|unit| !unit.is_empty())
}
