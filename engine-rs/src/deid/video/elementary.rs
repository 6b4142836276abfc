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

/// Characters at the end of a stream that are taken for appended text. Of 30,000 streams of random bytes, about one ends
/// with a text of either kind.
const APPENDED_TEXT: usize = 12;
/// The same where all of them occur in names, numbers and dates.
const APPENDED_NAME: usize = 8;
/// The same in UTF-16, whose every other byte is zero.
const APPENDED_UTF_16: usize = 4;

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
    let end = stream
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last + 1);
    let begin = text_before(&stream[..end], is_text, APPENDED_TEXT)
        .or_else(|| text_before(&stream[..end], is_of_names, APPENDED_NAME))
        .or_else(|| utf_16_before(stream, end));
    begin.map_or(stream, |begin| &stream[..begin])
}

fn is_text(character: char) -> bool {
    matches!(character, ' '..='~' | '\t' | '\n' | '\r') || character.is_alphanumeric()
}

fn is_of_names(character: char) -> bool {
    matches!(character, ' ' | '^' | '=' | '-' | '.' | ',' | '/' | ':')
        || character.is_alphanumeric()
}

/// Where a text in UTF-8 begins that ends with `stream`; none if it has fewer than `least` characters.
fn text_before(stream: &[u8], is_part: fn(char) -> bool, least: usize) -> Option<usize> {
    let mut begin = stream.len();
    let mut count = 0;
    while let Some(character) = last_character(&stream[..begin]).filter(|&last| is_part(last)) {
        begin -= character.len_utf8();
        count += 1;
    }
    (count >= least).then_some(begin)
}

fn last_character(bytes: &[u8]) -> Option<char> {
    let lead = bytes.iter().rposition(|&byte| byte & 0xc0 != 0x80)?;
    let mut characters = std::str::from_utf8(&bytes[lead..]).ok()?.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Where a text of Latin characters in UTF-16 begins, whose last byte other than zero is before `end`.
fn utf_16_before(stream: &[u8], end: usize) -> Option<usize> {
    let is_character = |pair: &[u8]| match pair {
        [0, character] | [character, 0] => is_text(char::from(*character)),
        _ => false,
    };
    let begin_of = |end: usize| {
        let pairs = stream[..end].rchunks_exact(2);
        let count = pairs.take_while(|pair| is_character(pair)).count();
        (count >= APPENDED_UTF_16).then(|| end - 2 * count)
    };
    // The last character has its zero before it or after it.
    let ends = [end, (end + 1).min(stream.len())];
    ends.into_iter().filter_map(begin_of).min()
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
            "Doe^Jane",
            "M\u{fc}ller^J\u{fc}rgen",
            "\u{738b}^\u{5c0f}\u{6771}=WANG",
        ] {
            let small: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            let encodings: &[&[u8]] = if text.is_ascii() {
                &[text.as_bytes(), &small, &big]
            } else {
                &[text.as_bytes()]
            };
            for encoded in encodings {
                let planted = [&stream[..], encoded].concat();
                let bytes = clean(Coding::Mpeg2, &planted).unwrap().bytes;
                assert_eq!(bytes, expected, "{text} as {encoded:?}");
            }
        }
        // Fewer characters may be the end of a slice.
        for end in ["Slice#end", "the end"] {
            let short = [&stream[..], end.as_bytes()].concat();
            let bytes = clean(Coding::Mpeg2, &short).unwrap().bytes;
            assert!(bytes.ends_with(b"end"), "{end}");
        }
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
