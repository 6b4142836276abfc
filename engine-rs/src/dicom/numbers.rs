//! Numbers as files write them: decimal text, or binary, under the VR of the dictionary or another one.
//!
//! A text counts only as a whole: `33.3ms`, `1,43` and `1.#INF` are not numbers. Reading them up to the first
//! character that does not fit would make 1 mm of 1.43 mm.

use super::dictionary;
use super::element::{DataSet, Element, Tag, Value, Vr, decode_text};

/// Frame Time Vector, ms.
pub const FRAME_TIME_VECTOR: Tag = Tag(0x0018_1065);

/// Characters of decimal text, with the separator of values and the padding.
const OF_NUMBERS: &[u8] = b"0123456789+-.,eE\\ \0";
/// Padding of text.
const PADDING: [char; 2] = ['\0', ' '];
/// Longest value that a note quotes, in characters.
const MAX_QUOTED_CHARS: usize = 64;

impl DataSet {
    /// Unsigned 16-bit number; a 32-bit one that fits counts too (wrong VR in the file).
    pub fn u16(&self, tag: Tag) -> Option<u16> {
        self.integer(tag)
            .and_then(|value| u16::try_from(value).ok())
    }

    /// Unsigned 32-bit number.
    pub fn u32(&self, tag: Tag) -> Option<u32> {
        self.integer(tag)
            .and_then(|value| u32::try_from(value).ok())
    }

    /// Signed 32-bit number.
    pub fn i32(&self, tag: Tag) -> Option<i32> {
        let element = self.find(tag)?;
        let bytes = self.bytes(tag)?;
        if is_text(element, bytes) {
            return whole(*self.numbers(tag).first()?).and_then(|value| i32::try_from(value).ok());
        }
        match bytes.len() {
            2 => Some(i32::from(self.read_u16(bytes) as i16)),
            4 => Some(self.read_u32(bytes) as i32),
            _ => None,
        }
    }

    /// The first number, however it is written. Not finite is absent.
    pub fn f64(&self, tag: Tag) -> Option<f64> {
        self.numbers(tag).first().copied()
    }

    /// Numbers of an attribute, text or binary, whatever VR the file names; an unreadable one ends the list
    /// (see the head of this file).
    pub fn numbers(&self, tag: Tag) -> Vec<f64> {
        let stated = self.stated_numbers(tag).into_iter();
        stated.take_while(|value| value.is_finite()).collect()
    }

    /// As [`Self::numbers`]; binary ones also after one that is not finite, and with it.
    pub fn stated_numbers(&self, tag: Tag) -> Vec<f64> {
        let (Some(element), Some(bytes)) = (self.find(tag), self.bytes(tag)) else {
            return Vec::new();
        };
        if is_text(element, bytes) {
            return decode_text(bytes).split('\\').map_while(decimal).collect();
        }
        let width = width_of(element, bytes.len());
        if !bytes.len().is_multiple_of(width) {
            return Vec::new();
        }
        let parts = bytes.chunks_exact(width);
        let read = |part: &[u8]| match (&binary_vr(element).0, width) {
            (b"SS", 2) => f64::from(self.read_u16(part) as i16),
            (b"SL", 4) => f64::from(self.read_u32(part) as i32),
            (b"UL" | b"OL", 4) => f64::from(self.read_u32(part)),
            (b"SV", 8) => self.read_u64(part) as i64 as f64,
            (b"UV" | b"OV", 8) => self.read_u64(part) as f64,
            (_, 2) => f64::from(self.read_u16(part)),
            (_, 4) => f64::from(f32::from_bits(self.read_u32(part))),
            _ => f64::from_bits(self.read_u64(part)),
        };
        parts.map(read).collect()
    }

    /// The same numbers, for attributes that are text by the standard; Frame Time Vector also with commas
    /// ([`times_with_commas`]).
    pub fn decimals(&self, tag: Tag) -> Vec<f64> {
        let commas = (tag == FRAME_TIME_VECTOR).then(|| self.bytes(tag).map(decode_text));
        let commas = commas.flatten().filter(|text| text.contains(','));
        let times = commas.and_then(|text| times_with_commas(&text));
        times.unwrap_or_else(|| self.numbers(tag))
    }

    /// A whole number, text or binary, whatever VR the file names.
    pub fn integer(&self, tag: Tag) -> Option<i64> {
        let element = self.find(tag)?;
        let bytes = self.bytes(tag)?;
        if is_text(element, bytes) {
            return whole(*self.numbers(tag).first()?);
        }
        match bytes.len() {
            2 => Some(i64::from(self.read_u16(bytes))),
            4 => Some(i64::from(self.read_u32(bytes))),
            length if length > 2 => Some(i64::from(self.read_u16(&bytes[..2]))),
            _ => None,
        }
    }
}

/// A number without a fraction.
fn whole(value: f64) -> Option<i64> {
    (value.fract() == 0.0).then_some(value as i64)
}

/// A number that the whole text is (PS3.5 6.2, DS and IS); none for text that is not one, and for what is not
/// finite.
pub fn decimal(text: &str) -> Option<f64> {
    let text = text.trim_matches(PADDING);
    // Rust would also take names of numbers: `inf` and `nan`.
    let of_digits = |c: char| matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E');
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite());
    value.filter(|_| text.chars().all(of_digits))
}

/// A number with a single comma for its point. Only where something else shows that the comma does not part two
/// numbers.
pub fn decimal_with_comma(text: &str) -> Option<f64> {
    let (before, after) = text.split_once(',')?;
    (!after.contains(',')).then(|| decimal(&format!("{before}.{after}")))?
}

/// The value is text. The VR of the file decides unless it contradicts the dictionary: text is also found as UN, UT
/// or a binary number, and binary numbers as text.
fn is_text(element: &Element, bytes: &[u8]) -> bool {
    let stated = &element.vr.0;
    let by_standard = dictionary::lookup(element.tag).map(|entry| entry.0);
    let text_by_standard = by_standard.is_some_and(is_text_vr);
    // Text with a unit: the first four characters as a binary number would be as small.
    let is_printable = |&byte: &u8| byte == 0 || (0x20..0x7f).contains(&byte);
    let begins_so = bytes
        .first_chunk::<4>()
        .is_some_and(|start| are_of_numbers(start));
    let looks_so = are_of_numbers(bytes);
    let is_float_text = looks_so || (begins_so && bytes.iter().all(is_printable));
    match stated {
        // Digits as a binary number are smaller than anything that is measured.
        b"FL" | b"FD" | b"OF" | b"OD" => is_float_text,
        b"US" | b"SS" | b"UL" | b"SL" | b"SV" | b"UV" | b"OL" | b"OV" => {
            text_by_standard && looks_so
        }
        b"OB" | b"OW" | b"UN" => {
            let is_float = by_standard.is_some_and(|vr| matches!(&vr.0, b"FL" | b"FD"));
            text_by_standard || by_standard.is_none() || (is_float && is_float_text)
        }
        b"AT" | b"SQ" => false,
        // Text; a binary number by the standard that does not look like one is what it should be.
        _ => text_by_standard || by_standard.is_none() || looks_so || !fits(by_standard, bytes),
    }
}

fn are_of_numbers(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| OF_NUMBERS.contains(byte)) && bytes.iter().any(u8::is_ascii_digit)
}

fn is_text_vr(vr: Vr) -> bool {
    vr.number_width() == 1 && !matches!(&vr.0, b"OB" | b"UN" | b"SQ")
}

/// One number of this VR, and not text.
fn fits(vr: Option<Vr>, bytes: &[u8]) -> bool {
    let printable = |byte: &u8| (0x20..0x7f).contains(byte);
    vr.is_some_and(|vr| bytes.len() == vr.number_width()) && !bytes.iter().all(printable)
}

/// A binary number of an attribute that is decimal text by the standard, as that text: what reads or writes the
/// attribute later finds text. None for text, and for other attributes.
pub(super) fn as_text(tag: Tag, vr: Vr, bytes: &[u8], big_endian: bool) -> Option<Vec<u8>> {
    let by_standard = dictionary::lookup(tag)?.0;
    if vr.number_width() == 1 || vr == Vr::OW || !matches!(&by_standard.0, b"DS" | b"IS") {
        return None;
    }
    let element = Element {
        tag,
        vr,
        value: Value::Bytes(bytes.to_vec()),
    };
    if is_text(&element, bytes) {
        return None;
    }
    let data = DataSet {
        elements: vec![element],
        big_endian,
    };
    let texts: Vec<String> = data.numbers(tag).iter().map(f64::to_string).collect();
    Some(texts.join("\\").into_bytes())
}

/// Frame Time Vector with a comma for the point in every number that does not have one. A list of several times
/// keeps them apart by backslashes, so that a comma does not.
fn times_with_commas(text: &str) -> Option<Vec<f64>> {
    let read = |part: &str| decimal(part).or_else(|| decimal_with_comma(part));
    let times: Option<Vec<f64>> = text.split('\\').map(read).collect();
    times.filter(|times| times.len() > 1)
}

/// VR that a binary value is read by: the file's, or the dictionary's for a VR without numbers.
fn binary_vr(element: &Element) -> Vr {
    match &element.vr.0 {
        b"FL" | b"FD" | b"OF" | b"OD" | b"US" | b"SS" | b"UL" | b"SL" | b"SV" | b"UV" | b"OL"
        | b"OV" => element.vr,
        _ => dictionary::lookup(element.tag).map_or(element.vr, |entry| entry.0),
    }
}

/// Bytes of one binary number; 4 or 8 where neither VR decides.
fn width_of(element: &Element, length: usize) -> usize {
    match binary_vr(element).number_width() {
        1 if length.is_multiple_of(8) => 8,
        1 if length.is_multiple_of(4) => 4,
        1 => 2,
        // A float of the other size, as seen under a wrong VR.
        8 if length == 4 => 4,
        width => width,
    }
}

/// Parts of a text value that are not numbers as a whole: the value, shortened, and whether every such part has a
/// comma for its point.
pub fn unread(data: &DataSet, tag: Tag) -> Option<(String, bool)> {
    let element = data.find(tag)?;
    let Value::Bytes(bytes) = &element.value else {
        return None;
    };
    if !is_text(element, bytes) {
        return None;
    }
    let text = decode_text(bytes);
    let text = text.trim_matches(PADDING);
    let mut odd = text
        .split('\\')
        .map(|part| part.trim_matches(PADDING))
        .filter(|part| !part.is_empty() && decimal(part).is_none())
        .peekable();
    odd.peek()?;
    let commas = odd.all(|part| decimal_with_comma(part).is_some());
    Some((quoted(text), commas))
}

/// A value as a note quotes it: what cannot be printed is shown as a question mark.
pub fn quoted(text: &str) -> String {
    let printable = |c: char| if c.is_control() { '?' } else { c };
    text.chars().take(MAX_QUOTED_CHARS).map(printable).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(tag: u32, vr: &[u8; 2], bytes: &[u8]) -> DataSet {
        DataSet {
            elements: vec![Element {
                tag: Tag(tag),
                vr: Vr(*vr),
                value: Value::Bytes(bytes.to_vec()),
            }],
            big_endian: false,
        }
    }

    const FRAME_TIME: u32 = 0x0018_1063;
    const DELTA: u32 = 0x0018_602c;

    #[test]
    fn only_a_whole_text_is_a_number() {
        for (text, value) in [
            ("33.3", 33.3),
            (" +4 ", 4.0),
            ("4.0\0", 4.0),
            ("-1e-2", -0.01),
        ] {
            assert_eq!(decimal(text), Some(value), "{text}");
        }
        for text in [
            "33.3ms", "1,43", "1.#INF", "inf", "NaN", "1A", "0.5;0.5", "0.5-0.5", "1e999", "",
        ] {
            assert_eq!(decimal(text), None, "{text}");
        }
    }

    #[test]
    fn one_comma_may_stand_for_the_point() {
        assert_eq!(decimal_with_comma("16,7"), Some(16.7));
        for text in ["1,2,3", "1.5,2", "16.7", ",", "a,b"] {
            assert_eq!(decimal_with_comma(text), None, "{text}");
        }
    }

    #[test]
    fn text_is_read_as_text_under_any_vr() {
        for vr in [b"DS", b"LT", b"UT", b"UN", b"OB", b"FL", b"UL", b"LO"] {
            assert_eq!(
                data(FRAME_TIME, vr, b"33.3").f64(Tag(FRAME_TIME)),
                Some(33.3)
            );
        }
        for vr in [b"DS", b"UT", b"UN", b"FD", b"UV"] {
            let data = data(FRAME_TIME, vr, b"16.66667");
            assert_eq!(data.f64(Tag(FRAME_TIME)), Some(16.66667));
        }
        assert_eq!(data(DELTA, b"DS", b"0.05").f64(Tag(DELTA)), Some(0.05));
        assert_eq!(data(DELTA, b"FD", b"0.050000").f64(Tag(DELTA)), Some(0.05));
    }

    #[test]
    fn binary_numbers_are_read_under_any_vr() {
        let long = 0.05f64.to_le_bytes();
        for vr in [b"FD", b"UN", b"OB", b"LO", b"UT"] {
            assert_eq!(data(DELTA, vr, &long).f64(Tag(DELTA)), Some(0.05));
        }
        let short = 0.25f32.to_le_bytes();
        for vr in [b"FL", b"FD", b"UN"] {
            assert_eq!(data(DELTA, vr, &short).f64(Tag(DELTA)), Some(0.25));
        }
        assert_eq!(
            data(FRAME_TIME, b"FD", &long).f64(Tag(FRAME_TIME)),
            Some(0.05)
        );
        assert_eq!(
            data(FRAME_TIME, b"US", &[40, 0]).f64(Tag(FRAME_TIME)),
            Some(40.0)
        );
        assert_eq!(
            data(DELTA, b"FD", &f64::NAN.to_le_bytes()).f64(Tag(DELTA)),
            None
        );
    }

    #[test]
    fn what_cannot_be_read_is_quoted() {
        let tag = Tag(FRAME_TIME);
        let of = |text: &[u8]| unread(&data(FRAME_TIME, b"DS", text), tag);
        assert_eq!(of(b"33.3ms"), Some(("33.3ms".to_owned(), false)));
        assert_eq!(of(b"33,3 "), Some(("33,3".to_owned(), true)));
        assert_eq!(of(b"33.3"), None);
        assert_eq!(of(b"  "), None);
    }
}
